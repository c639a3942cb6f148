"""Exact cents under several stakes, with adjustments; and the same as the command gives for the same file."""

import json
from fractions import Fraction

import pytest

from scorekeeper.domain.text import Player
from scorekeeper.services import changing, settling
from scorekeeper.services.changing import NewRules
from scorekeeper.services.evening_file import read_evening
from scorekeeper.services.scoring import SittingScore, score_evening
from scorekeeper.services.settling import SittingShare
from scorekeeper.storage import Store
from tests.services.table import NAMES, At, actor, sit_down


def share(table: At) -> SittingShare:
    with table.store.read() as tx:
        return settling.settle_sitting(tx, table.sitting).sittings[0]


def adjust(table: At, reason: str, units: dict[Player, int]) -> None:
    with table.store.write() as tx:
        changing.adjust(
            tx, actor(table.store), table.sitting, key=table.key(), seen=table.now().seq, units=units, reason=reason
        )  # fmt: skip


def stake(table: At, cents: int) -> None:
    with table.store.write() as tx:
        changing.change_rules(
            tx, actor(table.store), table.sitting, key=table.key(), seen=table.now().seq,
            new=NewRules(rule_set="schipflinger", options={}, stake_cents=cents), all_deals=False,
        )  # fmt: skip


def in_seat_order(table: At, amounts: dict[Player, Fraction]) -> list[Fraction]:
    return [amounts[table.player(seat)] for seat in range(len(table.ids))]


def test_every_stake_is_a_section_and_together_they_are_the_amounts(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 2, 6))  # +3 −2 +3 −2 −2
    table.enter(2, table.jaggln(1, None, 6))  # −2 +8 −2 −2 −2
    stake(table, 20)
    table.enter(3, table.jaggln(2, 4, 3))  # +2 +2 −3 +2 −3
    found = share(table)
    assert [(each.first, each.last, each.cents) for each in found.sections] == [(1, 2, 10), (3, None, 20)]
    assert [in_seat_order(table, dict(each.units)) for each in found.sections] == [[1, 6, 1, -4, -4], [2, 2, -3, 2, -3]]
    assert in_seat_order(table, dict(found.amounts)) == [50, 100, -50, 0, -100]
    assert not found.kept


def test_a_penalty_just_before_another_stake_counts_under_the_old_one(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 2, 6))
    adjust(table, "verleugnet", {table.player(1): -5})
    before = in_seat_order(table, dict(share(table).amounts))
    stake(table, 20)
    assert in_seat_order(table, dict(share(table).amounts)) == before
    table.enter(2, table.jaggln(2, 4, 3))
    # 4 −6 4 −1 −1 at 10 cents and +2 +2 −3 +2 −3 at 20
    assert in_seat_order(table, dict(share(table).amounts)) == [80, -20, -20, 30, -70]


def test_adjustments_are_kept_with_their_place_and_reason_and_go_when_they_are_undone(store: Store) -> None:
    table = sit_down(store)
    adjust(table, "Übertrag vom Zettel", {table.player(seat): units for seat, units in enumerate([4, -1, -1, -1, -1])})
    table.enter(1, table.jaggln(0, 2, 6))
    adjust(table, "vergeben", {table.player(3): -2})
    found = share(table)
    assert [(each.after_deal, each.reason, list(each.units.values())) for each in found.adjusted] == [
        (0, "Übertrag vom Zettel", [4, -1, -1, -1, -1]), (1, "vergeben", [-2]),
    ]  # fmt: skip
    assert list(found.played.values()) == [3, -2, 3, -2, -2]
    assert list(found.totals.values()) == [7, -3, 2, -5, -3]
    undo = table.now().undo
    assert undo
    table.undo(undo.seq)
    assert [each.reason for each in share(table).adjusted] == ["Übertrag vom Zettel"]


@pytest.mark.parametrize("cents", [10, 7])
def test_app_and_command_agree_to_the_cent(store: Store, cents: int) -> None:
    """Bert's −2 of evening-format.md at a table of five: everybody's distance from the average, with odd cents at 7."""
    table = sit_down(store, stake=cents)
    table.enter(1, table.jaggln(0, 2, 6))
    table.enter(2, table.jaggln(1, None, 9, gematscht=True))
    adjust(table, "verleugnet", {table.player(1): -2})
    document = {
        "format": "scorekeeper-evening/1", "game": "jaggln", "stake": {"cents": cents}, "players": list(NAMES),
        "deals": [
            {"declarer": "Toni", "partner": "Franz", "gewisse": 6},
            {"declarer": "Maria", "partner": None, "gewisse": 9, "gematscht": True},
        ],
        "adjustments": [{"player": "Maria", "units": -2, "reason": "verleugnet"}],
    }  # fmt: skip
    score = score_evening(read_evening(json.dumps(document).encode()))
    assert isinstance(score, SittingScore)
    with store.read() as tx:
        settled = settling.settle_sitting(tx, table.sitting)
    # 3 −2 3 −2 −2, then −4 +16 −4 −4 −4, Maria −2 more: −1 12 −1 −6 −6, the average is −2/5
    assert list(settled.sittings[0].totals.values()) == [-1, 12, -1, -6, -6]
    by_name = {settled.names[player]: amount for player, amount in settled.cents.items()}
    assert by_name == dict(score.cents)
    # at 7 cents all have the same remainder: the four odd cents go to the first four seats
    assert list(by_name.values()) == {10: [-6, 124, -6, -56, -56], 7: [-4, 87, -4, -39, -40]}[cents]
    lines = [(settled.names[line.giver or Player("")], line.cents) for line in settled.plan.transfers]
    assert lines == [(line.giver, line.cents) for line in score.plan.transfers]
