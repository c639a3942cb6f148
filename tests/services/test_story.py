"""The history of an event: every kind of line, its order, its filters and its pages."""

from scorekeeper.i18n.story import ToldLine, tell
from scorekeeper.services import changing
from scorekeeper.services.changing import NewRules
from scorekeeper.services.story import Story, Wanted, whole_story
from scorekeeper.storage import Store
from tests.services.table import At, actor, sit_down


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
        "Abend begonnen: Kartenabend, Westendorf, eine Kassa",
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
        "Einsatz geändert: ab Spiel 2; Einsatz: ohne Geld statt 0,10 € je Spielpunkt; [zurückgenommen: 20:30, Gerät K7]",
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
