"""The evening file: one sitting, or a whole event, as JSON that people and programs write."""

import unicodedata
from collections.abc import Mapping
from typing import Any, Final, cast

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.evening import Setup, setup_problems
from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.settlement import Payout
from scorekeeper.domain.text import N_, Player, Refusal
from scorekeeper.services.answers import reader_of
from scorekeeper.services.evening_between import read_adjustments, read_changes, read_paid_out, read_presence
from scorekeeper.services.evening_data import FORMAT, DealLine, EventFile, SittingFile
from scorekeeper.services.evening_event import read_event
from scorekeeper.services.evening_fields import (
    MOST_DEALS,
    MOST_NOTE,
    MOST_PLAYERS,
    MOST_TABLES,
    placed,
    read_about,
    read_options,
    read_player,
    read_stake,
)
from scorekeeper.services.json_document import Fields, parse, refuse, verified_text

_FAMILY: Final = "scorekeeper-evening/"
_MOST_SITTINGS: Final = 10_000

_FILE_FIELDS: Final = ("format", "event", "sittings")
_SITTING_FIELDS: Final = (
    "format", "game", "rules", "options", "title", "date", "place", "stake", "payout", "players", "present",
    "first_dealer", "deals", "changes", "adjustments", "paid_out", "ended", "table",
)  # fmt: skip
_Beside = tuple[Player | None, tuple[Player, ...] | None, str, bool]
_NOTHING_BESIDE: Final[_Beside] = (None, None, "", False)
_BESIDE_ANSWERS: Final = ("dealer", "sitting_out", "note", "void")
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
    fields = Fields.of(document, "", _FILE_FIELDS)
    event = fields.take("event")
    sittings = fields.items("sittings", _MOST_SITTINGS)
    read = [_sitting(sitting, f"sittings[{index}]") for index, sitting in enumerate(sittings)]
    for index, sitting in enumerate(read):
        if sitting.stake.currency != read[0].stake.currency:
            refuse(f"sittings[{index}].stake.currency", N_("is another currency than in the first sitting"))
    return read_event(event, read)


def _sitting(document: object, place: str) -> SittingFile:
    fields = Fields.of(document, place, _SITTING_FIELDS)
    if place and "format" in fields.members:
        fields.one_of("format", (FORMAT,))
    setup = _setup(fields)
    names = frozenset(setup.players)
    stake = read_stake(fields)
    about = read_about(fields)
    deals = _deals(fields, setup.game, names)
    changes = read_changes(fields, setup, stake, len(deals))
    return SittingFile(
        setup=setup,
        about=about,
        stake=stake,
        payout=_payout(fields, setup.game, changes[-1].rules if changes else setup.rules),
        deals=deals,
        adjustments=read_adjustments(fields, names, len(deals)),
        changes=changes,
        paid_out=read_paid_out(fields, setup),
        ended=fields.flag("ended", default=None),
        table=fields.whole("table", 1, MOST_TABLES) if "table" in fields.members else 1,
    )


def _setup(fields: Fields) -> Setup:
    game = GAMES[fields.one_of("game", GAMES)]
    rule_set = fields.one_of("rules", [known.key for known in game.rule_sets], game.rule_sets[0].key)
    players = _players(fields)
    names = frozenset(players)
    setup = Setup(
        game=game,
        rule_set=rule_set,
        rules=read_options(fields, game, rule_set),
        players=players,
        first_dealer=read_player(fields.take("first_dealer", players[-1]), fields.at("first_dealer"), names),
        presence=read_presence(fields, names),
    )
    _verify_setup(fields, setup)
    return setup


def _verify_setup(fields: Fields, setup: Setup) -> None:
    """Refuse options and numbers of players that do not go together; who is there only at times counts per deal."""
    if setup.presence:
        return
    refusals = [
        Refusal(
            fields.at(field) if field in {"players", "first_dealer"} else f"{fields.at('options')}.{field}", message
        )
        for field, message in setup_problems(setup)
    ]
    if refusals:
        raise RefusedError(refusals)


def _players(fields: Fields) -> tuple[Player, ...]:
    seen: set[str] = set()
    for index, name in enumerate(fields.items("players", MOST_PLAYERS)):
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


def _payout(fields: Fields, game: AnyGame, last_rules: Any) -> Payout:  # noqa: ANN401 any game's rules
    ways = ("transfers", "kitty", "winner") if game.to_winner(last_rules) else ("transfers", "kitty")
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


def _beside(written: Mapping[str, Any], place: str, names: frozenset[Player]) -> _Beside:
    fields = Fields(written, place)
    dealer = fields.take("dealer", None)
    sitting_out = None
    if "sitting_out" in written:
        at = fields.at("sitting_out")
        sitting_out = tuple(
            read_player(name, f"{at}[{index}]", names)
            for index, name in enumerate(fields.items("sitting_out", MOST_PLAYERS))
        )
    return (
        None if dealer is None else read_player(dealer, fields.at("dealer"), names),
        sitting_out,
        fields.text("note", "", most=MOST_NOTE, one_line=False),
        bool(fields.flag("void", default=False)),
    )
