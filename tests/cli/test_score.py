import csv
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import main

Call = Callable[..., Result]


def evening(**changes: object) -> dict[str, Any]:
    document = {
        "format": "scorekeeper-evening/1",
        "game": "jaggln",
        "title": "Kartenabend Wörgl",
        "date": "2027-01-15",
        "stake": {"cents": 10},
        "players": ["Anna", "Bert", "Cilli", "Dora", "Jörg"],
        "deals": [{"partner": "Dora", "gewisse": 6}, {"gewisse": 4}],
    }
    return document | changes


def event() -> dict[str, Any]:
    return {"format": "scorekeeper-evening/1", "event": {"title": "Fest"}, "sittings": [evening(), evening()]}


@pytest.fixture
def score(tmp_path: Path) -> Call:
    """Score documents from a file; text is written as it is, a list one a line."""

    def call(document: object, *options: str, name: str = "evening.json") -> Result:
        if isinstance(document, list):
            content = "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in document).encode()
        else:
            content = document if isinstance(document, bytes) else json.dumps(document).encode()
        file = tmp_path / name
        file.write_bytes(content)
        return CliRunner().invoke(main, ["score", str(file), *options])

    return call


class TestJson:
    def test_the_result_is_one_json_document(self, score: Call) -> None:
        called = score(evening())
        assert called.exit_code == 0
        assert called.stderr == ""
        result = json.loads(called.stdout)
        assert result["format"] == "scorekeeper-result/1"
        # 3 −2 −2 3 −2, then Bert alone lost: 2 −8 2 2 2
        assert result["totals"] == {"Anna": 5, "Bert": -10, "Cilli": 0, "Dora": 5, "Jörg": 0}
        assert result["settlement"]["cents"] == {"Anna": 50, "Bert": -100, "Cilli": 0, "Dora": 50, "Jörg": 0}
        assert "explanation" not in result["deals"][0]

    def test_names_are_written_as_they_are(self, score: Call) -> None:
        assert '"Jörg"' in score(evening()).stdout_bytes.decode("utf-8")

    def test_explanations_are_given_when_asked_for(self, score: Call) -> None:
        [first, _second] = json.loads(score(evening(), "--explain", "--lang", "en").stdout)["deals"]
        assert len(first["explanation"]) == 4
        assert first["explanation"][-1] == "Shared by Anna and Dora: each +3"

    def test_an_unusual_deal_is_taken_with_a_warning(self, score: Call) -> None:
        document = evening(deals=[{"declarer": "Bert", "gewisse": 6}])
        german, english = (json.loads(score(document, "--lang", lang).stdout) for lang in ("de", "en"))
        assert english["deals"][0]["warnings"] == ["Bert declared, although Anna is forehand"]
        assert len(german["deals"][0]["warnings"]) == 1

    def test_an_event_is_settled_together(self, score: Call) -> None:
        assert json.loads(score(event()).stdout)["settlement"]["cents"]["Bert"] == -200


class TestBadFiles:
    @pytest.mark.parametrize(
        "document, message",
        [
            (evening(deals=[{"gewisse": 6}, {"gewisse": "6"}]), "deals[1].gewisse: needs a whole number from 0 to 9"),
            (evening(game="watten"), "game: needs one of"),
            (
                evening(game="free", deals=[{"amounts": {}, "sits_out": []}]),
                "deals[0].sits_out: is unknown; there is amounts, dealer, sitting_out, note",
            ),
            (b"{", "is not JSON: line 1, column 2"),
            (b'{"title": "W\xf6rgl"}', "is not UTF-8"),
        ],
    )
    def test_the_message_names_place_and_reason_and_nothing_else_is_written(
        self, score: Call, document: object, message: str
    ) -> None:
        called = score(document, "--lang", "en")
        assert called.exit_code == 2
        assert called.stdout == ""
        assert f"evening.json: {message}" in called.stderr

    def test_the_message_is_german_first(self, score: Call) -> None:
        assert "deals[0].gewisse: fehlt" in score(evening(deals=[{}])).stderr

    def test_every_mistake_of_a_deal_has_its_line(self, score: Call) -> None:
        assert len(score(evening(deals=[{"gewisse": 11, "talon": 0}])).stderr.splitlines()) == 2

    def test_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        called = CliRunner().invoke(main, ["score", str(tmp_path / "none.json")])
        assert (called.exit_code, called.stdout) == (2, "")
        assert "none.json" in called.stderr

    def test_a_folder_is_no_file(self, tmp_path: Path) -> None:
        called = CliRunner().invoke(main, ["score", str(tmp_path)])
        assert (called.exit_code, called.stdout) == (2, "")

    def test_half_a_character_in_a_key_does_not_break_the_message(self, score: Call) -> None:
        called = score(b'{"\\ud83d": 1}')
        assert called.exit_code == 2
        assert "\\ud83d" in called.stderr


class TestLines:
    def test_a_bad_line_gives_an_error_line_and_the_rest_goes_on(self, score: Call) -> None:
        called = score([evening(), evening(deals=[{}]), "{", "", evening()], "--lines", "--lang", "en")
        lines = [json.loads(line) for line in called.stdout.splitlines()]
        assert called.exit_code == 1
        assert [line.get("error") for line in lines] == [
            None,
            "deals[0].gewisse: is missing",
            "is not JSON: line 1, column 2",
            None,
        ]
        assert lines[0] == lines[3]

    def test_good_lines_end_well(self, score: Call) -> None:
        called = score([evening(), event()], "--lines")
        assert called.exit_code == 0
        assert len(called.stdout.splitlines()) == 2

    def test_the_name_says_that_there_are_lines(self, score: Call) -> None:
        assert len(score([evening(), evening()], name="evenings.jsonl").stdout.splitlines()) == 2

    def test_a_line_in_another_encoding_is_one_bad_line(self, score: Call) -> None:
        content = json.dumps(evening()).encode() + b'\n{"title": "W\xf6rgl"}\n' + json.dumps(evening()).encode()
        called = score(content, "--lines")
        assert ["error" in json.loads(line) for line in called.stdout.splitlines()] == [False, True, False]

    def test_lines_are_json_only(self, score: Call) -> None:
        assert score([evening()], "--lines", "--format", "csv").exit_code == 2

    def test_a_line_beyond_reason_is_one_bad_line(self, score: Call, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("scorekeeper.cli.score.MOST_BYTES", 1000)
        monkeypatch.setattr("scorekeeper.services.json_document.MOST_BYTES", 1000)
        called = score([evening(), evening(title="x" * 5000), evening()], "--lines")
        assert ["error" in json.loads(line) for line in called.stdout.splitlines()] == [False, True, False]


class TestCsv:
    def rows(self, called: Result, delimiter: str) -> list[list[str]]:
        return list(csv.reader(called.stdout_bytes.decode("utf-8-sig").splitlines(), delimiter=delimiter))

    def test_english_has_commas(self, score: Call) -> None:
        called = score(evening(), "--format", "csv", "--lang", "en")
        assert not called.stdout_bytes.startswith(b"\xef\xbb\xbf")
        head, first, second, total = self.rows(called, ",")
        assert head[:5] == ["Deal", "Dealer", "Sits out", "Declarer", "Partner"]
        assert head[-5:] == ["Anna", "Bert", "Cilli", "Dora", "Jörg"]
        assert first[:5] == ["1", "Jörg", "", "Anna", "Dora"]
        assert first[-5:] == ["3", "-2", "-2", "3", "-2"]
        assert second[-5:] == ["2", "-8", "2", "2", "2"]
        assert (total[0], total[-5:]) == ("Total", ["5", "-10", "0", "5", "0"])

    def test_german_has_semicolons_and_says_that_it_is_utf_8(self, score: Call) -> None:
        called = score(evening(), "--format", "csv")
        assert called.stdout_bytes.startswith(b"\xef\xbb\xbf")
        head, *_deals, total = self.rows(called, ";")
        assert head[:3] == ["Spiel", "Geber", "Setzt aus"]
        assert total[0] == "Summe"

    def test_no_name_runs_as_a_formula_and_negative_numbers_stay_numbers(self, score: Call) -> None:
        names = ["=1+1", "@SUM(A1)", "-2", "+3", 'A;"B,C']
        called = score(evening(players=names, deals=[{"gewisse": 6}]), "--format", "csv", "--lang", "en")
        head, first, _total = self.rows(called, ",")
        assert head[-5:] == ["'=1+1", "'@SUM(A1)", "'-2", "'+3", 'A;"B,C']
        assert first[1] == 'A;"B,C'
        assert first[-5:] == ["8", "-2", "-2", "-2", "-2"]

    def test_adjustments_stand_before_the_total_that_holds_them(self, score: Call) -> None:
        document = evening(adjustments=[{"player": "Bert", "units": -2, "reason": "verleugnet"}])
        *_deals, adjustment, total = self.rows(score(document, "--format", "csv"), ";")
        assert (adjustment[0], adjustment[-5:]) == ("Stand berichtigt: verleugnet", ["0", "-2", "0", "0", "0"])
        assert total[-5:] == ["5", "-12", "0", "5", "0"]

    def test_explanations_have_a_column(self, score: Call) -> None:
        head, first, *_rest = self.rows(score(evening(), "--format", "csv", "--lang", "en", "--explain"), ",")
        assert head[-1] == "Explanation"
        assert first[-1].endswith("Shared by Anna and Dora: each +3")


class TestTable:
    def test_people_see_deals_totals_and_payments(self, score: Call) -> None:
        shown = score(evening(), "--format", "table").stdout.replace("\N{NO-BREAK SPACE}", " ")
        lines = shown.splitlines()
        assert lines[0] == "Kartenabend Wörgl, 15. Jänner 2027"
        assert "0,10 € je Spielpunkt" in lines[1]
        assert lines[3].split() == ["Spiel", "Geber", "Ergebnis", "Anna", "Bert", "Cilli", "Dora", "Jörg"]
        assert lines[4].split()[-5:] == ["+3", "−2", "−2", "+3", "−2"]
        assert lines[6].split() == ["Summe", "+5", "−10", "0", "+5", "0"]
        assert lines[-3:] == [
            "Zahlungen, so wenige wie möglich:",
            "Bert zahlt an Anna  0,50 €",
            "Bert zahlt an Dora  0,50 €",
        ]

    def test_no_stake_means_without_money(self, score: Call) -> None:
        lines = score(evening(stake={"cents": 0}), "--format", "table", "--lang", "en").stdout.splitlines()
        assert lines[1] == "Jaggln, after Schipflinger, without money"
        assert lines[-1] == "Nobody has to pay anything."

    @pytest.mark.parametrize("form", ["table", "csv"])
    def test_francs_are_called_so(self, score: Call, form: str) -> None:
        francs = evening(stake={"cents": 10, "currency": "CHF"}, adjustments=[{"player": "Bert", "units": -1}])
        changed = francs | {"changes": [{"from": 2, "stake": {"cents": 15, "currency": "CHF"}}]}
        shown = score(changed, "--format", form).stdout.replace("\N{NO-BREAK SPACE}", " ")
        assert "mal 0,15 CHF" in shown
        assert not re.search("€|EUR|Euro|Cent", shown)

    def test_columns_are_aligned(self, score: Call) -> None:
        document = evening(adjustments=[{"player": "Anna", "units": 0, "reason": "verleugnet,\nzweimal"}])
        lines = score(document, "--format", "table").stdout.splitlines()
        assert len({len(line) for line in lines[3:9]}) == 1
        assert "Stand berichtigt: verleugnet, zweimal" in lines[6]

    def test_explanations_stand_below_the_deal(self, score: Call) -> None:
        lines = score(evening(), "--format", "table", "--lang", "en", "--explain").stdout.splitlines()
        assert [line.strip() for line in lines[5:9]][-1] == "Shared by Anna and Dora: each +3"

    def test_the_parts_of_a_difference_are_shown(self, score: Call) -> None:
        document = {
            "format": "scorekeeper-evening/1",
            "game": "bauerntarock",
            "players": ["Anna", "Bert", "Cilli"],
            "deals": [{"declarer": "Anna", "points": 90}],
        }
        lines = score(document, "--format", "table", "--lang", "en").stdout.splitlines()
        assert lines[-1] == "Stopped early: settled as it stood, by the same rule."
        assert [line.split()[-3:] for line in lines[4:8]] == [
            ["+30", "0", "0"],
            ["+60", "−30", "−30"],
            ["+20", "−10", "−10"],
            ["+80", "−40", "−40"],
        ]

    def test_an_event_shows_every_sitting_and_what_remains_to_be_paid(self, score: Call) -> None:
        shown = score(event(), "--format", "table").stdout
        assert shown.startswith("Fest\n")
        assert shown.count("Kartenabend Wörgl") == 2
        assert "Alle Partien zusammen" in shown


class TestProgram:
    def run(self, *arguments: str, given: bytes = b"", **environment: str) -> "subprocess.CompletedProcess[bytes]":
        return subprocess.run(
            [sys.executable, "-m", "scorekeeper", *arguments],
            input=given,
            capture_output=True,
            check=False,
            env={**os.environ, **environment},
        )

    def test_standard_input_is_read_and_output_is_utf_8_whatever_the_platform_writes(self) -> None:
        done = self.run("score", "-", given=json.dumps(evening()).encode(), PYTHONIOENCODING="latin-1", LC_ALL="C")
        assert done.returncode == 0
        assert json.loads(done.stdout.decode("utf-8"))["totals"]["Jörg"] == 0

    def test_lines_from_standard_input(self) -> None:
        done = self.run("score", "-", "--lines", given=(json.dumps(evening()) + "\n").encode() * 2 + b"x\n")
        assert done.returncode == 1
        assert len(done.stdout.splitlines()) == 3

    def test_a_line_is_answered_at_once(self) -> None:
        command = [sys.executable, "-m", "scorekeeper", "score", "-", "--lines"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            for _ in range(2):
                process.stdin.write(json.dumps(evening()).encode() + b"\n")
                process.stdin.flush()
                assert json.loads(process.stdout.readline())["totals"]["Anna"] == 5
            process.stdin.close()
            assert process.wait() == 0

    def test_who_reads_no_further_is_not_bothered_with_errors(self) -> None:
        command = [sys.executable, "-m", "scorekeeper", "score", "-", "--lines"]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
            assert process.stdout is not None
            process.stdout.close()
            _out, errors = process.communicate((json.dumps(evening()) + "\n").encode() * 100)
        assert errors == b""

    def test_scoring_loads_neither_web_nor_database_nor_printing(self) -> None:
        program = (
            "import sys; from scorekeeper.cli import main; main(['score', '-'], standalone_mode=False);"
            "print(sorted({'flask', 'sqlalchemy', 'weasyprint', 'alembic', 'granian'} & set(sys.modules)))"
        )
        done = subprocess.run(
            [sys.executable, "-c", program], input=json.dumps(evening()).encode(), capture_output=True, check=True
        )
        assert done.stdout.decode().splitlines()[-1] == "[]"

    def test_a_small_file_is_scored_before_one_looks_up(self) -> None:
        given = json.dumps(evening()).encode()
        before = os.times()
        self.run("score", "-", given=given)
        after = os.times()
        assert after.children_user - before.children_user < 1  # half of it is usual; 0 where children are not counted

    def test_the_command_names_what_it_can(self) -> None:
        called = CliRunner().invoke(main, ["--help"])
        assert called.exit_code == 0
        assert {"run", "score"} <= set(called.stdout.split())
        assert CliRunner().invoke(main, ["output"]).exit_code == 2
