"""A sitting out of the database, as the domain wants it."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.domain.evening import Presence, Setup, Standing, beginning
from scorekeeper.domain.game import Progress
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.replay import rules_of
from scorekeeper.domain.text import Player
from scorekeeper.services.errors import NotFoundError
from scorekeeper.storage import Transaction, deals, sittings
from scorekeeper.storage.deals import DealRecord
from scorekeeper.storage.events import EventRow
from scorekeeper.storage.sittings import SeatRow, SittingRow, StandingRow


@dataclass(frozen=True, slots=True)
class Loaded:
    """A sitting with its event, its setup and where it stands; `row` is the standing as it is kept."""

    sitting: SittingRow
    event: EventRow
    row: StandingRow
    setup: Setup
    standing: Standing
    seats: tuple[SeatRow, ...]
    duplicate: tuple[int, int] | None
    """Seq and deal number of the entry that the asked-for key made already."""


def load(tx: Transaction, sitting_id: int, key: str = "") -> Loaded:
    """Load a sitting. Raises NotFoundError."""
    found = sittings.find(tx, sitting_id, key)
    if found is None:
        raise NotFoundError
    setup = setup_from(found.sitting, found.seats)
    standing = standing_from(found.standing)
    return Loaded(found.sitting, found.event, found.standing, setup, standing, found.seats, found.duplicate)


def load_unless(tx: Transaction, seen: Loaded | None, sitting_id: int, key: str) -> Loaded:
    """Give a sitting that was read before, if it is unchanged; else load it. Raises NotFoundError."""
    if seen is not None:
        state = sittings.state(tx, sitting_id, key)
        same = (seen.row.seq, seen.sitting.setup_version, seen.event.closed_at, None, None)
        if seen.sitting.id == sitting_id and state == same:
            return seen
    return load(tx, sitting_id, key)


def setup_from(row: SittingRow, seats: Sequence[SeatRow]) -> Setup:
    """Give what a sitting is played under."""
    game = GAMES[row.game]
    limited = (seat for seat in seats if seat.first_deal > 1 or seat.last_deal is not None)
    return Setup(
        game=game,
        rule_set=row.rule_set,
        rules=rules_of(game, row.rule_set, row.options),
        players=tuple(Player(str(seat.player)) for seat in seats),
        first_dealer=Player(str(row.first_dealer)),
        presence={Player(str(seat.player)): Presence(seat.first_deal, seat.last_deal) for seat in limited},
    )


def standing_from(row: StandingRow) -> Standing:
    """Give where a sitting stands."""
    return Standing(row.deals, row.totals, row.last_dealer, row.next_dealer, Progress(row.carry, row.finished))


def standing_at(setup: Setup, record: DealRecord) -> Standing:
    """Give where a sitting stood after a deal; who joined later stood at 0."""
    progress = Progress(record.carry, record.finished)
    totals = {player: record.running.get(player, 0) for player in setup.players}
    return Standing(record.number, totals, record.dealer, record.next_dealer, progress)


def standing_before(tx: Transaction, loaded: Loaded, number: int) -> Standing:
    """Give where a sitting stood before a deal that was played."""
    record = deals.get(tx, loaded.sitting.id, number - 1) if number > 1 else None
    return standing_at(loaded.setup, record) if record else beginning(loaded.setup)
