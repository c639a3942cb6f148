"""An evening reckoned by hand: page, file with `scorekeeper score`, CSV and XLSX say the same to the cent."""

import csv
import json
import re
from fractions import Fraction
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from openpyxl import load_workbook
from werkzeug.test import TestResponse

from scorekeeper.cli import main
from tests.web.playing import TableAt, sit_down
from tests.web.visiting import Visitor, hidden

# Deals 1 to 4 at 10 cents:   Emil −2 −4 −3 −2, Anna +3 −4 +2 +3, Bert −2 +16 +2 −2, Cilli −2 −4 −3 −2, Dora +3 −4 +2 +3
# Deals 5 and 6 at 15 cents:  Emil +3, Anna −2 −3, Bert +3 +2, Cilli −2 −3, Dora −2 +2, Franz +2
# Emil leaves after deal 5 with −11 × 10 + 3 × 15 = −65; a penalty of 2 for Bert after deal 6 concerns the other five:
# Bert −2 + 2/5 = −8/5 (−24 cents), Anna, Cilli, Dora and Franz +2/5 each (+6 cents).
CENTS = {
    "Emil": -65,
    "Anna": 40 - 75 + 6,
    "Bert": 140 + 75 - 24,
    "Cilli": -110 - 75 + 6,
    "Dora": 40 + 0 + 6,
    "Franz": 30 + 6,
}


ROW = re.compile(r'<th scope="row"[^>]*>([^<]*)</th>.*?data-head="Summe">([^<]*)<', re.DOTALL)


def press(table: TableAt, where: str, shown: TestResponse) -> None:
    """Press the button below a preview."""
    form = shown.text.split("<main")[1].split('method="post"')[1].split("</form>")[0]
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form))
    fields.pop("csrf_token")
    assert table.send(where, fields).status_code == 200


@pytest.fixture
def table(app: Flask, visitor: Visitor) -> TableAt:
    table = sit_down(app, visitor, "jaggln", ("Emil", "Anna", "Bert", "Cilli", "Dora"))
    table.enter(partner="Dora", gewisse="6")
    table.enter(partner="", gewisse="9", gematscht="1")
    table.enter(partner="Emil", gewisse="3")
    table.enter(partner="Anna", gewisse="5")
    rules = "ab=jetzt&rules=schipflinger&shown=jaggln/schipflinger&stake=15"
    press(table, "regeln", visitor.get(f"{table.address}/regeln/vorschau?{rules}"))
    table.enter(partner="Bert", gewisse="7")
    press(table, "plaetze", visitor.get(f"{table.address}/plaetze/vorschau?leaving={table.ids['Emil']}&name=Franz"))
    table.enter(partner="Cilli", gewisse="3")
    page, bert = visitor.get(f"{table.address}/strafe"), table.ids["Bert"]
    penalty = {f"side.{bert}": "pays", f"units.{bert}": "2", "suggested": "verleugnet"}
    table.send("strafe", {"key": hidden(page, "key"), "seen": hidden(page, "seen"), **penalty})
    return table


def euro(text: str) -> int:
    """Give the cents of an amount as it is shown."""
    return int(text.replace("−", "-").replace(",", "").replace("€", "").replace("\N{NO-BREAK SPACE}", ""))


CELL = re.compile(r'role="cell" data-head="([^"]*)">(.*?)</td>', re.DOTALL)
LEFT_EARLY = {"Emil": "-5", "Anna": "1", "Bert": "1", "Cilli": "1", "Dora": "1", "Franz": "1"}
"""In exact cents, what the two stakes do not say: of the penalty's 2/6 × 15 = 5 cents each, Emil's go to the others."""


def number(text: str) -> float:
    """Read a figure of the page ("−4 2/3", "+0,90 €") or of a table ("-4,666667")."""
    sign = -1 if text[0] in "−-" else 1
    parts = re.sub(r"[+−\-€\N{NO-BREAK SPACE}]", "", text).replace(",", ".").split()
    return round(float(sign * sum(map(Fraction, parts))), 6)


def columns_on_the_page(table: TableAt) -> tuple[list[str], dict[str, list[str]]]:
    """Give what stands above the columns of the page, and every person's figures."""
    page = table.visitor.get(f"{table.address}/abrechnung").text
    rows = page[page.index("So kommt es zustande") :].split("<tbody")[1].split("</tbody>")[0].split("<tr")[1:]
    cells = [[(head, re.sub(r"<[^>]*>", "", text).strip()) for head, text in CELL.findall(row)] for row in rows]
    names = [re.findall(r'<th scope="row"[^>]*>([^<]*)<', row)[0] for row in rows]
    return [head for head, _text in cells[0]], {
        name: [text for _head, text in row] for name, row in zip(names, cells, strict=True)
    }


def test_a_spreadsheet_has_the_columns_of_the_page_with_the_same_figures(table: TableAt) -> None:
    heads, page = columns_on_the_page(table)
    assert heads[-5:-1] == [
        "mal 0,10\N{NO-BREAK SPACE}€",
        "ab Spiel 5",
        "mal 0,15\N{NO-BREAK SPACE}€",
        "Früher gegangen",
    ]
    lines = table.visitor.get(f"{table.address}/summen.csv").data.decode("utf-8-sig").splitlines()
    head, *rows = csv.reader(lines, delimiter=";")
    first = head.index(heads[0])
    assert head[first:] == [*heads[:-1], "Betrag"]
    for row in rows:
        assert list(map(number, row[first:])) == list(map(number, page[row[head.index("Name")]]))


def test_the_page_the_file_csv_and_xlsx_say_what_was_reckoned_by_hand(table: TableAt, tmp_path: Path) -> None:
    assert sum(CENTS.values()) == 0
    page = table.visitor.get(f"{table.address}/abrechnung").text
    derivation = page[page.index("So kommt es zustande") :].split("</tbody>")[0]
    assert {name: euro(cents) for name, cents in ROW.findall(derivation)} == CENTS

    evening = f"/abend/{table.now().event.id}"
    file = tmp_path / "abend.json"
    file.write_bytes(table.visitor.get(f"{evening}/abend.json").data)
    result = json.loads(CliRunner().invoke(main, ["score", str(file)]).stdout)
    assert result["settlement"]["cents"] == CENTS
    [sitting] = result["sittings"]
    assert sitting["settlement"]["left_early_cents"] == LEFT_EARLY
    assert [(stake["from"], stake["stake_cents"]) for stake in sitting["settlement"]["stakes"]] == [(1, 10), (5, 15)]

    lines = table.visitor.get(f"{evening}/summen.csv").data.decode("utf-8-sig").splitlines()
    assert {row["Name"]: euro(row["Betrag"]) for row in csv.DictReader(lines, delimiter=";")} == CENTS

    book = load_workbook(BytesIO(table.visitor.get(f"{evening}/tabellen.xlsx").data))
    head, *rows = book["Summen"].iter_rows(values_only=True)
    found = [dict(zip(head, row, strict=True)) for row in rows]
    assert {row["Name"]: round(float(str(row["Betrag"])) * 100) for row in found} == CENTS


def cells_of(file: Path, form: str) -> list[list[str]]:
    """Give what `scorekeeper score` shows of an evening in a form, from the row of the totals on."""
    shown = CliRunner().invoke(main, ["score", str(file), "--format", form]).stdout
    if form == "csv":
        rows = list(csv.reader(shown.removeprefix("\ufeff").splitlines(), delimiter=";"))
        rows = [[row[0], *row[-6:]] for row in rows]
    else:
        rows = [re.split(r" {2,}", line.strip()) for line in shown.replace("\N{NO-BREAK SPACE}", " ").splitlines()]
    first = next(place for place, row in enumerate(rows) if row[0] == "Summe")
    return rows[first:]


def test_the_command_shows_who_left_early_in_the_words_and_the_order_of_the_page(
    table: TableAt, tmp_path: Path
) -> None:
    heads, page = columns_on_the_page(table)
    file = tmp_path / "abend.json"
    file.write_bytes(table.visitor.get(f"/abend/{table.now().event.id}/abend.json").data)
    of_table = cells_of(file, "table")[:7]
    # Emil, Franz in his place, Anna, Bert, Cilli, Dora; deals 5 and 6 with the penalty sum to −2: a third more for all
    assert of_table == [
        ["Summe", "−8", "+2", "−1", "+17", "−16", "+4"],
        ["Spiele 1 bis 4", "−11", "0", "+4", "+14", "−11", "+4"],
        ["mal 0,10 €", "−1,10 €", "0,00 €", "+0,40 €", "+1,40 €", "−1,10 €", "+0,40 €"],
        ["ab Spiel 5", "+3 1/3", "+2 1/3", "−4 2/3", "+3 1/3", "−4 2/3", "+1/3"],
        ["mal 0,15 €", "+0,50 €", "+0,35 €", "−0,70 €", "+0,50 €", "−0,70 €", "+0,05 €"],
        ["Früher gegangen", "−0,05 €", "+0,01 €", "+0,01 €", "+0,01 €", "+0,01 €", "+0,01 €"],
        ["Geld", "−0,65 €", "+0,36 €", "−0,29 €", "+1,91 €", "−1,79 €", "+0,46 €"],
    ]
    plain = [head.replace("\N{NO-BREAK SPACE}", " ") for head in heads]
    assert plain[-6:] == [*(row[0] for row in of_table[1:-1]), "Summe"]
    assert [text.replace("\N{NO-BREAK SPACE}", " ") for text in page["Emil"][-6:]] == [row[1] for row in of_table[1:]]
    of_csv = cells_of(file, "csv")
    assert [row[0].replace("\N{NO-BREAK SPACE}", " ") for row in of_csv] == [row[0] for row in of_table]
    assert [row[1:] for row in of_csv[-3:]] == [
        ["0,50", "0,35", "-0,70", "0,50", "-0,70", "0,05"],
        ["-0,05", "0,01", "0,01", "0,01", "0,01", "0,01"],
        ["-0,65", "0,36", "-0,29", "1,91", "-1,79", "0,46"],
    ]
