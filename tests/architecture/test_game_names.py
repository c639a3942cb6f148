"""A game is one file: nobody else spells its key."""

import ast
import re
from pathlib import Path

from scorekeeper.domain.games import GAMES as REGISTRY
from tests.architecture.source import GAMES, PACKAGE, ROOT, TEMPLATES, imported, nodes

KEYS = sorted(path.stem for path in GAMES.glob("*.py") if path.stem != "__init__")
MODULES = tuple(f"scorekeeper.domain.games.{key}" for key in KEYS)
QUOTED = re.compile(r"""["']([^"'\s]+)["']""")


def _spells(code: str, key: str) -> bool:
    """Tell whether a string without blanks, which is a code and no sentence, contains the key as a word of its own."""
    return not re.search(r"\s", code) and key in re.split(r"[^a-z]+", code)


def test_every_file_is_a_game_in_the_registry_under_its_own_name() -> None:
    assert sorted(REGISTRY) == KEYS


def test_no_module_but_its_own_spells_the_key_of_a_game_and_only_the_registry_imports_one() -> None:
    wrong = []
    for place, node in nodes(PACKAGE):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            spelled = [key for key in KEYS if key in node.value and _spells(node.value, key)]
            wrong += [place for key in spelled if not place.startswith(f"scorekeeper/domain/games/{key}.py:")]
        if any(name.startswith(MODULES) for name in imported(node)):
            wrong += [] if place.startswith("scorekeeper/domain/games/__init__.py:") else [place]
    assert wrong == []


def _lines_that_spell(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [
        f"{path.relative_to(ROOT).as_posix()}:{number}"
        for number, line in enumerate(lines, start=1)
        if any(_spells(code, key) for code in QUOTED.findall(line) for key in KEYS)
    ]


def test_no_template_spells_the_key_of_a_game() -> None:
    templates = sorted(path for path in TEMPLATES.rglob("*") if path.is_file())
    assert [place for path in templates for place in _lines_that_spell(path)] == []
