"""A table's options as a form sends them, made from the game's declaration. Knows kinds of questions, never a game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.game import AnyGame, RuleSet
from scorekeeper.domain.questions import Kind, Question
from scorekeeper.domain.text import N_, Message
from scorekeeper.i18n.typed import TypedNumberError, parse_units
from scorekeeper.services.answers import dump_options, read_rules

PREFIX: Final = "option."
NOTHING: Final = ""
"""What an optional choice or number sends when it is left empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options as far as they can be read, and what was typed where they cannot."""

    rules: Any
    """The rule set with the options applied; where one cannot be read, the rule set as it is."""
    changed: Mapping[str, Any] = field(default_factory=dict)
    """The options that differ from the rule set, as plain values."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """What was typed, by option, where it is not what `rules` says."""
    problems: Mapping[str, Message] = field(default_factory=dict)

    def shown(self, question: Question) -> str:
        """Give what an input for numbers or text shows."""
        typed = self.texts.get(question.name)
        if typed is not None:
            return typed
        value = getattr(self.rules, question.name)
        return "" if value is None else str(value)


def options_with(game: AnyGame, rule_set: RuleSet[Any], values: Mapping[str, Any]) -> Options:
    """Apply options that were read before, e.g. those of the last evening."""
    try:
        rules = read_rules(game, rule_set.key, dict(values))
    except RefusedError as error:
        return Options(rules=rule_set.rules, problems={each.field: each.message for each in error.refusals})
    return Options(rules=rules, changed=dump_options(rules, rule_set))


def read_options(form: MultiDict[str, str], game: AnyGame, rule_set: RuleSet[Any]) -> Options:
    """Read the inputs of all options."""
    values: dict[str, Any] = {}
    texts: dict[str, str] = {}
    problems: dict[str, Message] = {}
    for question in game.options:
        if question.kind is not Kind.FLAG and PREFIX + question.name not in form:
            continue
        text = form.get(PREFIX + question.name, NOTHING).strip()
        try:
            values[question.name] = _read(question, text)
        except TypedNumberError as error:
            problems[question.name] = error.message
            texts[question.name] = text
    read = options_with(game, rule_set, values)
    if read.problems:  # refused: show what was typed
        texts |= {name: form.get(PREFIX + name, NOTHING).strip() for name in read.problems}
    return Options(rules=read.rules, changed=read.changed, texts=texts, problems={**read.problems, **problems})


def _read(question: Question, text: str) -> Any:  # noqa: ANN401 options are of any kind
    if question.kind is Kind.FLAG:
        return bool(text) is (question.asked.negative is None)
    if question.optional and text == NOTHING:
        return None
    if question.kind is not Kind.COUNT:
        return text
    if text == NOTHING:
        raise TypedNumberError(N_("is missing"))
    value = parse_units(text)
    if not question.low <= value <= question.high:
        raise TypedNumberError(N_("from {low} to {high}", low=question.low, high=question.high))
    return value
