"""`scorekeeper export` and `scorekeeper import`: what they write, what they refuse, and that nothing is half taken."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import main
from scorekeeper.storage import Store
from scorekeeper.storage.tables import event
from tests.conftest import SOAK
from tests.services.hall import of_ten

DEALS = [{"declarer": "Anna", "partner": "Dora", "gewisse": 6}, {"declarer": "Bert", "gewisse": 4}]


def document(title: str = "Kartenabend", **changes: Any) -> dict[str, Any]:  # noqa: ANN401 JSON values
    sitting = {"game": "jaggln", "players": ["Anna", "Bert", "Cilli", "Dora", "Jörg"], "deals": DEALS}
    about = {"title": title, "date": "2027-01-15"}
    return {"format": "scorekeeper-evening/1", "event": about, "sittings": [sitting | changes]}


@pytest.fixture(autouse=True)
def database(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", sqlite_url)
    return sqlite_url


def run(*arguments: object, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin)


def file(folder: Path, *documents: dict[str, Any], name: str = "abend.json") -> Path:
    path = folder / name
    path.write_text("".join(f"{json.dumps(one)}\n" for one in documents), "utf-8")
    return path


def kept(url: str) -> list[str]:
    store = Store(url)
    with store.read() as tx:
        titles = [row[0] for row in tx.all(event.select().with_only_columns(event.c.title))]
    store.close()
    return titles


def test_what_is_imported_is_exported_again_with_the_same_bytes(tmp_path: Path) -> None:
    taken = run("import", file(tmp_path, document()))
    assert taken.exit_code == 0
    assert taken.stdout.startswith("/abend/1: Kartenabend, 15. Jänner 2027, eine Partie, 2 Spiele, neu: Anna, Bert")
    written = run("export", "--event", 1)
    first, second = tmp_path / "1.json", tmp_path / "2.json"
    assert run("export", "--event", 1, "--to", first).stdout == f"Geschrieben: {first}\n"
    assert first.read_bytes() == written.stdout_bytes
    assert run("import", "--again", first).exit_code == 0
    run("export", "--event", 2, "--to", second)
    assert second.read_bytes() == first.read_bytes()


def test_everything_is_one_line_per_event_that_score_and_import_read(tmp_path: Path, database: str) -> None:
    run("import", file(tmp_path, document("Eins"), document("Zwei")))
    everything = tmp_path / "alles.jsonl"
    assert run("export", "--all", "--to", everything).exit_code == 0
    scored = [json.loads(line) for line in run("score", everything).stdout.splitlines()]
    assert [one["event"]["title"] for one in scored] == ["Eins", "Zwei"]
    assert [one["sittings"][0]["totals"]["Anna"] for one in scored] == [3 + 2, 3 + 2]
    assert run("import", "--again", everything).exit_code == 0
    assert sorted(kept(database)) == ["Eins", "Eins", "Zwei", "Zwei"]


def test_standard_input_is_read_too(database: str) -> None:
    assert run("import", "-", stdin=json.dumps(document()).encode()).exit_code == 0
    assert kept(database) == ["Kartenabend"]


def test_a_fault_names_file_line_and_place_and_nothing_is_taken(tmp_path: Path, database: str) -> None:
    good = file(tmp_path, document("Gut"), name="gut.json")
    bad = file(tmp_path, document(), document(game="watten"), name="schlecht.jsonl")
    refused = run("import", good, bad)
    assert refused.exit_code == 2
    assert refused.stderr.startswith(f"{bad}: Zeile 2: sittings[0].game: ")
    assert refused.stdout == ""
    assert kept(database) == []


def test_a_deal_that_cannot_be_is_refused_with_its_place_after_others_were_taken(tmp_path: Path, database: str) -> None:
    wrong = [*DEALS, {"declarer": "Anna", "partner": "Anna", "gewisse": 6}]
    refused = run("import", file(tmp_path, document("Gut"), document(deals=wrong)))
    assert refused.exit_code == 2
    assert "Zeile 2: sittings[0].deals[2].partner: " in refused.stderr
    assert kept(database) == []


def test_a_newer_version_is_refused_clearly(tmp_path: Path) -> None:
    refused = run("import", file(tmp_path, document() | {"format": "scorekeeper-evening/2"}), "--lang", "en")
    assert refused.exit_code == 2
    assert "format: was written by a newer version; this one reads scorekeeper-evening/1" in refused.stderr


def test_what_is_there_already_is_said_and_taken_only_with_again(tmp_path: Path, database: str) -> None:
    path = file(tmp_path, document())
    run("import", path)
    refused = run("import", path)
    assert refused.exit_code == 1
    assert "„Kartenabend“ ist schon da, mit denselben Leuten und Spielen. Mit --again" in refused.stderr
    assert run("import", "--again", path).exit_code == 0
    assert len(kept(database)) == 2


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    path = file(tmp_path, document())
    run("import", path)
    before = path.read_bytes()
    refused = run("export", "--event", 1, "--to", path)
    assert refused.exit_code == 1
    assert "gibt es schon" in refused.stderr
    assert path.read_bytes() == before


@pytest.mark.parametrize("arguments", [[], ["--event", "1", "--all"]])
def test_either_one_event_or_everything(arguments: list[str]) -> None:
    assert run("export", *arguments).exit_code == 2


def test_an_event_that_does_not_exist_is_said() -> None:
    assert run("export", "--event", 7).exit_code == 1


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="SIGKILL")
def test_an_import_that_is_killed_leaves_nothing_or_has_taken_everything(tmp_path: Path, database: str) -> None:
    path = file(tmp_path, *(document(f"Abend {number}", deals=DEALS * 500) for number in range(6)))
    program = [sys.executable, "-m", "scorekeeper", "import", str(path)]
    log = Path(f"{database.removeprefix('sqlite:///')}-wal")
    for wait in [number * 0.1 for number in range(15)] if SOAK else [0]:
        with subprocess.Popen(program, stdout=subprocess.PIPE) as importing:
            while not (log.exists() and log.stat().st_size) and importing.poll() is None:
                time.sleep(0.001)
            time.sleep(wait)
            importing.send_signal(signal.SIGKILL)
        found = kept(database)
        if found:  # it was quicker, or killed between its commit and its end
            break
    assert found in ([], [f"Abend {number}" for number in range(6)])
    assert run("check").exit_code == 0
    assert run("import", file(tmp_path, document(), name="klein.json")).exit_code == 0
    assert kept(database) == [*found, "Kartenabend"]


def test_tournaments_stay_out_of_evening_files_and_that_is_said(tmp_path: Path, database: str) -> None:
    run("import", file(tmp_path, document("Eins")))
    store = Store(database)
    number = of_ten(store).event
    store.close()
    everything = run("export", "--all")
    assert len(everything.stdout.splitlines()) == 1
    assert everything.stderr == "Ein Turnier oder Kurs ist nicht in der Datei: Umziehen geht nur mit einer Sicherung.\n"
    refused = run("export", "--event", number)
    assert refused.exit_code == 1
    assert "is a tournament or course. An evening file does not hold it" in refused.stderr
