"""The web application; `create_app` is its table of contents."""

from flask import Flask
from jinja2 import StrictUndefined

from scorekeeper import assets, storage, web
from scorekeeper.i18n.web import init_app as init_languages
from scorekeeper.web import (
    club_language,
    currency,
    errors,
    hosting,
    print_jobs,
    protection,
    row_numbers,
    settings,
    static_files,
    store,
    watching,
)
from scorekeeper.web.application import Application
from scorekeeper.web.logs import init_app as init_logs
from scorekeeper.web.metrics import init_app as init_metrics


def create_app(url: str | None = None) -> Flask:
    """Make the application on the database at `url`, else on this machine's; it is brought up to date first."""
    app = Application(
        "scorekeeper",
        template_folder=str(assets.templates_path()),
        static_folder=str(assets.static_path()),
        instance_path=str(assets.instance_path()),
    )
    _setup_configuration(app)
    _setup_logs(app)
    _setup_database(app, url or storage.default_url())
    _setup_templates(app)
    _setup_static_files(app)
    _setup_protection(app)
    _setup_errors(app)
    _setup_pages(app)
    return app


def _setup_configuration(app: Flask) -> None:
    app.config.from_mapping(settings.configuration(assets.instance_path()))
    hosting.init_app(app)


def _setup_logs(app: Flask) -> None:
    init_logs(app)  # first: whatever happens to a request after it is in its line
    init_metrics(app)


def _setup_database(app: Flask, url: str) -> None:
    storage.migrate(url)
    store.init_app(app, storage.Store(url))


def _setup_templates(app: Flask) -> None:
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    init_languages(app)
    settings.init_app(app)


def _setup_static_files(app: Flask) -> None:
    static_files.init_app(app)


def _setup_protection(app: Flask) -> None:
    protection.init_app(app)


def _setup_errors(app: Flask) -> None:
    errors.init_app(app)


def _setup_pages(app: Flask) -> None:
    row_numbers.init_app(app)
    club_language.init_app(app)
    currency.init_app(app)
    print_jobs.init_app(app)
    watching.init_app(app)
    web.register(app)
