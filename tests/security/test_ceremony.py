"""While the last round waits for the ceremony, whoever does not organise finds nothing of it at any address."""

from datetime import UTC, date, datetime
from typing import Final

import pytest
from werkzeug.test import TestResponse

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.text import Player
from scorekeeper.domain.tournament.settings import Settings
from scorekeeper.services import entering, links
from scorekeeper.services.actor import Actor
from scorekeeper.services.answers import read_deal
from scorekeeper.services.links import Kind
from scorekeeper.services.tournament import ceremony, drawing, playing, recording, registering, results, setting_up
from scorekeeper.services.tournament.recording import At
from scorekeeper.storage.links import LinkRow
from scorekeeper.web import access, unchanged
from tests.conftest import breadth
from tests.security.asking import IN_HALLS, Guest, address_of, read
from tests.security.conftest import World

SECRET: Final = ("7531", "7.531", "753,10", "753.10", "Geheimnotiz")
"""What only the last round holds, as points and as money, and what standings with it would say."""
BEFORE: Final = "1642"
"""What somebody won in the round before."""


class Tournament:
    """Eight at two tables, for money; a deal at each table in every round, the last one of table 2 on paper, too."""

    def __init__(self, world: World, rounds: int) -> None:
        self.world, self.rounds = world, rounds
        self.actor = Actor(world.ours.number, "Gerät K7", datetime(2027, 1, 15, 19, 30, tzinfo=UTC))
        settings = Settings(game="free", rule_set="free", rounds=rounds, table_size=4, deals=1, stake_cents=10)
        new = setting_up.NewEvent(
            kind="tournament", title="Preiswatten", place="", date=date(2027, 1, 15), settings=settings
        )  # fmt: skip
        with world.store.write(world.ours.number) as tx:
            self.event = setting_up.set_up(tx, self.actor, new, "ceremony")
            registering.register(tx, self.actor, self.at("all"), world.ours.people[:8])
            drawing.draw(tx, self.actor, self.at("drawn"), first=1, rounds=rounds, seed="KDF7-3QPM")
        self.sittings = [self._play(number) for number in range(1, rounds + 1)]
        with world.store.write(world.ours.number) as tx:
            self.links = {
                (kind, table): links.make_link(
                    tx, self.actor, kind, secret=world.app.config["SECRET_KEY"], event=self.event, table_number=table
                )
                for kind, table in ((Kind.TABLE, 1), (Kind.TABLE, 2), (Kind.VIEWER, None))
            }
        self.hide(hidden=True)

    def at(self, key: str) -> At:
        return At(self.event, f"ceremony {key}")

    def hide(self, *, hidden: bool) -> None:
        with self.world.store.write(self.world.ours.number) as tx:
            ceremony.set_hidden(tx, self.actor, self.at(f"hidden {hidden}"), hidden=hidden)

    def _play(self, number: int) -> tuple[int, ...]:
        last = number == self.rounds
        amount, note = (7531, "Geheimnotiz") if last else (1642, "")
        with self.world.store.write(self.world.ours.number) as tx:
            playing.begin_round(tx, self.actor, self.at(f"begun {number}"), number)
            state = recording.state_of(tx, self.event)
            found = state.rounds[number]
            for table, seats in enumerate(found.drawn.tables, 1):
                first, second = (Player(str(state.entrants[seat].player(number))) for seat in seats[:2])
                deal = read_deal(GAMES["free"], {"amounts": {first: amount, second: -amount}})
                entering.enter_deal(
                    tx, self.actor, found.sittings[table], key=f"ceremony {number} {table}", number=1, deal=deal,
                    note=note,
                )  # fmt: skip
            if last:
                sheet = dict(zip(found.drawn.tables[1], (amount, -amount, 0, 0), strict=True))
                results.enter_totals(tx, self.actor, self.at("sheet"), number, 2, units=sheet, hand=1)
            playing.close_round(tx, self.actor, self.at(f"closed {number}"), number, ())
        return tuple(sitting for _table, sitting in sorted(found.sittings.items()))

    def guest(self, *which: tuple[Kind, int | None]) -> Guest:
        rows: list[LinkRow] = [self.links[one] for one in which]

        def let_in() -> None:
            for row in rows:
                access.let_in_by(row)

        return Guest(self.world.app, let_in)

    def answers(self, guest: Guest, sitting: int, number: int) -> dict[str, TestResponse]:
        """Give what every address with these numbers answers, by address."""
        app = self.world.app
        values = {
            "sitting": sitting, "event": self.event, "number": number, "player": self.world.ours.people[0],
            "link": 1, "organiser": 1, "game": "jaggln", "rule_set": "schipflinger", "filename": "css/look.css",
            "name": "none", "by": "name", "form": "csv", "table_number": 1,
            **dict.fromkeys(IN_HALLS[:2], self.event), IN_HALLS[2]: sitting,
        }  # fmt: skip
        found = {}
        for rule in app.url_map.iter_rules():
            if "GET" not in (rule.methods or ()):
                continue
            for table in ("spiele", "summen", "abrechnung") if "table" in rule.arguments else ("",):
                address = address_of(app, rule, {**values, "table": table})
                found[address] = guest.get(address, {"runde": str(number)} if "rangliste" in address else {})
        return found

    def leaks(self, guest: Guest, *sittings: int) -> list[str]:
        """Name the addresses that tell something of the last round."""
        return [
            f"{address}: {mark}"
            for sitting in sittings for number in (1, self.rounds)
            for address, answer in self.answers(guest, sitting, number).items() if answer.status_code == 200
            for mark in SECRET if mark in read(answer)
        ]  # fmt: skip


@pytest.fixture(autouse=True)
def _look_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unchanged, "LOOKS_EVERY", -1.0)


@pytest.mark.parametrize("rounds", breadth([pytest.param(2)], [pytest.param(1)]))
def test_a_viewer_finds_nothing_of_the_hidden_round_anywhere(world: World, rounds: int) -> None:
    found = Tournament(world, rounds)
    viewer = found.guest((Kind.VIEWER, None))
    assert found.leaks(viewer, *(one for sittings in found.sittings for one in sittings)) == []
    waits = viewer.get(f"/partie/{found.sittings[-1][0]}")
    assert waits.status_code == 403
    assert "bis zur Siegerehrung geheim" in waits.text
    found.hide(hidden=False)
    assert "7531" in read(viewer.get(f"/partie/{found.sittings[-1][0]}/spiele.csv"))
    assert "753,10" in viewer.get(f"/abend/{found.event}/abrechnung").text


def test_before_the_ceremony_a_viewer_sees_the_rounds_before(world: World) -> None:
    found = Tournament(world, 2)
    viewer = found.guest((Kind.VIEWER, None))
    answers = found.answers(viewer, found.sittings[0][0], 1)
    for where in (f"/partie/{found.sittings[0][0]}/spiele.csv", f"/turnier/{found.event}/rangliste.csv"):
        assert BEFORE in read(answers[where])


def test_a_table_sees_its_own_last_round_and_no_other_even_if_it_may_look_at_everything(world: World) -> None:
    found = Tournament(world, 2)
    own, other = found.sittings[-1]
    phone = found.guest((Kind.TABLE, 1), (Kind.VIEWER, None))
    assert "7531" in read(phone.get(f"/partie/{own}/spiele.csv"))
    assert phone.get(f"/partie/{own}/zwischenstand/druck").status_code == 200
    assert found.leaks(phone, other) == []
    alone = found.guest((Kind.TABLE, 1))
    assert found.leaks(alone, other) == []
