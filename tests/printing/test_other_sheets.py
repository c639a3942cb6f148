"""The house rules and the blank score sheet: one page, the form's columns, figures computed by the game."""

from collections.abc import Callable

import pytest

from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.games import GAMES
from scorekeeper.i18n import LANGUAGES, Language, render
from scorekeeper.printing.house_rules import house_rules, house_rules_of
from scorekeeper.printing.rendering import html
from scorekeeper.printing.score_sheet import blank_sheet, score_sheet
from scorekeeper.printing.sheets import Sheet
from scorekeeper.services.reading import sitting_now
from scorekeeper.storage import Store
from tests.printing.evenings import NAMES, NOW, Evening, play_evening
from tests.printing.paper import Paper
from tests.printing.test_settlement_sheet import LONG

Printed = Callable[[Sheet], Paper]
PRESETS = [(game, rule_set.key) for game in GAMES.values() for rule_set in game.rule_sets]


def rules_of(game: AnyGame, key: str) -> object:
    found = game.rule_set(key)
    assert found
    return found.rules


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game, key", PRESETS, ids=[key for _game, key in PRESETS])
def test_every_rule_set_has_house_rules_in_words(game: AnyGame, key: str, language: Language) -> None:
    page = html(house_rules_of(game, key, rules_of(game, key), language))
    assert page.count("<li>") >= 2, "templates/print/rules has no text for it"
    assert "{" not in page.split("<body")[1]


def test_the_check_table_of_jaggln_is_that_of_the_rules() -> None:
    """rules.md, Jaggln: 2 v 3 won +3 +3 −2, gematscht +6 +6 −4, 1 v 4 +8 −2."""
    game = GAMES["jaggln"]
    sheet = house_rules_of(game, "schipflinger", rules_of(game, "schipflinger"), "de")
    assert sheet.example_heads == ("Spieler", "Partner", "je Gegner")
    paid = {f"{example.title}, {example.details}": example.payouts for example in sheet.examples}
    assert paid["Spieler mit Partner, 6 Gwiß, gewonnen"] == ("+3", "+3", "−2")
    assert paid["Spieler mit Partner, 9 Gwiß, gewonnen, gematscht"] == ("+6", "+6", "−4")
    assert paid["Spieler allein, 5 Gwiß, gewonnen"] == ("+8", "", "−2")


def test_a_changed_option_is_marked_and_the_preset_is_not_quoted(store: Store, printed: Printed) -> None:
    options = {"opponent_rate": 4}
    [sitting] = play_evening(store, Evening(deals=0, options=options))
    with store.read() as tx:
        paper = printed(house_rules(sitting_now(tx, sitting), "de", NOW))
    assert "4 Hausregel" in paper.text
    assert "jeder Gegner zahlt 2" not in paper.text
    assert "Mit Partner zahlt jeder Gegner 4" in paper.text
    for name in NAMES[:5]:
        assert name in paper.text
    assert paper.outside() == []
    assert len(paper.sizes) == 1


@pytest.mark.parametrize("game, key", PRESETS, ids=[key for _game, key in PRESETS])
def test_a_blank_sheet_is_one_page_with_the_columns_of_the_form(printed: Printed, game: AnyGame, key: str) -> None:
    sheet = blank_sheet(game, key, rules_of(game, key), "de")
    paper = printed(sheet)
    assert len(paper.sizes) == 1
    assert paper.outside() == []
    assert len(sheet.numbers) >= 15
    shorts = [render(question.short, "de") for question in game.questions]
    heads = list(sheet.table.heads)
    assert heads == [short for short in shorts if short in heads]


def test_doublings_are_no_column_where_they_are_not_played() -> None:
    game = GAMES["jaggln"]
    assert "verd." not in blank_sheet(game, "schipflinger", rules_of(game, "schipflinger"), "de").table.heads


def test_a_sheet_with_twelve_long_names_is_one_page(store: Store, printed: Printed) -> None:
    [sitting] = play_evening(store, Evening(rule_set="mayr-hassler", names=LONG, deals=0))
    with store.read() as tx:
        paper = printed(score_sheet(sitting_now(tx, sitting), "de"))
    assert len(paper.sizes) == 1
    assert paper.outside() == []
    joined = "".join(paper.text.split())
    assert all(name in joined for name in LONG)
