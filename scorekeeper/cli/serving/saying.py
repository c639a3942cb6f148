"""What a command that serves says, in the language of the terminal."""

import sys
from io import StringIO
from typing import Any, Final

import click
import segno

from scorekeeper.bootstrap import spoken
from scorekeeper.cli import LANGUAGE
from scorekeeper.domain.text import Message
from scorekeeper.i18n import LANGUAGES, Language, render

_PAPER_AROUND: Final = 2
"""Rows of light around a QR code; cameras need them."""


def lang_option(command: Any) -> Any:  # noqa: ANN401 as click's own decorators
    """Let a command be told another language than the system's; errors are said in it, too."""
    chosen = click.option(
        "--lang", type=click.Choice(list(LANGUAGES)), default=spoken, show_default="the system's, else de",
        callback=_remember,
    )  # fmt: skip
    return chosen(command)


def _remember(ctx: click.Context, _option: click.Parameter, language: Language) -> Language:
    ctx.meta[LANGUAGE] = language
    return language


def say(message: Message, language: Language) -> None:
    """Say a sentence."""
    click.echo(render(message, language))


def show_qr(address: str) -> None:
    """Show an address for a camera, where the terminal has the signs for it."""
    drawn = StringIO()
    segno.make(address, error="m").terminal(drawn, border=_PAPER_AROUND, compact=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return
    click.echo(drawn.getvalue())
