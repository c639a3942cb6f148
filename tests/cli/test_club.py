"""Clubs and their organisers are made from the command line, in the language of the terminal."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.cli import main
from scorekeeper.services import organisers
from scorekeeper.storage import Store

PASSWORD = "herz sticht eichel"


def called(url: str, *arguments: str, typed: str = f"{PASSWORD}\n", **environment: str) -> Result:
    environment |= {"SCOREKEEPER_DATABASE_URL": url, "LC_ALL": "de_AT.UTF-8"}
    return CliRunner().invoke(main, ["club", *arguments], input=typed, env=environment)


def test_the_first_club_takes_the_place_that_is_there_and_others_are_added(database_url: str) -> None:
    added = called(database_url, "add", "Jaggler Brixen", "--organiser", "Anna")
    assert added.output == "Jaggler Brixen ist angelegt; Anna kann sich jetzt anmelden.\n"
    assert called(database_url, "add", "Watter Lienz", "--organiser", "Bert").exit_code == 0
    assert called(database_url, "list").output == "1  Jaggler Brixen: Anna\n2  Watter Lienz: Bert\n"
    store = Store(database_url)
    with store.read() as tx:
        found = [organisers.find(tx, name) for name in ("anna", "bert")]
    store.close()
    assert [(one.club, one.operator) for one in found if one] == [(1, True), (2, False)]


@pytest.mark.parametrize(
    "arguments, typed, said",
    [
        (("Jaggler BRIXEN", "--organiser", "Cilli"), PASSWORD, "Fehler: Verein: ist vergeben"),
        (("Neue", "--organiser", "anna"), PASSWORD, "Fehler: Name: ist vergeben"),
        (("Neue", "--organiser", "Cilli"), "kurz", "Fehler: Passwort: mindestens 10 Zeichen"),
        (("...", "--organiser", "Cilli"), PASSWORD, "Fehler: Verein: kein Buchstabe im Namen"),
    ],
)
def test_what_cannot_be_is_said_and_adds_nothing(
    sqlite_url: str, arguments: tuple[str, ...], typed: str, said: str
) -> None:
    called(sqlite_url, "add", "Jaggler Brixen", "--organiser", "Anna")
    refused = called(sqlite_url, "add", *arguments, typed=typed)
    assert refused.exit_code == 1
    assert said in refused.stderr
    assert called(sqlite_url, "list").output == "1  Jaggler Brixen: Anna\n"


def test_a_forgotten_password_is_replaced_and_the_old_one_holds_no_more(sqlite_url: str) -> None:
    called(sqlite_url, "add", "Jaggler Brixen", "--organiser", "Anna")
    assert (
        called(sqlite_url, "password", "ANNA", typed="laub sticht schelle\n").output == "Anna hat ein neues Passwort\n"
    )
    store = Store(sqlite_url)
    with store.read() as tx:
        found = organisers.find(tx, "Anna")
    store.close()
    assert organisers.is_right("laub sticht schelle", found)
    assert not organisers.is_right(PASSWORD, found)
    assert "Unter dem Namen Xaver gibt es niemanden" in called(sqlite_url, "password", "Xaver").stderr


def test_an_installation_without_clubs_says_that_nobody_organises(sqlite_url: str) -> None:
    assert called(sqlite_url, "list").output == "1  –: noch niemand\n"


INVITED = ("add", "Watter Lienz", "--organiser", "Bert", "--invite", "--host-name", "karten.example.at")
LINK = re.compile(
    r"Watter Lienz ist angelegt. Mit diesem Link kommt Bert hinein, einmal, bis \d{1,2}\. \w+ \d{4}:\n"
    r"https://karten\.example\.at/karte#(\S+)\n"
)


@pytest.fixture
def hosted(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """Give the hosted app, with a first club."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.setenv("SCOREKEEPER_MODE", "hosted")
    called(sqlite_url, "add", "Jaggler Brixen", "--organiser", "Anna")
    app = create_app(sqlite_url)
    app.config["WTF_CSRF_ENABLED"] = False
    yield app
    app.extensions["scorekeeper"].close()


def test_an_invited_club_has_its_organiser_as_soon_as_the_link_is_followed_once(hosted: Flask, sqlite_url: str) -> None:
    found = LINK.fullmatch(called(sqlite_url, *INVITED, typed="").output)
    assert found
    assert called(sqlite_url, "list").output == "1  Jaggler Brixen: Anna\n2  Watter Lienz: noch niemand\n"
    bert, other = hosted.test_client(), hosted.test_client()
    for browser in (bert, other):
        assert browser.post("/karte", data={"token": found[1]}).location == "/einladung"
    page = bert.get("/einladung").text
    assert "Watter Lienz" in page
    assert 'value="Bert"' in page
    assert bert.post("/einladung", data={"name": "Bert", "password": PASSWORD}).location == "/"
    assert other.get("/einladung").status_code == 410
    assert called(sqlite_url, "list").output == "1  Jaggler Brixen: Anna\n2  Watter Lienz: Bert\n"
    assert "Fehler: Name: ist vergeben" in called(sqlite_url, *INVITED).stderr


def test_a_link_that_got_lost_is_replaced_and_holds_no_more(hosted: Flask, sqlite_url: str) -> None:
    lost, new = (LINK.fullmatch(called(sqlite_url, *INVITED).output) for _ in range(2))
    assert lost
    assert new
    assert called(sqlite_url, "list").output == "1  Jaggler Brixen: Anna\n2  Watter Lienz: noch niemand\n"
    assert hosted.test_client().post("/karte", data={"token": lost[1]}).location != "/einladung"
    assert hosted.test_client().post("/karte", data={"token": new[1]}).location == "/einladung"


@pytest.mark.parametrize(
    "arguments, said",
    [
        (("--invite",), "Fehler: Unter welchem Namen erreichen Browser die Anwendung?"),
        (("--invite", "--host-name", "https://karten.example.at/"), "https://karten.example.at/ ist kein Name"),
        (("--host-name", "karten.example.at"), "Fehler: --host-name gehört zu --invite."),
    ],
)
def test_without_the_name_of_the_server_there_is_no_link(
    hosted: Flask, sqlite_url: str, arguments: tuple[str, ...], said: str
) -> None:
    refused = called(sqlite_url, "add", "Watter Lienz", "--organiser", "Bert", *arguments)
    assert refused.exit_code == 1
    assert said in refused.stderr
    assert called(sqlite_url, "list").output == "1  Jaggler Brixen: Anna\n"


def test_where_no_server_ran_or_nobody_organises_yet_nobody_is_invited(sqlite_url: str, tmp_path: Path) -> None:
    instance = tmp_path / "elsewhere"
    refused = called(sqlite_url, *INVITED, SCOREKEEPER_INSTANCE=str(instance))
    assert f"Der Schlüssel des Servers liegt nicht in {instance}" in refused.stderr
    instance.mkdir()
    (instance / "secret.key").write_text("of a server")
    refused = called(sqlite_url, *INVITED, SCOREKEEPER_INSTANCE=str(instance))
    assert "bekommt sein Passwort hier: ohne --invite" in refused.stderr
    assert called(sqlite_url, "list").output == "1  –: noch niemand\n"
