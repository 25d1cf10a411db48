"""What compiling costs: both rule sets from nothing, and from the cache that an earlier process left."""

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

from bench.games import Ours
from bench.harness import ROOT, Comparison, Sample, later

CODE = """
import sys; sys.modules["scipy"] = None  # open_spiel brings it, the extra [fast] does not; numba would spend half a second on it
import json, time
began = time.perf_counter()
import numba
loaded = time.perf_counter()
from bansha.lab.games import play
for rules in ("xia", "piper"):
    play(rules, range(1))
print(json.dumps([loaded - began, time.perf_counter() - loaded]))
"""


class Build:
    """The first compiled game of both rule sets in a fresh process, in seconds of the clock after numba itself is imported."""

    def __init__(self, *, cold: bool) -> None:
        for rules in ("xia", "piper"):
            Ours(rules, 1)  # is it there?
        self.cold = cold
        self.cache = tempfile.TemporaryDirectory(prefix="bansha-bench-")
        self.imports = 0.0

    def __call__(self) -> Sample:
        """Cold: with an empty cache. Otherwise the first call fills it and is not counted."""
        if self.cold:
            self.cache = tempfile.TemporaryDirectory(prefix="bansha-bench-")
        elif not os.listdir(self.cache.name):  # noqa: PTH208
            self.once()
        self.imports, seconds = self.once()
        return Sample(seconds)

    def once(self) -> Any:
        """``[seconds to import numba, seconds to the end of the first games]``."""
        env = {**os.environ, "XDG_CACHE_HOME": self.cache.name, "PYTHONPATH": str(ROOT / "src")}
        done = subprocess.run([sys.executable, "-c", CODE], check=True, env=env, cwd=ROOT, stdout=subprocess.PIPE)
        return json.loads(done.stdout)


def comparisons() -> list[Comparison]:
    """Compiling both rule sets from nothing, and loading them from the cache."""
    return [
        Comparison("cold compile of both rule sets", "", "seconds", 40, later(Build, cold=True)),
        Comparison("both rule sets from the cache", "", "seconds", 1, later(Build, cold=False), None, 7),
    ]
