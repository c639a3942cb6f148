"""The form that begins an evening or its next sitting: read, acted upon, checked. Every tap sends it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date as date_type
from typing import Any, Final, Literal, get_args

from werkzeug.datastructures import MultiDict

from scorekeeper.domain.game import AnyGame, RuleSet
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.settlement import Payout
from scorekeeper.domain.text import N_, NN_, Cents, Message
from scorekeeper.i18n.typed import TypedNumberError, parse_cents
from scorekeeper.services.club_settings import MOST_STAKE_CENTS
from scorekeeper.services.players import KnownPlayer
from scorekeeper.services.texts import one_line
from scorekeeper.web.forms import seats as seating
from scorekeeper.web.forms.day import FIRST_ON_PAPER, day_of
from scorekeeper.web.forms.options import Options, options_with, read_options
from scorekeeper.web.forms.seats import Seat
from scorekeeper.web.row_numbers import row_number_or

Form = MultiDict[str, str]
Purse = Literal["one", "each"]

BEGIN: Final = "begin"
DEFAULT_STAKE: Final = "10"
QUICK_STAKES: Final = (0, 5, 10, 20, 50)
LONGEST_TITLE: Final = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """What an evening is called and how it is paid; a next sitting has it already."""

    title: str = ""
    place: str = ""
    date: str = ""
    purse: Purse = "one"

    @property
    def day(self) -> date_type | None:
        """The date, None where what was typed cannot be one."""
        day = day_of(self.date, FIRST_ON_PAPER)
        return None if isinstance(day, Message) else day


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """The form as far as it is filled in."""

    key: str
    game: AnyGame
    rule_set: RuleSet[Any]
    options: Options
    stake: str = DEFAULT_STAKE
    payout: Payout | None = None
    """None = what is usual for the game."""
    seats: tuple[Seat, ...] = ()
    dealer: str = ""
    """The token of whom the table named; empty = the last seat, so that the first is forehand."""
    typed: str = ""
    """A name that was typed and could not be seated."""
    evening: Evening = field(default_factory=Evening)
    problems: Mapping[str, Message] = field(default_factory=dict)

    @property
    def first_dealer(self) -> Seat | None:
        """Who deals first."""
        named = next((seat for seat in self.seats if seat.token == self.dealer), None)
        return named or (self.seats[-1] if self.seats else None)

    @property
    def payouts(self) -> tuple[Payout, ...]:
        """The ways to pay that the game knows."""
        return tuple(way for way in get_args(Payout) if way != "winner" or self.game.to_winner(self.options.rules))

    @property
    def way(self) -> Payout:
        """How it will be paid."""
        usual: Payout = "winner" if "winner" in self.payouts else "transfers"
        return self.payout if self.payout in self.payouts else usual

    @property
    def cents(self) -> int | None:
        """The stake, None where what was typed is no amount."""
        return None if "stake" in self.problems else parse_stake(self.stake)

    @property
    def shown_for(self) -> str:
        """Name the game and rule set whose options the form shows."""
        return f"{self.game.key}/{self.rule_set.key}"


def parse_stake(text: str, currency: str = "") -> int:
    """Read the stake in cents, of the page's currency unless one is named; nothing is 0. Raises TypedNumberError."""
    cents = parse_cents(text, currency=currency) if text.strip() else 0
    if not 0 <= cents <= MOST_STAKE_CENTS:
        raise TypedNumberError(N_("from {low} to {high}", low=Cents(0), high=Cents(MOST_STAKE_CENTS)))
    return cents


def chosen(game: AnyGame, rule_set: str = "") -> tuple[AnyGame, RuleSet[Any]]:
    """Give a game with one of its rule sets, the first unless it is named."""
    return game, game.rule_set(rule_set) or game.rule_sets[0]


def empty_draft(key: str, game_key: str, evening: Evening) -> Draft:
    """Give the form before anything is known."""
    game, rule_set = chosen(GAMES.get(game_key) or next(iter(GAMES.values())))
    return Draft(key=key, game=game, rule_set=rule_set, options=Options(rules=rule_set.rules), evening=evening)


def read_draft(form: Form, known: Sequence[KnownPlayer], fresh: Draft) -> Draft:
    """Read what was sent; `fresh` says what is not in the form."""
    game, rule_set = chosen(GAMES.get(form.get("game", "")) or fresh.game, form.get("rules", ""))
    problems: dict[str, Message] = {}
    stake = form.get("stake", DEFAULT_STAKE).strip()
    try:
        parse_stake(stake)
    except TypedNumberError as error:
        problems["stake"] = error.message
    # options of another game or rule set than the one shown begin with that rule set's own
    if form.get("shown") == f"{game.key}/{rule_set.key}":
        options = read_options(form, game, rule_set)
    else:
        options = options_with(game, rule_set, {})
    dealer = form.get("dealer", "")
    return Draft(
        key=form.get("key") or fresh.key,
        game=game,
        rule_set=rule_set,
        options=options,
        stake=stake,
        payout=_one_of(form.get("payout"), get_args(Payout)),
        seats=seating.seats_of(form.getlist("player"), known),
        dealer="" if dealer == form.get("usual_dealer") else dealer,
        typed=form.get("typed", ""),
        evening=_read_evening(form, fresh.evening),
        problems=problems,
    )


def _read_evening(form: Form, fresh: Evening) -> Evening:
    return Evening(
        title=one_line(form.get("title", fresh.title))[:LONGEST_TITLE],
        place=one_line(form.get("place", fresh.place))[:LONGEST_TITLE],
        date=form.get("date", fresh.date).strip(),
        purse=_one_of(form.get("purse"), get_args(Purse)) or fresh.purse,
    )


def _one_of(value: str | None, allowed: Sequence[Any]) -> Any:  # noqa: ANN401 one of the literals given
    return value if value in allowed else None


def acted(draft: Draft, action: str, known: Sequence[KnownPlayer]) -> Draft:
    """Do what the tapped button says, e.g. "pick:12" or "up:3"; a name left in the field is seated with any of them."""
    before = draft.seats
    seats, trouble = seating.with_typed(before, draft.typed, known)
    problems = {**draft.problems, **({"typed": trouble} if trouble else {})}
    draft = replace(draft, seats=seats, typed=draft.typed if trouble else "", problems=problems)
    verb, _, what = action.partition(":")
    index = row_number_or(what, -1)
    if verb == BEGIN:
        return _asked_about(draft, before, known)
    if verb == "stake":
        rest = {name: message for name, message in draft.problems.items() if name != "stake"}
        return replace(draft, stake=str(max(index, 0)), problems=rest)
    return replace(draft, seats=_seats_after(draft.seats, verb, what, known))


def _seats_after(
    seats: tuple[Seat, ...], verb: str, what: str, known: Sequence[KnownPlayer]
) -> tuple[Seat, ...]:  # fmt: skip
    index = row_number_or(what, -1)
    if verb == "pick":
        return seating.toggled(seats, index, known)
    if verb == "meant":
        return seating.meaning(seats, what, known)
    if verb == "remove" and index >= 0:
        return seats[:index] + seats[index + 1 :]
    if verb in {"up", "down"}:
        return seating.moved(seats, index, -1 if verb == "up" else 1)
    return seats


def _asked_about(draft: Draft, before: tuple[Seat, ...], known: Sequence[KnownPlayer]) -> Draft:
    """Ask once about a name that was still in the field and is much like a known one."""
    found = seating.lookalikes(draft.seats, known)
    asked = next((seat for seat in draft.seats if seat not in before and seat.token in found), None)
    if asked is None:
        return draft
    other = found[asked.token][0].label
    question = N_("{name} is new, {other} is known. Is that the same person?", name=asked.label, other=other)
    return replace(draft, problems={"typed": question, **draft.problems})


def checked(draft: Draft) -> Draft:
    """Say everything that keeps the sitting from beginning."""
    problems = dict(draft.problems)
    for name, message in draft.options.problems.items():
        problems.setdefault(f"option.{name}", message)
    fewest, most = draft.game.size(draft.options.rules)
    if not fewest <= len(draft.seats) <= most:
        problems["players"] = count_message(draft)
    else:
        for refusal in draft.game.rules_problems(draft.options.rules, len(draft.seats)):
            problems.setdefault(f"option.{refusal.field}", refusal.message)
    if isinstance(day := day_of(draft.evening.date, FIRST_ON_PAPER), Message):
        problems["date"] = day
    return replace(draft, problems=problems)


def count_message(draft: Draft) -> Message:
    """Say how many the game allows, how many are chosen, and how many are missing or too many."""
    fewest, most = draft.game.size(draft.options.rules)
    count = len(draft.seats)
    values: dict[str, int | Message] = {"range": size_message(fewest, most), "count": count}
    if count < fewest:
        return NN_(
            "{range}, {count} chosen: one is missing", "{range}, {count} chosen: {n} are missing",
            fewest - count, **values,
        )  # fmt: skip
    if count > most:
        return NN_(
            "{range}, {count} chosen: one too many", "{range}, {count} chosen: {n} too many", count - most, **values
        )
    return N_("{range}, {count} chosen", **values)


def size_message(fewest: int, most: int) -> Message:
    """Say how many may sit at the table."""
    if fewest == most:
        return N_("{fewest} at the table", fewest=fewest)
    if most == fewest + 1:
        return N_("{fewest} or {most} at the table", fewest=fewest, most=most)
    return N_("{fewest} to {most} at the table", fewest=fewest, most=most)
