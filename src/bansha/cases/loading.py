"""Reading a case file strictly: YAML with its line numbers, only known keys, every mistake named by file and line."""

from pathlib import Path
from typing import Any, NamedTuple

import yaml

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


class _Loader(yaml.SafeLoader):
    """Times stay text; everything else as YAML has it."""

    file: str


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def _mapping(loader: _Loader, node: yaml.MappingNode) -> Lined:
    mapping = Lined()
    mapping.line = node.start_mark.line + 1
    mapping.lines = {}
    for key_node, value_node in node.value:
        key = key_node.value if isinstance(key_node, yaml.ScalarNode) else ""
        line = key_node.start_mark.line + 1
        if not key:
            raise case_error(loader.file, line, "键要是文字", "a key must be text")
        if key in mapping:
            raise case_error(loader.file, line, f"「{key}」写了两次", f"{key!r} is given twice")
        mapping[key] = loader.construct_object(value_node, deep=True)
        mapping.lines[key] = line
    return mapping


def _sequence(loader: _Loader, node: yaml.SequenceNode) -> LinedList:
    sequence = LinedList(loader.construct_object(item, deep=True) for item in node.value)
    sequence.line = node.start_mark.line + 1
    return sequence


_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)
_Loader.add_constructor("tag:yaml.org,2002:seq", _sequence)


def load(path: Path) -> list[Source]:
    """The cases of a file. Raises Malformed with file and line."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Malformed("file", f"读不了 {path}：{error}", f"cannot read {path}: {error}") from None
    loader = _Loader(text)
    loader.file = str(path)
    sources = []
    try:
        while loader.check_data():  # type: ignore[no-untyped-call]
            data = loader.get_data()  # type: ignore[no-untyped-call]
            if not isinstance(data, Lined):
                raise case_error(str(path), 1, "案例要是一组键", "a case must be a mapping of keys")
            sources.append(Source(str(path), data))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise case_error(str(path), line, f"不是 YAML：{error.problem}", f"not YAML: {error.problem}") from None
    except yaml.YAMLError as error:
        raise case_error(str(path), 1, f"不是 YAML：{error}", f"not YAML: {error}") from None
    finally:
        loader.dispose()
    if not sources:
        raise case_error(str(path), 1, "文件里没有案例", "there is no case in this file")
    return sources
