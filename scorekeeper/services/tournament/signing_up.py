"""People registered by name: a line typed or a list pasted, names held against those who are known."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
    problem: Message | None = None

    @property
    def full(self) -> str:
        """Name and nickname."""
        return f"{self.name} ({self.nickname})" if self.nickname else self.name

    @property
    def is_doubtful(self) -> bool:
        """Whether somebody has to say whom it means."""
        return self.known is None and bool(self.alike) and self.choice is None and self.problem is None


Group = tuple[Named, ...]
"""A line: who stands in one line plays in the same tournament and never at the same table."""


@dataclass(frozen=True, slots=True)
class SignedUp:
    """What became of a list: start numbers of who is registered now, and who was already."""

    numbers: tuple[int, ...]
    already: tuple[Named, ...]


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
    seen: set[tuple[str, str]] = set()
    for line in text.splitlines()[:MOST_LINES]:
        parts = [part for part in _TOGETHER.split(_NUMBERED.sub("", line)) if part.strip()]
        names = [_judged(part, register, people, choices) for part in parts]
        fresh = [name for name in names if (name.name.lower(), name.nickname.lower()) not in seen]
        seen |= {(name.name.lower(), name.nickname.lower()) for name in names}
        if fresh:
            found.append(tuple(_with_number(name, there) for name in fresh))
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


def _with_number(one: Named, there: Mapping[int, int]) -> Named:
    number = there.get(one.known.id, 0) if one.known else 0
    return Named(
        name=one.name, nickname=one.nickname, known=one.known, alike=one.alike, choice=one.choice, there=number,
        problem=one.problem,
    ) if number else one  # fmt: skip


def sign_up(tx: Transaction, actor: Actor, at: At, groups: Sequence[Group], *, paid: bool) -> SignedUp:
    """Register everybody of a judged list who is not yet, in its order; `paid`: with the fee. All or nobody.

    The same key again changes nothing, and says the same. Raises RefusedError.
    """
    state = recording.begin(tx, actor, at)
    already = tuple(one for group in groups for one in group if one.there)
    if state is None:
        return SignedUp(tuple(one.there for one in already), ())
    wrong = [one for group in groups for one in group if one.problem is not None]
    if wrong:
        raise refuse("line", N_("{name}: {problem}", name=wrong[0].name, problem=wrong[0].problem or ""))
    people: list[int] = []
    together: list[list[int]] = []
    for group in groups:
        added = [_person(tx, actor, one) for one in group if not one.there]
        fresh = [one for one in dict.fromkeys(added) if one not in people]
        people += fresh
        together.append(fresh)
    if not people:
        return SignedUp((), already)
    numbers = dict(zip(people, registering.register(tx, actor, at, people), strict=True))
    for place, pair in enumerate(one for one in together if len(one) > 1):
        values = {"entrants": [numbers[one] for one in pair]}
        recording.add(tx, actor, at.also(f"apart {place}"), Kind.APART, values)
    if paid and state.settings.fee_cents:
        for number in numbers.values():
            fee = {"what": FEE, "cents": state.settings.fee_cents, "entrant": number, "text": ""}
            recording.add(tx, actor, at.also(f"fee {number}"), Kind.MONEY, fee)
    return SignedUp(tuple(numbers.values()), already)


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
