"""Forms and addresses filled in so that they would be taken: every number in them is a row of one club."""

import base64
import io
import json
import zlib
from typing import Any

from tests.security.two_clubs import PASSWORD, PICTURE, Club


def fields_of(endpoint: str, ids: Club) -> dict[str, Any]:
    """Fill a form in so that the service would take it: every number in it is a row of `ids`."""
    first, second, third, _fourth, fifth, sixth, seventh, eighth = map(str, ids.people)
    seats = {"player": [first, second, third, ids.people[3], fifth], "dealer": first}
    evening = {
        "key": "walk", "do": "begin", "game": "jaggln", "rules": "schipflinger", "stake": "10", "title": "Neu",
        "date": "2027-01-16", "payout": "transfers", "purse": "one", **seats,
    }  # fmt: skip
    deal = {
        "key": "walk", "number": "3", "target": "1", "note": "", "declarer": first, "partner": third, "gewisse": "6",
        "gewisse.other": "", "doublings": "0", "dealer": second, "called_card": "",
    }  # fmt: skip
    payment = {"key": "walk", "giver": second, "receiver": first, "cents": "10", "amount": "0,10", "more": "1"}
    file = json.dumps(_evening_file(ids)).encode()
    forms: dict[str, dict[str, Any]] = {
        "adjusting.save": {"key": "walk", "seen": "3", f"units.{first}": "5", f"side.{first}": "pays", "reason": "x"},
        "entrance.log_in": {"name": f"Kassier {ids.word}", "password": PASSWORD},
        "evening.begin": evening,
        "evening.begin_next": evening,
        "evening.purse": {"purse": "each"},
        "files.show": {"file": (io.BytesIO(file), "abend.json")},
        "files.take": {"key": "walk", "file": _packed(file)},
        "history.save": {**deal, "gewisse": "7"},
        "people.add": {"name": "Neuer Mensch", "do": "anyway"},
        "people.merge_now": {"into": seventh},
        "people.rename": {"name": "Anders Genannt"},
        "people.tell_apart": {"other": eighth},
        "paying_out.pay": {"key": "walk", "line": [f"{second}:{first}:10"]},
        "player_list.show": {
            "list": json.dumps([[[1, [f"Hiasl {ids.word}"], False]], ["name"], False, "utf-8"]),
            "do": "take",
            "key": "walk",
            "choice.1": seventh,
        },
        "rules.change": {"key": "walk", "seen": "3", "rules": "mayr-hassler", "stake": "20", "ab": "jetzt"},
        "seats.change": {"key": "walk", "seen": "3", "leaving": second, "person": sixth, "before": first},
        "settlement.change_in_evening": {"payout": "kitty"},
        "settlement.change_in_sitting": {"payout": "kitty"},
        "settlement.pay_in_evening": {"key": "walk", "payment": str(ids.payment)},
        "settlement.pay_in_sitting": {"key": "walk", "payment": str(ids.payment)},
        "settlement.pay_amount_in_evening": payment,
        "settlement.pay_amount_in_sitting": payment,
        "settlement.count_in_evening": {"float": "5", "counted": "7", "seen_float": "500", "seen_counted": "-1"},
        "settlement.count_in_sitting": {"float": "5", "counted": "7", "seen_float": "500", "seen_counted": "-1"},
        "sitting.end": {"key": "walk", "seen": "3"},
        "sitting.reopen": {"key": "walk", "seen": "3"},
        "sitting.undo": {"key": "walk", "target": str(ids.entry)},
        "sharing.change_password": {"old": PASSWORD, "password": "Eichelsau bei Sonne", "again": "Eichelsau bei Sonne"},
        "sharing.make_for_tables": {"table": "7"},
        "club_settings.save": {
            "name": "Runde Neu",
            "language": "de",
            "currency": "EUR",
            "rules": "jaggln/schipflinger",
        },
        "club_settings.change_picture": {"picture": (io.BytesIO(PICTURE), "bild.png")},
        "switches.language": {"language": "en", "back": "/"},
        "switches.theme": {"theme": "dark", "back": "/"},
    }
    rest = {
        **deal, "name": "Wer auch immer", "person": first, "player": first, "event": str(ids.event), "table": "1",
        "table_number": "1", "link": str(ids.links["table"].id), "organiser": str(ids.organisers[1].id),
        "kind": "table", "sitting": str(ids.sitting), "password": PASSWORD, "label": "x", "do": "begin",
    }  # fmt: skip
    return forms.get(endpoint, rest)


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
