"""Finite fields: numbers 0 … q − 1 that can be added and multiplied, every one but 0 with an inverse."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product


@dataclass(frozen=True, slots=True)
class Field:
    """A field of q elements as two tables; 0 and 1 are its own 0 and 1."""

    order: int
    add: tuple[tuple[int, ...], ...]
    times: tuple[tuple[int, ...], ...]

    def negative(self, element: int) -> int:
        """Give what added to the element is 0."""
        return self.add[element].index(0)

    def powers(self) -> tuple[int, ...]:
        """Give 1, x, x² … of a primitive element x: all elements but 0."""
        for element in range(1, self.order):
            found = [1]
            while (following := self.times[found[-1]][element]) != 1:
                found.append(following)
            if len(found) == self.order - 1:
                return tuple(found)
        raise ValueError(self.order)


def prime_powers(number: int) -> list[tuple[int, int]]:
    """Give (prime, exponent) of each prime that divides the number."""
    found, prime = [], 2
    while number > 1:
        exponent = 0
        while number % prime == 0:
            number //= prime
            exponent += 1
        if exponent:
            found.append((prime, exponent))
        prime += 1
    return found


@lru_cache(maxsize=8)
def field_of(order: int) -> Field:
    """Build the field of so many elements. Raises ValueError unless the order is a power of a prime."""
    factors = prime_powers(order)
    if len(factors) != 1:
        raise ValueError(order)
    prime, degree = factors[0]
    return _field(prime, degree, _irreducible(prime, degree))


def _digits(element: int, prime: int, degree: int) -> list[int]:
    """Read an element as a polynomial, lowest coefficient first."""
    digits = []
    for _ in range(degree):
        digits.append(element % prime)
        element //= prime
    return digits


def _number(digits: list[int], prime: int) -> int:
    result = 0
    for digit in reversed(digits):
        result = result * prime + digit
    return result


def _remainder(digits: list[int], divisor: list[int], prime: int) -> list[int]:
    """Divide by a polynomial whose highest coefficient is 1."""
    rest, degree = list(digits), len(divisor) - 1
    while len(rest) > degree:
        highest = rest.pop()
        for place in range(degree):
            position = len(rest) - degree + place
            rest[position] = (rest[position] - highest * divisor[place]) % prime
    return rest


def _irreducible(prime: int, degree: int) -> list[int]:
    """Find the first polynomial of this degree that none of a lower degree divides."""
    for lower in product(range(prime), repeat=degree):
        polynomial = [*lower, 1]
        divisors = (
            [*divisor, 1] for below in range(1, degree // 2 + 1) for divisor in product(range(prime), repeat=below)
        )
        if all(any(_remainder(polynomial, divisor, prime)) for divisor in divisors):
            return polynomial
    raise ValueError(degree)


def _product(one: list[int], other: list[int], prime: int) -> list[int]:
    result = [0] * (len(one) + len(other) - 1)
    for place, digit in enumerate(one):
        for offset, factor in enumerate(other):
            result[place + offset] = (result[place + offset] + digit * factor) % prime
    return result


def _field(prime: int, degree: int, modulus: list[int]) -> Field:
    elements = [_digits(element, prime, degree) for element in range(prime**degree)]
    add = tuple(
        tuple(_number([(a + b) % prime for a, b in zip(one, other, strict=True)], prime) for other in elements)
        for one in elements
    )
    times = tuple(
        tuple(_number(_remainder(_product(one, other, prime), modulus, prime), prime) for other in elements)
        for one in elements
    )
    return Field(len(elements), add, times)
