"""Names in an evening file: every label is one person, and says by itself or by `people` who that is."""

from collections.abc import Mapping

from scorekeeper.domain.text import Player
from scorekeeper.services.evening_data import Person
from scorekeeper.services.players import split_name


def person_of(label: Player, people: Mapping[Player, Person]) -> Person:
    """Say whom a label stands for: "Toni (Schmied)" is Toni, called Schmied."""
    return people[label] if label in people else Person(*split_name(label))


def labels_of(persons: Mapping[int, Person]) -> tuple[dict[int, Player], dict[Player, Person]]:
    """Give each person's label, and those people whom their label does not tell."""
    labels: dict[int, Player] = {}
    people: dict[Player, Person] = {}
    taken: set[str] = set()
    for number, person in persons.items():
        plain = f"{person.name} ({person.nickname})" if person.nickname else person.name
        label, count = Player(plain), 1
        while label in taken:
            count += 1
            label = Player(f"{plain} #{count}")
        taken.add(label)
        labels[number] = label
        if person_of(label, {}) != person:
            people[label] = person
    return labels, people
