"""Every case file, through the front door: what its players typed must come to what the law says."""

from pathlib import Path

import pytest

from bansha.cases.case import read_case
from bansha.cases.checking import check
from bansha.cases.loading import Source, load

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SHARED = ROOT.parent / "shared" / "cases"
FILES = [*sorted(HERE.glob("*/*.yaml")), *sorted((ROOT / "examples").glob("*/*.yaml"))]
SOURCES = [(path, source) for path in FILES for source in load(path)]


@pytest.mark.parametrize(
    "source", [pytest.param(source, id=f"{path.parent.name}/{path.stem}: {source.data['case']}") for path, source in SOURCES]
)
def test_case(source: Source) -> None:
    _table, failures = check(read_case(source))
    assert not failures, "\n".join(
        f"line {f.line}, {f.phase}, {f.key}: expected {f.expected}, came {f.came} (by {f.clauses})" for f in failures
    )


def test_every_name_is_given_once() -> None:
    names = [(path.parent.name, source.data["case"]) for path, source in SOURCES]
    assert len(names) == len(set(names))


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared cases are not beside this checkout")
@pytest.mark.parametrize("rules", ["xia", "piper"])
def test_the_copies_of_the_shared_cases_are_exact(rules: str) -> None:
    assert (HERE / rules / "shared.yaml").read_bytes() == (SHARED / f"{rules}.yaml").read_bytes()
