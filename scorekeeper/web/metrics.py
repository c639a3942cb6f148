"""Metrics for Prometheus, off unless SCOREKEEPER_METRICS names an address: then every worker listens there, too.

It is an address of its own, so that no proxy ever hands it on. The workers count in files that they share (Prometheus's
multiprocess mode), so whichever is asked answers for all. Nobody is named: routes are patterns, as in the log.
"""

import logging
import os
import threading
import time
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import TYPE_CHECKING, Any, Final
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from flask import Flask, Response, g, request

from scorekeeper import assets
from scorekeeper.storage import private, store

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

_LOG: Final = logging.getLogger(__name__)
ADDRESS: Final = "SCOREKEEPER_METRICS"
_SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
_BUCKETS: Final = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 20.0)
"""Seconds; the last one is how long a save waits for a busy database before it gives up."""
SAVES: Final = frozenset({"sitting.enter", "sitting.undo", "sitting.redo", "history.save", "history.void"})


class AddressError(ValueError):
    """The address is none."""

    def __init__(self, given: str) -> None:
        super().__init__(f"{ADDRESS} must be host:port, like 127.0.0.1:9464, not {given!r}")


def init_app(app: Flask) -> None:
    """Count and listen, if that is wanted; else nothing is loaded and nothing is asked."""
    given = os.environ.get(ADDRESS)
    if not given:
        return
    host, number = _parsed(given)
    os.environ.setdefault(_SHARED, str(_made_folder()))  # read when the library is loaded
    _count(app)
    _listen(host, number)


def _parsed(given: str) -> tuple[str, int]:
    host, _, number = given.rpartition(":")
    if not host or not number.isdecimal() or not 0 < int(number) <= 65535:  # noqa: PLR2004 the highest port there is
        raise AddressError(given)
    return host.strip("[]"), int(number)


def _made_folder() -> Path:
    """Make the folder that the workers of one server share; those of servers that ended are deleted."""
    folder = assets.instance_path() / "metrics"
    own = folder / str(os.getppid())
    private.make_folder(own)
    for other in folder.iterdir():
        if other != own and not _is_running(other.name):
            for file in other.glob("*.db"):
                file.unlink(missing_ok=True)
    return own


def _is_running(process: str) -> bool:
    if os.name == "nt" or not process.isdecimal():
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _count(app: Flask) -> None:
    from prometheus_client import Counter, Histogram  # noqa: PLC0415 nobody loads it who does not want it

    requests = Counter("scorekeeper_requests", "Requests that were answered", ("method", "route", "status"))
    saves = Histogram("scorekeeper_save_seconds", "How long saving a deal took", ("route",), buckets=_BUCKETS)
    busy = Counter("scorekeeper_database_busy_retries", "How often the database was busy and was asked once more")
    store.on_busy(busy.inc)

    def begin() -> None:
        g.counted_from = time.perf_counter()

    def end(response: Response) -> Response:
        route = request.url_rule.rule if request.url_rule is not None else "none"
        known = request.method if request.method in {"GET", "HEAD", "POST"} else "other"
        requests.labels(known, route, str(response.status_code)).inc()
        if request.endpoint in SAVES and "counted_from" in g:
            saves.labels(route).observe(time.perf_counter() - g.counted_from)
        return response

    app.before_request(begin)
    app.after_request(end)


class _Server(ThreadingMixIn, WSGIServer):
    """Shares its port with the other workers' servers."""

    allow_reuse_port = True
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, *_what: Any) -> None:  # noqa: ANN401 the standard library's signature
        """Say nothing."""


def _listen(host: str, number: int) -> None:
    from prometheus_client import make_wsgi_app  # noqa: PLC0415 as above

    try:
        server = make_server(host, number, make_wsgi_app(_of_all_workers()), _Server, _Quiet)
    except OSError:  # a table must not wait for whoever has that port
        _LOG.exception("no metrics: %s:%s cannot be served", host, number)
        return
    threading.Thread(target=server.serve_forever, daemon=True).start()


def _of_all_workers() -> "CollectorRegistry":
    from prometheus_client import CollectorRegistry  # noqa: PLC0415 as above
    from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415 as above

    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library says no types
    return registry
