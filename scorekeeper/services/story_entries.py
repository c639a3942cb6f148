"""How an entry of a ledger becomes a line of the history."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scorekeeper.domain.evening import Setup
from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.ledger import Entry, EntryKind
from scorekeeper.domain.questions import Kind
from scorekeeper.domain.replay import deal_of, rules_of, setup_of, table_of
from scorekeeper.domain.text import N_, NN_, Cents, Message, Player, Signed, Who
from scorekeeper.domain.wording import written
from scorekeeper.services.adjustments import amounts_text
from scorekeeper.services.differences import Change, UnitChange, answer_changes, differences, unit_changes
from scorekeeper.services.story_line import Fate, Line
from scorekeeper.storage.sittings import SeatRow


@dataclass(frozen=True, slots=True)
class Around:
    """What else is needed to tell a sitting's entries."""

    sitting: int
    setup: Setup
    currency: str
    others: Mapping[int, Entry] = field(default_factory=dict)
    """The entries that those to be told name, by seq."""
    groups: Mapping[int, tuple[Entry, ...]] = field(default_factory=dict)
    """Per change of rules the versions that it brought along; left out where they are too many to be read."""
    fates: Mapping[int, Fate] = field(default_factory=dict)
    recomputed: frozenset[int] = frozenset()
    """The seqs of versions that a change of rules brought along."""


def done_to(entry: Entry) -> Message:
    """Name an entry, as what can be undone ("deal 17")."""
    number = entry.number
    names = {
        EntryKind.CORRECT: N_("correction of deal {number}", number=number),
        EntryKind.VOID: N_("striking of deal {number}", number=number),
        EntryKind.END: N_("end of the sitting"),
        EntryKind.REOPEN: N_("reopening of the sitting"),
        EntryKind.RULES: N_("change of rules and stake"),
    }
    if entry.kind is EntryKind.SEATS:
        return N_("change of seats ({what})", what=moved(entry))
    if entry.kind is EntryKind.ADJUST:
        return N_("adjustment “{reason}” ({amounts})", reason=entry.note, amounts=amounts_text(entry.units))
    return names.get(entry.kind) or N_("deal {number}", number=number)


def moved(entry: Entry) -> Message:
    """Say who came or went by a change of seats."""
    leaving, joining = entry.answers.get("leaving"), entry.answers.get("joining")
    if leaving and joining:
        return N_("{joining} takes the seat of {leaving}", joining=Who((joining,)), leaving=Who((leaving,)))
    if leaving:
        return N_("{leaving} leaves", leaving=Who((leaving,)))
    return N_("{joining} joins", joining=Who((joining,))) if joining else N_("Seats changed")


def tell(around: Around, entry: Entry) -> Line:
    """Tell an entry."""
    plain = Line(
        at=entry.at, device=entry.actor, sitting=around.sitting, head=N_("Deal {number}", number=entry.number),
        fate=around.fates.get(entry.seq), deal=entry.number, seq=entry.seq,
    )  # fmt: skip
    return replace(plain, **_TOLD[entry.kind](around, entry))


Told = dict[str, Any]
"""The fields of a Line that a kind of entry fills in."""


def _deal(around: Around, entry: Entry) -> Told:
    units = tuple(
        UnitChange(player, None, entry.units[player])
        for player in entry.present
        if player not in entry.sitting_out or entry.units[player]
    )
    return {"parts": _described(around, entry), "units": units, "note": entry.note, "about": _named(around, entry)}


def _correction(around: Around, entry: Entry) -> Told:
    head = N_("Deal {number} corrected", number=entry.number)
    if entry.seq in around.recomputed:
        head = N_("Deal {number} scored again", number=entry.number)
    old = around.others.get(entry.target)
    if old is None:
        return {"head": head, "parts": _described(around, entry), "about": _named(around, entry)}
    changes = tuple(differences(around.setup.game, old, entry))
    if old.kind is EntryKind.VOID:
        head = N_("Deal {number} counts again", number=entry.number)
    about = _named(around, old) | _named(around, entry)
    parts = () if changes else _described(around, entry)
    return {
        "head": head,
        "parts": parts,
        "changes": changes,
        "units": unit_changes(old.units, entry.units),
        "about": about,
    }


def _void(around: Around, entry: Entry) -> Told:
    old = around.others.get(entry.target, entry)
    head = N_("Deal {number} struck", number=entry.number)
    if entry.seq in around.recomputed:
        head = N_("Deal {number} scored again", number=entry.number)
    return {
        "head": head,
        "parts": _described(around, entry),
        "units": unit_changes(old.units, entry.units),
        "about": _named(around, old),
    }


def _end(_around: Around, _entry: Entry) -> Told:
    return {"head": N_("Sitting ended")}


def _reopen(_around: Around, entry: Entry) -> Told:
    return {"head": N_("Played on beyond the game’s own end") if entry.beyond else N_("Sitting opened again")}


def _rules(around: Around, entry: Entry) -> Told:
    old, new = entry.answers["from"], entry.answers["to"]
    rules = tuple(_rule_changes(around.setup, old, new))
    changes = [*rules]
    if old["stake_cents"] != new["stake_cents"]:
        changes.append(
            Change(
                label=N_("Stake"),
                old=stake_label(old["stake_cents"], around.currency),
                new=stake_label(new["stake_cents"], around.currency),
            )
        )
    head = N_("Rules and stake changed") if rules and len(changes) > len(rules) else N_("Rules changed")
    group = around.groups.get(entry.seq, ())
    told = [tell(around, one) for one in group]
    since = N_("from deal {number} on", number=entry.answers["after"] + 1)
    if entry.answers["all"]:
        since = NN_("one deal scored again", "all {n} deals scored again", entry.group) if entry.group else since
    return {
        "head": head if rules else N_("Stake changed"),
        "parts": (since,),
        "changes": tuple(changes),
        "units": _in_all(told),
        "opened": tuple(told),
    }


def _rule_changes(setup: Setup, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    if old["rule_set"] != new["rule_set"]:
        was, now = (rule_set_label(setup.game, rules["rule_set"]) for rules in (old, new))
        yield Change(label=N_("Rules"), old=was, new=now)
    before, after = (rules_of(setup.game, rules["rule_set"], rules["options"]) for rules in (old, new))
    yield from answer_changes(setup.game.options, before, after)


def rule_set_label(game: AnyGame, key: str) -> Message | None:
    """Name a rule set, also one that there is no more."""
    found = game.rule_set(key)
    return found.label if found else written(key)


def stake_label(cents: int, currency: str) -> Message:
    """Say what a point is worth."""
    return N_("{stake} per point", stake=Cents(cents, currency)) if cents else N_("without money")


def _in_all(lines: list[Line]) -> tuple[UnitChange, ...]:
    """Give by how much lines change the scores together."""
    sums = Counter[Player]()
    for player, old, new in (one for line in lines for one in line.units):
        sums[player] += new - (old or 0)
    return tuple(UnitChange(player, None, units) for player, units in sums.items() if units)


def _seats(around: Around, entry: Entry) -> Told:
    leaving, joining = entry.answers["leaving"], entry.answers["joining"]
    rows = [SeatRow(*row) for row in entry.answers["to"]]
    left = next((row for row in rows if str(row.player) == leaving), None)
    parts = () if left is None or left.left_units is None else (_paid_out(around, left),)
    return {"head": moved(entry), "parts": parts, "about": frozenset(who for who in (leaving, joining) if who)}


def _paid_out(around: Around, row: SeatRow) -> Message:
    who, units = Who((Player(str(row.player)),)), Signed(row.left_units or 0)
    if not around.setup.game.money(around.setup.rules) or not row.left_cents:
        return N_("{who} has {units} at the end", who=who, units=units)
    money = Cents(row.left_cents, around.currency, signed=True)
    return N_("{who} has {units} at the end, {money}", who=who, units=units, money=money)


def _adjustment(_around: Around, entry: Entry) -> Told:
    return {
        "head": N_("Adjustment: {reason}", reason=entry.note),
        "units": tuple(UnitChange(player, None, units) for player, units in entry.units.items()),
        "about": frozenset(entry.units),
    }


def _undo(around: Around, entry: Entry) -> Told:
    target = around.others.get(entry.target)
    if target is None:
        return {"head": N_("Something was taken back")}
    told = tell(around, target)
    back = tuple(UnitChange(one.player, one.new, one.old) for one in told.units if one.old is not None)
    parts = told.parts if target.kind is EntryKind.DEAL else ()
    return {
        "head": N_("Taken back: {what}", what=done_to(target)), "parts": parts, "units": back, "about": told.about
    }  # fmt: skip


def _redo(around: Around, entry: Entry) -> Told:
    target = around.others.get(entry.target)
    if target is None:
        return {"head": N_("Something was restored")}
    told = tell(around, target)
    parts = told.parts if target.kind is EntryKind.DEAL else ()
    return {
        "head": N_("Restored: {what}", what=done_to(target)),
        "parts": parts,
        "units": told.units,
        "about": told.about,
    }


_TOLD: Final[Mapping[EntryKind, Callable[[Around, Entry], Told]]] = {
    EntryKind.DEAL: _deal,
    EntryKind.CORRECT: _correction,
    EntryKind.VOID: _void,
    EntryKind.END: _end,
    EntryKind.REOPEN: _reopen,
    EntryKind.RULES: _rules,
    EntryKind.SEATS: _seats,
    EntryKind.ADJUST: _adjustment,
    EntryKind.UNDO: _undo,
    EntryKind.REDO: _redo,
}


def _described(around: Around, entry: Entry) -> tuple[Message, ...]:
    """Say a deal in a few parts: who, how, and what came of it."""
    frozen, table = setup_of(around.setup, entry), table_of(entry)
    line = frozen.game.describe(deal_of(frozen.game, entry), frozen.rules, table)
    return line.title, *line.details


def _named(around: Around, entry: Entry) -> frozenset[Player]:
    """Give whose score a deal changed, and whom its answers name."""
    asked = (question for question in around.setup.game.questions if question.kind is Kind.PLAYER)
    named = {entry.answers.get(question.name) for question in asked}
    return frozenset(player for player in entry.present if player in named or entry.units[player])
