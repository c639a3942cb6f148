from fractions import Fraction

import pytest

from scorekeeper.domain.text import N_, NN_, Message, Player, Reason, Signed, Who
from scorekeeper.i18n import Language, explain, explained, render

ANNA, BERT, CILLI = map(Player, ("1", "2", "3"))
NAMES = {ANNA: "Anna", BERT: "Bert", CILLI: "Cilli"}


def shown(value: int | str | Who | Signed | Message, language: Language) -> str:
    return render(Message("{value}", {"value": value}), language, NAMES)


@pytest.mark.parametrize(
    "players, german, english",
    [
        ((ANNA,), "Anna", "Anna"),
        ((ANNA, BERT), "Anna und Bert", "Anna and Bert"),
        ((ANNA, BERT, CILLI), "Anna, Bert und Cilli", "Anna, Bert and Cilli"),
    ],
)
def test_players_are_named_as_one_says_them(players: tuple[Player, ...], german: str, english: str) -> None:
    assert shown(Who(players), "de") == german
    assert shown(Who(players), "en") == english


def test_a_player_without_a_name_is_named_by_the_key() -> None:
    assert render(Message("{who}", {"who": Who((Player("Dora"),))}), "de") == "Dora"


def test_a_name_with_braces_stays_as_it_is() -> None:
    assert render(Message("{who}", {"who": Who((Player("{0} {x}"),))}), "de") == "{0} {x}"


@pytest.mark.parametrize(
    "value, german, english",
    [
        (Signed(4), "+4", "+4"),
        (Signed(-3), "−3", "−3"),
        (Signed(0), "0", "0"),
        (Signed(Fraction(95, 2)), "+47,5", "+47.5"),
        (-12, "−12", "−12"),
        (1927, "1927", "1927"),
        ("a text", "a text", "a text"),
        (N_("Total"), "Summe", "Total"),
        (N_("Adjustment: {reason}", reason=N_("Total")), "Stand berichtigt: Summe", "Adjustment: Total"),
    ],
)
def test_values_are_shown_in_the_language(value: int | str | Signed | Message, german: str, english: str) -> None:
    assert shown(value, "de") == german
    assert shown(value, "en") == english


def test_one_and_many_have_their_own_sentences() -> None:
    def points(count: int) -> Message:
        return NN_("one point", "{n} points", count)

    assert [render(points(count), "en") for count in (0, 1, 2)] == ["0 points", "one point", "2 points"]
    assert render(points(1), "de") != render(points(2), "de")
    assert "2" in render(points(2), "de")


def test_a_reason_ends_with_its_figure_if_it_has_one() -> None:
    reasons = [
        Reason(N_("Total")),
        Reason(N_("Total"), 4),
        Reason(N_("Total"), Signed(-2)),
        Reason(N_("Money"), N_("yes")),
    ]
    assert explain(reasons, "de") == ["Summe", "Summe: 4", "Summe: −2", "Geld: ja"]
    assert explained(reasons, "en") == [("Total", None), ("Total", "4"), ("Total", "−2"), ("Money", "yes")]
