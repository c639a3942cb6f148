"""Files made to harm: refused or shown as text, without an error, without much memory, and without a trace."""

import resource
from collections.abc import Iterator
from typing import Final

import pytest

from tests.security import bombs
from tests.security.asking import Guest, read
from tests.security.conftest import World
from tests.security.digests import everything
from tests.security.hostile import complaints

UPLOADS: Final = {"/einlesen": "file", "/leute/einlesen": "file", "/einstellungen/bild": "picture"}
_MOST_MEGABYTES: Final = 400
"""Above what the process holds anyway; one of the files alone would unpack to a thousand."""


@pytest.fixture
def organiser(world: World) -> Guest:
    return world.people["organiser"]


@pytest.fixture
def unharmed(world: World) -> Iterator[None]:
    """Nothing was kept, and the process did not grow."""
    with world.store.read() as tx:
        before = everything(tx)
    world.app.config["PROPAGATE_EXCEPTIONS"] = False
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - held < _MOST_MEGABYTES * 1024
    with world.store.read() as tx:
        assert everything(tx) == before


def _send(guest: Guest, address: str, field: str, content: bytes, name: str = "datei.xlsx") -> None:
    # written here: the test client's own way leaves large temporary files open
    part = '--kraut\r\nContent-Disposition: form-data; name="{}"{}\r\n\r\n'
    name = name.replace("\\", "\\\\").replace('"', '\\"')
    body = part.format("csrf_token", "").encode() + guest.token.encode() + b"\r\n"
    body += part.format(field, f'; filename="{name}"').encode() + content + b"\r\n--kraut--\r\n"
    guest.come_anew()
    answer = guest.client.post(address, data=body, content_type="multipart/form-data; boundary=kraut", buffered=True)
    assert answer.status_code < 500
    assert complaints(answer.text, str(answer.headers)) == []
    assert "root:" not in read(answer)


def test_no_file_harms(unharmed: None, organiser: Guest, subtests: pytest.Subtests) -> None:
    for files in (bombs.spreadsheets, bombs.evenings, bombs.lists, bombs.pictures):
        for what, content in files():
            for address, field in UPLOADS.items():
                with subtests.test(f"{what} at {address}"):
                    _send(organiser, address, field, content)


def test_no_name_of_a_file_harms(unharmed: None, organiser: Guest) -> None:
    for name in (
        "../../../etc/passwd",
        "<kraut onkraut=1>.json",
        "a\0b.json",
        "kraut{{7*7}}kraut.json",
        "x" * 5000,
        '" onkraut="1',
    ):
        for address, field in UPLOADS.items():
            _send(organiser, address, field, b"{}", name)


def test_no_file_carried_along_harms(unharmed: None, organiser: Guest) -> None:
    for what, content in bombs.packed():
        answer = organiser.post("/einlesen/uebernehmen", {"key": "bomb", "file": content})
        assert answer.status_code == 400, what
