"""`scorekeeper backup`: one SQLite file with everything, checked in full."""

import os
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click

from scorekeeper.domain.text import N_, NN_, Message
from scorekeeper.i18n import DEFAULT_LANGUAGE, LANGUAGES, Language, render
from scorekeeper.services import backing_up
from scorekeeper.services.backing_up import Backup
from scorekeeper.storage import Store, default_url, migrate
from scorekeeper.storage.backup_contents import Amount

_UNCLEAN: Final = 3
_LOWEST_PRIORITY: Final = 10


@click.command("backup")
@click.option(
    "--to", type=click.Path(path_type=Path), help="Another file or folder than usual, on a stick for instance."
)
@click.option("--if-changed", is_flag=True, help="Only if something is new since the last backup.")
@click.option("--aside", is_flag=True, hidden=True, help="Give way to whoever plays, and say only what is wrong.")
@click.option("--look-over", is_flag=True, hidden=True, help="Check the database quickly first.")
@click.option("--lang", type=click.Choice(list(LANGUAGES)), default=DEFAULT_LANGUAGE, show_default=True)
def command(to: Path | None, *, if_changed: bool, aside: bool, look_over: bool, lang: Language) -> None:
    """Make a backup while the app may go on.

    It is one SQLite file with everything, from either database, and is checked like the database itself. Without --to
    it lies in the folder "backups" of the instance folder; the last ten stay, and the last one of each of thirty days.

    Ends with status 1 if no backup could be made, with status 3 if the copy did not pass its check.
    """
    if aside:
        with suppress(AttributeError, OSError):  # Windows has none
            os.nice(_LOWEST_PRIORITY)
    migrate(default_url())
    store = Store(default_url())
    try:
        if look_over and not (report := backing_up.look_over(store, datetime.now(UTC))).clean:
            click.echo(render(backing_up.summary(report), lang), err=True)
        made = _made(store, to, lang, if_changed=if_changed)
    finally:
        store.close()
    if made is None:
        _say(N_("Nothing is new since the last backup."), lang, quiet=aside)
    elif made.report.clean:
        _say(N_("Backup: {file}", file=str(made.file)), lang, quiet=aside)
        _say(contents_of(made.amount), lang, quiet=aside)
    else:
        for message in (N_("The copy did not pass its check: {file}", file=str(made.file)), _ADVICE):
            click.echo(render(message, lang), err=True)
        sys.exit(_UNCLEAN)


_ADVICE: Final = N_("Where the fault lies is said by: scorekeeper check")


def contents_of(amount: Amount) -> Message:
    """Say what is in a backup that passed its check."""
    events, deals = (
        NN_("one event", "{n} events", amount.events),
        NN_("one deal", "{n} deals", amount.deals),
    )  # fmt: skip
    return N_("{events}, {deals}. Checked: everything is right.", events=events, deals=deals)


def _made(store: Store, to: Path | None, lang: Language, *, if_changed: bool) -> Backup | None:
    now = datetime.now(UTC)
    try:
        if to is not None:
            return backing_up.back_up_to(store, to, now)
        return backing_up.back_up_if_changed(store, now) if if_changed else backing_up.back_up(store, now)
    except FileExistsError as error:
        raise click.ClickException(render(N_("{file} is there already.", file=str(to)), lang)) from error
    except OSError as error:
        raise click.ClickException(render(backing_up.in_words(error), lang)) from error


def _say(message: Message, lang: Language, *, quiet: bool) -> None:
    if not quiet:
        click.echo(render(message, lang))
