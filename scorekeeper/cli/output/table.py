"""Results as a table for people: every deal in words, the totals, the money and who pays whom."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final

from scorekeeper.domain.evening import Played
from scorekeeper.domain.settlement import Method, Plan
from scorekeeper.domain.stakes import kept
from scorekeeper.domain.text import N_, Message, Player, Who
from scorekeeper.i18n import Language, explain, render
from scorekeeper.i18n.dates import day
from scorekeeper.i18n.figures import exact_money, money, signed, signed_money
from scorekeeper.services.columns import Column, money_columns, settled_by_stake
from scorekeeper.services.evening_data import About, Change, SittingFile
from scorekeeper.services.scoring import EventScore, SittingScore

_GAP: Final = "  "
_METHODS: Final[dict[Method, Message]] = {
    "exact": N_("Payments, as few as possible"),
    "heuristic": N_("Payments, few, found by a quick method"),
    "kitty": N_("Payments through the kitty"),
    "winner": N_("Payments to the winner"),
}


def show(score: SittingScore | EventScore, language: Language, *, explained: bool) -> str:
    """Give the whole result as text."""
    if isinstance(score, SittingScore):
        return _joined(_sitting(score, language, explained=explained))
    lines = [*_about(score.file.about, language)]
    for sitting in score.sittings:
        lines += ["", *_sitting(sitting, language, explained=explained)]
    currency = score.sittings[0].file.stake.currency if score.sittings else "EUR"
    if score.file.purse == "one":
        lines += ["", render(N_("All sittings together"), language), *_payments(score.plan, currency, language)]
    return _joined(lines)


def _joined(lines: Iterable[str]) -> str:
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _about(about: About, language: Language) -> Iterator[str]:
    parts = [about.title, about.place, day(about.day, language) if about.day else ""]
    if any(parts):
        yield ", ".join(part for part in parts if part)


def _sitting(score: SittingScore, language: Language, *, explained: bool) -> Iterator[str]:
    file, setup = score.file, score.file.last_setup
    yield from _about(file.about, language)
    yield _played(file, Change(1, file.setup.rule_set, file.setup.rules, file.stake.cents), language)
    for change in file.changes:
        what = _played(file, change, language)
        yield render(N_("From deal {number} on: {what}", number=change.first, what=what), language)
    yield ""
    yield from _table(score, language, explained=explained)
    yield ""
    yield from _payments(score.plan, file.stake.currency, language)
    if setup.game.ends(setup.rules) and score.played and not score.standing.progress.finished:
        yield render(N_("Stopped early: settled as it stood, by the same rule."), language)


def _played(file: SittingFile, under: Change, language: Language) -> str:
    """Say what is played and what a unit is worth; nothing without a stake, or in a game settled without money."""
    game = file.setup.game
    rule_set = next(known for known in game.rule_sets if known.key == under.rule_set)
    labels = dict.fromkeys(render(label, language) for label in (game.label, rule_set.label))
    stake = N_("without money")
    if under.stake_cents and game.money(under.rules):
        stake = N_("{stake} per unit", stake=money(under.stake_cents, language, file.stake.currency))
    return f"{', '.join(labels)}, {render(stake, language)}"


def _table(score: SittingScore, language: Language, *, explained: bool) -> Iterator[str]:
    players = score.file.setup.players
    heads = [render(head, language) for head in (N_("Deal"), N_("Dealer"), N_("Sits out"), N_("Result"))]
    deals = [_deal(played, score, language) for played in score.played]
    below = [_notes(played, language, explained=explained) for played in score.played]
    closing = list(_closings(score, language))
    rows = [[*heads, *players], *deals, *closing]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    if not any(played.table.sitting_out for played in score.played):
        widths[2] = 0
    yield _line(rows[0], widths)
    for deal, notes in zip(deals, below, strict=True):
        yield _line(deal, widths)
        yield from (f"{'':{widths[0]}}{_GAP}{note}" for note in notes)
    yield from (_line(row, widths) for row in closing)


def _line(cells: list[str], widths: list[int]) -> str:
    """Set words to the left, and the deal's number and figures to the right; a column without width is left out."""
    words = range(1, 4)
    return _GAP.join(
        f"{cell:<{width}}" if column in words else f"{cell:>{width}}"
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
        if width
    )


def _deal(played: Played, score: SittingScore, language: Language) -> list[str]:
    setup, line = score.file.setup_at(played.number), score.file.deals[played.number - 1]
    title, details, _about = setup.game.describe(played.deal, setup.rules, played.table)
    parts = [*([N_("struck")] if line.void else []), title, *details]
    described = ", ".join(render(part, language) for part in parts)
    units = [signed(played.units[player], language) for player in setup.players]
    return [str(played.number), played.table.dealer, ", ".join(played.table.sitting_out), described, *units]


def _notes(played: Played, language: Language, *, explained: bool) -> list[str]:
    warnings = [render(N_("Note: {warning}", warning=warning), language) for warning in played.warnings]
    return warnings + (explain(played.reasons, language) if explained else [])


def _closings(score: SittingScore, language: Language) -> Iterator[list[str]]:
    """Give the rows from the deals to the money, so that the printed parts add up to what is paid."""
    file, shares = score.file, score.shares
    players = file.setup.players
    for adjustment in file.adjustments:
        reason = " ".join(adjustment.reason.split())  # a row is one line, a reason may be more
        text = N_("Adjustment: {reason}", reason=reason) if reason else N_("Adjustment")
        yield _closing(text, {adjustment.player: adjustment.units}, players, language)
    yield _closing(N_("Total"), score.totals, players, language)
    in_money = money_columns(score.sections, kept(score.sections, score.amounts), len(score.played))
    if len(shares.parts) > 1 and not settled_by_stake(in_money):
        for part in shares.parts:
            if part.units == score.totals:
                continue
            yield _closing(part.label, part.units, players, language)
        yield _closing(N_("Settlement"), shares.units, players, language)
    for column in in_money:
        yield _step(column, players, file.stake.currency, language)
    if any(score.cents.values()):
        cents = [signed_money(score.cents[player], language, file.stake.currency) for player in players]
        yield ["", "", "", render(N_("Money"), language), *cents]


def _step(column: Column, players: tuple[Player, ...], currency: str, language: Language) -> list[str]:
    """Give a step from the units to the money as the page of the settlement has it."""
    if column.unit == "units":
        return _closing(column.head, column.values, players, language)
    amounts = (exact_money(column.values[player], language, currency) for player in players)
    return ["", "", "", render(column.heading(currency), language), *amounts]


def _closing(
    text: Message, units: Mapping[Player, int | Fraction], players: tuple[Player, ...], language: Language
) -> list[str]:
    return ["", "", "", render(text, language), *(signed(units.get(player, 0), language) for player in players)]


def _payments(plan: Plan, currency: str, language: Language) -> Iterator[str]:
    if not plan.transfers:
        yield render(N_("Nobody has to pay anything."), language)
        return
    yield f"{render(_METHODS[plan.method], language)}:"
    texts = [render(_payment(line.giver, line.receiver), language) for line in plan.transfers]
    amounts = [money(line.cents, language, currency) for line in plan.transfers]
    width, figures = max(map(len, texts)), max(map(len, amounts))
    for text, amount in zip(texts, amounts, strict=True):
        yield f"{text:<{width}}{_GAP}{amount:>{figures}}"


def _payment(giver: Player | None, receiver: Player | None) -> Message:
    if giver is None:
        return N_("{player} gets from the kitty", player=_who(receiver))
    if receiver is None:
        return N_("{player} pays into the kitty", player=_who(giver))
    return N_("{giver} pays {receiver}", giver=_who(giver), receiver=_who(receiver))


def _who(player: Player | None) -> Who:
    return Who((player,) if player is not None else ())
