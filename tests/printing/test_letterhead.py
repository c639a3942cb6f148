"""The club on its sheets, and the cards for its tables: all on the page, and nothing reached for to get there."""

import base64
import io
from io import BytesIO

import pytest
from PIL import Image
from pypdf import PdfReader

from scorekeeper.domain.games import GAMES
from scorekeeper.i18n import LANGUAGES, Language
from scorekeeper.printing.pictures import PICTURE, picture_in
from scorekeeper.printing.pool import Printer
from scorekeeper.printing.rendering import Letterhead, html
from scorekeeper.printing.score_sheet import blank_sheet, score_sheet
from scorekeeper.printing.table_cards import Card, table_cards
from scorekeeper.services.reading import sitting_now
from scorekeeper.storage import Store
from tests.conftest import breadth
from tests.printing.evenings import Evening, play_evening
from tests.printing.paper import Paper

CLUB = "Traditionsverein der Kartenspielerinnen und Kartenspieler Hopfgarten"


def address_of(size: tuple[int, int], kind: str = "PNG") -> str:
    """Give a picture as a sheet carries it."""
    file = io.BytesIO()
    Image.new("RGB", size, "#24418c").save(file, kind)
    return PICTURE + base64.b64encode(file.getvalue()).decode()


def pictures(paper: Paper) -> list[list[tuple[int, int]]]:
    """Give the sizes of the pictures on each page in pixels."""
    return [[image.image.size for image in page.images if image.image] for page in PdfReader(BytesIO(paper.data)).pages]


@pytest.mark.parametrize(
    "size", breadth([pytest.param((200, 600))], [pytest.param((600, 100)), pytest.param((600, 600))]), ids=str
)
def test_name_and_picture_stand_on_a_score_sheet_that_still_has_one_page(
    store: Store, printer: Printer, size: tuple[int, int]
) -> None:
    [sitting] = play_evening(store, Evening(deals=1))
    with store.read() as tx:
        sheet = score_sheet(sitting_now(tx, sitting), "de")
    paper = Paper(printer.pdf(html(sheet, club=Letterhead(CLUB, address_of(size)))))
    assert len(paper.pages) == 1
    assert f"{CLUB} ·" in paper.text
    assert pictures(paper) == [[size]]
    assert paper.outside() == []


def test_a_sheet_without_a_club_is_as_it_was(printer: Printer) -> None:
    game = GAMES["jaggln"]
    paper = Paper(printer.pdf(html(blank_sheet(game, game.rule_sets[0].key, game.rule_sets[0].rules, "de"))))
    assert pictures(paper) == [[]]
    assert " · Abend, Ort" not in paper.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_has_a_card_with_its_number_and_code_and_nothing_is_cut_off(
    store: Store, printer: Printer, language: Language
) -> None:
    [sitting] = play_evening(store, Evening(deals=1))
    with store.read() as tx:
        event = sitting_now(tx, sitting).event
    codes = [f"{number}AB7-XY{number}9" for number in range(1, 7)]
    address = "https://karten.traditionsverein-hopfgarten.example:8443/karte#17.abcdefghijklmnopqrstuvwx"
    typed_at = "https://karten.traditionsverein-hopfgarten.example:8443/code"
    cards = [Card(number, address, code) for number, code in enumerate(codes, 1)]
    sheet = table_cards(event, cards, typed_at, language)
    paper = Paper(printer.pdf(html(sheet, club=Letterhead(CLUB, address_of((600, 300))))))
    assert paper.sizes == [(210, 297)] * 2
    assert [sum(code in page for code in codes) for page in paper.pages] == [4, 2]
    for number, code in enumerate(codes, 1):
        page = paper.pages[(number - 1) // 4]
        assert f"{'Tisch' if language == 'de' else 'Table'} {number}" in page
        assert code in page
    assert paper.text.replace(" ", "").count(typed_at.removeprefix("https://")) == 6


@pytest.mark.parametrize(
    "address",
    [
        address_of((4, 4), "JPEG"),
        PICTURE + base64.b64encode(b"<svg xmlns='http://www.w3.org/2000/svg'/>").decode(),
        PICTURE + "&!",
    ],
    ids=["jpeg", "svg", "nonsense"],
)
def test_only_a_png_is_taken_out_of_a_sheet(address: str) -> None:
    with pytest.raises(PermissionError):
        picture_in(address)


def test_another_kind_of_file_in_a_sheet_is_not_read(printer: Printer) -> None:
    svg = base64.b64encode(b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect/></svg>").decode()
    paper = Paper(printer.pdf(f'<p>Grüß Gott<img src="data:image/svg+xml;base64,{svg}"><img src="{PICTURE}{svg}">'))
    assert "Grüß Gott" in paper.text
    assert pictures(paper) == [[]]
