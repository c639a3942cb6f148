"""The final report: what was played, how it was drawn, who won, what the money came to."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar, Final

from markupsafe import Markup

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.text import N_, Message, Player
from scorekeeper.domain.tournament.rounds import repeats
from scorekeeper.domain.tournament.settings import Counting
from scorekeeper.i18n import Language
from scorekeeper.i18n.dates import clock, day
from scorekeeper.i18n.figures import number, signed_money
from scorekeeper.printing.cash import difference_words
from scorekeeper.printing.hall.lists import Paper
from scorekeeper.printing.settlement_sheet import made_text, subtitle
from scorekeeper.printing.sheets import Fact
from scorekeeper.services.evenings import VIENNA
from scorekeeper.services.tournament.accounts import Accounts

_FIRST: Final = 10
_METHODS: Final = {"lot": N_("by lot"), "swiss": N_("by the standings"), "hand": N_("changed by hand")}
_COUNTS: Final[dict[Counting, Message]] = {
    "units": N_("points of the game"), "places": N_("points by place"), "both": N_("points by place, then of the game"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Section:
    """A small table with its heading; the first columns are words, so many last ones figures."""

    heading: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    figures: int
    total: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What is left of a tournament when the hall is swept."""

    template: ClassVar[str] = "print/hall/report.html"
    language: Language
    title: str
    subtitle: str
    made: str
    facts: tuple[Fact, ...]
    sections: tuple[Section, ...]
    signers: tuple[str, ...]
    landscape: bool = False
    style: Markup = field(default=Markup(""))


def report(paper: Paper, accounts: Accounts) -> Report:
    """Set the report of a tournament as it stands."""
    made = (
        _first(paper), _rounds(paper), _prizes(paper, accounts), _penalties(paper), _money(paper, accounts),
        _box(paper, accounts),
    )  # fmt: skip
    return Report(
        language=paper.language,
        title=paper.say(N_("Final report")),
        subtitle=subtitle(paper.event, paper.language),
        made=made_text(paper.made, paper.language),
        facts=tuple(_facts(paper)),
        sections=tuple(section for section in made if section.rows),
        signers=(paper.say(N_("Organiser")), paper.say(N_("For the club"))),
    )


def _facts(paper: Paper) -> Iterator[Fact]:
    state = paper.hall.state
    settings = state.settings
    game = GAMES[settings.game]
    rule_set = game.rule_set(settings.rule_set)
    yield Fact(paper.say(N_("Game")), paper.say(game.label))
    yield Fact(paper.say(N_("Took part")), str(len(state.entrants)))
    yield Fact(paper.say(N_("Rules")), paper.say(rule_set.label) if rule_set else settings.rule_set)
    yield Fact(paper.say(N_("Counts")), paper.say(_COUNTS[settings.counting]))
    drawn = [one.drawn for one in state.rounds.values()]
    yield Fact(paper.say(N_("Meetings twice")), str(repeats(drawn)))


def _first(paper: Paper) -> Section:
    hall, language = paper.hall, paper.language
    lines = [line for line in hall.lines(max([hall.state.settings.rounds, *hall.state.rounds])) if line.place]
    first = N_("Standings, the first {count}", count=_FIRST) if len(lines) > _FIRST else N_("Standings")
    return Section(
        paper.say(first),
        (paper.say(N_("Place")), paper.say(N_("Name")), paper.say(N_("Sum"))),
        tuple(
            (f"{line.place}.", hall.names[Player(line.seat.key)], number(line.points, language))
            for line in lines if line.place <= _FIRST
        ),
        1,
    )  # fmt: skip


def _rounds(paper: Paper) -> Section:
    rows = []
    for one in paper.hall.state.rounds.values():
        left = ", ".join(str(table) for table in sorted(one.without))
        state = N_("closed") if one.closed else N_("being played") if one.begun else N_("drawn")
        if left:
            state = N_("closed without table {tables}", tables=left)
        method = f"{paper.say(_METHODS[one.method])}, {one.seed}"
        rows.append(
            (str(one.number), method, paper.say(state), str(len(one.drawn.tables)), str(len(one.drawn.sitting_out)))
        )
    heads = (N_("Round"), N_("Draw and seed"), N_("State"), N_("Tables"), N_("sat out"))
    return Section(paper.say(N_("Rounds")), tuple(map(paper.say, heads)), tuple(rows), 2)


def _prizes(paper: Paper, accounts: Accounts) -> Section:
    rows = tuple(
        (f"{one.prize.place}.", paper.hall.names[Player(one.prize.key)], paper.cents(one.prize.cents))
        for one in accounts.prizes
    )
    heads = (N_("Place"), N_("Name"), N_("Prize"))
    total = ("", paper.say(N_("Sum")), paper.cents(accounts.awards.total))
    return Section(paper.say(N_("Prizes")), tuple(map(paper.say, heads)), rows, 1, total)


def _penalties(paper: Paper) -> Section:
    rows = tuple(
        (str(one.round), paper.names[one.round][one.entrant], one.reason, number(-one.points, paper.language))
        for one in paper.hall.state.penalties
    )
    heads = (N_("Round"), N_("Name"), N_("Reason"), N_("counts"))
    return Section(paper.say(N_("Penalties")), tuple(map(paper.say, heads)), rows, 1)


def _money(paper: Paper, accounts: Accounts) -> Section:
    into: list[tuple[Message, int]] = [
        (N_("At the beginning"), accounts.float_cents),
        (N_("Entry fees"), accounts.pool),
        *((N_("Paid in besides: {text}", text=one.text), one.cents) for one in accounts.others if one.cents > 0),
    ]
    out: list[tuple[Message, int]] = [
        (N_("Prizes handed out"), accounts.paid_out), (N_("Prizes still to be handed out"), accounts.due),
        *((N_("Paid out besides: {text}", text=one.text), -one.cents) for one in accounts.others if one.cents < 0),
        (N_("Stays in the box"), accounts.kept),
    ]  # fmt: skip
    together = accounts.float_cents + accounts.came_in
    rows = [(paper.say(what), paper.cents(cents), "") for what, cents in into if cents]
    rows += [(paper.say(what), "", paper.cents(cents)) for what, cents in out if cents]
    heads = (N_("Tournament money"), N_("in"), N_("out"))
    total = (paper.say(N_("Sum")), paper.cents(together), paper.cents(together))
    return Section(paper.say(N_("Money")), tuple(map(paper.say, heads)), tuple(rows), 2, total)


def _box(paper: Paper, accounts: Accounts) -> Section:
    """What must lie in the box against what was counted."""
    counted, said = accounts.counted, paper.say(N_("not counted"))
    rows = [(paper.say(N_("must lie in it now")), paper.cents(accounts.box))]
    if counted is not None:
        at = datetime.fromisoformat(counted.at).astimezone(VIENNA)
        when = N_("counted on {day}, {time}", day=day(at.date(), paper.language), time=clock(at))
        rows.append((paper.say(when), paper.cents(counted.cents)))
        if accounts.moved is not None:
            moved = signed_money(accounts.moved, paper.language, paper.currency)
            rows.append((paper.say(N_("booked since it was counted")), moved))
        said = difference_words(accounts.difference, paper.language, paper.currency)
    heads = (N_("What lies in the box"), N_("Amount"))
    label = N_("Difference") if accounts.moved is None else N_("Difference when it was counted")
    return Section(paper.say(N_("Box")), tuple(map(paper.say, heads)), tuple(rows), 1, (paper.say(label), said))
