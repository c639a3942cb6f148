"""Evenings to print: deals drawn by lot from a game's declaration, entered through the services."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from scorekeeper.domain.evening import table_for
from scorekeeper.domain.game import AnyGame, Table
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.questions import UNANSWERED, Kind, Question
from scorekeeper.domain.settlement import Payout
from scorekeeper.services.actor import Actor
from scorekeeper.services.entering import enter_deal
from scorekeeper.services.evenings import NewEvening, NewSitting, first_club, next_sitting, start_evening
from scorekeeper.services.loading import load
from scorekeeper.services.players import add_player
from scorekeeper.storage import Store, Transaction

NAMES = (
    "Annemarie", "Bartl", "Cilli", "Großlercher S.", "Emil", "Jörg", "Übelhör Ida", "Hias", "Kathi", "Leni", "Sepp",
    "Würzburger",
)  # fmt: skip
NOW = datetime(2027, 1, 15, 21, 31, tzinfo=UTC)


@dataclass(frozen=True, kw_only=True)
class Evening:
    """What to play."""

    game: str = "jaggln"
    rule_set: str = ""
    names: Sequence[str] = NAMES[:5]
    deals: int = 30
    stake_cents: int = 10
    payout: Payout = "transfers"
    options: Mapping[str, Any] | None = None


def actor(tx: Transaction) -> Actor:
    return Actor(first_club(tx), "Gerät K7", NOW)


def play_evening(store: Store, *evenings: Evening, title: str = "Kartenabend Westendorf") -> list[int]:
    """Enter an evening's sittings one after the other; the numbers of the sittings."""
    found: list[int] = []
    for place, evening in enumerate(evenings):
        with store.write() as tx:
            new = _sitting(tx, evening)
            if found:
                event = load(tx, found[0]).event.id
                found.append(next_sitting(tx, actor(tx), event, new, f"sitting {place}"))
            else:
                whole = NewEvening(title=title, place="Gasthof Post", date=date(2027, 1, 15), purse="one", sitting=new)
                found.append(start_evening(tx, actor(tx), whole, f"evening {title}"))
        enter_some(store, found[-1], evening.deals)
    return found


def _sitting(tx: Transaction, evening: Evening) -> NewSitting:
    players = tuple(add_player(tx, actor(tx), name) for name in evening.names)
    return NewSitting(
        game=evening.game, rule_set=evening.rule_set or GAMES[evening.game].rule_sets[0].key,
        options=evening.options or {}, stake_cents=evening.stake_cents, payout=evening.payout, players=players,
        first_dealer=players[-1],
    )  # fmt: skip


def enter_some(store: Store, sitting: int, count: int) -> None:
    """Enter deals drawn by lot, the same ones every time, or as many as the game's end allows."""
    lot = random.Random(sitting + count)  # noqa: S311 no secret
    with store.write() as tx:
        for _deal in range(count):
            now = load(tx, sitting)
            if now.standing.progress.finished:
                return
            table = table_for(now.setup, now.standing)
            deal = any_deal(now.setup.game, now.setup.rules, table, lot)
            number = now.standing.deals + 1
            enter_deal(tx, actor(tx), sitting, key=f"deal {number}", number=number, deal=deal)


def any_deal(game: AnyGame, rules: Any, table: Table, lot: random.Random) -> Any:  # noqa: ANN401 any game's
    """Draw answers until the game takes them; most deals are plain ones."""
    while True:
        deal = game.complete(game.deal(**dict(_answers(game.questions, table, lot))), table)
        if not list(game.verify(deal, rules, table)) and not list(game.warn(deal, rules, table)):
            return deal


def _answers(questions: Sequence[Question], table: Table, lot: random.Random) -> Iterator[tuple[str, Any]]:
    for question in questions:
        if question.default is not UNANSWERED and not question.asked.explicit and lot.random() < 0.6:
            yield question.name, question.default
        elif question.optional and lot.random() < 0.15:
            yield question.name, None
        else:
            yield question.name, _answer(question, table, lot)


def _answer(question: Question, table: Table, lot: random.Random) -> Any:  # noqa: ANN401 of any kind
    match question.kind:
        case Kind.PLAYER:
            return lot.choice(table.active)
        case Kind.CHOICE:
            return lot.choice(question.choices)
        case Kind.FLAG:
            return lot.random() < 0.5
        case Kind.AMOUNTS:
            amounts = [lot.randint(-9, 9) for _player in table.active]
            amounts[-1] = -sum(amounts[:-1])
            return dict(zip(table.active, amounts, strict=True))
        case Kind.COUNT:
            return lot.randint(question.low, min(question.high, 2) if question.asked.steps else question.high)
        case _:
            return ""
