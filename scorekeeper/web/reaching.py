"""Addresses that are handed to other devices: where they reach this app, and the links that let them in."""

from urllib.parse import urlsplit

from flask import current_app, request

from scorekeeper.own_address import is_loopback, own_address
from scorekeeper.services import links
from scorekeeper.storage.links import LinkRow


def base() -> str:
    """Give the address that other devices open, without a slash at its end.

    It is the one that this page was asked under; where that means "this computer", its address in the network.
    """
    asked = urlsplit(request.host_url)
    if not is_loopback(asked.hostname or ""):
        return f"{asked.scheme}://{asked.netloc}{request.script_root}"
    port = f":{asked.port}" if asked.port else ""
    return f"{asked.scheme}://{own_address()}{port}{request.script_root}"


def link_address(row: LinkRow) -> str:
    """Give a link's address."""
    return links.address_of(row, secret(), base())


def code_address() -> str:
    """Give where a short code is typed."""
    return f"{base()}/code"


def secret() -> str:
    """Give the key that links and codes are made with."""
    key: str = current_app.config["SECRET_KEY"]
    return key
