"""What import-linter cannot see: no float, no clock and no chance in the domain."""

import ast
import sys

from tests.architecture.source import DOMAIN, imported, nodes

CLOCK_AND_CHANCE = {"calendar", "datetime", "os", "random", "secrets", "time", "uuid", "zoneinfo"}
ALLOWED = (sys.stdlib_module_names | {"annotated_types"}) - CLOCK_AND_CHANCE


def _is_inexact(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=float() | complex()):
            return True
        case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
            return True
        case ast.Name(id="float") | ast.Attribute(attr="float"):
            return True
    return False


def test_the_domain_knows_no_float_and_no_division_that_gives_one() -> None:
    assert [place for place, node in nodes(DOMAIN) if _is_inexact(node)] == []


def test_the_domain_imports_the_standard_library_without_clock_and_chance_and_annotated_types_only() -> None:
    foreign = [
        (place, name)
        for place, node in nodes(DOMAIN)
        for name in imported(node)
        if name.split(".")[0] not in ALLOWED and not name.startswith("scorekeeper.domain.")
    ]
    assert foreign == []


def test_the_domain_imports_by_full_names_so_that_the_layers_can_be_read() -> None:
    assert [place for place, node in nodes(DOMAIN) if isinstance(node, ast.ImportFrom) and node.level] == []
