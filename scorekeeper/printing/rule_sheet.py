"""The rule sheet: a game on two pages for whoever learns it, under the rules in force; the page shows the same."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar, Final

from markupsafe import Markup

from scorekeeper.domain.learning.exercise import Source
from scorekeeper.domain.learning.typical import PayTable, pay_tables, worked
from scorekeeper.domain.text import N_
from scorekeeper.i18n import Language, render
from scorekeeper.printing.exercise_texts import ExerciseText, exercise_text
from scorekeeper.printing.house_rules import agreed, typical_deals
from scorekeeper.printing.score_sheet import nobody
from scorekeeper.printing.settlement_sheet import made_text, subtitle
from scorekeeper.printing.sheets import Agreed, Example
from scorekeeper.printing.signs import sign
from scorekeeper.services.reading import SittingNow

_COUNTS: Final = {
    2: N_("With two at the table"), 3: N_("With three at the table"), 4: N_("With four at the table"),
    5: N_("With five at the table"), 6: N_("With six at the table"), 7: N_("With seven at the table"),
}  # fmt: skip

_OFF: Final = "0"
"""A count that is 0 as usual goes without saying: to learners it would look like a rule."""


@dataclass(frozen=True, slots=True)
class PayTexts:
    """What typical deals pay with so many at the table."""

    label: str
    heads: tuple[str, ...]
    rows: tuple[Example, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSheet:
    """A game and its scoring on two pages."""

    template: ClassVar[str] = "print/rule_sheet.html"
    language: Language
    title: str
    subtitle: str
    made: str
    game: str
    """The key of the game, by which its words are found."""
    rule_set: str
    rules: object
    """The rules in force, for those words."""
    pays: tuple[PayTexts, ...]
    worked: tuple[ExerciseText, ...]
    options: tuple[Agreed, ...]
    landscape: bool = False
    style: Markup = field(default=Markup(""))

    @property
    def changed(self) -> tuple[Agreed, ...]:
        """What is a house rule here."""
        return tuple(option for option in self.options if option.changed)

    def sign(self, name: str) -> Markup:
        """Draw a suit on paper."""
        return sign(name)


def rule_sheet_of(source: Source, language: Language) -> RuleSheet:
    """Give the sheet of a rule set with every option as it comes."""
    rule_set = source.game.rule_set(source.rule_set)
    return _sheet(source, language, render(rule_set.label, language) if rule_set else source.rule_set, "")


def rule_sheet(now: SittingNow, language: Language, made: datetime) -> RuleSheet:
    """Give the sheet of a table, with its own options."""
    source = Source(now.setup.game, now.setup.rule_set, now.setup.rules)
    return _sheet(source, language, subtitle(now.event, language, now.head.position), made_text(made, language))


def _sheet(source: Source, language: Language, below: str, made: str) -> RuleSheet:
    return RuleSheet(
        language=language,
        title=render(N_("How to play {game}", game=source.game.label), language),
        subtitle=below,
        made=made,
        game=source.game.key,
        rule_set=source.rule_set,
        rules=source.rules,
        pays=_pays(pay_tables(source), language),
        worked=tuple(exercise_text(one, number, language) for number, one in enumerate(worked(source), 1)),
        options=tuple(
            option
            for option in agreed(nobody(source.game, source.rule_set, source.rules), language)
            if option.changed or option.value != _OFF
        ),
    )


def _pays(tables: tuple[PayTable, ...], language: Language) -> tuple[PayTexts, ...]:
    """Say with how many at the table it is, where that makes a difference."""
    found = []
    for table in tables:
        label = render(_COUNTS[table.present], language) if len(tables) > 1 and table.present in _COUNTS else ""
        found.append(PayTexts(label, *typical_deals(table, language)))
    return tuple(found)
