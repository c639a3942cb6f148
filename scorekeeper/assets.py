"""Where templates, static files and the instance folder lie: in a checkout beside the package, in a wheel inside it."""

import os
from pathlib import Path

from platformdirs import user_data_path

PACKAGE = Path(__file__).resolve().parent


def checkout() -> Path | None:
    """Give the project's folder if the package runs from a checkout or an unpacked sdist."""
    root = PACKAGE.parent
    return root if (root / "pyproject.toml").is_file() and (root / "templates").is_dir() else None


def templates_path() -> Path:
    """Give the folder of the Jinja templates."""
    return (checkout() or PACKAGE) / "templates"


def static_path() -> Path:
    """Give the folder of style sheets, fonts, pictures and scripts."""
    return (checkout() or PACKAGE) / "static"


def instance_path() -> Path:
    """Give the folder of database and secrets; it need not exist yet.

    SCOREKEEPER_INSTANCE names it; else it is instance/ in a checkout, else the platform's folder for user data. It
    never lies in a virtual environment, which may be thrown away at any time.
    """
    named = os.environ.get("SCOREKEEPER_INSTANCE")
    if named:
        return Path(named).expanduser().resolve()
    root = checkout()
    return root / "instance" if root else user_data_path("scorekeeper", appauthor=False)


def secret_path(instance: Path) -> Path:
    """Give the file of the key that signs cookies."""
    return instance / "secret.key"
