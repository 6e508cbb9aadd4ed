"""How much of the rule book the software stands on, counted from evidence rather than claimed.

A leaf marked *enforced* counts only when code cites it and a test marked with its id ran and passed. The test
run writes the evidence file; without one nothing counts as shown.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from importlib import import_module
from importlib.resources import files
from inspect import getsource
from pathlib import Path
from pkgutil import walk_packages

import msgspec

from croupier.rulebook.clauses import book_hash, cited, clauses, note_cited
from croupier.rulebook.declarations import declaration
from croupier.rulebook.paytables import paytables
from croupier.rulebook.registry import places

EVIDENCE = "evidence.json"  # beside the rule-book data; made by the test run, never kept in the repository
CITING_PACKAGES = ("hands", "submission", "games", "table", "journal")


class Evidence(msgspec.Struct, frozen=True):
    book_hash: str
    tests: dict[str, list[str]]  # clause id -> tests that showed it


class Coverage(msgspec.Struct, frozen=True):
    clauses: int
    leaves: int
    enforced: int
    recorded: int
    informative: int
    uncovered: list[str]
    uncited: list[str]  # of the uncovered: no code cites them
    untested: list[str]  # of the uncovered: no test that ran shows them
    evidence: bool


def evidence_path() -> Path:
    return Path(str(files("croupier.rulebook").joinpath(EVIDENCE)))


def write_evidence(tests: Mapping[str, list[str]]) -> None:
    evidence = Evidence(book_hash(), {key: sorted(set(tests[key])) for key in sorted(tests)})
    path = evidence_path()
    temporary = path.with_suffix(".tmp")
    temporary.write_text(json.dumps(msgspec.to_builtins(evidence), indent=0), encoding="utf-8")
    temporary.replace(path)


def read_evidence() -> Evidence | None:
    """None when no test run has left any, or when it speaks of another rule book."""
    try:
        evidence = msgspec.json.decode(evidence_path().read_bytes(), type=Evidence)
    except (OSError, msgspec.DecodeError):
        return None
    return evidence if evidence.book_hash == book_hash() else None


def load_citations() -> frozenset[str]:
    """Import all code that may cite, so that every citation is registered, also those not run yet."""
    for package in CITING_PACKAGES:
        root = import_module(f"croupier.{package}")
        for found in walk_packages(root.__path__, f"croupier.{package}."):
            if not found.name.endswith(
                ("hands.arrays", "hands.compiled")
            ):  # NumPy and Numba; they cite nothing
                for clause_id in written_citations(getsource(import_module(found.name))):
                    note_cited(clause_id)
    for game, place in places().items():
        paytables(game)
        declaration(game)
        for clause_id in written_citations(getsource(import_module(place.game_module))):
            note_cited(clause_id)
    return cited()


def written_citations(source: str) -> set[str]:
    """Every ``c("11.H.3.b")`` of a module that says ``c = citing(GAME)``, inside functions too."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    games = {
        target.id: str(node.value.args[0].value)
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "citing"
        and isinstance(node.value.args[0], ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return {
        f"{games[call.func.id]}/{call.args[0].value}"
        for call in calls
        if isinstance(call.func, ast.Name)
        and call.func.id in games
        and call.args
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[0].value, str)
    }


def coverage() -> Coverage:
    by_code = load_citations()
    evidence = read_evidence()
    by_test = evidence.tests if evidence else {}
    counts = {"enforced": 0, "recorded": 0, "informative": 0}
    uncited, untested = [], []
    leaves = [clause for clause in clauses().values() if clause.leaf]
    for clause in leaves:
        if clause.status == "informative":
            counts["informative"] += 1
            continue
        in_code, in_test = clause.id in by_code, bool(by_test.get(clause.id))
        if in_code and in_test:
            counts[clause.status] += 1
        if not in_code:
            uncited.append(clause.id)
        if not in_test:
            untested.append(clause.id)
    missing = {*uncited, *untested}
    return Coverage(
        clauses=len(clauses()),
        leaves=len(leaves),
        enforced=counts["enforced"],
        recorded=counts["recorded"],
        informative=counts["informative"],
        uncovered=[clause.id for clause in leaves if clause.id in missing],
        uncited=uncited,
        untested=untested,
        evidence=evidence is not None,
    )
