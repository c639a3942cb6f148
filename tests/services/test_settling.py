from fractions import Fraction

import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.ledger import StaleError
from scorekeeper.domain.settlement import Transfer
from scorekeeper.services import evenings, paying, settling
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.settling import Settlement
from scorekeeper.storage import Store, audit
from tests.services.table import At, actor, new_sitting, sit_down


def _sitting(table: At) -> Settlement:
    with table.store.read() as tx:
        return settling.settle_sitting(tx, table.sitting)


def _event(table: At) -> Settlement:
    event = table.now().event.id
    with table.store.read() as tx:
        return settling.settle_event(tx, event)


def _pay(table: At, transfer: Transfer, *, key: str = "tick", sitting: int | None = None) -> None:
    event = table.now().event.id
    with table.store.write() as tx:
        paying.mark_paid(tx, actor(table.store), event_id=event, sitting_id=sitting, transfer=transfer, key=key)


def _transfers(settlement: Settlement, *, paid: bool) -> list[Transfer]:
    return [line.transfer for line in settlement.lines if line.paid is paid]


@pytest.fixture
def played(store: Store) -> At:
    """Toni alone with 7 Gwiß: +8 −2 −2 −2 −2, then Maria with Franz: −2 +3 +3 −2 −2."""
    table = sit_down(store)
    table.enter(1, table.jaggln(0, None, 7))
    table.enter(2, table.jaggln(1, 2, 5))
    return table


def test_a_sitting_is_settled_with_the_fewest_transfers_in_cents(played: At) -> None:
    settlement = _sitting(played)
    toni, maria, franz, leni, sepp = (played.player(seat) for seat in range(5))
    assert settlement.cents == {toni: 60, maria: 10, franz: 10, leni: -40, sepp: -40}
    assert len(settlement.plan.transfers) == 4
    assert settlement.plan.method == "exact"
    assert _transfers(settlement, paid=False) == list(settlement.plan.transfers)
    assert (settlement.rounded, settlement.early, settlement.payout) == (False, False, "transfers")
    assert settlement.payouts == ("transfers", "kitty")
    assert list(settlement.names.values()) == ["Toni", "Maria", "Franz", "Leni", "Sepp"]


def test_ticking_a_line_leaves_the_others_and_taking_it_back_brings_it_again(played: At) -> None:
    before = _sitting(played)
    _pay(played, before.plan.transfers[0], sitting=played.sitting)
    after = _sitting(played)
    assert [line.transfer for line in after.lines] == [line.transfer for line in before.lines]
    assert [line.paid for line in after.lines] == [True, False, False, False]
    assert after.cents == before.cents
    payment = after.lines[0].payment
    assert payment is not None
    for _ in range(2):
        with played.store.write() as tx:
            paying.unmark_paid(tx, actor(played.store), payment, "untick")
    assert _sitting(played).lines == before.lines


def test_the_same_tick_counts_once_and_a_second_device_is_told(played: At) -> None:
    first = _sitting(played).plan.transfers[0]
    _pay(played, first, key="one")
    _pay(played, first, key="one")
    with pytest.raises(StaleError):
        _pay(played, first, key="other device")
    assert _transfers(_event(played), paid=True) == [first]


def test_a_correction_after_a_payment_changes_only_what_remains(played: At) -> None:
    for planned in _sitting(played).plan.transfers:
        _pay(played, planned, key=f"{planned.giver}-{planned.receiver}")
    assert _transfers(_sitting(played), paid=False) == []
    first = played.rows()[0].entry
    played.correct(1, first.seq, played.jaggln(0, None, 4))
    settlement = _sitting(played)
    assert sum(settlement.cents.values()) == 0
    left = dict(settlement.cents)
    for line in settlement.lines:
        transfer = line.transfer
        assert transfer.giver is not None
        assert transfer.receiver is not None
        left[transfer.giver] += transfer.cents
        left[transfer.receiver] -= transfer.cents
    assert set(left.values()) == {0}
    assert len(_transfers(settlement, paid=True)) == 4


def test_the_kitty_is_paid_by_everybody_who_lost(played: At) -> None:
    with played.store.write() as tx:
        evenings.change_payout(tx, actor(played.store), "kitty", sitting_id=played.sitting)
    settlement = _sitting(played)
    assert settlement.plan.method == "kitty"
    assert {None in {line.giver, line.receiver} for line in settlement.plan.transfers} == {True}
    _pay(played, settlement.plan.transfers[0], sitting=played.sitting)
    assert [line.paid for line in _sitting(played).lines].count(True) == 1


def test_bauerntarock_pays_the_winner_and_is_early_until_its_end(store: Store) -> None:
    table = sit_down(store, "bauerntarock", ("Toni", "Maria", "Franz"), active=3, payout="winner", stake=5)
    table.enter(1, table.tarock(0, 120, doublings=1))  # +120
    table.enter(2, table.tarock(1, 100))  # +40
    settlement = _sitting(table)
    assert settlement.early
    table.enter(3, table.tarock(2, 45))  # −15
    settlement = _sitting(table)
    toni, maria, franz = (table.player(seat) for seat in range(3))
    share = settlement.sittings[0]
    assert not settlement.early
    assert share.shares.units == {toni: 235, maria: -80, franz: -155}
    assert [dict(part.units) for part in share.shares.parts] == [
        {toni: 215, maria: -80, franz: -135},
        {toni: 20, maria: 0, franz: -20},
    ]
    assert settlement.cents == {toni: 1175, maria: -400, franz: -775}
    assert settlement.plan.transfers == (Transfer(franz, toni, 775), Transfer(maria, toni, 400))
    assert settlement.payouts == ("transfers", "kitty", "winner")


def test_one_purse_rounds_once_over_all_sittings(store: Store) -> None:
    """Two ties of Bauerntarock leave half cents: 1.5 + 1.5 is 3, not 2 + 2."""
    names = ("Toni", "Maria", "Franz")
    table = sit_down(store, "bauerntarock", names, active=3, stake=1, payout="winner", last_place_surcharge=1)
    event = table.now().event.id
    with store.write() as tx:
        sitting = new_sitting(table.ids, "bauerntarock", active=3, stake=1, last_place_surcharge=1)
        number = evenings.next_sitting(tx, actor(store), event, sitting, "next")
    other = At(store, table.ids, number, "bauerntarock", keys=table.keys)
    for each in (table, other):
        each.enter(1, each.tarock(0, 62))
        each.enter(2, each.tarock(1, 62))  # 2 2 0: Franz pays 2 + 1 = 3, Toni and Maria share it
    toni, maria, franz = (table.player(seat) for seat in range(3))
    alone = _sitting(table)
    assert alone.sittings[0].amounts == {toni: Fraction(3, 2), maria: Fraction(3, 2), franz: -3}
    assert sorted(alone.cents.values()) == [-3, 1, 2]
    assert alone.rounded
    together = _event(table)
    assert together.cents == {toni: 3, maria: 3, franz: -6}
    assert not together.rounded
    assert together.payout == "transfers"
    assert len(together.sittings) == 2


def test_in_an_evening_of_one_sitting_its_payments_are_the_purses(played: At) -> None:
    first = _event(played).plan.transfers[0]
    _pay(played, first)
    assert _transfers(_sitting(played), paid=True) == [first]


def test_payments_of_one_sitting_are_not_anothers(played: At) -> None:
    event = played.now().event.id
    with played.store.write() as tx:
        number = evenings.next_sitting(tx, actor(played.store), event, new_sitting(played.ids), "next")
    other = At(played.store, played.ids, number, keys=played.keys)
    other.enter(1, other.jaggln(0, None, 7))
    first = _sitting(other).plan.transfers[0]
    _pay(other, first, sitting=number)
    assert _transfers(_sitting(other), paid=True) == [first]
    assert _transfers(_sitting(played), paid=True) == []
    assert _transfers(_event(played), paid=True) == [first]
    with pytest.raises(StaleError):
        _pay(played, Transfer(played.player(0), played.player(1), 5), key="free hand")


def test_the_purse_is_not_changed_once_something_was_paid(played: At) -> None:
    event = played.now().event.id
    _pay(played, _event(played).plan.transfers[0])
    with pytest.raises(RefusedError), played.store.write() as tx:
        evenings.set_purse(tx, actor(played.store), event, "each")


def test_every_payment_has_its_line(played: At) -> None:
    event = played.now().event.id
    first = _event(played).plan.transfers[0]
    _pay(played, first)
    payment = next(line.payment for line in _event(played).lines if line.paid)
    assert payment is not None
    with played.store.write() as tx:
        paying.unmark_paid(tx, actor(played.store), payment, "untick")
    with played.store.read() as tx:
        lines = audit.of_event(tx, event)[-2:]
    assert [line.what for line in lines] == ["paid", "payment_taken_back"]
    assert lines[0].values["cents"] == first.cents


def test_an_unknown_payment_is_not_found(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store)
    with pytest.raises(NotFoundError), sqlite_store.write() as tx:
        paying.unmark_paid(tx, actor(sqlite_store), 7, "untick")
    with pytest.raises(NotFoundError), sqlite_store.read() as tx:
        settling.settle_event(tx, table.now().event.id + 1)


def test_nothing_played_is_nothing_to_pay(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store)
    assert _sitting(table).lines == ()
    assert set(_sitting(table).cents.values()) == {0}
