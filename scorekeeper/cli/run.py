"""`scorekeeper run`: brings the database up to date and serves the app until Ctrl-C."""

import os
from functools import partial
from threading import Event, Thread
from typing import Final

import click
from click.core import ParameterSource

from scorekeeper import assets
from scorekeeper.cli.serving.beside import backed_up_beside
from scorekeeper.cli.serving.organiser import is_set_up, provide_organiser
from scorekeeper.cli.serving.saying import lang_option, say, show_qr
from scorekeeper.cli.serving.server import WORKERS, AddressError, Server, free_port, load_once
from scorekeeper.domain.text import N_
from scorekeeper.i18n import Language
from scorekeeper.mode import DOOR, MODE, Mode
from scorekeeper.own_address import is_loopback, own_address
from scorekeeper.storage import Store, default_url, migrate, private, verify_writable

_HERE: Final = "127.0.0.1"
_EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 who comes in has to log in
_SECONDS_BETWEEN_LOOKS: Final = 0.5
_ROOM_PAGE: Final = "/raum"


@click.command("run")
@click.option("--host", default=_HERE, show_default=True, help="An address of this computer's; 0.0.0.0 is all of them.")
@click.option("--lan", is_flag=True, help="Let the phones in the network in: --host 0.0.0.0. They have to log in.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
@click.option("--workers", type=click.IntRange(1, 64), default=WORKERS, show_default=True)
@click.option("--organiser", help="For scripts: the first organiser, with the password in SCOREKEEPER_PASSWORD.")
@lang_option
@click.pass_context
def command(  # noqa: PLR0913, PLR0917 one option each
    ctx: click.Context, host: str, port: int, workers: int, organiser: str | None, lang: Language, *, lan: bool
) -> None:
    """Serve the app in the browser.

    It is for this computer alone, until its page "Raum" or --lan opens it to the phones in the network.

    The database lies in the instance folder (SCOREKEEPER_INSTANCE) or at SCOREKEEPER_DATABASE_URL.
    """
    host = _EVERYWHERE[0] if lan else host
    chosen = lan or ctx.get_parameter_source("host") is not ParameterSource.DEFAULT
    port = free_port(host, port, "run")
    verify_writable(default_url())
    migrate(default_url())
    store = Store(default_url())
    if not is_loopback(host):
        provide_organiser(store, organiser, lang)
    elif organiser is not None:
        say(N_("--organiser is left aside: without --lan nobody has to log in."), lang)
    door = _Door(host, port, chosen=chosen, set_up=is_set_up(store))
    store.close()
    load_once()
    with backed_up_beside():
        _serve(door, port, workers, lang)
    say(N_("Scorekeeper has ended; everything is saved."), lang)


class _Door:
    """Whether the app is open to the room: as long as a file is there, which the page makes and removes.

    Who ends the app closes the door. After a power cut the file is still there, and the phones come in again.
    """

    def __init__(self, host: str, port: int, *, chosen: bool, set_up: bool) -> None:
        self._here, self._room = (_HERE, host) if not is_loopback(host) else (host, _EVERYWHERE[":" in host])
        private.make_folder(assets.instance_path())
        self.file = assets.instance_path() / f"open-{port}.door"
        if not is_loopback(host):
            self.set(is_open=True)
        elif chosen or not set_up:
            self.set(is_open=False)

    @property
    def is_open(self) -> bool:
        """Whether the phones are let in."""
        return self.file.exists()

    def set(self, *, is_open: bool) -> None:
        """Open or close it."""
        if is_open:
            self.file.touch()
        else:
            self.file.unlink(missing_ok=True)

    def host(self, *, is_open: bool) -> str:
        """Give the address to serve at."""
        return self._room if is_open else self._here

    def watch(self, server: Server, stopped: Event, *, is_open: bool) -> None:
        """Stop the server as soon as the door is no longer as it was."""
        while not stopped.wait(_SECONDS_BETWEEN_LOOKS):
            if self.is_open != is_open:
                server.move()
                return


def _serve(door: _Door, port: int, workers: int, lang: Language) -> None:
    """Serve until a signal ends it; when the door is opened or closed meanwhile, at the other address from then on."""
    ended = Event()
    os.environ[DOOR] = str(door.file)
    while not ended.is_set():
        is_open = _as_far_as_free(door, port, lang)
        host = door.host(is_open=is_open)
        os.environ[MODE] = Mode.ROOM if is_open else Mode.ALONE
        server, stopped = Server(host, port, workers, ended), Event()
        watching = Thread(target=door.watch, args=(server, stopped), kwargs={"is_open": is_open}, daemon=True)
        watching.start()
        server.serve(partial(_announce, host, port, lang, is_open=is_open))
        stopped.set()
        watching.join()
    door.set(is_open=False)


def _as_far_as_free(door: _Door, port: int, lang: Language) -> bool:
    """Say whether to let the phones in; where somebody else has the port, the door stays as it was."""
    is_open = door.is_open
    try:
        free_port(door.host(is_open=is_open), port, "run")
    except AddressError as error:
        say(error.message, lang)
        door.set(is_open=not is_open)
        return not is_open
    return is_open


def _announce(host: str, port: int, lang: Language, *, is_open: bool) -> None:
    address = f"http://{_shown(host)}:{port}"
    say(N_("Scorekeeper is at {address} (Ctrl-C ends it)", address=address), lang)
    if is_open:
        show_qr(address)
        say(N_("To project for everybody: {address}", address=address + _ROOM_PAGE), lang)


def _shown(host: str) -> str:
    """Give the host as it is typed into a browser; where all may come in, as the phones in the network reach it."""
    if host in _EVERYWHERE:
        return own_address()
    return f"[{host}]" if ":" in host else host
