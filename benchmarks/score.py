"""Scores 100,000 deals of each game and compares with what reading and writing the same JSON takes at the least."""

import gc
import json
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any, Final

from scorekeeper.cli.output.json_lines import show
from scorekeeper.services.evening_file import read_evening
from scorekeeper.services.scoring import score_evening

DEALS: Final = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
ROUNDS: Final = 3
AIM: Final = 10
ALL_GEWISSE: Final = 9
USUAL: Final = 0.8
NAMES: Final = ("Anna", "Bert", "Cilli", "Dora", "Emil")

Answers = dict[str, Any]


def jaggln(number: int, dice: Random) -> Answers:
    """Give a deal of forehand, one in five alone."""
    gewisse = dice.randint(0, ALL_GEWISSE)
    return {
        "declarer": NAMES[number % 5],
        "partner": dice.choice((None, *(NAMES[(number + seat) % 5] for seat in range(1, 5)))),
        "gewisse": gewisse,
        "gematscht": gewisse == ALL_GEWISSE,
        "talon": dice.random() < USUAL,
    }


def matzlfangen(number: int, dice: Random) -> Answers:
    """Give a deal with changing contracts and raises."""
    contract = dice.choice(("rufen", "treiben", "durch"))
    answers: Answers = {"contract": contract, "declarer": NAMES[number % 4], "raises": dice.randint(0, 3)}
    if contract == "durch":
        return answers | {"made": dice.random() < USUAL}
    return (
        answers
        | {"points": dice.randint(2, 128)}
        | ({"partner": NAMES[(number + 2) % 4]} if contract == "rufen" else {})
    )


def bauerntarock(number: int, dice: Random) -> Answers:
    """Give a deal; in the long run nobody wins or loses, or the game would end."""
    points = dice.randint(30, 90)
    points = points if number // 8 % 2 else 120 - points
    return {"declarer": NAMES[number % 4], "bid": "sumpern", "points": points, "doublings": 1}


def dobbm(number: int, dice: Random) -> Answers:
    """Give a deal with and without Solo and doublings."""
    points, doublings = dice.randint(2, 118), dice.randint(0, 2)
    return {
        "declarer": NAMES[number % 4], "bid": dice.choice(("solo", "dobbm")), "points": points, "doublings": doublings,
    }  # fmt: skip


def free(_number: int, dice: Random) -> Answers:
    """Give amounts that sum to 0."""
    one, two = dice.randint(-50, 50), dice.randint(-50, 50)
    return {"amounts": {"Anna": one, "Bert": two, "Cilli": -one, "Dora": -two}}


GAMES: Final[dict[Callable[[int, Random], Answers], int]] = {
    jaggln: 5,
    matzlfangen: 4,
    bauerntarock: 4,
    dobbm: 4,
    free: 4,
}
"""Each game with its number of players."""


def evening(game: Callable[[int, Random], Answers], players: int) -> bytes:
    """Give an evening file beyond what anybody plays."""
    dice = Random(1)  # noqa: S311 the same deals every time
    document = {
        "format": "scorekeeper-evening/1",
        "game": game.__name__,
        "stake": {"cents": 10},
        "players": NAMES[:players],
        "deals": [game(number, dice) for number in range(DEALS)],
    }
    return json.dumps(document, ensure_ascii=False).encode()


def measure(work: Callable[[], object]) -> float:
    """Give the processor seconds of one go, as the command works: without the garbage collector."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    work()
    seconds = time.process_time() - start
    gc.enable()
    return seconds


def compare(content: bytes) -> tuple[float, float]:
    """Give the best seconds of scoring and of the bare JSON, measured in turn."""
    scored = show(score_evening(read_evening(content), reasons=False), "de", explained=False)
    result = json.loads(scored)
    ours, bare = [], []
    for _ in range(ROUNDS):
        ours.append(measure(lambda: show(score_evening(read_evening(content), reasons=False), "de", explained=False)))
        bare.append(measure(lambda: (json.loads(content), json.dumps(result, ensure_ascii=False))))
    return min(ours), min(bare)


def main() -> None:
    """Print one line per game."""
    print(f"{DEALS} deals each; the aim is {AIM} times what json.loads and json.dumps of the same data take")
    for game, players in GAMES.items():
        ours, bare = compare(evening(game, players))
        print(f"{game.__name__:<14}{DEALS / ours:>9.0f} deals/s  {ours / bare:>5.1f} × JSON")


if __name__ == "__main__":
    main()
