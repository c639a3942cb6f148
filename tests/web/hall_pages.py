"""A tournament on screen: a hall of people, and short ways to send its pages' forms."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from types import MappingProxyType
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.storage import Store
from tests.services.hall import Hall, of_ten
from tests.web.visiting import Fields, Visitor

PLACES = re.compile(r'data-seat="(\d+)"')
_KEYS = count()


@dataclass
class HallPages:
    """A tournament, and the organiser's device."""

    hall: Hall
    visitor: Visitor

    @property
    def address(self) -> str:
        return f"/turnier/{self.hall.event}"

    def get(self, where: str, **headers: str) -> TestResponse:
        return self.visitor.get(f"{self.address}/{where}", **headers)

    def post(self, where: str, fields: Fields, *, headers: Mapping[str, str] = MappingProxyType({})) -> TestResponse:
        """Send a form and follow where it leads."""
        fields = {"key": f"page-{next(_KEYS)}", **fields}
        return self.visitor.post(f"{self.address}/{where}", fields, follow=True, **headers)

    def draw(self, what: str = "one", first: int = 1, **more: str) -> TestResponse:
        return self.post("auslosung", {"what": what, "first": str(first), "seed": "KDF7-3QPM", **more})

    def table(self, number: int, table: int) -> tuple[int, ...]:
        return self.hall.now().rounds[number].drawn.tables[table - 1]

    def sitting(self, number: int, table: int) -> str:
        return f"/partie/{self.hall.now().rounds[number].sittings[table]}"

    def type_in(self, number: int, table: int, *units: str, hand: int = 1, **more: str) -> TestResponse:
        """Type a paper table's totals in seat order."""
        seats = self.table(number, table)
        typed = {f"u{one}": text for one, text in zip(seats, units, strict=True)}
        return self.post(f"runde/{number}/eingabe/{table}", {**typed, "hand": str(hand), **more})


def hall_of_ten(app: Flask, visitor: Visitor, **settings: Any) -> HallPages:  # noqa: ANN401 any settings
    """Two tables of five: Anna 1, Bert 2, Cilli 3, Dora 4, Emil 5, Fritz 6, Gusti 7, Hias 8, Ida 9, Jos 10."""
    store: Store = app.extensions["scorekeeper"]
    return HallPages(of_ten(store, **settings), visitor)


def new_form(visitor: Visitor, **changed: str) -> dict[str, Any]:
    """Give the form of a new tournament as a browser would send it."""
    return {**sent(visitor.get("/turnier/neu").text), "do": "save", **changed}


def sent(page: str) -> dict[str, Any]:
    """Give what a page's form of settings holds."""
    texts = {
        name: value
        for name, value in re.findall(
            r'<input (?!type="(?:radio|checkbox)")[^>]*name="([a-z_]+)" value="([^"]*)"', page
        )
        if name != "csrf_token"
    }
    chosen = dict(re.findall(r'type="radio" name="([a-z_]+)" value="([^"]*)" checked', page))
    several = re.findall(r'type="checkbox" name="(other_size)" value="([^"]*)" checked', page)
    ties = re.findall(r'<option value="([a-z_]+)" selected', page)
    return {**texts, **chosen, "other_size": [value for _name, value in several], "tie_break": ties}
