"""Organisers' accounts: the right password lets in, a wrong one does not, a new one logs the others out."""

from datetime import timedelta

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select

from scorekeeper.domain.errors import RefusedError
from scorekeeper.services import logins, organisers
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import NotFoundError
from scorekeeper.storage import Store, clubs
from scorekeeper.storage.organisers import OrganiserRow
from scorekeeper.storage.tables import login
from tests.services.table import EVENING, actor

PASSWORD = "herz sticht eichel"


def added(store: Store, name: str = "Maria", club: int = 1, password: str = PASSWORD) -> OrganiserRow:
    kept = organisers.hashed(password, name)
    with store.write() as tx:
        return organisers.add_organiser(tx, Actor(club, "Gerät A1", EVENING), name, kept)


def is_let_in(store: Store, name: str, password: str) -> bool:
    with store.read() as tx:
        return organisers.is_right(password, organisers.find(tx, name))


def test_the_right_password_lets_in_however_the_name_is_written(store: Store) -> None:
    maria = added(store)
    assert maria.password.startswith("$argon2id$")
    assert is_let_in(store, "Maria", PASSWORD)
    assert is_let_in(store, "  mARIA ", PASSWORD)
    assert not is_let_in(store, "Maria", PASSWORD + " ")
    assert not is_let_in(store, "Maria", "")
    assert not is_let_in(store, "Toni", PASSWORD)


def test_a_name_that_nobody_has_takes_as_long_to_refuse_as_a_wrong_password() -> None:
    assert not PasswordHasher().check_needs_rehash(organisers._NOBODY)


def test_a_name_is_taken_only_once_in_all_clubs(store: Store) -> None:
    added(store)
    with store.write() as tx:
        other = clubs.add(tx, "Kartenfreunde")
    with pytest.raises(RefusedError):
        added(store, "MARIA", other)
    assert added(store, "Franz", other).club == other


@pytest.mark.parametrize("password", ["short", "Maria Magdalena", "aaaaaaaaaaaa", "x" * 201])
def test_a_password_that_is_short_long_or_easy_to_guess_is_refused(password: str) -> None:
    with pytest.raises(RefusedError):
        organisers.hashed(password, "Maria Magdalena")


@pytest.mark.parametrize("name", ["", "  ", "42", "x" * 61])
def test_a_name_has_a_letter_and_fits(sqlite_store: Store, name: str) -> None:
    with pytest.raises(RefusedError):
        added(sqlite_store, name)


def test_the_first_one_runs_the_installation_and_stays(store: Store) -> None:
    maria, franz = added(store), added(store, "Franz")
    assert (maria.operator, franz.operator) == (True, False)
    with store.write() as tx:
        organisers.remove_organiser(tx, actor(store), franz.id)
    assert not is_let_in(store, "Franz", PASSWORD)
    with store.write() as tx, pytest.raises(RefusedError):
        organisers.remove_organiser(tx, actor(store), maria.id)


def test_a_clubs_last_organiser_stays(sqlite_store: Store) -> None:
    added(sqlite_store)
    with sqlite_store.write() as tx:
        other = clubs.add(tx, "Kartenfreunde")
    franz = added(sqlite_store, "Franz", other)
    with sqlite_store.write() as tx, pytest.raises(RefusedError):
        organisers.remove_organiser(tx, Actor(other, "Gerät A1", EVENING), franz.id)


def test_a_new_password_ends_the_old_one_and_its_sessions(sqlite_store: Store) -> None:
    maria = added(sqlite_store)
    with sqlite_store.write() as tx:
        secret = logins.begin(tx, maria, EVENING)
        organisers.change_password(tx, actor(sqlite_store), maria.id, organisers.hashed("laub sticht schell"))
        assert logins.holder(tx, secret, EVENING) is None
    assert not is_let_in(sqlite_store, "Maria", PASSWORD)
    assert is_let_in(sqlite_store, "Maria", "laub sticht schell")


def test_a_login_ends_alone_and_not_before_a_month(store: Store) -> None:
    maria = added(store)
    with store.write() as tx:
        phone, laptop = logins.begin(tx, maria, EVENING), logins.begin(tx, maria, EVENING + timedelta(days=1))
        logins.end(tx, phone)
    with store.read() as tx:
        month = EVENING + timedelta(days=30)
        assert logins.holder(tx, phone, EVENING) is None
        assert logins.holder(tx, laptop, month) == maria
        assert logins.holder(tx, laptop, month + timedelta(days=1)) is None
        assert logins.holder(tx, "", EVENING) is None


def test_what_ran_out_is_forgotten_with_the_next_login(sqlite_store: Store) -> None:
    maria = added(sqlite_store)
    with sqlite_store.write() as tx:
        logins.begin(tx, maria, EVENING)
        logins.begin(tx, maria, EVENING + timedelta(days=31))
        assert len(tx.all(select(login))) == 1


def test_who_got_another_password_or_was_removed_meanwhile_is_not_logged_in(store: Store) -> None:
    maria, franz = added(store), added(store, "Franz")
    with store.write() as tx:
        organisers.change_password(tx, actor(store), maria.id, organisers.hashed("laub sticht schell"))
        logins.begin(tx, franz, EVENING)
        organisers.remove_organiser(tx, actor(store), franz.id)
        for gone in (maria, franz):
            with pytest.raises(NotFoundError):
                logins.begin(tx, gone, EVENING)


def test_another_clubs_account_is_out_of_reach(sqlite_store: Store) -> None:
    maria = added(sqlite_store)
    with sqlite_store.write() as tx:
        stranger = Actor(clubs.add(tx, "Kartenfreunde"), "Gerät X1", EVENING)
        with pytest.raises(NotFoundError):
            organisers.change_password(tx, stranger, maria.id, organisers.hashed("laub sticht schell"))
        with pytest.raises(NotFoundError):
            organisers.remove_organiser(tx, stranger, maria.id)
