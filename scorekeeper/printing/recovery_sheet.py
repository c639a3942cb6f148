"""The interim score on paper: enough to go on by hand, or in a new sitting, when everything else is lost."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import segno
from markupsafe import Markup

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.evening import table_for
from scorekeeper.domain.game import Table
from scorekeeper.domain.text import N_
from scorekeeper.i18n import Language, render
from scorekeeper.i18n.figures import signed, signed_money
from scorekeeper.printing.deals_table import DealsTable, deals_table
from scorekeeper.printing.facts import facts
from scorekeeper.printing.settlement_sheet import made_text, printed_deal, subtitle
from scorekeeper.printing.sheets import Fact, RecoverySheet, Score
from scorekeeper.services.reading import DealRow, SittingNow

LAST_DEALS: Final = 10


def recovery_sheet(
    now: SittingNow, recent: Sequence[DealRow], address: str, language: Language, made: datetime
) -> RecoverySheet:
    """Set where a sitting stands; `recent` are its last deals, newest first, `address` is where it goes on."""
    names = now.names
    table = _next_table(now)
    scores = tuple(
        Score(
            names[player],
            signed(now.totals[player], language),
            signed_money(now.cents[player], language, now.head.currency) if any(now.cents.values()) else "",
            here=table is None or player in table.present,
        )
        for player in now.setup.players
    )
    return RecoverySheet(
        language=language,
        title=render(N_("Interim score {game}", game=now.setup.game.label), language),
        subtitle=subtitle(now.event, language, now.head.position),
        made=made_text(made, language),
        facts=facts(now.setup, now.head.stake_cents, language, now.head.currency),
        after=render(N_("After deal {number}", number=now.standing.deals), language)
        if now.standing.deals
        else render(N_("Before the first deal"), language),
        next=_next(now, table, language),
        scores=scores,
        table=_table(now, recent, language),
        qr=Markup(segno.make(address, error="m").svg_inline(border=2, omitsize=True, svgclass="qr")),  # noqa: S704 segno's own SVG of modules
        address=address,
    )


def _next_table(now: SittingNow) -> Table | None:
    """Seat the next deal; None where nobody can say how (too few are left)."""
    try:
        return table_for(now.setup, now.standing)
    except RefusedError:
        return None


def _next(now: SittingNow, table: Table | None, language: Language) -> tuple[Fact, ...]:
    """Say how the next deal begins."""
    if table is None:
        return ()
    said = [
        (N_("Next deal"), str(now.standing.deals + 1)),
        (N_("Dealer"), now.names[table.dealer]),
        (N_("Forehand"), now.names[table.forehand]),
        (N_("Who sits out"), ", ".join(now.names[player] for player in table.sitting_out)),
    ]
    return tuple(Fact(render(term, language), value) for term, value in said if value)


def _table(now: SittingNow, recent: Sequence[DealRow], language: Language) -> DealsTable | None:
    if not recent:
        return None
    deals = [printed_deal(now.setup, row) for row in reversed(recent)]
    names = {player: now.names[player] for player in now.setup.players}
    return deals_table("t1", now.setup.game, deals, names, language, ())
