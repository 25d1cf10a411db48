"""Plays the tests against mutants. Knows pytest and processes, nothing of the law."""

import builtins
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import os
import pickle
import resource
import select
import signal
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, NamedTuple, NoReturn

import pytest
from _pytest.runner import runtestprotocol

from tools.mutants.mutate import Mutant, apply

ROOT = Path(__file__).resolve().parents[2]
MEMORY = 4 << 30  # bytes a child may take; a mutant that asks for more was noticed


class Outcome(NamedTuple):
    """What became of a mutant; ``by`` is the test that killed it, "" if none did, "(time)" if it did not end."""

    mutant: Mutant
    killed: bool
    by: str
    seconds: float


Report = Callable[[Outcome], None]


def pytest_arguments(tests: Sequence[str]) -> list[str]:
    """Fast and silent, with nothing written to disk."""
    return [
        *tests,
        *(
            "-o",
            "addopts=",
            "--import-mode=importlib",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            "-q",
            "-q",
            "--no-header",
            "--no-summary",
        ),
        *("-m", "not slow", "-W", "ignore::pytest.PytestAssertRewriteWarning"),
    ]


def leave(pipe: int, message: str) -> NoReturn:
    """End a child for good, with a message to the parent."""
    os.write(pipe, message.encode())
    os._exit(0)


class Pool:
    """Forks one child per job, so many at a time; gathers what each writes before it ends."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.running: dict[int, tuple[int, Mutant, float, bytes]] = {}  # pipe → pid, mutant, began, read so far

    def submit(self, mutant: Mutant, limit: float, work: Callable[[int], NoReturn], done: Report) -> None:
        """Run ``work(pipe)`` in a child that may use ``limit`` seconds of CPU."""
        while len(self.running) >= self.jobs:
            self.collect(done)
        sys.stdout.flush()
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                os.close(reading)
                signal.signal(signal.SIGPROF, signal.SIG_DFL)
                signal.setitimer(signal.ITIMER_PROF, limit)
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                null = os.open(os.devnull, os.O_WRONLY)
                os.dup2(null, 1)
                os.dup2(null, 2)
                work(writing)
            except BaseException as error:  # noqa: BLE001 a child must never fall back into the parent's loop
                os.write(writing, f"({type(error).__name__})".encode())
            finally:
                os._exit(0)
        os.close(writing)
        self.running[reading] = (pid, mutant, time.monotonic(), b"")

    def collect(self, done: Report) -> None:
        """Wait until at least one child has ended."""
        ready, _, _ = select.select(list(self.running), [], [])
        for pipe in ready:
            pid, mutant, began, before = self.running.pop(pipe)
            data = os.read(pipe, 65536)
            if data:
                self.running[pipe] = (pid, mutant, began, before + data)
                continue
            os.close(pipe)
            _, status = os.waitpid(pid, 0)
            by = "(time)" if os.WIFSIGNALED(status) else before.decode()
            done(Outcome(mutant, bool(by), by, time.monotonic() - began))

    def drain(self, done: Report) -> None:
        """Wait for all."""
        while self.running:
            self.collect(done)


class Tracer:
    """Which lines of the files under test does a test execute?"""

    def __init__(self, paths: Iterable[Path]) -> None:
        self.paths = {str(path) for path in paths}
        self.hit: set[tuple[str, int]] = set()

    def enter(self, frame: FrameType, event: str, _: Any) -> Any:
        """The tracer of calls: follows only the files under test."""
        return self.line(frame, event, _) if frame.f_code.co_filename in self.paths else None

    def line(self, frame: FrameType, _event: str, _: Any) -> Any:
        """The tracer of lines."""
        self.hit.add((frame.f_code.co_filename, frame.f_lineno))
        return self.line


class Hot:
    """A pytest plugin that, instead of playing the tests once, plays them against every mutant that lies in a function."""

    def __init__(self, mutants: Sequence[Mutant], jobs: int, report: Report, *, anyway: bool) -> None:
        self.mutants = mutants
        self.anyway = anyway
        self.pool = Pool(jobs)
        self.report = report
        self.seconds: dict[str, float] = {}
        self.killers: dict[str, Counter[str]] = defaultdict(Counter)  # per module and per function: tests that have killed there
        self.failed: list[str] = []
        self.late: list[Mutant] = []  # not swappable after all

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Once under the tracer, then once per mutant."""
        tracer = Tracer({mutant.path for mutant in self.mutants})
        covering: dict[tuple[str, int], list[pytest.Item]] = defaultdict(list)
        for item, following in zip(session.items, [*session.items[1:], None], strict=True):
            tracer.hit = set()
            began = time.process_time()
            sys.settrace(tracer.enter)
            reports = runtestprotocol(item, log=False, nextitem=following)
            sys.settrace(None)
            self.seconds[item.nodeid] = time.process_time() - began
            if any(report.failed for report in reports):
                self.failed.append(item.nodeid)
                continue
            for line in tracer.hit:
                covering[line].append(item)
        if self.failed and not self.anyway:
            return True
        for mutant in self.mutants:
            items = {
                item.nodeid: item
                for n in range(mutant.first_line, mutant.last_line + 1)
                for item in covering.get((str(mutant.path), n), [])
            }
            swap = swapper(mutant)
            if swap is None:
                self.late.append(mutant)
            elif not items:
                self.report(Outcome(mutant, killed=False, by="", seconds=0.0))
            else:
                # The seconds were taken under the tracer, which is slow: three times as long is plenty.
                chosen = self.order(mutant, items)
                limit = 0.5 + 3 * sum(self.seconds[item.nodeid] for item in chosen)
                self.pool.submit(mutant, limit, partial(play, swap=swap, items=chosen), self.done)
        self.pool.drain(self.done)
        return True

    def order(self, mutant: Mutant, items: dict[str, pytest.Item]) -> list[pytest.Item]:
        """Those first that killed in the same function, then in the same module, then the quick ones."""
        here, near = self.killers[f"{mutant.module}:{mutant.function}"], self.killers[mutant.module]
        return sorted(items.values(), key=lambda item: (-here[item.nodeid], -near[item.nodeid], self.seconds[item.nodeid], item.nodeid))

    def done(self, outcome: Outcome) -> None:
        """Remember the killer, pass the outcome on."""
        if outcome.killed:
            self.killers[f"{outcome.mutant.module}:{outcome.mutant.function}"][outcome.by] += 1
            self.killers[outcome.mutant.module][outcome.by] += 1
        self.report(outcome)


def swapper(mutant: Mutant) -> Callable[[], None] | None:
    """What puts the mutant's code into the living function; None if there is no such function to be found."""
    module = sys.modules.get(mutant.module)
    found: Any = module
    for part in mutant.function.split("."):
        found = inspect.getattr_static(found, part, None)
        found = found.__func__ if isinstance(found, staticmethod | classmethod) else found
        found = found.fget if isinstance(found, property) else found
    if not isinstance(found, FunctionType) or hasattr(found, "__wrapped__"):
        return None
    function = found

    def swap() -> None:
        code: CodeType | None = compile(apply(mutant), str(mutant.path), "exec", dont_inherit=True)
        for part in mutant.function.split("."):
            code = next((c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == part), None) if code else None
        assert code is not None
        function.__code__ = code

    return swap


def play(pipe: int, swap: Callable[[], None], items: Sequence[pytest.Item]) -> NoReturn:
    """In a child: swap, play until the first failure, tell which."""
    swap()
    for item, following in zip(items, [*items[1:], None], strict=True):
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
            leave(pipe, item.nodeid)
    leave(pipe, "")


class Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports the mutant's module from its changed tree."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, _path: object, _target: object = None) -> importlib.machinery.ModuleSpec | None:
        """Only the mutant's own module is ours to find."""
        if name != self.mutant.module:
            return None
        places = [str(self.mutant.path.parent)] if self.mutant.path.name == "__init__.py" else None
        spec = importlib.util.spec_from_file_location(name, self.mutant.path, loader=self, submodule_search_locations=places)
        assert spec is not None
        return spec

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        """The usual kind of module."""

    def exec_module(self, module: ModuleType) -> None:
        """Fill it from the changed tree."""
        exec(compile(apply(self.mutant), str(self.mutant.path), "exec", dont_inherit=True), module.__dict__)


class FirstFailure:
    """A pytest plugin that leaves the process at the first failure; plays the tests in ``order``, by its numbers, and no others."""

    def __init__(self, pipe: int, order: dict[str, float]) -> None:
        self.pipe, self.position = pipe, order

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Put the promising ones first. Tests that are gone were noticed too."""
        items[:] = sorted((item for item in items if item.nodeid in self.position), key=lambda item: self.position[item.nodeid])
        if len(items) < len(self.position):
            leave(self.pipe, "(collection)")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A failure is all we want to know."""
        if report.failed:
            leave(self.pipe, report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A module that cannot even be imported was noticed."""
        if report.failed:
            leave(self.pipe, report.nodeid or "(import)")


def import_anew(pipe: int, mutant: Mutant, tests: Sequence[str], order: dict[str, float]) -> NoReturn:
    """In a child that has imported nothing of ours: play everything on the changed source until the first failure."""
    sys.meta_path.insert(0, Changed(mutant))
    status = pytest.main(pytest_arguments(tests), plugins=[FirstFailure(pipe, order)])
    leave(pipe, "" if status == 0 else "(import)")


def warm() -> None:
    """Import, once for all children, what is large and not ours."""
    for name in ("hypothesis", "hypothesis.strategies", "yaml", "tomllib", "decimal"):
        builtins.__import__(name)


def run(mutants: Sequence[Mutant], tests: Sequence[str], jobs: int, report: Report, *, anyway: bool = False) -> list[str]:
    """Play all mutants; returns the tests that fail without any (then no mutant was played, unless ``anyway``: without those tests)."""
    os.environ["HYPOTHESIS_PROFILE"] = "mutants"
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(ROOT / "src"))
    warm()
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:  # everything of ours is imported in this child only
        os.close(reading)
        hot = Hot([mutant for mutant in mutants if mutant.function], jobs, report=lambda outcome: send(writing, outcome), anyway=anyway)
        try:
            status = pytest.main(pytest_arguments(tests), plugins=[hot])
            ended: object = hot.failed or (["(collection)"] if status not in (0, pytest.ExitCode.TESTS_FAILED) else [])
        except BaseException:  # noqa: BLE001 told by the parent
            ended = ["(" + traceback.format_exc(limit=3) + ")"]
        send(writing, (ended, hot.seconds, dict(hot.killers), hot.late))
        os._exit(0)
    os.close(writing)
    last: Any = None
    with os.fdopen(reading, "rb") as stream:
        while True:
            try:
                last = pickle.load(stream)
            except EOFError:
                break
            if isinstance(last, Outcome):
                report(last)
    os.waitpid(pid, 0)
    if not isinstance(last, tuple) or isinstance(last, Outcome):
        return ["(the process that plays the mutants ended early)"]
    failed, seconds, killers, late = last
    if failed and not (anyway and seconds):
        return list(failed)
    good = {test: taken for test, taken in seconds.items() if test not in failed}
    left: list[Mutant] = [*(mutant for mutant in mutants if not mutant.function), *late]
    files = {mutant.module: {test.partition("::")[0] for test in killers.get(mutant.module, ()) if test in good} for mutant in left}
    # The files that killed elsewhere in the module are likely to kill, and quick to collect; what they let live meets all tests.
    near = [mutant for mutant in left if files[mutant.module]]
    living = {
        mutant for mutant, by in play_anew(near, jobs, lambda mutant: files[mutant.module], good, killers, report).items() if not by.killed
    }
    far = [mutant for mutant in left if mutant in living or not files[mutant.module]]
    for outcome in play_anew(far, jobs, lambda _: tests, good, killers, report).values():
        if not outcome.killed:
            report(outcome)
    return list(failed)


def play_anew(
    mutants: Sequence[Mutant],
    jobs: int,
    files: Callable[[Mutant], Iterable[str]],
    seconds: dict[str, float],
    killers: dict[str, Counter[str]],
    report: Report,
) -> dict[Mutant, Outcome]:
    """Play mutants that need everything imported anew, each against the tests that lie in its ``files``. Only kills are reported."""
    outcomes: dict[Mutant, Outcome] = {}

    def done(outcome: Outcome) -> None:
        outcomes[outcome.mutant] = outcome
        if outcome.killed:
            report(outcome)

    pool = Pool(jobs)
    for mutant in mutants:
        within = tuple(files(mutant))
        near = killers.get(mutant.module, Counter())
        order = {test: taken - 1e6 * near[test] for test, taken in seconds.items() if test.startswith(within)}
        limit = 5.0 + 3 * sum(seconds[test] for test in order)
        pool.submit(mutant, limit, partial(import_anew, mutant=mutant, tests=within, order=order), done)
    pool.drain(done)
    return outcomes


def send(pipe: int, thing: object) -> None:
    """One pickled thing down a pipe, whole."""
    data = pickle.dumps(thing)
    while data:
        data = data[os.write(pipe, data) :]
