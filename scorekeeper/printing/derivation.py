"""How the amounts came about: figures per player and step, and the sentences that go with them, for page and sheet."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from scorekeeper.domain.settlement import Method
from scorekeeper.domain.stakes import Section
from scorekeeper.domain.text import N_, Message, Player, Signed, Who
from scorekeeper.i18n import Language, render
from scorekeeper.i18n.figures import SYMBOLS, money, signed, signed_money
from scorekeeper.services.adjustments import Adjusted
from scorekeeper.services.settling import Settlement, SittingShare, exact_cents

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
    stake_cents: int | None = None
    """The column before it times this stake: then the head says no more than that."""

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
    return any(section.cents for section in share.sections)


def is_free(settlement: Settlement) -> bool:
    """Whether nothing at all is paid."""
    return not any(for_money(share) for share in settlement.sittings)


def steps(settlement: Settlement) -> Steps:
    """Take a settlement apart."""
    free = is_free(settlement)
    stake = 0
    if len(settlement.sittings) == 1:
        share = settlement.sittings[0]
        in_cents = () if free else _in_cents(share)
        by_section = any(column.unit == "units" for column in in_cents)  # each is settled by itself
        columns = (*(standing_columns(share) if by_section else unit_columns(share)), *in_cents)
        if not free and not in_cents:
            stake = _played(share)[0].cents
    else:
        columns = _sittings(settlement, free=free)
    ranking = settlement.cents if not free else columns[0].values if columns else {}
    players = sorted(settlement.names, key=lambda player: -ranking.get(player, 0))
    return Steps(columns, tuple(players), None if free else settlement.cents, stake)


def unit_columns(share: SittingShare) -> tuple[Column, ...]:
    """Give a sitting's units: deals and adjustments apart, then how the game settles them."""
    totals = {player: Fraction(units) for player, units in share.totals.items()}
    lead = standing_columns(share)
    parts = [Column(part.label, part.units) for part in share.shares.parts]
    if not parts:
        return lead
    if parts[0].values == totals:
        parts = parts[1:]
    return (*lead, *parts, Column(UNITS, share.shares.units)) if parts else lead


def standing_columns(share: SittingShare) -> tuple[Column, ...]:
    """Give a sitting's totals, and what they are made of where there were adjustments."""
    totals = {player: Fraction(units) for player, units in share.totals.items()}
    settled_so = len(share.shares.parts) <= 1
    head = UNITS if settled_so and not sum(share.totals.values()) else N_("Final total")
    if not share.adjusted:
        return (Column(head, totals),)
    played = {player: Fraction(share.played.get(player, 0)) for player in totals}
    adjusted = {player: totals[player] - played[player] for player in totals}
    return (Column(N_("Deals"), played), Column(N_("Adjustments"), adjusted), Column(head, totals))


def _in_cents(share: SittingShare) -> tuple[Column, ...]:
    """Give the money of each stake, and of who left early; nothing where one stake says it all."""
    sections, columns = _played(share), []
    if len(sections) == 1 and not share.kept:
        return ()
    for section in sections:
        if len(sections) > 1:
            columns.append(Column(_span(section, share.sitting.deals), section.units))
        cents = {player: units * section.cents for player, units in section.units.items()}
        columns.append(Column(UNITS, cents, "cents", section.cents))
    if share.kept:
        columns.append(Column(N_("Left early"), share.kept, "cents"))
    return tuple(columns)


def _played(share: SittingShare) -> tuple[Section, ...]:
    """Give the stakes under which anything was played already."""
    found = [each for each in share.sections if each.first <= share.sitting.deals or any(each.units.values())]
    return tuple(found) or share.sections[:1]


def _span(section: Section, deals: int) -> Message:
    if section.last is None:
        return N_("from deal {first} on", first=section.first) if section.first < deals else _one(section.first)
    if section.first == section.last:
        return _one(section.first)
    return N_("deals {first} to {last}", first=section.first, last=section.last)


def _one(number: int) -> Message:
    return N_("deal {number}", number=number)


def stakes(share: SittingShare, language: Language, *, to_come: bool = False) -> str:
    """Say what a unit is worth, and from which deal on if that was changed; with `to_come` also before it is played."""
    sections, currency = share.sections, share.sitting.currency
    if sections and not to_come:
        sections = _played(share)
    if not any(section.cents for section in sections):
        return render(N_("without money"), language)
    if len(sections) == 1:
        return render(N_("{stake} per point", stake=money(sections[0].cents, language, currency)), language)
    deals = sections[-1].first + 1 if to_come else share.sitting.deals
    said = [
        f"{render(_span(section, deals), language)} {money(section.cents, language, currency)}" for section in sections
    ]
    return render(N_("{stakes} per point", stakes=", ".join(said)), language)


def heading(column: Column, language: Language, currency: str = "EUR") -> str:
    """Say what stands in a column."""
    if column.stake_cents is None:
        return render(column.head, language)
    return times(column.stake_cents, language, currency)


def times(stake_cents: int, language: Language, currency: str = "EUR") -> str:
    """Say that units are multiplied by a stake."""
    return render(N_("times {stake}", stake=money(stake_cents, language, currency)), language)


def _sittings(settlement: Settlement, *, free: bool) -> tuple[Column, ...]:
    played = Counter(share.setup.game.key for share in settlement.sittings)
    columns = []
    for share in settlement.sittings:
        label = share.setup.game.label
        head = label if played[share.setup.game.key] == 1 else _numbered(label, share.sitting.position)
        if free:
            columns.append(
                Column(head, {share.person(player): Fraction(units) for player, units in share.totals.items()})
            )
        elif for_money(share):
            amounts = {share.person(player): amount for player, amount in share.amounts.items()}
            columns.append(Column(head, amounts, "cents"))
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
        if any(share.kept for share in settlement.sittings):
            found.append(
                N_("Who left early keeps what it came to then; what changed since is shared by those who stayed.")
            )
    if any(share.early and share.sitting.ended for share in settlement.sittings):
        found.append(N_("Stopped early: settled as it stood, by the same rule."))
    elif settlement.early:
        found.append(N_("The game is not over yet: settled as it stands now."))
    return tuple(found)


def adjustments(settlement: Settlement) -> tuple[Message, ...]:
    """Say every penalty and opening balance in a line: after which deal, who, how much and why."""
    several = len(settlement.sittings) > 1
    found = []
    for share in settlement.sittings:
        for one in share.adjusted:
            line = _adjustment(share, one)
            game = _numbered(share.setup.game.label, share.sitting.position)
            found.append(N_("{game}: {text}", game=game, text=line) if several else line)
    return tuple(found)


def _adjustment(share: SittingShare, one: Adjusted) -> Message:
    amounts: Message | None = None
    for player, units in one.units.items():
        each = N_("{who} {units}", who=Who((share.person(player),)), units=Signed(units))
        amounts = each if amounts is None else N_("{first}, {second}", first=amounts, second=each)
    said = N_("{reason}, {amounts}", reason=one.reason, amounts=amounts or UNITS)
    if not one.after_deal:
        return N_("Before the first deal: {what}", what=said)
    return N_("After deal {number}: {what}", number=one.after_deal, what=said)


def _rounding(settlement: Settlement) -> Message:
    if not settlement.rounded:
        return N_("Exact amounts, nothing rounded.")
    exact = exact_cents(settlement.sittings, settlement.names)
    up = tuple(player for player, cents in settlement.cents.items() if cents > exact[player])
    return N_(
        "Rounded once, at the end, to whole cents: the odd ones go to the largest remainders, in seat order where "
        "those are equal; here to {players}.",
        players=Who(up),
    )
