"""The terms of a rule set as Markdown tables for docs/glossary.md, from its words: `python tools/glossary.py xia|piper`."""

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SECTIONS = {
    "camps": "Camps",
    "roles": "Roles",
    "identities": "Identities that are no roles",
    "powers": "Powers",
    "phases": "Phases",
    "words": "Other words",
}


def main(arguments: list[str]) -> int:
    """Print the tables."""
    if arguments not in (["xia"], ["piper"]):
        print(__doc__, file=sys.stderr)
        return 2
    path = ROOT / "src/bansha/rules" / arguments[0] / "words/terms.toml"
    terms = tomllib.loads(path.read_text(encoding="utf-8"))
    options = tomllib.loads(path.with_name("clauses.toml").read_text(encoding="utf-8"))["options"]
    values = {name: option["default"] for name, option in options.items()}
    values["players"] = sum(option["default"] for option in options.values() if option.get("seat"))
    if "independence_after_night" in values:
        values["independence_day"] = values["independence_after_night"] + 1
    for section, title in SECTIONS.items():
        if section not in terms:
            continue
        print(f"\n**{title}**\n\n| 中文 | English | in code | |\n|---|---|---|---|")
        for name, term in terms[section].items():
            line = term.get("line", {}).get("en", "")
            for option, value in values.items():
                line = line.replace("{" + option + "}", str(value))
            print(f"| {term['zh']} | {term['en']} | `{name}` | {line} |")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
