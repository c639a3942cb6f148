"""Moving out: an event, or everything, as the evening file. What counts is in it; who typed it and when is not."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scorekeeper.domain.errors import RefusedError, ScorekeeperError
from scorekeeper.domain.evening import Setup, Standing, beginning, table_for
from scorekeeper.domain.game import Table
from scorekeeper.domain.replay import deal_of, setup_of, table_of, with_keys
from scorekeeper.domain.settlement import Payout
from scorekeeper.domain.stakes import PaidOut
from scorekeeper.domain.text import N_, NN_, Message, Player
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.evening_data import (
    About,
    Adjustment,
    Change,
    DealLine,
    EventFile,
    Kitty,
    Paid,
    Person,
    SittingFile,
    Stake,
)
from scorekeeper.services.labels import labels_of
from scorekeeper.services.loading import Loaded, load
from scorekeeper.services.reading import event_head, sitting_head
from scorekeeper.storage import Transaction, adjustments, deals, events, moving, payments, players, sittings
from scorekeeper.storage.payments import PaymentRow
from scorekeeper.storage.players import RecordRow

Labels = Mapping[Player, Player]


class OnlyByBackupError(ScorekeeperError):
    """A tournament or course is more than its sittings: no evening file holds it."""

    def __init__(self, title: str) -> None:
        super().__init__(
            N_(
                "{title} is a tournament or course. An evening file does not hold it: it moves with a backup only, "
                "together with everything else.",
                title=title,
            )
        )  # fmt: skip


def left_out(tx: Transaction, club: int) -> Message | None:
    """Say how many tournaments and courses `every_event` leaves out; None = none."""
    halls = moving.halls(tx, club)
    return _left_out(halls) if halls else None


def _left_out(halls: int) -> Message:
    return NN_(
        "One tournament or course is not in the file: it moves with a backup only.",
        "{n} tournaments and courses are not in the file: they move with a backup only.",
        halls,
    )  # fmt: skip


def event_file(tx: Transaction, event_id: int) -> EventFile:
    """Give an evening as a file. Raises NotFoundError, OnlyByBackupError."""
    found = events.get(tx, event_id)
    if found is None:
        raise NotFoundError
    if found.kind != "evening":
        raise OnlyByBackupError(found.title)
    made = payments.of_event(tx, event_id)
    labels, people = _labels(tx, event_id, made)
    rows = [row for row, _standing in sittings.of_events(tx, [event_id])]
    files = tuple(_sitting(tx, load(tx, row.id), labels) for row in rows)
    positions = {row.id: place for place, row in enumerate(rows, 1)}
    head = event_head(found)
    return EventFile(
        about=About(head.title, head.date, head.place),
        sittings=files,
        payout=_payout(head.payout, files[0].last_setup if len(files) == 1 else None),
        purse=head.purse,
        closed=head.closed,
        kitty=Kitty(found.float_cents, found.counted_cents),
        payments=tuple(
            Paid(
                _party(row.giver, labels), _party(row.receiver, labels), row.cents, row.note,
                None if row.sitting is None else positions[row.sitting],
            )
            for row in made
        ),
        people=people,
    )  # fmt: skip


def every_event(tx: Transaction, club: int) -> Iterator[EventFile]:
    """Give all evenings except the examples, the oldest first."""
    for event_id in moving.every(tx, club):
        yield event_file(tx, event_id)


def _labels(tx: Transaction, event_id: int, made: Sequence[PaymentRow]) -> tuple[Labels, Mapping[Player, Person]]:
    """Give what the file calls each record; records that were merged are one person.

    Who paid and whose coming was taken back since sits nowhere: they are named in `people`.
    """
    rows = moving.seated(tx, event_id)
    persons = {row.person: Person(row.name, row.nickname) for row in rows}
    stands_for = {row.seated: row.person for row in rows}
    seated = frozenset(persons)
    for number in (who for row in made for who in (row.giver, row.receiver) if who is not None):
        if number not in stands_for:
            person = _person(tx, number)
            stands_for[number] = person.id
            persons.setdefault(person.id, Person(person.name, person.nickname))
    labels, people = labels_of(persons)
    people |= {labels[number]: person for number, person in persons.items() if number not in seated}
    return {Player(str(number)): labels[person] for number, person in stands_for.items()}, people


def _person(tx: Transaction, number: int) -> RecordRow:
    """Find the record that stands for somebody."""
    found = players.get(tx, number)
    if found is None:
        raise NotFoundError
    return found if found.merged_into is None else _person(tx, found.merged_into)


def _party(number: int | None, labels: Labels) -> Player | None:
    return None if number is None else labels[Player(str(number))]


def _payout(payout: Payout, setup: Setup | None) -> Payout:
    """All to the winner is a way to pay only where it is settled so."""
    pays_winner = setup is not None and setup.game.to_winner(setup.rules)
    return "transfers" if payout == "winner" and not pays_winner else payout


def _sitting(tx: Transaction, now: Loaded, labels: Labels) -> SittingFile:
    changes, lines = _deals(tx, now, labels)
    began = changes[0]
    setup = replace(
        now.setup, rule_set=began.rule_set, rules=began.rules, first_dealer=labels[now.setup.first_dealer],
        players=tuple(labels[player] for player in now.setup.players),
        presence={labels[player]: presence for player, presence in now.setup.presence.items()},
    )  # fmt: skip
    return SittingFile(
        setup=setup,
        deals=tuple(lines),
        stake=Stake(began.stake_cents, now.sitting.currency),
        payout=_payout(sitting_head(now.sitting, now.row).payout, now.setup),
        adjustments=_adjustments(tx, now, labels),
        changes=tuple(changes[1:]),
        paid_out={
            labels[Player(str(seat.player))]: PaidOut(seat.left_units, seat.left_cents)
            for seat in now.seats
            if seat.left_units is not None and seat.left_cents is not None
        },
        ended=True if now.row.ended else False if now.row.beyond else None,
        table=now.sitting.table_number,
    )


def _deals(tx: Transaction, now: Loaded, labels: Labels) -> tuple[list[Change], list[DealLine]]:
    """Give every deal as a line, and what was played under from which deal on, the first deal's being the first."""
    stakes = {stake[0]: stake[1] for stake in now.sitting.stakes}
    changes: list[Change] = []
    lines: list[DealLine] = []
    before = beginning(now.setup)
    for entry, record in deals.onwards(tx, now.sitting.id, 1):
        setup = setup_of(now.setup, entry)
        _change(changes, record.number, setup, stakes)
        dealer, sitting_out = _beside_the_rules(setup, before, table_of(entry))
        lines.append(
            DealLine(
                deal=with_keys(setup.game, deal_of(setup.game, entry), labels),
                dealer=None if dealer is None else labels[dealer],
                sitting_out=None if sitting_out is None else tuple(labels[player] for player in sitting_out),
                note=entry.note,
                void=record.voided,
            )
        )
        before = Standing(record.number, {}, record.dealer, record.next_dealer, before.progress)
    _change(changes, len(lines) + 1, now.setup, stakes)
    return changes, lines


def _change(changes: list[Change], number: int, setup: Setup, stakes: Mapping[int, int]) -> None:
    """Note what a deal is played under, if it is something else than before."""
    before = changes[-1] if changes else Change(0, "", None, 0)
    here = Change(number, setup.rule_set, setup.rules, stakes.get(number, before.stake_cents))
    if here[1:] != before[1:]:
        changes.append(here)


def _beside_the_rules(setup: Setup, before: Standing, table: Table) -> tuple[Player | None, tuple[Player, ...] | None]:
    """Give dealer and who sat out as far as the rules would have had others."""
    try:
        usual = table_for(setup, before)
        dealer = None if usual.dealer == table.dealer else table.dealer
        expected = usual if dealer is None else table_for(setup, before, dealer)
    except RefusedError:  # nobody else is left whose turn it would be
        return table.dealer, table.sitting_out
    return dealer, None if expected.sitting_out == table.sitting_out else table.sitting_out


def _adjustments(tx: Transaction, now: Loaded, labels: Labels) -> tuple[Adjustment, ...]:
    """Give them as they were made, those made at once in seat order."""
    seats = {player: place for place, player in enumerate(now.setup.players)}
    made = sorted(adjustments.of_sittings(tx, [now.sitting.id]), key=lambda one: (one.entry, seats[one.player]))
    return tuple(Adjustment(labels[one.player], one.units, one.reason, one.after_deal) for one in made)
