"""`scorekeeper export`: an event, or everything, as an evening file."""

import sys
from pathlib import Path

import click

from scorekeeper.domain.text import N_
from scorekeeper.i18n import DEFAULT_LANGUAGE, LANGUAGES, Language, render
from scorekeeper.services.evening_writer import write_evening, write_line
from scorekeeper.services.evenings import first_club
from scorekeeper.services.exporting import event_file, every_event, left_out
from scorekeeper.storage import Store, Transaction, default_url, migrate


class WhatError(click.UsageError):
    """Neither an event nor everything was asked for, or both."""

    def __init__(self) -> None:
        super().__init__("Either --event NUMBER (the number in its address, /abend/NUMBER) or --all.")


@click.command("export")
@click.option("--event", type=click.IntRange(min=1), help="One event, by the number in its address.")
@click.option("--all", "everything", is_flag=True, help="Every event except examples, one a line (JSON Lines).")
@click.option("--to", type=click.Path(path_type=Path, dir_okay=False), help="A new file; standard output without.")
@click.option("--lang", type=click.Choice(list(LANGUAGES)), default=DEFAULT_LANGUAGE, show_default=True)
def command(event: int | None, to: Path | None, *, everything: bool, lang: Language) -> None:
    """Write an event, or everything, as an evening file.

    `scorekeeper import` reads it into another database, `scorekeeper score` scores it without any. It holds everything
    that counts: people, rules, deals, adjustments, payments; not who typed it and when, that is in a backup.
    Tournaments and courses are in no evening file, they move with `scorekeeper backup` and `restore`.
    """
    if (event is None) is not everything:
        raise WhatError
    migrate(default_url())
    store = Store(default_url())
    with store.read() as tx:
        content = _everything(tx) if event is None else write_evening(event_file(tx, event))
        rest = left_out(tx, first_club(tx)) if everything else None
    store.close()
    if rest is not None:
        click.echo(render(rest, lang), err=True)
    if to is None:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    _write(to, content, lang)


def _everything(tx: Transaction) -> bytes:
    return b"".join(map(write_line, every_event(tx, first_club(tx))))


def _write(to: Path, content: bytes, lang: Language) -> None:
    """Write a new file, whole or not at all."""
    try:
        with to.open("xb") as file:
            file.write(content)
    except FileExistsError as error:
        raise click.ClickException(render(N_("{file} is there already.", file=str(to)), lang)) from error
    except OSError:
        to.unlink(missing_ok=True)
        raise
    click.echo(render(N_("Written: {file}", file=str(to)), lang))
