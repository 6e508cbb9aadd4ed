"""Test that files are private, synced and written atomically. A failed write must not change them."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.errors import BadInput
from croupier.files import printable, replace_file
from croupier.journal import FileStore, Stream, audit, register
from tests.helpers.till import CHARTER, TILL, put
from tests.journal.test_streams import do, filled

register(TILL)


def mode(path: Path) -> int:
    return stat.S_IMODE(os.stat(path).st_mode)


def test_only_the_owner_can_read_journal_and_checkpoint(tmp_path: Path) -> None:
    from croupier.journal import checkpoint_path
    from tests.helpers.journals import RECORDS, keep

    keep(tmp_path / "j", RECORDS["topfive"])
    assert mode(tmp_path / "j") == mode(checkpoint_path(tmp_path / "j")) == 0o600
    assert sorted(p.name for p in tmp_path.iterdir()) == ["j", "j.checkpoint"], "no temporary file is left"


def test_writing_follows_no_symlink(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine")
    link = tmp_path / "link"
    link.symlink_to(victim)
    with pytest.raises(BadInput, match="already exists"):
        Stream.create(FileStore(link), "cage", TILL, CHARTER)
    dangling = tmp_path / "dangling"
    dangling.symlink_to(tmp_path / "nowhere")
    with pytest.raises(BadInput, match="already exists"):
        Stream.create(FileStore(dangling), "cage", TILL, CHARTER)
    filled(FileStore(tmp_path / "real"), 1).close()
    link.unlink()
    link.symlink_to(tmp_path / "real")
    with pytest.raises(BadInput, match="a link; name the file itself"):
        Stream.resume(FileStore(link), "cage")
    replace_file(dangling, b"whole")
    assert not dangling.is_symlink() and dangling.read_bytes() == b"whole"
    assert victim.read_text() == "mine" and not (tmp_path / "nowhere").exists()


def test_temporary_names_are_unpredictable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[str, int]] = []
    plainly = os.open

    def watching(path: object, flags: int, *rest: int) -> int:
        opened.append((str(path), flags))
        return plainly(path, flags, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", watching)
    for _ in range(2):
        replace_file(tmp_path / "j.checkpoint", b"x")
    made = [(name, flags) for name, flags in opened if flags & os.O_CREAT]
    assert len({name for name, _ in made}) == 2
    assert all(flags & os.O_EXCL and flags & os.O_NOFOLLOW for _, flags in made)


def test_each_entry_is_synced_before_append_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = filled(FileStore(tmp_path / "j"), 1)
    synced: list[bytes] = []
    fsync = os.fsync

    def watching(descriptor: int) -> None:
        synced.append((tmp_path / "j").read_bytes())
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", watching)
    do(stream, put("p0", 1))
    assert synced[-1] == (tmp_path / "j").read_bytes()
    stream.close()


@pytest.mark.parametrize("fails", ["write", "half a write", "fsync"])
def test_a_full_disk_changes_nothing(fails: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "j"
    stream = filled(FileStore(path), 2)
    before = (stream.entries, stream.head, stream.state, path.read_bytes())
    full = OSError(errno.ENOSPC, "No space left on device")
    write = os.write
    halves: list[int] = []

    def half(descriptor: int, data: bytes) -> int:
        if halves or fails == "write":
            raise full
        halves.append(1)
        return write(descriptor, bytes(data)[: len(data) // 2])

    def fsync(descriptor: int) -> None:
        raise full

    with monkeypatch.context() as broken:
        if fails == "fsync":
            calls = []
            broken.setattr(os, "fsync", lambda d: calls.append(d) or (fsync(d) if len(calls) == 1 else None))
        else:
            broken.setattr(os, "write", half)
        with pytest.raises(OSError, match="No space left"):
            do(stream, put("p0", 1))
    assert (stream.entries, stream.head, stream.state, path.read_bytes()) == before
    do(stream, put("p0", 1))  # the disk has free space again
    stream.close()
    assert audit(FileStore(path), "j").ok


def test_failed_rollback_stops_the_writer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "j"
    stream = filled(FileStore(path), 2)
    write = os.write

    def failing(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", failing)
        broken.setattr(os, "ftruncate", failing)
        broken.setattr(
            os, "write", lambda d, data: write(d, bytes(data)[:20]) if len(data) > 200 else failing()
        )
        with pytest.raises(OSError, match="Input/output"):
            do(stream, put("p0", 1))
    with pytest.raises(OSError, match="open the journal again"):
        do(stream, put("p0", 1))
    stream.close()
    resumed = Stream.resume(FileStore(path), "j")
    assert resumed.entries == 3
    do(resumed, put("p0", 1))
    resumed.close()
    assert audit(FileStore(path), "j").ok


LIMITED = """
import resource, sys
from pathlib import Path
from croupier.journal import FileStore, Stream, register
from tests.helpers.till import TILL, CHARTER, put
register(TILL)
stream = Stream.create(FileStore(sys.argv[1]), "cage", TILL, CHARTER)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
for k in range(1000):
    before = (stream.entries, stream.state)
    try:
        stream.append(put("p", 1), TILL.decide(stream.state, put("p", 1)))
    except OSError as full:
        assert (stream.entries, stream.state) == before
        print(stream.entries)
        break
"""


def test_file_size_limit_leaves_no_partial_entry(tmp_path: Path) -> None:
    path = tmp_path / "j"
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)], capture_output=True, text=True, cwd=root, timeout=60
    )
    assert done.returncode == 0, done.stderr
    found = audit(FileStore(path), "j")
    assert found.ok and found.entries == int(done.stdout)


def test_a_full_disk_at_creation_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        Stream.create(FileStore(tmp_path / "j"), "cage", TILL, CHARTER)
    assert list(tmp_path.iterdir()) == []


def test_writes_complete_files_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", none)
    filled(FileStore(tmp_path / "j"), 1).close()
    assert audit(FileStore(tmp_path / "j"), "j").ok and mode(tmp_path / "j") == 0o600
    with pytest.raises(BadInput, match="already exists"):
        Stream.create(FileStore(tmp_path / "j"), "cage", TILL, CHARTER)
    assert [path.name for path in tmp_path.iterdir()] == ["j"]


def test_a_stream_has_one_writer(tmp_path: Path) -> None:
    first = filled(FileStore(tmp_path / "j"), 1)
    with pytest.raises(BadInput, match="another table is writing"):
        Stream.resume(FileStore(tmp_path / "j"), "j")
    first.close()
    Stream.resume(FileStore(tmp_path / "j"), "j").close()


def test_fifos_devices_and_folders_are_refused_without_reading_them(tmp_path: Path) -> None:
    """Reading a FIFO or a device would block forever."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    for path, said in (
        (fifo, "not a regular file"),
        (Path("/dev/zero"), "not a regular file"),
        (tmp_path, "folder"),
    ):
        with pytest.raises(BadInput, match=said):
            audit(FileStore(path), "j")
        with pytest.raises(BadInput, match=said):
            Stream.resume(FileStore(path), "j")


def test_escapes_control_characters_in_messages() -> None:
    assert printable("a\x1b[2J\nb\u2028c\u202ed") == "a\\x1b[2J\\nb\\u2028c\\u202ed"
    assert len(printable("x" * 10_000)) == 301
