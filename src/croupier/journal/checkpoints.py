"""A head kept apart from its journal: the one thing that shows a chain cut short or written anew."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from croupier.errors import BadInput
from croupier.files import printable, read_some, replace_file
from croupier.journal.entries import canonical, decode

LARGEST = 4096  # bytes
HASH = re.compile(r"[0-9a-f]{64}")


class Checkpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    entries: int
    head: str
    stream: str = ""


_CHECKPOINT = msgspec.json.Decoder(Checkpoint)


def checkpoint_path(path: Path) -> Path:
    """Beside the journal, for want of a better place: it shows an accident there, and no forgery."""
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
        raise BadInput(f"{printable(str(path))}: not a checkpoint: no count of entries with a head hash")
    return checkpoint


class Kept(msgspec.Struct, frozen=True):
    """What a head is compared with: where it came from, and why it may prove nothing."""

    head: str
    entries: int | None  # None: a head alone, wherever in the chain it stands
    source: str
    hollow: str = ""  # why it is no evidence; empty if it is

    @property
    def evidence(self) -> bool:
        return not self.hollow


def kept_head(head: str) -> Kept:
    if not HASH.fullmatch(head.strip().lower()):
        raise BadInput(f"--head {printable(head, 80)!r}: a head is 64 hexadecimal digits")
    return Kept(head.strip().lower(), None, "the head given")


def kept_checkpoint(path: Path, journal: Path) -> Kept:
    found = read_checkpoint(path)
    hollow = ""
    if not found.entries:
        hollow = "it knows no entries: any journal agrees with it"
    elif path.resolve().parent == journal.resolve().parent:
        hollow = "it lies in the journal's own folder: who alters one can alter both"
    return Kept(found.head, found.entries, printable(str(path)), hollow)


def kept_beside(journal: Path) -> Kept | None:
    """The checkpoint beside a journal, if there is one; one that cannot be read is an error."""
    beside = checkpoint_path(journal)
    return kept_checkpoint(beside, journal) if beside.exists() or beside.is_symlink() else None
