"""How a tournament or course stands: the fold over its record."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scorekeeper.domain.tournament.record import Entrant, Fact, Kind, Lesson, Money, Penalty, RoundState, Tournament
from scorekeeper.domain.tournament.rounds import DrawnRound
from scorekeeper.domain.tournament.settings import Settings


@dataclass(slots=True)
class _Draft:
    """A tournament while its facts are taken in: what is added to often is changed in place."""

    settings: Settings = field(default_factory=lambda: Settings(game="", rule_set=""))
    entrants: dict[int, Entrant] = field(default_factory=dict)
    apart: tuple[frozenset[int], ...] = ()
    rounds: dict[int, RoundState] = field(default_factory=dict)
    extra: dict[int, dict[int, int]] = field(default_factory=dict)
    totals: dict[int, dict[tuple[int, int], Mapping[int, int]]] = field(default_factory=dict)
    readers: dict[int, dict[tuple[int, int], str]] = field(default_factory=dict)
    confirmed: dict[int, dict[int, tuple[str, int]]] = field(default_factory=dict)
    money: list[Money] = field(default_factory=list)
    penalties: list[Penalty] = field(default_factory=list)
    hidden: bool = False
    lessons: dict[int, Lesson] = field(default_factory=dict)

    def change(self, entrant: int, **changed: Any) -> None:  # noqa: ANN401 fields of an Entrant
        """Change an entrant."""
        self.entrants[entrant] = replace(self.entrants[entrant], **changed)

    def change_round(self, number: int, **changed: Any) -> None:  # noqa: ANN401 fields of a RoundState
        """Change a round."""
        self.rounds[number] = replace(self.rounds[number], **changed)

    def done(self, seq: int) -> Tournament:
        """Give what came of it."""
        return Tournament(
            seq=seq, settings=self.settings, entrants=self.entrants, apart=self.apart, rounds=self.rounds,
            money=tuple(self.money), penalties=tuple(self.penalties), hidden=self.hidden, lessons=self.lessons,
        )  # fmt: skip


def fold(facts: Iterable[Fact]) -> Tournament:
    """Give how everything stands after these facts."""
    listed = list(facts)
    revoked = {fact.values["seq"] for fact in listed if fact.kind is Kind.REVOKE}
    draft = _Draft()
    for fact in listed:
        if fact.kind in _TAKE_IN and fact.seq not in revoked:
            _TAKE_IN[fact.kind](draft, fact)
    return draft.done(listed[-1].seq if listed else 0)


def strangers(facts: Iterable[Fact]) -> list[tuple[int, int]]:
    """Give (seq, start number) of facts that name somebody who was not registered before."""
    known: set[int] = set()
    found: list[tuple[int, int]] = []
    for fact in facts:
        values = fact.values
        if fact.kind is Kind.ENTRANT:
            known.add(values["entrant"])
        named = {values.get("entrant", 0), *values.get("entrants", ()), *map(int, values.get("units", ()))}
        named |= {one for table in values.get("tables", ()) for one in table} | {*values.get("out", ())}
        found += [(fact.seq, one) for one in sorted(named - known - {0})]
    return found


def _settings(draft: _Draft, fact: Fact) -> None:
    draft.settings = Settings.from_json(fact.values)


def _entrant(draft: _Draft, fact: Fact) -> None:
    number = fact.values["entrant"]
    draft.entrants[number] = Entrant(number, ((1, fact.values["player"], False),))


def _details(draft: _Draft, fact: Fact) -> None:
    draft.change(**fact.values)


def _apart(draft: _Draft, fact: Fact) -> None:
    group = frozenset(fact.values["entrants"])
    kept = tuple(known for known in draft.apart if not known & group)
    draft.apart = (*kept, group) if len(group) > 1 else kept


def _left(draft: _Draft, fact: Fact) -> None:
    number = fact.values["entrant"]
    draft.change(number, absences=(*draft.entrants[number].absences, (fact.values["round"], 0)))


def _back(draft: _Draft, fact: Fact) -> None:
    number, first = fact.values["entrant"], fact.values["round"]
    ended = tuple((since, min(back, first) if back else first) for since, back in draft.entrants[number].absences)
    draft.change(number, absences=ended or ((1, first),))


def _stand_in(draft: _Draft, fact: Fact) -> None:
    values = fact.values
    new = (values["round"], values["player"], values["own"])
    draft.change(values["entrant"], players=(*draft.entrants[values["entrant"]].players, new))


def _money(draft: _Draft, fact: Fact) -> None:
    values = fact.values
    draft.money.append(Money(fact.seq, values["what"], values["cents"], values["entrant"], values["text"], fact.at))


def _drawn(draft: _Draft, fact: Fact) -> None:
    values = fact.values
    drawn = DrawnRound(tuple(map(tuple, values["tables"])), tuple(values["out"]))
    number = values["round"]
    draft.extra[number], draft.totals[number], draft.confirmed[number], draft.readers[number] = {}, {}, {}, {}
    draft.rounds[number] = RoundState(
        number, drawn, values["seed"], values["method"], fact.seq, extra=draft.extra[number],
        totals=draft.totals[number], confirmed=draft.confirmed[number], readers=draft.readers[number],
    )  # fmt: skip


def _begun(draft: _Draft, fact: Fact) -> None:
    values = fact.values
    sittings = {int(table): sitting for table, sitting in values["sittings"].items()}
    draft.change_round(values["round"], sittings=sittings, begun_at=fact.at or "begun", ends_at=values["ends_at"])


def _recalled(draft: _Draft, fact: Fact) -> None:
    number = fact.values["round"]
    for told in (draft.extra, draft.totals, draft.readers, draft.confirmed):
        told[number].clear()
    draft.change_round(number, sittings={}, begun_at="", ends_at="", left=0, last_deal=False)


def _clock(draft: _Draft, fact: Fact) -> None:
    values = fact.values
    draft.change_round(values["round"], ends_at=values["ends_at"], left=values["left"], last_deal=values["last"])


def _extra(draft: _Draft, fact: Fact) -> None:
    found, table = draft.extra[fact.values["round"]], fact.values["table"]
    found[table] = found.get(table, 0) + fact.values["minutes"]


def _totals(draft: _Draft, fact: Fact) -> None:
    values = fact.values
    units = {int(entrant): amount for entrant, amount in values["units"].items()}
    read = values["table"], values["hand"]
    draft.totals[values["round"]][read] = units
    draft.readers[values["round"]][read] = "" if values.get("both") else fact.actor


def _confirmed(draft: _Draft, fact: Fact) -> None:
    values = fact.values
    draft.confirmed[values["round"]][values["table"]] = (values["initials"], values["seq"])


def _closed(draft: _Draft, fact: Fact) -> None:
    without = frozenset(fact.values["without"])
    draft.change_round(fact.values["round"], closed=True, without=without, closed_seq=fact.seq)


def _penalty(draft: _Draft, fact: Fact) -> None:
    values = fact.values
    draft.penalties.append(
        Penalty(fact.seq, values["entrant"], values["round"], values["points"], values["reason"])
    )  # fmt: skip


def _ceremony(draft: _Draft, fact: Fact) -> None:
    draft.hidden = fact.values["hidden"]


def _lesson(draft: _Draft, fact: Fact) -> None:
    values = fact.values
    known = draft.lessons.get(values["lesson"])
    draft.lessons[values["lesson"]] = Lesson(
        values["lesson"], values["date"], values["place"], values["teacher"], values["topic"],
        known.present if known else None,
    )  # fmt: skip


def _present(draft: _Draft, fact: Fact) -> None:
    number = fact.values["lesson"]
    draft.lessons[number] = replace(draft.lessons[number], present=frozenset(fact.values["entrants"]))


_TAKE_IN: Final[Mapping[Kind, Callable[[_Draft, Fact], None]]] = {
    Kind.SETTINGS: _settings,
    Kind.ENTRANT: _entrant,
    Kind.DETAILS: _details,
    Kind.APART: _apart,
    Kind.LEFT: _left,
    Kind.BACK: _back,
    Kind.STAND_IN: _stand_in,
    Kind.MONEY: _money,
    Kind.DRAWN: _drawn,
    Kind.BEGUN: _begun,
    Kind.RECALLED: _recalled,
    Kind.CLOCK: _clock,
    Kind.EXTRA: _extra,
    Kind.TOTALS: _totals,
    Kind.CONFIRMED: _confirmed,
    Kind.CLOSED: _closed,
    Kind.PENALTY: _penalty,
    Kind.CEREMONY: _ceremony,
    Kind.LESSON: _lesson,
    Kind.PRESENT: _present,
}
