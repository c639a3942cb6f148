"""What a club chose: name and picture for its sheets, language and currency, and how its evenings usually begin."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, get_args

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.settlement import Payout
from scorekeeper.domain.text import N_, Cents
from scorekeeper.services.actor import Actor
from scorekeeper.services.auditing import What, note
from scorekeeper.services.errors import NotFoundError, refuse
from scorekeeper.services.texts import one_line
from scorekeeper.storage import Transaction, clubs
from scorekeeper.storage.clubs import ClubRow

CURRENCIES: Final = ("EUR", "CHF")
MOST_STAKE_CENTS: Final = 100_000
LONGEST_NAME: Final = 80
_LANGUAGE_LETTERS: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The choices of a club; a `game`, `stake_cents` or `payout` of None begins as the last evening was."""

    name: str = ""
    language: str = ""
    """Empty = as the program comes."""
    currency: str = CURRENCIES[0]
    game: str | None = None
    rule_set: str | None = None
    stake_cents: int | None = None
    payout: Payout | None = None


@dataclass(frozen=True, slots=True)
class Letterhead:
    """What stands at the top of a club's sheets; `picture` is a PNG file in base64."""

    name: str = ""
    picture: str = ""


_KEPT: Final = tuple(field.name for field in fields(Settings) if field.name != "name")
"""What lies in the club's settings; others that lie there are left alone."""


def settings_of(tx: Transaction, club: int) -> Settings:
    """Give what a club chose; what this version does not know any more counts as not chosen."""
    return _read(_of(tx, club))


def letterhead(tx: Transaction, club: int) -> Letterhead:
    """Give what stands at the top of a club's sheets."""
    row = _of(tx, club)
    return Letterhead(row.name, row.picture or "")


def usual_currency(tx: Transaction, club: int) -> str:
    """Give the currency that a new evening is played in."""
    return _read_settings(clubs.settings(tx, club)).currency


def usual_language(tx: Transaction, club: int) -> str:
    """Give the language of devices that have chosen none; empty = as the program comes."""
    return _read_settings(clubs.settings(tx, club)).language


def change_settings(tx: Transaction, actor: Actor, new: Settings) -> None:
    """Keep what was chosen. Raises RefusedError for what cannot be."""
    clubs.lock(tx, actor.club)
    row = _of(tx, actor.club)
    before, after = _values(_read(row)), _values(_verified(new))
    changed = {name: {"from": before[name], "to": after[name]} for name in after if before[name] != after[name]}
    if not changed:
        return
    kept = {name: value for name, value in row.settings.items() if name not in _KEPT}
    chosen = {name: after[name] for name in _KEPT if after[name] not in {None, ""}}
    clubs.change(tx, actor.club, {"name": after["name"], "settings": kept | chosen})
    note(tx, actor, What.SETTINGS_CHANGED, values=changed)


def change_picture(tx: Transaction, actor: Actor, png: bytes | None) -> None:
    """Keep another picture for the sheets, made by `pictures.as_png`, or none any more."""
    clubs.lock(tx, actor.club)
    picture = None if png is None else base64.b64encode(png).decode()
    if _of(tx, actor.club).picture == picture:
        return
    clubs.change(tx, actor.club, {"picture": picture})
    note(tx, actor, What.PICTURE_CHANGED, values={"there": picture is not None})


def _of(tx: Transaction, club: int) -> ClubRow:
    row = clubs.get(tx, club)
    if row is None:
        raise NotFoundError
    return row


def _read(row: ClubRow) -> Settings:
    return _read_settings(row.settings, row.name)


def _read_settings(kept: Mapping[str, Any], name: str = "") -> Settings:
    game = GAMES.get(kept.get("game", ""))
    rule_set = game.rule_set(kept.get("rule_set", "")) if game else None
    stake, payout, currency = kept.get("stake_cents"), kept.get("payout"), kept.get("currency")
    language = kept.get("language", "")
    return Settings(
        name=name,
        language=language if isinstance(language, str) else "",
        currency=currency if currency in CURRENCIES else CURRENCIES[0],
        game=game.key if game else None,
        rule_set=rule_set.key if rule_set else None,
        stake_cents=stake if isinstance(stake, int) else None,
        payout=payout if payout in get_args(Payout) else None,
    )


def _values(settings: Settings) -> dict[str, Any]:
    return {field.name: getattr(settings, field.name) for field in fields(settings)}


def verify_stake(cents: int) -> None:
    """Raise RefusedError unless a point may be worth so much."""
    if not 0 <= cents <= MOST_STAKE_CENTS:
        raise refuse("stake_cents", N_("at most {most} per point", most=Cents(MOST_STAKE_CENTS)))


def _verified(new: Settings) -> Settings:
    name = one_line(new.name)
    if len(name) > LONGEST_NAME:
        raise refuse("name", N_("at most {most} letters", most=LONGEST_NAME))
    if new.language and not (len(new.language) == _LANGUAGE_LETTERS and new.language.isascii()):
        raise refuse("language", N_("is unknown"))
    if new.currency not in CURRENCIES:
        raise refuse("currency", N_("This currency is not known here: choose one of the two."))
    game = GAMES.get(new.game or "")
    if (game is None) is not (new.game is None) or (game and game.rule_set(new.rule_set or "") is None):
        raise refuse("game", N_("is unknown"))
    if new.stake_cents is not None:
        verify_stake(new.stake_cents)
    if new.payout is not None and new.payout not in get_args(Payout):
        raise refuse("payout", N_("is unknown"))
    return Settings(
        name=name, language=new.language, currency=new.currency, game=new.game,
        rule_set=new.rule_set if game else None, stake_cents=new.stake_cents, payout=new.payout,
    )  # fmt: skip
