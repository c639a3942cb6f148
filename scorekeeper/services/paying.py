"""Cash that is handed over: a line of the plan in full or in part, freely, or what settles one person; taken back."""

from dataclasses import dataclass
from typing import Final

from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.ledger import StaleError
from scorekeeper.domain.settlement import Transfer, excess
from scorekeeper.domain.text import N_, Cents, Player
from scorekeeper.services.actor import Actor
from scorekeeper.services.auditing import What, note
from scorekeeper.services.errors import NotFoundError, refuse
from scorekeeper.services.evenings import event_of, verify_key
from scorekeeper.services.keys import part_of
from scorekeeper.services.settling import Settlement, settle_event, settle_sitting
from scorekeeper.services.texts import one_line
from scorekeeper.storage import Transaction, clubs, payments

MOST_CENTS: Final = 10**12
LONGEST_NOTE: Final = 200


class OverpaidError(ScorekeeperError):
    """A payment is by `cents` more than is open between the two; it is taken only if that is meant."""

    def __init__(self, cents: int) -> None:
        super().__init__(N_("That is more than is open."))
        self.cents = cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """What settles one person: the lines that have to do with them, and where they are booked (None = one purse)."""

    settlement: Settlement
    sitting: int | None
    lines: tuple[Transfer, ...]
    at_table: bool
    """Still at a table, so that the next deal changes it again."""


def mark_paid(  # noqa: PLR0913 who paid whom, where, and how much of what
    tx: Transaction, actor: Actor, *, event_id: int, sitting_id: int | None = None, transfer: Transfer, key: str,
    line: int | None = None, note_text: str = "", more: bool = False,
) -> None:  # fmt: skip
    """Pay a line of the plan; the same key again changes nothing.

    `line` is what the whole line came to, in cents, where only a part of it is paid, or with `more` too much.
    Raises StaleError if it is no line now, OverpaidError, RefusedError.
    """
    if _made_before(tx, actor, event_id, key):
        return
    settlement = _settlement(tx, event_id, sitting_id)
    whole = transfer.cents if line is None else line
    if Transfer(transfer.giver, transfer.receiver, whole) not in settlement.left:
        raise StaleError(N_("Meanwhile the payments changed."))
    if transfer.cents > whole and not more:
        raise OverpaidError(transfer.cents - whole)
    _add(tx, actor, event_id, sitting_id, transfer, key, note_text)


def pay_freely(  # noqa: PLR0913 who paid whom, where, how much, and why
    tx: Transaction, actor: Actor, *, event_id: int, sitting_id: int | None = None, transfer: Transfer, key: str,
    note_text: str = "", more: bool = False,
) -> None:  # fmt: skip
    """Book cash that was handed over beside the plan. Raises RefusedError, OverpaidError unless `more` is said."""
    if _made_before(tx, actor, event_id, key):
        return
    settlement = _settlement(tx, event_id, sitting_id)
    if transfer.giver == transfer.receiver:
        raise refuse("receiver", N_("nobody pays themselves"))
    if not {transfer.giver, transfer.receiver} <= {None, *settlement.names}:
        raise NotFoundError
    too_much = excess(settlement.balances, transfer)
    if too_much and not more:
        raise OverpaidError(too_much)
    _add(tx, actor, event_id, sitting_id, transfer, key, note_text)


def unmark_paid(tx: Transaction, actor: Actor, payment_id: int, key: str) -> None:
    """Take a payment back by a row of its own; once is enough. Raises NotFoundError."""
    verify_key(key)
    clubs.lock(tx, actor.club)
    found = payments.find(tx, payment_id)
    if found is None:
        raise NotFoundError
    event_of(tx, actor, found.event)
    if found.revoked or payments.by_key(tx, found.event, key) is not None:
        return
    values = {"giver": found.giver, "receiver": found.receiver, "cents": found.cents, "note": ""}
    columns = {"club": actor.club, "event": found.event, "sitting": found.sitting, "revokes": payment_id, "key": key}
    payments.add(tx, {**values, **columns, "at": actor.stamp, "actor": actor.device})
    note(tx, actor, What.PAYMENT_TAKEN_BACK, event=found.event, sitting=found.sitting, values={"payment": payment_id})


def leaving(tx: Transaction, event_id: int, player: Player) -> Leaving:
    """Say who hands what to whom so that one person is even. Raises NotFoundError.

    The lines are those of the plan, so that as few payments as can be remain for the others.
    """
    whole = settle_event(tx, event_id)
    if player not in whole.names:
        raise NotFoundError
    settlement, sitting = whole, None
    own = [share for share in whole.sittings if player in map(share.person, share.setup.players)]
    if len(whole.sittings) == 1 or (own and whole.event.purse == "each"):
        sitting = (own or whole.sittings)[-1].sitting.id  # who paid and never came after all sits nowhere
        settlement = settle_sitting(tx, sitting)
    return Leaving(
        settlement=settlement,
        sitting=sitting,
        lines=tuple(line for line in settlement.left if player in {line.giver, line.receiver}),
        at_table=not whole.event.closed
        and any(
            not share.sitting.ended and player in map(share.person, share.setup.present(share.sitting.deals + 1))
            for share in own
        ),
    )


def pay_out(  # noqa: PLR0913 who is paid out, where, and how
    tx: Transaction, actor: Actor, *, event_id: int, player: Player, key: str, seen: tuple[Transfer, ...],
    note_text: str = "",
) -> tuple[Transfer, ...]:  # fmt: skip
    """Record everything that makes one person even, on the spot; give the payments.

    `seen` is what the page showed. The same key again records nothing. Raises StaleError if something else is open now.
    """
    if _made_before(tx, actor, event_id, key, part=1):
        return ()
    found = leaving(tx, event_id, player)
    if sorted(found.lines, key=repr) != sorted(seen, key=repr):
        raise StaleError(N_("Meanwhile the payments changed."))
    for place, line in enumerate(found.lines, 1):
        _add(tx, actor, event_id, found.sitting, line, part_of(key, place), note_text)
    return found.lines


def _made_before(tx: Transaction, actor: Actor, event_id: int, key: str, part: int | None = None) -> bool:
    """Take the lock, and say whether this very form was taken before. Raises NotFoundError, RefusedError."""
    verify_key(key)
    clubs.lock(tx, actor.club)
    event_of(tx, actor, event_id)
    return payments.by_key(tx, event_id, key if part is None else part_of(key, part)) is not None


def _settlement(tx: Transaction, event_id: int, sitting_id: int | None) -> Settlement:
    if sitting_id is None:
        return settle_event(tx, event_id)
    found = settle_sitting(tx, sitting_id)
    if found.event.id != event_id:
        raise NotFoundError
    return found


def _add(  # noqa: PLR0913, PLR0917 all that a payment is
    tx: Transaction, actor: Actor, event_id: int, sitting_id: int | None, transfer: Transfer, key: str, note_text: str
) -> None:
    if not 0 < transfer.cents <= MOST_CENTS:
        raise refuse("cents", N_("more than 0 and at most {most}", most=Cents(MOST_CENTS)))
    tidy = one_line(note_text)
    if len(tidy) > LONGEST_NOTE:
        raise refuse("note", N_("at most {most} letters", most=LONGEST_NOTE))
    giver, receiver = (None if who is None else int(who) for who in (transfer.giver, transfer.receiver))
    values = {"giver": giver, "receiver": receiver, "cents": transfer.cents, "note": tidy}
    columns = {"club": actor.club, "event": event_id, "sitting": sitting_id, "revokes": None, "key": key}
    number = payments.add(tx, {**values, **columns, "at": actor.stamp, "actor": actor.device})
    note(tx, actor, What.PAID, event=event_id, sitting=sitting_id, values={"payment": number, **values})
