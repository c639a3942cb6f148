"""`scorekeeper check`: scores everything again and says what does not hold."""

import sys

import click

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.text import N_, Message, Value
from scorekeeper.i18n import DEFAULT_LANGUAGE, LANGUAGES, Language, render
from scorekeeper.i18n.dates import day
from scorekeeper.services.checking import Finding, check_on_every_core
from scorekeeper.storage import default_url, migrate


@click.command("check")
@click.option("--lang", type=click.Choice(list(LANGUAGES)), default=DEFAULT_LANGUAGE, show_default=True)
def command(lang: Language) -> None:
    """Score every entry again and check the totals.

    Everything that must hold in every sitting is looked at.

    Ends with status 1 if something does not.
    """
    migrate(default_url())
    report = check_on_every_core(default_url())
    for complaint in report.damage:
        click.echo(_say(N_("The database file is damaged: {complaint}", complaint=complaint), lang))
    for finding in report.findings:
        click.echo(_say(_line(finding, lang), lang))
    if report.clean:
        counts = {"sittings": report.sittings, "entries": report.entries}
        text = N_("Everything is right. Sittings: {sittings}, entries: {entries}.", **counts)
        click.echo(_say(text, lang))
        return
    click.echo(_say(_ADVICE, lang))
    sys.exit(1)


_ADVICE = N_(
    "The history of the sitting shows every entry. A deal with wrong units is put right by correcting it; if the "
    "file is damaged or entries are missing, the last good copy of the database helps."
)


def _line(finding: Finding, lang: Language) -> Message:
    """Name the place as it is found on the screen: day, title, game, deal."""
    place: dict[str, Value] = {
        "day": day(finding.event.date, lang), "title": finding.event.title, "sitting": finding.sitting.position,
        "game": GAMES[finding.sitting.game].label, "problem": finding.problem.text, "number": finding.problem.number,
    }  # fmt: skip
    if finding.problem.number:
        return N_("{day}, {title}, sitting {sitting} ({game}), deal {number}: {problem}", **place)
    return N_("{day}, {title}, sitting {sitting} ({game}): {problem}", **place)


def _say(message: Message, lang: Language) -> str:
    return render(message, lang, {})
