"""The result of scoring as plain JSON values, `scorekeeper-result/1`."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from scorekeeper.domain.evening import Played
from scorekeeper.domain.settlement import Plan
from scorekeeper.domain.stakes import kept
from scorekeeper.domain.text import Message, Player, Reason
from scorekeeper.services.evening_data import DealLine
from scorekeeper.services.evening_writer import about_values
from scorekeeper.services.scoring import EventScore, SittingScore

RESULT_FORMAT: Final = "scorekeeper-result/1"


@dataclass(frozen=True, slots=True)
class Voice:
    """How messages become text; the layers above know languages."""

    say: Callable[[Message], str]
    explain: Callable[[Iterable[Reason]], list[str]] | None = None
    """Given where explanations are wanted."""


def result_document(score: SittingScore | EventScore, voice: Voice) -> dict[str, Any]:
    """Give the document of a sitting or an event."""
    if isinstance(score, SittingScore):
        return {"format": RESULT_FORMAT, **_sitting(score, voice)}
    return {
        "format": RESULT_FORMAT,
        "event": about_values(score.file.about) | ({"purse": "each"} if score.file.purse == "each" else {}),
        "sittings": [_sitting(sitting, voice) for sitting in score.sittings],
        "settlement": {"cents": dict(score.cents), **_payments(score.plan)},
    }


def _sitting(score: SittingScore, voice: Voice) -> dict[str, Any]:
    setup = score.file.setup
    return {
        "game": setup.game.key,
        "rules": setup.rule_set,
        "deals": [_deal(played, line, voice) for played, line in zip(score.played, score.file.deals, strict=True)],
        "totals": dict(score.totals),
        "settlement": {
            "units": _exact_texts(score.shares.units),
            **_beside_the_units(score),
            "cents": dict(score.cents),
            **_payments(score.plan),
        },
        "finished": score.standing.progress.finished,
    }


def _deal(played: Played, line: DealLine, voice: Voice) -> dict[str, Any]:
    document: dict[str, Any] = {
        "number": played.number,
        "dealer": played.table.dealer,
        "sitting_out": list(played.table.sitting_out),
        "units": played.units,
        "warnings": [voice.say(warning) for warning in played.warnings],
    }
    if line.void:
        document["void"] = True
    if voice.explain is not None:
        document["explanation"] = voice.explain(played.reasons)
    return document


def _beside_the_units(score: SittingScore) -> dict[str, Any]:
    """Say what one stake does not: the units under each of several, and, in exact cents, what who left keeps."""
    said: dict[str, Any] = {}
    if len(score.sections) > 1:
        said["stakes"] = [
            {"from": each.first, "stake_cents": each.cents, "units": _exact_texts(each.units)}
            for each in score.sections
        ]
    left_early = kept(score.sections, score.amounts)
    return said | ({"left_early_cents": _exact_texts(left_early)} if left_early else {})


def _exact_texts(amounts: Mapping[Player, Fraction]) -> dict[str, str]:
    return {player: str(amount) for player, amount in amounts.items()}


def _payments(plan: Plan) -> dict[str, Any]:
    lines = [{"from": line.giver, "to": line.receiver, "cents": line.cents} for line in plan.transfers]
    return {"transfers": lines, "method": plan.method}
