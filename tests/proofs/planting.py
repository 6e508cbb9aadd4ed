"""Plant one fault and run the tests that might detect it.

All tests are collected once. For each fault a child process is forked. It changes the code of one function in
memory, clears the caches, and runs the tests that execute the line, until a test fails that passes without
the fault. If none of them detects the fault, or if the fault is not inside a function, the proof plants it in
a copy of the tree, where its tests run from the beginning.
"""

from __future__ import annotations

import functools
import gc
import json
import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FunctionType

import pytest

from tests.proofs.fault_finder import CODE, PACKAGES, ROOT, Fault

# Seconds of CPU time for the tests of one fault, so that a hang counts as detected, and for the traced run.
LONGEST = 300
LONGEST_TRACE = 3_600
# About how many seconds of tests go into a fault's first batch, and into the batch of its other tests.
QUICK = 4.0
PATIENCE = 60.0
WORDING = "tests/table/test_said.py"
WHOLE = "test_citations_match_the_golden_lines"  # these tests compare all scenes of a game at once
TRACED = (
    *(f"tests/{package}" for package in PACKAGES),
    "tests/maths/test_rules_file.py",
    # These tests cover code of the core that documents and pages use: notices, layouts and roles.
    *("tests/documents/test_signs.py", "tests/server/tables/test_layout_view.py"),
    "tests/server/sessions/test_roles.py",
    # These tests cover code that uses the core: verifiable deals, shared meters, lookups, external games.
    *("tests/server/dealing", "tests/server/meters", "tests/cli/test_rules.py"),
    *("tests/fifth_game", "tests/sixth_game", "tests/seventh_game", "tests/plugin_games"),
)
SLOW = (  # these tests are not traced and run only with --patient
    "tests/table/test_walk.py",
    "tests/table/test_shift.py",
    "tests/hands/test_exhaustive.py",
)
# Test folders of each package, for module-level code and declarations.
TESTS: dict[str, tuple[str, ...]] = {
    "rulebook": (
        "tests/rulebook",
        WORDING,
        "tests/submission",
        "tests/table",
        "tests/games",
        "tests/fifth_game",
    ),
    "cards": ("tests/cards", "tests/table", "tests/games"),
    "hands": ("tests/hands", "tests/games"),
    "submission": ("tests/submission", "tests/maths/test_rules_file.py", "tests/records", "tests/cli"),
    "games": ("tests/games", WORDING, "tests/table"),
    "table": (WORDING, "tests/table", "tests/games", "tests/records", "tests/journal", "tests/cli"),
    "meters": ("tests/meters", "tests/table"),
    "journal": ("tests/journal", "tests/records", "tests/cli"),
    "records": ("tests/records", "tests/cli"),
}

DETECTED, PASSED, CANNOT = 1, 0, 2
Report = Callable[[Fault, bool], None]


def copy_of_the_tree(folder: Path) -> Path:
    for name in ("src", "tests", "examples", "docs", "benchmarks", "tools"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "CONTRIBUTING.md", "Makefile", "constraints.txt", "LICENSE"):
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, folder / name)
    return folder


def concerns(fault: Fault, test: str) -> bool:
    """Return whether a test is relevant. A fault in one game's code concerns only the tests of that game."""
    own = {fault.path.stem, fault.path.parent.name} & {path.name for path in CODE.glob("rulebook/*/*/")}
    return fault.package in ("table", "games", "rulebook") and (
        not own or any(f"[{game}" in test for game in own)
    )


class Map:
    """Maps each line to the tests that execute it, and each test to its duration."""

    def __init__(self, stored_map: Path, patient: bool) -> None:
        stored = json.loads(stored_map.read_text())
        self.patient = patient  # also run the slow walk and shift tests
        self.seconds: dict[str, float] = stored["tests"]
        self.tests = list(self.seconds)
        self.lines: dict[str, dict[str, list[int]]] = stored["lines"]

    def executing(self, fault: Fault) -> list[str]:
        """Return the tests that execute a fault's line, or some line of its function, fastest first."""
        lines = self.lines.get(str(fault.path.relative_to(CODE)), {})
        numbers = set(lines.get(str(fault.line), ()))
        if not numbers:
            first, last = fault.around
            numbers = {n for line in range(first, last + 1) for n in lines.get(str(line), ())}
        return sorted((self.tests[n] for n in numbers), key=self.seconds.__getitem__)

    def within(self, tests: list[str], seconds: float, most: int) -> list[str]:
        """Return the first tests, at most `most`, until together they take `seconds`."""
        spent, taken = 0.0, 0
        while taken < min(len(tests), most) and spent < seconds:
            spent += self.seconds[tests[taken]]
            taken += 1
        return tests[:taken]

    def batches(self, fault: Fault) -> Iterator[list[str]]:
        """Yield batches of tests: the fastest ones, tests of wording, other tests that execute the fault's
        line, and all tests of the package.

        The last batches are for module-level code and for cached functions, because in the traced run only
        the first caller of a cached function executes its lines.
        """
        executing = self.executing(fault)
        yield (quick := self.within(executing, QUICK, 30))
        wording = [test for test in self.tests if test.startswith(WORDING) and concerns(fault, test)]
        # A game's script is cached, so a changed line in it can fail tests that did not execute the line.
        every = fault.package == "games" or not executing
        scenes = wording if every else [test for test in executing if test.startswith(WORDING)]
        yield [*scenes, *(test for test in wording if WHOLE in test and scenes)]
        yield self.within(executing[len(quick) :], PATIENCE, len(executing))
        for tests in TESTS[fault.package]:
            yield [tests]
        if self.patient:
            yield [*SLOW]


def silently(longest: int = LONGEST) -> None:
    resource.setrlimit(
        resource.RLIMIT_CPU, (longest, longest)
    )  # ends this process, which counts as a failure
    signal.alarm(20 * longest)  # this also ends a process that waits without using the CPU
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


# Plant a fault in memory.


class Planter:
    """A pytest plugin that runs some of the tests for every fault instead of all tests once."""

    def __init__(
        self, faults: list[Fault], line_map: Map, processes: int, fast: bool, report: Report
    ) -> None:
        self.waiting, self.line_map, self.processes, self.report = faults[::-1], line_map, processes, report
        self.fast = fast  # report undetected faults at once instead of planting them again in a tree
        self.left: list[Fault] = []  # not yet detected
        self.sound: dict[str, bool] = {}  # whether a test passes without a fault, if known
        self.failed = False  # whether a test has failed in this process

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        self.sources = {test: source_of(item) for test, item in self.items.items()}
        self.memory = Memory()
        gc.freeze()  # children must not see objects of the parent
        running: dict[int, tuple[Fault, str]] = {}
        with TemporaryDirectory() as place:
            while self.waiting or running:
                while self.waiting and len(running) < self.processes:
                    fault = self.waiting.pop()
                    note = f"{place}/{id(fault)}"
                    running[self.child(fault, note)] = fault, note
                child, status = os.wait()
                self.done(*running.pop(child), os.waitstatus_to_exitcode(status))
        return True

    def done(self, fault: Fault, note: str, code: int) -> None:
        """Report a fault as detected if a test failed that passes without the fault."""
        failed = Path(note).read_text() if Path(note).exists() else ""
        Path(note).unlink(missing_ok=True)
        # all tests passed, or the fault could not be tried; a hang ends by a signal
        if code >= 0 and not failed:
            # Only the first caller of a cached function runs its lines, so such modules are tried again.
            if code == PASSED and self.fast and b"@cache" not in fault.path.read_bytes():
                self.report(fault, False)
            else:
                self.left.append(fault)
            return
        if failed and failed not in self.sound:
            control = self.child(fault, note, failed)
            self.sound[failed] = os.waitstatus_to_exitcode(os.waitpid(control, 0)[1]) == PASSED
            Path(note).unlink(missing_ok=True)
        if not failed or self.sound[failed]:
            self.report(fault, True)
        else:
            self.waiting.append(fault)

    def child(self, fault: Fault, note: str, control: str = "") -> int:
        """Fork a process that runs tests with a fault until one fails and records it.

        Without a fault, it runs only the test that failed.
        """
        child = os.fork()
        if child:
            return child
        code = CANNOT
        try:
            silently()
            gc.disable()
            if control:
                self.memory.forget(fault.package)
            elif not self.memory.change(fault):
                os._exit(CANNOT)
            for test in [control] if control else self.tests_for(fault):
                item = self.items[test]
                item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
                if self.failed:
                    Path(note).write_text(test)
                    os._exit(DETECTED)
            code = PASSED
        finally:
            os._exit(code)

    def tests_for(self, fault: Fault) -> list[str]:
        """Sort tests so that those that name the changed value come first."""
        executing = self.line_map.executing(fault) if fault.word else []
        named = [test for test in executing if fault.word in self.sources.get(test, "")]
        some = (self.line_map.within(named, QUICK / 2, 60), *self.line_map.batches(fault))
        asked = dict.fromkeys(test for batch in some for test in batch)
        return [test for test in asked if test in self.items and self.sound.get(test, True)]


def source_of(item: pytest.Item) -> str:
    """Return the source of a test with its decorators."""
    function = getattr(item, "originalname", item.name)
    text = text_of(item.path)
    before, found, after = text.partition(f"\ndef {function}(")
    return before[before.rfind("\n\n\n") :] + found + after.partition("\n\n\n")[0]


@functools.cache
def text_of(path: Path) -> str:
    return path.read_text()


class Memory:
    """Finds the package's functions in memory and all caches."""

    def __init__(self) -> None:
        self.functions: dict[tuple[str, str, int], list[FunctionType]] = {}
        self.caches = []
        for each in gc.get_objects():
            if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(str(CODE)):
                self.functions.setdefault(key_of(each.__code__), []).append(each)
            elif isinstance(each, type(text_of)) and ours(each.__module__):
                self.caches.append(each)

    def change(self, fault: Fault) -> bool:
        """Replace the code of the function with the faulty code. Return False if it is not in memory."""
        if fault.path.suffix != ".py":
            return False
        source = fault.path.read_bytes()
        planted = source[: fault.start] + fault.now.encode() + source[fault.end :]
        sound, faulty = (compile(text, str(fault.path), "exec") for text in (source, planted))
        first, last = fault.around
        found = False
        for one, other in zip(codes(sound), codes(faulty), strict=True):
            if one != other and first <= one.co_firstlineno <= last:
                for function in self.functions.get(key_of(one), ()):
                    function.__code__ = other
                    found = True
        self.forget(fault.package)
        return found

    def forget(self, package: str) -> None:
        """Clear the caches of a package and of all packages that may use it.

        Imports point upward, so packages above it are unaffected by the fault.
        """
        above = {f"croupier.{name}" for name in PACKAGES[: PACKAGES.index(package)]}
        for each in self.caches:
            if ".".join(each.__module__.split(".")[:2]) not in above:
                each.cache_clear()


def ours(module: str | None) -> bool:
    return (module or "").partition(".")[0] in ("croupier", "tests")


def key_of(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and every function in it, in order."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from codes(each)


# Plant a fault in a copy of the tree.


def run(tree: Path, tests: list[str], *options: str, longest: int = LONGEST) -> int:
    """Return the exit code of pytest in a forked child that loads the tree's code again."""
    child = os.fork()
    if child == 0:
        code = 3
        try:
            code = in_child(tree, tests, options, longest)
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def in_child(tree: Path, tests: list[str], options: tuple[str, ...], longest: int) -> int:
    silently(longest)
    for name in [name for name in sys.modules if name.partition(".")[0] in ("croupier", "tests")]:
        del sys.modules[name]
    os.chdir(tree)
    ours = {str(ROOT), str(CODE.parent), ""}
    sys.path[:] = [str(tree), str(tree / "src"), *(path for path in sys.path if path not in ours)]
    os.environ["PYTHONPATH"] = str(tree / "src")
    return int(pytest.main(["-x", "-q", "-n", "0", "-p", "no:cacheprovider", *options, *tests]))


def detects(fault: Fault, tree: Path, line_map: Map) -> bool:
    """Plant a fault in a tree, run the tests that might detect it, and restore the file."""
    path = tree / fault.path.relative_to(ROOT)
    sound, times = path.read_bytes(), path.stat()
    path.write_bytes(sound[: fault.start] + fault.now.encode() + sound[fault.end :])
    os.utime(path, (times.st_atime, times.st_mtime + 1 + fault.start))  # do not use a compiled file
    sys.dont_write_bytecode = True
    passed: set[str] = set()
    try:
        for batch in line_map.batches(fault):
            tests = [
                test for test in batch if test not in passed and (tree / test.partition("::")[0]).exists()
            ]
            passed |= {*tests}
            # the tests passed, or there were no tests to run
            if tests and run(tree, tests, "-m", "not long") not in (0, 5):
                return True
        return False
    finally:
        path.write_bytes(sound)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def traced(tree: Path, stored_map: Path, patient: bool) -> Map:
    """Run the tests once in an unchanged tree and map each line to its tests."""
    if not stored_map.exists():
        os.environ["CROUPIER_TRACE"] = str(stored_map)
        left_out = [word for test in SLOW for word in ("--deselect", test)]
        options = ("-m", "not long", "-p", "tests.proofs.tracing", *left_out)
        if (code := run(tree, [*TRACED], *options, longest=LONGEST_TRACE)) != 0:
            late = code in (-signal.SIGALRM, -signal.SIGXCPU, -signal.SIGKILL)
            raise SystemExit(
                "the traced run took too long" if late else "the tests fail before any fault is planted"
            )
    return Map(stored_map, patient)


def plant(
    faults: list[Fault], map_file: Path | None, processes: int, patient: bool, fast: bool, report: Report
) -> None:
    """Report for each fault whether a test detected it."""
    with TemporaryDirectory() as place:
        tree = copy_of_the_tree(Path(place) / "tree")
        line_map = traced(tree, map_file or Path(place) / "map.json", patient)
        planter = Planter(faults, line_map, processes, fast, report)
        os.chdir(ROOT)
        pytest.main(["-q", "-n", "0", "-p", "no:cacheprovider", *TRACED], plugins=[planter])
        for fault in planter.left:
            report(fault, detects(fault, tree, line_map))
