"""A club's tournaments and courses: one that is played at two tables, another one beside it, and one that is over."""

from dataclasses import dataclass
from typing import Final, Literal

from scorekeeper.domain.tournament.settings import Settings
from scorekeeper.services import evenings
from scorekeeper.services.actor import Actor
from scorekeeper.services.tournament import drawing, lessons, playing, recording, registering, setting_up
from scorekeeper.services.tournament.recording import At
from scorekeeper.storage import Store

_FOURS: Final = Settings(game="free", rule_set="free", rounds=3, table_size=4, minutes=30, fee_cents=500)


@dataclass(frozen=True, slots=True)
class Played:
    """An event by its number, with the sittings of its first round by table."""

    event: int
    sittings: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Halls:
    """Events of one kind: the own one, its neighbour, and the one that was closed."""

    own: Played
    other: Played
    closed: Played


def halls(
    store: Store, actor: Actor, kind: Literal["tournament", "course"], word: str, people: tuple[int, ...]
) -> Halls:  # fmt: skip
    """Set up three events for these eight; a tournament's first round is begun everywhere."""
    own, other, closed = (_event(store, actor, kind, f"{kind} {number} {word}", people) for number in range(3))
    with store.write(actor.club) as tx:
        evenings.end_evening(tx, actor, closed.event)
    return Halls(own, other, closed)


def _event(
    store: Store, actor: Actor, kind: Literal["tournament", "course"], title: str, people: tuple[int, ...]
) -> Played:  # fmt: skip
    new = setting_up.NewEvent(kind=kind, title=title, place=title, date=actor.at.date(), settings=_FOURS)
    with store.write(actor.club) as tx:
        event = setting_up.set_up(tx, actor, new, title)
        registering.register(tx, actor, At(event, f"{title} all"), people)
        if kind == "tournament":
            drawing.draw(tx, actor, At(event, f"{title} drawn"), first=1, rounds=2, seed=title)
            playing.begin_round(tx, actor, At(event, f"{title} begun"), 1)
            found = recording.state_of(tx, event).rounds[1].sittings
            return Played(event, tuple(found[table] for table in sorted(found)))
        plan = lessons.Plan(date=actor.at.date(), place=title, teacher=title, topic=title)
        lessons.add_lessons(tx, actor, At(event, f"{title} lesson"), [plan])
    return Played(event)
