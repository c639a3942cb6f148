"""The scoring tables and worked examples of the rule sheets, compared with rules.md."""

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.learning.exercise import Source
from scorekeeper.domain.learning.typical import PayTable, pay_tables, worked
from tests.domain.dealing import english, rules_of
from tests.domain.learning.test_exercises import SOURCES


def paid(table: PayTable) -> dict[str, tuple[int | None, ...]]:
    return {", ".join(english(detail) for detail in row.line.details): row.pays for row in table.rows}


def test_jaggln_pays_as_written_with_five_and_with_six() -> None:
    """rules.md, Jaggln: 2 v 3 ±3 ∓2, gematscht ±6 ∓4, 1 v 4 ±8; 2 v 4 ±4, 1 v 5 ±10."""
    five, six = pay_tables(SOURCES["schipflinger"])
    assert (five.present, six.present) == (5, 6)
    assert paid(five)["6 Gwiß, won"] == (3, 3, -2)
    assert paid(five)["9 Gwiß, won, gematscht"] == (6, 6, -4)
    assert paid(five)["5 Gwiß, won"] == (8, None, -2)
    assert paid(six)["4 Gwiß, lost"] == (-4, -4, 2)
    assert paid(six)["3 Gwiß, lost"] == (-10, None, 2)


def test_the_other_rule_set_shares_two_to_one_and_needs_one_table_only() -> None:
    """rules.md: +2 / +1 / −1, without talon doubled; who sits out changes nothing."""
    [table] = pay_tables(SOURCES["mayr-hassler"])
    assert paid(table)["6 Gwiß, won"] == (2, 1, -1)
    assert paid(table)["5 Gwiß, won, without the Doaba"] == (4, 2, -2)


def test_dobbm_pays_more_to_the_declarer_with_five_at_the_table() -> None:
    """rules.md: 72, Schwacher + retour → 144 with four, 192 with five."""
    four, five = pay_tables(SOURCES["stubai"])
    assert paid(four)["72 points, won, Schwacher and retour"] == (144, -48)
    assert paid(five)["72 points, won, Schwacher and retour"] == (192, -48)


def test_matzlfangen_pays_as_written() -> None:
    """rules.md: k doubles or trebles base and raises, a caught Matzl frees or adds 1, the Durch games count 6."""
    [table] = pay_tables(SOURCES["daglinger"])
    assert list(paid(table).values()) == [
        (1, 1, -1), (2, 2, -2), (6, 6, -6), (3, 3, -3),
        (3, None, -1), (-6, None, 2), (0, None, 0), (0, None, 0), (12, None, -4),
        (18, None, -6), (-18, None, 6),
    ]  # fmt: skip


def test_bauerntarock_moves_the_declarer_s_score_only() -> None:
    """rules.md: 2^doublings × (points + Spatz − 60)."""
    [table] = pay_tables(SOURCES["brixental"])
    assert list(paid(table).values()) == [
        (12, 0), (-12, 0), (25, 0), (30, 0), (-17, 0), (22, 0), (-60, 0), (24, 0),
    ]  # fmt: skip


def test_worked_examples_show_every_step_of_the_typical_deals() -> None:
    for key, source in SOURCES.items():
        shown = {reason.text.id for one in worked(source) for reason in one.reasons}
        assert len(shown) >= 3 or not pay_tables(source), key
    matzl = {reason.text.id for one in worked(SOURCES["daglinger"]) for reason in one.reasons}
    assert {
        "Losers under 30, no water, times 2",
        "Losers without a trick, times 3",
        "{first} and {last}, plus 2",
        "Matzl caught and claimed, plus {bonus}",
    } <= matzl


def test_a_house_rule_changes_the_table() -> None:
    game = GAMES["jaggln"]
    [*_rest, six] = pay_tables(Source(game, "schipflinger", rules_of(game, opponent_rate=4)))
    assert paid(six)["6 Gwiß, won"] == (8, 8, -4)
