"""The page that settles a sitting, or an evening as one purse."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from markupsafe import Markup

from scorekeeper.domain.settlement import EXACT_UP_TO, Payout
from scorekeeper.domain.text import N_, NN_, Message, Player
from scorekeeper.i18n import Language
from scorekeeper.i18n.figures import typeable
from scorekeeper.printing import cash, derivation
from scorekeeper.printing.chart import SCREEN, chart
from scorekeeper.printing.errors import PrintingUnavailableError
from scorekeeper.printing.settlement_sheet import wording
from scorekeeper.services.columns import Column
from scorekeeper.services.settling import Line, Settlement, SittingShare
from scorekeeper.services.steps import Steps, is_free, steps_of
from scorekeeper.web.forms.payment import KITTY, Counting, Typed

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
class Shown:
    """How the page is looked at, and what was typed into it and not taken."""

    address: str
    """The page's own address; what can be done and printed lies below it."""
    missing: PrintingUnavailableError | None
    """What PDFs need that this computer lacks, as far as known."""
    whole: bool
    """A whole evening as one purse."""
    one_purse: bool
    """Whether this sitting is one of several that are settled together."""
    coins: bool = False
    """Whether amounts are laid out in notes and coins."""
    typed: Typed | None = None
    counting: Counting = field(default_factory=Counting)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementPage:
    """Who pays whom, why, and what is paid already."""

    template: ClassVar[str] = "settlement/page.html"
    settlement: Settlement
    shown: Shown
    language: Language
    sitting: SittingShare | None
    """None for a whole evening."""
    steps: Steps
    remarks: tuple[Message, ...]
    adjustments: tuple[Message, ...]
    ways: tuple[Way, ...]
    courses: tuple[Course, ...]

    @property
    def address(self) -> str:
        """The page's own address."""
        return self.shown.address

    @property
    def missing(self) -> PrintingUnavailableError | None:
        """What PDFs need that this computer lacks."""
        return self.shown.missing

    @property
    def query(self) -> str:
        """What follows the address of everything that looks at amounts in the same way."""
        return "?muenzen=1" if self.shown.coins else ""

    @property
    def with_kitty(self) -> bool:
        """Whether there is a kitty to speak of."""
        kitty = self.settlement.kitty
        return not kitty.hidden and (self.settlement.payout == "kitty" or kitty.used)

    @property
    def free(self) -> bool:
        """Whether nothing is paid at all."""
        return is_free(self.settlement)

    @property
    def deals(self) -> int:
        """How many deals there are to settle."""
        return sum(share.sitting.deals for share in self.settlement.sittings)

    @property
    def nothing_yet(self) -> bool:
        """Whether there is nothing to settle: what was paid stays when the last deal is taken back."""
        settlement = self.settlement
        return not (self.deals or self.on_paper or self.adjustments or settlement.lines or settlement.kitty.used)

    @property
    def on_paper(self) -> bool:
        """Whether the result of a table was typed in from its score sheet."""
        return any(share.on_paper for share in self.settlement.sittings)

    @property
    def currency(self) -> str:
        """What is paid in."""
        return self.settlement.sittings[0].sitting.currency

    @property
    def open_lines(self) -> int:
        """How many payments are still to be made."""
        return sum(not line.paid for line in self.settlement.lines)

    def typed_into(self, line: Line) -> Typed | None:
        """Give what was typed into a line of the plan and not taken."""
        typed = self.shown.typed
        return typed if typed and not line.paid and typed.is_about(line.transfer) else None

    @property
    def typed_freely(self) -> Typed | None:
        """Give what was typed as a payment beside the plan and not taken."""
        typed = self.shown.typed
        return typed if typed and typed.line is None else None

    @property
    def parties(self) -> tuple[tuple[str, str], ...]:
        """Everybody who can be chosen to pay or be paid, the kitty not among them."""
        return tuple(self.settlement.names.items())

    @property
    def kitty_party(self) -> str:
        """What stands for the kitty."""
        return KITTY

    @property
    def has_pieces(self) -> bool:
        """Whether the notes and coins of its currency are known."""
        return cash.has_pieces(self.currency)

    def pieces(self, cents: int) -> str:
        """Lay an amount out in notes and coins."""
        return cash.in_pieces(cents, self.language)

    @property
    def stock(self) -> str:
        """The notes and coins that the kitty needs."""
        return cash.kitty_stock(self.settlement, self.language)

    @property
    def difference(self) -> str:
        """By how much the count of the kitty is off."""
        return cash.difference_words(self.settlement.kitty.difference, self.language, self.currency)

    def typeable(self, cents: int) -> str:
        """Show an amount as it is typed: "5,40"."""
        return typeable(cents, self.language)

    def heading(self, column: Column) -> str:
        """Say what stands in a column."""
        return derivation.heading(column, self.language, self.currency)

    def stakes(self, share: SittingShare) -> str:
        """Say what a unit is worth in a sitting."""
        return derivation.stakes(share, self.language)

    def figure(self, column: Column, player: Player) -> str:
        """Show one figure of the derivation."""
        return derivation.figure(column, player, self.language, self.currency)

    def total(self, column: Column) -> str:
        """Show a column's sum."""
        return derivation.shown(column, column.total, self.language, self.currency)


def settlement_page(
    settlement: Settlement, samples: Sequence[Samples], shown: Shown, language: Language
) -> SettlementPage:
    """Make the page; one list of running totals per sitting."""
    return SettlementPage(
        settlement=settlement,
        shown=shown,
        language=language,
        sitting=None if shown.whole else settlement.sittings[0],
        steps=steps_of(settlement),
        remarks=derivation.remarks(settlement),
        adjustments=derivation.adjustments(settlement),
        ways=_ways(settlement),
        courses=tuple(
            _course(settlement, share, points, language)
            for share, points in zip(settlement.sittings, samples, strict=True)
            if points
        ),
    )


def _course(settlement: Settlement, share: SittingShare, points: Samples, language: Language) -> Course:
    names = {player: settlement.names[share.person(player)] for player in share.setup.players}
    since = {player: there.first for player, there in share.setup.presence.items()}
    return Course(share.setup.game.label, chart(points, names, SCREEN, wording(language), since))


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
    if settlement.payout != "transfers" or not settlement.followed:
        return N_("computed exactly")
    return NN_("computed exactly, one payment", "computed exactly, {n} payments", len(settlement.plan.transfers))


def sign_of(amount: Fraction | int) -> str:
    """Name the look of an amount: won, lost or nothing."""
    return "pos" if amount > 0 else "neg" if amount < 0 else "nil"
