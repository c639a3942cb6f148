"""Two versions of a deal side by side: field by field, and what they pay."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.ledger import Entry
from scorekeeper.domain.questions import Question
from scorekeeper.domain.replay import deal_of
from scorekeeper.domain.text import N_, Message, Player
from scorekeeper.domain.wording import named, quoted, said


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One field before and after; None is nothing."""

    label: Message
    old: Message | None
    new: Message | None


class UnitChange(NamedTuple):
    """A player's units before (None: there were none to speak of) and after."""

    player: Player
    old: int | None
    new: int


def differences(game: AnyGame, old: Entry, new: Entry) -> Iterator[Change]:
    """Give what differs between two versions, in the order of the form."""
    yield from answer_changes(game.questions, deal_of(game, old), deal_of(game, new))
    if old.dealer != new.dealer:
        yield Change(label=N_("Dealer"), old=_one(old.dealer), new=_one(new.dealer))
    if old.sitting_out != new.sitting_out:
        yield Change(label=N_("sits out"), old=named(old.sitting_out), new=named(new.sitting_out))
    if old.note != new.note:
        yield Change(label=N_("Note"), old=_words(old.note), new=_words(new.note))


def answer_changes(questions: tuple[Question, ...], old: Any, new: Any) -> Iterator[Change]:  # noqa: ANN401 any game's deals or rules
    """Compare two sets of answers."""
    for question in questions:
        was, value = getattr(old, question.name), getattr(new, question.name)
        if was != value:
            yield Change(label=question.short, old=said(question, was), new=said(question, value))


def unit_changes(old: Mapping[Player, int], new: Mapping[Player, int]) -> tuple[UnitChange, ...]:
    """Give whose units changed, in seat order."""
    return tuple(
        UnitChange(player, old.get(player, 0), new.get(player, 0))
        for player in dict.fromkeys((*old, *new))
        if old.get(player, 0) != new.get(player, 0)
    )


def _words(note: str) -> Message | None:
    return quoted(note) if note else None


def _one(player: Player | None) -> Message | None:
    return named((player,)) if player else None
