"""What is said about an evening, a tournament or a course as a whole: sentences that name what it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scorekeeper.domain.text import N_, Message


@dataclass(frozen=True, slots=True, kw_only=True)
class EventWords:
    """Sentences about an event of one kind."""

    name: Message
    inside: Message
    """What its page holds."""
    file: str
    """What its files are called."""
    back: Message
    to: Message
    settlement: Message
    history: Message
    access: Message
    end: Message
    reopen: Message
    ended: Message
    """Said once it was ended, and where nothing can be entered because of that."""
    goes_on: Message
    must_reopen: Message
    links_rest: Message
    link_rests: Message
    """Said to whoever comes by the link of a table that is over."""
    tables_see: Message
    """What the link of a table is good for."""
    viewers_see: Message
    was_closed: Message
    """In the history."""
    was_reopened: Message


WORDS: Final[Mapping[str, EventWords]] = {
    "evening": EventWords(
        name=N_("Evening"), inside=N_("All sittings of the evening"), file="abend", back=N_("Back to the evening"),
        to=N_("To the evening"),
        settlement=N_("Settlement of the evening"), history=N_("History of the evening"),
        access=N_("Access to the evening"), end=N_("End the evening"), reopen=N_("Open the evening again"),
        ended=N_("The evening is over. It can be opened again at any time."), goes_on=N_("The evening goes on."),
        must_reopen=N_("The evening is closed. It must be reopened first."),
        links_rest=N_("The evening is over: links and codes of its tables let nobody in until it is opened again."),
        link_rests=N_(
            "The evening is over, so the table’s link lets nobody in. If it is opened again, the link holds again."
        ),
        tables_see=N_(
            "Whoever has the link or the code of a table enters its deals, with as many phones as wanted, and sees "
            "nothing of other tables. It ends with the evening and holds again if that is opened again."
        ),
        viewers_see=N_(
            "Whoever has such a link sees scores, deals, settlement and sheets of this evening, and can change "
            "nothing. It holds until it is ended."
        ),
        was_closed=N_("Evening closed"), was_reopened=N_("Evening opened again"),
    ),
    "tournament": EventWords(
        name=N_("Tournament"), inside=N_("Rounds, people, standings"), file="turnier",
        back=N_("Back to the tournament"), to=N_("To the tournament"),
        settlement=N_("Settlement of the tables"), history=N_("History of the tournament"),
        access=N_("Access to the tournament"), end=N_("Close the tournament"), reopen=N_("Open the tournament again"),
        ended=N_("The tournament is closed. It can be opened again at any time."),
        goes_on=N_("The tournament goes on."),
        must_reopen=N_("The tournament is closed. It must be reopened first."),
        links_rest=N_(
            "The tournament is closed: links and codes of its tables let nobody in until it is opened again."
        ),
        link_rests=N_(
            "The tournament is closed, so the table’s link lets nobody in. If it is opened again, the link holds again."
        ),
        tables_see=N_(
            "Whoever has the link or the code of a table enters its deals in every round, with as many phones as "
            "wanted, and sees nothing of other tables. It ends with the tournament and holds again if that is opened "
            "again."
        ),
        viewers_see=N_(
            "Whoever has such a link sees the wall board, the standings and the tables, and can change nothing. It "
            "holds until it is ended, also when the tournament is closed."
        ),
        was_closed=N_("Tournament closed"), was_reopened=N_("Tournament opened again"),
    ),
    "course": EventWords(
        name=N_("Course"), inside=N_("Lessons, people, paper"), file="kurs",
        back=N_("Back to the course"), to=N_("To the course"),
        settlement=N_("Settlement of the tables"), history=N_("History of the course"),
        access=N_("Access to the course"), end=N_("End the course"), reopen=N_("Open the course again"),
        ended=N_("The course is over. It can be opened again at any time."), goes_on=N_("The course goes on."),
        must_reopen=N_("The course is over. It must be reopened first."),
        links_rest=N_("The course is over: links and codes of its tables let nobody in until it is opened again."),
        link_rests=N_(
            "The course is over, so the table’s link lets nobody in. If it is opened again, the link holds again."
        ),
        tables_see=N_(
            "Whoever has the link or the code of a table enters its deals in every lesson, with as many phones as "
            "wanted, and sees nothing of other tables. It ends with the course and holds again if that is opened again."
        ),
        viewers_see=N_(
            "Whoever has such a link sees scores, deals and sheets of this course, and can change nothing. It holds "
            "until it is ended."
        ),
        was_closed=N_("Course ended"), was_reopened=N_("Course opened again"),
    ),
}  # fmt: skip
"""By kind of event."""


_OF_LEARNERS: Final[Mapping[str, Message]] = {
    "struck": N_("does not count"),
    "deal {number} struck": N_("deal {number} does not count"),
    "Deal {number} struck": N_("Deal {number} does not count"),
    "striking of deal {number}": N_("mark “does not count” of deal {number}"),
    "Struck: counts nothing, the deal keeps its number.": N_(
        "Does not count: played to learn, the deal keeps its number."
    ),
}
"""Among learners nothing is struck: a deal that was only tried does not count."""


def worded(message: Message, kind: str) -> Message:
    """Say something about a deal as it is said in an event of this kind."""
    if kind != "course":
        return message
    values = {name: worded(one, kind) if isinstance(one, Message) else one for name, one in message.values.items()}
    return message._replace(id=_OF_LEARNERS.get(message.id, message).id, values=values)
