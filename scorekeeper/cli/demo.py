"""`scorekeeper demo`: puts an evening of every game into the database, to look at."""

from datetime import UTC, datetime

import click

from scorekeeper.services.actor import Actor
from scorekeeper.services.demo import demo_evenings
from scorekeeper.services.evenings import first_club
from scorekeeper.storage import Store, default_url, migrate


@click.command("demo")
def command() -> None:
    """Make the example evenings, one per game."""
    migrate(default_url())
    store = Store(default_url())
    with store.write() as tx:
        demo_evenings(tx, Actor(first_club(tx), "Demo", datetime.now(UTC)))
    store.close()
    click.echo("The example evenings are on the first page of the app.")
