"""Results as CSV: one row per deal, then adjustments, the totals, and the money where one stake does not say it."""

from collections.abc import Iterator

from scorekeeper.domain.evening import Played
from scorekeeper.domain.questions import Kind
from scorekeeper.domain.stakes import kept
from scorekeeper.domain.text import N_, Message
from scorekeeper.i18n import Language, explain, render
from scorekeeper.i18n.answers import answer_text
from scorekeeper.services.columns import money_columns
from scorekeeper.services.scoring import EventScore, SittingScore
from scorekeeper.spreadsheets.cells import Cell, Money, Units
from scorekeeper.spreadsheets.csv_file import csv_text


def show(score: SittingScore | EventScore, language: Language, *, explained: bool) -> str:
    """Give the sittings of an event one below the other."""
    rows: list[list[Cell]] = []
    for index, sitting in enumerate(score.sittings if isinstance(score, EventScore) else (score,)):
        rows += [[]] if index else []
        rows += _rows(sitting, language, explained=explained)
    return csv_text(rows, language)


def _rows(score: SittingScore, language: Language, *, explained: bool) -> Iterator[list[Cell]]:
    setup = score.file.setup
    questions = [question for question in setup.game.questions if question.kind is not Kind.AMOUNTS]
    heads = [N_("Deal"), N_("Dealer"), N_("Sits out"), *(question.short for question in questions)]
    yield [
        *(render(head, language) for head in heads),
        *setup.players,
        *([render(N_("Explanation"), language)] if explained else []),
    ]
    for played in score.played:
        explanation: list[Cell] = [" | ".join(explain(played.reasons, language))] if explained else []
        yield [*_deal(played), *_answers(played, score, language), *_units(played, score), *explanation]
    empty = [""] * len(questions)
    for adjustment in score.file.adjustments:
        units = [adjustment.units if player == adjustment.player else 0 for player in setup.players]
        text = N_("Adjustment: {reason}", reason=adjustment.reason) if adjustment.reason else N_("Adjustment")
        yield [render(text, language), "", "", *empty, *units]
    yield [render(N_("Total"), language), "", "", *empty, *(score.totals[player] for player in setup.players)]
    for head, figures in _in_money(score):
        yield [render(head, language), "", "", *empty, *figures]


def _deal(played: Played) -> list[Cell]:
    return [played.number, played.table.dealer, ", ".join(played.table.sitting_out)]


def _in_money(score: SittingScore) -> Iterator[tuple[Message, list[Cell]]]:
    """Give the rows from the totals to what each stake and who left early come to, as the page has them."""
    players, currency = score.file.setup.players, score.file.stake.currency
    steps = money_columns(score.sections, kept(score.sections, score.amounts), len(score.played))
    for step in steps:
        figures = [step.values[player] for player in players]
        in_units = step.unit == "units"
        yield step.heading(currency), [Units(one) if in_units else Money(one, currency, signed=True) for one in figures]
    if steps:
        yield N_("Money"), [Money(score.cents[player], currency, signed=True) for player in players]


def _answers(played: Played, score: SittingScore, language: Language) -> list[Cell]:
    cells: list[Cell] = []
    for question in score.file.setup.game.questions:
        answer = getattr(played.deal, question.name)
        if question.kind is Kind.COUNT and answer is not None:
            cells.append(answer)
        elif question.kind is not Kind.AMOUNTS:
            cells.append(answer_text(question, answer, language))
    return cells


def _units(played: Played, score: SittingScore) -> list[Cell]:
    return [played.units[player] for player in score.file.setup.players]
