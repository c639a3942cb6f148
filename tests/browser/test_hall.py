"""A small tournament with everything open at once: the organiser's laptop, the wall board and a phone at each table.

Five at a Jaggln table, 6 Gwiß with a partner: each opponent pays 2, and both get +3 (rules.md, 2 v 3).
"""

import io
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from tests.apps import KeptTemplates
from tests.browser.browsing import PHONE, Complaints, OpenPage, opener, served
from tests.browser.journeys.taps import Phone, number
from tests.web.room import NAME, PASSWORD, Room, opened_room

LAPTOP, WALL = (1280, 800), (1280, 720)
LISTED = ("Anna", "Bert", "Cilli", "Dora", "Emil", "Fritz", "Gusti", "Hias", "Ida")
WALK_IN = "Jos"
PAYS, GETS = -2, 3
FROM_PAPER = (4, -1, -1, -1, -1)
CLOCK = re.compile(r"^\d+:\d\d$")


@pytest.fixture
def room(database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: KeptTemplates) -> Iterator[Room]:
    with opened_room(database_url, tmp_path / "instance", monkeypatch, compiled) as opened:
        yield opened


@pytest.fixture
def open_page(browser: Browser, room: Room, complaints: Complaints) -> Iterator[OpenPage]:
    with ExitStack() as closing:
        site = closing.enter_context(served(room.app))
        yield opener(browser, site, complaints, closing.callback)


def test_a_tournament_with_two_phones_the_wall_board_and_the_organiser(
    open_page: OpenPage, complaints: Complaints
) -> None:
    organiser = open_page(LAPTOP)
    log_in(organiser)
    tournament = set_up(organiser)
    register(organiser)
    draw(organiser)
    phones = open_page(PHONE), open_page(PHONE)
    hand_out_cards(organiser, tournament, *phones)
    board = organiser.context.new_page()
    complaints.listen(board)
    board.set_viewport_size({"width": WALL[0], "height": WALL[1]})
    board.goto(f"{tournament}/tafel")
    expect(board.get_by_role("heading", name="Wo sitze ich?")).to_be_visible()
    organiser.goto(f"{tournament}/runde/1")
    organiser.get_by_role("button", name="Runde 1 beginnen").click()

    totals: Counter[str] = Counter()
    seated = [take_seats(phone, board, 1, table) for table, phone in enumerate(phones, 1)]
    for phone, names in zip(phones, seated, strict=True):
        totals.update(play_a_deal(Phone(phone), names))
        board_shows(board, totals)
    nod(phones[0])
    sign(phones[1])
    phones[1].goto(f"{phones[1].url.partition('?')[0]}/bestaetigen")  # and is left lying there
    close(organiser, 1)
    expect(phones[1].get_by_text("Diese Runde ist abgeschlossen.")).to_be_visible()

    organiser.get_by_role("link", name="Runde 2", exact=True).last.click()
    organiser.get_by_role("button", name="Runde 2 beginnen").click()
    expect(organiser.get_by_text("Runde 2 hat begonnen")).to_be_visible()
    totals.update(play_a_deal(Phone(phones[0]), take_seats(phones[0], board, 2, 1)))
    nod(phones[0])
    expect(phones[1].locator("#runde .where")).to_contain_text("Runde 2, Tisch 2")
    totals.update(type_paper(organiser, tournament))
    expect(phones[1].get_by_text("Endstand vom Zettel")).to_be_visible()
    close(organiser, 2)
    everybody_sees_the_standings(organiser, board, tournament, totals)
    prints_certificates(organiser, tournament, totals)


def log_in(organiser: Page) -> None:
    organiser.goto("/")
    organiser.get_by_label("Name").fill(NAME)
    organiser.get_by_label("Passwort", exact=True).fill(PASSWORD)
    organiser.get_by_role("button", name="Anmelden").click()


def set_up(organiser: Page) -> str:
    """Two rounds of one deal and 30 minutes; give the tournament's address."""
    organiser.get_by_role("link", name="Neues Turnier").click()
    organiser.get_by_text("Uhr und Auslosung").click()
    for label, text in (("Titel", "Preisjaggln"), ("Runden", "2"), ("Spiele pro Runde", "1"), ("Minuten pro", "30")):
        organiser.get_by_label(label).first.fill(text)
    organiser.keyboard.press("Tab")
    expect(organiser.get_by_text("30 Minuten pro Runde")).to_be_visible()
    organiser.get_by_role("button", name="Turnier anlegen").click()
    expect(organiser.get_by_role("heading", level=1)).to_have_text("Anmeldung")
    return organiser.url.removesuffix("/anmeldung")


def register(organiser: Page) -> None:
    """Paste a list, and type who comes in at the last moment and pays at once."""
    organiser.get_by_text("Ganze Liste einfügen").click()
    organiser.get_by_label("Liste").fill("\n".join(LISTED))
    organiser.get_by_role("button", name="Liste anmelden").click()
    expect(organiser.locator("#tally")).to_contain_text("9 angemeldet")
    organiser.locator("label", has_text="gleich bezahlt").click()
    organiser.locator("#line").fill(WALK_IN)
    organiser.keyboard.press("Enter")
    expect(organiser.locator("#tally")).to_contain_text("10 angemeldet")
    organiser.get_by_role("button", name="Anna: 10,00 € bezahlt").click()
    expect(organiser.locator("#tally")).to_contain_text("2 bezahlt")
    organiser.get_by_role("link", name="Weiter zum Turnier").click()


def draw(organiser: Page) -> None:
    organiser.get_by_role("link", name="Runden auslosen").click()
    expect(organiser.get_by_label("Alle Runden im Voraus")).to_be_checked()
    organiser.get_by_role("button", name="Auslosen", exact=True).click()
    expect(organiser.locator("#runde .table")).to_have_count(2)


def hand_out_cards(organiser: Page, tournament: str, first: Page, second: Page) -> None:
    """The first phone scans the QR code on its table, the second types the code."""
    organiser.goto(f"{tournament.replace('turnier', 'abend')}/zugang")
    organiser.get_by_role("button", name="Fehlende Links machen").click()
    picture = Image.open(io.BytesIO(organiser.locator("#tisch-1 .code-to-scan").screenshot()))
    [scanned] = [code.text for code in zxingcpp.read_barcodes(picture)]
    first.goto(f"/karte#{scanned.partition('#')[2]}")
    second.goto("/")
    second.get_by_label("Acht Zeichen").fill(organiser.locator("#tisch-2 .short-code").inner_text())
    second.get_by_role("button", name="Zum Tisch").click()
    for phone in (first, second):
        expect(phone.get_by_text("An diesem Tisch ist noch nichts begonnen.")).to_be_visible()


def take_seats(phone: Page, board: Page, round_number: int, table: int) -> list[str]:
    """Wait until the table's new sitting is there, on the board too; give the names in seat order.

    From a round to the next one the phone is led by itself.
    """
    if round_number == 1:
        phone.reload()
    expect(phone.locator("#runde .where")).to_contain_text(f"Runde {round_number}, Tisch {table}")
    expect(phone.locator("#runde .time")).to_have_text(CLOCK)
    expect(board.locator(".top .time")).to_have_text(CLOCK)
    names = phone.locator(".entry .seats .seat .name > :first-child").all_inner_texts()
    for name in names:
        expect(board.locator("#namen li", has_text=name)).to_contain_text(f"Tisch {table}")
    return names


def play_a_deal(phone: Phone, names: list[str]) -> dict[str, int]:
    """Forehand, who sits beside the dealer, plays with the last one and has 6 Gwiß; give what it brings."""
    phone.tap("partner", names[-1])
    phone.tap("gewisse", "6")
    phone.sees(f"{names[1]} und {names[-1]} gewinnen: je +{GETS}")
    phone.enter(1)
    return {name: GETS if name in {names[1], names[-1]} else PAYS for name in names}


def board_shows(board: Page, totals: Counter[str]) -> None:
    """The board learns by itself of what was entered."""
    for name, units in totals.items():
        expect(board.locator("#rangliste li", has_text=name).locator(".u")).to_have_text(signed(units))


def nod(phone: Page) -> None:
    """Everybody at the table nods to the result."""
    phone.get_by_role("link", name="Ergebnis bestätigen").click()
    for label in phone.locator(".nods label").all():
        label.click()
    phone.get_by_role("button", name="Das Ergebnis stimmt").click()
    expect(phone.get_by_text("Das Ergebnis ist bestätigt")).to_be_visible()


def sign(phone: Page) -> None:
    """Whoever is not asked to nod is missed; initials do as well."""
    phone.get_by_role("link", name="Ergebnis bestätigen").click()
    phone.get_by_label("Kürzel").fill("A B C D E")
    phone.get_by_role("button", name="Das Ergebnis stimmt").click()
    expect(phone.get_by_text("Das Ergebnis ist bestätigt")).to_be_visible()


def type_paper(organiser: Page, tournament: str) -> dict[str, int]:
    """Type the second table's sheet with the keyboard alone; give what it brings."""
    organiser.goto(f"{tournament}/runde/2/eingabe")
    table = organiser.locator("#tisch-2")
    names = table.locator(".cell > span").all_inner_texts()
    table.locator("input.num").first.focus()
    for units in FROM_PAPER:
        organiser.keyboard.type(str(units))
        organiser.keyboard.press("Enter")
    expect(table).to_have_class("gridtable saved")
    organiser.goto(f"{tournament}/runde/2")
    return dict(zip(names, FROM_PAPER, strict=True))


def close(organiser: Page, round_number: int) -> None:
    """Close the round as soon as its page, which was open all the time, says that both results are there."""
    confirmed = 2 if round_number == 1 else 1
    expect(organiser.locator("#stand .lead")).to_have_text(f"2 von 2 Tischen fertig, {confirmed} bestätigt.")
    organiser.get_by_role("button", name=f"Runde {round_number} abschließen").click()
    expect(organiser.get_by_role("heading", name=f"Runde {round_number} ist abgeschlossen")).to_be_visible()


def everybody_sees_the_standings(organiser: Page, board: Page, tournament: str, totals: Counter[str]) -> None:
    organiser.goto(f"{tournament}/rangliste")
    rows = organiser.locator(".ranks tbody tr")
    listed = [(row.locator("th b").inner_text(), number(row.locator(".total").inner_text())) for row in rows.all()]
    assert dict(listed) == dict(totals)
    assert [units for _name, units in listed] == sorted(totals.values(), reverse=True)
    expect(board.locator("#rangliste .who")).to_have_text([name for name, _units in listed])
    expect(board.locator("#rangliste h2")).to_contain_text("nach 2 Runden")
    board_shows(board, totals)
    assert board.locator(".slide.shown").count() == 1


def prints_certificates(organiser: Page, tournament: str, totals: Counter[str]) -> None:
    organiser.goto(f"{tournament}/papier")
    expect(organiser.get_by_role("button", name="Urkunden")).to_be_visible()
    answer = organiser.request.get(f"{tournament}/papier/urkunden.pdf?bis=1&text=Gut+gespielt", timeout=60_000)
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.body())).pages)
    assert "Preisjaggln" in text
    assert "Gut gespielt" in text
    assert any(name in text for name, units in totals.items() if units == max(totals.values()))


def signed(units: int) -> str:
    """Write a number as it is shown."""
    return f"+{units}" if units > 0 else str(units).replace("-", "−")
