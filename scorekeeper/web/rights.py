"""Who may do what: the one table of rights. An address that stands in none of its rows is open to nobody."""

from collections.abc import Mapping
from enum import Enum
from typing import Final

from scorekeeper.services.links import Kind
from scorekeeper.storage.places import Place
from scorekeeper.web.principal import Principal


class Right(Enum):
    """What somebody needs to be let in; `links` are the kinds of link that are enough at their place."""

    ANYONE = "anyone"
    LET_IN = "whoever was let in by anything"
    SEE_TABLE = "see a table"
    KEEP_SCORE = "keep score at a table"
    SEE_EVENT = "see an event"
    SEE_RESULTS = "see all that an event came to"
    ORGANISE = "organise the club"
    OPERATE = "run the installation"


_LINKS: Final[Mapping[Right, frozenset[str]]] = {
    Right.SEE_TABLE: frozenset({Kind.TABLE, Kind.VIEWER}),
    Right.KEEP_SCORE: frozenset({Kind.TABLE}),
    Right.SEE_EVENT: frozenset({Kind.VIEWER}),
    Right.SEE_RESULTS: frozenset({Kind.VIEWER}),
}

RIGHTS: Final[Mapping[str, Right]] = {
    "static": Right.ANYONE,
    "health.page": Right.ANYONE,
    "privacy.page": Right.ANYONE,
    "help.page": Right.ANYONE,
    "learning.page": Right.ANYONE,
    "learning.list_of": Right.ANYONE,
    "learning.rules": Right.ANYONE,
    "switches.language": Right.ANYONE,
    "switches.theme": Right.ANYONE,
    "entrance.page": Right.ANYONE,
    "entrance.log_in": Right.ANYONE,
    "entrance.log_out": Right.ANYONE,
    "entrance.code": Right.ANYONE,
    "entrance.type_code": Right.ANYONE,
    "entrance.card": Right.ANYONE,
    "entrance.by_card": Right.ANYONE,
    "entrance.invitation": Right.ANYONE,
    "entrance.accept": Right.ANYONE,
    "entrance.onward": Right.LET_IN,
    "home.page": Right.LET_IN,
    "club_settings.picture": Right.LET_IN,
    "paper.page": Right.LET_IN,
    "learning.sheet_of_rules": Right.LET_IN,
    "learning.practice": Right.LET_IN,
    "learning.printed": Right.LET_IN,
    "pdf.house_rules_of_rule_set": Right.LET_IN,
    "pdf.score_sheet_of_rule_set": Right.LET_IN,
    "sitting.page": Right.SEE_TABLE,
    "history.page": Right.SEE_TABLE,
    "history.changes": Right.SEE_TABLE,
    "settlement.of_sitting": Right.SEE_TABLE,
    "rules.what_if": Right.SEE_TABLE,
    "learning.rules_of_sitting": Right.SEE_TABLE,
    "learning.sheet_of_sitting": Right.SEE_TABLE,
    "learning.practice_of_sitting": Right.SEE_TABLE,
    "learning.printed_of_sitting": Right.SEE_TABLE,
    "explaining.newest": Right.SEE_TABLE,
    "explaining.page": Right.SEE_TABLE,
    "pdf.house_rules_of_sitting": Right.SEE_TABLE,
    "pdf.recovery_sheet_of_sitting": Right.SEE_TABLE,
    "pdf.score_sheet_of_sitting": Right.SEE_TABLE,
    "pdf.settlement_of_sitting": Right.SEE_TABLE,
    "files.table_of_sitting": Right.SEE_TABLE,
    "files.workbook_of_sitting": Right.SEE_TABLE,
    "confirming.clock": Right.SEE_TABLE,
    "sitting.state": Right.SEE_TABLE,
    "sitting.enter": Right.KEEP_SCORE,
    "sitting.preview": Right.KEEP_SCORE,
    "sitting.undo": Right.KEEP_SCORE,
    "sitting.redo": Right.KEEP_SCORE,
    "sitting.end": Right.KEEP_SCORE,
    "sitting.reopen": Right.KEEP_SCORE,
    "confirming.page": Right.KEEP_SCORE,
    "confirming.state": Right.KEEP_SCORE,
    "confirming.confirm": Right.KEEP_SCORE,
    "history.correct": Right.KEEP_SCORE,
    "history.preview": Right.KEEP_SCORE,
    "history.propose": Right.KEEP_SCORE,
    "history.save": Right.KEEP_SCORE,
    "history.void": Right.KEEP_SCORE,
    "evening.page": Right.SEE_EVENT,
    "settlement.of_evening": Right.SEE_RESULTS,
    "pdf.settlement_of_evening": Right.SEE_RESULTS,
    "files.table_of_evening": Right.SEE_RESULTS,
    "files.workbook_of_evening": Right.SEE_RESULTS,
    "rounds.clock": Right.SEE_EVENT,
    "draw.page": Right.ORGANISE,
    "draw.draw": Right.ORGANISE,
    "draw.preview": Right.ORGANISE,
    "draw.change": Right.ORGANISE,
    "rounds.page": Right.ORGANISE,
    "rounds.begin": Right.ORGANISE,
    "rounds.set_clock": Right.ORGANISE,
    "rounds.give_time": Right.ORGANISE,
    "rounds.close": Right.ORGANISE,
    "rounds.reopen": Right.ORGANISE,
    "rounds.recall": Right.ORGANISE,
    "lesson.recall": Right.ORGANISE,
    "lesson.preview": Right.ORGANISE,
    "lesson.change_tables": Right.ORGANISE,
    "rounds.penalise": Right.ORGANISE,
    "rounds.forgive": Right.ORGANISE,
    "office.page": Right.ORGANISE,
    "office.enter": Right.ORGANISE,
    "office.take_back": Right.ORGANISE,
    "standings.page": Right.SEE_EVENT,
    "standings.file": Right.SEE_EVENT,
    "board.page": Right.SEE_EVENT,
    "board.now": Right.SEE_EVENT,
    "standings.hide": Right.ORGANISE,
    "hall_pdf.start_list": Right.ORGANISE,
    "hall_pdf.seating": Right.SEE_EVENT,
    "hall_pdf.round_sheets": Right.ORGANISE,
    "hall_pdf.results": Right.ORGANISE,
    "hall_pdf.standings_sheet": Right.SEE_EVENT,
    "hall_pdf.prizes": Right.ORGANISE,
    "hall_pdf.fee_receipts": Right.ORGANISE,
    "hall_pdf.placed_certificates": Right.ORGANISE,
    "hall_pdf.final_report": Right.ORGANISE,
    "hall_pdf.everything": Right.ORGANISE,
    "hall_pdf.job": Right.ORGANISE,
    "hall_pdf.job_file": Right.ORGANISE,
    "hall_pdf.make_cards": Right.ORGANISE,
    "hall_pdf.page": Right.ORGANISE,
    "hall_money.page": Right.ORGANISE,
    "hall_money.take_fee": Right.ORGANISE,
    "hall_money.count": Right.ORGANISE,
    "hall_money.file": Right.ORGANISE,
    "hall_money.hand_out": Right.ORGANISE,
    "hall_money.book_other": Right.ORGANISE,
    "hall_money.take_back": Right.ORGANISE,
    "tournament.page": Right.ORGANISE,
    "tournament.new": Right.ORGANISE,
    "tournament.begin": Right.ORGANISE,
    "tournament.settings": Right.ORGANISE,
    "tournament.change": Right.ORGANISE,
    "tournament.end": Right.ORGANISE,
    "tournament.reopen": Right.ORGANISE,
    "entrants.page": Right.ORGANISE,
    "entrants.sign_up": Right.ORGANISE,
    "entrants.state": Right.ORGANISE,
    "entrants.read_in": Right.ORGANISE,
    "entrants.fee": Right.ORGANISE,
    "entrants.one": Right.ORGANISE,
    "entrants.details": Right.ORGANISE,
    "entrants.presence": Right.ORGANISE,
    "entrants.stand_in": Right.ORGANISE,
    "course.new": Right.ORGANISE,
    "course.begin": Right.ORGANISE,
    "course.page": Right.ORGANISE,
    "course.settings": Right.ORGANISE,
    "course.change": Right.ORGANISE,
    "course.enrol": Right.ORGANISE,
    "course.save_learners": Right.ORGANISE,
    "course.add_lesson": Right.ORGANISE,
    "course_sheets.attendance": Right.ORGANISE,
    "course_sheets.certificates_of_all": Right.ORGANISE,
    "lesson.page": Right.ORGANISE,
    "lesson.set_present": Right.ORGANISE,
    "lesson.state": Right.ORGANISE,
    "lesson.draw": Right.ORGANISE,
    "lesson.begin": Right.ORGANISE,
    "lesson.change": Right.ORGANISE,
    "home.example": Right.ORGANISE,
    "evening.new": Right.ORGANISE,
    "evening.begin": Right.ORGANISE,
    "evening.next_sitting": Right.ORGANISE,
    "evening.begin_next": Right.ORGANISE,
    "evening.end": Right.ORGANISE,
    "evening.remove": Right.ORGANISE,
    "evening.reopen": Right.ORGANISE,
    "evening.purse": Right.ORGANISE,
    "adjusting.page": Right.ORGANISE,
    "adjusting.save": Right.ORGANISE,
    "rules.page": Right.ORGANISE,
    "rules.preview": Right.ORGANISE,
    "rules.change": Right.ORGANISE,
    "seats.page": Right.ORGANISE,
    "seats.preview": Right.ORGANISE,
    "seats.change": Right.ORGANISE,
    "settlement.change_in_evening": Right.ORGANISE,
    "settlement.change_in_sitting": Right.ORGANISE,
    "settlement.count_in_evening": Right.ORGANISE,
    "settlement.count_in_sitting": Right.ORGANISE,
    "settlement.pay_amount_in_evening": Right.ORGANISE,
    "settlement.pay_amount_in_sitting": Right.ORGANISE,
    "settlement.pay_in_evening": Right.ORGANISE,
    "settlement.pay_in_sitting": Right.ORGANISE,
    "paying_out.page": Right.ORGANISE,
    "paying_out.pay": Right.ORGANISE,
    "story.page": Right.ORGANISE,
    "story.sheet": Right.ORGANISE,
    "people.page": Right.ORGANISE,
    "privacy.hand_out": Right.ORGANISE,
    "privacy.ask": Right.ORGANISE,
    "privacy.erase": Right.ORGANISE,
    "people.person": Right.ORGANISE,
    "people.add": Right.ORGANISE,
    "people.rename": Right.ORGANISE,
    "people.retire": Right.ORGANISE,
    "people.take_back": Right.ORGANISE,
    "people.delete": Right.ORGANISE,
    "people.merge": Right.ORGANISE,
    "people.merge_now": Right.ORGANISE,
    "people.separate": Right.ORGANISE,
    "people.tell_apart": Right.ORGANISE,
    "player_list.page": Right.ORGANISE,
    "player_list.show": Right.ORGANISE,
    "files.page": Right.ORGANISE,
    "files.show": Right.ORGANISE,
    "files.take": Right.ORGANISE,
    "files.evening": Right.ORGANISE,
    "files.everything": Right.ORGANISE,
    "club_settings.page": Right.ORGANISE,
    "club_settings.save": Right.ORGANISE,
    "club_settings.change_picture": Right.ORGANISE,
    "club_settings.remove_picture": Right.ORGANISE,
    "sharing.page": Right.ORGANISE,
    "sharing.invite": Right.ORGANISE,
    "sharing.change_password": Right.ORGANISE,
    "sharing.remove_organiser": Right.ORGANISE,
    "sharing.forget_organiser": Right.ORGANISE,
    "sharing.set_password": Right.OPERATE,
    "sharing.link": Right.ORGANISE,
    "sharing.renew": Right.ORGANISE,
    "sharing.revoke": Right.ORGANISE,
    "sharing.of_event": Right.ORGANISE,
    "sharing.make_for_tables": Right.ORGANISE,
    "sharing.make_for_viewers": Right.ORGANISE,
    "sharing.cards": Right.ORGANISE,
    "room.page": Right.ORGANISE,
    "room.state": Right.ORGANISE,
    "backup.page": Right.OPERATE,
    "backup.make": Right.OPERATE,
    "backup.download": Right.OPERATE,
    "room.open_up": Right.OPERATE,
    "room.close": Right.OPERATE,
}


def is_allowed(who: Principal, right: Right, place: Place | None) -> bool:
    """Say whether somebody may use this right at this place; None = the address is about no particular place."""
    if right is Right.ANYONE:
        return True
    if place is not None and place.club != who.club:
        return False
    if right is Right.LET_IN:
        return who.is_let_in
    if right is Right.OPERATE:
        return who.is_operator
    return who.is_organiser or (place is not None and who.holds(_enough(right, place), place))


def _enough(right: Right, place: Place) -> frozenset[str]:
    """Give the kinds of link that are enough there; before the ceremony a table still sees what is its own."""
    kinds = _LINKS.get(right, frozenset())
    if (right is Right.SEE_RESULTS and place.holds_back) or (right is Right.SEE_TABLE and place.waits):
        return kinds - {Kind.VIEWER}
    return kinds


def is_kept_back(who: Principal, right: Right, place: Place | None) -> bool:
    """Say whether somebody may not use a right only because a round waits for the ceremony."""
    shown = place._replace(holds_back=False, waits=False) if place is not None else None
    return is_allowed(who, right, shown) and not is_allowed(who, right, place)
