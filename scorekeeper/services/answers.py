"""The JSON boundary of a game: strict answers and options in, plain values out. Nothing is converted silently."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, NotRequired, TypeVar, get_type_hints

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.game import AnyGame, RuleSet
from scorekeeper.domain.questions import Kind, Question, questions_of
from scorekeeper.domain.text import N_, Message, Refusal

T = TypeVar("T")

_STRICT: Final = ConfigDict(strict=True, extra="forbid")


def read_deal(game: AnyGame, mapping: object) -> Any:  # noqa: ANN401 any game's deal
    """Turn a JSON object into a deal. Raises RefusedError naming every field that is missing, unknown or wrong."""
    return reader_of(game.deal).build(mapping)


def read_rules(game: AnyGame, rule_set_key: str, options: object) -> Any:  # noqa: ANN401 any game's rules
    """Give the rules of a preset with the table's options applied; only what a table may choose can be set.

    Raises RefusedError; field "rules" for an unknown rule set, else the option's name.
    """
    rule_set = game.rule_set(rule_set_key)
    if rule_set is None:
        known = ", ".join(each.key for each in game.rule_sets)
        raise RefusedError([Refusal("rules", N_("is unknown; there is {known}", known=known))])
    return replace(rule_set.rules, **reader_of(type(rule_set.rules)).changes(options))


def dump_deal(deal: Any) -> dict[str, Any]:  # noqa: ANN401 any game's deal
    """Give the answers that a file must hold, in field order: those without a default and those that differ from it."""
    return {
        question.name: _plain(question, getattr(deal, question.name))
        for question in questions_of(type(deal))
        if question.required or getattr(deal, question.name) != question.default
    }


def dump_options(rules: Any, rule_set: RuleSet[Any]) -> dict[str, Any]:  # noqa: ANN401 any game's rules
    """Give the options that differ from the preset, in field order."""
    return {
        question.name: _plain(question, getattr(rules, question.name))
        for question in questions_of(type(rules))
        if getattr(rules, question.name) != getattr(rule_set.rules, question.name)
    }


def _plain(question: Question, answer: Any) -> Any:  # noqa: ANN401 answers are of any kind
    return dict(answer) if question.kind is Kind.AMOUNTS and answer is not None else answer


@dataclass(frozen=True, slots=True)
class Reader(Generic[T]):
    """Reads the answers of one dataclass; compiled once per class."""

    make: Callable[..., T]
    validate: Callable[[object], dict[str, Any]]
    validate_partial: Callable[[object], dict[str, Any]]
    questions: Mapping[str, Question]

    def build(self, given: object, beside: tuple[str, ...] = ()) -> T:
        """Make the dataclass; who misspells a name is told those `beside` it too. Raises RefusedError."""
        try:
            return self.make(**self.validate(given))
        except ValidationError as error:
            raise RefusedError(self._refusals(error, beside)) from error

    def changes(self, given: object) -> dict[str, Any]:
        """Give the answers that are there, verified; none has to be. Raises RefusedError."""
        try:
            return self.validate_partial(given)
        except ValidationError as error:
            raise RefusedError(self._refusals(error)) from error

    def _refusals(self, error: ValidationError, beside: tuple[str, ...] = ()) -> list[Refusal]:
        return [
            self._refusal(detail["type"], detail["loc"], beside)
            for detail in error.errors(include_url=False, include_context=False, include_input=False)
        ]

    def _refusal(self, kind: str, loc: tuple[int | str, ...], beside: tuple[str, ...]) -> Refusal:
        if not loc:
            return Refusal("", N_("needs an object in braces"))
        name = str(loc[0])
        if kind == "extra_forbidden":
            return Refusal(name, N_("is unknown; there is {known}", known=", ".join((*self.questions, *beside))))
        if kind == "missing":
            return Refusal(name, N_("is missing"))
        place = ".".join(str(part) for part in loc if part != "[key]")
        return Refusal(place, expected(self.questions[name]))


_READERS: Final[dict[type, Reader[Any]]] = {}


def reader_of(declared: type[T]) -> Reader[T]:
    """Give the reader of a dataclass, compiled from its declaration; fields that are not asked cannot be given."""
    reader = _READERS.get(declared)
    if reader is None:
        reader = _READERS[declared] = _compile(declared)
    return reader


def _compile(declared: type[T]) -> Reader[T]:
    hints = get_type_hints(declared, include_extras=True)
    questions = {question.name: question for question in questions_of(declared)}
    partial = {name: NotRequired[hints[name]] for name in questions}
    full = partial | {name: hints[name] for name, question in questions.items() if question.required}
    return Reader(declared, _validator(full), _validator(partial), questions)


def _validator(hints: Mapping[str, Any]) -> Callable[[object], dict[str, Any]]:
    answers = with_config(_STRICT)(TypedDict("Answers", hints))  # type: ignore[operator]  # made from the declaration
    validate: Callable[[object], dict[str, Any]] = TypeAdapter(answers).validator.validate_python
    return validate


def expected(question: Question) -> Message:
    """Say what a question takes as an answer in JSON."""
    message = _expected(question)
    return N_("{expected}, or null", expected=message) if question.optional else message


def _expected(question: Question) -> Message:
    match question.kind:
        case Kind.PLAYER:
            return N_("needs the name of a player")
        case Kind.CHOICE:
            return N_("needs one of {choices}", choices=", ".join(f'"{choice}"' for choice in question.choices))
        case Kind.FLAG:
            return N_("needs true or false")
        case Kind.COUNT:
            return N_("needs a whole number from {low} to {high}", low=question.low, high=question.high)
        case Kind.TEXT:
            return N_("needs a text of at most {most} letters", most=question.high)
        case Kind.AMOUNTS:
            return N_("needs a whole number for each player")
