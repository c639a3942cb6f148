"""Whoever was let in at one table is told nothing of the people, payments, notes and kitty of the other ones."""

from datetime import UTC, date, datetime
from typing import Final

import pytest

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.settlement import Payout, Transfer
from scorekeeper.domain.text import Player
from scorekeeper.services import entering, evenings, kitty, links, paying, players, reading
from scorekeeper.services.actor import Actor
from scorekeeper.services.answers import read_deal
from scorekeeper.services.links import Kind
from scorekeeper.storage import sittings
from scorekeeper.storage.links import LinkRow
from scorekeeper.web import access
from tests.conftest import breadth
from tests.security.asking import IN_HALLS, Guest, address_of, read
from tests.security.conftest import World

NAMES: Final = tuple(f"Nachbar{name}" for name in ("Alois", "Berta", "Cilli", "Dori", "Emil"))
ELSEWHERE: Final = ("Nachbar", "Nebengelächter", "Nebenzahlung", "777,77", "777.77", "333,33", "333.33", "123,45")
"""What only the other table and the kitty hold: names, notes, and the amounts of float, count and payments."""
QUERIES: Final[tuple[dict[str, str], ...]] = ({}, {"muenzen": "1"})


class Evening:
    """Two tables, everything that is marked at the second; a deal and a payment at the first."""

    def __init__(self, world: World, purse: evenings.Purse, payout: Payout) -> None:
        self.world, self.payout = world, payout
        self.actor = Actor(world.ours.number, "Gerät K7", datetime(2027, 1, 15, 19, 30, tzinfo=UTC))
        self.links: dict[str, LinkRow] = {}
        with world.store.write(world.ours.number) as tx:
            others = tuple(players.add_player(tx, self.actor, name, "") for name in NAMES)
            new = evenings.NewEvening(
                title="Zwei Tische", place="", date=date(2027, 1, 15), purse=purse,
                sitting=self._sitting(world.ours.people),
            )  # fmt: skip
            self.first = evenings.start_evening(tx, self.actor, new, "two-tables")
            self.event = reading.sitting_now(tx, self.first).event.id
            self.second = evenings.next_sitting(tx, self.actor, self.event, self._sitting(others), "table-2")
            sittings.change(tx, self.second, {"table_number": 2})
        for sitting, people, note in ((self.first, world.ours.people, ""), (self.second, others, "Nebengelächter")):
            self._play(sitting, people, note)
        self._pay(None if purse == "one" else self.second, others)
        with world.store.write(world.ours.number) as tx:
            for kind, table in ((Kind.TABLE, 1), (Kind.VIEWER, None)):
                self.links[kind] = links.make_link(
                    tx, self.actor, kind, secret=world.app.config["SECRET_KEY"], event=self.event, table_number=table
                )

    def _sitting(self, people: tuple[int, ...]) -> evenings.NewSitting:
        return evenings.NewSitting(
            game="jaggln", rule_set="schipflinger", options={}, stake_cents=10, payout=self.payout, players=people[:5],
            first_dealer=people[4],
        )  # fmt: skip

    def _play(self, sitting: int, people: tuple[int, ...], note: str) -> None:
        answers = {"declarer": Player(str(people[0])), "partner": Player(str(people[2])), "gewisse": 6}
        deal = read_deal(GAMES["jaggln"], answers)
        with self.world.store.write(self.world.ours.number) as tx:
            entering.enter_deal(tx, self.actor, sitting, key=f"deal-{sitting}", number=1, deal=deal, note=note)

    def _pay(self, sitting: int | None, others: tuple[int, ...]) -> None:
        one, other = (Player(str(number)) for number in others[:2])
        made = (Transfer(one, other, 12345), Transfer(one, None, 33333))
        with self.world.store.write(self.world.ours.number) as tx:
            for place, transfer in enumerate(made):
                paying.pay_freely(
                    tx, self.actor, event_id=self.event, sitting_id=sitting, transfer=transfer, key=f"other-{place}",
                    note_text="Nebenzahlung", more=True,
                )  # fmt: skip
            kitty.set_float(tx, self.actor, self.event, 77777)

    def guest(self, kind: Kind) -> Guest:
        return Guest(self.world.app, lambda: access.let_in_by(self.links[kind]))

    def told(self, kind: Kind) -> dict[str, str]:
        """Give what every address with this evening's and the first table's numbers answers, by address."""
        guest, app = self.guest(kind), self.world.app
        values = {
            "sitting": self.first, "event": self.event, "number": 1, "player": self.world.ours.people[1],
            "link": self.links[kind].id, "organiser": 1, "game": "jaggln", "rule_set": "schipflinger",
            "filename": "css/look.css", "name": "none", "by": "name", "form": "csv", "table_number": 1,
            **dict.fromkeys(IN_HALLS[:2], self.event), IN_HALLS[2]: self.first,
        }  # fmt: skip
        told = {}
        for rule in app.url_map.iter_rules():
            if "GET" not in (rule.methods or ()):
                continue
            for table in ("spiele", "summen", "abrechnung") if "table" in rule.arguments else ("",):
                address = address_of(app, rule, {**values, "table": table})
                for query in QUERIES:
                    answer = guest.get(address, query)
                    if answer.status_code == 200:
                        told[f"{address}{query or ''}"] = read(answer)
        return told


@pytest.mark.parametrize(
    "purse, payout",
    breadth([pytest.param("one", "transfers"), pytest.param("each", "kitty")], [pytest.param("one", "kitty")]),
)
def test_a_tables_link_is_told_nothing_of_other_tables(world: World, purse: evenings.Purse, payout: Payout) -> None:
    evening = Evening(world, purse, payout)
    told = evening.told(Kind.TABLE)
    leaks = [f"{address}: {mark}" for address, text in told.items() for mark in ELSEWHERE if mark in text]
    assert leaks == []
    table = f"/partie/{evening.first}"
    own = ("", "/spiele", "/abrechnung", "/abrechnung/druck", "/abrechnung.pdf", "/abrechnung.csv", "/spiele.csv")
    sheets = ("/summen.csv", "/tabellen.xlsx", "/zwischenstand/druck", "/zwischenstand.pdf", "/zettel/druck")
    assert {f"{table}{address}" for address in own + sheets} <= told.keys()


def test_who_sees_the_event_is_told_of_its_one_purse(world: World) -> None:
    evening = Evening(world, "one", "transfers")
    told = evening.told(Kind.VIEWER)
    sheet = told[f"/partie/{evening.first}/zwischenstand/druck"]
    for mark in ("NachbarAlois", "Nebenzahlung", "777,77", "333,33", "123,45"):
        assert mark in sheet
    assert "777,77" in told[f"/partie/{evening.first}/abrechnung/druck"]
