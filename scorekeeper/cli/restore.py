"""`scorekeeper restore`: puts a backup in the place of everything, after saying what would be lost."""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click

from scorekeeper.cli.backup import contents_of
from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_, NN_, Message
from scorekeeper.i18n import DEFAULT_LANGUAGE, LANGUAGES, Language, render
from scorekeeper.i18n.dates import day
from scorekeeper.services import restoring
from scorekeeper.services.restoring import Candidate, EventLoss, Losses
from scorekeeper.storage import backup_restore, default_url
from scorekeeper.storage.backup_contents import Contents

_MOST_NAMES: Final = 10


@click.command("restore")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Put it in the place of everything that is there now.")
@click.option("--lang", type=click.Choice(list(LANGUAGES)), default=DEFAULT_LANGUAGE, show_default=True)
def command(file: Path, *, replace: bool, lang: Language) -> None:
    """Put a backup in the place of the database.

    FILE is checked first. What would be lost is said, and nothing is done without --replace; with it, what is there now
    is backed up before. The app must not run meanwhile. SQLite and PostgreSQL take each other's backups.

    Ends with status 1 if nothing was restored.
    """
    url, now = default_url(), datetime.now(UTC)
    try:
        if backup_restore.is_file(url, file):
            raise click.ClickException(render(N_("{file} is the database itself.", file=str(file)), lang))
        with restoring.looked_through(file, now) as candidate:
            click.echo(render(contents_of(candidate.amount), lang))
            present = restoring.present(url)
            needed = _say_what_is_lost(present, candidate, lang)
            if needed and not replace:
                click.echo(render(_REFUSED, lang))
                sys.exit(1)
            _restore(url, candidate, now, lang, damaged=present is None)
    except ScorekeeperError as error:
        raise click.ClickException(render(error.message, lang)) from error


_REFUSED: Final = N_(
    "Nothing was changed. With --replace the backup takes the place of all this; what is there now is backed up before."
)


def _restore(url: str, candidate: Candidate, now: datetime, lang: Language, *, damaged: bool) -> None:
    if damaged and not backup_restore.readable(url):
        kept = restoring.restore_over_damaged(url, candidate, now)
    else:
        kept = restoring.restore(url, candidate, now).file
    click.echo(render(N_("Restored and checked. What was there before is kept as {file}", file=str(kept)), lang))


def _say_what_is_lost(present: Contents | None, candidate: Candidate, lang: Language) -> bool:
    """Say it, and tell whether there is anything at all that would be replaced."""
    if present is None:
        click.echo(render(N_("The present database cannot be read. Whatever is not in the backup is lost."), lang))
        return True
    if restoring.is_empty(present):
        return False
    losses = restoring.losses(present, candidate.contents)
    if losses.nothing:
        click.echo(render(N_("All that is there now is in the backup too."), lang))
        return True
    click.echo(render(N_("Not in the backup, and lost by restoring it:"), lang))
    for message in _lines(losses, lang):
        click.echo(f"  {render(message, lang)}")
    return True


def _lines(losses: Losses, lang: Language) -> Iterator[Message]:
    for loss in losses.events:
        parts = ", ".join(render(part, lang) for part in _parts(loss))
        place = {"day": day(loss.date, lang), "title": loss.title, "parts": parts}
        yield N_("{day}, {title}, wholly: {parts}", **place) if loss.whole else N_("{day}, {title}: {parts}", **place)
    if losses.people:
        named = ", ".join(losses.people[:_MOST_NAMES])
        more = len(losses.people) - _MOST_NAMES
        yield (
            N_("Players: {names}", names=named)
            if more <= 0
            else N_("Players: {names} and {more} more", names=named, more=more)
        )
    if losses.others:
        yield NN_(
            "one other change (a name, a way to pay or the like)",
            "{n} other changes (names, ways to pay and the like)", losses.others,
        )  # fmt: skip


def _parts(loss: EventLoss) -> Iterator[Message]:
    if loss.sittings:
        yield NN_("one sitting", "{n} sittings", loss.sittings)
    if loss.deals or loss.whole:
        yield NN_("one deal", "{n} deals", loss.deals)
    if loss.changes:
        yield NN_("one change", "{n} changes", loss.changes)
    if loss.payments:
        yield NN_("one payment", "{n} payments", loss.payments)
    if loss.facts:
        yield NN_("one entry of the organisers", "{n} entries of the organisers", loss.facts)
