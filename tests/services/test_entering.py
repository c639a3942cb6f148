import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.evening import play, table_for
from scorekeeper.domain.ledger import EntryKind, StaleError
from scorekeeper.domain.text import Player
from scorekeeper.services import entering, evenings
from scorekeeper.services.errors import ClosedError, NotFoundError
from scorekeeper.services.loading import load
from scorekeeper.storage import Store
from tests.services.table import EVENING, At, actor, new_sitting, sit_down


def test_a_deal_is_entered_with_everything_frozen_that_it_was_scored_under(store: Store) -> None:
    table = sit_down(store, gematscht_factor=3)
    done = table.enter(1, table.jaggln(0, 2, 9, gematscht=True), note="  Doaba zu dritt  ")
    entry = table.rows()[0].entry
    assert (done.number, done.seq, done.duplicate) == (1, 1, False)
    assert table.totals() == (9, -6, 9, -6, -6)
    assert (entry.kind, entry.seq, entry.number, entry.target) == (EntryKind.DEAL, 1, 1, 0)
    assert entry.answers["gewisse"] == 9
    assert entry.answers["doublings"] == 0
    assert entry.note == "Doaba zu dritt"
    assert (entry.dealer, entry.sitting_out) == (table.player(4), ())
    assert entry.present == tuple(table.player(seat) for seat in range(5))
    assert (entry.rule_set, entry.options, entry.stake_cents) == ("schipflinger", {"gematscht_factor": 3}, 10)
    assert (entry.rules_version, entry.at, entry.actor) == (1, "2027-01-15T19:30:00.000+00:00", "Gerät K7")


def test_the_declarer_left_out_is_forehand_and_is_kept(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store)
    table.enter(1, table.deal({"partner": table.player(1), "gewisse": 5}))
    assert table.rows()[0].entry.answers["declarer"] == table.player(0)


def test_the_same_key_is_the_same_deal_even_when_others_followed(store: Store) -> None:
    table = sit_down(store)
    first = table.enter(1, table.jaggln(0, 1, 6), key="double tap")
    table.enter(2, table.jaggln(1, 2, 3))
    again = table.enter(1, table.jaggln(0, 1, 6), key="double tap")
    assert (again.number, again.seq, again.duplicate) == (first.number, first.seq, True)
    assert table.now().head.deals == 2
    assert table.totals() == (5, 0, -5, 0, 0)


def test_a_stale_number_is_refused_and_shows_what_was_entered_meanwhile(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 1, 6))
    with pytest.raises(StaleError) as caught:
        table.enter(1, table.jaggln(0, 1, 7))
    assert caught.value.number == 1
    assert caught.value.entry is not None
    assert caught.value.entry.answers["gewisse"] == 6
    assert table.now().seq == 1


def before_the_lock(table: At, deal: object) -> entering.BeforeTheLock:
    with table.store.read() as tx:
        now = load(tx, table.sitting)
    played = play(now.setup, now.standing, deal, table_for(now.setup, now.standing, None, None))
    return entering.BeforeTheLock(now, played)


def test_what_was_read_before_the_lock_is_read_again_if_anything_changed_meanwhile(store: Store) -> None:
    table = sit_down(store)
    first, second = table.jaggln(0, 1, 6), table.jaggln(1, 2, 3)
    before = before_the_lock(table, first)
    table.enter(1, first, key="a", before=before)
    with pytest.raises(StaleError, match="Meanwhile deal 1 was entered"):
        table.enter(1, second, before=before)
    assert table.enter(1, first, key="a", before=before).duplicate
    table.enter(2, second, before=before)
    assert table.now().head.deals == 2
    before = before_the_lock(table, second)
    with store.write() as tx:
        evenings.end_evening(tx, actor(store), before.now.event.id)
    with pytest.raises(ClosedError):
        table.enter(3, second, before=before)


def test_a_number_beyond_the_next_is_stale_as_well(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store)
    table.undo(table.enter(1, table.jaggln(0, 1, 6)).seq)
    with pytest.raises(StaleError):
        table.enter(2, table.jaggln(0, 1, 7))


def test_a_form_without_a_key_is_refused(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store)
    with pytest.raises(RefusedError) as caught:
        table.enter(1, table.jaggln(0, 1, 6), key="")
    assert caught.value.refusals[0].field == "key"


def test_a_refused_deal_leaves_nothing_behind(store: Store) -> None:
    table = sit_down(store)
    with pytest.raises(RefusedError) as caught:
        table.enter(1, table.jaggln(0, 0, 6))
    assert caught.value.refusals[0].field == "partner"
    assert (table.now().seq, table.now().head.deals, table.rows()) == (0, 0, ())


def test_another_dealer_may_be_named_and_the_next_seat_follows(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store)
    table.enter(1, table.jaggln(3, 1, 6), dealer=table.player(2))
    assert table.rows()[0].entry.dealer == table.player(2)
    table.enter(2, table.jaggln(4, 1, 6))
    assert table.rows()[1].entry.dealer == table.player(3)


def test_with_six_at_the_table_and_five_in_a_deal_the_dealer_sits_out(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store, names=("Toni", "Maria", "Franz", "Leni", "Sepp", "Vroni"), active=5)
    table.enter(1, table.jaggln(0, 1, 6))
    assert table.rows()[0].entry.sitting_out == (table.player(5),)
    assert table.totals() == (3, 3, -2, -2, -2, 0)


def test_a_correction_in_the_middle_brings_everything_after_it_up_to_date(store: Store) -> None:
    table = sit_down(store)
    first = table.enter(1, table.jaggln(0, 1, 6))  # +3 +3 −2 −2 −2
    table.enter(2, table.jaggln(1, 2, 4))  # +2 −3 −3 +2 +2
    table.enter(3, table.jaggln(2, None, 7))  # −2 −2 +8 −2 −2
    done = table.correct(1, first.seq, table.jaggln(0, 1, 4))  # −3 −3 +2 +2 +2
    assert (done.number, done.seq) == (1, 4)
    assert table.running(1) == (-3, -3, 2, 2, 2)
    assert table.running(2) == (-1, -6, -1, 4, 4)
    assert table.running(3) == (-3, -8, 7, 2, 2)
    assert table.totals() == (-3, -8, 7, 2, 2)
    assert [row.revisions for row in table.rows()] == [1, 0, 0]
    assert table.rows()[0].entry.target == 1


def test_saving_a_correction_unchanged_writes_nothing(store: Store) -> None:
    table = sit_down(store)
    first = table.enter(1, table.jaggln(0, 1, 6), note="laut")
    done = table.correct(1, first.seq, table.jaggln(0, 1, 6), note="laut", dealer=table.player(4), sitting_out=())
    assert done.unchanged
    assert table.now().seq == 1


def test_a_note_alone_is_a_change(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store)
    first = table.enter(1, table.jaggln(0, 1, 6))
    assert not table.correct(1, first.seq, table.jaggln(0, 1, 6), note="laut").unchanged
    assert table.totals() == (3, 3, -2, -2, -2)


def test_a_correction_is_scored_under_the_rules_frozen_in_what_it_replaces(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store, gematscht_factor=3)
    first = table.enter(1, table.jaggln(0, 1, 9))
    table.correct(1, first.seq, table.jaggln(0, 1, 9, gematscht=True))
    entry = table.rows()[0].entry
    assert (entry.options, entry.stake_cents) == ({"gematscht_factor": 3}, 10)
    assert table.totals() == (9, 9, -6, -6, -6)


def test_a_stale_correction_is_refused_with_the_present_version(store: Store) -> None:
    table = sit_down(store)
    first = table.enter(1, table.jaggln(0, 1, 6))
    table.correct(1, first.seq, table.jaggln(0, 1, 7))
    with pytest.raises(StaleError) as caught:
        table.correct(1, first.seq, table.jaggln(0, 1, 8))
    assert caught.value.entry is not None
    assert caught.value.entry.answers["gewisse"] == 7
    with pytest.raises(StaleError):
        table.correct(2, first.seq, table.jaggln(0, 1, 8))


def test_the_dealer_of_the_last_deal_corrected_moves_the_next_dealer(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store)
    first = table.enter(1, table.jaggln(0, 1, 6))
    table.correct(1, first.seq, table.jaggln(0, 1, 6), dealer=table.player(1))
    assert table.now().standing.last_dealer == table.player(1)


def test_another_dealer_in_an_old_deal_changes_who_sat_out_there_and_nothing_after_it(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store, names=("Toni", "Maria", "Franz", "Leni", "Sepp", "Vroni"), active=5)
    first = table.enter(1, table.jaggln(0, 1, 6))
    table.enter(2, table.jaggln(1, 2, 6))
    table.correct(1, first.seq, table.jaggln(0, 1, 6), dealer=table.player(3))
    assert [row.entry.sitting_out for row in table.rows()] == [(table.player(3),), (table.player(0),)]
    assert table.running(1) == (3, 3, -2, 0, -2, -2)
    assert table.running(2) == (3, 6, 1, -2, -4, -4)


def test_a_voided_deal_counts_nothing_but_keeps_its_number_and_its_turn_of_the_deal(store: Store) -> None:
    table = sit_down(store)
    first = table.enter(1, table.jaggln(0, 1, 6))
    table.enter(2, table.jaggln(1, 2, 4))
    table.void(1, first.seq)
    assert table.totals() == (2, -3, -3, 2, 2)
    assert [(row.number, row.voided) for row in table.rows()] == [(1, True), (2, False)]
    assert table.rows()[0].entry.answers["gewisse"] == 6
    last = table.rows()[1].entry.seq
    table.void(2, last)
    assert table.totals() == (0, 0, 0, 0, 0)
    table.enter(3, table.jaggln(2, 3, 6))
    assert table.rows()[2].entry.dealer == table.player(1)


def test_a_voided_deal_voided_again_changes_nothing_and_corrected_it_counts(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store)
    first = table.enter(1, table.jaggln(0, 1, 6))
    void = table.void(1, first.seq)
    assert table.void(1, void.seq).unchanged
    assert not table.correct(1, void.seq, table.jaggln(0, 1, 6)).unchanged
    assert table.totals() == (3, 3, -2, -2, -2)
    assert not table.rows()[0].voided


def test_nothing_is_entered_at_a_table_that_ended_until_it_is_reopened(store: Store) -> None:
    table = sit_down(store)
    first = table.enter(1, table.jaggln(0, 1, 6))
    table.end()
    assert (table.now().ended, table.now().open, table.now().head.ended) == (True, False, True)
    with pytest.raises(ClosedError):
        table.enter(2, table.jaggln(1, 2, 6))
    table.correct(1, first.seq, table.jaggln(0, 1, 4))
    assert table.totals() == (-3, -3, 2, 2, 2)
    assert table.now().ended
    table.reopen()
    table.enter(2, table.jaggln(1, 2, 6))
    assert table.now().open


def test_ending_twice_or_reopening_what_is_open_changes_nothing(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store)
    assert table.reopen().unchanged
    table.end()
    assert table.end().unchanged
    assert table.now().seq == 1


def test_a_closed_evening_takes_nothing_until_it_is_reopened(store: Store) -> None:
    table = sit_down(store)
    first = table.enter(1, table.jaggln(0, 1, 6), key="kept")
    event = table.now().event.id
    with store.write() as tx:
        evenings.end_evening(tx, actor(store), event)
    assert table.now().event.closed
    with pytest.raises(ClosedError):
        table.enter(2, table.jaggln(1, 2, 6))
    with pytest.raises(ClosedError):
        table.undo(first.seq)
    assert table.enter(1, table.jaggln(0, 1, 6), key="kept").duplicate
    with store.write() as tx:
        evenings.reopen_evening(tx, actor(store), event)
    table.enter(2, table.jaggln(1, 2, 6))


def test_bauerntarock_ends_with_the_round_and_a_correction_opens_it_again(store: Store) -> None:
    table = sit_down(store, "bauerntarock", ("Toni", "Maria", "Franz"), active=3)
    first = table.enter(1, table.tarock(0, 120, doublings=1))  # 2 × 60 = +120: the last round
    table.enter(2, table.tarock(1, 72))  # +12
    assert not table.now().finished
    table.enter(3, table.tarock(2, 48))  # −12: all three have dealt
    now = table.now()
    assert (now.finished, now.open, now.ended, now.head.ended) == (True, False, False, True)
    with pytest.raises(ClosedError):
        table.enter(4, table.tarock(0, 72))
    done = table.correct(1, first.seq, table.tarock(0, 120))  # +60 only
    assert (table.now().finished, table.now().open) == (False, True)
    assert table.totals() == (60, 12, -12)
    table.undo(done.seq)
    assert table.now().finished


def test_a_finished_game_goes_on_only_where_the_table_reopened_it_after_its_end(store: Store) -> None:
    table = sit_down(store, "bauerntarock", ("Toni", "Maria", "Franz"), active=3)
    table.end()
    table.reopen()
    table.enter(1, table.tarock(0, 120, doublings=1))
    table.enter(2, table.tarock(1, 72))
    table.enter(3, table.tarock(2, 48))
    with pytest.raises(ClosedError):
        table.enter(4, table.tarock(0, 72))
    reopened = table.reopen()
    assert (table.now().open, table.now().finished, table.now().head.ended) == (True, True, False)
    table.enter(4, table.tarock(0, 72))
    assert table.totals() == (132, 12, -12)
    table.undo(table.now().seq)
    table.undo(reopened.seq)
    assert not table.now().open


def test_a_leavers_dealer_or_stranger_is_refused(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store)
    with pytest.raises(RefusedError) as caught:
        table.enter(1, table.jaggln(0, 1, 6), dealer=Player("99"))
    assert caught.value.refusals[0].field == "dealer"


def test_a_note_has_its_limit(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store)
    with pytest.raises(RefusedError) as caught:
        table.enter(1, table.jaggln(0, 1, 6), note="x" * 501)
    assert caught.value.refusals[0].field == "note"


def test_an_unknown_sitting_is_not_found_and_another_clubs_neither(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store)
    stranger = actor(sqlite_store, EVENING)
    stranger = type(stranger)(stranger.club + 1, stranger.device, stranger.at)
    deal = table.jaggln(0, 1, 6)
    for who, sitting in ((actor(sqlite_store), 99), (stranger, table.sitting)):
        with pytest.raises(NotFoundError), sqlite_store.write() as tx:
            entering.enter_deal(tx, who, sitting, key="k", number=1, deal=deal)


class PowerCutError(Exception):
    pass


def test_the_seats_that_a_rolled_back_sitting_had_are_not_remembered(sqlite_store: Store) -> None:
    first = sit_down(sqlite_store)
    event, deal, who = first.now().event.id, first.jaggln(0, 1, 6), actor(sqlite_store)
    lost = 0

    def start_and_fail() -> None:
        nonlocal lost
        with sqlite_store.write() as tx:
            lost = evenings.next_sitting(tx, who, event, new_sitting(first.ids[::-1]), "next")
            entering.enter_deal(tx, who, lost, key="k", number=1, deal=deal)
            raise PowerCutError

    with pytest.raises(PowerCutError):
        start_and_fail()
    with sqlite_store.write() as tx:
        again = evenings.next_sitting(tx, who, event, new_sitting(first.ids), "next")
    assert again == lost
    assert At(sqlite_store, first.ids, again).now().setup.players == tuple(first.player(seat) for seat in range(5))
