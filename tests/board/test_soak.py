"""Acknowledged means kept, shortly: real processes, posting over HTTP, kill -9 at random; ``make soak`` does it a thousand times (bench/soak)."""

from pathlib import Path

import pytest

from bench.soak.driving import Kept, Soaked, soak
from bench.soak.report import checked, too_little


@pytest.mark.slow
def test_what_was_acknowledged_is_kept_whoever_is_killed(processes: Path) -> None:
    soaked = soak(processes, kills=10, seconds=600, games=2, hands=3, every=1.5)
    status, report = checked(processes, soaked)
    assert status == 0, report
    assert sum(soaked.kills.values()) == 10, report


def test_a_run_in_which_nothing_was_acknowledged_is_no_proof() -> None:
    kept = [Kept("game", "talk-1", floor, 0, "说话") for floor in range(2, 30)]
    soaked = Soaked(kept, 40, 10, 2, {"web": 4, "director": 6}, 20.0, {})
    assert too_little(soaked) == ""
    assert too_little(soaked._replace(kept=[])) == "this says nothing: 0 inputs acknowledged in 10 kills"
    assert too_little(soaked._replace(kills={"web": 0, "director": 6})) == "this says nothing: no web process was killed"
