"""Whatever text is kept comes out as text: on every page, on every sheet, in every table for a spreadsheet."""

import csv
import io
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any, Final

import openpyxl
import pytest
from werkzeug.test import TestResponse

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.settlement import Transfer
from scorekeeper.domain.text import Player
from scorekeeper.services import changing, entering, evenings, links, paying, players, reading
from scorekeeper.services.actor import Actor
from scorekeeper.services.answers import read_deal
from scorekeeper.services.links import Kind
from scorekeeper.storage import clubs, organisers
from tests.security.asking import Target, address_of, targets
from tests.security.conftest import World
from tests.security.hostile import complaints
from tests.security.test_walk import rules

RUNNING: Final = (
    "<kraut onkraut=1>", "<script>kraut()</script>", 'a"><kraut>', "a'><kraut>", 'a" onkraut="1', "a' onkraut='1",
    "a{{7*7}}kraut{{7*7}}kraut", "{0} {name} {a.__class__} %s %(a)s", "</textarea></title></script><kraut>",
)  # fmt: skip
HOSTILE_QUERY: Final = {"lang": "en", "suche": "<kraut onkraut=1>", "game": "<kraut>"}
FORMULAS: Final = (
    '=HYPERLINK("http://kraut")a',
    "+a+1",
    "-a-1",
    "@SUM(a)",
    "\t=a",
    "\r=a",
    "|a",
    "%a",
    "\uff1da",
    "\uff20a",
)


@dataclass(frozen=True, slots=True)
class Poisoned:
    """An evening in which every text is hostile."""

    world: World
    event: int
    sitting: int
    people: tuple[int, ...]
    link: int

    def place(self, base: Target) -> Target:
        """Give its addresses."""
        own = {"event": self.event, "sitting": self.sitting, "player": self.people[0], "link": self.link}
        return replace(base, values={**base.values, **own})


def poisoned(world: World, texts: tuple[str, ...]) -> Poisoned:
    actor = Actor(world.ours.number, "Gerät K7", datetime(2027, 1, 15, 20, tzinfo=UTC))
    first, *_others = texts
    with world.store.write(actor.club) as tx:
        people = tuple(
            players.add_player(tx, actor, f"{text[:40]}", f"{text[:40]} {place}") for place, text in enumerate(texts)
        )
        more = tuple(players.add_player(tx, actor, f"a{place}{first[:40]}") for place in range(5 - min(5, len(people))))
        seats = (*people, *more)[:5]
        new = evenings.NewSitting(
            game="jaggln", rule_set=GAMES["jaggln"].rule_sets[0].key, options={}, stake_cents=10, payout="transfers",
            players=seats, first_dealer=seats[4],
        )  # fmt: skip
        evening = evenings.NewEvening(
            title=" ".join(texts)[:100], place=texts[-1], date=date(2027, 1, 15), purse="one", sitting=new
        )
        sitting = evenings.start_evening(tx, actor, evening, "poisoned")
        event = reading.sitting_now(tx, sitting).event.id
        for number, text in enumerate(texts, 1):
            deal = read_deal(GAMES["jaggln"], {"declarer": Player(str(seats[0])), "partner": None, "gewisse": 6})
            entering.enter_deal(tx, actor, sitting, key=f"deal {number}", number=number, deal=deal, note=text)
            units = {Player(str(seats[1])): -number}
            seen = reading.sitting_now(tx, sitting).seq
            changing.adjust(tx, actor, sitting, key=f"fine {number}", seen=seen, units=units, reason=text)
            transfer = Transfer(Player(str(seats[1])), Player(str(seats[0])), 10)
            paying.pay_freely(
                tx, actor, event_id=event, transfer=transfer, key=f"paid {number}", note_text=text, more=True
            )
            secret = world.app.config["SECRET_KEY"]
            made = links.make_link(tx, actor, Kind.TABLE, secret=secret, event=event, table_number=number, label=text)
        clubs.change(tx, actor.club, {"name": " ".join(texts)[:60]})
        organisers.change(tx, world.ours.organisers[1].id, {"name": first, "name_key": first})
    return Poisoned(world, event, sitting, people, made.id)


def _pages(at: Poisoned) -> list[tuple[str, TestResponse]]:
    """Open every address that is only looked at."""
    operator = at.world.people["operator"]
    place = at.place(targets(at.world.ours, at.world.theirs)["own"])
    found: list[tuple[str, TestResponse]] = []
    for rule in rules(at.world):
        if rule.methods is not None and "GET" in rule.methods and rule.endpoint != "static":
            address = address_of(at.world.app, rule, place.values)
            found += [(rule.endpoint, operator.get(address, query)) for query in ({}, HOSTILE_QUERY)]
    return found


def test_no_page_and_no_sheet_runs_what_is_kept(world: World) -> None:
    answers = _pages(poisoned(world, RUNNING))
    for endpoint, answer in answers:
        assert answer.status_code < 500, endpoint
        if answer.mimetype in {"text/html", "application/pdf"}:
            assert complaints(answer.text, str(answer.headers)) == [], endpoint
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    shown = "".join(answer.text for _endpoint, answer in answers if answer.mimetype == "text/html")
    for text in ("&lt;kraut onkraut=1&gt;", "{{7*7}}", "{a.__class__}"):
        assert text in shown


def test_no_table_holds_a_formula(world: World) -> None:
    answers = dict(_pages(poisoned(world, FORMULAS)))
    for endpoint in ("files.table_of_evening", "files.table_of_sitting"):
        rows = list(csv.reader(io.StringIO(answers[endpoint].data.decode("utf-8-sig")), delimiter=";"))
        cells = [cell for row in rows for cell in row if any(letter.isalpha() for letter in cell)]
        assert any("HYPERLINK" in cell for cell in cells)
        assert [cell for cell in cells if cell[:1] in "=+-@\t\r\uff1d\uff0b\uff0d\uff20"] == []
    for endpoint in ("files.workbook_of_evening", "files.workbook_of_sitting"):
        book = openpyxl.load_workbook(io.BytesIO(answers[endpoint].data))
        kinds = {cell.data_type for sheet in book for row in sheet.iter_rows() for cell in row}
        assert "f" not in kinds
        assert "s" in kinds


@pytest.mark.parametrize("text", ["Kraut\r\nX-Kraut: 1", "\0Kraut", "a\u202eb", "\ud800Kraut"])
def test_signs_that_no_name_has_are_taken_away(world: World, text: str) -> None:
    actor = Actor(world.ours.number, "Gerät K7", datetime(2027, 1, 15, 20, tzinfo=UTC))
    with world.store.write(actor.club) as tx:
        number = players.add_player(tx, actor, text)
        name: Any = next(person.name for person in players.known_players(tx, actor.club) if person.id == number)
    assert name in {"Kraut X-Kraut: 1", "Kraut", "ab"}
