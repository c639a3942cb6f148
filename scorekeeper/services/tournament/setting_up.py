"""A tournament set up, and its settings changed."""

from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.text import N_, Cents, Message, Refusal
from scorekeeper.domain.tournament.record import Kind, Tournament
from scorekeeper.domain.tournament.settings import Settings
from scorekeeper.services.actor import Actor
from scorekeeper.services.answers import read_rules
from scorekeeper.services.club_settings import MOST_STAKE_CENTS
from scorekeeper.services.errors import refuse
from scorekeeper.services.evenings import event_text, verify_key
from scorekeeper.services.tournament import recording
from scorekeeper.services.tournament.recording import At
from scorekeeper.services.tournament.till import MOST_CENTS
from scorekeeper.storage import Transaction, clubs, events

MOST_ROUNDS: Final = 50
MOST_DEALS: Final = 200
MOST_MINUTES: Final = 600
MOST_FEE_CENTS: Final = 100_000
_WHOLE: Final = 1000
_STEPS: Final = (1, 10, 100)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """A tournament or course to be set up."""

    kind: Literal["tournament", "course"]
    title: str
    place: str
    date: date
    settings: Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What an event is called, where and when it is."""

    title: str
    place: str
    date: date


def set_up(tx: Transaction, actor: Actor, new: NewEvent, key: str, *, demo: bool = False) -> int:
    """Set up a tournament or course and give its number; the same key again gives the same. Raises RefusedError."""
    verify_key(key)
    clubs.lock(tx, actor.club)
    known = events.by_key(tx, actor.club, key)
    if known is not None:
        return known
    verify_settings(new.settings)
    event_id = events.add(
        tx,
        {
            "club": actor.club, "kind": new.kind, "title": event_text("title", new.title),
            "place": event_text("place", new.place), "date": new.date, "purse": "each", "payout": "transfers",
            "demo": demo, "created_at": actor.stamp, "closed_at": None, "key": key,
        },
    )  # fmt: skip
    recording.add(tx, actor, At(event_id, key), Kind.SETTINGS, new.settings.to_json())
    return event_id


def is_just(tx: Transaction, event_id: int, new: NewEvent) -> bool:
    """Whether an event says just what is to be set up: not so where a form was gone back to, changed and sent again."""
    there, settings = recording.event_with_record(tx, event_id), recording.state_of(tx, event_id).settings
    said = (event_text("title", new.title), event_text("place", new.place), new.date, new.settings.to_json())
    return (there.title, there.place, there.date, settings.to_json()) == said


def change_settings(tx: Transaction, actor: Actor, at: At, new: Settings, about: About | None = None) -> None:
    """Change the settings, and what the event is called, where and when it is; what was played stays.

    Raises RefusedError with every refusal.
    """
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    if new != state.settings:
        verify_settings(new)
        refused = frozen(state, new)
        if refused:
            raise RefusedError(refused)
        recording.add(tx, actor, at, Kind.SETTINGS, new.to_json())
        at = at.also("about")
    if about is not None:
        change_about(tx, actor, at, about)


def change_about(tx: Transaction, actor: Actor, at: At, new: About) -> None:
    """Say anew what an event is called, where and when it is; what it said before stays in the record.

    The event must be locked. Raises RefusedError.
    """
    was = recording.event_with_record(tx, at.event)
    title, place = event_text("title", new.title), event_text("place", new.place)
    if not title:
        raise refuse("title", N_("is missing"))
    values: dict[str, str] = {}
    if title != was.title:
        values |= {"title": title, "was_title": was.title}
    if place != was.place:
        values |= {"place": place, "was_place": was.place}
    if new.date != was.date:
        values |= {"date": new.date.isoformat(), "was_date": was.date.isoformat()}
    if values:
        events.change(tx, at.event, {"title": title, "place": place, "date": new.date})
        recording.add(tx, actor, at, Kind.ABOUT, values)


def frozen(state: Tournament, new: Settings) -> list[Refusal]:
    """Say what cannot be changed any more once a round was begun."""
    if state.current is None:
        return []
    message = N_("a round was played already, this cannot be changed any more")
    names = ("game", "rule_set", "options")
    refusals = [Refusal(name, message) for name in names if getattr(new, name) != getattr(state.settings, name)]
    if new.rounds < state.current.number:
        refusals.append(Refusal("rounds", N_("at least {low}", low=state.current.number)))
    return refusals


def verify_settings(new: Settings) -> None:
    """Raises RefusedError with every refusal."""
    game = GAMES.get(new.game)
    if game is None:
        raise RefusedError([Refusal("game", N_("is unknown"))])
    rules = read_rules(game, new.rule_set, dict(new.options))
    limits = (
        ("rounds", new.rounds, 1, MOST_ROUNDS),
        ("deals", new.deals, 0, MOST_DEALS),
        ("minutes", new.minutes, 0, MOST_MINUTES),
        ("stake_cents", new.stake_cents, 0, MOST_STAKE_CENTS),
        ("sit_out_points", new.sit_out_points, -999, 999),
    )
    refusals = [
        Refusal(name, N_("from {low} to {high}", low=low, high=high))
        for name, value, low, high in limits
        if not low <= value <= high
    ]
    fewest, most = game.size(rules)
    sizes = {new.table_size, *new.other_sizes}
    if not all(fewest <= size <= most for size in sizes):
        refusals.append(Refusal("sizes", N_("from {low} to {high}", low=fewest, high=most)))
    refusals.extend(refusal for size in sorted(sizes) for refusal in game.rules_problems(rules, size))
    if not 0 <= new.fee_cents <= MOST_FEE_CENTS:
        refusals.append(Refusal("fee_cents", _most(MOST_FEE_CENTS)))
    prizes = new.prizes
    if any(amount < 0 for amount in prizes.places):
        refusals.append(Refusal("prizes", N_("at least {low}", low=0)))
    if prizes.kind == "fixed" and any(amount > MOST_CENTS for amount in prizes.places):
        refusals.append(Refusal("prizes", _most(MOST_CENTS)))
    if not 0 <= prizes.consolation_cents <= MOST_CENTS:
        refusals.append(Refusal("consolation", _most(MOST_CENTS)))
    if prizes.round_to not in _STEPS:
        refusals.append(Refusal("prizes", N_("is unknown")))
    if prizes.kind == "shares" and sum(prizes.places) > _WHOLE:
        refusals.append(Refusal("prizes", N_("together at most 100 %")))
    if refusals:
        raise RefusedError(refusals)


def _most(cents: int) -> Message:
    return N_("from {low} to {high}", low=Cents(0), high=Cents(cents))
