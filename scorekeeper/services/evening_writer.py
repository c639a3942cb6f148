"""Writes the evening file: the same sitting always gives the same bytes, and reading them gives the same sitting."""

import json
from typing import Any, Final

from scorekeeper.domain.evening import Presence
from scorekeeper.domain.game import AnyGame
from scorekeeper.services.answers import dump_deal, dump_options
from scorekeeper.services.evening_data import (
    FORMAT,
    About,
    Adjustment,
    Change,
    DealLine,
    EventFile,
    Paid,
    SittingFile,
    Stake,
)

_A_LINE_EACH: Final = frozenset({"deals", "adjustments", "changes", "payments"})


def write_evening(file: SittingFile | EventFile) -> bytes:
    """Write a file in its one canonical form: a member a line, a deal a line, no answer that is the default."""
    return f"{_laid_out(_document(file), '')}\n".encode()


def write_line(file: SittingFile | EventFile) -> bytes:
    """Write a file on one line, for a file of many (JSON Lines)."""
    return f"{_compact(_document(file))}\n".encode()


def _document(file: SittingFile | EventFile) -> dict[str, Any]:
    if isinstance(file, SittingFile):
        return {"format": FORMAT, **_sitting(file)}
    return {"format": FORMAT, "event": _event(file), "sittings": [_sitting(sitting) for sitting in file.sittings]}


def _event(file: EventFile) -> dict[str, Any]:
    people = {
        label: {"name": person.name} | ({"nickname": person.nickname} if person.nickname else {})
        for label, person in file.people.items()
    }
    optional = {
        "purse": "" if file.purse == "one" else file.purse,
        "closed": file.closed,
        "kitty": _kitty(file),
        "payments": [_payment(payment) for payment in file.payments],
        "people": people,
    }
    return about_values(file.about) | {"payout": file.payout} | _needed(optional)


def _kitty(file: EventFile) -> dict[str, int]:
    kitty = file.kitty
    written = {"float": kitty.float_cents} if kitty.float_cents else {}
    return written | ({} if kitty.counted_cents is None else {"counted": kitty.counted_cents})


def _payment(payment: Paid) -> dict[str, Any]:
    written: dict[str, Any] = {"from": payment.giver, "to": payment.receiver, "cents": payment.cents}
    return written | _needed({"note": payment.note, "sitting": payment.sitting})


def _needed(members: dict[str, Any]) -> dict[str, Any]:
    """Leave out what says nothing."""
    return {key: value for key, value in members.items() if value}


def about_values(about: About) -> dict[str, Any]:
    """Give title, date and place as far as they are known."""
    day = about.day.isoformat() if about.day else None
    return {key: value for key, value in (("title", about.title), ("date", day), ("place", about.place)) if value}


def _sitting(file: SittingFile) -> dict[str, Any]:
    setup = file.setup
    optional = {
        "present": {player: _span(presence) for player, presence in setup.presence.items()},
        "changes": _changes(file),
        "adjustments": [_adjustment(adjustment) for adjustment in file.adjustments],
        "paid_out": {player: {"units": out.units, "cents": out.cents} for player, out in file.paid_out.items()},
    }
    return {
        "game": setup.game.key,
        "rules": setup.rule_set,
        "options": _options(setup.game, setup.rule_set, setup.rules),
        **about_values(file.about),
        "stake": _stake(file.stake),
        "payout": file.payout,
        "players": list(setup.players),
        "first_dealer": setup.first_dealer,
        "deals": [_deal(line) for line in file.deals],
        **_needed(optional),
        **({} if file.ended is None else {"ended": file.ended}),
        **({} if file.table == 1 else {"table": file.table}),
    }


def _options(game: AnyGame, rule_set: str, rules: Any) -> dict[str, Any]:  # noqa: ANN401 any game's rules
    return dump_options(rules, next(known for known in game.rule_sets if known.key == rule_set))


def _stake(stake: Stake) -> dict[str, Any]:
    return {"cents": stake.cents, "currency": stake.currency}


def _deal(line: DealLine) -> dict[str, Any]:
    written = dump_deal(line.deal)
    if line.dealer is not None:
        written["dealer"] = line.dealer
    if line.sitting_out is not None:
        written["sitting_out"] = list(line.sitting_out)
    return written | _needed({"note": line.note, "void": line.void})


def _changes(file: SittingFile) -> list[dict[str, Any]]:
    setup = file.setup
    before, written = Change(1, setup.rule_set, setup.rules, file.stake.cents), []
    for change in file.changes:
        one: dict[str, Any] = {"from": change.first}
        options = _options(setup.game, change.rule_set, change.rules)
        if change.rule_set != before.rule_set:
            one |= {"rules": change.rule_set} | _needed({"options": options})
        elif change.rules != before.rules:
            one["options"] = options
        if change.stake_cents != before.stake_cents:
            one["stake"] = _stake(Stake(change.stake_cents, file.stake.currency))
        written.append(one)
        before = change
    return written


def _adjustment(adjustment: Adjustment) -> dict[str, Any]:
    written: dict[str, Any] = {"player": adjustment.player, "units": adjustment.units}
    return written | _needed({"reason": adjustment.reason, "after": adjustment.after})


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
