"""Texts as people type or paste them: umlauts composed, invisible signs and superfluous spaces taken away."""

import unicodedata
from typing import Final

_INVISIBLE: Final = frozenset({"Cf", "Cs", "Co", "Cn"})
"""Categories of signs that leave no gap, as a soft hyphen or a zero-width space."""


def one_line(text: str) -> str:
    """Tidy a name or a title."""
    return " ".join(_visible(text).split())


def several_lines(text: str) -> str:
    """Tidy a note; its lines stay."""
    return "\n".join(_visible(line).rstrip() for line in text.splitlines()).strip()


def has_letter(text: str) -> bool:
    """Whether a text may be a name: a number, a dash or a full stop is none."""
    return any(sign.isalpha() for sign in text)


def _visible(text: str) -> str:
    composed = unicodedata.normalize("NFC", text)
    shown = (sign for sign in composed if sign.isprintable() or unicodedata.category(sign) not in _INVISIBLE)
    return "".join(sign if sign.isprintable() else " " for sign in shown)
