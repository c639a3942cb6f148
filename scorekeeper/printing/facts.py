"""What a sitting is played under, in a few words each: rule set, stake, options."""

from scorekeeper.domain.evening import Setup
from scorekeeper.domain.questions import Kind, Question
from scorekeeper.domain.text import N_
from scorekeeper.i18n import Language, render
from scorekeeper.i18n.figures import money
from scorekeeper.printing.answers import shown
from scorekeeper.printing.sheets import Fact


def stake_text(stake_cents: int, language: Language, currency: str = "EUR") -> str:
    """Say what a unit is worth."""
    if not stake_cents:
        return render(N_("without money"), language)
    return render(N_("{stake} per point", stake=money(stake_cents, language, currency)), language)


def facts(setup: Setup, stake: int | str, language: Language, currency: str = "EUR") -> tuple[Fact, ...]:
    """Give rule set, stake and every option that is in force; what is off and hidden away is left out.

    The stake is given in cents, or in words where it was changed.
    """
    rule_set = setup.game.rule_set(setup.rule_set)
    if not isinstance(stake, str):
        stake = stake_text(stake if setup.game.money(setup.rules) else 0, language, currency)
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
