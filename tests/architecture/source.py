"""The source tree as these tests read it."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "scorekeeper"
DOMAIN = PACKAGE / "domain"
GAMES = DOMAIN / "games"
TEMPLATES = ROOT / "templates"


def nodes(folder: Path) -> Iterator[tuple[str, ast.AST]]:
    """Give every node of every module below a folder, with its place as `file:line`."""
    for path in sorted(folder.rglob("*.py")):
        module = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_bytes(), path)):
            yield f"{module}:{getattr(node, 'lineno', 0)}", node


def imported(node: ast.AST) -> tuple[str, ...]:
    """Give the full names that an import statement brings in; nothing for other nodes."""
    if isinstance(node, ast.Import):
        return tuple(alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        return tuple(f"{node.module or ''}.{alias.name}" for alias in node.names)
    return ()
