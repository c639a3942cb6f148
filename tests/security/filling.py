"""Forms and addresses filled in so that they would be taken: every number in them is a row of one club."""

import base64
import io
import json
import zlib
from collections.abc import Mapping
from typing import Any

from tests.security.two_clubs import PASSWORD, PICTURE, Club

Form = dict[str, Any]
Forms = Mapping[str, Form]
"""By endpoint."""


def fields_of(endpoint: str, ids: Club) -> Form:
    """Fill a form in so that the service would take it: every number in it is a row of `ids`."""
    special = {**_at_table(ids), **_of_evenings(ids), **_of_people(ids), **_of_money(ids), **_of_the_club(ids)}
    first = str(ids.people[0])
    usual = {
        **_deal(ids), "name": "Wer auch immer", "person": first, "player": first, "event": str(ids.event), "table": "1",
        "table_number": "1", "link": str(ids.links["table"].id), "organiser": str(ids.organisers[1].id),
        "kind": "table", "sitting": str(ids.sitting), "password": PASSWORD, "label": "x", "do": "begin",
    }  # fmt: skip
    return special.get(endpoint, usual)


def _deal(ids: Club) -> Form:
    first, second, third = map(str, ids.people[:3])
    return {
        "key": "walk", "number": "3", "target": "1", "note": "", "declarer": first, "partner": third, "gewisse": "6",
        "gewisse.other": "", "doublings": "0", "dealer": second, "called_card": "",
    }  # fmt: skip


def _at_table(ids: Club) -> Forms:
    first, second, sixth = str(ids.people[0]), str(ids.people[1]), str(ids.people[5])
    seen = {"key": "walk", "seen": "3"}
    return {
        "adjusting.save": {**seen, f"units.{first}": "5", f"side.{first}": "pays", "reason": "x"},
        "history.save": {**_deal(ids), "gewisse": "7"},
        "rules.change": {**seen, "rules": "mayr-hassler", "stake": "20", "ab": "jetzt"},
        "seats.change": {**seen, "leaving": second, "person": sixth, "before": first},
        "sitting.end": seen,
        "sitting.reopen": seen,
        "sitting.undo": {"key": "walk", "target": str(ids.entry)},
    }


def _of_evenings(ids: Club) -> Forms:
    file = json.dumps(_evening_file(ids)).encode()
    evening = {
        "key": "walk", "do": "begin", "game": "jaggln", "rules": "schipflinger", "stake": "10", "title": "Neu",
        "date": "2027-01-16", "payout": "transfers", "purse": "one", "player": [*map(str, ids.people[:5])],
        "dealer": str(ids.people[0]),
    }  # fmt: skip
    return {
        "evening.begin": evening,
        "evening.begin_next": evening,
        "evening.purse": {"purse": "each"},
        "files.show": {"file": (io.BytesIO(file), "abend.json")},
        "files.take": {"key": "walk", "file": _packed(file)},
        "sharing.make_for_tables": {"table": "7"},
    }


def _of_people(ids: Club) -> Forms:
    seventh, eighth = str(ids.people[6]), str(ids.people[7])
    listed = json.dumps([[[1, [f"Hiasl {ids.word}"], False]], ["name"], False, "utf-8"])
    return {
        "people.add": {"name": "Neuer Mensch", "do": "anyway"},
        "people.merge_now": {"into": seventh},
        "people.rename": {"name": "Anders Genannt"},
        "people.tell_apart": {"other": eighth},
        "player_list.show": {"list": listed, "do": "take", "key": "walk", "choice.1": seventh},
    }


def _of_money(ids: Club) -> Forms:
    first, second = map(str, ids.people[:2])
    amount = {"key": "walk", "giver": second, "receiver": first, "cents": "10", "amount": "0,10", "more": "1"}
    paid = {"key": "walk", "payment": str(ids.payment)}
    counted = {"float": "5", "counted": "7", "seen_float": "500", "seen_counted": "-1"}
    both = {"change": {"payout": "kitty"}, "pay": paid, "pay_amount": amount, "count": counted}
    return {
        "entrants.fee": {"key": "walk", "fee": "1:0"},
        "hall_money.count": {"key": "walk", "counted": "7"},
        "hall_money.take_fee": {"key": "walk", "entrant": "1"},
        "paying_out.pay": {"key": "walk", "line": [f"{second}:{first}:10"]},
        **{f"settlement.{what}_in_{place}": form for what, form in both.items() for place in ("evening", "sitting")},
    }


def _of_the_club(ids: Club) -> Forms:
    new = "Eichelsau bei Sonne"
    return {
        "club_settings.save": {
            "name": "Runde Neu",
            "language": "de",
            "currency": "EUR",
            "rules": "jaggln/schipflinger",
        },
        "club_settings.change_picture": {"picture": (io.BytesIO(PICTURE), "bild.png")},
        "entrance.log_in": {"name": f"Kassier {ids.word}", "password": PASSWORD},
        "sharing.change_password": {"old": PASSWORD, "password": new, "again": new},
        "switches.language": {"language": "en", "back": "/"},
        "switches.theme": {"theme": "dark", "back": "/"},
    }


def query_of(ids: Club) -> dict[str, str]:
    """Fill an address in with numbers of rows."""
    first, second, *_others = map(str, ids.people)
    return {
        "mit": str(ids.people[6]), "before": str(ids.event), "sitting": str(ids.sitting), "partie": str(ids.sitting),
        "person": first, "wer": first, "leaving": second, "ab": "0", "link": str(ids.links["table"].id),
        "event": str(ids.event),
    }  # fmt: skip


def _evening_file(ids: Club) -> dict[str, Any]:
    return {
        "format": "scorekeeper-evening/1", "game": "jaggln", "rules": "schipflinger",
        "players": [f"{name} {ids.word} (Bäck {ids.word})" for name in ("Toni", "Maria", "Franz", "Leni", "Sepp")],
        "deals": [{"declarer": f"Toni {ids.word} (Bäck {ids.word})", "gewisse": 6}],
    }  # fmt: skip


def _packed(file: bytes) -> str:
    return base64.b64encode(zlib.compress(file)).decode()
