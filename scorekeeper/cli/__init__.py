"""The command `scorekeeper`. Every module of this package is one command, loaded only when it is called.

A name that Python keeps for itself ends in an underscore: `import_.py` is `scorekeeper import`.
"""

from importlib import import_module
from keyword import iskeyword
from pkgutil import iter_modules
from typing import IO, TYPE_CHECKING, Any, Final

import click

from scorekeeper import __version__

if TYPE_CHECKING:
    from scorekeeper.i18n import Language

LANGUAGE: Final = "scorekeeper.language"
"""Under this name a command leaves in click's context which language its caller speaks."""


class SaidError(click.ClickException):
    """Something is wrong, and is said as it is: in the language of whoever called the command."""

    def show(self, file: IO[str] | None = None) -> None:
        """Say it."""
        click.echo(self.message, file=file, err=True)


class Commands(click.Group):
    """Finds the commands: `scorekeeper score` is `command` in `score.py`. Packages in here are not commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 click's signature
        """Name them for the help page."""
        return sorted(module.name.rstrip("_") for module in iter_modules(__path__) if not module.ispkg)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        command: click.Command = import_module(f"{__name__}.{module}").command
        return command

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 click's signature
        """Run a command; what is wrong with folder or database is said in words, not by a traceback."""
        try:
            return super().invoke(ctx)
        except Exception as error:
            trouble = _in_words(error, ctx.meta.get(LANGUAGE, "en"))
            if trouble is None:
                raise
            raise SaidError(trouble) from error


def _in_words(error: Exception, language: "Language") -> str | None:
    """Say what is wrong outside the program, or None if the fault is inside."""
    from scorekeeper.domain.errors import ScorekeeperError  # noqa: PLC0415  loaded only when something is wrong
    from scorekeeper.domain.text import N_  # noqa: PLC0415  as above
    from scorekeeper.i18n import render  # noqa: PLC0415  as above
    from scorekeeper.storage.trouble import detail_of, trouble_of  # noqa: PLC0415  as above

    trouble = error.message if isinstance(error, ScorekeeperError) else trouble_of(error)
    if trouble is not None:
        said = " ".join(filter(None, (render(trouble, language), detail_of(error))))
    elif isinstance(error, OSError) and error.filename:
        said = f"{error.filename}: {error.strerror}"
    else:
        return None
    return render(N_("Error: {text}", text=said), language)


@click.command(cls=Commands)
@click.version_option(__version__, prog_name="scorekeeper")
def main() -> None:
    """Keep the score of an evening of cards."""
