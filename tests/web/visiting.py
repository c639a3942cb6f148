"""A browser without scripts: it loads pages, fills in forms and follows redirects."""

import html
import re
from collections.abc import Mapping, Sequence

from flask import Flask
from werkzeug.test import TestResponse

TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
BODY = re.compile(r"<body[^>]*>")
TAG = re.compile(r"<[^>]*>")

Fields = Mapping[str, str | Sequence[str]]


class Visitor:
    """One device with its cookies."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()

    def get(self, address: str, **headers: str) -> TestResponse:
        """Load a page."""
        return self.client.get(address, headers=headers)

    def post(self, address: str, fields: Fields, *, follow: bool = False, **headers: str) -> TestResponse:
        """Send a form with its token."""
        found = TOKEN.search(self.client.get("/nirgends").text)
        assert found
        several = {name: value if isinstance(value, str) else list(value) for name, value in fields.items()}
        data = {"csrf_token": found.group(1), **several}
        return self.client.post(address, data=data, follow_redirects=follow, headers=headers)


def words(response: TestResponse) -> str:
    """Give what a page says, without its tags and with single spaces."""
    body = BODY.split(response.text)[-1]
    return " ".join(html.unescape(TAG.sub(" ", body)).split())


def hidden(response: TestResponse, name: str) -> str:
    """Give what a hidden field of the page holds."""
    found = re.search(rf'type="hidden" name="{re.escape(name)}" value="([^"]*)"', response.text)
    assert found, f"no hidden field {name}"
    return html.unescape(found.group(1))


def chosen(response: TestResponse) -> list[str]:
    """Give the names at the table of a form that begins an evening, in seat order."""
    return [html.unescape(name) for name in re.findall(r'<b class="nm">([^<]*)</b>', response.text)]
