"""Cash that is handed over: in part, beside the plan, too much, to who leaves, through the kitty; and taken back."""

import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.ledger import StaleError
from scorekeeper.domain.settlement import Transfer
from scorekeeper.domain.text import Player
from scorekeeper.services import changing, evenings, kitty, paying, players, settling
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.paying import OverpaidError
from scorekeeper.services.settling import Settlement
from scorekeeper.storage import Store, audit
from tests.services.table import At, actor, new_sitting, sit_down

SIX = ("Toni", "Maria", "Franz", "Leni", "Sepp", "Vroni")


def settled(table: At, *, event: bool = False) -> Settlement:
    with table.store.read() as tx:
        return settling.settle_event(tx, 1) if event else settling.settle_sitting(tx, table.sitting)


def line(table: At, giver: int, receiver: int, cents: int) -> Transfer:
    return Transfer(table.player(giver), table.player(receiver), cents)


def pay(table: At, transfer: Transfer, *, whole: int | None = None, more: bool = False, key: str = "") -> None:
    with table.store.write() as tx:
        paying.mark_paid(
            tx, actor(table.store), event_id=1, sitting_id=table.sitting, transfer=transfer, key=key or table.key(),
            line=whole, more=more,
        )  # fmt: skip


def pay_freely(table: At, transfer: Transfer, *, more: bool = False, key: str = "", note: str = "") -> None:
    with table.store.write() as tx:
        paying.pay_freely(
            tx, actor(table.store), event_id=1, sitting_id=table.sitting, transfer=transfer, key=key or table.key(),
            more=more, note_text=note,
        )  # fmt: skip


def even(settlement: Settlement) -> bool:
    """Whether everything that was paid and what is still to be paid settles all."""
    left = dict(settlement.balances)
    for transfer in settlement.left:
        left[transfer.giver] += transfer.cents
        left[transfer.receiver] -= transfer.cents
    return not any(left.values())


@pytest.fixture
def played(store: Store) -> At:
    """Toni alone with 7 Gwiß: +8 −2 −2 −2 −2, at 10 cents: everybody owes him 20 cents."""
    table = sit_down(store)
    table.enter(1, table.jaggln(0, None, 7))
    return table


class TestInPart:
    def test_the_rest_of_a_line_stays_a_line(self, played: At) -> None:
        pay(played, line(played, 2, 0, 12), whole=20)
        lines = settled(played).lines
        assert [(each.transfer.cents, each.paid, each.planned) for each in lines if each.transfer.giver == "3"] == [
            (12, True, 20), (8, False, 20),
        ]  # fmt: skip
        assert len(settled(played).left) == 4
        pay(played, line(played, 2, 0, 8))
        assert [each.paid for each in settled(played).lines].count(True) == 2
        assert len(settled(played).left) == 3

    def test_what_a_payment_beside_the_plan_took_off_a_line_is_no_part_paid_of_it(self, played: At) -> None:
        pay_freely(played, line(played, 2, 3, 15), more=True)  # Franz has 5 of his 20 left, and gave Toni nothing
        pay(played, line(played, 2, 0, 3), whole=5)
        franz_to_toni = [
            each for each in settled(played).lines if each.transfer == line(played, 2, 0, each.transfer.cents)
        ]
        assert [(each.transfer.cents, each.paid, each.planned) for each in franz_to_toni] == [
            (3, True, 5),
            (2, False, 5),
        ]

    def test_payments_say_when_and_by_which_device(self, played: At) -> None:
        pay_freely(played, line(played, 2, 0, 12), note="  im  Wirtshaus ")
        made = next(each for each in settled(played).lines if each.paid)
        assert (made.at[:16], made.device, made.note) == ("2027-01-15T19:30", "Gerät K7", "im Wirtshaus")

    def test_a_part_of_a_line_that_changed_meanwhile_is_refused(self, played: At) -> None:
        pay(played, line(played, 2, 0, 12), whole=20)
        with pytest.raises(StaleError):
            pay(played, line(played, 2, 0, 12), whole=20)

    def test_the_same_key_is_one_payment(self, played: At) -> None:
        for _ in range(2):
            pay(played, line(played, 2, 0, 12), whole=20, key="one")
        for _ in range(2):
            pay_freely(played, line(played, 3, 0, 5), key="two")
        assert [each.transfer.cents for each in settled(played).lines if each.paid] == [12, 5]

    @pytest.mark.parametrize("cents", [0, -5, 10**12 + 1])
    def test_an_amount_that_is_none_is_refused(self, played: At, cents: int) -> None:
        with pytest.raises(RefusedError, match="more than 0"):
            pay_freely(played, line(played, 2, 0, cents), more=True)

    def test_everything_is_taken_back_like_any_payment(self, played: At) -> None:
        before = settled(played).lines
        pay(played, line(played, 2, 0, 12), whole=20)
        payment = next(each.payment for each in settled(played).lines if each.paid)
        assert payment
        with played.store.write() as tx:
            paying.unmark_paid(tx, actor(played.store), payment, "back")
        assert settled(played).lines == before


class TestTooMuch:
    def test_more_than_the_line_is_taken_only_if_it_is_meant_and_then_there_is_change(self, played: At) -> None:
        with pytest.raises(OverpaidError) as refused:
            pay(played, line(played, 2, 0, 50), whole=20)
        assert refused.value.cents == 30
        pay(played, line(played, 2, 0, 50), whole=20, more=True)
        found = settled(played)
        assert even(found)
        # Toni has 50 of his 80: Franz gets his 30 back, the others still owe 20 each
        assert sum(each.cents for each in found.left if each.receiver == played.player(2)) == 30
        assert found.balances[played.player(0)] == 30

    def test_beside_the_plan_what_the_receiver_gets_is_the_limit(self, played: At) -> None:
        with pytest.raises(OverpaidError) as refused:
            pay_freely(played, line(played, 2, 3, 15))  # Leni owes, too
        assert refused.value.cents == 15
        pay_freely(played, line(played, 2, 3, 15), more=True)
        assert even(settled(played))
        assert settled(played).balances[played.player(3)] == -35

    def test_nobody_pays_themselves_and_strangers_do_not_pay(self, played: At) -> None:
        with pytest.raises(RefusedError, match="nobody pays themselves"):
            pay_freely(played, line(played, 2, 2, 5))
        with pytest.raises(NotFoundError):
            pay_freely(played, Transfer(Player("99"), played.player(0), 5))

    def test_payments_are_no_results(self, played: At) -> None:
        before = settled(played)
        pay(played, line(played, 2, 0, 50), whole=20, more=True)
        after = settled(played)
        assert (after.cents, after.sittings[0].totals, after.plan) == (
            before.cents, before.sittings[0].totals, before.plan,
        )  # fmt: skip


class TestKitty:
    def test_the_target_is_float_and_what_was_paid_in_less_what_was_paid_out(self, played: At) -> None:
        with played.store.write() as tx:
            evenings.change_payout(tx, actor(played.store), "kitty", sitting_id=played.sitting)
            kitty.set_float(tx, actor(played.store), 1, 2000)
        pay(played, Transfer(played.player(2), None, 20))
        pay(played, Transfer(None, played.player(0), 70), whole=80)
        found = settled(played).kitty
        assert (found.float_cents, found.paid_in, found.paid_out, found.target) == (2000, 20, 70, 1950)
        assert found.difference is None
        with played.store.write() as tx:
            kitty.set_counted(tx, actor(played.store), 1, 1900)
        assert settled(played).kitty.difference == -50
        with played.store.write() as tx:
            kitty.set_counted(tx, actor(played.store), 1, None)
        assert settled(played).kitty.difference is None

    def test_each_change_leaves_its_line_with_old_and_new(self, played: At) -> None:
        with played.store.write() as tx:
            kitty.set_float(tx, actor(played.store), 1, 500)
            kitty.set_float(tx, actor(played.store), 1, 500)
            kitty.set_counted(tx, actor(played.store), 1, 450)
        with played.store.read() as tx:
            lines = audit.of_event(tx, 1)[-2:]
        assert [(each.what, each.values) for each in lines] == [
            ("float_set", {"from": 0, "to": 500}), ("kitty_counted", {"from": None, "to": 450}),
        ]  # fmt: skip

    def test_less_than_nothing_lies_in_no_kitty(self, sqlite_store: Store) -> None:
        sit_down(sqlite_store)
        for change in (kitty.set_float, kitty.set_counted):
            with pytest.raises(RefusedError), sqlite_store.write() as tx:
                change(tx, actor(sqlite_store), 1, -1)

    def test_money_put_into_the_kitty_beside_the_plan_comes_out_of_it_again(self, played: At) -> None:
        pay_freely(played, Transfer(played.player(2), None, 20))
        found = settled(played)
        assert even(found)
        assert found.kitty.used
        assert Transfer(None, played.player(0), 20) in found.left


def leave(table: At, seat: int) -> None:
    with table.store.write() as tx:
        changing.change_seats(
            tx, actor(table.store), table.sitting, key=table.key(), seen=table.now().seq, leaving=table.player(seat)
        )  # fmt: skip


def pay_out(table: At, seat: int, key: str = "out") -> tuple[Transfer, ...]:
    with table.store.write() as tx:
        found = paying.leaving(tx, 1, table.player(seat))
        seen = found.lines
        return paying.pay_out(tx, actor(table.store), event_id=1, player=table.player(seat), key=key, seen=seen)


def adjust(table: At, reason: str, units: dict[Player, int]) -> None:
    with table.store.write() as tx:
        changing.adjust(
            tx, actor(table.store), table.sitting, key=table.key(), seen=table.now().seq, units=units, reason=reason
        )  # fmt: skip


@pytest.fixture
def six(store: Store) -> At:
    """Six play. Toni with Franz 6 Gwiß: +4 −2 +4 −2 −2 −2; Leni alone loses with 4: +2 +2 +2 −10 +2 +2."""
    table = sit_down(store, names=SIX)
    table.enter(1, table.jaggln(0, 2, 6))
    table.enter(2, table.jaggln(3, None, 4))
    assert table.totals() == (6, 0, 6, -12, 0, 0)
    return table


class TestLeavers:
    def test_who_goes_with_a_debt_pays_on_the_spot_and_is_in_no_payment_to_come(self, six: At) -> None:
        leave(six, 3)
        assert pay_out(six, 3) == (line(six, 3, 0, 60), line(six, 3, 2, 60))
        assert settled(six).balances[six.player(3)] == 0
        six.enter(3, six.jaggln(0, 1, 6))  # 2 against 3: +3 +3 −2 −2 −2 with Leni gone
        six.enter(4, six.jaggln(4, None, 9, gematscht=True))
        found = settled(six)
        assert found.cents[six.player(3)] == -120
        assert even(found)
        assert not any(six.player(3) in {each.giver, each.receiver} for each in found.left)
        assert sum(found.cents.values()) == 0

    def test_the_kitty_takes_a_leavers_debt(self, six: At) -> None:
        with six.store.write() as tx:
            evenings.change_payout(tx, actor(six.store), "kitty", sitting_id=six.sitting)
        leave(six, 3)
        assert pay_out(six, 3) == (Transfer(six.player(3), None, 120),)
        leave_again = settled(six)
        assert leave_again.kitty.target == 120
        six.enter(3, six.jaggln(0, 1, 6))
        assert even(settled(six))
        assert not any(six.player(3) in {each.giver, each.receiver} for each in settled(six).left)

    def test_a_penalty_after_somebody_left_is_not_theirs(self, six: At) -> None:
        leave(six, 3)
        pay_out(six, 3)
        adjust(six, "verleugnet", {six.player(0): -5})
        found = settled(six)
        assert found.cents[six.player(3)] == -120
        assert found.balances[six.player(3)] == 0
        # 5 points of 10 cents: Toni bears them, the five who stayed share: 60 − 50 + 10, and 10 more for the others
        assert [found.cents[six.player(seat)] for seat in (0, 1, 2, 4, 5)] == [20, 10, 70, 10, 10]

    def test_a_correction_of_a_deal_of_who_left_honestly_leaves_a_line(self, six: At) -> None:
        leave(six, 3)
        pay_out(six, 3)
        adjust(six, "verleugnet", {six.player(0): -5})
        first = six.rows()[0].entry
        six.correct(1, first.seq, six.jaggln(0, 2, 4))  # lost instead of won: −4 +2 −4 +2 +2 +2
        found = settled(six)
        # Leni had −2 and has +2 in that deal: 4 points of 10 cents, whatever else happened since
        assert found.cents[six.player(3)] == -80
        assert found.balances[six.player(3)] == 40
        assert even(found)
        assert sum(each.cents for each in found.left if each.receiver == six.player(3)) == 40
        pay_out(six, 3, "again")
        assert settled(six).balances[six.player(3)] == 0

    def test_the_same_form_pays_out_once_and_another_state_is_refused(self, six: At) -> None:
        leave(six, 3)
        seen = pay_out(six, 3)
        with six.store.write() as tx:
            again = paying.pay_out(tx, actor(six.store), event_id=1, player=six.player(3), key="out", seen=seen)
        assert again == ()
        with pytest.raises(StaleError), six.store.write() as tx:
            paying.pay_out(tx, actor(six.store), event_id=1, player=six.player(3), key="other", seen=seen)
        assert [each.paid for each in settled(six).lines].count(True) == 2

    def test_who_is_unknown_cannot_be_paid_out(self, six: At) -> None:
        with pytest.raises(NotFoundError), six.store.read() as tx:
            paying.leaving(tx, 1, Player("99"))

    def test_who_paid_and_whose_coming_was_taken_back_gets_it_back(self, six: At) -> None:
        with six.store.write() as tx:
            late = players.add_player(tx, actor(six.store), "Hias")
            changing.change_seats(
                tx, actor(six.store), six.sitting, key="join", seen=six.now().seq, leaving=six.player(3), joining=late
            )  # fmt: skip
        six.enter(3, six.jaggln(0, None, 6))
        hias = Player(str(late))
        pay_freely(six, Transfer(hias, six.player(0), 20))
        for _ in range(2):
            undo = six.now().undo
            assert undo
            six.undo(undo.seq)
        with six.store.read() as tx:
            found = paying.leaving(tx, 1, hias)
        assert found.settlement.balances[hias] == 20
        assert sum(line.cents for line in found.lines if line.receiver == hias) == 20
        assert not found.at_table

    def test_somebody_at_the_table_is_said_to_be_there(self, six: At) -> None:
        with six.store.read() as tx:
            assert paying.leaving(tx, 1, six.player(3)).at_table
        leave(six, 3)
        with six.store.read() as tx:
            assert not paying.leaving(tx, 1, six.player(3)).at_table

    def test_nobody_is_at_the_table_of_an_evening_that_is_over(self, six: At) -> None:
        with six.store.write() as tx:
            evenings.end_evening(tx, actor(six.store), 1)
        with six.store.read() as tx:
            assert not paying.leaving(tx, 1, six.player(3)).at_table


class TestOnePurse:
    def test_two_games_an_adjustment_a_leaver_and_a_part_come_to_one_settlement(self, six: At) -> None:
        leave(six, 3)
        pay_out(six, 3)
        adjust(six, "verleugnet", {six.player(0): -5})
        ids = six.ids[:3]
        with six.store.write() as tx:
            sitting = new_sitting(ids, "bauerntarock", active=3, stake=5)
            number = evenings.next_sitting(tx, actor(six.store), 1, sitting, "next")
        other = At(six.store, ids, number, "bauerntarock", keys=six.keys)
        other.enter(1, other.tarock(0, 72))  # 12 0 0: 12 from each and 20 shared by the two last, 44 for Toni
        found = settled(six, event=True)
        # Jaggln 20 10 70 −120 10 10, Bauerntarock at 5 cents 220 −110 −110
        assert tuple(found.cents.values()) == (240, -100, -40, -120, 10, 10)
        assert found.balances[six.player(3)] == 0
        assert even(found)
        with six.store.write() as tx:
            part = Transfer(six.player(1), six.player(0), 1)
            paying.pay_freely(tx, actor(six.store), event_id=1, transfer=part, key="part")
        assert even(settled(six, event=True))
        assert all(each.cents > 0 for each in settled(six, event=True).left)

    def test_each_sitting_by_itself_is_paid_out_by_itself(self, six: At) -> None:
        with six.store.write() as tx:
            evenings.set_purse(tx, actor(six.store), 1, "each")
            number = evenings.next_sitting(tx, actor(six.store), 1, new_sitting(six.ids), "next")
        with six.store.read() as tx:
            assert paying.leaving(tx, 1, six.player(3)).sitting == number
