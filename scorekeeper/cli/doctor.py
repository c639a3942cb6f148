"""`scorekeeper doctor`: looks the set-up over and says what helps."""

import json
import sys
from collections.abc import Iterable, Iterator

import click

from scorekeeper import assets
from scorekeeper.cli.doctoring import database, files, machine
from scorekeeper.cli.doctoring.findings import PLAIN_SIGNS, SIGNS, Finding
from scorekeeper.cli.serving.saying import lang_option
from scorekeeper.i18n import Language, render
from scorekeeper.storage import default_url


@click.command("doctor")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The port to look at.")
@click.option("--json", "as_json", is_flag=True, help="For programs: a list with about, state, text and help.")
@lang_option
def command(port: int, *, as_json: bool, lang: Language) -> None:
    """Look the set-up over, and say what is wrong and what helps.

    Nothing is changed. Ends with status 1 if something keeps the app from working or from keeping what is entered.
    """
    found = list(_findings(port) if as_json else _told(_findings(port), lang))
    if as_json:
        click.echo(json.dumps([_plain(finding, lang) for finding in found], ensure_ascii=False, indent=2))
    sys.exit(int(any(finding.state == "bad" for finding in found)))


def _findings(port: int) -> Iterator[Finding]:
    url = default_url()
    yield from machine.python()
    yield from files.writable(url)
    yield from files.permissions(url)
    yield from machine.disk(assets.instance_path())
    yield from machine.time_zone()
    yield from database.database(url)
    yield from machine.port(port)
    yield from machine.printing()


def _told(found: Iterator[Finding], language: Language) -> Iterator[Finding]:
    """Say every line as soon as it is known: printing takes a while."""
    signs = SIGNS if _can_show(SIGNS.values()) else PLAIN_SIGNS
    for finding in found:
        click.echo(f"{signs[finding.state]} {_sentence(render(finding.text, language))}")
        if finding.help is not None:
            click.echo(
                f"  → {render(finding.help, language)}" if signs is SIGNS else f"  {render(finding.help, language)}"
            )
        yield finding


def _can_show(signs: Iterable[str]) -> bool:
    try:
        "".join(signs).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _plain(finding: Finding, language: Language) -> dict[str, str | None]:
    help_ = None if finding.help is None else render(finding.help, language)
    return {"about": finding.about, "state": finding.state, "text": render(finding.text, language), "help": help_}
