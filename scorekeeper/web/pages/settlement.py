"""The page that settles a sitting, or an evening as one purse."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from markupsafe import Markup

from scorekeeper.domain.settlement import EXACT_UP_TO, Payout
from scorekeeper.domain.text import N_, NN_, Message, Player
from scorekeeper.i18n import Language
from scorekeeper.printing import derivation
from scorekeeper.printing.chart import SCREEN, chart
from scorekeeper.printing.derivation import Column, Steps
from scorekeeper.printing.errors import PrintingUnavailableError
from scorekeeper.printing.settlement_sheet import wording
from scorekeeper.services.settling import Settlement, SittingShare

Samples = Sequence[tuple[int, Mapping[Player, int]]]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to pay; `barred` says why it is not there."""

    value: Payout
    title: Message
    text: Message
    chosen: bool
    barred: Message | None


@dataclass(frozen=True, slots=True)
class Course:
    """A sitting's chart."""

    title: Message
    chart: Markup


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementPage:
    """Who pays whom, why, and what is paid already."""

    template: ClassVar[str] = "settlement/page.html"
    settlement: Settlement
    address: str
    """The page's own address; what can be done and printed lies below it."""
    sitting: SittingShare | None
    """None for a whole evening."""
    steps: Steps
    remarks: tuple[Message, ...]
    ways: tuple[Way, ...]
    courses: tuple[Course, ...]
    missing: PrintingUnavailableError | None
    """What PDFs need that this computer lacks, as far as known."""
    one_purse: bool
    """Whether this sitting is one of several that are settled together."""

    @property
    def free(self) -> bool:
        """Whether nothing is paid at all."""
        return derivation.is_free(self.settlement)

    @property
    def deals(self) -> int:
        """How many deals there are to settle."""
        return sum(share.sitting.deals for share in self.settlement.sittings)

    @property
    def currency(self) -> str:
        """What is paid in."""
        return self.settlement.sittings[0].sitting.currency

    @property
    def open_lines(self) -> int:
        """How many payments are still to be made."""
        return sum(not line.paid for line in self.settlement.lines)

    def figure(self, column: Column, player: Player, language: Language) -> str:
        """Show one figure of the derivation."""
        return derivation.figure(column, player, language, self.currency)

    def total(self, column: Column, language: Language) -> str:
        """Show a column's sum."""
        return derivation.shown(column, column.total, language, self.currency)


def settlement_page(  # noqa: PLR0913 all that stands on it
    settlement: Settlement, samples: Sequence[Samples], address: str, missing: PrintingUnavailableError | None,
    language: Language, *, whole: bool, one_purse: bool,
) -> SettlementPage:  # fmt: skip
    """Make the page; one list of running totals per sitting."""
    return SettlementPage(
        settlement=settlement,
        address=address,
        sitting=None if whole else settlement.sittings[0],
        steps=derivation.steps(settlement),
        remarks=derivation.remarks(settlement),
        ways=_ways(settlement),
        courses=tuple(
            _course(settlement, share, points, language)
            for share, points in zip(settlement.sittings, samples, strict=True)
            if points
        ),
        missing=missing,
        one_purse=one_purse,
    )


def _course(settlement: Settlement, share: SittingShare, points: Samples, language: Language) -> Course:
    names = {player: settlement.names[player] for player in share.setup.players}
    return Course(share.setup.game.label, chart(points, names, SCREEN, wording(language)))


def _ways(settlement: Settlement) -> tuple[Way, ...]:
    several = len(settlement.sittings) > 1
    only = N_("only for a sitting settled alone") if several else N_("only where the difference to the winner counts")
    return (
        _way(settlement, "transfers", N_("fewest payments"), _fewest(settlement), only),
        _way(settlement, "kitty", N_("through the kitty"), N_("all pay in or draw out"), only),
        _way(settlement, "winner", N_("to the winner"), N_("everybody pays the winner directly"), only),
    )


def _way(settlement: Settlement, value: Payout, title: Message, text: Message, only: Message) -> Way:
    barred = None if value in settlement.payouts else only
    return Way(value, title, text, value == settlement.payout, barred)


def _fewest(settlement: Settlement) -> Message:
    if sum(amount != 0 for amount in settlement.cents.values()) > EXACT_UP_TO:
        return N_("found by approximation, as there are more than 16 people")
    if settlement.payout != "transfers":
        return N_("computed exactly")
    return NN_("computed exactly, one payment", "computed exactly, {n} payments", len(settlement.plan.transfers))


def sign_of(amount: Fraction | int) -> str:
    """Name the look of an amount: won, lost or nothing."""
    return "pos" if amount > 0 else "neg" if amount < 0 else "nil"
