"""`scorekeeper club`: the clubs of a hosted installation, and who organises them."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import click

from scorekeeper.cli.serving.organiser import DEVICE, ask_password, console, refused_in_words
from scorekeeper.cli.serving.saying import lang_option, say
from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_
from scorekeeper.i18n import Language, render
from scorekeeper.i18n.sentences import listed
from scorekeeper.services import clubs, organisers
from scorekeeper.storage import Store, default_url, migrate


@click.group("club")
def command() -> None:
    """Add and list clubs, and give an organiser a new password.

    The database lies in the instance folder (SCOREKEEPER_INSTANCE) or at SCOREKEEPER_DATABASE_URL.
    """


@command.command("list")
@lang_option
def list_clubs(lang: Language) -> None:
    """List the clubs and who organises them."""
    with _opened() as store, store.read() as tx:
        for club in clubs.all_clubs(tx):
            names = listed(club.organisers, lang) if club.organisers else render(N_("nobody yet"), lang)
            click.echo(f"{club.number}  {club.name or '–'}: {names}")


@command.command("add")
@click.argument("name")
@click.option("--organiser", required=True, help="Who logs in for the club first, under this name.")
@lang_option
def add(name: str, organiser: str, lang: Language) -> None:
    """Add a club with its first organiser, who then invites others in the app.

    The password is asked for; a script gives it in SCOREKEEPER_PASSWORD or in the first line of standard input.
    """
    with _opened() as store:
        password = ask_password(organiser, lang)
        with refused_in_words(), store.write() as tx:
            clubs.add_club(tx, name, organiser, password, device=DEVICE, at=datetime.now(UTC))
    say(N_("{club} has been added; {name} can log in now.", club=name, name=organiser), lang)


@command.command("password")
@click.argument("organiser")
@lang_option
def password(organiser: str, lang: Language) -> None:
    """Give an organiser a new password; whoever was logged in with the old one is logged out."""
    with _opened() as store:
        with store.read() as tx:
            found = organisers.find(tx, organiser)
        if found is None:
            raise ScorekeeperError(N_("There is no organiser {name}.", name=organiser))
        new = ask_password(found.name, lang)
        with store.write() as tx:
            organisers.change_password(tx, console(found.club), found.id, new)
    say(N_("{name} has a new password", name=found.name), lang)


@contextmanager
def _opened() -> Iterator[Store]:
    migrate(default_url())
    store = Store(default_url())
    try:
        yield store
    finally:
        store.close()
