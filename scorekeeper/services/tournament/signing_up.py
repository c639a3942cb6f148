"""People registered by name: a line typed or a list pasted, names held against those who are known."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import N_, Message
from scorekeeper.domain.tournament.record import FEE, Kind, Tournament
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import refuse
from scorekeeper.services.players import KnownPlayer, Register, add_player, known_players, split_name, tidy_name
from scorekeeper.services.texts import has_letter
from scorekeeper.services.tournament import recording, registering
from scorekeeper.services.tournament.recording import At
from scorekeeper.storage import Transaction, players

NEW: Final = 0
"""The choice that a name much like a known one is somebody new."""
MOST_LINES: Final = 1000
_TOGETHER: Final = re.compile(r"\s*[;+&]\s*|\t+")
_NUMBERED: Final = re.compile(r"^\s*(?:\d{1,4}\s*[.):\-–]|[-–•*])\s*")
"""The number or stroke before a name in a list that was made elsewhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A name of the list and whom it means."""

    name: str
    nickname: str
    known: KnownPlayer | None = None
    alike: tuple[KnownPlayer, ...] = ()
    """Whom a slip of the finger may have meant."""
    choice: int | None = None
    """Of those, whom it means or that it is somebody new; None = nobody said."""
    there: int = 0
    """The start number under which they are registered already; 0 = they are not."""
    again: bool = False
    """Whether the list has the name already, further up."""
    problem: Message | None = None

    @property
    def full(self) -> str:
        """Name and nickname."""
        return f"{self.name} ({self.nickname})" if self.nickname else self.name

    @property
    def is_doubtful(self) -> bool:
        """Whether somebody has to say whom it means."""
        return (
            self.known is None and bool(self.alike) and self.choice is None and self.problem is None and not self.again
        )


Group = tuple[Named, ...]
"""A line: who stands in one line plays in the same tournament and never at the same table."""


@dataclass(frozen=True, slots=True)
class SignedUp:
    """What became of a list: start numbers of who is registered now, and who was already."""

    numbers: tuple[int, ...]
    already: tuple[Named, ...]
    again: tuple[str, ...] = ()
    """Names that the list has more than once: each is one person."""


def judged(
    tx: Transaction, club: int, state: Tournament, text: str, choices: Mapping[str, int]
) -> tuple[Group, ...]:  # fmt: skip
    """Read a list, a line for each person or for those who registered together; `choices` are by name."""
    known = known_players(tx, club)
    register = Register(known)
    merged = players.merged(tx, club)
    there: dict[int, int] = {}
    for one in state.entrants.values():
        for _since, player, _own in one.players:
            there[merged.get(player, player)] = one.number
    people = {person.id: person for person in known}
    found: list[Group] = []
    seen: set[str] = set()
    for line in text.splitlines()[:MOST_LINES]:
        parts = [part for part in _TOGETHER.split(_NUMBERED.sub("", line)) if part.strip()]
        group: list[Named] = []
        for part in parts:
            name = _judged(part, register, people, choices)
            number = there.get(name.known.id, 0) if name.known else 0
            group.append(replace(name, there=number, again=name.full.lower() in seen))
            seen.add(name.full.lower())
        if group:
            found.append(tuple(group))
    return tuple(found)


def _judged(
    typed: str, register: Register, people: Mapping[int, KnownPlayer], choices: Mapping[str, int]
) -> Named:  # fmt: skip
    try:
        name, nickname = tidy_name(*split_name(typed))
    except RefusedError as error:
        return Named(name=typed.strip()[:80], nickname="", problem=error.refusals[0].message)
    one = Named(name=name, nickname=nickname)
    if not has_letter(name):
        return Named(name=name, nickname=nickname, problem=N_("no letter in the name"))
    person = register.called(name, nickname)
    if person is not None:
        return Named(name=name, nickname=nickname, known=person)
    alike = register.like(name, nickname)
    choice = choices.get(one.full.lower())
    if choice in people and any(person.stands_for(choice or 0) for person in alike):
        return Named(name=name, nickname=nickname, known=people[choice or 0], alike=alike, choice=choice)
    return Named(name=name, nickname=nickname, alike=alike, choice=NEW if choice == NEW else None)


def sign_up(tx: Transaction, actor: Actor, at: At, groups: Sequence[Group], *, paid: bool) -> SignedUp:
    """Register everybody of a judged list who is not yet, in its order; `paid`: with the fee. All or nobody.

    The same key again changes nothing, and says the same. Raises RefusedError.
    """
    state = recording.begin(tx, actor, at)
    already = tuple(one for group in groups for one in group if one.there and not one.again)
    if state is None:
        return SignedUp(tuple(one.there for one in already), ())
    wrong = [one for group in groups for one in group if one.problem is not None]
    if wrong:
        raise refuse("line", N_("{name}: {problem}", name=wrong[0].name, problem=wrong[0].problem or ""))
    named = _named(tx, actor, groups)
    people = list(dict.fromkeys(person for person, _one in named))
    if not people:
        return SignedUp((), already)
    numbers = dict(zip(people, registering.register(tx, actor, at, people), strict=True))
    by_name = {one.full.lower(): numbers[person] for person, one in named}
    lines = [dict.fromkeys(one.there or by_name[one.full.lower()] for one in group) for group in groups]
    _keep_apart(tx, actor, at, [list(line) for line in lines], min(numbers.values()))
    if paid and state.settings.fee_cents:
        for number in numbers.values():
            fee = {"what": FEE, "cents": state.settings.fee_cents, "entrant": number, "text": ""}
            recording.add(tx, actor, at.also(f"fee {number}"), Kind.MONEY, fee)
    times = Counter(person for person, _one in named)
    again = {person: one.full for person, one in reversed(named) if times[person] > 1}
    return SignedUp(tuple(numbers.values()), already, tuple(reversed(again.values())))


def _named(tx: Transaction, actor: Actor, groups: Sequence[Group]) -> list[tuple[int, Named]]:
    """Give who is not registered yet, as often as the list has them; who is new is added once."""
    people: dict[str, int] = {}
    named: list[tuple[int, Named]] = []
    for one in (one for group in groups for one in group if not one.there):
        name = one.full.lower()
        people[name] = people.get(name) or _person(tx, actor, one)
        named.append((people[name], one))
    return named


def _keep_apart(tx: Transaction, actor: Actor, at: At, lines: Sequence[Sequence[int]], first: int) -> None:
    """Keep those of a line apart; start numbers from `first` on are new."""
    seen: set[int] = set()
    for place, line in enumerate(line for line in lines if len(line) > 1):
        if min(line) >= first and not seen.intersection(line):
            recording.add(tx, actor, at.also(f"apart {place}"), Kind.APART, {"entrants": line})
        else:  # somebody was there before, with others perhaps
            for count, number in enumerate(line[1:], 1):
                values = {"entrant": number, "entrants": sorted(line[:count]), "freed": []}
                recording.add(tx, actor, at.also(f"apart {place} {count}"), Kind.APART, values)
        seen.update(line)


def _person(tx: Transaction, actor: Actor, one: Named) -> int:
    return one.known.id if one.known else add_player(tx, actor, one.name, one.nickname)


def substitute(  # noqa: PLR0913 who for whom, from when, and whose points
    tx: Transaction, actor: Actor, at: At, number: int, name: str, *, from_round: int, own: bool
) -> None:  # fmt: skip
    """Let whoever is called so play under a start number from a round on. Raises RefusedError."""
    if recording.begin(tx, actor, at) is None:
        return
    found = Register(known_players(tx, actor.club)).called(*tidy_name(*split_name(name)))
    player = found.id if found else add_player(tx, actor, *split_name(name))
    registering.stand_in(tx, actor, at, number, player, from_round=from_round, own=own)
