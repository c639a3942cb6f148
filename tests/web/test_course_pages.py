"""A course on screen: set up, people enrolled, a lesson's attendance, tables drawn and begun, and its paper."""

import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.domain.tournament.record import Tournament
from scorekeeper.services.tournament import recording
from scorekeeper.storage import Store
from tests.web.hall_pages import hall_of_ten
from tests.web.visiting import Visitor, hidden, words

NAMES = "Anna\nBert\nCilli (die Rote)\nDora\n\nEmil\nFritz\nGusti\nHias"
NEW = {
    "key": "new", "rules": "dobbm/stubai", "title": "", "place": "Westendorf", "teacher": "Sepp", "date": "2027-01-15",
    "lessons": "3",
}  # fmt: skip


@pytest.fixture
def course(visitor: Visitor) -> str:
    """Eight beginners, three lessons from 15 January 2027 on."""
    done = visitor.post("/kurs/neu", NEW)
    address = done.headers["Location"]
    visitor.post(f"{address}/leute", {"key": "people", "names": NAMES, "level": "0"})
    return str(address)


def state(app: Flask, course: str) -> Tournament:
    store: Store = app.extensions["scorekeeper"]
    with store.read() as tx:
        return recording.state_of(tx, int(course.rpartition("/")[2]))


def lesson(visitor: Visitor, course: str, number: int, *there: int) -> str:
    """Tick who is there, draw and begin; give the page."""
    address = f"{course}/stunde/{number}"
    visitor.post(f"{address}/anwesend", {"there": [str(one) for one in there]})
    visitor.post(f"{address}/auslosen", {"key": f"draw {number}"})
    return words(visitor.post(f"{address}/beginnen", {"key": f"begin {number}"}, follow=True))


def test_a_new_course_has_weekly_lessons_at_which_nothing_is_at_stake(
    app: Flask, visitor: Visitor, course: str
) -> None:  # fmt: skip
    text = words(visitor.get(course))
    assert "Kurs Dobbm" in text
    for day in ("Freitag, 15. Jänner 2027", "Freitag, 22. Jänner 2027", "Freitag, 29. Jänner 2027"):
        assert day in text
    assert len(state(app, course).entrants) == 8
    assert state(app, course).settings.stake_cents == 0


def test_the_form_says_what_is_missing_and_keeps_what_was_typed(visitor: Visitor) -> None:
    refused = visitor.post("/kurs/neu", {**NEW, "date": "", "title": "Für Anfänger"})
    assert refused.status_code == 422
    assert "Für Anfänger" in refused.text
    assert 'aria-describedby="wrong-date"' in refused.text
    assert visitor.post("/kurs/neu", {**NEW, "lessons": "0"}).status_code == 422
    assert visitor.post("/kurs/neu", {**NEW, "rules": "poker/x"}).status_code == 422


def test_a_set_up_that_was_gone_back_to_and_changed_says_where_it_is_changed(app: Flask, visitor: Visitor) -> None:
    first = visitor.post("/kurs/neu", NEW, follow=True)
    assert "schon angelegt" not in words(first)
    assert "schon angelegt" not in words(visitor.post("/kurs/neu", NEW, follow=True))
    for changed in ({"lessons": "5"}, {"rules": "jaggln/schipflinger"}, {"teacher": "Maria"}):
        again = visitor.post("/kurs/neu", {**NEW, **changed}, follow=True)
        assert "Dieser Kurs ist schon angelegt." in words(again)
    assert len(state(app, "/kurs/1").lessons) == 3


def test_what_is_learned_is_changed_until_the_first_lesson_begins(app: Flask, visitor: Visitor, course: str) -> None:
    about = {"title": "Kurs", "place": "Westendorf", "date": "2027-01-15", "teacher": ""}
    changed = {**about, "key": "other game", "rules": "jaggln/schipflinger"}
    visitor.post(f"{course}/einstellungen", changed)
    assert (state(app, course).settings.game, state(app, course).settings.table_size) == ("jaggln", 5)
    lesson(visitor, course, 1, *range(1, 6))
    assert 'name="rules"' not in visitor.get(f"{course}/einstellungen").text
    refused = visitor.post(f"{course}/einstellungen", {**about, "key": "late", "rules": "dobbm/stubai"})
    assert (refused.status_code, state(app, course).settings.game) == (422, "jaggln")


@pytest.mark.parametrize("day", ["0001-01-01", "1800-05-05", "9999-12-31"])
def test_a_year_that_cannot_be_meant_is_refused_and_nothing_typed_is_lost(
    visitor: Visitor, course: str, day: str
) -> None:  # fmt: skip
    fields = {"date": day, "title": "Für Anfänger", "place": "Söll", "teacher": "", "topic": "Das Schenken"}
    for address in ("/kurs/neu", f"{course}/einstellungen", f"{course}/stunde", f"{course}/stunde/1/aendern"):
        refused = visitor.post(address, {**NEW, **fields, "key": day})
        assert refused.status_code == 422, address
        assert f"Das Jahr ist {int(day[:4])}: bitte eines von 2000 bis 2099 wählen" in words(refused), address
        assert 'value="Söll"' in refused.text
    for address in ("/turnier/neu", "/neu"):
        refused = visitor.post(address, {"do": "save" if "turnier" in address else "begin", **fields, "key": day})
        assert f"Das Jahr ist {int(day[:4])}" in words(refused), address


def test_a_day_is_typed_as_it_is_written_here_too(visitor: Visitor) -> None:
    def asked(day: str) -> str:
        return words(visitor.post("/kurs/neu", {**NEW, "key": day, "date": day}, follow=True))

    assert "Freitag, 15. Jänner 2027" in asked("15.1.2027")
    assert "Dienstag, 29. Februar 2028" in asked("29. 02. 2028")
    for day in ("29.2.2027", "2027-02-29", "31.4.2027"):
        assert "Diesen Tag gibt es nicht" in asked(day), day
    for day in ("15.1.27", "1/15/2027", "2027-1-5", "bald"):
        assert "Das Datum wird wie 15.1.2027 oder 2027-01-15 geschrieben" in asked(day), day


def test_a_lesson_goes_from_ticks_to_tables_to_sittings(app: Flask, visitor: Visitor, course: str) -> None:
    text = lesson(visitor, course, 1, 1, 2, 3, 4, 5, 6, 7, 8)
    assert "Weiter zu Tisch 1" in text
    assert "Weiter zu Tisch 2" in text
    drawn = state(app, course).rounds[1]
    page = visitor.get(f"/partie/{drawn.sittings[1]}")
    assert page.status_code == 200
    assert "8 waren da" in words(visitor.get(course))


def test_a_form_sent_as_a_whole_changes_only_what_was_changed_on_it(
    app: Flask, visitor: Visitor, course: str
) -> None:  # fmt: skip
    address = f"{course}/stunde/1/anwesend"
    visitor.post(address, {"there": ["1", "2"], "was": ""})
    assert hidden(visitor.get(f"{course}/stunde/1"), "was") == "1 2"
    visitor.post(address, {"there": ["3"], "was": ""})  # a page from before the first two
    visitor.post(address, {"there": ["1"], "was": "1 2"})
    assert state(app, course).lessons[1].present == frozenset({1, 3})


def test_a_tap_says_one_person_whatever_else_its_page_shows(app: Flask, visitor: Visitor, course: str) -> None:
    address = f"{course}/stunde/1/anwesend"
    visitor.post(address, {"there": ["4"], "one": "4", "was": ""})
    visitor.post(address, {"there": ["5"], "one": "5", "was": ""})
    assert state(app, course).lessons[1].present == frozenset({4, 5})
    visitor.post(address, {"there": ["6"], "one": "5", "was": ""})
    assert state(app, course).lessons[1].present == frozenset({4})
    assert visitor.post(address, {"there": ["99"], "one": "99"}).status_code == 404


def test_who_comes_after_the_draw_is_seen_before_it_begins(visitor: Visitor, course: str) -> None:
    address = f"{course}/stunde/1"
    visitor.post(f"{address}/anwesend", {"there": ["1", "2", "3", "4"]})
    visitor.post(f"{address}/auslosen", {"key": "draw"})
    visitor.post(f"{address}/anwesend", {"there": ["1", "2", "3", "5"], "was": "1 2 3 4"})
    assert "Seit der Auslosung sind andere da" in words(visitor.get(address))
    assert visitor.post(f"{address}/beginnen", {"key": "begin"}).status_code == 422


def drawn_lesson(app: Flask, visitor: Visitor, course: str, *there: int) -> str:
    """Draw the first lesson; give its address."""
    address = f"{course}/stunde/1"
    visitor.post(f"{address}/anwesend", {"there": [str(one) for one in there]})
    visitor.post(f"{address}/auslosen", {"key": "draw"})
    return address


def test_who_is_named_twice_or_takes_part_already_is_not_passed_over_without_a_word(
    visitor: Visitor, course: str
) -> None:
    page = visitor.post(f"{course}/leute", {"key": "more", "names": "Ida\nIda\nAnna", "level": "0"}, follow=True)
    assert "Schon dabei oder mehrfach in der Liste: Ida, Anna." in words(page)


def test_a_change_by_hand_shows_what_comes_with_it_before_it_is_saved(
    app: Flask, visitor: Visitor, course: str
) -> None:  # fmt: skip
    visitor.post(f"{course}/koennen", {"key": "k", **{f"l{one}": str(1 - (one < 3)) for one in range(1, 9)}})
    address = drawn_lesson(app, visitor, course, *range(1, 9))
    seats = state(app, course).rounds[1].drawn
    mate = next(one for one in range(3, 9) if seats.table_of(one) == seats.table_of(1))
    page = visitor.get(f"{address}/tische?what=swap&one=2&other={mate}")
    assert f"an Tisch {seats.table_of(1)} sitzen 2 Anfänger, an Tisch {seats.table_of(2)} keiner" in words(page)
    assert state(app, course).rounds[1].method == "lot"
    fields = {name: hidden(page, name) for name in ("what", "one", "other", "table", "seen")}
    done = visitor.post(f"{address}/tische", {"key": "swap", **fields}, follow=True)
    assert "tauschen die Plätze" in words(done)
    assert "Danach von Hand geändert." in words(done)
    assert state(app, course).rounds[1].drawn.table_of(2) == seats.table_of(1)
    late = visitor.post(f"{address}/tische", {"key": "late", **fields})  # what was looked at is not there any more
    assert (late.status_code, "Inzwischen" in words(late)) == (422, True)
    same = visitor.get(f"{address}/tische?what=swap&one=2&other=2")
    assert (same.status_code, '<option value="2" selected>' in same.text) == (422, True)


def test_who_comes_late_is_seated_by_hand_and_who_left_is_taken_out(
    app: Flask, visitor: Visitor, course: str
) -> None:  # fmt: skip
    address = drawn_lesson(app, visitor, course, *range(1, 8))
    visitor.post(f"{address}/anwesend", {"there": ["8"], "was": "7"})
    text = words(visitor.get(address))
    assert "Da, aber nicht ausgelost: Hias" in text
    assert "Ausgelost, aber nicht mehr da: Gusti" in text
    for key, change in enumerate(({"one": "8", "table": "1"}, {"one": "7", "table": "away"})):
        page = visitor.get(f"{address}/tische?what=move&one={change['one']}&table={change['table']}")
        fields = {name: hidden(page, name) for name in ("what", "one", "other", "table", "seen")}
        visitor.post(f"{address}/tische", {"key": f"hand {key}", **fields})
    assert "Seit der Auslosung" not in words(visitor.get(address))
    emptied = drawn_out(visitor, app, course, address)
    assert "Tisch 1 ist leer" in words(emptied)


def test_a_change_of_tables_that_another_device_began_meanwhile_says_so(
    app: Flask, visitor: Visitor, course: str
) -> None:  # fmt: skip
    address = drawn_lesson(app, visitor, course, *range(1, 9))
    page = visitor.get(f"{address}/tische?what=swap&one=1&other=2")
    fields = {name: hidden(page, name) for name in ("what", "one", "other", "table", "seen")}
    visitor.post(f"{address}/beginnen", {"key": "begin"})
    for late in (
        visitor.post(f"{address}/tische", {"key": "late", **fields}),
        visitor.get(f"{address}/tische?what=swap&one=1&other=2"),
    ):
        assert (late.status_code, "Kurseinheit 1 wird schon gespielt." in words(late)) == (422, True)


def drawn_out(visitor: Visitor, app: Flask, course: str, address: str) -> TestResponse:
    """Let everybody of the first table sit out; give the page that is not begun."""
    for one in state(app, course).rounds[1].drawn.tables[0]:
        seen = str(state(app, course).rounds[1].drawn_seq)
        visitor.post(
            f"{address}/tische", {"key": f"out {one}", "what": "move", "one": str(one), "table": "0", "seen": seen}
        )
    return visitor.post(f"{address}/beginnen", {"key": "begin"})


def test_too_few_for_a_table_are_told_so(visitor: Visitor, course: str) -> None:
    visitor.post(f"{course}/stunde/1/anwesend", {"there": ["1", "2"]})
    refused = visitor.post(f"{course}/stunde/1/auslosen", {"key": "draw"})
    assert refused.status_code == 422
    assert "2 sind da, ein Tisch braucht 4" in words(refused)


def test_what_learners_can_do_is_changed_and_who_comes_no_more_is_not_asked_for(
    app: Flask, visitor: Visitor, course: str
) -> None:  # fmt: skip
    visitor.post(f"{course}/koennen", {"key": "levels", "l1": "2", "l2": "0", "l8": "away"})
    assert state(app, course).entrants[1].level == 2
    page = visitor.get(f"{course}/stunde/1")
    assert re.findall(r'name="there" value="(\d+)"', page.text) == list("1234567")


def test_a_lesson_is_moved_and_another_added(visitor: Visitor, course: str) -> None:
    moved = {"key": "move", "date": "2027-01-16", "place": "Söll", "teacher": "Sepp", "topic": "Das Schenken"}
    visitor.post(f"{course}/stunde/1/aendern", moved)
    visitor.post(f"{course}/stunde", {**moved, "key": "more", "date": "2027-02-05", "topic": ""})
    text = words(visitor.get(course))
    assert "Kurseinheit 1: Das Schenken" in text
    assert "Kurseinheit 4" in text
    assert visitor.post(f"{course}/stunde/1/aendern", {**moved, "key": "bad", "date": "morgen"}).status_code == 422


def test_the_attendance_list_and_certificates_name_who_was_there(visitor: Visitor, course: str) -> None:
    lesson(visitor, course, 1, 1, 2, 3, 4)
    visitor.post(f"{course}/stunde/2/anwesend", {"there": ["1", "5", "6", "7"]})
    listed = words(visitor.get(f"{course}/anwesenheit/druck"))
    assert "Fr. 15.1.2027" in listed
    assert re.search(r"1 Anna × × 2 ", listed)
    assert re.search(r"8 Hias – – 0 ", listed)
    page = visitor.get(f"{course}/bestaetigungen/druck?text=Mit%20Schneid%0D%0Agespielt")
    assert "Mit Schneid\r\ngespielt</p>" in page.text
    papers = words(page)
    assert papers.count("Mit Schneid gespielt") == 7
    assert "Anna hat an beiden Kurseinheiten teilgenommen" in papers
    assert "Bert hat an einer von 2 Kurseinheiten teilgenommen" in papers
    assert "Hias" not in papers


def test_a_certificate_is_not_dated_before_the_last_lesson_that_was_held(visitor: Visitor) -> None:
    course = visitor.post("/kurs/neu", {**NEW, "date": "2099-01-01"}).headers["Location"]
    visitor.post(f"{course}/leute", {"key": "people", "names": NAMES, "level": "0"})
    visitor.post(f"{course}/stunde/2/anwesend", {"there": ["1"]})
    assert "Westendorf, 8. Jänner 2099 Ort und Datum" in words(visitor.get(f"{course}/bestaetigungen/druck"))


def test_rules_and_exercises_opened_from_a_lesson_lead_back_to_it(visitor: Visitor, course: str) -> None:
    for where, back in (("", course), ("/stunde/2", f"{course}/stunde/2")):
        page = visitor.get(f"{course}{where}").text
        rules, practice = re.findall(r'href="(/(?:spielregeln|uebungen)/[^"]*kurs=[^"]*)"', page)
        drawn = visitor.get(practice.replace("&amp;", "&")).headers["Location"]
        exercises = visitor.get(drawn)
        again = visitor.get(rules.replace("&amp;", "&"))
        assert all(f'href="{back}"' in one.text for one in (exercises, again))
        assert exercises.text.count('name="kurs"') == 2
    assert 'href="/lernen"' in visitor.get("/spielregeln/dobbm/stubai?einheit=2").text


def test_the_help_has_the_chapters_that_a_course_and_a_tournament_lead_to(
    app: Flask, visitor: Visitor, course: str
) -> None:
    tournament = hall_of_ten(app, visitor)
    page = visitor.get("/hilfe").text
    for opened, chapter in ((visitor.get(course), "kurs"), (visitor.get(tournament.address), "turnier")):
        assert f'href="/hilfe#{chapter}"' in opened.text
        assert f'<section id="{chapter}"' in page


def test_the_last_deal_of_a_lesson_may_be_marked_as_not_counting(app: Flask, visitor: Visitor) -> None:
    course = visitor.post("/kurs/neu", {**NEW, "rules": "jaggln/schipflinger"}).headers["Location"]
    visitor.post(f"{course}/leute", {"key": "people", "names": NAMES, "level": "0"})
    lesson(visitor, course, 1, 1, 2, 3, 4, 5)
    found = state(app, course)
    table = f"/partie/{found.rounds[1].sittings[1]}"
    page = visitor.get(table)
    assert "Kurseinheit 1, Tisch 1" in words(page)
    assert "Ist die Runde fertig?" not in words(page)
    fields = {
        "key": hidden(page, "key"), "number": hidden(page, "number"), "target": "0", "partner": "", "gewisse": "6",
        "declarer": str(found.entrants[1].first_player),
    }  # fmt: skip
    guessed = visitor.post(f"{table}/vorschau", fields).text
    assert re.search(r'<details class="guess"><summary>[^<]*Zuerst selber sagen[^<]*</summary>\s*<strong>', guessed)
    visitor.post(f"{table}/eintragen", fields)
    assert "Letztes Spiel erklären" in words(visitor.get(table))
    deals = visitor.get(f"{table}/spiele")
    target = re.search(r'/streichen".*?name="target" value="(\d+)"', deals.text)
    assert target
    assert "zählt nicht" in words(deals)
    struck = visitor.post(f"{table}/spiele/1/streichen", {"key": "strike", "target": target.group(1)}, follow=True)
    assert "Zählt nicht: zum Lernen gespielt" in words(struck)


def test_a_tournament_is_no_course(app: Flask, visitor: Visitor, course: str) -> None:
    assert visitor.get("/kurs/999").status_code == 404
    assert visitor.get(f"{course}/stunde/9").status_code == 404
