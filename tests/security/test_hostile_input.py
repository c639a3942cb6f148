"""Hostile and random input over every form and address: nothing breaks, runs, is kept by halves, or is foreign."""

import resource
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote_from_bytes, urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from tests.conftest import KINDS, SOAK, breadth
from tests.security.asking import Guest, Target, address_of, read, targets
from tests.security.conftest import Watch, World
from tests.security.filling import fields_of
from tests.security.hostile import TEXTS, Attack, attacks, changed, complaints, encoded
from tests.security.test_walk import rules

EXAMPLES: Final = 5000 if SOAK else 100
_MOST_GROWTH_KILOBYTES: Final = 200 * 1024


class Attacker:
    """Sends what it is given, and says what went wrong."""

    def __init__(self, world: World, watch: Watch) -> None:
        self.world, self.watch = world, watch
        self.people = world.people
        self.places = targets(world.ours, world.theirs)
        self.rules = [rule for rule in rules(world) if rule.endpoint != "static"]
        posting = [rule for rule in self.rules if rule.methods is not None and "POST" in rule.methods]
        self.rules += posting * 2  # there is more to go wrong

    def send(self, attack: Attack) -> list[str]:
        rule = self.rules[attack.place % len(self.rules)]
        guest, target = self.people[attack.role], self.places[attack.target]
        foreign = self.world.ours if attack.role.startswith("their") else self.world.theirs
        self.watch.watched, self.watch.wrong, self.watch.kept = (foreign.number,), [], False
        answer = self._answer(rule, guest, target, attack)
        said = read(answer)
        wrong = [*self.watch.wrong]
        if answer.status_code >= 500:
            wrong.append("breaks")
        if answer.status_code >= 400 and self.watch.kept:
            wrong.append("is refused and kept something all the same")
        if foreign.word in said and attack.target != "foreign":
            wrong.append(f"shows {foreign.word}")
        if answer.mimetype in {"text/html", "application/pdf"}:
            wrong += complaints(answer.text, str(answer.headers))
        if answer.location and not _here(answer.location):
            wrong.append(f"leads to {answer.location}")
        return [f"{attack.role} at {rule.endpoint} ({answer.status_code}) {each}" for each in wrong]

    def _answer(self, rule: Rule, guest: Guest, target: Target, attack: Attack) -> TestResponse:
        address = self._address(rule, target, attack)
        query = encoded(list(attack.query))
        options: dict[str, Any] = {"headers": dict(attack.headers), "query_string": query.decode(), "buffered": True}
        guest.come_anew()
        if rule.methods is None or "POST" not in rule.methods:
            return guest.client.get(address, **options)
        own = self.world.theirs if attack.role.startswith("their") else self.world.ours
        fields = {"csrf_token": guest.token, **fields_of(rule.endpoint, own)}
        body = encoded(changed(fields, attack)) if attack.body is None else attack.body
        kind = "application/x-www-form-urlencoded" if attack.kind is None else attack.kind
        return guest.client.post(address, data=body, content_type=kind, **options)

    def _address(self, rule: Rule, target: Target, attack: Attack) -> str:
        address = address_of(self.world.app, rule, target.values)
        if attack.path is not None:
            for name in rule.arguments & {"game", "rule_set", "name", "table", "number", "sitting", "event", "player"}:
                typed = quote_from_bytes(attack.path, safe="")
                address = address.replace(f"/{target.values.get(name)}", f"/{typed}", 1)
        return address


def _here(location: str) -> bool:
    """Whether an answer leads to this very host; Werkzeug names it where an address had a slash too many."""
    to = urlsplit(location)
    return to.path.startswith("/") and (to.scheme, to.netloc) in {("", ""), ("http", "localhost")}


@pytest.fixture
def attacker(world: World, watch: Watch) -> Attacker:
    world.app.config["PROPAGATE_EXCEPTIONS"] = False
    return Attacker(world, watch)


@pytest.mark.parametrize("world", breadth(KINDS, ()), indirect=True)
def test_nothing_breaks_nothing_runs_and_nothing_is_kept_by_halves(attacker: Attacker) -> None:
    before: list[int] = []

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(attacks)
    def attack(made: Attack) -> None:
        wrong = attacker.send(made)
        assert not wrong, "\n".join(wrong)
        before.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)

    attack()
    assert before[-1] - before[len(before) // 4] < _MOST_GROWTH_KILOBYTES


def test_every_field_of_every_form_takes_every_hostile_text(attacker: Attacker) -> None:
    """In each form one field after the other holds each text in turn; usually a sample of them."""
    every = TEXTS if SOAK else TEXTS[::13]
    wrong: list[str] = []
    for place, rule in enumerate(attacker.rules):
        if rule.methods is None or "POST" not in rule.methods or rule in attacker.rules[:place]:
            continue
        for position in range(min(13, len(fields_of(rule.endpoint, attacker.world.ours)) + 1)):
            text = every[(place + position) % len(every)]
            if SOAK:
                wrong += [line for other in every for line in attacker.send(_typed(place, position, other))]
            elif (place + position) % 3 == 0:
                wrong += attacker.send(_typed(place, position, text))
    assert not wrong, "\n".join(wrong)


def _typed(place: int, position: int, text: str) -> Attack:
    nothing: Mapping[str, Any] = {
        "dropped": frozenset(), "repeated": frozenset(), "more": (), "query": (), "kind": None, "body": None,
        "headers": {}, "path": None,
    }  # fmt: skip
    return Attack(place=place, role="operator", target="own", changed={position: text.encode()}, **nothing)


def test_no_number_in_an_address_breaks_anything(attacker: Attacker) -> None:
    """Nought, one too many, and the largest that a database counts to, one number of an address after the other."""
    guest, target, broken = attacker.people["operator"], attacker.places["own"], []
    for place, rule in enumerate(attacker.rules):
        for name in rule.arguments if rule not in attacker.rules[:place] else ():
            for number in (0, 7, 2**63 - 1) if isinstance(target.values.get(name), int) else ():
                address = address_of(attacker.world.app, rule, {**target.values, name: number})
                form = fields_of(rule.endpoint, attacker.world.ours)
                asked = rule.methods is None or "POST" not in rule.methods
                answer = guest.get(address) if asked else guest.post(address, form)
                broken += [(address, answer.status_code)] if answer.status_code >= 500 else []
    assert not broken


def test_a_host_that_is_none_is_refused_in_plain_words(attacker: Attacker) -> None:
    for host in ("a" * 64 + ".example", "a" * 5000, "[", "kraut..example", "\u2024", "localhost:kraut"):
        assert attacker.people["organiser"].client.get("/", headers={"Host": host}).status_code in {200, 303, 400}, host
