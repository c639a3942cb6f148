"""What a learner said, held against what is right: which figures differ, and what was probably overlooked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.domain.text import N_, Message, Player, Reason, Signed, Who


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of it; `remarks` explain the difference, the most helpful first."""

    wrong: tuple[Player, ...]
    remarks: tuple[Message, ...]

    @property
    def right(self) -> bool:
        """Whether every figure was."""
        return not self.wrong


def check(
    said: Mapping[Player, int], units: Mapping[Player, int], reasons: Sequence[Reason], resting: Sequence[Player] = ()
) -> Checked:
    """Compare figures with the right ones; `resting` sat out."""
    wrong = tuple(player for player in units if said[player] != units[player])
    if not wrong:
        return Checked((), ())
    found = _all_at_once(said, units, reasons) or [
        *_sum(said, units),
        *_resting(said, units, resting),
        *_turned(said, units, wrong),
    ]
    return Checked(wrong, tuple(found))


def _all_at_once(
    said: Mapping[Player, int], units: Mapping[Player, int], reasons: Sequence[Reason]
) -> list[Message]:  # fmt: skip
    """Say what explains every difference by itself: the sides are changed, or a factor is missing or too many."""
    if not any(units.values()):
        return [N_("Here nobody gets or pays anything.")]
    if not any(said.values()):
        return [N_("Here not everybody has 0.")]
    if all(said[player] == -right for player, right in units.items()):
        return [N_("The amounts are right, but won and lost are the wrong way round.")]
    for turn in (1, -1):
        factor = _factor(said, units, turn)
        if factor > 1:
            return [*_turned_round(turn), *_forgotten(factor, reasons)]
        factor = _factor(units, said, turn)
        if factor > 1:
            return [*_turned_round(turn), N_("Everything is {factor} times too much.", factor=factor)]
    return []


def _turned_round(turn: int) -> list[Message]:
    return [N_("Won and lost are the wrong way round.")] if turn < 0 else []


def _factor(small: Mapping[Player, int], large: Mapping[Player, int], turn: int) -> int:
    """Give the number by which every figure of `small` must be multiplied; 0 if there is none."""
    player = next(player for player, figure in large.items() if figure)
    if not small[player]:
        return 0
    factor, rest = divmod(large[player] * turn, small[player])
    if rest or any(small[other] * factor != figure * turn for other, figure in large.items()):
        return 0
    return factor


def _forgotten(factor: int, reasons: Sequence[Reason]) -> list[Message]:
    """Name the step that multiplies by as much as is missing."""
    steps = [reason.text for reason in reasons if reason.text.values.get("factor") == factor]
    told = N_("Everything is {factor} times too little.", factor=factor)
    return [told, *(N_("Was this overlooked: {step}?", step=step) for step in steps[:1])]


def _sum(said: Mapping[Player, int], units: Mapping[Player, int]) -> list[Message]:
    """What some get the others pay, where that is so."""
    if sum(units.values()) or not sum(said.values()):
        return []
    return [N_("What some get the others pay: the sum must be 0, here it is {sum}.", sum=Signed(sum(said.values())))]


def _resting(said: Mapping[Player, int], units: Mapping[Player, int], resting: Sequence[Player]) -> list[Message]:
    found = [player for player in resting if player in units and said[player] != units[player]]
    free = tuple(player for player in found if not units[player])
    paying = tuple(player for player in found if units[player])
    return [
        *([N_("{player}: sitting out means neither getting nor paying.", player=Who(free))] if free else []),
        *([N_("{player}: sits out here, but gets or pays like an opponent.", player=Who(paying))] if paying else []),
    ]


def _turned(said: Mapping[Player, int], units: Mapping[Player, int], wrong: Sequence[Player]) -> list[Message]:
    """Name those whose amount is right and whose sign is not."""
    turned = tuple(player for player in wrong if units[player] and said[player] == -units[player])
    return [N_("Right amount, wrong sign: {players}.", players=Who(turned))] if turned else []
