"""Test that an audit compares effects but accepts the wording and citations of a different edition."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

import croupier
from croupier import __version__
from croupier.cli.journals import document
from croupier.journal import Stream, audit, checkpoint_path, verify
from croupier.journal.stores import FileStore
from croupier.journal.tables import KIND
from croupier.rulebook.clauses import clause
from croupier.rulebook.edition import edition, hash_of_what_decides
from croupier.table import machine
from tests.helpers.journals import RECORDS, keep, rewritten
from tests.journal.write_golden import write

replace = msgspec.structs.replace


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "evening.journal"
    keep(path, RECORDS["uth"])
    return path


def judged_by_a_copy(journal: Path, folder: Path, file: str, old: str, new: str) -> dict[str, Any]:
    """Run `croupier verify` in a copy of the package with one changed rule-book file."""
    copy = folder / "clone"
    shutil.copytree(Path(croupier.__file__).parent, copy / "croupier")
    altered = copy / "croupier" / "rulebook" / "maryland" / file
    text = altered.read_text(encoding="utf-8")
    assert old in text
    altered.write_text(text.replace(old, new, 1), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "verify", str(journal), "--json"],
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
    )
    told: dict[str, Any] = json.loads(done.stdout)
    assert done.returncode == (0 if told["ok"] else 1), done.stderr
    return told


def test_changed_dragon_prose_does_not_affect_a_uth_journal(journal: Path, tmp_path: Path) -> None:
    gist = clause("dragon/11.A").gist
    told = judged_by_a_copy(journal, tmp_path, "dragon/clauses.csv", gist, f"{gist} indeed")
    assert told["ok"] and told["wrote"] == [told["judges"]] and not told["cites_otherwise"]


def test_changed_prose_of_its_own_game_does_not_affect_a_journal(journal: Path, tmp_path: Path) -> None:
    gist = clause("uth/11.A").gist
    told = judged_by_a_copy(journal, tmp_path, "uth/clauses.csv", gist, f"{gist} indeed")
    assert told["ok"] and told["wrote"] == [told["judges"]] and not told["cites_otherwise"]


def test_changed_paytable_row_is_a_different_rule_book_and_is_named(journal: Path, tmp_path: Path) -> None:
    told = judged_by_a_copy(journal, tmp_path, "uth/paytables.toml", "500 to 1", "501 to 1")
    assert told["wrote"][0]["book"] == hash_of_what_decides("uth") != told["judges"]["book"]
    assert told["ok"], "no player was paid by that row"


def opened_by(journal: Path, **terms: str) -> None:
    """Rewrite the opening as if a different edition had written the journal."""
    lines = journal.read_bytes().splitlines(keepends=True)

    def alter(n: int, body: dict[str, Any]) -> None:
        if "opening" in body:
            body["opening"] |= terms

    journal.write_bytes(b"".join(rewritten(lines, alter)))
    checkpoint_path(journal).unlink()


@pytest.mark.parametrize("terms", [{"code": "0.0.9"}, {"book": "0" * 64}])
def test_citations_of_another_edition_may_differ(
    terms: dict[str, str], journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from croupier.journal import tables

    def citing_more(state: Any, command: Any) -> Any:
        return tuple(replace(e, clauses=(*e.clauses, "uth/11.A")) for e in machine.decide(state, command))

    monkeypatch.setattr(tables, "decide", citing_more)
    found = verify(journal)
    assert (found.ok, found.broken, found.wrote[0].code) == (False, 1, __version__)
    assert "citations" in found.fault
    opened_by(journal, **terms)
    found = verify(journal)
    assert found.ok, found.fault
    assert len(found.cites_otherwise) == found.entries - 1


@pytest.mark.parametrize(
    "forged",
    [{"clauses": ["uth/1.A"]}, {"clauses": [], "readings": ["X-99"]}, {"pays": "7 to 1"}],
)
def test_rejects_a_forged_citation(forged: dict[str, Any], journal: Path) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    bodies = [json.loads(line) for line in lines]

    def settled(body: dict[str, Any]) -> list[dict[str, Any]]:
        return [event for event in body.get("events", ()) if event["type"] == "wager_settled@1"]

    target = next(n for n, body in enumerate(bodies) if settled(body))

    def alter(n: int, body: dict[str, Any]) -> None:
        if n == target:
            settled(body)[0].update(forged)

    journal.write_bytes(b"".join(rewritten(lines, alter)))
    checkpoint_path(journal).unlink()
    found = verify(journal)
    assert (found.ok, found.broken) == (False, target)


@pytest.mark.parametrize(
    ("field", "value"),
    [("returned", 1), ("audience", ["nobody in particular"]), ("seat", 6), ("result", "push")],
)
def test_money_places_turns_and_audiences_are_compared_strictly(
    field: str, value: object, journal: Path
) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    bodies = [json.loads(line) for line in lines]
    target = next(
        n
        for n, body in enumerate(bodies)
        if any("returned" in event and "result" in event for event in body.get("events", ()))
    )

    def alter(n: int, body: dict[str, Any]) -> None:
        for event in body.get("events", ()):
            if n == target and "result" in event:
                event[field] = value

    journal.write_bytes(b"".join(rewritten(lines, alter)))
    checkpoint_path(journal).unlink()
    found = verify(journal)
    assert not found.ok and found.broken == target


@pytest.mark.parametrize("where", ["command", "event", "charter", "choices"])
def test_rejects_added_fields_in_commands_events_and_configuration(where: str, journal: Path) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)

    def add(n: int, body: dict[str, Any]) -> None:
        if n == 1 and where == "command":
            body["command"]["note"] = "x"
        elif n == 1 and where == "event":
            body["events"][0]["note"] = "x"
        elif n == 0 and where in ("charter", "choices"):
            charter = body["opening"]["charter"]
            (charter if where == "charter" else charter["choices"])["note"] = "x"

    checkpoint_path(journal).unlink()
    journal.write_bytes(b"".join(rewritten(lines, add)))
    found = verify(journal)
    assert found.broken == (1 if where in ("command", "event") else 0)
    assert "unknown field `note`" in found.fault


def test_journal_resumes_with_different_code_even_if_the_audit_fails(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from croupier.journal import tables

    monkeypatch.setattr(tables, "decide", lambda state, command: ())
    assert not audit(FileStore(journal), "j").ok
    assert audit(FileStore(journal), "j", decide=False).ok
    Stream.resume(FileStore(journal), "j").close()


def test_opening_entry_names_code_rule_book_and_choices(journal: Path) -> None:
    opening = json.loads(journal.read_bytes().splitlines()[0])["opening"]
    assert opening["kind"] == "table" and opening["code"] == __version__ and opening["at"] == 1_000
    assert opening["book"] == hash_of_what_decides("uth")
    assert "MLGCA Version 1.4" in opening["edition"] and "SHA-256 1783562b" in opening["edition"]
    assert opening["charter"]["game"] == "uth"
    assert opening["charter"]["choices"]["paytables"]["six_card"] == "A"
    assert opening["charter"]["readings"]["U-01"]


def test_verify_lists_document_editions() -> None:
    assert edition("uth").version == "MLGCA Version 1.4"
    assert edition("topfive").version == "MLGCA Version 1.0" and len(edition("topfive").sources) == 2
    for game in ("letitride", "dragon"):
        assert edition(game).version == "" and "no version stated" in str(edition(game))
    digests = [
        source.sha256
        for game in ("uth", "topfive", "letitride", "dragon")
        for source in edition(game).sources
    ]
    assert len(set(digests)) == 5 and all(len(digest) == 64 for digest in digests)


def test_a_later_change_of_a_default_does_not_affect_an_open_table(journal: Path) -> None:
    """The opening entry stores every reading, so the table keeps its readings."""
    opening = json.loads(journal.read_bytes().splitlines()[0])["opening"]
    charter = opening["charter"]
    other = "R1" if charter["readings"]["U-01"] != "R1" else "R2"
    charter["readings"]["U-01"] = other
    state = KIND.begin(msgspec.json.encode(charter, order="sorted"))
    assert state.table.rules.reading("U-01") == other


def test_verify_document_contains_game_head_and_versions(journal: Path) -> None:
    told = document(verify(journal))
    assert told["ok"] and told["game"] == "uth" and told["rounds"] == 1 and told["kind"] == "table"
    assert told["checkpointed"] is False and "own folder" in told["checkpoint"]["why_not"]
    assert len(told["head"]) == 64 and told["segments"] == 1
    assert told["judges"] == {"code": __version__, "book": hash_of_what_decides("uth")}


@pytest.mark.parametrize("tag", ["decided", "cards_dealt", "round_ended", "seat_settled"])
def test_forged_chain_is_reported_as_broken_only(journal: Path, tag: str) -> None:
    """The test adds correctly linked events that the state machine never produces, such as cards that are
    not due.
    """
    lines = journal.read_bytes().splitlines(keepends=True)
    events = [json.loads(line).get("events", []) for line in lines]
    forged = next(found for found in events if any(one["type"].startswith(tag) for one in found))
    path = journal.with_name("forged.journal")
    folded_badly = 0
    for at in range(1, len(lines)):
        if events[at] == forged:
            continue

        def tell(n: int, entry: dict[str, Any], at: int = at) -> None:
            if n == at:
                entry["events"] = forged

        path.write_bytes(b"".join(rewritten(lines, tell)))
        found = audit(FileStore(path), path.name, everything=True)
        assert not found.ok and found.broken == at and found.fault
        folded = audit(FileStore(path), path.name, everything=True, decide=False)
        folded_badly += not folded.ok
    assert folded_badly


def test_entry_cards_match_the_sealed_shoe(tmp_path: Path) -> None:
    """An automatic table's journal contains the sealed shoe, so the audit detects changed cards."""
    path = tmp_path / "uth.journal"
    write("uth", path)
    lines = path.read_bytes().splitlines(keepends=True)
    assert audit(FileStore(path), path.name, everything=True).ok
    deal = next(n for n, line in enumerate(lines) if b'"deal@1"' in line)
    first, second = json.loads(lines[deal])["command"]["cards"][:2]

    def swap(n: int, entry: dict[str, Any]) -> None:
        if n >= deal and "command" in entry:
            text = json.dumps([entry["command"], entry["events"]])
            for old, new in ((first, "??"), (second, first), ("??", second)):
                text = text.replace(f'"{old}"', f'"{new}"')
            entry["command"], entry["events"] = json.loads(text)

    path.write_bytes(b"".join(rewritten(lines[: deal + 1], swap)))
    for decide in (True, False):
        found = audit(FileStore(path), path.name, everything=True, decide=decide)
        assert found.broken == deal and "the sealed shoe" in found.fault
