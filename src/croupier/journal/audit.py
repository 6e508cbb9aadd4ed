"""Audit: would the rules decide each command so? Link and fold are asked on the way.

Effects are compared strictly. Words and citations may change with an edition of the code or of the rule
book: such a difference is reported as "cites otherwise", with the versions that wrote and that judge, and is
no fault.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from croupier import __version__
from croupier.errors import Refused
from croupier.journal.checkpoints import Kept
from croupier.journal.entries import START, Broken
from croupier.journal.links import IMPOSSIBLE, Step, fold
from croupier.journal.stores import Store


class Edition(msgspec.Struct, frozen=True):
    """A version of the program, and of what decides in the rule book."""

    code: str
    book: str


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """What was asked of a stream, and the answer."""

    ok: bool
    entries: int  # how many hold, counted from the very beginning
    head: str
    broken: int | None = None
    fault: str = ""
    stream: str = ""
    kind: str = ""
    segment: int = 1  # the last one
    read_from: int = 0  # the first entry that was read: what lies before it was taken on trust
    about: dict[str, Any] = {}  # the kind's own words: game, rounds
    edition: str = ""
    first: int = 0  # the time of the first and of the last command that had one
    last: int = 0
    wrote: tuple[Edition, ...] = ()
    judges: Edition | None = None
    cites_otherwise: tuple[int, ...] = ()
    kept: Kept | None = None
    met: bool = False  # the head kept elsewhere was met in the chain
    state: Any = None


class _Seen:
    """What has been found so far."""

    def __init__(self, kept: Kept | None) -> None:
        self.kept = kept
        self.step: Step | None = None
        self.first_entry, self.times = 0, (0, 0)
        self.wrote: dict[Edition, None] = {}
        self.otherwise: list[int] = []
        self.met = False

    def take(self, step: Step) -> None:
        if self.step is None:
            self.first_entry = step.n
        self.step = step
        if step.command is None:
            terms = step.opening.opening
            self.wrote[Edition(terms.code, terms.book)] = None
        elif at := step.kind.at(step.command):
            self.times = (self.times[0] or at, at)
        kept = self.kept
        if kept is not None and kept.head == step.hash and kept.entries in (None, step.n + 1):
            self.met = True

    def found(self, broken: Broken | None = None) -> Found:
        step = self.step
        if step is None:
            assert broken is not None
            return Found(
                ok=False, entries=broken.n, head=START, broken=broken.n, fault=broken.fault, kept=self.kept
            )
        terms = step.opening.opening
        charter = bytes(terms.charter)
        return Found(
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
            judges=Edition(__version__, step.kind.book(charter)),
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
    kept: Kept | None = None,
    watch: Callable[[Step], None] | None = None,
) -> Found:
    """Link and fold and, unless `decide` is off, the rules asked again; then the head kept elsewhere.

    `watch` is told of each entry that holds."""
    seen = _Seen(kept)
    try:
        for step in fold(store, stream, everything):
            if decide and _judge(step):
                seen.otherwise.append(step.n)
            seen.take(step)
            if watch is not None:
                watch(step)
    except Broken as broken:
        return seen.found(broken)
    return _compared(seen)


def _judge(step: Step) -> bool:
    """Whether the rules cite otherwise now; `Broken` if they act otherwise."""
    if step.command is None:
        _judge_opening(step)
        return False
    try:
        decided = step.kind.decide(step.before, step.command)
    except Refused as refused:
        raise Broken(step.n, f"the rules refuse its command ({refused})") from None
    except IMPOSSIBLE as fault:
        raise Broken(step.n, f"its command cannot be decided ({type(fault).__name__}: {fault})") from None
    if decided == step.events:
        return False
    if step.kind.effects(decided) != step.kind.effects(step.events):
        raise Broken(step.n, "the rules decide its command otherwise")
    return True


def _judge_opening(step: Step) -> None:
    try:
        step.kind.lawful(bytes(step.opening.opening.charter))
    except IMPOSSIBLE as unlawful:
        raise Broken(step.n, f"no {step.kind.name} may be opened by its rules ({unlawful})") from None


def _compared(seen: _Seen) -> Found:
    """A chain that is whole may still have lost its tail, or be another chain."""
    kept, step = seen.kept, seen.step
    assert step is not None
    if kept is None or seen.met or kept.entries == 0:
        return seen.found()
    entries = step.n + 1
    if kept.entries is not None and kept.entries > entries:
        fault = f"the tail is cut off: the checkpoint knows {kept.entries} entries"
        return seen.found(Broken(entries, fault))
    if kept.entries is not None and kept.entries > seen.first_entry:
        return seen.found(Broken(kept.entries - 1, "the chain is not the one the checkpoint was taken of"))
    if not seen.first_entry:
        return seen.found(Broken(entries, "the head given is nowhere in the chain"))
    return seen.found()  # it stands before what was read
