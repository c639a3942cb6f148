"""What was typed into a form that could not be done yet: kept on the page that asks for something else first."""

import json
from dataclasses import dataclass
from typing import Final

from flask import request

from scorekeeper.web.local import local_address

FIELD: Final = "kept"
_NOT_KEPT: Final = frozenset({"csrf_token", FIELD})
_OURS: Final = frozenset({"same-origin", "none"})


@dataclass(frozen=True, slots=True)
class Kept:
    """Where a form goes, what was typed, and the fields with passwords: those are typed once more."""

    address: str
    fields: tuple[tuple[str, str], ...]
    secrets: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Everything as one field of another form."""
        return json.dumps([self.address, self.fields, self.secrets], ensure_ascii=False)


def sent() -> Kept | None:
    """Give the form that is being sent, as far as a page of ours did: a stranger's form gets no second try."""
    if request.method != "POST" or not _is_ours():
        return None
    names = dict.fromkeys(request.form)
    return Kept(
        address=request.script_root + request.full_path.rstrip("?"),
        fields=tuple(
            (name, value)
            for name, value in request.form.items(multi=True)
            if name not in _NOT_KEPT and not _is_secret(name)
        ),
        secrets=tuple(name for name in names if _is_secret(name)),
    )


def read(text: str) -> Kept | None:
    """Read what a page of ours wrote; anything else is nothing."""
    try:
        address, fields, secrets = json.loads(text)
        return Kept(
            local_address(str(address)),
            tuple((str(name), str(value)) for name, value in fields),
            tuple(str(name) for name in secrets),
        )
    except (ValueError, TypeError, RecursionError):
        return None


def _is_secret(name: str) -> bool:
    return "password" in name


def _is_ours() -> bool:
    """Whether a page of this application sent it; a browser that does not say is believed, its token is asked for."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in _OURS
    origin = request.headers.get("Origin")
    return origin is None or origin.partition("://")[2] == request.host
