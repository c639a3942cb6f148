"""How long the score sheets of a big hall take: 100 tables in one PDF, by the pool of processes beside one process.

    .venv/bin/python benchmarks/hall_print.py [--tables 100] [--rounds 3]

All processes are warm; both ways in turn, the median counts. Aims: under 30 s on two cores, 1.6 times as fast or more.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from datetime import date

from scorekeeper import assets
from scorekeeper.domain.tournament.record import RoundState
from scorekeeper.domain.tournament.rounds import DrawnRound
from scorekeeper.domain.tournament.settings import Settings
from scorekeeper.printing.hall.score_sheets import ScoreSheets, score_sheets
from scorekeeper.printing.long import print_parts
from scorekeeper.printing.pool import Printer
from scorekeeper.printing.rendering import html
from scorekeeper.services.reading import EventHead

NAMES = ("Annemarie", "Bartl", "Cilli", "Großlercher S.", "Emil", "Maximilian-Alexander Oberhollenzer")
SEATS = 5


def sheets(tables: int) -> ScoreSheets:
    """Seat so many tables of five."""
    event = EventHead(
        id=1, title="Preisjaggln", place="Westendorf", date=date(2027, 1, 15), purse="one", payout="transfers",
        closed=False, demo=False, kind="tournament",
    )  # fmt: skip
    drawn = tuple(tuple(range(1 + table * SEATS, 1 + (table + 1) * SEATS)) for table in range(tables))
    settings = Settings(game="jaggln", rule_set="schipflinger", table_size=SEATS, deals=20)
    names = {number: NAMES[number % len(NAMES)] for number in range(1, tables * SEATS + 1)}
    return score_sheets(
        event, settings, RoundState(1, DrawnRound(drawn), "KDF7-3QPM", "lot", 1), names, "de", currency="EUR"
    )


def seconds(work: Callable[[], bytes]) -> float:
    """Give the time of one round."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def main() -> None:
    """Measure both ways in turn."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    made = sheets(asked.tables)
    pool, alone = Printer(assets.static_path(), seconds=300), Printer(assets.static_path(), processes=1, seconds=300)
    print_parts(pool, ["<p>warm", "<p>warm"], lambda _done: None)
    alone.pdf("<p>warm")

    def in_parts() -> bytes:
        return print_parts(pool, [html(part) for part in made.parts], lambda _done: None)

    def in_one() -> bytes:
        return alone.pdf(html(made))

    both = [(seconds(in_parts), seconds(in_one)) for _round in range(asked.rounds)]
    pool.close()
    alone.close()
    parts, one = (statistics.median(column) for column in zip(*both, strict=True))
    ratio = statistics.median(slow / quick for quick, slow in both)
    print(f"{asked.tables} tables in {len(made.parts)} parts: {parts:.1f} s (aim: under 30)")
    print(f"by one process in one piece: {one:.1f} s, {ratio:.2f} times as long (aim: 1.6 or more)")


if __name__ == "__main__":
    main()
