"""Test that the proof `tests.proofs.planted` finds places for every kind of fault."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.proofs.equivalent import EQUIVALENT
from tests.proofs.fault_finder import CODE, PACKAGES, Fault, chosen, equivalence_key, every_fault, excused
from tests.proofs.planting import SLOW, TESTS, TRACED, WHOLE, WORDING

KINDS = {
    "amount",
    "audience",
    "clause",
    "clause lost",
    "code",
    "comparison",
    "declared clause",
    "reading",
    "reading lost",
    "result",
}


@pytest.fixture(scope="module")
def faults() -> list[Fault]:
    return every_fault()


def test_every_kind_of_fault_and_every_package_is_found(faults: list[Fault]) -> None:
    """A renamed class or function must not silently remove a kind of fault from the proof."""
    kinds = Counter(fault.kind for fault in faults)
    assert {*kinds} == KINDS
    assert min(kinds.values()) >= 50
    assert {fault.package for fault in faults} == {*PACKAGES} == {*TESTS}
    assert Counter(fault.kind for fault in chosen(faults, 20, 1)) == dict.fromkeys(KINDS, 2)


def test_every_fault_changes_one_value(faults: list[Fault]) -> None:
    for fault in faults:
        source = fault.path.read_bytes()
        assert source[fault.start : fault.end].decode() == fault.was != fault.now, fault


def test_every_equivalent_fault_exists(faults: list[Fault]) -> None:
    assert {equivalence_key(fault) for fault in faults if excused(fault) is not None} == {*EQUIVALENT}


def test_the_tests_of_the_proof_exist() -> None:
    root = CODE.parents[1]
    tests = {*TRACED, *SLOW, *(test for tests in TESTS.values() for test in tests)}
    assert [test for test in sorted(tests) if not (root / test).exists()] == []
    assert f"def {WHOLE}(" in (root / WORDING).read_text(encoding="utf-8")
