"""The interim score on paper: enough to go on by hand, or in a new sitting, when everything else is lost."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from typing import Final

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.evening import table_for
from scorekeeper.domain.game import Table
from scorekeeper.domain.text import N_, Message, Player, Who
from scorekeeper.i18n import Language, render
from scorekeeper.i18n.dates import clock, day
from scorekeeper.i18n.figures import signed, signed_money
from scorekeeper.printing import cash, derivation
from scorekeeper.printing.deals_table import DealsTable, deals_table
from scorekeeper.printing.facts import facts
from scorekeeper.printing.qr_code import qr_code
from scorekeeper.printing.settlement_sheet import derivation_table, made_text, payment_line, printed_deal, subtitle
from scorekeeper.printing.sheets import Derivation, Fact, PaymentLine, RecoverySheet, Score
from scorekeeper.services.adjustments import amounts_text
from scorekeeper.services.evenings import VIENNA
from scorekeeper.services.reading import DealRow, SittingNow
from scorekeeper.services.settling import Line, Settlement
from scorekeeper.services.steps import steps_of
from scorekeeper.services.taking_over import Step, TakingOver

LAST_DEALS: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """Everything that a sitting's interim score is made of."""

    now: SittingNow
    settled: Settlement
    """The sitting by itself."""
    purse: Settlement
    """What its payments belong to: the whole evening where that is one purse, else the sitting."""
    recent: Sequence[DealRow]
    """The last deals, newest first."""
    taking_over: TakingOver


def recovery_sheet(stand: Stand, address: str, language: Language, made: datetime) -> RecoverySheet:
    """Set where a sitting stands; `address` is where it goes on."""
    now, share = stand.now, stand.settled.sittings[0]
    return RecoverySheet(
        language=language,
        title=render(N_("Interim score {game}", game=now.setup.game.label), language),
        subtitle=subtitle(now.event, language, now.head.position, now.table),
        made=made_text(made, language),
        facts=facts(now.setup, derivation.stakes(share, language, to_come=True), language),
        after=render(_after(now), language),
        next=() if now.on_paper else _next(now, _next_table(now), language),
        on_paper=now.on_paper,
        scores=tuple(_score(now, player, language) for player in now.setup.players),
        derivation=_derivation(stand.settled, language),
        stakes=len(share.sections) > 1,
        leaving=_leaving(stand, language),
        adjustments=tuple(
            render(text, language, stand.settled.names) for text in derivation.adjustments(stand.settled)
        ),
        of_evening=len(stand.purse.sittings) > 1,
        payments=tuple(_payment(stand.purse, line, language) for line in stand.purse.lines if line.paid),
        kitty=cash.kitty_words(stand.purse.kitty, language, now.head.currency) if stand.purse.kitty.used else "",
        table=_table(now, stand.recent, language),
        qr=qr_code(address),
        address=address,
    )


def _after(now: SittingNow) -> Message:
    if now.on_paper:
        return N_("Final score from the sheet")
    if not now.standing.deals:
        return N_("Before the first deal")
    return N_("After deal {number}", number=now.standing.deals)


def _score(now: SittingNow, player: Player, language: Language) -> Score:
    last = now.setup.presence[player].last if player in now.setup.presence else None
    return Score(
        now.names[player],
        signed(now.totals[player], language),
        signed_money(now.cents[player], language, now.head.currency) if any(now.cents.values()) else "",
        left="" if last is None else render(N_("left after deal {number}", number=last), language),
    )


def _derivation(settled: Settlement, language: Language) -> Derivation | None:
    """Take the amounts apart where score and stake alone do not say what they come to."""
    share = settled.sittings[0]
    if not (share.adjusted or share.kept or len(share.sections) > 1):
        return None
    return derivation_table(settled, steps_of(settled), language)


def _leaving(stand: Stand, language: Language) -> str:
    """Say how who left early keeps their amount in the sitting that goes on from the sheet; empty if nobody left."""
    now, order = stand.now, stand.taking_over
    if all(there.last is None for there in now.setup.presence.values()):
        return ""
    if order.unlike:
        said = N_("In the new sitting the amount of {who} would come out otherwise: what stands here holds, and the "
                  "difference is settled in cash.", who=Who(order.unlike))  # fmt: skip
    elif order.steps:
        steps = reduce(
            lambda first, second: N_("{first}; {second}", first=first, second=second), map(_step, order.steps)
        )
        said = N_("Who left keeps what was paid out. For that, the score is taken over in this order: {steps}.",
                  steps=steps)  # fmt: skip
    else:
        said = N_("Who has left sits down there, too, and leaves again as soon as the score is taken over.")
    return render(said, language, now.names)


def _step(step: Step) -> Message:
    leaves = N_("then {who} leaves", who=Who((step.leaves,))) if step.leaves else None
    if not step.units and leaves:
        return leaves
    units = amounts_text(step.units)
    return N_("{units}, {leaves}", units=units, leaves=leaves) if leaves else units


def _payment(purse: Settlement, line: Line, language: Language) -> PaymentLine:
    """Say a payment with the time at which it was made."""
    at = datetime.fromisoformat(line.at).astimezone(VIENNA)
    when = f"{day(at.date(), language)}, {clock(at)}"
    plain = payment_line(purse, line, language)
    return replace(plain, whole="", note=", ".join(text for text in (when, line.note) if text))


def _next_table(now: SittingNow) -> Table | None:
    """Seat the next deal; None where nobody can say how (too few are left)."""
    try:
        return table_for(now.setup, now.standing)
    except RefusedError:
        return None


def _next(now: SittingNow, table: Table | None, language: Language) -> tuple[Fact, ...]:
    """Say how the next deal begins."""
    if table is None:
        return ()
    said = [
        (N_("Next deal"), str(now.standing.deals + 1)),
        (N_("Dealer"), now.names[table.dealer]),
        (N_("Forehand"), now.names[table.forehand]),
        (N_("Who sits out"), ", ".join(now.names[player] for player in table.sitting_out)),
    ]
    return tuple(Fact(render(term, language), value) for term, value in said if value)


def _table(now: SittingNow, recent: Sequence[DealRow], language: Language) -> DealsTable | None:
    if not recent:
        return None
    deals = [printed_deal(now.setup, row) for row in reversed(recent)]
    names = {player: now.names[player] for player in now.setup.players}
    return deals_table("t1", now.setup.game, deals, names, language, ())
