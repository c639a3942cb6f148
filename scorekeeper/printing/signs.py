"""The suit signs for paper, where a sheet may not point into another file: the drawing itself, black."""

import re
from functools import cache
from typing import Final

from markupsafe import Markup

from scorekeeper import assets

_SYMBOL: Final = re.compile(r'<symbol id="([\w-]+)" viewBox="([^"]+)">(.*?)</symbol>', re.DOTALL)


def sign(name: str) -> Markup:
    """Give a sign of static/signs.svg as a drawing of its own."""
    return _signs()[name]


@cache
def _signs() -> dict[str, Markup]:
    drawn = (assets.static_path() / "signs.svg").read_text(encoding="utf-8").replace("currentColor", "#000")
    return {
        name: Markup('<svg aria-hidden="true" viewBox="{}">{}</svg>').format(box, Markup(inside))  # noqa: S704 our own drawings
        for name, box, inside in _SYMBOL.findall(drawn)
    }
