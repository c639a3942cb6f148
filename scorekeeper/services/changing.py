"""Changes in the middle of a sitting: rules and stake, who sits at the table, penalties and opening balances.

Each is one entry of the ledger, so it is undone and redone like a deal. `seen` is the sitting's last seq as the form
knew it: if anything was entered since, the change is refused and the present state shown.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.evening import Setup, beginning, play, setup_problems
from scorekeeper.domain.ledger import Entry, EntryKind, StaleError
from scorekeeper.domain.replay import answers_of, deal_of, table_of
from scorekeeper.domain.settlement import to_cents
from scorekeeper.domain.text import N_, Player, Refusal
from scorekeeper.services.actor import Actor
from scorekeeper.services.amounts import amounts_of
from scorekeeper.services.answers import read_rules
from scorekeeper.services.entering import Entered, once_more, open_sitting, take_in
from scorekeeper.services.errors import NotFoundError, refuse
from scorekeeper.services.evenings import MOST_STAKE_CENTS
from scorekeeper.services.loading import Loaded, setup_from
from scorekeeper.services.texts import several_lines
from scorekeeper.storage import Transaction, deals, entries, players
from scorekeeper.storage.sittings import SeatRow

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
    _verify_seen(now, seen)
    setup = new_setup(now.setup, new)
    if (
        setup.rules == now.setup.rules
        and setup.rule_set == now.setup.rule_set
        and not _other_stake(now, new, all_deals)
    ):
        return Entered(number=0, seq=now.row.rules, unchanged=True)
    if not all_deals:
        _verify_from_now(now, new)
    corrections = tuple(_scored_anew(tx, now, setup, new)) if all_deals else ()
    first = now.row.seq + 1
    for place, entry in enumerate(corrections):
        frozen = replace(entry, seq=first + place, key=f"{key}:{entry.number}", at=actor.stamp, actor=actor.device)
        entries.add(tx, now.sitting.club, sitting_id, frozen, None)
    stakes = [[1, new.stake_cents]] if all_deals else _stakes_from_now(now, new.stake_cents)
    to = {"rule_set": new.rule_set, "options": dict(new.options), "stake_cents": new.stake_cents, "stakes": stakes}
    before = {name: getattr(now.sitting, name) for name in to}
    answers = {"from": before, "to": to, "after": now.standing.deals, "all": all_deals, "group": len(corrections)}
    return take_in(
        tx, now, _about_sitting(now, actor, key, EntryKind.RULES, now.row.rules, first + len(corrections), answers)
    )


def new_setup(setup: Setup, new: NewRules) -> Setup:
    """Give the same table under other rules. Raises RefusedError."""
    changed = replace(
        setup, rule_set=new.rule_set, rules=read_rules(setup.game, new.rule_set, dict(new.options))
    )  # fmt: skip
    problems = tuple(setup_problems(changed))
    if problems:
        raise RefusedError(problems)
    if not 0 <= new.stake_cents <= MOST_STAKE_CENTS:
        raise refuse("stake_cents", N_("at most {most} cents per point", most=MOST_STAKE_CENTS))
    return changed


def _other_stake(now: Loaded, new: NewRules, all_deals: bool) -> bool:  # noqa: FBT001 as the service has it
    if all_deals:
        return [list(stake) for stake in now.sitting.stakes] != [[1, new.stake_cents]]
    return now.sitting.stake_cents != new.stake_cents


def _verify_from_now(now: Loaded, new: NewRules) -> None:
    """A game settled by the difference to the winner is settled once, with one stake."""
    if now.setup.game.to_winner(now.setup.rules) and now.standing.deals and new.stake_cents != now.sitting.stake_cents:
        raise refuse(
            "stake_cents", N_("this game is settled once, at the end: one stake counts for all of it")
        )  # fmt: skip


def _stakes_from_now(now: Loaded, cents: int) -> list[list[int]]:
    kept = [list(stake) for stake in now.sitting.stakes if stake[0] <= now.standing.deals]
    return kept if kept and kept[-1][1] == cents else [*kept, [now.standing.deals + 1, cents]]


def _scored_anew(tx: Transaction, now: Loaded, setup: Setup, new: NewRules) -> Iterator[Entry]:
    """Give every deal that counts, scored under other rules. Raises RefusedError that names those they do not know."""
    refusals: list[Refusal] = []
    for old, record in deals.onwards(tx, now.sitting.id, 1):
        if record.voided:
            continue
        try:
            played = play(
                setup, replace(beginning(setup), deals=old.number - 1), deal_of(setup.game, old), table_of(old)
            )
        except RefusedError as error:
            refusals += [
                Refusal("deals", N_("deal {number}: {reason}", number=old.number, reason=refusal.message))
                for refusal in error.refusals
            ]
            continue
        yield replace(
            old, kind=EntryKind.CORRECT, target=old.seq, answers=answers_of(setup.game, played.deal),
            units=played.units, rule_set=new.rule_set, options=dict(new.options), stake_cents=new.stake_cents,
            rules_version=setup.game.version,
        )  # fmt: skip
    if refusals:
        raise RefusedError(refusals)


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
    _verify_seen(now, seen)
    rows = list(now.seats)
    if leaving is not None:
        place = _seat_of(now, leaving)
        rows[place] = _left(tx, now, rows[place])
    if joining is not None:
        _verify_newcomer(tx, actor, now, joining)
        place = _seat_of(now, leaving) + 1 if leaving is not None else _place_before(now, before)
        rows.insert(place, SeatRow(joining, first_deal=now.standing.deals + 1))
    if rows == list(now.seats):
        raise refuse("joining", N_("nobody comes and nobody goes"))
    _verify_size(now, rows)
    answers = {"from": [list(row) for row in now.seats], "to": [list(row) for row in rows], "after": now.standing.deals}
    answers |= {"leaving": leaving, "joining": None if joining is None else str(joining)}
    entry = _about_sitting(now, actor, key, EntryKind.SEATS, now.row.seats, now.row.seq + 1, answers)
    return take_in(tx, now, entry)


def _seat_of(now: Loaded, player: Player) -> int:
    if player not in now.setup.present(now.standing.deals + 1):
        raise refuse("leaving", N_("is not at the table"))
    return now.setup.players.index(player)


def _place_before(now: Loaded, before: Player | None) -> int:
    if before is None:
        return len(now.seats)
    if before not in now.setup.players:
        raise refuse("joining", N_("is not at the table"))
    return now.setup.players.index(before)


def _left(tx: Transaction, now: Loaded, row: SeatRow) -> SeatRow:
    """Let a seat be left, with the score and the whole cents of now."""
    who = Player(str(row.player))
    share = amounts_of(tx, now.sitting, now.row, now.seats)
    cents = to_cents(share.amounts, 1)[who]
    units = now.standing.totals[who] + now.row.adjusted.get(who, 0)
    return row._replace(last_deal=now.standing.deals, left_units=units, left_cents=cents)


def _verify_newcomer(tx: Transaction, actor: Actor, now: Loaded, joining: int) -> None:
    if players.in_club(tx, actor.club, [joining]) != {joining}:
        raise NotFoundError
    if Player(str(joining)) in now.setup.players:
        raise refuse("joining", N_("sat at this table already: in the next sitting there is a seat again"))


def _verify_size(now: Loaded, rows: list[SeatRow]) -> None:
    changed = setup_from(now.sitting, rows)
    present = changed.present(now.standing.deals + 1)
    problems = tuple(setup_problems(replace(changed, players=present, presence={}, first_dealer=present[0])))
    if problems:
        blamed = "joining" if len(rows) > len(now.seats) else "leaving"
        raise RefusedError([Refusal(blamed if field == "players" else field, text) for field, text in problems])


def adjust(  # noqa: PLR0913 who, where, how much, and why
    tx: Transaction, actor: Actor, sitting_id: int, *, key: str, seen: int, units: Mapping[Player, int], reason: str
) -> Entered:
    """Add penalties or opening balances to scores beside the deals; they count for the money, not for the game's end.

    Raises RefusedError for `units` or `reason`, StaleError, ClosedError.
    """
    now = open_sitting(tx, actor, sitting_id, key)
    if now.duplicate:
        return once_more(now.duplicate)
    _verify_seen(now, seen)
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


def _verify_seen(now: Loaded, seen: int) -> None:
    if seen != now.row.seq:
        raise StaleError(N_("Meanwhile something else was entered."), now.standing.deals)


def _about_sitting(  # noqa: PLR0913, PLR0917 all that makes such an entry
    now: Loaded, actor: Actor, key: str, kind: EntryKind, target: int, seq: int, answers: Mapping[str, Any]
) -> Entry:
    return Entry(
        seq=seq, kind=kind, key=key, target=target, answers=answers, rule_set=now.sitting.rule_set,
        options=now.sitting.options, stake_cents=now.sitting.stake_cents, rules_version=now.setup.game.version,
        at=actor.stamp, actor=actor.device,
    )  # fmt: skip
