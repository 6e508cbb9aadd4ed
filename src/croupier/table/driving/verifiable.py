"""A sealed shoe that can show that it did not choose its cards: commit, mix, deal (docs/dealing.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

import msgspec

from croupier.cards import Deck, commitment
from croupier.errors import Refused
from croupier.rulebook.edition import hash_of_what_decides
from croupier.submission.rules import Rules, digest
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.preparation import undealt
from croupier.table.acts.proving import proof_of
from croupier.table.driving.shoe import NO_SHOES, Shoe, Shoes, seal
from croupier.table.driving.sources import SYSTEM, SealedShoe
from croupier.table.refusals import Code, refuse
from croupier.table.state import BETTING, DealProof, TableState

replace = msgspec.structs.replace

WhichDeal = tuple[int, int]  # a round, and a deal of it


class Fix(msgspec.Struct, frozen=True):
    """SHA-256 of a number that a player will reveal, and the deal in which it takes part; none yet."""

    digest: str
    used: WhichDeal | None = None


Mark = tuple[dict[str, Fix], dict[str, str], WhichDeal | None]


class Numbers:
    """What the players of a table bring to its deals. In memory alone: after a restart clients send it again.

    It is no part of what an owner goes back to where something could not be stored: a number that was fixed
    for a deal that never came to be takes part in the same deal when it is tried again."""

    def __init__(self) -> None:
        self._fixes: dict[str, Fix] = {}
        self._reveals: dict[str, str] = {}
        self._called: WhichDeal | None = None

    def mark(self) -> Mark:
        return dict(self._fixes), dict(self._reveals), self._called

    def rewind(self, mark: Mark) -> None:
        """As if what came since had not: it comes again."""
        self._fixes, self._reveals, self._called = mark

    def fix(self, state: TableState, player: str, digest_: str) -> None:
        """SHA-256 of the number that a player will reveal: for the next commitment, or for this one if
        nobody has revealed yet. A number is used once."""
        if not is_digest(digest_):
            raise not_a_number(state, "what is fixed")
        proof, before = proof_of(state), self._fixes.get(player)
        shown = {*proof.fixed.values()} if proof is not None else set()
        if digest_ in shown or (before is not None and before.used and before.digest == digest_):
            raise refuse(
                Code.WRONG_REVEAL, "this number is fixed already", state.game.deck_clauses, "Draw another."
            )
        self._fixes[player] = Fix(digest_)

    def reveal(self, state: TableState, player: str, number: str) -> None:
        """The number itself, in hexadecimal. `Refused` where it is not the one that was fixed."""
        proof = proof_of(state)
        if proof is None or proof.seed or player not in proof.fixed:
            raise refuse(
                Code.OUT_OF_ORDER,
                f"{player} has fixed no number for this deal",
                state.game.deck_clauses,
                "Fix one; it takes part in the next deal.",
            )
        if not is_digest(number):
            raise not_a_number(state, "what is revealed")
        if commitment.fixed(bytes.fromhex(number)).hex() != proof.fixed[player]:
            raise refuse(
                Code.WRONG_REVEAL,
                f"this is not the number that {player} had fixed",
                state.game.deck_clauses,
                "Reveal the number that was fixed.",
            )
        self._reveals[player] = number

    def missing(self, state: TableState) -> tuple[str, ...]:
        """Who has fixed a number for this deal and not revealed it yet."""
        proof = proof_of(state)
        if proof is None or proof.seed:
            return ()
        return tuple(sorted(proof.fixed.keys() - self.revealed(proof).keys()))

    def call_time(self, state: TableState) -> tuple[str, ...]:
        """The time to bet is over. Where somebody has not revealed, the driver's next run discards the deal
        and commits to another, in which those who did reveal have their next number: give them a moment."""
        missing = self.missing(state)
        if missing:
            self._called = (state.round.number, state.round.deals)
        return missing

    def called(self, state: TableState) -> bool:
        return self._called == (state.round.number, state.round.deals)

    def revealed(self, proof: DealProof) -> dict[str, str]:
        """Of what came, that which is of this deal."""
        return {
            player: number
            for player, number in sorted(self._reveals.items())
            if proof.fixed.get(player) == commitment.fixed(bytes.fromhex(number)).hex()
        }

    def for_deal(self, state: TableState, deal: WhichDeal) -> dict[str, str]:
        """What those who are seated have fixed and not yet used in another deal."""
        seated = {*state.seating.seats.values()}
        return {
            player: fix.digest
            for player, fix in sorted(self._fixes.items())
            if player in seated and fix.used in (None, deal)
        }

    def used(self, event: ev.DealCommitted) -> None:
        deal = (event.round, event.deal)
        for player, shown in event.fixed.items():
            fix = self._fixes.get(player)
            if fix is not None and fix.digest == shown:
                self._fixes[player] = Fix(shown, deal)


class VerifiableShoe(SealedShoe):
    """A card source. What it has to do it proposes to the driver; what players bring is told to `numbers`."""

    def __init__(
        self,
        deck: Deck,
        table: str,  # as its stream is called
        numbers: Numbers | None = None,
        shoes: Shoes = NO_SHOES,
        random_bytes: Callable[[int], bytes] = SYSTEM,
    ) -> None:
        super().__init__(deck, random_bytes, shoes)
        self.table, self.numbers = table, numbers or Numbers()
        self._committed: dict[str, Shoe] = {}  # by root: what an entry about to be stored seals

    def proposes(self, state: TableState) -> do.Command | None:
        deck = state.care.loaded
        if deck is None or state.rules.choices.electronic or state.round.ruling or not undealt(state):
            return None
        proof, numbers = proof_of(state), self.numbers
        if proof is None:
            return self._commit(state, deck)
        if proof.seed:
            return None
        closed = state.round.phase != BETTING
        missing = numbers.missing(state) if closed or numbers.called(state) else ()
        if missing:
            return do.DiscardDeal(round=state.round.number, missing=missing)
        if not closed:
            return self._joined(state, proof)
        return do.MixDeal(round=state.round.number, reveals=numbers.revealed(proof))

    def _commit(self, state: TableState, deck: str) -> do.CommitDeal:
        """The same command until it is stored: the key is drawn once."""
        deal = (state.round.number, state.round.deals + 1)
        # After "no more bets" nobody has the time to reveal: such a deal is mixed by the root alone.
        fixed = self.numbers.for_deal(state, deal) if state.round.phase == BETTING else {}
        command = self._command(state, deck, "", fixed)
        ctx = commitment.context(self.table, *deal, deck, command.book, command.submission)
        order = self._shoe(deck).order
        for root, shoe in self._committed.items():
            if shoe.order == order and root_of(ctx, shoe) == root:
                return replace(command, root=root)
        shoe = replace(self._shoe(deck), key=self._random_bytes(commitment.WIDTH))
        root = root_of(ctx, shoe)
        self._committed = {root: shoe}
        return replace(command, root=root)

    def _joined(self, state: TableState, proof: DealProof) -> do.CommitDeal | None:
        """Others take part while nobody has revealed: what they fixed cannot hang on what others brought."""
        fixed = self.numbers.for_deal(state, (state.round.number, proof.deal))
        if not fixed.keys() - proof.fixed.keys() or self.numbers.revealed(proof):
            return None
        return self._command(state, proof.deck, proof.root, {**fixed, **proof.fixed})

    def _command(self, state: TableState, deck: str, root: str, fixed: dict[str, str]) -> do.CommitDeal:
        return do.CommitDeal(
            round=state.round.number,
            deck=deck,
            table=self.table,
            book=hash_of_what_decides(state.rules.game),
            submission=_digest(state.rules),
            root=root,
            fixed=fixed,
        )

    def sealed_with(self, loaded: str | None, events: Iterable[ev.Event]) -> bytes | None:
        for event in events:
            if isinstance(event, ev.DealCommitted):
                shoe = self._committed.get(event.root)
                return (
                    None if shoe is None or self.shoes.get(event.deck) == shoe else seal({event.deck: shoe})
                )
            if isinstance(event, ev.DealMixed):
                shoe = self.shoes[event.deck]
                order = commitment.mixed(shoe.order, bytes.fromhex(event.seed))
                return seal({event.deck: Shoe(order, key=shoe.key)})
        return super().sealed_with(loaded, events)

    def follow(self, loaded: str | None, events: Iterable[ev.Event], sealed: bytes | None) -> None:
        events = tuple(events)
        super().follow(loaded, events, sealed)
        for event in events:
            if isinstance(event, ev.DealCommitted):
                self.numbers.used(event)
            elif isinstance(event, ev.DealMixed | ev.DealDiscarded):
                self._committed = {}


@lru_cache(maxsize=64)
def _digest(rules: Rules) -> str:
    return digest(rules.choices)


def root_of(ctx: bytes, shoe: Shoe) -> str:
    return commitment.root(commitment.tree(ctx, shoe.key, shoe.order)).hex()


def is_digest(text: object) -> bool:
    return isinstance(text, str) and len(text) == 64 and not {*text} - {*"0123456789abcdef"}


def not_a_number(state: TableState, what: str) -> Refused:
    return refuse(
        Code.MALFORMED,
        f"{what} is 32 bytes in hexadecimal",
        state.game.deck_clauses,
        "Write 64 digits, 0 to 9 and a to f.",
    )
