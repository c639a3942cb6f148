"""The hosted app: several workers behind a proxy, on both databases; without organiser or name it does not start."""

import os
import re
import uuid
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.services import organisers
from scorekeeper.services.actor import Actor
from scorekeeper.storage import Store
from tests.cli.processes import ORGANISER, PASSWORD, Serving
from tests.cli.serving import Browser
from tests.services.table import EVENING, sit_down

NAME = "karten.example.at"
FORWARDED = {"Host": NAME, "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
SERVE = ("serve", "--port", "0", "--host-name", NAME)

not_on_windows = pytest.mark.skipif(os.name == "nt", reason="a signal is sent another way there")


def test_without_an_organiser_it_says_which_command_comes_first(sqlite_url: str) -> None:
    called = CliRunner().invoke(main, [*SERVE, "--url", sqlite_url, "--lang", "de"])
    assert called.exit_code == 1
    assert "scorekeeper club add NAME --organiser NAME" in called.stderr


def test_without_a_host_name_it_does_not_start(sqlite_url: str) -> None:
    called = CliRunner().invoke(main, ["serve", "--url", sqlite_url])
    assert called.exit_code == 2
    assert "--host-name" in called.stderr


@not_on_windows
def test_behind_a_proxy_an_organiser_logs_in_and_saves_a_deal_whichever_worker_answers(
    database_url: str, tmp_path: Path
) -> None:
    store = Store(database_url)
    table = sit_down(store)
    password = organisers.hashed(PASSWORD, ORGANISER)
    with store.write() as tx:
        organisers.add_organiser(tx, Actor(1, "test", EVENING), ORGANISER, password)
    with Serving((*SERVE, "--proxies", "1", "--workers", "2", "--url", database_url), tmp_path) as server:
        address = server.line(r"waits for the proxy at ([\d.:]+) and answers as karten.example.at")[1]
        browser = Browser(address, sends={**FORWARDED, "Referer": f"https://{NAME}/"})
        assert browser.get("/").status == 303  # what is announced answers
        browser.get("/anmelden")
        assert browser.post("/anmelden", {"name": ORGANISER, "password": PASSWORD}).status == 303
        assert "; Secure" in browser.attributes["session"]
        assert "; HttpOnly" in browser.attributes["session"]
        path = f"/partie/{table.sitting}"
        for number in (1, 2, 3, 4):
            browser.close()
            browser.moved(address)  # a connection of its own, which any worker takes
            browser.get(path)
            form = {
                "key": uuid.uuid4().hex, "number": str(number), "target": "0", "gewisse": "6",
                "partner": table.player((number + 1) % 5),
            }  # fmt: skip
            assert browser.post(f"{path}/eintragen", form).status == 303
        browser.close()
        for forged in ({**FORWARDED, "Host": "evil.example"}, {**FORWARDED, "X-Forwarded-Host": "evil.example"}):
            stranger = Browser(address, sends=forged)
            answer = stranger.get("/anmelden")
            assert answer.status == (400 if forged["Host"] != NAME else 200)
            assert "evil.example" not in answer.text
            stranger.close()
        assert server.end() == 0
    assert table.now().standing.deals == 4
    store.close()


@not_on_windows
def test_where_no_proxy_is_believed_it_says_what_that_means(sqlite_url: str, tmp_path: Path) -> None:
    CliRunner().invoke(
        main,
        ["club", "add", "Watter", "--organiser", ORGANISER],
        input=PASSWORD,
        env={"SCOREKEEPER_DATABASE_URL": sqlite_url},
    )
    with Serving(SERVE, tmp_path, SCOREKEEPER_DATABASE_URL=sqlite_url) as server:
        assert re.search("--proxies 1", server.line("No proxy is believed").string)
        server.line("waits for the proxy")
