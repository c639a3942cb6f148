"""What happens around the deals of a table: its end, rules and stakes, who comes and goes, penalties."""

from functools import partial

import hypothesis.strategies as st
import pytest
from hypothesis.stateful import rule

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import Player
from scorekeeper.services import changing, entering
from scorekeeper.services.changing import NewRules
from scorekeeper.services.errors import ClosedError
from tests.services.evening_deals import AT, SMALL, Deals
from tests.services.evening_model import Seat, rounded


class Changes(Deals):
    """The rules of a table."""

    @rule(at=AT, for_good=st.integers(0, 3))
    def end(self, at: int, for_good: int) -> None:
        """End a sitting; three times of four the table goes on."""
        sitting = self._sitting(at)
        if self.model.closed:
            with pytest.raises(ClosedError):
                self._write(entering.end_sitting, sitting)
        elif not self._write(entering.end_sitting, sitting).unchanged:
            assert not sitting.state.ended
            sitting.step().ended = True
            if for_good:
                self.reopen(at)

    @rule(at=AT)
    def reopen(self, at: int) -> None:
        sitting = self._sitting(at)
        if self.model.closed:
            with pytest.raises(ClosedError):
                self._write(entering.reopen_sitting, sitting)
        elif not self._write(entering.reopen_sitting, sitting).unchanged:
            assert sitting.state.ended
            sitting.step().ended = False

    @rule(at=AT, factor=st.integers(2, 4), stake=st.sampled_from((10, 7, 25)), everything=st.booleans())
    def change_rules(self, at: int, factor: int, stake: int, everything: bool) -> None:
        sitting = self._sitting(at)
        state, options = sitting.state, {"gematscht_factor": factor} if factor != 2 else {}
        call = partial(
            self._write, changing.change_rules, sitting, seen=sitting.seq, all_deals=everything,
            new=NewRules(rule_set="schipflinger", options=options, stake_cents=stake),
        )  # fmt: skip
        if self.model.closed:
            with pytest.raises(ClosedError):
                call()
            return
        stakes = [pair for pair in state.stakes if pair[0] <= len(state.deals)]
        if everything:
            stakes = [(1, stake)]
        elif not stakes or stakes[-1][1] != stake:
            stakes.append((len(state.deals) + 1, stake))
        old = [deal for deal in state.deals if everything and (deal.factor, deal.stake) != (factor, stake)]
        nothing = not old and (factor, stakes) == (state.factor, state.stakes)
        assert call().unchanged == nothing
        if nothing:
            return
        first = sitting.seq + 1
        state = sitting.step(len(old) + 1)
        state.factor, state.stakes = factor, stakes
        changed = [deal for deal in state.deals if everything and (deal.factor, deal.stake) != (factor, stake)]
        for place, deal in enumerate(changed):
            deal.factor, deal.stake, deal.seq, deal.revisions = factor, stake, first + place, deal.revisions + 1

    @rule(at=AT, leaves=st.integers(0, 9), joins=st.integers(0, 12), before=st.integers(0, 9))
    def change_seats(self, at: int, leaves: int, joins: int, before: int) -> None:
        """Who leaves is somebody at the table (over 6: nobody), who joins anybody of the club (over 8: nobody)."""
        sitting = self._sitting(at)
        state, present = sitting.state, sitting.state.present()
        leaver = present[leaves % len(present)] if leaves <= 6 else None
        newcomer = list(self.model.names)[joins] if joins <= 8 else None
        place = state.people[before % len(state.people)] if before <= 6 else None
        call = partial(
            self._write, changing.change_seats, sitting, seen=sitting.seq, joining=newcomer,
            leaving=None if leaver is None else Player(str(leaver)),
            before=None if place is None else Player(str(place)),
        )  # fmt: skip
        size = len(present) - (leaver is not None) + (newcomer is not None)
        sat = {self.model.who(person) for person in state.people}
        if self._is_shut(sitting):
            with pytest.raises(ClosedError):
                call()
            return
        known = newcomer is not None and self.model.who(newcomer) in sat
        if known or not 5 <= size <= 7 or leaver == newcomer:
            with pytest.raises(RefusedError):
                call()
            return
        call()
        cents, totals = rounded(state.exact()), state.totals()
        state = sitting.step()
        if leaver is not None:
            seat = next(seat for seat in state.seats if seat.person == leaver)
            seat.last, seat.left_units, seat.left_cents = len(state.deals), totals[leaver], cents[leaver]
            place = leaver
        if newcomer is not None:
            index = len(state.seats) if place is None else state.people.index(place) + (leaver is not None)
            state.seats.insert(index, Seat(newcomer, first=len(state.deals) + 1))

    @rule(at=AT, who=SMALL, other=SMALL, units=st.sampled_from((-5, 3, 100)))
    def adjust(self, at: int, who: int, other: int, units: int) -> None:
        """A penalty for one, or what two bring along."""
        sitting = self._sitting(at)
        folk = sitting.state.people
        given = {folk[who % len(folk)]: units}
        if other > 4:
            given[folk[other % len(folk)]] = -units
        call = partial(
            self._write, changing.adjust, sitting, seen=sitting.seq, reason="Strafe",
            units={Player(str(person)): amount for person, amount in given.items()},
        )  # fmt: skip
        if self.model.closed:
            with pytest.raises(ClosedError):
                call()
            return
        call()
        state = sitting.step()
        state.adjustments.append((len(state.deals), given))
