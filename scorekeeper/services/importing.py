"""Moving in: an evening file becomes an event, in the caller's one transaction: all of it or nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from scorekeeper.domain.errors import RefusedError, ScorekeeperError
from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.text import N_, Message, Player, Refusal
from scorekeeper.services import changing, checking, entering, evenings, paying, players
from scorekeeper.services.actor import Actor
from scorekeeper.services.auditing import What, note
from scorekeeper.services.club_settings import MOST_STAKE_CENTS
from scorekeeper.services.errors import refuse
from scorekeeper.services.evening_data import About, EventFile, SittingFile
from scorekeeper.services.exporting import event_file
from scorekeeper.services.json_document import member
from scorekeeper.services.keys import part_of
from scorekeeper.services.labels import person_of
from scorekeeper.services.replaying import add_sitting
from scorekeeper.services.scoring import EventScore, score_event
from scorekeeper.services.texts import one_line
from scorekeeper.storage import Transaction, clubs, events, moving, payments
from scorekeeper.storage import players as records

_LONGEST_REASON: Final = 200


class AlreadyThereError(ScorekeeperError):
    """The same event is kept already; importing it once more must be wanted."""

    def __init__(self, event: int, about: About) -> None:
        super().__init__(N_("“{title}” is kept already, with the same people and deals.", title=about.title))
        self.event = event


class UnsoundError(ScorekeeperError):
    """What was taken in does not hold together."""

    def __init__(self, problem: Message) -> None:
        super().__init__(N_("What was read does not pass the check, nothing was taken in: {problem}", problem=problem))


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingThere:
    """A sitting as the file has it."""

    game: AnyGame
    deals: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What importing an event would bring."""

    title: str
    day: date | None
    place: str
    closed: bool
    sittings: tuple[SittingThere, ...]
    payments: int
    new: tuple[str, ...]
    """People who would be added."""
    known: tuple[str, ...]
    there: int | None
    """The number of the same event if it is kept already."""


def as_event(file: SittingFile | EventFile) -> EventFile:
    """Give a file of one sitting as an event of its own."""
    if isinstance(file, EventFile):
        return file
    return EventFile(file.about, (replace(file, about=About()),), file.payout)


def preview(tx: Transaction, club: int, file: EventFile) -> Preview:
    """Say what importing would bring. Raises RefusedError as importing does."""
    score = _scored(file)
    about = _tidy(file.about)
    named = _named(file)
    known = {label for label, key in named.items() if records.find(tx, club, *map(str.lower, key)) is not None}
    return Preview(
        title=about.title,
        day=about.day,
        place=about.place,
        closed=file.closed,
        sittings=tuple(
            SittingThere(game=one.setup.game, deals=len(one.deals), names=one.setup.players) for one in file.sittings
        ),
        payments=len(file.payments),
        new=tuple(label for label in named if label not in known),
        known=tuple(label for label in named if label in known),
        there=_same_event(tx, club, score),
    )


def import_event(  # noqa: PLR0913 who, what, and what if it has no name or is there
    tx: Transaction, actor: Actor, file: EventFile, *, key: str, untitled: str, again: bool = False, line: int = 0
) -> int:
    """Take an event in, people found by name and nickname or added; give its number. The same key and line count once.

    What was taken in is checked before the caller commits. Raises RefusedError with places in the file,
    AlreadyThereError unless `again`, UnsoundError.
    """
    evenings.verify_key(key)
    clubs.lock(tx, actor.club)
    own = part_of(key, line)
    known = events.by_key(tx, actor.club, own)
    if known is not None:
        return known
    score = _scored(file)
    there = None if again else _same_event(tx, actor.club, score)
    if there is not None:
        raise AlreadyThereError(there, file.about)
    people = _people(tx, actor, file)
    event_id = _add_event(tx, actor, file, own, untitled)
    numbers = [
        add_sitting(tx, actor, event_id, position, one, people, part_of(own, position))
        for position, one in enumerate(score.sittings, 1)
    ]
    _add_payments(tx, actor, event_id, file, people, numbers)
    counts = {"sittings": len(numbers), "deals": sum(len(one.deals) for one in file.sittings)}
    note(tx, actor, What.EVENT_IMPORTED, event=event_id, values={**counts, "payments": len(file.payments)})
    report = checking.check_sittings(tx, numbers)
    if not report.clean:
        raise UnsoundError(report.findings[0].problem.text)
    return event_id


def _scored(file: EventFile) -> EventScore:
    """Score a file, which verifies every deal, and the limits that the app has and a file has not."""
    if not file.sittings:
        raise refuse("sittings", N_("needs at least one sitting"))
    for index, one in enumerate(file.sittings):
        _verify_sitting(one, f"sittings[{index}]")
    for index, payment in enumerate(file.payments):
        _verify(f"event.payments[{index}].note", len(payment.note), paying.LONGEST_NOTE)
    return score_event(file, reasons=False)


def _verify_sitting(file: SittingFile, place: str) -> None:
    _verify(f"{place}.stake.cents", file.stake.cents, MOST_STAKE_CENTS)
    for index, change in enumerate(file.changes):
        _verify(f"{place}.changes[{index}].stake.cents", change.stake_cents, MOST_STAKE_CENTS)
    for index, line in enumerate(file.deals):
        _verify(f"{place}.deals[{index}].note", len(line.note), entering.LONGEST_NOTE)
    for index, adjustment in enumerate(file.adjustments):
        _verify(f"{place}.adjustments[{index}].units", abs(adjustment.units), changing.MOST_UNITS)
        _verify(f"{place}.adjustments[{index}].reason", len(adjustment.reason), _LONGEST_REASON)


def _verify(place: str, size: int, most: int) -> None:
    if size > most:
        raise refuse(place, N_("at most {most} to be read in", most=most))


def _same_event(tx: Transaction, club: int, score: EventScore) -> int | None:
    """Find an event of the same title, day, people and deals."""
    about = _tidy(score.file.about)
    if about.day is None:
        return None
    wanted = _fingerprint(score)
    for event_id in moving.alike(tx, club, about.title, about.day):
        if _fingerprint(score_event(event_file(tx, event_id), reasons=False)) == wanted:
            return event_id
    return None


def _fingerprint(score: EventScore) -> list[object]:
    """Give what makes an event the same: who played what, with whom, at which table."""
    return [
        (
            one.file.setup.game.key,
            one.file.setup.players,
            [(played.table.dealer, played.table.sitting_out, played.deal) for played in one.played],
            [line.void for line in one.file.deals],
        )
        for one in score.sittings
    ]


def _everybody(file: EventFile) -> tuple[Player, ...]:
    """Give who sits at a table, and who paid and sits at none any more."""
    seated = [player for one in file.sittings for player in one.setup.players]
    handed = [who for paid in file.payments for who in (paid.giver, paid.receiver) if who is not None]
    return tuple(dict.fromkeys([*seated, *handed]))


def _named(file: EventFile) -> dict[Player, tuple[str, str]]:
    """Give everybody's name and nickname. Raises RefusedError with the place of one that cannot be."""
    found: dict[Player, tuple[str, str]] = {}
    keys: set[tuple[str, str]] = set()
    for label in _everybody(file):
        person = person_of(label, file.people)
        try:
            name, nickname = players.tidy_name(person.name, person.nickname)
        except RefusedError as error:
            raise RefusedError([Refusal(_place_of(file, label), error.message)]) from error
        if (name.lower(), nickname.lower()) in keys:
            raise _there_twice(file, label)
        keys.add((name.lower(), nickname.lower()))
        found[label] = name, nickname
    return found


def _there_twice(file: EventFile, label: Player) -> RefusedError:
    return refuse(_place_of(file, label), N_("is a person who is there already under another name"))


def _people(tx: Transaction, actor: Actor, file: EventFile) -> dict[Player, int]:
    """Give everybody's record, added if there is none. Raises RefusedError with the place of the name."""
    found: dict[Player, int] = {}
    for label, name in _named(file).items():
        number = players.add_player(tx, actor, *name, as_written=True)
        if number in found.values():  # two records that were merged
            raise _there_twice(file, label)
        found[label] = number
    return found


def _place_of(file: EventFile, label: Player) -> str:
    index = next((index for index, one in enumerate(file.sittings) if label in one.setup.players), None)
    if index is None:
        return member("event.people", label)
    return f"sittings[{index}].players[{file.sittings[index].setup.players.index(label)}]"


def _tidy(about: About) -> About:
    return replace(about, title=one_line(about.title), place=one_line(about.place))


def _add_event(tx: Transaction, actor: Actor, file: EventFile, key: str, untitled: str) -> int:
    about = _tidy(file.about)
    return events.add(
        tx,
        {
            "club": actor.club, "kind": "evening", "title": about.title or untitled, "place": about.place,
            "date": about.day or evenings.evening_date(actor.at), "purse": file.purse, "payout": file.payout,
            "demo": False, "created_at": actor.stamp, "closed_at": actor.stamp if file.closed else None, "key": key,
            "float_cents": file.kitty.float_cents, "counted_cents": file.kitty.counted_cents,
        },
    )  # fmt: skip


def _add_payments(  # noqa: PLR0913, PLR0917 what is added, where, by whom
    tx: Transaction, actor: Actor, event_id: int, file: EventFile, people: Mapping[Player, int], numbers: Sequence[int]
) -> None:
    for place, paid in enumerate(file.payments, 1):
        giver, receiver = (None if who is None else people[who] for who in (paid.giver, paid.receiver))
        sitting = None if paid.sitting is None else numbers[paid.sitting - 1]
        payments.add(
            tx,
            {
                "club": actor.club, "event": event_id, "sitting": sitting, "giver": giver, "receiver": receiver,
                "cents": paid.cents, "note": one_line(paid.note), "revokes": None, "key": part_of("import", place),
                "at": actor.stamp, "actor": actor.device,
            },
        )  # fmt: skip
