"""How a line of the audit becomes a line of the history; a kind that is not known here is told by its bare name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.replay import rules_of
from scorekeeper.domain.text import N_, NN_, Cents, Message, Player, Who
from scorekeeper.domain.wording import written
from scorekeeper.services.auditing import What
from scorekeeper.services.differences import Change, answer_changes
from scorekeeper.services.event_words import WORDS
from scorekeeper.services.story_entries import rule_set_label, stake_label
from scorekeeper.services.story_line import Fate, Line
from scorekeeper.services.story_record import RoundTable
from scorekeeper.storage.audit import AuditRow

Values = Mapping[str, Any]
Told = dict[str, Any]
"""The fields of a Line that a kind fills in."""


@dataclass(frozen=True, slots=True)
class Background:
    """What else is needed to tell lines of the audit."""

    currency: str
    kind: str = "evening"
    """Of the event."""
    sat: Mapping[int, int | RoundTable] = field(default_factory=dict)
    """Per sitting which one of the evening it was, or of which round and at which table."""
    payments: Mapping[int, Values] = field(default_factory=dict)
    """Per payment what its line in the audit holds."""
    fates: Mapping[int, Fate] = field(default_factory=dict)
    """Per payment that was taken back when and by whom."""


PURSES: Final = {"one": N_("one purse"), "each": N_("each by itself")}
PAYOUTS: Final = {
    "transfers": N_("fewest payments"),
    "kitty": N_("through the kitty"),
    "winner": N_("to the winner"),
}


def tell_audit(background: Background, row: AuditRow) -> Line:
    """Tell a line of the audit."""
    head = N_("Something else happened ({kind})", kind=row.what)
    plain = Line(at=row.at, device=row.actor, sitting=row.sitting, head=head)
    told = _TOLD.get(row.what)
    return replace(plain, **told(background, row)) if told else plain


def _evening_started(_background: Background, row: AuditRow) -> Told:
    title, place = written(row.values["title"]), written(row.values["place"])
    purse = PURSES.get(row.values["purse"])
    return {"head": N_("Evening begun"), "parts": tuple(part for part in (title, place, purse) if part)}


def _sitting_started(background: Background, row: AuditRow) -> Told:
    values = row.values
    game = GAMES.get(values["game"])
    label = game.label if game else N_("{text}", text=values["game"])
    which = background.sat.get(row.sitting or 0, 1)
    players = tuple(Player(str(player)) for player in values["players"])
    parts = [
        label,
        rule_set_label(game, values["rule_set"]) if game else None,
        stake_label(values["stake_cents"], values["currency"]),
        N_("seats: {players}", players=Who(players)),
        N_("{dealer} deals first", dealer=Who((Player(str(values["first_dealer"])),))),
    ]
    return {
        "head": N_("Sitting {number} begun", number=which)
        if isinstance(which, int)
        else N_("Sitting begun: {place}", place=which.text),
        "parts": tuple(part for part in parts if part),
        "changes": _house_rules(values),
        "about": frozenset(players),
    }


def _house_rules(values: Values) -> tuple[Change, ...]:
    """Give the options that the table changed, against the rule set's own."""
    game = GAMES.get(values["game"])
    if game is None or game.rule_set(values["rule_set"]) is None:
        return ()
    own = rules_of(game, values["rule_set"], {})
    here = rules_of(game, values["rule_set"], values["options"])
    return tuple(answer_changes(game.options, own, here))


def _payout_changed(_background: Background, row: AuditRow) -> Told:
    return {"head": N_("Way to pay changed"), "changes": (_from_to(N_("Way to pay"), PAYOUTS, row.values),)}


def _purse_changed(_background: Background, row: AuditRow) -> Told:
    return {"head": N_("Purse changed"), "changes": (_from_to(N_("Purse"), PURSES, row.values),)}


def _from_to(label: Message, words: Mapping[str, Message], values: Values) -> Change:
    old, new = (words.get(value) or written(value) for value in (values["from"], values["to"]))
    return Change(label=label, old=old, new=new)


def _evening_ended(background: Background, _row: AuditRow) -> Told:
    return {"head": WORDS[background.kind].was_closed}


def _evening_removed(_background: Background, _row: AuditRow) -> Told:
    return {"head": N_("Evening removed: nothing was entered in it")}


def _evening_reopened(background: Background, _row: AuditRow) -> Told:
    return {"head": WORDS[background.kind].was_reopened}


def _paid(background: Background, row: AuditRow) -> Told:
    return {
        "head": _handed_over(background, row.values),
        "note": row.values.get("note", ""),
        "fate": background.fates.get(row.values["payment"]),
        "about": _parties(row.values),
    }


def _payment_taken_back(background: Background, row: AuditRow) -> Told:
    values = background.payments.get(row.values["payment"])
    if values is None:
        return {"head": N_("Payment taken back")}
    what = _handed_over(background, values)
    return {"head": N_("Payment taken back: {what}", what=what), "about": _parties(values)}


def _handed_over(background: Background, values: Values) -> Message:
    giver, receiver = _party(values["giver"]), _party(values["receiver"])
    amount = Cents(values["cents"], background.currency)
    if receiver is None and giver is not None:
        return N_("{giver} pays {amount} into the kitty", giver=giver, amount=amount)
    if giver is None and receiver is not None:
        return N_("{receiver} gets {amount} out of the kitty", receiver=receiver, amount=amount)
    nobody = Who((Player("?"),))
    return N_("{giver} pays {receiver} {amount}", giver=giver or nobody, receiver=receiver or nobody, amount=amount)


def _party(number: int | None) -> Who | None:
    return None if number is None else Who((Player(str(number)),))


def _parties(values: Values) -> frozenset[Player]:
    return frozenset(Player(str(values[side])) for side in ("giver", "receiver") if values[side] is not None)


def _float_set(background: Background, row: AuditRow) -> Told:
    return {"head": N_("Kitty: float set"), "changes": (_counted(N_("Float"), background, row),)}


def _kitty_counted(background: Background, row: AuditRow) -> Told:
    return {"head": N_("Kitty: counted"), "changes": (_counted(N_("Counted"), background, row),)}


def _counted(label: Message, background: Background, row: AuditRow) -> Change:
    old, new = (
        None if cents is None else N_("{amount}", amount=Cents(cents, background.currency))
        for cents in (row.values["from"], row.values["to"])
    )
    return Change(label=label, old=old, new=new)


def _imported(_background: Background, row: AuditRow) -> Told:
    deals, sittings = row.values["deals"], row.values["sittings"]
    counts = NN_("one sitting", "{n} sittings", sittings), NN_("one deal", "{n} deals", deals)
    return {"head": N_("Evening taken in from a file"), "parts": counts}


def _restored(_background: Background, row: AuditRow) -> Told:
    return {"head": N_("Backup restored"), "parts": (N_("{text}", text=row.values["file"]),)}


def _renamed(_background: Background, row: AuditRow) -> Told:
    values = row.values
    new = _name(values, "to_")
    return _person(N_("“{name}” is now called “{new}”", name=_name(values), new=new), values["player"])


def _retired(_background: Background, row: AuditRow) -> Told:
    head = N_("“{name}” is not suggested for new tables any more", name=_name(row.values))
    return _person(head, row.values["player"])


def _back(_background: Background, row: AuditRow) -> Told:
    return _person(N_("“{name}” is suggested for new tables again", name=_name(row.values)), row.values["player"])


def _merged(_background: Background, row: AuditRow) -> Told:
    values = row.values
    into = _name(values, "into_")
    head = N_("“{name}” is the same person as “{other}”", name=_name(values), other=into)
    return _person(head, values["player"], values["into"])


def _separated(_background: Background, row: AuditRow) -> Told:
    values = row.values
    other = _name(values, "from_")
    head = N_("“{name}” is somebody else than “{other}” after all", name=_name(values), other=other)
    return _person(head, values["player"], values["from"])


def _told_apart(_background: Background, row: AuditRow) -> Told:
    values = row.values
    other = _name(values, "other_")
    head = N_("“{name}” and “{other}” are two people", name=_name(values), other=other)
    return _person(head, values["player"], values["other"])


def _erased(_background: Background, row: AuditRow) -> Told:
    head = N_("Somebody’s data were erased; from now on the name is “{name}”", name=row.values["name"])
    return _person(head, row.values["player"])


def _name(values: Values, whose: str = "") -> str:
    name, nickname = values[f"{whose}name"], values[f"{whose}nickname"]
    return f"{name} ({nickname})" if nickname else name


def _person(head: Message, *players: int) -> Told:
    return {"head": head, "about": frozenset(Player(str(player)) for player in players), "of_club": True}


_PEOPLE: Final[Mapping[str, Callable[[Background, AuditRow], Told]]] = {
    What.PLAYER_RENAMED: _renamed,
    What.PLAYER_RETIRED: _retired,
    What.PLAYER_BACK: _back,
    What.PLAYERS_MERGED: _merged,
    What.PLAYERS_SEPARATED: _separated,
    What.PLAYERS_TOLD_APART: _told_apart,
    What.PERSON_ERASED: _erased,
}


def _link_made(_background: Background, row: AuditRow) -> Told:
    heads = {
        "table": N_("Table {number} may keep score by link and code", number=row.values["table"]),
        "viewer": N_("Link for viewers made"),
    }
    return _link(heads.get(row.values["kind"], N_("Invitation to organisers made")), row)


def _link_revoked(_background: Background, row: AuditRow) -> Told:
    heads = {
        "table": N_("Link and code of table {number} ended", number=row.values["table"]),
        "viewer": N_("Link for viewers ended"),
    }
    return _link(heads.get(row.values["kind"], N_("Invitation to organisers ended")), row)


def _link(head: Message, row: AuditRow) -> Told:
    label = written(row.values["label"])
    return {"head": head, "parts": (label,) if label else ()}


def _organiser(message: Callable[[str], Message]) -> Callable[[Background, AuditRow], Told]:
    def told(_background: Background, row: AuditRow) -> Told:
        return {"head": message(row.values["name"])}

    return told


_SETTINGS: Final = {
    "name": N_("Name of the club"),
    "language": N_("Language"),
    "currency": N_("Currency"),
    "game": N_("Game"),
    "rule_set": N_("Rules"),
    "stake_cents": N_("Stake"),
    "payout": N_("Way to pay"),
}


def _settings_changed(_background: Background, row: AuditRow) -> Told:
    changed = (_SETTINGS.get(name) for name in row.values)
    return {"head": N_("Settings of the club changed"), "parts": tuple(label for label in changed if label)}


def _picture_changed(_background: Background, row: AuditRow) -> Told:
    there = row.values["there"]
    return {"head": N_("Picture for the sheets changed") if there else N_("Picture for the sheets removed")}


_ORGANISERS: Final[Mapping[str, Callable[[Background, AuditRow], Told]]] = {
    What.ORGANISER_ADDED: _organiser(lambda name: N_("{name} may organise", name=name)),
    What.ORGANISER_REMOVED: _organiser(lambda name: N_("{name} organises no more", name=name)),
    What.ORGANISER_FORGOTTEN: lambda _background, _row: {"head": N_("The name of somebody who organised was erased")},
    What.PASSWORD_CHANGED: _organiser(lambda name: N_("{name} has a new password", name=name)),
}

_TOLD: Final[Mapping[str, Callable[[Background, AuditRow], Told]]] = {
    What.EVENING_STARTED: _evening_started,
    What.SITTING_STARTED: _sitting_started,
    What.PAYOUT_CHANGED: _payout_changed,
    What.PURSE_CHANGED: _purse_changed,
    What.EVENING_ENDED: _evening_ended,
    What.EVENING_REMOVED: _evening_removed,
    What.EVENING_REOPENED: _evening_reopened,
    What.PAID: _paid,
    What.PAYMENT_TAKEN_BACK: _payment_taken_back,
    What.FLOAT_SET: _float_set,
    What.KITTY_COUNTED: _kitty_counted,
    What.EVENT_IMPORTED: _imported,
    What.RESTORED: _restored,
    What.LINK_MADE: _link_made,
    What.LINK_REVOKED: _link_revoked,
    What.SETTINGS_CHANGED: _settings_changed,
    What.PICTURE_CHANGED: _picture_changed,
    **_ORGANISERS,
    **_PEOPLE,
}
OF_CLUB: Final = frozenset({*_PEOPLE, What.RESTORED.value})
"""Kinds that belong to the club, and to the history of every event that had begun."""
