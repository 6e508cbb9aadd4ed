"""Test that Python's standard library suffices to check exports and detect alterations."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import msgspec
import pytest

import croupier
from croupier.casino import disputes as do
from croupier.errors import BadInput
from croupier.journal import verify
from croupier.maths.analyze import analyze
from croupier.maths.submission_rules import terms_of_choices
from croupier.server.services.disputes import DisputeService
from croupier.server.surveillance import exports
from croupier.server.surveillance.standalone_check import check
from croupier.server.surveillance.stream_heads import heads_over_time, streams
from croupier.store.heads import format_heads, heads_of
from tests.server.helpers.evening import example
from tests.server.helpers.floor import NOW, Floor
from tests.server.surveillance.evening import TABLE, looked_back

SAM = "surveillance:sam"


async def a_file(one: Floor) -> str:
    files = DisputeService(one.committer, lambda: NOW + 10_000)
    frozen = await files.freeze(TABLE, 2)
    opening = do.OpenFile(
        number="0000-0000", what="dispute", matter="Zoë: “paid short”", table=TABLE, round=2, frozen=frozen,
        by=SAM, at=files.now,
    )  # fmt: skip
    _, opened = await files.open(opening)
    await files.do(opened.number, do.WriteItem(part="open", words="camera 15", by=SAM, at=files.now))
    await files.do(opened.number, do.StrikeItem(item=1, reason="seen", by=SAM, at=files.now))
    return opened.number


def unpacked(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_exports_a_file_with_its_proof(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        number = await a_file(one)
        address = f"sqlite:///{tmp_path}/h.sqlite"
        made = exports.file_with_proof(address, number, SAM, {"sam": "Sam"})
        assert made == exports.file_with_proof(address, number, SAM, {"sam": "Sam"})
        found = unpacked(made)
        assert {name.rpartition(".")[2] for name in found} == {
            "journal",
            "json",
            "txt",
            "toml",
            "lines",
            "html",
            "py",
        }
        told = found[f"file-{number}.txt"].decode()
        assert "Zoë: “paid short”" in told and "struck" in told and "Sam, surveillance" in told
        state = json.loads(found[f"file-{number}.json"])
        lines = found[f"{TABLE}-round-2.lines"].splitlines()
        frozen = state["frozen"][0]
        assert check(lines, frozen["head"]) == ""
        assert json.loads(lines[0])["n"] == frozen["first"] and not any(b'"sealed"' in line for line in lines)
        assert "does not have the hash" in check(lines[:-1], frozen["head"])
        assert "was altered" in check([lines[0].replace(b'"at":1', b'"at":2', 1), *lines[1:]])
        assert "does not follow" in check([lines[0], *lines[2:]])
        assert check([]) == "the file contains no entries"
        for name, data in found.items():
            (tmp_path / name).write_bytes(data)
        assert verify(tmp_path / f"file-{number}.journal").ok
        said = subprocess.run(
            [sys.executable, "-I", "check.py", f"{TABLE}-round-2.lines", frozen["head"]],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (said.returncode, said.stdout.split()[0]) == (0, "every")
        heads = found["heads.txt"].decode().splitlines()
        assert f"{TABLE} {frozen['entries']} {frozen['head']}" in heads and len(heads) == 2
        with pytest.raises(BadInput, match="no stream"):
            exports.file_with_proof(address, "2027-0099", SAM, {})

    looked_back(tmp_path, scene)


def test_round_transcript_includes_later_corrections(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        address = f"sqlite:///{tmp_path}/h.sqlite"
        first = unpacked(exports.records(address, TABLE, 1, 1, SAM))[f"{TABLE}-round-1.txt"].decode()
        _, _, later = first.partition("After the round\n")
        assert "reversed by floor:flo" in later and "corrected by floor:flo" in later
        second = unpacked(exports.records(address, TABLE, 2, 2, SAM))[f"{TABLE}-round-2.txt"].decode()
        assert "After the round" not in second

    looked_back(tmp_path, scene)


def test_journals_and_records_in_open_formats(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        address = f"sqlite:///{tmp_path}/h.sqlite"
        journal = exports.journal(address, TABLE)
        assert check(journal.splitlines()) == "" and b'"sealed":' not in journal
        (tmp_path / "t.journal").write_bytes(journal)
        assert verify(tmp_path / "t.journal").ok
        found = unpacked(exports.records(address, TABLE, 1, 2, "regulator:reg"))
        records = {
            name: tomllib.loads(data.decode()) for name, data in found.items() if name.endswith(".toml")
        }
        assert set(records) == {f"{TABLE}-round-1.toml", f"{TABLE}-round-2.toml"}
        rounds = {row.round: row for row in (await one.committer.read(all_rounds))}
        played = croupier.play_record(records[f"{TABLE}-round-2.toml"])
        assert {seat["seat"]: seat["net"] for seat in played["seats"]} == rounds[2].nets
        with pytest.raises(BadInput, match="no finished round from 9 to 10"):
            exports.records(address, TABLE, 9, 10, "regulator:reg")

    looked_back(tmp_path, scene)


class Nets:
    def __init__(self, round: int, nets: dict[int, int]) -> None:
        self.round, self.nets = round, nets


def all_rounds(connection: object) -> list[Nets]:
    from croupier.server.surveillance.round_search import SearchQuery, search

    found = search(connection, SearchQuery()).rounds  # type: ignore[arg-type]
    return [Nets(each.round, {seat.seat: seat.net for seat in each.seats}) for each in found]


@pytest.mark.long
def test_verifies_everything_or_one_stream_or_against_saved_heads(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        address = f"sqlite:///{tmp_path}/h.sqlite"
        kept = format_heads(heads_of(one.store), NOW).decode()
        whole = json.loads(exports.verified(address, "", kept))
        assert whole["ok"] and whole["faults"] == [] and whole["compared"] == whole["streams"] >= 4
        single = json.loads(exports.verified(address, TABLE, ""))
        entries, head = one.store.heads()[TABLE]
        assert (single["ok"], single["entries"], single["head"]) == (True, entries, head)
        wrong = kept.replace(head, "0" * 64)
        for stream in ("", TABLE):
            found = json.loads(exports.verified(address, stream, wrong))
            assert not found["ok"] and found["faults"][0]["stream"] == TABLE
        with pytest.raises(BadInput, match="is not a head"):
            exports.verified(address, "", "nonsense")

    looked_back(tmp_path, scene)


def test_heads_over_time_match_the_chain(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        listed = await one.committer.read(streams)
        assert {each.stream: (each.entries, each.head) for each in listed} == one.store.heads()
        told = await one.committer.read(lambda c: heads_over_time(c, TABLE))
        assert (told.entries, told.head) == one.store.heads()[TABLE] and told.kind == "table"
        (cut,) = told.cuts
        assert (cut.segment, cut.entries, cut.head) == (1, 0, "0" * 64) and len(cut.book) == 64

    looked_back(tmp_path, scene)


def test_recomputed_figures_are_the_same() -> None:
    choices = example("dragon").choices
    anew = msgspec.json.decode(exports.figures_again(msgspec.json.encode(choices)))["results"]
    assert anew == msgspec.json.decode(msgspec.json.encode(analyze(terms_of_choices(choices))["results"]))
    assert [one["wager"] for one in anew] and all("/" in one["ev"] for one in anew)
