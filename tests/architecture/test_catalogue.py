"""The German catalogue says everything that code and templates say."""

import re
import tomllib
from functools import cache

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po

from tests.architecture.source import ROOT

PLACEHOLDER = re.compile(r"\{\w*\}|%\(\w+\)\w")
KEYWORDS = {**DEFAULT_KEYWORDS, "NN_": (1, 2)}  # N_ is among the defaults
Id = str | tuple[str, ...]


def _said() -> dict[Id, str]:
    """Give every text of the program with one place where it is said."""
    mappings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["babel"]["mappings"]
    methods = [(mapping.pop("pattern"), mapping.pop("method")) for mapping in mappings]
    options = {pattern: mapping for (pattern, _method), mapping in zip(methods, mappings, strict=True)}
    found = extract_from_dir(ROOT, methods, options, KEYWORDS)
    return {text: f"{path}:{line}" for path, line, text, _comments, _context in found}


@cache
def _german() -> Catalog:
    with (ROOT / "scorekeeper/i18n/locale/de/LC_MESSAGES/messages.po").open("rb") as po:
        return read_po(po, locale="de")


def _forms(text: Id | list[str] | None) -> tuple[str, ...]:
    """Give singular and plural, or the one form there is."""
    return (text,) if isinstance(text, str) else tuple(text or ("",))


def _messages() -> list[Message]:
    return [message for message in _german() if message.id]


def test_every_text_of_code_and_templates_has_a_german_one_and_none_is_left_over_from_a_text_that_is_gone() -> None:
    said = _said()
    missing = {
        text: place
        for text, place in said.items()
        if (message := _german().get(text)) is None or not all(_forms(message.string))
    }
    assert missing == {}
    assert [message.id for message in _messages() if message.id not in said] == []


def test_no_german_text_is_a_guess() -> None:
    assert [message.id for message in _messages() if message.fuzzy] == []


def test_a_german_text_has_the_placeholders_of_its_english_one() -> None:
    def placeholders(text: Id | list[str] | None) -> set[str]:
        return {placeholder for form in _forms(text) for placeholder in PLACEHOLDER.findall(form)}

    translated = [message for message in _messages() if any(_forms(message.string))]
    different = [message.id for message in translated if placeholders(message.id) != placeholders(message.string)]
    assert different == []
