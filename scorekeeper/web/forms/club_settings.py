"""The form of a club's settings: read, and refused field by field."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, get_args

from werkzeug.datastructures import MultiDict

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.settlement import Payout
from scorekeeper.domain.text import Message
from scorekeeper.i18n.catalogue import LANGUAGES
from scorekeeper.i18n.typed import TypedNumberError
from scorekeeper.services.club_settings import CURRENCIES, Settings
from scorekeeper.web.forms.evening import parse_stake

Form = MultiDict[str, str]
_BETWEEN: Final = "/"


@dataclass(frozen=True, slots=True)
class Draft:
    """The settings as far as they could be read; `stake` as it was typed."""

    settings: Settings
    stake: str = ""
    problems: Mapping[str, Message] = field(default_factory=dict)

    @property
    def rules(self) -> str:
        """The value that stands for game and rule set in the form."""
        return rules_value(self.settings.game, self.settings.rule_set) if self.settings.game else ""


def rules_value(game: str | None, rule_set: str | None) -> str:
    """Name a game with one of its rule sets in one word."""
    return f"{game}{_BETWEEN}{rule_set}"


def draft_of(settings: Settings) -> Draft:
    """Give the form filled in as it is kept."""
    return Draft(settings, "" if settings.stake_cents is None else str(settings.stake_cents))


def read_draft(form: Form) -> Draft:
    """Read what was sent; what is none of the choices counts as not chosen, except a currency: nobody guesses that."""
    key, _between, rule_set = form.get("rules", "").partition(_BETWEEN)
    game = GAMES.get(key)
    known = game.rule_set(rule_set) if game else None
    payout = form.get("payout")
    settings = Settings(
        name=form.get("name", ""),
        language=next((one for one in LANGUAGES if one == form.get("language")), ""),
        currency=form.get("currency", ""),
        game=game.key if game and known else None,
        rule_set=known.key if known else None,
        payout=next((way for way in get_args(Payout) if way == payout), None),
    )
    typed = form.get("stake", "").strip()
    if not typed or settings.currency not in CURRENCIES:  # what an amount means is not known; the club refuses it
        return Draft(settings, typed)
    try:
        return Draft(replace(settings, stake_cents=parse_stake(typed, settings.currency)), typed)
    except TypedNumberError as error:
        return Draft(settings, typed, {"stake_cents": error.message})
