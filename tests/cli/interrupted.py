"""What is cut off in the middle by test_power_cut: a process that does one long thing again and again, saying so.

python -m tests.cli.interrupted rules|closing URL SITTING
"""

import sys
from collections.abc import Callable
from datetime import UTC, datetime

from scorekeeper.services import changing, evenings, reading
from scorekeeper.services.actor import Actor
from scorekeeper.services.changing import NewRules
from scorekeeper.storage import Store


def score_again(store: Store, sitting: int) -> None:
    """Score every deal again: a deal that was gematscht counts three times, then four times, and so on."""
    with store.write() as tx:
        now = reading.sitting_now(tx, sitting)
        factor = 4 if now.options.get("gematscht_factor") == 3 else 3
        new = NewRules(rule_set="schipflinger", options={"gematscht_factor": factor}, stake_cents=10)
        actor = Actor(1, "test", datetime.now(UTC))
        changing.change_rules(tx, actor, sitting, key=f"rules-{now.seq}", seen=now.seq, new=new, all_deals=True)


def close_or_open(store: Store, sitting: int) -> None:
    """Close the evening, or open it again."""
    with store.write() as tx:
        now = reading.sitting_now(tx, sitting)
        service = evenings.reopen_evening if now.event.closed else evenings.end_evening
        service(tx, Actor(1, "test", datetime.now(UTC)), now.event.id)


WORK: dict[str, Callable[[Store, int], None]] = {"rules": score_again, "closing": close_or_open}


def main() -> None:
    """Do it until the plug is pulled."""
    name, url, sitting = sys.argv[1:]
    store = Store(url)
    while True:
        sys.stdout.write("begin\n")
        sys.stdout.flush()
        WORK[name](store, int(sitting))
        sys.stdout.write("done\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
