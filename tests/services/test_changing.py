import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.ledger import StaleError
from scorekeeper.services import changing, checking, entering, players, settling
from scorekeeper.services.changing import NewRules
from scorekeeper.storage import Store
from tests.services.table import At, actor, sit_down


def check(store: Store) -> None:
    with store.read() as tx:
        report = checking.check(tx)
    assert report.clean, [finding.problem for finding in report.findings]


def seq(table: At) -> int:
    return table.now().seq


def change_rules(table: At, *, all_deals: bool, stake: int = 10, **options: int) -> entering.Entered:
    new = NewRules(rule_set="schipflinger", options=options, stake_cents=stake)
    with table.store.write() as tx:
        return changing.change_rules(
            tx, actor(table.store), table.sitting, key=table.key(), seen=seq(table), new=new, all_deals=all_deals
        )  # fmt: skip


def cents(table: At) -> tuple[int, ...]:
    with table.store.read() as tx:
        found = settling.settle_sitting(tx, table.sitting).cents
    return tuple(found[player] for player in table.now().setup.players)


def undo(table: At) -> None:
    with table.store.write() as tx:
        now = table.now()
        assert now.undo is not None
        entering.undo(tx, actor(table.store), table.sitting, key=table.key(), target=now.undo.seq)


def redo(table: At) -> None:
    with table.store.write() as tx:
        now = table.now()
        assert now.redo is not None
        entering.redo(tx, actor(table.store), table.sitting, key=table.key(), target=now.redo.seq)


def test_another_stake_from_now_on_leaves_the_money_of_the_deals_before_as_it_was(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 2, 6))  # 3, -2, 3, -2, -2 at 10 cents
    change_rules(table, all_deals=False, stake=20)
    table.enter(2, table.jaggln(1, 3, 6))  # -2, 3, -2, 3, -2 at 20 cents
    assert table.totals() == (1, 1, 1, 1, -4)
    assert cents(table) == (30 - 40, -20 + 60, 30 - 40, -20 + 60, -20 - 40)
    check(store)
    undo(table)
    undo(table)
    assert cents(table) == (30, -20, 30, -20, -20)
    redo(table)
    redo(table)
    assert cents(table) == (-10, 40, -10, 40, -60)
    check(store)


def test_scored_again_every_deal_counts_under_the_new_rules_and_one_undo_takes_all_of_it_back(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 2, 9, gematscht=True))
    table.enter(2, table.jaggln(1, 3, 6))
    before = table.totals()
    change_rules(table, all_deals=True, stake=50, gematscht_factor=3)
    assert table.rows()[0].entry.options == {"gematscht_factor": 3}
    assert table.totals() == (9 - 2, -6 + 3, 9 - 2, -6 + 3, -6 - 2)
    assert cents(table) == (350, -150, 350, -150, -400)
    check(store)
    undo(table)
    assert table.totals() == before
    assert table.now().setup.rules.gematscht_factor == 2
    check(store)
    redo(table)
    assert cents(table) == (350, -150, 350, -150, -400)
    table.enter(3, table.jaggln(0, 2, 6))
    check(store)


def test_a_change_made_on_an_old_page_is_refused(store: Store) -> None:
    table = sit_down(store)
    with pytest.raises(StaleError), store.write() as tx:
        changing.adjust(tx, actor(store), table.sitting, key="k", seen=7, units={table.player(0): 1}, reason="Strafe")


def test_a_penalty_is_borne_by_the_score_shared_by_the_money_and_undone(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 2, 6))
    with store.write() as tx:
        changing.adjust(
            tx, actor(store), table.sitting, key="k", seen=1, units={table.player(1): -5}, reason="verleugnet"
        )  # fmt: skip
    assert tuple(table.now().totals.values()) == (3, -7, 3, -2, -2)
    assert cents(table) == (40, -60, 40, -10, -10)  # 1 point = 10 cents is every other's fifth of the 5
    check(store)
    undo(table)
    assert cents(table) == (30, -20, 30, -20, -20)
    check(store)


def test_who_joins_starts_at_0_and_who_left_keeps_what_was_paid_out(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 2, 6))
    with store.write() as tx:
        newcomer = players.add_player(tx, actor(store), "Hias")
        changing.change_seats(
            tx, actor(store), table.sitting, key="swap", seen=1, leaving=table.player(1), joining=newcomer
        )  # fmt: skip
    assert len(table.now().setup.players) == 6
    assert table.now().setup.present(2) == (
        table.player(0), str(newcomer), table.player(2), table.player(3), table.player(4)
    )  # fmt: skip
    table.enter(2, table.jaggln(0, 2, 6))
    assert tuple(table.now().totals.values()) == (6, -2, -2, 6, -4, -4)
    assert cents(table) == (60, -20, -20, 60, -40, -40)
    with store.write() as tx:  # a penalty after he left is shared by those who stayed
        changing.adjust(
            tx, actor(store), table.sitting, key="k", seen=3, units={table.player(0): -5}, reason="verleugnet"
        )  # fmt: skip
    assert cents(table)[1] == -20
    assert sum(cents(table)) == 0
    check(store)
    for _ in range(3):
        undo(table)
    assert len(table.now().setup.players) == 5
    assert cents(table) == (30, -20, 30, -20, -20)
    check(store)


def test_nobody_leaves_a_table_that_cannot_go_on_without_them(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store)
    message = "this game needs 5 to 7 players, here are 4"
    with pytest.raises(RefusedError, match=message) as refused, sqlite_store.write() as tx:
        changing.change_seats(tx, actor(sqlite_store), table.sitting, key="k", seen=0, leaving=table.player(2))
    assert refused.value.refusals[0].field == "leaving"
