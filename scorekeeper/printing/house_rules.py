"""The house-rule sheet: what a table agrees on, in words and figures, to be signed before the first deal."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from scorekeeper.domain.evening import Setup
from scorekeeper.domain.game import AnyGame, Table
from scorekeeper.domain.learning.exercise import Source
from scorekeeper.domain.learning.typical import PayRow, PayTable, pay_table
from scorekeeper.domain.replay import Span
from scorekeeper.domain.text import N_
from scorekeeper.i18n import Language, render
from scorekeeper.i18n.figures import signed
from scorekeeper.printing.answers import shown
from scorekeeper.printing.facts import facts, rule_lines, stake_of, summary
from scorekeeper.printing.score_sheet import nobody
from scorekeeper.printing.settlement_sheet import made_text, subtitle
from scorekeeper.printing.sheets import Agreed, Example, HouseRules
from scorekeeper.services.reading import SittingNow


def house_rules(now: SittingNow, language: Language, made: datetime, played: Sequence[Span] = ()) -> HouseRules:
    """Give the house rules of a sitting, with what counted when and the names of those who sign."""
    labels = tuple(now.names[player] for player in now.setup.present(now.standing.deals + 1))
    sheet = _sheet(
        now.setup, labels, language, subtitle(now.event, language), made_text(made, language), stake_of(now, language)
    )
    return replace(sheet, changes=rule_lines(played, now.setup.game, language, now.head.currency))


def house_rules_of(game: AnyGame, rule_set: str, rules: Any, language: Language) -> HouseRules:  # noqa: ANN401 any game's rules
    """Give the house rules of a rule set, with empty lines to sign."""
    setup = nobody(game, rule_set, rules)
    below = render(N_("Evening, place, date: {line}", line="_" * 46), language)
    return _sheet(setup, ("",) * len(setup.players), language, below, "", None)


def _sheet(  # noqa: PLR0913, PLR0917 all that is written on it
    setup: Setup, signers: tuple[str, ...], language: Language, below: str, made: str, stake: str | None
) -> HouseRules:
    game = setup.game
    known = facts(setup, stake or "", language)[: 2 if stake is not None else 1]
    seats = len(signers) if any(signers) else game.size(setup.rules)[0]
    heads, examples = _examples(setup, seats, language)
    return HouseRules(
        language=language, title=render(N_("House rules {game}", game=game.label), language), subtitle=below, made=made,
        facts=known, summary=summary(setup, language), game=game.key,
        rules=setup.rules, options=agreed(setup, language), example_heads=heads, examples=examples, signers=signers,
    )  # fmt: skip


def agreed(setup: Setup, language: Language) -> tuple[Agreed, ...]:
    """Give every option in words, and what would be usual where the table has changed it."""
    rule_set = setup.game.rule_set(setup.rule_set)
    found = []
    for option in setup.game.options:
        value = getattr(setup.rules, option.name)
        usual = getattr(rule_set.rules, option.name) if rule_set else value
        if option.asked.tucked and value == usual:
            continue
        hint = render(option.asked.hint, language) if option.asked.hint else ""
        text = shown(option, value, language, {}) or "–"
        changed = "" if value == usual else shown(option, usual, language, {}) or "–"
        found.append(Agreed(render(option.asked.label, language), text, hint, bool(changed), changed))
    return tuple(found)


def _examples(setup: Setup, seats: int, language: Language) -> tuple[tuple[str, ...], tuple[Example, ...]]:
    """Let the game compute what typical deals pay: a column per role, and one for each of the others."""
    players = setup.players[: setup.game.active(setup.rules, seats)]
    source = Source(setup.game, setup.rule_set, setup.rules)
    return typical_deals(pay_table(source, Table(players, players[-1], ())), language)


def typical_deals(table: PayTable, language: Language) -> tuple[tuple[str, ...], tuple[Example, ...]]:
    """Give the heads of the columns and a row per deal, in which players are called by their roles."""
    return tuple(render(head, language) for head in table.heads), tuple(_example(row, language) for row in table.rows)


def _example(row: PayRow, language: Language) -> Example:
    names = {player: render(role, language) for player, role in row.names.items()}
    return Example(
        render(row.line.title, language, names),
        ", ".join(render(detail, language, names) for detail in row.line.details),
        tuple("" if amount is None else signed(amount, language) for amount in row.pays),
    )
