"""A payment as it is typed: who hands what to whom; and what the kitty holds. What was typed stays as it was typed."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from werkzeug.datastructures import MultiDict

from scorekeeper.domain.settlement import Transfer
from scorekeeper.domain.text import N_, Message, Player
from scorekeeper.i18n.typed import TypedNumberError, parse_cents
from scorekeeper.services.kitty import Kept
from scorekeeper.services.paying import LONGEST_NOTE
from scorekeeper.web.row_numbers import row_number_or

KITTY: Final = "kassa"
"""What stands for the kitty where somebody is chosen."""
_MOST_LETTERS: Final = 40
_NOT_COUNTED: Final = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """A payment that was not taken, as it was typed, with what is wrong with it."""

    giver: str = ""
    receiver: str = ""
    line: int | None = None
    """What the line of the plan came to that it is a part of; None = beside the plan."""
    amount: str = ""
    note: str = ""
    too_much: int = 0
    """By how many cents it is more than is open; then it is taken once it is confirmed."""
    problems: Mapping[str, Message] = field(default_factory=dict)

    def is_about(self, transfer: Transfer) -> bool:
        """Whether it was typed into this line of the plan."""
        return self.line == transfer.cents and (self.giver, self.receiver) == (
            chosen(transfer.giver),
            chosen(transfer.receiver),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """The kitty's form as it was typed; None = as it is kept."""

    float_text: str | None = None
    counted_text: str | None = None
    seen: Kept | None = None
    """What was kept when the form was opened; None = what is kept now."""
    stale: bool = False
    """Something else is kept than the form was filled in for."""
    problems: Mapping[str, Message] = field(default_factory=dict)


def chosen(party: Player | None) -> str:
    """Name a party in a form."""
    return KITTY if party is None else party


def read_payment(form: MultiDict[str, str], line: int | None) -> tuple[Typed, Transfer | None]:
    """Read the form; without a transfer something is wrong, and the form says what."""
    typed = Typed(
        giver=form.get("giver", ""), receiver=form.get("receiver", ""), line=line,
        amount=form.get("amount", "").strip()[:_MOST_LETTERS], note=form.get("note", "").strip()[: LONGEST_NOTE + 1],
    )  # fmt: skip
    problems: dict[str, Message] = {}
    cents = 0
    try:
        cents = parse_cents(typed.amount, "euro")
    except TypedNumberError as error:
        problems["cents"] = error.message if typed.amount else N_("how much is missing")
    if not problems and cents <= 0:
        problems["cents"] = N_("more than 0")
    for name in ("giver", "receiver"):
        if not getattr(typed, name):
            problems[name] = N_("who is missing")
    if not problems and typed.giver == typed.receiver:
        problems["receiver"] = N_("nobody pays themselves")
    if problems:
        return replace(typed, problems=problems), None
    return typed, Transfer(_party(typed.giver), _party(typed.receiver), cents)


def _party(name: str) -> Player | None:
    return None if name == KITTY else Player(name)


def read_count(form: MultiDict[str, str]) -> tuple[Counting, Kept | None]:
    """Read float and count in cents; nothing typed is no float, and not counted."""
    texts = {name: form.get(name, "").strip()[:_MOST_LETTERS] for name in ("float", "counted")}
    problems: dict[str, Message] = {}
    cents: dict[str, int] = {}
    for name, text in texts.items():
        try:
            value = parse_cents(text, "euro") if text else None
        except TypedNumberError as error:
            problems[name] = error.message
            continue
        if value is not None and value < 0:
            problems[name] = N_("not less than 0")
        elif value is not None:
            cents[name] = value
    counted = row_number_or(form.get("seen_counted", ""), _NOT_COUNTED)
    seen = Kept(row_number_or(form.get("seen_float", ""), 0), None if counted == _NOT_COUNTED else counted)
    counting = Counting(float_text=texts["float"], counted_text=texts["counted"], seen=seen, problems=problems)
    return counting, None if problems else Kept(cents.get("float", 0), cents.get("counted"))
