"""One frozen dataclass per sheet: it says what its template may use. Texts are in the sheet's language already."""

from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from markupsafe import Markup

from scorekeeper.i18n import Language
from scorekeeper.printing.deals_table import DealsTable


class Sheet(Protocol):
    """What a template is rendered from; the template knows it as `sheet`."""

    template: ClassVar[str]

    @property
    def language(self) -> Language:
        """The language of the labels that the template says."""

    @property
    def title(self) -> str:
        """What stands at the top."""

    @property
    def subtitle(self) -> str:
        """Evening, place, day."""

    @property
    def made(self) -> str:
        """When the sheet was made, for its foot; empty where nothing on it can change."""

    @property
    def landscape(self) -> bool:
        """Whether the sheet lies on its side."""

    @property
    def style(self) -> Markup:
        """Style rules with lengths that depend on what the sheet holds."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A small word and what it is: the stake, an option."""

    term: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingPart:
    """One sitting on the settlement sheet."""

    heading: str
    """What is played; empty where the sheet's title says it."""
    facts: tuple[Fact, ...]
    table: DealsTable | None
    """None before the first deal."""
    chart: Markup
    rules: tuple[str, ...]
    """The rules in a sentence or two."""
    ended_early: bool
    on_paper: bool
    """Whether the result was read off the table's own score sheet: then deals are not missing."""


@dataclass(frozen=True, slots=True)
class DerivationRow:
    """One person: a figure per column, as text; and the money, empty where nothing is paid."""

    name: str
    units: tuple[str, ...]
    money: str


@dataclass(frozen=True, slots=True)
class Derivation:
    """How the amounts came about."""

    heads: tuple[str, ...]
    money_head: str
    rows: tuple[DerivationRow, ...]
    total: DerivationRow
    broad: bool
    """Whether it leaves no room for anything beside it."""
    cuts: tuple[tuple[int, int], ...]
    """From which column to which each of its tables goes: several where one would be broader than the page."""


@dataclass(frozen=True, slots=True)
class PaymentLine:
    """Who hands what to whom; an empty name is the kitty."""

    giver: str
    receiver: str
    amount: str
    paid: bool
    whole: str = ""
    """What the whole line of the plan comes to, where this is a part of it."""
    pieces: str = ""
    """The amount in notes and coins, where that was asked for."""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementSheet:
    """The sheet that ends every argument: every deal, and what it comes to."""

    template: ClassVar[str] = "print/settlement.html"
    language: Language
    title: str
    subtitle: str
    made: str
    parts: tuple[SittingPart, ...]
    derivation: Derivation | None
    """None where the sums below the deals say it all."""
    payments: tuple[PaymentLine, ...]
    free: bool
    """Nothing is paid at all."""
    remarks: tuple[str, ...]
    adjustments: tuple[str, ...]
    """Every penalty and opening balance."""
    kitty: str
    """What must lie in the kitty and what was counted; empty where there is none."""
    stock: str
    """The notes and coins that the kitty needs, where that was asked for."""
    signers: tuple[str, ...]

    @property
    def landscape(self) -> bool:
        """One wide table turns the whole sheet."""
        return any(part.table.layout.landscape for part in self.parts if part.table)

    @property
    def style(self) -> Markup:
        """The widths of all tables."""
        return Markup("").join(part.table.style for part in self.parts if part.table)


@dataclass(frozen=True, slots=True)
class Agreed:
    """An option in words, and whether the table has changed it."""

    label: str
    value: str
    hint: str
    changed: bool
    usual: str = ""
    """What it would be in the rule set, where the table has changed it."""


@dataclass(frozen=True, slots=True)
class Example:
    """A typical deal and what it pays to each role, computed by the game."""

    title: str
    details: str
    payouts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """What a table agrees on before the first deal."""

    template: ClassVar[str] = "print/house_rules.html"
    language: Language
    title: str
    subtitle: str
    made: str
    facts: tuple[Fact, ...]
    summary: str
    game: str
    """The key of the game, whose rules in words are a template of their own."""
    rules: object
    """The rules in force, for that template."""
    options: tuple[Agreed, ...]
    example_heads: tuple[str, ...]
    examples: tuple[Example, ...]
    signers: tuple[str, ...]
    """Empty names leave a line to write on."""
    changes: tuple[str, ...] = ()
    """What counted from which deal to which, where that was changed."""
    landscape: bool = False
    style: Markup = field(default=Markup(""))


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """A sheet to write on by hand."""

    template: ClassVar[str] = "print/score_sheet.html"
    language: Language
    title: str
    subtitle: str
    made: str
    facts: tuple[Fact, ...]
    table: DealsTable
    legend: tuple[Fact, ...]
    """What stands in which column."""
    numbers: tuple[int, ...]
    """The lines to write on."""

    @property
    def landscape(self) -> bool:
        """As wide as the table wants."""
        return self.table.layout.landscape

    @property
    def style(self) -> Markup:
        """The widths of the table."""
        return self.table.style


@dataclass(frozen=True, slots=True)
class Score:
    """Where somebody stands; `here` tells whether they are still at the table."""

    name: str
    units: str
    money: str
    left: str
    """After which deal they left; empty for who is at the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoverySheet:
    """Where a sitting stands, to go on from paper."""

    template: ClassVar[str] = "print/recovery.html"
    language: Language
    title: str
    subtitle: str
    made: str
    facts: tuple[Fact, ...]
    after: str
    """After which deal it stands so."""
    next: tuple[Fact, ...]
    """How the next deal begins; empty where too few are left for one, or none follows."""
    on_paper: bool
    """Whether it is the result that a tournament's office typed in: then nothing goes on from here."""
    scores: tuple[Score, ...]
    derivation: Derivation | None
    """How the amounts came about; None where the score times the stake says it all."""
    stakes: bool
    """Whether the stake was changed."""
    leaving: str
    """How who left keeps their amount where it goes on; empty if nobody left."""
    adjustments: tuple[str, ...]
    """Every penalty and opening balance."""
    of_evening: bool
    """Whether payments are those of an evening of several sittings."""
    payments: tuple[PaymentLine, ...]
    """Those that were made."""
    kitty: str
    """What must lie in the kitty; empty where there is none."""
    table: DealsTable | None
    qr: Markup
    """The address as a QR code."""
    address: str

    @property
    def landscape(self) -> bool:
        """As wide as the last deals want."""
        return self.table is not None and self.table.layout.landscape

    @property
    def style(self) -> Markup:
        """The widths of the table."""
        return self.table.style if self.table else Markup("")
