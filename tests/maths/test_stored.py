"""Test that the stored sums equal the computed sums, that their files are small, and that no compiler is
needed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from croupier.maths import build
from croupier.maths.stored import pack_arrays, read, unpack_arrays
from croupier.maths.uth import solve
from croupier.maths.uth.distribution import count_results
from croupier.maths.uth.outcomes import count_outcomes
from croupier.maths.uth.pricing import flop_gains, play_all, play_flops, price
from croupier.maths.uth.rules import AS_PRINTED
from croupier.maths.uth.solution import whole_pays
from croupier.maths.uth.spots import groups
from croupier.maths.uth.strength import BLIND_ROWS, QUADS
from croupier.maths.uth.sums import build as build_sums
from croupier.maths.uth.sums import sums
from croupier.maths.wagers.frequencies import COUNTS, read_frequencies
from tests.proofs.stored import differences

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("maths_uth")]

FOLDER = Path(str(files("croupier.maths.stored")))
NAMES = sorted(path.name for path in FOLDER.iterdir() if path.suffix in (".npz", ".json"))


# These parts of the build are quick. tests.proofs.stored recomputes all parts.
QUICK = ("steps", "counts")


@pytest.mark.parametrize("part", QUICK)
def test_stored_counts_match_computed_ones(part: str) -> None:
    for name, content in build.PARTS[part]().items():
        assert name in NAMES
        assert differences(name, content) == []


def test_names_a_number_that_differs() -> None:
    for name in ("letitride-steps.npz", "uth-tally.npz"):
        arrays = unpack_arrays(read(name))
        key = next(iter(arrays))
        arrays[key] = arrays[key].copy()
        arrays[key].flat[-1] += 1
        assert differences(name, pack_arrays(arrays)) == [f"{name}: {key}"]
    assert differences("three_cards.json", read("hole_pairs.json")) == ["three_cards.json"]
    assert differences("three_cards.json", read("three_cards.json")) == []


def test_stored_sums_of_the_main_game_equal_those_of_the_kernels() -> None:
    """The test recomputes the cells and the sums for each starting hand."""
    fresh, kept = build_sums(), sums()
    for name in ("gain", "bets", "ties"):
        assert np.array_equal(getattr(fresh.cells, name), getattr(kept.cells, name)), name
    assert np.array_equal(fresh.by_hand, kept.by_hand)
    for one, two in zip(fresh.turning, kept.turning, strict=True):
        assert np.array_equal(one, two)


@pytest.mark.parametrize("name", ["three_cards", "hole_pairs"])
def test_recomputes_small_counts(name: str) -> None:
    assert read_frequencies(name) == COUNTS[name]()


def test_every_stored_file_is_at_most_a_million_bytes() -> None:
    assert all((FOLDER / name).stat().st_size < 1_000_000 for name in NAMES)


def test_arrays_survive_packing_and_pack_deterministically() -> None:
    arrays: dict[str, np.ndarray] = {
        "plain": np.arange(-3, 3, dtype=np.int32).reshape(2, 3),
        "bytes": np.array([1, -1], np.int8),
        "long": np.array([2**62, -(2**62)], np.int64),
    }
    for name, array in unpack_arrays(pack_arrays(arrays)).items():
        assert array.dtype == arrays[name].dtype
        assert np.array_equal(array, arrays[name])
        assert array.flags.c_contiguous
    assert pack_arrays(arrays) == pack_arrays(arrays)


@pytest.mark.parametrize(
    "rows",
    [
        "500 50 10 3 3/2 1",
        "0 0 0 0 0 0",
        "-1 -1 -1 -1 -1 -1",
        "1000 -1 7/3 0 5/7 -1/2",
        "500 50 1000000 3 3/2 1",
    ],
)
def test_results_from_stored_sums_equal_those_of_the_kernels(rows: str) -> None:
    blind = dict(zip(reversed(BLIND_ROWS), map(Fraction, rows.split()), strict=True))
    pays, scale = whole_pays(blind)
    solution = solve(blind)
    names = AS_PRINTED.decisions
    first = [-1 if hand.best == "check" else names.index(hand.best) for hand in solution.hands]
    flops = [gains < 0 for gains in flop_gains(price(sums(), pays, scale))]
    fast = count_outcomes(sums(), AS_PRINTED, first, pays, scale)
    slow = count_results(first, flops, pays, scale).sum(axis=0)
    assert np.array_equal(fast, slow)
    every_flop = play_all(price(sums(), pays, scale))
    only_turned = play_flops(sums(), pays, scale)
    for one, other in zip(every_flop, only_turned, strict=True):
        assert np.array_equal(one, other)


def test_no_blind_payment_changes_a_flop_decision() -> None:
    """Only the payment for four of a kind could matter, but no amount changes a Flop decision."""
    assert set(sums().turning.category.tolist()) == {QUADS}
    plain = flop_gains(price(sums(), np.zeros(6, np.int64), 1))
    for pays in (-1, 1, 2, 10, 50, 10**6):
        moved = flop_gains(price(sums(), np.full(6, pays, np.int64), 1))
        for group, then, now in zip(groups(), plain, moved, strict=True):
            assert (np.sign(then) == np.sign(now))[group.weight > 0].all()


WITHOUT_A_COMPILER = """
import sys
sys.modules["numba"] = None  # importing it fails
from croupier.cli import main
sys.argv = ["croupier", *sys.argv[1:]]
main()
"""


FILES = {
    "by-outs.toml": """
[[questions]]
asked = "before the Flop"
rules = ["4x if pair >= 3", "4x if high >= Q and low >= 8"]
[[questions]]
asked = "on the Flop"
rules = ["2x if made >= two_pair", "2x if pair >= 3"]
[[questions]]
asked = "on the River"
rules = ["1x if outs < 21"]
""",
    # Four of a kind loses the Blind here, so the player folds on different Rivers.
    "own-blind.toml": "[paytables.blind]\nbase = 'A'\nfour_of_a_kind = 'lose'\n",
}


@pytest.mark.parametrize(
    "call",
    [
        "analyze uth --json",
        "analyze letitride --json",
        "analyze dragon --json",
        "analyze topfive --json",
        "analyze uth --json --seen dealer",
        "analyze uth --json --seen dealer --seen-cards 2",
        "analyze uth --json --seen community --seen-chance 0.5",
        "analyze uth --json --seen burn",
        "strategy uth --json",
        "strategy uth --json --hand AsKd",
        "strategy uth --json --hand AsKd --dead 2c7h",
        "strategy uth --json --hand AsKd --board 4s5h6d",
        "strategy uth --json --hand AsKd --board 4s5h6d --dead 2c7h",
        "strategy uth --json --hand AsKd --board 4s5h6d8c9d --dead 2c7h",
        "strategy letitride --json --hand AsKdQc --board 2c",
        "strategy topfive --json",
        "strategy uth --json --simple",
        "strategy uth --json --simple --paytable B",
        "strategy letitride --json --simple",
        "strategy dragon --json --simple",
        "strategy topfive --json --simple",
        "strategy uth --json --price by-outs.toml",
        "risk uth --json --wager main --wager trips",
        "risk uth --json --wager main --wager trips --strategy simple",
        "risk uth --json --strategy by-outs.toml",
        "strategy uth --json --simple --rules own-blind.toml",
        "strategy uth --json --price by-outs.toml --rules own-blind.toml",
    ],
)
def test_no_answer_needs_a_compiler(call: str, tmp_path: Path) -> None:
    for name, content in FILES.items():
        (tmp_path / name).write_text(content)
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT_A_COMPILER, *call.split()],
        cwd=tmp_path,
        env={"CROUPIER_CACHE": str(tmp_path), "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    json.loads(ran.stdout)
