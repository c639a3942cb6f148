"""Rounds drawn, by lot or by the standings, ahead or one by one; changed by hand; drawn anew."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

from scorekeeper.domain.text import N_
from scorekeeper.domain.tournament.draw import draw_rounds
from scorekeeper.domain.tournament.record import Kind, RoundState, Tournament
from scorekeeper.domain.tournament.rounds import DrawnRound
from scorekeeper.domain.tournament.swiss import draw_swiss
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import NotFoundError, refuse
from scorekeeper.services.texts import one_line
from scorekeeper.services.tournament import recording
from scorekeeper.services.tournament.recording import At
from scorekeeper.storage import Transaction

SIGNS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without I, O, 0 and 1, which are misread on paper."""
_LONGEST_SEED: Final = 40


def new_seed() -> str:
    """Give a seed that nobody could know before, short enough to be read out: "KDF7-3QPM"."""
    drawn = "".join(secrets.choice(SIGNS) for _ in range(8))
    return f"{drawn[:4]}-{drawn[4:]}"


def draw(  # noqa: PLR0913 which rounds, from what
    tx: Transaction, actor: Actor, at: At, *, first: int, rounds: int, seed: str,
    ranking: Sequence[int] | None = None,
) -> None:  # fmt: skip
    """Draw so many rounds from `first` on, by lot, or one by the standings if a `ranking` is given (best first).

    Rounds drawn before and not begun are drawn anew, also those that come after. Raises RefusedError.
    """
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    _verify_not_begun(state, first)
    settings = state.settings
    if not 1 <= rounds <= settings.rounds - first + 1:
        raise refuse("rounds", N_("from {low} to {high}", low=1, high=settings.rounds - first + 1))
    seed = one_line(seed)
    if not seed:
        raise refuse("seed", N_("is missing"))
    if len(seed) > _LONGEST_SEED:
        raise refuse("seed", N_("at most {most} letters", most=_LONGEST_SEED))
    present, past = state.present(first), state.drawn_before(first)
    method = "lot" if ranking is None or first == 1 else "swiss"
    drawn: Sequence[DrawnRound]
    if method == "swiss":
        drawn = [draw_swiss(present, ranking or (), settings.sizes, state.wishes, past, seed)]
    else:
        drawn = draw_rounds(present, rounds, settings.sizes, state.wishes, past, seed)
    for number, one in enumerate(drawn, first):
        values = {"round": number, "seed": seed, "method": method, **as_values(one)}
        recording.add(tx, actor, at if number == first else at.also(number), Kind.DRAWN, values)


def change_by_hand(  # noqa: PLR0913 which round, from what to what
    tx: Transaction, actor: Actor, at: At, number: int, new: DrawnRound, *, seen: int
) -> None:  # fmt: skip
    """Put another seating in the place of a draw (`seen`: its seq). Raises RefusedError, NotFoundError."""
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    _verify_not_begun(state, number)
    recording.add(tx, actor, at, Kind.DRAWN, by_hand(state, number, new, seen))


def by_hand(state: Tournament, number: int, new: DrawnRound, seen: int) -> Mapping[str, Any]:
    """Give the fact that puts another seating in the place of a draw. Raises RefusedError, NotFoundError."""
    found = state.rounds.get(number)
    if found is None:
        raise NotFoundError
    if found.drawn_seq != seen:
        raise refuse("round", N_("Meanwhile this round was drawn anew or changed. Please look first."))
    if len(set(new.players)) < len(new.players):
        raise refuse("players", N_("nobody sits at two tables"))
    if not set(new.players) <= set(state.entrants):
        raise NotFoundError
    return {"round": number, "seed": found.seed, "method": "hand", **as_values(new)}


def _verify_not_begun(state: Tournament, number: int) -> None:
    """A round that was begun has results; it is never drawn anew."""
    later: list[RoundState] = [one for one in state.rounds.values() if one.number >= number and one.begun]
    if later:
        raise refuse("round", N_("Round {round} was begun already.", round=later[0].number))
    if number != state.next_number and number - 1 not in state.rounds:
        raise refuse("round", N_("Round {round} must be drawn first.", round=state.next_number))


def as_values(drawn: DrawnRound) -> dict[str, Any]:
    """Write a seating into a fact."""
    return {"tables": [list(table) for table in drawn.tables], "out": list(drawn.sitting_out)}
