"""The databases that other tests rely on."""

import pytest
import sqlalchemy

from tests.databases import Databases, fresh


def _count(url: str, statement: str) -> int:
    engine = sqlalchemy.create_engine(url)
    try:
        with engine.begin() as connection:
            return connection.execute(sqlalchemy.text(statement)).rowcount
    finally:
        engine.dispose()


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def test_what_a_test_does_to_its_copy_does_not_touch_the_template(kind: str, request: pytest.FixtureRequest) -> None:
    databases: Databases = request.getfixturevalue(kind)
    with fresh(databases, None) as template:
        _count(template, "CREATE TABLE seat (name text)")
        with fresh(databases, template) as first:
            assert _count(first, "INSERT INTO seat VALUES ('Anna')") == 1
        with fresh(databases, template) as second:
            assert _count(second, "DELETE FROM seat") == 0


def test_an_empty_database_has_no_tables(empty_database_url: str) -> None:
    engine = sqlalchemy.create_engine(empty_database_url)
    assert sqlalchemy.inspect(engine).get_table_names() == []
    engine.dispose()
