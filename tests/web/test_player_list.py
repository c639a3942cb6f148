"""A list of people on screen: the file is looked at first, and nothing typed or chosen is lost."""

import html
import io
import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.services import players
from scorekeeper.web import store
from tests.web.visiting import TOKEN, Visitor, hidden, words

LIST = "Nachname;Vorname;Spitzname\r\nGroßrubatscher;Jörg;\r\n;Joisef;\r\n;Maria;\r\n17;4;\r\n'=Egger;Sepp;Post\r\n"


def send(visitor: Visitor, data: bytes, name: str = "liste.csv") -> TestResponse:
    found = TOKEN.search(visitor.client.get("/leute/einlesen").text)
    assert found
    fields = {"csrf_token": found.group(1), "file": (io.BytesIO(data), name)}
    return visitor.client.post("/leute/einlesen", data=fields, content_type="multipart/form-data")


def form(page: TestResponse, **fields: str) -> dict[str, str]:
    """Give what the form of a list holds, with what is checked on it."""
    checked = re.findall(r'type="radio" name="(choice\.\d+)" value="(\d+)" checked', page.text)
    return {**{name: hidden(page, name) for name in ("key", "list")}, **dict(checked), **fields}


def everybody(app: Flask) -> list[str]:
    with app.test_request_context(), store.reading() as tx:
        return sorted(person.label for person in players.known_players(tx, store.club()))


@pytest.fixture
def known(app: Flask) -> int:
    """Josef and Maria are known; gives Josef's number."""
    with app.test_request_context(), store.writing() as tx:
        players.add_player(tx, store.actor(), "Maria")
        return players.add_player(tx, store.actor(), "Josef")


def test_a_list_is_shown_before_anything_of_it_is_taken(app: Flask, visitor: Visitor, known: int) -> None:
    page = send(visitor, LIST.encode("utf-8-sig"))
    text = words(page)
    assert "5 Zeilen, noch nichts übernommen" in text
    assert "2 neu 1 schon bekannt 1 zu klären 1 nicht übernommen" in text
    assert "Joisef Zeile 3 Josef gemeint schon bekannt, es kommt niemand dazu" in text
    assert "Neu Jörg Großrubatscher Sepp =Egger (Post) Nicht übernommen Zeile 5 17, 4 kein Buchstabe im Namen" in text
    assert "Stimmen die Umlaute?" not in text
    assert everybody(app) == ["Josef", "Maria"]


def test_a_list_is_taken_once_with_what_was_decided(app: Flask, visitor: Visitor, known: int) -> None:
    page = send(visitor, LIST.encode())
    fields = form(page, do="take")
    assert fields["choice.3"] == str(known)
    for _ in range(2):
        done = visitor.post("/leute/einlesen", fields, follow=True)
        assert "Eingelesen: 2 neu, 2 schon bekannt." in words(done)
    assert everybody(app) == ["Josef", "Jörg Großrubatscher", "Maria", "Sepp =Egger"]
    visitor.post("/leute/einlesen", {**form(send(visitor, LIST.encode())), "choice.3": "0", "do": "take"})
    assert "Joisef" in everybody(app)


def test_windows_umlauts_are_shown_to_be_judged_and_can_be_read_otherwise(app: Flask, visitor: Visitor) -> None:
    page = send(visitor, LIST.encode("cp1252"))
    assert "Stimmen die Umlaute? Jörg Großrubatscher wie unter Windows" in words(page)
    wrong = visitor.post("/leute/einlesen", form(page, do="as:mac_roman"))
    assert "Jörg" not in words(wrong)
    right = visitor.post("/leute/einlesen", form(wrong, do="as:cp1252"))
    visitor.post("/leute/einlesen", form(right, do="take"))
    assert "Jörg Großrubatscher" in everybody(app)


def test_columns_without_a_header_are_arranged_by_a_tap_and_a_choice_stays(visitor: Visitor, known: int) -> None:
    page = send(visitor, b"Liste 2027;\nHuber;Toni\n;Joisef\n")
    assert "Was bedeuten die Spalten?" in words(page)
    assert "Neu Liste 2027 Huber Toni" in words(page)
    page = visitor.post("/leute/einlesen", form(page, do="skip"))
    assert "Liste 2027" not in words(page)
    page = visitor.post("/leute/einlesen", {**form(page), "choice.3": "0", "do": "columns:last-first"})
    assert "Neu Toni Huber" in words(page)
    assert 'name="choice.3" value="0" checked' in page.text
    page = visitor.post("/leute/einlesen", form(page, do="columns:name-nickname"))
    assert "Huber (Toni)" in words(page)


def test_a_list_in_which_nobody_is_new_says_so(visitor: Visitor, known: int) -> None:
    text = words(send(visitor, b"Josef\nMaria\n"))
    assert "In dieser Liste ist niemand neu." in text
    assert "aufnehmen" not in text


@pytest.mark.parametrize(
    "data, message",
    [
        (b"", "Die Datei ist leer."),
        (b"\x89PNG\r\n\0", "Das ist keine Liste mit Namen."),
        (b"PK\x03\x04rubbish", "Die Excel-Datei lässt sich nicht lesen."),
        (b"\n".join(b"Sepp %d" % number for number in range(2001)), "Die Liste ist zu lang: höchstens 2000 Zeilen."),
        (b"\xd0\xcf\x11\xe0", "Als .xlsx oder als CSV gespeichert lässt sie sich einlesen."),
    ],
)
def test_a_bad_file_is_refused_with_what_helps(visitor: Visitor, data: bytes, message: str) -> None:
    page = send(visitor, data)
    assert page.status_code == 422
    assert message in words(page)


def test_a_file_that_is_too_large_is_refused_before_it_is_read(visitor: Visitor) -> None:
    for size in (2 * 1024 * 1024 + 1, 5 * 1024 * 1024):
        page = send(visitor, b"x" * size)
        page.request.environ["wsgi.input"].close()  # the test client forgets its own temporary file
        assert page.status_code in {409, 422}
        assert "Die Datei ist zu groß: höchstens 2 MB." in words(page)


def test_no_file_is_said_so(visitor: Visitor) -> None:
    assert "Es wurde keine Datei gewählt." in words(send(visitor, b"", ""))


def test_two_thousand_names_of_sixty_umlauts_pass_through_the_form(app: Flask, visitor: Visitor) -> None:
    names = "\n".join(f"{number:04}{'ü' * 56}" for number in range(2000))
    page = send(visitor, names.encode())
    assert page.status_code == 200
    done = visitor.post("/leute/einlesen", form(page, do="take"), follow=True)
    assert "Eingelesen: 2000 neu, 0 schon bekannt." in words(done)
    assert len(everybody(app)) == 2000


@pytest.mark.parametrize(
    "written",
    [
        "", "x", "[]", "{}", "null", '[[],[],false,"utf-8"]', '[[[1,["a"],false]],["boss"],false,"utf-8"]',
        '[[[1,["a"],false]],["name"],false,"latin"]', '[[["1",["a"],false]],["name"],false,"utf-8"]',
        '[[[1,[1],false]],["name"],false,"utf-8"]', "[" * 5000,
    ],
)  # fmt: skip
def test_a_list_that_is_none_of_ours_is_not_understood(visitor: Visitor, written: str) -> None:
    assert visitor.post("/leute/einlesen", {"key": "k", "list": written, "do": "take"}).status_code == 400


def test_a_list_whose_key_got_lost_is_shown_again_and_not_lost(app: Flask, visitor: Visitor) -> None:
    page = send(visitor, b"Josef\n")
    again = visitor.post("/leute/einlesen", {**form(page, do="take"), "key": ""})
    assert again.status_code == 422
    assert "Neu Josef" in words(again)
    visitor.post("/leute/einlesen", form(again, do="take"))
    assert everybody(app) == ["Josef"]


def test_names_out_of_a_list_are_no_markup(visitor: Visitor) -> None:
    page = send(visitor, b"<script>alert(1)</script>\n")
    assert "<script>alert" not in page.text
    assert html.escape("<script>alert(1)</script>") in page.text
