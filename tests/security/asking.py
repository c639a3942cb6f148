"""Somebody at the door: a device with its cookies, and where it may be sent."""

import io
import re
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from flask import Flask, session
from itsdangerous import URLSafeTimedSerializer
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from scorekeeper.storage import Store
from scorekeeper.web import access
from tests.security.two_clubs import ABSENT, Club

TOKEN: Final = re.compile(r'name="csrf_token" value="([^"]+)"')
ENTRANCE: Final = "/anmelden"
BACKUP: Final = "scorekeeper-2027-01-16-020000.sqlite3"
_PLACES: Final = ("sitting", "event", "player", "link", "organiser")
"""What in an address names a row."""
IN_HALLS: Final = ("tournament event", "course event", "hall sitting")
_STARTS: Final = {"/turnier/<int:event>": "tournament event", "/kurs/<int:event>": "course event"}

Fields = Mapping[str, Any]


class Guest:
    """A device that was let in by whatever `let_in` does."""

    def __init__(self, app: Flask, let_in: Callable[[], None] = lambda: None) -> None:
        self.client = app.test_client()
        with app.test_request_context():
            let_in()
            cookie = dict(session)
        with self.client.session_transaction() as kept:
            kept.update(cookie)
        found = TOKEN.search(self.client.get("/nirgends").text)
        assert found
        self.token = found[1]
        self._cookies = dict(self.client._cookies or {})

    def get(self, address: str, query: Fields | None = None) -> TestResponse:
        self.come_anew()
        return self.client.get(address, query_string=query, buffered=True)

    def post(self, address: str, fields: Fields, *, token: bool = True) -> TestResponse:
        self.come_anew()
        data = {**({"csrf_token": self.token} if token else {}), **fields}
        return self.client.post(address, data=data, buffered=True)

    def come_anew(self) -> None:
        """Come with the cookies of the beginning, whatever was done since: where nothing is kept, no login ends."""
        self.client._cookies = dict(self._cookies)


def guests(app: Flask, ours: Club, theirs: Club) -> dict[str, Guest]:
    """Give everybody who may come, by role; "their" ones belong to the other club."""
    made = {"nobody": Guest(app), "operator": _organiser(app, ours, 0), "organiser": _organiser(app, ours, 1)}
    made |= {name: _linked(app, (ours, name)) for name in ("table", "viewer", "revoked", "closed")}
    made |= {f"their {name}": _linked(app, (theirs, name)) for name in ("table", "viewer")}
    return {**made, "their organiser": _organiser(app, theirs, 0)}


def _organiser(app: Flask, club: Club, place: int) -> Guest:
    def let_in() -> None:
        store: Store = app.extensions["scorekeeper"]
        with store.write() as tx:
            access.log_in(tx, club.organisers[place])

    return Guest(app, let_in)


def _linked(app: Flask, *links: tuple[Club, str]) -> Guest:
    def let_in() -> None:
        for club, name in links:
            for known, link in club.links.items():
                if known == name or known.startswith(f"{name} of "):
                    access.let_in_by(link)

    return Guest(app, let_in)


def both_links(app: Flask, ours: Club, theirs: Club) -> Guest:
    """Give a phone that keeps score for either club."""
    return _linked(app, (ours, "table"), (theirs, "table"))


@dataclass(frozen=True, slots=True)
class Target:
    """Where an address leads, and whose numbers the form holds."""

    name: str
    values: Mapping[str, Any]
    ids: Club


def targets(ours: Club, theirs: Club) -> dict[str, Target]:
    """Give the places that a role is tried at."""
    own = {"sitting": ours.sitting, "event": ours.event, "player": ours.people[1], **_rows(ours)}
    foreign = {"sitting": theirs.sitting, "event": theirs.event, "player": theirs.people[1], **_rows(theirs)}
    mine, others = (club.tournaments for club in (ours, theirs))
    own |= _in_halls(ours, "own", mine.own.sittings[0])
    foreign |= _in_halls(theirs, "own", others.own.sittings[0])
    elsewhere = {**own, "sitting": ours.second_table, "event": ours.other_event}
    elsewhere |= _in_halls(ours, "other", mine.own.sittings[1])
    next_door = {**own, "sitting": ours.other_sitting, "event": ours.closed_event}
    next_door |= _in_halls(ours, "closed", mine.other.sittings[0])
    absent = {**own, **dict.fromkeys((*_PLACES, *IN_HALLS), ABSENT)}
    return {
        "own": Target("own", own, ours),
        "second table": Target("second table", elsewhere, ours),
        "other event": Target("other event", next_door, ours),
        "foreign": Target("foreign", foreign, theirs),
        "absent": Target("absent", absent, ours),
    }


def _in_halls(club: Club, which: str, sitting: int) -> dict[str, int]:
    """Give what stands for event and sitting in the addresses of tournaments and courses."""
    events = (getattr(halls, which).event for halls in (club.tournaments, club.courses))
    return dict(zip(IN_HALLS, (*events, sitting), strict=True))


def _meant(rule: Rule, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Give the rows that an address is about: a tournament's or course's where it is one of theirs."""
    if rule.endpoint.startswith("confirming."):
        return {**values, "sitting": values["hall sitting"]}
    kind = next((kind for start, kind in _STARTS.items() if rule.rule.startswith(start)), None)
    return {**values, "event": values[kind]} if kind else values


def _rows(club: Club) -> dict[str, Any]:
    return {
        "link": club.links["table"].id, "organiser": club.organisers[1].id, "number": 1, "game": "jaggln",
        "table_number": 1, "form": "csv", "rule_set": "schipflinger", "table": "spiele", "name": BACKUP,
        "filename": "css/look.css", "by": "name",
    }  # fmt: skip


def address_of(app: Flask, rule: Rule, values: Mapping[str, Any]) -> str:
    """Give a rule's address with these values. An argument that nobody knows fails: say in `_rows` what it is."""
    values = _meant(rule, values)
    unknown = rule.arguments - values.keys() - (rule.defaults or {}).keys()
    assert not unknown, f"{rule.rule}: say in _rows what {unknown} is"
    wanted = {name: values[name] for name in rule.arguments if name not in (rule.defaults or {})}
    built = rule.build({**wanted, **(rule.defaults or {})}, append_unknown=False)
    assert built is not None, rule.rule
    return str(built[1])


def leads_somewhere(rule: Rule) -> bool:
    """Whether the address names a row that belongs to a club."""
    return not rule.arguments.isdisjoint(_PLACES)


def is_refused(response: TestResponse) -> bool:
    """Whether the door stayed shut: not found, asked to log in, or led to the entrance."""
    if response.status_code in {401, 403, 404}:
        return True
    return response.status_code == 303 and response.location.startswith(f"{ENTRANCE}?weiter=")


def read(response: TestResponse) -> str:
    """Give all that an answer says, a spreadsheet unpacked, and where it leads."""
    content: bytes = response.data
    if content.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            content = b"".join(map(parts.read, parts.namelist()))
    return content.decode(errors="replace") + str(response.headers) + _unsigned(response)


def _unsigned(response: TestResponse) -> str:
    """Give what the session's cookie says: anybody can read it."""
    found = [cookie for cookie in response.headers.getlist("Set-Cookie") if cookie.startswith("session=")]
    return "".join(_payload(cookie) for cookie in found)


def _payload(cookie: str) -> str:
    value = cookie.partition("=")[2].partition(";")[0]
    return repr(URLSafeTimedSerializer("any").loads_unsafe(value)[1]) if value else ""
