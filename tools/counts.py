"""Numbers that the docs quote: `python tools/counts.py clauses|rulings|cases [xia|piper]`."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def numbers(rules: str) -> list[str]:
    """The numbers of every entry of the rulebook."""
    return [
        entry["number"]
        for path in sorted(ROOT.glob(f"src/bansha/rules/{rules}/words/clauses.toml"))
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["entry"]
    ]


def count(what: str, rules: str) -> int:
    """How many there are."""
    if what == "cases":
        texts = (path.read_text(encoding="utf-8") for path in sorted(ROOT.glob(f"tests/cases/{rules}/**/*.yaml")))
        return sum(len(re.findall(r"^case:", text, re.MULTILINE)) for text in texts)
    found = numbers(rules)
    rulings = sum("-R" in number for number in found)
    return rulings if what == "rulings" else len(found) - rulings


def main(arguments: list[str]) -> int:
    """Print one number."""
    match arguments:
        case ["clauses" | "rulings" | "cases" as what, *rules] if rules in ([], ["xia"], ["piper"]):
            print(count(what, rules[0] if rules else "*"))
            return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
