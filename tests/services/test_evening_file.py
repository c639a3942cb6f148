import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.evening import Presence
from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.games import GAMES
from scorekeeper.i18n import explain, render
from scorekeeper.services import json_document
from scorekeeper.services.evening_data import About, Adjustment, EventFile, SittingFile, Stake
from scorekeeper.services.evening_file import read_evening
from scorekeeper.services.evening_writer import write_evening
from scorekeeper.services.result_document import Voice, result_document
from scorekeeper.services.scoring import score_evening
from tests.services.describing import answers

FIVE = ["Anna", "Bert", "Cilli", "Dora", "Emil"]
QUIET = Voice(lambda message: render(message, "en"))
EXAMPLE = """
    {"format": "scorekeeper-evening/1",
     "game": "jaggln", "rules": "schipflinger", "options": {"gematscht_factor": 1},
     "title": "Kartenabend Westendorf", "date": "2027-01-15", "place": "Westendorf",
     "stake": {"cents": 10, "currency": "EUR"}, "payout": "transfers",
     "players": ["Anna", "Bert", "Cilli", "Dora", "Emil"],
     "first_dealer": "Emil",
     "deals": [{"declarer": "Anna", "partner": "Dora", "gewisse": 6},
               {"declarer": "Bert", "partner": null, "gewisse": 9, "gematscht": true, "talon": false,
                "dealer": "Anna", "sitting_out": [], "note": "…"}],
     "adjustments": [{"player": "Bert", "units": -2, "reason": "verleugnet"}]}
"""


def jaggln(**changes: object) -> dict[str, Any]:
    """Give a small valid file; a change to None takes the member out."""
    document = {
        "format": "scorekeeper-evening/1",
        "game": "jaggln",
        "players": FIVE,
        "deals": [{"partner": "Dora", "gewisse": 6}],
        **changes,
    }
    return {key: value for key, value in document.items() if value is not None}


def read(document: object) -> SittingFile | EventFile:
    return read_evening(json.dumps(document).encode())


def sitting(document: object) -> SittingFile:
    file = read(document)
    assert isinstance(file, SittingFile)
    return file


def result(document: object, voice: Voice = QUIET) -> dict[str, Any]:
    return result_document(score_evening(read(document)), voice)


def refusals(content: bytes) -> list[tuple[str, str]]:
    with pytest.raises(RefusedError) as refused:
        score_evening(read_evening(content))
    return [(place, render(message, "en")) for place, message in refused.value.refusals]


def places(document: object) -> list[str]:
    return [place for place, _reason in refusals(json.dumps(document).encode())]


class TestReading:
    def test_the_example_of_the_format(self) -> None:
        file = read_evening(EXAMPLE.encode())
        assert isinstance(file, SittingFile)
        assert (file.setup.game.key, file.setup.rule_set, file.setup.rules.gematscht_factor) == (
            "jaggln",
            "schipflinger",
            1,
        )
        assert file.about == About("Kartenabend Westendorf", date(2027, 1, 15), "Westendorf")
        assert (file.stake, file.payout) == (Stake(10, "EUR"), "transfers")
        assert (file.setup.players, file.setup.first_dealer) == (tuple(FIVE), "Emil")
        assert (file.deals[1].dealer, file.deals[1].sitting_out, file.deals[1].note) == ("Anna", (), "…")
        assert file.adjustments == (Adjustment(file.setup.players[1], -2, "verleugnet"),)

    def test_what_may_be_left_out_has_its_default(self) -> None:
        file = sitting(jaggln())
        assert (file.setup.rule_set, file.setup.first_dealer) == ("schipflinger", "Emil")
        assert (file.about, file.stake, file.payout, file.adjustments) == (About(), Stake(0, "EUR"), "transfers", ())
        assert (file.deals[0].dealer, file.deals[0].sitting_out, file.deals[0].note) == (None, None, "")

    def test_a_byte_order_mark_is_no_mistake(self) -> None:
        assert isinstance(read_evening(b"\xef\xbb\xbf" + json.dumps(jaggln()).encode()), SittingFile)

    def test_who_comes_late_and_who_leaves(self) -> None:
        file = sitting(jaggln(players=[*FIVE, "Franz"], present={"Emil": {"from": 1, "to": 12}, "Franz": {"from": 2}}))
        assert file.setup.presence == {"Emil": Presence(1, 12), "Franz": Presence(2, None)}

    def test_names_may_hold_what_names_hold(self) -> None:
        names = ['Ä\'na, "die Ältere"', "=1+1", "Ľudmila Šušteršič", "x" * 60, "Jörg Weiß"]
        assert sitting(jaggln(players=names, deals=[])).setup.players == tuple(names)


class TestRefusing:
    @pytest.mark.parametrize(
        "change, place",
        [
            ({"format": None}, "format"),
            ({"format": "scorekeeper-evening/0"}, "format"),
            ({"format": 1}, "format"),
            ({"game": None}, "game"),
            ({"game": "watten"}, "game"),
            ({"game": 3}, "game"),
            ({"rules": "hotel"}, "rules"),
            ({"options": []}, "options"),
            ({"options": {"split": "thirds"}}, "options.split"),
            ({"options": {"six_may_play": True}}, "options.six_may_play"),
            ({"options": {"opponent_rate": 1}}, "options.split"),
            ({"title": 3}, "title"),
            ({"title": "x" * 201}, "title"),
            ({"title": "two\nlines"}, "title"),
            ({"date": "15.1.2027"}, "date"),
            ({"date": "2027-02-30"}, "date"),
            ({"date": "20270115"}, "date"),
            ({"date": "2027-W02-5"}, "date"),
            ({"date": 20270115}, "date"),
            ({"stake": 10}, "stake"),
            ({"stake": {"cents": "10"}}, "stake.cents"),
            ({"stake": {"cents": -1}}, "stake.cents"),
            ({"stake": {"cents": 1_000_001}}, "stake.cents"),
            ({"stake": {"cents": 0.1}}, "stake.cents"),
            ({"stake": {"cents": 10, "currency": "euro"}}, "stake.currency"),
            ({"stake": {"cents": 10, "per": "unit"}}, "stake.per"),
            ({"payout": "cash"}, "payout"),
            ({"payout": "winner"}, "payout"),
            ({"players": None}, "players"),
            ({"players": "Anna"}, "players"),
            ({"players": []}, "players"),
            ({"players": FIVE[:4]}, "players"),
            ({"players": [*FIVE, "F", "G", "H"]}, "players"),
            ({"players": [*FIVE[:4], "Anna"]}, "players[4]"),
            ({"players": [*FIVE[:4], " "]}, "players[4]"),
            ({"players": [*FIVE[:4], 5]}, "players[4]"),
            ({"players": [*FIVE[:4], "E\nmil"]}, "players[4]"),
            ({"players": ["M\u00fcller", "Mu\u0308ller", *FIVE[:3]]}, "players[1]"),
            ({"first_dealer": "Franz"}, "first_dealer"),
            ({"first_dealer": 1}, "first_dealer"),
            ({"present": []}, "present"),
            ({"present": {"Franz": {}}}, "present.Franz"),
            ({"present": {"Emil": 3}}, "present.Emil"),
            ({"present": {"Emil": {"from": 0}}}, "present.Emil.from"),
            ({"present": {"Emil": {"from": 3, "to": 1}}}, "present.Emil.to"),
            ({"present": {"Emil": {"until": 2}}}, "present.Emil.until"),
            ({"present": {"Emil": {"from": 2}}}, "deals[0].players"),
            ({"deals": None}, "deals"),
            ({"deals": {}}, "deals"),
            ({"deals": [3]}, "deals[0]"),
            ({"deals": [{"gewisse": 6}, {"gewisse": "6"}]}, "deals[1].gewisse"),
            ({"deals": [{"gewisse": 6.5}]}, "deals[0].gewisse"),
            ({"deals": [{"gewisse": True}]}, "deals[0].gewisse"),
            ({"deals": [{"gewisse": 10}]}, "deals[0].gewisse"),
            ({"deals": [{}]}, "deals[0].gewisse"),
            ({"deals": [{"gewisse": 6, "hirsch": 1}]}, "deals[0].hirsch"),
            ({"deals": [{"gewisse": 6, "declarer": "Franz"}]}, "deals[0].declarer"),
            ({"deals": [{"gewisse": 6, "declarer": 3}]}, "deals[0].declarer"),
            ({"deals": [{"gewisse": 6, "partner": "Anna"}]}, "deals[0].partner"),
            ({"deals": [{"gewisse": 6, "gematscht": True}]}, "deals[0].gematscht"),
            ({"deals": [{"gewisse": 6, "doublings": 1}]}, "deals[0].doublings"),
            ({"deals": [{"gewisse": 6, "dealer": "Franz"}]}, "deals[0].dealer"),
            ({"deals": [{"gewisse": 6, "dealer": 3}]}, "deals[0].dealer"),
            ({"deals": [{"gewisse": 6, "sitting_out": "Emil"}]}, "deals[0].sitting_out"),
            ({"deals": [{"gewisse": 6, "sitting_out": ["Franz"]}]}, "deals[0].sitting_out[0]"),
            ({"deals": [{"gewisse": 6, "sitting_out": ["Emil"]}]}, "deals[0].sitting_out"),
            ({"deals": [{"gewisse": 6, "note": 3}]}, "deals[0].note"),
            ({"adjustments": {}}, "adjustments"),
            ({"adjustments": [{"player": "Franz", "units": 1}]}, "adjustments[0].player"),
            ({"adjustments": [{"player": "Anna"}]}, "adjustments[0].units"),
            ({"adjustments": [{"player": "Anna", "units": 1.0}]}, "adjustments[0].units"),
            ({"adjustments": [{"player": "Anna", "units": 1, "why": ""}]}, "adjustments[0].why"),
            ({"round": 3}, "round"),
            ({"a key with blanks": 3}, '["a key with blanks"]'),
        ],
    )
    def test_every_error_names_its_place(self, change: dict[str, object], place: str) -> None:
        assert place in places(jaggln(**change))

    def test_a_newer_format_is_refused_as_such_before_anything_else(self) -> None:
        content = json.dumps({"format": "scorekeeper-evening/2", "whatever": 1}).encode()
        newer = "was written by a newer version; this one reads scorekeeper-evening/1"
        assert refusals(content) == [("format", newer)]

    @pytest.mark.parametrize(
        "content, place, reason",
        [
            (b"", "", "is not JSON: line 1, column 1"),
            (b'{"format":\n x}', "", "is not JSON: line 2, column 2"),
            (b"[]", "", "needs an object in braces"),
            (b"null", "", "needs an object in braces"),
            (b'{"place": "W\xf6rgl"}', "", "is not UTF-8: byte 13"),
            (b'{"deals": [{}, {"gewisse": 1, "gewisse": 2}]}', "deals[1].gewisse", "is there twice"),
            (b'{"game": "jaggln", "game": "jaggln"}', "game", "is there twice"),
            (b'{"deals": [{"gewisse": NaN}]}', "deals[0].gewisse", "is not a number"),
            (b'{"deals": [{"gewisse": -Infinity}]}', "deals[0].gewisse", "is not a number"),
            (b'{"title": "\\ud83d"}', "title", "holds half a character"),
            (b'{"\\ud83d": 1}', '["\ud83d"]', "holds half a character"),
            (b"9" * 5000, "", "holds a number with too many digits"),
            (b"[" * 100_000, "", "is nested too deeply"),
            (b'{"a":' * 100_000, "", "is nested too deeply"),
            (b'{"a":1,"a":' + b"[" * 960 + b"]" * 960 + b"}", "", "is nested too deeply"),
        ],
    )
    def test_what_json_leaves_open_is_refused(self, content: bytes, place: str, reason: str) -> None:
        assert refusals(content) == [(place, reason)]

    def test_a_whole_emoji_is_no_half_a_character(self) -> None:
        content = json.dumps(jaggln(title="🂡")).encode()
        assert b"\\ud83c" in content
        assert isinstance(read_evening(content), SittingFile)

    def test_a_file_beyond_reason_is_refused(self) -> None:
        assert refusals(b" " * (64 * 2**20 + 1)) == [("", "is larger than 64 megabytes")]

    def test_a_million_deals_are_the_most(self) -> None:
        content = (
            b'{"format": "scorekeeper-evening/1", "game": "jaggln", "players": ["A", "B", "C", "D", "E"], "deals": ['
        )
        assert refusals(content + b"0," * 1_000_000 + b"0]}") == [("deals", "holds more than 1000000 entries")]

    def test_all_that_is_wrong_with_a_deal_is_said(self) -> None:
        found = places(jaggln(deals=[{"gewisse": 10, "talon": 1, "hirsch": 3}]))
        assert sorted(found) == ["deals[0].gewisse", "deals[0].hirsch", "deals[0].talon"]

    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
            lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(list(jaggln())), inner),
        ),
        st.sampled_from(
            [*jaggln(), "options", "stake", "present", "adjustments", "event", "sittings", "payout", "date"]
        ),
    )
    def test_any_value_anywhere_is_read_or_refused(self, value: object, key: str) -> None:
        content = json.dumps({**jaggln(), key: value}).encode()
        try:
            score_evening(read_evening(content))
        except RefusedError as refused:
            texts = [render(message, "de") for _place, message in refused.refusals]
            assert texts


class TestResult:
    def test_the_example_of_the_format(self) -> None:
        found = result(json.loads(EXAMPLE))
        assert found["deals"] == [
            {
                "number": 1,
                "dealer": "Emil",
                "sitting_out": [],
                "units": {"Anna": 3, "Bert": -2, "Cilli": -2, "Dora": 3, "Emil": -2},
                "warnings": [],
            },
            {
                "number": 2,
                "dealer": "Anna",
                "sitting_out": [],
                "units": {"Anna": -2, "Bert": 8, "Cilli": -2, "Dora": -2, "Emil": -2},
                "warnings": [],
            },
        ]
        assert found["totals"] == {"Anna": 1, "Bert": 4, "Cilli": -4, "Dora": 1, "Emil": -4}
        assert (found["format"], found["game"], found["rules"]) == ("scorekeeper-result/1", "jaggln", "schipflinger")
        assert found["finished"] is False

    def test_without_adjustments_money_is_units_times_stake(self) -> None:
        found = result(jaggln(stake={"cents": 10}))
        assert found["settlement"] == {
            "units": {"Anna": "3", "Bert": "-2", "Cilli": "-2", "Dora": "3", "Emil": "-2"},
            "cents": {"Anna": 30, "Bert": -20, "Cilli": -20, "Dora": 30, "Emil": -20},
            "transfers": [
                {"from": "Bert", "to": "Anna", "cents": 20},
                {"from": "Cilli", "to": "Dora", "cents": 20},
                {"from": "Emil", "to": "Anna", "cents": 10},
                {"from": "Emil", "to": "Dora", "cents": 10},
            ],
            "method": "exact",
        }

    def test_the_kitty_has_no_name(self) -> None:
        settlement = result(jaggln(stake={"cents": 10}, payout="kitty"))["settlement"]
        assert settlement["method"] == "kitty"
        assert settlement["transfers"][0] == {"from": None, "to": "Anna", "cents": 30}
        assert settlement["transfers"][2] == {"from": "Bert", "to": None, "cents": 20}

    def test_who_sits_out_is_named_and_gets_0(self) -> None:
        [deal] = result(jaggln(players=[*FIVE, "Franz", "Greti"]))["deals"]
        assert (deal["dealer"], deal["sitting_out"]) == ("Greti", ["Greti"])
        assert deal["units"] == {"Anna": 4, "Bert": -2, "Cilli": -2, "Dora": 4, "Emil": -2, "Franz": -2, "Greti": 0}

    def test_the_deal_passes_on_and_another_declarer_is_warned_of(self) -> None:
        deals = result(jaggln(deals=[{"gewisse": 6}, {"gewisse": 6}, {"gewisse": 6, "declarer": "Anna"}]))["deals"]
        assert [deal["dealer"] for deal in deals] == ["Emil", "Anna", "Bert"]
        assert [deal["units"]["Bert"] for deal in deals] == [-2, 8, -2]
        assert [deal["warnings"] for deal in deals] == [[], [], ["Anna declared, although Cilli is forehand"]]

    def test_a_leaver_is_passed_over_and_named_with_0(self) -> None:
        present = {"Franz": {"to": 1}}
        deals = result(jaggln(players=[*FIVE, "Franz"], present=present, deals=[{"gewisse": 6}] * 2))["deals"]
        assert [deal["dealer"] for deal in deals] == ["Franz", "Anna"]
        assert deals[1]["units"]["Franz"] == 0

    def test_eight_may_share_a_table_of_seven(self) -> None:
        names = [*FIVE, "Franz", "Greti", "Hans"]
        present = {"Greti": {"to": 1}, "Hans": {"from": 2}}
        deals = result(jaggln(players=names, present=present, first_dealer="Emil", deals=[{"gewisse": 6}] * 2))["deals"]
        assert [deal["sitting_out"] for deal in deals] == [["Emil"], ["Franz"]]

    def test_explanations_are_given_when_wanted(self) -> None:
        voice = Voice(lambda message: render(message, "en"), lambda reasons: explain(reasons, "en"))
        [deal] = result(jaggln(), voice)["deals"]
        assert deal["explanation"][-1] == "Shared by Anna and Dora: each +3"

    def test_bauerntarock_pays_the_winner_and_ends(self) -> None:
        # 112 / 40 / -15 by one adjustment each: +219 / -72 / -147
        totals = {"Anna": 112, "Bert": 40, "Cilli": -15}
        document = {
            "format": "scorekeeper-evening/1",
            "game": "bauerntarock",
            "stake": {"cents": 1},
            "payout": "winner",
            "players": list(totals),
            "deals": [],
            "adjustments": [{"player": player, "units": units} for player, units in totals.items()],
        }
        found = result(document)
        assert found["totals"] == totals
        assert found["settlement"]["units"] == {"Anna": "219", "Bert": "-72", "Cilli": "-147"}
        assert found["settlement"]["transfers"] == [
            {"from": "Cilli", "to": "Anna", "cents": 147},
            {"from": "Bert", "to": "Anna", "cents": 72},
        ]
        assert found["settlement"]["method"] == "winner"
        assert found["finished"] is False

    def test_half_units_are_written_as_reduced_fractions(self) -> None:
        totals = {"Anna": 105, "Bert": 105, "Cilli": 30}
        document = {
            "format": "scorekeeper-evening/1",
            "game": "bauerntarock",
            "stake": {"cents": 1},
            "players": list(totals),
            "deals": [],
            "adjustments": [{"player": player, "units": units} for player, units in totals.items()],
        }
        settlement = result(document)["settlement"]
        assert settlement["units"] == {"Anna": "95/2", "Bert": "95/2", "Cilli": "-95"}
        assert settlement["cents"] == {"Anna": 48, "Bert": 47, "Cilli": -95}

    def test_deals_after_the_end_count_with_a_warning(self) -> None:
        deals = [{"declarer": "Anna", "points": 120}] * 4
        document = {
            "format": "scorekeeper-evening/1",
            "game": "bauerntarock",
            "players": ["Anna", "Bert", "Cilli"],
            "deals": deals,
        }
        found = result(document)
        assert found["finished"] is True
        assert found["totals"] == {"Anna": 240, "Bert": 0, "Cilli": 0}
        assert [bool(deal["warnings"]) for deal in found["deals"]] == [False, False, False, True]


class TestEvent:
    def event(self, **changes: object) -> dict[str, Any]:
        first = jaggln(stake={"cents": 10})
        second = jaggln(stake={"cents": 5}, deals=[{"declarer": "Anna", "partner": "Bert", "gewisse": 4}])
        return {
            "format": "scorekeeper-evening/1",
            "event": {"title": "Kartenabend", "date": "2027-01-15"},
            "sittings": [first, second],
            **changes,
        }

    def test_all_sittings_are_settled_as_one_purse(self) -> None:
        found = result(self.event())
        assert found["event"] == {"title": "Kartenabend", "date": "2027-01-15"}
        assert [sitting["totals"]["Anna"] for sitting in found["sittings"]] == [3, -3]
        # 30 −20 −20 30 −20 and −15 −15 10 10 10
        assert found["settlement"]["cents"] == {"Anna": 15, "Bert": -35, "Cilli": -10, "Dora": 40, "Emil": -10}
        assert found["settlement"]["transfers"] == [
            {"from": "Bert", "to": "Dora", "cents": 35},
            {"from": "Cilli", "to": "Anna", "cents": 10},
            {"from": "Emil", "to": "Anna", "cents": 5},
            {"from": "Emil", "to": "Dora", "cents": 5},
        ]

    def test_errors_name_the_sitting(self) -> None:
        wrong = jaggln(deals=[{"gewisse": "6"}])
        impossible = jaggln(deals=[{"gewisse": 6, "declarer": "Franz"}])
        assert places(self.event(sittings=[jaggln(), wrong])) == ["sittings[1].deals[0].gewisse"]
        assert places(self.event(sittings=[impossible])) == ["sittings[0].deals[0].declarer"]
        assert places(self.event(sittings=[jaggln(players=FIVE[:4])])) == ["sittings[0].players"]
        assert places(self.event(sittings=[3])) == ["sittings[0]"]
        assert places(self.event(event=3)) == ["event"]
        assert places(self.event(event={"titel": "x"})) == ["event.titel"]
        assert places(self.event(game="jaggln")) == ["game"]

    def test_one_purse_holds_one_currency(self) -> None:
        francs = jaggln(stake={"cents": 10, "currency": "CHF"})
        assert places(self.event(sittings=[jaggln(), francs])) == ["sittings[1].stake.currency"]

    def test_no_sitting_yet_is_no_mistake(self) -> None:
        assert result(self.event(sittings=[]))["settlement"] == {"cents": {}, "transfers": [], "method": "exact"}


class TestAnyEvening:
    @pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
    @given(data=st.data())
    def test_it_is_scored_so_that_the_parts_make_the_totals_or_refused(
        self, game: AnyGame, data: st.DataObject
    ) -> None:
        names = FIVE[: data.draw(st.integers(2, 5))]
        document = {
            "format": "scorekeeper-evening/1",
            "game": game.key,
            "rules": data.draw(st.sampled_from([rule_set.key for rule_set in game.rule_sets])),
            "options": {} if data.draw(st.booleans()) else data.draw(answers(game.options, tuple(names))),
            "stake": {"cents": data.draw(st.integers(0, 50))},
            "players": names,
            "deals": data.draw(st.lists(answers(game.questions, tuple(names)), max_size=3)),
            "adjustments": data.draw(st.lists(st.just({"player": "Anna", "units": 7}), max_size=1)),
        }
        try:
            found = result(document)
        except RefusedError:
            return
        adjusted = {"Anna": 7 * len(document["adjustments"])}
        for player in names:
            parts = [deal["units"][player] for deal in found["deals"]]
            assert found["totals"][player] == sum(parts) + adjusted.get(player, 0)
        cents = found["settlement"]["cents"]
        for transfer in found["settlement"]["transfers"]:
            assert transfer["cents"] > 0
            cents[transfer["from"]] += transfer["cents"]
            cents[transfer["to"]] -= transfer["cents"]
        assert set(cents.values()) == {0}


class TestWriting:
    def test_a_file_is_written_a_deal_a_line(self) -> None:
        assert write_evening(read_evening(EXAMPLE.encode())).decode() == (
            '{"format": "scorekeeper-evening/1",\n'
            ' "game": "jaggln",\n'
            ' "rules": "schipflinger",\n'
            ' "options": {"gematscht_factor": 1},\n'
            ' "title": "Kartenabend Westendorf",\n'
            ' "date": "2027-01-15",\n'
            ' "place": "Westendorf",\n'
            ' "stake": {"cents": 10, "currency": "EUR"},\n'
            ' "payout": "transfers",\n'
            ' "players": ["Anna", "Bert", "Cilli", "Dora", "Emil"],\n'
            ' "first_dealer": "Emil",\n'
            ' "deals": [\n'
            '  {"declarer": "Anna", "partner": "Dora", "gewisse": 6},\n'
            '  {"declarer": "Bert", "gewisse": 9, "gematscht": true, "talon": false, "dealer": "Anna", '
            '"sitting_out": [], "note": "…"}],\n'
            ' "adjustments": [\n'
            '  {"player": "Bert", "units": -2, "reason": "verleugnet"}]}\n'
        )

    @pytest.mark.parametrize(
        "document",
        [
            json.loads(EXAMPLE),
            jaggln(deals=[]),
            jaggln(players=[*FIVE, "Franz"], present={"Emil": {"to": 12}, "Franz": {"from": 2}}, payout="kitty"),
            TestEvent().event(),
            TestEvent().event(sittings=[], event={"payout": "kitty"}),
        ],
    )
    def test_reading_what_was_written_gives_the_same_file_and_the_same_bytes(self, document: object) -> None:
        file = read(document)
        written = write_evening(file)
        assert read_evening(written) == file
        assert write_evening(read_evening(written)) == written

    @pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
    @given(data=st.data())
    def test_every_deal_of_every_game_comes_back(self, game: AnyGame, data: st.DataObject) -> None:
        rule_set = data.draw(st.sampled_from(game.rule_sets))
        players = ["Ä 1", "=B", "Č", "D", "E"][: max(game.size(rule_set.rules)[0], 4)]
        deals = data.draw(st.lists(answers(game.questions, tuple(players)), max_size=3))
        file = sitting(
            {
                "format": "scorekeeper-evening/1",
                "game": game.key,
                "rules": rule_set.key,
                "players": players,
                "deals": deals,
            }
        )
        written = write_evening(file)
        assert read_evening(written) == file
        assert write_evening(read_evening(written)) == written


def test_a_document_with_very_many_names_and_one_of_them_twice_is_refused_at_once() -> None:
    names = [f"k{number}" for number in range(100_000)]
    text = "{" + ",".join(f'"{name}":1' for name in [*names, names[-1]]) + "}"
    with pytest.raises(RefusedError, match="twice"):
        json_document.parse(text.encode())
