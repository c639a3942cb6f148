"""The end of a game that is settled with its winner: totals are given, who pays whom how much is asked."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.domain.game import Shares, Table
from scorekeeper.domain.learning.exercise import Exercise, Source
from scorekeeper.domain.learning.telling import Told
from scorekeeper.domain.text import N_, Player, Reason, Signed, Who
from scorekeeper.domain.tournament.lot import Lot

AT_THE_END: Final = N_("The game is over. Who gets or pays how much in the end?")
_THE_DIFFERENCE: Final = N_("Everybody pays the winner what they are short of the winner's score.")
_ON_TOP: Final = N_("The last one pays so much on top.")
_THE_SUM: Final = N_("The winner gets what the others pay.")
_USUAL_TARGET: Final = 100
_BELOW: Final = -60


def drawn_ending(lot: Lot, source: Source, table: Table, *, ties: bool) -> Exercise | None:
    """Draw final scores; None where the amounts would not be whole. Two are last only if `ties` says so."""
    target = getattr(source.rules, "target", None) or _USUAL_TARGET
    others = [_BELOW + lot.below(target - _BELOW) for _ in table.present[1:]]
    if ties and not lot.below(3):
        others[0] = min(others)
    totals = [target + lot.below(target), *others]
    return ending(source, dict(zip(table.present, lot.shuffled(totals), strict=True)), ties=ties)


def ending(source: Source, totals: Mapping[Player, int], *, ties: bool = True) -> Exercise | None:
    """Ask about final scores; None where the amounts would not be whole, or two have the same and may not."""
    shares = source.game.settle(source.rules, totals)
    whole = all(units.denominator == 1 for part in shares.parts for units in part.units.values())
    if not whole or len(shares.winners) != 1 or (not ties and len(set(totals.values())) < len(totals)):
        return None
    return Exercise(
        present=tuple(totals),
        told=tuple(
            Told(N_("{who}", who=Who((player,))), N_("{units}", units=Signed(units)))
            for player, units in totals.items()
        ),
        question=AT_THE_END,
        asked=tuple(totals),
        units={player: units.numerator for player, units in shares.units.items()},
        reasons=_reasons(shares),
        shape=tuple(sorted(totals.values())),
        sort=(AT_THE_END.id, len(totals), len(set(totals.values()))),
    )


def _reasons(shares: Shares) -> tuple[Reason, ...]:
    [winner] = shares.winners
    difference, surcharge = shares.parts
    found = []
    for part, rule in ((difference, _THE_DIFFERENCE), (surcharge, _ON_TOP)):
        for player, units in part.units.items():
            if player != winner and units:
                text = N_("{player}, {what}", player=Who((player,)), what=part.label)
                found.append(Reason(text, Signed(units.numerator), rule))
    return (
        *found,
        Reason(N_("All of it for {player}", player=Who((winner,))), Signed(shares.units[winner].numerator), _THE_SUM),
    )
