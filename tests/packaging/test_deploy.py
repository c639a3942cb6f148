"""The examples of deploy/ say what the program understands."""

import json
import re
import shlex

import click
import pytest

from scorekeeper import cli
from scorekeeper.cli.serving.server import SECONDS_TO_FINISH
from scorekeeper.services.json_document import MOST_BYTES
from tests.architecture.source import ROOT

DEPLOY = ROOT / "deploy"
NAME = "karten.example.at"


def text(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def found(pattern: str, name: str) -> str:
    match = re.search(pattern, text(name), re.MULTILINE)
    assert match, f"{name}: {pattern}"
    return match[1]


def of_unit() -> list[str]:
    return shlex.split(found("^ExecStart=(.*)$", "scorekeeper.service"))[1:]


def of_compose() -> list[str]:
    arguments: list[str] = json.loads(found(r"^    command: (\[.*\])$", "compose.yaml"))
    return arguments


def of_readme() -> list[list[str]]:
    called = re.findall(r"scorekeeper (club add .*|club password NAME)`?$", text("README.md"), re.MULTILINE)
    return [shlex.split(arguments) for arguments in called]


@pytest.mark.parametrize("arguments", [of_unit(), of_compose(), *of_readme()])
def test_every_command_line_is_understood(arguments: list[str]) -> None:
    context = click.Context(cli.main)
    command: click.Command = cli.main
    while isinstance(command, click.Group):
        name, _, arguments = command.resolve_command(context, arguments)
        assert name is not None
        command = command.get_command(context, name) or pytest.fail(f"no command {name}")
    command.make_context(command.name, arguments)


@pytest.mark.parametrize("arguments", [of_unit(), of_compose()])
def test_one_proxy_is_believed_and_the_name_is_the_proxys(arguments: list[str]) -> None:
    serve = cli.main.get_command(click.Context(cli.main), "serve")
    assert serve is not None
    given = serve.make_context("serve", arguments[1:]).params
    assert (given["proxies"], given["names"]) == (1, (NAME,))
    assert NAME in text("nginx.conf")
    assert NAME in text("Caddyfile")


def test_the_proxies_reach_the_port_that_is_served() -> None:
    port = of_unit()[of_unit().index("--port") + 1]
    assert f"server 127.0.0.1:{port};" in text("nginx.conf")
    assert f"127.0.0.1:{port}" in text("Caddyfile")
    assert f"app:{of_compose()[of_compose().index('--port') + 1]}" in text("compose.yaml")


def test_whoever_ends_the_program_waits_longer_than_it_may_take() -> None:
    assert int(found("^TimeoutStopSec=([0-9]+)$", "scorekeeper.service")) > SECONDS_TO_FINISH
    assert int(found("stop_grace_period: ([0-9]+)s$", "compose.yaml")) > SECONDS_TO_FINISH
    assert "KillMode=mixed" in text("scorekeeper.service")  # the workers are ended by the main process


def test_the_largest_file_that_the_app_takes_gets_through_the_proxies() -> None:
    as_a_form = MOST_BYTES * 4 // 3
    assert int(found("client_max_body_size +([0-9]+)m;", "nginx.conf")) * 2**20 > as_a_form
    assert int(found("max_size ([0-9]+)MB", "Caddyfile")) * 10**6 > as_a_form


def test_no_log_of_a_proxy_holds_a_query_or_a_visitors_address() -> None:
    logged = found("^log_format scorekeeper '(.*)';$", "nginx.conf")
    for telling in ("$request ", "$request_uri", "$args", "$query_string", "$http_", "$remote_addr", "$http_referer"):
        assert telling not in f"{logged} "
    for telling in (r'request>uri regexp \?.* ""', "request>remote_ip delete", "request>headers delete"):
        assert telling in text("Caddyfile")


def test_what_a_visitor_claims_about_forwarding_does_not_get_through() -> None:
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in text("nginx.conf")
    assert "underscores_in_headers off;" in text("nginx.conf")
    # X-Forwarded_For is taken for X-Forwarded-For, too: whatever has an underscore goes, wherever it stands
    assert "header_up -*_*" in text("Caddyfile")
