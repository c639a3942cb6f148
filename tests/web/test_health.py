"""What a machine that watches over the server is told: whether it works, and nothing more."""

from flask import Flask
from sqlalchemy import text

from scorekeeper.storage import Store


def test_a_server_that_works_says_so_to_anybody_without_a_cookie(app: Flask) -> None:
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer.headers


def test_a_load_balancer_may_call_the_machine_by_its_number(app: Flask) -> None:
    assert app.config["TRUSTED_HOSTS"]
    assert app.test_client().get("/healthz", headers={"Host": "10.0.0.5:8000"}).status_code == 200
    assert app.test_client().get("/hilfe", headers={"Host": "10.0.0.5:8000"}).status_code == 400


def test_a_database_of_another_revision_is_not_ready(app: Flask) -> None:
    store: Store = app.extensions["scorekeeper"]
    with store.write() as tx:
        tx.execute(text("UPDATE alembic_version SET version_num = '0002'"))
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.text) == (503, "not ready\n")


def test_a_database_that_does_not_answer_is_not_ready_and_no_detail_is_told(app: Flask) -> None:
    class Gone:
        def read(self, _club: int | None = None) -> None:
            import sqlite3  # noqa: PLC0415  only for its error

            error = sqlite3.OperationalError("unable to open /srv/secret/place")
            error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise error

    store = app.extensions["scorekeeper"]
    app.extensions["scorekeeper"] = Gone()
    try:
        answer = app.test_client().get("/healthz")
    finally:
        app.extensions["scorekeeper"] = store
    assert (answer.status_code, answer.text) == (503, "not ready\n")
