"""Verify all deals of a journal from its sealed data, or one person's deals from their openings.

The checks do not use the table's machine. They recompute the hashes of commitments, mixes and openings, as
anyone can (docs/dealing.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from croupier.cards import commitment
from croupier.errors import BadInput
from croupier.files import printable, read_some
from croupier.journal.entries import decode
from croupier.journal.links import JournalStep
from croupier.submission.rules import digest
from croupier.table import events as ev
from croupier.table.acts.proving import context_of
from croupier.table.driving.openings import CardOpening
from croupier.table.driving.shoe import Shoe

FORMAT = "croupier-openings@1"
LARGEST = 1 << 24  # maximum size of a file of openings in bytes; an evening has about 100 deals of 10 KB


class DealEvidence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One deal as one person saw it: the table's two events, and the openings."""

    committed: ev.DealCommitted
    mixed: ev.DealMixed
    openings: tuple[CardOpening, ...] = ()


class Openings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person's saved openings of one deal or of a whole evening."""

    format: str
    deals: tuple[DealEvidence, ...]
    player: str = ""
    numbers: tuple[str, ...] = ()  # this player's number in each deal, or "" if they gave no number


class SavedFile(msgspec.Struct, frozen=True):
    """The fields that every file of openings has."""

    format: str


class DealCheck(msgspec.Struct, frozen=True):
    """The result of a check: counts of deals, and a description of every fault."""

    deals: int = 0  # deals with a commitment
    mixed: int = 0
    discarded: int = 0
    alone: int = 0  # deals mixed without any player's number, so the house may have chosen the order
    cards: int = 0  # cards that were proved individually
    opened: int = 0  # deals in which every position was opened with the sealed key
    unproved: int = 0  # rounds that were dealt from a sealed shoe without a commitment
    faults: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.faults


class Count:
    """Collects counts and faults."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.faults: list[str] = []

    def add(self, what: str, many: int = 1) -> None:
        self.numbers[what] = self.numbers.get(what, 0) + many

    def check(self, right: bool, where: str, fault: str) -> None:
        if not right:
            self.faults.append(f"{where}: {fault}")

    def checked(self) -> DealCheck:
        return DealCheck(**self.numbers, faults=tuple(self.faults))


# --- a whole journal


def check_journal(steps: Iterable[JournalStep]) -> DealCheck:
    """Check every deal of a table's stream. ``steps`` comes from folding it, which checks the links."""
    count = Count()
    for step in steps:
        if step.kind.name != "table":
            raise BadInput(f"this is a {step.kind.name} journal, which has no deals")
        for event in step.events:
            where = f"entry {step.n}"
            if isinstance(event, ev.DealCommitted):
                check_committed(count, where, event, step)
            elif isinstance(event, ev.DealMixed):
                check_mixed(count, where, event, step)
            elif isinstance(event, ev.CardsDealt):
                check_dealt(count, where, step)
    return count.checked()


def shoe_of(state: Any, deck: str) -> Shoe | None:
    found: Shoe | None = state.shoes.get(deck)
    return found if found is not None and found.key else None


def check_committed(count: Count, where: str, event: ev.DealCommitted, step: JournalStep) -> None:
    before = step.before.table
    stream = step.opening.stream
    is_new_deal = before.round.proof is None or before.round.proof.deck != before.care.loaded
    if not is_new_deal:
        return  # More players joined the deal. The table's machine ensures that the root is the same.
    count.add("deals")
    count.add("discarded", int(event.deal > 1))
    count.check(event.table == stream, where, f"a commitment of {event.table} is in the stream {stream}")
    count.check(
        event.deal == before.round.deals + 1, where, "the deals of the round are not numbered in sequence"
    )
    count.check(
        event.submission == digest(before.rules.choices),
        where,
        "it names a different submission than the table's",
    )
    shoe = shoe_of(step.state, event.deck)
    if shoe is not None:
        grown = commitment.tree(context_of(event), shoe.key, shoe.order)
        root = commitment.root(grown).hex()
        count.check(root == event.root, where, "the root does not match the sealed order")
        opens = all(opens_to(grown, context_of(event), shoe, at) for at in range(len(shoe.order)))
        count.check(opens, where, "a sealed position does not open")
        count.add("opened")


def opens_to(grown: commitment.Tree, ctx: bytes, shoe: Shoe, position: int) -> bool:
    card = commitment.leaf(
        ctx, position, shoe.order[position].encode(), commitment.salt(shoe.key, ctx, position)
    )
    beside = commitment.path(grown, position)
    return commitment.climbs_to(card, position, beside) == commitment.root(grown)


def check_mixed(count: Count, where: str, event: ev.DealMixed, step: JournalStep) -> None:
    proof = step.before.table.round.proof
    if proof is None:
        count.check(False, where, "a mix without a commitment")
        return
    count.add("mixed")
    count.add("alone", int(not event.reveals))
    fault = fault_of_mix(proof.fixed, bytes.fromhex(proof.context), proof.root, event)
    count.check(not fault, where, fault)
    was, now = step.before.shoes.get(event.deck), step.state.shoes.get(event.deck)
    if was is not None:
        order = commitment.mix_cards(was.order, bytes.fromhex(event.seed))
        dealt_so = now is not None and now.order == order
        count.check(dealt_so, where, "the order of the shoe does not match the mix")


def fault_of_mix(fixed: dict[str, str], ctx: bytes, root: str, event: ev.DealMixed) -> str:
    """Return why a mix does not follow from its commitment, or an empty string if it does."""
    numbers = {player: bytes.fromhex(number) for player, number in event.reveals.items()}
    if {player: commitment.commit_number(number).hex() for player, number in numbers.items()} != fixed:
        return "the revealed numbers do not match the commitments"
    if commitment.seed(ctx, bytes.fromhex(root), numbers).hex() != event.seed:
        return "the seed does not match the revealed numbers"
    return ""


def check_dealt(count: Count, where: str, step: JournalStep) -> None:
    """Check that a round's first cards come from a shoe that was committed to and mixed beforehand."""
    before = step.before.table
    if before.layout.cards:
        return
    known, proof = before.care.loaded in step.state.shoes, before.round.proof
    if proof is None:
        count.add("unproved", int(known))
    else:
        count.check(bool(proof.seed), where, "cards were dealt before the mix")


# --- one person's openings


def read_openings(path: Path) -> Openings | None:
    """Read a person's saved openings. Return None if the file is something else, such as a journal."""
    data = read_some(path, LARGEST)
    try:
        form = decode(msgspec.json.Decoder(SavedFile), data).format
    except BadInput:
        return None
    if form != FORMAT:
        raise BadInput(
            f"{printable(str(path))}: format {form[:40]!r} is unknown; this version reads {FORMAT}"
        )
    try:
        return decode(msgspec.json.Decoder(Openings), data)
    except BadInput as fault:
        raise BadInput(f"{printable(str(path))}: not a file of openings: {fault}") from None


def check_openings(saved: Openings) -> DealCheck:
    count = Count()
    for number, deal in enumerate(saved.deals, 1):
        where = f"deal {number} ({deal.committed.table}, round {deal.committed.round})"
        try:
            own = saved.numbers[number - 1] if number <= len(saved.numbers) else ""
            check_deal(count, where, deal, saved.player, own)
        # A text that is not hexadecimal raises ValueError. A text of several lines raises BadInput.
        except (ValueError, BadInput) as fault:
            count.check(False, where, str(fault))
    return count.checked()


def check_deal(count: Count, where: str, deal: DealEvidence, player: str, own: str) -> None:
    committed, mixed = deal.committed, deal.mixed
    if not 0 < committed.cards <= commitment.MOST:
        raise BadInput(f"the deck cannot have {committed.cards} cards")
    count.add("deals")
    count.add("mixed")
    count.add("discarded", committed.deal - 1)
    count.add("alone", int(not mixed.reveals))
    same = (committed.round, committed.deal, committed.deck) == (mixed.round, mixed.deal, mixed.deck)
    count.check(same, where, "the mix and the commitment are of different deals")
    fault = fault_of_mix(committed.fixed, context_of(committed), committed.root, mixed)
    count.check(not fault, where, fault)
    if own:
        count.check(mixed.reveals.get(player) == own, where, f"the number of {player} is not in the mix")
    positions = commitment.mix(bytes.fromhex(mixed.seed), committed.cards)
    for opening in deal.openings:
        fault = fault_of_opening(committed, positions, opening)
        count.check(not fault, f"{where}, {opening.place} {opening.index}", fault)
        count.add("cards")
    twice = len({one.draw for one in deal.openings}) != len(deal.openings)
    count.check(not twice, where, "the same draw is opened twice")


def fault_of_opening(committed: ev.DealCommitted, positions: tuple[int, ...], opening: CardOpening) -> str:
    """Return why an opening does not prove its card, or an empty string if it does."""
    if not 0 <= opening.draw < len(positions) or positions[opening.draw] != opening.position:
        return "the mix gives a different position for this draw"
    hashes = commitment.height(committed.cards)
    if len(opening.path) != hashes or len(opening.card.encode()) != 2:
        return f"an opening must contain a card written in two letters and {hashes} hashes"
    card = commitment.leaf(
        context_of(committed), opening.position, opening.card.encode(), bytes.fromhex(opening.salt)
    )
    beside = [bytes.fromhex(other) for other in opening.path]
    if commitment.climbs_to(card, opening.position, beside).hex() != committed.root:
        return f"{opening.card} does not match the root"
    return ""
