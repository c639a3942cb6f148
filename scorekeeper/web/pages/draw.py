"""The draw of a tournament: rounds drawn by lot or by the standings, and what a change by hand comes to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.domain.text import N_, NN_, Message, Player
from scorekeeper.domain.tournament.quality import Quality
from scorekeeper.domain.tournament.record import Tournament
from scorekeeper.domain.tournament.rounds import DrawnRound
from scorekeeper.domain.tournament.sizes import TablePlan
from scorekeeper.i18n import Names
from scorekeeper.services.players import sort_key
from scorekeeper.services.reading import EventHead


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawForm:
    """What can be drawn next, and what was typed."""

    first: int
    """The round that is drawn next."""
    firsts: tuple[int, ...]
    """Every round that may be drawn or drawn anew now."""
    last: int
    what: str
    """one, all or standings"""
    anew: bool
    """Whether somebody came or went since: then drawing anew is what is left to do."""
    by_standings: bool
    """Whether the standings can decide now."""
    seed: str
    replaces: tuple[int, ...]
    """Rounds that were drawn and not begun: they may be drawn anew."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody in a round."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Astray:
    """Whom a draw does not suit any more: it was made before they came or went."""

    undrawn: tuple[Seat, ...] = ()
    """Who is there and was not drawn."""
    absent: tuple[Seat, ...] = ()
    """Who was drawn and is not there."""

    def __bool__(self) -> bool:
        return bool(self.undrawn or self.absent)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRound:
    """A round that was drawn, by table and by name."""

    number: int
    seed: str
    method: str
    begun: bool
    tables: tuple[tuple[Seat, ...], ...]
    sitting_out: tuple[Seat, ...]
    by_name: tuple[tuple[Seat, int], ...]
    """Each with the table, 0 = sits out."""
    astray: Astray
    consequences: tuple[Message, ...]
    seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPage:
    """The rounds drawn so far, one of them in full, and the form for the next ones."""

    template: ClassVar[str] = "hall/draw.html"

    event: EventHead
    rounds: int
    drawn: tuple[int, ...]
    present: int
    plan: TablePlan | None
    unkept: tuple[Message, ...]
    problems: Mapping[str, Message]
    form: DrawForm | None
    """None where every round was begun, or the tournament is over."""
    quality: Quality | None
    shown: ShownRound | None
    names: Names
    entrants: tuple[Seat, ...]
    asked: Mapping[str, str]
    """What was typed for a change by hand."""

    @property
    def verdict(self) -> Message | None:
        """Say in words how good the draw is."""
        return verdict(self.quality) if self.quality else None


def verdict(found: Quality) -> Message:
    """Say in words how often two meet again."""
    if not found.repeats:
        return N_("no two meet twice")
    if found.is_best:
        return NN_(
            "one meeting is a second one, fewer cannot be", "{n} meetings are repeated, fewer cannot be", found.repeats
        )
    return NN_(
        "one meeting is a second one; at least {least} there must be",
        "{n} meetings are repeated; at least {least} there must be",
        found.repeats, least=found.least,
    )  # fmt: skip


def named(names: Mapping[int, str]) -> Names:
    """Give the names for messages of the draw, whose players are start numbers."""
    return {Player(str(number)): f"{number} {name}" for number, name in names.items()}


def shown_round(state: Tournament, number: int, names: Mapping[int, str], wrong: tuple[Message, ...]) -> ShownRound:
    """Show a round."""
    found = state.rounds[number]
    drawn = found.drawn
    tables = {one: table for table, seats in enumerate(drawn.tables, 1) for one in seats}
    return ShownRound(
        number=number, seed=found.seed, method=found.method, begun=found.begun, consequences=wrong,
        tables=tuple(seats_of(table, names) for table in drawn.tables),
        sitting_out=seats_of(drawn.sitting_out, names),
        by_name=tuple((seat, tables.get(seat.number, 0)) for seat in _by_name(drawn, names)),
        astray=astray(state, number, names), seq=found.drawn_seq,
    )  # fmt: skip


def astray(state: Tournament, number: int, names: Mapping[int, str]) -> Astray:
    """Say whom the draw of a round does not suit any more; a round that was begun stays as it is."""
    undrawn, absent = unsuited(state, number)
    return Astray(seats_of(undrawn, names), seats_of(absent, names))


def unsuited(state: Tournament, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Give the start numbers that are there and were not drawn, and those that were drawn and are not there."""
    found = state.rounds.get(number)
    if found is None or found.begun:
        return (), ()
    drawn, here = found.drawn.players, state.present(number)
    return tuple(one for one in here if one not in set(drawn)), tuple(one for one in drawn if one not in set(here))


def seats_of(numbers: Iterable[int], names: Mapping[int, str]) -> tuple[Seat, ...]:
    """Name these."""
    return tuple(Seat(one, names[one]) for one in numbers)


def _by_name(drawn: DrawnRound, names: Mapping[int, str]) -> tuple[Seat, ...]:
    return tuple(sorted(seats_of(set(drawn.players), names), key=lambda seat: (sort_key(seat.name), seat.number)))
