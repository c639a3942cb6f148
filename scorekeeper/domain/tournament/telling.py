"""What parted two who have as many points, and which rounds brought nothing, in a sentence."""

from collections.abc import Iterator, Sequence

from scorekeeper.domain.text import N_, NN_, Message, Player, Who
from scorekeeper.domain.tournament.settings import TieBreak
from scorekeeper.domain.tournament.standings import Line, Parting

TIE_BREAKS: dict[TieBreak, Message] = {
    "best_round": N_("better best round"),
    "wins": N_("more tables won"),
    "fewer_sit_outs": N_("fewer rounds sat out"),
    "direct": N_("direct meetings"),
    "lot": N_("the lot"),
}
"""What parts equals, for settings and lists."""


def parting_text(parting: Parting) -> Message:
    """Say why a line stands behind the one above that has as many points."""
    who = Who((Player(parting.upper),))
    values = {"who": who, "theirs": parting.upper_figure, "ours": parting.figure}
    match parting.by:
        case "units":
            return N_("as many points as {who}, who has more points of the game: {theirs} to {ours}", **values)
        case "best_round":
            return N_("as many points as {who}, whose best round is better: {theirs} to {ours}", **values)
        case "wins":
            return N_("as many points as {who}, who won more tables: {theirs} to {ours}", **values)
        case "fewer_sit_outs":
            return N_("as many points as {who}, who sat out less often: {theirs} to {ours}", **values)
        case "direct":
            return N_("as many points as {who}, who came off better when they met: {theirs} to {ours}", **values)
    return N_("as many points as {who}, whom the lot puts first", who=who)


NO_RESULT = N_("n. r.")
"""Stands in a narrow column for a round that was closed without the result of the table."""


def no_result_text(line: Line) -> Message | None:
    """Say which rounds were closed without the result of a line's table; None = all that were played have one."""
    rounds = [cell.round for cell in line.cells if cell.how == "no_result"]
    return N_("no result in round {rounds}", rounds=", ".join(map(str, rounds))) if rounds else None


def left_out(lines: Sequence[Line]) -> Iterator[Message]:
    """Say of every round which tables it was closed without."""
    found = {(cell.round, cell.table) for line in lines for cell in line.cells if cell.how == "no_result"}
    for number in sorted({number for number, _table in found}):
        tables = sorted(table for where, table in found if where == number)
        yield NN_(
            "Round {round} was closed without the result of table {tables}.",
            "Round {round} was closed without the results of tables {tables}.",
            len(tables), round=number, tables=", ".join(map(str, tables)),
        )  # fmt: skip
