"""What a sitting is played under, in a few words each: rule set, stake, options."""

from collections.abc import Sequence

from scorekeeper.domain.evening import Setup
from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.questions import Kind, Question
from scorekeeper.domain.replay import Span
from scorekeeper.domain.text import N_
from scorekeeper.i18n import Language, render
from scorekeeper.i18n.figures import money
from scorekeeper.printing.answers import shown
from scorekeeper.printing.sheets import Fact
from scorekeeper.services.reading import SittingNow


def stake_text(stake_cents: int, language: Language, currency: str) -> str:
    """Say what a unit is worth."""
    if not stake_cents:
        return render(N_("without money"), language)
    return render(N_("{stake} per point", stake=money(stake_cents, language, currency)), language)


def stake_of(now: SittingNow, language: Language) -> str:
    """Say what a sitting is played for, in its own currency."""
    stake = now.head.stake_cents if now.setup.game.money(now.setup.rules) else 0
    return stake_text(stake, language, now.head.currency)


def facts(setup: Setup, stake: str, language: Language) -> tuple[Fact, ...]:
    """Give rule set, stake in words and every option that is in force; what is off and hidden away is left out."""
    rule_set = setup.game.rule_set(setup.rule_set)
    found = [
        Fact(render(N_("Rules"), language), render(rule_set.label, language) if rule_set else setup.rule_set),
        Fact(render(N_("Stake"), language), stake),
    ]
    found += [
        Fact(render(option.short, language), option_text(option, setup.rules, language))
        for option in setup.game.options
        if is_in_force(option, setup.rules)
    ]
    return tuple(found)


def is_in_force(option: Question, rules: object) -> bool:
    """Whether there is something to say about an option."""
    value = getattr(rules, option.name)
    return bool(value) and not (option.asked.tucked and value == option.default)


def option_text(option: Question, rules: object, language: Language) -> str:
    """Say an option's value in words; factors and choices as the declaration words them."""
    value = getattr(rules, option.name)
    text = shown(option, value, language, {})
    hint = option.asked.hint
    if option.kind is Kind.COUNT and hint is not None:
        return render(N_("{value} ({hint})", value=text, hint=hint), language)
    return text


def summary(setup: Setup, language: Language) -> str:
    """Say the rule set in a sentence, unless the table has changed what it says."""
    rule_set = setup.game.rule_set(setup.rule_set)
    if rule_set is None or rule_set.rules != setup.rules:
        return ""
    text = render(rule_set.summary, language)
    return f"{text[:1].upper()}{text[1:]}."


def rule_lines(spans: Sequence[Span], game: AnyGame, language: Language, currency: str) -> tuple[str, ...]:
    """Say which rules counted from which deal to which, a line each; nothing where they never changed."""
    if len(spans) == 1:
        return ()
    differing = [
        option for option in game.options if len({repr(getattr(span.rules, option.name)) for span in spans}) > 1
    ]
    return tuple(_rule_line(span, game, differing, language, currency) for span in spans)


def _rule_line(span: Span, game: AnyGame, differing: Sequence[Question], language: Language, currency: str) -> str:
    rule_set = game.rule_set(span.rule_set)
    said = [render(rule_set.label, language) if rule_set else span.rule_set]
    said += [
        f"{render(option.short, language)} {option_text(option, span.rules, language) or '–'}" for option in differing
    ]
    if game.money(span.rules):
        said.append(stake_text(span.stake_cents, language, currency))
    what = ", ".join(said)
    if span.last is None:
        return render(N_("From deal {first} on: {what}.", first=span.first, what=what), language)
    if span.last == span.first:
        return render(N_("Deal {first}: {what}.", first=span.first, what=what), language)
    return render(N_("Deals {first} to {last}: {what}.", first=span.first, last=span.last, what=what), language)
