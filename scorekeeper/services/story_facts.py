"""How a fact of a tournament's or course's record becomes a line of the history."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from scorekeeper.domain.text import N_, NN_, Cents, Day, Message, Player, Who
from scorekeeper.domain.tournament.record import Fact, Kind
from scorekeeper.domain.wording import written
from scorekeeper.services.story_line import Line
from scorekeeper.services.story_record import Record, Values


def people_of(facts: Iterable[Fact]) -> frozenset[Player]:
    """Give everybody who takes part."""
    return frozenset(
        Player(str(one.values["player"])) for one in facts if one.kind in {Kind.ENTRANT, Kind.STAND_IN}
    )  # fmt: skip


def tell_fact(record: Record, fact: Fact) -> Line:
    """Tell a fact."""
    head, parts = _TOLD[fact.kind](record, fact.values)
    plain = Line(
        at=fact.at, device=fact.actor, sitting=record.sitting_of(fact), head=head, parts=parts,
        units=record.units.get(fact.seq, ()), about=_about(record, fact),
    )  # fmt: skip
    if fact.seq in record.alone:
        plain = replace(plain, parts=(*plain.parts, N_("both times on the same device")))
    return replace(plain, fate=record.fates.get(fact.seq))


def _about(record: Record, fact: Fact) -> frozenset[Player] | None:
    values = fact.values
    named = [*values.get("entrants", ()), *([values["entrant"]] if values.get("entrant") else [])]
    named += [int(number) for number in values.get("units", ())]
    if not named:
        return None
    own = (
        {Player(str(values["player"]))}
        if "player" in values
        else {one.player for one in record.units.get(fact.seq, ())}
    )
    return frozenset({*record.who(named).players, *own})


Told = tuple[Message, tuple[Message, ...]]


def _settings(record: Record, values: Values) -> Told:
    if record.course:
        return N_("Settings of the course"), (N_("tables of {size}", size=values["table_size"]),)
    rounds = NN_("one round", "{n} rounds", values["rounds"])
    return N_("Settings of the tournament"), (rounds, N_("tables of {size}", size=values["table_size"]))


def _about_event(_record: Record, values: Values) -> Told:
    parts: list[Message] = []
    if "title" in values:
        parts.append(N_("title {new} instead of {old}", new=values["title"], old=values["was_title"]))
    if values.get("was_place"):
        new = written(values.get("place", "")) or N_("nowhere in particular")
        parts.append(N_("venue {new} instead of {old}", new=new, old=values["was_place"]))
    elif values.get("place"):
        parts.append(N_("venue {new}", new=values["place"]))
    if "date" in values:
        parts.append(N_("date {new} instead of {old}", new=Day(values["date"]), old=Day(values["was_date"])))
    return N_("Title, venue or date changed"), tuple(parts)


def _entrant(record: Record, values: Values) -> Told:
    return N_("{who} registered", who=record.who([values["entrant"]])), (
        N_("number {number}", number=values["entrant"]),
    )  # fmt: skip


def _details(record: Record, values: Values) -> Told:
    parts: list[Message] = []
    if values.get("fixed_table"):
        parts.append(N_("always at table {number}", number=values["fixed_table"]))
    elif "fixed_table" in values:
        parts.append(N_("no fixed table"))
    if "level" in values:
        parts.append(_LEVELS[values["level"]])
    note = written(values.get("note", ""))
    return N_("Noted about {who}", who=record.who([values["entrant"]])), (*parts, *([note] if note else ()))


_LEVELS: Final = (N_("beginner"), N_("as most"), N_("experienced"))


def _apart(record: Record, values: Values) -> Told:
    if "entrant" in values:
        who, new, freed = (record.who(some) for some in ([values["entrant"]], values["entrants"], values["freed"]))
        again = N_("{who} may sit with {others} again", who=who, others=freed)
        if not values["entrants"]:
            return again, ()
        apart = N_("{who} never at the same table with {others}", who=who, others=new)
        return apart, (again,) if values["freed"] else ()
    who = record.who(values["entrants"])
    if len(values["entrants"]) > 1:
        return N_("Never at the same table: {who}", who=who), ()
    return N_("{who} may sit with everybody", who=who), ()


def _left(record: Record, values: Values) -> Told:
    who, number = record.who([values["entrant"]]), values["round"]
    if record.course:
        return N_("{who} gone from lesson {number} on", who=who, number=number), ()
    return N_("{who} gone from round {round} on", who=who, round=number), ()


def _back(record: Record, values: Values) -> Told:
    who, number = record.who([values["entrant"]]), values["round"]
    if record.course:
        return N_("{who} there from lesson {number} on", who=who, number=number), ()
    return N_("{who} there from round {round} on", who=who, round=number), ()


def _stand_in(record: Record, values: Values) -> Told:
    new = Who((Player(str(values["player"])),))
    head = N_("{new} plays instead of {who}", new=new, who=record.who([values["entrant"]]))
    own = N_("with own points") if values["own"] else N_("for the same points")
    return head, (N_("from round {round} on", round=values["round"]), own)


def _money(record: Record, values: Values) -> Told:
    cents, who = Cents(abs(values["cents"]), record.currency), record.who([values["entrant"]])
    if values["what"] == "fee":
        return N_("{who} paid the entry fee", who=who), (N_("{money}", money=cents),)
    if values["what"] == "prize":
        return N_("Prize handed out to {who}", who=who), (N_("{money}", money=cents),)
    head = N_("Paid into the box") if values["cents"] > 0 else N_("Paid out of the box")
    text = written(values["text"])
    return head, (N_("{money}", money=cents), *([text] if text else ()))


def _float(record: Record, values: Values) -> Told:
    return N_("Box: set what lay in it at the beginning"), (
        N_("{money}", money=Cents(values["cents"], record.currency)),
    )  # fmt: skip


def _counted(record: Record, values: Values) -> Told:
    return N_("Box counted"), (N_("{money}", money=Cents(values["cents"], record.currency)),)


def _drawn(record: Record, values: Values) -> Told:
    how = {"lot": N_("by lot"), "swiss": N_("by the standings")}.get(values["method"], N_("changed by hand"))
    number = values["round"]
    head = N_("Lesson {number} drawn", number=number) if record.course else N_("Round {round} drawn", round=number)
    tables = NN_("one table", "{n} tables", len(values["tables"]))
    return head, (how, tables, N_("seed {seed}", seed=values["seed"]))


def _begun(record: Record, values: Values) -> Told:
    number = values["round"]
    head = N_("Lesson {number} begun", number=number) if record.course else N_("Round {round} begun", round=number)
    return head, (NN_("one table", "{n} tables", len(values["sittings"])),)


def _recalled(record: Record, values: Values) -> Told:
    if record.course:
        return N_("Lesson {number} taken back, it had been begun by mistake", number=values["round"]), ()
    return N_("Round {round} taken back, it had been begun by mistake", round=values["round"]), ()


def _clock(_record: Record, values: Values) -> Told:
    how = N_("runs") if values["ends_at"] else N_("stands still")
    last = (N_("last deal called"),) if values["last"] else ()
    return N_("Clock of round {round}", round=values["round"]), (how, *last)


def _extra(_record: Record, values: Values) -> Told:
    minutes = NN_("one minute", "{n} minutes", values["minutes"])
    return N_("More time for table {table}", table=values["table"]), (minutes,)


def _at_table(values: Values) -> tuple[Message, ...]:
    return (N_("Round {round}", round=values["round"]), N_("Table {number}", number=values["table"]))


def _totals(_record: Record, values: Values) -> Told:
    again = (N_("entered once more to compare"),) if values["hand"] > 1 else ()
    looked_up = (N_("looked up after both had read it differently"),) if values.get("both") else again
    return N_("Paper result entered"), (*_at_table(values), *looked_up)


def _confirmed(_record: Record, values: Values) -> Told:
    initials = written(values["initials"])
    return N_("Result confirmed"), (*_at_table(values), *([initials] if initials else ()))


def _closed(_record: Record, values: Values) -> Told:
    without = ", ".join(map(str, values["without"]))
    parts = (N_("without the result of table {tables}", tables=without),) if without else ()
    return N_("Round {round} closed", round=values["round"]), parts


def _penalty(record: Record, values: Values) -> Told:
    who, points = record.who([values["entrant"]]), abs(values["points"])
    head = N_("Penalty for {who}", who=who) if values["points"] > 0 else N_("Points given to {who}", who=who)
    reason = written(values["reason"])
    return head, (NN_("by one point", "by {n} points", points), *([reason] if reason else ()))


def _ceremony(_record: Record, values: Values) -> Told:
    if values["hidden"]:
        return N_("Last round hidden until the ceremony"), ()
    return N_("Last round shown to everybody"), ()


def _lesson(_record: Record, values: Values) -> Told:
    texts = (written(values[name]) for name in ("place", "teacher", "topic"))
    parts = (N_("{day}", day=Day(values["date"])), *(text for text in texts if text))
    return N_("Lesson {number} planned", number=values["lesson"]), parts


def _present(_record: Record, values: Values) -> Told:
    there = NN_("one was there", "{n} were there", len(values["entrants"]))
    return N_("Attendance of lesson {number}", number=values["lesson"]), (there,)


def _revoke(record: Record, values: Values) -> Told:
    fact = record.facts.get(values["seq"])
    what = _NAMES.get(fact.kind, N_("something")) if fact else N_("something")
    return N_("Taken back: {what}", what=what), _at_table(fact.values) if fact and fact.seq in record.sittings else ()


_NAMES: Final[Mapping[Kind, Message]] = {
    Kind.MONEY: N_("a payment"),
    Kind.COUNTED: N_("a count of the box"),
    Kind.PENALTY: N_("a penalty"),
    Kind.TOTALS: N_("a paper result"),
    Kind.CONFIRMED: N_("a confirmation"),
    Kind.CLOSED: N_("the end of a round"),
    Kind.STAND_IN: N_("a substitute"),
    Kind.LEFT: N_("somebody's leaving"),
    Kind.EXTRA: N_("more time"),
}
_TOLD: Final[Mapping[Kind, Callable[[Record, Values], Told]]] = {
    Kind.SETTINGS: _settings,
    Kind.ABOUT: _about_event,
    Kind.ENTRANT: _entrant,
    Kind.DETAILS: _details,
    Kind.APART: _apart,
    Kind.LEFT: _left,
    Kind.BACK: _back,
    Kind.STAND_IN: _stand_in,
    Kind.MONEY: _money,
    Kind.FLOAT: _float,
    Kind.COUNTED: _counted,
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
    Kind.REVOKE: _revoke,
}
