"""The same sitting under other rules: figures by hand for each game whose options matter, and nothing touched."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.services import changing, entering, what_if
from scorekeeper.services.changing import NewRules
from scorekeeper.services.what_if import WhatIf
from scorekeeper.storage import Store, sittings
from scorekeeper.storage import deals as deal_rows
from tests.services.table import At, actor, sit_down
from tests.services.test_changing import change_rules, check, undo

FOUR = ("Burgi", "Lois", "Kathi", "Schorsch")


def compare(table: At, rule_set: str, *, stake: int = 10, all_deals: bool = True, **options: Any) -> WhatIf:  # noqa: ANN401 options are of any kind
    new = NewRules(rule_set=rule_set, options=options, stake_cents=stake)
    with table.store.read() as tx:
        return what_if.what_if(tx, table.sitting, new, all_deals=all_deals)


def units(table: At, found: WhatIf) -> tuple[int, ...]:
    assert found.then is not None, found.refusals
    return tuple(found.then.totals[table.player(seat)] for seat in range(len(table.ids)))


def cents(table: At, found: WhatIf) -> tuple[int, ...]:
    assert found.then is not None, found.refusals
    return tuple(found.then.cents[table.player(seat)] for seat in range(len(table.ids)))


def numbers(found: WhatIf) -> list[int]:
    return [deal.entry.number for deal in found.rescored]


def test_jaggln_in_the_hotel_variant_pays_two_thirds_to_the_declarer(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 2, 6))  # +3 −2 +3 −2 −2
    table.enter(2, table.jaggln(1, 3, 4))  # +2 −3 +2 −3 +2
    found = compare(table, "mayr-hassler", stake=20)
    # deal 1: +2 −1 +1 −1 −1; deal 2 lost: +1 −2 +1 −1 +1
    assert units(table, found) == (3, -3, 2, -2, 0)
    assert cents(table, found) == (60, -60, 40, -40, 0)
    assert numbers(found) == [1, 2]
    assert found.here.cents == table.now().cents
    assert [(line.cents) for line in found.then.plan.transfers] == [60, 40] if found.then else False


def test_only_deals_that_pay_something_else_are_named(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 2, 9, gematscht=True))
    table.enter(2, table.jaggln(1, 3, 6))
    found = compare(table, "schipflinger", gematscht_factor=1)
    assert numbers(found) == [1]
    assert units(table, found) == (3 - 2, -2 + 3, 3 - 2, -2 + 3, -2 - 2)
    assert not found.same


def test_matzlfangen_with_raises_added_instead_of_multiplied(store: Store) -> None:
    table = sit_down(store, "matzlfangen", FOUR)
    # 102 for Burgi and Kathi, the losers have 28, Schuß and Re: (1 + 2) × 2 = 6; added: 1 × 2 + 2 = 4
    answers = {"contract": "rufen", "declarer": table.player(0), "partner": table.player(2), "points": 102, "raises": 2}
    table.enter(1, table.deal(answers))
    assert table.totals() == (6, -6, 6, -6)
    assert units(table, compare(table, "daglinger", raises="added")) == (4, -4, 4, -4)
    # Durch at 6, made: 3 × 6 for the soloist; at 4 it is 12
    table.enter(2, table.deal({"contract": "durch", "declarer": table.player(1), "made": True}))
    assert units(table, compare(table, "daglinger", durch=4)) == (6 - 4, -6 + 12, 6 - 4, -6 - 4)


def test_a_house_contract_that_the_other_rules_do_not_have_is_refused_and_named(store: Store) -> None:
    table = sit_down(store, "matzlfangen", FOUR, house_contract="Bettler", house_base=3, house_aim="all_tricks")
    table.enter(1, table.deal({"contract": "durch", "declarer": table.player(1), "made": True}))
    table.enter(2, table.deal({"contract": "house_contract", "declarer": table.player(0), "made": True}))
    found = compare(table, "daglinger")
    assert found.then is None
    assert [refusal.field for refusal in found.refusals] == ["deals"]
    assert found.refusals[0].message.values["number"] == 2


def test_bauerntarock_with_sumpern_doubled_and_no_surcharge(store: Store) -> None:
    table = sit_down(store, "bauerntarock", FOUR)
    table.enter(1, table.tarock(0, 85, bid="sumpern"))  # +25, doubled +50
    table.enter(2, table.tarock(1, 48))  # −12
    found = compare(table, "brixental", sumpern_factor=2, last_place_surcharge=0)
    assert numbers(found) == [1]
    assert units(table, found) == (50, -12, 0, 0)
    # others pay the winner the difference: 62, 50, 50
    assert cents(table, found) == (1620, -620, -500, -500)
    # now: 25 − (−12) + 20 = 57, 25, 25
    assert tuple(found.here.cents.values()) == (1070, -570, -250, -250)


def test_bauerntarock_that_would_have_been_over_earlier_says_with_which_deal(store: Store) -> None:
    table = sit_down(store, "bauerntarock", FOUR)
    for number in range(1, 5):
        table.enter(number, table.tarock(0, 80))  # +20 each; 50 is reached with deal 3, the round ends with deal 4
    found = compare(table, "brixental", target=50)
    assert found.then is not None
    assert (found.here.over_after, found.then.over_after) == (0, 4)


def test_dobbm_at_twelve_for_a_match(store: Store) -> None:
    table = sit_down(store, "dobbm", FOUR)
    table.enter(1, table.deal({"declarer": table.player(0), "points": 66}))  # 6 each; at 12: 6 × 12 / 60 rounded up = 2
    table.enter(2, table.deal({"declarer": table.player(1), "points": 76, "bid": "solo"}))  # 32 each; at 12: 4 × 2 = 8
    assert table.totals() == (18 - 32, -6 + 96, -6 - 32, -6 - 32)
    assert units(table, compare(table, "stubai", match_units=12)) == (6 - 8, -2 + 24, -2 - 8, -2 - 8)


def test_free_scoring_settled_by_the_difference_to_the_winner(store: Store) -> None:
    table = sit_down(store, "free", FOUR)
    amounts = {table.player(0): 5, table.player(1): 1, table.player(2): -2, table.player(3): -4}
    table.enter(1, table.deal({"amounts": amounts}))
    found = compare(table, "free", settle="difference")
    assert numbers(found) == []
    # 4, 7 and 9 to Burgi
    assert cents(table, found) == (200, -40, -70, -90)


def test_a_deal_of_six_is_not_known_to_rules_for_five(store: Store) -> None:
    six = ("Toni", "Maria", "Franz", "Leni", "Sepp", "Vroni")
    table = sit_down(store, "jaggln", six)
    table.enter(1, table.jaggln(0, 2, 6))
    found = compare(table, "mayr-hassler")
    assert [refusal.message.values["number"] for refusal in found.refusals] == [1]
    assert compare(table, "mayr-hassler", all_deals=False).then is not None


def test_from_now_on_moves_no_score_and_no_money(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 2, 6))
    with store.write() as tx:
        changing.adjust(
            tx, actor(store), table.sitting, key="p", seen=1, units={table.player(0): -5}, reason="verleugnet"
        )  # fmt: skip
    found = compare(table, "schipflinger", stake=50, gematscht_factor=3, all_deals=False)
    assert found.then is not None
    assert (found.then.totals, found.then.cents) == (found.here.totals, found.here.cents)
    before = table.now().cents
    change_rules(table, all_deals=False, stake=50, gematscht_factor=3)
    assert table.now().cents == before
    check(store)


def test_a_game_settled_once_takes_no_second_stake_but_a_new_one_for_all(store: Store) -> None:
    table = sit_down(store, "bauerntarock", FOUR)
    table.enter(1, table.tarock(0, 72))
    found = compare(table, "brixental", stake=20, all_deals=False)
    assert [refusal.field for refusal in found.refusals] == ["stake_cents"]
    # 12 to everybody's 0, and the last place shared by three: 12 + 20 / 3 each, 56 at 20 cents together
    assert compare(table, "brixental", stake=20).then is not None


def test_free_scoring_with_two_stakes_cannot_be_settled_by_the_difference_any_more(store: Store) -> None:
    table = sit_down(store, "free", FOUR)
    amounts = {table.player(0): 5, table.player(1): 1, table.player(2): -2, table.player(3): -4}
    table.enter(1, table.deal({"amounts": amounts}))
    with store.write() as tx:
        new = NewRules(rule_set="free", options={}, stake_cents=20)
        changing.change_rules(tx, actor(store), table.sitting, key="s", seen=1, new=new, all_deals=False)
    found = compare(table, "free", stake=20, settle="difference", all_deals=False)
    assert [refusal.field for refusal in found.refusals] == ["stake_cents"]


def kept(table: At) -> object:
    """Everything that is kept beside the entries."""
    with table.store.read() as tx:
        found = sittings.find(tx, table.sitting)
        assert found is not None
        standing = found.standing._replace(seq=0, redo=0)
        return found.sitting._replace(setup_version=0), standing, found.seats, deal_rows.every(tx, table.sitting)


@given(
    deals=st.lists(
        st.tuples(st.integers(0, 4), st.integers(1, 4), st.integers(0, 9), st.booleans()), min_size=1, max_size=6
    ),
    factor=st.integers(1, 4), stake=st.sampled_from((0, 10, 50)),
    rule_set=st.sampled_from(("schipflinger", "mayr-hassler")),
)  # fmt: skip
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_scored_again_and_taken_back_is_as_before_and_the_preview_is_what_happens(
    store: Store, deals: list[tuple[int, int, int, bool]], factor: int, stake: int, rule_set: str
) -> None:
    table = sit_down(store, names=tuple(f"{name} {len(store_names(store))}" for name in "ABCDE"))
    for number, (declarer, step, gewisse, struck) in enumerate(deals, 1):
        entered = table.enter(number, table.jaggln(declarer, (declarer + step) % 5, gewisse))
        if struck:
            table.void(number, entered.seq)
    unchanged = compare(table, "schipflinger")
    assert unchanged.same
    assert unchanged.rescored == ()
    assert unchanged.then is not None
    assert (unchanged.then.totals, unchanged.then.cents) == (unchanged.here.totals, unchanged.here.cents)
    before = kept(table)
    new = NewRules(rule_set=rule_set, options={"gematscht_factor": factor}, stake_cents=stake)
    shown = compare(table, rule_set, stake=stake, gematscht_factor=factor)
    with store.write() as tx:
        done = changing.change_rules(
            tx, actor(store), table.sitting, key=table.key(), seen=table.now().seq, new=new, all_deals=True
        )  # fmt: skip
    assert done.unchanged == shown.same
    assert shown.then is not None
    assert (table.now().totals, table.now().cents) == (shown.then.totals, shown.then.cents)
    check(store)
    if not done.unchanged:
        undo(table)
    assert kept(table) == before


def store_names(store: Store) -> list[int]:
    """Give the sittings so far, so that each example has people of its own."""
    with store.read() as tx:
        return sittings.every(tx)


def test_every_one_of_two_hundred_deals_is_named_that_pays_more(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store)
    deal = table.jaggln(0, 2, 9, gematscht=True)
    with sqlite_store.write() as tx:
        for number in range(1, 201):
            entering.enter_deal(tx, actor(sqlite_store), table.sitting, key=f"d{number}", number=number, deal=deal)
    found = compare(table, "schipflinger", gematscht_factor=3)
    assert numbers(found) == list(range(1, 201))
