"""A real server with an instance folder of its own, which can be switched off at the wall; browsers that talk to it."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode, urlsplit

STARTS_WITHIN = 90
ROOT = Path(__file__).parents[2]


class Server:
    """`scorekeeper run` with two workers, as the head of a process group."""

    def __init__(self, instance: Path, url: str | None = None, workers: int = 2) -> None:
        environment = {name: value for name, value in os.environ.items() if name != "SCOREKEEPER_DATABASE_URL"}
        environment["SCOREKEEPER_INSTANCE"] = str(instance)
        if url is not None:
            environment["SCOREKEEPER_DATABASE_URL"] = url
        command = [sys.executable, "-m", "scorekeeper", "run", "--port", "0", "--workers", str(workers)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT, start_new_session=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        address = re.search(r"http://(127\.0\.0\.1:\d+)", line)
        if address is None:
            self.kill()
        assert address is not None, line
        self.address = address[1]
        self._wait()

    def _wait(self) -> None:
        """Return as soon as somebody listens."""
        deadline = time.monotonic() + STARTS_WITHIN
        host, port = self.address.split(":")
        while True:
            try:
                socket.create_connection((host, int(port)), STARTS_WITHIN).close()
            except ConnectionRefusedError:
                assert time.monotonic() < deadline
                assert self.process.poll() is None
                time.sleep(0.02)
            else:
                return

    def kill(self) -> None:
        """Pull the plug: every process of the group ends where it is."""
        with suppress(ProcessLookupError):  # it ended by itself
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


@dataclass
class Answer:
    """What came back."""

    status: int
    text: str
    location: str


@dataclass
class Browser:
    """A kept-alive connection with its cookies; the cookies outlive the server."""

    address: str
    cookies: dict[str, str] = field(default_factory=dict)
    token: str = ""
    sends: Mapping[str, str] = field(default_factory=dict)
    """What a proxy before the server would add, for instance."""
    attributes: dict[str, str] = field(default_factory=dict)
    """The cookies as they were set, with all that was said about them."""

    def __post_init__(self) -> None:
        self._connect()

    def moved(self, address: str) -> None:
        """Find the server again where it is now."""
        self.address = address
        self._connect()

    def _connect(self) -> None:
        self._connection = http.client.HTTPConnection(self.address, timeout=STARTS_WITHIN)

    def close(self) -> None:
        """Hang up."""
        self._connection.close()

    def get(self, path: str) -> Answer:
        """Open a page; its token is kept for the next form."""
        answer = self._ask("GET", path, None)
        found = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', answer.text)
        if found:
            self.token = found[1]
        return answer

    def post(self, path: str, form: Mapping[str, str]) -> Answer:
        """Send a form. Raises OSError or HTTPException if no answer comes."""
        return self._ask("POST", path, urlencode({"csrf_token": self.token, **form}))

    def _ask(self, method: str, path: str, body: str | None) -> Answer:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), **self.sends}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self._connection.request(method, path, body, headers)
        with self._connection.getresponse() as response:
            text = response.read().decode()
            for name, value in response.getheaders():
                if name.lower() == "set-cookie":
                    key, _, content = value.partition(";")[0].partition("=")
                    self.cookies[key] = content
                    self.attributes[key] = value
            return Answer(response.status, text, urlsplit(response.getheader("Location", "")).query)
