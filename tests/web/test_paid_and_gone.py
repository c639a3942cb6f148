"""Somebody came, paid, and their coming was taken back: the money is still theirs, and every page says so."""

from flask import Flask

from scorekeeper.domain.settlement import Transfer
from scorekeeper.domain.text import Player
from scorekeeper.services import changing, entering, paying, players
from scorekeeper.services.actor import Actor
from tests.web.playing import NOW, SEVEN, sit_down
from tests.web.visiting import Visitor, words


def test_who_paid_and_sits_nowhere_any_more_gets_the_money_back(app: Flask, visitor: Visitor) -> None:
    table, actor = sit_down(app, visitor, "jaggln", SEVEN[:5]), Actor(1, "Gerät K7", NOW)
    table.enter(declarer="Toni", partner="Maria", gewisse="6")
    event = table.now().event.id
    with table.store.write() as tx:
        burgi = players.add_player(tx, actor, "Burgi")
        changing.change_seats(tx, actor, table.number, key="comes", seen=1, joining=burgi)
        paid = Transfer(Player(str(burgi)), Player(table.ids["Franz"]), 150)
        paying.pay_freely(tx, actor, event_id=event, transfer=paid, key="pays", more=True)
        entering.undo(tx, actor, table.number, key="back", target=2)
    for address in (f"{table.address}/abrechnung", f"/abend/{event}/abrechnung", f"{table.address}/abrechnung/druck"):
        page = visitor.get(address)
        assert page.status_code == 200
        assert "Burgi" in words(page)
        assert "1,50" in words(page)
    for address in (f"/abend/{event}", f"/abend/{event}/verlauf", f"/abend/{event}/auszahlen/{burgi}", table.address):
        assert visitor.get(address).status_code == 200
