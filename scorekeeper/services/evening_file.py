"""The evening file: one sitting, or a whole event, as JSON that people and programs write."""

import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from typing import Any, Final, cast

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.evening import Presence, Setup, setup_problems
from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.settlement import Payout
from scorekeeper.domain.text import N_, Player, Refusal
from scorekeeper.services.answers import read_rules, reader_of
from scorekeeper.services.evening_data import FORMAT, About, Adjustment, DealLine, EventFile, SittingFile, Stake
from scorekeeper.services.json_document import Fields, member, parse, refuse, verified_text

_FAMILY: Final = "scorekeeper-evening/"
MOST_DEALS: Final = 1_000_000
MOST_STAKE_CENTS: Final = 1_000_000
MOST_UNITS: Final = 10**9
_MOST_SITTINGS: Final = 10_000
_MOST_PLAYERS: Final = 10_000
_MOST_NOTE: Final = 2_000
_CURRENCY_LETTERS: Final = 3
_DATE_LETTERS: Final = 10

_EVENT_FIELDS: Final = ("format", "event", "sittings")
_ABOUT_FIELDS: Final = ("title", "date", "place", "payout")
_SITTING_FIELDS: Final = (
    "format", "game", "rules", "options", "title", "date", "place", "stake", "payout", "players", "present",
    "first_dealer", "deals", "adjustments",
)  # fmt: skip
_Beside = tuple[Player | None, tuple[Player, ...] | None, str]
_NOTHING_BESIDE: Final[_Beside] = (None, None, "")
_BESIDE_ANSWERS: Final = ("dealer", "sitting_out", "note")
"""What a deal may say beside the game's own questions."""
_only_answers: Final = frozenset(_BESIDE_ANSWERS).isdisjoint


def read_evening(content: bytes) -> SittingFile | EventFile:
    """Read a file. Raises RefusedError; each refusal's field is a place like `deals[3].gewisse`."""
    document = parse(content)
    _verify_format(document)
    if "event" in document or "sittings" in document:
        return _event(document)
    return _sitting(document, "")


def _verify_format(document: object) -> None:
    if not isinstance(document, dict):
        refuse("", N_("needs an object in braces"))
    written = document.get("format", FORMAT[:0])
    if written == FORMAT:
        return
    if isinstance(written, str) and written.startswith(_FAMILY) and written.removeprefix(_FAMILY).isdecimal():
        refuse("format", N_("was written by a newer version; this one reads {format}", format=FORMAT))
    refuse("format", N_("needs “{format}”", format=FORMAT))


def _event(document: Mapping[str, Any]) -> EventFile:
    fields = Fields.of(document, "", _EVENT_FIELDS)
    event = Fields.of(fields.take("event"), "event", _ABOUT_FIELDS)
    payout = cast("Payout", event.one_of("payout", ("transfers", "kitty"), "transfers"))
    sittings = fields.items("sittings", _MOST_SITTINGS)
    read = [_sitting(sitting, f"sittings[{index}]") for index, sitting in enumerate(sittings)]
    for index, sitting in enumerate(read):
        if sitting.stake.currency != read[0].stake.currency:
            refuse(f"sittings[{index}].stake.currency", N_("is another currency than in the first sitting"))
    return EventFile(_about(event), tuple(read), payout)


def _sitting(document: object, place: str) -> SittingFile:
    fields = Fields.of(document, place, _SITTING_FIELDS)
    if place and "format" in fields.members:
        fields.one_of("format", (FORMAT,))
    setup = _setup(fields)
    names = frozenset(setup.players)
    return SittingFile(
        setup=setup,
        about=_about(fields),
        stake=_stake(fields),
        payout=_payout(fields, setup),
        deals=_deals(fields, setup.game, names),
        adjustments=_adjustments(fields, names),
    )


def _about(fields: Fields) -> About:
    return About(fields.text("title", ""), _day(fields), fields.text("place", ""))


def _day(fields: Fields) -> date | None:
    written = fields.take("date", None)
    if written is None:
        return None
    day = None
    if isinstance(written, str) and len(written) == _DATE_LETTERS and written[4] == written[7] == "-":
        with suppress(ValueError):
            day = date.fromisoformat(written)
    if day is None:
        refuse(fields.at("date"), N_("needs a day like 2027-01-15"))
    return day


def _setup(fields: Fields) -> Setup:
    game = GAMES[fields.one_of("game", GAMES)]
    rule_set = fields.one_of("rules", [known.key for known in game.rule_sets], game.rule_sets[0].key)
    players = _players(fields)
    setup = Setup(
        game=game,
        rule_set=rule_set,
        rules=_rules(fields, game, rule_set),
        players=players,
        first_dealer=_player(fields.take("first_dealer", players[-1]), fields.at("first_dealer"), frozenset(players)),
        presence=_presence(fields, frozenset(players)),
    )
    _verify_setup(fields, setup)
    return setup


def _rules(fields: Fields, game: AnyGame, rule_set: str) -> Any:  # noqa: ANN401 any game's rules
    try:
        return read_rules(game, rule_set, fields.take("options", {}))
    except RefusedError as error:
        raise placed(error, fields.at("options")) from error


def _verify_setup(fields: Fields, setup: Setup) -> None:
    """Refuse options and numbers of players that do not go together; who is there only at times counts per deal."""
    refusals = [
        Refusal(
            fields.at(field) if field in {"players", "first_dealer"} else f"{fields.at('options')}.{field}", message
        )
        for field, message in setup_problems(setup)
        if field != "players" or not setup.presence
    ]
    if refusals:
        raise RefusedError(refusals)


def _players(fields: Fields) -> tuple[Player, ...]:
    seen: set[str] = set()
    for index, name in enumerate(fields.items("players", _MOST_PLAYERS)):
        place = f"{fields.at('players')}[{index}]"
        if not verified_text(name, place, 200).strip():
            refuse(place, N_("needs a name"))
        same = unicodedata.normalize("NFC", name)
        if same in seen:
            refuse(place, N_("{name} is there twice", name=name))
        seen.add(same)
    if not seen:
        refuse(fields.at("players"), N_("needs the names at the table"))
    return tuple(Player(name) for name in fields.members["players"])


def _player(value: object, place: str, names: frozenset[Player]) -> Player:
    if not isinstance(value, str):
        refuse(place, N_("needs the name of a player"))
    if value not in names:
        refuse(place, N_("is not at the table"))
    return Player(value)


def _presence(fields: Fields, names: frozenset[Player]) -> dict[Player, Presence]:
    present = fields.take("present", {})
    if not isinstance(present, dict):
        refuse(fields.at("present"), N_("needs an object in braces"))
    found: dict[Player, Presence] = {}
    for name, span in present.items():
        place = member(fields.at("present"), name)
        player = _player(name, place, names)
        numbers = Fields.of(span, place, ("from", "to"))
        first = numbers.whole("from", 1, MOST_DEALS, 1)
        last = None if numbers.take("to", None) is None else numbers.whole("to", first, MOST_DEALS)
        found[player] = Presence(first, last)
    return found


def _stake(fields: Fields) -> Stake:
    if "stake" not in fields.members:
        return Stake()
    stake = Fields.of(fields.take("stake"), fields.at("stake"), ("cents", "currency"))
    currency = stake.text("currency", "EUR")
    if not (len(currency) == _CURRENCY_LETTERS and currency.isascii() and currency.isalpha() and currency.isupper()):
        refuse(stake.at("currency"), N_("needs three capital letters like EUR"))
    return Stake(stake.whole("cents", 0, MOST_STAKE_CENTS), currency)


def _payout(fields: Fields, setup: Setup) -> Payout:
    ways = ("transfers", "kitty", "winner") if setup.game.to_winner(setup.rules) else ("transfers", "kitty")
    return cast("Payout", fields.one_of("payout", ways, "transfers"))


def _deals(fields: Fields, game: AnyGame, names: frozenset[Player]) -> tuple[DealLine, ...]:
    build = reader_of(game.deal).build
    place = fields.at("deals")
    lines: list[DealLine] = []
    for index, written in enumerate(fields.items("deals", MOST_DEALS)):
        answers, beside = written, _NOTHING_BESIDE
        if isinstance(written, dict) and not _only_answers(written):
            answers = {key: value for key, value in written.items() if key not in _BESIDE_ANSWERS}
            beside = _beside(written, f"{place}[{index}]", names)
        try:
            lines.append(DealLine(build(answers, _BESIDE_ANSWERS), *beside))
        except RefusedError as error:
            raise placed(error, f"{place}[{index}]") from error
    return tuple(lines)


def placed(error: RefusedError, place: str) -> RefusedError:
    """Give the refusals of a part their place in the file."""
    return RefusedError([Refusal(f"{place}.{field}" if field else place, message) for field, message in error.refusals])


def _beside(written: Mapping[str, Any], place: str, names: frozenset[Player]) -> _Beside:
    fields = Fields(written, place)
    dealer = fields.take("dealer", None)
    sitting_out = None
    if "sitting_out" in written:
        at = fields.at("sitting_out")
        sitting_out = tuple(
            _player(name, f"{at}[{index}]", names)
            for index, name in enumerate(fields.items("sitting_out", _MOST_PLAYERS))
        )
    return (
        None if dealer is None else _player(dealer, fields.at("dealer"), names),
        sitting_out,
        fields.text("note", "", most=_MOST_NOTE, one_line=False),
    )


def _adjustments(fields: Fields, names: frozenset[Player]) -> tuple[Adjustment, ...]:
    found: list[Adjustment] = []
    for index, written in enumerate(fields.items("adjustments", MOST_DEALS, [])):
        place = f"{fields.at('adjustments')}[{index}]"
        one = Fields.of(written, place, ("player", "units", "reason"))
        player = _player(one.take("player"), one.at("player"), names)
        units = one.whole("units", -MOST_UNITS, MOST_UNITS)
        found.append(Adjustment(player, units, one.text("reason", "", most=_MOST_NOTE, one_line=False)))
    return tuple(found)
