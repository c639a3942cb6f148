"""The history of an evening, with what can be picked out of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final
from urllib.parse import urlencode

from scorekeeper.domain.text import N_, Message, Player
from scorekeeper.i18n import Language, render
from scorekeeper.i18n.devices import device_text
from scorekeeper.i18n.story import ToldLine, sitting_text, tell
from scorekeeper.services.players import sort_key
from scorekeeper.services.reading import EventHead
from scorekeeper.services.story import Story, Wanted, doer

SITTING, PERSON, BY, FIRST, PLACE = "partie", "person", "von", "zuerst", "ab"
"""What the address says is wanted."""
NEWEST, OLDEST = "neu", "alt"
_BOTH: Final = {NEWEST: N_("newest first"), OLDEST: N_("oldest first")}


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryPage:
    """Everything on the page."""

    template: ClassVar[str] = "story.html"
    orders: ClassVar[Mapping[str, Message]] = _BOTH
    event: EventHead
    sittings: Mapping[int, Message]
    """What can be picked, where there are several."""
    by_round: bool
    """Whether what can be picked are tables of rounds or lessons, not sittings."""
    people: Mapping[Player, str]
    doers: Mapping[str, Message]
    """Who did something, by how the address names them."""
    wanted: Wanted
    lines: tuple[ToldLine, ...]
    order: str
    begins: bool
    """Whether nothing comes before the lines shown."""
    query: str
    """What is picked, as it stands in an address after "?"."""
    more: str
    """The same with where to go on; empty where nothing comes after."""

    @property
    def picked(self) -> bool:
        """Whether only some of the lines are wanted."""
        return self.wanted.sitting is not None or self.wanted.person is not None or bool(self.wanted.by)


def doers_of(story: Story, language: Language) -> dict[str, Message]:
    """Name everybody who did something: organisers and devices, each by their names."""
    known = {doer(kept, story.organisers): device_text(kept, story.organisers) for kept in story.doers}
    return dict(sorted(known.items(), key=lambda one: sort_key(render(one[1], language))))


def story_page(story: Story, language: Language, *, begins: bool) -> StoryPage:
    """Make the page."""
    wanted = story.wanted
    order = NEWEST if wanted.newest else OLDEST
    picked = {SITTING: wanted.sitting, PERSON: wanted.person, BY: wanted.by or None}
    query = {name: value for name, value in picked.items() if value is not None} | {FIRST: order}
    several = len(story.sittings) > 1
    return StoryPage(
        event=story.event,
        sittings={sitting.id: sitting_text(sitting, story) for sitting in story.sittings} if several else {},
        by_round=bool(story.tables),
        people=story.people,
        doers=doers_of(story, language),
        wanted=wanted,
        lines=tuple(tell(story, language)),
        order=order,
        begins=begins,
        query=urlencode(query),
        more=urlencode({**query, PLACE: story.more}) if story.more else "",
    )
