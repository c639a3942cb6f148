"""Why a sheet cannot be printed; each says what to do about it."""

from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_


class PrintingError(ScorekeeperError):
    """No PDF came; the print view of the same sheet still works."""


class PrintingUnavailableError(PrintingError):
    """WeasyPrint or the system libraries that it needs are missing; `command` installs them."""

    def __init__(self, command: str) -> None:
        if command:
            message = N_("PDFs need libraries that this computer lacks. To install them: {command}", command=command)
        else:
            message = N_("PDFs need WeasyPrint and its libraries, which this computer lacks.")
        super().__init__(message)
        self.command = command


class PrintingBusyError(PrintingError):
    """As many sheets as may wait do."""

    def __init__(self) -> None:
        text = N_(
            "Many sheets are being made; in a moment there is room again. The print view shows the same sheet at once."
        )
        super().__init__(text)


class PrintingFailedError(PrintingError):
    """The printing process ended or took too long."""

    def __init__(self) -> None:
        super().__init__(N_("The sheet could not be made into a PDF. The print view shows the same sheet."))
