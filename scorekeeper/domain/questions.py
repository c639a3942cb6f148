"""How a dataclass asks: `Asked` beside a field's type is the one declaration behind form, sheet, file and API."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import StrEnum
from types import NoneType
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from annotated_types import Ge, Interval, Le, MaxLen

from scorekeeper.domain.text import Message, Player


class Pad(NamedTuple):
    """One row of number buttons, e.g. "lost" 0 to 4."""

    label: Message
    low: int
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a field says on screen and paper. `label` asks, `short` heads a column, the rest fits certain kinds."""

    label: Message
    short: Message | None = None
    hint: Message | None = None
    choices: Mapping[str, Message] = field(default_factory=dict)
    choice_hints: Mapping[str, Message] = field(default_factory=dict)
    choice_shorts: Mapping[str, Message] = field(default_factory=dict)
    """Shorter names for a paper column, where the full ones would not fit."""
    negative: Message | None = None
    """A flag that is usually true is asked by its opposite ("without the Doaba")."""
    nobody: Message | None = None
    """What the empty answer of an optional player or choice is called ("no partner")."""
    pads: tuple[Pad, ...] = ()
    steps: tuple[Message, ...] = ()
    """The names of a ladder's steps, the first for 1."""
    total: int = 0
    """Points of both sides together, so that the other side's can be shown and entered."""
    explicit: bool = False
    """The form wants this answered although a file may leave it out."""
    tucked: bool = False
    """Seldom needed: the form keeps it folded away."""
    role: Message | None = None
    """What the chosen player is called ("Partner")."""
    whose: Message | None = None
    """What a tale calls it where the label alone says too little ("Gwiß of the declaring side")."""
    phrases: Mapping[str, Message] = field(default_factory=dict)
    """What a tale says of an answer where label and answer make no sentence, by choice, "True" or "False"."""


class Kind(StrEnum):
    """What sort of answer a question takes."""

    PLAYER = "player"
    CHOICE = "choice"
    FLAG = "flag"
    COUNT = "count"
    TEXT = "text"
    AMOUNTS = "amounts"


class Unanswered:
    """The answer of a question that nobody has answered yet."""

    def __repr__(self) -> str:
        return "unanswered"


UNANSWERED: Final = Unanswered()


@dataclass(frozen=True, slots=True)
class Question:
    """One field of a Deal or Rules dataclass, read from its annotation."""

    name: str
    kind: Kind
    asked: Asked
    optional: bool
    """None is an answer."""
    default: Any
    """UNANSWERED where an answer is needed."""
    low: int
    """The limits of a count, of each amount, or of a text's length."""
    high: int
    choices: tuple[str, ...]

    @property
    def required(self) -> bool:
        """Whether a file must give the field."""
        return self.default is UNANSWERED

    @property
    def short(self) -> Message:
        """The column's head."""
        return self.asked.short or self.asked.label


_NO_LIMIT: Final = 10**9


_QUESTIONS: Final[dict[type, tuple[Question, ...]]] = {}


def questions_of(declared: type[Any]) -> tuple[Question, ...]:
    """Give the questions of a dataclass in field order; fields without `Asked` are facts and are not asked."""
    known = _QUESTIONS.get(declared)
    if known is None:
        hints = get_type_hints(declared, include_extras=True)
        known = _QUESTIONS[declared] = tuple(
            _question(one.name, hints[one.name].__metadata__, hints[one.name].__origin__, one)
            for one in fields(declared)
            if any(isinstance(extra, Asked) for extra in getattr(hints[one.name], "__metadata__", ()))
        )
    return known


def _question(name: str, extras: tuple[Any, ...], hint: Any, field: Any) -> Question:  # noqa: ANN401 annotations are any object
    asked = next(extra for extra in extras if isinstance(extra, Asked))
    inner = [part for part in get_args(hint) if part is not NoneType] if NoneType in get_args(hint) else [hint]
    default = field.default if field.default is not MISSING else UNANSWERED
    kind = _kind(inner[0])
    low, high = _limits(get_args(inner[0])[1].__metadata__ if kind is Kind.AMOUNTS else extras)
    choices = get_args(inner[0]) if kind is Kind.CHOICE else ()
    return Question(name, kind, asked, inner[0] is not hint, default, low, high, choices)


def _kind(hint: Any) -> Kind:  # noqa: ANN401 as above
    if hint is Player:
        return Kind.PLAYER
    if get_origin(hint) is Literal:
        return Kind.CHOICE
    if get_origin(hint) in {dict, Mapping}:
        return Kind.AMOUNTS
    return {bool: Kind.FLAG, int: Kind.COUNT, str: Kind.TEXT}[hint]


def _limits(extras: tuple[Any, ...]) -> tuple[int, int]:
    low, high = 0, _NO_LIMIT
    for extra in extras:
        if isinstance(extra, Interval | Ge) and extra.ge is not None:
            low = int(str(extra.ge))
        if isinstance(extra, Interval | Le) and extra.le is not None:
            high = int(str(extra.le))
        if isinstance(extra, MaxLen):
            high = extra.max_length
    return low, high
