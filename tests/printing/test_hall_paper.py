"""A tournament's sheets: everybody is on them once, nothing stands outside, heads repeat, long papers are joined."""

import re
from collections.abc import Callable

import pytest

from scorekeeper.i18n import LANGUAGES, Language
from scorekeeper.printing.hall import lists
from scorekeeper.printing.hall.certificates import certificates
from scorekeeper.printing.hall.receipts import receipts
from scorekeeper.printing.hall.score_sheets import score_sheets
from scorekeeper.printing.long import print_parts
from scorekeeper.printing.pool import Printer
from scorekeeper.printing.rendering import html
from scorekeeper.printing.sheets import Sheet
from tests.printing.halls import EVENT, LONG, SETTINGS, name, paper
from tests.printing.paper import Paper

Printed = Callable[[Sheet], Paper]
HEADS = {
    "de": ["Spieler", "Partner", "gerufen", "Gwiß", "gem.", "Doaba"],
    "en": ["Declarer", "Partner", "called", "Gwiß", "gem.", "Doaba"],
}
"""rules.md, Jaggln: declarer, partner, called card, gewisse, gematscht, talon; nothing is doubled."""


def solid(text: str) -> str:
    """Leave signs and spaces out: a word that is broken at its hyphen is the same word."""
    return "".join(sign for sign in text if sign.isalnum())


@pytest.mark.parametrize("count", [1, 8, 103, 400])
def test_the_start_list_has_everybody_once_in_two_columns(printed: Printed, count: int) -> None:
    sheet = printed(lists.start_list(paper(count)))
    assert sheet.outside() == []
    text = solid(sheet.text)
    assert [text.count(solid(f"{number}{name(number)}ja")) for number in {1, count}] == [1] * len({1, count})
    assert all(page.count("Name") == (2 if count > 1 else 1) for page in sheet.pages)
    assert len(sheet.pages) == {1: 1, 8: 1, 103: 2, 400: 4}[count]


def test_somebody_finds_their_table_by_name_and_by_table(printed: Printed) -> None:
    made = paper(103)
    drawn = made.hall.state.rounds[2].drawn
    by_name, by_table = printed(lists.seating_by_name(made, 2)), printed(lists.seating_by_table(made, 2))
    assert by_name.outside() == by_table.outside() == []
    assert len(by_name.pages) == 1
    text = solid(by_name.text)
    assert all(f"{solid(name(one))}{one}{drawn.table_of(one)}" in text for one in (1, 57, 103))
    seated = "".join(solid(f"{seat}{name(seat)}") for seat in drawn.tables[0])
    assert f"Tisch1{seated}Tisch2" in solid(by_table.text)


def test_a_table_is_never_broken_between_columns_or_pages(printed: Printed) -> None:
    sheet = lists.round_results(paper(400), 1)
    blocks = [str(block.lines).split("\n") for page in sheet.pages for block in page]
    assert all(lines[0].startswith("<b>Tisch") for lines in blocks)
    assert printed(sheet).outside() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_standings_of_400_repeat_their_head_and_share_places(printed: Printed, language: Language) -> None:
    sheet = printed(lists.standings_list(paper(400, language), 2))
    assert sheet.outside() == []
    assert "{" not in sheet.text
    head = {"de": "Platz Nr. Name R1 R2 Summe", "en": "Place No. Name R1 R2 Sum"}[language]
    assert [page.count(head) for page in sheet.pages] == [1] * len(sheet.pages)
    assert len(re.findall(r"\b1\. ", sheet.pages[0])) >= 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_score_sheet_has_the_names_in_seat_order_and_the_columns_of_the_form(
    printed: Printed, language: Language
) -> None:
    made = paper(8, language)
    found = made.hall.state.rounds[1]
    sheets = score_sheets(EVENT, SETTINGS, found, made.names[1], language, currency="EUR")
    [blank] = sheets.blanks.values()
    assert list(blank.table.heads) == HEADS[language]
    sheet = printed(sheets)
    assert sheet.outside() == []
    assert len(sheet.pages) == len(found.drawn.tables)
    text = solid(sheet.pages[0])
    seated = [text.index(solid(f"{seat} {name(seat)}")) for seat in found.drawn.tables[0]]
    assert seated == sorted(seated)
    assert sheet.pages[0].startswith({"de": "Tisch 1 Runde 1", "en": "Table 1 Round 1"}[language])


def test_score_sheets_printed_in_parts_are_the_same_pages_in_order(printer: Printer) -> None:
    made = paper(50)
    sheets = score_sheets(EVENT, SETTINGS, made.hall.state.rounds[1], made.names[1], "de", currency="EUR")
    done: list[int] = []
    joined = Paper(print_parts(printer, [html(part) for part in sheets.parts], done.append))
    assert done == [1, 2]
    assert [page.split()[1] for page in joined.pages] == [str(table) for table in range(1, 11)]


def test_a_certificate_is_a_page_with_place_name_words_and_lines_to_sign(printed: Printed) -> None:
    made = paper(8)
    sheet = printed(certificates(made, made.hall.lines(2), "Herzlichen Glückwunsch"))
    assert sheet.sizes == [(210, 297)] * 8
    assert sheet.outside() == []
    text = sheet.pages[0]
    assert all(said in text for said in ("Urkunde", "Preisjaggln", "1.", "Herzlichen Glückwunsch", "Spielleitung"))
    assert any(solid(LONG) in solid(page) for page in sheet.pages)


def test_receipts_are_eight_on_a_page(printed: Printed) -> None:
    sheet = printed(receipts(paper(9)))
    assert sheet.sizes == [(210, 297)] * 2
    assert [page.count("15,00 €") for page in sheet.pages] == [8, 1]
