"""A tournament's paper: what can be printed is offered, and what is asked for comes; long papers go through files."""

import time
from http import HTTPStatus

import pytest
from flask import Flask

from scorekeeper.domain.tournament.settings import Prizes
from scorekeeper.services.tournament import till
from scorekeeper.services.tournament.accounts import Accounts, accounts
from tests.printing.paper import Paper
from tests.web.hall_pages import HallPages, hall_of_ten
from tests.web.visiting import Visitor, words


@pytest.fixture
def hall(app: Flask, visitor: Visitor) -> HallPages:
    return hall_of_ten(app, visitor, rounds=1)


def test_only_what_there_is_something_to_print_on_is_offered(hall: HallPages) -> None:
    text = words(hall.get("papier"))
    assert "Startliste" in text
    assert "Sitzplan" not in text
    assert "Urkunden" not in text
    hall.hall.draw()
    text = words(hall.get("papier"))
    assert "Sitzplan" in text
    assert "Karten für 2 Tische anlegen" in text
    hall.hall.play(1)
    assert "Urkunden" in words(hall.get("papier"))


def test_cards_for_all_tables_are_made_at_once_and_only_once(hall: HallPages) -> None:
    hall.hall.draw()
    hall.post("papier/tischkarten", {})
    text = words(hall.post("papier/tischkarten", {}))
    assert "anlegen" not in text
    cards = words(hall.visitor.get(f"/abend/{hall.hall.event}/tischkarten/druck"))
    assert [cards.count(f"Tisch {table} ") for table in (1, 2, 3)] == [1, 1, 0]


@pytest.mark.parametrize(
    "where",
    [
        "startliste", "runde/1/sitzplan-name", "runde/1/sitzplan-tisch", "runde/1/zettel", "runde/1/ergebnisse",
        "rangliste", "preise", "quittungen", "urkunden", "bericht",
    ],
)  # fmt: skip
def test_every_sheet_has_a_print_view_in_german(hall: HallPages, where: str) -> None:
    hall.hall.do(till.fee_paid, 1)
    hall.hall.play(1)
    response = hall.get(f"papier/{where}/druck")
    assert response.status_code == HTTPStatus.OK
    assert "Preisjaggln" in words(response)
    assert "{" not in words(response)


def test_the_report_says_what_was_paid_besides_and_a_prize_handed_out_keeps_its_line_to_sign(
    app: Flask, visitor: Visitor
) -> None:
    hall = hall_of_ten(app, visitor, rounds=1, prizes=Prizes(kind="fixed", places=(1000,)))
    hall.hall.do(till.other, -1850, "Pokale")
    hall.hall.do(till.other, 4500, "Spende")
    hall.hall.play(1)
    report = words(hall.get("papier/bericht/druck"))
    assert "Sonst eingezahlt: Spende 45,00 €" in report
    assert "Sonst ausbezahlt: Pokale 18,50 €" in report
    first = next(one for one in accounts_of(hall).prizes)
    hall.hall.do(till.pay_prize, first.prize.entrant, first.prize.cents, first.prize.key)
    listed = words(hall.get("papier/preise/druck"))
    assert "ausbezahlt erhalten (Unterschrift)" in listed
    assert "10,00 € ja" in listed


def accounts_of(hall: HallPages) -> Accounts:
    with hall.hall.store.read() as tx:
        return accounts(tx, hall.hall.event)


def test_what_was_not_drawn_or_not_played_has_no_sheet(hall: HallPages) -> None:
    assert hall.get("papier/runde/1/zettel.pdf").status_code == HTTPStatus.NOT_FOUND
    hall.hall.draw()
    assert hall.get("papier/runde/1/ergebnisse.pdf").status_code == HTTPStatus.NOT_FOUND
    for where in ("urkunden.pdf", "quittungen.pdf", "auftrag/nothing", "auftrag/nothing/blatt.pdf"):
        assert hall.get(f"papier/{where}").headers["Location"] == f"{hall.address}/papier"


def test_everything_is_one_pdf_that_is_waited_for_on_a_page_without_scripts(hall: HallPages) -> None:
    hall.hall.draw()
    response = hall.get("papier/alles")
    assert response.status_code == HTTPStatus.SEE_OTHER
    where = response.headers["Location"]
    for _look in range(600):
        response = hall.visitor.get(where)
        if response.status_code == HTTPStatus.SEE_OTHER:
            break
        assert response.headers["Refresh"] == "1"
        assert "Das PDF entsteht" in words(response)
        time.sleep(0.2)
    paper = Paper(hall.visitor.get(response.headers["Location"]).data)
    assert [page.split()[0] for page in paper.pages] == ["Startliste", "Wo", "Tische", "Tisch", "Tisch"]
    assert hall.get("papier/alles").headers["Location"] != ""
