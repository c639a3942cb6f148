"""Scores a sitting or an event from its file: every deal, the totals, and the settlement down to the payments."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.evening import (
    Played,
    Setup,
    Standing,
    after,
    beginning,
    play,
    setup_problems,
    table_for,
    with_adjustments,
)
from scorekeeper.domain.game import Shares, Table
from scorekeeper.domain.questions import Kind
from scorekeeper.domain.settlement import Payout, Plan, plan, to_cents
from scorekeeper.domain.stakes import Section, Totals, amounts_with, sections_of
from scorekeeper.domain.text import N_, Player, Reason, Refusal
from scorekeeper.services.evening_data import DealLine, EventFile, SittingFile
from scorekeeper.services.evening_fields import placed

VOID: Final = Reason(N_("Struck: counts nothing, the deal keeps its number."))
_MOST_REMEMBERED: Final = 10_000


@dataclass(frozen=True, slots=True)
class SittingScore:
    """A sitting, scored."""

    file: SittingFile
    played: tuple[Played, ...]
    standing: Standing
    totals: Mapping[Player, int]
    """Units of all deals and adjustments."""
    shares: Shares
    sections: tuple[Section, ...]
    """One per stake; none where the game is not paid."""
    amounts: Mapping[Player, Fraction]
    """Exact cents; sum to 0."""
    cents: Mapping[Player, int]
    plan: Plan


@dataclass(frozen=True, slots=True)
class EventScore:
    """An event, scored, with its sittings settled together."""

    file: EventFile
    sittings: tuple[SittingScore, ...]
    cents: Mapping[Player, int]
    plan: Plan


def score_evening(file: SittingFile | EventFile, *, reasons: bool = True) -> SittingScore | EventScore:
    """Score a file; without `reasons` they are not kept. Raises RefusedError with places like `deals[3].gewisse`."""
    if isinstance(file, EventFile):
        return score_event(file, reasons=reasons)
    return score_sitting(file, reasons=reasons)


def score_event(file: EventFile, *, reasons: bool = True) -> EventScore:
    """Score every sitting and settle all of them as one purse; who bears the same name is the same person."""
    sittings = tuple(
        score_sitting(sitting, f"sittings[{index}].", reasons=reasons) for index, sitting in enumerate(file.sittings)
    )
    exact: dict[Player, Fraction] = {}
    for sitting in sittings:
        for player, amount in sitting.amounts.items():
            exact[player] = exact.get(player, Fraction(0)) + amount
    cents = to_cents(exact, 1)  # rounded once, at the end
    winners = sittings[0].shares.winners if len(sittings) == 1 else ()
    return EventScore(file, sittings, cents, _plan(cents, file.payout, winners))


def score_sitting(file: SittingFile, place: str = "", *, reasons: bool = True) -> SittingScore:
    """Score one sitting; `place` is put before the place of every refusal. Raises RefusedError."""
    standing = beginning(file.setup)
    played: list[Played] = []
    standings = [standing.totals]
    for setup, lines in _under_each_setup(file):
        _verify_setup(setup, standing.deals + 1, place)
        seats = _Seats(setup)
        for line in lines:
            try:
                one = seats.play(standing, line, reasons=reasons)
            except RefusedError as error:
                raise placed(error, f"{place}deals[{standing.deals}]") from error
            played.append(one)
            standing = after(setup, standing, one.deal, one.table, one.units)
            standings.append(standing.totals)
    setup = file.last_setup
    totals = with_adjustments(standing.totals, ((each.player, each.units) for each in file.adjustments))
    shares = setup.game.settle(setup.rules, totals)
    sections = tuple(sections_of(setup, file.stakes, totals, _until(file, standings)))
    exact = amounts_with(setup, sections, totals, file.paid_out)
    cents = to_cents(exact, 1)
    payments = _plan(cents, file.payout, shares.winners)
    return SittingScore(file, tuple(played), standing, totals, shares, sections, exact, cents, payments)


def _under_each_setup(file: SittingFile) -> Iterable[tuple[Setup, tuple[DealLine, ...]]]:
    """Give the deals under each rules in turn."""
    first = 1
    for change in file.changes:
        yield file.setup_at(first), file.deals[first - 1 : change.first - 1]
        first = change.first
    yield file.setup_at(first), file.deals[first - 1 :]


def _verify_setup(setup: Setup, number: int, place: str) -> None:
    """Refuse options that do not go with those at the table, where that is not always everybody."""
    present = setup.present(number)
    if not present:
        return
    there = replace(setup, players=present, presence={}, first_dealer=present[0])
    refusals = [
        Refusal(f"{place}options.{field}", message) for field, message in setup_problems(there) if field != "players"
    ]
    if refusals:
        raise RefusedError(refusals)


def _plan(cents: Mapping[Player, int], payout: Payout, winners: tuple[Player, ...]) -> Plan:
    """Say who pays whom; where others than the winners get something (somebody was paid out), by fewest transfers."""
    if payout == "winner" and any(amount > 0 and player not in winners for player, amount in cents.items()):
        payout = "transfers"
    return plan(cents, payout, winners)


def _until(file: SittingFile, after_deals: Sequence[Totals]) -> Callable[[int], Totals]:
    """Give the scores after a deal, adjustments included."""
    return lambda last: with_adjustments(
        after_deals[last], ((one.player, one.units) for one in file.adjustments if one.after <= last)
    )


class _Seats:
    """Seats and plays the deals of a sitting; what was played the same way at the same table is not computed again."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._tables: dict[object, Table] = {}
        self._played: dict[object, Played] = {}
        self._remembers = all(question.kind is not Kind.AMOUNTS for question in setup.game.questions)
        """Amounts are seldom the same twice, and a mapping is no key."""

    def play(self, standing: Standing, line: DealLine, *, reasons: bool) -> Played:
        """Play the next deal; without `reasons` they are not kept. Raises RefusedError."""
        table = self._table(standing, line)
        key = (table, line.deal, line.void, standing.progress.finished) if self._remembers else None
        known = self._played.get(key)
        if known is None:
            known = self._play(standing, line, table)
            if key is not None:
                if len(self._played) >= _MOST_REMEMBERED:
                    self._played.clear()
                self._played[key] = known
        return Played(
            standing.deals + 1, table, known.deal, known.units, known.reasons if reasons else (), known.warnings
        )

    def _play(self, standing: Standing, line: DealLine, table: Table) -> Played:
        played = play(self._setup, standing, line.deal, table)
        return replace(played, units=dict.fromkeys(played.units, 0), reasons=(VOID,)) if line.void else played

    def _table(self, standing: Standing, line: DealLine) -> Table:
        present = self._setup.present(standing.deals + 1)
        key = (present, standing.last_dealer, standing.next_dealer, line.dealer, line.sitting_out)
        table = self._tables.get(key)
        if table is None:
            table = self._tables[key] = table_for(self._setup, standing, line.dealer, line.sitting_out)
        return table
