"""How a tournament stands, folded in one go or further from what was known: it comes to the same."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.domain.tournament.folding import fold, fold_on
from scorekeeper.domain.tournament.record import Fact, Kind
from scorekeeper.domain.tournament.settings import Settings

ENTRANTS, ROUNDS, TABLES = (1, 2, 3, 4), (1, 2), (1, 2)
_BEGINNING: tuple[tuple[Kind, Mapping[str, Any]], ...] = (
    (Kind.SETTINGS, Settings(game="jaggln", rule_set="schipflinger").to_json()),
    *((Kind.ENTRANT, {"entrant": one, "player": 100 + one}) for one in ENTRANTS),
    *((Kind.DRAWN, {"round": one, "seed": "KDF7", "method": "lot", "tables": [[1, 2], [3, 4]], "out": []})
      for one in ROUNDS),
    *((Kind.LESSON, {"lesson": one, "date": "", "place": "", "teacher": "", "topic": ""}) for one in ROUNDS),
)  # fmt: skip


ENTRANT, ROUND, TABLE, SMALL = (st.sampled_from(some) for some in (ENTRANTS, ROUNDS, TABLES, (1, 2, 3, 10)))
UNITS = st.fixed_dictionaries({"1": SMALL, "2": SMALL})
SAID: Mapping[Kind, Mapping[str, st.SearchStrategy[Any]]] = {
    Kind.ABOUT: {"place": st.just("Kirchberg"), "was_place": st.just("Westendorf")},
    Kind.SETTINGS: dict(**{name: st.just(value) for name, value in _BEGINNING[0][1].items()}),
    Kind.ENTRANT: {"entrant": st.just(5), "player": st.just(105)},
    Kind.LESSON: {
        "lesson": ROUND,
        "date": st.just(""),
        "place": st.just(""),
        "teacher": st.just("Sepp"),
        "topic": st.just(""),
    },
    Kind.DETAILS: {"entrant": ENTRANT, "note": st.sampled_from(("", "Rollstuhl"))},
    Kind.APART: {
        "entrant": ENTRANT,
        "entrants": st.lists(ENTRANT, unique=True, max_size=2),
        "freed": st.lists(ENTRANT, unique=True, max_size=2),
    },
    Kind.LEFT: {"entrant": ENTRANT, "round": ROUND},
    Kind.BACK: {"entrant": ENTRANT, "round": ROUND},
    Kind.STAND_IN: {"entrant": ENTRANT, "player": SMALL, "round": ROUND, "own": st.booleans()},
    Kind.MONEY: {
        "what": st.sampled_from(("fee", "prize", "other")),
        "cents": SMALL,
        "entrant": ENTRANT,
        "text": st.just(""),
    },
    Kind.FLOAT: {"cents": SMALL},
    Kind.COUNTED: {"cents": SMALL},
    Kind.DRAWN: {
        "round": ROUND,
        "seed": st.just("ABCD"),
        "method": st.just("lot"),
        "tables": st.just([[3, 1], [2, 4]]),
        "out": st.just([]),
    },
    Kind.BEGUN: {"round": ROUND, "sittings": st.just({"1": 7, "2": 8}), "ends_at": st.just("")},
    Kind.RECALLED: {"round": ROUND},
    Kind.CLOCK: {"round": ROUND, "ends_at": st.just(""), "left": SMALL, "last": st.booleans()},
    Kind.EXTRA: {"round": ROUND, "table": TABLE, "minutes": SMALL},
    Kind.TOTALS: {"round": ROUND, "table": TABLE, "units": UNITS, "hand": st.sampled_from((1, 2))},
    Kind.CONFIRMED: {"round": ROUND, "table": TABLE, "initials": st.just("A B"), "seq": SMALL},
    Kind.CLOSED: {"round": ROUND, "without": st.lists(TABLE, unique=True, max_size=1)},
    Kind.PENALTY: {"entrant": ENTRANT, "round": ROUND, "points": SMALL, "reason": st.just("verleugnet")},
    Kind.CEREMONY: {"hidden": st.booleans()},
    Kind.PRESENT: {"lesson": ROUND, "entrants": st.lists(ENTRANT, unique=True)},
    Kind.REVOKE: {"seq": st.integers(len(_BEGINNING) + 1, len(_BEGINNING) + 12)},
}


def _said(kind: Kind) -> st.SearchStrategy[tuple[Kind, Mapping[str, Any]]]:
    return st.fixed_dictionaries(dict(SAID[kind])).map(lambda values: (kind, values))


@given(said=st.lists(st.sampled_from(sorted(SAID)).flatmap(_said), max_size=25), known=st.integers(0, 25))
def test_folded_further_from_what_was_known_is_folded_from_the_first_fact(
    said: list[tuple[Kind, Mapping[str, Any]]], known: int
) -> None:
    facts = [Fact(seq=seq, kind=kind, values=values) for seq, (kind, values) in enumerate((*_BEGINNING, *said), 1)]
    cut = min(len(_BEGINNING) + known, len(facts))
    before = fold(facts[:cut])
    as_it_was = deepcopy(before)
    after = fold_on(before, facts[cut:])
    if after is None:  # something is taken back
        assert any(fact.kind is Kind.REVOKE for fact in facts[cut:])
    else:
        assert after == fold(facts)
    assert before == as_it_was


def test_every_kind_of_fact_is_tried() -> None:
    assert set(SAID) == set(Kind)


def test_receipts_have_the_numbers_1_2_3_and_what_is_taken_back_keeps_its_own() -> None:
    def money(what: str, cents: int) -> tuple[Kind, Mapping[str, Any]]:
        return Kind.MONEY, {"what": what, "cents": cents, "entrant": 1, "text": ""}

    said = (*_BEGINNING, money("fee", 1000), money("other", 500), money("fee", 900), money("prize", -300))
    later = ((Kind.REVOKE, {"seq": len(_BEGINNING) + 1}), money("fee", 800))
    state = fold(Fact(seq=seq, kind=kind, values=values) for seq, (kind, values) in enumerate((*said, *later), 1))
    assert [(one.cents, one.receipt) for one in state.money] == [(500, 0), (900, 2), (-300, 0), (800, 3)]
    assert [(one.cents, one.receipt) for one in state.money_back] == [(1000, 1)]


def test_a_count_of_the_box_knows_what_was_booked_after_it() -> None:
    def money(cents: int) -> tuple[Kind, Mapping[str, Any]]:
        return Kind.MONEY, {"what": "other", "cents": cents, "entrant": 0, "text": ""}

    first = len(_BEGINNING) + 1
    said = [money(1000), (Kind.FLOAT, {"cents": 5000}), money(200), (Kind.COUNTED, {"cents": 6300})]

    def moved(*later: tuple[Kind, Mapping[str, Any]]) -> tuple[int, ...]:
        facts = enumerate((*_BEGINNING, *said, *later), 1)
        state = fold(Fact(seq=seq, kind=kind, values=values) for seq, (kind, values) in facts)
        assert state.counted is not None
        assert (state.counted.cents, state.counted.float_cents) == (6300, 5000)
        return state.moved

    assert moved() == ()
    assert moved(money(-700)) == (-700,)
    assert moved((Kind.REVOKE, {"seq": first})) == (-1000,)
    assert moved((Kind.FLOAT, {"cents": 4000})) == (-1000,)
    assert moved(money(300), (Kind.REVOKE, {"seq": first + 4})) == ()  # entered by mistake, and taken back


def test_each_pair_kept_apart_stands_by_itself_also_one_of_a_group() -> None:
    def state(*said: Mapping[str, Any]) -> list[list[int]]:
        facts = (*_BEGINNING, *((Kind.APART, values) for values in said))
        folded = fold(Fact(seq=seq, kind=kind, values=values) for seq, (kind, values) in enumerate(facts, 1))
        return [sorted(folded.apart_from(one)) for one in ENTRANTS]

    family = {"entrants": [1, 2, 3]}
    assert state(family) == [[2, 3], [1, 3], [1, 2], []]
    more = {"entrant": 4, "entrants": [1], "freed": []}
    assert state(family, more) == [[2, 3, 4], [1, 3], [1, 2], [1]]
    less = {"entrant": 1, "entrants": [], "freed": [2]}
    assert state(family, more, less) == [[3, 4], [3], [1, 2], [1]]
    assert state(family, more, less, {"entrant": 3, "entrants": [4], "freed": [1, 2]}) == [[4], [], [4], [1, 3]]
