"""`scorekeeper check`: scores everything again and says what does not hold."""

import sys
from collections.abc import Iterator, Mapping
from typing import Final

import click

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.text import N_, Message, Value
from scorekeeper.i18n import DEFAULT_LANGUAGE, LANGUAGES, Language, render
from scorekeeper.i18n.dates import day
from scorekeeper.services.checking import Finding, Report, check_on_every_core
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
    for advice in _advice(report):
        click.echo(f"→ {_say(advice, lang)}")
    sys.exit(1)


_SCORED_WRONG: Final = N_(
    "A deal with wrong units is put right by correcting it: opened at the table and saved again with a note, it is "
    "scored anew. The history keeps both."
)
_COUNTED_WRONG: Final = N_(
    "Wrong totals are reckoned anew when the sitting's first deal is saved again with a note. If something remains, "
    "the last good backup helps (scorekeeper restore)."
)
_LOST: Final = N_(
    "What is missing or damaged comes back with the last good backup only: scorekeeper restore FILE says first what it "
    "would change. Until then nothing should be entered."
)
_ADVICE: Final[Mapping[str, Message]] = {
    "scored": _SCORED_WRONG, "counted": _COUNTED_WRONG, "standing": _COUNTED_WRONG, "settled": _COUNTED_WRONG,
}  # fmt: skip
"""What helps by the invariant that does not hold; else something is lost."""


def _advice(report: Report) -> Iterator[Message]:
    """Say what helps, each once."""
    found = [_ADVICE.get(finding.problem.invariant, _LOST) for finding in report.findings]
    yield from {advice.id: advice for advice in (*found, *((_LOST,) if report.damage else ()))}.values()


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
