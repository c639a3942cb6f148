"""The settings of a club: kept, shown where they matter, and refused where they cannot be."""

import io

import pytest
from flask import Flask
from PIL import Image
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from tests.web.playing import sit_down
from tests.web.test_start import FIVE, begun, draft
from tests.web.visiting import TOKEN, Visitor, hidden, words

FIVE_NAMES = ("Toni", "Maria", "Franz", "Leni", "Sepp")
CHOSEN = {
    "name": "Kartenrunde Post", "language": "de", "currency": "EUR", "rules": "dobbm/stubai", "stake": "0,20 €",
    "payout": "kitty",
}  # fmt: skip


def picture(kind: str = "PNG") -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (900, 300), "#24418c").save(file, kind)
    return file.getvalue()


def send(visitor: Visitor, content: bytes, name: str = "wappen.png") -> tuple[int, str]:
    token = TOKEN.search(visitor.get("/einstellungen").text)
    assert token
    file = FileStorage(io.BytesIO(content), name)
    edge, body = encode_multipart({"csrf_token": token.group(1), "picture": file})
    answer = visitor.client.post(
        "/einstellungen/bild", data=body, content_type=f"multipart/form-data; boundary={edge}", follow_redirects=True
    )
    return answer.status_code, words(answer)


def test_a_new_evening_begins_with_what_the_club_chose(visitor: Visitor) -> None:
    saved = visitor.post("/einstellungen", CHOSEN, follow=True)
    assert "Die Einstellungen sind gespeichert." in words(saved)
    assert 'value="dobbm/stubai" selected' in saved.text
    page = visitor.get("/neu")
    assert hidden(page, "shown") == "dobbm/stubai"
    assert 'name="stake" value="20"' in page.text
    assert 'name="payout" value="kitty" checked' in page.text
    assert hidden(visitor.get("/neu?game=jaggln"), "shown") == "jaggln/schipflinger"


def test_what_was_left_open_is_as_the_last_evening_was(app: Flask, visitor: Visitor) -> None:
    begun(app, visitor.post("/neu", draft(visitor, player=FIVE, stake="50", do="begin")))
    visitor.post("/einstellungen", {**CHOSEN, "stake": "", "payout": "", "rules": ""})
    page = visitor.get("/neu")
    assert hidden(page, "shown") == "jaggln/schipflinger"
    assert 'name="stake" value="50"' in page.text


def test_the_name_stands_on_the_first_page_and_on_sheets(app: Flask, visitor: Visitor) -> None:
    table = sit_down(app, visitor, "jaggln", FIVE_NAMES)
    visitor.post("/einstellungen", {**CHOSEN, "name": "Wirt & Söhne"})
    assert words(visitor.get("/")).count("Wirt & Söhne") == 1
    for sheet in ("abrechnung", "zettel", "tischordnung"):
        assert "Wirt & Söhne" in words(visitor.get(f"{table.address}/{sheet}/druck"))


def test_a_device_that_chose_no_language_hears_the_clubs(app: Flask, visitor: Visitor) -> None:
    visitor.post("/einstellungen", {**CHOSEN, "language": "en"})
    assert "Settings" in words(visitor.get("/einstellungen"))
    other = Visitor(app)
    assert "New evening" in words(other.get("/"))
    assert "Neuer Abend" in words(other.get("/?lang=de"))
    other.post("/sprache", {"language": "de", "back": "/"})
    assert "Neuer Abend" in words(other.get("/"))


def test_what_cannot_be_is_refused_and_what_was_typed_stays(visitor: Visitor) -> None:
    refused = visitor.post("/einstellungen", {**CHOSEN, "name": "Post Westendorf", "stake": "zehn"})
    assert refused.status_code == 422
    assert "Noch ist nichts gespeichert" in words(refused)
    assert 'value="Post Westendorf"' in refused.text
    assert 'name="stake" value="zehn"' in refused.text
    assert "Post Westendorf" not in words(visitor.get("/"))
    assert visitor.post("/einstellungen", {**CHOSEN, "name": "x" * 81}).status_code == 422
    unknown = visitor.post("/einstellungen", {**CHOSEN, "currency": "USD"})
    assert unknown.status_code == 422
    assert "Diese Währung kennt das Programm nicht: eine der beiden wählen." in words(unknown)


def test_francs_are_named_wherever_an_amount_of_such_an_evening_stands(app: Flask, visitor: Visitor) -> None:
    visitor.post("/einstellungen", {**CHOSEN, "currency": "CHF", "stake": "20"})
    table = sit_down(app, visitor, "jaggln", FIVE_NAMES)
    table.enter(partner="", gewisse="6")
    assert "CHF" in words(visitor.get("/neu"))
    for part in (
        "",
        "/spiele",
        "/abrechnung",
        "/plaetze",
        "/regeln",
        "/was-waere-wenn?stake=20",
        "/spiele/1/korrigieren",
    ):
        page = visitor.get(f"{table.address}{part}")
        assert page.status_code == 200, part
        assert "€" not in words(page), part
    assert "0,10 CHF je Spielpunkt" in words(visitor.get("/abend/1")).replace("\N{NO-BREAK SPACE}", " ")
    for sheet in ("abrechnung", "zettel", "tischordnung", "zwischenstand"):
        page = visitor.get(f"{table.address}/{sheet}/druck")
        assert "CHF" in words(page), sheet
        assert "€" not in words(page), sheet


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_is_taken_shown_on_sheets_and_removed(app: Flask, visitor: Visitor, kind: str) -> None:
    table = sit_down(app, visitor, "jaggln", FIVE_NAMES)
    assert visitor.get("/einstellungen/bild.png").status_code == 404
    status, text = send(visitor, picture(kind))
    assert (status, "Das Bild steht von jetzt an auf den Blättern." in text) == (200, True)
    shown = visitor.get("/einstellungen/bild.png")
    assert shown.mimetype == "image/png"
    assert Image.open(io.BytesIO(shown.data)).size == (600, 200)
    assert visitor.get("/einstellungen/bild.png", **{"If-None-Match": shown.headers["ETag"]}).status_code == 304
    assert 'src="/einstellungen/bild.png"' in visitor.get(f"{table.address}/abrechnung/druck").text
    visitor.post("/einstellungen/bild/entfernen", {})
    assert visitor.get("/einstellungen/bild.png").status_code == 404
    assert "bild.png" not in visitor.get(f"{table.address}/abrechnung/druck").text


@pytest.mark.parametrize(
    "content, name, reason",
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "wappen.svg", "Eine SVG-Datei kann Programme"),
        (b"%PDF-1.7", "wappen.png", "kein lesbares Bild"),
        (b"", "", "keine Datei gewählt"),
        (bytes(2 * 2**20 + 1), "wappen.png", "größer als 2 MB"),
        (bytes(3 * 2**20), "wappen.png", "größer als 2 MB"),
    ],
    ids=["svg", "pdf", "none", "large", "larger than any form"],
)
def test_what_is_no_picture_is_refused_with_the_reason(
    visitor: Visitor, content: bytes, name: str, reason: str
) -> None:
    status, text = send(visitor, content, name)
    assert status >= 400
    assert reason in text
    assert visitor.get("/einstellungen/bild.png").status_code == 404
