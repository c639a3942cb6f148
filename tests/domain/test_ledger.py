"""The fold: what counts after which entries. Seq 1, 2, 3 … are written out in every history."""

import pytest

from scorekeeper.domain.ledger import Entry, EntryKind, Ledger, StaleError, fold

DEAL, CORRECT, VOID = EntryKind.DEAL, EntryKind.CORRECT, EntryKind.VOID
UNDO, REDO, END, REOPEN = EntryKind.UNDO, EntryKind.REDO, EntryKind.END, EntryKind.REOPEN

Step = tuple[EntryKind, int, int]
"""Kind, deal number, target."""


def _entries(*steps: Step) -> list[Entry]:
    return [
        Entry(seq=seq, kind=kind, key=f"k{seq}", number=number, target=target)
        for seq, (kind, number, target) in enumerate(steps, 1)
    ]


def _fold(*steps: Step) -> Ledger:
    return fold(_entries(*steps))


def _counting(ledger: Ledger) -> list[int]:
    """The seq of the version that counts, per deal."""
    return [ledger.current(number).seq for number in range(1, ledger.deals + 1)]


def test_deals_count_in_their_order() -> None:
    assert _counting(_fold((DEAL, 1, 0), (DEAL, 2, 0), (DEAL, 3, 0))) == [1, 2, 3]


def test_a_correction_replaces_and_its_undo_brings_the_old_one_back() -> None:
    history = [(DEAL, 1, 0), (DEAL, 2, 0), (CORRECT, 1, 1)]
    assert _counting(_fold(*history)) == [3, 2]
    assert _counting(_fold(*history, (UNDO, 1, 3))) == [1, 2]


def test_a_correction_of_a_correction_goes_back_step_by_step() -> None:
    history = [(DEAL, 1, 0), (CORRECT, 1, 1), (VOID, 1, 2)]
    assert _counting(_fold(*history)) == [3]
    assert _counting(_fold(*history, (UNDO, 1, 3))) == [2]
    assert _counting(_fold(*history, (UNDO, 1, 3), (UNDO, 1, 2))) == [1]


def test_undo_twice_takes_two_things_back_and_redo_twice_brings_both_again() -> None:
    history = [(DEAL, 1, 0), (DEAL, 2, 0), (UNDO, 2, 2), (UNDO, 1, 1)]
    assert _counting(_fold(*history)) == []
    assert _counting(_fold(*history, (REDO, 1, 1), (REDO, 2, 2))) == [1, 2]


def test_whoever_enters_something_new_cannot_redo_the_old() -> None:
    history = [(DEAL, 1, 0), (UNDO, 1, 1), (DEAL, 1, 0)]
    assert _counting(_fold(*history)) == [3]
    with pytest.raises(StaleError):
        _fold(*history, (REDO, 1, 1))


def test_the_end_can_be_undone_like_anything_else() -> None:
    assert _fold((DEAL, 1, 0), (END, 0, 0)).ended
    assert not _fold((DEAL, 1, 0), (END, 0, 0), (UNDO, 0, 2)).ended
    assert _fold((END, 0, 0), (REOPEN, 0, 1), (UNDO, 0, 2)).ended
    assert not _fold((END, 0, 0), (REOPEN, 0, 1), (UNDO, 0, 2), (REDO, 0, 2)).ended


def test_a_sitting_reopened_after_the_games_end_goes_on_beyond_it() -> None:
    beyond = Entry(seq=1, kind=REOPEN, key="k", answers={"beyond": True})
    assert fold([beyond]).beyond
    assert not _fold((END, 0, 0), (REOPEN, 0, 1)).beyond


@pytest.mark.parametrize(
    "steps",
    [
        [(DEAL, 2, 0)],
        [(DEAL, 1, 0), (DEAL, 1, 0)],
        [(CORRECT, 1, 0)],
        [(DEAL, 1, 0), (CORRECT, 1, 2)],
        [(DEAL, 1, 0), (CORRECT, 1, 1), (CORRECT, 1, 1)],
        [(DEAL, 1, 0), (DEAL, 2, 0), (UNDO, 1, 1)],
        [(UNDO, 0, 0)],
        [(DEAL, 1, 0), (REDO, 1, 1)],
        [(END, 0, 0), (END, 0, 0)],
    ],
)
def test_what_names_something_that_does_not_count_is_stale(steps: list[Step]) -> None:
    with pytest.raises(StaleError):
        _fold(*steps)


def test_a_gap_between_entries_is_stale() -> None:
    with pytest.raises(StaleError):
        fold(_entries((DEAL, 1, 0), (DEAL, 2, 0), (DEAL, 3, 0))[::2])
