"""Whether the app can work, for machines that watch over it."""

from http import HTTPStatus

from flask import Blueprint, Response, current_app

from scorekeeper.storage import Store, health
from scorekeeper.storage.trouble import trouble_of
from scorekeeper.web.application import HEALTH

pages = Blueprint("health", __name__)


@pages.get(HEALTH)
def page() -> Response:
    """Say whether the database answers and is up to date; why not, the log and `scorekeeper doctor` say."""
    fine = _is_fine()
    status = HTTPStatus.OK if fine else HTTPStatus.SERVICE_UNAVAILABLE
    answer = Response("ok\n" if fine else "not ready\n", status, mimetype="text/plain")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _is_fine() -> bool:
    store: Store = current_app.extensions["scorekeeper"]
    try:
        with store.read() as tx:
            return health.is_up_to_date(tx)
    except Exception as error:  # what is no trouble of the database's goes on
        if trouble_of(error) is None:
            raise
        current_app.logger.warning("the database does not answer")
        return False
