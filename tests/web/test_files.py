"""An evening handed out as a file and as tables, and evenings read in: shown first, taken once, refused clearly."""

import base64
import csv
import json
import re
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from openpyxl import load_workbook
from werkzeug.test import TestResponse

from scorekeeper.services import reading
from scorekeeper.storage import Store
from scorekeeper.web.views import files
from tests.apps import KeptTemplates
from tests.web.playing import SEVEN, TableAt, sit_down
from tests.web.room import opened_room
from tests.web.visiting import TOKEN, Visitor, hidden, words


def document(title: str = "Kartenabend Wörgl", **changes: Any) -> dict[str, Any]:  # noqa: ANN401 JSON values
    sitting = {
        "game": "jaggln", "stake": {"cents": 10}, "players": ["Anna", "Bert", "Cilli", "Dora", "Jörg (Wirt)"],
        "deals": [{"partner": "Dora", "gewisse": 6}, {"gewisse": 4}],
    }  # fmt: skip
    about = {"title": title, "date": "2027-01-15", "place": "Wörgl"}
    return {"format": "scorekeeper-evening/1", "event": about, "sittings": [sitting | changes]}


def send(visitor: Visitor, content: bytes, name: str = "abend.json") -> TestResponse:
    found = TOKEN.search(visitor.get("/einlesen").text)
    assert found
    fields = {"csrf_token": found.group(1), "file": (BytesIO(content), name)}
    return visitor.client.post("/einlesen", data=fields, content_type="multipart/form-data")


def test_a_file_sent_with_a_lost_cookie_must_be_chosen_once_more_and_the_page_says_so(visitor: Visitor) -> None:
    fields = {"csrf_token": "lost", "file": (BytesIO(b"{}"), "abend.json")}
    said = words(visitor.client.post("/einlesen", data=fields, content_type="multipart/form-data"))
    assert "Die Datei muss nochmals gewählt werden" in said
    assert "aufgehoben" not in said
    assert "aufgehoben" in words(visitor.client.post("/leute", data={"csrf_token": "lost", "name": "Burgi"}))


def show(visitor: Visitor, *documents: dict[str, Any]) -> TestResponse:
    return send(visitor, "\n".join(map(json.dumps, documents)).encode())


def packed(*documents: dict[str, Any]) -> str:
    return base64.b64encode(zlib.compress("\n".join(map(json.dumps, documents)).encode())).decode()


def take(visitor: Visitor, shown: TestResponse, **more: str) -> TestResponse:
    fields = {"key": hidden(shown, "key"), "file": hidden(shown, "file"), **more}
    return visitor.post("/einlesen/uebernehmen", fields, follow=True)


def titles(app: Flask) -> list[str]:
    store: Store = app.extensions["scorekeeper"]
    with store.read() as tx:
        return [row.head.title for row in reading.events(tx, app.extensions["scorekeeper.club"])]


@pytest.fixture
def table(app: Flask, visitor: Visitor) -> TableAt:
    table = sit_down(app, visitor, "jaggln", SEVEN[:5])
    assert table.enter(declarer="Maria", partner="Leni", gewisse="6").status_code == 200
    assert list(table.totals()) == [-2, 3, -2, 3, -2]
    return table


@pytest.mark.usefixtures("table")
class TestHandedOut:
    def test_an_evening_comes_as_a_file_that_can_be_read_in(self, visitor: Visitor) -> None:
        page = visitor.get("/abend/1")
        assert 'href="/abend/1/abend.json"' in page.text
        saved = visitor.get("/abend/1/abend.json")
        assert saved.mimetype == "application/json"
        assert saved.headers["Content-Disposition"] == 'attachment; filename="abend-2027-01-15-1.json"'
        assert "Dieser Abend ist schon da" in words(send(visitor, saved.data))

    def test_everything_comes_as_one_line_per_evening(self, visitor: Visitor) -> None:
        [line] = visitor.get("/alles.jsonl").data.splitlines()
        assert json.loads(line)["event"]["title"] == "Kartenabend"

    @pytest.mark.parametrize("address", ["/abend/1", "/partie/1"])
    def test_the_tables_come_as_a_workbook(self, visitor: Visitor, address: str) -> None:
        answer = visitor.get(f"{address}/tabellen.xlsx")
        assert answer.headers["Content-Disposition"].endswith('.xlsx"')
        assert load_workbook(BytesIO(answer.data)).sheetnames == ["Spiele", "Summen", "Abrechnung"]

    @pytest.mark.parametrize("address", ["/abend/1", "/partie/1"])
    @pytest.mark.parametrize("name", ["spiele", "summen", "abrechnung"])
    def test_each_table_comes_as_csv(self, visitor: Visitor, address: str, name: str) -> None:
        answer = visitor.get(f"{address}/{name}.csv")
        assert answer.mimetype == "text/csv"
        head, *_rows = csv.reader(answer.data.decode("utf-8-sig").splitlines(), delimiter=";")
        assert head[0] == "Datum"
        assert answer.data.startswith(b"\xef\xbb\xbf")

    def test_in_english_the_csv_has_commas(self, visitor: Visitor) -> None:
        assert visitor.get("/abend/1/summen.csv?lang=en").text.startswith("Date,Name,")

    @pytest.mark.parametrize("address", ["/abend/9/abend.json", "/abend/9/tabellen.xlsx", "/partie/1/nichts.csv"])
    def test_what_does_not_exist_is_not_found(self, visitor: Visitor, address: str) -> None:
        assert visitor.get(address).status_code == 404


class TestReadIn:
    def test_what_is_in_the_file_is_shown_before_anything_is_taken(self, app: Flask, visitor: Visitor) -> None:
        said = words(show(visitor, document()))
        assert "ein Abend in der Datei, noch nichts übernommen" in said
        assert "Kartenabend Wörgl 15. Jänner 2027, Wörgl" in said
        assert "Jaggln, 2 Spiele Anna, Bert, Cilli, Dora, Jörg (Wirt)" in said
        assert "Neu dabei: Anna, Bert, Cilli, Dora, Jörg (Wirt)" in said
        assert titles(app) == []

    def test_then_it_is_taken_and_shown(self, app: Flask, visitor: Visitor) -> None:
        taken = take(visitor, show(visitor, document()))
        assert "Der Abend ist eingelesen und geprüft." in words(taken)
        assert taken.request.path == "/abend/1"
        assert titles(app) == ["Kartenabend Wörgl"]

    def test_the_same_form_sent_twice_takes_it_once(self, app: Flask, visitor: Visitor) -> None:
        shown = show(visitor, document())
        take(visitor, shown)
        assert take(visitor, shown).request.path == "/abend/1"
        assert titles(app) == ["Kartenabend Wörgl"]

    def test_what_is_there_already_is_taken_only_if_that_is_meant(self, app: Flask, visitor: Visitor) -> None:
        take(visitor, show(visitor, document()))
        shown = show(visitor, document())
        assert "Dieser Abend ist schon da, mit denselben Leuten und Spielen." in words(shown)
        assert "Alle Leute sind schon bekannt." in words(shown)
        refused = take(visitor, shown)
        assert refused.status_code == 409
        assert "Noch nichts eingelesen" in words(refused)
        assert len(titles(app)) == 1
        take(visitor, refused, again="yes")
        assert len(titles(app)) == 2

    def test_a_file_of_many_is_taken_whole(self, app: Flask, visitor: Visitor) -> None:
        shown = show(visitor, document("Eins"), document("Zwei"))
        assert "2 Abende übernehmen" in words(shown)
        assert "2 Abende sind eingelesen und geprüft." in words(take(visitor, shown))
        assert sorted(titles(app)) == ["Eins", "Zwei"]

    def test_of_a_file_of_many_nothing_is_taken_if_one_is_there(self, app: Flask, visitor: Visitor) -> None:
        take(visitor, show(visitor, document("Eins")))
        take(visitor, show(visitor, document("Zwei"), document("Eins")))
        assert titles(app) == ["Eins"]

    def test_an_evening_without_title_and_date_gets_them(self, app: Flask, visitor: Visitor) -> None:
        plain = document()
        del plain["event"]["title"], plain["event"]["date"]
        shown = show(visitor, plain)
        assert "ohne Datum: es wird das heutige" in words(shown)
        take(visitor, shown)
        assert titles(app) == ["Kartenabend"]


class TestRefused:
    def refused(self, visitor: Visitor, content: bytes) -> str:
        answer = send(visitor, content)
        assert answer.status_code == 422
        said = words(answer)
        return said[said.index("abend.json lässt sich nicht einlesen.") : said.index("Datei mit Abenden")]

    def test_a_newer_version_is_refused_clearly(self, visitor: Visitor) -> None:
        newer = {**document(), "format": "scorekeeper-evening/2"}
        assert "format : stammt von einer neueren Version; diese liest scorekeeper-evening/1" in self.refused(
            visitor, json.dumps(newer).encode()
        )

    def test_a_fault_names_its_place(self, visitor: Visitor) -> None:
        said = self.refused(visitor, json.dumps(document(deals=[{"partner": "Hugo", "gewisse": 6}])).encode())
        assert "Es wurde nichts geändert. sittings[0].deals[0].partner :" in said

    def test_a_fault_in_a_file_of_many_names_its_line(self, visitor: Visitor) -> None:
        lines = "\n\n".join([json.dumps(document()), json.dumps(document(game="watten"))])
        assert "Zeile 3, sittings[0].game :" in self.refused(visitor, lines.encode())

    @pytest.mark.parametrize("content", [b"", b"\x00\xff", b"{", b"[]", b"x" * 300_000, b"PK\x03\x04"])
    def test_what_is_no_evening_is_said_to_be_none(self, app: Flask, visitor: Visitor, content: bytes) -> None:
        assert self.refused(visitor, content)
        assert titles(app) == []

    def test_without_a_file_one_is_asked_for(self, visitor: Visitor) -> None:
        answer = send(visitor, b"", name="")
        assert answer.status_code == 422
        assert "Es fehlt eine Datei." in words(answer)

    @pytest.mark.parametrize("at_once", [True, False], ids=["form", "file"])
    def test_too_large_a_file_is_refused_before_it_is_read(
        self, visitor: Visitor, monkeypatch: pytest.MonkeyPatch, at_once: bool
    ) -> None:
        monkeypatch.setattr(files, "_ROOM" if at_once else "MOST_BYTES", 1000)
        answer = send(visitor, b" " * 2000)
        assert answer.status_code == 413
        assert "Die Datei ist größer als 16 MB." in words(answer) or not at_once

    @pytest.mark.parametrize(
        "packed",
        ["", "%%%", base64.b64encode(b"no zip").decode(), base64.b64encode(zlib.compress(b"{}")).decode()],
    )
    def test_a_form_that_is_not_ours_is_refused(self, app: Flask, visitor: Visitor, packed: str) -> None:
        assert visitor.post("/einlesen/uebernehmen", {"key": "k", "file": packed}).status_code == 400
        assert titles(app) == []

    def test_a_file_that_swells_when_it_is_unpacked_is_refused(self, visitor: Visitor) -> None:
        bomb = base64.b64encode(zlib.compress(b" " * (17 * 2**20))).decode()
        assert visitor.post("/einlesen/uebernehmen", {"key": "k", "file": bomb}).status_code == 400

    def test_two_names_of_one_person_at_a_table_are_refused(self, visitor: Visitor) -> None:
        said = self.refused(
            visitor, json.dumps(document(players=["Anna", "anna", "Cilli", "Dora", "Jörg"], deals=[])).encode()
        )
        assert re.search(r"sittings\[0\].players\[1\] : ist eine Person, die unter einem anderen Namen", said)


def test_where_others_play_too_a_huge_file_is_for_the_console(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: KeptTemplates
) -> None:
    monkeypatch.setattr(files, "MOST_DEALS", 3)
    with opened_room(sqlite_url, tmp_path / "instance", monkeypatch, compiled) as room:
        organiser, before = room.organiser(), titles(room.app)
        fits = show(organiser, document("Eins"))
        for answer in (
            show(organiser, document("Eins"), document("Zwei")),
            organiser.post(
                "/einlesen/uebernehmen", {"key": "forged", "file": packed(document("Eins"), document("Zwei"))}
            ),
        ):
            assert answer.status_code == 413
            assert "In der Datei sind 4 Spiele. Hier werden höchstens 3 auf einmal eingelesen" in words(answer)
            assert "scorekeeper import" in words(answer)
        assert titles(room.app) == before
        assert "Der Abend ist eingelesen" in words(take(organiser, fits))


def test_alone_at_this_computer_no_file_has_too_many_deals(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_DEALS", 3)
    assert "2 Abende sind eingelesen" in words(take(visitor, show(visitor, document("Eins"), document("Zwei"))))
