"""The blank score sheet: the columns of the form, to be written on by hand, on one page."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil
from types import SimpleNamespace
from typing import Any, Final

from scorekeeper.domain.evening import Setup
from scorekeeper.domain.game import AnyGame, Table
from scorekeeper.domain.questions import UNANSWERED, Kind, Question
from scorekeeper.domain.text import N_, Message, Player
from scorekeeper.i18n import Language, render
from scorekeeper.printing.answers import asked_on_paper
from scorekeeper.printing.columns import Figures, Layout, Wanted, lay_out, width
from scorekeeper.printing.deals_table import TOTALS_HEAD, UNITS_HEAD, DealsTable, is_text
from scorekeeper.printing.facts import facts, stake_of
from scorekeeper.printing.settlement_sheet import subtitle
from scorekeeper.printing.sheets import Fact, ScoreSheet
from scorekeeper.services.reading import SittingNow

ROW: Final = 7.4
"""A line to write on, in millimetres; the style sheet says the same."""
_ROOM: Final = {Kind.PLAYER: 15.0, Kind.CHOICE: 15.0, Kind.TEXT: 20.0, Kind.FLAG: 9.0, Kind.COUNT: 9.5}
_UNITS_ROOM: Final = (9.0, 10.5)
_PAGE_HEIGHT: Final = {False: 274.0, True: 187.0}
_AROUND: Final = 48.0
"""Head, facts, lower column heads and sums together, in millimetres."""
FEET: Final = (N_("Final total"), N_("Money"))
"""The sums below the lines."""
_LEGEND_PT: Final = 7.4
_LEGEND_LINE: Final = 3.3
_NAME_LINE: Final = 3.4
_NAME_ROOM: Final = 8.5
"""What a hand needs to write a name; the style sheet says the same."""
_MOST_CHOICES: Final = 8
_USUAL_MOST: Final = 5


def score_sheet(now: SittingNow, language: Language) -> ScoreSheet:
    """Give the blank sheet of a sitting, with the names of those who are at the table."""
    present = now.setup.present(now.standing.deals + 1)
    setup = replace(now.setup, players=present, presence={}, first_dealer=present[0])
    labels = [now.names[player] for player in present]
    return _sheet(setup, labels, language, subtitle(now.event, language, table=now.table), stake_of(now, language))


def blank_sheet(game: AnyGame, rule_set: str, rules: Any, language: Language) -> ScoreSheet:  # noqa: ANN401 any game's rules
    """Give the sheet of a rule set with empty heads."""
    return _sheet(nobody(game, rule_set, rules), [], language, "", None)


def nobody(game: AnyGame, rule_set: str, rules: Any) -> Setup:  # noqa: ANN401 as above
    """Seat as many nameless players as there may usually be."""
    fewest, most = game.size(rules)
    count = min(most, max(fewest + 2, _USUAL_MOST))
    players = tuple(Player(str(seat)) for seat in range(1, count + 1))
    return Setup(game=game, rule_set=rule_set, rules=rules, players=players, first_dealer=players[-1])


def blank_table(
    setup: Setup, names: Sequence[str], anchor: str, language: Language, feet: Sequence[Message] = FEET
) -> tuple[DealsTable, tuple[Fact, ...]]:
    """Give the columns that this table can be asked, with what stands for what in them; `feet` are the sums below."""
    questions = _asked(setup)
    table = DealsTable(
        anchor=anchor, layout=_layout(setup, questions, language, feet),
        heads=tuple(render(question.short, language) for question in questions),
        centred=tuple(not is_text(question) for question in questions), players=tuple(names), rows=(),
        blocks=(), feet=(),
    )  # fmt: skip
    return table, _legend(questions, language)


def _sheet(setup: Setup, labels: Sequence[str], language: Language, below: str, stake: str | None) -> ScoreSheet:
    names = labels or [""] * len(setup.players)
    table, legend = blank_table(setup, names, "t1", language)
    return ScoreSheet(
        language=language,
        title=render(N_("Score sheet {game}", game=setup.game.label), language),
        subtitle=below or render(N_("Evening, place, date: {line}", line="_" * 46), language),
        made="",
        facts=facts(setup, stake or "", language)[: None if stake is not None else 1],
        table=table,
        legend=legend,
        numbers=tuple(range(1, lines_on(table.layout, names, legend, _AROUND) + 1)),
    )


def _asked(setup: Setup) -> list[Question]:
    """Give the questions that this table can be asked at all."""
    game = setup.game
    questions = asked_on_paper(game.questions)
    active = game.active(setup.rules, len(setup.players))
    out = setup.players[: len(setup.players) - active]
    table = Table(setup.players, setup.players[0] if out else setup.players[-1], out)
    draft: Mapping[str, Any] = {question.name: UNANSWERED for question in game.questions}
    closed = game.closed(SimpleNamespace(**draft), setup.rules, table)
    return [question for question in questions if question.name not in closed]


def _layout(setup: Setup, questions: Sequence[Question], language: Language, feet: Sequence[Message]) -> Layout:
    wanted = [
        Wanted(
            render(question.short, language), (), is_text(question), question.kind is Kind.PLAYER, _ROOM[question.kind]
        )
        for question in questions
    ]
    heads = render(UNITS_HEAD, language), render(TOTALS_HEAD, language)
    below = tuple(render(foot, language) for foot in feet)
    return lay_out(wanted, len(setup.players), Figures(heads, "", "", (), 99, below, _UNITS_ROOM))


def lines_on(layout: Layout, names: Sequence[str], legend: Sequence[Fact], around: float) -> int:
    """Count the lines that one page holds between the names, which may be tall, and the legend."""
    tallest = max(ceil(width(name, 8.0, bold=True) * 1.15 / (layout.player - 1.6)) for name in [*names, "A"])
    heads = max(_NAME_ROOM, tallest * _NAME_LINE)
    told = sum(width(f"{fact.term} {fact.value} · ", _LEGEND_PT, bold=True) for fact in legend)
    below = (ceil(told / layout.page) * _LEGEND_LINE + 2) if legend else 0.0
    return int((_PAGE_HEIGHT[layout.landscape] - around - heads - below) / ROW)


def _legend(questions: Sequence[Question], language: Language) -> tuple[Fact, ...]:
    """Say what the short heads mean and what may be written below them."""
    found = []
    for question in questions:
        asked = question.asked
        said = [] if asked.short is None else [render(asked.label, language)]
        if asked.steps:
            steps = dict.fromkeys(render(step, language) for step in asked.steps)
            said.append(", ".join(f"{count} {step}" for count, step in enumerate(steps, 1)))
        elif 0 < len(question.choices) <= _MOST_CHOICES:
            said.append(", ".join(render(asked.choices[choice], language) for choice in question.choices))
        if said and question.kind is not Kind.PLAYER:
            found.append(Fact(render(question.short, language), ": ".join(said)))
    return tuple(found)
