"""What happens to a whole evening and its people: closed and opened, another table, paid, renamed, merged."""

from functools import partial

import hypothesis.strategies as st
import pytest
from hypothesis.stateful import precondition, rule

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.settlement import Transfer
from scorekeeper.domain.text import Player
from scorekeeper.services import evenings, merging, paying, players, settling
from scorekeeper.services.errors import ClosedError
from tests.services.evening_changes import Changes
from tests.services.evening_comparing import NAMES
from tests.services.evening_deals import SMALL
from tests.services.evening_model import Seat, Sitting, State
from tests.services.table import actor, new_sitting


class Evenings(Changes):
    """The rules of an evening; the whole machine."""

    @rule(for_good=st.integers(0, 3))
    def close(self, for_good: int) -> None:
        """Close the evening; three times of four the table goes on."""
        with self._tx() as tx:
            evenings.end_evening(tx, actor(self.store), self.event)
        self.model.closed = True
        if for_good:
            self.open_again()

    @precondition(lambda self: self.model.closed)
    @rule()
    def open_again(self) -> None:
        with self._tx() as tx:
            evenings.reopen_evening(tx, actor(self.store), self.event)
        self.model.closed = False

    @rule(first=SMALL, count=st.integers(5, 7))
    def next_sitting(self, first: int, count: int) -> None:
        alive = [person for person in self.model.names if person not in self.model.merged]
        if len(self.model.sittings) == 3 or len(alive) < count:
            return
        folk = tuple(alive[(first + place) % len(alive)] for place in range(count))
        with self._tx() as tx:
            call = partial(
                evenings.next_sitting, tx, actor(self.store), self.event, new_sitting(folk), self._key()
            )  # fmt: skip
            if self.model.closed:
                with pytest.raises(ClosedError):
                    call()
                return
            number = call()
        self.model.sittings.append(Sitting(number, folk[-1], State([Seat(person) for person in folk])))

    @rule(which=SMALL, half=st.booleans())
    def pay(self, which: int, half: bool) -> None:
        """Pay a line of the plan, or half of it."""
        with self.store.read() as tx:
            lines = settling.settle_event(tx, self.event).left
        if not lines:
            return
        line = lines[which % len(lines)]
        paid = Transfer(line.giver, line.receiver, (line.cents + 1) // 2 if half else line.cents)
        with self._tx() as tx:
            paying.mark_paid(
                tx, actor(self.store), event_id=self.event, transfer=paid, key=self._key(), line=line.cents
            )  # fmt: skip
        self._paid(paid)

    @rule(giver=SMALL, receiver=SMALL, cents=st.sampled_from((1, 50, 1234)))
    def pay_freely(self, giver: int, receiver: int, cents: int) -> None:
        there = list(self.model.there())
        one, other = (Player(str(there[number % len(there)])) for number in (giver, receiver))
        paid = Transfer(one, other, cents)
        with self._tx() as tx:
            call = partial(
                paying.pay_freely, tx, actor(self.store), event_id=self.event, transfer=paid, key=self._key(), more=True
            )
            if one == other:
                with pytest.raises(RefusedError):
                    call()
                return
            call()
        self._paid(paid)

    def _paid(self, paid: Transfer) -> None:
        assert paid.giver is not None
        assert paid.receiver is not None
        with self.store.read() as tx:
            lines = settling.settle_event(tx, self.event).lines
        number = max(line.payment for line in lines if line.payment is not None)
        self.model.payments[number] = (int(paid.giver), int(paid.receiver), paid.cents)

    @rule(which=SMALL)
    def take_payment_back(self, which: int) -> None:
        if self.model.payments:
            number = list(self.model.payments)[which % len(self.model.payments)]
            for _ in range(2):  # once is enough
                with self._tx() as tx:
                    paying.unmark_paid(tx, actor(self.store), number, self._key())
            del self.model.payments[number]

    @rule(who=SMALL, other=SMALL)
    def rename(self, who: int, other: int) -> None:
        """Somebody is called something else, or as somebody is already."""
        ids = list(self.model.names)
        person, name = ids[who], f"{NAMES[other]} der Ältere"
        with self._tx() as tx:
            call = partial(players.rename_player, tx, actor(self.store), person, name)
            if name in {called for one, called in self.model.names.items() if one != person}:
                with pytest.raises(RefusedError):
                    call()
                return
            call()
        self.model.names[person] = name

    @rule(who=SMALL, other=SMALL)
    def merge(self, who: int, other: int) -> None:
        ids, model = list(self.model.names), self.model
        person, into = ids[who], ids[other]
        if model.merged.get(person) == into:
            return
        tables = [{model.who(one) for one in sitting.state.people} for sitting in model.sittings]
        met = any({model.who(person), model.who(into)} <= table for table in tables)
        with self._tx() as tx:
            call = partial(merging.merge, tx, actor(self.store), person, into)
            if person == into or person in model.merged or into in model.merged or met:
                with pytest.raises(RefusedError):
                    call()
                return
            call()
        model.merged[person] = into

    @rule(which=SMALL)
    def separate(self, which: int) -> None:
        if self.model.merged:
            person = list(self.model.merged)[which % len(self.model.merged)]
            with self._tx() as tx:
                merging.separate(tx, actor(self.store), person)
            del self.model.merged[person]
