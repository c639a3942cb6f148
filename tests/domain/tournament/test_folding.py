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


def _of(kind: Kind, **values: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Kind, Mapping[str, Any]]]:
    return st.fixed_dictionaries(values).map(lambda found: (kind, found))


ENTRANT, ROUND, TABLE, SMALL = (st.sampled_from(some) for some in (ENTRANTS, ROUNDS, TABLES, (1, 2, 3, 10)))
UNITS = st.fixed_dictionaries({"1": SMALL, "2": SMALL})
SAID = st.one_of(
    _of(Kind.DETAILS, entrant=ENTRANT, note=st.sampled_from(("", "Rollstuhl"))),
    _of(Kind.APART, entrants=st.lists(ENTRANT, unique=True, max_size=3)),
    _of(Kind.LEFT, entrant=ENTRANT, round=ROUND),
    _of(Kind.BACK, entrant=ENTRANT, round=ROUND),
    _of(Kind.STAND_IN, entrant=ENTRANT, player=SMALL, round=ROUND, own=st.booleans()),
    _of(Kind.MONEY, what=st.sampled_from(("fee", "prize", "other")), cents=SMALL, entrant=ENTRANT, text=st.just("")),
    _of(Kind.DRAWN, round=ROUND, seed=st.just("ABCD"), method=st.just("lot"), tables=st.just([[3, 1], [2, 4]]),
        out=st.just([])),
    _of(Kind.BEGUN, round=ROUND, sittings=st.just({"1": 7, "2": 8}), ends_at=st.just("")),
    _of(Kind.RECALLED, round=ROUND),
    _of(Kind.CLOCK, round=ROUND, ends_at=st.just(""), left=SMALL, last=st.booleans()),
    _of(Kind.EXTRA, round=ROUND, table=TABLE, minutes=SMALL),
    _of(Kind.TOTALS, round=ROUND, table=TABLE, units=UNITS, hand=st.sampled_from((1, 2))),
    _of(Kind.CONFIRMED, round=ROUND, table=TABLE, initials=st.just("A B"), seq=SMALL),
    _of(Kind.CLOSED, round=ROUND, without=st.lists(TABLE, unique=True, max_size=1)),
    _of(Kind.PENALTY, entrant=ENTRANT, round=ROUND, points=SMALL, reason=st.just("verleugnet")),
    _of(Kind.CEREMONY, hidden=st.booleans()),
    _of(Kind.PRESENT, lesson=ROUND, entrants=st.lists(ENTRANT, unique=True)),
    _of(Kind.REVOKE, seq=st.integers(len(_BEGINNING) + 1, len(_BEGINNING) + 12)),
)  # fmt: skip


@given(said=st.lists(SAID, max_size=25), known=st.integers(0, 25))
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


def test_receipts_have_the_numbers_1_2_3_and_what_is_taken_back_keeps_its_own() -> None:
    def money(what: str, cents: int) -> tuple[Kind, Mapping[str, Any]]:
        return Kind.MONEY, {"what": what, "cents": cents, "entrant": 1, "text": ""}

    said = (*_BEGINNING, money("fee", 1000), money("other", 500), money("fee", 900), money("prize", -300))
    later = ((Kind.REVOKE, {"seq": len(_BEGINNING) + 1}), money("fee", 800))
    state = fold(Fact(seq=seq, kind=kind, values=values) for seq, (kind, values) in enumerate((*said, *later), 1))
    assert [(one.cents, one.receipt) for one in state.money] == [(500, 0), (900, 2), (-300, 0), (800, 3)]
    assert [(one.cents, one.receipt) for one in state.money_back] == [(1000, 1)]
