"""What telling a fact of a tournament's or course's record needs to know of the others: read once, in their order."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scorekeeper.domain.text import N_, Message, Player, Who
from scorekeeper.domain.tournament.record import Fact, Kind
from scorekeeper.services.differences import UnitChange
from scorekeeper.services.story_line import Fate, How

Values = Mapping[str, Any]
_AT_A_TABLE = frozenset({Kind.TOTALS, Kind.CONFIRMED})


class RoundTable(NamedTuple):
    """Of which round or lesson a sitting is, and at which table."""

    round: int
    table: int
    course: bool
    recalled: bool = False
    """Its round was begun by mistake and taken back."""

    @property
    def text(self) -> Message:
        """Name it."""
        if self.course:
            place = N_("Lesson {number}, table {table}", number=self.round, table=self.table)
        else:
            place = N_("Round {round}, table {table}", round=self.round, table=self.table)
        return N_("{place} (taken back)", place=place) if self.recalled else place


@dataclass(frozen=True, slots=True)
class Record:
    """Who plays under which number, what was played where, and what was taken back or entered anew."""

    players: Mapping[int, Player] = field(default_factory=dict)
    """By start number."""
    fates: Mapping[int, Fate] = field(default_factory=dict)
    """By seq of what was taken back."""
    facts: Mapping[int, Fact] = field(default_factory=dict)
    """By seq."""
    alone: frozenset[int] = frozenset()
    """Seqs of totals entered on the device that had entered them the other time."""
    course: bool = False
    """Whether a round is a lesson."""
    currency: str = ""
    tables: Mapping[int, RoundTable] = field(default_factory=dict)
    """By sitting."""
    sittings: Mapping[int, int] = field(default_factory=dict)
    """By seq of a fact about a table, the sitting that was played there."""
    units: Mapping[int, tuple[UnitChange, ...]] = field(default_factory=dict)
    """By seq of a table's totals: everybody's if they are the first, else whose are others than before."""

    def sitting_of(self, fact: Fact) -> int | None:
        """Give the sitting that a fact is about, or whose fact it takes back; None = of all."""
        return self.sittings.get(fact.values["seq"] if fact.kind is Kind.REVOKE else fact.seq)

    def who(self, numbers: Iterable[int]) -> Who:
        """Name people by start number."""
        return Who(tuple(self.players[one] for one in numbers if one in self.players))


def record_of(facts: Iterable[Fact], currency: str = "", *, course: bool = False) -> Record:
    """Read what facts name."""
    listed = list(facts)
    fates = {one.values["seq"]: Fate(How.UNDONE, one.at, one.actor) for one in listed if one.kind is Kind.REVOKE}
    tables, sittings = _played(listed, course=course)
    entrants = [one.values for one in listed if one.kind is Kind.ENTRANT]
    return Record(
        players={values["entrant"]: Player(str(values["player"])) for values in entrants},
        fates=fates, facts={one.seq: one for one in listed}, alone=_alone(listed), course=course, currency=currency,
        tables=tables, sittings=sittings, units=_units(listed, fates.keys()),
    )  # fmt: skip


def _alone(facts: Iterable[Fact]) -> frozenset[int]:
    """Give the totals that were entered a second time by nobody else."""
    found: set[int] = set()
    readers: dict[tuple[int, int, int], str] = {}
    for one in facts:
        if one.kind is Kind.TOTALS:
            where, hand = (one.values["round"], one.values["table"]), one.values["hand"]
            readers[(*where, hand)] = "" if one.values.get("both") else one.actor
            if one.actor and readers.get((*where, 3 - hand)) == readers[(*where, hand)]:
                found.add(one.seq)
    return frozenset(found)


def _played(facts: Iterable[Fact], *, course: bool) -> tuple[dict[int, RoundTable], dict[int, int]]:
    """Say of sittings which round and table they are, and of facts about a table which sitting."""
    tables: dict[int, RoundTable] = {}
    sittings: dict[int, int] = {}
    now: dict[tuple[int, int], int] = {}
    for one in facts:
        number = one.values.get("round", 0)
        if one.kind is Kind.BEGUN:
            now |= {(number, int(table)): sitting for table, sitting in one.values["sittings"].items()}
            tables |= {
                now[number, int(table)]: RoundTable(number, int(table), course) for table in one.values["sittings"]
            }
        elif one.kind is Kind.RECALLED:
            gone = [sitting for (of, _table), sitting in now.items() if of == number]
            tables |= {sitting: tables[sitting]._replace(recalled=True) for sitting in gone}
        elif one.kind in _AT_A_TABLE and (number, one.values["table"]) in now:
            sittings[one.seq] = now[number, one.values["table"]]
    return tables, sittings


def _units(facts: Iterable[Fact], revoked: Collection[int]) -> dict[int, tuple[UnitChange, ...]]:
    """Say what the totals of a table were before, by whoever read them the first or the second time."""
    found: dict[int, tuple[UnitChange, ...]] = {}
    people: dict[int, list[tuple[int, Player]]] = {}
    there: dict[tuple[int, int, int], dict[int, Mapping[str, int]]] = {}
    by_seq: dict[int, tuple[int, int, int]] = {}
    for one in facts:
        values = one.values
        if one.kind in {Kind.ENTRANT, Kind.STAND_IN} and one.seq not in revoked:
            since = values["round"] if one.kind is Kind.STAND_IN else 0
            people.setdefault(values["entrant"], []).append((since, Player(str(values["player"]))))
        elif one.kind is Kind.TOTALS:
            by_seq[one.seq] = where = (values["round"], values["table"], values["hand"])
            before = there.setdefault(where, {})
            old = before[max(before)] if before else {}
            before[one.seq] = values["units"]
            found[one.seq] = tuple(
                UnitChange(_playing(people[int(number)], values["round"]), old.get(number), units)
                for number, units in values["units"].items()
                if old.get(number) != units
            )
        elif one.kind is Kind.REVOKE and values["seq"] in by_seq:
            there[by_seq[values["seq"]]].pop(values["seq"], None)
    return found


def _playing(people: Iterable[tuple[int, Player]], number: int) -> Player:
    """Give who plays in a round, of those who came in turn."""
    return [player for since, player in people if since <= number][-1]
