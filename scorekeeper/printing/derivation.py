"""How the amounts came about in words: the figures of each step, and the sentences that go with them."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from scorekeeper.domain.settlement import Method
from scorekeeper.domain.text import N_, Message, Player, Who
from scorekeeper.i18n import Language, currencies, render
from scorekeeper.i18n.figures import exact_money, money, signed
from scorekeeper.printing.widths import em
from scorekeeper.services import columns
from scorekeeper.services.adjustments import Adjusted, amounts_text
from scorekeeper.services.columns import Column, span
from scorekeeper.services.settling import Settlement, SittingShare, exact_cents
from scorekeeper.services.steps import is_free, numbered, played_sections

_METHODS: Final[dict[Method, Message]] = {
    "exact": N_("Fewest payments, computed exactly: it cannot be done with fewer."),
    "heuristic": N_("With more than 16 people the payments are an approximation: perhaps a few less would do."),
    "kitty": N_("All pay into the kitty or draw from it."),
    "winner": N_("Everybody pays the winner the difference."),
}
_OTHERWISE: Final = N_("Some paid otherwise than planned; for the rest the payments were computed anew.")

# of `.how` in static/print/sheet.css
_NAME_MM, _GAP_MM, _HEAD_MM, _FIGURE_MM = 26, 2, 7.4 * 25.4 / 72, 8.6 * 25.4 / 72
_PAGE_MM, _BESIDE_MM = 186.0, 120.0
"""What there is, and as much of it as leaves 66 mm to the payments."""


def stakes(share: SittingShare, language: Language, *, to_come: bool = False) -> str:
    """Say what a unit is worth, and from which deal on if that was changed; with `to_come` also before it is played."""
    sections, currency = share.sections, share.sitting.currency
    if sections and not to_come:
        sections = played_sections(share)
    if not any(section.cents for section in sections):
        return render(N_("without money"), language)
    if len(sections) == 1:
        return render(N_("{stake} per point", stake=money(sections[0].cents, language, currency)), language)
    deals = sections[-1].first + 1 if to_come else share.sitting.deals
    said = [
        f"{render(span(section, deals), language)} {money(section.cents, language, currency)}" for section in sections
    ]
    return render(N_("{stakes} per point", stakes=", ".join(said)), language)


def heading(column: Column, language: Language, currency: str) -> str:
    """Say what stands in a column."""
    return render(column.heading(currency), language)


def times(stake_cents: int, language: Language, currency: str) -> str:
    """Say that units are multiplied by a stake."""
    return render(columns.times(stake_cents, currency), language)


def figure(column: Column, player: Player, language: Language, currency: str) -> str:
    """Show one figure; who was not there has none."""
    return shown(column, column.values[player], language, currency) if player in column.values else ""


def shown(column: Column, amount: Fraction, language: Language, currency: str) -> str:
    """Show an amount of a column; cents that are not whole stay exact."""
    if column.unit == "units":
        return signed(amount, language)
    return exact_money(amount, language, currency)


def remarks(settlement: Settlement) -> tuple[Message, ...]:
    """Say how the payments were found, what was rounded, and what ended early."""
    found: list[Message] = []
    if any(share.on_paper for share in settlement.sittings):
        found.append(N_("The tournament’s office entered the result from the score sheet; it goes before any deals."))
    if is_free(settlement):
        found.append(N_("Played without money."))
    else:
        if settlement.plan.transfers:
            found.append(_METHODS[settlement.plan.method] if settlement.followed else _OTHERWISE)
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
            game = numbered(share.setup.game.label, share.sitting.position)
            found.append(N_("{game}: {text}", game=game, text=line) if several else line)
    return tuple(found)


def _adjustment(share: SittingShare, one: Adjusted) -> Message:
    amounts = amounts_text({share.person(player): units for player, units in one.units.items()})
    said = N_("{reason}, {amounts}", reason=one.reason, amounts=amounts)
    if not one.after_deal:
        return N_("Before the first deal: {what}", what=said)
    return N_("After deal {number}: {what}", number=one.after_deal, what=said)


def _rounding(settlement: Settlement) -> Message:
    if not settlement.rounded:
        return N_("Exact amounts, nothing rounded.")
    exact = exact_cents(settlement.sittings, settlement.names)
    up = tuple(player for player, cents in settlement.cents.items() if cents > exact[player])
    small = currencies.small(settlement.sittings[0].sitting.currency)
    return N_(
        "Rounded once, at the end, to whole {cents}: the odd ones go to the largest remainders, in seat order where "
        "those are equal; here to {players}.",
        cents=small,
        players=Who(up),
    )


def is_broad(columns: Iterable[Sequence[str]]) -> bool:
    """Say whether a table of these columns, the head first, leaves no room beside it; heads break between words."""
    return _NAME_MM + sum(map(_column_mm, columns)) > _BESIDE_MM


def cut(columns: Iterable[Sequence[str]]) -> Iterator[tuple[int, int]]:
    """Give from which column to which each of the tables goes that have room on the page one above the other."""
    first = place = 0
    left = room = _PAGE_MM - _NAME_MM
    for place, width in enumerate(map(_column_mm, columns)):
        if width > left and place > first:
            yield first, place
            first, left = place, room
        left -= width
    yield first, place + 1


def _column_mm(column: Sequence[str]) -> float:
    head, *figures = column
    words = max((em(word) for word in head.split()), default=0)
    return _GAP_MM + max(words * _HEAD_MM, *(em(figure, bold=True) * _FIGURE_MM for figure in figures))
