"""A list of people is read in: every line judged against those who are known, and then all of it taken at once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import N_, Message
from scorekeeper.services.actor import Actor
from scorekeeper.services.auditing import What, note
from scorekeeper.services.evenings import verify_key
from scorekeeper.services.player_files import Listed, Role, Row, tidy_cell
from scorekeeper.services.players import (
    KnownPlayer,
    Register,
    add_player,
    known_players,
    split_name,
    tidy_name,
)
from scorekeeper.services.texts import has_letter
from scorekeeper.storage import Transaction, audit, clubs

NEW: Final = 0
"""The choice that a name much like a known one is somebody new."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of the list and what will be made of it."""

    number: int
    text: str
    """As it stands in the file."""
    name: str = ""
    nickname: str = ""
    known: KnownPlayer | None = None
    alike: tuple[KnownPlayer, ...] = ()
    """Whom a slip of the finger may have meant."""
    choice: int = NEW
    """Of those, the number of whom it means; or somebody new."""
    problem: Message | None = None
    """Why it is not taken."""

    @property
    def is_new(self) -> bool:
        """Whether it adds somebody."""
        return self.problem is None and self.known is None and self.choice == NEW


@dataclass(frozen=True, slots=True)
class ReadIn:
    """What became of a list; the same key again gives the same."""

    added: int
    known: int


def judged(listed: Listed, known: Sequence[KnownPlayer], choices: Mapping[int, int]) -> tuple[Line, ...]:
    """Judge every line; `choices` say by line number whom a name means, else the person most alike is meant."""
    register = Register(known)
    seen: dict[tuple[str, str], int] = {}
    return tuple(_with_choice(line, choices) for line in _judged(listed, register, seen))


def _judged(listed: Listed, register: Register, seen: dict[tuple[str, str], int]) -> Iterator[Line]:
    for row in listed.rows:
        line = _line(row, listed.roles)
        if line.problem is None:
            key = line.name.lower(), line.nickname.lower()
            first = seen.setdefault(key, line.number)
            if first != line.number:
                line = replace(line, problem=N_("stands in line {line} already", line=first))
            else:
                person = register.called(line.name, line.nickname)
                alike = () if person else register.like(line.name, line.nickname)
                line = replace(line, known=person, alike=alike)
        yield line


def _with_choice(line: Line, choices: Mapping[int, int]) -> Line:
    if not line.alike or line.problem is not None:
        return line
    chosen = choices.get(line.number, line.alike[0].id)
    meant = next((person for person in line.alike if person.stands_for(chosen)), None)
    return replace(line, choice=meant.id if meant else NEW)


def _line(row: Row, roles: Sequence[Role]) -> Line:
    cells = {role: tidy_cell(cell) for role, cell in zip(roles, row.cells, strict=False)}
    text = ", ".join(filter(None, cells.values()))
    if row.broken:
        return Line(number=row.line, text=text, problem=N_("a quotation mark is missing"))
    if any("\udc80" <= sign <= "\udcff" or sign == "\ufffd" for cell in row.cells for sign in cell):
        return Line(number=row.line, text=text, problem=N_("a letter cannot be read"))
    whole = cells.get("name") or " ".join(filter(None, (cells.get("first"), cells.get("last"))))
    name, nickname = (whole, cells["nickname"]) if cells.get("nickname") else split_name(whole)
    if not name:
        return Line(number=row.line, text=text, problem=N_("a name is missing"))
    if not has_letter(name):
        return Line(number=row.line, text=text, problem=N_("no letter in the name"))
    try:
        name, nickname = tidy_name(name, nickname)
    except RefusedError as error:
        return Line(number=row.line, text=text, problem=error.refusals[0].message)
    return Line(number=row.line, text=text, name=name, nickname=nickname)


def read_in(tx: Transaction, actor: Actor, listed: Listed, choices: Mapping[int, int], key: str) -> ReadIn:
    """Add everybody who is new, all or nobody; the same key again changes nothing.

    A name much like a known one is added only if its choice says so, or if it had none when the list was shown.
    Raises RefusedError.
    """
    verify_key(key)
    clubs.lock(tx, actor.club)
    for made in audit.of_kind(tx, actor.club, What.PLAYERS_READ_IN):
        if made.values["key"] == key:
            return ReadIn(made.values["added"], made.values["known"])
    lines = [line for line in judged(listed, known_players(tx, actor.club), choices) if line.problem is None]
    new = [line for line in lines if line.is_new or (line.alike and line.number not in choices)]
    for line in new:
        add_player(tx, actor, line.name, line.nickname)
    done = ReadIn(len(new), len(lines) - len(new))
    note(tx, actor, What.PLAYERS_READ_IN, values={"key": key, "added": done.added, "known": done.known})
    return done
