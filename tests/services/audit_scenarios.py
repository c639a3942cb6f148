"""One scenario per service: what must be there before, and the call that is watched.

A scenario gets a table of five at Jaggln with nothing played, prepares what it needs in transactions of its own and
gives the call. A new service needs a line in WRITES, or in READS if it only looks.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from scorekeeper.domain.settlement import Transfer
from scorekeeper.services import (
    auditing,
    changing,
    club_settings,
    demo,
    entering,
    evenings,
    importing,
    inviting,
    kitty,
    links,
    merging,
    organisers,
    paying,
    people,
    player_list,
    players,
    privacy,
    privacy_export,
    removing,
    replaying,
    scoring,
    settling,
)
from scorekeeper.services.actor import Actor
from scorekeeper.services.evening_file import read_evening
from scorekeeper.services.evening_writer import write_evening
from scorekeeper.services.exporting import event_file
from scorekeeper.services.player_files import read_list
from scorekeeper.storage import Transaction
from tests.services.table import At, actor, new_evening, new_sitting

Call = Callable[[Transaction, Actor], object]
Scenario = Callable[[At], Call]


def _played(table: At) -> int:
    """Enter one deal: Toni and Franz +3, the others −2; the seq of its entry."""
    return table.enter(1, table.jaggln(0, 2, 6)).seq


def _event(table: At) -> int:
    return table.now().event.id


def _done(table: At, call: Call) -> None:
    """Do something in a transaction of its own."""
    with table.store.write() as tx:
        call(tx, actor(table.store))


def _somebody(table: At, name: str) -> int:
    with table.store.write() as tx:
        return players.add_player(tx, actor(table.store), name)


def _note(_table: At) -> Call:
    return lambda tx, who: auditing.note(tx, who, auditing.What.RESTORED, values={"file": "x"})


def _change_rules(table: At) -> Call:
    _played(table)
    new = changing.NewRules(rule_set="schipflinger", options={"opponent_rate": 4}, stake_cents=20)
    return lambda tx, who: changing.change_rules(tx, who, table.sitting, key="k", seen=1, new=new, all_deals=True)


def _change_seats(table: At) -> Call:
    newcomer = _somebody(table, "Hias")
    return lambda tx, who: changing.change_seats(
        tx, who, table.sitting, key="k", seen=0, leaving=table.player(1), joining=newcomer
    )  # fmt: skip


def _adjust(table: At) -> Call:
    return lambda tx, who: changing.adjust(
        tx, who, table.sitting, key="k", seen=0, units={table.player(0): -5}, reason="verleugnet"
    )  # fmt: skip


def _enter(table: At) -> Call:
    return lambda tx, who: entering.enter_deal(tx, who, table.sitting, key="k", number=1, deal=table.jaggln(0, 2, 6))


def _correct(table: At) -> Call:
    seq = _played(table)
    deal = table.jaggln(0, 2, 4)
    return lambda tx, who: entering.correct_deal(tx, who, table.sitting, key="k", number=1, target=seq, deal=deal)


def _void(table: At) -> Call:
    seq = _played(table)
    return lambda tx, who: entering.void_deal(tx, who, table.sitting, key="k", number=1, target=seq)


def _undo(table: At) -> Call:
    seq = _played(table)
    return lambda tx, who: entering.undo(tx, who, table.sitting, key="k", target=seq)


def _redo(table: At) -> Call:
    seq = _played(table)
    table.undo(seq)
    return lambda tx, who: entering.redo(tx, who, table.sitting, key="k", target=seq)


def _end(table: At) -> Call:
    return lambda tx, who: entering.end_sitting(tx, who, table.sitting, key="k")


def _reopen(table: At) -> Call:
    table.end()
    return lambda tx, who: entering.reopen_sitting(tx, who, table.sitting, key="k")


def _start_evening(table: At) -> Call:
    return lambda tx, who: evenings.start_evening(tx, who, new_evening(new_sitting(table.ids)), "another")


def _next_sitting(table: At) -> Call:
    event = _event(table)
    return lambda tx, who: evenings.next_sitting(tx, who, event, new_sitting(table.ids[:4], "dobbm"), "next")


def _change_payout(table: At) -> Call:
    event = _event(table)
    return lambda tx, who: evenings.change_payout(tx, who, "kitty", event_id=event)


def _set_purse(table: At) -> Call:
    event = _event(table)
    return lambda tx, who: evenings.set_purse(tx, who, event, "each")


def _end_evening(table: At) -> Call:
    event = _event(table)
    return lambda tx, who: evenings.end_evening(tx, who, event)


def _remove_evening(table: At) -> Call:
    event = _event(table)
    return lambda tx, who: removing.remove_evening(tx, who, event)


def _reopen_evening(table: At) -> Call:
    event = _event(table)
    _done(table, lambda tx, who: evenings.end_evening(tx, who, event))
    return lambda tx, who: evenings.reopen_evening(tx, who, event)


def _file(table: At) -> bytes:
    """Write the evening with one deal to a file, for people whom nobody knows here."""
    _played(table)
    with table.store.read() as tx:
        written = write_evening(event_file(tx, _event(table)))
    return written.replace(b"Toni", b"Toni der Neue")


def _import_event(table: At) -> Call:
    file = importing.as_event(read_evening(_file(table)))
    return lambda tx, who: importing.import_event(tx, who, file, key="import", untitled="Kartenabend", again=True)


def _add_sitting(table: At) -> Call:
    file = importing.as_event(read_evening(_file(table)))
    event, [score] = _event(table), scoring.score_event(file).sittings
    numbers = dict(zip(score.file.setup.players, table.ids, strict=True))
    return lambda tx, who: replaying.add_sitting(tx, who, event, 2, score, numbers, "import 2")


def _set_float(table: At) -> Call:
    event = _event(table)
    return lambda tx, who: kitty.set_float(tx, who, event, 500)


def _set_counted(table: At) -> Call:
    event = _event(table)
    return lambda tx, who: kitty.set_counted(tx, who, event, 510)


def _merge(table: At) -> Call:
    double = _somebody(table, "Tony")
    return lambda tx, who: merging.merge(tx, who, double, table.ids[0])


def _separate(table: At) -> Call:
    double = _somebody(table, "Tony")
    _done(table, lambda tx, who: merging.merge(tx, who, double, table.ids[0]))
    return lambda tx, who: merging.separate(tx, who, double)


def _mark_paid(table: At) -> Call:
    _played(table)
    event = _event(table)
    with table.store.read() as tx:
        transfer = settling.settle_event(tx, event).plan.transfers[0]
    return lambda tx, who: paying.mark_paid(tx, who, event_id=event, transfer=transfer, key="k")


def _pay_freely(table: At) -> Call:
    _played(table)
    event, transfer = _event(table), Transfer(table.player(1), table.player(0), 20)
    return lambda tx, who: paying.pay_freely(tx, who, event_id=event, transfer=transfer, key="k", note_text="bar")


def _unmark_paid(table: At) -> Call:
    _done(table, _pay_freely(table))
    return lambda tx, who: paying.unmark_paid(tx, who, 1, "back")


def _pay_out(table: At) -> Call:
    _played(table)
    event = _event(table)
    with table.store.read() as tx:
        seen = paying.leaving(tx, event, table.player(1)).lines
    return lambda tx, who: paying.pay_out(tx, who, event_id=event, player=table.player(1), key="k", seen=seen)


def _read_in(_table: At) -> Call:
    listed = read_list(b"Name\nGretl\nVroni\n")
    return lambda tx, who: player_list.read_in(tx, who, listed, {}, "k")


def _tell_apart(table: At) -> Call:
    slip = _somebody(table, "Tonii")
    return lambda tx, who: merging.tell_apart(tx, who, slip, table.ids[0])


def _add_player(_table: At) -> Call:
    return lambda tx, who: players.add_player(tx, who, "Gretl")


def _rename(table: At) -> Call:
    return lambda tx, who: players.rename_player(tx, who, table.ids[0], "Anton")


def _retire(table: At) -> Call:
    return lambda tx, who: players.retire_player(tx, who, table.ids[0])


def _take_back(table: At) -> Call:
    _done(table, lambda tx, who: players.retire_player(tx, who, table.ids[0]))
    return lambda tx, who: players.take_back_player(tx, who, table.ids[0])


def _delete(table: At) -> Call:
    nobody = _somebody(table, "Niemand")
    return lambda tx, who: players.delete_player(tx, who, nobody)


def _make_link(table: At) -> Call:
    event = _event(table)
    return lambda tx, who: links.make_link(tx, who, links.Kind.TABLE, secret="s", event=event, table_number=3)


def _link(table: At) -> int:
    made: list[int] = []
    event = _event(table)
    _done(table, lambda tx, who: made.append(
        links.make_link(tx, who, links.Kind.VIEWER, secret="s", event=event).id
    ))  # fmt: skip
    return made[0]


def _renew_link(table: At) -> Call:
    number = _link(table)
    return lambda tx, who: links.renew_link(tx, who, number, secret="s")


def _revoke_link(table: At) -> Call:
    number = _link(table)
    return lambda tx, who: links.revoke_link(tx, who, number)


def _accept_invitation(table: At) -> Call:
    made: list[int] = []
    _done(table, lambda tx, who: made.append(links.make_link(tx, who, links.Kind.INVITATION, secret="s").id))
    return lambda tx, who: inviting.accept_invitation(tx, who, made[0], "Maria", "a hash")


def _add_organiser(_table: At) -> Call:
    return lambda tx, who: organisers.add_organiser(tx, who, "Maria", "a hash")


def _second_organiser(table: At) -> int:
    with table.store.write() as tx:
        organisers.add_organiser(tx, actor(table.store), "Maria", "a hash")
        return organisers.add_organiser(tx, actor(table.store), "Franz", "a hash").id


def _change_password(table: At) -> Call:
    number = _second_organiser(table)
    return lambda tx, who: organisers.change_password(tx, who, number, "another hash")


def _forget_organiser(table: At) -> Call:
    number = _second_organiser(table)
    _done(table, lambda tx, who: organisers.remove_organiser(tx, who, number))
    return lambda tx, who: organisers.forget_organiser(tx, who, number)


def _remove_organiser(table: At) -> Call:
    number = _second_organiser(table)
    return lambda tx, who: organisers.remove_organiser(tx, who, number)


def _new_table(table: At) -> Call:
    event = _event(table)
    return lambda tx, who: evenings.new_table(tx, who, event, new_sitting(table.ids[:4], "dobbm"), "another table")


def _change_settings(_table: At) -> Call:
    new = club_settings.Settings(name="Schützenheim", currency="CHF", stake_cents=20)
    return lambda tx, who: club_settings.change_settings(tx, who, new)


def _change_picture(_table: At) -> Call:
    return lambda tx, who: club_settings.change_picture(tx, who, b"a PNG file")


def _erase(table: At) -> Call:
    _end_evening_of(table)
    return lambda tx, who: privacy.erase_person(tx, who, table.ids[0])


def _end_evening_of(table: At) -> None:
    _played(table)
    event = _event(table)
    _done(table, lambda tx, who: evenings.end_evening(tx, who, event))


WRITES: Final[Mapping[Callable[..., Any], Scenario]] = {
    auditing.note: _note,
    changing.adjust: _adjust,
    changing.change_rules: _change_rules,
    changing.change_seats: _change_seats,
    club_settings.change_picture: _change_picture,
    club_settings.change_settings: _change_settings,
    demo.demo_evenings: lambda _table: demo.demo_evenings,
    entering.correct_deal: _correct,
    entering.end_sitting: _end,
    entering.enter_deal: _enter,
    entering.redo: _redo,
    entering.reopen_sitting: _reopen,
    entering.undo: _undo,
    entering.void_deal: _void,
    evenings.change_payout: _change_payout,
    evenings.end_evening: _end_evening,
    evenings.new_table: _new_table,
    evenings.next_sitting: _next_sitting,
    evenings.reopen_evening: _reopen_evening,
    evenings.set_purse: _set_purse,
    evenings.start_evening: _start_evening,
    importing.import_event: _import_event,
    kitty.set_counted: _set_counted,
    kitty.set_float: _set_float,
    inviting.accept_invitation: _accept_invitation,
    links.make_link: _make_link,
    links.renew_link: _renew_link,
    links.revoke_link: _revoke_link,
    merging.merge: _merge,
    merging.separate: _separate,
    merging.tell_apart: _tell_apart,
    organisers.add_organiser: _add_organiser,
    organisers.change_password: _change_password,
    organisers.forget_organiser: _forget_organiser,
    organisers.remove_organiser: _remove_organiser,
    paying.mark_paid: _mark_paid,
    paying.pay_freely: _pay_freely,
    paying.pay_out: _pay_out,
    paying.unmark_paid: _unmark_paid,
    player_list.read_in: _read_in,
    players.add_player: _add_player,
    players.delete_player: _delete,
    players.rename_player: _rename,
    players.retire_player: _retire,
    players.take_back_player: _take_back,
    privacy.erase_person: _erase,
    removing.remove_evening: _remove_evening,
    replaying.add_sitting: _add_sitting,
}
"""Services that change something."""

FORGETS: Final = frozenset({privacy.erase_person, organisers.forget_organiser})
"""The services that may change lines of the audit; never those of the ledger."""

READS: Final[Mapping[Callable[..., Any], Scenario]] = {
    entering.open_sitting: lambda table: lambda tx, who: entering.open_sitting(tx, who, table.sitting, "k"),
    evenings.event_of: lambda _table: lambda tx, who: evenings.event_of(tx, who, 1),
    inviting.invitation: lambda _table: lambda tx, who: inviting.invitation(tx, who, 1),
    merging.record_of: lambda table: lambda tx, who: merging.record_of(tx, who, table.ids[0]),
    merging.standing_for: lambda table: lambda tx, who: merging.standing_for(tx, who, table.ids[0]),
    merging.what_merging_does: lambda table: lambda tx, who: merging.what_merging_does(tx, who, *table.ids[:2]),
    people.person_at: lambda table: lambda tx, who: people.person_at(tx, who, table.ids[0]),
    privacy.mentions: lambda table: lambda tx, who: privacy.mentions(tx, who, table.ids[0]),
    privacy.why_not_yet: lambda table: lambda tx, who: privacy.why_not_yet(tx, who, table.ids[0]),
    privacy_export.everything_about: lambda table: (
        lambda tx, who: privacy_export.everything_about(tx, who, table.ids[0])
    ),
}
"""Services that look for somebody, and change nothing."""
