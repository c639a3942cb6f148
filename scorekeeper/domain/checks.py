"""The invariants of a sitting, by name: what must hold between its entries, and with what is kept beside them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple

from scorekeeper.domain.evening import Setup, Standing, beginning, with_adjustments
from scorekeeper.domain.ledger import Entry, EntryKind, Ledger, StaleError
from scorekeeper.domain.replay import booked, rules_of, scored_again
from scorekeeper.domain.settlement import to_cents
from scorekeeper.domain.text import N_, Message, Player

SCORED: Final = frozenset({EntryKind.DEAL, EntryKind.CORRECT, EntryKind.VOID})


class KeptDeal(NamedTuple):
    """What is kept of a deal beside its entries."""

    number: int
    entry: int
    running: Mapping[Player, int]
    voided: bool
    revisions: int


class Kept(NamedTuple):
    """What is kept of a sitting beside its entries."""

    deals: Sequence[KeptDeal]
    standing: Standing
    seq: int
    ended: bool
    beyond: bool
    undo: int
    redo: int
    adjusted: Mapping[Player, int]
    rules: int
    seats: int
    adjustments: Sequence[tuple[int, int, Player, int]]
    """Each one's entry, the number of deals before it, the player and the units."""


class Problem(NamedTuple):
    """What does not hold, and where; number and seq 0 = the whole sitting."""

    invariant: str
    text: Message
    number: int = 0
    seq: int = 0


@dataclass
class History:
    """A sitting as it is checked."""

    setup: Setup
    stake_cents: int
    stakes: Sequence[Sequence[int]]
    entries: Sequence[Entry]
    kept: Kept

    @cached_property
    def ledger(self) -> Ledger:
        """The fold, as far as the entries do not contradict each other."""
        return self._folded[0]

    @cached_property
    def contradiction(self) -> Entry | None:
        """The first entry that does not fit to those before it."""
        return self._folded[1]

    @cached_property
    def _folded(self) -> tuple[Ledger, Entry | None]:
        ledger = Ledger()
        for entry in self.entries:
            try:
                ledger.add(entry)
            except (StaleError, LookupError):
                return ledger, entry
        return ledger, None

    @cached_property
    def standings(self) -> Sequence[Standing]:
        """Where the sitting stood before the first deal and after each."""
        standing = beginning(self.setup)
        result = [standing]
        for number in range(1, self.ledger.deals + 1):
            standing = booked(self.setup, standing, self.ledger.current(number))
            result.append(standing)
        return result


def numbered(history: History) -> Iterator[Problem]:
    """Entries are numbered 1, 2, 3 … and no one-time key was used twice."""
    keys = set()
    for expected, entry in enumerate(history.entries, 1):
        if entry.seq != expected:
            yield Problem("numbered", N_("entry {seq} is missing", seq=expected), entry.number, expected)
            return
        if entry.key in keys:
            yield Problem("numbered", N_("the same form was taken twice"), entry.number, entry.seq)
        keys.add(entry.key)


def consistent(history: History) -> Iterator[Problem]:
    """Every entry fits to those before it: deal numbers without a gap, and what is replaced or revoked is there."""
    entry = history.contradiction
    if entry is not None:
        yield Problem("consistent", N_("the entry does not fit to those before it"), entry.number, entry.seq)


def scored(history: History) -> Iterator[Problem]:
    """Every deal ever entered is scored again, under the rules frozen into it, to the same units."""
    for entry in history.entries:
        if entry.kind in SCORED and entry.rules_version == history.setup.game.version:
            yield from _scored(history.setup, entry)


def _scored(setup: Setup, entry: Entry) -> Iterator[Problem]:
    try:
        expected = scored_again(setup, entry).units
    except (LookupError, TypeError, ValueError):
        yield Problem("scored", N_("the answers do not describe a deal of this game"), entry.number, entry.seq)
        return
    if expected != entry.units and _without_zeros(expected) != _without_zeros(entry.units):
        yield Problem("scored", N_("the units are not those that the rules give"), entry.number, entry.seq)


def counted(history: History) -> Iterator[Problem]:
    """What is kept of each deal is its version in force, its revisions, and the totals after it."""
    deals, ledger = history.kept.deals, history.ledger
    if [deal.number for deal in deals] != list(range(1, ledger.deals + 1)):
        expected, found = ledger.deals, len(deals)
        yield Problem("counted", N_("{expected} deals were entered, {found} are kept", expected=expected, found=found))
        return
    for deal, standing in zip(deals, history.standings[1:], strict=True):
        versions = ledger.versions[deal.number]
        if (deal.entry, deal.voided) != (versions[-1].seq, versions[-1].kind is EntryKind.VOID):
            yield Problem("counted", N_("not the version in force is kept"), deal.number, versions[-1].seq)
        elif deal.revisions != len(versions) - 1:
            yield Problem("counted", N_("the number of changes is wrong"), deal.number, versions[-1].seq)
        elif deal.running != standing.totals and _without_zeros(deal.running) != _without_zeros(standing.totals):
            yield Problem("counted", N_("the totals after this deal are wrong"), deal.number, versions[-1].seq)


def _without_zeros(totals: Mapping[Player, int]) -> dict[Player, int]:
    """Who joined later stands at 0 in the deals before, written or not."""
    return {player: units for player, units in totals.items() if units}


def standing(history: History) -> Iterator[Problem]:
    """Where the sitting stands is what the fold gives: totals, next dealer, the game's end, undo and redo."""
    kept, ledger = history.kept, history.ledger
    if kept.standing.totals != history.standings[-1].totals:
        yield Problem("standing", N_("the totals are wrong"))
    elif kept.standing != history.standings[-1]:
        yield Problem("standing", N_("the next dealer or the end of the game is wrong"))
    heads = tuple(stack[-1].seq if stack else 0 for stack in (ledger.done, ledger.undone))
    if (kept.seq, kept.ended, kept.beyond, kept.undo, kept.redo) != (ledger.seq, ledger.ended, ledger.beyond, *heads):
        yield Problem("standing", N_("the last entry, the end, or what can be undone is wrong"))
    states = tuple(entry.seq if entry else 0 for entry in (ledger.rules, ledger.seats))
    if (kept.rules, kept.seats) != states or _contradicts(history):
        yield Problem("standing", N_("the rules, stakes or seats are not those of the last change"))
    adjusted: Counter[Player] = Counter()
    for entry in ledger.adjustments.values():
        adjusted.update(entry.units)
    made = {
        (entry.seq, entry.answers["after"], player, units)
        for entry in ledger.adjustments.values()
        for player, units in entry.units.items()
    }
    if _without_zeros(kept.adjusted) != _without_zeros(adjusted) or set(kept.adjustments) != made:
        yield Problem("standing", N_("the sum of penalties and opening balances is wrong"))


def _contradicts(history: History) -> bool:
    """Whether the sitting is played under other rules, or by others, than the last change says."""
    setup, ledger = history.setup, history.ledger
    stakes = [[1, history.stake_cents]] if ledger.rules is None else ledger.rules.answers["to"]["stakes"]
    if history.stakes != stakes:
        return True
    if ledger.rules is not None:
        to = ledger.rules.answers["to"]
        options = rules_of(setup.game, to["rule_set"], to["options"])
        if (setup.rule_set, setup.rules, history.stake_cents) != (to["rule_set"], options, to["stake_cents"]):
            return True
    return ledger.seats is not None and [str(row[0]) for row in ledger.seats.answers["to"]] != list(setup.players)


def settled(history: History) -> Iterator[Problem]:
    """The settlement sums to 0, its columns give its sum, and so do the cents."""
    game, rules = history.setup.game, history.setup.rules
    totals = with_adjustments(history.standings[-1].totals, history.kept.adjusted.items())
    shares = game.settle(rules, totals)
    columns = dict.fromkeys(shares.units, Fraction(0))
    for part in shares.parts:
        for player, units in part.units.items():
            columns[player] += units
    sums_to_0 = not sum(shares.units.values()) and not sum(to_cents(shares.units, history.stake_cents).values())
    if not sums_to_0 or (shares.parts and columns != shares.units):
        yield Problem("settled", N_("the settlement does not sum to 0"))


Invariant = Callable[[History], Iterable[Problem]]

OF_ENTRIES: Final[tuple[Invariant, ...]] = (numbered, consistent, scored)
"""Without these the rest cannot be computed."""
OF_WHAT_IS_KEPT: Final[tuple[Invariant, ...]] = (counted, standing, settled)
INVARIANTS: Final = OF_ENTRIES + OF_WHAT_IS_KEPT


def problems(history: History) -> Iterator[Problem]:
    """Run every invariant; those of what is kept only if the entries themselves hold together."""
    found = [problem for invariant in OF_ENTRIES for problem in invariant(history)]
    yield from found
    if any(problem.invariant != scored.__name__ for problem in found):
        return
    if _playable(history):
        for invariant in OF_WHAT_IS_KEPT:
            yield from invariant(history)
    elif not found:
        yield Problem("counted", N_("the deals cannot be added up: seats or rules are missing"))


def _playable(history: History) -> bool:
    """Whether every version in force can be booked at all."""
    try:
        return bool(history.standings)
    except (LookupError, TypeError, ValueError):
        return False
