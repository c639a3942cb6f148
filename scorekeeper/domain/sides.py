"""Refusals about who plays with whom that every game with a declarer shares."""

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
    """Refuse the declarer as their own partner."""

    def check(deal: Any, _rules: Any, _table: Table) -> Message | None:  # noqa: ANN401 as above
        if deal.partner is not None and deal.partner == deal.declarer:
            return N_("is the declarer already")
        return None

    return Rule("partner", ("declarer", "partner"), check)


def doublings_within_maximum() -> Rule[Any, Any]:
    """Refuse more doublings than the table's option `max_doublings` allows."""

    def check(deal: Any, rules: Any, _table: Table) -> Message | None:  # noqa: ANN401 as above
        if deal.doublings > rules.max_doublings:
            return N_("at most {most} at this table", most=rules.max_doublings)
        return None

    return Rule("doublings", ("doublings",), check)
