"""The translations: English is the source, every other language has a catalogue in `locale/`."""

from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Final, Literal, get_args

Language = Literal["de", "en"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
DEFAULT_LANGUAGE: Final[Language] = "de"
LOCALE: Final = Path(__file__).parent / "locale"


@cache
def catalogue(language: Language) -> NullTranslations:
    """Load a language. Raises FileNotFoundError where its catalogue was not compiled (`make` does that)."""
    return NullTranslations() if language == "en" else translation("messages", LOCALE, [language])
