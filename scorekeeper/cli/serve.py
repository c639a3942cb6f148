"""`scorekeeper serve`: the app for everybody, behind a reverse proxy that speaks HTTPS."""

import os
from threading import Event
from typing import Final

import click

from scorekeeper.cli.serving.beside import backed_up_beside
from scorekeeper.cli.serving.organiser import is_set_up
from scorekeeper.cli.serving.saying import lang_option, say
from scorekeeper.cli.serving.server import WORKERS, Server, free_port, load_once
from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_
from scorekeeper.i18n import Language, render
from scorekeeper.mode import DOOR, HOST_NAMES, MODE, PROXIES, Mode
from scorekeeper.storage import Store, default_url, migrate, verify_writable

_MOST_PROXIES: Final = 9
_NOBODY: Final = N_("Nobody could log in yet. First: scorekeeper club add NAME --organiser NAME")
_NO_PROXY: Final = N_(
    "No proxy is believed (--proxies 0): for the app everybody comes from the proxy's own address and without HTTPS. "
    "Behind one proxy it is --proxies 1."
)


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where the proxy reaches the app.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
@click.option("--workers", type=click.IntRange(1, 64), default=WORKERS, show_default=True)
@click.option(
    "--url", envvar="SCOREKEEPER_DATABASE_URL", help="The database, like postgresql://user:password@host/name."
)
@click.option(
    "--proxies",
    type=click.IntRange(0, _MOST_PROXIES),
    default=0,
    show_default=True,
    help="So many proxies are believed what X-Forwarded-For and X-Forwarded-Proto say.",
)
@click.option(
    "--host-name",
    "names",
    multiple=True,
    required=True,
    help="The name in the browser's address; several times for several. Nothing is answered under another.",
)
@lang_option
def command(  # noqa: PLR0913, PLR0917 one option each
    host: str, port: int, workers: int, url: str | None, proxies: int, names: tuple[str, ...], lang: Language
) -> None:
    """Serve the app behind a reverse proxy; deploy/ has examples. Everybody has to log in.

    SIGTERM ends it; what was accepted is answered before.
    """
    if url is not None:
        os.environ["SCOREKEEPER_DATABASE_URL"] = url
    port = free_port(host, port, "serve")
    verify_writable(default_url())
    migrate(default_url())
    store = Store(default_url())
    if not is_set_up(store):
        raise ScorekeeperError(_NOBODY)
    store.close()
    os.environ.update({MODE: Mode.HOSTED, PROXIES: str(proxies), HOST_NAMES: ",".join(names)})
    os.environ.pop(DOOR, None)
    if proxies == 0:
        click.echo(render(_NO_PROXY, lang), err=True)
    load_once()
    with backed_up_beside():
        Server(host, port, workers, Event()).serve(lambda: _announce(host, port, names, lang), asked_as=names[0])
    say(N_("Scorekeeper has ended; everything is saved."), lang)


def _announce(host: str, port: int, names: tuple[str, ...], lang: Language) -> None:
    place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    say(
        N_("Scorekeeper waits for the proxy at {place} and answers as {names}.", place=place, names=", ".join(names)),
        lang,
    )
