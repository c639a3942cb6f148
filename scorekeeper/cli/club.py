"""`scorekeeper club`: the clubs of a hosted installation, and who organises them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Final

import click

from scorekeeper import assets
from scorekeeper.cli.serving.organiser import DEVICE, ask_password, console, refused_in_words
from scorekeeper.cli.serving.saying import lang_option, say
from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_, Day
from scorekeeper.i18n import Language, render
from scorekeeper.i18n.sentences import listed
from scorekeeper.services import clubs, organisers
from scorekeeper.services.evenings import VIENNA
from scorekeeper.services.links import INVITED_FOR, address_of
from scorekeeper.storage import Store, default_url, migrate

_HOST_NAME: Final = re.compile(r"[\w.-]+(:\d+)?")


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
@click.option("--invite", is_flag=True, help="Print a link by which they choose their password themselves.")
@click.option("--host-name", help="With --invite: the name that the app is served under, as after serve --host-name.")
@lang_option
def add(name: str, organiser: str, host_name: str | None, lang: Language, *, invite: bool) -> None:
    """Add a club with its first organiser, who then invites others in the app.

    The password is asked for; a script gives it in SCOREKEEPER_PASSWORD or in the first line of standard input. With
    --invite nobody is asked: the link is valid for a week and for one account. Once more gives another link.
    """
    if invite:
        _invite(name, organiser, host_name, lang)
        return
    if host_name is not None:
        raise ScorekeeperError(N_("--host-name goes with --invite."))
    with _opened() as store:
        password = ask_password(organiser, lang)
        with refused_in_words(), store.write() as tx:
            clubs.add_club(tx, name, organiser, password, device=DEVICE, at=datetime.now(UTC))
    say(N_("{club} has been added; {name} can log in now.", club=name, name=organiser), lang)


def _invite(name: str, organiser: str, host_name: str | None, lang: Language) -> None:
    base, secret = f"https://{_served_name(host_name)}", _key_of_the_server()
    with _opened() as store:
        now = datetime.now(UTC)
        with refused_in_words(), store.write() as tx:
            link = clubs.invite_club(tx, name, organiser, secret=secret, device=DEVICE, at=now)
    until = Day((now + INVITED_FOR).astimezone(VIENNA).date().isoformat())
    say(
        N_(
            "{club} has been added. By this link {name} gets in, once, until {day}:",
            club=name,
            name=link.label,
            day=until,
        ),
        lang,
    )
    click.echo(address_of(link, secret, base))


def _served_name(host_name: str | None) -> str:
    """Give the name in the browser's address. Raises ScorekeeperError where it is not said: nobody else knows it."""
    if host_name is None:
        raise ScorekeeperError(
            N_("Under which name do browsers reach the app? As after serve: --host-name karten.example.at")
        )
    if not _HOST_NAME.fullmatch(host_name):
        raise ScorekeeperError(N_("{name} is no name as after serve --host-name.", name=host_name))
    return host_name


def _key_of_the_server() -> str:
    """Read the key that the server holds links against. Raises ScorekeeperError where none was started here."""
    with suppress(FileNotFoundError):
        if key := assets.secret_path(assets.instance_path()).read_text("ascii", errors="replace").strip():
            return key
    raise ScorekeeperError(
        N_(
            "The server's key is not in {folder}: either it was never started, or SCOREKEEPER_INSTANCE is another one "
            "here.", folder=str(assets.instance_path()),
        )
    )  # fmt: skip


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
