"""Long papers: printed in parts by all processes at the same time, and joined.

WeasyPrint joins only documents that were laid out in one process (`Document.copy`), so the parts are joined by pypdf.
"""

import io
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from scorekeeper.printing.errors import PrintingBusyError
from scorekeeper.printing.pool import Printer

_PATIENCE: Final = 30
"""So often a part asks once more where others print, too; each time it waits a few seconds."""
_BREATH: Final = 0.01
"""Between two parts other sheets get their turn."""


def print_parts(printer: Printer, parts: Sequence[str], done: Callable[[int], None], at_once: int = 2) -> bytes:
    """Print documents into one PDF, calling `done` with how many of them are. Raises PrintingError."""
    finished: list[bytes] = []
    with ThreadPoolExecutor(at_once) as threads:
        waiting = [threads.submit(_part, printer, part) for part in parts]
        try:
            for one in waiting:
                finished.append(one.result())
                done(len(finished))
        except BaseException:
            for one in waiting:
                one.cancel()
            raise
    return join(finished)


def _part(printer: Printer, html: str) -> bytes:
    for _attempt in range(_PATIENCE):
        try:
            return printer.pdf(html)
        except PrintingBusyError:
            continue
        finally:
            time.sleep(_BREATH)
    raise PrintingBusyError


def join(parts: Sequence[bytes]) -> bytes:
    """Put PDFs one behind the other; titles and the like are those of the first one."""
    if len(parts) == 1:
        return parts[0]
    from pypdf import PdfReader, PdfWriter  # noqa: PLC0415 a tenth of a second that only long papers need

    writer = PdfWriter()
    for part in parts:
        writer.append(io.BytesIO(part))
    metadata = PdfReader(io.BytesIO(parts[0])).metadata
    if metadata:
        writer.add_metadata(metadata)
    joined = io.BytesIO()
    writer.write(joined)
    return joined.getvalue()
