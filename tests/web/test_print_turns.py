"""However many sheets guests ask for, an organiser prints; who asks for too many is told so in words."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from scorekeeper.web import limits, print_turns
from tests.web.room import Room
from tests.web.visiting import words

BOUND = 30


class Slow:
    """A printer whose sheets for guests are ready when the test says so."""

    def __init__(self) -> None:
        self.begun, self.go_on = threading.Semaphore(0), threading.Semaphore(0)

    def pdf(self, _html: str, patience: float | None = None) -> bytes:
        if patience is None:
            self.begun.release()
            assert self.go_on.acquire(timeout=BOUND)
        return b"%PDF"


def test_guests_wait_for_each_other_and_an_organiser_for_none_of_them(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow()
    monkeypatch.setattr(print_turns, "printer", lambda: slow)
    monkeypatch.setattr(print_turns, "_PATIENCE_OF_GUESTS", BOUND)
    paper = f"{room.table.address}/zettel.pdf"
    link = room.link()
    guests = [room.scorer(link) for _guest in range(4)]
    organiser = room.organiser()
    with ThreadPoolExecutor(3) as phones:
        asked = [phones.submit(guest.get, paper) for guest in guests[:3]]
        assert slow.begun.acquire(timeout=BOUND)
        while print_turns._taken.total() < 3:
            threading.Event().wait(0.01)
        assert not slow.begun.acquire(timeout=0.05)  # one of them at a time
        refused = guests[3].get(paper)
        assert organiser.get(paper).mimetype == "application/pdf"
        slow.go_on.release(3)
        assert [one.result().status_code for one in asked] == [200, 200, 200]
    assert refused.status_code == 503
    assert "Gerade werden viele Blätter gemacht; gleich ist wieder Platz." in words(refused)
    assert f'href="{paper}"' in refused.text
    assert not print_turns._taken


def test_who_asks_for_hundreds_of_sheets_is_told_when_it_goes_on_and_an_organiser_never(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow()
    slow.go_on.release(9)
    monkeypatch.setattr(print_turns, "printer", lambda: slow)
    monkeypatch.setattr(limits, "SHEETS_OF_ADDRESS", limits.Limit("sheet-address", 2, 60))
    viewer, organiser = room.viewer(), room.organiser()
    paper = f"{room.table.address}/tischordnung.pdf"
    assert [viewer.get(paper).status_code for _time in range(3)] == [200, 200, 429]
    assert "Zu viele Blätter auf einmal von hier. Weiter geht es um" in words(viewer.get(paper))
    assert {organiser.get(paper).status_code for _time in range(5)} == {200}
