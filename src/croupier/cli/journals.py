"""Implement ``croupier verify`` and ``replay``. All text from files is escaped before it is printed."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.cli.output import print_json, unraw
from croupier.cli.stores import is_database, open_database
from croupier.errors import BadInput
from croupier.files import printable

if TYPE_CHECKING:
    from croupier.journal import AuditResult, Store

WIDEST = 2000  # maximum number of characters in a line, more than any event needs


def replay_journal(
    where: str | Path, round_number: int | None, as_record: bool, as_json: bool, stream: str = ""
) -> int:
    """Print a journal from a file, a folder or a store."""
    if not is_database(where):
        return replay(Path(where), round_number, as_record, as_json, stream)
    with open_database(where) as store:
        return replay(store, round_number, as_record, as_json, stream)


def replay(path: Path | Store, round_number: int | None, as_record: bool, as_json: bool, stream: str) -> int:
    import msgspec

    from croupier.journal import Broken, steps
    from croupier.records.transcript import transcript
    from croupier.table.roles import id_of

    if round_number is not None and round_number < 1:
        raise BadInput(f"--round {round_number}: rounds are counted from 1")
    if as_record:
        return print_record(path, round_number, as_json, stream)
    entries = []
    names: dict[str, str] = {}  # display names by person id, as the journal states them
    number = 1
    try:
        for step in steps(path, stream):
            if step.kind.name != "table":
                raise BadInput(f"{printable(str(path))}: a {step.kind.name} journal has no rounds")
            names |= step.state.table.seating.names
            if step.command is not None and round_number in (None, number):
                if as_json:
                    entries.append(
                        {"n": step.n, "round": number, "command": step.command, "events": step.events}
                    )
                else:
                    by = step.command.by
                    known = f" ({names[id_of(by)]})" if id_of(by) in names else ""
                    print(f"[{step.n}] {step.command.title} by {printable(by + known, 200)}")
                    print_lines(transcript(step.events, names))
            number = step.state.table.round.number
    except Broken as broken:
        raise BadInput(f"{printable(str(path))}: entry {broken.n} is broken: {broken.fault}") from None
    if round_number is not None and round_number > number:
        raise BadInput(f"{printable(str(path))}: there is no round {round_number}; the last is {number}")
    if as_json:
        print_json(msgspec.json.decode(msgspec.json.encode(entries)))
    return 0


def print_lines(text: str) -> None:
    for line in text.split("\n"):
        print(printable(line, WIDEST))


def print_record(path: Path | Store, round_number: int | None, as_json: bool, stream: str) -> int:
    import tomli_w

    from croupier.records.export import record_of_round

    if round_number is None:
        raise BadInput("--record needs --round N")
    record = record_of_round(path, round_number, stream)
    if as_json:
        print_json(record)
    else:
        sys.stdout.write(unraw(tomli_w.dumps(record)))
    return 0


def verify_journal(
    where: str | Path,
    checkpoint: Path | None = None,
    as_json: bool = False,
    *,
    head: str | None = None,
    everything: bool = True,
    stream: str = "",
) -> int:
    """Verify a journal, a folder of journals or a store. Return 0 if everything is valid, else 1."""
    from croupier.journal import locate, store_at
    from croupier.journal.checkpoints import kept_beside, kept_checkpoint, kept_head
    from croupier.journal.stores import FolderStore

    if checkpoint is not None and head is not None:
        raise BadInput("the options --checkpoint and --head cannot be combined")
    if is_database(where):
        return verify_database(where, checkpoint, as_json, head, everything, stream)
    path = Path(where)
    store = store_at(path)
    if stream and isinstance(store, FolderStore):
        path = store.file_of(locate(store, stream)[1])
        store = store_at(path)
    if isinstance(store, FolderStore):
        if checkpoint is not None or head is not None:
            raise BadInput(f"{store} is a folder of journals; to compare a head, name the journal file")
        return verify_folder(store, everything, as_json)
    saved_heads = kept_beside(path)
    if checkpoint is not None:
        saved_heads = kept_checkpoint(checkpoint, path)
    elif head is not None:
        saved_heads = kept_head(head)
    return tell(verify_stream(store, path.name, everything, saved_heads), as_json)


def tell(found: AuditResult, as_json: bool) -> int:
    if as_json:
        print_json(document(found))
    else:
        print_found(found)
    return 0 if found.ok else 1


def verify_database(
    where: str | Path, checkpoint: Path | None, as_json: bool, head: str | None, everything: bool, stream: str
) -> int:
    """Verify one or all hash chains of a store. `croupier audit` also compares the books."""
    from croupier.journal import locate
    from croupier.journal.checkpoints import kept_checkpoint, kept_head

    with open_database(where) as store:
        if not stream:
            if checkpoint is not None or head is not None:
                raise BadInput(f"{store}: to compare a head, name the stream with --stream")
            return verify_folder(store, everything, as_json)
        saved_heads = None if head is None else kept_head(head)
        if checkpoint is not None:
            saved_heads = kept_checkpoint(checkpoint, Path(where))
        return tell(verify_stream(store, locate(store, stream)[1], everything, saved_heads), as_json)


def verify_stream(store: Store, stream: str, everything: bool, saved_heads: Any) -> AuditResult:
    """Verify the current segment, or all segments if requested or if the saved head is in an older one."""
    from croupier.journal import audit

    found = audit(store, stream, everything=everything, kept=saved_heads)
    if found.ok and found.read_from and saved_heads is not None and not found.met and saved_heads.evidence:
        return audit(store, stream, everything=True, kept=saved_heads)
    return found


def verify_folder(store: Any, everything: bool, as_json: bool) -> int:
    results = {stream: verify_stream(store, stream, everything, None) for stream in store.streams()}
    if not results:
        raise BadInput(f"{store}: no journals found (files ending in .journal)")
    if as_json:
        print_json(
            {"ok": all(f.ok for f in results.values()), "streams": [document(f) for f in results.values()]}
        )
    else:
        for stream, found in results.items():
            print(f"{stream}:")
            print_found(found)
    return 0 if all(found.ok for found in results.values()) else 1


def document(found: AuditResult) -> dict[str, Any]:
    import msgspec

    saved_heads = found.kept
    evidence = saved_heads is not None and saved_heads.evidence and found.met
    return {
        "ok": found.ok,
        "entries": found.entries,
        "head": found.head,
        "broken": found.broken,
        "fault": found.fault,
        "checkpointed": evidence,
        "checkpoint": None
        if saved_heads is None
        else {
            "source": saved_heads.source,
            "entries": saved_heads.entries,
            "evidence": evidence,
            "why_not": saved_heads.hollow,
        },
        "stream": found.stream,
        "kind": found.kind,
        "game": found.about.get("game"),
        "rounds": found.about.get("rounds"),
        "first": moment(found.first),
        "last": moment(found.last),
        "edition": found.edition,
        "segments": found.segment,
        "read_from": found.read_from,
        "wrote": msgspec.to_builtins(found.wrote),
        "judges": msgspec.to_builtins(found.judges),
        "cites_otherwise": list(found.cites_otherwise),
    }


def moment(at: int) -> str | None:
    """Format a time given in seconds since 1970."""
    if not at:
        return None
    try:
        return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return f"{at} s"


def print_found(found: AuditResult) -> None:
    if not found.ok:
        print(f"entry {found.broken}: {printable(found.fault, 500)}")
        print(f"the {found.entries} entries before it are valid; head {found.head}")
        return
    print(f"{found.entries} entries: the hash chain is intact and every entry follows the rules")
    lines = [f"stream   {printable(found.stream, 80)} ({found.kind})"]
    lines += [f"{name:8} {value}" for name, value in found.about.items()]
    if found.edition:
        lines.append(f"edition  {printable(found.edition, 400)}")
    if found.first:
        lines.append(f"time     {moment(found.first)} to {moment(found.last)}")
    lines.append(f"head     {found.head}")
    for line in lines:
        print(line)
    for edition in found.wrote:
        if found.judges is not None and edition != found.judges:
            print(
                f"written  by croupier {printable(edition.code, 40)}, "
                f"rule book {printable(edition.book, 64)}; "
                f"judged by croupier {found.judges.code}, rule book {found.judges.book}"
            )
    if found.cites_otherwise:
        first = ", ".join(map(str, found.cites_otherwise[:5]))
        more = " …" if len(found.cites_otherwise) > 5 else ""
        print(f"{len(found.cites_otherwise)} entries: the current rules cite other clauses ({first}{more})")
    if found.read_from:
        print(f"read from entry {found.read_from} on (segment {found.segment}); --all reads everything")
    print(f"croupier: {about_the_head(found)}", file=sys.stderr)


def about_the_head(found: AuditResult) -> str:
    """Describe how the journal's head was checked."""
    saved_heads = found.kept
    if saved_heads is None:
        return "no checkpoint was compared, so a truncated or rewritten journal would go unnoticed"
    if saved_heads.hollow:
        return f"the checkpoint {saved_heads.source} proves nothing: {saved_heads.hollow}"
    if not found.met:
        return (
            f"the checkpoint {saved_heads.source} is older than the entries read; "
            "use --all to compare the checkpoint"
        )
    at = f" at entry {saved_heads.entries}" if saved_heads.entries else ""
    return f"the chain agrees with {saved_heads.source}{at}"
