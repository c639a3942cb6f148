"""Parts that several places of the evening file share: title and day, a player's name, money, the table's options."""

from contextlib import suppress
from datetime import date
from typing import Any, Final

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.text import N_, Player, Refusal
from scorekeeper.services.answers import read_rules
from scorekeeper.services.evening_data import About, Stake
from scorekeeper.services.json_document import Fields, refuse

MOST_DEALS: Final = 1_000_000
MOST_STAKE_CENTS: Final = 1_000_000
MOST_CENTS: Final = 10**12
MOST_UNITS: Final = 10**9
MOST_PLAYERS: Final = 10_000
MOST_TABLES: Final = 999
MOST_NOTE: Final = 2_000
_CURRENCY_LETTERS: Final = 3
_DATE_LETTERS: Final = 10


def read_about(fields: Fields) -> About:
    """Read title, day and place."""
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


def read_player(value: object, place: str, names: frozenset[Player]) -> Player:
    """Read the name of somebody at the table."""
    if not isinstance(value, str):
        refuse(place, N_("needs the name of a player"))
    if value not in names:
        refuse(place, N_("is not at the table"))
    return Player(value)


def read_stake(fields: Fields, currency: str = "EUR") -> Stake:
    """Read what a unit is worth; nothing unless it is said."""
    if "stake" not in fields.members:
        return Stake(0, currency)
    stake = Fields.of(fields.take("stake"), fields.at("stake"), ("cents", "currency"))
    currency = stake.text("currency", currency)
    if not (len(currency) == _CURRENCY_LETTERS and currency.isascii() and currency.isalpha() and currency.isupper()):
        refuse(stake.at("currency"), N_("needs three capital letters like CHF or EUR"))
    return Stake(stake.whole("cents", 0, MOST_STAKE_CENTS), currency)


def read_options(fields: Fields, game: AnyGame, rule_set: str) -> Any:  # noqa: ANN401 any game's rules
    """Read the table's options, which are put upon a rule set."""
    try:
        return read_rules(game, rule_set, fields.take("options", {}))
    except RefusedError as error:
        raise placed(error, fields.at("options")) from error


def placed(error: RefusedError, place: str) -> RefusedError:
    """Give the refusals of a part their place in the file."""
    return RefusedError([Refusal(f"{place}.{field}" if field else place, message) for field, message in error.refusals])
