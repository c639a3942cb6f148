"""How the amounts came about: figures per player and step, and the sentences that go with them, for page and sheet."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from scorekeeper.domain.settlement import Method
from scorekeeper.domain.text import N_, Message, Player, Who
from scorekeeper.i18n import Language
from scorekeeper.i18n.figures import SYMBOLS, signed, signed_money
from scorekeeper.services.settling import Settlement, SittingShare

UNITS: Final = N_("Units")
_METHODS: Final[dict[Method, Message]] = {
    "exact": N_("Fewest payments, computed exactly: it cannot be done with fewer."),
    "heuristic": N_("With more than 16 people the payments are an approximation: perhaps a few less would do."),
    "kitty": N_("All pay into the kitty or draw from it."),
    "winner": N_("Everybody pays the winner the difference."),
}


@dataclass(frozen=True, slots=True)
class Column:
    """One step: units, or exact cents."""

    head: Message
    values: Mapping[Player, Fraction]
    unit: Literal["units", "cents"] = "units"

    @property
    def total(self) -> Fraction:
        """The sum over all players."""
        return sum(self.values.values(), Fraction(0))


@dataclass(frozen=True, slots=True)
class Steps:
    """The columns, the players by what they get, and the cents; None where nothing is paid."""

    columns: tuple[Column, ...]
    players: tuple[Player, ...]
    cents: Mapping[Player, int] | None
    stake_cents: int
    """Per unit; 0 where there is not one stake for all."""


def for_money(share: SittingShare) -> bool:
    """Whether a sitting is played for money at all."""
    return share.sitting.stake_cents > 0 and share.setup.game.money(share.setup.rules)


def is_free(settlement: Settlement) -> bool:
    """Whether nothing at all is paid."""
    return not any(for_money(share) for share in settlement.sittings)


def steps(settlement: Settlement) -> Steps:
    """Take a settlement apart."""
    free = is_free(settlement)
    if len(settlement.sittings) == 1:
        share = settlement.sittings[0]
        columns, stake = _parts(share), 0 if free else share.sitting.stake_cents
    else:
        columns, stake = _sittings(settlement, free=free), 0
    ranking = settlement.cents if not free else columns[0].values if columns else {}
    players = sorted(settlement.names, key=lambda player: -ranking.get(player, 0))
    return Steps(columns, tuple(players), None if free else settlement.cents, stake)


def _parts(share: SittingShare) -> tuple[Column, ...]:
    totals = {player: Fraction(units) for player, units in share.totals.items()}
    parts = [Column(part.label, part.units) for part in share.shares.parts]
    if not parts:
        return (Column(UNITS, totals),)
    if len(parts) == 1:
        return tuple(parts)
    standing = [] if parts[0].values == totals else [Column(N_("Final total"), totals)]
    return (*standing, *parts, Column(UNITS, share.shares.units))


def _sittings(settlement: Settlement, *, free: bool) -> tuple[Column, ...]:
    played = Counter(share.setup.game.key for share in settlement.sittings)
    columns = []
    for share in settlement.sittings:
        label = share.setup.game.label
        head = label if played[share.setup.game.key] == 1 else _numbered(label, share.sitting.position)
        if free:
            columns.append(Column(head, {player: Fraction(units) for player, units in share.totals.items()}))
        elif for_money(share):
            columns.append(Column(head, share.amounts, "cents"))
    return tuple(columns)


def _numbered(label: Message, position: int) -> Message:
    return N_("{game} ({position})", game=label, position=position)


def figure(column: Column, player: Player, language: Language, currency: str = "EUR") -> str:
    """Show one figure; who was not there has none."""
    return shown(column, column.values[player], language, currency) if player in column.values else ""


def shown(column: Column, amount: Fraction, language: Language, currency: str = "EUR") -> str:
    """Show an amount of a column; cents that are not whole stay exact."""
    if column.unit == "units":
        return signed(amount, language)
    if amount.denominator == 1:
        return signed_money(int(amount), language, currency)
    return f"{signed(amount, language)} {'c' if currency in SYMBOLS else currency}"


def remarks(settlement: Settlement) -> tuple[Message, ...]:
    """Say how the payments were found, what was rounded, and what ended early."""
    found: list[Message] = []
    if is_free(settlement):
        found.append(N_("Played without money."))
    else:
        if settlement.plan.transfers:
            found.append(_METHODS[settlement.plan.method])
        found.append(_rounding(settlement))
    if any(share.early and share.sitting.ended for share in settlement.sittings):
        found.append(N_("Stopped early: settled as it stood, by the same rule."))
    elif settlement.early:
        found.append(N_("The game is not over yet: settled as it stands now."))
    return tuple(found)


def _rounding(settlement: Settlement) -> Message:
    if not settlement.rounded:
        return N_("Exact amounts, nothing rounded.")
    exact = {player: Fraction(0) for player in settlement.names}
    for share in settlement.sittings:
        for player, amount in share.amounts.items():
            exact[player] += amount
    up = tuple(player for player, cents in settlement.cents.items() if cents > exact[player])
    return N_(
        "Rounded once, at the end, to whole cents: the odd ones go to the largest remainders, in seat order where "
        "those are equal; here to {players}.",
        players=Who(up),
    )
