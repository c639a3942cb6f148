"""The history of an evening on paper: one line after the other, with time and device."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar

from markupsafe import Markup

from scorekeeper.domain.text import N_, Message, Who
from scorekeeper.i18n import Language, render
from scorekeeper.i18n.devices import device_text
from scorekeeper.i18n.story import ToldLine, sitting_text, tell
from scorekeeper.printing.settlement_sheet import made_text, subtitle
from scorekeeper.services.story import Story, doer


@dataclass(frozen=True, slots=True, kw_only=True)
class StorySheet:
    """What happened, line by line."""

    template: ClassVar[str] = "print/story.html"
    language: Language
    title: str
    subtitle: str
    made: str
    picked: tuple[str, ...]
    """What of it is printed, where not all is."""
    lines: tuple[ToldLine, ...]
    landscape: bool = False
    style: Markup = field(default=Markup(""))


def story_sheet(story: Story, language: Language, made: datetime) -> StorySheet:
    """Set a history; `made` is the time on the sheet's foot."""
    return StorySheet(
        language=language,
        title=render(story.event.words.history, language),
        subtitle=subtitle(story.event, language, 1),
        made=made_text(made, language),
        picked=tuple(render(one, language, story.names) for one in _picked(story)),
        lines=tuple(tell(story, language)),
    )


def _picked(story: Story) -> list[Message]:
    wanted = [one for one in story.sittings if one.id == story.wanted.sitting and len(story.sittings) > 1]
    picked = [N_("only {sitting}", sitting=sitting_text(one, story)) for one in wanted]
    if story.wanted.person is not None:
        picked.append(N_("only what was about {who}", who=Who((story.wanted.person,))))
    by = next((kept for kept in story.doers if doer(kept, story.organisers) == story.wanted.by), story.wanted.by)
    if by:
        picked.append(N_("only what was entered by {who}", who=device_text(by, story.organisers)))
    return picked
