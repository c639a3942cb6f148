"""Asks for an organiser at the terminal, or takes what a script gives."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Final

import click

from scorekeeper.cli.serving.saying import say
from scorekeeper.domain.errors import RefusedError, ScorekeeperError
from scorekeeper.domain.text import N_, Message
from scorekeeper.i18n import Language, render
from scorekeeper.services import organisers
from scorekeeper.services.actor import Actor
from scorekeeper.services.evenings import first_club
from scorekeeper.storage import Store

PASSWORD: Final = "SCOREKEEPER_PASSWORD"  # noqa: S105 the variable's name
DEVICE: Final = "Konsole"
_FIELDS: Final = {"club": N_("Club"), "name": N_("Name"), "password": N_("Password")}
_NOBODY: Final = N_(
    "Nobody could log in yet. A script names the first organiser: --organiser NAME, with the password in "
    "{variable} or in the first line of standard input.", variable=PASSWORD,
)  # fmt: skip


def is_set_up(store: Store) -> bool:
    """Whether anybody could log in."""
    with store.read() as tx:
        return organisers.is_set_up(tx)


def provide_organiser(store: Store, name: str | None, language: Language) -> None:
    """Make the first organiser unless there is one."""
    if is_set_up(store):
        os.environ.pop(PASSWORD, None)
        return
    if name is None:
        if not sys.stdin.isatty():
            raise ScorekeeperError(_NOBODY)
        say(N_("Whoever comes in by the network has to log in. Who organises the evenings?"), language)
        name = click.prompt(render(N_("Name"), language))
    password = ask_password(name, language)
    with refused_in_words(), store.write() as tx:
        organisers.add_organiser(tx, console(first_club(tx)), name, password)
    say(N_("{name} can log in now.", name=name), language)


def console(club: int) -> Actor:
    """Say who acts: whoever sits at the computer itself."""
    return Actor(club, DEVICE, datetime.now(UTC))


def ask_password(name: str, language: Language) -> str:
    """Give a new password, hashed. Somebody at the terminal is asked until it is strong enough.

    A script leaves it in the environment, from where no worker takes it along, or in the first line of its input.
    """
    given = os.environ.pop(PASSWORD, None)
    if given is None and not sys.stdin.isatty():
        given = sys.stdin.readline().rstrip("\r\n")
    if given is not None:
        with refused_in_words():
            return organisers.hashed(given, name)
    while True:
        typed = _typed(N_("Password (at least {least} letters)", least=organisers.SHORTEST_PASSWORD), language)
        try:
            made = organisers.hashed(typed, name)
        except RefusedError as error:  # said before it is typed once more for nothing
            say(_in_words(error), language)
            continue
        if _typed(N_("Once more"), language) == typed:
            return made
        say(N_("That was not the same twice."), language)


def _typed(asked: Message, language: Language) -> str:
    return str(click.prompt(render(asked, language), hide_input=True))


@contextmanager
def refused_in_words() -> Iterator[None]:
    """Say what was refused with the name of its field, as nobody sees a form here. Raises ScorekeeperError."""
    try:
        yield
    except RefusedError as error:
        raise ScorekeeperError(_in_words(error)) from error


def _in_words(error: RefusedError) -> Message:
    return N_("{field}: {reason}", field=_FIELDS[error.refusals[0].field], reason=error.message)
