"""Every address, as everybody: let in or turned away as the table says, and nothing of another club seen or touched."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from scorekeeper.web.rights import RIGHTS, Right
from tests.conftest import SOAK
from tests.security.asking import (
    TOKEN,
    Guest,
    Target,
    address_of,
    both_links,
    is_refused,
    leads_somewhere,
    read,
    targets,
)
from tests.security.conftest import Watch, World
from tests.security.digests import everything
from tests.security.expected import (
    AT,
    AT_TABLE,
    ELSEWHERE,
    EVERYBODY,
    LET_IN,
    ONLOOKER,
    ONLY_ALONE,
    OPERATOR,
    ORGANISER,
    SCORER,
    WHO,
)
from tests.security.filling import fields_of, query_of

SAME: Final = {
    Right.ANYONE: EVERYBODY, Right.LET_IN: LET_IN, Right.SEE_TABLE: AT_TABLE, Right.KEEP_SCORE: SCORER,
    Right.SEE_EVENT: ONLOOKER, Right.SEE_RESULTS: ONLOOKER, Right.ORGANISE: ORGANISER, Right.OPERATE: OPERATOR,
}  # fmt: skip
"""The program's words in the test's."""


def rules(world: World) -> list[Rule]:
    return sorted(world.app.url_map.iter_rules(), key=lambda rule: (rule.endpoint, rule.rule))


def ask(world: World, guest: Guest, rule: Rule, target: Target, form_of: Target | None = None) -> TestResponse:
    """Open the address, or send the form filled in with the numbers of `form_of`, else those of the place itself."""
    address, ids = address_of(world.app, rule, target.values), (form_of or target).ids
    if rule.methods is not None and "POST" in rule.methods:
        return guest.post(address, fields_of(rule.endpoint, ids))
    return guest.get(address, query_of(ids) if form_of else None)


def is_allowed(rule: Rule, role: str, target: str) -> bool:
    """Say by hand who may go where."""
    who = WHO[rule.endpoint]
    if rule.endpoint in ONLY_ALONE or (rule.endpoint, target) in NOTHING_THERE:
        return False
    if target in {"foreign", "absent"} and leads_somewhere(rule):
        return False
    if target not in {"own", "foreign", "absent"} and leads_somewhere(rule) and who not in ELSEWHERE:
        return role in {"organiser", "operator"} or (role, target, who) in WITH_A_VIEWERS_LINK
    if role.startswith("their "):
        return (not leads_somewhere(rule) or who == EVERYBODY) and role.removeprefix("their ") in AT[who]
    return role in AT[who]


def test_every_address_has_a_line_in_both_tables(world: World) -> None:
    endpoints = {rule.endpoint for rule in world.app.url_map.iter_rules()}
    assert endpoints - RIGHTS.keys() == set(), "without a row in web/rights.py"
    assert endpoints - WHO.keys() == set(), "without a line in tests/security/expected.py"
    assert RIGHTS.keys() - endpoints == WHO.keys() - endpoints == set()
    assert {endpoint: SAME[right] for endpoint, right in RIGHTS.items()} == dict(WHO)


@pytest.mark.slow
def test_everybody_goes_exactly_where_they_may_and_finds_nothing_of_another_club(world: World, watch: Watch) -> None:
    people, places = world.people, targets(world.ours, world.theirs)
    wrong: list[str] = []
    visits = 0
    for rule in rules(world):
        for role, target in _visits(rule):
            visits += 1
            foreign = world.ours if role.startswith("their ") else world.theirs
            watch.watched, watch.wrong = (foreign.number,), []
            if not is_allowed(rule, role, target):
                watch.watched = (world.ours.number, world.theirs.number)
            own_form = places["foreign"] if role.startswith("their ") and not leads_somewhere(rule) else None
            answer = ask(world, people[role], rule, places[target], own_form)
            what = f"{role} at {target} {rule.endpoint} ({rule.rule}): {answer.status_code}"
            if answer.status_code >= 500:
                wrong.append(what)
            elif is_refused(answer) is is_allowed(rule, role, target):
                wrong.append(f"{what}, but {'may' if is_allowed(rule, role, target) else 'may not'}")
            if foreign.word in read(answer):
                wrong.append(f"{what} shows {foreign.word}")
            wrong += [f"{what} {each}" for each in watch.wrong]
    assert not wrong, "\n".join(wrong)
    assert visits > 1500
    assert watch.writes > 100


def test_numbers_of_another_club_in_forms_and_addresses_find_nothing(world: World, watch: Watch) -> None:
    people, places = world.people, targets(world.ours, world.theirs)
    watch.watched = (world.theirs.number,)
    wrong: list[str] = []
    for rule in rules(world):
        if WHO[rule.endpoint] == EVERYBODY:
            continue
        for role in ("operator", "organiser", "table", "viewer"):
            if not is_allowed(rule, role, "own"):
                continue
            watch.wrong = []
            answer = ask(world, people[role], rule, places["own"], places["foreign"])
            what = f"{role} at {rule.endpoint} ({rule.rule}): {answer.status_code}"
            wrong += [f"{what} {each}" for each in watch.wrong]
            if answer.status_code >= 500:
                wrong.append(what)
            if world.theirs.word in _not_typed(rule, read(answer)):
                wrong.append(f"{what} shows {world.theirs.word}")
    assert not wrong, "\n".join(wrong)


def test_a_form_without_its_token_does_nothing(world: World, watch: Watch) -> None:
    people, places = world.people, targets(world.ours, world.theirs)
    for rule in rules(world):
        if rule.methods is None or "POST" not in rule.methods:
            continue
        address = address_of(world.app, rule, places["own"].values)
        answer = people["operator"].post(address, fields_of(rule.endpoint, world.ours), token=False)
        assert answer.status_code == 400, rule.endpoint
    assert watch.writes == 0


def test_nobody_learns_which_numbers_there_are(world: World) -> None:
    people, places = world.people, targets(world.ours, world.theirs)
    for rule in rules(world):
        if leads_somewhere(rule):
            for role, one, other in (("nobody", "own", "absent"), ("organiser", "foreign", "absent")):
                here, there = (ask(world, people[role], rule, places[name]) for name in (one, other))
                assert here.status_code == there.status_code, f"{role} at {rule.endpoint}"
                assert _without_numbers(here, places[one]) == _without_numbers(there, places[other]), rule.endpoint


def test_a_phone_that_was_let_in_by_both_clubs_keeps_them_apart(world: World, watch: Watch) -> None:
    places, phone = targets(world.ours, world.theirs), both_links(world.app, world.ours, world.theirs)
    for rule in rules(world):
        if WHO[rule.endpoint] not in {AT_TABLE, SCORER}:
            continue
        for here, other in ((world.ours, world.theirs), (world.theirs, world.ours)):
            place = places["own" if here is world.ours else "foreign"]
            watch.watched, watch.wrong = (other.number,), []
            answer = ask(world, phone, rule, place)
            assert not is_refused(answer), rule.endpoint
            assert other.word not in read(answer), rule.endpoint
            assert watch.wrong == []


def test_what_was_let_in_is_let_out_again(world: World) -> None:
    people, places = world.people, targets(world.ours, world.theirs)
    with world.store.read() as tx:
        before = everything(tx)
    for role in ("revoked", "closed", "their table", "their viewer", "their organiser", "nobody"):
        for rule in rules(world):
            if leads_somewhere(rule) and WHO[rule.endpoint] != EVERYBODY:
                assert is_refused(ask(world, people[role], rule, places["own"])), f"{role} at {rule.endpoint}"
    with world.store.read() as tx:
        assert everything(tx) == before


def _visits(rule: Rule) -> Iterator[tuple[str, str]]:
    """Give who tries what: an address that leads nowhere in particular is tried once by everybody."""
    roles = ("nobody", "revoked", "closed", "table", "viewer", "organiser", "operator")
    yield from ((role, "own") for role in (*roles, "their table", "their viewer", "their organiser"))
    if leads_somewhere(rule):
        for target in ("second table", "other event", "foreign", "absent"):
            yield from ((role, target) for role in ABROAD)


ABROAD: Final = ("table", "viewer", "organiser", *(("nobody", "operator") if SOAK else ()))
"""Who tries an address of somewhere else: every time those who are let in at one place and not at another."""
IN_THE_HALL: Final = ("own", "second table", "other event")
NOTHING_THERE: Final = {
    ("sharing.cards", "other event"),
    *((endpoint, target) for endpoint in ("lesson.preview", "lesson.change_tables") for target in IN_THE_HALL),
    *((endpoint, target) for endpoint in ("rounds.forgive", "hall_money.take_back") for target in IN_THE_HALL[:2]),
}
"""An event that is over has no links for its tables any more, and says so before it looks for a penalty or a payment.

In the other hall the first round was begun, and the first lesson; nobody was punished, and nothing paid.
"""
REQUEST: Final = re.compile(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}\b")
"""By what a request is called that went wrong."""
WITH_A_VIEWERS_LINK: Final = {("viewer", "second table", AT_TABLE)}
"""A viewer sees every table of the event, a table scorer only one's own."""


def _not_typed(rule: Rule, text: str) -> str:
    """A list or file that names people comes back as it was typed."""
    return "" if rule.endpoint in {"files.show", "files.take"} else text


def _without_numbers(answer: TestResponse, place: Target) -> str:
    text = REQUEST.sub("#", TOKEN.sub("#", answer.text + answer.headers.get("Location", "")))
    for number in sorted({str(value) for value in place.values.values() if isinstance(value, int)}, key=len)[::-1]:
        text = text.replace(f"/{number}", "/#").replace(f"%2F{number}", "%2F#")
    return text
