"""The forms of a course: set up, a lesson, who takes part and who is there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final

from werkzeug.datastructures import MultiDict

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.text import N_, Message, Refusal
from scorekeeper.domain.tournament.mixing import LEVELS
from scorekeeper.domain.tournament.settings import Settings
from scorekeeper.services.tournament.lessons import MOST_LESSONS, Plan
from scorekeeper.services.tournament.setting_up import MOST_ROUNDS
from scorekeeper.web.forms.day import read_day
from scorekeeper.web.row_numbers import row_number_or

Form = MultiDict[str, str]
AWAY: Final = "away"
"""What the choice of a level says of who comes no more."""
_WEEK: Final = timedelta(days=7)
_USUAL_LESSONS: Final = "4"


@dataclass(frozen=True, slots=True)
class Asked:
    """What was typed into a form, and what was wrong with it."""

    typed: Mapping[str, str]
    problems: Mapping[str, Message] = field(default_factory=dict)


def empty_course(today: date, title: str) -> Asked:
    """Give the form of a new course as it comes."""
    game = next(iter(GAMES.values()))
    usual = {"title": title, "place": "", "teacher": "", "date": today.isoformat(), "lessons": _USUAL_LESSONS}
    return Asked({**usual, "rules": f"{game.key}/{game.rule_sets[0].key}"})


def typed_of(form: Form, *names: str) -> dict[str, str]:
    """Give what was typed, to be shown again."""
    return {name: form.get(name, "").strip() for name in names}


def read_plan(typed: Mapping[str, str]) -> Plan:
    """Read a lesson. Raises RefusedError."""
    return Plan(
        date=read_day(typed["date"]), place=typed["place"], teacher=typed["teacher"], topic=typed["topic"]
    )  # fmt: skip


def read_plans(typed: Mapping[str, str]) -> tuple[Plan, ...]:
    """Read a new course's lessons, a week apart. Raises RefusedError."""
    first, count = read_day(typed["date"]), row_number_or(typed["lessons"], 0)
    if not 1 <= count <= MOST_LESSONS:
        raise RefusedError([Refusal("lessons", N_("from {low} to {high}", low=1, high=MOST_LESSONS))])
    return tuple(
        Plan(date=first + week * _WEEK, place=typed["place"], teacher=typed["teacher"]) for week in range(count)
    )  # fmt: skip


def read_settings(rules: str) -> Settings:
    """Read what is learned, as "game/rule set"; where tables of the usual size do not fit, others do."""
    key, _slash, chosen = rules.partition("/")
    game = GAMES.get(key)
    rule_set = game.rule_set(chosen) if game else None
    if game is None or rule_set is None:
        raise RefusedError([Refusal("rules", N_("is unknown"))])
    usual, (fewest, most) = game.usual_round, game.size(rule_set.rules)
    fitting = [size for size in range(fewest, most + 1) if not list(game.rules_problems(rule_set.rules, size))]
    size = usual.size if usual.size in fitting else fitting[0]
    others = dict.fromkeys([*usual.other_sizes, *sorted(fitting, key=lambda one: abs(one - size))])
    return Settings(
        game=key, rule_set=chosen, rounds=MOST_ROUNDS, table_size=size, tie_breaks=(),
        other_sizes=tuple(one for one in others if one in fitting and one != size and one < 2 * size),
    )  # fmt: skip


def read_levels(form: Form) -> tuple[dict[int, int], dict[int, bool]]:
    """Read by start number what each can do, and who comes no more."""
    sent = {row_number_or(name[1:], 0): value for name, value in form.items() if name.startswith("l")}
    sent.pop(0, None)
    levels = {number: int(value) for number, value in sent.items() if value in map(str, LEVELS)}
    return levels, {number: value == AWAY for number, value in sent.items()}


def read_changes(form: Form) -> dict[int, bool]:
    """Read by start number who is there and who is not, as far as it was changed.

    A tap says which `one` it was; a form that is sent as a whole says who `was` ticked when the page was made.
    """
    there = {row_number_or(value, 0) for value in form.getlist("there")}
    tapped = {row_number_or(value, 0) for value in form.getlist("one")}
    was = {row_number_or(value, 0) for value in form.get("was", "").split()}
    return {number: number in there for number in (tapped or there ^ was) - {0}}
