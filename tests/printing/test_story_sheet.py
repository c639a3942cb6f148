"""The history on paper: every line of it, nothing off the page, however long the names."""

from collections.abc import Callable

from scorekeeper.domain.text import Player
from scorekeeper.printing.sheets import Sheet
from scorekeeper.printing.story_sheet import story_sheet
from scorekeeper.services import changing, entering
from scorekeeper.services.changing import NewRules
from scorekeeper.services.loading import load
from scorekeeper.services.story import Wanted, whole_story
from scorekeeper.storage import Store
from tests.printing.evenings import NOW, Evening, actor, play_evening
from tests.printing.paper import Paper

Printed = Callable[[Sheet], Paper]
LONG = ("Annemarie-Hildegard Großrubatscher-Oberschneiderbauer", *(letter * 60 for letter in "WMiQ"))


def sheet(store: Store, sitting: int, person: Player | None = None) -> Sheet:
    with store.read() as tx:
        event = load(tx, sitting).event.id
        return story_sheet(whole_story(tx, event, Wanted(person=person)), "de", NOW)


def test_every_line_is_printed_with_time_and_device(store: Store, printed: Printed) -> None:
    [sitting] = play_evening(store, Evening(deals=2))
    with store.write() as tx:
        seen = load(tx, sitting).row.seq
        new = NewRules(rule_set="schipflinger", options={"opponent_rate": 4}, stake_cents=20)
        changing.change_rules(tx, actor(tx), sitting, key="r", seen=seen, new=new, all_deals=True)
    with store.write() as tx:
        entering.undo(tx, actor(tx), sitting, key="u", target=load(tx, sitting).row.undo)
    paper = printed(sheet(store, sitting))
    assert paper.outside() == []
    text = paper.text
    assert "Verlauf des Abends Kartenabend Westendorf, Gasthof Post, Freitag, 15. Jänner 2027" in text
    begun = "Abend begonnen: Kartenabend Westendorf, Gasthof Post, gemeinsam abgerechnet"
    assert f"Freitag, 15. Jänner 2027 22:31 {begun} · Gerät K7" in text
    assert "Regeln und Einsatz geändert: alle 2 Spiele neu gerechnet; Satz mit Partner: 4 statt 2" in text
    assert "(zurückgenommen: 22:31, Gerät K7)" in text
    assert "Zurückgenommen: Änderung von Regeln und Einsatz · Gerät K7" in text


def test_who_is_picked_stands_above(store: Store, printed: Printed) -> None:
    [sitting] = play_evening(store, Evening(deals=1))
    with store.read() as tx:
        first = load(tx, sitting).setup.players[0]
    assert "nur, was Annemarie betrifft" in printed(sheet(store, sitting, first)).text


def test_long_names_stay_on_the_page(store: Store, printed: Printed) -> None:
    [sitting] = play_evening(store, Evening(deals=40, names=LONG))
    paper = printed(sheet(store, sitting))
    assert paper.outside() == []
    assert len(paper.pages) > 1
    assert set(paper.sizes) == {(210, 297)}
