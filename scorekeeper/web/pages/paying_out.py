"""The page that pays somebody out on the spot."""

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.domain.settlement import Transfer
from scorekeeper.domain.text import Player
from scorekeeper.i18n import Names
from scorekeeper.services.paying import Leaving
from scorekeeper.services.settling import Line
from scorekeeper.web.forms.payment import chosen


@dataclass(frozen=True, slots=True, kw_only=True)
class PayingOutPage:
    """Who hands what to whom so that one person is even, and what was handed over already."""

    template: ClassVar[str] = "settlement/paying_out.html"

    event: int
    player: Player
    names: Names
    currency: str
    sitting: int
    """Where the table goes on."""
    lines: tuple[Transfer, ...]
    made: tuple[Line, ...]
    gets: int
    """In cents; less than 0: owes."""
    at_table: bool

    def token(self, line: Transfer) -> str:
        """Name a line in the form, with everything that it says."""
        return f"{chosen(line.giver)}:{chosen(line.receiver)}:{line.cents}"


def paying_out_page(found: Leaving, player: Player) -> PayingOutPage:
    """Make the page."""
    settlement = found.settlement
    made = (line for line in settlement.lines if line.paid)
    return PayingOutPage(
        event=settlement.event.id,
        player=player,
        names=settlement.names,
        currency=settlement.sittings[0].sitting.currency,
        sitting=settlement.sittings[-1].sitting.id,
        lines=found.lines,
        made=tuple(line for line in made if player in {line.transfer.giver, line.transfer.receiver}),
        gets=settlement.balances[player],
        at_table=found.at_table,
    )
