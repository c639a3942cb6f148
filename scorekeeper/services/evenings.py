"""Evenings and their sittings: started, followed by the next, paid differently, ended and reopened."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final, Literal, get_args
from zoneinfo import ZoneInfo

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.evening import Setup, setup_problems
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.settlement import Payout
from scorekeeper.domain.text import N_, Player
from scorekeeper.services.actor import Actor
from scorekeeper.services.answers import read_rules
from scorekeeper.services.auditing import What, note
from scorekeeper.services.club_settings import usual_currency, verify_stake
from scorekeeper.services.errors import ClosedError, NotFoundError, refuse
from scorekeeper.services.evening_fields import MOST_TABLES
from scorekeeper.services.event_words import WORDS
from scorekeeper.services.loading import setup_from
from scorekeeper.services.texts import one_line
from scorekeeper.storage import Transaction, clubs, events, payments, players, sittings
from scorekeeper.storage.events import EventRow

Purse = Literal["one", "each"]

VIENNA: Final = ZoneInfo("Europe/Vienna")
_NIGHT_ENDS: Final = timedelta(hours=5)
"""An evening that begins before 05:00 belongs to the day before."""
_LONGEST_TEXT: Final = 200
_LONGEST_KEY: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSitting:
    """A sitting to be started; players by number in seat order, clockwise."""

    game: str
    rule_set: str
    options: Mapping[str, Any]
    stake_cents: int
    payout: Payout
    players: tuple[int, ...]
    first_dealer: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvening:
    """An evening to be started with its first sitting."""

    title: str
    place: str
    date: date
    purse: Purse
    sitting: NewSitting


def first_club(tx: Transaction) -> int:
    """Give the club that the first start made."""
    return clubs.first(tx)


def evening_date(now: datetime) -> date:
    """Give the calendar day in Austria that an evening beginning now is dated; before 05:00 it is the day before."""
    return (now.astimezone(VIENNA).replace(tzinfo=None) - _NIGHT_ENDS).date()


def verify_key(key: str) -> None:
    """Refuse a form without a one-time key: all such forms would be taken for the same."""
    if not 0 < len(key) <= _LONGEST_KEY or not key.isprintable():
        raise refuse("key", N_("the form is incomplete, the page must be loaded again"))


def start_evening(tx: Transaction, actor: Actor, new: NewEvening, key: str, *, demo: bool = False) -> int:
    """Start an evening and give its first sitting; the same key again gives the same sitting. Raises RefusedError."""
    verify_key(key)
    clubs.lock(tx, actor.club)
    known = events.by_key(tx, actor.club, key)
    if known is not None:
        return sittings.first_of_event(tx, known)
    title, place = event_text("title", new.title), event_text("place", new.place)
    event_id = events.add(
        tx,
        {
            "club": actor.club, "kind": "evening", "title": title, "place": place, "date": new.date, "purse": new.purse,
            "payout": "transfers", "demo": demo, "created_at": actor.stamp, "closed_at": None, "key": key,
        },
    )  # fmt: skip
    values = {"title": title, "place": place, "date": new.date.isoformat(), "purse": new.purse, "demo": demo}
    note(tx, actor, What.EVENING_STARTED, event=event_id, values=values)
    at = _At(event_id, position=1, table_number=1, currency=usual_currency(tx, actor.club))
    sitting_id = _add_sitting(tx, actor, at, new.sitting, key)
    if new.sitting.payout == "winner":
        events.change(tx, event_id, {"payout": "winner"})
    return sitting_id


def next_sitting(  # noqa: PLR0913 what is added, where, by whom
    tx: Transaction, actor: Actor, event_id: int, new: NewSitting, key: str, *, table_number: int | None = None
) -> int:  # fmt: skip
    """Start an evening's next sitting, at the last one's table unless another is named.

    The same key gives the same sitting. Raises RefusedError, ClosedError.
    """

    def table() -> int:
        return sittings.last_table(tx, event_id) if table_number is None else table_number

    return _following(tx, actor, event_id, new, key, table)


def new_table(tx: Transaction, actor: Actor, event_id: int, new: NewSitting, key: str) -> int:
    """Start a sitting at one more table, of the next free number; the same key gives the same sitting.

    Raises RefusedError, ClosedError.
    """
    return _following(tx, actor, event_id, new, key, lambda: sittings.highest_table(tx, event_id) + 1)


def _following(  # noqa: PLR0913, PLR0917 what is added, where, by whom
    tx: Transaction, actor: Actor, event_id: int, new: NewSitting, key: str, table: Callable[[], int]
) -> int:
    verify_key(key)
    clubs.lock(tx, actor.club)
    if event_of(tx, actor, event_id).kind != "evening":  # there a round or lesson begins its tables
        raise NotFoundError
    return begin_sitting(tx, actor, event_id, new, key, table=table)


def begin_sitting(  # noqa: PLR0913 what is added, where, by whom
    tx: Transaction, actor: Actor, event_id: int, new: NewSitting, key: str, *, table: Callable[[], int]
) -> int:  # fmt: skip
    """Start a sitting at a table, in a transaction that holds the event. Raises as above."""
    found = event_of(tx, actor, event_id)
    known = sittings.by_key(tx, actor.club, key)
    if known is not None:
        return known
    if found.closed_at is not None:
        raise ClosedError(WORDS[found.kind].must_reopen)
    number = table()
    if not 1 <= number <= MOST_TABLES:
        raise refuse("table_number", N_("from {low} to {high}", low=1, high=MOST_TABLES))
    # an evening is settled in one currency, whatever the club has chosen since
    currency = sittings.currency_of_event(tx, event_id) or usual_currency(tx, actor.club)
    at = _At(event_id, sittings.last_position(tx, event_id) + 1, number, currency)
    return _add_sitting(tx, actor, at, new, key)


@dataclass(frozen=True, slots=True)
class _At:
    """Where a sitting is added, and in which currency it is played."""

    event: int
    position: int
    table_number: int
    currency: str


def _add_sitting(tx: Transaction, actor: Actor, at: _At, new: NewSitting, key: str) -> int:
    setup = _setup(tx, actor, new)
    verify_stake(new.stake_cents)
    _verify_payout(new.payout, to_winner=setup.game.to_winner(setup.rules))
    values = {
        "game": new.game, "rule_set": new.rule_set, "options": dict(new.options), "stake_cents": new.stake_cents,
        "currency": at.currency, "payout": new.payout, "first_dealer": new.first_dealer,
        "table_number": at.table_number,
    }  # fmt: skip
    columns = {"club": actor.club, "event": at.event, "position": at.position, "created_at": actor.stamp, "key": key}
    sitting_id = sittings.add(tx, {**values, **columns}, new.players)
    values["players"] = new.players
    note(tx, actor, What.SITTING_STARTED, event=at.event, sitting=sitting_id, values=values)
    return sitting_id


def _setup(tx: Transaction, actor: Actor, new: NewSitting) -> Setup:
    """Read what is to be played. Raises RefusedError with every refusal."""
    game = GAMES.get(new.game)
    if game is None:
        raise refuse("game", N_("is unknown"))
    merged = players.merged(tx, actor.club)
    if len({merged.get(number, number) for number in new.players}) < len(new.players):
        raise refuse("players", N_("nobody sits at a table twice"))
    if players.in_club(tx, actor.club, new.players) != set(new.players):
        raise NotFoundError
    setup = Setup(
        game=game,
        rule_set=new.rule_set,
        rules=read_rules(game, new.rule_set, dict(new.options)),
        players=tuple(Player(str(number)) for number in new.players),
        first_dealer=Player(str(new.first_dealer)),
    )
    problems = tuple(setup_problems(setup))
    if problems:
        raise RefusedError(problems)
    return setup


def _verify_payout(payout: str, *, to_winner: bool) -> None:
    if payout not in get_args(Payout):
        raise refuse("payout", N_("is unknown"))
    if payout == "winner" and not to_winner:
        raise refuse("payout", N_("only where all the others pay the winner"))


def event_text(field: str, text: str) -> str:
    """Tidy an event's title or place. Raises RefusedError."""
    tidy = one_line(text)
    if len(tidy) > _LONGEST_TEXT:
        raise refuse(field, N_("at most {most} letters", most=_LONGEST_TEXT))
    return tidy


def event_of(tx: Transaction, actor: Actor, event_id: int) -> EventRow:
    """Find an event of the actor's club. Raises NotFoundError."""
    found = events.get(tx, event_id)
    if found is None or found.club != actor.club:
        raise NotFoundError
    return found


def change_payout(
    tx: Transaction, actor: Actor, payout: Payout, *, sitting_id: int | None = None, event_id: int | None = None
) -> None:
    """Pay a sitting, or an evening's one purse, in another way; the payments made stay. Raises RefusedError."""
    if sitting_id is not None:
        _change_payout_of_sitting(tx, actor, payout, sitting_id)
        return
    if event_id is None:
        raise NotFoundError
    found = event_of(tx, actor, event_id)
    _verify_payout(payout, to_winner=can_pay_winner(tx, event_id))
    if payout != found.payout:
        events.change(tx, event_id, {"payout": payout})
        values = {"from": found.payout, "to": payout}
        note(tx, actor, What.PAYOUT_CHANGED, event=event_id, values=values)


def _change_payout_of_sitting(tx: Transaction, actor: Actor, payout: Payout, sitting_id: int) -> None:
    found = sittings.find(tx, sitting_id)
    if found is None or found.sitting.club != actor.club:
        raise NotFoundError
    setup = setup_from(found.sitting, found.seats)
    _verify_payout(payout, to_winner=setup.game.to_winner(setup.rules))
    if payout != found.sitting.payout:
        sittings.change(tx, sitting_id, {"payout": payout})
        values = {"from": found.sitting.payout, "to": payout}
        note(tx, actor, What.PAYOUT_CHANGED, event=found.event.id, sitting=sitting_id, values=values)


def can_pay_winner(tx: Transaction, event_id: int) -> bool:
    """Whether everybody can pay the winner: the evening's only sitting is settled so."""
    rows = [row for row, _standing in sittings.of_events(tx, [event_id])]
    setups = [setup_from(row, sittings.seats(tx, row)) for row in rows]
    return len(setups) == 1 and setups[0].game.to_winner(setups[0].rules)


def set_purse(tx: Transaction, actor: Actor, event_id: int, purse: Purse) -> None:
    """Settle the sittings together or each by itself. Raises RefusedError once something was paid."""
    clubs.lock(tx, actor.club)
    found = event_of(tx, actor, event_id)
    if purse not in get_args(Purse):
        raise refuse("purse", N_("is unknown"))
    if purse == found.purse:
        return
    if payments.of_event(tx, event_id):
        raise refuse("purse", N_("payments were ticked off already, they must be taken back first"))
    events.change(tx, event_id, {"purse": purse})
    note(tx, actor, What.PURSE_CHANGED, event=event_id, values={"from": found.purse, "to": purse})


def end_evening(tx: Transaction, actor: Actor, event_id: int) -> None:
    """Close an evening: nothing more is entered until it is reopened."""
    _set_closed(tx, actor, event_id, closed=True)


def reopen_evening(tx: Transaction, actor: Actor, event_id: int) -> None:
    """Open a closed evening again."""
    _set_closed(tx, actor, event_id, closed=False)


def _set_closed(tx: Transaction, actor: Actor, event_id: int, *, closed: bool) -> None:
    clubs.lock(tx, actor.club)
    found = event_of(tx, actor, event_id)
    for row, _standing in sittings.of_events(tx, [event_id]):
        sittings.lock(tx, row.id)  # a deal that is being entered comes before or after, never in between
    if (found.closed_at is not None) is closed:
        return
    events.change(tx, event_id, {"closed_at": actor.stamp if closed else None})
    what = What.EVENING_ENDED if closed else What.EVENING_REOPENED
    note(tx, actor, what, event=event_id, values={})
