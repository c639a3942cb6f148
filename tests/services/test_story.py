"""The history of an event: every kind of line, its order, its filters and its pages."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from sqlalchemy import insert

from scorekeeper.domain.ledger import Entry
from scorekeeper.domain.settlement import Transfer
from scorekeeper.i18n.sentences import render
from scorekeeper.i18n.story import ToldLine, sitting_text, tell
from scorekeeper.services import changing, entering, evenings, kitty, merging, paying, players
from scorekeeper.services.actor import Actor
from scorekeeper.services.changing import NewRules
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.story import Story, Wanted, story, whole_story
from scorekeeper.storage import Store, entries
from scorekeeper.storage.tables import audit
from tests.services.table import At, actor, new_sitting, sit_down


def whole(table: At, wanted: Wanted | None = None) -> Story:
    event = table.now().event.id
    with table.store.read() as tx:
        return whole_story(tx, event, wanted or Wanted())


def plain(line: ToldLine) -> str:
    """Put a line together as it reads."""
    told = line.head if not line.text else f"{line.head}: {line.text}"
    parts = [told, *line.changes, ", ".join(line.paid), line.note, f"[{line.fate}]" if line.fate else ""]
    return "; ".join(part for part in parts if part).replace("\N{NO-BREAK SPACE}", " ")


def read(table: At, wanted: Wanted | None = None) -> list[str]:
    """Give the whole history in German, without how the evening began."""
    return [plain(line) for line in tell(whole(table, wanted), "de")][2:]


def undo(table: At) -> None:
    now = table.now()
    assert now.undo
    table.undo(now.undo.seq)


def test_an_evening_begins_with_game_rules_stake_seats_and_what_the_table_agreed_on(store: Store) -> None:
    table = sit_down(store, gematscht_factor=3)
    lines = list(tell(whole(table), "de"))
    assert [plain(line) for line in lines] == [
        "Abend begonnen: Kartenabend, Westendorf, gemeinsam abgerechnet",
        (
            "1. Partie begonnen: Jaggln, nach Schipflinger, 0,10 € je Spielpunkt, "
            "am Tisch: Toni, Maria, Franz, Leni und Sepp, Sepp gibt zuerst; gematscht zählt mal: 3 statt 2"
        ),
    ]
    assert [(line.day, line.time, line.device) for line in lines] == [
        ("Freitag, 15. Jänner 2027", "20:30", "Gerät K7"), ("", "20:30", "Gerät K7"),
    ]  # fmt: skip


def test_a_deal_says_what_it_was_what_it_paid_and_its_note(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 2, 6), note="im Dreck")
    table.enter(2, table.jaggln(1, None, 4))
    assert read(table) == [
        "Spiel 1: Toni mit Franz, 6 Gwiß, gewonnen; Toni +3, Maria −2, Franz +3, Leni −2, Sepp −2; „im Dreck“",
        "Spiel 2: Maria allein, 4 Gwiß, verloren; Toni +2, Maria −8, Franz +2, Leni +2, Sepp +2",
    ]


def test_who_sits_out_is_not_paid_and_not_named(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store, names=("Toni", "Maria", "Franz", "Leni", "Sepp", "Vroni", "Hias"))
    table.enter(1, table.jaggln(0, 1, 5))  # Hias deals and sits out
    assert read(table) == [
        "Spiel 1: Toni mit Maria, 5 Gwiß, gewonnen; Toni +4, Maria +4, Franz −2, Leni −2, Sepp −2, Vroni −2"
    ]


def test_a_correction_names_each_field_and_whose_units_changed(store: Store) -> None:
    table = sit_down(store)
    first = table.enter(1, table.jaggln(0, 2, 6))
    table.correct(1, first.seq, table.jaggln(0, 3, 4), note="verzählt")
    assert read(table) == [
        (
            "Spiel 1: Toni mit Franz, 6 Gwiß, gewonnen; Toni +3, Maria −2, Franz +3, Leni −2, Sepp −2; "
            "[später korrigiert: 20:30, Gerät K7]"
        ),
        (
            "Spiel 1 korrigiert; Partner: Leni statt Franz; Gwiß: 4 statt 6; Notiz: „verzählt“; "
            "Toni −3 statt +3, Maria +2 statt −2, Franz +2 statt +3, Leni −3 statt −2, Sepp +2 statt −2"
        ),
    ]


def test_struck_taken_back_and_restored_say_so_on_both_lines(store: Store) -> None:
    table = sit_down(store)
    first = table.enter(1, table.jaggln(0, 2, 6))
    table.void(1, first.seq)
    undo(table)
    table.redo(2)
    second = table.enter(2, table.jaggln(1, None, 9, gematscht=True))
    table.undo(second.seq)
    lines = read(table)
    assert lines == [
        (
            "Spiel 1: Toni mit Franz, 6 Gwiß, gewonnen; Toni +3, Maria −2, Franz +3, Leni −2, Sepp −2; "
            "[gestrichen: 20:30, Gerät K7]"
        ),
        (
            "Spiel 1 gestrichen: Toni mit Franz, 6 Gwiß, gewonnen; "
            "Toni 0 statt +3, Maria 0 statt −2, Franz 0 statt +3, Leni 0 statt −2, Sepp 0 statt −2"
        ),
        (
            "Zurückgenommen: Streichung von Spiel 1; "
            "Toni +3 statt 0, Maria −2 statt 0, Franz +3 statt 0, Leni −2 statt 0, Sepp −2 statt 0"
        ),
        (
            "Wiederhergestellt: Streichung von Spiel 1; "
            "Toni 0 statt +3, Maria 0 statt −2, Franz 0 statt +3, Leni 0 statt −2, Sepp 0 statt −2"
        ),
        (
            "Spiel 2: Maria allein, 9 Gwiß, gewonnen, gematscht; Toni −4, Maria +16, Franz −4, Leni −4, Sepp −4; "
            "[zurückgenommen: 20:30, Gerät K7]"
        ),
        "Zurückgenommen: Spiel 2: Maria allein, 9 Gwiß, gewonnen, gematscht",
    ]
    assert [line.gone for line in tell(whole(table), "de")][2:] == [True, False, False, False, True, False]


def change_rules(table: At, *, all_deals: bool, stake: int = 10, **options: int) -> None:
    new = NewRules(rule_set="schipflinger", options=options, stake_cents=stake)
    seen = table.now().seq
    with table.store.write() as tx:
        changing.change_rules(
            tx, actor(table.store), table.sitting, key=table.key(), seen=seen, new=new, all_deals=all_deals
        )  # fmt: skip


def test_another_stake_from_now_on_is_one_line(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 2, 6))
    change_rules(table, all_deals=False, stake=0)
    undo(table)
    assert read(table)[1:] == [
        (
            "Einsatz geändert: ab Spiel 2; Einsatz: ohne Geld statt 0,10 € je Spielpunkt; "
            "[zurückgenommen: 20:30, Gerät K7]"
        ),
        "Zurückgenommen: Änderung von Regeln und Einsatz",
    ]


def test_all_deals_scored_again_are_one_line_that_opens(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 2, 9, gematscht=True))  # 6 −4 6 −4 −4
    table.enter(2, table.jaggln(1, 3, 6))
    change_rules(table, all_deals=True, gematscht_factor=3, stake=20)
    lines = list(tell(whole(table), "de"))[2:]
    assert [plain(line) for line in lines] == [
        (
            "Spiel 1: Toni mit Franz, 9 Gwiß, gewonnen, gematscht; Toni +6, Maria −4, Franz +6, Leni −4, Sepp −4; "
            "[später neu gerechnet: 20:30, Gerät K7]"
        ),
        (
            "Spiel 2: Maria mit Leni, 6 Gwiß, gewonnen; Toni −2, Maria +3, Franz −2, Leni +3, Sepp −2; "
            "[später neu gerechnet: 20:30, Gerät K7]"
        ),
        (
            "Regeln und Einsatz geändert: alle 2 Spiele neu gerechnet; gematscht zählt mal: 3 statt 2; "
            "Einsatz: 0,20 € je Spielpunkt statt 0,10 € je Spielpunkt; Toni +3, Maria −2, Franz +3, Leni −2, Sepp −2"
        ),
    ]
    assert [plain(line) for line in lines[2].opened] == [
        (
            "Spiel 1 neu gerechnet: Toni mit Franz, 9 Gwiß, gewonnen, gematscht; "
            "Toni +9 statt +6, Maria −6 statt −4, Franz +9 statt +6, Leni −6 statt −4, Sepp −6 statt −4"
        ),
        "Spiel 2 neu gerechnet: Maria mit Leni, 6 Gwiß, gewonnen",
    ]
    undo(table)
    assert "[zurückgenommen: 20:30, Gerät K7]" in read(table)[2]
    assert "später neu gerechnet" not in read(table)[0]


def adjust(table: At, seat: int, units: int, reason: str) -> None:
    seen = table.now().seq
    with table.store.write() as tx:
        changing.adjust(
            tx, actor(table.store), table.sitting, key=table.key(), seen=seen, units={table.player(seat): units},
            reason=reason,
        )  # fmt: skip


def swap(table: At, leaving: int | None, newcomer: str | None) -> None:
    seen = table.now().seq
    with table.store.write() as tx:
        joining = players.add_player(tx, actor(table.store), newcomer) if newcomer else None
        changing.change_seats(
            tx, actor(table.store), table.sitting, key=table.key(), seen=seen, joining=joining,
            leaving=None if leaving is None else table.player(leaving),
        )  # fmt: skip


def test_who_came_who_left_and_with_what_score(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 2, 6))
    swap(table, 1, "Hias")
    undo(table)
    swap(table, None, "Vroni")
    swap(table, 3, None)
    assert read(table)[1:] == [
        "Hias kommt für Maria: Maria hat am Ende −2, −0,20 €; [zurückgenommen: 20:30, Gerät K7]",
        "Zurückgenommen: Änderung der Plätze (Hias kommt für Maria)",
        "Vroni kommt dazu",
        "Leni geht: Leni hat am Ende −2, −0,20 €",
    ]


def test_an_adjustment_gives_its_reason_and_an_end_can_be_opened(store: Store) -> None:
    table = sit_down(store)
    adjust(table, 1, -5, "verleugnet")
    table.end()
    table.reopen()
    undo(table)
    assert read(table) == [
        "Stand berichtigt: verleugnet; Maria −5",
        "Partie beendet",
        "Partie wieder geöffnet; [zurückgenommen: 20:30, Gerät K7]",
        "Zurückgenommen: Wiederöffnen der Partie",
    ]


def test_money_handed_over_the_kitty_and_the_end_of_the_evening(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 2, 6))  # Toni and Franz +30 cents, the others −20
    event = table.now().event.id
    maria, toni = table.player(1), table.player(0)
    with store.write() as tx:
        who = actor(store)
        paying.pay_freely(
            tx, who, event_id=event, transfer=Transfer(maria, toni, 20), key="p", note_text="in Münzen"
        )  # fmt: skip
        paying.pay_freely(tx, who, event_id=event, transfer=Transfer(table.player(3), None, 20), key="q")
        paying.pay_freely(tx, who, event_id=event, transfer=Transfer(None, toni, 10), key="r")
        paying.unmark_paid(tx, who, 1, "back")
        evenings.change_payout(tx, who, "kitty", event_id=event)
        kitty.set_float(tx, who, event, 500)
        kitty.set_counted(tx, who, event, 510)
        evenings.end_evening(tx, who, event)
        evenings.reopen_evening(tx, who, event)
    assert read(table)[1:] == [
        "Maria zahlt an Toni 0,20 €; „in Münzen“; [zurückgenommen: 20:30, Gerät K7]",
        "Leni zahlt 0,20 € in die Kassa ein",
        "Toni kriegt 0,10 € aus der Kassa",
        "Zahlung zurückgenommen: Maria zahlt an Toni 0,20 €",
        "Zahlweise geändert; Zahlweise: über die Kassa statt wenigste Zahlungen",
        "Kassa: Anfangsbestand festgelegt; Anfangsbestand: 5,00 € statt 0,00 €",
        "Kassa gezählt; gezählt: 5,10 €",
        "Abend abgeschlossen",
        "Abend wieder geöffnet",
    ]


def test_what_happened_to_the_record_of_somebody_who_was_there_is_told_and_nobody_elses(store: Store) -> None:
    table = sit_down(store)
    with store.write() as tx:
        who = actor(store)
        stranger, double = (players.add_player(tx, who, name) for name in ("Gretl", "Tony"))
        players.rename_player(tx, who, stranger, "Gretel")
        players.rename_player(tx, who, table.ids[1], "Mariedl")
        merging.merge(tx, who, double, table.ids[0])
        merging.separate(tx, who, double)
        players.retire_player(tx, who, table.ids[2])
        players.take_back_player(tx, who, table.ids[2])
    table.enter(1, table.jaggln(1, None, 5))
    assert read(table) == [
        "„Maria“ heißt jetzt „Mariedl“",
        "„Tony“ ist dieselbe Person wie „Toni“",
        "„Tony“ ist doch jemand anderer als „Toni“",
        "„Franz“ wird für neue Tische nicht mehr vorgeschlagen",
        "„Franz“ wird für neue Tische wieder vorgeschlagen",
        "Spiel 1: Mariedl allein, 5 Gwiß, gewonnen; Toni −2, Mariedl +8, Franz −2, Leni −2, Sepp −2",
    ]


def test_a_kind_that_comes_from_a_newer_version_does_not_break_the_page(store: Store) -> None:
    table = sit_down(store)
    with store.write() as tx:
        tx.execute(
            insert(audit),
            {
                "club": actor(store).club, "event": table.now().event.id, "sitting": None, "what": "moon_landed",
                "values": {"who": 3}, "at": actor(store).stamp, "actor": "Gerät Z9",
            },
        )  # fmt: skip
    assert read(table) == ["Sonstiges (moon_landed)"]


def at(store: Store, day: int, hour: int, minute: int) -> Actor:
    return Actor(actor(store).club, "Gerät K7", datetime(2027, 1, day, hour, minute, tzinfo=UTC))


def enter_at(table: At, number: int, day: int, hour: int, minute: int) -> None:
    with table.store.write() as tx:
        entering.enter_deal(
            tx, at(table.store, day, hour, minute), table.sitting, key=table.key(), number=number,
            deal=table.jaggln(0, 1, 5),
        )  # fmt: skip


def close_at(table: At, day: int, hour: int, minute: int, *, again: bool = False) -> None:
    event = table.now().event.id
    with table.store.write() as tx:
        (evenings.reopen_evening if again else evenings.end_evening)(tx, at(table.store, day, hour, minute), event)


def heads(story: Story) -> list[str]:
    return [line.head for line in tell(story, "de")]


def test_a_clock_put_back_in_mid_evening_changes_no_order(store: Store) -> None:
    table = sit_down(store)
    enter_at(table, 1, 15, 20, 0)
    close_at(table, 15, 22, 0)
    close_at(table, 15, 18, 0, again=True)  # the clock was wrong, and is put right
    enter_at(table, 2, 15, 18, 5)
    enter_at(table, 3, 15, 17, 0)
    told = ["Spiel 1", "Abend abgeschlossen", "Abend wieder geöffnet", "Spiel 2", "Spiel 3"]
    assert heads(whole(table))[2:] == told
    assert heads(whole(table, Wanted(newest=True)))[:-2] == told[::-1]


def test_an_evening_that_goes_past_midnight_says_each_day_once_in_vienna(store: Store) -> None:
    table = sit_down(store)
    enter_at(table, 1, 15, 22, 59)
    enter_at(table, 2, 15, 23, 1)
    enter_at(table, 3, 16, 0, 30)
    lines = list(tell(whole(table), "de"))[2:]
    assert [(line.day, line.time) for line in lines] == [
        ("", "23:59"), ("Samstag, 16. Jänner 2027", "00:01"), ("", "01:30"),
    ]  # fmt: skip


def test_the_hour_that_comes_twice_in_autumn_moves_no_deal(store: Store) -> None:
    table = sit_down(store)
    for number, minute in enumerate((30, 50, 80, 100), 1):  # on 31 October 2027, 03:00 is 02:00 again from 01:00 UTC
        with table.store.write() as tx:
            who = actor(table.store, datetime(2027, 10, 31, minute // 60, minute % 60, tzinfo=UTC))
            entering.enter_deal(
                tx, who, table.sitting, key=table.key(), number=number, deal=table.jaggln(number - 1, None, 9)
            )  # fmt: skip
    lines = list(tell(whole(table), "de"))[2:]
    assert [(line.head, line.time) for line in lines] == [
        ("Spiel 1", "02:30"), ("Spiel 2", "02:50"), ("Spiel 3", "02:20"), ("Spiel 4", "02:40"),
    ]  # fmt: skip
    assert table.totals() == (2, 2, 2, 2, -8)  # each of the four won 8 and paid 2 three times, Sepp paid 2 four times


def second_table(table: At) -> At:
    """Start another sitting with the first four of the table."""
    with table.store.write() as tx:
        number = evenings.next_sitting(
            tx, actor(table.store), table.now().event.id, new_sitting(table.ids[:4], "free"), "second"
        )  # fmt: skip
    return At(table.store, table.ids[:4], number, "free")


def test_two_tables_are_told_apart_and_picked_out(store: Store) -> None:
    table = sit_down(store)
    other = second_table(table)
    enter_at(table, 1, 15, 20, 10)
    with store.write() as tx:
        entering.enter_deal(
            tx, at(store, 15, 20, 5), other.sitting, key="o", number=1,
            deal=other.deal({"amounts": dict.fromkeys(map(other.player, range(4)), 0)}),
        )  # fmt: skip
    lines = list(tell(whole(table), "de"))
    assert [line.where for line in lines] == ["", "1. Partie", "2. Partie", "2. Partie", "1. Partie"]
    assert heads(whole(table, Wanted(sitting=table.sitting))) == ["1. Partie begonnen", "Spiel 1"]
    with pytest.raises(NotFoundError):
        whole(table, Wanted(sitting=77))
    assert heads(whole(table, Wanted(person=table.player(4)))) == ["Abend begonnen", "1. Partie begonnen", "Spiel 1"]


def test_where_there_are_two_tables_each_line_says_at_which(store: Store) -> None:
    table = sit_down(store)
    with store.write() as tx:
        evenings.new_table(tx, actor(store), table.now().event.id, new_sitting(table.ids[:4], "free"), "second")
    told = whole(table)
    assert [line.where for line in tell(told, "de")] == ["", "1. Partie, Tisch 1", "2. Partie, Tisch 2"]
    labels = [render(sitting_text(sitting, told), "de") for sitting in told.sittings]
    assert labels == ["1. Jaggln, Tisch 1", "2. Freie Wertung, Tisch 2"]


def test_picked_by_person_only_their_own_units_are_shown(store: Store) -> None:
    table = sit_down(store, names=("Toni", "Maria", "Franz", "Leni", "Sepp", "Vroni", "Hias"))
    table.enter(1, table.jaggln(0, 1, 5))  # Hias deals and sits out
    table.enter(2, table.jaggln(1, None, 9, gematscht=True))  # Toni sits out
    adjust(table, 6, -3, "zu spät")
    wanted = Wanted(person=table.player(6))
    assert read(table, wanted) == [
        "Spiel 2: Maria allein, 9 Gwiß, gewonnen, gematscht; Hias −4",
        "Stand berichtigt: zu spät; Hias −3",
    ]


def test_somebody_with_two_records_is_one_person(store: Store) -> None:
    table = sit_down(store, names=("Toni", "Maria", "Franz", "Leni", "Sepp", "Vroni"))
    adjust(table, 0, 1, "a")
    swap(table, 0, None)
    swap(table, None, "Tony")
    tony = table.now().setup.players[-1]
    seen = table.now().seq
    with store.write() as tx:
        changing.adjust(tx, actor(store), table.sitting, key="x", seen=seen, units={tony: 2}, reason="b")
    assert [line for line in read(table, Wanted(person=tony)) if "berichtigt" in line] == [
        "Stand berichtigt: b; Tony +2"
    ]


def pages(table: At, wanted: Wanted, limit: int) -> list[list[str]]:
    event, place, found = table.now().event.id, "", list[list[str]]()
    while True:
        with table.store.read() as tx:
            page = story(tx, event, wanted, place, limit)
        found.append(heads(page))
        place = page.more
        if not place:
            return found


@pytest.mark.parametrize("newest", [False, True])
def test_page_by_page_every_line_comes_once(store: Store, newest: bool) -> None:
    table = sit_down(store)
    other = second_table(table)
    for number in range(1, 8):
        enter_at(table, number, 15, 20, number)
    close_at(table, 15, 21, 0)
    wanted = Wanted(newest=newest)
    found = pages(table, wanted, 4)
    assert [len(page) for page in found] == [4, 4, 3]
    assert [head for page in found for head in page] == heads(whole(table, wanted))
    assert other.now().standing.deals == 0


@pytest.mark.parametrize("place", ["x", "5", "5_1", "5_1.2_9.9", "-1_1.1", "9" * 30, "1.2_1.3", "5_1." + "9" * 12])
def test_an_address_that_is_no_place_begins_at_the_beginning(sqlite_store: Store, place: str) -> None:
    table = sit_down(sqlite_store)
    with sqlite_store.read() as tx:
        found = story(tx, table.now().event.id, Wanted(), place)
    assert heads(found)[:1] in (["Abend begonnen"], [])


def test_the_versions_of_one_deal(store: Store) -> None:
    table = sit_down(store)
    first = table.enter(1, table.jaggln(0, 2, 9, gematscht=True))
    table.enter(2, table.jaggln(1, None, 5))
    table.correct(1, first.seq, table.jaggln(0, 3, 9, gematscht=True))
    change_rules(table, all_deals=True, gematscht_factor=1)
    undo(table)
    event = table.now().event.id
    with store.read() as tx:
        found = story(tx, event, Wanted(sitting=table.sitting, deal=1))
    assert [(line.head, line.fate) for line in tell(found, "de")] == [
        ("Spiel 1", "später korrigiert: 20:30, Gerät K7"),
        ("Spiel 1 korrigiert", ""),
        ("Spiel 1 neu gerechnet", "zurückgenommen: 20:30, Gerät K7"),
    ]
    with store.read() as tx, pytest.raises(NotFoundError):
        story(tx, event + 1, Wanted())


def test_a_page_of_a_long_evening_reads_as_little_as_one_of_a_short_evening(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit_down(sqlite_store)
    deal = table.jaggln(0, 1, 5)
    with sqlite_store.write() as tx:
        who = actor(sqlite_store)
        for number in range(1, 401):
            entering.enter_deal(tx, who, table.sitting, key=f"{number}", number=number, deal=deal)
    read_rows: list[int] = []
    every = entries.entry_of

    def counted(row: Sequence[object]) -> Entry:
        read_rows.append(1)
        return every(row)

    monkeypatch.setattr(entries, "entry_of", counted)
    event = table.now().event.id
    read_rows.clear()
    with sqlite_store.read() as tx:
        page = story(tx, event, Wanted(newest=True))
    assert heads(page)[0] == "Spiel 400"
    assert len(page.lines) == 50
    assert len(read_rows) == 51
