"""Walk every game and dealing method with one and two seats and any irregularity at any moment.

    python -m tests.proofs.walk [--scene WORDS] [--mishaps 1] [--bounded] [--processes 2]

Every edge is a real command. From each reachable state, correct reports and legal acts of the people
present must lead to a legal end. Money and cards are conserved on every edge. If a refusal names acts as
remedy, one of them is possible in that state. After every end another round can begin. A dead end
is printed with the commands that lead to it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from multiprocessing import Pool
from typing import NamedTuple

from tests.helpers.table_help import GAMES, METHODS
from tests.walk.graph import walk
from tests.walk.world import Scene


class WalkResult(NamedTuple):
    scene: str
    states: int
    edges: int
    stuck: int
    path: list[str]
    hollow: list[tuple[str, str, str]]
    seconds: float


def scenes(mishaps: int) -> Iterator[Scene]:
    for game in GAMES:
        for dealing in METHODS:
            yield Scene(game, dealing, live=True, mishaps=mishaps)
            yield Scene(game, dealing, live=True, mishaps=mishaps, hands="loses", sides=False)
            yield Scene(game, dealing, seats=2, mishaps=mishaps)
            yield Scene(game, dealing, seats=2, live=True, mishaps=mishaps, sides=False)
        yield Scene(game, "hand", decks=2, mishaps=mishaps)
        yield Scene(game, "shoe", shuffler="none", mishaps=mishaps)
        yield Scene(game, "automated", shuffler="reshuffling", mishaps=mishaps)
    yield Scene("uth", "automated", live=True, electronic=True, mishaps=mishaps)
    yield from defective_decks(mishaps)
    for game in GAMES:  # the largest scenes come last
        for dealing in METHODS:
            yield Scene(game, dealing)  # any number of mishaps


def defective_decks(mishaps: int) -> Iterator[Scene]:
    """Yield decks with a duplicate card. Dragon Poker has identical cards by design."""
    twins = {
        "uth": [("seat 1", "dealer"), ("seat 1", "board"), ("board", "dealer"), ("seat 1", "box")],
        "letitride": [("seat 1", "board"), ("seat 1", "box")],
        "topfive": [("seat 1", "dealer")],
    }
    for game, pairs in twins.items():
        for twin in pairs:
            yield Scene(game, "hand", live=True, mishaps=0, twin=twin)
        yield Scene(game, "hand", seats=2, live=True, mishaps=0, twin=("seat 1", "seat 2"))


def look(scene: Scene) -> WalkResult:
    started = time.monotonic()
    walked = walk(scene)
    dead = [*walked.stuck, *walked.last]  # the walk found no end, or no round after it
    path = walked.path(dead[0]) if dead else []
    seconds = time.monotonic() - started
    return WalkResult(
        str(scene), len(walked.parent), walked.edges, len(dead), path, sorted(walked.hollow), seconds
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Walk through every state of the procedure.")
    parser.add_argument("--scene", default="", help="only scenes whose description contains these words")
    parser.add_argument("--mishaps", type=int, default=1, help="in a round, where their number is bounded")
    parser.add_argument("--bounded", action="store_true", help="without those of any number of mishaps")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    selected = [scene for scene in scenes(options.mishaps) if options.scene in str(scene)]
    selected = [scene for scene in selected if not (options.bounded and scene.mishaps < 0)]
    states = edges = ends = 0
    stuck, hollow = 0, set()
    with Pool(options.processes, maxtasksperchild=1) as crew:
        for ends, found in enumerate(crew.imap_unordered(look, selected), 1):
            states, edges, stuck = states + found.states, edges + found.edges, stuck + found.stuck
            print(
                f"{ends:3} of {len(selected)}: {found.scene}: {found.states:,} states, {found.edges:,} edges,"
                f" {found.stuck} without an end, {found.seconds:.0f} s",
                flush=True,
            )
            if found.path:
                print("\n      ".join(["   a dead end:", *found.path]), flush=True)
            hollow |= {*found.hollow}
    for kind, code, remedy in sorted(hollow):
        print(f"no remedy: {kind} refused as {code}: {remedy!r}")
    print(f"{ends} scenes, {states:,} states, {edges:,} edges; {stuck} states without a lawful end")
    return 1 if stuck or hollow else 0


if __name__ == "__main__":
    sys.exit(main())
