"""What reads like a slip is found, different people are left alone. The pairs are names as they are heard in Tyrol."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from scorekeeper.domain.spelling import Index, Name, alike, distance, is_meant

SLIPS = [
    ("Joisef", "Josef"), ("Josef", "Joseph"), ("Maier", "Mayer"), ("Meier", "Mayr"), ("Toni", "Tony"),
    ("Hans", "Hanns"), ("Hans", "Hnas"), ("Stefan", "Stephan"), ("Matthias", "Mathias"), ("Franz", "Frantz"),
    ("Jörg", "Joerg"), ("Jörg", "Jorg"), ("René", "Rene"), ("Großrubatscher", "Grossrubatscher"),
    ("Großrubatscher", "Grosrubacher"), ("Anna-Maria", "Annamaria"), ("Josef Maier", "Maier Josef"),
    ("Josef Maier", "Josef Mayer"), ("Josef Maier", "Joisef Mayer"), ("O'Brien", "O’Brien"), ("Bernhard", "Bernard"),
    ("KATHARINA", "Kahtarina"), ("Hans-Jörg", "Hansjoerg"),
]  # fmt: skip
DIFFERENT = [
    ("Toni", "Maria"), ("Leni", "Lena"), ("Anna", "Anni"), ("Ida", "Ada"), ("Max", "Mex"), ("Maria", "Mario"),
    ("Maria", "Marie"), ("Martin", "Martina"), ("Michael", "Michaela"), ("Andreas", "Andrea"), ("Simon", "Simone"),
    ("Christian", "Christina"), ("Huber", "Gruber"), ("Moser", "Loser"), ("Lois", "Luis"), ("Sepp", "Seppi"),
    ("Josef", "Josef Maier"), ("Josef Maier", "Josefa Maier"), ("Hans Huber", "Hans Gruber"), ("Jo", "Io"), ("!", "?"),
    ("", "Josef"), ("Sepp", "Josef"),
]  # fmt: skip


@pytest.mark.parametrize(
    "typed, names, others",
    [
        ("mu", "Müller|Mueller|Muhr|Anna Müller|Samuel", "Meier|Mair"), ("mü", "Müller|Mueller|Muhr", "Meier"),
        ("mue", "Müller|Mueller", "Meier"), ("Müll", "Mueller", "Muhr"), ("ma", "Maier|Mayr|Anna-Maria", "Meier"),
        ("mai", "Maier|Mayer|Meier", "Maria"), ("anna mu", "Anna Müller|Müller Anna", "Anna Maier"),
        ("josef", "Joseph|Sepp (Josef)", "Sepp"), ("weiß", "Weiss", "Weber"), ("  ", "Anna", ""), ("?", "", "Anna"),
    ],
)  # fmt: skip
def test_what_is_typed_of_a_name_finds_every_spelling_of_it(typed: str, names: str, others: str) -> None:
    assert [name for name in names.split("|") if not is_meant(typed, name)] == [] or not names
    assert [name for name in others.split("|") if name and is_meant(typed, name)] == []


@pytest.mark.parametrize("one, other", SLIPS)
def test_a_slip_of_the_finger_or_another_spelling_of_the_sound_is_alike(one: str, other: str) -> None:
    assert alike(Name(one), Name(other))
    assert alike(Name(other), Name(one))


@pytest.mark.parametrize("one, other", DIFFERENT)
def test_short_names_endings_and_other_people_are_not_alike(one: str, other: str) -> None:
    assert not alike(Name(one), Name(other))
    assert not alike(Name(other), Name(one))


@pytest.mark.parametrize(
    "one, other, same",
    [
        (Name("Hans", "Bäck"), Name("Hans", "Lois"), False),
        (Name("Hans", "Bäck"), Name("Hans"), False),
        (Name("Hans", "Bäcker"), Name("Hans", "Becker"), True),
        (Name("Hans", "Schmid"), Name("Hans", "Schmied"), True),
        (Name("Hanns"), Name("Hans", "Bäck"), True),
        (Name("Hanns", "Bäck"), Name("Hans", "Lois"), False),
        (Name("Hanns", "Bäck"), Name("Hans", "Baeck"), True),
        (Name("Hans", "Bäck"), Name("hans", "bäck"), False),
    ],
)
def test_a_nickname_tells_people_of_one_name_apart(one: Name, other: Name, same: bool) -> None:
    assert alike(one, other) is same


@pytest.mark.parametrize(
    "one, other, letters",
    [
        ("josef", "josef", 0),
        ("joisef", "josef", 1),
        ("hans", "hnas", 1),
        ("abc", "", 3),
        ("", "ab", 2),
        ("maria", "mario", 1),
    ],
)
def test_letters_left_out_put_in_exchanged_or_swapped_are_counted(one: str, other: str, letters: int) -> None:
    assert distance(one, other) == letters


@given(st.lists(st.text("aehinorst- ", max_size=14), max_size=12), st.text("aehinorst- ", max_size=14))
def test_the_index_finds_exactly_what_comparing_everybody_finds(names: list[str], wanted: str) -> None:
    known = [Name(name) for name in names]
    assert Index(known).like(Name(wanted)) == [
        place for place, name in enumerate(known) if alike(name, Name(wanted))
    ]  # fmt: skip


def test_words_longer_than_any_name_are_the_same_or_not() -> None:
    assert alike(Name("a" + "bc" * 20), Name("A" + "bc" * 20 + "!"))
    assert not alike(Name("a" + "bc" * 20), Name("a" + "bc" * 18 + "cbbc"))


@given(st.text(max_size=60), st.text(max_size=60))
def test_whatever_is_typed_is_compared_and_both_ways_alike(one: str, other: str) -> None:
    assert alike(Name(one), Name(other)) is alike(Name(other), Name(one))
