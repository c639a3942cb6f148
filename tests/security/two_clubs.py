"""Two clubs in one installation, alike to the last link; every name, title, place and note bears its club's word."""

import base64
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.settlement import Transfer
from scorekeeper.domain.text import Player
from scorekeeper.services import changing, entering, evenings, kitty, links, organisers, paying, players, reading
from scorekeeper.services.actor import Actor
from scorekeeper.services.answers import read_deal
from scorekeeper.services.links import Kind
from scorekeeper.storage import Store, Transaction, clubs, payments, sittings
from scorekeeper.storage.links import LinkRow
from scorekeeper.storage.organisers import OrganiserRow
from tests.security.two_halls import Halls, halls

OURS: Final = "Heimgarten"
THEIRS: Final = "Fremdkraut"
PASSWORD: Final = "Schellsau im Regen"
PICTURE: Final = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
ABSENT: Final = 2_000_000_001
"""No row bears this number."""
_EVENING: Final = datetime(2027, 1, 15, 19, 30, tzinfo=UTC)
_DAY: Final = date(2027, 1, 15)
_NAMES: Final = ("Toni", "Maria", "Franz", "Leni", "Sepp", "Vroni", "Hias", "Hiass")


@dataclass(frozen=True, slots=True, kw_only=True)
class Club:
    """A club's rows by their numbers."""

    word: str
    number: int
    people: tuple[int, ...]
    """Five at both tables, one who sits nowhere, and two much alike."""
    event: int
    sitting: int
    """At the event's first table."""
    second_table: int
    other_event: int
    other_sitting: int
    """At the first table of the other event."""
    closed_event: int
    payment: int
    entry: int
    """The last entry of the sitting that counts, as undo names it."""
    tournaments: Halls
    courses: Halls
    links: Mapping[str, LinkRow]
    organisers: tuple[OrganiserRow, ...]


def two_clubs(store: Store, secret: str) -> tuple[Club, Club]:
    """Found both; the first one's first organiser runs the installation."""
    hashed = organisers.hashed(PASSWORD)
    with store.write() as tx:
        ours, theirs = clubs.first(tx), clubs.add(tx, f"Runde {THEIRS}")
        clubs.change(tx, ours, {"name": f"Runde {OURS}"})
        for club in (ours, theirs):
            clubs.change(tx, club, {"picture": base64.b64encode(PICTURE).decode()})
    return _founded(store, ours, OURS, hashed, secret), _founded(store, theirs, THEIRS, hashed, secret)


@dataclass(frozen=True, slots=True)
class _Founding:
    store: Store
    actor: Actor
    word: str

    def inside(self) -> AbstractContextManager[Transaction]:
        """Write inside the club."""
        return self.store.write(self.actor.club)

    def evening(self, title: str, people: tuple[int, ...]) -> tuple[int, int]:
        """Begin one; give event and sitting."""
        new = evenings.NewEvening(
            title=f"{title} {self.word}", place=f"Gasthof {self.word}", date=_DAY, purse="one", sitting=_sitting(people)
        )
        with self.inside() as tx:
            sitting = evenings.start_evening(tx, self.actor, new, f"{title}-evening")
            return reading.sitting_now(tx, sitting).event.id, sitting


def _sitting(people: tuple[int, ...]) -> evenings.NewSitting:
    return evenings.NewSitting(
        game="jaggln", rule_set=GAMES["jaggln"].rule_sets[0].key, options={}, stake_cents=10, payout="transfers",
        players=people[:5], first_dealer=people[4],
    )  # fmt: skip


def _founded(store: Store, club: int, word: str, hashed: str, secret: str) -> Club:
    new = _Founding(store, Actor(club, "Gerät K7", _EVENING), word)
    with new.inside() as tx:
        accounts = tuple(
            organisers.add_organiser(tx, new.actor, f"{name} {word}", hashed) for name in ("Obfrau", "Kassier")
        )
        people = tuple(players.add_player(tx, new.actor, f"{name} {word}", f"Bäck {word}") for name in _NAMES)
    event, sitting = new.evening("Preisjaggln", people)
    other_event, other_sitting = new.evening("Nachbarabend", people)
    closed_event, _closed = new.evening("Vorbei", people)
    with new.inside() as tx:
        second = evenings.next_sitting(tx, new.actor, event, _sitting(people), "second")
        sittings.change(tx, second, {"table_number": 2})
    for table in (sitting, second, other_sitting):
        _play(new, table, people)
    entry = _fine(new, sitting, people)
    payment = _pay(new, event, people)
    tournaments, courses = (halls(store, new.actor, kind, word, people) for kind in ("tournament", "course"))
    with new.inside() as tx:
        made = _links(tx, new, secret, (event, other_event, closed_event))
        made |= _hall_links(tx, new, secret, tournaments.own.event, courses.own.event)
        evenings.end_evening(tx, new.actor, closed_event)
    return Club(
        word=word, number=club, people=people, event=event, sitting=sitting, second_table=second,
        other_event=other_event, other_sitting=other_sitting, closed_event=closed_event, payment=payment, entry=entry,
        tournaments=tournaments, courses=courses, links=made, organisers=accounts,
    )  # fmt: skip


def _links(tx: Transaction, new: _Founding, secret: str, places: tuple[int, int, int]) -> dict[str, LinkRow]:
    event, other_event, closed_event = places

    def make(kind: Kind, label: str, of: int | None, table: int | None = None) -> LinkRow:
        label = f"{label} {new.word}"
        return links.make_link(tx, new.actor, kind, secret=secret, event=of, table_number=table, label=label)

    made = {
        "table": make(Kind.TABLE, "Tisch", event, 1),
        "viewer": make(Kind.VIEWER, "Tafel", event),
        "invitation": make(Kind.INVITATION, "Einladung", None),
        "revoked": make(Kind.TABLE, "Weg", event, 1),
        "other": make(Kind.TABLE, "Nebenan", other_event, 1),
        "closed": make(Kind.TABLE, "Aus", closed_event, 1),
    }
    links.revoke_link(tx, new.actor, made["revoked"].id)
    return made


def _hall_links(tx: Transaction, new: _Founding, secret: str, tournament: int, course: int) -> dict[str, LinkRow]:
    """Give the links of a tournament's first table and of who looks on; the same devices hold them."""
    wanted = (("table", Kind.TABLE, tournament), ("viewer", Kind.VIEWER, tournament), ("viewer", Kind.VIEWER, course))
    return {
        f"{name} of {event}": links.make_link(
            tx, new.actor, kind, secret=secret, event=event, table_number=1 if kind is Kind.TABLE else None,
            label=f"{name} {event} {new.word}",
        )
        for name, kind, event in wanted
    }  # fmt: skip


def _play(new: _Founding, sitting: int, people: tuple[int, ...]) -> None:
    for number, gewisse in enumerate((6, 3), 1):
        answers = {"declarer": Player(str(people[0])), "partner": Player(str(people[2])), "gewisse": gewisse}
        deal, note = read_deal(GAMES["jaggln"], answers), f"Gelächter {new.word}"
        with new.inside() as tx:
            entering.enter_deal(tx, new.actor, sitting, key=f"deal-{number}", number=number, deal=deal, note=note)


def _fine(new: _Founding, sitting: int, people: tuple[int, ...]) -> int:
    units, reason = {Player(str(people[1])): -4}, f"Bier umgestoßen {new.word}"
    with new.inside() as tx:
        return changing.adjust(tx, new.actor, sitting, key="fine", seen=2, units=units, reason=reason).seq


def _pay(new: _Founding, event: int, people: tuple[int, ...]) -> int:
    transfer, note = Transfer(Player(str(people[1])), Player(str(people[0])), 10), f"bar {new.word}"
    with new.inside() as tx:
        paying.pay_freely(
            tx, new.actor, event_id=event, transfer=transfer, key="paid", note_text=note, more=True
        )  # fmt: skip
        kitty.set_float(tx, new.actor, event, 500)
        return payments.of_event(tx, event)[0].id
