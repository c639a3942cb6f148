"""`scorekeeper score`: scores an evening file without a database or a web server."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import IO, Final, Literal, NoReturn

import click

from scorekeeper.cli.output.json_lines import error_line, show
from scorekeeper.domain.errors import RefusedError
from scorekeeper.i18n import DEFAULT_LANGUAGE, LANGUAGES, Language, render
from scorekeeper.services.evening_file import read_evening
from scorekeeper.services.json_document import MOST_BYTES
from scorekeeper.services.scoring import score_evening

Format = Literal["json", "table", "csv"]
_OUTPUTS: Final[dict[Format, str]] = {"json": "json_lines", "table": "table", "csv": "spreadsheet"}
"""The module that shows a result; loaded when it is wanted, dates alone cost a tenth of the start."""
_BAD_FILE: Final = 2
_BAD_LINES: Final = 1


class LinesFormatError(click.UsageError):
    """Lines were asked for in a form that has none."""

    def __init__(self) -> None:
        super().__init__("--lines gives JSON only.")


@click.command("score")
@click.argument("file")
@click.option("--format", "form", type=click.Choice(list(_OUTPUTS)), default="json", show_default=True)
@click.option("--lang", type=click.Choice(list(LANGUAGES)), default=DEFAULT_LANGUAGE, show_default=True)
@click.option("--explain", "explained", is_flag=True, help="Say for every deal how its units came about.")
@click.option("--lines", is_flag=True, help="One document per line; implied by a name that ends in .jsonl.")
def command(file: str, form: Format, lang: Language, *, explained: bool, lines: bool) -> None:
    """Score an evening FILE, without any database.

    "-" reads standard input.

    A bad file ends with status 2 and a message that names the place. With --lines a bad line gives an error line, and
    the status at the end is 1.
    """
    lines = lines or file.endswith(".jsonl")
    if lines and form != "json":
        raise LinesFormatError
    if lines:
        with _opened(file) as source:
            sys.exit(_score_lines(source, lang, explained=explained))
    with _opened(file) as source:
        content = source.read(MOST_BYTES + 1)
    try:
        with _no_collector():
            score = score_evening(read_evening(content), reasons=explained)
            output = import_module(f"scorekeeper.cli.output.{_OUTPUTS[form]}")
            _write(output.show(score, lang, explained=explained))
    except RefusedError as error:
        _fail(file, *_texts(error, lang))


@contextmanager
def _no_collector() -> Iterator[None]:
    """Spare the garbage collector: many deals make no cycles, and it would look at them again and again."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _opened(file: str) -> IO[bytes]:
    """Open a file, or standard input; end with a message if that cannot be."""
    try:
        return click.open_file(file, "rb")
    except OSError as error:
        _fail(file, error.strerror or str(error))


def _score_lines(source: IO[bytes], language: Language, *, explained: bool) -> int:
    """Score one document per line; give the exit status."""
    status = 0
    for line in _documents(source):
        try:
            score = score_evening(read_evening(line), reasons=explained)
        except RefusedError as error:
            status = _BAD_LINES
            _write(error_line("; ".join(_texts(error, language))))
        else:
            _write(show(score, language, explained=explained))
    return status


def _documents(source: IO[bytes]) -> Iterator[bytes]:
    """Give the lines that are not empty; of one that is too long as much as shows that it is."""
    while line := source.readline(MOST_BYTES + 1):
        rest = line
        while len(rest) > MOST_BYTES and not rest.endswith(b"\n"):
            rest = source.readline(MOST_BYTES + 1)
        if line.strip():
            yield line.rstrip(b"\r\n")


def _texts(error: RefusedError, language: Language) -> list[str]:
    return [
        f"{place}: {render(message, language)}" if place else render(message, language)
        for place, message in error.refusals
    ]


def _fail(file: str, *problems: str) -> NoReturn:
    for problem in problems:
        sys.stderr.buffer.write(_encoded(f"{file}: {problem}\n"))
    sys.exit(_BAD_FILE)


def _write(text: str) -> None:
    """Write UTF-8, whatever the platform's own encoding, and at once: another program may wait for the line."""
    sys.stdout.buffer.write(_encoded(text))
    sys.stdout.buffer.flush()


def _encoded(text: str) -> bytes:
    return text.encode(errors="backslashreplace")  # an error may quote half a character
