from scorekeeper.domain.games import GAMES
from scorekeeper.domain.questions import Question
from scorekeeper.domain.text import Message, Player, Signed, Who
from scorekeeper.domain.wording import said


def question(game: str, name: str) -> Question:
    return next(one for one in GAMES[game].questions if one.name == name)


def test_each_kind_of_answer_has_its_words() -> None:
    jaggln = "jaggln"
    assert said(question(jaggln, "declarer"), Player("7")) == Message("{who}", {"who": Who((Player("7"),))})
    assert said(question(jaggln, "partner"), None) == Message("no partner", {})
    assert said(question(jaggln, "gematscht"), True) == Message("yes", {})
    assert said(question(jaggln, "gewisse"), 6) == Message("{number}", {"number": 6})
    assert said(question(jaggln, "called_card"), "jaggl") == Message("Jaggl", {})


def test_amounts_are_said_player_by_player() -> None:
    amounts = said(question("free", "amounts"), {Player("1"): 4, Player("2"): -4})
    one, two = (
        Message("{who} {units}", {"who": Who((Player(player),)), "units": Signed(units)})
        for player, units in (("1", 4), ("2", -4))
    )
    assert amounts == Message("{first}, {second}", {"first": one, "second": two})


def test_a_step_has_a_name_except_in_a_narrow_column_and_none_is_0() -> None:
    doublings = question("dobbm", "doublings")
    assert said(doublings, 1) == doublings.asked.steps[0]
    assert said(doublings, 1, short=True) == Message("{number}", {"number": 1})
    assert said(doublings, 0) == Message("{number}", {"number": 0})


def test_a_choice_that_there_is_no_more_is_said_as_it_was_kept() -> None:
    assert said(question("jaggln", "called_card"), "joker") == Message("{text}", {"text": "joker"})
