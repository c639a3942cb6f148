"""A sitting, deal after deal: who is present, who deals, who sits out, the running totals and the end of the game."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.game import AnyGame, Moment, Progress, Table
from scorekeeper.domain.text import N_, Message, Player, Reason, Refusal


@dataclass(frozen=True, slots=True)
class Presence:
    """From which deal and to which deal (None = to the end) a player is at the table; both included."""

    first: int = 1
    last: int | None = None

    def at(self, number: int) -> bool:
        """Whether the player is there in this deal."""
        return self.first <= number and (self.last is None or number <= self.last)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What a sitting is played under. Players in seat order, clockwise."""

    game: AnyGame
    rule_set: str
    rules: Any
    """The game's Rules with the table's options applied."""
    players: tuple[Player, ...]
    first_dealer: Player
    presence: Mapping[Player, Presence] = field(default_factory=dict)

    def present(self, number: int) -> tuple[Player, ...]:
        """Give the players at the table in this deal, in seat order."""
        if not self.presence:
            return self.players
        always = Presence()
        return tuple(player for player in self.players if self.presence.get(player, always).at(number))

    def come_by(self, number: int) -> tuple[Player, ...]:
        """Give the players whose first deal this is or was, gone or not, in seat order."""
        late = {player for player, there in self.presence.items() if there.first > number}
        return tuple(player for player in self.players if player not in late) if late else self.players


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a sitting stands after some deals: enough to go on without reading them again."""

    deals: int
    totals: Mapping[Player, int]
    """Sum of the deals' units per player, adjustments not included."""
    last_dealer: Player | None
    next_dealer: Player | None
    """Set where the game says who deals next; None = the next seat."""
    progress: Progress


@dataclass(frozen=True, slots=True)
class Played:
    """A deal as it was played and scored. Units name every player of the sitting."""

    number: int
    table: Table
    deal: Any
    units: Mapping[Player, int]
    reasons: tuple[Reason, ...]
    warnings: tuple[Message, ...]


def beginning(setup: Setup) -> Standing:
    """Give the standing before the first deal."""
    return Standing(0, dict.fromkeys(setup.players, 0), None, None, Progress())


def setup_problems(setup: Setup) -> Iterator[Refusal]:
    """Say what is wrong with the number of players or the options."""
    fewest, most = setup.game.size(setup.rules)
    count = len(setup.players)
    if not fewest <= count <= most:
        yield Refusal("players", _size_message(fewest, most, count))
    else:
        yield from setup.game.rules_problems(setup.rules, count)
    if setup.first_dealer not in setup.players:
        yield Refusal("first_dealer", N_("is not at the table"))


def _size_message(fewest: int, most: int, count: int) -> Message:
    if fewest == most:
        return N_("this game needs {fewest} players, here are {count}", fewest=fewest, count=count)
    return N_("this game needs {fewest} to {most} players, here are {count}", fewest=fewest, most=most, count=count)


def dealer_of(setup: Setup, standing: Standing) -> Player:
    """Say who deals next: the first dealer, then whom the game names, else the next seat.

    A substitute has the seat of whom they came for, with its turn; a seat that is empty is passed over.
    """
    present = setup.present(standing.deals + 1)
    start = standing.next_dealer or standing.last_dealer
    if start is None:
        start, offset = setup.first_dealer, 0
    else:
        offset = 0 if standing.next_dealer else 1
    seat = _seat_of(setup, start, present) + offset
    order = setup.players[seat % len(setup.players) :] + setup.players[: seat % len(setup.players)]
    for player in order:
        if player in present:
            return player
    raise RefusedError([Refusal("players", N_("nobody is at the table"))])


def _seat_of(setup: Setup, player: Player, present: tuple[Player, ...]) -> int:
    """Find a player's seat, or where the substitute sits: next to who left, and there from the deal after."""
    seat, always = setup.players.index(player), Presence()
    while setup.players[seat] not in present and seat + 1 < len(setup.players):
        left = setup.presence[setup.players[seat]].last
        if left is None or setup.presence.get(setup.players[seat + 1], always).first != left + 1:
            break
        seat += 1
    return seat


def table_for(
    setup: Setup, standing: Standing, dealer: Player | None = None, sitting_out: tuple[Player, ...] | None = None
) -> Table:
    """Seat the next deal; dealer and sitting out follow from the rules unless given.

    Raises RefusedError for `dealer`, `sitting_out` or, when too few or many are present, `players`.
    """
    present = setup.present(standing.deals + 1)
    fewest, most = setup.game.size(setup.rules)
    if not fewest <= len(present) <= most:
        raise RefusedError([Refusal("players", _size_message(fewest, most, len(present)))])
    if dealer is None:
        dealer = dealer_of(setup, standing)
    elif dealer not in present:
        raise RefusedError([Refusal("dealer", N_("is not at the table"))])
    if sitting_out is None:
        active = setup.game.active(setup.rules, len(present))
        sitting_out = _sitting_out(present, dealer, len(present) - active)
    else:
        _verify_sitting_out(setup, present, sitting_out)
    return Table(present, dealer, sitting_out)


def _sitting_out(present: tuple[Player, ...], dealer: Player, count: int) -> tuple[Player, ...]:
    """The dealer sits out, then the seats after the dealer, as many as are too many."""
    seat = present.index(dealer)
    return (present[seat:] + present[:seat])[:count]


def _verify_sitting_out(setup: Setup, present: tuple[Player, ...], sitting_out: tuple[Player, ...]) -> None:
    """Refuse strangers, a name twice, and a number that no deal of the game has."""
    fewest_play, most_play = setup.game.may_play(setup.rules)
    fewest, most = max(0, len(present) - most_play), len(present) - fewest_play
    named = set(sitting_out)
    if named <= set(present) and len(named) == len(sitting_out) and fewest <= len(named) <= most:
        return
    message = N_("of those present {fewest} to {most} sit out", fewest=fewest, most=most)
    if fewest == most:
        message = N_("{expected} of those present sit out", expected=most) if most else N_("nobody sits out")
    raise RefusedError([Refusal("sitting_out", message)])


def play(setup: Setup, standing: Standing, deal: Any, table: Table) -> Played:  # noqa: ANN401 any game's deal
    """Verify and score the next deal without booking it. Raises RefusedError with every refusal."""
    game, rules = setup.game, setup.rules
    deal = game.complete(deal, table)
    refusals = list(game.verify(deal, rules, table))
    if refusals:
        raise RefusedError(refusals)
    score = game.score(deal, rules, table)
    warnings = tuple(game.warn(deal, rules, table))
    if standing.progress.finished:
        warnings += (N_("entered after the end of the game"),)
    units = dict.fromkeys(setup.players, 0)
    units.update(score.units)
    return Played(standing.deals + 1, table, deal, units, score.reasons, warnings)


def after(setup: Setup, standing: Standing, deal: Any, table: Table, units: Mapping[Player, int]) -> Standing:  # noqa: ANN401 as above
    """Book a deal: the standing after it. A voided deal is booked with no units; it still was dealt."""
    totals = dict(standing.totals)
    for player, amount in units.items():
        totals[player] += amount
    progress = setup.game.advance(setup.rules, Moment(table, totals, standing.progress, _joined(setup, standing)))
    return Standing(standing.deals + 1, totals, table.dealer, setup.game.next_dealer(deal, table), progress)


def progress_now(setup: Setup, standing: Standing) -> Progress:
    """Give the progress for who sits at the table now: who came or went since the last deal counts already."""
    try:
        table = table_for(setup, standing)
    except RefusedError:  # too few or too many for a deal
        return standing.progress
    moment = Moment(table, standing.totals, standing.progress, _joined(setup, standing))
    return setup.game.seated(setup.rules, moment)


def _joined(setup: Setup, standing: Standing) -> tuple[Player, ...]:
    """Give whose first deal is the next one, although the sitting has begun before; not who came and went before it."""
    number = standing.deals + 1
    came = (player for player, there in setup.presence.items() if there.first == number and there.at(number))
    return tuple(came) if number > 1 else ()


def with_adjustments(totals: Mapping[Player, int], adjustments: Iterable[tuple[Player, int]]) -> dict[Player, int]:
    """Add penalties and opening balances to the totals of the deals."""
    result = dict(totals)
    for player, units in adjustments:
        result[player] += units
    return result
