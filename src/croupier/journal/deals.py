"""Verifying verifiable dealing: a whole journal from what it keeps sealed, or one person's openings.

Nothing here asks the table's machine: commitments, mixes and openings are hashes, and anybody can compute
them again (docs/dealing.md).
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
from croupier.journal.links import Step
from croupier.submission.rules import digest
from croupier.table import events as ev
from croupier.table.acts.proving import context_of
from croupier.table.driving.openings import Opening
from croupier.table.driving.shoe import Shoe

FORMAT = "croupier-openings@1"
LARGEST = 1 << 24  # bytes of a file of openings: an evening has some hundred deals of 10 KB


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one person was shown of one deal: the table's two events, and the openings."""

    committed: ev.DealCommitted
    mixed: ev.DealMixed
    openings: tuple[Opening, ...] = ()


class Openings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person's saved openings, of one deal or of a whole evening."""

    format: str
    deals: tuple[Deal, ...]
    player: str = ""
    numbers: tuple[str, ...] = ()  # what this player brought to each deal; empty where they had no part


class Formed(msgspec.Struct, frozen=True):
    """What all such files begin with."""

    format: str


class Checked(msgspec.Struct, frozen=True):
    """What was found: how many deals, and every fault in words."""

    deals: int = 0  # committed to
    mixed: int = 0
    discarded: int = 0
    alone: int = 0  # mixed without a player's number: nobody can tell that these were not chosen
    cards: int = 0  # that were proved one by one
    opened: int = 0  # deals whose every position was opened from the sealed key
    unproved: int = 0  # rounds dealt from a sealed shoe without a commitment
    faults: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.faults


class Count:
    """A sheet on which findings are added up."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.faults: list[str] = []

    def add(self, what: str, many: int = 1) -> None:
        self.numbers[what] = self.numbers.get(what, 0) + many

    def check(self, right: bool, where: str, fault: str) -> None:
        if not right:
            self.faults.append(f"{where}: {fault}")

    def checked(self) -> Checked:
        return Checked(**self.numbers, faults=tuple(self.faults))


# A whole journal.


def check_journal(steps: Iterable[Step]) -> Checked:
    """Every deal of a table's stream. The journal is folded, and what its links show is shown already."""
    count = Count()
    for step in steps:
        if step.kind.name != "table":
            raise BadInput(f"the journal of a {step.kind.name}; it has no deals")
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


def check_committed(count: Count, where: str, event: ev.DealCommitted, step: Step) -> None:
    before = step.before.table
    stream = step.opening.stream
    anew = before.round.proof is None or before.round.proof.deck != before.care.loaded
    if not anew:
        return  # others joined it: the machine sees to it that the root is the same
    count.add("deals")
    count.add("discarded", int(event.deal > 1))
    count.check(event.table == stream, where, f"a commitment of {event.table} in the stream {stream}")
    count.check(event.deal == before.round.deals + 1, where, "deals of a round are counted one by one")
    count.check(
        event.submission == digest(before.rules.choices),
        where,
        "it names another submission than the table's",
    )
    shoe = shoe_of(step.state, event.deck)
    if shoe is not None:
        grown = commitment.tree(context_of(event), shoe.key, shoe.order)
        root = commitment.root(grown).hex()
        count.check(root == event.root, where, "the root is not that of the sealed order")
        opens = all(opens_to(grown, context_of(event), shoe, at) for at in range(len(shoe.order)))
        count.check(opens, where, "a sealed position does not open")
        count.add("opened")


def opens_to(grown: commitment.Tree, ctx: bytes, shoe: Shoe, position: int) -> bool:
    card = commitment.leaf(
        ctx, position, shoe.order[position].encode(), commitment.salt(shoe.key, ctx, position)
    )
    beside = commitment.path(grown, position)
    return commitment.climbs_to(card, position, beside) == commitment.root(grown)


def check_mixed(count: Count, where: str, event: ev.DealMixed, step: Step) -> None:
    proof = step.before.table.round.proof
    if proof is None:
        count.check(False, where, "a mix of what was never committed to")
        return
    count.add("mixed")
    count.add("alone", int(not event.reveals))
    fault = fault_of_mix(proof.fixed, bytes.fromhex(proof.context), proof.root, event)
    count.check(not fault, where, fault)
    was, now = step.before.shoes.get(event.deck), step.state.shoes.get(event.deck)
    if was is not None:
        order = commitment.mixed(was.order, bytes.fromhex(event.seed))
        dealt_so = now is not None and now.order == order
        count.check(dealt_so, where, "the shoe is not in the order that the mix gives")


def fault_of_mix(fixed: dict[str, str], ctx: bytes, root: str, event: ev.DealMixed) -> str:
    """Why a mix does not follow from its commitment; empty if it does."""
    numbers = {player: bytes.fromhex(number) for player, number in event.reveals.items()}
    if {player: commitment.fixed(number).hex() for player, number in numbers.items()} != fixed:
        return "what is revealed is not what was fixed"
    if commitment.seed(ctx, bytes.fromhex(root), numbers).hex() != event.seed:
        return "the seed is not that of what was revealed"
    return ""


def check_dealt(count: Count, where: str, step: Step) -> None:
    """The first cards of a round come out of a shoe that was committed to and mixed."""
    before = step.before.table
    if before.layout.cards:
        return
    known, proof = before.care.loaded in step.state.shoes, before.round.proof
    if proof is None:
        count.add("unproved", int(known))
    else:
        count.check(bool(proof.seed), where, "cards of a deal that was not mixed")


# One person's openings.


def read_openings(path: Path) -> Openings | None:
    """A person's saved openings; None for a file that is something else, a journal perhaps."""
    data = read_some(path, LARGEST)
    try:
        form = decode(msgspec.json.Decoder(Formed), data).format
    except BadInput:
        return None
    if form != FORMAT:
        raise BadInput(f"{printable(str(path))}: in the form {form[:40]!r}; this version reads {FORMAT}")
    try:
        return decode(msgspec.json.Decoder(Openings), data)
    except BadInput as fault:
        raise BadInput(f"{printable(str(path))}: no openings of a deal: {fault}") from None


def check_openings(saved: Openings) -> Checked:
    count = Count()
    for number, deal in enumerate(saved.deals, 1):
        where = f"deal {number} ({deal.committed.table}, round {deal.committed.round})"
        try:
            own = saved.numbers[number - 1] if number <= len(saved.numbers) else ""
            check_deal(count, where, deal, saved.player, own)
        except (ValueError, BadInput) as fault:  # what should be hexadecimal, or one line, is not
            count.check(False, where, str(fault))
    return count.checked()


def check_deal(count: Count, where: str, deal: Deal, player: str, own: str) -> None:
    committed, mixed = deal.committed, deal.mixed
    if not 0 < committed.cards <= commitment.LEAVES:
        raise BadInput(f"a deck of {committed.cards} cards")
    count.add("deals")
    count.add("mixed")
    count.add("discarded", committed.deal - 1)
    count.add("alone", int(not mixed.reveals))
    same = (committed.round, committed.deal, committed.deck) == (mixed.round, mixed.deal, mixed.deck)
    count.check(same, where, "the mix is of another deal than the commitment")
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
    count.check(not twice, where, "one draw is opened twice")


def fault_of_opening(committed: ev.DealCommitted, positions: tuple[int, ...], opening: Opening) -> str:
    """Why an opening proves nothing; empty if it does."""
    if not 0 <= opening.draw < len(positions) or positions[opening.draw] != opening.position:
        return "the mix has another position come out there"
    if len(opening.path) != 6 or len(opening.card.encode()) != 2:
        return "an opening has a card of two letters and six hashes"
    card = commitment.leaf(
        context_of(committed), opening.position, opening.card.encode(), bytes.fromhex(opening.salt)
    )
    beside = [bytes.fromhex(other) for other in opening.path]
    if commitment.climbs_to(card, opening.position, beside).hex() != committed.root:
        return f"{opening.card} does not stand under the root"
    return ""
