"""Results as JSON, one line each."""

import json

from scorekeeper.i18n import Language, explain, render
from scorekeeper.services.result_document import Voice, result_document
from scorekeeper.services.scoring import EventScore, SittingScore


def show(score: SittingScore | EventScore, language: Language, *, explained: bool) -> str:
    """Give the result document."""
    voice = Voice(
        lambda message: render(message, language),
        (lambda reasons: explain(reasons, language)) if explained else None,
    )
    return json.dumps(result_document(score, voice), ensure_ascii=False) + "\n"


def error_line(text: str) -> str:
    """Give the line of a document that could not be scored."""
    return json.dumps({"error": text}, ensure_ascii=False) + "\n"
