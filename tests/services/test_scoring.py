import json

from scorekeeper.services.evening_file import read_evening
from scorekeeper.services.scoring import EventScore, score_evening


def test_an_event_is_rounded_once_over_all_its_sittings() -> None:
    """Totals 5, 5, 0: Cilli pays 5 and the 20 for the last; the winners share 25, that is 12.5 each, twice."""
    sitting = {
        "format": "scorekeeper-evening/1",
        "game": "bauerntarock",
        "stake": {"cents": 1},
        "players": ["Anna", "Bert", "Cilli"],
        "deals": [{"declarer": "Anna", "points": 65}, {"declarer": "Bert", "points": 65}],
    }
    document = {"format": "scorekeeper-evening/1", "event": {"title": "Abend"}, "sittings": [sitting, sitting]}
    score = score_evening(read_evening(json.dumps(document).encode()))
    assert isinstance(score, EventScore)
    assert [dict(one.cents) for one in score.sittings] == [{"Anna": 13, "Bert": 12, "Cilli": -25}] * 2
    assert dict(score.cents) == {"Anna": 25, "Bert": 25, "Cilli": -50}
