"""`scorekeeper import`: takes evening files into the database, all of them or none."""

import sys
import uuid
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, NoReturn

import click

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import N_, NN_, Message
from scorekeeper.i18n import DEFAULT_LANGUAGE, LANGUAGES, Language, render
from scorekeeper.i18n.dates import day
from scorekeeper.services.actor import Actor
from scorekeeper.services.evening_data import EventFile
from scorekeeper.services.evening_lines import FaultyFileError, read_events
from scorekeeper.services.evenings import first_club
from scorekeeper.services.importing import AlreadyThereError, Preview, import_event, preview
from scorekeeper.services.json_document import MOST_BYTES
from scorekeeper.storage import Store, Transaction, default_url, migrate

_BAD_FILE: Final = 2
_THERE: Final = 1
_DEVICE: Final = "scorekeeper import"


@click.command("import")
@click.argument("files", nargs=-1, required=True)
@click.option("--again", is_flag=True, help="Take in once more what is kept already.")
@click.option("--lang", type=click.Choice(list(LANGUAGES)), default=DEFAULT_LANGUAGE, show_default=True)
def command(files: Sequence[str], *, again: bool, lang: Language) -> None:
    """Take evening FILES into the database: all of them, or none if one is faulty.

    A file is what `scorekeeper export` writes, or one that was written by hand; "-" reads standard input.

    Ends with status 2 and the place in the file if one is faulty, with status 1 if an event is kept already.
    """
    events = [(file, line, event) for file in files for line, event in _read(file, lang)]
    migrate(default_url())
    store = Store(default_url())
    try:
        with store.write() as tx:
            done = [_take(tx, name, line, event, lang, again=again) for name, line, event in events]
    finally:
        store.close()
    for text in done:
        click.echo(text)


def _read(file: str, lang: Language) -> Iterator[tuple[int | None, EventFile]]:
    with click.open_file(file, "rb") as source:
        content = source.read(MOST_BYTES + 1)
    try:
        yield from read_events(content).items()
    except FaultyFileError as error:
        _refuse(file, error.line, error, lang)


def _take(  # noqa: PLR0913 what, from where, and how it is said
    tx: Transaction, name: str, line: int | None, event: EventFile, lang: Language, *, again: bool
) -> str:
    """Take an event in; say what it was."""
    actor = Actor(first_club(tx), _DEVICE, datetime.now(UTC))
    untitled = render(N_("Card evening"), lang)
    try:
        seen = preview(tx, actor.club, event)
        number = import_event(tx, actor, event, key=uuid.uuid4().hex, untitled=untitled, again=again)
    except RefusedError as error:
        _refuse(name, line, error, lang)
    except AlreadyThereError as error:
        advice = N_("--again takes it in once more.")
        click.echo(f"{name}: {render(error.message, lang)} {render(advice, lang)}", err=True)
        sys.exit(_THERE)
    return f"/abend/{number}: {', '.join(_said(seen, untitled, lang))}"


def _said(seen: Preview, untitled: str, lang: Language) -> Iterator[str]:
    yield seen.title or untitled
    if seen.day is not None:
        yield day(seen.day, lang)
    counts: list[Message] = [
        NN_("one sitting", "{n} sittings", len(seen.sittings)),
        NN_("one deal", "{n} deals", sum(sitting.deals for sitting in seen.sittings)),
    ]
    if seen.new:
        counts.append(N_("new: {names}", names=", ".join(seen.new)))
    for message in counts:
        yield render(message, lang)


def _refuse(name: str, line: int | None, error: RefusedError, lang: Language) -> NoReturn:
    """Say everything that is wrong, each with its place, and end; nothing was taken in."""
    at_line = N_("line {number}", number=line or 1)
    where = "" if line is None else f"{render(at_line, lang)}: "
    for place, message in error.refusals:
        text = render(message, lang)
        click.echo(f"{name}: {where}{place}: {text}" if place else f"{name}: {where}{text}", err=True)
    sys.exit(_BAD_FILE)
