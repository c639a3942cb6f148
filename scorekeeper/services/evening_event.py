"""What an evening file says of the event as a whole: its purse, the kitty, the payments made, and who is who."""

from collections.abc import Sequence
from typing import Any, Final, cast

from scorekeeper.domain.settlement import Payout
from scorekeeper.domain.text import N_, Player
from scorekeeper.services.evening_data import EventFile, Kitty, Paid, Person, SittingFile
from scorekeeper.services.evening_fields import MOST_CENTS, MOST_DEALS, MOST_NOTE, read_about, read_player
from scorekeeper.services.json_document import Fields, member, refuse

_EVENT_FIELDS: Final = ("title", "date", "place", "payout", "purse", "closed", "kitty", "payments", "people")
_PAYMENT_FIELDS: Final = ("from", "to", "cents", "note", "sitting")


def read_event(written: object, sittings: Sequence[SittingFile]) -> EventFile:
    """Read the member `event` beside its sittings."""
    fields = Fields.of(written, "event", _EVENT_FIELDS)
    names = frozenset(player for sitting in sittings for player in sitting.setup.players)
    last = [sitting.last_setup for sitting in sittings]
    to_winner = len(last) == 1 and last[0].game.to_winner(last[0].rules)
    ways = ("transfers", "kitty", "winner") if to_winner else ("transfers", "kitty")
    people = _people(fields)
    made = _payments(fields, names | people.keys(), len(sittings))
    there = names.union(who for paid in made for who in (paid.giver, paid.receiver) if who is not None)
    for label in people:
        read_player(label, member(fields.at("people"), label), there)
    return EventFile(
        about=read_about(fields),
        sittings=tuple(sittings),
        payout=cast("Payout", fields.one_of("payout", ways, "transfers")),
        purse="each" if fields.one_of("purse", ("one", "each"), "one") == "each" else "one",
        closed=bool(fields.flag("closed", default=False)),
        kitty=_kitty(fields),
        payments=made,
        people=people,
    )


def _kitty(fields: Fields) -> Kitty:
    if "kitty" not in fields.members:
        return Kitty()
    kitty = Fields.of(fields.take("kitty"), fields.at("kitty"), ("float", "counted"))
    counted = None if kitty.take("counted", None) is None else kitty.whole("counted", 0, MOST_CENTS)
    return Kitty(kitty.whole("float", 0, MOST_CENTS, 0), counted)


def _payments(fields: Fields, names: frozenset[Player], sittings: int) -> tuple[Paid, ...]:
    found: list[Paid] = []
    for index, written in enumerate(fields.items("payments", MOST_DEALS, [])):
        one = Fields.of(written, f"{fields.at('payments')}[{index}]", _PAYMENT_FIELDS)
        giver, receiver = _party(one, "from", names), _party(one, "to", names)
        if giver == receiver:
            refuse(one.at("to"), N_("is who pays"))
        sitting = None if one.take("sitting", None) is None else one.whole("sitting", 1, sittings)
        note = one.text("note", "", most=MOST_NOTE, one_line=False)
        found.append(Paid(giver, receiver, one.whole("cents", 1, MOST_CENTS), note, sitting))
    return tuple(found)


def _party(fields: Fields, key: str, names: frozenset[Player]) -> Player | None:
    written: Any = fields.take(key)
    return None if written is None else read_player(written, fields.at(key), names)


def _people(fields: Fields) -> dict[Player, Person]:
    """Read whom labels stand for: people at a table, or who paid and sit at none any more."""
    people = fields.take("people", {})
    if not isinstance(people, dict):
        refuse(fields.at("people"), N_("needs an object in braces"))
    found: dict[Player, Person] = {}
    for label, written in people.items():
        one = Fields.of(written, member(fields.at("people"), label), ("name", "nickname"))
        found[Player(label)] = Person(one.text("name"), one.text("nickname", ""))
    return found
