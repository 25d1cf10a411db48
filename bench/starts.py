"""What it costs to start: a command line that judges one case should not be felt."""

import sys

from bench.harness import ROOT, Comparison, Missing, Sample, process

ENV = {"PYTHONPATH": str(ROOT / "src"), "PYTHONHASHSEED": "0"}
STARTS = 10


def bare() -> Sample:
    """A bare interpreter."""
    return Sample(sum(process("-c", "pass", env=ENV) for _ in range(STARTS)) / STARTS)


def table() -> Sample:
    """An interpreter that imports the table and has not loaded numba or numpy by that."""
    code = "import sys, bansha.table; sys.exit(bool({'numba', 'numpy'} & set(sys.modules)))"
    return Sample(sum(process("-c", code, env=ENV) for _ in range(STARTS)) / STARTS)


def comparisons() -> list[Comparison]:
    """The start of the table against a bare interpreter's."""
    if not sys.platform.startswith("linux"):
        raise Missing("processor time of children is measured on Linux")
    return [Comparison("import bansha.table / bare interpreter", "", "dearer", 4, table, bare, 7)]
