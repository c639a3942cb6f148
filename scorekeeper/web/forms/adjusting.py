"""Penalties and opening balances as they are typed: who gets and who pays by button, how much by number, and why."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from werkzeug.datastructures import MultiDict

from scorekeeper.domain.text import N_, Message, Player, Signed
from scorekeeper.i18n.typed import TypedNumberError, parse_units
from scorekeeper.services.changing import MOST_UNITS
from scorekeeper.services.texts import several_lines
from scorekeeper.web.row_numbers import row_number_or

GETS, PAYS = "gets", "pays"
_MOST_LETTERS: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjusting:
    """The form as far as it is filled in."""

    key: str
    seen: int
    """The sitting's last seq when the form was opened."""
    texts: Mapping[Player, str] = field(default_factory=dict)
    sides: Mapping[Player, str] = field(default_factory=dict)
    suggested: str = ""
    """The reason that was tapped."""
    reason: str = ""
    """The reason that was typed; it goes before one that was tapped."""
    confirmed: bool = False
    """Whether a sum other than 0 is meant."""
    units: Mapping[Player, int] = field(default_factory=dict)
    problems: Mapping[str, Message] = field(default_factory=dict)

    @property
    def why(self) -> str:
        """Give the reason that counts."""
        return several_lines(self.reason) or several_lines(self.suggested)

    @property
    def total(self) -> int:
        """What is added to all scores together."""
        return sum(self.units.values())


def read_adjusting(form: MultiDict[str, str], players: Iterable[Player]) -> Adjusting:
    """Read the form, and say what is wrong with it."""
    texts: dict[Player, str] = {}
    sides: dict[Player, str] = {}
    units: dict[Player, int] = {}
    problems: dict[str, Message] = {}
    for player in players:
        texts[player] = form.get(f"units.{player}", "").strip()[:_MOST_LETTERS]
        sides[player] = form.get(f"side.{player}", "")
        try:
            amount = _amount(texts[player], sides[player])
        except TypedNumberError as error:
            problems[player] = error.message
            continue
        if amount:
            units[player] = amount
    read = Adjusting(
        key=form.get("key", ""), seen=row_number_or(form.get("seen", ""), 0), texts=texts, sides=sides,
        suggested=form.get("suggested", ""), reason=form.get("reason", ""), confirmed=form.get("confirmed") == "1",
        units=units, problems=problems,
    )  # fmt: skip
    if not units and not problems:
        problems["units"] = N_("whose score changes, and by how much, is missing")
    if not read.why:
        problems["reason"] = N_("a reason is missing")
    return read


def _amount(text: str, side: str) -> int:
    """Read one amount; the sign is tapped, but a minus that was typed after all is understood."""
    if not text:
        return 0
    value = parse_units(text)
    if abs(value) > MOST_UNITS:
        raise TypedNumberError(N_("at most {most} points", most=MOST_UNITS))
    if value and side not in {GETS, PAYS}:
        if value > 0:
            raise TypedNumberError(N_("gets or pays?"))
        return value
    if value < 0 and side == GETS:
        raise TypedNumberError(N_("gets and {units}: which of the two?", units=Signed(value)))
    return -abs(value) if side == PAYS else value
