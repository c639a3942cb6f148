"""The fold over a sitting's history against a model that keeps copies; undo, redo and whatever came too late."""

from dataclasses import dataclass, field, replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from scorekeeper.domain.ledger import Entry, EntryKind, Ledger, StaleError, fold

DEAL, CORRECT, VOID, END, REOPEN = list(EntryKind)[:5]
UNDO, REDO = EntryKind.UNDO, EntryKind.REDO


@dataclass
class History:
    """Entries as they are written one after the other, each naming what it found."""

    entries: list[Entry] = field(default_factory=list)
    ledger: Ledger = field(default_factory=Ledger)

    def write(self, kind: EntryKind, *, number: int = 0, target: int = 0, note: str = "") -> Entry:
        seq = len(self.entries) + 1
        entry = Entry(seq=seq, kind=kind, key=f"key {seq}", number=number, target=target, note=note)
        self.ledger.add(entry)
        self.entries.append(entry)
        return entry

    def deal(self, note: str = "") -> Entry:
        return self.write(DEAL, number=self.ledger.deals + 1, note=note)

    def correct(self, number: int, note: str) -> Entry:
        return self.write(CORRECT, number=number, target=self.ledger.current(number).seq, note=note)

    def void(self, number: int) -> Entry:
        return self.write(VOID, number=number, target=self.ledger.current(number).seq, note="void")

    def close(self, kind: EntryKind) -> Entry:
        return self.write(kind, target=self.ledger.closing.seq if self.ledger.closing else 0)

    def undo(self) -> Entry:
        last = self.ledger.done[-1]
        return self.write(UNDO, number=last.number, target=last.seq)

    def redo(self) -> Entry:
        last = self.ledger.undone[-1]
        return self.write(REDO, number=last.number, target=last.seq)

    def told(self) -> list[str]:
        """Give what counts of each deal."""
        return [self.ledger.current(number).note for number in range(1, self.ledger.deals + 1)]


def _history(*notes: str) -> History:
    history = History()
    for note in notes:
        history.deal(note)
    return history


def test_a_voided_deal_keeps_its_number_and_can_be_corrected_back_to_life() -> None:
    history = _history("first", "second")
    history.void(1)
    assert history.told() == ["void", "second"]
    assert history.ledger.current(1).kind is VOID
    history.correct(1, "it was played after all")
    assert history.told() == ["it was played after all", "second"]


def test_the_last_deal_can_be_undone_after_the_end_was_reopened() -> None:
    history = _history("first")
    history.close(END)
    history.close(REOPEN)
    for _ in range(3):
        history.undo()
    assert history.told() == []
    assert not history.ledger.done


def test_a_history_that_contradicts_itself_cannot_be_folded() -> None:
    entries = _history("first", "second").entries
    with pytest.raises(StaleError):
        fold([entries[0], replace(entries[1], number=1)])
    with pytest.raises(StaleError):
        fold([entries[1]])
    assert fold(entries).deals == 2


STALE = {
    "a deal with a number that is taken": (DEAL, 2, 0),
    "a deal that skips a number": (DEAL, 4, 0),
    "a correction of a version that was replaced": (CORRECT, 1, 1),
    "a correction of a deal that is not there": (CORRECT, 9, 1),
    "a void of a version that was replaced": (VOID, 1, 1),
    "an undo of what is not the last": (UNDO, 1, 1),
    "a redo where nothing was undone": (REDO, 1, 3),
    "an end that does not know that the sitting has ended": (END, 0, 0),
    "a reopening of another end": (REOPEN, 0, 1),
}


@pytest.mark.parametrize("kind, number, target", STALE.values(), ids=STALE)
def test_what_came_too_late_is_refused_and_changes_nothing(kind: EntryKind, number: int, target: int) -> None:
    history = _history("first", "second")
    history.correct(1, "mended")
    history.close(END)
    before = fold(history.entries)
    with pytest.raises(StaleError):
        history.write(kind, number=number, target=target)
    assert history.ledger == before


def test_an_entry_must_be_the_next_one() -> None:
    history = _history("first")
    for seq in (1, 3):
        with pytest.raises(StaleError):
            history.ledger.add(Entry(seq=seq, kind=DEAL, key="late", number=2))


@dataclass(frozen=True)
class State:
    """What a table sees: what counts of each deal, and whether the sitting has ended."""

    deals: tuple[str, ...] = ()
    ended: bool = False


class LedgerAgainstCopies(RuleBasedStateMachine):
    """The model keeps a copy of everything before every step; undo puts the copy back."""

    def __init__(self) -> None:
        super().__init__()
        self.history = History()
        self.now = State()
        self.past: list[State] = []
        self.future: list[State] = []

    def _step(self, state: State) -> None:
        self.past.append(self.now)
        self.future.clear()
        self.now = state

    def _number(self, data: st.DataObject) -> int:
        return data.draw(st.integers(1, len(self.now.deals)))

    def _changed(self, number: int, note: str) -> tuple[str, ...]:
        return (*self.now.deals[: number - 1], note, *self.now.deals[number:])

    @rule(note=st.sampled_from("abc"))
    def deal(self, note: str) -> None:
        self.history.deal(note)
        self._step(replace(self.now, deals=(*self.now.deals, note)))

    @precondition(lambda self: self.now.deals)
    @rule(data=st.data(), note=st.sampled_from("xyz"))
    def correct(self, data: st.DataObject, note: str) -> None:
        number = self._number(data)
        self.history.correct(number, note)
        self._step(replace(self.now, deals=self._changed(number, note)))

    @precondition(lambda self: self.now.deals)
    @rule(data=st.data())
    def void(self, data: st.DataObject) -> None:
        number = self._number(data)
        self.history.void(number)
        self._step(replace(self.now, deals=self._changed(number, "void")))

    @rule(kind=st.sampled_from([END, REOPEN]))
    def close(self, kind: EntryKind) -> None:
        self.history.close(kind)
        self._step(replace(self.now, ended=kind is END))

    @precondition(lambda self: self.past)
    @rule()
    def undo(self) -> None:
        self.history.undo()
        self.future.append(self.now)
        self.now = self.past.pop()

    @precondition(lambda self: self.future)
    @rule()
    def redo(self) -> None:
        self.history.redo()
        self.past.append(self.now)
        self.now = self.future.pop()

    @rule(
        kind=st.sampled_from((DEAL, CORRECT, VOID, END, REOPEN, UNDO, REDO)),
        number=st.integers(0, 4),
        named=st.integers(0, 6),
    )
    def anything(self, kind: EntryKind, number: int, named: int) -> None:
        """Whatever is written without looking is either what was meant, or refused without a trace."""
        if self._fits(kind, number, named):
            return
        with pytest.raises(StaleError):
            self.history.write(kind, number=number, target=named)

    def _fits(self, kind: EntryKind, number: int, target: int) -> bool:
        ledger = self.history.ledger
        match kind:
            case EntryKind.DEAL:
                return number == len(self.now.deals) + 1
            case EntryKind.CORRECT | EntryKind.VOID:
                return 1 <= number <= len(self.now.deals) and ledger.current(number).seq == target
            case EntryKind.END | EntryKind.REOPEN:
                return target == (ledger.closing.seq if ledger.closing else 0)
            case EntryKind.UNDO:
                return bool(ledger.done) and ledger.done[-1].seq == target
            case _:
                return bool(ledger.undone) and ledger.undone[-1].seq == target

    @invariant()
    def the_fold_shows_what_the_copies_show(self) -> None:
        ledger = self.history.ledger
        assert tuple(self.history.told()) == self.now.deals
        assert ledger.ended == self.now.ended
        assert (len(ledger.done), len(ledger.undone)) == (len(self.past), len(self.future))

    def teardown(self) -> None:
        """Folding the whole history at once gives the same."""
        assert fold(self.history.entries) == self.history.ledger


TestLedgerAgainstCopies = LedgerAgainstCopies.TestCase
TestLedgerAgainstCopies.settings = settings(stateful_step_count=30)
