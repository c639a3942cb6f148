"""The command `scorekeeper`. Every module of this package is one command, loaded only when it is called."""

from importlib import import_module
from pkgutil import iter_modules

import click

from scorekeeper import __version__


class Commands(click.Group):
    """Finds the commands: `scorekeeper score` is `command` in `score.py`. Packages in here are not commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 click's signature
        """Name them for the help page."""
        return sorted(module.name for module in iter_modules(__path__) if not module.ispkg)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"{__name__}.{cmd_name}").command
        return command


@click.command(cls=Commands)
@click.version_option(__version__, prog_name="scorekeeper")
def main() -> None:
    """Keep the score of an evening of cards."""
