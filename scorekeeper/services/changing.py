"""Changes in the middle of a sitting: rules and stake, who sits at the table, penalties and opening balances.

Each is one entry of the ledger, so it is undone and redone like a deal. `seen` is the sitting's last seq as the form
knew it: if anything was entered since, the change is refused and the present state shown.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.evening import Setup, setup_problems
from scorekeeper.domain.ledger import Entry, EntryKind, StaleError
from scorekeeper.domain.replay import scored_under, setup_of
from scorekeeper.domain.text import N_, Player, Refusal
from scorekeeper.services.actor import Actor
from scorekeeper.services.answers import dump_options, read_rules
from scorekeeper.services.club_settings import verify_stake
from scorekeeper.services.entering import Entered, goes_on, once_more, open_sitting, take_in
from scorekeeper.services.errors import ClosedError, NotFoundError, refuse
from scorekeeper.services.keys import part_of
from scorekeeper.services.loading import Loaded
from scorekeeper.services.seating import Moves, rows_after
from scorekeeper.services.texts import several_lines
from scorekeeper.storage import Transaction, deals, entries, players

MOST_UNITS: Final = 1_000_000
_LONGEST_REASON: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRules:
    """What is to be played under: the options are those that differ from the rule set's own."""

    rule_set: str
    options: Mapping[str, Any]
    stake_cents: int


def change_rules(  # noqa: PLR0913 who, where, what, and from when
    tx: Transaction, actor: Actor, sitting_id: int, *, key: str, seen: int, new: NewRules, all_deals: bool
) -> Entered:
    """Play under other rules or another stake from the next deal on, or score all deals again under them.

    Raises RefusedError (a deal that the new rules do not know is named), StaleError, ClosedError.
    """
    now = open_sitting(tx, actor, sitting_id, key)
    if now.duplicate:
        return once_more(now.duplicate)
    _verify_seen(tx, now, seen)
    setup = new_setup(now, new)
    new = replace(new, options=options_of(setup))
    stakes = stakes_after(now, new, all_deals=all_deals)
    verify_stakes(now, setup, stakes)
    corrections = tuple(_scored_anew(tx, now, setup, new)) if all_deals else ()
    if not corrections and is_same(now, setup, stakes):
        return Entered(number=0, seq=now.row.rules, unchanged=True)
    first = now.row.seq + 1
    for place, entry in enumerate(corrections):
        frozen = replace(entry, seq=first + place, key=part_of(key, entry.number), at=actor.stamp, actor=actor.device)
        entries.add(tx, now.sitting.club, sitting_id, frozen, None)
    to = {"rule_set": new.rule_set, "options": dict(new.options), "stake_cents": new.stake_cents, "stakes": stakes}
    before = {name: getattr(now.sitting, name) for name in to}
    answers = {"from": before, "to": to, "after": now.standing.deals, "all": all_deals, "group": len(corrections)}
    return take_in(
        tx, now, _about_sitting(now, actor, key, EntryKind.RULES, now.row.rules, first + len(corrections), answers)
    )


def new_setup(now: Loaded, new: NewRules) -> Setup:
    """Give the same table under other rules. Raises RefusedError."""
    rules = read_rules(now.setup.game, new.rule_set, dict(new.options))
    changed = replace(now.setup, rule_set=new.rule_set, rules=rules)
    present = changed.present(now.standing.deals + 1)
    problems = tuple(setup_problems(replace(changed, players=present, presence={}, first_dealer=present[0])))
    if problems:
        raise RefusedError(problems)
    verify_stake(new.stake_cents)
    return changed


def options_of(setup: Setup) -> dict[str, Any]:
    """Give the options that differ from the rule set's own."""
    found = setup.game.rule_set(setup.rule_set)
    return dump_options(setup.rules, found) if found else {}


def is_same(now: Loaded, setup: Setup, stakes: list[list[int]]) -> bool:
    """Whether nothing about the sitting itself would change."""
    before = [list(stake) for stake in now.sitting.stakes]
    return (setup.rules, setup.rule_set, stakes) == (now.setup.rules, now.setup.rule_set, before)


def stakes_after(now: Loaded, new: NewRules, *, all_deals: bool) -> list[list[int]]:
    """Give the stakes, each with the first deal that it counts for."""
    if all_deals:
        return [[1, new.stake_cents]]
    kept = [list(stake) for stake in now.sitting.stakes if stake[0] <= now.standing.deals]
    same = bool(kept) and kept[-1][1] == new.stake_cents
    return kept if same else [*kept, [now.standing.deals + 1, new.stake_cents]]


def verify_stakes(now: Loaded, setup: Setup, stakes: list[list[int]]) -> None:
    """Refuse a second stake where the difference to the winner is settled, once, with one stake."""
    if len(stakes) > 1 and any(one.game.to_winner(one.rules) for one in (now.setup, setup)):
        raise refuse("stake_cents", N_("this game is settled once, at the end: one stake counts for all of it"))


def _scored_anew(tx: Transaction, now: Loaded, setup: Setup, new: NewRules) -> Iterator[Entry]:
    """Give every deal that other rules change, scored under them. Raises RefusedError naming what they do not know.

    A struck deal stays struck; one that the new rules do not know stays as it is.
    """
    refusals: list[Refusal] = []
    for old, _record in deals.onwards(tx, now.sitting.id, 1):
        try:
            units: Mapping[Player, int] = scored_under(setup, old).units
        except RefusedError as error:
            if old.kind is not EntryKind.VOID:
                refusals.append(unknown_deal(old.number, error.refusals[0]))
            continue
        struck = old.kind is EntryKind.VOID
        units = old.units if struck else {player: units[player] for player in old.units}
        same = (units, new.stake_cents) == (old.units, old.stake_cents) and setup_of(setup, old) is setup
        if not same:
            yield replace(
                old, kind=EntryKind.VOID if struck else EntryKind.CORRECT, target=old.seq, units=units,
                rule_set=new.rule_set, options=dict(new.options), stake_cents=new.stake_cents,
                rules_version=setup.game.version,
            )  # fmt: skip
    if refusals:
        raise RefusedError(refusals)


def unknown_deal(number: int, refusal: Refusal) -> Refusal:
    """Name a deal that the new rules do not know."""
    return Refusal("deals", N_("deal {number}: {reason}", number=number, reason=refusal.message))


def change_seats(  # noqa: PLR0913 who, where, who goes, who comes and where to
    tx: Transaction, actor: Actor, sitting_id: int, *, key: str, seen: int, leaving: Player | None = None,
    joining: int | None = None, before: Player | None = None,
) -> Entered:  # fmt: skip
    """Let somebody leave before the next deal, somebody join, or both at once (a substitute).

    Who joins sits down in the leaver's place, or before the seat of `before`, or last; starts at 0. Who leaves is paid
    out with what the score comes to now. Raises RefusedError for `leaving` or `joining`, StaleError, ClosedError.
    """
    now = open_sitting(tx, actor, sitting_id, key)
    if now.duplicate:
        return once_more(now.duplicate)
    _verify_seen(tx, now, seen)
    if not goes_on(now):
        raise ClosedError(N_("The sitting is over. It must be reopened first."))
    if joining is not None and players.in_club(tx, actor.club, [joining]) != {joining}:
        raise NotFoundError
    rows = rows_after(tx, now, Moves(leaving=leaving, joining=joining, before=before))
    answers = {"from": [list(row) for row in now.seats], "to": [list(row) for row in rows], "after": now.standing.deals}
    answers |= {"leaving": leaving, "joining": None if joining is None else str(joining)}
    entry = _about_sitting(now, actor, key, EntryKind.SEATS, now.row.seats, now.row.seq + 1, answers)
    return take_in(tx, now, entry)


def adjust(  # noqa: PLR0913 who, where, how much, and why
    tx: Transaction, actor: Actor, sitting_id: int, *, key: str, seen: int, units: Mapping[Player, int], reason: str
) -> Entered:
    """Add penalties or opening balances to scores beside the deals; they count for the money, not for the game's end.

    Raises RefusedError for `units` or `reason`, StaleError, ClosedError.
    """
    now = open_sitting(tx, actor, sitting_id, key)
    if now.duplicate:
        return once_more(now.duplicate)
    _verify_seen(tx, now, seen)
    given = {player: amount for player, amount in units.items() if amount}
    tidy = several_lines(reason)
    if not tidy or len(tidy) > _LONGEST_REASON:
        message = N_("at most {most} letters", most=_LONGEST_REASON) if tidy else N_("a reason is missing")
        raise refuse("reason", message)
    if not given or not set(given) <= set(now.setup.players):
        raise refuse("units", N_("whose score changes, and by how much, is missing"))
    if any(abs(amount) > MOST_UNITS for amount in given.values()):
        raise refuse("units", N_("at most {most} points", most=MOST_UNITS))
    entry = _about_sitting(now, actor, key, EntryKind.ADJUST, 0, now.row.seq + 1, {"after": now.standing.deals})
    return take_in(tx, now, replace(entry, units=given, note=tidy))


def _verify_seen(tx: Transaction, now: Loaded, seen: int) -> None:
    if seen != now.row.seq:
        last = entries.at(tx, now.sitting.id, now.row.seq).get(now.row.seq)
        raise StaleError(N_("Meanwhile something else was entered."), last.number if last else 0, last)


def _about_sitting(  # noqa: PLR0913, PLR0917 all that makes such an entry
    now: Loaded, actor: Actor, key: str, kind: EntryKind, target: int, seq: int, answers: Mapping[str, Any]
) -> Entry:
    return Entry(
        seq=seq, kind=kind, key=key, target=target, answers=answers, rule_set=now.sitting.rule_set,
        options=now.sitting.options, stake_cents=now.sitting.stake_cents, rules_version=now.setup.game.version,
        at=actor.stamp, actor=actor.device,
    )  # fmt: skip
