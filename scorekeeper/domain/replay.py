"""Between the evening and its history: a played deal frozen into an entry's values, and an entry played again."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.evening import Played, Setup, Standing, after, beginning, play
from scorekeeper.domain.game import AnyGame, Progress, Table
from scorekeeper.domain.ledger import Entry, EntryKind
from scorekeeper.domain.questions import Kind
from scorekeeper.domain.text import N_, Player, Refusal


def answers_of(game: AnyGame, deal: Any) -> dict[str, Any]:  # noqa: ANN401 any game's deal
    """Give a deal's answers as plain JSON values."""
    answers = {question.name: getattr(deal, question.name) for question in game.questions}
    return {name: dict(value) if isinstance(value, Mapping) else value for name, value in answers.items()}


def deal_of(game: AnyGame, entry: Entry) -> Any:  # noqa: ANN401 as above
    """Give the deal that an entry describes."""
    return game.deal(**entry.answers)


def with_keys(game: AnyGame, deal: Any, keys: Mapping[Player, Player]) -> Any:  # noqa: ANN401 any game's deal
    """Give the same deal with other keys for its players, e.g. the records' numbers instead of a file's names."""
    answers = answers_of(game, deal)
    for question in game.questions:
        answer = answers[question.name]
        if question.kind is Kind.PLAYER and answer is not None:
            answers[question.name] = keys[answer]
        elif question.kind is Kind.AMOUNTS:
            answers[question.name] = {keys[player]: amount for player, amount in answer.items()}
    return game.deal(**answers)


def rules_of(game: AnyGame, rule_set: str, options: Mapping[str, Any]) -> Any:  # noqa: ANN401 any game's rules
    """Give a rule set's rules with the table's options applied. Raises LookupError for an unknown rule set."""
    found = game.rule_set(rule_set)
    if found is None:
        raise LookupError(rule_set)
    return replace(found.rules, **options) if options else found.rules


def setup_of(setup: Setup, entry: Entry) -> Setup:
    """Give the setup that an entry was scored under: its rules are frozen into it."""
    if entry.rule_set == setup.rule_set:
        frozen = rules_of(setup.game, entry.rule_set, entry.options)
        return setup if frozen == setup.rules else replace(setup, rules=frozen)
    return replace(setup, rule_set=entry.rule_set, rules=rules_of(setup.game, entry.rule_set, entry.options))


def table_of(entry: Entry) -> Table:
    """Give the table as it sat in an entry's deal. Raises ValueError for an entry that is about no deal."""
    if entry.dealer is None:
        raise ValueError(entry.kind)
    return _table(entry.present, entry.dealer, entry.sitting_out)


@lru_cache(256)
def _table(present: tuple[Player, ...], dealer: Player, sitting_out: tuple[Player, ...]) -> Table:
    """Seat them; an evening's deals are dealt at a handful of tables, and nobody changes one."""
    return Table(present, dealer, sitting_out)


def scored_again(setup: Setup, entry: Entry) -> Played:
    """Score an entry's answers under the rules frozen into it, whether they may still be entered or not."""
    frozen, table = setup_of(setup, entry), table_of(entry)
    deal = setup.game.complete(deal_of(setup.game, entry), table)
    score = setup.game.score(deal, frozen.rules, table)
    units = dict.fromkeys(setup.players, 0)
    if entry.kind is not EntryKind.VOID:
        units.update(score.units)
    warnings = tuple(setup.game.warn(deal, frozen.rules, table))
    return Played(entry.number, table, deal, units, score.reasons, warnings)


def scored_under(setup: Setup, entry: Entry) -> Played:
    """Score an entry under other rules, at the table as it sat. Raises RefusedError if they do not know it."""
    table, (fewest, most) = table_of(entry), setup.game.may_play(setup.rules)
    count = len(table.active)
    if not fewest <= count <= most:
        message = N_("{count} played, these rules are for {fewest} to {most}", count=count, fewest=fewest, most=most)
        if fewest == most:
            message = N_("{count} played, these rules are for {most}", count=count, most=most)
        raise RefusedError([Refusal("sitting_out", message)])
    before = Standing(entry.number - 1, {}, None, None, Progress())
    return play(setup, before, deal_of(setup.game, entry), table)


def booked(setup: Setup, standing: Standing, entry: Entry) -> Standing:
    """Book the next deal's version in force: its units and table are facts, the end rule looks anew."""
    return after(setup_of(setup, entry), standing, deal_of(setup.game, entry), table_of(entry), entry.units)


def standing_after(setup: Setup, entries: Iterable[Entry]) -> Standing:
    """Book the versions in force in deal order."""
    standing = beginning(setup)
    for entry in entries:
        standing = booked(setup, standing, entry)
    return standing


@dataclass(frozen=True, slots=True)
class Span:
    """Some deals that count under the same rules and stake; `last` None = to the end."""

    first: int
    last: int | None
    rule_set: str
    rules: Any
    stake_cents: int


def spans(
    setup: Setup, stake_cents: int, deals: int, played: Iterable[tuple[int, str, Mapping[str, Any], int]]
) -> tuple[Span, ...]:
    """Gather deals (number, rule set, options, stake) by what they count under; the last span is what counts now."""
    found: list[Span] = []
    before: object = None
    for number, rule_set, options, cents in played:
        if before != (before := (rule_set, options, cents)):
            rules = rules_of(setup.game, rule_set, options)
            if not found or (found[-1].rules, found[-1].rule_set, found[-1].stake_cents) != (rules, rule_set, cents):
                found.append(Span(number, None, rule_set, rules, cents))
    last = found[-1] if found else None
    if last is None or (last.rules, last.rule_set, last.stake_cents) != (setup.rules, setup.rule_set, stake_cents):
        found.append(Span(deals + 1, None, setup.rule_set, setup.rules, stake_cents))
    ends = [span.first - 1 for span in found[1:]]
    return tuple(replace(span, last=end) for span, end in zip(found, [*ends, None], strict=True))
