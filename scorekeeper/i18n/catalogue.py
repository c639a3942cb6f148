"""The translations: English is the source, every other language has a catalogue in `locale/`."""

import os
from contextlib import suppress
from functools import cache
from gettext import GNUTranslations, NullTranslations, translation
from io import BytesIO
from pathlib import Path
from typing import Final, Literal, get_args

from scorekeeper import assets

Language = Literal["de", "en"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
DEFAULT_LANGUAGE: Final[Language] = "de"
LOCALE: Final = Path(__file__).parent / "locale"


@cache
def catalogue(language: Language) -> NullTranslations:
    """Load a language. In a checkout it is compiled first if that was not done since its texts changed."""
    if language == "en":
        return NullTranslations()
    po = LOCALE / language / "LC_MESSAGES" / "messages.po"
    if assets.checkout() and not _is_up_to_date(po):
        return GNUTranslations(BytesIO(_compiled(po)))
    return translation("messages", LOCALE, [language])


def _is_up_to_date(po: Path) -> bool:
    mo = po.with_suffix(".mo")
    return mo.exists() and mo.stat().st_mtime >= po.stat().st_mtime


def _compiled(po: Path) -> bytes:
    """Compile a catalogue, and keep that for the next start where the folder can be written."""
    from babel.messages.mofile import write_mo  # noqa: PLC0415  wanted once after a change
    from babel.messages.pofile import read_po  # noqa: PLC0415  as above

    whole = BytesIO()
    with po.open("rb") as source:
        write_mo(whole, read_po(source, locale=po.parts[-3]))
    kept = po.with_suffix(f".{os.getpid()}.new")
    with suppress(OSError):
        kept.write_bytes(whole.getbuffer())
        kept.replace(po.with_suffix(".mo"))  # nobody may read half a catalogue
    return whole.getvalue()
