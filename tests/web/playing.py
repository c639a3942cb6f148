"""A table at which a visitor plays: a sitting with people, and short ways to send its forms."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.text import Player
from scorekeeper.services import evenings, players, reading
from scorekeeper.services.actor import Actor
from scorekeeper.services.reading import DealRow, SittingNow
from scorekeeper.storage import Store
from tests.web.visiting import Visitor, hidden, words

SEVEN = ("Toni", "Maria", "Franz", "Leni", "Sepp", "Vroni", "Hias")
FOUR = ("Burgi", "Lois", "Kathi", "Schorsch")
NOW = datetime(2027, 1, 15, 19, 30, tzinfo=UTC)


@dataclass
class TableAt:
    """A sitting on screen. Players are called by their names."""

    store: Store
    visitor: Visitor
    number: int
    ids: dict[str, str]
    keys: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"/partie/{self.number}"

    def page(self) -> TestResponse:
        return self.visitor.get(self.address)

    def now(self) -> SittingNow:
        with self.store.read() as tx:
            return reading.sitting_now(tx, self.number)

    def deal(self, number: int) -> DealRow:
        with self.store.read() as tx:
            return reading.one_deal(tx, self.number, number)

    def totals(self) -> list[int]:
        return list(self.now().totals.values())

    def answers(self, **answers: str | Sequence[str]) -> dict[str, str | Sequence[str]]:
        """Fill in the form of the next deal; names stand for players."""
        page = self.page()
        named = {
            name: self.ids.get(value, value) if isinstance(value, str) else value for name, value in answers.items()
        }
        return {"key": hidden(page, "key"), "number": hidden(page, "number"), "target": "0", **named}

    def enter(self, **answers: str) -> TestResponse:
        return self.visitor.post(f"{self.address}/eintragen", self.answers(**answers), follow=True)

    def preview(self, **answers: str) -> TestResponse:
        return self.visitor.post(f"{self.address}/vorschau", self.answers(**answers))

    def send(self, where: str, fields: Mapping[str, str | Sequence[str]], follow: bool = True) -> TestResponse:
        return self.visitor.post(f"{self.address}/{where}", fields, follow=follow)

    def undo(self) -> TestResponse:
        undo = self.now().undo
        assert undo
        return self.send("rueckgaengig", {"key": f"undo-{undo.seq}", "target": str(undo.seq)})


def sit_down(app: Flask, visitor: Visitor, game: str, names: tuple[str, ...], **more: Any) -> TableAt:  # noqa: ANN401 options
    """Start an evening at ten cents a unit; the first named deals first."""
    store: Store = app.extensions["scorekeeper"]
    with store.write() as tx:
        actor = Actor(evenings.first_club(tx), "Gerät K7", NOW)
        ids = {name: players.add_player(tx, actor, name) for name in names}
        sitting = evenings.NewSitting(
            game=game, rule_set=more.pop("rule_set", GAMES[game].rule_sets[0].key), options=more, stake_cents=10,
            payout="transfers", players=tuple(ids.values()), first_dealer=ids[names[0]],
        )  # fmt: skip
        day = date(2027, 1, 15)
        evening = evenings.NewEvening(title="Kartenabend", place="", date=day, purse="one", sitting=sitting)
        number = evenings.start_evening(tx, actor, evening, f"start {game}")
    return TableAt(store, visitor, number, {name: Player(str(key)) for name, key in ids.items()})


def dock(response: TestResponse) -> str:
    """Give what stands above the big button."""
    found = re.search(r'<div class="say" role="status" id="vorschau">(.*?)</div>', response.text, re.DOTALL)
    assert found
    return " ".join(re.sub(r"<[^>]*>", "", found.group(1)).split())


def said(response: TestResponse) -> str:
    """Give what the page says was done."""
    found = re.search(r'id="gesagt">\s*<span>(.*?)</span>', response.text, re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", found.group(1)).split()) if found else ""


__all__ = ["FOUR", "SEVEN", "TableAt", "dock", "said", "sit_down", "words"]
