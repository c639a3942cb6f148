"""A penalty is not hidden in a figure: the lists mark it and say how much and what for."""

from dataclasses import replace

from scorekeeper.domain.tournament.record import Penalty
from scorekeeper.printing.hall import lists
from tests.printing.halls import paper

GIVEN = (Penalty(90, 1, 1, 3, "Doaba angesagt"), Penalty(91, 4, 2, -1, "falsch notiert"))
TAKEN = "* Runde 1, Bartl 1: 3 Strafpunkte abgezogen (Doaba angesagt)."
CREDITED = "* Runde 2, Großlercher S. 4: ein Punkt gutgeschrieben (falsch notiert)."


def penalised() -> lists.Paper:
    made = paper(8)
    return replace(made, hall=replace(made.hall, state=replace(made.hall.state, penalties=GIVEN)))


def test_the_standings_mark_points_with_a_penalty_and_say_what_for() -> None:
    sheet = lists.standings_list(penalised(), 2)
    [[block]] = sheet.pages
    assert str(block.lines).count("*") == 2
    assert sheet.notes[-2:] == (TAKEN, CREDITED)


def test_the_results_of_a_round_say_its_own_penalties() -> None:
    sheet = lists.round_results(penalised(), 1)
    assert sheet.notes == (TAKEN,)
    assert lists.round_results(paper(8), 1).notes == ()
