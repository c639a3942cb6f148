"""The history in words: what a page and a sheet of paper show of each line, said in one place."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.text import N_, Message, Signed, Who
from scorekeeper.domain.wording import quoted
from scorekeeper.i18n.catalogue import Language
from scorekeeper.i18n.dates import clock, weekday
from scorekeeper.i18n.devices import device_text
from scorekeeper.i18n.figures import NO_BREAK_SPACE
from scorekeeper.i18n.sentences import render
from scorekeeper.services.differences import Change, UnitChange
from scorekeeper.services.evenings import VIENNA
from scorekeeper.services.event_words import worded
from scorekeeper.services.reading import SittingHead
from scorekeeper.services.story import Story
from scorekeeper.services.story_line import Fate, How, Line


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldLine:
    """A line in words."""

    day: str
    """The day, where it is another one than that of the line before; else empty."""
    time: str
    """As the clock on the wall showed it."""
    device: str
    where: str
    """Which sitting of several; else empty."""
    head: str
    text: str
    """What it was: empty where the head says it all."""
    changes: tuple[str, ...]
    """Field by field."""
    paid: tuple[str, ...]
    """Player by player; no line is broken within one."""
    note: str
    fate: str
    """What became of it later; else empty."""
    gone: bool
    """Whether it counts nothing any more."""
    opened: tuple["ToldLine", ...]


_FATES: Final = {
    How.UNDONE: N_("taken back"),
    How.STRUCK: N_("struck"),
    How.CORRECTED: N_("corrected later"),
    How.RECOMPUTED: N_("scored again later"),
}


def tell(story: Story, language: Language) -> Iterator[ToldLine]:
    """Say a history line by line. Asked for one person, it says only what was paid to that person or by them."""
    several = len(story.sittings) > 1 and story.wanted.sitting is None
    places = {sitting.id: _place(sitting, story) for sitting in story.sittings} if several else {}
    yield from _Teller(story, language, places).all(story.lines)


@dataclass(frozen=True, slots=True)
class _Teller:
    story: Story
    language: Language
    places: dict[int, Message]

    def all(self, lines: Iterable[Line]) -> Iterator[ToldLine]:
        day = ""
        for line in lines:
            moment = datetime.fromisoformat(line.at).astimezone(VIENNA)
            today = weekday(moment.date(), self.language)
            yield self._one(line, moment, "" if today == day else today)
            day = today

    def _one(self, line: Line, moment: datetime, day: str) -> ToldLine:
        place = self.places.get(line.sitting or 0)
        return ToldLine(
            day=day,
            time=clock(moment),
            device=self._said(device_text(line.device, self.story.organisers)),
            where=self._said(place) if place else "",
            head=self._said(line.head),
            text=", ".join(map(self._said, line.parts)),
            changes=tuple(self._said(change_text(change)) for change in line.changes),
            paid=tuple(
                self._said(units_text(one)).replace(" ", NO_BREAK_SPACE)
                for one in line.units
                if self.story.wanted.person in {None, one.player}
            ),
            note=self._said(quoted(line.note)) if line.note else "",
            fate=self._fate(line.fate) if line.fate else "",
            gone=line.fate is not None and line.fate.gone,
            opened=tuple(self.all(line.opened)),
        )

    def _fate(self, fate: Fate) -> str:
        time = clock(datetime.fromisoformat(fate.at).astimezone(VIENNA))
        device = device_text(fate.device, self.story.organisers)
        return self._said(N_("{what}: {time}, {device}", what=_FATES[fate.how], time=time, device=device))

    def _said(self, message: Message) -> str:
        return render(worded(message, self.story.event.kind), self.language, self.story.names)


def _place(sitting: SittingHead, story: Story) -> Message:
    if sitting.id in story.tables:
        return story.tables[sitting.id].text
    if story.names_table(sitting):
        return N_("Sitting {number}, table {table}", number=sitting.position, table=sitting.table)
    return N_("Sitting {number}", number=sitting.position)


def sitting_text(sitting: SittingHead, story: Story) -> Message:
    """Name a sitting, so that it can be picked out."""
    if sitting.id in story.tables:
        return story.tables[sitting.id].text
    game = GAMES.get(sitting.game)
    label = game.label if game else N_("{text}", text=sitting.game)
    if story.names_table(sitting):
        return N_("{number}. {game}, table {table}", number=sitting.position, game=label, table=sitting.table)
    return N_("{number}. {game}", number=sitting.position, game=label)


def change_text(change: Change) -> Message:
    """Say a field before and after."""
    if change.old is None:
        return N_("{label}: {new}", label=change.label, new=change.new) if change.new else change.label
    if change.new is None:
        return N_("{label}: none instead of {old}", label=change.label, old=change.old)
    return N_("{label}: {new} instead of {old}", label=change.label, new=change.new, old=change.old)


def units_text(change: UnitChange) -> Message:
    """Say a player's units, and what they were before."""
    who, new = Who((change.player,)), Signed(change.new)
    if change.old is None:
        return N_("{who} {units}", who=who, units=new)
    return N_("{who} {units} instead of {old}", who=who, units=new, old=Signed(change.old))
