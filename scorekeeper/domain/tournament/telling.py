"""What parted two who have as many points, in a sentence."""

from scorekeeper.domain.text import N_, Message, Player, Who
from scorekeeper.domain.tournament.settings import TieBreak
from scorekeeper.domain.tournament.standings import Parting

TIE_BREAKS: dict[TieBreak, Message] = {
    "best_round": N_("better best round"),
    "wins": N_("more tables won"),
    "fewer_sit_outs": N_("fewer rounds sat out"),
    "direct": N_("direct meetings"),
    "lot": N_("the lot"),
}
"""What parts equals, for settings and lists."""


def parting_text(parting: Parting) -> Message:
    """Say why a line stands behind the one above that has as many points."""
    who = Who((Player(parting.upper),))
    values = {"who": who, "theirs": parting.upper_figure, "ours": parting.figure}
    match parting.by:
        case "units":
            return N_("as many points as {who}, who has more points of the game: {theirs} to {ours}", **values)
        case "best_round":
            return N_("as many points as {who}, whose best round is better: {theirs} to {ours}", **values)
        case "wins":
            return N_("as many points as {who}, who won more tables: {theirs} to {ours}", **values)
        case "fewer_sit_outs":
            return N_("as many points as {who}, who sat out less often: {theirs} to {ours}", **values)
        case "direct":
            return N_("as many points as {who}, who came off better when they met: {theirs} to {ours}", **values)
    return N_("as many points as {who}, whom the lot puts first", who=who)
