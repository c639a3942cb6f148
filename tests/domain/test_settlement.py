"""Settlement in money, rules.md: "Settlement in money" and the check values of Bauerntarock's settlement."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.domain.payouts import difference_to_winner
from scorekeeper.domain.settlement import Payout, Plan, Transfer, excess, open_balances, plan, remaining, to_cents
from scorekeeper.domain.text import Player

ANNA, BERT, CILLI, DORA = map(Player, ("Anna", "Bert", "Cilli", "Dora"))
SEATS = [Player(f"P{seat}") for seat in range(400)]


def seated(amounts: list[int]) -> dict[Player, int]:
    return dict(zip(SEATS, amounts, strict=False))


def lines(found: Plan) -> list[tuple[str | None, str | None, int]]:
    return [(line.giver, line.receiver, line.cents) for line in found.transfers]


balanced = st.lists(st.integers(-12, 12), min_size=1, max_size=7).map(lambda amounts: [*amounts, -sum(amounts)])


def fewest_by_brute_force(amounts: list[int]) -> int:
    """People with a balance minus the most groups that sum to 0, by trying every partition."""
    people = [amount for amount in amounts if amount]

    def most(left: tuple[int, ...]) -> int:
        if not left:
            return 0
        found = 0
        for size in range(len(left)):
            for others in combinations(range(1, len(left)), size):
                if left[0] + sum(left[other] for other in others) == 0:
                    rest = tuple(left[seat] for seat in range(1, len(left)) if seat not in others)
                    found = max(found, 1 + most(rest))
        return found

    return len(people) - most(tuple(people))


def after_payments(cents: dict[Player, int], found: Plan) -> set[int]:
    open_balances: dict[Player | None, int] = dict([*cents.items(), (None, 0)])
    for line in found.transfers:
        open_balances[line.giver] += line.cents
        open_balances[line.receiver] -= line.cents
    return set(open_balances.values())


class TestCents:
    def test_whole_cents_are_units_times_stake(self) -> None:
        units = {ANNA: Fraction(3), BERT: Fraction(-2), CILLI: Fraction(-1)}
        assert to_cents(units, 10) == {ANNA: 30, BERT: -20, CILLI: -10}

    def test_half_a_cent_left_over_goes_to_the_first_seat_of_those_with_the_same_remainder(self) -> None:
        units = {ANNA: Fraction(95, 2), BERT: Fraction(95, 2), CILLI: Fraction(-95)}
        assert to_cents(units, 1) == {ANNA: 48, BERT: 47, CILLI: -95}

    def test_the_largest_remainder_gets_the_leftover_cent(self) -> None:
        units = {ANNA: Fraction(7, 5), BERT: Fraction(8, 5), CILLI: Fraction(-3)}
        assert to_cents(units, 1) == {ANNA: 1, BERT: 2, CILLI: -3}

    def test_thirds_of_a_cent_are_shared_out_in_seat_order(self) -> None:
        units = {ANNA: Fraction(-1, 3), BERT: Fraction(-1, 3), CILLI: Fraction(-1, 3), DORA: Fraction(1)}
        assert to_cents(units, 10) == {ANNA: -3, BERT: -3, CILLI: -4, DORA: 10}

    def test_units_that_do_not_sum_to_0_are_an_error(self) -> None:
        with pytest.raises(ValueError, match="Anna"):
            to_cents({ANNA: Fraction(1), BERT: Fraction(0)}, 10)

    def test_no_stake_is_no_money(self) -> None:
        assert to_cents({ANNA: Fraction(1, 2), BERT: Fraction(-1, 2)}, 0) == {ANNA: 0, BERT: 0}

    @given(st.lists(st.fractions(-99, 99, max_denominator=12), min_size=1, max_size=8), st.integers(0, 500))
    def test_cents_sum_to_0_and_are_less_than_one_cent_off(self, amounts: list[Fraction], stake: int) -> None:
        units = dict(zip(SEATS, [*amounts, -sum(amounts, Fraction(0))], strict=False))
        cents = to_cents(units, stake)
        assert sum(cents.values()) == 0
        assert all(abs(cents[player] - units[player] * stake) < 1 for player in units)
        assert cents == to_cents(units, stake)


class TestBauerntarock:
    @pytest.mark.parametrize(
        "totals, cents",
        [
            ((112, 40, -15), (219, -72, -147)),
            ((130, 64, -8, -44), (398, -66, -138, -194)),
            ((105, 105, 30), (48, 47, -95)),
            ((120, 20, 20), (220, -110, -110)),
            ((50, 50, 50), (0, 0, 0)),
        ],
    )
    def test_everybody_pays_the_winner(self, totals: tuple[int, ...], cents: tuple[int, ...]) -> None:
        shares = difference_to_winner(seated(list(totals)), 20, "share")
        money = to_cents(shares.units, 1)
        assert tuple(money.values()) == cents
        found = plan(money, "winner", shares.winners)
        assert found.method == "winner"
        assert after_payments(money, found) == {0}
        assert {line.receiver for line in found.transfers} <= set(shares.winners)

    def test_the_winner_gets_one_payment_from_each(self) -> None:
        found = plan({ANNA: 219, BERT: -72, CILLI: -147}, "winner", (ANNA,))
        assert lines(found) == [("Cilli", "Anna", 147), ("Bert", "Anna", 72)]

    def test_winners_are_paid_from_one_pool(self) -> None:
        found = plan({ANNA: 48, BERT: 47, CILLI: -95}, "winner", (ANNA, BERT))
        assert lines(found) == [("Cilli", "Anna", 48), ("Cilli", "Bert", 47)]

    def test_nobody_else_can_be_paid_that_way(self) -> None:
        with pytest.raises(ValueError, match="Anna"):
            plan({ANNA: 10, BERT: 10, CILLI: -20}, "winner", (ANNA,))


class TestFewestTransfers:
    def test_groups_that_sum_to_0_need_one_payment_fewer_than_largest_to_largest(self) -> None:
        # 6 to 8, 5 to 7, 3 to the 2 left, 1 to the 2 left, 1 to the 1 left: five; as 8 = 5 + 3 and 7 = 6 + 1 four do
        found = plan(seated([8, 7, -6, -5, -3, -1]), "transfers")
        assert found.method == "exact"
        assert lines(found) == [("P2", "P1", 6), ("P3", "P0", 5), ("P4", "P0", 3), ("P5", "P1", 1)]

    @given(balanced)
    def test_as_few_as_brute_force_finds(self, amounts: list[int]) -> None:
        cents = seated(amounts)
        found = plan(cents, "transfers")
        assert found.method == "exact"
        assert len(found.transfers) == fewest_by_brute_force(amounts)
        assert after_payments(cents, found) <= {0}

    @given(balanced, st.sampled_from(("transfers", "kitty")))
    def test_no_line_without_money_largest_first_and_always_the_same(self, amounts: list[int], payout: Payout) -> None:
        found = plan(seated(amounts), payout)
        money = [line.cents for line in found.transfers]
        assert all(cents > 0 for cents in money)
        assert money == sorted(money, reverse=True)
        assert found == plan(seated(amounts), payout)

    def test_equal_payments_are_listed_in_seat_order(self) -> None:
        found = plan({ANNA: -10, BERT: -10, CILLI: 10, DORA: 10}, "transfers")
        assert lines(found) == [("Anna", "Cilli", 10), ("Bert", "Dora", 10)]

    def test_nobody_owes_anything(self) -> None:
        assert plan({ANNA: 0, BERT: 0}, "transfers") == Plan((), "exact")

    def test_balances_that_do_not_sum_to_0_are_an_error(self) -> None:
        with pytest.raises(ValueError, match="Anna"):
            plan({ANNA: 1, BERT: 0}, "transfers")

    def test_15_and_16_balances_are_exact_and_17_are_not(self) -> None:
        uneven = [3**power for power in range(16)]
        for people, method in ((15, "exact"), (16, "exact"), (17, "heuristic")):
            amounts = [*uneven[: people - 1], -sum(uneven[: people - 1])]
            found = plan(seated([*amounts, 0, 0]), "transfers")
            assert found.method == method
            assert len(found.transfers) == people - 1

    def test_15_balances_are_settled_exactly_while_one_waits(self) -> None:
        """No figure of speed, usually a fraction of a second: tried one by one, the groups would take hours."""
        amounts = [(-1) ** seat * (seat * seat * 37 + 11) for seat in range(14)]
        assert plan(seated([*amounts, -sum(amounts)]), "transfers").method == "exact"

    def test_above_16_pairs_and_triples_settle_among_themselves(self) -> None:
        amounts = [*range(1, 10), *range(-9, 0), 100, -60, -40]
        found = plan(seated(amounts), "transfers")
        assert found.method == "heuristic"
        assert len(found.transfers) == 9 + 2

    def test_400_people_are_settled_at_once_with_fewer_payments_than_people(self) -> None:
        amounts = [(seat * 7919) % 1999 - 999 for seat in range(399)]
        cents = seated([*amounts, -sum(amounts)])
        found = plan(cents, "transfers")
        assert len(found.transfers) < 400
        assert after_payments(cents, found) == {0}


class TestKitty:
    def test_everybody_pays_into_or_draws_from_it(self) -> None:
        found = plan({ANNA: 30, BERT: -20, CILLI: 0, DORA: -10}, "kitty")
        assert found.method == "kitty"
        assert lines(found) == [(None, "Anna", 30), ("Bert", None, 20), ("Dora", None, 10)]


class TestWhatRemains:
    cents = {ANNA: 30, BERT: 20, CILLI: -25, DORA: -25}  # noqa: RUF012 never changed

    def test_without_payments_it_is_the_plan(self) -> None:
        assert remaining(self.cents, "transfers", (), []) == plan(self.cents, "transfers")

    def test_a_ticked_line_drops_out_and_the_others_stay(self) -> None:
        planned = plan(self.cents, "transfers")
        for ticked in planned.transfers:
            left = remaining(self.cents, "transfers", (), [ticked])
            assert left.transfers == tuple(line for line in planned.transfers if line != ticked)

    def test_part_of_a_line_leaves_the_rest_of_it(self) -> None:
        assert lines(plan(self.cents, "transfers")) == [
            ("Cilli", "Anna", 25), ("Dora", "Bert", 20), ("Dora", "Anna", 5),
        ]  # fmt: skip
        left = remaining(self.cents, "transfers", (), [Transfer(DORA, BERT, 15)])
        assert lines(left) == [("Cilli", "Anna", 25), ("Dora", "Bert", 5), ("Dora", "Anna", 5)]

    def test_a_payment_beside_the_plan_makes_a_new_one(self) -> None:
        left = remaining(self.cents, "transfers", (), [Transfer(CILLI, BERT, 20)])
        assert lines(left) == [("Dora", "Anna", 25), ("Cilli", "Anna", 5)]

    def test_who_paid_too_much_gets_it_back(self) -> None:
        left = remaining({ANNA: 10, BERT: -10}, "transfers", (), [Transfer(BERT, ANNA, 15)])
        assert lines(left) == [("Anna", "Bert", 5)]

    def test_money_in_the_kitty_comes_out_of_it_again(self) -> None:
        left = remaining({ANNA: 10, BERT: -10}, "transfers", (), [Transfer(BERT, None, 10)])
        assert lines(left) == [(None, "Anna", 10)]

    def test_a_winner_paid_too_much_gives_it_back(self) -> None:
        left = remaining({ANNA: 10, BERT: -10, CILLI: 0}, "winner", (ANNA,), [Transfer(CILLI, ANNA, 4)])
        assert lines(left) == [("Bert", "Anna", 6), ("Bert", "Cilli", 4)]

    @given(balanced, st.data())
    def test_all_lines_paid_in_any_order_leave_nothing(self, amounts: list[int], data: st.DataObject) -> None:
        cents = seated(amounts)
        ticked = data.draw(st.permutations(plan(cents, "transfers").transfers))
        for count in range(len(ticked)):
            left = remaining(cents, "transfers", (), ticked[:count])
            assert set(left.transfers) == set(ticked[count:])
        assert remaining(cents, "transfers", (), ticked).transfers == ()

    @given(balanced, st.sampled_from(("transfers", "kitty")), st.data())
    def test_after_any_payments_balances_sum_to_0_and_paying_what_remains_leaves_nothing(
        self, amounts: list[int], payout: Payout, data: st.DataObject
    ) -> None:
        cents = seated(amounts)
        parties = st.sampled_from([None, *cents])
        pairs = st.tuples(parties, parties).filter(lambda pair: pair[0] != pair[1])
        payment = st.builds(lambda pair, cents: Transfer(pair[0], pair[1], cents), pairs, st.integers(1, 30))
        made = data.draw(st.lists(payment, max_size=6))
        assert sum(open_balances(cents, made).values()) == 0
        left = remaining(cents, payout, (), made)
        assert all(line.cents > 0 for line in left.transfers)
        assert set(open_balances(cents, [*made, *left.transfers]).values()) <= {0}
        assert remaining(cents, payout, (), [*made, *left.transfers]).transfers == ()


class TestMoreThanIsOpen:
    balances = open_balances({ANNA: 30, BERT: 20, CILLI: -25, DORA: -25}, [])

    @pytest.mark.parametrize(
        "giver, receiver, cents, too_much",
        [
            (CILLI, ANNA, 25, 0),
            (CILLI, ANNA, 26, 1),  # Cilli owes 25
            (CILLI, BERT, 25, 5),  # Bert gets 20
            (ANNA, CILLI, 10, 10),  # Anna owes nothing
            (CILLI, None, 25, 0),
            (CILLI, None, 40, 15),
            (None, ANNA, 30, 0),
            (None, ANNA, 31, 1),
            (None, DORA, 5, 5),
        ],
    )
    def test_a_payment_is_held_against_what_the_giver_owes_and_the_receiver_gets(
        self, giver: Player | None, receiver: Player | None, cents: int, too_much: int
    ) -> None:
        assert excess(self.balances, Transfer(giver, receiver, cents)) == too_much

    @given(balanced)
    def test_no_line_of_the_plan_is_more_than_is_open(self, amounts: list[int]) -> None:
        cents = seated(amounts)
        for line in plan(cents, "transfers").transfers:
            assert excess(open_balances(cents, []), line) == 0
