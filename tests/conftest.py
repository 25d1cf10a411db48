"""Hypothesis profiles, chosen by the environment: CI plays the same examples every time, a developer's machine looks further.

HYPOTHESIS_PROFILE=ci|dev|deep|mutants overrides.
"""

import os
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings

SLOW = [HealthCheck.too_slow]  # a loaded machine is no failure
settings.register_profile(
    "ci", derandomize=True, deadline=None, max_examples=100, print_blob=True, database=None, suppress_health_check=SLOW
)
settings.register_profile("dev", deadline=None, max_examples=100, suppress_health_check=SLOW)
EXAMPLES = Path(".hypothesis", "examples")  # what failed is kept there, unless the project is somebody else's: a warning, and so an error
if not os.access(next(path for path in (EXAMPLES, *EXAMPLES.parents) if path.exists()), os.W_OK):
    settings.register_profile("dev", settings.get_profile("dev"), database=None)
settings.register_profile("deep", settings.get_profile("dev"), max_examples=5000)
settings.register_profile("mutants", settings.get_profile("ci"), max_examples=30, phases=[Phase.explicit, Phase.generate])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))
