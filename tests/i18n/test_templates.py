from collections.abc import Callable
from datetime import date, time

import pytest
from flask import Flask, render_template_string
from jinja2 import Environment
from markupsafe import Markup

from scorekeeper.domain.text import N_, Message, Player, Who
from scorekeeper.i18n import Language, jinja
from scorekeeper.i18n.web import current_language, gettext, init_app, remember_language, say, use_language

Show = Callable[..., str]


def environment(language: Language, *, autoescape: bool = True) -> Environment:
    made = Environment(autoescape=autoescape)  # noqa: S701 plain text is tested too
    jinja.install(made, lambda: language)
    return made


@pytest.fixture
def app() -> Flask:
    app = Flask(__name__)
    init_app(app)

    @app.get("/")
    def page() -> str:
        return render_template_string('{{ _("Total") }} {{ current_language() }}')

    @app.get("/switch")
    def switch() -> str:
        response = app.make_response("")
        remember_language(response, "en")
        return response  # type: ignore[return-value]  # a response is as good as a text here

    return app


def test_a_template_translates_and_fills_in_like_the_domain() -> None:
    source = '{{ _("Adjustment: {reason}", reason=why) }}'
    assert environment("de").from_string(source).render(why="verleugnet") == "Stand berichtigt: verleugnet"
    assert environment("en").from_string(source).render(why="verleugnet") == "Adjustment: verleugnet"


def test_what_is_filled_in_is_escaped_once_unless_it_is_markup() -> None:
    template = environment("en").from_string('{{ _("Adjustment: {reason}", reason=why) }}')
    assert template.render(why="<b>&") == "Adjustment: &lt;b&gt;&amp;"
    assert template.render(why=Markup("<b>1</b>")) == "Adjustment: <b>1</b>"


def test_a_template_for_plain_text_escapes_nothing() -> None:
    template = environment("en", autoescape=False).from_string('{{ _("Adjustment: {reason}", reason=why) }}')
    assert template.render(why="<b>") == "Adjustment: <b>"


def test_a_percent_sign_is_a_percent_sign() -> None:
    assert environment("en").from_string('{{ _("100 % {what}", what=1) }}').render() == "100 % 1"


def test_messages_and_numbers_in_a_sentence_are_shown_in_the_language() -> None:
    template = environment("de").from_string('{{ _("Adjustment: {reason}", reason=value) }}')
    assert template.render(value=N_("Total")) == "Stand berichtigt: Summe"
    assert template.render(value=-2) == "Stand berichtigt: −2"


def test_a_template_counts() -> None:
    template = environment("en").from_string('{{ ngettext("one point", "{n} points", count) }}')
    assert [template.render(count=count) for count in (1, 2)] == ["one point", "2 points"]


@pytest.mark.parametrize(
    "source, german, english",
    [
        ("{{ message|say(names) }}", "Anna zahlt an B&amp;B", "Anna pays B&amp;B"),
        ("{{ 47|units }} {{ -3|units }}", "47 −3", "47 −3"),
        ("{{ 4|signed }} {{ -3|signed }} {{ 0|signed }}", "+4 −3 0", "+4 −3 0"),
        ("{{ 123450|money }}", "1.234,50 €", "€1,234.50"),
        ("{{ 10|signed_money }}", "+0,10 €", "+€0.10"),
        ("{{ date|day }}", "15. Jänner 2027", "15 January 2027"),
        ("{{ date|weekday }}", "Freitag, 15. Jänner 2027", "Friday, 15 January 2027"),
        ("{{ time|clock }}", "20:15", "20:15"),
    ],
)
def test_filters_show_figures_and_dates(source: str, german: str, english: str) -> None:
    one, two = Player("1"), Player("2")
    values = {
        "message": N_("{giver} pays {receiver}", giver=Who((one,)), receiver=Who((two,))),
        "names": {one: "Anna", two: "B&B"},
        "date": date(2027, 1, 15),
        "time": time(20, 15),
    }
    assert environment("de").from_string(source).render(values).replace("\N{NO-BREAK SPACE}", " ") == german
    assert environment("en").from_string(source).render(values) == english


def test_a_request_speaks_german_unless_the_switch_says_english(app: Flask) -> None:
    client = app.test_client()
    assert client.get("/", headers={"Accept-Language": "en"}).text == "Summe de"
    client.get("/switch")
    assert client.get("/").text == "Total en"
    assert client.get("/?lang=de").text == "Summe de"


@pytest.mark.parametrize("nonsense", ["fr", "", "de-AT", "../x"])
def test_an_unknown_language_is_german(app: Flask, nonsense: str) -> None:
    assert app.test_client().get("/", query_string={"lang": nonsense}).text == "Summe de"


def test_code_speaks_the_language_of_the_request(app: Flask) -> None:
    message: Message = N_("Total")
    with app.test_request_context("/?lang=en"):
        assert (current_language(), say(message), gettext("Adjustment: {reason}", reason="x")) == (
            "en", "Total", "Adjustment: x",
        )  # fmt: skip
        with use_language("de"):
            assert say(message) == "Summe"
