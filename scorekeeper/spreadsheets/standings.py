"""A tournament's list as a table: places, every round, and what parts equals."""

from collections.abc import Iterator, Sequence

from scorekeeper.domain.text import N_, Player
from scorekeeper.domain.tournament.standings import Line
from scorekeeper.domain.tournament.telling import no_result_text, parting_text
from scorekeeper.i18n import Language, render
from scorekeeper.services.tournament.standings import Hall
from scorekeeper.spreadsheets.cells import Cell as Field
from scorekeeper.spreadsheets.cells import Grid, Points, Units


def standings_grid(hall: Hall, lines: Sequence[Line], rounds: Sequence[int], language: Language) -> Grid:
    """Give a line per line of the list; a round that brought somebody nothing is empty."""
    by_units = hall.state.settings.counting == "units"
    heads = [
        N_("Place"), N_("Start number"), N_("Name"), *(N_("Round {round}", round=number) for number in rounds),
        N_("Penalties"), N_("Points counted"), *([] if by_units else [N_("Points of the game")]), N_("Best round"),
        N_("Tables won"), N_("Rounds played"), N_("Sat out"), N_("Note"),
    ]  # fmt: skip
    rows = [list(_row(hall, line, rounds, language, by_units=by_units)) for line in lines]
    title = render(N_("Standings"), language)
    return Grid(title, [render(head, language) for head in heads], rows)


def _row(
    hall: Hall, line: Line, rounds: Sequence[int], language: Language, *, by_units: bool
) -> Iterator[Field]:  # fmt: skip
    figure = Units if by_units else Points
    yield line.place or None
    yield line.seat.entrant
    yield hall.names[Player(line.seat.key)]
    for number in rounds:
        cell = line.cell(number)
        yield figure(cell.points) if cell and cell.how in {"played", "sat_out"} else None
    taken = sum(one.points for cell in line.cells for one in cell.penalties)
    yield figure(-taken) if taken else None
    yield figure(line.points) if line.place else None
    if not by_units:
        yield Units(line.units) if line.place else None
    yield None if line.best is None else figure(line.best)
    yield line.wins
    yield line.played
    yield line.sit_outs
    said = (no_result_text(line), parting_text(line.parting) if line.parting else None)
    yield "; ".join(render(one, language, hall.names) for one in said if one) or None
