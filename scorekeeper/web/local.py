"""Addresses that a request brings along: followed only within this application."""

from urllib.parse import urlsplit

from flask import request


def local_address(given: str) -> str:
    """Give the path and query of an address of this application; its first page where it is none."""
    try:
        parts = urlsplit(given.replace("\\", "/"))
    except ValueError:  # "http://["
        return request.script_root + "/"
    local = parts.scheme in {"", "http", "https"} and parts.netloc in {"", request.host}
    if not local or not parts.path.startswith("/") or parts.path.startswith("//"):
        return request.script_root + "/"
    return parts.path + (f"?{parts.query}" if parts.query else "")
