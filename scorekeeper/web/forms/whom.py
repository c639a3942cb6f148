"""Somebody of a tournament as they are typed: by start number, or by name."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Final

from scorekeeper.domain.text import N_, Message
from scorekeeper.web.row_numbers import row_number_or

_MOST_NAMED: Final = 4


def entrant_of(typed: str, names: Mapping[int, str]) -> int | Message:
    """Give the start number of whom "12", "12 Anna", "Anna Fuchs", "Anna" or "Fuchs" means, else why nobody is meant.

    A part of a name is enough where it means one person only; a slip of the pen is asked about.
    """
    text = " ".join(typed.split())
    number, _, _rest = text.partition(" ")
    if row_number_or(number, 0) in names:
        return row_number_or(number, 0)
    if not text:
        return N_("a name or start number is missing")
    found = _called(text.casefold(), names)
    if len(found) == 1:
        return found[0]
    if found:
        who = _listed(found, names)
        return N_(
            "{text} may be one of {count}: {who}. The start number says who", text=text, count=len(found), who=who
        )
    alike = _alike(text.casefold(), names)
    if alike:
        return N_("{text} takes no part here. Is it {who}?", text=text, who=_listed(alike, names))
    return N_("{text} takes no part here", text=text)


def _called(wanted: str, names: Mapping[int, str]) -> list[int]:
    """Find those of the very name, else those whose name or whose surname begins so."""
    folded = {one: name.casefold() for one, name in names.items()}
    exact = [one for one, name in folded.items() if name == wanted]
    whole = [one for one, name in folded.items() if wanted in name.split()]
    begun = [one for one, name in folded.items() if f" {wanted}" in f" {name}"]
    return exact or whole or begun


def _alike(wanted: str, names: Mapping[int, str]) -> list[int]:
    """Find those whose name, or a part of it, is written much the same."""
    parts = [(part, one) for one, name in names.items() for part in (name.casefold(), *name.casefold().split())]
    close = get_close_matches(wanted, [part for part, _one in parts], n=_MOST_NAMED, cutoff=0.75)
    return list(dict.fromkeys(one for each in close for part, one in parts if part == each))


def _listed(found: Sequence[int], names: Mapping[int, str]) -> str:
    listed = ", ".join(f"{one} {names[one]}" for one in found[:_MOST_NAMED])
    return f"{listed} …" if len(found) > _MOST_NAMED else listed
