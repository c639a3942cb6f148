"""What a club chose is kept, what nobody may choose is refused, and what another version left there stays."""

import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.services import club_settings, evenings, reading
from scorekeeper.services.club_settings import Settings
from scorekeeper.storage import Store, clubs
from tests.services.table import actor, new_evening, new_sitting, people


def change(store: Store, new: Settings) -> Settings:
    with store.write() as tx:
        club_settings.change_settings(tx, actor(store), new)
        return club_settings.settings_of(tx, actor(store).club)


def test_a_club_that_chose_nothing_has_no_name_and_plays_for_euro(sqlite_store: Store) -> None:
    with sqlite_store.read() as tx:
        assert club_settings.settings_of(tx, 1) == Settings(name="", language="", currency="EUR", game=None)


def test_what_was_chosen_is_kept_and_taken_back_again(store: Store) -> None:
    chosen = Settings(
        name="Kartenrunde  Post ", language="en", currency="CHF", game="dobbm", rule_set="stubai", stake_cents=50,
        payout="kitty",
    )  # fmt: skip
    kept = change(store, chosen)
    assert kept.name == "Kartenrunde Post"
    assert (kept.language, kept.currency, kept.game, kept.stake_cents, kept.payout) == (
        "en", "CHF", "dobbm", 50, "kitty",
    )  # fmt: skip
    assert change(store, Settings()) == Settings()


def test_what_another_version_kept_there_stays(store: Store) -> None:
    with store.write() as tx:
        clubs.change(tx, 1, {"settings": {"later": [1, 2], "game": "a game that is gone", "stake_cents": "ten"}})
    assert change(store, Settings(name="Post", stake_cents=20)).stake_cents == 20
    with store.read() as tx:
        assert clubs.settings(tx, 1) == {"later": [1, 2], "stake_cents": 20, "currency": "EUR"}


@pytest.mark.parametrize(
    "field, new",
    [
        ("name", Settings(name="x" * 81)),
        ("language", Settings(language="deutsch")),
        ("currency", Settings(currency="DM")),
        ("game", Settings(game="schach", rule_set="fide")),
        ("game", Settings(game="jaggln", rule_set="nirgends")),
        ("stake_cents", Settings(stake_cents=100_001)),
        ("payout", Settings(payout="credit")),  # type: ignore[arg-type]  # what a form may send
    ],
)
def test_what_cannot_be_is_refused(sqlite_store: Store, field: str, new: Settings) -> None:
    with pytest.raises(RefusedError) as refused:
        change(sqlite_store, new)
    assert [one.field for one in refused.value.refusals] == [field]


def test_a_new_evening_takes_the_clubs_currency_and_its_next_sitting_the_evenings(store: Store) -> None:
    ids = people(store)
    change(store, Settings(currency="CHF"))
    with store.write() as tx:
        first = evenings.start_evening(tx, actor(store), new_evening(new_sitting(ids)), "1")
        event = reading.sitting_now(tx, first).event.id
    change(store, Settings(currency="EUR"))
    with store.write() as tx:
        second = evenings.next_sitting(tx, actor(store), event, new_sitting(ids), "2")
        other = evenings.start_evening(tx, actor(store), new_evening(new_sitting(ids)), "3")
        heads = [reading.sitting_now(tx, number).head for number in (first, second, other)]
    assert [head.currency for head in heads] == ["CHF", "CHF", "EUR"]


def test_the_picture_is_kept_and_removed(store: Store) -> None:
    with store.write() as tx:
        club_settings.change_picture(tx, actor(store), b"\x89PNG")
        assert club_settings.letterhead(tx, 1).picture == "iVBORw=="
        club_settings.change_picture(tx, actor(store), None)
        assert club_settings.letterhead(tx, 1).picture == ""
