"""The entry form made from every game's declaration: what it shows of a deal and what a browser sends of it agree."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.domain.evening import Setup, beginning, table_for
from scorekeeper.domain.game import Table
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.text import Player
from scorekeeper.web.forms.answers import OWN_NAMES, Filled, filled_from, read_form, unfilled
from scorekeeper.web.forms.judging import Judged, judge
from scorekeeper.web.pages.board import Totals
from scorekeeper.web.pages.entry_form import EntryForm, Field, Widget, entry_form
from tests.domain.describing import deals, setups

EVERY_GAME = pytest.mark.parametrize("key", sorted(GAMES))


def judged(setup: Setup, filled: Filled) -> Judged:
    standing = beginning(setup)

    def seating(dealer: Player | None, sitting_out: tuple[Player, ...] | None) -> Table:
        return table_for(setup, standing, dealer, sitting_out)

    return judge(setup, standing, filled, seating)


def shown(held: Judged) -> EntryForm:
    return entry_form(held, {player: player for player in held.setup.players}, Totals({}, {}))


def sent(form: EntryForm) -> MultiDict[str, str]:
    """Give what a browser sends of a form as it is shown."""
    fields: MultiDict[str, str] = MultiDict({"key": form.key, "number": str(form.number), "note": form.note})
    for group in form.groups:
        for field in (*group.tucked, *group.fields):
            for name, value in _sent(field):
                fields.add(name, value)
    return fields


def _sent(field: Field) -> list[tuple[str, str]]:
    options = [*field.options, *(option for row in field.rows for option in row.options)]
    found = [(field.name, option.value) for option in options if option.chosen and not option.barred]
    if field.board:
        seats = [seat.option for seat in field.board.seats if seat.option]
        nobody = [field.board.nobody] if field.board.nobody else []
        found += [(field.name, option.value) for option in (*seats, *nobody) if option.chosen]
        found += list(field.board.carried.items())
    if field.ladder:
        found.append((field.name, str(field.ladder.count)))
    if field.stepper:
        found += [(field.name, field.stepper.text), (field.stepper.other, field.stepper.other_text)]
    if field.amounts:
        for row in field.amounts.rows:
            found += [(row.input, row.text), (row.side, "lost" if row.lost else "won")]
    if field.widget is Widget.TEXT:
        found.append((field.name, field.text))
    return found


@EVERY_GAME
def test_no_question_bears_a_name_that_the_form_needs_itself(key: str) -> None:
    assert not OWN_NAMES & {question.name for question in GAMES[key].questions}


@EVERY_GAME
def test_an_untouched_form_asks_for_what_it_needs_and_refuses_nothing(key: str) -> None:
    game = GAMES[key]
    rule_set = game.rule_sets[0]
    players = tuple(map(Player, "ABCDE"))[: game.size(rule_set.rules)[1]]
    setup = Setup(game=game, rule_set=rule_set.key, rules=rule_set.rules, players=players, first_dealer=players[0])
    held = judged(setup, unfilled(game))
    assert held.missing
    assert not held.refusals
    assert held.played is None


@EVERY_GAME
@given(data=st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
def test_any_deal_shown_in_the_form_is_sent_and_read_as_the_same_deal(key: str, data: st.DataObject) -> None:
    game = GAMES[key]
    setup = data.draw(setups(game))
    table = table_for(setup, beginning(setup))
    deal = game.complete(data.draw(deals(game, setup.rules, table)), table)
    held = judged(setup, filled_from(game, deal))
    assert held.played is not None, held.refusals
    again = judged(setup, read_form(sent(shown(held)), setup))
    assert again.played is not None, (again.missing, again.refusals)
    assert again.played.deal == deal
    assert again.played.units == held.played.units


@EVERY_GAME
@given(data=st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_is_sent_the_form_comes_back_with_what_is_wrong(key: str, data: st.DataObject) -> None:
    game = GAMES[key]
    setup = data.draw(setups(game))
    names = [question.name for question in game.questions]
    names += [f"{name}.other" for name in names] + [f"amounts.{player}" for player in setup.players]
    names += ["step", "open", "dealer", "sitting_out", "number", "note"]
    texts = st.one_of(
        st.sampled_from(
            ["", "0", "1", "7", "60", "131", "−3", "1.234", "x", "raises:3", "points:+1", "step:", "declarer"]
        ),
        st.sampled_from(list(setup.players)),
        st.sampled_from([choice for question in game.questions for choice in question.choices] or [""]),
    )
    form = MultiDict(data.draw(st.lists(st.tuples(st.sampled_from(names), texts), max_size=12)))
    held = judged(setup, read_form(form, setup))
    assert shown(held).groups
    assert bool(held.played) != bool(held.missing or held.refusals)
