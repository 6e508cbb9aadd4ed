"""Test ``croupier simulate``: chunks, workers, chunk files, the JSON document and the command."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import croupier
from croupier.cli.app import app
from croupier.cli.simulate import show_simulation
from croupier.errors import BadInput
from croupier.maths.analyze import analyze
from croupier.maths.simulation import run as running
from croupier.maths.simulation.chunk_store import ChunkStore
from croupier.maths.simulation.document import simulate
from croupier.maths.simulation.run import Job, count_chunk, run
from croupier.maths.terms import Terms
from croupier.rulebook import paytables

ROUNDS = 50_000


def job(rounds: int = ROUNDS, seed: str = "1", game: str = "dragon") -> Job:
    return Job(Terms(game), paytables(game)["ante_bonus"]["A"], None, rounds, seed)


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "CHUNK", 8_192)


@pytest.mark.usefixtures("small_chunks")
def test_any_order_gives_the_same_sums() -> None:
    whole = run(job())
    assert job().chunks == 7 and job().size(6) == ROUNDS - 6 * 8_192
    total = None
    for chunk in (3, 0, 6, 5, 1, 4, 2):
        total = running.add_counts(total, count_chunk(chunk, job()))
    assert total == whole and [sum(row) for row in whole] == [ROUNDS] * 3


def test_each_seed_game_and_chunk_has_its_own_random_stream() -> None:
    assert count_chunk(0, job()) == count_chunk(0, job())
    assert count_chunk(0, job(seed="2")) != count_chunk(0, job())
    assert job(seed="1").key != job(seed="2").key
    assert Job(Terms("topfive"), None, None, 1, "1").key != job().key


@pytest.mark.usefixtures("small_chunks")
def test_cards_do_not_depend_on_the_paytable() -> None:
    other = Job(Terms("dragon"), paytables("dragon")["ante_bonus"]["B"], None, ROUNDS, "1")
    assert other.name != job().name
    assert run(other)[1:] == run(job())[1:]  # the hand counts are equal, but not the payments


@pytest.mark.usefixtures("small_chunks")
def test_interrupted_work_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, file = run(job()), tmp_path / "chunks"
    assert run(job(), keep=file) == whole
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 7
    file.write_bytes(b"".join(lines[:4]) + lines[4][:-30])  # the file is cut in the middle of a line
    done: list[int] = []

    def counted(chunk: int, of: Job) -> list[list[int]]:
        done.append(chunk)
        return count_chunk(chunk, of)

    monkeypatch.setattr(running, "count_chunk", counted)
    kept = sorted(json.loads(line)["chunk"] for line in lines[1:4])
    assert run(job(), keep=file) == whole
    assert sorted(done + kept) == list(range(7))
    done.clear()
    assert run(job(), keep=file) == whole and done == []


@pytest.mark.usefixtures("small_chunks")
def test_refuses_chunks_of_a_different_simulation(tmp_path: Path) -> None:
    file = tmp_path / "chunks"
    run(job(), keep=file)
    with pytest.raises(BadInput, match="chunks of another simulation"):
        run(job(seed="2"), keep=file)
    file.write_bytes(file.read_bytes() + b"{}\n")
    with pytest.raises(BadInput, match="line 9 is not a simulation chunk"):
        run(job(), keep=file)
    with pytest.raises(BadInput, match="cannot be saved there"):
        ChunkStore(tmp_path / "none" / "chunks", "job")


@pytest.mark.parametrize("rounds", [0, -1, running.MOST_ROUNDS + 1])
def test_rejects_an_out_of_range_number_of_rounds(rounds: int) -> None:
    with pytest.raises(BadInput, match="--rounds must be a number from 1"):
        run(job(rounds))


@pytest.mark.long
def test_the_document() -> None:
    document = simulate(Terms("letitride"), ROUNDS, letter="B", seed="what you like")
    assert document["game"] == "letitride" and document["rounds"] == ROUNDS
    assert document["seed"] == "what you like" and document["strategy"] == "best"
    exact = {(each["wager"], each["paytable"]): each for each in analyze(Terms("letitride"))["results"]}
    shown = {(each["wager"], each["paytable"]): each for each in document["results"]}
    assert set(shown) == {pair for pair in exact if pair[0] != "main" or pair[1] == "B"}
    for pair, each in shown.items():
        assert each["expected"] == exact[pair]["ev"]
        assert abs(each["z"]) < 5
        spread = exact[pair]["sd"] * each["unit"] * ROUNDS**0.5
        off = (each["returned"] - each["staked"] - Fraction(each["expected_net"])) / Fraction(spread)
        assert float(off) == pytest.approx(each["z"])
        assert sum(row["rounds"] for row in each["outcomes"]) == ROUNDS
    main = shown["main", "B"]
    assert main["staked"] == sum(part["staked"] for part in main["parts"].values())
    assert main["returned"] == sum(part["returned"] for part in main["parts"].values())
    assert main["parts"]["bet3"]["staked"] == ROUNDS * 1000
    assert sum(main["decisions"].values()) == ROUNDS and len(main["decisions"]) == 4


@pytest.mark.long
def test_simulates_the_wagers_of_a_submission() -> None:
    document = croupier.simulate(rounds=1000, submission="examples/submissions/uth.toml")
    assert [(each["wager"], each["paytable"]) for each in document["results"]] == [
        ("main", "A"),
        ("trips", "A"),
    ]
    assert "1,000 rounds, best play, seed 1" in repr(document)


def command(*words: str) -> Result:
    return CliRunner().invoke(app, ["simulate", *words])


@pytest.mark.parametrize("columns", [80, 120])
def test_no_figure_is_truncated_in_a_narrow_window(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The printed table has room for a hundred million rounds. A narrow window drops the staked column
    first.
    """
    monkeypatch.setenv("COLUMNS", str(columns))
    each = {"wager": "play_the_board", "paytable": "A", "staked": 1_234_567_890_00, "net": -987_654_321_00,
            "unit": 100, "expected": "-1/40", "z": -12.34}  # fmt: skip
    document = {"game": "uth", "rounds": 100_000_000, "strategy": "best", "seed": "1", "seconds": 20.0,
                "rounds_per_second": 5_000_000, "results": [each]}  # fmt: skip
    show_simulation(document)
    told = capsys.readouterr().out
    assert "…" not in told and "-12.34" in told and "-$987,654,321" in told
    assert ("$1,234,567,890" in told) == (columns == 120)


def test_the_command() -> None:
    done = command("dragon", "--rounds", "1000", "--seed", "7", "--json")
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    assert document["results"][0]["net"] == simulate(Terms("dragon"), 1000, seed="7")["results"][0]["net"]
    shown = command("dragon", "--rounds", "1000", "--seed", "7")
    assert shown.exit_code == 0 and "three_card" in shown.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("dragon", "--rounds", "0"), "--rounds must be a number"),
        (("dragon", "--workers", "0"), "--workers must be at least"),
        (("dragon", "--workers", "2", "--cluster", "tcp://127.0.0.1:1"), "give only one of them"),
        (("dragon", "--paytable", "Z"), "has no paytable 'Z'"),
        (("chess",), "no game 'chess'"),
    ],
)
def test_rejects_invalid_arguments(words: tuple[str, ...], told: str) -> None:
    wrong = command(*words)
    assert wrong.exit_code == 2 and told in wrong.stderr and "Traceback" not in wrong.stderr


@pytest.mark.long
def test_no_cluster_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.maths.simulation import cluster

    monkeypatch.setattr(cluster, "PATIENCE", 1)
    with pytest.raises(BadInput, match="no Dask cluster answers"):
        run(job(100), cluster="tcp://127.0.0.1:9")


def test_missing_library_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.maths.simulation import cluster

    monkeypatch.setattr(cluster, "installed", lambda library: library != "distributed")
    with pytest.raises(BadInput, match=r"install croupier\[cluster\]"):
        run(job(100), workers=1)


@pytest.mark.long
@pytest.mark.usefixtures("small_chunks")
def test_a_killed_worker_does_not_change_the_sums() -> None:
    """The test kills one of two worker processes while chunks are running."""
    from distributed import Client, LocalCluster

    def slowly(chunk: int, of: Job) -> list[list[int]]:
        time.sleep(0.3)
        return count_chunk(chunk, of)

    work = job(20 * 8_192)
    chunks: dict[int, Any] = {}
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1") as local,
        Client(local) as client,
    ):
        client.run(_small)
        client.register_worker_callbacks(_small)
        futures = client.map(slowly, range(20), of=work, pure=False, retries=5)
        first = next(iter(client.run(os.getpid).values()))
        killing = threading.Timer(1.5, os.kill, (first, signal.SIGKILL))
        killing.start()
        for chunk, future in enumerate(futures):
            chunks[chunk] = future.result(timeout=120)
        killing.join()
        assert first not in client.run(os.getpid).values()
    total = None
    for counts in chunks.values():
        total = running.add_counts(total, counts)
    assert total == run(work)


def _small() -> None:
    running.CHUNK = 8_192


@pytest.mark.long
def test_a_local_cluster_gives_the_same_sums() -> None:
    assert run(job(3 * 2**20), workers=2) == run(job(3 * 2**20))
