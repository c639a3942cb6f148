"""A sitting goes on in a new one, taken over from its interim sheet: who left early keeps the very same amount."""

from scorekeeper.domain.text import Player
from scorekeeper.services import changing, settling
from scorekeeper.services.taking_over import TakingOver, taking_over
from scorekeeper.storage import Store
from tests.services.table import At, actor, sit_down

SIX, AGAIN = ("Anna", "Bert", "Cilli", "Dora", "Emil", "Fani"), ("Uli", "Vitus", "Wastl", "Xaver", "Zenz", "Zita")


def adjust(table: At, units: dict[int, int]) -> None:
    now, given = table.now(), {table.player(seat): amount for seat, amount in units.items()}
    with table.store.write() as tx:
        changing.adjust(
            tx, actor(table.store), table.sitting, key=f"a{now.seq}", seen=now.seq, units=given, reason="Stand"
        )  # fmt: skip


def leave(table: At, seat: int) -> None:
    now = table.now()
    with table.store.write() as tx:
        changing.change_seats(
            tx, actor(table.store), table.sitting, key=f"l{now.seq}", seen=now.seq, leaving=table.player(seat)
        )  # fmt: skip


def cents(table: At) -> list[int]:
    with table.store.read() as tx:
        return list(settling.settle_sitting(tx, table.sitting).cents.values())


def order(table: At) -> TakingOver:
    with table.store.read() as tx:
        return taking_over(tx, table.sitting)


def done(table: At) -> list[tuple[dict[int, int], int | None]]:
    """Give the steps by seat."""
    seats = {table.player(seat): seat for seat in range(len(table.ids))}
    return [
        ({seats[player]: units for player, units in step.units.items()}, seats[step.leaves] if step.leaves else None)
        for step in order(table).steps
    ]


def goes_on(store: Store, names: tuple[str, ...], steps: list[tuple[dict[int, int], int | None]]) -> At:
    """Begin with as many, and do what the sheet says."""
    new = sit_down(store, names=names)
    for units, leaves in steps:
        if units:
            adjust(new, units)
        if leaves is not None:
            leave(new, leaves)
    return new


def test_a_penalty_after_somebody_left_is_taken_over_after_they_left(sqlite_store: Store) -> None:
    """Anna alone, 7 Gwiß: +10, the others −2 each; she leaves with 1.00. Then Bert is fined 3: 30 cents for those left.

    Each of six would get 5 cents of it if Anna were still there: Anna 1.05. She is not: Bert −20 − 30 + 5 + 1, the
    others −20 + 5 + 1.
    """
    table = sit_down(sqlite_store, names=SIX)
    table.enter(1, table.jaggln(0, None, 7))
    leave(table, 0)
    assert order(table) == TakingOver()
    adjust(table, {1: -3})
    assert cents(table) == [100, -44, -14, -14, -14, -14]
    at_once = goes_on(sqlite_store, AGAIN, [({0: 10, 1: -5, 2: -2, 3: -2, 4: -2, 5: -2}, 0)])
    assert cents(at_once) == [105, -45, -15, -15, -15, -15]
    steps = done(table)
    assert steps == [({0: 10, 1: -2, 2: -2, 3: -2, 4: -2, 5: -2}, 0), ({1: -3}, None)]
    again = goes_on(sqlite_store, AGAIN[::-1], steps)
    assert cents(again) == cents(table)


def test_two_who_left_with_penalties_in_between_keep_what_they_got(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store, names=(*SIX, "Gusti"))
    adjust(table, {2: -7})
    table.enter(1, table.jaggln(0, None, 7))
    leave(table, 0)
    adjust(table, {1: -3})
    leave(table, 3)
    adjust(table, {4: 4})
    steps = done(table)
    assert [(leaves, len(units)) for units, leaves in steps] == [(0, 6), (3, 1), (None, 1)]  # one sat out
    assert cents(goes_on(sqlite_store, (*AGAIN, "Yvonne"), steps)) == cents(table)


def test_with_a_second_stake_the_amount_is_said_to_be_another_one(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store, names=SIX)
    table.enter(1, table.jaggln(0, None, 7))
    leave(table, 0)
    adjust(table, {1: -3})
    new = changing.NewRules(rule_set="schipflinger", options={}, stake_cents=20)
    with sqlite_store.write() as tx:
        changing.change_rules(
            tx, actor(sqlite_store), table.sitting, key="s", seen=table.now().seq, new=new, all_deals=False
        )  # fmt: skip
    table.enter(2, table.jaggln(1, None, 6))
    assert order(table) == TakingOver(unlike=(Player(str(table.ids[0])),))
