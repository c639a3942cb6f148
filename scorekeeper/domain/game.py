"""What a game is: one object that says which questions to ask and turns answers into units."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from scorekeeper.domain.questions import UNANSWERED, Question, questions_of
from scorekeeper.domain.text import Message, Player, Reason, Refusal

D = TypeVar("D")
R = TypeVar("R")


class Table:
    """Who sits how for one deal. Seat order is clockwise; forehand is the first active player after the dealer."""

    __slots__ = ("active", "dealer", "forehand", "present", "sitting_out")

    def __init__(self, present: tuple[Player, ...], dealer: Player, sitting_out: tuple[Player, ...]) -> None:
        self.present = present
        self.dealer = dealer
        self.sitting_out = sitting_out
        self.active = tuple(player for player in present if player not in sitting_out)
        after = present.index(dealer) + 1
        self.forehand = next(player for player in present[after:] + present[:after] if player not in sitting_out)

    def others(self, *side: Player) -> tuple[Player, ...]:
        """Give the active players that are not on this side, in seat order."""
        return tuple(player for player in self.active if player not in side)


class Score(NamedTuple):
    """Units per player (players not named get 0) and the steps that lead there."""

    units: dict[Player, int]
    reasons: tuple[Reason, ...]


class Line(NamedTuple):
    """A deal in the list: who ("Franz mit Hias"), how ("4 Gwiß", "verloren"), and whose units stand at the right."""

    title: Message
    details: tuple[Message, ...]
    about: Player | None


class Rule(NamedTuple, Generic[D, R]):
    """One refusal: `check` gives the reason or None, once all `needs` are answered. It greys out, refuses and explains.

    A rule that `closes` says that the question is not asked at all. It does not look at the question's own answer,
    except to let pass the one that follows anyway (0 points without a trick).
    """

    blames: str
    needs: tuple[str, ...]
    check: Callable[[D, R, Table], Message | None]
    closes: bool = False


class Progress(NamedTuple):
    """Whether a sitting goes on by its own rules; `carry` is what the game must remember (plain JSON values)."""

    carry: Any = None
    finished: bool = False


class Moment(NamedTuple):
    """A booked deal as the end rule sees it: the table, the totals after it and what was carried so far."""

    table: Table
    totals: Mapping[Player, int]
    before: Progress
    joined: tuple[Player, ...] = ()
    """Whose first deal it is, although the sitting had begun before."""


class Part(NamedTuple):
    """One column of the derivation, e.g. "difference to the winner"."""

    label: Message
    units: Mapping[Player, Fraction]


class Shares(NamedTuple):
    """What each player gets (+) or pays (−) in units; sums to 0 and equals the sum of its parts."""

    units: Mapping[Player, Fraction]
    parts: tuple[Part, ...]
    winners: tuple[Player, ...] = ()
    """Whom the others pay where the game is settled by the difference to the winner; else empty."""


class UsualRound(NamedTuple):
    """What a tournament's round usually is in this game: how many sit at a table, and how long it lasts."""

    size: int
    other_sizes: tuple[int, ...] = ()
    deals: int = 0
    """0 = by the clock, or to the game's own end."""
    minutes: int = 0
    """0 = no clock."""


@dataclass(frozen=True, slots=True)
class RuleSet(Generic[R]):
    """A named preset: the rules with every option at its default, and one line what it means."""

    key: str
    label: Message
    summary: Message
    rules: R


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[D, R]):
    """A game, complete. The first rule set is the default."""

    key: str
    version: int
    """The rules version frozen into every entry; raise it when the same answers would give other units."""
    label: Message
    summary: Message
    sign: str
    """The suit sign that stands for it."""
    deal: type[D]
    rule_sets: tuple[RuleSet[R], ...]
    size: Callable[[R], tuple[int, int]]
    """Fewest and most players at the table."""
    usual_round: UsualRound
    active: Callable[[R, int], int]
    """How many play when so many are present; the dealer and the seats after the dealer sit out."""
    may_play: Callable[[R], tuple[int, int]]
    """Fewest and most who can play one deal: so far a deal may say otherwise who sits out."""
    refusals: tuple[Rule[D, R], ...]
    rules_problems: Callable[[R, int], Iterable[Refusal]]
    """Options that do not fit together or this number of players."""
    complete: Callable[[D, Table], D]
    """Fill in what follows from the table (the declarer is forehand unless said otherwise)."""
    prefill: Callable[[R, Table], Mapping[str, Any]]
    """Answers that the form starts with."""
    warn: Callable[[D, R, Table], Iterator[Message]]
    score: Callable[[D, R, Table], Score]
    describe: Callable[[D, R, Table], Line]
    settle: Callable[[R, Mapping[Player, int]], Shares]
    to_winner: Callable[[R], bool]
    """Whether everybody pays the winner (the payout "winner" exists)."""
    advance: Callable[[R, Moment], Progress]
    """The end rule: called after every deal with what the call before it gave."""
    notice: Callable[[R, Progress], Message | None]
    """What the table should know now ("last round, 2 deals to go")."""
    next_dealer: Callable[[D, Table], Player | None]
    """Who deals next if not simply the next seat; None = the next seat."""
    money: Callable[[R], bool]
    """Whether the units are paid at all."""
    examples: Callable[[R, Table], Iterable[D]] = lambda _rules, _table: ()
    """Typical deals at a table, for the house-rule sheet; the game itself says what they pay."""
    ends: Callable[[R], bool] = lambda _rules: False
    """Whether the sitting comes to an end by the game's own rules, so that it can be stopped early."""
    seated: Callable[[R, Moment], Progress] = lambda _rules, moment: moment.before
    """The progress as the table of the next deal sees it, which others may have come to or left since the last one."""
    rest: Callable[[R, Table, Mapping[Player, int]], Mapping[Player, int]] = lambda _rules, _table, _given: {}
    """Amounts that follow from those given so far: the form offers them to who has none yet."""

    @property
    def questions(self) -> tuple[Question, ...]:
        """The deal's questions in the order of form, sheet, file and API."""
        return questions_of(self.deal)

    @property
    def options(self) -> tuple[Question, ...]:
        """The table's options, the same for all rule sets of the game."""
        return questions_of(type(self.rule_sets[0].rules))

    def rule_set(self, key: str) -> RuleSet[R] | None:
        """Find a rule set by its key."""
        return next((found for found in self.rule_sets if found.key == key), None)

    def verify(self, deal: D, rules: R, table: Table) -> Iterator[Refusal]:
        """Say everything that is wrong with a complete deal."""
        for blames, _needs, check, closes in self.refusals:
            message = check(deal, rules, table)
            if message is not None and not (closes and getattr(deal, blames) == _default(self.deal, blames)):
                yield Refusal(blames, message)

    def closed(self, draft: Any, rules: R, table: Table) -> dict[str, Message]:  # noqa: ANN401 a draft has the deal's fields, some unanswered
        """Give the questions that are not asked, given the answers so far, with the reason."""
        found: dict[str, Message] = {}
        for rule in self.refusals:
            if rule.closes and _answered(draft, rule.needs):
                message = rule.check(draft, rules, table)
                if message is not None:
                    found[rule.blames] = message
        return found

    def objection(self, draft: Any, rules: R, table: Table, name: str) -> Message | None:  # noqa: ANN401 as above
        """Say why the draft's answer to one question cannot be, given the other answers; None = it can."""
        for rule in self.refusals:
            if rule.blames == name and not rule.closes and _answered(draft, rule.needs):
                message = rule.check(draft, rules, table)
                if message is not None:
                    return message
        return None


def _default(deal: type[Any], name: str) -> Any:  # noqa: ANN401 answers are of any kind
    """Give the answer that an unasked question has."""
    default = next(question.default for question in questions_of(deal) if question.name == name)
    return None if default is UNANSWERED else default


def _answered(draft: Any, needs: tuple[str, ...]) -> bool:  # noqa: ANN401 as above
    return all(getattr(draft, name) is not UNANSWERED for name in needs)


AnyGame = Game[Any, Any]
