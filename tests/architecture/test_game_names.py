"""A game is one file: nobody else spells its key."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from scorekeeper.domain.games import GAMES as REGISTRY
from tests.architecture.source import GAMES, PACKAGE, ROOT, TEMPLATES, imported, nodes

KEYS = sorted(path.stem for path in GAMES.glob("*.py") if path.stem != "__init__")
QUOTED = re.compile(r"""["']([^"'\s]+)["']""")


def _spells(code: str, key: str) -> bool:
    """Tell whether a string without blanks, which is a code and no sentence, contains the key as a word of its own."""
    return not re.search(r"\s", code) and key in re.split(r"[^a-z]+", code)


@cache
def _strings_and_imports() -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Give every string and every imported name of the package, each with its place; read once for all games."""
    strings: list[tuple[str, str]] = []
    imports: list[tuple[str, str]] = []
    for place, node in nodes(PACKAGE):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.append((place, node.value))
        imports.extend((place, name) for name in imported(node))
    return strings, imports


def test_every_file_is_a_game_in_the_registry_under_its_own_name() -> None:
    assert sorted(REGISTRY) == KEYS


@pytest.mark.parametrize("key", KEYS)
def test_no_module_but_its_own_spells_the_key_of_a_game(key: str) -> None:
    own = f"scorekeeper/domain/games/{key}.py:"
    strings, _imports = _strings_and_imports()
    assert [place for place, code in strings if _spells(code, key) and not place.startswith(own)] == []


@pytest.mark.parametrize("key", KEYS)
def test_only_the_registry_imports_a_game(key: str) -> None:
    module = f"scorekeeper.domain.games.{key}"
    _strings, imports = _strings_and_imports()
    found = [place for place, name in imports if name == module or name.startswith(f"{module}.")]
    assert [place for place in found if not place.startswith("scorekeeper/domain/games/__init__.py:")] == []


def _lines_that_spell(path: Path, key: str) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [
        f"{path.relative_to(ROOT).as_posix()}:{number}"
        for number, line in enumerate(lines, start=1)
        if any(_spells(code, key) for code in QUOTED.findall(line))
    ]


@pytest.mark.parametrize("key", KEYS)
def test_no_template_spells_the_key_of_a_game(key: str) -> None:
    templates = sorted(path for path in TEMPLATES.rglob("*") if path.is_file())
    assert [place for path in templates for place in _lines_that_spell(path, key)] == []
