"""A tournament to print, put together without a database: so many people, rounds drawn and played."""

from datetime import UTC, date, datetime

from scorekeeper.domain.text import Player
from scorekeeper.domain.tournament.draw import draw_rounds
from scorekeeper.domain.tournament.record import Entrant, Money, RoundState, Tournament
from scorekeeper.domain.tournament.rounds import Wishes
from scorekeeper.domain.tournament.settings import Settings
from scorekeeper.i18n import Language
from scorekeeper.printing.hall.lists import Paper
from scorekeeper.services.reading import EventHead
from scorekeeper.services.tournament.results import TableResult
from scorekeeper.services.tournament.standings import Hall

LONG = "Maximilian-Alexander Oberhollenzer-Großlercher von Westendorf"
NAMES = ("Annemarie", "Bartl", LONG, "Cilli", "Großlercher S.", "Üli")
SEED = "KDF7-3QPM"
EVENT = EventHead(
    id=1, title="Preisjaggln", place="Gasthof Post", date=date(2027, 1, 15), purse="one", payout="transfers",
    closed=False, demo=False, kind="tournament",
)  # fmt: skip
SETTINGS = Settings(
    game="jaggln", rule_set="schipflinger", rounds=2, table_size=5, other_sizes=(4, 6), deals=20, fee_cents=1500,
    tie_breaks=("best_round", "lot"),
)  # fmt: skip


def name(number: int) -> str:
    """Everybody has a name of their own."""
    return f"{NAMES[number % len(NAMES)]} {number}"


def paper(count: int, language: Language = "de") -> Paper:
    """Seat so many; at every table the first seat wins 1 from each, everybody has paid."""
    numbers = range(1, count + 1)
    drawn = draw_rounds(tuple(numbers), SETTINGS.rounds, SETTINGS.sizes, Wishes(), (), SEED) if count > 3 else ()
    rounds = {
        number: RoundState(
            number, one, SEED, "lot", number, begun_at="2027", closed=True,
            sittings={table: table for table, _seats in enumerate(one.tables, 1)},
        )
        for number, one in enumerate(drawn, 1)
    }  # fmt: skip
    tables = {
        number: {
            table: TableResult(
                table, {seat: len(seats) - 1 if not at else -1 for at, seat in enumerate(seats)}, 20, final=True
            )
            for table, seats in enumerate(found.drawn.tables, 1)
        }
        for number, found in rounds.items()
    }
    state = Tournament(
        seq=1, settings=SETTINGS, entrants={one: Entrant(one, ((1, one, True),)) for one in numbers}, rounds=rounds,
        money=tuple(Money(one, "fee", 1500, one, "", "2027-01-15T18:30:00+00:00", one) for one in numbers),
    )  # fmt: skip
    names = {one: name(one) for one in numbers}
    return Paper(
        event=EVENT, hall=Hall(state, tables, {Player(str(one)): text for one, text in names.items()}),
        names=dict.fromkeys(range(SETTINGS.rounds + 1), names), language=language,
        made=datetime(2027, 1, 15, 21, 30, tzinfo=UTC),
    )  # fmt: skip
