"""Who deals, who is forehand, who sits out, and who is there at all; by hand from rules.md and evening-format.md."""

from dataclasses import dataclass, field

import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.evening import (
    Played,
    Presence,
    Setup,
    Standing,
    after,
    beginning,
    dealer_of,
    play,
    setup_problems,
    table_for,
    with_adjustments,
)
from scorekeeper.domain.game import AnyGame, Table
from scorekeeper.domain.games import GAMES, dobbm, free, jaggln, matzlfangen
from scorekeeper.domain.games import bauerntarock as tarock
from scorekeeper.domain.text import Player
from tests.domain.dealing import english, players, rules_of


@dataclass
class Evening:
    """A sitting that is played deal by deal."""

    setup: Setup
    standing: Standing = field(init=False)
    played: list[Played] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.standing = beginning(self.setup)

    def table(self, dealer: str | None = None, sitting_out: str | None = None) -> Table:
        out = None if sitting_out is None else players(sitting_out)
        return table_for(self.setup, self.standing, Player(dealer) if dealer else None, out)

    def play(self, deal: object, dealer: str | None = None, sitting_out: str | None = None) -> Played:
        table = self.table(dealer, sitting_out)
        played = play(self.setup, self.standing, deal, table)
        self.standing = after(self.setup, self.standing, played.deal, table, played.units)
        self.played.append(played)
        return played


def _evening(
    game: AnyGame, seats: str, first: str | None = None, rule_set: str | None = None, **options: object
) -> Evening:
    return Evening(_setup(game, seats, first, rule_set, **options))


def _setup(
    game: AnyGame, seats: str, first: str | None = None, rule_set: str | None = None, **options: object
) -> Setup:
    return Setup(
        game=game, rule_set=rule_set or game.rule_sets[0].key, rules=rules_of(game, rule_set, **options),
        players=players(seats), first_dealer=Player(first or seats[-1]),
    )  # fmt: skip


def _present(evening: Evening, **spans: tuple[int, int | None]) -> Evening:
    setup = evening.setup
    presence = {Player(name): Presence(first, last) for name, (first, last) in spans.items()}
    return Evening(
        Setup(
            game=setup.game, rule_set=setup.rule_set, rules=setup.rules, players=setup.players,
            first_dealer=setup.first_dealer, presence=presence,
        )
    )  # fmt: skip


SOLO = jaggln.Deal(partner=None, gewisse=6)
NOTHING = free.Deal(amounts={})


def _dealers(evening: Evening, deal: object, count: int) -> str:
    return "".join(evening.play(deal).table.dealer for _ in range(count))


def test_the_deal_goes_round_clockwise_from_the_first_dealer() -> None:
    assert _dealers(_evening(jaggln.GAME, "ABCDE"), SOLO, 7) == "EABCDEA"
    assert _dealers(_evening(jaggln.GAME, "ABCDE", first="C"), SOLO, 4) == "CDEA"


SITTING_OUT = {
    "schipflinger, 5": ("schipflinger", "ABCDE", ["", "", ""]),
    "schipflinger, 6: all play": ("schipflinger", "ABCDEF", ["", "", ""]),
    "schipflinger, 7: the dealer": ("schipflinger", "ABCDEFG", ["G", "A", "B"]),
    "mayr-hassler, 5": ("mayr-hassler", "ABCDE", ["", "", ""]),
    "mayr-hassler, 6: the dealer": ("mayr-hassler", "ABCDEF", ["F", "A", "B"]),
    "mayr-hassler, 7: the dealer and the next": ("mayr-hassler", "ABCDEFG", ["GA", "AB", "BC"]),
    "mayr-hassler, 8: the dealer and the next two": ("mayr-hassler", "ABCDEFGH", ["HAB", "ABC", "BCD"]),
}


@pytest.mark.parametrize("rule_set, seats, expected", SITTING_OUT.values(), ids=SITTING_OUT)
def test_the_dealer_and_the_seats_after_the_dealer_sit_out(rule_set: str, seats: str, expected: list[str]) -> None:
    evening = _evening(jaggln.GAME, seats, rule_set=rule_set)
    tables = [evening.play(SOLO).table for _ in range(3)]
    assert ["".join(table.sitting_out) for table in tables] == expected
    assert all(len(table.active) == len(seats) - len(table.sitting_out) for table in tables)


def test_forehand_is_the_first_active_player_after_the_dealer() -> None:
    assert _evening(jaggln.GAME, "ABCDE").table().forehand == "A"
    assert _evening(jaggln.GAME, "ABCDEFG").table().forehand == "A"
    assert _evening(jaggln.GAME, "ABCDEFG", rule_set="mayr-hassler").table().forehand == "B"
    assert _evening(jaggln.GAME, "ABCDEFGH", rule_set="mayr-hassler").table().forehand == "C"


def test_with_seven_and_schipflinger_for_five_two_sit_out() -> None:
    evening = _evening(jaggln.GAME, "ABCDEFG", active=5)
    assert evening.table().sitting_out == ("G", "A")


def test_units_name_every_player_of_the_sitting_those_who_sit_out_with_0() -> None:
    played = _evening(jaggln.GAME, "ABCDEFG").play(SOLO)
    assert played.units == {"A": 10, "B": -2, "C": -2, "D": -2, "E": -2, "F": -2, "G": 0}


def test_a_deal_may_name_another_dealer_and_the_next_seat_goes_on_from_there() -> None:
    evening = _evening(jaggln.GAME, "ABCDE")
    assert evening.play(SOLO, dealer="C").table.forehand == "D"
    assert _dealers(evening, SOLO, 2) == "DE"


def test_a_deal_may_name_who_sits_out() -> None:
    evening = _evening(jaggln.GAME, "ABCDEFG")
    played = evening.play(SOLO, sitting_out="C")
    assert played.table.sitting_out == ("C",)
    assert played.units[Player("G")] == -2


@pytest.mark.parametrize(
    "dealer, sitting_out, field, sentence",
    [
        ("X", None, "dealer", "is not at the table"),
        (None, "", "sitting_out", "of those present 1 to 2 sit out"),
        (None, "ABC", "sitting_out", "of those present 1 to 2 sit out"),
        (None, "AA", "sitting_out", "of those present 1 to 2 sit out"),
        (None, "X", "sitting_out", "of those present 1 to 2 sit out"),
    ],
)
def test_an_impossible_seating_is_refused(
    dealer: str | None, sitting_out: str | None, field: str, sentence: str
) -> None:
    with pytest.raises(RefusedError) as caught:
        _evening(jaggln.GAME, "ABCDEFG").table(dealer, sitting_out)
    assert [(each.field, english(each.message)) for each in caught.value.refusals] == [(field, sentence)]


@pytest.mark.parametrize(
    "game, seats, sitting_out, sentence",
    [
        (jaggln.GAME, "ABCDE", "A", "nobody sits out"),
        (matzlfangen.GAME, "ABCDE", "AB", "1 of those present sit out"),
        (dobbm.GAME, "ABCDE", "", "1 of those present sit out"),
    ],
)
def test_a_game_with_one_number_of_players_in_a_deal_says_how_many_sit_out(
    game: AnyGame, seats: str, sitting_out: str, sentence: str
) -> None:
    with pytest.raises(RefusedError) as caught:
        _evening(game, seats).table(sitting_out=sitting_out)
    assert [english(each.message) for each in caught.value.refusals] == [sentence]


def test_a_deal_may_be_played_by_fewer_if_the_game_can_be() -> None:
    six = _evening(jaggln.GAME, "ABCDEF").play(SOLO, sitting_out="C")
    assert six.units == {"A": 8, "B": -2, "C": 0, "D": -2, "E": -2, "F": -2}
    assert _evening(jaggln.GAME, "ABCDEF", active=5).play(SOLO, sitting_out="").units[Player("A")] == 10
    assert _evening(tarock.GAME, "ABCD").table(sitting_out="B").active == players("ACD")
    assert _evening(free.GAME, "ABCDE").play(NOTHING, sitting_out="E").table.active == players("ABCD")


def test_a_leaver_is_not_dealt_for_any_more_and_keeps_the_units() -> None:
    evening = _present(_evening(jaggln.GAME, "ABCDEF"), C=(1, 2))
    dealers = _dealers(evening, SOLO, 2)
    assert [len(played.table.present) for played in evening.played] == [6, 6]
    dealers += _dealers(evening, SOLO, 3)
    assert dealers == "FABDE"
    assert [len(played.table.present) for played in evening.played[2:]] == [5, 5, 5]
    assert evening.played[4].units[Player("C")] == 0
    assert evening.standing.totals[Player("C")] == -4


def test_the_first_dealer_may_come_later() -> None:
    evening = _present(_evening(jaggln.GAME, "ABCDEF", first="C"), C=(2, None))
    assert _dealers(evening, SOLO, 3) == "DEF"


def test_a_late_joiner_starts_at_zero_and_sits_in_the_seat_that_was_kept() -> None:
    evening = _present(_evening(jaggln.GAME, "ABCDEF"), B=(3, None))
    assert _dealers(evening, SOLO, 4) == "FABC"
    assert [played.units[Player("B")] for played in evening.played[:2]] == [0, 0]
    assert evening.played[2].table.present == players("ABCDEF")


def test_presence_includes_its_first_and_its_last_deal() -> None:
    presence = Presence(2, 4)
    assert [presence.at(number) for number in range(1, 7)] == [False, True, True, True, False, False]
    assert Presence(3).at(1000)


def test_too_few_left_at_the_table_is_refused_with_the_number() -> None:
    evening = _present(_evening(jaggln.GAME, "ABCDE"), A=(1, 1))
    evening.play(SOLO)
    with pytest.raises(RefusedError) as caught:
        evening.play(SOLO)
    (refusal,) = caught.value.refusals
    assert refusal.field == "players"
    assert english(refusal.message) == "this game needs 5 to 7 players, here are 4"


def test_nobody_at_the_table_cannot_deal() -> None:
    evening = _present(_evening(free.GAME, "AB"), A=(1, 1), B=(1, 1))
    evening.play(NOTHING)
    with pytest.raises(RefusedError):
        dealer_of(evening.setup, evening.standing)


SETUPS = {
    "4 at Jaggln": (_setup(jaggln.GAME, "ABCD"), "players", "this game needs 5 to 7 players, here are 4"),
    "8 at Jaggln after Schipflinger": (
        _setup(jaggln.GAME, "ABCDEFGH"), "players", "this game needs 5 to 7 players, here are 8",
    ),
    "3 at Matzlfangen": (_setup(matzlfangen.GAME, "ABC"), "players", "this game needs 4 to 5 players, here are 3"),
    "6 at Bauerntarock": (_setup(tarock.GAME, "ABCDEF"), "players", "this game needs 3 to 5 players, here are 6"),
    "3 at Dobbm": (_setup(dobbm.GAME, "ABC"), "players", "this game needs 4 to 5 players, here are 3"),
    "1 at free scoring": (_setup(free.GAME, "A"), "players", "this game needs 2 to 20 players, here are 1"),
    "a first dealer from elsewhere": (_setup(dobbm.GAME, "ABCD", first="X"), "first_dealer", "is not at the table"),
}  # fmt: skip


@pytest.mark.parametrize("setup, field, sentence", SETUPS.values(), ids=SETUPS)
def test_a_table_that_does_not_fit_is_refused(setup: Setup, field: str, sentence: str) -> None:
    assert [(each.field, english(each.message)) for each in setup_problems(setup)] == [(field, sentence)]


def test_every_game_takes_its_fewest_and_its_most_players() -> None:
    for game in GAMES.values():
        for rule_set in game.rule_sets:
            for count in game.size(rule_set.rules):
                setup = _setup(game, "ABCDEFGHIJKLMNOPQRST"[:count], rule_set=rule_set.key)
                assert list(setup_problems(setup)) == []


def test_at_dobbm_the_last_declarer_deals_and_at_five_sits_out() -> None:
    evening = _evening(dobbm.GAME, "ABCDE")
    assert evening.play(dobbm.Deal(declarer=Player("C"), points=72)).table.dealer == "E"
    second = evening.play(dobbm.Deal(declarer=Player("A"), points=72)).table
    assert (second.dealer, second.sitting_out, second.forehand) == ("C", ("C",), "D")
    assert evening.table().dealer == "A"


def test_at_dobbm_the_next_seat_deals_for_a_declarer_who_has_left() -> None:
    evening = _present(_evening(dobbm.GAME, "ABCDE"), C=(1, 1))
    evening.play(dobbm.Deal(declarer=Player("C"), points=72))
    assert evening.table().dealer == "D"


def test_at_dobbm_another_dealer_may_be_named_and_then_the_declarer_deals_again() -> None:
    evening = _evening(dobbm.GAME, "ABCD")
    evening.play(dobbm.Deal(declarer=Player("C"), points=72))
    assert evening.play(dobbm.Deal(declarer=Player("B"), points=72), dealer="A").table.dealer == "A"
    assert evening.table().dealer == "B"


def test_a_refused_deal_books_nothing_and_names_everything_that_is_wrong() -> None:
    evening = _evening(matzlfangen.GAME, "ABCD")
    with pytest.raises(RefusedError) as caught:
        evening.play(matzlfangen.Deal(contract="rufen", declarer=Player("X")))
    assert [each.field for each in caught.value.refusals] == ["declarer", "partner", "points"]
    assert evening.standing == beginning(evening.setup)


def test_a_voided_deal_was_dealt_but_pays_nothing() -> None:
    evening = _evening(jaggln.GAME, "ABCDE")
    standing = after(evening.setup, evening.standing, SOLO, evening.table(), {})
    assert standing.deals == 1
    assert set(standing.totals.values()) == {0}
    assert dealer_of(evening.setup, standing) == "A"


def test_adjustments_are_added_to_the_totals_of_the_deals() -> None:
    totals = {Player("A"): 3, Player("B"): -3}
    changes = [(Player("B"), -2), (Player("B"), 1)]
    assert with_adjustments(totals, changes) == {"A": 3, "B": -4}
    assert totals == {"A": 3, "B": -3}
