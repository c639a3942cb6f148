"""Metrics of a real server: all workers together, at an address of their own, and only where they are wanted."""

import http.client
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.web import metrics
from tests.cli.serving import Browser, Server


def free_address() -> str:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return f"127.0.0.1:{probe.getsockname()[1]}"


def asked(address: str) -> str:
    connection = http.client.HTTPConnection(address, timeout=30)
    connection.request("GET", "/metrics")
    with connection.getresponse() as answer:
        return answer.read().decode()


@pytest.mark.skipif(sys.platform == "win32", reason="one worker there")
def test_what_all_workers_answered_is_counted_by_route_and_names_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = free_address()
    monkeypatch.setenv(metrics.ADDRESS, address)
    server = Server(tmp_path / "instance")
    try:
        for _ in range(8):
            browser = Browser(server.address)
            browser.get("/hilfe?suche=Zenzi")
            browser.get("/nirgends/Zenzi")
            browser.close()
        told = asked(address)
        here = Browser(server.address)
        assert here.get("/metrics").status == 404
        here.close()
    finally:
        server.kill()
    assert _count(told, 'method="GET",route="/hilfe",status="200"') == 8
    assert _count(told, 'method="GET",route="none",status="404"') == 8
    assert "scorekeeper_database_busy_retries_total" in told
    assert "Zenzi" not in told


def _count(told: str, labels: str) -> float:
    found = re.search(rf"^scorekeeper_requests_total\{{{re.escape(labels)}\}} (\S+)$", told, re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_whoever_wants_no_metrics_does_not_even_load_them(tmp_path: Path) -> None:
    code = "import sys, scorekeeper.wsgi; sys.exit('prometheus_client' in sys.modules)"
    kept = {name: value for name, value in os.environ.items() if name != metrics.ADDRESS}
    environment = kept | {"SCOREKEEPER_INSTANCE": str(tmp_path)}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0


@pytest.mark.parametrize("given", ["9464", "localhost", "localhost:", "localhost:0", "localhost:99999", ":9464"])
def test_an_address_that_is_none_is_said(given: str) -> None:
    with pytest.raises(metrics.AddressError, match="must be host:port"):
        metrics._parsed(given)
