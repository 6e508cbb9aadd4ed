"""Count how much of the rule book the software implements, based on evidence.

A rule is a leaf clause, or a heading that states a rule itself. A rule marked *enforced* or *recorded* counts
only if code cites it and a test with its id passed. A heading counts if code cites an item under it. A run of
all tests collects this evidence. The evidence is stored beside the rule book and shipped with the package.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from inspect import getsource
from pathlib import Path
from pkgutil import walk_packages

import msgspec

from croupier.rulebook.clauses import Clause, cited_clauses, clauses, note_cited
from croupier.rulebook.declarations import declaration
from croupier.rulebook.paytables import paytables
from croupier.rulebook.registry import places
from croupier.rulebook.regulations import regulation_citations, regulations

# file beside the rule-book data, which `make evidence` writes after a run of all tests
EVIDENCE = "shown.json"
CITING_PACKAGES = ("hands", "submission", "games", "table", "journal")
# These modules cite nothing and need NumPy and Numba, which some installations lack.
NUMERIC_MODULES = ("croupier.hands.arrays", "croupier.hands.code_cache", "croupier.hands.compiled")


class Evidence(msgspec.Struct, frozen=True):
    tests: dict[str, list[str]]  # clause id -> test functions that prove it


class RegulationCoverage(msgspec.Struct, frozen=True):
    clauses: int
    enforced: int
    recorded: int
    informative: int
    uncovered: list[str]  # rules without code or test


class Coverage(msgspec.Struct, frozen=True):
    clauses: int
    leaves: int
    enforced: int
    recorded: int
    informative: int
    uncovered: list[str]  # rules without code or test
    rules: int  # number of leaves, and of headings that state a rule; the sum of the next three fields
    rules_enforced: int
    rules_recorded: int
    rules_informative: int
    uncited: list[str]  # uncovered rules that no code cites
    untested: list[str]  # uncovered rules that no test proves
    evidence: bool
    regulations: RegulationCoverage


def evidence_path() -> Path:
    return Path(str(files("croupier.rulebook").joinpath(EVIDENCE)))


def write_evidence(tests: Mapping[str, Iterable[str]]) -> None:
    """Write the evidence, sorted and without test parameters, so that the file is reproducible."""
    path = evidence_path()
    temporary = path.with_suffix(".tmp")
    found = {key: sorted({test.partition("[")[0] for test in tests[key]}) for key in sorted(tests)}
    temporary.write_text(json.dumps({"tests": found}, indent=0) + "\n", encoding="utf-8")
    temporary.replace(path)


def read_evidence() -> Evidence | None:
    """Return the evidence, or None if the package has none."""
    try:
        return msgspec.json.decode(evidence_path().read_bytes(), type=Evidence)
    except (OSError, msgspec.DecodeError):
        return None


def load_citations() -> frozenset[str]:
    """Import all code that may cite, so that every citation is registered."""
    for package in CITING_PACKAGES:
        root = import_module(f"croupier.{package}")
        for found in walk_packages(root.__path__, f"croupier.{package}."):
            if found.name not in NUMERIC_MODULES:
                for clause_id in written_citations(getsource(import_module(found.name))):
                    note_cited(clause_id, found.name)
    for game, place in places().items():
        paytables(game)
        declaration(game)
        if find_spec(place.game_module):  # a game package may have clauses but no game module yet
            try:
                module = import_module(place.game_module)
            except Exception:  # ignore a broken module of a game from a different package
                continue
            for clause_id in written_citations(getsource(module)):
                note_cited(clause_id, module.__name__)
    return cited_clauses()


def written_citations(source: str) -> set[str]:
    """Yield every ``c("11.H.3.b")`` in a module with ``c = citing(GAME)``, also inside functions."""
    if "citing(" not in source:  # skip most modules, because parsing all of them is slow
        return set()
    tree = ast.parse(source)
    games = {
        target.id: str(node.value.args[0].value)
        for node in tree.body
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
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in games
        and call.args
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[0].value, str)
    }


def cited_rules() -> frozenset[str]:
    """Return all cited clauses and the headings above them."""
    found = set(load_citations())
    for clause_id in tuple(found):
        parts = clause_id.split(".")
        found.update(".".join(parts[:n]) for n in range(2, len(parts)))
    return frozenset(found)


def coverage() -> Coverage:
    by_code = cited_rules()
    evidence = read_evidence()
    by_test = evidence.tests if evidence else {}
    rules = [clause for clause in clauses().values() if clause.rule]
    counted = [clause for clause in rules if clause.status != "informative"]
    uncited = [clause.id for clause in counted if clause.id not in by_code]
    untested = [clause.id for clause in counted if not by_test.get(clause.id)]
    missing = {*uncited, *untested}

    def count(status: str, among: Iterable[Clause]) -> int:
        return sum(clause.status == status and clause.id not in missing for clause in among)

    leaves = [clause for clause in rules if clause.leaf]
    return Coverage(
        clauses=len(clauses()),
        leaves=len(leaves),
        enforced=count("enforced", leaves),
        recorded=count("recorded", leaves),
        informative=count("informative", leaves),
        uncovered=[clause.id for clause in rules if clause.id in missing],
        rules=len(rules),
        rules_enforced=count("enforced", rules),
        rules_recorded=count("recorded", rules),
        rules_informative=count("informative", rules),
        uncited=uncited,
        untested=untested,
        evidence=evidence is not None,
        regulations=regulation_coverage(by_test),
    )


def regulation_coverage(by_test: Mapping[str, list[str]]) -> RegulationCoverage:
    """Count the regulations for the casino itself that code cites and a passed test covers."""
    by_code = regulation_citations()
    missing = [
        each.id
        for each in regulations().values()
        if each.status != "informative" and not (by_code.get(each.id) and by_test.get(each.id))
    ]

    def count(status: str) -> int:
        return sum(each.status == status and each.id not in missing for each in regulations().values())

    return RegulationCoverage(
        clauses=len(regulations()),
        enforced=count("enforced"),
        recorded=count("recorded"),
        informative=count("informative"),
        uncovered=missing,
    )
