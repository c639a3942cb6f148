"""Wild evenings: everything that can happen at a table, in any order; what the services refuse does not happen."""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from hypothesis import strategies as st

from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.evening import beginning, table_for
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.replay import setup_of
from scorekeeper.domain.settlement import Payout, Transfer
from scorekeeper.domain.text import Player
from scorekeeper.services import changing, entering, evenings, kitty, paying, reading, settling
from scorekeeper.services.answers import dump_options
from scorekeeper.services.changing import NewRules
from scorekeeper.services.loading import load
from scorekeeper.services.players import add_player
from scorekeeper.storage import Store, Transaction
from tests.domain.describing import deals, setups
from tests.services.table import actor

NAMES = (
    ("Anna", ""), ("Toni", "Schmied"), ("Toni", "Bäck"), ("=SUMME(A1)", ""), ('Ľudmila, „die" Große', ""),
    ("O'Neill (Hans)", ""), ("Weiß", "a (b) c"), ("−3", ""), ("Jörg", ""), ("@Cilli", "+1"), ("Dora", ""),
)  # fmt: skip
NEWCOMERS = (("Hias", ""), ("Kathi", "Wirtin"), ("Ärmel, Bär", ""))
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=20)
DOINGS = (
    "deal", "deals", "deals", "deals", "elsewhere", "correct", "void", "option", "rules", "rescore", "stake", "leave",
    "join", "swap", "adjust", "pay", "end", "reopen", "undo", "next",
)  # fmt: skip


@dataclass
class Wild:
    """An evening that is being played; `draw` is hypothesis'."""

    store: Store
    draw: Any
    sitting: int = 0
    event: int = 0
    people: tuple[int, ...] = ()
    newcomers: list[int] = field(default_factory=list)
    keys: int = 0

    def play(self, most: int) -> int:
        """Play an evening and give its number."""
        with self.store.write() as tx:
            who = actor(self.store)
            self.people = tuple(add_player(tx, who, *name, as_written=True) for name in NAMES)
            self.newcomers = [add_player(tx, who, *name) for name in NEWCOMERS]
        self._begin()
        for doing in self.draw(st.lists(st.sampled_from(DOINGS), min_size=2, max_size=most)):
            with suppress(ScorekeeperError):
                getattr(self, f"_{doing}")()
        with self.store.write() as tx, suppress(ScorekeeperError):
            self._money(tx)
        return self.event

    def _money(self, tx: Transaction) -> None:
        who = actor(self.store)
        if self.draw(st.booleans()):
            kitty.set_float(tx, who, self.event, self.draw(st.integers(0, 5000)))
            kitty.set_counted(tx, who, self.event, self.draw(st.none() | st.integers(0, 5000)))
        if self.draw(st.booleans()):
            evenings.set_purse(tx, who, self.event, "each")
        if self.draw(st.booleans()):
            evenings.end_evening(tx, who, self.event)

    def _key(self) -> str:
        self.keys += 1
        return f"key {self.keys}"

    def _new(self) -> evenings.NewSitting:
        setup = self.draw(st.sampled_from(list(GAMES.values())).flatmap(setups))
        count = len(setup.players)
        rule_set = setup.game.rule_set(setup.rule_set)
        assert rule_set is not None
        people = tuple(self.draw(st.permutations(self.people)))[:count]
        payout: Payout = "winner" if setup.game.to_winner(setup.rules) and self.draw(st.booleans()) else "transfers"
        return evenings.NewSitting(
            game=setup.game.key, rule_set=setup.rule_set, options=dump_options(setup.rules, rule_set),
            stake_cents=self.draw(st.sampled_from((0, 1, 10, 33))), payout=payout, players=people,
            first_dealer=self.draw(st.sampled_from(people)),
        )  # fmt: skip

    def _begin(self) -> None:
        title, place = f"Abend{self.draw(TEXTS)}", self.draw(TEXTS)
        new = evenings.NewEvening(
            title=title, place=place, date=date(2027, 1, 15), purse="one", sitting=self._new()
        )  # fmt: skip
        with self.store.write() as tx:
            self.sitting = evenings.start_evening(tx, actor(self.store), new, "wild")
            self.event = load(tx, self.sitting).event.id

    def _next(self) -> None:
        new = self._new()
        with self.store.write() as tx:
            self.sitting = evenings.next_sitting(tx, actor(self.store), self.event, new, self._key())

    def _deals(self) -> None:
        for _number in range(self.draw(st.integers(1, 5))):
            self._deal()

    def _deal(self, *, elsewhere: bool = False) -> None:
        with self.store.write() as tx:
            now = load(tx, self.sitting)
            table = table_for(now.setup, now.standing)
            if elsewhere:
                dealer = self.draw(st.sampled_from(table.present))
                table = table_for(now.setup, now.standing, dealer)
            deal = self.draw(deals(now.setup.game, now.setup.rules, table))
            entering.enter_deal(
                tx, actor(self.store), self.sitting, key=self._key(), number=now.standing.deals + 1, deal=deal,
                note=self.draw(st.just("") | TEXTS), dealer=table.dealer if elsewhere else None,
                sitting_out=table.sitting_out if elsewhere else None,
            )  # fmt: skip

    def _elsewhere(self) -> None:
        self._deal(elsewhere=True)

    def _correct(self) -> None:
        with self.store.write() as tx:
            row = self.draw(st.sampled_from(tuple(reading.all_deals(tx, self.sitting)) or (None,)))
            if row is None:
                return
            frozen = setup_of(load(tx, self.sitting).setup, row.entry)
            dealer = self.draw(st.sampled_from(row.entry.present))
            table = table_for(frozen, replace(beginning(frozen), deals=row.number - 1), dealer)
            entering.correct_deal(
                tx, actor(self.store), self.sitting, key=self._key(), number=row.number, target=row.entry.seq,
                deal=self.draw(deals(frozen.game, frozen.rules, table)), dealer=dealer, sitting_out=table.sitting_out,
            )  # fmt: skip

    def _void(self) -> None:
        with self.store.write() as tx:
            row = self.draw(st.sampled_from(tuple(reading.all_deals(tx, self.sitting)) or (None,)))
            if row is not None:
                entering.void_deal(
                    tx, actor(self.store), self.sitting, key=self._key(), number=row.number, target=row.entry.seq
                )  # fmt: skip

    def _rules(self, *, all_deals: bool = False, stake: int | None = None) -> None:
        with self.store.write() as tx:
            now = load(tx, self.sitting)
            setup = now.setup if stake is not None else self.draw(setups(now.setup.game))
            rule_set = setup.game.rule_set(setup.rule_set)
            assert rule_set is not None
            new = NewRules(
                rule_set=setup.rule_set, options=dump_options(setup.rules, rule_set),
                stake_cents=now.sitting.stake_cents if stake is None else stake,
            )  # fmt: skip
            changing.change_rules(
                tx, actor(self.store), self.sitting, key=self._key(), seen=now.row.seq, new=new, all_deals=all_deals
            )  # fmt: skip

    def _option(self) -> None:
        """Change one option only, which is refused less often."""
        with self.store.write() as tx:
            now = load(tx, self.sitting)
            other = self.draw(setups(now.setup.game)).rules
            name = self.draw(st.sampled_from([option.name for option in now.setup.game.options]))
            new = NewRules(
                rule_set=now.setup.rule_set, options={**now.sitting.options, name: getattr(other, name)},
                stake_cents=now.sitting.stake_cents,
            )  # fmt: skip
            changing.change_rules(
                tx, actor(self.store), self.sitting, key=self._key(), seen=now.row.seq, new=new,
                all_deals=self.draw(st.booleans()),
            )  # fmt: skip

    def _rescore(self) -> None:
        self._rules(all_deals=True)

    def _stake(self) -> None:
        self._rules(all_deals=self.draw(st.booleans()), stake=self.draw(st.sampled_from((0, 5, 10, 50))))

    def _seats(self, *, leaving: bool, joining: bool) -> None:
        with self.store.write() as tx:
            now = load(tx, self.sitting)
            present = now.setup.present(now.standing.deals + 1)
            goes = self.draw(st.sampled_from(present)) if leaving else None
            before = self.draw(st.none() | st.sampled_from(present)) if joining and not leaving else None
            changing.change_seats(
                tx, actor(self.store), self.sitting, key=self._key(), seen=now.row.seq, leaving=goes,
                joining=self.draw(st.sampled_from(self.newcomers)) if joining else None, before=before,
            )  # fmt: skip

    def _leave(self) -> None:
        self._seats(leaving=True, joining=False)

    def _join(self) -> None:
        self._seats(leaving=False, joining=True)

    def _swap(self) -> None:
        self._seats(leaving=True, joining=True)

    def _adjust(self) -> None:
        with self.store.write() as tx:
            now = load(tx, self.sitting)
            chosen = self.draw(st.lists(st.sampled_from(now.setup.players), unique=True, min_size=1, max_size=3))
            units = {player: self.draw(st.integers(-9, 9)) for player in chosen}
            changing.adjust(
                tx, actor(self.store), self.sitting, key=self._key(), seen=now.row.seq, units=units,
                reason=self.draw(st.sampled_from(("verleugnet", "Vortrag vom Blatt", "=1+1"))),
            )  # fmt: skip

    def _pay(self) -> None:
        with self.store.write() as tx:
            settlement = settling.settle_event(tx, self.event)
            parties: list[Player | None] = [None, *settlement.names]
            transfer = Transfer(
                self.draw(st.sampled_from(parties)), self.draw(st.sampled_from(parties)), self.draw(st.integers(1, 500))
            )  # fmt: skip
            sitting = self.draw(st.sampled_from((None, self.sitting)))
            paying.pay_freely(
                tx, actor(self.store), event_id=self.event, sitting_id=sitting, transfer=transfer, key=self._key(),
                note_text=self.draw(st.just("") | TEXTS), more=True,
            )  # fmt: skip

    def _end(self) -> None:
        with self.store.write() as tx:
            entering.end_sitting(tx, actor(self.store), self.sitting, key=self._key())

    def _reopen(self) -> None:
        with self.store.write() as tx:
            entering.reopen_sitting(tx, actor(self.store), self.sitting, key=self._key())

    def _undo(self) -> None:
        with self.store.write() as tx:
            target = load(tx, self.sitting).row.undo
            entering.undo(tx, actor(self.store), self.sitting, key=self._key(), target=target)
