"""`scorekeeper demo`: puts examples into the database, to look at: an evening of every game, or a tournament."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Final

import click

from scorekeeper.cli.serving.saying import lang_option, say
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.text import N_, NN_
from scorekeeper.i18n import Language, render
from scorekeeper.services import demo_tournament as hall
from scorekeeper.services.actor import Actor
from scorekeeper.services.demo import demo_evenings
from scorekeeper.services.evenings import first_club
from scorekeeper.storage import Store, Transaction, default_url, migrate

_DEVICE: Final = "Demo"
_AS_HERE: Final = "write it like 5/6"


@click.group("demo", invoke_without_command=True)
@lang_option
@click.pass_context
def command(ctx: click.Context, lang: Language) -> None:
    """Make the example evenings, one per game; or, with "tournament", an example tournament."""
    if ctx.invoked_subcommand is None:
        with _writing() as (tx, actor):
            demo_evenings(tx, actor)
        say(N_("The example evenings are on the first page of the app."), lang)


def _sizes(_ctx: click.Context, _option: click.Parameter, typed: str | None) -> tuple[int, ...]:
    """Read "5/6"."""
    words = [word.strip() for word in (typed or "").replace(",", "/").split("/") if word.strip()]
    if not all(word.isascii() and word.isdecimal() for word in words):
        raise click.BadParameter(_AS_HERE)
    return tuple(map(int, words))


@command.command("tournament")
@click.option("--players", type=int, default=103, show_default=True, help="How many take part, from 8 to 400.")
@click.option("--rounds", type=int, default=4, show_default=True, help="How many rounds are played, from 1 to 12.")
@click.option("--game", type=click.Choice(list(GAMES)), default=next(iter(GAMES)), show_default=True)
@click.option("--sizes", callback=_sizes, metavar="5/6", help="Sizes of the tables, the usual one first.",
              show_default="what is usual for the game")  # fmt: skip
@click.option("--finished/--running", default=False, show_default=True,
              help="Whether all rounds are over, or the last one is being played.")  # fmt: skip
@click.option("--seed", default="Westendorf", show_default=True, help="Other people and results for another word.")
@lang_option
def tournament(  # noqa: PLR0913 an option each
    *, players: int, rounds: int, game: str, sizes: tuple[int, ...], finished: bool, seed: str, lang: Language
) -> None:  # fmt: skip
    """Fill an example tournament of any size.

    People are registered, pay, come late, leave and are replaced; rounds are drawn and played; there is a penalty, and
    there are prizes. Called once more, it makes another tournament beside the first one.
    """
    chosen = GAMES[game]
    wanted = hall.Wanted(
        game=chosen, title=render(N_("{game} prize tournament", game=chosen.label), lang), players=players,
        rounds=rounds, sizes=sizes, seed=seed, finished=finished,
    )  # fmt: skip
    with _writing() as (tx, actor):
        hall.demo_tournament(tx, actor, wanted, uuid.uuid4().hex)
    played = N_("all over") if finished else N_("the last one is being played")
    say(NN_("The example tournament is on the first page of the app: {players} players, one round, {played}.",
            "The example tournament is on the first page of the app: {players} players, {n} rounds, {played}.",
            rounds, players=players, played=played), lang)  # fmt: skip


@contextmanager
def _writing() -> Iterator[tuple[Transaction, Actor]]:
    migrate(default_url())
    store = Store(default_url())
    try:
        with store.write() as tx:
            yield tx, Actor(first_club(tx), _DEVICE, datetime.now(UTC))
    finally:
        store.close()
