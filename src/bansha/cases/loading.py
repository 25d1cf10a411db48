"""Reading a case file strictly: YAML with its line numbers, only known keys, every mistake named by file and line."""

import re
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from bansha.cases.files import contents
from bansha.rules.errors import Malformed


class Lined(dict[str, Any]):
    """A YAML mapping that knows its lines; keys are text."""

    line: int
    lines: dict[str, int]


class LinedList(list[Any]):
    """A YAML sequence that knows its line."""

    line: int


class Source(NamedTuple):
    """One case as written: the file, and the mapping with its lines."""

    file: str
    data: Lined


def case_error(file: str, line: int, zh: str, en: str) -> Malformed:
    """A malformed case, with file and line."""
    return Malformed("case", f"{file}:{line}：{zh}", f"{file}:{line}: {en}")


_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_LONGEST_INT = 18
_LONGEST_FILE = 4_000_000  # bytes
_MOST_PARTS = 100_000
_INT = re.compile(r"-?[0-9]+")
_FLOAT = re.compile(r"-?[0-9]+\.[0-9]+")
_PLAIN = {"": None, "null": None, "~": None, "true": True, "false": False}


def _value(file: str, node: yaml.Node) -> Any:
    """A node as data: unquoted whole numbers, true, false and null as such, every other scalar as the text it is."""
    if isinstance(node, yaml.MappingNode):
        return _mapping(file, node)
    if isinstance(node, yaml.SequenceNode):
        sequence = LinedList(_value(file, item) for item in node.value)
        sequence.line = node.start_mark.line + 1
        return sequence
    assert isinstance(node, yaml.ScalarNode)
    text: str = node.value
    if node.style in ("'", '"', "|", ">"):
        return text
    if _INT.fullmatch(text) and len(text) <= _LONGEST_INT:
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return _PLAIN.get(text, text)


def check_size(file: str, node: yaml.Node) -> None:
    """Raises Malformed for a case of too many parts: a few references (``*``) can stand for more of them than there is memory."""
    parts = [node]
    seen = 0
    while parts:
        part = parts.pop()
        seen += 1
        if seen > _MOST_PARTS:
            raise case_error(
                file, node.start_mark.line + 1, f"案例太大（最多 {_MOST_PARTS} 项）", f"the case has more than {_MOST_PARTS} parts"
            )
        if isinstance(part, yaml.MappingNode):
            parts += [item for pair in part.value for item in pair]
        elif isinstance(part, yaml.SequenceNode):
            parts += part.value


def _mapping(file: str, node: yaml.MappingNode) -> Lined:
    mapping = Lined()
    mapping.line = node.start_mark.line + 1
    mapping.lines = {}
    for key_node, value_node in node.value:
        key = key_node.value if isinstance(key_node, yaml.ScalarNode) else ""
        line = key_node.start_mark.line + 1
        if not key:
            raise case_error(file, line, "键要是文字", "a key must be text")
        if key in mapping:
            raise case_error(file, line, f"「{key}」写了两次", f"{key!r} is given twice")
        mapping[key] = _value(file, value_node)
        mapping.lines[key] = line
    return mapping


def read_text(path: Path) -> str:
    """A file's text. Raises Malformed if it cannot be read, is too big or no UTF-8."""
    raw = contents(path, _LONGEST_FILE)
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise case_error(str(path), line, "不是 UTF-8 文本", "this is not UTF-8 text") from None


def load(path: Path) -> list[Source]:
    """The cases of a file. Raises Malformed with file and line."""
    text = read_text(path)
    sources = []
    try:
        for node in yaml.compose_all(text, Loader=_LOADER):
            check_size(str(path), node)
            data = _value(str(path), node)
            if not isinstance(data, Lined):
                raise case_error(str(path), node.start_mark.line + 1, "案例要是一组键", "a case must be a mapping of keys")
            sources.append(Source(str(path), data))
    except RecursionError:
        raise case_error(str(path), 1, "YAML 层次太深", "this YAML is nested too deeply") from None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise case_error(str(path), line, f"不是 YAML：{error.problem}", f"not YAML: {error.problem}") from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, text.find(chr(error.character))) + 1
        raise case_error(
            str(path),
            line,
            f"案例里不能有控制字符 U+{error.character:04X}",
            f"a case holds no control characters; this is U+{error.character:04X}",
        ) from None
    if not sources:
        raise case_error(str(path), 1, "文件里没有案例", "there is no case in this file")
    return sources
