"""The database takes nothing more, as SQLite itself says: the page says what helps, what was typed is sent again."""

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from scorekeeper.services import checking
from scorekeeper.storage import Store
from tests.web.playing import SEVEN, TableAt, sit_down
from tests.web.visiting import Visitor, words

FIELD = re.compile(r'<textarea hidden name="([^"]+)">\n(.*?)</textarea>', re.DOTALL)
ADDRESS = re.compile(r'<form class="stack" method="post" action="([^"]+)" data-again')
MOST_TRIES = 60
LONG_NOTE = "Zeile 1\n" + "x" * 480


def _writer(store: Store) -> Any:  # noqa: ANN401  sqlite3's connection, of which there is one
    with store._writer.connect() as connection:
        return connection.connection.dbapi_connection


def _fill(store: Store) -> Callable[[], None]:
    """Let the file not grow any more; give what makes room again."""
    driver = _writer(store)
    (pages,) = driver.execute("PRAGMA page_count").fetchone()
    driver.execute(f"PRAGMA max_page_count={pages}")
    return lambda: driver.execute("PRAGMA max_page_count=4294967294")


def _protect(store: Store) -> Callable[[], None]:
    """Let nothing be written; give what allows it again."""
    driver = _writer(store)
    driver.execute("PRAGMA query_only=ON")
    return lambda: driver.execute("PRAGMA query_only=OFF")


TROUBLES = [(_fill, "Der Datenträger ist voll."), (_protect, "In die Datenbank kann nicht geschrieben werden.")]


@pytest.fixture
def table(app: Flask, visitor: Visitor) -> TableAt:
    app.testing = False
    app.config["PROPAGATE_EXCEPTIONS"] = False
    return sit_down(app, visitor, "jaggln", SEVEN[:5])


def _kept(page: str) -> dict[str, str]:
    return {html.unescape(name): html.unescape(value) for name, value in FIELD.findall(page)}


@pytest.mark.parametrize("stop, said", TROUBLES)
def test_a_deal_that_is_not_taken_is_kept_and_entered_with_one_tap_later(
    table: TableAt, stop: Callable[[Store], Callable[[], None]], said: str
) -> None:
    table.enter(declarer="Toni", partner="Maria", gewisse="6")
    go_on = stop(table.store)
    for _ in range(MOST_TRIES):  # what is there has some room left
        form = table.answers(declarer="Toni", partner="Maria", gewisse="6", note=LONG_NOTE)
        before = table.now().seq
        page = table.send("eintragen", form, follow=False)
        if page.status_code != 303:
            break
    assert page.status_code == 503
    assert said in words(page)
    assert "Nochmals absenden" in words(page)
    assert _kept(page.text) == {name: str(value) for name, value in form.items()}
    assert table.now().seq == before
    assert table.page().status_code == 200
    go_on()
    action = ADDRESS.search(page.text)
    assert action is not None
    assert action[1] == f"{table.address}/eintragen"
    again = table.visitor.post(action[1], _kept(page.text))
    assert again.status_code == 303
    assert table.now().seq == before + 1
    assert table.deal(table.now().head.deals).entry.note == LONG_NOTE
    with table.store.read() as tx:
        assert checking.check(tx).clean


@pytest.mark.parametrize("stop, said", TROUBLES)
def test_an_evening_that_is_not_taken_is_kept_with_all_its_people(
    table: TableAt, stop: Callable[[Store], Callable[[], None]], said: str
) -> None:
    go_on = stop(table.store)
    people = [f"+{'Ganz ' * 10}neu {number}" for number in range(5)]
    form = {"game": "jaggln", "player": people, "date": "2027-01-15", "do": "begin", "title": LONG_NOTE[8:150]}
    for number in range(MOST_TRIES):
        page = table.visitor.post("/neu", {**form, "key": f"start {number}"})
        if page.status_code != 303:
            break
    assert page.status_code == 503
    assert said in words(page)
    assert [html.unescape(value) for name, value in FIELD.findall(page.text) if name == "player"] == people
    go_on()
    kept = [(html.unescape(name), html.unescape(value)) for name, value in FIELD.findall(page.text)]
    again = table.visitor.post(
        "/neu", {name: [value for other, value in kept if other == name] for name, _ in kept}
    )  # fmt: skip
    assert again.status_code == 303
