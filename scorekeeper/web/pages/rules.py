"""Other rules or another stake: the form, what it would come to, and the same as a mere question."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final
from urllib.parse import urlencode

from scorekeeper.domain.evening import Setup
from scorekeeper.domain.ledger import Entry
from scorekeeper.domain.replay import deal_of, setup_of, table_of
from scorekeeper.domain.text import N_, Message, Player, Signed, Who
from scorekeeper.domain.wording import said
from scorekeeper.i18n import Names
from scorekeeper.services.event_words import EventWords
from scorekeeper.services.reading import SittingNow
from scorekeeper.services.what_if import Rescored, Side, WhatIf
from scorekeeper.web.forms.evening import QUICK_STAKES, Draft
from scorekeeper.web.forms.options import PREFIX
from scorekeeper.web.forms.rules import ALL_DEALS, FROM_NOW, SCOPE, RulesForm

MOST_SHOWN: Final = 50
"""So many deals are listed one by one at most."""
_FIELDS: Final[Mapping[str, Message]] = {
    "stake_cents": N_("Stake"),
    "players": N_("Players"),
    "rules": N_("Rules"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One player's line: score and money on both sides."""

    player: Player
    units: tuple[int, int]
    cents: tuple[int, int]
    gone: bool
    """Whether they left the table already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedDeal:
    """A deal that pays something else, and whom."""

    number: int
    title: Message
    changes: tuple[Message, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """Why it cannot be: of a deal, of an option or of the stake."""

    label: Message | None
    message: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherOption:
    """An option that is not the same on both sides; None = nothing."""

    label: Message
    was: Message | None
    then: Message | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Both sides, ready to be shown; where it cannot be, only why."""

    lines: tuple[Compared, ...]
    options: tuple[OtherOption, ...]
    money: bool
    """Whether there is any on either side."""
    here: Side
    then: Side | None
    deals: tuple[ChangedDeal, ...]
    """The first ones of those that differ."""
    differing: int
    refused: tuple[Refused, ...]
    unknown: int
    """How many deals the other rules do not know."""
    same: bool
    mixed: bool
    """Whether the deals so far were not all played under the same rules and stake."""
    over: Message | None
    """What becomes of the game's own end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPage:
    """The form for other rules, options or stake; with the comparison where it is only asked what if."""

    template: ClassVar[str] = "rules/form.html"
    quick_stakes: ClassVar[tuple[int, ...]] = QUICK_STAKES
    method: ClassVar[str] = "get"
    scope: ClassVar[str] = SCOPE
    from_now: ClassVar[str] = FROM_NOW
    all_deals: ClassVar[str] = ALL_DEALS

    sitting: int
    game: Message
    address: str
    draft: Draft
    chosen_all: bool
    number: int
    """The next deal."""
    once: bool
    """Whether the game is settled once, so that no stake counts from now on only."""
    closed: bool
    words: EventWords


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewPage:
    """What a change would come to, before it is done."""

    template: ClassVar[str] = "rules/preview.html"
    all_deals: ClassVar[str] = ALL_DEALS

    sitting: int
    game: Message
    names: Names
    back: str
    for_all: str
    """The same question for all deals, where from now on is refused."""
    comparison: Comparison
    fields: tuple[tuple[str, str], ...]
    seen: int
    from_start: bool
    number: int
    whole: bool
    """Whether money moves although only deals to come are meant: how it is settled counts for the whole sitting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIfPage:
    """The same sitting under other rules, side by side; nothing is touched."""

    template: ClassVar[str] = "rules/what_if.html"
    quick_stakes: ClassVar[tuple[int, ...]] = QUICK_STAKES
    method: ClassVar[str] = "get"

    sitting: int
    game: Message
    names: Names
    address: str
    draft: Draft
    comparison: Comparison | None
    """None while something typed cannot be read."""
    asked: bool
    """Whether other rules were chosen already."""
    change: str
    """Where the same rules can be put in force; empty where the evening is closed."""


def rules_page(now: SittingNow, form: RulesForm, address: str) -> RulesPage:
    """Make the form."""
    return RulesPage(
        sitting=now.head.id, game=now.setup.game.label, address=address, draft=form.draft, chosen_all=form.all_deals,
        number=now.standing.deals + 1, once=settled_once(now, form), closed=now.event.closed,
        words=now.event.words,
    )  # fmt: skip


def settled_once(now: SittingNow, form: RulesForm) -> bool:
    """Whether one stake counts for the whole sitting."""
    game = now.setup.game
    return now.standing.deals > 0 and (game.to_winner(now.setup.rules) or game.to_winner(form.draft.options.rules))


def preview_page(found: WhatIf, form: RulesForm, addresses: tuple[str, str]) -> PreviewPage:
    """Make the preview; the addresses are those of the form and of the preview."""
    fields = tuple((name, value) for name, value in form.fields if name != SCOPE)
    scope = (SCOPE, ALL_DEALS if form.all_deals else FROM_NOW)
    here, preview = addresses
    return PreviewPage(
        sitting=found.now.head.id,
        game=found.now.setup.game.label,
        names=found.now.names,
        back=f"{here}?{urlencode((*fields, scope))}",
        for_all=f"{preview}?{urlencode((*fields, (SCOPE, ALL_DEALS)))}",
        comparison=comparison(found),
        fields=(*fields, scope),
        seen=found.now.seq,
        from_start=form.all_deals,
        number=found.now.standing.deals + 1,
        whole=not form.all_deals and found.then is not None and found.then.cents != found.here.cents,
    )


def what_if_page(
    now: SittingNow, found: WhatIf | None, form: RulesForm, addresses: tuple[str, str], *, asked: bool
) -> WhatIfPage:
    """Make the page that only compares; the addresses are its own and that of the preview of a change."""
    address, change = addresses
    return WhatIfPage(
        sitting=now.head.id, game=now.setup.game.label, names=now.names, address=address, draft=form.draft,
        comparison=comparison(found) if found else None, asked=asked,
        change="" if now.event.closed else f"{change}?{urlencode((*form.fields, (SCOPE, ALL_DEALS)))}",
    )  # fmt: skip


def comparison(found: WhatIf) -> Comparison:
    """Put both sides beside each other."""
    here, then = found.here, found.then
    setup = found.now.setup
    present = setup.present(found.now.standing.deals + 1)
    sides = (here, then or here)
    return Comparison(
        lines=tuple(
            Compared(
                player=player, units=(here.totals[player], sides[1].totals[player]),
                cents=(here.cents[player], sides[1].cents[player]),
                gone=player not in present,
            )
            for player in setup.players
        ),
        options=tuple(_options(setup, here.setup.rules, sides[1].setup.rules)),
        money=any(side.stake_cents and side.setup.game.money(side.setup.rules) for side in sides),
        here=here,
        then=then,
        deals=tuple(_changed(setup, deal) for deal in found.rescored[:MOST_SHOWN]),
        differing=len(found.rescored),
        refused=tuple(
            Refused(label=_label(setup, each.field), message=each.message) for each in found.refusals[:MOST_SHOWN]
        ),
        unknown=sum(each.field == "deals" for each in found.refusals),
        same=found.same,
        mixed=found.mixed,
        over=_over(here, then),
    )  # fmt: skip


def _options(setup: Setup, was: object, then: object) -> Iterator[OtherOption]:
    for option in setup.game.options:
        before, after = getattr(was, option.name), getattr(then, option.name)
        if before != after:
            yield OtherOption(label=option.asked.label, was=said(option, before), then=said(option, after))


def _label(setup: Setup, field: str) -> Message | None:
    option = next((option for option in setup.game.options if option.name == field.removeprefix(PREFIX)), None)
    return option.asked.label if option else _FIELDS.get(field)


def _over(here: Side, then: Side | None) -> Message | None:
    if then is None or here.over_after == then.over_after:
        return None
    if then.over_after:
        return N_("Under these rules the game is over with deal {number}.", number=then.over_after)
    return N_("Under these rules the game is not over yet.")


def _changed(setup: Setup, deal: Rescored) -> ChangedDeal:
    entry = deal.entry
    line = setup.game.describe(deal_of(setup.game, entry), setup_of(setup, entry).rules, table_of(entry))
    return ChangedDeal(number=entry.number, title=line.title, changes=tuple(_changes(entry, deal.units)))


def _changes(entry: Entry, units: Mapping[Player, int]) -> list[Message]:
    """Say what the deal pays now and then, those with the same change together."""
    alike: dict[tuple[int, int], list[Player]] = {}
    for player in entry.present:
        was, then = entry.units.get(player, 0), units.get(player, 0)
        if was != then:
            alike.setdefault((was, then), []).append(player)
    return [
        N_("{who} {was} → {then}", who=Who(tuple(players)), was=Signed(was), then=Signed(then))
        for (was, then), players in alike.items()
    ]
