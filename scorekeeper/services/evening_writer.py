"""Writes the evening file: the same sitting always gives the same bytes, and reading them gives the same sitting."""

import json
from typing import Any, Final

from scorekeeper.domain.evening import Presence
from scorekeeper.services.answers import dump_deal, dump_options
from scorekeeper.services.evening_data import FORMAT, About, Adjustment, DealLine, EventFile, SittingFile

_A_LINE_EACH: Final = frozenset({"deals", "adjustments"})


def write_evening(file: SittingFile | EventFile) -> bytes:
    """Write a file in its one canonical form: a member a line, a deal a line, no answer that is the default."""
    if isinstance(file, SittingFile):
        document = {"format": FORMAT, **_sitting(file)}
    else:
        event = about_values(file.about) | {"payout": file.payout}
        document = {"format": FORMAT, "event": event, "sittings": [_sitting(sitting) for sitting in file.sittings]}
    return f"{_laid_out(document, '')}\n".encode()


def about_values(about: About) -> dict[str, Any]:
    """Give title, date and place as far as they are known."""
    day = about.day.isoformat() if about.day else None
    return {key: value for key, value in (("title", about.title), ("date", day), ("place", about.place)) if value}


def _sitting(file: SittingFile) -> dict[str, Any]:
    setup = file.setup
    rule_set = next(known for known in setup.game.rule_sets if known.key == setup.rule_set)
    optional = {
        "present": {player: _span(presence) for player, presence in setup.presence.items()},
        "adjustments": [_adjustment(adjustment) for adjustment in file.adjustments],
    }
    return {
        "game": setup.game.key,
        "rules": setup.rule_set,
        "options": dump_options(setup.rules, rule_set),
        **about_values(file.about),
        "stake": {"cents": file.stake.cents, "currency": file.stake.currency},
        "payout": file.payout,
        "players": list(setup.players),
        "first_dealer": setup.first_dealer,
        "deals": [_deal(line) for line in file.deals],
        **{key: value for key, value in optional.items() if value},
    }


def _deal(line: DealLine) -> dict[str, Any]:
    written = dump_deal(line.deal)
    if line.dealer is not None:
        written["dealer"] = line.dealer
    if line.sitting_out is not None:
        written["sitting_out"] = list(line.sitting_out)
    if line.note:
        written["note"] = line.note
    return written


def _adjustment(adjustment: Adjustment) -> dict[str, Any]:
    written: dict[str, Any] = {"player": adjustment.player, "units": adjustment.units}
    return written | ({"reason": adjustment.reason} if adjustment.reason else {})


def _span(presence: Presence) -> dict[str, int]:
    return {"from": presence.first} | ({} if presence.last is None else {"to": presence.last})


def _laid_out(document: dict[str, Any], indent: str) -> str:
    members = []
    for key, value in document.items():
        if key == "sittings":
            text = _list([_laid_out(sitting, f"{indent}  ") for sitting in value], indent)
        elif key in _A_LINE_EACH:
            text = _list([_compact(entry) for entry in value], indent)
        else:
            text = _compact(value)
        members.append(f"{_compact(key)}: {text}")
    return "{" + f",\n{indent} ".join(members) + "}"


def _list(entries: list[str], indent: str) -> str:
    return f"[\n{indent}  " + f",\n{indent}  ".join(entries) + "]" if entries else "[]"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
