"""Checkpoints: heads stored apart from their journals, to detect truncated or rewritten chains."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from croupier.errors import BadInput
from croupier.files import printable, read_some, replace_file
from croupier.journal.entries import canonical, decode

LARGEST = 4096  # maximum size of a checkpoint file in bytes
HASH = re.compile(r"[0-9a-f]{64}")


class Checkpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    entries: int
    head: str
    stream: str = ""


_CHECKPOINT = msgspec.json.Decoder(Checkpoint)


def checkpoint_path(path: Path) -> Path:
    """Return the default path, beside the journal. A checkpoint there detects accidents but not forgery."""
    return Path(f"{path}.checkpoint")


def write_checkpoint(path: Path, checkpoint: Checkpoint) -> None:
    replace_file(path, canonical(checkpoint) + b"\n")


def read_checkpoint(path: Path) -> Checkpoint:
    try:
        checkpoint = decode(_CHECKPOINT, read_some(path, LARGEST))
    except BadInput as fault:
        text = str(fault)
        named = printable(str(path))
        raise BadInput(text if text.startswith(named) else f"{named}: not a checkpoint ({text})") from None
    if checkpoint.entries < 0 or not HASH.fullmatch(checkpoint.head):
        raise BadInput(
            f"{printable(str(path))}: not a checkpoint: it needs a number of entries and a head hash"
        )
    return checkpoint


class CheckpointSource(msgspec.Struct, frozen=True):
    """A stored head and where it comes from. If the head proves nothing, `hollow` has the reason."""

    head: str
    entries: int | None  # None if the head can be anywhere in the chain
    source: str
    hollow: str = ""  # the reason why the head is no evidence, or empty if it is evidence

    @property
    def evidence(self) -> bool:
        return not self.hollow


def kept_head(head: str) -> CheckpointSource:
    if not HASH.fullmatch(head.strip().lower()):
        raise BadInput(f"--head {printable(head, 80)!r}: write 64 hexadecimal digits")
    return CheckpointSource(head.strip().lower(), None, "the head given")


def kept_checkpoint(path: Path, journal: Path) -> CheckpointSource:
    found = read_checkpoint(path)
    hollow = ""
    if not found.entries:
        hollow = "it has no entries: any journal agrees with it"
    elif path.resolve().parent == journal.resolve().parent:
        hollow = "it is in the journal's own folder: anyone who can alter one can alter both"
    return CheckpointSource(found.head, found.entries, printable(str(path)), hollow)


def kept_beside(journal: Path) -> CheckpointSource | None:
    """Return the checkpoint beside a journal, or None. Raises ``BadInput`` if it cannot be read."""
    beside = checkpoint_path(journal)
    return kept_checkpoint(beside, journal) if beside.exists() or beside.is_symlink() else None
