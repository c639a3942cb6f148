"""What an evening file says between the deals: who is there when, other rules or stakes, adjustments, payouts."""

from collections.abc import Iterator
from typing import Final

from scorekeeper.domain.evening import Presence, Setup
from scorekeeper.domain.stakes import PaidOut
from scorekeeper.domain.text import N_, Player
from scorekeeper.services.evening_data import Adjustment, Change, Stake
from scorekeeper.services.evening_fields import (
    MOST_CENTS,
    MOST_DEALS,
    MOST_NOTE,
    MOST_UNITS,
    read_options,
    read_player,
    read_stake,
)
from scorekeeper.services.json_document import Fields, member, refuse

_CHANGE_FIELDS: Final = ("from", "rules", "options", "stake")


def read_presence(fields: Fields, names: frozenset[Player]) -> dict[Player, Presence]:
    """Read who is there only at times; who left again before a first deal is there to the deal before it."""
    found: dict[Player, Presence] = {}
    for player, span in _by_player(fields, "present", names):
        numbers = Fields.of(span, member(fields.at("present"), player), ("from", "to"))
        first = numbers.whole("from", 1, MOST_DEALS, 1)
        last = None if numbers.take("to", None) is None else numbers.whole("to", first - 1, MOST_DEALS)
        found[player] = Presence(first, last)
    return found


def read_changes(fields: Fields, setup: Setup, stake: Stake, deals: int) -> tuple[Change, ...]:
    """Read what is played under from a deal on; what a change does not name stays."""
    found: list[Change] = []
    before = Change(1, setup.rule_set, setup.rules, stake.cents)
    for index, written in enumerate(fields.items("changes", MOST_DEALS, [])):
        change = Fields.of(written, f"{fields.at('changes')}[{index}]", _CHANGE_FIELDS)
        first = change.whole("from", before.first + 1, deals + 1)
        before = _change(change, setup, stake, before)._replace(first=first)
        found.append(before)
    return tuple(found)


def _change(fields: Fields, setup: Setup, stake: Stake, before: Change) -> Change:
    rule_set, rules, cents = before.rule_set, before.rules, before.stake_cents
    if "rules" in fields.members or "options" in fields.members:
        rule_set = fields.one_of("rules", [known.key for known in setup.game.rule_sets], rule_set)
        rules = read_options(fields, setup.game, rule_set)
    if "stake" in fields.members:
        written = read_stake(fields, stake.currency)
        if written.currency != stake.currency:
            refuse(f"{fields.at('stake')}.currency", N_("is another currency than at the beginning"))
        cents = written.cents
    return Change(before.first, rule_set, rules, cents)


def read_adjustments(fields: Fields, names: frozenset[Player], deals: int) -> tuple[Adjustment, ...]:
    """Read penalties and opening balances."""
    found: list[Adjustment] = []
    for index, written in enumerate(fields.items("adjustments", MOST_DEALS, [])):
        place = f"{fields.at('adjustments')}[{index}]"
        one = Fields.of(written, place, ("player", "units", "reason", "after"))
        player = read_player(one.take("player"), one.at("player"), names)
        units = one.whole("units", -MOST_UNITS, MOST_UNITS)
        reason = one.text("reason", "", most=MOST_NOTE, one_line=False)
        found.append(Adjustment(player, units, reason, one.whole("after", 0, deals, 0)))
    return tuple(found)


def read_paid_out(fields: Fields, setup: Setup) -> dict[Player, PaidOut]:
    """Read with what those who left were paid out."""
    found: dict[Player, PaidOut] = {}
    for player, written in _by_player(fields, "paid_out", frozenset(setup.players)):
        place = member(fields.at("paid_out"), player)
        if setup.presence.get(player, Presence()).last is None:
            refuse(place, N_("has not left the table"))
        amounts = Fields.of(written, place, ("units", "cents"))
        units = amounts.whole("units", -MOST_UNITS, MOST_UNITS)
        found[player] = PaidOut(units, amounts.whole("cents", -MOST_CENTS, MOST_CENTS))
    if len(found) == len(setup.players):
        refuse(fields.at("paid_out"), N_("somebody must have stayed"))
    return found


def _by_player(fields: Fields, key: str, names: frozenset[Player]) -> Iterator[tuple[Player, object]]:
    written = fields.take(key, {})
    if not isinstance(written, dict):
        refuse(fields.at(key), N_("needs an object in braces"))
    for name, value in written.items():
        yield read_player(name, member(fields.at(key), name), names), value
