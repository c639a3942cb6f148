"""What happens to deals: entered, corrected, struck, taken back, restored; twice, too late, on a table that is shut."""

from collections.abc import Callable
from functools import partial

import hypothesis.strategies as st
import pytest
from hypothesis.stateful import rule

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.ledger import StaleError
from scorekeeper.domain.text import Player
from scorekeeper.services import changing, entering
from scorekeeper.services.answers import read_deal
from scorekeeper.services.entering import Entered
from scorekeeper.services.errors import ClosedError
from tests.services.evening_comparing import Comparing
from tests.services.evening_model import Deal, Sitting, State

GEWISSE = (6, 3, 9)
"""Won, lost, and gematscht."""
AT = st.integers(0, 2)
"""How many tables ago."""
SMALL = st.integers(0, 8)


class Deals(Comparing):
    """Every rule does a thing there and here, or is refused there."""

    @rule(at=AT, declarer=SMALL, partner=SMALL, how=st.integers(0, 2), dealer=SMALL, out=SMALL)
    def enter(self, at: int, declarer: int, partner: int, how: int, *, dealer: int = 0, out: int = 0) -> None:
        """`dealer` and `out` over 5 say who deals and who sits out of six, against the turn."""
        sitting = self._sitting(at)
        state, number = sitting.state, len(sitting.state.deals) + 1
        present = state.present()
        deals = present[dealer % len(present)] if dealer > 5 else None
        pauses = (present[out % len(present)],) if out > 5 and len(present) == 6 else None
        who = deals or state.next_dealer(sitting.first_dealer)
        sits_out = pauses if pauses is not None else (who,) if len(present) == 7 else ()
        active = [person for person in present if person not in sits_out]
        plays = active[declarer % len(active)]
        helps = active[partner % len(active)]
        said = (plays, None if helps == plays else helps, GEWISSE[how])
        call = partial(
            self._write, entering.enter_deal, sitting, number=number, deal=self._deal(*said),
            dealer=None if deals is None else Player(str(deals)),
            sitting_out=None if pauses is None else tuple(Player(str(person)) for person in pauses),
        )  # fmt: skip
        if self._is_shut(sitting):
            with pytest.raises(ClosedError):
                call()
            return
        done = call()
        deal = Deal(sitting.seq + 1, who, sits_out, tuple(present), *said, state.factor, state.stake)
        sitting.step().deals.append(deal)
        assert (done.number, done.seq) == (number, sitting.seq)

    @staticmethod
    def _deal(declarer: int, partner: int | None, gewisse: int) -> object:
        answers = {"declarer": str(declarer), "partner": None if partner is None else str(partner)}
        return read_deal(GAMES["jaggln"], {**answers, "gewisse": gewisse, "gematscht": gewisse == 9})

    @rule(at=AT)
    def enter_too_late(self, at: int) -> None:
        sitting = self._sitting(at)
        number, (one, other, *_) = len(sitting.state.deals), sitting.state.present()
        for wrong in {number, number + 2} - {0}:
            with pytest.raises(ClosedError if self.model.closed else StaleError):
                self._write(entering.enter_deal, sitting, number=wrong, deal=self._deal(one, other, 6))

    @rule(at=AT, which=SMALL, declarer=SMALL, partner=SMALL, how=st.integers(0, 2))
    def correct(self, at: int, which: int, declarer: int, partner: int, how: int) -> None:
        sitting = self._sitting(at)
        if not sitting.state.deals:
            return
        place = -1 - which % len(sitting.state.deals)
        old = sitting.state.deals[place]
        number = sitting.state.deals.index(old) + 1
        plays, helps = old.active[declarer % len(old.active)], old.active[partner % len(old.active)]
        said = (plays, None if helps == plays else helps, GEWISSE[how])
        call = partial(
            self._write, entering.correct_deal, sitting, number=number, target=old.seq, deal=self._deal(*said)
        )  # fmt: skip
        if self.model.closed:
            with pytest.raises(ClosedError):
                call()
            return
        done = call()
        assert done.unchanged == (said == old.said and not old.voided)
        if not done.unchanged:
            deal = sitting.step().deals[place]
            deal.declarer, deal.partner, deal.gewisse = said
            deal.voided, deal.seq, deal.revisions = False, sitting.seq, deal.revisions + 1
            assert done.seq == sitting.seq

    @rule(at=AT, which=SMALL)
    def void(self, at: int, which: int) -> None:
        sitting = self._sitting(at)
        if not sitting.state.deals:
            return
        place = -1 - which % len(sitting.state.deals)
        old = sitting.state.deals[place]
        number = sitting.state.deals.index(old) + 1
        call = partial(self._write, entering.void_deal, sitting, number=number, target=old.seq)
        if self.model.closed:
            with pytest.raises(ClosedError):
                call()
            return
        assert call().unchanged == old.voided
        if not old.voided:
            deal = sitting.step().deals[place]
            deal.voided, deal.seq, deal.revisions = True, sitting.seq, deal.revisions + 1

    @rule(at=AT, off=st.integers(1, 3))
    def name_what_is_not_the_last(self, at: int, off: int) -> None:
        """A stale undo, redo, correction, strike: refused with the present state, nothing changed."""
        sitting = self._sitting(at)
        error = ClosedError if self.model.closed else StaleError
        last = sitting.past[-1][0] if sitting.past else 0
        back = sitting.future[-1][0] if sitting.future else 0
        with pytest.raises(error):
            self._write(entering.undo, sitting, target=last + off)
        with pytest.raises(error):
            self._write(entering.redo, sitting, target=back + off)
        if sitting.state.deals:
            target = sitting.state.deals[-1].seq + off
            with pytest.raises(error):
                self._write(entering.void_deal, sitting, number=len(sitting.state.deals), target=target)
        with pytest.raises(error):
            self._write(
                changing.adjust, sitting, seen=sitting.seq + off, reason="Strafe",
                units={Player(str(sitting.state.people[0])): 1},
            )  # fmt: skip

    @rule(at=AT)
    def undo(self, at: int) -> None:
        sitting = self._sitting(at)
        last = sitting.past[-1][0] if sitting.past else 0
        self._there_and_back(entering.undo, sitting, last, sitting.past, sitting.future)

    @rule(at=AT)
    def redo(self, at: int) -> None:
        sitting = self._sitting(at)
        last = sitting.future[-1][0] if sitting.future else 0
        self._there_and_back(entering.redo, sitting, last, sitting.future, sitting.past)

    def _there_and_back(
        self, service: Callable[..., Entered], sitting: Sitting, target: int, source: list[tuple[int, State]],
        goal: list[tuple[int, State]],
    ) -> None:  # fmt: skip
        if self.model.closed or not source:
            with pytest.raises(ClosedError if self.model.closed else StaleError):
                self._write(service, sitting, target=target)
            return
        done = self._write(service, sitting, target=target)
        sitting.swap(source, goal)
        assert done.seq == sitting.seq

    @rule()
    def tap_again(self) -> None:
        """The same form once more, however much came after it."""
        if self.again is not None:
            done = self.again()
            assert (done.duplicate, done.number, done.seq) == (True, *self.last)
