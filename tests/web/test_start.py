"""An evening is begun on one page, with and without scripts."""

import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.services import reading
from scorekeeper.services.reading import SittingNow
from scorekeeper.web import store
from tests.web.visiting import Fields, Visitor, chosen, hidden, words

FIVE = ("+Toni", "+Maria", "+Franz", "+Leni", "+Sepp")


def draft(visitor: Visitor, **fields: str | tuple[str, ...]) -> Fields:
    page = visitor.get("/neu")
    plain = {name: hidden(page, name) for name in ("key", "shown")}
    return {**plain, "game": "jaggln", "rules": "schipflinger", "stake": "10", "date": "2027-01-15", **fields}


def begun(app: Flask, response: TestResponse) -> SittingNow:
    assert response.status_code == 303, words(response)
    number = int(response.headers["Location"].rpartition("/")[2])
    with app.app_context(), store.reading() as tx:
        return reading.sitting_now(tx, number)


def test_an_empty_installation_offers_a_new_evening_a_tournament_and_an_example(visitor: Visitor) -> None:
    text = words(visitor.get("/"))
    assert "Neuer Abend" in text
    assert "Beispielabend ansehen" in text
    assert "Noch kein Abend angelegt. Namen, Spiel und Einsatz genügen." in text
    assert "Neues Turnier" in text


def test_five_new_names_begin_an_evening_with_the_defaults(app: Flask, visitor: Visitor) -> None:
    now = begun(app, visitor.post("/neu", draft(visitor, player=FIVE, do="begin")))
    assert [now.names[player] for player in now.setup.players] == ["Toni", "Maria", "Franz", "Leni", "Sepp"]
    assert now.names[now.setup.first_dealer] == "Sepp"  # so that the first seat is forehand
    assert (now.head.stake_cents, now.head.payout) == (10, "transfers")
    assert (now.event.title, now.event.date.isoformat(), now.event.purse) == ("Kartenabend", "2027-01-15", "one")


def test_sending_the_form_twice_begins_one_evening(app: Flask, visitor: Visitor) -> None:
    fields = draft(visitor, player=FIVE, do="begin")
    first, second = visitor.post("/neu", fields), visitor.post("/neu", fields)
    assert first.headers["Location"] == second.headers["Location"]
    with app.app_context(), store.reading() as tx:
        assert len(reading.events(tx, store.club())) == 1


@pytest.mark.parametrize(
    "typed, cents", [("10", 10), ("0,10", 10), ("0,10 €", 10), ("0.10", 10), ("", 0), ("0", 0), ("1,50 €", 150)]
)
def test_the_stake_is_understood_in_cents_and_in_euro(app: Flask, visitor: Visitor, typed: str, cents: int) -> None:
    now = begun(app, visitor.post("/neu", draft(visitor, player=FIVE, do="begin", stake=typed)))
    assert now.head.stake_cents == cents


@pytest.mark.parametrize("typed", ["viel", "0,5", "−10", "1.234", "99999999"])
def test_a_stake_that_is_none_is_refused_and_what_was_typed_stays(visitor: Visitor, typed: str) -> None:
    page = visitor.post("/neu", draft(visitor, player=FIVE, do="begin", stake=typed))
    assert page.status_code == 422
    assert f'name="stake" value="{typed}"' in page.text
    assert chosen(page) == ["Toni", "Maria", "Franz", "Leni", "Sepp"]


def test_four_names_are_refused_with_how_many_are_missing(visitor: Visitor) -> None:
    page = visitor.post("/neu", draft(visitor, player=FIVE[:4], do="begin"))
    assert page.status_code == 422
    assert "5 bis 7 am Tisch, 4 gewählt: fehlt noch einer" in words(page)


def test_eight_names_are_refused_with_how_many_are_too_many(visitor: Visitor) -> None:
    page = visitor.post("/neu", draft(visitor, player=(*FIVE, "+Vroni", "+Hias", "+Resi"), do="begin"))
    assert "5 bis 7 am Tisch, 8 gewählt: einer zu viel" in words(page)


def test_a_typed_name_sits_down_and_the_field_is_empty_again(visitor: Visitor) -> None:
    page = visitor.post("/neu", draft(visitor, player=FIVE[:1], typed="  Anna-Lena  Ö. ", do="add"))
    assert chosen(page) == ["Toni", "Anna-Lena Ö."]
    assert 'name="typed" value=""' in page.text


def test_several_names_can_be_typed_at_once(visitor: Visitor) -> None:
    assert chosen(visitor.post("/neu", draft(visitor, typed="Toni, Maria,Franz", do="add"))) == [
        "Toni",
        "Maria",
        "Franz",
    ]


def test_a_remembered_name_with_a_comma_is_one_person_when_typed(visitor: Visitor) -> None:
    visitor.post("/leute", {"name": "Müller, Sepp", "nickname": ""})
    assert chosen(visitor.post("/neu", draft(visitor, typed="müller,  Sepp", do="add"))) == ["Müller, Sepp"]


def test_a_second_of_the_same_name_is_asked_for_a_nickname(visitor: Visitor) -> None:
    page = visitor.post("/neu", draft(visitor, player=("+Hans",), typed="hans", do="add"))
    assert chosen(page) == ["Hans"]
    assert "hans sitzt schon am Tisch. Wer gleich heißt, braucht einen Beinamen, etwa hans (Bäck)" in words(page)
    assert 'name="typed" value="hans"' in page.text


def test_two_of_the_same_name_play_if_told_apart(app: Flask, visitor: Visitor) -> None:
    five = ("+Hans", "+Hans (Bäck)", "+Maria", "+Franz", "+Leni")
    now = begun(app, visitor.post("/neu", draft(visitor, player=five, do="begin")))
    assert [now.names[player] for player in now.setup.players] == ["Hans", "Hans (Bäck)", "Maria", "Franz", "Leni"]


def test_a_remembered_name_is_the_same_person_again(app: Flask, visitor: Visitor) -> None:
    first = begun(app, visitor.post("/neu", draft(visitor, player=FIVE, do="begin")))
    second = begun(app, visitor.post("/neu", draft(visitor, player=FIVE, do="begin", typed="")))
    assert first.setup.players == second.setup.players


def test_a_remembered_name_is_seated_by_a_tap_and_taken_away_by_another(app: Flask, visitor: Visitor) -> None:
    now = begun(app, visitor.post("/neu", draft(visitor, player=FIVE, do="begin")))
    maria = now.setup.players[1]
    page = visitor.post("/neu", draft(visitor, do=f"pick:{maria}"))
    assert chosen(page) == ["Maria"]
    assert chosen(visitor.post("/neu", draft(visitor, player=(maria,), do=f"pick:{maria}"))) == []


def test_the_people_of_the_last_evening_sit_down_by_one_tap(app: Flask, visitor: Visitor) -> None:
    now = begun(app, visitor.post("/neu", draft(visitor, player=FIVE, do="begin", stake="20")))
    page = visitor.get("/neu")
    assert "Dieselben wie am 15. Jänner 2027 Toni, Maria, Franz, Leni, Sepp" in words(page)
    assert 'name="stake" value="20"' in page.text
    assert chosen(visitor.post("/neu", draft(visitor, do=f"same:{now.event.id}"))) == [
        "Toni", "Maria", "Franz", "Leni", "Sepp",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "tapped, order",
    [
        ("up:1", ["Maria", "Toni", "Franz"]),
        ("down:1", ["Toni", "Franz", "Maria"]),
        ("up:0", ["Toni", "Maria", "Franz"]),
        ("down:2", ["Toni", "Maria", "Franz"]),
        ("remove:1", ["Toni", "Franz"]),
        ("remove:", ["Toni", "Maria", "Franz"]),
        ("up:x", ["Toni", "Maria", "Franz"]),
        ("nonsense", ["Toni", "Maria", "Franz"]),
    ],
)
def test_seats_change_places_by_arrows(visitor: Visitor, tapped: str, order: list[str]) -> None:
    assert chosen(visitor.post("/neu", draft(visitor, player=FIVE[:3], do=tapped))) == order


def test_whoever_was_named_deals_first(app: Flask, visitor: Visitor) -> None:
    fields = draft(visitor, player=FIVE, do="begin", dealer="+Franz", usual_dealer="+Sepp")
    now = begun(app, visitor.post("/neu", fields))
    assert now.names[now.setup.first_dealer] == "Franz"


def test_the_last_seat_deals_first_while_nobody_was_named(visitor: Visitor) -> None:
    fields = draft(visitor, player=FIVE, do="refresh", typed="Vroni", dealer="+Sepp", usual_dealer="+Sepp")
    assert "Vroni gibt, Toni ist Vorhand." in words(visitor.post("/neu", fields))


def test_with_seven_the_page_says_that_the_dealer_sits_out(visitor: Visitor) -> None:
    page = visitor.post("/neu", draft(visitor, player=(*FIVE, "+Vroni", "+Hias"), do="refresh"))
    assert "Hias gibt und setzt aus, Toni ist Vorhand." in words(page)


def test_another_game_brings_its_own_rule_sets_and_options(visitor: Visitor) -> None:
    page = visitor.post("/neu", draft(visitor, game="matzlfangen", do="refresh"))
    assert 'name="rules" value="daglinger"' in page.text
    assert 'name="option.matzl_bonus" value="1"' in page.text
    assert "4 oder 5 am Tisch" in words(page)


def test_another_rule_set_brings_its_own_values(visitor: Visitor) -> None:
    page = visitor.post("/neu", draft(visitor, rules="mayr-hassler", do="refresh"))
    assert 'name="option.opponent_rate" value="1"' in page.text


def options(page: TestResponse) -> dict[str, str]:
    """Give the options as the form of the page would send them."""
    texts = dict(re.findall(r'name="(option\.[^"]+)" value="([^"]*)" inputmode', page.text))
    return texts | dict(re.findall(r'name="(option\.[^"]+)" value="([^"]*)" checked', page.text))


def test_the_options_of_the_table_are_kept(app: Flask, visitor: Visitor) -> None:
    shown = options(visitor.get("/neu"))
    assert shown["option.opponent_rate"] == "2"
    changed = {**shown, "option.opponent_rate": "4", "option.max_doublings": "2"}
    now = begun(app, visitor.post("/neu", {**draft(visitor, player=FIVE, do="begin"), **changed}))
    assert now.options == {"opponent_rate": 4, "max_doublings": 2}
    # and the next evening begins with them
    assert 'name="option.opponent_rate" value="4"' in visitor.get("/neu").text


@pytest.mark.parametrize(
    "name, typed, said", [("opponent_rate", "0", "1"), ("opponent_rate", "zwei", "zwei"), ("max_doublings", "9", "3")]
)
def test_an_option_that_cannot_be_is_refused_beside_its_field(
    visitor: Visitor, name: str, typed: str, said: str
) -> None:
    sent = {**options(visitor.get("/neu")), f"option.{name}": typed}
    page = visitor.post("/neu", {**draft(visitor, player=FIVE, do="begin"), **sent})
    assert page.status_code == 422
    field = re.search(rf'id="wrong-option\.{name}">([^<]*)<', page.text)
    assert field
    assert said in field.group(1)
    assert f'name="option.{name}" value="{typed}"' in page.text


def test_options_that_would_split_a_point_are_refused_when_they_are_chosen(visitor: Visitor) -> None:
    sent = {
        **options(visitor.get("/neu")),
        "option.opponent_rate": "1",
    }  # rules.md: rate 1, even split, three opponents
    page = visitor.post("/neu", {**draft(visitor, player=FIVE, do="begin"), **sent})
    assert page.status_code == 422


def test_bauerntarock_is_paid_to_the_winner_unless_said_otherwise(app: Flask, visitor: Visitor) -> None:
    fields = draft(visitor, game="bauerntarock", rules="brixental", shown="", player=FIVE[:4], do="begin")
    assert begun(app, visitor.post("/neu", fields)).head.payout == "winner"


def test_a_flag_that_is_taken_away_is_off(app: Flask, visitor: Visitor) -> None:
    page = visitor.post("/neu", draft(visitor, game="free", do="refresh"))
    assert re.search(r'name="option.zero_sum" value="1" checked', page.text)
    sent = {name: value for name, value in options(page).items() if name != "option.zero_sum"}
    fields = {
        **draft(visitor),
        "game": "free",
        "rules": "free",
        "shown": "free/free",
        "player": FIVE[:3],
        "do": "begin",
    }
    assert begun(app, visitor.post("/neu", {**fields, **sent})).options == {"zero_sum": False}


def test_the_next_sitting_begins_with_the_same_people(app: Flask, visitor: Visitor) -> None:
    now = begun(app, visitor.post("/neu", draft(visitor, player=FIVE[:4], game="dobbm", rules="stubai", do="begin")))
    address = f"/abend/{now.event.id}/weiter"
    page = visitor.get(address)
    assert chosen(page) == ["Toni", "Maria", "Franz", "Leni"]
    fields = {
        "key": hidden(page, "key"), "game": "bauerntarock", "rules": "brixental", "stake": "5",
        "player": now.setup.players, "do": "begin",
    }  # fmt: skip
    following = begun(app, visitor.post(address, fields))
    assert (following.event.id, following.head.position, following.head.game) == (now.event.id, 2, "bauerntarock")


def test_a_name_of_more_than_sixty_letters_is_refused(visitor: Visitor) -> None:
    page = visitor.post("/neu", draft(visitor, typed="x" * 61, do="add"))
    assert chosen(page) == []
    assert "Ein Name darf 60 Buchstaben haben" in words(page)


@pytest.mark.parametrize("typed", [".", "12", "Toni, 3"])
def test_a_name_without_a_letter_is_refused_and_stays_in_the_field(visitor: Visitor, typed: str) -> None:
    page = visitor.post("/neu", draft(visitor, typed=typed, do="add"))
    assert chosen(page) == typed.split(",")[:-1]
    assert "ist kein Name: kein Buchstabe darin" in words(page)
    assert f'name="typed" value="{typed}"' in page.text


def test_a_name_that_looks_like_markup_is_text(visitor: Visitor) -> None:
    page = visitor.post("/neu", draft(visitor, typed="<b>'Rosi\" & Co", do="add"))
    assert "<b>'Rosi" not in page.text
    assert "<b>'Rosi\" & Co" in chosen(page)[0]


def test_the_form_is_the_same_in_english(visitor: Visitor) -> None:
    visitor.post("/sprache", {"language": "en", "back": "/neu"})
    text = words(visitor.get("/neu"))
    assert "New evening" in text
    assert "Begin the evening" in text


def test_an_option_out_of_range_names_the_range_in_the_words_of_the_form(visitor: Visitor) -> None:
    """The file's "or null" would read as zero in German."""
    page = visitor.post("/neu", draft(visitor, game="free", do="refresh"))
    sent = {**options(page), "option.target": "1000001"}
    fields = {
        **draft(visitor),
        "game": "free",
        "rules": "free",
        "shown": "free/free",
        "player": FIVE[:3],
        "do": "begin",
    }
    refused = visitor.post("/neu", {**fields, **sent})
    assert refused.status_code == 422
    assert "Die Partie endet bei: von 1 bis 1000000" in words(refused)
    assert 'value="1000001"' in refused.text
