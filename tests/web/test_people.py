"""People on screen: found, renamed, retired, deleted, merged and taken apart, without scripts."""

import html
import re
from collections.abc import Callable

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.domain.text import Player
from scorekeeper.services import changing, merging, players
from scorekeeper.web import store
from tests.web.playing import TableAt, sit_down
from tests.web.visiting import Visitor, chosen, hidden, words

FIVE = ("Josef", "Maria", "Franz", "Leni", "Sepp")
Add = Callable[..., int]


@pytest.fixture
def add(app: Flask) -> Add:
    """Adds somebody and gives the number."""

    def added(name: str, nickname: str = "") -> int:
        with app.test_request_context(), store.writing() as tx:
            return players.add_player(tx, store.actor(), name, nickname)

    return added


@pytest.fixture
def table(app: Flask, visitor: Visitor) -> TableAt:
    return sit_down(app, visitor, "jaggln", FIVE)


def merge(app: Flask, player: int, into: int) -> None:
    with app.test_request_context(), store.writing() as tx:
        merging.merge(tx, store.actor(), player, into)


def names(response: TestResponse) -> list[str]:
    """Give the people of a list in their order."""
    found = re.findall(r'href="/leute/\d+"><span><b>([^<]*)</b>', response.text)
    return [html.unescape(name) for name in found]


def test_the_first_page_leads_to_people(visitor: Visitor) -> None:
    assert 'href="/leute"' in visitor.get("/").text
    assert "Noch niemand. Namen kommen mit dem ersten Abend von selbst oder aus einer Liste." in words(
        visitor.get("/leute")
    )


def test_everybody_is_listed_by_name_with_umlauts_in_their_place_and_who_retired_is_folded_away(
    visitor: Visitor, table: TableAt, add: Add
) -> None:
    for name in (("Ödön",), ("Otto",), ("Hans", "Bäck")):
        add(*name)
    visitor.post(f"/leute/{table.ids['Sepp']}/stilllegen", {})
    page = visitor.get("/leute")
    assert names(page) == ["Franz", "Hans (Bäck)", "Josef", "Leni", "Maria", "Ödön", "Otto", "Sepp"]
    assert "Josef zuletzt am 15. Jänner 2027, einmal dabei" in words(page)
    assert "Otto noch nicht gespielt" in words(page)
    assert "Einer wird nicht mehr vorgeschlagen Sepp" in words(page)


@pytest.mark.parametrize(
    "typed, found",
    [
        ("ode", []),
        ("öd", ["Ödön"]),
        ("OD", ["Ödön"]),
        ("back", ["Hans (Bäck)"]),
        ("o'b", ["O'Brien"]),
        ("%", []),
        ("tto", ["Otto"]),
    ],
)
def test_people_are_found_by_any_part_of_the_name(visitor: Visitor, add: Add, typed: str, found: list[str]) -> None:
    for name in (("Ödön",), ("Otto",), ("Hans", "Bäck"), ("O'Brien",)):
        add(*name)
    page = visitor.client.get("/leute", query_string={"suche": typed})
    assert names(page) == found
    assert ("Niemand heißt wie" in words(page)) is (found == [])


def test_two_hundred_people_fit_on_a_page_and_the_next_page_has_the_rest(visitor: Visitor, add: Add) -> None:
    for number in range(203):
        add(f"Spieler {number:03}")
    first = visitor.get("/leute")
    assert names(first)[:2] == ["Spieler 000", "Spieler 001"]
    assert len(names(first)) == 200
    assert names(visitor.get("/leute?ab=200")) == ["Spieler 200", "Spieler 201", "Spieler 202"]
    assert len(names(visitor.get("/leute?ab=999"))) == 200
    assert "Weitere Namen" in words(first)
    assert names(visitor.get("/leute?suche=202")) == ["Spieler 202"]


def test_renaming_changes_the_name_on_every_page_and_no_sum(visitor: Visitor, table: TableAt) -> None:
    table.enter(partner="Leni", gewisse="7")
    before = table.totals()
    assert any(before)
    page = visitor.post(f"/leute/{table.ids['Josef']}/umbenennen", {"name": "Sepp (Großrubatscher)"}, follow=True)
    assert "Der Name ist geändert, überall." in words(page)
    assert next(iter(table.now().names.values())) == "Sepp (Großrubatscher)"  # there is another Sepp
    assert table.totals() == before
    for address in (table.address, f"{table.address}/spiele", f"{table.address}/abrechnung", "/", "/abend/1"):
        text = words(visitor.get(address))
        assert "Großrubatscher" in text
        assert "Josef" not in text


def test_a_name_that_somebody_has_is_refused_with_the_way_to_merge_and_what_was_typed_stays(
    visitor: Visitor, table: TableAt, add: Add
) -> None:
    slip = add("Joisef")
    page = visitor.post(f"/leute/{slip}/umbenennen", {"name": "josef", "nickname": ""})
    assert page.status_code == 422
    assert "So heißt schon jemand. Ist es dieselbe Person: zusammenlegen; sonst unterscheidet ein Beiname." in words(
        page
    )
    assert 'name="name" value="josef"' in page.text
    assert f"/leute/{slip}/zusammenlegen?mit={table.ids['Josef']}" in html.unescape(page.text)
    page = visitor.post(f"/leute/{slip}/umbenennen", {"name": "Josef", "nickname": "Wirt"}, follow=True)
    assert "Josef (Wirt)" in words(page)


@pytest.mark.parametrize(
    "name, message", [("", "der Name fehlt"), ("x" * 61, "höchstens 60 Zeichen"), (" \u200b ", "der Name fehlt")]
)
def test_an_empty_or_endless_name_is_refused(visitor: Visitor, add: Add, name: str, message: str) -> None:
    page = visitor.post(f"/leute/{add('Josef')}/umbenennen", {"name": name})
    assert page.status_code == 422
    assert message in words(page)


@pytest.mark.parametrize("name", ["X", "x" * 60, "O'Brien <b>", "=A1+1", "Huber, geb. Maier", "ß", "Đorđe Łukaszowicz"])
def test_unusual_names_are_shown_as_they_are(visitor: Visitor, add: Add, name: str) -> None:
    number = add("Josef")
    visitor.post(f"/leute/{number}/umbenennen", {"name": name})
    assert names(visitor.get("/leute")) == [name]
    assert f"<h1>{html.escape(name, quote=False)}</h1>".replace("'", "&#39;") in visitor.get(f"/leute/{number}").text


def test_who_retired_is_not_offered_but_found_by_typing_and_never_becomes_somebody_else(
    visitor: Visitor, table: TableAt
) -> None:
    maria = table.ids["Maria"]
    page = visitor.post(f"/leute/{maria}/stilllegen", {}, follow=True)
    assert "Wird nicht mehr vorgeschlagen. Alles Gespielte bleibt." in words(page)
    start = visitor.get("/neu")
    assert f'id="pick-{maria}"' not in start.text
    fields = {name: hidden(start, name) for name in ("key", "shown")}
    seated = visitor.post("/neu", {**fields, "game": "jaggln", "typed": "maria", "do": "add"})
    assert chosen(seated) == ["Maria"]
    assert f'name="player" value="{maria}"' in seated.text
    assert table.now().names[Player(maria)] == "Maria"
    visitor.post(f"/leute/{maria}/wieder", {})
    assert f'id="pick-{maria}"' in visitor.get("/neu").text


def test_who_sat_at_a_table_or_only_owed_cannot_be_deleted(visitor: Visitor, table: TableAt, add: Add) -> None:
    leni = table.ids["Leni"]
    assert f"/leute/{leni}/loeschen" not in visitor.get(f"/leute/{leni}").text
    page = visitor.post(f"/leute/{leni}/loeschen", {}, follow=True)
    assert "Leni saß schon an einem Tisch, daran hängen Ergebnisse und Summen." in words(page)
    assert "Nicht mehr vorschlagen" in words(page)
    nobody = add("Niemand")
    assert "Gelöscht." in words(visitor.post(f"/leute/{nobody}/loeschen", {}, follow=True))
    assert visitor.get(f"/leute/{nobody}").status_code == 404
    assert visitor.post(f"/leute/{nobody}/loeschen", {}).status_code == 404


def test_two_records_are_shown_side_by_side_with_what_will_change_and_then_merged(
    app: Flask, visitor: Visitor, table: TableAt, add: Add
) -> None:
    slip, josef = add("Joisef"), table.ids["Josef"]
    assert "Vielleicht doppelt zwei sehr ähnlich geschriebene Namen" in words(visitor.get("/leute"))
    whom = visitor.get(f"/leute/{slip}/zusammenlegen")
    assert "Ähnlich geschrieben Josef" in words(whom)
    page = visitor.get(f"/leute/{slip}/zusammenlegen?mit={josef}")
    text = words(page)
    assert "geht im anderen auf Joisef Veranstaltungen 0 Partien 0 zuletzt –" in text
    assert "bleibt Josef Veranstaltungen 1 Partien 1 zuletzt 15. Jänner 2027 offen: Kartenabend 0,00 €" in text
    assert "Joisef war nirgends dabei: nur der Name verschwindet aus den Listen." in text
    assert "Umgekehrt: Joisef bleibt" in text
    done = visitor.post(f"/leute/{slip}/zusammenlegen", {"into": josef}, follow=True)
    assert "Zusammengelegt." in words(done)
    assert "Joisef wurde hier dazugelegt Wieder trennen" in words(done)
    assert names(visitor.get("/leute")) == ["Franz", "Josef", "Leni", "Maria", "Sepp"]
    assert visitor.get(f"/leute/{slip}").headers["Location"] == f"/leute/{josef}"
    apart = visitor.post(f"/leute/{slip}/trennen", {}, follow=True)
    assert "Wieder getrennt, wie es vorher war." in words(apart)
    assert names(visitor.get("/leute")) == ["Franz", "Joisef", "Josef", "Leni", "Maria", "Sepp"]


def test_two_who_sat_at_one_table_cannot_be_merged_and_the_page_says_why(visitor: Visitor, table: TableAt) -> None:
    josef, maria = table.ids["Josef"], table.ids["Maria"]
    page = visitor.get(f"/leute/{josef}/zusammenlegen?mit={maria}")
    assert "Josef und Maria saßen am selben Tisch (Kartenabend): das sind zwei Personen." in words(page)
    assert 'name="into"' not in page.text
    assert visitor.post(f"/leute/{josef}/zusammenlegen", {"into": maria}).status_code == 422


def test_a_merge_into_a_record_that_was_merged_meanwhile_says_so(app: Flask, visitor: Visitor, add: Add) -> None:
    slip, josef, other = add("Joisef"), add("Josef"), add("Sepp")
    merge(app, josef, other)
    late = visitor.post(f"/leute/{slip}/zusammenlegen", {"into": str(josef)})
    assert late.status_code == 422
    assert "Einer der beiden Einträge ist schon zusammengelegt" in words(late)


def test_a_merge_with_somebody_who_does_not_exist_is_not_found(visitor: Visitor, table: TableAt) -> None:
    josef = table.ids["Josef"]
    assert visitor.get(f"/leute/{josef}/zusammenlegen?mit=4711").status_code == 404
    assert visitor.post(f"/leute/{josef}/zusammenlegen", {"into": "4711"}).status_code == 404
    assert visitor.post(f"/leute/{josef}/zusammenlegen", {"into": "x"}).status_code == 404


def test_the_settlement_of_an_evening_shows_merged_records_as_one_person(
    app: Flask, visitor: Visitor, table: TableAt, add: Add
) -> None:
    table.enter(partner="", gewisse="7")
    slip = add("Joisef")
    start = visitor.get("/abend/1/weiter")
    fields = {name: hidden(start, name) for name in ("key", "shown")}
    five = (str(slip), *(table.ids[name] for name in FIVE[1:]))
    sent = {**fields, "game": "jaggln", "rules": "schipflinger", "stake": "10", "player": five, "do": "begin"}
    assert visitor.post("/abend/1/weiter", sent).status_code == 303
    assert "Joisef" in words(visitor.get("/abend/1/abrechnung"))
    merge(app, slip, int(table.ids["Josef"]))
    for address in (
        "/abend/1/abrechnung",
        "/partie/2",
        "/partie/2/abrechnung",
        "/abend/1",
        "/",
        "/abend/1/abrechnung/druck",
    ):
        page = visitor.get(address)
        assert page.status_code == 200
        assert "Joisef" not in words(page)
    again = visitor.get("/abend/1/weiter")
    assert chosen(again) == list(FIVE)
    assert f'name="player" value="{table.ids["Josef"]}"' in again.text


def test_somebody_new_with_a_name_much_like_a_known_one_is_asked_about(visitor: Visitor, table: TableAt) -> None:
    page = visitor.post("/leute", {"name": "Joisef", "do": "add"})
    assert page.status_code == 422
    assert "Joisef ist neu Josef gemeint?" in words(page)
    assert 'name="name" value="Joisef"' in page.text
    assert "Joisef ist aufgenommen." in words(visitor.post("/leute", {"name": "Joisef", "do": "anyway"}, follow=True))
    assert "Vroni ist aufgenommen." in words(visitor.post("/leute", {"name": "Vroni", "do": "add"}, follow=True))
    assert "Josef gibt es schon." in words(visitor.post("/leute", {"name": "josef", "do": "add"}, follow=True))
    assert names(visitor.get("/leute")).count("Josef") == 1


def draft(visitor: Visitor, **fields: str | tuple[str, ...]) -> dict[str, str | tuple[str, ...]]:
    page = visitor.get("/neu")
    plain = {name: hidden(page, name) for name in ("key", "shown")}
    return {**plain, "game": "jaggln", "rules": "schipflinger", "stake": "10", "date": "2027-01-15", **fields}


def test_a_slip_at_the_table_is_asked_about_and_one_tap_seats_the_known_person(
    visitor: Visitor, table: TableAt
) -> None:
    josef = table.ids["Josef"]
    page = visitor.post("/neu", draft(visitor, typed="Vroni, Joisef", do="add"))
    assert chosen(page) == ["Vroni", "Joisef"]
    assert "Joisef ist neu Josef gemeint?" in words(page)
    assert f'value="meant:1-{josef}"' in page.text
    page = visitor.post("/neu", draft(visitor, player=("+Vroni", "+Joisef"), do=f"meant:1-{josef}"))
    assert chosen(page) == ["Vroni", "Josef"]
    assert "gemeint?" not in words(page)


def test_who_sits_at_the_table_already_is_not_meant_again(visitor: Visitor, table: TableAt) -> None:
    josef = table.ids["Josef"]
    page = visitor.post("/neu", draft(visitor, player=(josef,), typed="Joisef", do="add"))
    assert chosen(page) == ["Josef", "Joisef"]
    assert "gemeint?" not in words(page)
    assert chosen(visitor.post("/neu", draft(visitor, player=(josef, "+Joisef"), do=f"meant:1-{josef}"))) == [
        "Josef", "Joisef",
    ]  # fmt: skip


@pytest.mark.parametrize("what", ["meant:", "meant:9-1", "meant:0-4711", "meant:x-y", "meant:0"])
def test_a_meaning_out_of_nowhere_changes_nothing(visitor: Visitor, table: TableAt, what: str) -> None:
    assert chosen(visitor.post("/neu", draft(visitor, player=("+Joisef",), do=what))) == ["Joisef"]


def test_a_slip_still_in_the_field_does_not_begin_an_evening_before_it_was_seen(
    app: Flask, visitor: Visitor, table: TableAt
) -> None:
    four = tuple(table.ids[name] for name in FIVE[1:])
    page = visitor.post("/neu", draft(visitor, player=four, typed="Joisef", do="begin"))
    assert page.status_code == 422
    assert "Joisef ist neu, Josef ist bekannt. Ist das dieselbe Person?" in words(page)
    assert chosen(page) == [*FIVE[1:], "Joisef"]
    begun = visitor.post("/neu", draft(visitor, player=(*four, "+Joisef"), do="begin"))
    assert begun.status_code == 303  # kept as somebody new
    assert "Joisef" in names(visitor.get("/leute"))


def test_a_form_that_lay_open_while_two_were_merged_seats_the_one_who_stays(
    app: Flask, visitor: Visitor, table: TableAt, add: Add
) -> None:
    slip = add("Joisef")
    merge(app, slip, int(table.ids["Josef"]))
    assert chosen(visitor.post("/neu", draft(visitor, player=(str(slip),), do="refresh"))) == ["Josef"]
    assert chosen(visitor.post("/neu", draft(visitor, typed="Joisef", do="add"))) == ["Josef"]
    twice = draft(visitor, player=(str(slip), table.ids["Josef"]), do="refresh")
    assert chosen(visitor.post("/neu", twice)) == ["Josef"]


def test_a_slip_of_who_joins_later_is_asked_about_and_one_tap_takes_the_known_person(
    visitor: Visitor, table: TableAt, add: Add
) -> None:
    vroni = add("Veronika")
    page = visitor.get(f"{table.address}/plaetze/vorschau?name=Veroniika&before=")
    assert "Veroniika ist neu Veronika gemeint?" in words(page)
    found = re.search(r'href="([^"]*)">Veronika gemeint', page.text)
    assert found
    meant = words(visitor.get(html.unescape(found[1])))
    assert "Veronika kommt dazu" in meant
    assert "gemeint?" not in meant
    assert "gemeint?" not in words(visitor.get(f"{table.address}/plaetze/vorschau?name=Joisef"))  # Josef sits there
    assert f'<option value="{vroni}"' in visitor.get(f"{table.address}/plaetze").text
    visitor.post(f"/leute/{vroni}/stilllegen", {})
    assert f'<option value="{vroni}"' not in visitor.get(f"{table.address}/plaetze").text


def test_who_sits_at_the_table_under_a_merged_record_is_not_offered_as_a_newcomer(
    app: Flask, visitor: Visitor, table: TableAt, add: Add
) -> None:
    stays = add("Seppl")
    merge(app, int(table.ids["Sepp"]), stays)
    page = visitor.get(f"{table.address}/plaetze")
    assert "Seppl" in words(page)
    assert f'<option value="{stays}"' not in page.text
    assert "sitzt schon an diesem Tisch" in words(visitor.get(f"{table.address}/plaetze/vorschau?person={stays}"))


def test_a_coming_that_was_undone_is_not_restored_for_somebody_who_sits_there_by_another_record(
    app: Flask, visitor: Visitor, table: TableAt, add: Add
) -> None:
    joisef = add("Joisef")
    with app.test_request_context(), store.writing() as tx:
        changing.change_seats(tx, store.actor(), table.number, key="comes", seen=0, joining=joisef)
    table.undo()
    merge(app, joisef, int(table.ids["Josef"]))
    page = table.send("wiederholen", {"key": "again", "target": "1"})
    assert "Josef säße zweimal am Tisch" in words(page)
    assert len(table.now().setup.players) == 5


def test_two_of_whom_somebody_said_that_they_are_two_are_not_asked_about_again(
    visitor: Visitor, table: TableAt, add: Add
) -> None:
    slip, josef = add("Joisef"), table.ids["Josef"]
    assert "Joisef und Josef" in words(visitor.get("/leute"))
    page = visitor.post(f"/leute/{slip}/zwei", {"other": josef}, follow=True)
    assert "Vielleicht doppelt" not in words(page)
    visitor.post(f"/leute/{josef}/zwei", {"other": str(slip)})  # once is enough
    assert words(visitor.get("/abend/1/verlauf")).count("„Joisef“ und „Josef“ sind zwei Leute") == 1
    assert "Mit Josef zusammenlegen" in words(visitor.get(f"/leute/{slip}"))
    assert visitor.post(f"/leute/{slip}/zwei", {"other": str(slip)}).status_code == 404
