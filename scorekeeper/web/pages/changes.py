"""What became of one deal over time: every version against the one before, field by field."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from scorekeeper.domain.evening import Setup
from scorekeeper.domain.ledger import Entry, EntryKind
from scorekeeper.domain.questions import Kind, Question
from scorekeeper.domain.text import N_, Message, Player, Signed, Who
from scorekeeper.i18n import Names
from scorekeeper.services.reading import SittingNow, deal_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One field of a deal, before and after."""

    label: Message
    old: Message | None
    new: Message | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One entry about a deal."""

    kind: Message
    at: str
    device: str
    in_force: bool
    revoked: bool
    changes: tuple[Change, ...]
    units: Mapping[Player, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesPage:
    """What became of a deal over time."""

    template: ClassVar[str] = "sitting/changes.html"

    sitting: int
    number: int
    game: Message
    names: Names
    versions: tuple[Version, ...]


_KINDS: Mapping[EntryKind, Message] = {
    EntryKind.DEAL: N_("entered"),
    EntryKind.CORRECT: N_("corrected"),
    EntryKind.VOID: N_("struck"),
    EntryKind.UNDO: N_("taken back"),
    EntryKind.REDO: N_("restored"),
}


def changes_page(
    now: SittingNow, number: int, entries: tuple[Entry, ...], revoked: set[int], current: int
) -> ChangesPage:
    """Make the page: every entry about a deal, each against the version that it replaced."""
    by_seq = {entry.seq: entry for entry in entries}
    return ChangesPage(
        sitting=now.head.id,
        number=number,
        game=now.setup.game.label,
        names=now.names,
        versions=tuple(
            Version(
                kind=_KINDS[entry.kind],
                at=entry.at,
                device=entry.actor,
                in_force=entry.seq == current,
                revoked=entry.seq in revoked,
                changes=tuple(_changes(now.setup, by_seq.get(entry.target), entry)),
                units=entry.units,
            )
            for entry in entries
        ),
    )


def _changes(setup: Setup, old: Entry | None, new: Entry) -> Iterator[Change]:
    """Compare two versions field by field; a first version shows everything that was answered."""
    if new.kind in {EntryKind.UNDO, EntryKind.REDO}:
        return
    after = deal_of(setup, new)
    before = deal_of(setup, old) if old and old.answers else None
    for question in setup.game.questions:
        value, was = getattr(after, question.name), getattr(before, question.name) if before else None
        if value != (question.default if before is None else was):
            shown = answer_text(question, was) if before is not None else None
            yield Change(label=question.short, old=shown, new=answer_text(question, value))
    if before is None or old is None:
        return
    if old.dealer != new.dealer and old.dealer and new.dealer:
        yield Change(label=N_("Dealer"), old=_who((old.dealer,)), new=_who((new.dealer,)))
    if old.sitting_out != new.sitting_out:
        yield Change(label=N_("sits out"), old=_who(old.sitting_out), new=_who(new.sitting_out))
    if old.note != new.note:
        yield Change(label=N_("Note"), old=_text(old.note), new=_text(new.note))


def answer_text(question: Question, value: Any) -> Message | None:  # noqa: ANN401 answers are of any kind
    """Say an answer in words; None for the answer "nothing"."""
    asked = question.asked
    said: Message | None = asked.nobody
    if value is not None:
        match question.kind:
            case Kind.PLAYER:
                said = _who((Player(value),))
            case Kind.CHOICE:
                said = asked.choices[value]
            case Kind.FLAG:
                said = N_("yes") if value else N_("no")
            case Kind.COUNT if asked.steps and value:
                said = asked.steps[value - 1]
            case Kind.AMOUNTS:
                said = _amounts(value)
            case _:
                said = _text(str(value))
    return said


def _amounts(value: Mapping[Player, int]) -> Message | None:
    said: Message | None = None
    for player, units in value.items():
        one = N_("{who} {units}", who=Who((player,)), units=Signed(units))
        said = one if said is None else N_("{first}, {second}", first=said, second=one)
    return said


def _who(players: tuple[Player, ...]) -> Message | None:
    return N_("{who}", who=Who(players)) if players else None


def _text(text: str) -> Message | None:
    return N_("{text}", text=text) if text else None
