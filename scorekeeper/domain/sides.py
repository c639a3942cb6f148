"""Refusals that several games with a declarer share: who with whom, how many points, how often doubled."""

from typing import Any

from scorekeeper.domain.game import Rule, Table
from scorekeeper.domain.text import N_, Message


def must_be_active(field: str) -> Rule[Any, Any]:
    """Refuse a player who is not at the table or sits out in this deal."""

    def check(deal: Any, _rules: Any, table: Table) -> Message | None:  # noqa: ANN401 any game's deal and rules
        player = getattr(deal, field)
        if player is None or player in table.active:
            return None
        if player in table.sitting_out:
            return N_("sits out in this deal")
        return N_("is not at the table")

    return Rule(field, (field,), check)


def partner_is_another() -> Rule[Any, Any]:
    """Refuse the declarer as their own partner; a declarer left out is forehand."""

    def check(deal: Any, _rules: Any, table: Table) -> Message | None:  # noqa: ANN401 as above
        declarer = table.forehand if deal.declarer is None else deal.declarer
        if deal.partner is not None and deal.partner == declarer:
            return N_("is the declarer already")
        return None

    return Rule("partner", ("declarer", "partner"), check)


def doublings_are_played() -> Rule[Any, Any]:
    """Do not ask for doublings where the option `max_doublings` is 0."""

    def check(_deal: Any, rules: Any, _table: Table) -> Message | None:  # noqa: ANN401 as above
        return None if rules.max_doublings else N_("not played at this table")

    return Rule("doublings", (), check, closes=True)


def doublings_within_maximum() -> Rule[Any, Any]:
    """Refuse more doublings than the table's option `max_doublings` allows."""

    def check(deal: Any, rules: Any, _table: Table) -> Message | None:  # noqa: ANN401 as above
        if 0 < rules.max_doublings < deal.doublings:
            return N_("at most {most} at this table", most=rules.max_doublings)
        return None

    return Rule("doublings", ("doublings",), check)


def points_given(trickless: str) -> Rule[Any, Any]:
    """Refuse missing points, unless the flag says that the declarer took no trick."""

    def check(deal: Any, _rules: Any, _table: Table) -> Message | None:  # noqa: ANN401 as above
        return N_("missing") if deal.points is None and not getattr(deal, trickless) else None

    return Rule("points", ("points", trickless), check)


def no_points_without_a_trick(trickless: str, message: Message) -> Rule[Any, Any]:
    """Do not ask for points where the flag says that the declarer took no trick; 0 is what follows and may be said."""

    def check(deal: Any, _rules: Any, _table: Table) -> Message | None:  # noqa: ANN401 as above
        return message if getattr(deal, trickless) and deal.points != 0 else None

    return Rule("points", (trickless,), check, closes=True)


def no_card_counts_1(all_points: int) -> Rule[Any, Any]:
    """Refuse points that would leave one side with exactly 1."""

    def check(deal: Any, _rules: Any, _table: Table) -> Message | None:  # noqa: ANN401 as above
        return N_("no card counts 1") if deal.points in {1, all_points - 1} else None

    return Rule("points", ("points",), check)
