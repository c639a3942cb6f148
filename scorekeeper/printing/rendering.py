"""From a sheet to HTML: the same page goes to the printing process and, as the print view, to a browser."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from scorekeeper import assets
from scorekeeper.i18n import Language, jinja
from scorekeeper.printing.sheets import Sheet


@dataclass(frozen=True, slots=True)
class Letterhead:
    """What stands above every sheet of a club: its name, and where its picture is found; either may be empty."""

    name: str = ""
    picture: str = ""


NO_LETTERHEAD: Final = Letterhead()


@cache
def _environment(language: Language) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(assets.templates_path()), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    jinja.install(environment, lambda: language)
    return environment


def html(
    sheet: Sheet, static: str = "", *, in_browser: bool = False, back: str = "", club: Letterhead = NO_LETTERHEAD
) -> str:
    """Render a sheet. `static` is the address of static/ with its slash, "" where it is the document's base.

    In a browser `back` leads to where the sheet was asked for. `club` says whose sheet it is: its picture is an address
    there, and in a PDF the file itself, so that nothing has to be reached for.
    """
    template = _environment(sheet.language).get_template(sheet.template)
    return template.render(sheet=sheet, static=static, in_browser=in_browser, back=back, club=club)
