"""The page in place of a PDF that could not be made."""

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.printing.errors import PrintingError


@dataclass(frozen=True, slots=True, kw_only=True)
class NoPdfPage:
    """What is missing, and the same sheet to be printed by the browser."""

    template: ClassVar[str] = "settlement/no_pdf.html"
    title: str
    error: PrintingError
    print_view: str
    again: str = ""
    """Where the PDF can be asked for again; empty where that helps nobody."""
