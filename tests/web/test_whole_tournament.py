"""A whole tournament of 103 people from the first registration to the last certificate, as a browser would send it.

Numbers 1 to 4 are a family that never sits together; at every table one of them decides who gets what, the others share
it. So what each of the four has follows from what is typed, wherever they were drawn, and is written down by hand:

    number   round 1   round 2   round 3   penalty   together   place
         1      2×8        20        20         0         56    1, shared
         2       16        20        20         0         56    1, shared (round 1 was typed as −16 at first)
         3       10        10        10        −5         25    3
         4      −20       −20       −20         0        −60    102, the last of those who played
"""

import html
import re
from collections.abc import Mapping
from itertools import count
from typing import NamedTuple

import pytest
from werkzeug.test import TestResponse

from tests.printing.paper import Paper
from tests.web.hall_pages import PLACES, sent
from tests.web.visiting import TAG, TOKEN, Fields, Visitor, hidden, words

FIRST_NAMES = ("Resi", "Sepp", "Traudl", "Urban", "Agnes", "Lois", "Moidl", "Hias", "Vroni", "Wastl")
FAMILIES = (
    "Brandauer", "Egger", "Fuchs", "Gschwentner", "Huber", "Ilmer", "Koidl", "Leitinger", "Moser", "Oberhauser"
)  # fmt: skip
NAMES = tuple(f"{first} {family}" for family in FAMILIES for first in FIRST_NAMES)
FAMILY = frozenset({1, 2, 3, 4})
WHEELCHAIR = 5
REPLACED, GONE, NEVER_THERE = 98, 99, 100
PAID_LATE, UNPAID_LATE = 102, 103
MISSING = 7
SEEDS = ("KDF7-3QPM", "W2NB-8XTC", "H5RZ-4LVA", "P9GJ-6YUE")

Seats = dict[int, tuple[int, ...]]


@pytest.fixture
def served_url(database_url: str) -> str:
    return database_url


class Row(NamedTuple):
    """A line of the list as it is read."""

    place: str
    name: str
    rounds: tuple[str, ...]
    points: str


class Office:
    """The organiser's browser: it keeps its token and loads no page twice for nothing."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.new = visitor.get("/turnier/neu").text
        found = TOKEN.search(self.new)
        assert found
        self.token = found[1]
        self.keys = count()
        self.address = ""

    def get(self, where: str) -> TestResponse:
        response = self.visitor.get(f"{self.address}{where}")
        assert response.status_code == 200, where
        return response

    def send(self, where: str, fields: Fields, status: int = 303, **headers: str) -> TestResponse:
        """Send a form; what a redirect leads to is loaded when it is wanted."""
        sent = {"csrf_token": self.token, "key": f"office-{next(self.keys)}", **fields}
        response = self.visitor.client.post(f"{self.address}{where}", data=sent, headers=headers)
        assert response.status_code == status, f"{where}: {response.status_code}, {words(response)[-500:]}"
        return response

    def seats(self, number: int) -> Seats:
        """Read off the office's grid who sits where."""
        forms = re.findall(r'<form class="gridtable" id="tisch-(\d+)"(.*?)</form>', self.grid(number), re.DOTALL)
        return {int(table): tuple(map(int, re.findall(r'name="u(\d+)"', form))) for table, form in forms}

    def grid(self, number: int) -> str:
        return self.get(f"/runde/{number}/eingabe").text

    def type_in(self, number: int, table: int, seats: tuple[int, ...], units: Mapping[int, int]) -> None:
        """Type a table's totals: what somebody of the family gets is shared by the others."""
        (decides,) = FAMILY & set(seats) or {0}
        others = [one for one in seats if one != decides]
        each, odd = divmod(-units.get(decides, 0), len(others))
        typed = {f"u{one}": str(each + (place < odd)) for place, one in enumerate(others)}
        if decides:
            typed[f"u{decides}"] = str(units[decides])
        self.send(f"/runde/{number}/eingabe/{table}", {**typed, "hand": "1"}, 200, **{"HX-Request": "true"})

    def standings(self) -> dict[int, Row]:
        """Read the list, by start number."""
        found = {}
        for number, line in re.findall(r'<tbody id="z(\d+)">(.*?)</tbody>', self.get("/rangliste").text, re.DOTALL):
            place, name, *rounds, points = (_text(cell) for cell in re.findall(r"<t[dh].*?</t[dh]>", line, re.DOTALL))
            found[int(number)] = Row(place, name, tuple(rounds), points)
        return found


def _text(part: str) -> str:
    return " ".join(html.unescape(TAG.sub(" ", part)).split())


@pytest.mark.slow
def test_a_tournament_of_103_from_registration_to_certificates(visitor: Visitor) -> None:
    office = Office(visitor)
    _set_up(office)
    _register(office)
    first = _first_round(office)
    second = _second_round(office)
    _correct_the_first(office, first)
    third = _third_round(office)
    for seats in (first, second, third):
        assert all(len(FAMILY & set(table)) <= 1 for table in seats.values())
        assert WHEELCHAIR in seats[1]
    _the_list(office, second)
    _money(office)
    office.send("/beenden", {})
    _certificates(office)


def _set_up(office: Office) -> None:
    """Three rounds of two deals, 10 € each, half of it for the first; who is equal in everything shares the place."""
    settings = {
        "title": "Preisjaggln", "place": "Westendorf", "date": "2027-01-15", "rounds": "3", "deals": "2", "fee": "10",
        "prizes": "shares", "places": "50 30 20", "tie_break": ["best_round", "wins"],
    }  # fmt: skip
    begun = office.send("/turnier/neu", {**sent(office.new), **settings, "do": "save"})
    office.address = begun.headers["Location"].removesuffix("/anmeldung")


def _register(office: Office) -> None:
    """A hundred from a list, the family in one line; a walk-in; one in a wheelchair; one who never appears."""
    listed = "\n".join(["; ".join(NAMES[:4]), *NAMES[4:]])
    office.send("/anmeldung", {"list": listed, "paid": "1"})
    office.send("/anmeldung", {"line": "Zita Zwölfer", "paid": "1"})
    office.send(f"/anmeldung/{WHEELCHAIR}", {"fixed_table": "1", "level": "1", "note": "Rollstuhl"})
    office.send(f"/anmeldung/{NEVER_THERE}/da", {"round": "1", "do": "left"})
    text = words(office.get("/anmeldung"))
    assert "100 angemeldet, Nummer 1 bis 100." in text
    assert "Nummer 101: Zita Zwölfer" in text


def _first_round(office: Office) -> Seats:
    """A hundred at twenty tables of five; number 1 plays deal by deal, number 2 is typed with a wrong sign."""
    office.send("/auslosung", {"what": "one", "first": "1", "seed": SEEDS[0]})
    office.send("/runde/1/beginnen", {})
    office.send("/anmeldung", {"line": "Xandl Spätling", "paid": "1"})
    office.send("/anmeldung", {"line": "Notburga Nachzügler"})
    seats = office.seats(1)
    assert [len(table) for table in seats.values()] == [5] * 20
    for table, sitting in enumerate(seats.values(), 1):
        if 1 in sitting:
            _deal_by_deal(office, table, sitting)
        else:
            office.type_in(1, table, sitting, {2: -16, 3: 10, 4: -20})
    office.send("/runde/1/abschliessen", {})
    return seats


def _deal_by_deal(office: Office, table: int, seats: tuple[int, ...]) -> None:
    """Number 1 plays alone twice and makes 6 Gwiß: each of the four opponents pays 2. Then all agree."""
    found = re.search(rf'id="tisch-{table}".*?href="(/partie/\d+)"', office.get("/runde/1").text, re.DOTALL)
    assert found
    address, tournament, office.address = found[1], office.address, ""
    for _deal in range(2):
        page = office.get(address)
        me = re.search(
            rf'name="partner" value="(\d+)"><span class="face"><span class="name"><span>{NAMES[0]}<', page.text
        )
        fields = {
            "number": hidden(page, "number"), "target": "0", "declarer": me[1] if me else "", "partner": "",
            "gewisse": "6",
        }  # fmt: skip
        office.send(f"{address}/eintragen", fields)
    seen = hidden(office.get(f"{address}/bestaetigen"), "seen")
    office.send(f"{address}/bestaetigen", {"seen": seen, "nod": [str(one) for one in seats]})
    office.address = tournament


def _second_round(office: Office) -> Seats:
    """One is gone, one is replaced, two have come; drawn anew before it begins, never after; closed without table 7."""
    office.send(f"/anmeldung/{GONE}/da", {"round": "2", "do": "left"})
    office.send(f"/anmeldung/{REPLACED}/ersatz", {"whom": "Kreszenz Aushilf", "round": "2"})
    drawing = {"what": "one", "first": "2", "seed": SEEDS[1]}
    office.send("/auslosung", drawing)
    again = {**drawing, "seed": SEEDS[2]}
    refused = office.send("/auslosung", again, 422)
    assert "Runde 2 ist schon ausgelost" in words(refused)
    before = PLACES.findall(refused.text)
    office.send("/auslosung", {**again, "replace": "1"})
    office.send("/runde/2/beginnen", {})
    late = office.send("/auslosung", {**again, "replace": "1"}, 422)
    assert "Runde 2 hat schon begonnen." in words(late)
    seats = office.seats(2)
    assert sorted(PLACES.findall(late.text)) == sorted(before)
    assert PLACES.findall(late.text) != before
    assert sorted(map(len, seats.values())) == [5] * 19 + [6]
    for table, sitting in seats.items():
        if table != MISSING:
            office.type_in(2, table, sitting, {1: 20, 2: 20, 3: 10, 4: -20})
    asked = office.send("/runde/2/abschliessen", {}, 422)
    assert "ohne Tisch 7" in words(asked)
    office.send("/runde/2/abschliessen", {"without": str(MISSING)})
    office.send("/runde/2/strafe", {"whom": "3", "points": "5", "side": "pays", "reason": "verleugnet"})
    return seats


def _correct_the_first(office: Office, first: Seats) -> None:
    """The wrong sign of the first round is found after the second: the list follows."""
    before = office.standings()
    assert [before[number].points for number in (1, 2, 3, 4)] == ["+36", "+4", "+15", "−40"]
    assert before[1].place == "1"
    table = next(table for table, seats in first.items() if 2 in seats)
    office.type_in(1, table, first[table], {2: 16})


def _third_round(office: Office) -> Seats:
    """By the standings: those who are equal at the top would sit together if they were no family."""
    office.send("/auslosung", {"what": "standings", "first": "3", "seed": SEEDS[3]})
    office.send("/runde/3/beginnen", {})
    seats = office.seats(3)
    for table, sitting in seats.items():
        office.type_in(3, table, sitting, {1: 20, 2: 20, 3: 10, 4: -20})
    office.send("/runde/3/abschliessen", {})
    return seats


def _the_list(office: Office, second: Seats) -> None:
    found = office.standings()
    assert len(found) == 103
    assert found[1] == ("1", "Resi Brandauer Nr. 1, Platz geteilt", ("+16", "+20", "+20"), "+56")
    assert found[2] == ("1", "Sepp Brandauer Nr. 2, Platz geteilt", ("+16", "+20", "+20"), "+56")
    assert found[3] == ("3", "Traudl Brandauer Nr. 3", ("+10", "+5", "+10"), "+25")
    assert found[4] == ("102", "Urban Brandauer Nr. 4", ("−20", "−20", "−20"), "−60")
    assert found[NEVER_THERE] == ("–", "Wastl Oberhauser Nr. 100", ("–", "–", "–"), "–")
    assert found[GONE].rounds[1:] == ("–", "–")
    assert found[PAID_LATE].rounds[0] == found[UNPAID_LATE].rounds[0] == "–"
    assert found[REPLACED].name.startswith("Hias Oberhauser Nr. 98")
    assert "Kreszenz Aushilf" in words(office.get(f"/rangliste?zeile={REPLACED}"))
    assert {found[number].rounds[1] for number in second[MISSING]} == {"o. E."}
    assert sum(int(row.points.replace("−", "-")) for row in found.values() if row.place != "–") == -5
    assert "verleugnet" in words(office.get("/rangliste?zeile=3"))


def _money(office: Office) -> None:
    """102 fees are 1020 €: 510 + 306 for the two first ones, 204 for the third; all of it is handed out."""
    text = words(office.get("/kassa"))
    assert "102 von 103 haben bezahlt, zusammen 1.020,00 €." in text
    for line, cents in (("1", "40800"), ("2", "40800"), ("3", "20400")):
        office.send("/kassa/preis", {"line": line, "cents": cents})
    office.send("/kassa/zaehlen", {"counted": "0"})
    text = words(office.get("/kassa"))
    assert re.search(r"Soll jetzt 0,00 € gezählt [^€]* 0,00 € Unterschied stimmt genau", text)
    assert "Preise, ausbezahlt 1.020,00 € Ausgang gesamt 1.020,00 €" in text


def _certificates(office: Office) -> None:
    paper = Paper(office.get("/papier/urkunden.pdf?bis=3").data)
    said = re.compile(r"Urkunde (\S+ \S+) Jaggln, mit (\d+) Punkten Preisjaggln (\d+)\.")
    assert [said.findall(page) for page in paper.pages] == [
        [("Resi Brandauer", "56", "1")], [("Sepp Brandauer", "56", "1")], [("Traudl Brandauer", "25", "3")],
    ]  # fmt: skip
