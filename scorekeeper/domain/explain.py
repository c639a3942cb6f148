"""Steps of an explanation that several games share: who pays how much to whom, and who gets it."""

from typing import Final

from scorekeeper.domain.text import N_, NN_, Player, Reason, Signed, Who

WON: Final = N_("won")
LOST: Final = N_("lost")
_ALL_ALIKE: Final = N_("Every opponent pays the same if the declaring side wins, and gets the same if it loses.")
_ALONE: Final = N_("Whoever plays alone gets it all or pays it all.")
_BOTH_ALIKE: Final = N_("Declarer and partner get or pay the same.")


def opponents_pay(count: int, each: int, *, won: bool) -> Reason:
    """Say what every opponent pays or, when the declaring side lost, gets; the figure is the sum."""
    if won:
        text = NN_("One opponent pays {each}", "{n} opponents, each pays {each}", count, each=each)
    else:
        text = NN_("One opponent gets {each}", "{n} opponents, each gets {each}", count, each=each)
    return Reason(text, N_("{n} × {each} = {sum}", n=count, each=each, sum=count * each), _ALL_ALIKE)


def all_for(player: Player, units: int) -> Reason:
    """Say that one player gets or pays everything."""
    if units < 0:
        return Reason(N_("{player} pays it all", player=Who((player,))), Signed(units), _ALONE)
    return Reason(N_("All of it for {player}", player=Who((player,))), Signed(units), _ALONE)


def shared_by(side: tuple[Player, Player], units: int) -> Reason:
    """Say that two players get or pay the same."""
    return Reason(N_("Shared by {side}", side=Who(side)), N_("each {units}", units=Signed(units)), _BOTH_ALIKE)
