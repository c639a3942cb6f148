"""What a tournament's settings begin with, and what changing them comes to once it is under way."""

from typing import Final

from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.text import N_, NN_, Message
from scorekeeper.domain.tournament.record import PRIZE, Tournament
from scorekeeper.domain.tournament.settings import Prizes, Settings
from scorekeeper.services.tournament import till

_FEE_CENTS: Final = 1000
_SHARES: Final = (500, 300, 200)
"""In thousandths of the pool: half of it, and what is left for the second and the third."""


def preset(game: AnyGame) -> Settings:
    """Give the settings of a village tournament of this game."""
    usual = game.usual_round
    return Settings(
        game=game.key, rule_set=game.rule_sets[0].key, deals=usual.deals, minutes=usual.minutes, table_size=usual.size,
        other_sizes=usual.other_sizes, fee_cents=_FEE_CENTS, prizes=Prizes(kind="shares", places=_SHARES),
    )  # fmt: skip


def consequences(state: Tournament, new: Settings) -> tuple[Message, ...]:
    """Say what a change of settings does to what was played, drawn or paid already."""
    old = state.settings
    said: list[Message] = []
    if state.current is not None:
        counted = ("counting", "sit_out", "sit_out_points", "tie_breaks")
        if any(getattr(old, name) != getattr(new, name) for name in counted):
            said.append(N_("The standings of the rounds played so far are counted anew."))
        if (old.deals, old.stake_cents) != (new.deals, new.stake_cents):
            said.append(
                N_("Deals and stake hold from the next round on; a table that is playing goes by the new deals.")
            )
    drawn = [number for number, one in state.rounds.items() if not one.begun]
    if drawn and (old.sizes != new.sizes or max(drawn) > new.rounds):
        said.append(NN_("A round is drawn already: it must be drawn anew.",
                        "{n} rounds are drawn already: they must be drawn anew.", len(drawn)))  # fmt: skip
    paid = sum(1 for number in state.entrants if till.paid_fee(state, number))
    if paid and old.fee_cents != new.fee_cents:
        said.append(NN_("One has paid the old fee already.", "{n} have paid the old fee already.", paid))
    if any(one.what == PRIZE for one in state.money) and old.prizes != new.prizes:
        said.append(N_("Prizes were handed out already."))
    return tuple(said)
