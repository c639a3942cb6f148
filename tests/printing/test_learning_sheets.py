"""Rule sheets are two pages, worksheets a page and their solutions; nothing stands outside, figures are the core's."""

from collections.abc import Callable

import pytest

from scorekeeper.domain.learning.exercise import Source
from scorekeeper.domain.learning.exercises import Level, exercises
from scorekeeper.i18n import LANGUAGES, Language
from scorekeeper.printing.exercise_texts import exercise_text
from scorekeeper.printing.rendering import html
from scorekeeper.printing.rule_sheet import rule_sheet, rule_sheet_of
from scorekeeper.printing.sheets import Sheet
from scorekeeper.printing.worksheet import Worksheet, worksheet
from scorekeeper.services.reading import sitting_now
from scorekeeper.storage import Store
from tests.domain.dealing import rules_of
from tests.domain.learning.test_exercises import SOURCES, every_source
from tests.printing.evenings import NOW, Evening, play_evening
from tests.printing.paper import Paper

Printed = Callable[[Sheet], Paper]


def drawn(source: Source, level: Level, count: int, language: Language = "de") -> Worksheet:
    return worksheet(source, level, "KDF7Q", exercises(source, level, count, "KDF7Q"), language)


@pytest.mark.parametrize("language", LANGUAGES)
@every_source
def test_a_rule_sheet_is_two_pages_of_words_and_figures(printed: Printed, source: Source, language: Language) -> None:
    paper = printed(rule_sheet_of(source, language))
    assert paper.sizes == [(210, 297), (210, 297)]
    assert paper.outside() == []
    assert "{" not in paper.text
    opened = {"de": "Was die Quellen offen lassen", "en": "What the sources leave open"}[language]
    assert opened in paper.pages[1]


def test_a_rule_sheet_works_out_what_the_rules_say(printed: Printed) -> None:
    """rules.md: gematscht 2 v 3 is ±6 and ∓4; 102 with Schuß and Re is (1 + 2) × 2 = 6; 112 / 40 / −15 → 219."""
    jaggln = printed(rule_sheet_of(SOURCES["schipflinger"], "de")).text
    assert "Spieler mit Partner, 9 Gwiß, gewonnen, gematscht +6 +6 −4" in jaggln
    assert "Mit oder ohne Doaba zählt gleich viel" in jaggln
    assert "Blieb die Doaba liegen, gehören ihre Karten den Gegnern" in jaggln
    assert "Höchstens verdoppelt" not in jaggln  # 0, as usual
    hotel = printed(rule_sheet_of(SOURCES["mayr-hassler"], "de")).text
    assert "Ohne Doaba zählt es mal 2, beides zusammen mal 4." in hotel
    assert "Verlierer unter 30, kein Wasser, mal 2: 6" in printed(rule_sheet_of(SOURCES["daglinger"], "de")).text
    assert "Alles für Anna: +219" in printed(rule_sheet_of(SOURCES["brixental"], "de")).text


def test_a_table_s_house_rules_are_marked_and_counted(store: Store, printed: Printed) -> None:
    [sitting] = play_evening(store, Evening(deals=0, options={"opponent_rate": 4}))
    with store.read() as tx:
        paper = printed(rule_sheet(sitting_now(tx, sitting), "de", NOW))
    assert len(paper.sizes) == 2
    assert "Hausregel Satz mit Partner: 4 (sonst 2)" in paper.text
    assert "6 Gwiß, gewonnen +6 +6 −4" in paper.text


@every_source
def test_ten_exercises_are_a_page_and_their_solutions_another(printed: Printed, source: Source) -> None:
    paper = printed(drawn(source, Level.HARD, 10))
    assert len(paper.pages) == 2
    assert paper.outside() == []
    assert "KDF7Q" in paper.pages[0]
    assert ["Lösungen" in page for page in paper.pages] == [False, True]


def test_a_full_sheet_runs_on_and_its_solutions_begin_anew(printed: Printed) -> None:
    paper = printed(drawn(SOURCES["mayr-hassler"], Level.HARD, 20, "en"))
    assert paper.outside() == []
    assert [number for number, page in enumerate(paper.pages) if "Solutions" in page] == [2]


def test_a_table_where_everything_is_a_house_rule_still_gets_two_pages(printed: Printed) -> None:
    """rules.md, raises added: 102 with Schuß and Re is 2 × 2 + 2 = 6; Treiben, no trick, bonus of 2: 3 × 3 + 2 = 11."""
    source = SOURCES["daglinger"]
    rules = rules_of(
        source.game, rufen=2, treiben=3, durch=9, trumpf_durch=10, raises="added", tie="declarer_loses", matzl_bonus=2,
        matzl_in_trumpf_durch=True, house_contract="Schinder", house_base=4, house_aim="all_tricks",
    )  # fmt: skip
    paper = printed(rule_sheet_of(Source(source.game, "daglinger", rules), "de"))
    assert len(paper.pages) == 2
    assert paper.text.count("Hausregel") == 12  # once above all of them, once beside each
    assert "kein Wasser, Re +6 +6 −6" in paper.text
    assert "Bonus verlangt +33 −11" in paper.text
    assert "im Trumpf-Durch schon" in paper.text


def test_several_who_sit_out_are_said_to_in_the_plural() -> None:
    """With eight at Mayr-Hassler's table the dealer and two more sit out [S]."""
    found = exercises(SOURCES["mayr-hassler"], Level.HARD, 20, "OUT")
    said = {len(one.sitting_out): exercise_text(one, 1, "de").sitting_out.split(":")[0] for one in found}
    assert said == {0: "", 1: "Setzt aus", 2: "Setzen aus", 3: "Setzen aus"}


def test_a_sheet_of_scores_asks_how_they_move() -> None:
    page = html(drawn(SOURCES["brixental"], Level.EASY, 5))
    assert page.count("Wie ändert sich der Stand?") == 1
    assert "Wer kriegt oder zahlt" not in page


def test_no_solution_stands_on_the_sheet_to_be_filled_in() -> None:
    page = html(drawn(SOURCES["schipflinger"], Level.EASY, 5))
    asked, solved = page.split('class="solutions"')
    assert "gewonnen" not in asked.split("<main>")[1]
    assert solved.count("gewinnen") == 5
