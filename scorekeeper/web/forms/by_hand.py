"""A change of a draw by hand, as a form sends it: two swap, or one sits elsewhere, sits out or does not play."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.domain.text import N_, Message
from scorekeeper.domain.tournament import consequences
from scorekeeper.domain.tournament.rounds import DrawnRound
from scorekeeper.services.errors import refuse
from scorekeeper.web.forms.whom import entrant_of
from scorekeeper.web.row_numbers import row_number_or

FIELDS: Final = ("what", "one", "other", "table")


def read_change(
    drawn: DrawnRound, fields: Mapping[str, str], names: Mapping[int, str]
) -> tuple[Message, DrawnRound]:  # fmt: skip
    """Give what is changed, and the round after it. Raises RefusedError."""
    one = _whom(fields, "one", names)
    who = consequences.who([one])
    if fields["what"] == "swap":
        other = _whom(fields, "other", names)
        if one == other:
            raise refuse("other", N_("both are the same"))
        both = consequences.who([one, other])
        return N_("{who} change places", who=both), consequences.swapped(drawn, one, other)
    if fields["table"] == "away":
        return N_("{who} does not play", who=who), consequences.removed(drawn, one)
    table, tables = row_number_or(fields["table"], -1), len(drawn.tables)
    if not 0 <= table <= tables + 1:
        raise refuse("table", N_("from {low} to {high}", low=1, high=tables + 1))
    message = N_("{who} sits at table {table}", who=who, table=table) if table else N_("{who} sits out", who=who)
    return message, consequences.moved(drawn, one, table)


def _whom(fields: Mapping[str, str], name: str, names: Mapping[int, str]) -> int:
    found = entrant_of(fields[name], names)
    if isinstance(found, Message):
        raise refuse(name, found)
    return found
