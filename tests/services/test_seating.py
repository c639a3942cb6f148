"""Who comes and goes: the turn of the deal, who sits out, scores of joiners and leavers, and what old deals keep."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.evening import progress_now
from scorekeeper.domain.text import Player
from scorekeeper.services import changing, evenings, players, seating, settling
from scorekeeper.services.errors import ClosedError
from scorekeeper.services.seating import SOMEBODY_NEW, Moves, Seating, SeatsAfter
from scorekeeper.storage import Store
from tests.services.table import At, actor, new_evening, new_sitting, people, sit_down
from tests.services.test_changing import cents, check, redo, undo

SIX = ("Toni", "Maria", "Franz", "Leni", "Sepp", "Vroni")
SEVEN = (*SIX, "Hias")
FOUR = ("Burgi", "Lois", "Kathi", "Schorsch")


def move(table: At, **moves: Any) -> Player | None:  # noqa: ANN401 a player, a name, a place
    """Change seats; `name` joins. Gives who joined."""
    name = moves.pop("name", None)
    with table.store.write() as tx:
        who = actor(table.store)
        joining = players.add_player(tx, who, name) if name else None
        seen = table.now().seq
        changing.change_seats(tx, who, table.sitting, key=table.key(), seen=seen, joining=joining, **moves)
    return None if joining is None else Player(str(joining))


def after(table: At, **moves: Any) -> SeatsAfter:  # noqa: ANN401 as above
    with table.store.read() as tx:
        return seating.seats_after(tx, table.sitting, Moves(**moves))


def seats(table: At) -> Seating:
    with table.store.read() as tx:
        return seating.seating(tx, table.sitting)


def next_table(table: At) -> tuple[Player, tuple[Player, ...], Player]:
    """Give who deals the next deal, who sits out, and forehand."""
    found = seats(table).tables[0]
    return found.dealer, found.sitting_out, found.forehand


def play_on(table: At) -> None:
    """Enter the next deal of Jaggln: forehand alone with 6 Gwiß."""
    now = table.now()
    table.enter(now.standing.deals + 1, table.deal({"gewisse": 6}))


def test_the_dealer_leaves_and_the_next_seat_deals(store: Store) -> None:
    table = sit_down(store, "jaggln", SEVEN)  # Hias deals, sits out
    play_on(table)
    play_on(table)  # Toni dealt
    move(table, leaving=table.player(0))
    dealer, out, forehand = next_table(table)
    assert (dealer, out, forehand) == (table.player(1), (), table.player(2))  # six play, Maria deals
    play_on(table)
    assert table.rows()[2].entry.dealer == table.player(1)
    check(store)


def test_a_substitute_takes_the_seat_with_its_turn_to_deal(store: Store) -> None:
    table = sit_down(store, "jaggln", SEVEN)
    play_on(table)
    newcomer = move(table, leaving=table.player(0), name="Resi")  # Toni would have dealt deal 2
    assert next_table(table)[:2] == (newcomer, (newcomer,))
    play_on(table)
    move(table, leaving=newcomer, name="Wast")  # who has just dealt goes: the next seat deals, not the substitute
    assert next_table(table)[0] == table.player(1)
    check(store)


def test_somebody_who_sits_down_next_to_the_last_dealer_deals_next(store: Store) -> None:
    table = sit_down(store, "jaggln", SIX)  # Vroni deals
    play_on(table)
    newcomer = move(table, name="Hias", before=table.player(0))
    assert next_table(table)[:2] == (newcomer, (newcomer,))  # seven: the dealer sits out
    check(store)


def test_with_seven_in_the_hotel_variant_dealer_and_next_sit_out_and_with_six_the_dealer_alone(store: Store) -> None:
    ids = people(store, SEVEN)
    with store.write() as tx:
        sitting = replace(new_sitting(ids), rule_set="mayr-hassler")
        table = At(store, ids, evenings.start_evening(tx, actor(store), new_evening(sitting), "hotel"))
    assert next_table(table)[1] == (table.player(6), table.player(0))
    play_on(table)
    move(table, leaving=table.player(1))
    assert next_table(table)[:2] == (table.player(0), (table.player(0),))
    check(store)


def test_a_joiner_begins_at_0_and_an_old_deal_keeps_its_table_when_it_is_corrected(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 2, 6))
    table.enter(2, table.jaggln(1, 3, 6))
    newcomer = move(table, name="Vroni")
    assert newcomer is not None
    play_on(table)  # Maria dealt, six play: Franz alone, 2 from each of five
    assert table.now().totals[newcomer] == -2
    target = table.rows()[0].entry.seq
    before = [row.running for row in table.rows()]
    table.correct(1, target, table.jaggln(0, 2, 4))
    first = table.rows()[0].entry
    assert newcomer not in first.present
    assert [first.units[table.player(seat)] for seat in range(5)] == [-3, 2, -3, 2, 2]
    assert newcomer not in table.rows()[1].running
    undo(table)
    assert [row.running for row in table.rows()] == before
    check(store)


def test_a_leaver_is_paid_out_and_the_rest_still_sums_to_0(store: Store) -> None:
    table = sit_down(store, "jaggln", SIX)
    for _ in range(2):
        play_on(table)
    move(table, name="Hias", before=table.player(3))  # at deal 3
    for _ in range(2):
        play_on(table)
    leaver = table.player(1)
    shown = after(table, leaving=leaver)
    units, money = table.now().totals[leaver], table.now().cents[leaver]
    assert (shown.units, shown.cents) == (units, money)
    move(table, leaving=leaver)  # at deal 5
    for _ in range(3):
        play_on(table)
    assert table.now().totals[leaver] == units
    assert table.now().cents[leaver] == money
    assert sum(cents(table)) == 0
    assert leaver not in table.rows()[4].entry.present
    left = next(seat for seat in seats(table).seats if seat.player == leaver)
    assert (left.first, left.last, left.units) == (1, 4, units)
    check(store)


def test_how_often_each_has_sat_out_and_whose_turn_it_is_then(store: Store) -> None:
    table = sit_down(store, "jaggln", SEVEN)  # Hias deals
    for _ in range(9):
        play_on(table)  # Hias and Toni have dealt twice
    found = seats(table)
    assert [seat.sat_out for seat in found.seats] == [2, 1, 1, 1, 1, 1, 2]
    assert [each.sitting_out for each in found.tables[:3]] == [(table.player(seat),) for seat in (1, 2, 3)]
    assert len(found.tables) == 7
    assert found.size == (5, 7)


def test_too_many_too_few_twice_and_again_is_refused(sqlite_store: Store) -> None:
    seven, five = sit_down(sqlite_store, "jaggln", SEVEN), sit_down(sqlite_store, "jaggln", SIX[:5])
    with pytest.raises(RefusedError, match="5 to 7 players, here are 8") as refused:
        move(seven, name="Resi")
    assert refused.value.refusals[0].field == "joining"
    assert after(seven, joining=SOMEBODY_NEW).refusals[0].field == "joining"
    with pytest.raises(RefusedError, match="5 to 7 players, here are 4"):
        move(five, leaving=five.player(0))
    with pytest.raises(RefusedError, match="sits at this table already"):
        move(five, name="Toni")
    move(five, leaving=five.player(0), name="Resi")
    with pytest.raises(RefusedError, match="in the next sitting there is a seat again"):
        move(five, name="Toni", before=five.player(2))
    with pytest.raises(RefusedError, match="is not at the table"):
        move(five, leaving=five.player(0))
    with pytest.raises(RefusedError, match="nobody comes and nobody goes"):
        move(five)


def test_when_the_sitting_is_over_nobody_comes_or_goes(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store, "jaggln", SIX)
    table.end()
    with pytest.raises(ClosedError):
        move(table, leaving=table.player(0))


def test_in_dobbm_a_declarer_who_leaves_gives_the_deal_to_the_substitute_else_to_the_next_seat(store: Store) -> None:
    five = (*FOUR, "Veronika")
    table = sit_down(store, "dobbm", five)
    table.enter(1, table.deal({"declarer": table.player(1), "points": 72}))  # Lois declared and deals next
    shown = after(table, leaving=table.player(1))
    assert shown.table is not None
    assert shown.table.dealer == table.player(2)
    newcomer = move(table, leaving=table.player(1), name="Resi")
    assert newcomer is not None
    assert next_table(table)[:2] == (newcomer, (newcomer,))
    # who feasts pays and gets all the same: Burgi declares 72, 12 from each of four
    table.enter(2, table.deal({"declarer": table.player(0), "points": 72}))
    assert table.now().totals[newcomer] == -12
    assert len(seats(table).tables) == 1  # who deals afterwards is known when the deal is played
    check(store)


def test_matzlfangen_is_for_four_or_five(store: Store) -> None:
    table = sit_down(store, "matzlfangen", FOUR)
    assert after(table, leaving=table.player(0)).refusals[0].field == "leaving"
    table.enter(1, table.deal({"contract": "treiben", "declarer": table.player(0), "points": 70}))
    newcomer = move(table, name="Veronika", before=table.player(1))  # between Burgi and Lois
    assert next_table(table)[:2] == (
        table.player(0),
        (table.player(0),),
    )  # Schorsch dealt; with five the dealer sits out
    table.enter(2, table.deal({"contract": "treiben", "declarer": table.player(1), "points": 70}))
    assert next_table(table)[0] == newcomer
    check(store)


def tarock(table: At, declarer: int, points: int) -> None:
    table.enter(table.now().standing.deals + 1, table.tarock(declarer, points))


def to_go(table: At) -> int | None:
    now = table.now()
    notice = now.setup.game.notice(now.setup.rules, progress_now(now.setup, now.standing))
    return notice.n if notice else None


def test_bauerntarock_says_at_once_how_many_deals_are_left_when_somebody_comes_or_goes(store: Store) -> None:
    table = sit_down(store, "bauerntarock", FOUR)  # Schorsch deals first
    tarock(table, 0, 110)
    tarock(table, 0, 110)  # Burgi dealt, stands at 100: Lois and Kathi are still to deal
    assert to_go(table) == 2
    move(table, name="Resi", before=table.player(2))  # between Lois and Kathi: the round comes by
    assert to_go(table) == 3
    tarock(table, 3, 60)  # Lois dealt, and sat out
    assert to_go(table) == 2
    move(table, leaving=table.player(2))  # Kathi goes; Resi is left
    assert to_go(table) == 1
    tarock(table, 0, 60)
    assert table.now().finished
    check(store)


def test_bauerntarock_a_substitute_for_who_has_dealt_does_not_deal_in_this_round_again(store: Store) -> None:
    table = sit_down(store, "bauerntarock", FOUR)  # Schorsch deals first
    tarock(table, 0, 110)
    tarock(table, 0, 110)  # Burgi dealt, stands at 100: two deals to go
    assert to_go(table) == 2
    move(table, leaving=table.player(0), name="Resi")
    assert to_go(table) == 2  # said at once, not with the next deal
    tarock(table, 1, 60)  # Lois dealt
    assert to_go(table) == 1
    tarock(table, 1, 60)  # Kathi dealt
    assert table.now().finished
    check(store)


def test_bauerntarock_a_substitute_for_who_has_not_dealt_deals_in_the_last_round(store: Store) -> None:
    table = sit_down(store, "bauerntarock", FOUR)
    tarock(table, 0, 110)
    tarock(table, 0, 110)
    newcomer = move(table, leaving=table.player(2), name="Resi")  # Kathi would have been the last to deal
    tarock(table, 1, 60)
    assert next_table(table)[0] == newcomer
    tarock(table, 1, 60)
    assert table.now().finished
    check(store)


def test_bauerntarock_with_three_left_the_round_ends_when_they_have_dealt(store: Store) -> None:
    table = sit_down(store, "bauerntarock", FOUR)
    tarock(table, 0, 110)
    tarock(table, 0, 110)
    move(table, leaving=table.player(2))
    tarock(table, 1, 60)
    assert table.now().finished
    assert after(table, leaving=table.player(1)).table is None
    check(store)


def test_bauerntarock_who_sits_down_where_the_round_has_passed_deals_from_the_next_round_on(store: Store) -> None:
    table = sit_down(store, "bauerntarock", FOUR)
    tarock(table, 0, 110)
    tarock(table, 0, 110)
    move(table, name="Resi", before=table.player(0))  # between Schorsch and Burgi, who have both dealt
    tarock(table, 2, 60)  # with five the dealer sits out: Lois, then Kathi
    assert to_go(table) == 1
    tarock(table, 1, 60)
    assert table.now().finished
    check(store)


def test_bauerntarock_who_came_and_went_between_two_deals_was_never_there(store: Store) -> None:
    table = sit_down(store, "bauerntarock", FOUR)  # Schorsch deals first
    tarock(table, 0, 110)
    newcomer = move(table, name="Resi", before=table.player(2))
    move(table, leaving=newcomer)
    tarock(table, 0, 110)  # Burgi dealt, stands at 100: Lois and Kathi are still to deal
    assert to_go(table) == 2
    tarock(table, 1, 60)
    tarock(table, 1, 60)
    assert table.now().finished
    check(store)


def test_coming_and_going_is_undone_and_redone(store: Store) -> None:
    table = sit_down(store, "jaggln", SIX)
    play_on(table)
    before = table.now()
    move(table, leaving=table.player(1), name="Hias")
    changed = table.now()
    undo(table)
    assert (table.now().setup, table.now().totals) == (before.setup, before.totals)
    redo(table)
    assert (table.now().setup, table.now().totals) == (changed.setup, changed.totals)
    check(store)


def test_bauerntarock_whoever_led_when_leaving_keeps_the_money_although_another_wins_in_the_end(store: Store) -> None:
    table = sit_down(store, "bauerntarock", FOUR, payout="winner")
    tarock(table, 0, 85)  # +25: three others pay 25 each, and 20 more among them: 95 points
    move(table, leaving=table.player(0), name="Resi")
    tarock(table, 1, 110)  # Lois +50
    with store.read() as tx:
        found = settling.settle_sitting(tx, table.sitting)
    assert found.cents[table.player(0)] == 950
    assert found.payout == "transfers"  # not everybody pays the winner any more
    assert sum(found.cents.values()) == 0
