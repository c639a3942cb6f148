"""One frozen dataclass per page: it says what the template may use."""

from typing import ClassVar, Protocol

from flask import render_template


class Page(Protocol):
    """What a template is rendered from; the template knows it as `page`."""

    template: ClassVar[str]


def render(page: Page) -> str:
    """Render a page in the language of the request."""
    return render_template(page.template, page=page)
