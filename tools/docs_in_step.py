"""Are the generated parts of the docs what the commands print today? `--write` renews them.

Two kinds of generated part:

* a block in any Markdown file, which names its own command (between the marks nothing is written by hand):

      <!-- begin: bansha rules xia 1.6 --lang en -->
      …
      <!-- end -->

  With both marks on one line it is an inline value. Filters may follow the command, each after a bar:
  ``| lines 3-20`` keeps those lines, ``| fence text`` puts the output in a code fence.

* a whole file, listed in ``docs_in_step.toml`` with its command.

A command is ``bansha …`` or ``python tools/…``; it runs without a shell, in the root of the project. Relative links in Markdown files
are checked too: their files and headings must exist.
"""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tools/docs_in_step.toml"
BLOCK = re.compile(r"(?P<begin><!-- begin: (?P<spec>[^\n]+?) -->)(?P<body>(?:(?!<!-- begin:).)*?)(?P<end><!-- end -->)", re.DOTALL)
LINK = re.compile(r"\[[^\]\n]*\]\((?P<to>[^)\s]+)\)")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.DOTALL | re.MULTILINE)
SPAN = re.compile(r"`[^`\n]+`")


class Refused(Exception):
    """A command cannot be run, or failed; the sentence says which and why."""


def output_of(command: str) -> str:
    """What the command prints, without trailing blanks."""
    words = shlex.split(command)
    if words[:1] == ["bansha"]:
        argv = [sys.executable, "-m", "bansha", *words[1:]]
    elif words[:1] == ["python"] and len(words) > 1 and words[1].startswith("tools/"):
        argv = [sys.executable, *words[1:]]
    else:
        raise Refused(f"`{command}`: only `bansha …` and `python tools/…` are run")
    environment = {**os.environ, "PYTHONUTF8": "1", "NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "100", "LANG": "C.UTF-8"}
    environment.pop("FORCE_COLOR", None)
    try:
        done = subprocess.run(
            argv, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False
        )
    except subprocess.TimeoutExpired:
        raise Refused(f"`{command}` did not end within five minutes") from None
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise Refused(f"`{command}` ended with status {done.returncode}: {said[-1] if said else 'it said nothing'}")
    return "\n".join(line.rstrip() for line in done.stdout.strip("\n").split("\n"))


def filtered(text: str, filters: list[str]) -> str:
    """The output after its filters."""
    for one in filters:
        match one.split():
            case ["lines", span] if re.fullmatch(r"\d+-\d*", span):
                first, last = span.split("-")
                text = "\n".join(text.split("\n")[int(first) - 1 : int(last) if last else None])
            case ["fence", *language]:
                text = f"```{''.join(language)}\n{text}\n```"
            case _:
                raise Refused(f"no such filter: `{one}`; there are `lines 3-20` and `fence LANGUAGE`")
    return text


def markdown_files() -> list[Path]:
    """Every Markdown file of the project."""
    return sorted(path for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")] if path.is_file())


def blanked(pattern: re.Pattern[str], text: str) -> str:
    """The text with spaces for what matches, every line and column where it was."""
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def prose(text: str) -> str:
    """The text with code blanked out, so that what it shows is not taken for marks or links."""
    return blanked(SPAN, blanked(FENCE, text))


def blocks(text: str) -> list[re.Match[str]]:
    """The marked blocks, except those shown as code. (A block may hold a fence: marks stand outside it.)"""
    visible = prose(text)
    return [block for block in BLOCK.finditer(text) if visible[block.start() : block.start() + 4] == "<!--"]


def whole_files() -> dict[Path, str]:
    """File → command, from the list."""
    entries = tomllib.loads(LIST.read_text(encoding="utf-8")).get("file", [])
    return {ROOT / entry["path"]: entry["command"] for entry in entries}


def wanted(block: re.Match[str], printed: dict[str, str]) -> str:
    """What should stand between the marks."""
    command, *filters = [part.strip() for part in block["spec"].split(" | ")]
    text = filtered(printed[command], filters)
    return f"\n{text}\n" if "\n" in block["body"] or "\n" in text else text.strip()


def heading_anchors(text: str) -> set[str]:
    """The anchors of a Markdown file's headings, as GitHub makes them, and explicit ones."""
    headings = re.findall(r"^#+ +(.+?) *#*$", blanked(FENCE, text), re.MULTILINE)
    made = {re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()).replace(" ", "-") for heading in headings}
    return made | set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text))


def broken_links(path: Path) -> list[str]:
    """A sentence for each relative link that leads nowhere."""
    problems = []
    text = path.read_text(encoding="utf-8")
    for link in LINK.finditer(prose(text)):
        to, _, anchor = link["to"].partition("#")
        if re.match(r"[a-z]+:", link["to"]):
            continue
        target = (path.parent / to).resolve() if to else path
        line = text.count("\n", 0, link.start()) + 1
        if not target.exists():
            problems.append(f"{path.relative_to(ROOT)}:{line}: the link leads to {to}, which does not exist")
        elif anchor and target.suffix == ".md" and anchor not in heading_anchors(target.read_text(encoding="utf-8")):
            problems.append(f"{path.relative_to(ROOT)}:{line}: {to or 'this file'} has no heading #{anchor}")
    return problems


def main(arguments: list[str]) -> int:
    """Compare, or with --write renew; 1 if anything is out of step."""
    write = "--write" in arguments
    texts = {path: path.read_text(encoding="utf-8") for path in markdown_files()}
    files = whole_files()
    commands = {block["spec"].split(" | ")[0].strip() for text in texts.values() for block in blocks(text)} | set(files.values())

    problems: list[str] = []
    printed: dict[str, str] = {}

    def attempt(command: str) -> None:
        try:
            printed[command] = output_of(command)
        except Refused as refused:
            problems.append(str(refused))

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(attempt, sorted(commands)))

    renewed: list[Path] = []

    def settle(path: Path, before: str, after: str, what: str) -> None:
        if before == after:
            return
        if write:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(after, encoding="utf-8", newline="\n")
            renewed.append(path)
        else:
            problems.append(f"{path.relative_to(ROOT)}: {what} is out of step; `make docs` renews it")

    for path, text in texts.items():
        parts, position, stale = [], 0, []
        for block in blocks(text):
            if block["spec"].split(" | ")[0].strip() not in printed:
                continue
            try:
                body = wanted(block, printed)
            except Refused as refused:
                problems.append(f"{path.relative_to(ROOT)}: {refused}")
                continue
            if body != block["body"]:
                stale.append(f"`{block['spec']}`")
            parts += [text[position : block.start("body")], body]
            position = block.end("body")
        settle(path, text, "".join([*parts, text[position:]]), ", ".join(stale))
    for path, command in files.items():
        if command in printed:
            before = path.read_text(encoding="utf-8") if path.exists() else ""
            settle(path, before, printed[command] + "\n", f"the file (`{command}`)")
    for path in markdown_files():
        problems += broken_links(path)

    for path in renewed:
        print(f"renewed {path.relative_to(ROOT)}")
    for problem in problems:
        print(problem)
    print(f"docs in step: {len(commands)} commands, {len(texts)} Markdown files, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
