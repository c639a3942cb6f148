"""Examples to look at, made from the command line: evenings, and tournaments of any size."""

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import main
from scorekeeper.domain import spelling
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.tournament.record import Tournament
from scorekeeper.services import checking, evenings, reading
from scorekeeper.services.demo_names import people
from scorekeeper.services.tournament import recording
from scorekeeper.services.tournament.accounts import Accounts, accounts
from scorekeeper.storage import Store, Transaction


def called(url: str, *arguments: str) -> Result:
    environment = {"SCOREKEEPER_DATABASE_URL": url, "LC_ALL": "de_AT.UTF-8"}
    return CliRunner().invoke(main, ["demo", *arguments], env=environment)


def made(url: str) -> list[tuple[Tournament, Accounts]]:
    """Give every tournament, the oldest first, once everything is found in order."""
    store = Store(url)
    with store.read() as tx:
        assert checking.check(tx).clean
        found = [(recording.state_of(tx, event), accounts(tx, event)) for event in _events(tx)]
    store.close()
    return found


def _events(tx: Transaction) -> list[int]:
    heads = [event.head for event in reading.events(tx, evenings.first_club(tx))]
    assert all(head.demo for head in heads)
    return sorted(head.id for head in heads if head.kind == "tournament")


def test_without_more_it_is_the_evenings(sqlite_url: str) -> None:
    assert called(sqlite_url).output == "Die Beispielabende stehen auf der ersten Seite der App.\n"
    store = Store(sqlite_url)
    with store.read() as tx:
        assert len(reading.events(tx, evenings.first_club(tx))) == len(GAMES)
    store.close()


def test_a_tournament_is_in_its_last_round_with_all_that_happens_in_one(database_url: str) -> None:
    done = called(database_url, "tournament", "--players", "43", "--rounds", "3")
    assert done.output == (
        "Das Beispielturnier steht auf der ersten Seite der App: 43 Spieler, 3 Runden, die letzte wird gespielt.\n"
    )
    ((state, money),) = made(database_url)
    assert sorted(state.entrants) == list(range(1, 44))
    assert [(one.begun, one.closed) for one in state.rounds.values()] == [(True, True), (True, True), (True, False)]
    assert [len(state.present(number)) for number in (1, 2, 3)] == [42, 42, 41]  # one late, then one gone, one more
    assert len(state.apart) == 2
    assert not any(
        len(group & set(table)) > 1 for group in state.apart for one in state.rounds.values()
        for table in one.drawn.tables
    )  # fmt: skip
    assert sum(len(one.players) > 1 for one in state.entrants.values()) == 1  # with a substitute
    assert [one.points for one in state.penalties] == [5]
    assert sum(one.open > 0 for one in money.fees) == 3
    assert state.settings.prizes.kind == "shares"
    results = money.hall.tables
    assert [sum(one.final for one in results[number].values()) for number in (1, 2)] == [8, 8]
    last = results[3].values()
    assert [sum(bool(one.deals) for one in last), sum(one.final for one in last)] == [3, 1]


def test_once_more_makes_another_one_of_the_same_people(sqlite_url: str) -> None:
    for _time in range(2):
        done = called(sqlite_url, "tournament", "--players", "12", "--rounds", "1", "--finished", "--game", "dobbm")
        assert done.output.endswith("12 Spieler, eine Runde, alle vorbei.\n")
    called(sqlite_url, "tournament", "--players", "12", "--rounds", "1", "--finished", "--seed", "Söll")
    (first, money), (again, _more), (other, _others) = made(sqlite_url)
    assert first.settings.game == "dobbm"
    assert all(one.closed for one in first.rounds.values())
    assert first.entrants == again.entrants
    assert first.rounds[1].drawn == again.rounds[1].drawn
    assert {one.first_player for one in first.entrants.values()}.isdisjoint(
        one.first_player for one in other.entrants.values()
    )
    assert (money.final, money.due, money.difference) == (True, 0, 0)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_one_from_eight_players_on(sqlite_url: str, game: str) -> None:
    assert called(sqlite_url, "tournament", "--players", "8", "--rounds", "2", "--game", game).exit_code == 0
    ((state, money),) = made(sqlite_url)
    assert (len(state.entrants), state.settings.game) == (8, game)
    assert all(one.final for one in money.hall.tables[1].values())


@pytest.mark.parametrize(
    "arguments, said",
    [
        (("--players", "7"), "Fehler: Ein Beispielturnier hat 8 bis 400 Spieler.\n"),
        (("--players", "401"), "Fehler: Ein Beispielturnier hat 8 bis 400 Spieler.\n"),
        (("--rounds", "0"), "Fehler: Ein Beispielturnier hat 1 bis 12 Runden.\n"),
        (("--rounds", "13"), "Fehler: Ein Beispielturnier hat 1 bis 12 Runden.\n"),
        (("--sizes", "4/5"), "Fehler: Bei diesem Spiel sitzen 5 bis 7 an einem Tisch.\n"),
        (
            ("--sizes", "9", "--players", "8", "--game", "free"),
            "Fehler: 8 sind da, ein Tisch braucht 9: auf weitere Spieler warten oder kleinere Tische zulassen\n",
        ),
    ],
)
def test_what_cannot_be_seated_or_played_is_refused_in_a_sentence(
    sqlite_url: str, arguments: tuple[str, ...], said: str
) -> None:
    done = called(sqlite_url, "tournament", *arguments)
    assert (done.exit_code, done.stderr) == (1, said)
    assert made(sqlite_url) == []


def test_four_hundred_people_have_names_that_nobody_takes_for_each_other() -> None:
    names = [person.name for person in people("Westendorf", 401, 25)]
    assert len(set(names)) == 401
    assert not spelling.pairs(tuple(spelling.Name(name, "") for name in names), 10)
