"""How long our sheet takes through the printing process, beside bare WeasyPrint on the same HTML in the same run.

    .venv/bin/python benchmarks/print.py [--rounds 5]

Both are warm: the import, which costs some two seconds once, is told apart. Aim: 1.3 times bare WeasyPrint or less.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

from scorekeeper import assets
from scorekeeper.printing.pool import Printer
from scorekeeper.printing.rendering import html
from scorekeeper.printing.settlement_sheet import settlement_sheet
from scorekeeper.services import entering, evenings, players
from scorekeeper.services.actor import Actor
from scorekeeper.services.answers import read_deal
from scorekeeper.services.loading import load
from scorekeeper.services.reading import all_deals
from scorekeeper.services.settling import settle_sitting
from scorekeeper.storage import Store, Transaction, migrate

NAMES = ("Annemarie", "Bartl", "Cilli", "Großlercher S.", "Emil")
NOW = datetime(2027, 1, 15, 21, 31, tzinfo=UTC)


def sheet(store: Store, deals: int) -> str:
    """Play Jaggln with five people and give the settlement sheet's HTML."""
    with store.write() as tx:
        actor = Actor(evenings.first_club(tx), "benchmark", NOW)
        sitting = _start(tx, actor, deals)
        setup = load(tx, sitting).setup
        for number in range(1, deals + 1):
            partner = setup.players[(number + number // 5) % 5]
            declarer = setup.players[(number - 1) % 5]
            answers = {"gewisse": number * 7 % 10, "partner": partner if partner != declarer else None}
            deal = read_deal(setup.game, answers)
            entering.enter_deal(tx, actor, sitting, key=f"deal {number}", number=number, deal=deal)
        settlement = settle_sitting(tx, sitting)
        return html(settlement_sheet(settlement, {sitting: all_deals(tx, sitting)}, "de", NOW))


def _start(tx: Transaction, actor: Actor, deals: int) -> int:
    seats = tuple(players.add_player(tx, actor, name) for name in NAMES)
    sitting = evenings.NewSitting(
        game="jaggln", rule_set="schipflinger", options={}, stake_cents=10, payout="transfers", players=seats,
        first_dealer=seats[-1],
    )  # fmt: skip
    evening = evenings.NewEvening(
        title="Kartenabend", place="Gasthof Post", date=date(2027, 1, 15), purse="one", sitting=sitting
    )
    return evenings.start_evening(tx, actor, evening, f"sheet {deals}")


def seconds(work: Callable[[], bytes]) -> float:
    """Give the time of one round."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def main() -> None:
    """Measure one page and a long list, the two ways in turn."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'sheets.sqlite'}"
        migrate(url)
        store = Store(url)
        pages = {deals: sheet(store, deals) for deals in (30, 300)}
        store.close()
    begun = time.perf_counter()
    from weasyprint import HTML  # noqa: PLC0415  its import is what is measured

    print(f"import of WeasyPrint, paid once per printing process: {time.perf_counter() - begun:.2f} s")
    printer = Printer(assets.static_path())
    base = assets.static_path().as_uri() + "/"
    printer.pdf("<p>warm")
    HTML(string="<p>warm").write_pdf()
    for deals, page in pages.items():

        def bare(page: str = page) -> bytes:
            pdf: bytes = HTML(string=page, base_url=base).write_pdf()
            return pdf

        def ours(page: str = page) -> bytes:
            return printer.pdf(page)

        seconds(ours), seconds(bare)
        both = [(seconds(ours), seconds(bare)) for _round in range(rounds)]
        mine, floor = (statistics.median(column) for column in zip(*both, strict=True))
        ratio = statistics.median(one / other for one, other in both)
        print(
            f"{deals:4} deals: ours {mine:.2f} s, bare WeasyPrint {floor:.2f} s, ratio {ratio:.2f} (aim: 1.30 or less)"
        )
    printer.close()


if __name__ == "__main__":
    main()
