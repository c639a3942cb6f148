"""Whom a typed name means at a tournament."""

import pytest

from scorekeeper.domain.text import Message
from scorekeeper.web.forms.whom import entrant_of

NAMES = {1: "Georg Fuchs", 2: "Anna Huber", 3: "Anna Fuchsberger", 4: "Rosl Huber", 12: "Hans-Peter Moser"}


@pytest.mark.parametrize(
    "typed, meant",
    [
        ("12", 12),
        ("12 Hans", 12),
        ("anna huber", 2),
        ("Fuchs", 1),
        ("georg", 1),
        ("Moser", 12),
        ("Fuchsb", 3),
        ("Rosl H", 4),
    ],
)
def test_a_part_of_a_name_is_enough_where_it_means_one_person(typed: str, meant: int) -> None:
    assert entrant_of(typed, NAMES) == meant


@pytest.mark.parametrize(
    "typed, said",
    [
        ("Huber", "Huber may be one of 2: 2 Anna Huber, 4 Rosl Huber. The start number says who"),
        ("Anna", "Anna may be one of 2: 2 Anna Huber, 3 Anna Fuchsberger. The start number says who"),
        ("Georg Fuhcs", "Georg Fuhcs takes no part here. Is it 1 Georg Fuchs?"),
        ("Mosre", "Mosre takes no part here. Is it 12 Hans-Peter Moser?"),
        ("Wastl", "Wastl takes no part here"),
        ("  ", "a name or start number is missing"),
    ],
)
def test_who_is_not_plainly_meant_is_asked_about(typed: str, said: str) -> None:
    found = entrant_of(typed, NAMES)
    assert isinstance(found, Message)
    assert found.id.format(**found.values) == said
