"""Errors as pages: each says what happened and what helps, and what was typed is never lost."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

from flask import Flask, current_app, make_response, redirect, request, url_for
from flask_wtf.csrf import CSRFError, generate_csrf
from werkzeug.exceptions import BadHost, HTTPException, InternalServerError, MethodNotAllowed, SecurityError
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError, ScorekeeperError
from scorekeeper.domain.text import N_, Message
from scorekeeper.printing.errors import PrintingBusyError
from scorekeeper.services.errors import NotFoundError
from scorekeeper.storage import BusyError
from scorekeeper.storage.trouble import trouble_of
from scorekeeper.web import access, kept
from scorekeeper.web.access import KeptBackError, NotLetInError
from scorekeeper.web.limits import TooManyError
from scorekeeper.web.local import local_address
from scorekeeper.web.pages import render
from scorekeeper.web.pages.entrance import EntrancePage
from scorekeeper.web.pages.error import ErrorPage, WrongHostPage

FRESH_TOKEN: Final = "X-Fresh-Token"  # noqa: S105 the name of a header

_TITLES: Final[Mapping[int, Message]] = {
    400: N_("This could not be understood"),
    403: N_("Wait for the ceremony"),
    404: N_("Nothing is kept here"),
    405: N_("Nothing is kept here"),
    409: N_("That does not go"),
    413: N_("That was too much at once"),
    429: N_("Too often"),
    500: N_("Something went wrong"),
    503: N_("Busy at the moment"),
}
_HELP: Final[Mapping[int, Message]] = {
    400: N_("Go back, look over what was typed and send it again."),
    404: N_("The address is mistyped, or what stood here was removed."),
    405: N_("The address is mistyped, or what stood here was removed."),
    413: N_("A form takes 256 kB. A shorter note helps."),
    500: N_("Nothing was saved. Sending again often helps; if not, tell whoever runs this computer when it happened."),
}


def init_app(app: Flask) -> None:
    """Answer every error with a page."""
    app.register_error_handler(CSRFError, _without_token)
    app.register_error_handler(ScorekeeperError, _refused)
    app.register_error_handler(InternalServerError, _broken)
    app.register_error_handler(HTTPException, _http)


def _without_token(_error: CSRFError) -> Response:
    """The token got lost (cookie deleted, app moved): show a page that sends the same once more with a fresh one."""
    if "HX-Request" in request.headers:
        response = make_response("", HTTPStatus.BAD_REQUEST)
        response.headers[FRESH_TOKEN] = generate_csrf()
        return response
    text = N_("The page lay open for long, or the browser forgot its cookie. All that was typed is kept here.")
    if any(file.filename for file in request.files.values()):  # no page can hand a file back
        text = N_("The page lay open for long, or the browser forgot its cookie. The file must be chosen once more.")
    return _page(HTTPStatus.BAD_REQUEST, N_("Please send it once more"), text)


def _not_let_in(error: NotLetInError) -> Response:
    """Ask in whoever sent something; what was typed waits on the page, a file has to be chosen once more."""
    page = EntrancePage(
        problem=access.why_out() or error.message,
        kept=None if any(file.filename for file in request.files.values()) else kept.sent(),
        onward=local_address(request.referrer or ""),
    )
    response = make_response(render(page), HTTPStatus.UNAUTHORIZED)
    if "HX-Request" in request.headers:  # head and foot are those of somebody who was let in
        response.headers.update({"HX-Retarget": "body", "HX-Reselect": "unset", "HX-Reswap": "innerHTML"})
    return response


def _too_many(error: TooManyError) -> Response:
    response = _page(HTTPStatus.TOO_MANY_REQUESTS, _TITLES[429], error.message)
    response.retry_after = error.seconds
    return response


def _refused(error: ScorekeeperError) -> Response:
    if isinstance(error, NotLetInError):
        return _not_let_in(error)
    if isinstance(error, TooManyError):
        return _too_many(error)
    if isinstance(error, NotFoundError):
        return _page(HTTPStatus.NOT_FOUND, _TITLES[404], _HELP[404], again=False)
    if isinstance(error, KeptBackError):
        return _page(HTTPStatus.FORBIDDEN, _TITLES[403], error.message, again=False)
    if isinstance(error, BusyError | PrintingBusyError):
        return _page(HTTPStatus.SERVICE_UNAVAILABLE, _TITLES[503], error.message)
    again = not isinstance(error, RefusedError)
    return _page(HTTPStatus.CONFLICT, _TITLES[409], error.message, again=again)


def _broken(error: InternalServerError) -> Response:
    trouble = trouble_of(error.original_exception)
    if trouble is not None:
        return _page(HTTPStatus.SERVICE_UNAVAILABLE, N_("The database does not take it"), trouble)
    return _page(HTTPStatus.INTERNAL_SERVER_ERROR, _TITLES[500], _HELP[500])


def _http(error: HTTPException) -> Response:
    if isinstance(error, SecurityError | BadHost):  # called by a name that is not ours: there is no address to link to
        return make_response(render(WrongHostPage()), HTTPStatus.BAD_REQUEST)
    code = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    if code < HTTPStatus.BAD_REQUEST:
        return make_response(error.get_response())
    known = code if code in _HELP else HTTPStatus.BAD_REQUEST
    if not isinstance(error, MethodNotAllowed):
        return _page(code, _TITLES[known], _HELP[known], again=False)
    if request.method in {"GET", "HEAD"}:
        response = make_response(redirect(_page_above(request.path), HTTPStatus.SEE_OTHER))
    else:
        response = make_response(_page(code, _TITLES[known], _HELP[known], again=False))
    response.allow.update(error.valid_methods or ())
    return response


def _page_above(path: str) -> str:
    """Give the page that a form's address lies below, else the first one: the browser stands there after a form."""
    adapter = current_app.create_url_adapter(request)
    while adapter and (path := path.rpartition("/")[0]):
        try:
            endpoint, values = adapter.match(path, method="GET")
        except HTTPException:
            continue
        return url_for(endpoint, **values)
    return url_for("home.page")


def _page(status: int, title: Message, text: Message, *, again: bool = True) -> Response:
    page = ErrorPage(status=status, title=title, text=text, again=kept.sent() if again else None)
    return make_response(render(page), status)
