"""The form of a tournament's settings: everything as it was typed, and the settings as far as they can be read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date as date_type
from typing import Any, Final, Literal, get_args

from werkzeug.datastructures import MultiDict

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.game import AnyGame, RuleSet
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.text import N_, Message
from scorekeeper.domain.tournament.settings import TIE_BREAKS, Counting, Pairing, Prizes, Settings, SitOut
from scorekeeper.i18n.typed import TypedNumberError, parse_cents, parse_number, parse_units, without_units
from scorekeeper.services.tournament.presets import preset
from scorekeeper.services.tournament.setting_up import verify_settings
from scorekeeper.web.forms.day import day_of
from scorekeeper.web.forms.evening import chosen, parse_stake
from scorekeeper.web.forms.options import Options, options_with, read_options
from scorekeeper.web.row_numbers import row_number_or

Form = MultiDict[str, str]
LONGEST_TITLE: Final = 120
_MOST_SHOWN_SIZE: Final = 8
_PRIZES: Final = ("none", "shares", "fixed")
_STEPS: Final[Mapping[str, Literal[1, 10, 100]]] = {"1": 1, "10": 10, "100": 100}
_SET: Final = 1
_PERCENT: Final = 10
"""Thousandths in a per cent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """The form as far as it is filled in; `texts` holds what was typed, field by field."""

    key: str
    game: AnyGame
    rule_set: RuleSet[Any]
    options: Options
    texts: Mapping[str, str]
    other_sizes: frozenset[int] = frozenset()
    tie_breaks: tuple[str, ...] = ()
    problems: Mapping[str, Message] = field(default_factory=dict)

    @property
    def shown_for(self) -> str:
        """Name the game and rule set whose options the form shows."""
        return f"{self.game.key}/{self.rule_set.key}"

    @property
    def day(self) -> date_type | None:
        """The date, None where what was typed cannot be one."""
        day = day_of(self.texts.get("date", ""))
        return None if isinstance(day, Message) else day

    @property
    def stake(self) -> str:
        """The stake as it was typed."""
        return self.texts["stake"]

    @property
    def cents(self) -> int | None:
        """The stake, None where what was typed is no amount."""
        try:
            return parse_stake(self.texts["stake"])
        except TypedNumberError:
            return None

    @property
    def sizes(self) -> range:
        """The sizes of tables that can be chosen."""
        fewest, most = self.game.size(self.options.rules)
        return range(fewest, min(most, max(_MOST_SHOWN_SIZE, fewest)) + 1)


def draft_of(key: str, settings: Settings, **texts: str) -> Draft:
    """Give the form filled in as settings say."""
    game, rule_set = chosen(GAMES[settings.game], settings.rule_set)
    return Draft(
        key=key, game=game, rule_set=rule_set, options=options_with(game, rule_set, settings.options),
        texts={**_texts_of(settings), **texts}, other_sizes=frozenset(settings.other_sizes),
        tie_breaks=settings.tie_breaks,
    )  # fmt: skip


def _texts_of(settings: Settings) -> dict[str, str]:
    prizes = settings.prizes
    amount = _euro if prizes.kind == "fixed" else _per_cent
    return {
        "stake": str(settings.stake_cents),
        "rounds": str(settings.rounds),
        "deals": str(settings.deals or ""),
        "minutes": str(settings.minutes or ""),
        "table_size": str(settings.table_size),
        "pairing": settings.pairing,
        "counting": settings.counting,
        "sit_out": settings.sit_out,
        "sit_out_points": str(settings.sit_out_points),
        "fee": _euro(settings.fee_cents),
        "prizes": prizes.kind,
        "places": "  ".join(amount(one) for one in prizes.places),
        "round_to": str(prizes.round_to),
        "consolation": _euro(prizes.consolation_cents) if prizes.consolation_cents else "",
    }


def _euro(cents: int) -> str:
    euro, rest = divmod(cents, 100)
    return f"{euro},{rest:02}" if rest else str(euro)


def _per_cent(thousandths: int) -> str:
    whole, rest = divmod(thousandths, _PERCENT)
    return f"{whole},{rest}" if rest else str(whole)


def read_draft(form: Form, fresh: Draft, *, same_game: bool = False) -> Draft:
    """Read what was sent. Another game than the one shown brings its own usual rounds and tables along."""
    sent = None if same_game else GAMES.get(form.get("game", ""))
    game, rule_set = chosen(sent or fresh.game, form.get("rules", ""))
    texts = {name: form.get(name, text).strip()[:LONGEST_TITLE] for name, text in fresh.texts.items()}
    shown = form.get("shown", "")
    same = shown == f"{game.key}/{rule_set.key}"
    options = read_options(form, game, rule_set) if same else options_with(game, rule_set, {})
    others = frozenset(row_number_or(size, 0) for size in form.getlist("other_size")) - {0}
    if shown and shown.partition("/")[0] != game.key:
        usual = preset(game)
        own = _texts_of(usual)
        texts |= {name: own[name] for name in ("deals", "minutes", "table_size")}
        others = frozenset(usual.other_sizes)
    elif form.get("size_shown", texts["table_size"]) != texts["table_size"]:
        others = _usual_beside(game, options, row_number_or(texts["table_size"], 0))
    order = tuple(dict.fromkeys(name for name in form.getlist("tie_break") if name in TIE_BREAKS))
    return Draft(
        key=form.get("key") or fresh.key, game=game, rule_set=rule_set, options=options, texts=texts,
        other_sizes=others, tie_breaks=order,
    )  # fmt: skip


def _usual_beside(game: AnyGame, options: Options, size: int) -> frozenset[int]:
    """Give the sizes that are allowed beside another one that was just chosen, so that nobody need sit out."""
    usual, (fewest, most) = game.usual_round, game.size(options.rules)
    beside = usual.other_sizes if size == usual.size else (size - 1, size + 1)
    fitting = (one for one in beside if fewest <= one <= most and not list(game.rules_problems(options.rules, one)))
    return frozenset(fitting)


def settings_of(draft: Draft) -> tuple[Draft, Settings | None]:
    """Give the settings that the form says, or the form with everything that is wrong."""
    problems: dict[str, Message] = {f"option.{name}": said for name, said in draft.options.problems.items()}
    texts = draft.texts

    def read(name: str, how: Callable[[str], int]) -> int:
        try:
            return how(texts[name]) if texts[name] else 0
        except TypedNumberError as error:
            problems[name] = error.message
            return 0

    size = read("table_size", parse_units)
    settings = Settings(
        game=draft.game.key, rule_set=draft.rule_set.key, options=draft.options.changed,
        stake_cents=read("stake", parse_stake) if draft.game.money(draft.options.rules) else 0,
        rounds=read("rounds", parse_units), deals=read("deals", parse_units), minutes=read("minutes", parse_units),
        table_size=size, other_sizes=tuple(sorted(draft.other_sizes - {size})),
        pairing=_one_of(texts["pairing"], get_args(Pairing)), counting=_one_of(texts["counting"], get_args(Counting)),
        sit_out=_one_of(texts["sit_out"], get_args(SitOut)), sit_out_points=read("sit_out_points", parse_units),
        tie_breaks=tuple(name for name in TIE_BREAKS if name in draft.tie_breaks), fee_cents=read("fee", _cents),
        prizes=_prizes(draft, problems, read("consolation", _cents)),
    )  # fmt: skip
    settings = replace(settings, tie_breaks=tuple(sorted(settings.tie_breaks, key=draft.tie_breaks.index)))
    if "date" in texts and isinstance(day := day_of(texts["date"]), Message):
        problems["date"] = day
    try:
        verify_settings(settings)
    except RefusedError as error:
        for refusal in error.refusals:
            problems.setdefault(_FIELDS.get(refusal.field, refusal.field), refusal.message)
    return replace(draft, problems=problems), None if problems else settings


_FIELDS: Final = {"stake_cents": "stake", "fee_cents": "fee", "sizes": "table_size", "prizes": "places"}
"""What a setting is called in the form, where it is another name."""


def _cents(text: str) -> int:
    return parse_cents(text, "euro")


def _prizes(draft: Draft, problems: dict[str, Message], consolation: int) -> Prizes:
    kind = _one_of(draft.texts["prizes"], _PRIZES)
    if kind == "none":
        return Prizes()
    typed = draft.texts["places"].replace(";", " ")
    places: list[int] = []
    try:
        if kind == "fixed":
            places = [_cents(word.rstrip(",")) for word in without_units(typed).split()]
        else:
            places = [_thousandths(word.rstrip(",")) for word in typed.replace("%", " ").split()]
    except TypedNumberError as error:
        problems["places"] = error.message
    if not typed.strip():
        problems["places"] = N_("is missing")
    step = _STEPS.get(draft.texts["round_to"], 1) if kind == "shares" else 1
    return Prizes(kind=kind, places=tuple(places), consolation_cents=consolation, round_to=step)


def _thousandths(text: str) -> int:
    value = parse_number(text) * _PERCENT
    if value.denominator != 1:
        raise TypedNumberError(N_("at most one digit after the comma"))
    return value.numerator


def _one_of(value: str, allowed: Sequence[Any]) -> Any:  # noqa: ANN401 one of the literals given
    return value if value in allowed else allowed[0]
