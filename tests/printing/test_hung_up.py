"""What is hung up is set as large as a page holds: few names fill it, many stand in two columns."""

from collections.abc import Callable

import pytest

from scorekeeper.printing.hall import lists
from scorekeeper.printing.sheets import Sheet
from tests.printing.halls import paper
from tests.printing.paper import Paper


@pytest.mark.parametrize("people, size", [(8, "huge"), (22, "big"), (24, "large"), (60, "plain")])
def test_the_seating_by_name_fills_one_page(printed: Callable[[Sheet], Paper], people: int, size: str) -> None:
    sheet = lists.seating_by_name(paper(people), 1)
    assert sheet.size.name == size
    made = printed(sheet)
    assert made.outside() == []
    assert len(made.pages) == 1


def test_the_seating_by_table_leaves_room_for_the_seed(printed: Callable[[Sheet], Paper]) -> None:
    for people in (10, 15, 20):
        made = printed(lists.seating_by_table(paper(people), 1))
        assert made.outside() == []
        [page] = made.pages
        assert "KDF7-3QPM" in page
