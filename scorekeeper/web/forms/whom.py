"""Somebody of a tournament as they are typed: by start number, or by name."""

from collections.abc import Mapping

from scorekeeper.domain.text import N_, Message
from scorekeeper.web.row_numbers import row_number_or


def entrant_of(typed: str, names: Mapping[int, str]) -> int | Message:
    """Give the start number of whom "12", "12 Anna" or "Anna" means, else why nobody is meant."""
    text = " ".join(typed.split())
    number, _, _rest = text.partition(" ")
    if row_number_or(number, 0) in names:
        return row_number_or(number, 0)
    wanted = text.casefold()
    exact = [one for one, name in names.items() if name.casefold() == wanted]
    found = exact or [one for one, name in names.items() if wanted and name.casefold().startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if not found:
        return N_("{text} takes no part here", text=text) if text else N_("a name or start number is missing")
    return N_("{text} may mean {count} people: the start number says who", text=text, count=len(found))
