"""Links and codes: who holds one is let in, nobody else, and only as long as it lives."""

from datetime import datetime, timedelta

import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.services import evenings, links
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.links import EveningOverError, Kind
from scorekeeper.storage import Store
from scorekeeper.storage.links import LinkRow
from tests.services.table import EVENING, At, actor, sit_down

SECRET = "the installation's"
LATER = EVENING + timedelta(days=30)


def made(table: At, kind: Kind = Kind.TABLE) -> LinkRow:
    event = table.now().event.id
    with table.store.write() as tx:
        return links.make_link(tx, actor(table.store), kind, secret=SECRET, event=event, table_number=1)


def let_in(table: At, token: str, at: datetime = EVENING, secret: str = SECRET) -> bool:
    with table.store.read() as tx:
        return links.by_token(tx, token, secret, at) is not None


def typed(table: At, code: str, at: datetime = EVENING) -> bool:
    with table.store.read() as tx:
        return links.by_code(tx, code, SECRET, at) is not None


def test_the_link_and_its_code_let_in_and_nothing_else_does(store: Store) -> None:
    table = sit_down(store)
    link = made(table)
    token, code = links.token_of(link, SECRET), links.code_of(link, SECRET)
    assert let_in(table, token)
    assert len(code) == 8
    assert typed(table, code)
    other = "0" if code[-1] != "0" else "1"
    assert not typed(table, code[:-1] + other)
    assert not let_in(table, token, secret="another installation's")
    for wrong in ("", ".", "1", f"{link.id}.", token[:-1], token + "A", f"{link.id + 1}.{token.partition('.')[2]}",
                  "9" * 30 + ".x", "²." + token.partition(".")[2]):  # fmt: skip
        assert not let_in(table, wrong)


def test_a_code_is_understood_as_people_type_it(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store)
    code = links.code_of(made(table), SECRET)
    misread = code.replace("0", "O").replace("1", "l")
    for way in (code.lower(), links.shown(code), f" {code[:4]} {code[4:]} ", misread):
        assert typed(table, way)
    assert not typed(table, code + code[0])


def test_a_table_link_lives_as_long_as_its_evening_a_viewers_longer_an_invitation_for_a_week(store: Store) -> None:
    table = sit_down(store)
    for_table, for_viewers, invitation = made(table), made(table, Kind.VIEWER), made(table, Kind.INVITATION)
    tokens = [links.token_of(link, SECRET) for link in (for_table, for_viewers, invitation)]
    assert [let_in(table, token, EVENING + timedelta(days=6)) for token in tokens] == [True, True, True]
    assert [let_in(table, token, LATER) for token in tokens] == [True, True, False]
    with store.write() as tx:
        evenings.end_evening(tx, actor(store), table.now().event.id)
    with pytest.raises(EveningOverError):
        let_in(table, tokens[0])
    assert [let_in(table, token) for token in tokens[1:]] == [True, True]
    assert not typed(table, links.code_of(for_table, SECRET))
    with store.write() as tx:
        evenings.reopen_evening(tx, actor(store), table.now().event.id)
    assert let_in(table, tokens[0])


def test_a_revoked_link_is_dead_and_a_renewed_one_is_another(store: Store) -> None:
    table = sit_down(store)
    link = made(table)
    with store.write() as tx:
        new = links.renew_link(tx, actor(store), link.id, secret=SECRET)
    assert not let_in(table, links.token_of(link, SECRET))
    assert not typed(table, links.code_of(link, SECRET))
    assert let_in(table, links.token_of(new, SECRET))
    assert (new.event, new.table_number) == (link.event, 1)
    with store.write() as tx:
        links.revoke_link(tx, actor(store), new.id)
        links.revoke_link(tx, actor(store), new.id)
    assert not let_in(table, links.token_of(new, SECRET))
    with store.read() as tx:
        assert links.open_links(tx, 1, EVENING) == []


def test_another_clubs_event_gets_no_link_and_another_clubs_link_is_not_ended(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store)
    link = made(table)
    with sqlite_store.write() as tx:
        stranger = actor(sqlite_store).__class__(2, "Gerät X1", EVENING)
        with pytest.raises(NotFoundError):
            links.make_link(tx, stranger, Kind.VIEWER, secret=SECRET, event=link.event)
        with pytest.raises(NotFoundError):
            links.revoke_link(tx, stranger, link.id)
    assert let_in(table, links.token_of(link, SECRET))


@pytest.mark.parametrize("number", [None, 0, 1000])
def test_a_table_has_a_number(sqlite_store: Store, number: int | None) -> None:
    table = sit_down(sqlite_store)
    with sqlite_store.write() as tx, pytest.raises(RefusedError):
        links.make_link(tx, actor(sqlite_store), Kind.TABLE, secret=SECRET, event=1, table_number=number)
    assert table.now().event.id == 1


def test_neither_link_nor_code_lies_in_the_database(sqlite_store: Store) -> None:
    link = made(sit_down(sqlite_store))
    secret_part = links.token_of(link, SECRET).partition(".")[2]
    with sqlite_store.read() as tx:
        kept = repr(tx.connection.exec_driver_sql("SELECT * FROM link").all())
    assert secret_part not in kept
    assert links.code_of(link, SECRET) not in kept
