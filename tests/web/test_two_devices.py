"""Two devices at one table: what the second typed becomes the next deal or a correction, and nothing stale is done."""

import re

import pytest
from flask import Flask

from scorekeeper.services import changing, evenings
from scorekeeper.services.actor import Actor
from scorekeeper.services.changing import NewRules
from tests.web.playing import NOW, SEVEN, TableAt, sit_down
from tests.web.visiting import Visitor, hidden, words


@pytest.fixture
def jaggln(app: Flask, visitor: Visitor) -> TableAt:
    """Seven people; Toni deals and sits out, Maria is forehand."""
    return sit_down(app, visitor, "jaggln", SEVEN)


def test_the_second_device_proposes_its_answers_as_a_correction_and_sees_the_difference_first(
    app: Flask, jaggln: TableAt
) -> None:
    late = jaggln.answers(partner="Sepp", gewisse="7", note="knapp")
    jaggln.enter(partner="Hias", gewisse="6")
    other = Visitor(app)
    page = other.post(f"{jaggln.address}/eintragen", late)
    assert "Spiel 1 damit korrigieren" in words(page)
    assert f'formaction="{jaggln.address}/spiele/1/vorschlag"' in page.text
    again = {**late, "key": hidden(page, "key"), "number": hidden(page, "number"), "missed": hidden(page, "missed")}
    proposal = other.post(f"{jaggln.address}/spiele/1/vorschlag", again)
    text = words(proposal)
    assert proposal.status_code == 200
    assert "Was sich ändert Partner: Sepp statt Hias Gwiß: 7 statt 6 Notiz: „knapp“" in text
    assert "Sepp +4 statt −2, Hias −2 statt +4" in text
    assert "Korrektur speichern" in text
    assert jaggln.now().seq == 1  # nothing is saved yet
    correction = {**again, "key": hidden(proposal, "key"), "target": hidden(proposal, "target")}
    saved = other.post(f"{jaggln.address}/spiele/1/korrigieren", correction, follow=True)
    assert "Spiel 1 korrigiert" in words(saved)
    assert jaggln.deal(1).entry.answers["partner"] == jaggln.ids["Sepp"]
    assert jaggln.now().standing.deals == 1


def test_a_proposal_is_scored_under_the_rules_of_its_deal_and_named_stale_when_that_changed(
    app: Flask, jaggln: TableAt
) -> None:
    late = jaggln.answers(partner="Sepp", gewisse="9", gematscht="1")
    jaggln.enter(partner="Hias", gewisse="6")
    new = NewRules(rule_set="schipflinger", options={"gematscht_factor": 5}, stake_cents=10)
    with jaggln.store.write() as tx:
        actor = Actor(evenings.first_club(tx), "Gerät B3", NOW)
        changing.change_rules(tx, actor, jaggln.number, key="rules", seen=1, new=new, all_deals=False)
    other = Visitor(app)
    proposal = other.post(f"{jaggln.address}/spiele/1/vorschlag", late)
    assert "Sepp +8 statt −2" in words(proposal)  # gematscht times 2, as it was agreed when deal 1 was played
    target, key = hidden(proposal, "target"), hidden(proposal, "key")
    row = jaggln.deal(1)
    jaggln.send("spiele/1/streichen", {"key": "v", "target": str(row.entry.seq)})
    page = other.post(f"{jaggln.address}/spiele/1/korrigieren", {**late, "key": key, "target": target})
    assert page.status_code == 409
    assert "Noch nicht gespeichert: Spiel 1 wurde inzwischen geändert." in words(page)
    assert "gestrichen" in words(page)


def test_a_proposal_for_a_deal_that_was_taken_back_meanwhile_keeps_what_was_typed(jaggln: TableAt) -> None:
    late = jaggln.answers(partner="Sepp", gewisse="7")
    jaggln.enter(partner="Hias", gewisse="6")
    jaggln.undo()
    page = jaggln.send("spiele/1/vorschlag", late)
    assert page.status_code == 409
    assert "Noch nicht eingetragen: inzwischen wurde hier etwas eingetragen oder zurückgenommen." in words(page)
    assert 'name="gewisse" value="7" checked' in page.text


def test_what_was_missed_stays_in_sight_while_the_form_is_changed(jaggln: TableAt) -> None:
    late = jaggln.answers(partner="Sepp", gewisse="7")
    jaggln.enter(partner="Hias", gewisse="6")
    noticed = words(jaggln.visitor.post(f"{jaggln.address}/vorschau", late))  # before it is sent
    assert "Noch nicht eingetragen: Spiel 1 wurde inzwischen eingetragen." in noticed
    assert "Als Spiel 1 eintragen" not in noticed
    page = jaggln.send("eintragen", late)
    again = {**late, "number": hidden(page, "number"), "missed": hidden(page, "missed"), "gewisse": "8"}
    changed = jaggln.visitor.post(f"{jaggln.address}/vorschau", again)
    assert "Spiel 1 damit korrigieren" in words(changed)
    refused = jaggln.send("eintragen", {**again, "gewisse": ""})
    assert refused.status_code == 422
    assert "Spiel 1 damit korrigieren" in words(refused)


@pytest.mark.parametrize("where", ["rueckgaengig", "wiederholen", "beenden", "oeffnen"])
def test_what_was_meant_for_another_state_is_refused_and_the_last_entry_named(jaggln: TableAt, where: str) -> None:
    jaggln.enter(partner="Hias", gewisse="6")
    if where == "wiederholen":
        jaggln.undo()
    elif where == "oeffnen":
        jaggln.send("beenden", {"key": "e"})
    before = jaggln.now()
    redo, undo = before.redo, before.undo
    names = {"rueckgaengig": undo, "wiederholen": redo}
    entry = names.get(where)
    stale = {"key": "late", "seen": str(before.seq), "target": str(entry.seq if entry else 0)}
    if where == "oeffnen":
        jaggln.undo()
        jaggln.send("beenden", {"key": "e2", "seen": str(jaggln.now().seq)})
    else:
        jaggln.enter(partner="", gewisse="5")
    seq = jaggln.now().seq
    page = jaggln.send(where, stale)
    text = words(page)
    assert "Nicht ausgeführt: inzwischen wurde hier etwas anderes eingetragen. Zuletzt:" in text
    assert re.search(r"Zuletzt: .* \(\d\d:\d\d, Gerät [A-Z]\d+\)\.", text)
    assert jaggln.now().seq == seq
