"""Audit a stream: check the links, fold the events, and decide each command again by the current rules.

Effects must be equal. Words and citations may differ between editions of the code or the rule book. A
different citation is a fault only if this edition wrote the entry. Otherwise the audit reports it as "cites
otherwise", with both versions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from croupier import __version__
from croupier.errors import Refused
from croupier.journal.checkpoints import CheckpointSource
from croupier.journal.entries import START, Broken
from croupier.journal.links import IMPOSSIBLE, JournalStep, fold
from croupier.journal.stores import Store


class WriterEdition(msgspec.Struct, frozen=True):
    """A version of the program and of the binding content of the rule book."""

    code: str
    book: str


class AuditResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of checking a stream."""

    ok: bool
    entries: int  # number of valid entries, from the beginning of the stream
    head: str
    broken: int | None = None
    fault: str = ""
    stream: str = ""
    kind: str = ""
    segment: int = 1  # number of the last segment
    read_from: int = 0  # number of the first entry that was read; earlier entries are trusted
    about: dict[str, Any] = {}  # details that depend on the kind of stream, such as game and rounds
    edition: str = ""
    first: int = 0  # ``first`` and ``last`` are the times of the first and last command with a time
    last: int = 0
    wrote: tuple[WriterEdition, ...] = ()
    judges: WriterEdition | None = None
    cites_otherwise: tuple[int, ...] = ()
    kept: CheckpointSource | None = None
    met: bool = False  # whether the chain contains the head that was stored elsewhere
    state: Any = None


class _Findings:
    """Collects the findings of an audit."""

    def __init__(self, saved_heads: CheckpointSource | None) -> None:
        self.kept = saved_heads
        self.step: JournalStep | None = None
        self.first_entry, self.times = 0, (0, 0)
        self.wrote: dict[WriterEdition, None] = {}
        self.otherwise: list[int] = []
        self.met = False

    def take(self, step: JournalStep) -> None:
        if self.step is None:
            self.first_entry = step.n
        self.step = step
        if step.command is None:
            terms = step.opening.opening
            self.wrote[WriterEdition(terms.code, terms.book)] = None
        elif at := step.kind.at(step.command):
            self.times = (self.times[0] or at, at)
        saved_heads = self.kept
        if (
            saved_heads is not None
            and saved_heads.head == step.hash
            and saved_heads.entries in (None, step.n + 1)
        ):
            self.met = True

    def result(self, broken: Broken | None = None) -> AuditResult:
        step = self.step
        if step is None:
            assert broken is not None
            return AuditResult(
                ok=False, entries=broken.n, head=START, broken=broken.n, fault=broken.fault, kept=self.kept
            )
        terms = step.opening.opening
        charter = bytes(terms.charter)
        return AuditResult(
            ok=broken is None,
            entries=step.n + 1,
            head=step.hash,
            broken=None if broken is None else broken.n,
            fault="" if broken is None else broken.fault,
            stream=step.opening.stream,
            kind=terms.kind,
            segment=terms.segment,
            read_from=self.first_entry,
            about=step.kind.about(charter, step.state),
            edition=terms.edition,
            first=self.times[0],
            last=self.times[1],
            wrote=tuple(self.wrote),
            judges=WriterEdition(__version__, step.kind.book(charter)),
            cites_otherwise=tuple(self.otherwise),
            kept=self.kept,
            met=self.met,
            state=step.state,
        )


def audit(
    store: Store,
    stream: str,
    *,
    everything: bool = False,
    decide: bool = True,
    kept: CheckpointSource | None = None,
    watch: Callable[[JournalStep], None] | None = None,
) -> AuditResult:
    """Check the links, the events and, if `decide` is set, the decisions.

    Finally, compare the chain with `kept`, a head that was stored elsewhere. `watch` is called with each
    valid entry.
    """
    findings = _Findings(kept)
    try:
        for step in fold(store, stream, everything):
            if decide and _judge(step):
                findings.otherwise.append(step.n)
            findings.take(step)
            if watch is not None:
                watch(step)
    except Broken as broken:
        return findings.result(broken)
    return _compare_heads(findings)


def _judge(step: JournalStep) -> bool:
    """Return whether the current rules have different citations for an entry.

    Raises `Broken` if they decide the entry differently, or if the citations differ and this edition wrote
    the entry.
    """
    if step.command is None:
        _judge_opening(step)
        return False
    try:
        events = step.kind.decide(step.before, step.command)
    except Refused as refused:
        raise Broken(step.n, f"the rules refuse its command ({refused})") from None
    except IMPOSSIBLE as fault:
        raise Broken(step.n, f"its command cannot be decided ({type(fault).__name__}: {fault})") from None
    if events == step.events:
        return False
    if step.kind.effects(events) != step.kind.effects(step.events):
        raise Broken(step.n, "the rules decide its command differently")
    if _same_edition(step):
        raise Broken(step.n, "its citations differ from those of the rules that wrote it")
    return True


def _same_edition(step: JournalStep) -> bool:
    """Return whether this version of the program and of the rule book opened the entry's segment."""
    terms = step.opening.opening
    return (terms.code, terms.book) == (__version__, step.kind.book(bytes(terms.charter)))


def _judge_opening(step: JournalStep) -> None:
    try:
        step.kind.lawful(bytes(step.opening.opening.charter))
    except IMPOSSIBLE as unlawful:
        raise Broken(step.n, f"the rules do not allow this {step.kind.name} to open ({unlawful})") from None


def _compare_heads(findings: _Findings) -> AuditResult:
    """Compare with the stored head. A chain can be valid even if its tail was lost or it was replaced."""
    saved_heads, step = findings.kept, findings.step
    assert step is not None
    if saved_heads is None or findings.met or saved_heads.entries == 0:
        return findings.result()
    entries = step.n + 1
    if saved_heads.entries is not None and saved_heads.entries > entries:
        fault = f"the end of the journal is missing: the checkpoint has {saved_heads.entries} entries"
        return findings.result(Broken(entries, fault))
    if saved_heads.entries is not None and saved_heads.entries > findings.first_entry:
        return findings.result(Broken(saved_heads.entries - 1, "the chain is not the one in the checkpoint"))
    if not findings.first_entry:
        return findings.result(Broken(entries, "the given head is not in the chain"))
    return findings.result()  # The stored head is older than the entries that were read.
