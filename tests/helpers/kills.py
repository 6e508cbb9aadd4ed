"""Kill `croupier play` with SIGKILL at random moments and restart it with the same journal.

The parent forks children that play. Each child reports the hash of every stored entry through a pipe. After
the parent kills a child, every reported entry must be in the journal, and the next child resumes there.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import signal
import sys
import time
import traceback
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from croupier.cli.play import play
from croupier.cli.play.opening import meters_path, open_journal, table_rules
from croupier.journal import FileStore, Journal, audit, fold
from croupier.journal.tables import TableWithShoes
from croupier.table import commands as do_
from croupier.table.driving.driver import TABLE
from croupier.table.machine import TableStep
from croupier.table.state import BETTING

KEYS = {  # the typed lines of a session: chips, wagers (with a progressive if the game has one) and decisions
    "uth": "buy 100\n10 trips 5 progressive 1\n4x\n",
    "letitride": "buy 100\n10 progressive 1\nr\nw\n",
    "dragon": "buy 100\n10\np\n",
    "topfive": "buy 100\n10\np\n",
}


class KillResults(NamedTuple):
    """The number of kills and their effects."""

    kills: int
    in_mid_round: int
    entries: int
    rounds: int


def child(game: str, path: Path, seats: int, told: int) -> None:
    """Play with a prepared list of typed lines until the process is killed. Never returns."""
    keep = Journal.keep

    def telling(journal: Journal, step: TableStep, sealed: bytes | None = None) -> None:
        keep(journal, step, sealed)
        os.write(told, journal.head.encode() + b"\n")

    Journal.keep = telling  # type: ignore[method-assign,assignment]
    sys.stdin = io.StringIO(KEYS[game] * 100_000)
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - open until the process is killed
    try:
        play(game, seats, None, path, side_bets="all")
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(3)


def warm(game: str, path: Path) -> None:
    """Play once in this process, so that the children need not load the rule book again."""
    keyboard, sys.stdin = sys.stdin, io.StringIO(KEYS[game])
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            play(game, 1, None, path, side_bets="all")
    finally:
        sys.stdin = keyboard


def kill_one(game: str, path: Path, seats: int, entries: int, pause: float) -> list[str]:
    """Kill one session shortly after it has reported `entries` entries, and return all reported hashes."""
    reading, told = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        child(game, path, seats, told)
    os.close(told)
    with os.fdopen(reading, "rb") as pipe:
        heads = [line for _, line in zip(range(entries), pipe, strict=False)]
        time.sleep(pause)
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        heads += pipe.readlines()
    assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL, f"the table gave up: {status}"
    assert len(heads) >= entries, "the session did not resume"
    return [line.decode().strip() for line in heads if line.endswith(b"\n")]


def kill_repeatedly(game: str, path: Path, kills: int, seed: int) -> KillResults:
    """Kill sessions repeatedly, and check after each kill that no reported entry is lost or changed."""
    rng = random.Random(seed)
    seats = rng.randint(1, 3)
    before, mid = b"", 0
    warm(game, path.with_name("warm"))
    for _ in range(kills):
        heads = kill_one(game, path, seats, rng.randint(1, 60), rng.uniform(0, 0.004))
        after = path.read_bytes()
        whole = after[: after.rfind(b"\n") + 1]
        assert whole.startswith(before), "a stored entry has changed"
        stored = {json.loads(line)["hash"] for line in whole[len(before) :].splitlines()}
        assert stored.issuperset(heads), "a reported entry is lost"
        before = whole
        mid += state_of(path).table.round.phase != BETTING
    found = audit(FileStore(path), path.name, everything=True)
    assert found.ok, found.fault
    check_cards(path)
    check_meters(game, path)
    return KillResults(kills, mid, found.entries, found.about["rounds"])


def state_of(path: Path) -> TableWithShoes:
    journal = Journal.resume(path)
    journal.abandon()
    return journal.full_state


def check_meters(game: str, path: Path) -> None:
    """Check that the meters applied each of the table's transfers exactly once."""
    with ExitStack() as stack:
        found = open_journal(table_rules(game, None, "all"), path, stack)
        if found.meters is not None:
            assert found.meters.state.taken.get(TABLE, 0) == found.state.transfers
            assert audit(FileStore(meters_path(path)), "meters", everything=True).ok


def check_cards(path: Path) -> None:
    """Check that every dealt card is the next card of the shoe sealed in the journal."""
    for step in fold(FileStore(path), path.name, everything=True):
        if isinstance(step.command, do_.DealCards):
            shoe = step.state.shoes[step.before.table.care.loaded]
            count = len(step.command.cards)
            assert shoe.order[shoe.position - count : shoe.position] == step.command.cards
