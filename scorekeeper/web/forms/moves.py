"""Who comes to a table or leaves it, as a form sends it: nobody is added to the records before it is done."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from werkzeug.datastructures import MultiDict

from scorekeeper.domain.text import Message, Player
from scorekeeper.services.players import KnownPlayer, split_name
from scorekeeper.services.seating import SOMEBODY_NEW, Moves
from scorekeeper.web.forms import seats as seating
from scorekeeper.web.forms.seats import Seat

FIELDS: Final = ("leaving", "person", "name", "before")


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesForm:
    """The moves; `newcomer` is who joins, and `problem` why the name cannot be taken."""

    moves: Moves
    newcomer: Seat | None
    problem: Message | None
    fields: tuple[tuple[str, str], ...]
    """What was sent, to be sent again."""
    alike: tuple[KnownPlayer, ...] = ()
    """Whom a new name may have meant."""


def read_moves(sent: MultiDict[str, str], known: Sequence[KnownPlayer]) -> MovesForm:
    """Read what was sent; a typed name goes before a chosen person, and means a remembered one if there is one."""
    leaving, before = (
        Player(text) if (text := sent.get(name, "")).isdecimal() else None for name in ("leaving", "before")
    )
    newcomer, problem = _newcomer(sent, known)
    joining = None if newcomer is None else newcomer.known or SOMEBODY_NEW
    fields = tuple((name, value) for name in FIELDS if (value := sent.get(name, "")))
    moves = Moves(leaving=leaving, joining=joining, before=before)
    alike = seating.lookalikes((newcomer,), known).get(newcomer.token, ()) if newcomer else ()
    return MovesForm(moves=moves, newcomer=newcomer, problem=problem, fields=fields, alike=alike)


def _newcomer(sent: MultiDict[str, str], known: Sequence[KnownPlayer]) -> tuple[Seat | None, Message | None]:
    name, nickname = split_name(sent.get("name", ""))
    if name:
        return seating.newcomer(name, nickname, known)
    chosen = seating.seats_of([sent.get("person", "")], known)
    return (chosen[0] if chosen else None), None
