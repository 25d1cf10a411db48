"""`make bench`: what bansha promises about speed, as ratios measured in one run. Never part of the tests."""
