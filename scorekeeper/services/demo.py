"""Evenings to look at: one per game, kept as evening files beside this module and entered as a table would."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from importlib.resources import files
from typing import Final

from scorekeeper.domain.replay import with_keys
from scorekeeper.domain.text import Player
from scorekeeper.services.actor import Actor
from scorekeeper.services.answers import dump_options
from scorekeeper.services.entering import correct_deal, end_sitting, enter_deal
from scorekeeper.services.evening_data import DealLine, SittingFile
from scorekeeper.services.evening_file import read_evening
from scorekeeper.services.evenings import VIENNA, NewEvening, NewSitting, end_evening, evening_date, start_evening
from scorekeeper.services.paying import mark_paid
from scorekeeper.services.players import add_player
from scorekeeper.services.reading import sitting_now
from scorekeeper.services.settling import settle_sitting
from scorekeeper.storage import Transaction, events

_FIRST_DEAL: Final = time(19, 45)
_BETWEEN_DEALS: Final = timedelta(minutes=6)
_BETWEEN_EVENINGS: Final = timedelta(days=7)
_TICKED: Final = 2


def demo_evenings(tx: Transaction, actor: Actor) -> int:
    """Make the demo evenings, unless they are there, and give the newest one, which is still going on."""
    made = events.by_key(tx, actor.club, "demo-1")
    if made is not None:
        return made
    numbers = [
        _enter_evening(tx, _on_evening(actor, back), file, f"demo-{back}", going_on=back == 1)
        for back, file in enumerate(_files(), 1)
    ]
    return numbers[0]


def _files() -> Iterator[SittingFile]:
    folder = files("scorekeeper.services") / "demo_evenings"
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        file = read_evening(path.read_bytes())
        if isinstance(file, SittingFile):
            yield file


def _on_evening(actor: Actor, back: int) -> Actor:
    """Let it be the actor's evening so many weeks ago, the first one yesterday."""
    day = evening_date(actor.at) - timedelta(days=1) - (back - 1) * _BETWEEN_EVENINGS
    return replace(actor, at=datetime.combine(day, _FIRST_DEAL, VIENNA).astimezone(UTC))


def _enter_evening(tx: Transaction, actor: Actor, file: SittingFile, key: str, *, going_on: bool) -> int:
    setup = file.setup
    numbers = {name: add_player(tx, actor, name) for name in setup.players}
    rule_set = setup.game.rule_set(setup.rule_set)
    options = dump_options(setup.rules, rule_set) if rule_set else {}
    new = NewEvening(
        title=file.about.title,
        place=file.about.place,
        date=evening_date(actor.at),
        purse="one",
        sitting=NewSitting(
            game=setup.game.key,
            rule_set=setup.rule_set,
            options=options,
            stake_cents=file.stake.cents,
            payout=file.payout,
            players=tuple(numbers.values()),
            first_dealer=numbers[setup.first_dealer],
        ),
    )
    sitting_id = start_evening(tx, actor, new, key, demo=True)
    keys = {name: Player(str(number)) for name, number in numbers.items()}
    for number, line in enumerate(file.deals, 1):
        actor = replace(actor, at=actor.at + _BETWEEN_DEALS)
        _enter_line(tx, actor, sitting_id, (key, number), replace(line, deal=with_keys(setup.game, line.deal, keys)))
    now = sitting_now(tx, sitting_id)
    if not going_on:
        _end(tx, actor, sitting_id, key)
    return now.event.id


def _enter_line(tx: Transaction, actor: Actor, sitting_id: int, form: tuple[str, int], line: DealLine) -> None:
    """Enter a deal; a note is thought of a minute later and added by a correction."""
    key, number = f"{form[0]}-{form[1]}", form[1]
    done = enter_deal(tx, actor, sitting_id, key=key, number=number, deal=line.deal)
    if line.note:
        later = replace(actor, at=actor.at + timedelta(minutes=1))
        correct_deal(
            tx, later, sitting_id, key=f"{key}-note", number=number, target=done.seq, deal=line.deal, note=line.note
        )  # fmt: skip


def _end(tx: Transaction, actor: Actor, sitting_id: int, key: str) -> None:
    """End the sitting and the evening; some have paid already."""
    later = replace(actor, at=actor.at + _BETWEEN_DEALS)
    if not sitting_now(tx, sitting_id).finished:
        end_sitting(tx, later, sitting_id, key=f"{key}-end")
    settlement = settle_sitting(tx, sitting_id)
    for place, line in enumerate(settlement.lines[:_TICKED]):
        mark_paid(
            tx, later, event_id=settlement.event.id, sitting_id=sitting_id, transfer=line.transfer,
            key=f"{key}-paid-{place}",
        )  # fmt: skip
    end_evening(tx, later, settlement.event.id)
