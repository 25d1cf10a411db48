"""The kernel, compiled: from functions on plain ints to machine code, without a second text of the law.

``compiled(entry)`` walks the functions that ``entry`` reaches through its module's globals and gives every one a *twin*: the same
code object with globals in which each callee is replaced by the callee's twin. Numba compiles the twins. The originals stay as they
are, so one process can run both and compare them.

The state is a ``State`` of slots when interpreted and a NumPy record when compiled, laid out from the same declaration
(:func:`bansha.rules.states.fields`): ``s.alive``, ``s.marks[i] += 1`` read the same for both. All ints are int64.

What compiled code does not do: raise on an index out of range (``bounds=True`` does, for tests), notice an int beyond int64, raise
on division by zero (nor may the kernel rely on it).

Numba's own cache looks at one file only, and a clause in another file may have changed. So what lies on disk goes by a fingerprint
of everything that was compiled: the code and constants of all functions reached, versions, processor. A stale cache cannot be met,
only missed.
"""

import builtins
import dis
import hashlib
import os
import platform
import shutil
import sys
import types
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from bansha.rules.states import blank, fields

S = TypeVar("S")

ALLOWED_BUILTINS = {"range", "len", "abs", "min", "max"}
KEPT = 12  # fingerprints that stay on disk: two rule sets, plain and with bounds, the search for gaps, and a change or two


class NotKernelError(TypeError):
    """A function that compiled code reaches is not written as kernel text must be (docs/architecture.md)."""


# ---- the state -------------------------------------------------------------------------------------------------------------------------


def record_type(cls: type) -> Any:
    """The NumPy dtype of a ``State`` class: int64 all through, lists as nested arrays."""
    np = _numpy()
    return np.dtype([(name, np.int64, (length,)) if length else (name, np.int64) for name, length in fields(cls)])


def records(cls: type, n: int) -> Any:
    """``n`` blank records in an array; compiled functions take its elements: ``play(states[0], …)``."""
    return _numpy().zeros(n, record_type(cls))


def into_record(state: object, array: Any, i: int = 0) -> None:
    """Copy a state of slots into element ``i`` of an array of records."""
    for name, _ in fields(type(state)):
        array[name][i] = getattr(state, name)


def as_record(state: object) -> Any:
    """An array of one record with the values of a state of slots. Pass its element 0: ``function(as_record(state)[0])``."""
    array = records(type(state), 1)
    into_record(state, array)
    return array


def from_record(cls: type[S], array: Any, i: int = 0) -> S:
    """The state of slots with the values of element ``i``, in Python ints."""
    state = blank(cls)
    for name, _ in fields(cls):
        setattr(state, name, array[name][i].tolist())
    return state


# ---- the functions ---------------------------------------------------------------------------------------------------------------------


def callees(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """The globals that a function reads: ``(name, value)`` of functions, ints and tuples of ints.

    NotKernelError if it uses anything else, or is itself more than positional arguments.
    """
    code = function.__code__
    where = f"{function.__module__}.{function.__qualname__}"
    if function.__closure__ or function.__defaults__ or function.__kwdefaults__ or code.co_kwonlyargcount or code.co_flags & 0x0C:
        raise NotKernelError(f"{where}: a kernel function takes positional arguments only, without defaults, and closes over nothing")
    for name in _global_names(code):
        if name in function.__globals__:
            value = function.__globals__[name]
        elif name in ALLOWED_BUILTINS:
            continue
        elif hasattr(builtins, name):
            raise NotKernelError(f"{where}: uses the builtin {name}; the kernel has {', '.join(sorted(ALLOWED_BUILTINS))}")
        else:
            raise NotKernelError(f"{where}: {name} is not defined in its module")
        if not (isinstance(value, types.FunctionType) or _is_constant(value)):
            raise NotKernelError(f"{where}: {name} is a {type(value).__name__}; the kernel uses functions, ints and tuples of ints by name")
        yield name, value


def reach(entry: Callable[..., Any]) -> list[types.FunctionType]:
    """``entry`` and all functions that it reaches, callees first. NotKernelError on recursion."""
    if not isinstance(entry, types.FunctionType):
        raise NotKernelError(f"{entry!r} is not a plain function")
    order: list[types.FunctionType] = []
    path: list[types.FunctionType] = []

    def visit(function: types.FunctionType) -> None:
        if function in order:
            return
        if function in path:
            chain = " → ".join(f.__qualname__ for f in [*path[path.index(function) :], function])
            raise NotKernelError(f"the kernel does not recur: {chain}")
        path.append(function)
        for _, value in callees(function):
            if isinstance(value, types.FunctionType):
                visit(value)
        path.pop()
        order.append(function)

    visit(entry)
    return order


_entries: dict[tuple[types.FunctionType, bool], Any] = {}
_inner: dict[tuple[types.FunctionType, bool], Any] = {}  # cheaper to compile, but Python cannot call them


def compiled(entry: Callable[..., Any], *, bounds: bool = False, on_disk: bool = True) -> Callable[..., Any]:
    """The compiled twin of ``entry`` and of all that it calls; compiles at the first call, or loads what an earlier process compiled.

    ``bounds``: raise IndexError on an index out of range, and ZeroDivisionError, as interpreted code does; slower, for tests.
    ``on_disk``: keep the result there. Use few entries with much below them: every entry is a cache of its own.
    NotKernelError if the functions are not written as kernel; ImportError with the way out if numba is not installed.
    """
    functions = reach(entry)
    key = (functions[-1], bounds)
    if key not in _entries:
        twins: dict[types.FunctionType, Any] = {}
        for function in functions[:-1]:
            if (function, bounds) not in _inner:
                _inner[function, bounds] = _jit(_twin(function, twins), bounds, inner=True)
            twins[function] = _inner[function, bounds]
        folder = _cache_folder(fingerprint(functions, bounds=bounds)) if on_disk else None
        _entries[key] = _jit(_twin(functions[-1], twins), bounds, inner=False, folder=folder)
    twin: Callable[..., Any] = _entries[key]
    return twin


def fingerprint(functions: list[types.FunctionType], *, bounds: bool = False) -> str:
    """A digest of all that compiled code depends on: what the functions do, the constants they read, versions, processor, mode."""
    import llvmlite
    import llvmlite.binding as llvm
    import numba

    digest = hashlib.sha256()
    digest.update(repr((sys.version, platform.machine(), numba.__version__, llvmlite.__version__, _numpy().__version__)).encode())
    digest.update(repr(_options(bounds)).encode())
    digest.update(f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}".encode())
    for function in functions:
        code = function.__code__
        digest.update(repr((function.__module__, function.__qualname__, code.co_varnames, code.co_names, code.co_consts)).encode())
        digest.update(code.co_code)
        for name, value in callees(function):
            digest.update(
                f"{name}={value.__module__}.{value.__qualname__}".encode()
                if isinstance(value, types.FunctionType)
                else f"{name}={value!r}".encode()
            )
    return digest.hexdigest()[:32]


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise ImportError("the lab needs numpy and numba: pip install 'bansha[fast]'") from None
    return numpy


@cache
def _global_names(code: types.CodeType) -> tuple[str, ...]:
    return tuple(sorted({str(i.argval) for i in dis.get_instructions(code) if i.opname == "LOAD_GLOBAL"}))


def _is_constant(value: object) -> bool:
    return isinstance(value, int) or (isinstance(value, tuple) and bool(value) and all(isinstance(v, int) for v in value))


def _twin(function: types.FunctionType, twins: dict[types.FunctionType, Any]) -> types.FunctionType:
    """The same code object over globals whose functions are the twins."""
    names = {name: twins[value] if isinstance(value, types.FunctionType) else value for name, value in callees(function)}
    scope = {"__builtins__": builtins, "__name__": function.__module__, **names}
    twin = types.FunctionType(function.__code__, scope, function.__name__)
    twin.__qualname__ = function.__qualname__
    twin.__module__ = function.__module__
    return twin


def _options(bounds: bool) -> dict[str, Any]:
    """What numba is told. No reference counts (``_nrt``): the kernel allocates nothing, and counting those of its arrays at every call took
    a fifth of the time.
    """
    return {"boundscheck": bounds, "error_model": "python" if bounds else "numpy", "nogil": True, "_nrt": False}


def _jit(function: types.FunctionType, bounds: bool, *, inner: bool, folder: Path | None = None) -> Any:
    try:
        import numba
    except ImportError:
        raise ImportError("the lab needs numpy and numba: pip install 'bansha[fast]'") from None
    options = _options(bounds)
    if inner:
        options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    if folder is None:
        return numba.njit(**options)(function)
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        return numba.njit(cache=True, **options)(function)
    finally:
        config.CACHE_DIR = before


def cache_root() -> Path:
    """Where compiled code lies: ``$XDG_CACHE_HOME/bansha/numba``, by default under ``~/.cache``."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "bansha" / "numba"


def _cache_folder(digest: str) -> Path | None:
    """The folder of one fingerprint, made if need be; old ones are swept. None if nothing can be written there."""
    try:
        root = cache_root()
        folder = root / digest
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        if not os.access(folder, os.W_OK):
            return None
        by_age = sorted(root.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    except (OSError, RuntimeError):
        return None
    for old in by_age[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
    return folder
