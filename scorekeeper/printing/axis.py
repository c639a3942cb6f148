"""Round numbers beside and below a chart."""

from typing import Final

_ROUND: Final = (1, 2, 5)


def _step(span: int, at_most: int) -> int:
    """Give the smallest of 1, 2, 5, 10, 20 … that divides the span into so many pieces or fewer."""
    power = 1
    while True:
        for base in _ROUND:
            if span <= base * power * at_most:
                return base * power
        power *= 10


def value_ticks(low: int, high: int, at_most: int) -> list[int]:
    """Give round ticks from below the lowest to above the highest value; 0 is always among them."""
    step = _step(max(1, high - low), at_most)
    first, last = low // step, -(-high // step)
    if first == last:
        last += 1
    return [step * number for number in range(first, last + 1)]


def deal_ticks(first: int, last: int, at_most: int) -> list[int]:
    """Give the ends and round deal numbers between them, none so close to an end that the figures touch."""
    span = last - first
    step = _step(max(1, span), at_most)
    clearance = span / at_most / 2
    inner = range(first - first % step + step, last, step)
    return [first, *(tick for tick in inner if tick - first >= clearance and last - tick >= clearance), last]
