"""The pages about people: everybody, one of them, two to be merged, and a list that is read in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

from scorekeeper.domain.spelling import is_meant
from scorekeeper.domain.text import N_, Message
from scorekeeper.services.merging import Merge
from scorekeeper.services.people import OpenBalance, Person
from scorekeeper.services.player_files import GUESSED, Encoding, Listed, Role
from scorekeeper.services.player_list import NEW, Line
from scorekeeper.services.players import KnownPlayer, sort_key
from scorekeeper.web.forms.player_list import CHOICE, dumped

PER_PAGE: Final = 200
_SAMPLES: Final = 8

ARRANGED: Final[Mapping[tuple[Role, ...], Message]] = {
    ("first", "last"): N_("first name, family name"),
    ("last", "first"): N_("family name, first name"),
    ("name", "nickname"): N_("name, nickname"),
}
_ENCODINGS: Final[Mapping[Encoding, Message]] = {
    "cp1252": N_("as on Windows"), "cp850": N_("as in an old DOS program"), "mac_roman": N_("as on an old Mac"),
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """A name as it was typed, and what is to be said about it."""

    name: str = ""
    nickname: str = ""
    problems: Mapping[str, Message] = field(default_factory=dict)
    alike: tuple[KnownPlayer, ...] = ()
    """Known people whom it may mean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """People by name, a page at a time."""

    people: tuple[KnownPlayer, ...]
    query: str
    start: int
    count: int

    @property
    def following(self) -> int | None:
        """Where the next page begins; None on the last."""
        return self.start + PER_PAGE if self.start + PER_PAGE < self.count else None

    @property
    def previous(self) -> int | None:
        """Where the page before begins; None on the first."""
        return max(0, self.start - PER_PAGE) if self.start else None


def found(known: Sequence[KnownPlayer], query: str, start: int) -> Found:
    """Look for people by any part of their names, those merged into them included."""
    people = [
        person for person in known if any(is_meant(query, f"{name} {nickname}") for name, nickname in person.names)
    ]  # fmt: skip
    people.sort(key=lambda person: (sort_key(person.label), person.id))
    start = start if start < len(people) else 0
    return Found(people=tuple(people[start : start + PER_PAGE]), query=query, start=start, count=len(people))


@dataclass(frozen=True, slots=True, kw_only=True)
class PeoplePage:
    """Everybody, who may be there twice, and a field for somebody new."""

    template: ClassVar[str] = "people/list.html"
    found: Found
    retired: tuple[KnownPlayer, ...]
    pairs: tuple[tuple[KnownPlayer, KnownPlayer], ...]
    """Who may be one person; first the record that would go."""
    looking: bool
    """Whether somebody is going through them."""
    count: int
    typed: Typed = field(default_factory=Typed)


def people_page(  # noqa: PLR0913 everything that the address and the form say
    known: Sequence[KnownPlayer], pairs: Sequence[tuple[KnownPlayer, KnownPlayer]], query: str, start: int,
    typed: Typed, *, looking: bool,
) -> PeoplePage:  # fmt: skip
    """Make it; who retired is folded away."""
    active = [person for person in known if not person.retired]
    retired = tuple(person for person in found(known, query, 0).people if person.retired)
    return PeoplePage(
        found=found(active, query, start),
        retired=retired,
        pairs=tuple(goes_first(one, other) for one, other in pairs) if not query else (),
        looking=looking,
        count=len(known),
        typed=typed,
    )


def goes_first(one: KnownPlayer, other: KnownPlayer) -> tuple[KnownPlayer, KnownPlayer]:
    """Put the record first that was used less: of two, the other one is likely to be right."""
    pair = sorted((one, other), key=lambda person: (person.sittings, -person.id))
    return pair[0], pair[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPage:
    """One person, and what can be done with the record."""

    template: ClassVar[str] = "people/person.html"
    person: Person
    typed: Typed
    alike: tuple[KnownPlayer, ...]
    """Who may be the same person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WhomPage:
    """With whom somebody is to be merged."""

    template: ClassVar[str] = "people/whom.html"
    person: KnownPlayer
    alike: tuple[KnownPlayer, ...]
    found: Found


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of two records side by side."""

    person: Person
    open: tuple[OpenBalance, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MergePage:
    """Two records side by side, and in words what will change."""

    template: ClassVar[str] = "people/merge.html"
    goes: Side
    stays: Side
    merge: Merge


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFilePage:
    """A file is asked for."""

    template: ClassVar[str] = "people/file.html"
    problem: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Otherwise:
    """Another way to read the list."""

    action: str
    label: Message
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPage:
    """A list before it is taken."""

    template: ClassVar[str] = "people/lines.html"
    new: ClassVar[int] = NEW
    choice: ClassVar[str] = CHOICE
    key: str
    listed: Listed
    lines: tuple[Line, ...]

    @property
    def fresh(self) -> tuple[Line, ...]:
        """Who is new beyond doubt."""
        return tuple(line for line in self.lines if line.is_new and not line.alike)

    @property
    def known(self) -> tuple[Line, ...]:
        """Who is known already."""
        return tuple(line for line in self.lines if line.known and not line.problem)

    @property
    def doubtful(self) -> tuple[Line, ...]:
        """Who is called much like somebody known."""
        return tuple(line for line in self.lines if line.alike)

    @property
    def unreadable(self) -> tuple[Line, ...]:
        """What is not taken."""
        return tuple(line for line in self.lines if line.problem)

    @property
    def added(self) -> int:
        """How many would be added."""
        return sum(line.is_new for line in self.lines)

    @property
    def samples(self) -> tuple[str, ...]:
        """Some names with umlauts, by which the eye judges the encoding."""
        texts = dict.fromkeys(line.name or line.text for line in self.lines)
        return tuple(text for text in texts if not text.isascii())[:_SAMPLES]

    @property
    def encodings(self) -> tuple[Otherwise, ...]:
        """How else the umlauts may be read."""
        if not self.listed.is_doubtful:
            return ()
        return tuple(
            Otherwise(action=f"as:{known}", label=_ENCODINGS[known], chosen=known == self.listed.encoding)
            for known in GUESSED
        )

    @property
    def arrangements(self) -> tuple[Otherwise, ...]:
        """What else the columns may mean."""
        return tuple(
            Otherwise(action=f"columns:{'-'.join(roles)}", label=ARRANGED[roles], chosen=roles == self.listed.roles)
            for roles in self.listed.arrangements
        )

    @property
    def dumped(self) -> str:
        """The list as a field of the form."""
        return dumped(self.listed)
