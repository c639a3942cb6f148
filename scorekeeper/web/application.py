"""Flask, with a few habits of its own."""

import re
from collections.abc import Callable
from types import TracebackType
from typing import Any, Final

from flask import Flask, Request
from werkzeug.routing import MapAdapter

from scorekeeper.web import logs

HEALTH: str = "/healthz"
_NUMBER: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\])(?::\d+)?")
"""A host that is called by its IPv6 address."""


class Application(Flask):
    """Errors are logged by route and number, and whoever asks how it is may call the server as they like."""

    def log_exception(
        self, exc_info: tuple[type, BaseException, TracebackType] | tuple[None, None, None]
    ) -> None:  # fmt: skip
        """Log what went wrong inside; Flask's own line would name the path."""
        self.logger.error("request failed, %s", logs.in_short(), exc_info=exc_info)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Take a function as it is: none here is asynchronous, and Flask would look at a dozen per request."""
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Find the routes; a load balancer asks for its one by the machine's number, which no visitor types."""
        if request is not None and (request.path == HEALTH or self._is_trusted_number(request.headers.get("Host", ""))):
            return self.url_map.bind_to_environ(request.environ)
        return super().create_url_adapter(request)

    def _is_trusted_number(self, host: str) -> bool:
        """Say whether a host is an IPv6 address that is trusted: Werkzeug takes what is before its first colon."""
        called = _NUMBER.fullmatch(host)
        return called is not None and called[1] in (self.config["TRUSTED_HOSTS"] or ())
