"""Every query of the storage layer, asked inside our club for rows of another: it finds nothing and changes nothing."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from types import ModuleType
from typing import Any, Final

import pytest

from scorekeeper.storage import (
    Transaction,
    adjustments,
    audit,
    clubs,
    deals,
    entries,
    events,
    links,
    logins,
    moving,
    organisers,
    payments,
    players,
    removed,
    sittings,
)
from scorekeeper.storage.own_club import ForeignClubError
from tests.security.conftest import World
from tests.security.digests import digest, everything, taken_back
from tests.security.two_clubs import ABSENT, Club

MODULES: Final = (
    adjustments, audit, clubs, deals, entries, events, links, logins, moving, organisers, payments, players, removed,
    sittings,
)  # fmt: skip
WHOLE_INSTALLATION: Final = {
    "clubs.first",
    "organisers.count",
    "organisers.by_name",
    "links.by_code",
    "clubs.every",
    "logins.holder",
    "logins.remove",
    "logins.remove_every",
}
"""Which clubs there are, whether anybody could log in, who is meant by a name, a code or a cookie."""
_CHANGES: Final[Mapping[str, Mapping[str, Any]]] = {
    "clubs": {"name": "changed"}, "events": {"title": "changed"}, "links": {"label": "changed"},
    "organisers": {"name": "changed"}, "players": {"name": "changed"}, "sittings": {"payout": "kitty"},
}  # fmt: skip


def _functions() -> Iterator[tuple[str, Callable[..., Any], list[str]]]:
    """Give every query by name, with the names of what it is asked with beside the transaction."""
    for module in MODULES:
        for name, function in inspect.getmembers(module, inspect.isfunction):
            asked = list(inspect.signature(function).parameters)
            if function.__module__ == module.__name__ and not name.startswith("_") and asked[:1] == ["tx"]:
                yield f"{_short(module)}.{name}", function, asked[1:]


def _short(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2]


QUERIES: Final = {name: (function, asked) for name, function, asked in _functions() if name not in WHOLE_INSTALLATION}


class _Rows:
    """A club's rows as arguments; `number` stands for all of them where no row is to be found."""

    def __init__(self, tx: Transaction, club: Club, number: int | None = None) -> None:
        self.tx, self.club, self.number = tx, club, number

    def __call__(self, query: str, name: str) -> object:
        module = query.partition(".")[0]
        club, tx = self.club, self.tx
        ids = {
            "sitting_id": club.sitting, "event_id": club.event, "player_id": club.people[0], "payment_id": club.payment,
            "link_id": club.links["table"].id, "organiser_id": club.organisers[1].id, "club": club.number,
            "club_id": club.number, "ids": {"links": club.links["table"].id, "players": club.people[0]}.get(
                module, club.sitting if module == "adjustments" or query == "sittings.these" else club.event
            ),
        }  # fmt: skip
        if name in ids:
            number = ids[name] if self.number is None else self.number
            return [number] if name == "ids" else number
        plain: dict[str, Any] = {
            "before": None if module == "events" else 100, "limit": 10, "newest": False, "place": 0, "first": 1,
            "last": 3, "seq": 1, "other": 2, "seqs": [1, 2], "number": 1, "numbers": [1, 2], "what": "paid",
            "key": {"payments": "paid", "sittings": "second", "events": "Preisjaggln-evening"}.get(module, "deal-1"),
            "kinds": ["paid", "evening_started"], "name_key": f"toni {club.word}".casefold(), "day": date(2027, 1, 15),
            "nickname_key": f"bäck {club.word}".casefold(), "title": f"Preisjaggln {club.word}", "below": 1,
            "values": _CHANGES.get(module, {}), "picture": None, "name": "changed",
            "after": "9999", "password": club.organisers[1].password,
        }  # fmt: skip
        if name in plain:
            return plain[name]
        return self._row(query, name, sittings.find(tx, club.sitting))

    def _row(self, query: str, name: str, found: sittings.Found | None) -> object:
        assert found is not None
        rows = {
            "sittings": [found.sitting.id if self.number is None else self.number], "found": found.sitting,
            "rows": found.seats, "row": found.standing, "changed": deals.every(self.tx, found.sitting.id),
        }  # fmt: skip
        assert name in rows, f"{query} asks for {name}: say here what that is"
        if name == "found" and self.number is not None:
            return found.sitting._replace(id=self.number, setup_version=7)
        return rows[name]


def _asked(tx: Transaction, query: str, rows: _Rows) -> str:
    """Give the answer as text, the rows' own numbers left out."""
    function, asked = QUERIES[query]
    tx.seats = {}  # what another club's transaction remembered
    keywords = {name: rows(query, name) for name in asked}
    try:
        answer = function(tx, **keywords)
    except Exception as error:  # noqa: BLE001 the answer is compared, whatever it is
        return type(error).__name__
    text = repr(list(answer) if isinstance(answer, Iterator) else answer)
    for value in keywords.values():
        for number in value if isinstance(value, list) else [value]:
            text = text.replace(str(number), "#") if isinstance(number, int) else text
    return text


def test_no_query_finds_or_changes_a_row_of_another_club_by_its_number(world: World) -> None:
    finding: set[str] = set()
    with world.store.read() as tx:
        before = digest(tx, world.theirs.number)
    for query in sorted(QUERIES):
        if query.endswith(".add"):
            continue
        with taken_back(world.store.write(world.ours.number)) as tx, world.store.read() as unconfined:
            theirs = _asked(tx, query, _Rows(unconfined, world.theirs))
            assert digest(tx, world.theirs.number) == before, f"{query} changed a row of another club"
            nobodys = _asked(tx, query, _Rows(unconfined, world.theirs, ABSENT))
        assert theirs == nobodys, f"{query} finds a row of another club"
        with taken_back(world.store.write(world.theirs.number)) as tx, world.store.read() as unconfined:
            own = _asked(tx, query, _Rows(unconfined, world.theirs))
            if own != theirs or digest(tx, world.theirs.number) != before:
                finding.add(query)
    assert len(finding) > 60  # the others only add, lock or count nothing here


def test_nothing_is_added_to_another_club(world: World) -> None:
    with world.store.read() as tx:
        before = everything(tx)
        entry = next(iter(entries.every(tx, world.theirs.sitting)))
        record = deals.every(tx, world.theirs.sitting)[0]
        made = adjustments.of_sittings(tx, [world.theirs.sitting])
    number, sitting = world.theirs.number, world.theirs.sitting
    adding: dict[str, Callable[[Transaction], object]] = {
        "adjustments": lambda tx: adjustments.add(tx, number, made),
        "audit": lambda tx: audit.add(tx, {"club": number, "event": None}),
        "deals": lambda tx: deals.add(tx, number, sitting, record),
        "entries": lambda tx: entries.add(tx, number, sitting, entry, None),
        "events": lambda tx: events.add(tx, {"club": number}),
        "links": lambda tx: links.add(tx, {"club": number}),
        "logins": lambda tx: logins.add(tx, {"club": number}),
        "organisers": lambda tx: organisers.add(tx, {"club": number}),
        "payments": lambda tx: payments.add(tx, {"club": number}),
        "players": lambda tx: players.add(tx, {"club": number}),
        "sittings": lambda tx: sittings.add(tx, {"club": number, "stake_cents": 0}, world.theirs.people),
    }
    assert {f"{name}.add" for name in adding} == {query for query in QUERIES if query.endswith(".add")} - {"clubs.add"}
    for add in adding.values():
        with pytest.raises(ForeignClubError), world.store.write(world.ours.number) as tx:
            add(tx)
    with world.store.read() as tx:
        assert everything(tx) == before
