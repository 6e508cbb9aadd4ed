"""Find places to plant faults: citations, comparisons, codes, audiences, amounts and results."""

from __future__ import annotations

import ast
import random
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tests.proofs.equivalent import EQUIVALENT

ROOT = Path(__file__).resolve().parents[2]
CODE = ROOT / "src" / "croupier"
# Tests over whole spaces cover these compiled loops, and each fault would take minutes to compile.
COMPILED = ("arrays.py", "compiled.py")
# The packages are in import order. Each may use the packages before it.
PACKAGES = ("rulebook", "cards", "hands", "submission", "games", "meters", "table", "journal", "records")
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
    start: int  # the offsets of the fault in the file
    end: int
    was: str
    now: str
    line: int
    around: tuple[int, int] = (0, 0)  # the lines of the function that contains the fault

    @property
    def package(self) -> str:
        return self.path.relative_to(CODE).parts[0]

    @property
    def word(self) -> str:
        """Return the word that a test would use for the changed value."""
        if self.kind == "code":
            return self.was.partition(".")[2].lower()
        return self.was.strip("\"'") if self.kind in ("reading", "clause", "declared clause") else ""

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.kind}: {self.was} -> {self.now}"


def next_codes() -> dict[tuple[str, str], str]:
    """Map each code of a refusal or warning to the next one of its class, and the last to the first."""
    found: dict[tuple[str, str], str] = {}
    for path in sorted(CODE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef) and (node.name.endswith("Code") or node.name == "Caution"):
                names = [
                    one.targets[0].id
                    for one in node.body
                    if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name)
                ]
                for name, other in zip(names, names[1:] + names[:1], strict=True):
                    found[node.name, name] = f"{node.name}.{other}"
    return found


def citing_functions(tree: ast.Module) -> dict[str, str]:
    """Map each function of a module that cites clauses to its game, as in `c = citing("uth")`."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            targets, values = node.targets[0], node.value
            pairs = (
                zip(targets.elts, values.elts, strict=True)
                if isinstance(targets, ast.Tuple) and isinstance(values, ast.Tuple)
                else [(targets, values)]
            )
            for name, call in pairs:
                match name, call:
                    case ast.Name(id=word), ast.Call(ast.Name(id="citing"), [ast.Constant(value=str(game))]):
                        found[word] = game
    return found


class Finder(ast.NodeVisitor):
    """Collects every place in one file where a fault can be planted."""

    def __init__(
        self,
        path: Path,
        next_reading: dict[str, str],
        next_clause: dict[str, str],
        next_code: dict[tuple[str, str], str],
    ) -> None:
        self.path, self.text = path, path.read_text()
        self.lines = [0]
        for line in self.text.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line.encode()))
        self.bytes = self.text.encode()
        self.next_reading, self.next_clause, self.next_code = next_reading, next_clause, next_code
        self.inside = 0  # the nesting depth of functions
        self.around = (0, 0)
        self.found: list[Fault] = []
        tree = ast.parse(self.text)
        self.citing = citing_functions(tree)
        self.visit(tree)

    def plant(self, kind: str, node: ast.expr, now: str) -> None:
        start = self.lines[node.lineno - 1] + node.col_offset
        end = self.lines[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        was = self.bytes[start:end].decode()
        if was != now:
            self.found.append(Fault(kind, self.path, start, end, was, now, node.lineno, self.around))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.inside += 1
        before, self.around = self.around, (node.lineno, node.end_lineno or node.lineno)
        body = node.body
        if ast.get_docstring(node) is not None:
            body = body[1:]
        for one in body:
            self.visit(one)
        self.inside, self.around = self.inside - 1, before

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for one in node.body:
            if isinstance(one, ast.FunctionDef):
                self.visit(one)

    def visit_Assert(self, node: ast.Assert) -> None:
        """Skip assertions about our own code, because a fault there has no effect."""

    def visit_Compare(self, node: ast.Compare) -> None:
        if self.inside and len(node.ops) == 1 and type(node.ops[0]) in COMPARED:
            left, right = node.left, node.comparators[0]
            start = self.lines[(left.end_lineno or 1) - 1] + (left.end_col_offset or 0)
            end = self.lines[right.lineno - 1] + right.col_offset
            was = self.bytes[start:end].decode()
            sign = WRITTEN[type(node.ops[0])]
            if was.count(sign) == 1 and "(" not in was and ")" not in was:
                now = was.replace(sign, WRITTEN[COMPARED[type(node.ops[0])]])
                self.found.append(
                    Fault("comparison", self.path, start, end, was, now, node.lineno, self.around)
                )
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if not self.inside:
            return
        if isinstance(value, str) and value in self.next_reading:
            self.plant("reading", node, repr(self.next_reading[value]))
        elif isinstance(value, str) and value in RESULTS:
            self.plant("result", node, repr(RESULTS[value]))
        elif isinstance(value, int) and not isinstance(value, bool) and value > 1:
            self.plant("amount", node, repr(value + 1))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        owner = node.value
        if self.inside and isinstance(owner, ast.Name):
            if (code := self.next_code.get((owner.id, node.attr))) is not None:
                self.plant("code", node, code)
            elif owner.id == "ev" and node.attr in ("EVERYONE", "NOBODY"):
                self.plant("audience", node, "ev.NOBODY" if node.attr == "EVERYONE" else "ev.EVERYONE")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        match node:
            case ast.Call(ast.Name(id=word), [ast.Constant(value=str(number))]) if word in self.citing:
                other = self.next_clause.get(f"{self.citing[word]}/{number}", "")
                if other.startswith(f"{self.citing[word]}/"):
                    self.plant("clause", node.args[0], repr(other.partition("/")[2]))
                return
        self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        empty = isinstance(node.value, ast.Tuple) and not node.value.elts
        if self.inside and node.arg in ("clauses", "readings") and not empty:
            self.plant("clause lost" if node.arg == "clauses" else "reading lost", node.value, "()")
        self.generic_visit(node)


def after_each(ids: Iterable[str]) -> dict[str, str]:
    """Map every id to the next one in the book, and the last to the first."""
    order = sorted(ids)
    return dict(zip(order, order[1:] + order[:1], strict=True))


def every_fault() -> list[Fault]:
    sys.path.insert(0, str(CODE.parent))
    from croupier.rulebook import clauses, readings

    book = after_each(readings()), after_each(clauses()), next_codes()
    found: list[Fault] = []
    for path in sorted(CODE.rglob("*.py")):
        if path.relative_to(CODE).parts[0] in PACKAGES and path.name not in COMPILED:
            found += Finder(path, *book).found
    for path in sorted(CODE.glob("rulebook/*/*/game.toml")):
        found += declared(path, book[1])
    return found


def declared(path: Path, clauses: dict[str, str]) -> list[Fault]:
    """Return the clause ids in a game's declarations."""
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
    """Choose faults evenly among the kinds, and the rest at random."""
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


def equivalence_key(fault: Fault) -> tuple[str, str, str, str]:
    """Return the file, line, original and replacement of a fault, as in `EQUIVALENT`."""
    source = fault.path.read_bytes()
    start = source.rfind(b"\n", 0, fault.start) + 1
    end = source.find(b"\n", fault.start)
    line = source[start:end].decode().strip()
    return str(fault.path.relative_to(CODE)), line, fault.was.strip(), fault.now.strip()


def excused(fault: Fault) -> str | None:
    """Return the reason why a fault has no observable effect, if there is one."""
    return EQUIVALENT.get(equivalence_key(fault))
