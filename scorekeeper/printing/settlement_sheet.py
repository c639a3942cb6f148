"""The settlement sheet of a sitting, or of a whole evening as one purse."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from markupsafe import Markup

from scorekeeper.domain.evening import Setup
from scorekeeper.domain.replay import Span, spans
from scorekeeper.domain.text import N_, Day, Player
from scorekeeper.i18n import Language, render
from scorekeeper.i18n.dates import clock, day, weekday
from scorekeeper.i18n.figures import money, signed, signed_money
from scorekeeper.printing import cash, derivation
from scorekeeper.printing.chart import PAPER, Wording, chart
from scorekeeper.printing.deals_table import DealsTable, deals_table
from scorekeeper.printing.facts import facts, rule_lines, summary
from scorekeeper.printing.rows import PrintedDeal
from scorekeeper.printing.sheets import Derivation, DerivationRow, PaymentLine, SettlementSheet, SittingPart
from scorekeeper.services.columns import UNITS, Column
from scorekeeper.services.evenings import VIENNA
from scorekeeper.services.reading import DealRow, EventHead, deal_of
from scorekeeper.services.settling import Line, Settlement, SittingShare
from scorekeeper.services.steps import Steps, is_free, standing_columns, steps_of

CHART_POINTS: Final = 60
SUM: Final = N_("Sum")
_ROOMY_FEET: Final = 2
_LOW_CHART: Final = 196
"""The height of a chart below many sums, so that thirty deals still go on one page."""


def wording(language: Language) -> Wording:
    """Give what a chart says."""
    return Wording(
        start=render(N_("Start"), language),
        label=render(N_("Running totals after every deal; at the end"), language),
        signed=lambda units: signed(units, language),
    )


def settlement_sheet(
    settlement: Settlement, deals: Mapping[int, Iterable[DealRow]], language: Language, made: datetime, *,
    coins: bool = False,
) -> SettlementSheet:  # fmt: skip
    """Set a settlement with all its deals, by sitting number; `made` is the time on the sheet's foot.

    With `coins` every payment is laid out in notes and coins, if those of its currency are known.
    """
    taken = steps_of(settlement)
    coins = coins and cash.has_pieces(_currency(settlement))
    with_kitty = not settlement.kitty.hidden and (settlement.payout == "kitty" or settlement.kitty.used)
    one = len(settlement.sittings) == 1
    parts = tuple(
        _part(settlement, share, tuple(deals[share.sitting.id]), language, taken if one else None)
        for share in settlement.sittings
    )
    table = parts[0].table
    told_below = one and (bool(table.feet) if table else not _apart(settlement.sittings[0]))
    title = settlement.event.words.settlement
    if one:
        title = N_("Settlement of {game}", game=settlement.sittings[0].setup.game.label)
    return SettlementSheet(
        language=language,
        title=render(title, language),
        subtitle=subtitle(
            settlement.event, language, settlement.sittings[0].sitting.position if one else 1, settlement.table
        ),
        made=made_text(made, language),
        parts=parts,
        derivation=None if told_below else derivation_table(settlement, taken, language),
        payments=tuple(payment_line(settlement, line, language, coins=coins) for line in settlement.lines),
        free=is_free(settlement),
        remarks=tuple(render(remark, language, settlement.names) for remark in derivation.remarks(settlement)),
        adjustments=tuple(render(text, language, settlement.names) for text in derivation.adjustments(settlement)),
        kitty=cash.kitty_words(settlement.kitty, language, _currency(settlement)) if with_kitty else "",
        stock=cash.kitty_stock(settlement, language) if coins else "",
        signers=tuple(settlement.names.values()),
    )


def _apart(share: SittingShare) -> bool:
    """Whether a sitting has points that no deal of it tells."""
    return bool(share.adjusted) or share.on_paper


def subtitle(event: EventHead, language: Language, position: int = 1, table: int | None = None) -> str:
    """Say which evening it was, where and when, and which of its tables and sittings."""
    days = weekday(event.date, language)
    if event.until is not None and event.until != event.date:
        first, last = (Day(one.isoformat()) for one in (event.date, event.until))
        days = render(N_("{first} to {last}", first=first, last=last), language)
    said = [event.title, event.place, days]
    if event.round:
        lesson = N_("Lesson {number}", number=event.round)
        said.append(render(lesson if event.kind == "course" else N_("Round {round}", round=event.round), language))
    if table is not None:
        said.append(render(N_("Table {number}", number=table), language))
    if position > 1 and event.kind == "evening":
        said.append(render(N_("sitting {position}", position=position), language))
    return ", ".join(text for text in said if text)


def made_text(made: datetime, language: Language) -> str:
    """Say when a sheet was made."""
    local = made.astimezone(VIENNA)
    return render(
        N_("scorekeeper, sheet of {day}, {time}", day=day(local.date(), language), time=clock(local)), language
    )


def printed_deal(setup: Setup, row: DealRow) -> PrintedDeal:
    """Take what the table needs from a deal; one that was struck out pays nothing."""
    entry = row.entry
    units = {} if row.voided else entry.units
    deal = deal_of(setup, entry)
    return PrintedDeal(row.number, deal, entry.sitting_out, units, row.running, row.voided, entry.present)


def _part(
    settlement: Settlement, share: SittingShare, rows: Sequence[DealRow], language: Language,
    steps: Steps | None,
) -> SittingPart:  # fmt: skip
    names = {player: settlement.names[share.person(player)] for player in share.setup.players}
    game = share.setup.game
    table: DealsTable | None = None
    picture = Markup("")
    if rows:
        deals = [printed_deal(share.setup, row) for row in rows]
        feet = _feet(share, steps, language)
        table = deals_table(f"t{share.sitting.position}", game, deals, names, language, feet)
        samples = [(deal.number, deal.running) for deal in deals]
        if len(samples) > CHART_POINTS:
            last = len(samples) - 1
            samples = [samples[place * last // (CHART_POINTS - 1)] for place in range(CHART_POINTS)]
        style = PAPER if len(feet) <= _ROOMY_FEET else replace(PAPER, height=_LOW_CHART)
        since = {player: there.first for player, there in share.setup.presence.items()}
        picture = chart(samples, names, style, wording(language), since)
    told = summary(share.setup, language)
    rules = rule_lines(_spans(share, rows), share.setup.game, language, share.sitting.currency)
    heading = ""
    if len(settlement.sittings) > 1:
        heading = f"{share.sitting.position}. {render(game.label, language)}"
        if settlement.several_tables:
            heading += f" · {render(N_('Table {number}', number=share.sitting.table), language)}"
    return SittingPart(
        heading=heading,
        facts=facts(share.setup, derivation.stakes(share, language), language),
        table=table,
        chart=picture,
        rules=(*((told,) if told else ()), *rules),
        ended_early=share.early and share.sitting.ended,
        on_paper=share.on_paper,
    )


def _spans(share: SittingShare, rows: Sequence[DealRow]) -> tuple[Span, ...]:
    entries = [(row.number, row.entry) for row in rows if not row.voided]
    played = ((number, entry.rule_set, entry.options, entry.stake_cents) for number, entry in entries)
    return spans(share.setup, share.sitting.stake_cents, share.sitting.deals, played)


def _feet(share: SittingShare, steps: Steps | None, language: Language) -> list[tuple[str, tuple[str, ...]]]:
    """Give the sums below the deals: every step of a sitting settled alone, else what its totals are made of."""
    players, currency = share.setup.players, share.sitting.currency
    columns = steps.columns if steps else standing_columns(share)
    feet = [
        (
            _foot_head(share, column, language),
            tuple(derivation.figure(column, player, language, currency) for player in players),
        )
        for column in columns
    ]
    if steps and steps.cents is not None:
        head = derivation.times(steps.stake_cents, language, currency) if steps.stake_cents else render(SUM, language)
        feet.append((head, tuple(signed_money(steps.cents[player], language, currency) for player in players)))
    return feet


def _foot_head(share: SittingShare, column: Column, language: Language) -> str:
    if column.head == UNITS and column.unit == "units" and column.values == share.totals:
        return render(N_("Units, sum 0"), language)
    return derivation.heading(column, language, share.sitting.currency)


def derivation_table(settlement: Settlement, steps: Steps, language: Language) -> Derivation:
    """Set how the amounts came about."""
    currency, names = _currency(settlement), settlement.names

    def row(player: Player) -> DerivationRow:
        units = tuple(derivation.figure(column, player, language, currency) for column in steps.columns)
        return DerivationRow(
            names[player], units, signed_money(steps.cents[player], language, currency) if steps.cents else ""
        )

    sums = tuple(derivation.shown(column, column.total, language, currency) for column in steps.columns)
    head = derivation.times(steps.stake_cents, language, currency) if steps.stake_cents else render(SUM, language)
    heads = tuple(derivation.heading(column, language, currency) for column in steps.columns)
    money_head = head if steps.cents is not None else ""
    rows = tuple(row(player) for player in steps.players)
    total = DerivationRow(render(SUM, language), sums, signed_money(0, language, currency))
    lines = ((*one.units, one.money) for one in (*rows, total))
    columns = list(zip((*heads, money_head), *lines, strict=True))[: None if money_head else -1]
    broad, cuts = derivation.is_broad(columns), tuple(derivation.cut(columns))
    return Derivation(heads=heads, money_head=money_head, rows=rows, total=total, broad=broad, cuts=cuts)


def payment_line(settlement: Settlement, line: Line, language: Language, *, coins: bool = False) -> PaymentLine:
    """Set who hands what to whom."""
    names, transfer, currency = settlement.names, line.transfer, _currency(settlement)
    return PaymentLine(
        giver=names[transfer.giver] if transfer.giver is not None else "",
        receiver=names[transfer.receiver] if transfer.receiver is not None else "",
        amount=money(transfer.cents, language, currency),
        paid=line.paid,
        whole=money(line.planned, language, currency) if 0 < transfer.cents < line.planned else "",
        pieces=cash.change_given(transfer, language, wanted=coins and not line.paid),
        note=line.note,
    )


def _currency(settlement: Settlement) -> str:
    return settlement.sittings[0].sitting.currency
