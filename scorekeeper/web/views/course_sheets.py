"""A course on paper: who was there, and a certificate for each."""

from dataclasses import replace
from datetime import UTC, datetime

from flask import Blueprint, request
from werkzeug.wrappers import Response

from scorekeeper.domain.tournament.record import Tournament
from scorekeeper.i18n.web import current_language
from scorekeeper.printing.course_sheets import attendance_list, certificates
from scorekeeper.printing.hall.certificates import LONGEST_WORDS
from scorekeeper.services.players import sort_key
from scorekeeper.services.tournament import tables_now
from scorekeeper.storage import Transaction
from scorekeeper.web import store
from scorekeeper.web.views.course import head_and_state, today
from scorekeeper.web.views.pdf import answer

pages = Blueprint("course_sheets", __name__, url_prefix="/kurs/<int:event>")


@pages.get("/anwesenheit.pdf", defaults={"view": "pdf"})
@pages.get("/anwesenheit/druck", defaults={"view": "druck"})
def attendance(event: int, view: str) -> Response:
    """Print names and lessons."""
    with store.reading() as tx:
        head, state = head_and_state(tx, event)
        names = _by_name(tx, state)
    return answer(
        attendance_list(head, state, names, current_language(), datetime.now(UTC)), view, f"anwesenheit-{event}"
    )  # fmt: skip


@pages.get("/bestaetigungen.pdf", defaults={"view": "pdf"})
@pages.get("/bestaetigungen/druck", defaults={"view": "druck"})
def certificates_of_all(event: int, view: str) -> Response:
    """Print a certificate for everybody who was there."""
    with store.reading() as tx:
        head, state = head_and_state(tx, event)
        names = _by_name(tx, state)
    words = request.args.get("text", "").strip()[:LONGEST_WORDS]
    sheet = replace(certificates(head, state, names, current_language(), today()), words=words)
    return answer(sheet, view, f"kursbestaetigungen-{event}")


def _by_name(tx: Transaction, state: Tournament) -> dict[int, str]:
    names = tables_now.labels(tx, state, state.next_number)
    return dict(sorted(names.items(), key=lambda one: (sort_key(one[1]), one[0])))
