"""The dock: before a deal is saved it says in a sentence who wins how much, why, and what the others pay."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.domain.evening import Played, Setup
from scorekeeper.domain.questions import Question
from scorekeeper.domain.text import N_, NN_, Message, Player, Reason, Who
from scorekeeper.web.forms.judging import Judged


@dataclass(frozen=True, slots=True)
class Amount:
    """A figure and whose it is; a message for several players together."""

    label: Message
    units: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Who wins or loses how much, the side that the deal is about first."""

    sentence: Message
    amounts: tuple[Amount, ...]
    """One figure without a name if it is the same for the whole side, else one per player."""
    shared: bool
    others: tuple[Amount, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """An answer that is missing, and the place where it is asked."""

    anchor: str
    label: Message
    nobody: Message | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """An answer that cannot be, and the place where it was given."""

    anchor: str
    label: Message | None
    player: Player | None
    message: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Dock:
    """What stands above the big button."""

    missing: tuple[Missing, ...]
    refused: tuple[Refused, ...]
    outcome: Outcome | None
    reasons: tuple[Reason, ...]
    warnings: tuple[Message, ...]


def dock(judged: Judged) -> Dock:
    """Say what the form comes to."""
    played = judged.played
    return Dock(
        missing=tuple(
            Missing(anchor=question.name, label=question.short, nobody=question.asked.nobody)
            for question in judged.missing
        ),
        refused=tuple(_refused(judged, field, message) for field, message in judged.refusals.items()),
        outcome=outcome(judged.setup, played) if played else None,
        reasons=played.reasons if played else (),
        warnings=played.warnings if played else (),
    )


def outcome(setup: Setup, played: Played) -> Outcome:
    """Say who wins or loses how much."""
    about = setup.game.describe(played.deal, setup.rules, played.table).about
    moved = {player: units for player, units in played.units.items() if units}
    if not moved:
        return Outcome(sentence=N_("Nobody wins, nobody pays"), amounts=(), shared=True, others=())
    won = moved[about] > 0 if about in moved else True
    side = tuple(player for player, units in moved.items() if (units > 0) == won)
    side = tuple(sorted(side, key=lambda player: player != about))
    rest = {player: units for player, units in moved.items() if player not in side}
    shared = len({moved[player] for player in side}) == 1
    return Outcome(
        sentence=_sentence(side, won=won, shared=shared),
        amounts=_each({player: moved[player] for player in side[: 1 if shared else None]}),
        shared=shared,
        others=_others(rest),
    )


def _sentence(side: tuple[Player, ...], *, won: bool, shared: bool) -> Message:
    who = Who(side)
    if not shared:
        return N_("Winners:") if won else N_("Losers:")
    if won:
        return NN_("{who} wins:", "{who} win: each", len(side), who=who)
    return NN_("{who} loses:", "{who} lose: each", len(side), who=who)


def _others(rest: Mapping[Player, int]) -> tuple[Amount, ...]:
    """Take the others together if they all pay or get the same."""
    if len(rest) > 1 and len(set(rest.values())) == 1:
        return (Amount(N_("the other {n}: each", n=len(rest)), next(iter(rest.values()))),)
    return _each(rest)


def _each(units: Mapping[Player, int]) -> tuple[Amount, ...]:
    return tuple(Amount(_named((player,)), amount) for player, amount in units.items())


def _named(players: tuple[Player, ...]) -> Message:
    return N_("{who}", who=Who(players))


def _refused(judged: Judged, field: str, message: Message) -> Refused:
    """Find the question that a refusal belongs to; an amount's input is named after question and player."""
    name, _, player = field.partition(".")
    question: Question | None = next((each for each in judged.setup.game.questions if each.name == name), None)
    return Refused(
        anchor=name,
        label=question.short if question else None,
        player=Player(player) if player in judged.setup.players else None,
        message=message,
    )
