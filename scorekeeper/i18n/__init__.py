"""What people read: messages in their language, figures, dates, and the numbers that they type.

Everything here works without Flask, except `scorekeeper.i18n.web`, which is the web's.
"""

from scorekeeper.i18n.catalogue import DEFAULT_LANGUAGE, LANGUAGES, Language
from scorekeeper.i18n.sentences import THEMSELVES, Names, explain, explained, render

__all__ = ["DEFAULT_LANGUAGE", "LANGUAGES", "THEMSELVES", "Language", "Names", "explain", "explained", "render"]
