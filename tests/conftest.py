"""What every test can ask for: databases, and how long the long tests run."""

import gc
import os
import sys
from collections.abc import Iterable, Iterator

import pytest
from _pytest.mark import ParameterSet
from argon2 import PasswordHasher
from hypothesis import HealthCheck, settings

from scorekeeper.i18n.catalogue import DEFAULT_LANGUAGE, catalogue
from tests.apps import KeptMap, KeptRule, KeptTemplates, statements_compiled_once
from tests.databases import Databases, Postgres, Sqlite, fresh, migrate, running_postgres

SOAK = os.environ.get("SCOREKEEPER_SOAK") == "1"
KINDS = (pytest.param("sqlite"), pytest.param("postgresql", marks=pytest.mark.postgres))

# two noisy cores: no deadline. Usually the same examples every time, so that a red run says something about the change.
# Half of Hypothesis's hundred, so that all tests stay under ten minutes; `make soak` takes a thousand.
settings.register_profile(
    "default", deadline=None, derandomize=True, max_examples=50, suppress_health_check=[HealthCheck.too_slow]
)  # fmt: skip
settings.register_profile("soak", settings.get_profile("default"), max_examples=1000, derandomize=False)
settings.load_profile("soak" if SOAK else "default")

ON_BOTH = pytest.mark.parametrize("database_url", KINDS, indirect=True)
"""For the browser tests that are run on both databases every time."""


def breadth(usual: Iterable[ParameterSet], more: Iterable[ParameterSet]) -> list[ParameterSet]:
    """Give what a test looks at every time; in the soak, which finds it by its mark, that and more."""
    if not SOAK:
        return list(usual)
    return [pytest.param(*one.values, marks=[*one.marks, pytest.mark.slow], id=one.id) for one in (*usual, *more)]


def pytest_configure(config: pytest.Config) -> None:
    """Compile what changed once: translations not in every worker, modules not in every process that a test starts."""
    if not hasattr(config, "workerinput"):
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        sys.dont_write_bytecode = False
        catalogue(DEFAULT_LANGUAGE)


def pytest_collection_finish() -> None:
    """Leave out of every search for garbage what all tests share: a tenth of their time went there."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run what is quick first: plain tests, PostgreSQL, slow ones; in the browser the long ones, so no worker waits."""

    def turn(item: pytest.Item) -> tuple[bool, bool, bool]:
        browser, slow, postgres = (
            item.get_closest_marker(name) is not None for name in ("browser", "slow", "postgres")
        )
        return browser, slow, postgres != browser

    items.sort(key=turn)


@pytest.fixture(scope="session")
def attempts() -> int:
    """How often each writer tries in a test that hunts for rare accidents between them."""
    return 250 if SOAK else 18


@pytest.fixture(scope="session")
def compiled() -> Iterator[KeptTemplates]:
    """Templates and the rules of addresses are compiled once for all apps of a worker."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("flask.Flask.url_rule_class", KeptRule)
        patch.setattr("flask.Flask.url_map_class", KeptMap)
        yield KeptTemplates()


@pytest.fixture(scope="session", autouse=True)
def compiled_statements() -> Iterator[None]:
    with statements_compiled_once():
        yield


@pytest.fixture(scope="session")
def quick_passwords() -> Iterator[None]:
    """Passwords are hashed in no time: how long it takes is argon2's matter."""
    with pytest.MonkeyPatch.context() as patch:
        quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        patch.setattr("scorekeeper.services.organisers._HASHER", quick)
        yield


@pytest.fixture(scope="session")
def sqlite(tmp_path_factory: pytest.TempPathFactory) -> Sqlite:
    return Sqlite(tmp_path_factory.mktemp("sqlite"))


@pytest.fixture(scope="session")
def postgresql(testrun_uid: str, worker_id: str) -> Iterator[Postgres]:
    with running_postgres(testrun_uid) as server:
        yield Postgres(server, f"test_{worker_id}")


@pytest.fixture(scope="session")
def sqlite_template(sqlite: Sqlite) -> str:
    return _migrated(sqlite)


@pytest.fixture(scope="session")
def postgresql_template(postgresql: Postgres) -> str:
    return _migrated(postgresql)


def _migrated(databases: Databases) -> str:
    url = databases.empty()
    migrate(url)
    return url


@pytest.fixture
def sqlite_url(sqlite: Sqlite, sqlite_template: str) -> Iterator[str]:
    """A migrated SQLite database of this test's own."""
    with fresh(sqlite, sqlite_template) as url:
        yield url


@pytest.fixture
def postgresql_url(postgresql: Postgres, postgresql_template: str) -> Iterator[str]:
    """A migrated PostgreSQL database of this test's own; such a test is marked `postgres`."""
    with fresh(postgresql, postgresql_template) as url:
        yield url


@pytest.fixture(params=KINDS)
def database_url(request: pytest.FixtureRequest) -> str:
    """A migrated database of this test's own; the test runs on both kinds."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture(params=KINDS)
def empty_database_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """An empty database of this test's own, for tests of the migrations themselves."""
    databases: Databases = request.getfixturevalue(request.param)
    with fresh(databases, None) as url:
        yield url
