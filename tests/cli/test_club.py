"""Clubs and their organisers are made from the command line, in the language of the terminal."""

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import main
from scorekeeper.services import organisers
from scorekeeper.storage import Store

PASSWORD = "herz sticht eichel"


def called(url: str, *arguments: str, typed: str = f"{PASSWORD}\n") -> Result:
    environment = {"SCOREKEEPER_DATABASE_URL": url, "LC_ALL": "de_AT.UTF-8"}
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
