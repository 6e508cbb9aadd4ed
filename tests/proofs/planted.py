"""Faults planted one at a time in a copy of the code, and whether a test notices each.

    python -m tests.proofs.planted [--faults 200] [--seed 1] [--only reading] [--room table] [--processes 2]

A fault changes one thing: a clause or reading for its neighbour, a comparison, a refusal's code, an audience,
an amount, a result. The tests of its room are run, the quickest first; a fault that they all pass is
told with its place. Of all faults at least 97 in a hundred are to be noticed, and every reading id that is
cited inside a function (--only reading --faults 0 plants them all).
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.helpers.table_help import GAMES

ROOT = Path(__file__).resolve().parents[2]
CODE = ROOT / "src" / "croupier"
ENOUGH = 97  # in a hundred
LONGEST = 600  # seconds for the tests of one fault

# Where the tests of a room are, the quickest first; faults in another room are left to its own tests.
SAID = "tests/table/test_said.py"
TESTS: dict[str, tuple[str, ...]] = {
    "rulebook": (SAID, "tests/rulebook", "tests/submission", "tests/games", "tests/table"),
    "cards": ("tests/cards", "tests/table", "tests/games"),
    "hands": ("tests/hands", "tests/games"),
    "submission": ("tests/submission", "tests/maths/test_rules_file.py", "tests/records", "tests/cli"),
    "games": (SAID, "tests/games", "tests/table"),
    "table": (SAID, "tests/table", "tests/games", "tests/records", "tests/journal", "tests/cli"),
    "meters": ("tests/meters", "tests/table"),
    "journal": ("tests/journal", "tests/records", "tests/cli"),
    "records": ("tests/records", "tests/cli"),
}
NEAR: dict[str, tuple[str, ...]] = {  # tests that are about one module, by words of their file names
    "irregularities": ("chapter13", "floor"),
    "reopening": ("corrections", "live", "chapter13"),
    "naming": ("live",),
    "redecision": ("floor", "decision"),
    "preparation": ("chapter3", "chapter4", "chapter5"),
    "betting": ("wagers",),
    "seating": ("wagers",),
    "decisions": ("wagers", "round"),
    "settlement": ("round", "payouts"),
    "progress": ("dealing",),
    "machine": ("conformance",),
    "poker": ("five",),
    "chain": ("links",),
}
ROOMS = {*TESTS}
RESULTS = {"win": "push", "push": "lose", "lose": "push", "returned": "forfeit", "forfeit": "returned"}
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
WRITTEN = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}


class Fault(NamedTuple):
    kind: str  # reading, clause, comparison, code, audience, amount, result
    path: Path
    start: int  # offsets into the file
    end: int
    was: str
    now: str
    line: int

    @property
    def room(self) -> str:
        return self.path.relative_to(CODE).parts[0]

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.kind}: {self.was} -> {self.now}"


def other_code(name: str) -> str:
    return "Code.TOO_LATE" if name == "NO_RANDOM_CARDS" else "Code.NO_RANDOM_CARDS"


class Finder(ast.NodeVisitor):
    """Every place of one file where a fault can be planted."""

    def __init__(self, path: Path, neighbours: dict[str, str], clauses: dict[str, str]) -> None:
        self.path, self.text = path, path.read_text()
        self.lines = [0]
        for line in self.text.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line.encode()))
        self.bytes = self.text.encode()
        self.neighbours, self.clauses = neighbours, clauses
        self.inside = 0  # how many functions deep
        self.found: list[Fault] = []
        self.visit(ast.parse(self.text))

    def plant(self, kind: str, node: ast.expr, now: str) -> None:
        start = self.lines[node.lineno - 1] + node.col_offset
        end = self.lines[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        was = self.bytes[start:end].decode()
        if was != now:
            self.found.append(Fault(kind, self.path, start, end, was, now, node.lineno))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.inside += 1
        body = node.body
        if ast.get_docstring(node) is not None:
            body = body[1:]
        for one in body:
            self.visit(one)
        self.inside -= 1

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for one in node.body:
            if isinstance(one, ast.FunctionDef):
                self.visit(one)

    def visit_Assert(self, node: ast.Assert) -> None:
        """What is only asserted of our own code cannot be noticed."""

    def visit_Compare(self, node: ast.Compare) -> None:
        if self.inside and len(node.ops) == 1 and type(node.ops[0]) in COMPARED:
            left, right = node.left, node.comparators[0]
            start = self.lines[(left.end_lineno or 1) - 1] + (left.end_col_offset or 0)
            end = self.lines[right.lineno - 1] + right.col_offset
            was = self.bytes[start:end].decode()
            sign = WRITTEN[type(node.ops[0])]
            if was.count(sign) == 1 and "(" not in was and ")" not in was:
                now = was.replace(sign, WRITTEN[COMPARED[type(node.ops[0])]])
                self.found.append(Fault("comparison", self.path, start, end, was, now, node.lineno))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if not self.inside:
            return
        if isinstance(value, str) and value in self.neighbours:
            self.plant("reading", node, repr(self.neighbours[value]))
        elif isinstance(value, str) and value in RESULTS:
            self.plant("result", node, repr(RESULTS[value]))
        elif isinstance(value, int) and not isinstance(value, bool) and value > 1:
            self.plant("amount", node, repr(value + 1))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        owner = node.value
        if self.inside and isinstance(owner, ast.Name):
            if owner.id == "Code":
                self.plant("code", node, other_code(node.attr))
            elif owner.id == "ev" and node.attr in ("EVERYONE", "NOBODY"):
                self.plant("audience", node, "ev.NOBODY" if node.attr == "EVERYONE" else "ev.EVERYONE")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func
        if isinstance(called, ast.Name) and called.id == "c" and len(node.args) == 1:
            game, number = self.path.stem, node.args[0]
            if (
                isinstance(number, ast.Constant)
                and isinstance(number.value, str)
                and f"{game}/{number.value}" in self.clauses
            ):
                self.plant("clause", number, repr(self.clauses[f"{game}/{number.value}"].partition("/")[2]))
                return
        self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        empty = isinstance(node.value, ast.Tuple) and not node.value.elts
        if self.inside and node.arg in ("clauses", "readings") and not empty:
            self.plant("clause lost" if node.arg == "clauses" else "reading lost", node.value, "()")
        self.generic_visit(node)


def after_each(ids: Iterable[str]) -> dict[str, str]:
    """Every id with the one that follows it in the book, the last with the first."""
    order = sorted(ids)
    return dict(zip(order, order[1:] + order[:1], strict=True))


def every_fault() -> list[Fault]:
    sys.path.insert(0, str(CODE.parent))
    from croupier.rulebook import clauses, readings

    book = after_each(readings()), after_each(clauses())
    found: list[Fault] = []
    for path in sorted(CODE.rglob("*.py")):
        if path.relative_to(CODE).parts[0] in TESTS:
            found += Finder(path, *book).found
    for path in sorted(CODE.glob("rulebook/*/game.toml")):
        found += declared(path, book[1])
    return found


def declared(path: Path, clauses: dict[str, str]) -> list[Fault]:
    """The clause ids that a game's declarations name."""
    text, game = path.read_text(), path.parent.name
    found = []
    for hit in re.finditer(r'"(\d+(?:\.[A-Za-z0-9\']+)+)"', text):
        other = clauses.get(f"{game}/{hit[1]}", "")
        if other.startswith(f"{game}/"):
            start, end = len(text[: hit.start()].encode()), len(text[: hit.end()].encode())
            line = text.count("\n", 0, hit.start()) + 1
            found.append(
                Fault("declared clause", path, start, end, hit[0], f'"{other.partition("/")[2]}"', line)
            )
    return found


def chosen(faults: list[Fault], number: int, seed: int) -> list[Fault]:
    """As many of each kind as there are kinds to share the number, and the rest by chance."""
    dice = random.Random(seed)
    by_kind: dict[str, list[Fault]] = {}
    for fault in faults:
        by_kind.setdefault(fault.kind, []).append(fault)
    for many in by_kind.values():
        dice.shuffle(many)
    taken: list[Fault] = []
    while len(taken) < number and any(by_kind.values()):
        for kind in sorted(by_kind):
            if by_kind[kind] and len(taken) < number:
                taken.append(by_kind[kind].pop())
    return taken


def copy_of_the_tree(folder: Path) -> Path:
    keep = ("src", "tests", "examples", "docs", "benchmarks")
    for name in keep:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "Makefile", "constraints.txt", "LICENSE"):
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, folder / name)
    return folder


def noticed(fault: Fault, tree: Path, near: bool) -> bool:
    """Plants a fault in a tree, runs the tests of its room, and takes it out again."""
    path = tree / fault.path.relative_to(ROOT)
    sound = path.read_bytes()
    path.write_bytes(sound[: fault.start] + fault.now.encode() + sound[fault.end :])
    try:
        return any(fails(tree, tests) for tests in tests_for(fault, tree, near))
    finally:
        path.write_bytes(sound)


def tests_for(fault: Fault, tree: Path, near: bool) -> list[str]:
    """The tests of a fault's room, those about its module first; `near`, those alone."""
    words = (fault.path.stem, *NEAR.get(fault.path.stem, ()))
    files = sorted((tree / "tests").glob("*/test_*.py"))
    about = [
        str(file.relative_to(tree))
        for file in files
        if any(word in file.stem.split("_", 1)[1] for word in words) and file.parent.name in ROOMS
    ]
    told = [tests for tests in TESTS[fault.room] if tests.endswith(".py")]
    for game in {fault.path.stem, fault.path.parent.name} & {*GAMES}:
        told = [f"{tests}::test_what_the_table_says[{game}]" if tests == SAID else tests for tests in told]
    whole = [] if near else [tests for tests in TESTS[fault.room] if not tests.endswith(".py")]
    return [
        tests
        for tests in dict.fromkeys((*told, *about, *whole))
        if (tree / tests.partition("::")[0]).exists()
    ]


def fails(tree: Path, tests: str) -> bool:
    """Whether a test fails. No cache is kept, and nothing is written but what the tests write themselves."""
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", tests]
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        ran = subprocess.run(
            command, cwd=tree, env=environment, capture_output=True, timeout=LONGEST, check=False
        )
    except subprocess.TimeoutExpired:
        return True
    return ran.returncode in (1, 2)  # a test fails, or the code cannot even be read


def plant(faults: list[Fault], processes: int, near: bool) -> Iterator[tuple[Fault, bool]]:
    with TemporaryDirectory() as place:
        trees: SimpleQueue[Path] = SimpleQueue()
        for number in range(processes):
            tree = copy_of_the_tree(Path(place) / str(number))
            assert not fails(tree, SAID), "the tests fail before any fault is planted"
            trees.put(tree)

        def one(fault: Fault) -> tuple[Fault, bool]:
            tree = trees.get()
            try:
                return fault, noticed(fault, tree, near)
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(processes) as crew:
            for done in as_completed([crew.submit(one, fault) for fault in faults]):
                yield done.result()


def main() -> int:
    parser = argparse.ArgumentParser(description="Plant faults and see whether tests notice them.")
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="one kind of fault; with --faults 0, all of that kind")
    parser.add_argument("--room", default="", help="one package alone")
    parser.add_argument("--file", default="", help="only files whose path contains this")
    parser.add_argument("--near", action="store_true", help="run only the tests about the module itself")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    there = [
        fault
        for fault in every_fault()
        if (not options.only or fault.kind == options.only)
        and (not options.room or fault.room == options.room)
        and options.file in str(fault.path)
    ]
    faults = there if options.faults == 0 else chosen(there, options.faults, options.seed)
    started, missed, planted = time.monotonic(), [], Counter[str]()
    missed_in: Counter[str] = Counter()
    for number, (fault, seen) in enumerate(plant(faults, options.processes, options.near), 1):
        planted[fault.room] += 1
        if not seen:
            missed.append(fault)
            missed_in[fault.room] += 1
            print(f"\nnot noticed: {fault}", flush=True)
        print(
            f"\r{number} of {len(faults)} planted, {len(missed)} not noticed,"
            f" {time.monotonic() - started:.0f} s",
            end="",
            file=sys.stderr,
            flush=True,
        )
    print(file=sys.stderr)
    for room in sorted(planted):
        print(f"{room:12} {planted[room] - missed_in[room]:4} of {planted[room]:4} noticed")
    share = 100 * (len(faults) - len(missed)) / max(1, len(faults))
    print(f"seed {options.seed}: {len(faults)} of {len(there)} faults planted, {share:.1f} % noticed")
    lost_readings = [fault for fault in missed if fault.kind == "reading"]
    return 1 if share < ENOUGH or lost_readings else 0


if __name__ == "__main__":
    sys.exit(main())
