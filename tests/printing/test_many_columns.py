"""Twenty people with the highest amounts there are: the figures get smaller, none leaves the page."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from scorekeeper.domain.games import GAMES
from scorekeeper.i18n.figures import signed_money
from scorekeeper.printing.columns import LANDSCAPE, TEXT_PT, Figures, lay_out
from scorekeeper.printing.settlement_sheet import settlement_sheet
from scorekeeper.printing.sheets import Sheet
from scorekeeper.services.entering import enter_deal
from scorekeeper.services.reading import all_deals, sitting_now
from scorekeeper.services.settling import settle_event, settle_sitting
from scorekeeper.storage import Store
from tests.printing.evenings import NAMES, NOW, Evening, actor, play_evening
from tests.printing.paper import Paper


def test_twenty_people_with_the_highest_amounts_stay_on_the_page(
    store: Store, printed: Callable[[Sheet], Paper]
) -> None:
    names = [f"Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen{number:02}" for number in range(20)]
    [sitting] = play_evening(store, Evening(game="free", names=names, deals=0, stake_cents=100_000))
    with store.write() as tx:
        players = sitting_now(tx, sitting).setup.players
        amounts = {player: 1_000_000 if place % 2 else -1_000_000 for place, player in enumerate(players)}
        deal = GAMES["free"].deal(amounts=amounts)
        for number in (1, 2, 3):
            enter_deal(tx, actor(tx), sitting, key=f"deal {number}", number=number, deal=deal)
    with store.read() as tx:
        sheet = settlement_sheet(settle_sitting(tx, sitting), {sitting: list(all_deals(tx, sitting))}, "de", NOW)
    paper = printed(sheet)
    assert paper.outside() == []
    assert paper.pages[0].count("+1000000") == 30
    assert paper.pages[0].count("−1000000") == 30


def test_an_evening_of_twelve_sittings_is_taken_apart_in_several_tables(
    store: Store, printed: Callable[[Sheet], Paper]
) -> None:
    sittings = [Evening(game=key, names=NAMES[:4], deals=2, stake_cents=90) for key in ("matzlfangen", "dobbm", "free")]
    play_evening(store, *sittings * 4)
    with store.read() as tx:
        settled = settle_event(tx, 1)
        sheet = settlement_sheet(settled, {share.sitting.id: [] for share in settled.sittings}, "de", NOW)
    assert sheet.derivation
    assert len(sheet.derivation.heads) == 12
    paper = printed(replace(sheet, parts=()))  # the deals are told elsewhere
    assert paper.outside() == []
    assert paper.overprinted() == []
    assert paper.text.count("Name") == len(sheet.derivation.cuts) == 2
    for name, cents in settled.cents.items():
        assert paper.text.count(f"{settled.names[name]} ") >= 2
        assert signed_money(cents, "de").replace("\xa0", " ") in paper.text


@pytest.mark.parametrize("players", [16, 20])
def test_columns_never_make_more_than_the_page(players: int) -> None:
    layout = lay_out([], players, Figures(("Spiel", "Stand"), "−1000000", "−300000000", [], 300))
    assert layout.landscape
    assert layout.number + players * layout.player <= LANDSCAPE + 0.01
    assert 6 < layout.text_pt < TEXT_PT or players == 16
