"""`scorekeeper run`: brings the database up to date and serves the app until Ctrl-C."""

import errno
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_start_method
from typing import Final

import click
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from scorekeeper import assets
from scorekeeper.bootstrap import spoken
from scorekeeper.cli import LANGUAGE
from scorekeeper.cli.worker import be_ended_while_loading, load_app
from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_
from scorekeeper.i18n import LANGUAGES, Language, render
from scorekeeper.own_address import own_address
from scorekeeper.storage import default_url, migrate, verify_writable

_APP: Final = "scorekeeper.wsgi:app"
_CODE_OF_APP: Final = "scorekeeper.app"
_THREADS_PER_WORKER: Final = 4
_SECONDS_TO_FINISH: Final = 30
"""What was accepted is answered before a worker ends; one that hangs is not waited for longer."""
_SECONDS_TO_LOOK_OVER: Final = 5
_EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 only compared with what was asked for
_WORKERS: Final = 1 if os.name == "nt" else 2
"""Two keep both cores of a small machine busy; Windows cannot share a port between processes."""


_NO_SUCH_ADDRESS: Final = N_("this computer has no such address")
_REASONS: Final = {
    errno.EADDRINUSE: N_("it is taken, perhaps by scorekeeper itself"),
    errno.EADDRNOTAVAIL: _NO_SUCH_ADDRESS,
    errno.EACCES: N_("ports below 1024 need an administrator"),
}


class AddressError(ScorekeeperError):
    """The address cannot be served."""

    def __init__(self, host: str, port: int, error: OSError) -> None:
        other = f'make run ARGS="--port {port + 1}"' if assets.checkout() else f"scorekeeper run --port {port + 1}"
        known = _NO_SUCH_ADDRESS if isinstance(error, socket.gaierror) else _REASONS.get(error.errno or 0)
        address, reason = f"{host}:{port}", known or str(error.strerror)
        text = N_(
            "{address} cannot be served: {reason}. Another port: {command}",
            address=address, reason=reason, command=other,
        )  # fmt: skip
        super().__init__(text)


@click.command("run")
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets the phones in the network in.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
@click.option("--lang", type=click.Choice(list(LANGUAGES)), default=spoken, show_default="the system's, else de")
@click.option("--workers", type=click.IntRange(1, 64), default=_WORKERS, show_default=True)
def command(host: str, port: int, workers: int, lang: Language) -> None:
    """Serve the app in the browser.

    The database lies in the instance folder (SCOREKEEPER_INSTANCE) or at SCOREKEEPER_DATABASE_URL.
    """
    click.get_current_context().meta[LANGUAGE] = lang
    port = _free_port(host, port)
    verify_writable(default_url())
    migrate(default_url())
    server = Granian(
        _APP,
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=workers,
        blocking_threads=_THREADS_PER_WORKER,
        workers_kill_timeout=_SECONDS_TO_FINISH,
        respawn_failed_workers=True,  # one that ran out of memory must not take the evening with it
        websockets=False,
        log_level=LogLevels.warning,
    )
    if get_start_method() == "fork":
        import_module(_CODE_OF_APP)  # once for all workers: they start with what is loaded here
        be_ended_while_loading()
    address = f"http://{_shown(host)}:{port}"
    started = N_("Scorekeeper is at {address} (Ctrl-C ends it)", address=address)
    server.on_startup(lambda: click.echo(render(started, lang)))
    with _backed_up_beside():
        server.serve(target_loader=load_app)
    click.echo(render(N_("Scorekeeper has ended; everything is saved."), lang))


@contextmanager
def _backed_up_beside() -> Iterator[None]:
    """Look the database over and back it up in a process of its own, so that the start waits for neither."""
    asked = [sys.executable, "-m", "scorekeeper", "backup", "--if-changed", "--look-over", "--aside"]
    with subprocess.Popen(asked, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as beside:  # noqa: S603 our own command
        try:
            yield
            beside.wait(_SECONDS_TO_LOOK_OVER)
        except subprocess.TimeoutExpired:
            pass  # what it began is left as if it had never begun
        finally:
            beside.kill()


def _shown(host: str) -> str:
    """Give the host as it is typed into a browser; where all may come in, as the phones in the network reach it."""
    if host in _EVERYWHERE:
        return own_address()
    return f"[{host}]" if ":" in host else host


def _free_port(host: str, port: int) -> int:
    """Give the port that can be served. Raises AddressError: the server itself would share it with whoever has it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.create_server((host, port), family=family) as probe:
            free: int = probe.getsockname()[1]
            return free
    except OSError as error:
        raise AddressError(host, port, error) from error
