"""Journals: append-only streams of linked entries. They are the only source of truth."""

from croupier.journal.audit import AuditResult, audit
from croupier.journal.checkpoints import Checkpoint, checkpoint_path, read_checkpoint
from croupier.journal.entries import Broken, canonical
from croupier.journal.exports import export_lines
from croupier.journal.journal import Journal, locate, steps, verify
from croupier.journal.kinds import Kind, kind_of, register
from croupier.journal.links import JournalStep, fold, link
from croupier.journal.stores import FileStore, FolderStore, MemoryStore, Store, store_at
from croupier.journal.streams import Stream

__all__ = [
    "AuditResult",
    "Broken",
    "Checkpoint",
    "FileStore",
    "FolderStore",
    "Journal",
    "JournalStep",
    "Kind",
    "MemoryStore",
    "Store",
    "Stream",
    "audit",
    "canonical",
    "checkpoint_path",
    "export_lines",
    "fold",
    "kind_of",
    "link",
    "locate",
    "read_checkpoint",
    "register",
    "steps",
    "store_at",
    "verify",
]
