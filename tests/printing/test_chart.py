"""The chart of running totals: readable without colour, nothing overlapping, everything told in words."""

import itertools
import re
from collections.abc import Mapping, Sequence

import pytest

from scorekeeper.domain.text import Player
from scorekeeper.printing.axis import deal_ticks, value_ticks
from scorekeeper.printing.chart import DASHES, MARKERS, PAPER, SCREEN, Style, Wording, chart
from scorekeeper.printing.names import at_most, short_names
from scorekeeper.printing.widths import em

WORDING = Wording("Start", "Stand; am Schluss", lambda units: f"{'+' if units > 0 else ''}{units}".replace("-", "−"))
LABEL = re.compile(r'<text [^>]*?(?:class="end[^"]*"|font-size="14")[^>]*? x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)<')


def drawn(totals: Sequence[Mapping[str, int]], style: Style = SCREEN, names: Mapping[str, str] | None = None) -> str:
    keyed = {Player(key): name for key, name in (names or {key: key for key in totals[0]}).items()}
    samples = [(number, {Player(key): units for key, units in each.items()}) for number, each in enumerate(totals, 1)]
    return str(chart(samples, keyed, style, WORDING))


def labels(svg: str) -> list[tuple[float, float, str]]:
    return [(float(x), float(y), text) for x, y, text in LABEL.findall(svg)]


def test_the_picture_tells_the_final_totals_best_first() -> None:
    svg = drawn([{"Anna": 2, "Bert": -2}, {"Anna": -1, "Bert": 1}])
    assert 'role="img"' in svg
    assert 'aria-label="Stand; am Schluss Bert +1, Anna −1"' in svg


def test_names_are_escaped() -> None:
    svg = drawn([{"a": 1}], names={"a": '<b>&"'})
    assert "<b>" not in svg
    assert "&lt;b&gt;&amp;&#34;" in svg


@pytest.mark.parametrize("style", [SCREEN, PAPER])
@pytest.mark.parametrize("players", [2, 5, 7, 12, 20])
def test_labels_of_equal_totals_stand_apart_and_on_the_picture(style: Style, players: int) -> None:
    svg = drawn([{f"Spieler {seat}": 0 for seat in range(players)}], style)
    box = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    assert box
    width, height = int(box[1]), int(box[2])
    places = sorted(y for _x, y, _text in labels(svg))
    assert len(places) == players
    assert all(below - above >= style.text for above, below in itertools.pairwise(places))
    assert places[0] >= style.text * 0.5
    assert places[-1] <= height
    assert all(x + em(text, bold=False) * style.text <= width for x, _y, text in labels(svg))


def test_a_label_that_has_room_stands_at_its_line() -> None:
    svg = drawn([{"Anna": 30, "Bert": 0, "Cilli": -30}], PAPER)
    rows = {text.split()[-1]: y for _x, y, text in labels(svg)}
    assert rows["Cilli"] - rows["Bert"] == pytest.approx(rows["Bert"] - rows["Anna"], abs=0.2)


def test_no_two_lines_of_twelve_look_alike() -> None:
    looks = {(DASHES[seat % len(DASHES)], MARKERS[(seat + seat // len(DASHES)) % len(MARKERS)]) for seat in range(12)}
    assert len(looks) == 12
    assert len(set(DASHES)) == 12


def test_the_leader_is_thicker_and_nobody_leads_a_tie() -> None:
    assert drawn([{"Anna": 1, "Bert": -1}]).count('class="s first"') == 1
    assert "first" not in drawn([{"Anna": 3, "Bert": 3}])


def test_paper_carries_its_own_attributes_and_no_class_but_its_own() -> None:
    svg = drawn([{"Anna": 1, "Bert": -1}], PAPER)
    assert re.findall(r'class="([^"]*)"', svg) == ["chart"]
    assert 'font-family="Fira Sans, Fira Sans Ext"' in svg


@pytest.mark.parametrize(
    "low, high, ticks",
    [
        (0, 0, [0, 1]),
        (-3, 4, [-4, -2, 0, 2, 4]),
        (-30, 20, [-30, -20, -10, 0, 10, 20]),
        (0, 112, [0, 20, 40, 60, 80, 100, 120]),
        (-5123, 0, [-6000, -5000, -4000, -3000, -2000, -1000, 0]),
    ],
)
def test_value_ticks_are_round_and_contain_0(low: int, high: int, ticks: list[int]) -> None:
    assert value_ticks(low, high, 6) == ticks


@pytest.mark.parametrize(
    "last, ticks",
    [
        (1, [0, 1]),
        (17, [0, 5, 10, 15, 17]),
        (30, [0, 5, 10, 15, 20, 25, 30]),
        (5000, [0, 1000, 2000, 3000, 4000, 5000]),
    ],
)
def test_deal_ticks_are_round_and_end_with_the_last_deal(last: int, ticks: list[int]) -> None:
    assert deal_ticks(0, last, 6) == ticks


def test_names_are_cut_after_ten_letters_and_stay_apart() -> None:
    names = {Player("1"): "Annemarie", Player("2"): "Großlercherbauer Sepp", Player("3"): "Großlercherbauer Hans"}
    short = short_names(names, at_most(10))
    assert short[Player("1")] == "Annemarie"
    assert short[Player("2")] == "Großlerch…p"
    assert short[Player("3")] == "Großlerch…s"
    assert short_names({Player("1"): "Großlercherbauer"}, at_most(10))[Player("1")] == "Großlerche…"


def test_a_width_is_never_underestimated_for_letters_that_the_font_lacks() -> None:
    assert em("字") >= 1
    assert em("mm", bold=True) > em("mm") > em("ii")
