"""A store and a model side by side: how the services are called, and what must be alike after every step."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from hypothesis.stateful import RuleBasedStateMachine, invariant

from scorekeeper.domain.text import Player
from scorekeeper.services import checking, evenings, reading, settling
from scorekeeper.services.entering import Entered
from scorekeeper.services.seating import tables_to_come
from scorekeeper.storage import Store, Transaction
from tests.databases import Databases, fresh
from tests.services.evening_model import Evening, Seat, Sitting, State, rounded
from tests.services.table import actor, new_evening, new_sitting, people

NAMES = ("Toni", "Maria", "Franz", "Leni", "Sepp", "Hias", "Burgi", "Lois", "Vroni")


class Comparing(RuleBasedStateMachine):
    """Six at the first table, three more in the club."""

    def __init__(self, databases: Databases, template: str) -> None:
        super().__init__()
        self._lent = fresh(databases, template)
        self.store = Store(self._lent.__enter__())
        ids = people(self.store, NAMES)
        with self.store.write() as tx:
            first = evenings.start_evening(tx, actor(self.store), new_evening(new_sitting(ids[:6])), "evening")
            self.event = reading.sitting_now(tx, first).event.id
        self.model = Evening(dict(zip(ids, NAMES, strict=True)))
        self.model.sittings.append(Sitting(first, ids[5], State([Seat(person) for person in ids[:6]])))
        self.keys = 0
        self.again: Callable[[], Entered] | None = None
        self.last: tuple[int, int] = (0, 0)
        """Number and seq of what `again` would say."""
        self.steps = 0

    def teardown(self) -> None:
        with self.store.read() as tx:
            report = checking.check(tx)
        self.store.close()
        self._lent.__exit__(None, None, None)
        assert report.clean, report

    def _key(self) -> str:
        self.keys += 1
        return f"key {self.keys}"

    def _write(self, service: Callable[..., Entered], sitting: Sitting, **values: object) -> Entered:
        """Call a service of one table, and remember how to call it again."""
        values["key"] = self._key()

        def call() -> Entered:
            with self.store.write() as tx:
                return service(tx, actor(self.store), sitting.id, **values)

        done = call()
        if not done.unchanged:
            self.again, self.last = call, (done.number, done.seq)
        return done

    @contextmanager
    def _tx(self) -> Iterator[Transaction]:
        with self.store.write() as tx:
            yield tx

    def _sitting(self, at: int) -> Sitting:
        return self.model.sittings[-1 - at % len(self.model.sittings)]

    def _is_shut(self, sitting: Sitting) -> bool:
        return self.model.closed or sitting.state.ended

    @invariant()
    def every_table_is_as_the_model_has_it(self) -> None:
        with self.store.read() as tx:
            for sitting in self.model.sittings:
                self._compare(tx, sitting)

    def _compare(self, tx: Transaction, sitting: Sitting) -> None:
        state, now = sitting.state, reading.sitting_now(tx, sitting.id)
        assert _by_number(now.totals) == state.totals()
        assert _by_number(now.cents) == rounded(state.exact())
        assert (now.seq, now.ended, now.open) == (sitting.seq, state.ended, not self._is_shut(sitting))
        assert (now.undo.seq if now.undo else 0) == (sitting.past[-1][0] if sitting.past else 0)
        assert (now.redo.seq if now.redo else 0) == (sitting.future[-1][0] if sitting.future else 0)
        assert (now.head.stake_cents, now.setup.rules.gematscht_factor) == (state.stake, state.factor)
        assert [int(player) for player in now.setup.players] == state.people
        # somebody whose coming can be restored has a name there as well
        assert {int(player): name for player, name in now.names.items() if int(player) in state.people} == {
            person: self.model.names[self.model.who(person)] for person in state.people
        }
        table, dealer = tables_to_come(now.setup, now.standing)[0], state.next_dealer(sitting.first_dealer)
        assert [int(player) for player in table.present] == state.present()
        assert int(table.dealer) == dealer
        assert [int(player) for player in table.sitting_out] == ([dealer] if len(state.present()) == 7 else [])
        self._compare_deals(tuple(reading.all_deals(tx, sitting.id)), state)

    @staticmethod
    def _compare_deals(rows: tuple[reading.DealRow, ...], state: State) -> None:
        assert [row.number for row in rows] == list(range(1, len(state.deals) + 1))
        for row, deal in zip(rows, state.deals, strict=True):
            entry = row.entry
            assert (entry.seq, row.voided, row.revisions) == (deal.seq, deal.voided, deal.revisions)
            assert [int(player) for player in entry.present] == list(deal.present)
            assert (int(entry.dealer or 0), tuple(map(int, entry.sitting_out))) == (deal.dealer, deal.out)
            assert {who: units for who, units in _by_number(entry.units).items() if units} == deal.units
            running = state.totals(row.number)
            assert all(units == running[who] for who, units in _by_number(row.running).items())
            assert all(row.running[Player(str(who))] == units for who, units in running.items() if units)

    @invariant()
    def the_purse_is_as_the_model_has_it(self) -> None:
        with self.store.read() as tx:
            found = settling.settle_event(tx, self.event)
        cents = _by_number(found.cents)
        assert sum(cents.values()) == 0
        assert cents == self.model.cents()
        balances = self.model.balances()
        assert {int(who): open_ for who, open_ in found.balances.items() if who is not None} == balances
        assert found.balances[None] == 0
        for line in found.left:
            assert line.cents > 0
            if line.giver is not None and line.receiver is not None:
                balances[int(line.giver)] += line.cents
                balances[int(line.receiver)] -= line.cents
        assert not any(balances.values())

    @invariant()
    def check_is_clean(self) -> None:
        self.steps += 1
        if self.steps % 5 == 0:
            with self.store.read() as tx:
                assert checking.check(tx).findings == ()


def _by_number(values: Mapping[Player, int]) -> dict[int, int]:
    return {int(player): amount for player, amount in values.items()}
