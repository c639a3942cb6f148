"""The box of a tournament: fees, prizes, what else, and whether it balances."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from scorekeeper.domain.text import Message, Player
from scorekeeper.domain.tournament.record import FEE, Money
from scorekeeper.i18n import currencies
from scorekeeper.i18n.figures import typeable
from scorekeeper.i18n.web import current_language
from scorekeeper.printing.cash import difference_words
from scorekeeper.services.reading import EventHead
from scorekeeper.services.tournament.accounts import Accounts, FeeLine


@dataclass(frozen=True, slots=True, kw_only=True)
class HallMoneyPage:
    """Everything about money on one page."""

    template: ClassVar[str] = "hall_money/page.html"

    event: EventHead
    accounts: Accounts
    typed: Mapping[str, str] = field(default_factory=dict)
    problems: Mapping[str, Message] = field(default_factory=dict)

    @property
    def names(self) -> Mapping[Player, str]:
        """What everybody is called, by line."""
        return self.accounts.hall.names

    @property
    def difference(self) -> str:
        """By how much the count of the box is off."""
        return difference_words(self.accounts.difference, current_language(), currencies.of_the_page())

    @property
    def good(self) -> bool:
        """Whether what was counted is what must be there, and nothing was booked since."""
        return self.accounts.difference == 0 and self.accounts.moved is None

    def typeable(self, cents: int) -> str:
        """Show an amount as it is typed: "5,40"."""
        return typeable(cents, current_language())

    @property
    def owing(self) -> tuple[FeeLine, ...]:
        """Whose fee is open."""
        return tuple(one for one in self.accounts.fees if one.open)

    @property
    def paid(self) -> tuple[FeeLine, ...]:
        """Who paid something."""
        return tuple(one for one in self.accounts.fees if one.paid)

    @property
    def taken_back(self) -> tuple[Money, ...]:
        """Fees that were paid and taken back: the numbers of their receipts stay theirs."""
        return tuple(one for one in self.accounts.hall.state.money_back if one.what == FEE)

    @property
    def fee(self) -> int:
        """What everybody pays, in cents."""
        return self.accounts.hall.state.settings.fee_cents
