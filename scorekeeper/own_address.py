"""Where this machine is reached from its network: the command line says it, links for other devices begin with it."""

import socket
from ipaddress import ip_address
from typing import Final

_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737): nothing is sent there, the system only says by which way it would go."""


def own_address() -> str:
    """Give this machine's address in its network; the loopback address where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:  # no network at all
            return "127.0.0.1"
        found: str = probe.getsockname()[0]
        return found


def is_loopback(host: str) -> bool:
    """Whether a host name or address means the computer that asks, which is another one on every device."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
