"""What a tournament or course is called, where and when it is: changed on its page of settings."""

from flask import Flask

from tests.web.hall_pages import hall_of_ten, sent
from tests.web.test_course_pages import NAMES, NEW
from tests.web.visiting import Visitor, words


def test_title_place_and_date_of_a_tournament_are_changed_with_its_settings(app: Flask, visitor: Visitor) -> None:
    hall = hall_of_ten(app, visitor)
    fields = sent(hall.get("einstellungen").text)
    assert (fields["title"], fields["place"]) == ("Preisjaggln", "Westendorf")
    fields |= {"title": "Faschingsjaggln", "place": "Kirchberg", "date": "2027-02-06", "do": "save"}
    page = words(hall.post("einstellungen", fields))
    assert "Faschingsjaggln" in page
    assert "Samstag, 6. Februar 2027, Kirchberg" in page
    assert hall.hall.now().settings.rounds == 3
    story = words(visitor.get(f"/abend/{hall.hall.event}/verlauf"))
    assert "Titel Faschingsjaggln statt Preisjaggln" in story
    refused = hall.post("einstellungen", {**fields, "key": "again", "title": ""})
    assert refused.status_code == 422
    assert "Titel: fehlt" in words(refused)


def test_name_place_date_and_teacher_of_a_course_are_changed(visitor: Visitor) -> None:
    course = visitor.post("/kurs/neu", NEW).headers["Location"]
    visitor.post(f"{course}/leute", {"key": "people", "names": NAMES, "level": "0"})
    page = visitor.get(f"{course}/einstellungen")
    assert 'name="teacher" value="Sepp"' in page.text
    fields = {"key": "k", "title": "Dobbm für alle", "place": "Kirchberg", "date": "2027-01-16", "teacher": "Maria"}
    text = words(visitor.post(f"{course}/einstellungen", fields, follow=True))
    assert "Dobbm für alle" in text
    assert text.count("Kirchberg, Maria") == 4  # three lessons, the next one also on top
    refused = visitor.post(f"{course}/einstellungen", {**fields, "key": "l", "date": ""})
    assert refused.status_code == 422
    assert 'value="Dobbm für alle"' in refused.text
