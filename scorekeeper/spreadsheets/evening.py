"""An evening or a sitting as tables: its deals, the totals, and who pays whom."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.domain.evening import Presence
from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.questions import Kind, Question
from scorekeeper.domain.replay import setup_of
from scorekeeper.domain.text import N_, Message, Player
from scorekeeper.i18n import Language, render
from scorekeeper.i18n.answers import answer_text
from scorekeeper.services.adjustments import Adjusted
from scorekeeper.services.columns import Column
from scorekeeper.services.event_words import worded
from scorekeeper.services.reading import DealRow, deal_of, table_of
from scorekeeper.services.settling import Line, Settlement, SittingShare
from scorekeeper.services.steps import columns_of
from scorekeeper.spreadsheets.cells import Cell, Grid, Money, Units, moment_of

Deals = Mapping[int, Sequence[DealRow]]
"""Per sitting its deals, oldest first."""
Key = tuple[str, int]
"""What stands above a column, and how many columns before it say the same."""


@dataclass(frozen=True, slots=True)
class Evening:
    """What the tables are made of: one settlement, or one per sitting where each is settled by itself."""

    settlements: Sequence[Settlement]
    deals: Deals
    language: Language

    @property
    def shares(self) -> tuple[tuple[Settlement, SittingShare], ...]:
        """Every sitting with the settlement that it belongs to."""
        return tuple((settlement, share) for settlement in self.settlements for share in settlement.sittings)

    @property
    def several(self) -> bool:
        """Whether there is more than one sitting, so that every line says which."""
        return len(self.shares) > 1

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody by name, in the order they sat down."""
        return tuple(dict.fromkeys(name for settlement in self.settlements for name in settlement.names.values()))

    def say(self, message: Message) -> str:
        """Say a message."""
        return render(message, self.language)


def grids(evening: Evening) -> tuple[Grid, Grid, Grid]:
    """Give the three tables."""
    return deals_grid(evening), totals_grid(evening), payments_grid(evening)


def names_at(settlement: Settlement, share: SittingShare) -> dict[Player, str]:
    """Give what the people at a table are called."""
    return {player: settlement.names[share.person(player)] for player in share.setup.players}


def questions_of(game: AnyGame) -> list[Question]:
    """Give the questions that have a column; amounts are the units themselves."""
    return [question for question in game.questions if question.kind is not Kind.AMOUNTS]


def deals_grid(evening: Evening) -> Grid:
    """Give a line per deal and per adjustment, and a column per person: empty where somebody was not there."""
    games = {share.setup.game.key: share.setup.game for _settlement, share in evening.shares}
    questions = questions_of(*games.values()) if len(games) == 1 else []
    heads = [
        N_("Date"), *_which(evening), N_("Deal"), N_("Entered at"), N_("Dealer"), N_("Sits out"),
        *(question.short for question in questions), N_("Result"),
    ]  # fmt: skip
    rows = [row for settlement, share in evening.shares for row in _deals(evening, settlement, share, questions)]
    head = [*map(evening.say, heads), *evening.people, evening.say(N_("Note"))]
    return Grid(evening.say(N_("Deals")), head, rows)


def _which(evening: Evening) -> list[Message]:
    return [N_("Sitting"), N_("Kind of game")] if evening.several else []


def _sitting(evening: Evening, settlement: Settlement, share: SittingShare) -> list[Cell]:
    """Say when and, where there are several, which sitting it was."""
    which: list[Cell] = [share.sitting.position, evening.say(share.setup.game.label)] if evening.several else []
    return [settlement.event.date, *which]


def _deals(
    evening: Evening, settlement: Settlement, share: SittingShare, questions: Sequence[Question]
) -> Iterator[list[Cell]]:
    names = names_at(settlement, share)
    start = _sitting(evening, settlement, share)
    adjusted = list(share.adjusted)
    for row in evening.deals[share.sitting.id]:
        while adjusted and adjusted[0].after_deal < row.number:
            yield _adjustment(evening, start, names, questions, adjusted.pop(0))
        yield [*start, *_deal(evening, share, names, questions, row, settlement.event.kind)]
    for one in adjusted:
        yield _adjustment(evening, start, names, questions, one)


def _deal(  # noqa: PLR0913, PLR0917 a deal, and how it is said
    evening: Evening, share: SittingShare, names: Mapping[Player, str], questions: Sequence[Question], row: DealRow,
    kind: str,
) -> list[Cell]:  # fmt: skip
    entry = row.entry
    deal, table = deal_of(share.setup, entry), table_of(share.setup, entry)
    title, details, _about = share.setup.game.describe(deal, setup_of(share.setup, entry).rules, table)
    parts = [*([worded(N_("struck"), kind)] if row.voided else []), title, *details]
    units = {names[player]: Units(entry.units[player]) for player in entry.present}
    answers: list[Cell] = []
    for question in questions:
        answer = getattr(deal, question.name)
        counts = question.kind is Kind.COUNT and answer is not None
        answers.append(answer if counts else answer_text(question, answer, evening.language, names))
    return [
        row.number, moment_of(entry.at), names[table.dealer], ", ".join(names[player] for player in table.sitting_out),
        *answers, ", ".join(render(part, evening.language, names) for part in parts),
        *(units.get(name) for name in evening.people), entry.note or None,
    ]  # fmt: skip


def _adjustment(
    evening: Evening, start: list[Cell], names: Mapping[Player, str], questions: Sequence[Question], made: Adjusted
) -> list[Cell]:
    units = {names[player]: Units(amount) for player, amount in made.units.items()}
    empty: list[Cell] = [None] * (4 + len(questions))
    text = evening.say(N_("Adjustment: {reason}", reason=made.reason) if made.reason else N_("Adjustment"))
    return [*start, *empty, text, *(units.get(name) for name in evening.people), None]


def totals_grid(evening: Evening) -> Grid:
    """Give a line per person and sitting, then, where they are settled together, a line per person.

    The columns are those of the settlement's page, each with what it is made of.
    """
    moved = any(share.setup.presence for _settlement, share in evening.shares)
    heads = [N_("Date"), *_which(evening), N_("Name"), *([N_("from deal"), N_("to deal")] if moved else [])]
    taken = {share.sitting.id: _steps(evening, share) for _settlement, share in evening.shares}
    keys = _merged(taken.values())
    together = any(len(settlement.sittings) > 1 for settlement in evening.settlements)
    rows = [
        row
        for settlement, share in evening.shares
        for row in _totals(evening, settlement, share, [taken[share.sitting.id].get(key) for key in keys], moved=moved)
    ]
    for settlement in evening.settlements:
        if len(settlement.sittings) > 1:
            rows += _together(evening, settlement, len(keys), moved=moved)
    amounts = [*([N_("Amount of the sitting")] if together else []), N_("Amount")]
    steps = [head for head, _place in keys]
    return Grid(evening.say(N_("Sums")), [*map(evening.say, heads), *steps, *map(evening.say, amounts)], rows)


def _steps(evening: Evening, share: SittingShare) -> dict[Key, Column]:
    """Give the steps of a sitting by what stands above them; the same words may stand there twice."""
    found: dict[Key, Column] = {}
    for column in columns_of(share):
        head = evening.say(column.heading(share.sitting.currency))
        found[head, sum(known == head for known, _place in found)] = column
    return found


def _merged(lists: Iterable[Iterable[Key]]) -> list[Key]:
    """Put the columns of several sittings beside each other, each sitting's in its order."""
    merged: list[Key] = []
    for keys in lists:
        place = 0
        for key in keys:
            if key not in merged:
                merged.insert(place, key)
            place = merged.index(key) + 1
    return merged


def _totals(
    evening: Evening, settlement: Settlement, share: SittingShare, steps: Sequence[Column | None], *, moved: bool
) -> Iterator[list[Cell]]:
    start, currency = _sitting(evening, settlement, share), share.sitting.currency
    for player, name in names_at(settlement, share).items():
        there = share.setup.presence.get(player, Presence())
        span: list[Cell] = [there.first, there.last] if moved else []
        amounts: list[Cell] = [Money(settlement.cents[share.person(player)], currency, signed=True)]
        if len(settlement.sittings) > 1:
            amounts = [Money(share.amounts[player], currency, signed=True), None]
        yield [*start, name, *span, *(_figure(step, player, currency) for step in steps), *amounts]


def _figure(step: Column | None, player: Player, currency: str) -> Cell:
    if step is None or player not in step.values:
        return None
    amount = step.values[player]
    return Units(amount) if step.unit == "units" else Money(amount, currency, signed=True)


def _together(evening: Evening, settlement: Settlement, steps: int, *, moved: bool) -> Iterator[list[Cell]]:
    currency = settlement.sittings[0].sitting.currency
    which: list[Cell] = [None, evening.say(N_("All sittings together"))]
    empty: list[Cell] = [None] * (steps + 1 + (2 if moved else 0))
    for player, name in settlement.names.items():
        yield [settlement.event.date, *which, name, *empty, Money(settlement.cents[player], currency, signed=True)]


_PAYMENT_HEADS: Final = (N_("Who pays"), N_("Who gets"), N_("Amount"), N_("Paid"), N_("Paid at"), N_("Note"))


def payments_grid(evening: Evening) -> Grid:
    """Give a line per payment, made or still to be made."""
    apart = len(evening.settlements) > 1
    heads = [N_("Date"), *([N_("Sitting")] if apart else []), *_PAYMENT_HEADS]
    rows: list[list[Cell]] = []
    for settlement in evening.settlements:
        which: list[Cell] = [settlement.sittings[0].sitting.position] if apart else []
        start: list[Cell] = [settlement.event.date, *which]
        rows += [[*start, *_payment(evening, settlement, line)] for line in settlement.lines]
    return Grid(evening.say(N_("Settlement")), [evening.say(head) for head in heads], rows)


def _payment(evening: Evening, settlement: Settlement, line: Line) -> list[Cell]:
    kitty = evening.say(N_("Kitty"))
    giver, receiver = (
        kitty if party is None else settlement.names[party] for party in (line.transfer.giver, line.transfer.receiver)
    )
    amount = Money(line.transfer.cents, settlement.sittings[0].sitting.currency)
    paid = evening.say(N_("yes") if line.paid else N_("no"))
    return [giver, receiver, amount, paid, moment_of(line.at) if line.at else None, line.note or None]
