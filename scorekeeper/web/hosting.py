"""The app behind a reverse proxy: under which names it answers, whom it believes, and cookies for HTTPS only."""

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.mode import Mode, host_names, mode, proxies


def init_app(app: Flask) -> None:
    """Set the application up to be hosted, if it is.

    Of what is forwarded, address and scheme are taken from as many proxies as were said, counted from the app; the
    host name is the one that was asked for, so a proxy hands it on as it came.
    """
    if mode() is not Mode.HOSTED:
        return
    app.config.update(TRUSTED_HOSTS=host_names(), SESSION_COOKIE_SECURE=True)
    app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies(), x_proto=proxies(), x_host=0, x_prefix=0)  # type: ignore[method-assign]  # as Flask advises
