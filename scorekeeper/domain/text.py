"""Sentences that the domain says, as data: a message id and values, rendered per language elsewhere."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple, NewType

Player = NewType("Player", str)
"""A player's key: the name in an evening file, the record's number in the database."""


class Who(NamedTuple):
    """Players to be named in a sentence, in this order ("Anna und Dora")."""

    players: tuple[Player, ...]


class Signed(NamedTuple):
    """Units to be shown with their sign ("+4", "−3", "0")."""

    units: int | Fraction


class Cents(NamedTuple):
    """Money to be shown as such ("0,10 €"); what somebody gets or pays is `signed` ("−1,20 €").

    Without a currency it is that of the page where it is said.
    """

    cents: int
    currency: str = ""
    signed: bool = False


class Day(NamedTuple):
    """A day to be shown as such ("15. Jänner 2027"), as ISO 8601 writes it."""

    iso: str


class Message(NamedTuple):
    """An English sentence with {placeholders} and its values; a value may be a message itself."""

    id: str
    values: "Mapping[str, int | Fraction | str | Who | Signed | Cents | Day | Message]"
    plural: str = ""
    n: int = 0


Value = int | Fraction | str | Who | Signed | Cents | Day | Message


def N_(text: str, /, **values: Value) -> Message:  # noqa: N802 the extractor's usual name for "translate later"
    """Mark a sentence for translation."""
    return Message(text, values)


def NN_(one: str, many: str, n: int, /, **values: Value) -> Message:  # noqa: N802 as above, for sentences that count
    """Mark a sentence that counts; {n} is the count."""
    return Message(one, {"n": n, **values}, many, n)


class Reason(NamedTuple):
    """One step of an explanation: what was applied, the figure at the end of the line, and the rule behind it."""

    text: Message
    figure: int | Signed | Message | None = None
    rule: Message | None = None
    """For whoever learns the game; lists of deals and sheets do not show it."""


class Refusal(NamedTuple):
    """Why an answer or option is not accepted; `field` names the place, the message says what would be."""

    field: str
    message: Message
