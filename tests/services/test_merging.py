"""Two records of one person: merged everywhere, and taken apart again exactly."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.settlement import Transfer
from scorekeeper.domain.text import Player
from scorekeeper.services import changing, checking, evenings, merging, paying, players, reading, settling
from scorekeeper.services.auditing import What
from scorekeeper.services.errors import NotFoundError
from scorekeeper.storage import Store, audit
from scorekeeper.storage import players as rows
from tests.services.table import At, actor, new_evening, new_sitting, people, sit_down

NAMES = ("Josef", "Maria", "Franz", "Leni", "Sepp")


def _merge(store: Store, player: int, into: int) -> None:
    with store.write() as tx:
        merging.merge(tx, actor(store), player, into)


def _separate(store: Store, player: int) -> None:
    with store.write() as tx:
        merging.separate(tx, actor(store), player)


def _merged(store: Store) -> dict[int, int]:
    with store.read() as tx:
        return rows.merged(tx, evenings.first_club(tx))


def _clean(store: Store) -> bool:
    with store.read() as tx:
        return checking.check(tx).clean


def _next(table: At, ids: tuple[int, ...], key: str = "next") -> At:
    event = table.now().event.id
    with table.store.write() as tx:
        number = evenings.next_sitting(tx, actor(table.store), event, new_sitting(ids), key)
    return At(table.store, ids, number, keys=table.keys)


def _settled(table: At) -> settling.Settlement:
    event = table.now().event.id
    with table.store.read() as tx:
        return settling.settle_event(tx, event)


@pytest.fixture
def evening(store: Store) -> tuple[At, At]:
    """One evening, two sittings of Jaggln at ten cents: Josef sits in the first, Joisef, a slip, in the second.

    First Josef alone wins 7 Gwiß: +8 −2 −2 −2 −2. Then Joisef alone loses with 4: 2 to each of four.
    """
    first = sit_down(store, names=NAMES)
    first.enter(1, first.jaggln(0, None, 7))
    slip = people(store, ("Joisef",))
    second = _next(first, (*slip, *first.ids[1:]))
    second.enter(1, second.jaggln(0, None, 4))
    return first, second


def test_a_merged_record_bears_the_name_of_the_one_that_stands_for_it(evening: tuple[At, At]) -> None:
    first, second = evening
    _merge(first.store, second.ids[0], first.ids[0])
    assert list(second.now().names.values()) == list(NAMES)
    with first.store.read() as tx:
        club = evenings.first_club(tx)
        assert reading.events(tx, club)[0].names == NAMES
        known = players.known_players(tx, club)
        assert rows.labels(tx, [second.ids[0]]) == {second.ids[0]: "Josef"}
    assert [person.label for person in known] == ["Franz", "Josef", "Leni", "Maria", "Sepp"]
    josef = known[1]
    assert (josef.evenings, josef.sittings, [record.full for record in josef.merged]) == (1, 2, ["Joisef"])


def test_one_purse_holds_the_shares_of_both_records_together(evening: tuple[At, At]) -> None:
    first, second = evening
    before = _settled(first)
    josef, joisef = first.player(0), second.player(0)
    assert (before.cents[josef], before.cents[joisef]) == (80, -80)
    assert len(before.plan.transfers) == 1
    _merge(first.store, second.ids[0], first.ids[0])
    after = _settled(first)
    assert dict(after.cents) == dict.fromkeys(first.now().setup.players, 0)
    assert list(after.names.values()) == list(NAMES)
    assert after.plan.transfers == ()
    with first.store.read() as tx:  # each sitting by itself is as it was
        alone = settling.settle_sitting(tx, second.sitting)
    assert alone.cents[joisef] == -80
    assert alone.names[joisef] == "Josef"


def test_payments_of_both_records_are_one_persons(evening: tuple[At, At]) -> None:
    first, second = evening
    event, josef, joisef = first.now().event.id, first.player(0), second.player(0)
    line = _settled(first).plan.transfers[0]
    assert line == Transfer(joisef, josef, 80)
    leni = first.player(3)
    with first.store.write() as tx:
        paying.pay_freely(
            tx, actor(first.store), event_id=event, transfer=Transfer(joisef, leni, 30), key="free", more=True
        )  # fmt: skip
    _merge(first.store, second.ids[0], first.ids[0])
    settled = _settled(first)
    assert [line.transfer for line in settled.lines if line.paid] == [Transfer(josef, leni, 30)]
    assert [line.transfer for line in settled.lines if not line.paid] == [Transfer(leni, josef, 30)]


def test_in_an_evening_where_only_the_merged_record_sat_its_payments_stay_its_own(store: Store) -> None:
    table = sit_down(store, names=("Joisef", *NAMES[1:]))
    table.enter(1, table.jaggln(0, None, 7))
    josef = people(store, ("Josef",))[0]
    _merge(store, table.ids[0], josef)
    settled = _settled(table)
    line = settled.plan.transfers[0]
    assert settled.names[table.player(0)] == "Josef"
    assert line.receiver == table.player(0)
    with store.write() as tx:
        paying.mark_paid(tx, actor(store), event_id=settled.event.id, transfer=line, key="tick")
    _separate(store, table.ids[0])
    again = _settled(table)
    assert [each.transfer for each in again.lines if each.paid] == [line]
    assert again.names[table.player(0)] == "Joisef"
    assert Player(str(josef)) not in again.names


def test_no_entry_and_no_payment_is_rewritten_and_the_check_stays_clean(evening: tuple[At, At]) -> None:
    first, second = evening
    before = [row.entry for table in evening for row in table.rows()]
    _merge(first.store, second.ids[0], first.ids[0])
    assert [row.entry for table in evening for row in table.rows()] == before
    assert _clean(first.store)
    second.enter(2, second.jaggln(0, 1, 7))  # the table plays on
    assert _clean(first.store)
    _separate(first.store, second.ids[0])
    assert _clean(first.store)


def test_taking_a_merge_back_gives_what_was_there_before(evening: tuple[At, At]) -> None:
    first, second = evening
    before = _settled(first)
    _merge(first.store, second.ids[0], first.ids[0])
    _separate(first.store, second.ids[0])
    assert _settled(first) == before
    assert second.now().names[second.player(0)] == "Joisef"


def test_a_chain_is_flattened_and_every_link_can_be_taken_back(store: Store) -> None:
    a, b, c, d = people(store, ("Joisef", "Joseff", "Josef", "Sepp"))
    _merge(store, a, b)
    _merge(store, b, c)
    assert _merged(store) == {a: c, b: c}
    _merge(store, c, d)
    assert _merged(store) == {a: d, b: d, c: d}
    _separate(store, b)
    assert _merged(store) == {a: b, c: d}
    _separate(store, c)
    _separate(store, a)
    assert _merged(store) == {}


def test_taking_back_leaves_what_was_merged_by_itself(store: Store) -> None:
    a, b, c = people(store, ("Joisef", "Joseff", "Josef"))
    _merge(store, b, c)
    _merge(store, a, c)
    _separate(store, b)
    assert _merged(store) == {a: c}
    _merge(store, b, c)
    _separate(store, a)
    assert _merged(store) == {b: c}


def test_merging_twice_or_taking_back_twice_does_it_once(store: Store) -> None:
    a, b = people(store, ("Joisef", "Josef"))
    for _ in range(2):
        _merge(store, a, b)
    for _ in range(2):
        _separate(store, a)
    with store.read() as tx:
        club = evenings.first_club(tx)
        merged = audit.of_kind(tx, club, What.PLAYERS_MERGED)
        separated = audit.of_kind(tx, club, What.PLAYERS_SEPARATED)
    assert [line.values for line in merged] == [
        {
            "player": a,
            "name": "Joisef",
            "nickname": "",
            "into": b,
            "into_name": "Josef",
            "into_nickname": "",
            "with": [],
        }
    ]
    assert [line.values for line in separated] == [
        {
            "player": a,
            "name": "Joisef",
            "nickname": "",
            "from": b,
            "from_name": "Josef",
            "from_nickname": "",
            "with": [],
        }
    ]
    assert merged[0].actor == "Gerät K7"


def test_two_who_sat_at_one_table_are_not_merged(store: Store) -> None:
    table = sit_down(store, names=NAMES)
    with pytest.raises(RefusedError, match="sat at one table"):
        _merge(store, table.ids[0], table.ids[1])
    slip = people(store, ("Joisef",))[0]
    _merge(store, slip, table.ids[0])  # nor through somebody merged
    with pytest.raises(RefusedError, match="sat at one table"):
        _merge(store, table.ids[0], table.ids[2])
    assert _merged(store) == {slip: table.ids[0]}


def test_nobody_is_merged_with_themselves_nor_with_a_record_that_is_no_person_any_more(store: Store) -> None:
    a, b, c = people(store, ("Joisef", "Josef", "Sepp"))
    _merge(store, a, b)
    for player, into in ((c, c), (c, a), (a, c)):
        with pytest.raises(RefusedError):
            _merge(store, player, into)
    with pytest.raises(NotFoundError):
        _merge(store, a, 4711)


def test_the_old_name_means_the_one_who_stands_for_it(store: Store) -> None:
    slip, josef = people(store, ("Joisef", "Josef"))
    _merge(store, slip, josef)
    assert people(store, ("joisef", "Josef")) == (josef, josef)
    with store.read() as tx:
        known = players.known_players(tx, evenings.first_club(tx))
    found = players.Register(known).called("Joisef")
    assert found is not None
    assert (found.id, found.stands_for(slip)) == (josef, True)


def test_a_merged_namesake_needs_no_nickname_to_be_told_apart(store: Store) -> None:
    with store.write() as tx:
        one, other = (players.add_player(tx, actor(store), "Hans", nickname) for nickname in ("Bäck", "Lois"))
    _merge(store, one, other)
    with store.read() as tx:
        assert [known.label for known in players.known_players(tx, evenings.first_club(tx))] == ["Hans"]


def test_the_same_person_does_not_sit_down_twice_as_two_records(store: Store) -> None:
    table = sit_down(store, names=("Joisef", *NAMES[1:]))
    josef, other = people(store, ("Josef", "Vroni"))
    _merge(store, table.ids[0], josef)
    with pytest.raises(RefusedError, match="Josef sits at this table already, as two records"), store.write() as tx:
        changing.change_seats(tx, actor(store), table.sitting, key="join", seen=0, joining=josef)
    sitting = new_sitting((josef, *table.ids[:3], other))
    with pytest.raises(RefusedError) as caught, store.write() as tx:
        evenings.start_evening(tx, actor(store), new_evening(sitting), "both")
    assert caught.value.refusals[0].field == "players"


def test_a_coming_that_was_undone_is_not_restored_once_it_would_seat_one_person_twice(store: Store) -> None:
    table = sit_down(store, names=NAMES)
    joisef = people(store, ("Joisef",))[0]
    with store.write() as tx:
        joined = changing.change_seats(tx, actor(store), table.sitting, key="comes", seen=0, joining=joisef)
    table.undo(joined.seq)
    _merge(store, joisef, table.ids[0])
    with pytest.raises(RefusedError) as refused:
        table.redo(joined.seq)
    assert refused.value.message.values["name"] == "Josef"
    assert len(table.now().setup.players) == 5
    _separate(store, joisef)
    table.redo(joined.seq)
    assert len(table.now().setup.players) == 6
    assert _clean(store)


def test_what_merging_does_is_said_before_it_is_done(evening: tuple[At, At]) -> None:
    first, second = evening
    with first.store.read() as tx:
        does = merging.what_merging_does(tx, actor(first.store), second.ids[0], first.ids[0])
        clash = merging.what_merging_does(tx, actor(first.store), first.ids[0], first.ids[1])
    assert (does.sittings, does.evenings, [title for title, _day in does.both]) == (1, 1, ["Kartenabend"])
    assert does.refused is None
    assert clash.refused is not None


def test_somebody_who_sits_down_while_being_merged_is_never_at_the_table_twice(database_url: str) -> None:
    """Either the newcomer sits there and the merge is refused, or the merge is done and the newcomer is refused."""
    store, other = Store(database_url), Store(database_url)
    for round_ in range(6):
        table = sit_down(store, names=tuple(f"{name} {round_}" for name in NAMES))
        josef = people(store, (f"Seppl {round_}",))[0]
        with ThreadPoolExecutor(2) as pool:
            merged = pool.submit(_merge, store, table.ids[4], josef)
            joined = pool.submit(_join, other, table, josef)
        failed = [isinstance(work.exception(), RefusedError) for work in (merged, joined)]
        assert sorted(failed) == [False, True]
        assert len(set(table.now().names.values())) == len(table.now().names)
    store.close()
    other.close()


def _join(store: Store, table: At, joining: int) -> None:
    with store.write() as tx:
        changing.change_seats(tx, actor(store), table.sitting, key="join", seen=0, joining=joining)
