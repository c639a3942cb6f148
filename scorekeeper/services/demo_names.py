"""People of an example tournament: Tyrolean and Bavarian names, no two alike, the same for the same seed."""

from collections.abc import Iterator
from itertools import cycle
from typing import Final, NamedTuple

from scorekeeper.domain.tournament.lot import Lot

_WOMEN: Final = (
    "Agnes", "Andrea", "Barbara", "Burgi", "Christl", "Daniela", "Elfriede", "Evi", "Franziska", "Gabi", "Gerda",
    "Hannelore", "Hedwig", "Ingrid", "Irmgard", "Johanna", "Kathi", "Lisbeth", "Magdalena", "Margit", "Notburga",
    "Petra", "Regina", "Roswitha", "Sabine", "Theresia", "Ulrike", "Veronika", "Waltraud", "Zita",
)  # fmt: skip
_MEN: Final = (
    "Alois", "Balthasar", "Christian", "Dominik", "Egon", "Florian", "Friedl", "Georg", "Gottfried", "Hansjörg",
    "Herbert", "Ignaz", "Josef", "Kaspar", "Konrad", "Leonhard", "Markus", "Michael", "Norbert", "Oswald", "Paul",
    "Reinhard", "Rupert", "Siegfried", "Stefan", "Thomas", "Urban", "Vinzenz", "Wolfgang", "Xaver",
)  # fmt: skip
_FAMILIES: Final = (
    "Achrainer", "Ager", "Aschaber", "Auer", "Bachler", "Brandstätter", "Brugger", "Daxenbichler", "Ebner", "Egger",
    "Embacher", "Exenberger", "Fahringer", "Feiersinger", "Feller", "Fuchs", "Gasser", "Gastl", "Gratt", "Großlercher",
    "Haidacher", "Hetzenauer", "Heim", "Hirzinger", "Hochfilzer", "Holzner", "Huber", "Jöchl", "Kahn", "Kirchmair",
    "Klingler", "Kogler", "Koidl", "Kröll", "Laiminger", "Lanner", "Leitner", "Lindner", "Mair", "Manzl", "Margreiter",
    "Mitterer", "Moser", "Niedermühlbichler", "Oberlechner", "Obermoser", "Pfeifhofer", "Pirchmoser", "Pletzer",
    "Pöll", "Prosch", "Rabl", "Rieser", "Riml", "Sailer", "Salvenmoser", "Schermer", "Schipflinger", "Schroll",
    "Seiwald", "Sieberer", "Söllner", "Steinbacher", "Stöckl", "Straif", "Taxacher", "Thaler", "Toferer", "Trixl",
    "Unterrainer", "Vötter", "Wahrstätter", "Walch", "Widauer", "Wimmer", "Wurzrainer", "Zangerl", "Zott",
)  # fmt: skip


class Person(NamedTuple):
    """Somebody of the example; `household`: who has the same number registered together."""

    name: str
    household: int


def people(seed: str, count: int, couples: int) -> tuple[Person, ...]:
    """Give so many people with names of their own; of each couple both stand one after the other."""
    lot = Lot(f"{seed} names")
    families = cycle(lot.shuffled(_FAMILIES))
    women, men = _again_and_again(lot, _WOMEN), _again_and_again(lot, _MEN)
    together = set(lot.shuffled(range(count // 2))[:couples])
    found: dict[str, int] = {}
    household = 0
    while len(found) < count:
        family = next(families)
        both = household in together and len(found) + 1 < count
        for firsts in (women, men) if both else (men if lot.below(3) else women,):
            name = next(name for one in firsts if (name := f"{one} {family}") not in found)
            found[name] = household
        household += 1
    return tuple(Person(name, home) for name, home in found.items())


def _again_and_again(lot: Lot, names: tuple[str, ...]) -> Iterator[str]:
    """Give the names each time in another order."""
    while True:
        yield from lot.shuffled(names)
