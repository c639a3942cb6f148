"""Other rules, options or stake for a sitting: read from the address, so that a comparison can be shared."""

from dataclasses import dataclass
from typing import Final

from werkzeug.datastructures import MultiDict

from scorekeeper.domain.text import Message
from scorekeeper.i18n.typed import TypedNumberError
from scorekeeper.services.changing import NewRules
from scorekeeper.services.reading import SittingNow
from scorekeeper.web.forms.evening import Draft, chosen, parse_stake
from scorekeeper.web.forms.options import PREFIX, options_with, read_options

SCOPE: Final = "ab"
"""The name of the input that says from when the rules count, and its values."""
FROM_NOW: Final = "jetzt"
ALL_DEALS: Final = "anfang"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesForm:
    """The form as far as it is filled in; what it does not say is as it is played now."""

    draft: Draft
    all_deals: bool
    fields: tuple[tuple[str, str], ...]
    """What was sent, to be sent again."""

    @property
    def readable(self) -> bool:
        """Whether everything typed could be read."""
        return not self.draft.problems and not self.draft.options.problems

    @property
    def new(self) -> NewRules:
        """The rules that the form asks for. Raises TypedNumberError if the stake cannot be read."""
        draft = self.draft
        stake = parse_stake(draft.stake)
        return NewRules(rule_set=draft.rule_set.key, options=draft.options.changed, stake_cents=stake)


def read_rules_form(sent: MultiDict[str, str], now: SittingNow) -> RulesForm:
    """Read what was sent; options of another rule set than the one shown begin with that rule set's own."""
    game, rule_set = chosen(now.setup.game, sent.get("rules", now.head.rule_set))
    if sent.get("shown") == f"{game.key}/{rule_set.key}":
        options = read_options(sent, game, rule_set)
    else:
        options = options_with(game, rule_set, now.options if rule_set.key == now.head.rule_set else {})
    stake = sent.get("stake", str(now.head.stake_cents)).strip()
    verb, _colon, what = sent.get("do", "").partition(":")
    if verb == "stake":
        stake = what
    problems: dict[str, Message] = {}
    try:
        parse_stake(stake)
    except TypedNumberError as error:
        problems["stake"] = error.message
    draft = Draft(key="", game=game, rule_set=rule_set, options=options, stake=stake, problems=problems)
    return RulesForm(draft=draft, all_deals=sent.get(SCOPE) == ALL_DEALS, fields=_kept(sent, stake))


def _kept(sent: MultiDict[str, str], stake: str) -> tuple[tuple[str, str], ...]:
    mine = {"rules", "shown", SCOPE}
    kept = [(name, value) for name, value in sent.items(multi=True) if name in mine or name.startswith(PREFIX)]
    return (*kept, ("stake", stake))
