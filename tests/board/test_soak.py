"""Acknowledged means kept, shortly: real processes, posting over HTTP, kill -9 at random; ``make soak`` does it a thousand times (bench/soak)."""

from pathlib import Path

import pytest

from bench.soak.driving import soak
from bench.soak.report import checked


@pytest.mark.slow
def test_what_was_acknowledged_is_kept_whoever_is_killed(tmp_path: Path) -> None:
    soaked = soak(tmp_path, kills=10, seconds=40, games=2, hands=3, every=1.5)
    status, report = checked(tmp_path, soaked)
    assert status == 0, report
    assert soaked.kills["web"]
    assert soaked.kills["director"]
    assert len(soaked.kept) >= 20, f"too little was going on for this to say anything\n{report}"
