"""Links and short codes that let somebody in without an account.

Neither is kept: both are made from the link's number, its nonce and the installation's secret key, so that they can be
shown and printed again, and a copy of the database alone opens nothing.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_
from scorekeeper.services.actor import Actor
from scorekeeper.services.auditing import What, note
from scorekeeper.services.errors import NotFoundError, refuse
from scorekeeper.services.evening_fields import MOST_TABLES
from scorekeeper.services.evenings import event_of
from scorekeeper.services.event_words import WORDS
from scorekeeper.services.texts import one_line
from scorekeeper.storage import Transaction, events, links
from scorekeeper.storage.links import LinkRow

_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's thirty-two: without I, L, O and U, which are misread."""
_MISREAD: Final = str.maketrans("ILOU", "110V")
CODE_LENGTH: Final = 8
_TOKEN_BYTES: Final = 18
LONGEST_LABEL: Final = 60
INVITED_FOR: Final = timedelta(days=7)


class Kind(StrEnum):
    """What a link lets somebody do: keep score at one table, look at an event, or become an organiser."""

    TABLE = "table"
    VIEWER = "viewer"
    INVITATION = "invitation"


class EveningOverError(ScorekeeperError):
    """The evening, tournament or course of the table that a right link is for was closed."""

    def __init__(self, kind: str) -> None:
        super().__init__(WORDS[kind].link_rests)


def make_link(  # noqa: PLR0913 what it is for, and who may use it
    tx: Transaction, actor: Actor, kind: Kind, *, secret: str, event: int | None = None,
    table_number: int | None = None, label: str = "",
) -> LinkRow:  # fmt: skip
    """Make a link. One for a table or for viewers is about an event. Raises RefusedError, NotFoundError."""
    tidy = one_line(label)
    if len(tidy) > LONGEST_LABEL:
        raise refuse("label", N_("at most {most} letters", most=LONGEST_LABEL))
    if kind is Kind.INVITATION:
        event = table_number = None
    elif event is None:
        raise NotFoundError
    else:
        event_of(tx, actor, event)
    if kind is Kind.TABLE and (table_number is None or not 1 <= table_number <= MOST_TABLES):
        raise refuse("table_number", N_("from {low} to {high}", low=1, high=MOST_TABLES))
    nonce = secrets.token_urlsafe(12)
    expires = (actor.at + INVITED_FOR).astimezone(UTC).isoformat(timespec="milliseconds")
    number = links.add(
        tx,
        {
            "club": actor.club, "event": event, "kind": kind.value, "label": tidy, "nonce": nonce,
            "table_number": table_number if kind is Kind.TABLE else None, "created_at": actor.stamp,
            "actor": actor.device, "code_key": _code_key(_code(nonce, secret), secret),
            "expires_at": expires if kind is Kind.INVITATION else None,
        },
    )  # fmt: skip
    values = {"link": number, "kind": kind.value, "table": table_number, "label": tidy}
    note(tx, actor, What.LINK_MADE, event=event, values=values)
    return _get(tx, actor, number)


def revoke_link(tx: Transaction, actor: Actor, link_id: int) -> None:
    """Let a link, its code and every device that came in by it end now. Twice is as good as once."""
    found = _get(tx, actor, link_id)
    if found.revoked_at is None:
        links.change(tx, link_id, {"revoked_at": actor.stamp})
        values = {"link": link_id, "kind": found.kind, "table": found.table_number, "label": found.label}
        note(tx, actor, What.LINK_REVOKED, event=found.event, values=values)


def renew_link(tx: Transaction, actor: Actor, link_id: int, *, secret: str) -> LinkRow:
    """Put a new link in the place of one that got into wrong hands; the old one ends."""
    found = _get(tx, actor, link_id)
    revoke_link(tx, actor, link_id)
    return make_link(
        tx, actor, Kind(found.kind), secret=secret, event=found.event, table_number=found.table_number,
        label=found.label,
    )  # fmt: skip


def open_links(tx: Transaction, club: int, now: datetime) -> Sequence[LinkRow]:
    """Give a club's links that let somebody in, the oldest first."""
    return [row for row in links.of_club(tx, club) if is_live(row, now)]


def is_live(row: LinkRow, now: datetime) -> bool:
    """Whether a link lets somebody in: a table's as long as its event, an invitation for a week, no revoked one."""
    if row.revoked_at is not None:
        return False
    if row.kind == Kind.TABLE:
        return row.closed_at is None
    return row.expires_at is None or now.astimezone(UTC).isoformat(timespec="milliseconds") < row.expires_at


def rests(row: LinkRow) -> bool:
    """Whether a table's link waits for its evening, which is over: opened again, it lets in again."""
    return row.kind == Kind.TABLE and row.revoked_at is None and row.closed_at is not None


def token_of(row: LinkRow, secret: str) -> str:
    """Give the secret part of a link's address."""
    made = _hmac(f"link:{row.id}:{row.nonce}", secret)[:_TOKEN_BYTES]
    return f"{row.id}.{base64.urlsafe_b64encode(made).decode()}"


def address_of(row: LinkRow, secret: str, base: str) -> str:
    """Give a link's address on a server; its secret stands behind the #, which browsers send to nobody."""
    return f"{base}/karte#{token_of(row, secret)}"


def code_of(row: LinkRow, secret: str) -> str:
    """Give the short code that is typed where no camera reads the link."""
    return _code(row.nonce, secret)


def shown(code: str) -> str:
    """Write a code in two groups, as it is read out."""
    return f"{code[:4]}-{code[4:]}"


def by_token(tx: Transaction, token: str, secret: str, now: datetime) -> LinkRow | None:
    """Find the link that lets somebody in with this token. Raises EveningOverError where it rests."""
    number, _, _ = token.partition(".")
    if not (number.isascii() and number.isdecimal() and len(number) <= len(str(2**31))):
        return None
    found = next(iter(links.by_ids(tx, [min(int(number), 2**31 - 1)])), None)
    if found is None or not hmac.compare_digest(token_of(found, secret).encode(), token.encode()):
        return None
    if rests(found):
        raise over(tx, found)
    return found if is_live(found, now) else None


def over(tx: Transaction, resting: LinkRow) -> EveningOverError:
    """Give what is said about a link that rests."""
    found = events.get(tx, resting.event) if resting.event else None
    return EveningOverError(found.kind if found else "evening")


def by_code(tx: Transaction, typed: str, secret: str, now: datetime) -> LinkRow | None:
    """Find the link of a typed code; small letters, spaces and what is misread (O for 0) do not matter.

    One that rests is answered like one that never was: a code can be guessed at, a token cannot.
    """
    code = "".join(sign for sign in typed.upper().translate(_MISREAD) if sign in _ALPHABET)
    if len(code) != CODE_LENGTH:
        return None
    found = links.by_code(tx, _code_key(code, secret))
    return found if found and is_live(found, now) else None


def _get(tx: Transaction, actor: Actor, link_id: int) -> LinkRow:
    found = next(iter(links.by_ids(tx, [link_id])), None)
    if found is None or found.club != actor.club:
        raise NotFoundError
    return found


def _hmac(text: str, secret: str) -> bytes:
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).digest()


def _code(nonce: str, secret: str) -> str:
    made = int.from_bytes(_hmac(f"code:{nonce}", secret), "big")
    return "".join(_ALPHABET[(made >> (5 * place)) % len(_ALPHABET)] for place in range(CODE_LENGTH))


def _code_key(code: str, secret: str) -> str:
    return _hmac(f"typed:{code}", secret).hex()
