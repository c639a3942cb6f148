"""Puts templates, static files and compiled catalogues into the wheel, where they lie inside the package."""

import tempfile
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class AssetsHook(BuildHookInterface[Any]):
    """Runs for every wheel; an editable one finds its files in the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files to a standard wheel."""
        if self.target_name != "wheel" or version != "standard":
            return
        root = Path(self.root)
        include = build_data["force_include"]
        for folder in ("templates", "static"):
            include[str(root / folder)] = f"scorekeeper/{folder}"
        self._scratch = tempfile.TemporaryDirectory()
        for po in sorted(root.glob("scorekeeper/i18n/locale/*/LC_MESSAGES/*.po")):
            target = po.relative_to(root).with_suffix(".mo")
            mo = Path(self._scratch.name) / target
            mo.parent.mkdir(parents=True)
            with po.open("rb") as source, mo.open("wb") as compiled:
                write_mo(compiled, read_po(source, locale=po.parts[-3]))
            include[str(mo)] = target.as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002  hatchling's signature
        """Throw the compiled catalogues away."""
        if hasattr(self, "_scratch"):
            self._scratch.cleanup()
