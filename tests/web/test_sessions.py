"""A cookie's signature is reckoned once per process, and still neither forged nor outlived."""

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import BadSignature, SignatureExpired, URLSafeTimedSerializer

from scorekeeper.web import sessions
from tests.web.visiting import TOKEN, Visitor


@pytest.fixture
def serializer() -> URLSafeTimedSerializer:
    app = Flask("test")
    app.secret_key = "of the test"
    found = sessions.Sessions(app).get_signing_serializer(app)
    assert found is not None
    return found


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1_800_000_000.0]
    monkeypatch.setattr("time.time", lambda: now[0])
    return now


def test_a_cookie_read_twice_gives_the_same_session_but_not_the_same_object(serializer: URLSafeTimedSerializer) -> None:
    cookie = serializer.dumps({"csrf_token": "abc"})
    first = serializer.loads(cookie, max_age=60)
    first["csrf_token"] = "changed"
    assert serializer.loads(cookie, max_age=60) == {"csrf_token": "abc"}


def test_a_cookie_with_one_letter_changed_is_refused_even_after_the_true_one_was_read(
    serializer: URLSafeTimedSerializer,
) -> None:
    cookie = serializer.dumps({"csrf_token": "abc"})
    serializer.loads(cookie, max_age=60)
    front, _, signature = cookie.rpartition(".")
    # not the last letter, of which base64 needs only four bits
    forged = f"{front}.{'A' if signature[0] != 'A' else 'B'}{signature[1:]}"
    for _ in range(2):
        with pytest.raises(BadSignature):
            serializer.loads(forged, max_age=60)


def test_a_cookie_that_was_read_before_grows_too_old_all_the_same(
    serializer: URLSafeTimedSerializer, clock: list[float]
) -> None:
    cookie = serializer.dumps({})
    assert serializer.loads(cookie, max_age=60) == {}
    clock[0] += 61
    with pytest.raises(SignatureExpired):
        serializer.loads(cookie, max_age=60)


def test_cookies_of_an_installation_before_are_read_as_they_were(serializer: URLSafeTimedSerializer) -> None:
    app = Flask("test")
    app.secret_key = "of the test"
    plain = SecureCookieSessionInterface().get_signing_serializer(app)
    assert plain is not None
    assert serializer.loads(plain.dumps({"theme": "dark"}), max_age=60) == {"theme": "dark"}


def test_a_form_is_taken_only_with_its_own_sessions_token_however_often_that_was_right(
    app: Flask, visitor: Visitor
) -> None:
    token = TOKEN.search(visitor.client.get("/neu").text)
    assert token
    asked = {"do": "add", "csrf_token": token[1]}
    assert [visitor.client.post("/neu", data=asked).status_code for _ in range(2)] != [400, 400]
    for wrong in ({"do": "add"}, {**asked, "csrf_token": ""}, {**asked, "csrf_token": token[1][:-4] + "AAAA"}):
        assert visitor.client.post("/neu", data=wrong).status_code == 400
    assert visitor.client.post("/neu", data={"do": "add"}, headers={"X-CSRFToken": token[1]}).status_code != 400
    assert visitor.client.post("/neu", data={"do": "add"}).status_code == 400
    assert Visitor(app).client.post("/neu", data=asked).status_code == 400
