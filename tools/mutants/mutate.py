"""Every mutant of a source file. Knows Python's grammar and nothing of tests or of the law."""

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

COMPARE: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}


class Mutant(NamedTuple):
    """One small change. ``name`` tells it from all others; ``function`` is the outermost function it lies in, "" outside any."""

    name: str
    path: Path
    module: str
    function: str
    first_line: int
    last_line: int
    steps: tuple[tuple[str, int], ...]  # from the module down to the node: field, index in it or −1
    change: int  # which of the node's changes


def parse(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def changes(node: ast.AST, *, outside: bool) -> Iterator[tuple[ast.AST, ast.AST]]:
    """What the node could be changed to, each with what stood there (for the name). ``outside``: not in a function."""
    match node:
        case ast.Compare(left=left, ops=ops, comparators=right):
            for i, op in enumerate(ops):
                for other in COMPARE[type(op)]:
                    yield node, ast.Compare(left, [*ops[:i], other(), *ops[i + 1 :]], right)
        case ast.BoolOp(op=ast.And(), values=values):
            yield node, ast.BoolOp(ast.Or(), values)
        case ast.BoolOp(op=ast.Or(), values=values):
            yield node, ast.BoolOp(ast.And(), values)
        case ast.UnaryOp(op=ast.Not() | ast.Invert(), operand=operand):
            yield node, operand
        case ast.BinOp(left=left, op=op, right=right_hand) if type(op) in ARITHMETIC:
            yield node, ast.BinOp(left, ARITHMETIC[type(op)](), right_hand)
        case ast.AugAssign(target=target, op=op, value=value):
            yield node, ast.Pass()
            if type(op) in ARITHMETIC:
                yield node, ast.AugAssign(target, ARITHMETIC[type(op)](), value)
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript(), *_]) if not outside:
            yield node, ast.Pass()
        case ast.Expr(value=ast.Call()) | ast.Raise():
            yield node, ast.Pass()
        case ast.Constant(value=bool(value)):
            yield node, ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield node, ast.Constant(value + 1)
        case ast.Constant(value=str(value)) if not outside:
            yield node, ast.Constant("XX" + value)
        case ast.Break():
            yield node, ast.Continue()
        case ast.Continue():
            yield node, ast.Break()
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if isinstance(
            test, ast.Name | ast.Attribute | ast.Call | ast.BinOp | ast.Subscript
        ):
            opposite = copy.copy(node)
            opposite.test = ast.UnaryOp(ast.Not(), test)
            yield test, opposite


def children(node: ast.AST) -> Iterator[tuple[str, int, ast.AST]]:
    """What may be mutated below a node: no docstrings, annotations, decorators, messages of errors."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "type_comment", "exc", "cause", "bases", "keywords") and not isinstance(
            node, ast.Call
        ):
            continue
        if isinstance(value, ast.AST):
            if not isinstance(value, ast.JoinedStr):
                yield field, -1, value
        elif isinstance(value, list):
            for index, item in enumerate(value):
                docstring = isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant)
                if isinstance(item, ast.AST) and not docstring:
                    yield field, index, item


def mutants(path: Path, module: str, *, labels: bool = False) -> list[Mutant]:
    """Every mutant of a file, in the order of the text. ``labels``: ints outside functions are arbitrary names, leave them alone."""
    found: list[Mutant] = []
    names: Counter[str] = Counter()

    def visit(node: ast.AST, steps: tuple[tuple[str, int], ...], place: str, function: str, statement: ast.stmt | None) -> None:
        if not (labels and not function and isinstance(node, ast.Constant)):
            for change, (before, after) in enumerate(changes(node, outside=not function)):
                shown = after.test if isinstance(after, ast.If | ast.While | ast.IfExp) else after
                name = f"{module}:{place}: {text(before)} -> {text(shown)}"
                names[name] += 1
                if names[name] > 1:
                    name += f" ({names[name]})"
                first = statement.lineno if statement is not None else 1
                last = getattr(before, "end_lineno", None) or first
                if before is node and isinstance(node, ast.stmt) and not isinstance(node, ast.If | ast.While):
                    last = node.end_lineno or last
                found.append(Mutant(name, path, module, function, first, last, steps, change))
        for field, index, child in children(node):
            below, in_function = place, function
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and field == "body" and not function:
                in_function = place
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                below = f"{place}.{child.name}" if place else child.name
            elif isinstance(child, ast.Assign | ast.AnnAssign) and not in_function:
                target = child.targets[0] if isinstance(child, ast.Assign) else child.target
                below = f"{place}.{ast.unparse(target)}" if place else ast.unparse(target)
            visit(child, (*steps, (field, index)), below, in_function, child if isinstance(child, ast.stmt) else statement)

    visit(parse(path), (), "", "", None)
    return found


def text(node: ast.AST) -> str:
    """The source of a node on one line, cut where it gets long."""
    line = " ".join(ast.unparse(node).split())
    return line if len(line) <= 100 else line[:97] + "…"


def apply(mutant: Mutant) -> ast.Module:
    """The whole tree of the mutant's file, changed."""
    tree: ast.AST = parse(mutant.path)
    root, parent, field, index = tree, tree, "", -1
    for field, index in mutant.steps:
        parent, tree = tree, getattr(tree, field) if index < 0 else getattr(tree, field)[index]
    _, after = list(changes(tree, outside=not mutant.function))[mutant.change]
    ast.copy_location(after, tree)
    if index < 0:
        setattr(parent, field, after)
    else:
        getattr(parent, field)[index] = after
    assert isinstance(root, ast.Module)
    return ast.fix_missing_locations(root)
