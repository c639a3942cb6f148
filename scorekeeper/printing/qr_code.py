"""Addresses drawn for a camera, on pages and on paper."""

import segno
from markupsafe import Markup


def qr_code(address: str, *, border: int = 2, light: str | None = None) -> Markup:
    """Draw an address; `border` is the white around it in modules, `light` its colour where the page is not white."""
    drawn = segno.make(address, error="m").svg_inline(border=border, omitsize=True, svgclass="qr", light=light)
    return Markup(drawn)  # noqa: S704 segno's own SVG of modules
