"""Cash in words, for page and sheet: an amount in notes and coins, and the kitty's target against what was counted."""

from collections.abc import Mapping

from scorekeeper.domain.coins import fewest, stock
from scorekeeper.domain.settlement import Transfer
from scorekeeper.domain.text import N_
from scorekeeper.i18n import Language, render
from scorekeeper.i18n.figures import NO_BREAK_SPACE, money
from scorekeeper.services.settling import Kitty, Settlement

_CENTS_PER_EURO = 100


def has_pieces(currency: str) -> bool:
    """Whether the notes and coins of a currency are known."""
    return currency == "EUR"


def in_pieces(cents: int, language: Language) -> str:
    """Lay an amount out: "1 × 5 €, 2 × 20 Cent"."""
    return _listed(fewest(cents), language)


def kitty_stock(settlement: Settlement, language: Language) -> str:
    """Say which pieces the kitty needs to pay everybody who still draws from it; empty if nobody does."""
    return _listed(stock(line.cents for line in settlement.left if line.giver is None), language)


def change_given(line: Transfer, language: Language, *, wanted: bool) -> str:
    """Lay a payment out if that is wanted."""
    return in_pieces(line.cents, language) if wanted else ""


def kitty_words(kitty: Kitty, language: Language, currency: str) -> str:
    """Say in a sentence what must lie in the kitty and, once it was counted, whether it does."""
    amounts = {
        name: money(cents, language, currency)
        for name, cents in (
            ("float", kitty.float_cents), ("paid_in", kitty.paid_in), ("paid_out", kitty.paid_out),
            ("target", kitty.target),
        )
    }  # fmt: skip
    said = render(
        N_("Kitty: {float} at the beginning, {paid_in} paid in, {paid_out} paid out, target {target}.", **amounts),
        language,
    )
    if kitty.counted is None:
        return said
    counted = money(kitty.counted, language, currency)
    words = difference_words(kitty.difference, language, currency)
    found = render(N_("Counted {counted}: {difference}.", counted=counted, difference=words), language)
    return f"{said} {found}"


def difference_words(difference: int | None, language: Language, currency: str) -> str:
    """Say by how much a count is off: "0,50 € zu wenig"; empty if nothing was counted."""
    if difference is None:
        return ""
    amount = money(abs(difference), language, currency)
    if difference < 0:
        return render(N_("{amount} too little", amount=amount), language)
    return render(N_("{amount} too much", amount=amount) if difference else N_("just right"), language)


def _listed(pieces: Mapping[int, int], language: Language) -> str:
    return ", ".join(_piece(piece, count, language) for piece, count in pieces.items())


def _piece(piece: int, count: int, language: Language) -> str:
    euro, cents = divmod(piece, _CENTS_PER_EURO)
    said = N_("{count} × {cents} cents", count=count, cents=cents)
    if euro:
        said = N_("{count} × {euro} euro", count=count, euro=euro)
    return render(said, language).replace(" ", NO_BREAK_SPACE)
