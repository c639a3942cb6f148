"""What every page has in common: headers, static files, switches, and errors that keep what was typed."""

import errno
import html
import re
import sqlite3
import threading
from pathlib import Path
from typing import NoReturn

import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError

from scorekeeper import assets
from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_
from scorekeeper.services.errors import NotFoundError
from scorekeeper.storage import BusyError
from scorekeeper.web import store
from scorekeeper.web.settings import secret_key
from tests.web.visiting import Visitor, words

TEMPLATES = sorted(
    path.relative_to(assets.templates_path()).as_posix() for path in assets.templates_path().rglob("*.html")
)
PAGES = ("/", "/neu", "/papier", "/hilfe", "/lernen", "/spielregeln/matzlfangen/daglinger", "/sicherung")
ADDRESS = re.compile(r'(?:src|href)="(/static/[^"#]+)')
FIELD = re.compile(r'<textarea hidden name="([^"]+)">\n(.*?)</textarea>', re.DOTALL)


def test_every_template_compiles(app: Flask) -> None:
    assert [app.jinja_env.get_template(name).name for name in TEMPLATES] == TEMPLATES


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_page_stands_in_both_languages(visitor: Visitor, address: str, language: str) -> None:
    visitor.post("/sprache", {"language": language})
    page = visitor.get(address)
    assert page.status_code == 200
    assert f'<html lang="{"de-AT" if language == "de" else "en"}"' in page.text


@pytest.mark.parametrize("address", PAGES)
def test_a_page_needs_nothing_from_elsewhere_and_no_inline_script_or_style(visitor: Visitor, address: str) -> None:
    page = visitor.get(address)
    assert page.headers["Content-Security-Policy"].startswith("default-src 'self';")
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//""", page.text)
    assert not re.search(r"<script(?![^>]* src=)|<style| style=| on[a-z]+=", page.text)


def test_static_files_are_kept_for_a_year_under_an_address_that_names_their_content(visitor: Visitor) -> None:
    addresses = {html.unescape(found) for found in ADDRESS.findall(visitor.get("/").text)}
    assert len(addresses) > 8
    for address in addresses:
        answer = visitor.get(address)
        assert answer.status_code == 200, address
        assert "immutable" in answer.headers["Cache-Control"], address
        answer.close()


def test_everything_that_a_style_sheet_asks_for_is_there() -> None:
    for sheet in (assets.static_path() / "css").glob("*.css"):
        for named in re.findall(r'url\("([^"]+)"\)', sheet.read_text(encoding="utf-8")):
            assert (sheet.parent / named).is_file(), f"{sheet.name}: {named}"


def test_every_sign_that_a_template_shows_is_drawn() -> None:
    drawn = set(re.findall(r'<symbol id="([^"]+)"', (assets.static_path() / "signs.svg").read_text(encoding="utf-8")))
    used: set[str] = set()
    for name in TEMPLATES:
        text = (assets.templates_path() / name).read_text(encoding="utf-8")
        used |= set(re.findall(r'sign\("([^"]+)"\)', text)) | set(re.findall(r"signs\.svg'\) \}\}#([\w-]+)", text))
    assert used - drawn == set()


def test_the_language_switch_lasts_and_comes_back_to_the_page(visitor: Visitor) -> None:
    answer = visitor.post("/sprache", {"language": "en", "back": "/neu?game=dobbm"})
    assert answer.headers["Location"] == "/neu?game=dobbm"
    assert "New evening" in words(visitor.get("/"))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_display_switch_lasts(visitor: Visitor, theme: str) -> None:
    visitor.post("/anzeige", {"theme": theme, "back": "/"})
    assert f'data-theme="{theme}"' in visitor.get("/").text
    visitor.post("/anzeige", {"theme": "auto", "back": "/"})
    assert "data-theme" not in visitor.get("/").text


@pytest.mark.parametrize(
    "back",
    [
        "http://[",
        "//[",
        "javascript:alert(1)",
        "https://example.org/",
        "//example.org",
        "/\\example.org",
        "\\\\example.org",
        "",
        "neu",
    ],
)
def test_a_switch_never_leads_to_another_site(visitor: Visitor, back: str) -> None:
    assert visitor.post("/sprache", {"language": "en", "back": back}).headers["Location"] == "/"


def test_a_device_keeps_its_short_name(app: Flask, visitor: Visitor) -> None:
    app.add_url_rule("/wer", view_func=lambda: store.actor().device)
    first = visitor.get("/wer").text
    assert re.fullmatch(r"Gerät [A-HJ-NPR-Z][1-9]\d?", first)
    assert visitor.get("/wer").text == first


def resent(page: str) -> dict[str, str]:
    return {html.unescape(name): html.unescape(value) for name, value in FIELD.findall(page)}


def test_without_a_token_everything_typed_is_kept_and_sent_once_more(visitor: Visitor) -> None:
    typed = {"typed": "Zeile 1\nZeile 2 <b>\"'&", "player": "+Anna", "do": "add"}
    page = visitor.client.post("/neu?game=dobbm", data=typed)
    assert page.status_code == 400
    assert "Bitte nochmals absenden" in words(page)
    assert "<b>" not in page.text.partition("<textarea")[2].partition("<button")[0]
    assert resent(page.text) == typed
    assert 'action="/neu?game=dobbm"' in page.text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page.text.partition("<main")[2])
    assert token
    again = visitor.client.post("/neu", data={**resent(page.text), "csrf_token": token.group(1)})
    assert again.status_code == 200


def test_fields_that_come_several_times_are_kept_in_order(visitor: Visitor) -> None:
    page = visitor.client.post("/neu", data={"player": ["+A", "+B", "+C"]})
    assert [value for name, value in FIELD.findall(page.text) if name == "player"] == ["+A", "+B", "+C"]


def test_a_script_without_a_token_gets_a_fresh_one(visitor: Visitor) -> None:
    answer = visitor.client.post("/neu", data={"do": "add"}, headers={"HX-Request": "true"})
    assert answer.status_code == 400
    fresh = answer.headers["X-Fresh-Token"]
    again = visitor.client.post("/neu", data={"do": "add", "csrf_token": fresh}, headers={"HX-Request": "true"})
    assert again.status_code == 200


def failing(app: Flask, error: Exception) -> None:
    """Make an address that fails."""

    def fail() -> str:
        raise error

    app.testing = False
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.add_url_rule("/kaputt", view_func=fail, methods=["GET", "POST"])


def sqlite_error(code: int) -> Exception:
    original = sqlite3.OperationalError("no")
    original.sqlite_errorcode = code
    return OperationalError("INSERT", {}, original)


@pytest.mark.parametrize(
    "error, status, said",
    [
        (NotFoundError(), 404, "Hier ist nichts"),
        (BusyError(), 503, "Gerade überlastet"),
        (ScorekeeperError(N_("is missing")), 409, "Das geht so nicht"),
        (ZeroDivisionError(), 500, "Nichts wurde gespeichert."),
        (sqlite_error(sqlite3.SQLITE_FULL), 503, "Der Datenträger ist voll."),
        (sqlite_error(sqlite3.SQLITE_IOERR_SHMSIZE), 503, "Der Datenträger ist voll."),
        (sqlite_error(sqlite3.SQLITE_READONLY_DBMOVED), 503, "In die Datenbank kann nicht geschrieben werden."),
        (sqlite_error(sqlite3.SQLITE_IOERR_FSYNC), 503, "Der Datenträger meldet einen Fehler."),
        (sqlite_error(sqlite3.SQLITE_CORRUPT), 503, "Die Datei der Datenbank ist beschädigt."),
        (sqlite_error(sqlite3.SQLITE_MISUSE), 500, "Etwas ist schiefgegangen"),
    ],
)
def test_every_trouble_has_a_page_that_says_what_helps(
    app: Flask, visitor: Visitor, error: Exception, status: int, said: str
) -> None:
    failing(app, error)
    page = visitor.get("/kaputt")
    assert page.status_code == status
    assert said in words(page)


def test_what_was_typed_survives_trouble_with_the_database(app: Flask, visitor: Visitor) -> None:
    failing(app, sqlite_error(sqlite3.SQLITE_FULL))
    page = visitor.post("/kaputt", {"note": "drei Zehner"})
    assert resent(page.text) == {"note": "drei Zehner"}
    assert "Nochmals absenden" in words(page)


@pytest.mark.parametrize("address, status", [("/gibtsnicht", 404), ("/abend/4711", 404)])
def test_an_address_that_is_none_has_a_page(visitor: Visitor, address: str, status: int) -> None:
    page = visitor.get(address)
    assert page.status_code == status
    assert "Hier ist nichts" in words(page)


def test_a_switch_that_is_opened_as_a_page_leads_to_the_first_one(visitor: Visitor) -> None:
    for address in ("/sprache", "/anzeige", "/abmelden"):
        page = visitor.get(address)
        assert (page.status_code, page.location) == (303, "/")


def test_a_form_that_is_too_large_has_a_page(visitor: Visitor) -> None:
    page = visitor.post("/neu", {"typed": "x" * 300_000})
    assert page.status_code == 413
    assert "Das war zu viel auf einmal" in words(page)


def test_a_read_only_database_says_so_and_keeps_the_form(
    app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_only() -> NoReturn:
        raise sqlite_error(sqlite3.SQLITE_READONLY)

    app.testing = False
    app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr(store, "writing", read_only)
    five = ("+Toni", "+Maria", "+Franz", "+Leni", "+Sepp")
    page = visitor.post("/neu", {"key": "1", "game": "jaggln", "player": five, "date": "2027-01-15", "do": "begin"})
    assert page.status_code == 503
    assert [value for name, value in FIELD.findall(page.text) if name == "player"] == list(five)


def test_workers_that_start_at_once_share_one_secret(tmp_path: Path) -> None:
    keys: list[str] = []
    barrier = threading.Barrier(8)

    def start() -> None:
        barrier.wait()
        keys.append(secret_key(tmp_path / "instance"))

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(keys)) == 1
    assert len(keys[0]) == 64
    assert [path.name for path in (tmp_path / "instance").iterdir()] == ["secret.key"]


def test_the_secret_is_for_its_owner_only(tmp_path: Path) -> None:
    secret_key(tmp_path)
    assert (tmp_path / "secret.key").stat().st_mode & 0o077 == 0


def test_a_file_system_without_hard_links_keeps_a_secret_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_names: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr("os.link", refused)
    assert secret_key(tmp_path) == secret_key(tmp_path)


def test_a_secret_that_a_power_cut_left_empty_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "secret.key").touch()
    made = secret_key(tmp_path)
    assert len(made) == 64
    assert secret_key(tmp_path) == made


@pytest.mark.parametrize("before", ["http://evil.example/partie/1", "javascript:alert(1)", "//[", ""])
def test_a_print_view_leads_back_within_the_application_only(visitor: Visitor, before: str) -> None:
    page = visitor.get("/papier/dobbm/stubai/zettel/druck", Referer=before)
    assert page.status_code == 200
    assert 'href="/"' in page.text
    assert "evil.example" not in page.text
    assert "javascript:" not in page.text
    assert 'href="/papier"' in visitor.get(page.request.path, Referer="http://localhost/papier").text


def test_a_wrong_method_is_told_the_right_ones(visitor: Visitor) -> None:
    assert "POST" in visitor.get("/sprache").allow
