"""A sealed shoe that can show that it did not choose its cards: commit, mix, deal (docs/dealing.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from croupier.cards import Deck, commitment
from croupier.errors import Refused
from croupier.rulebook.edition import hash_of_what_decides
from croupier.submission.rules import digest
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.preparation import undealt
from croupier.table.acts.proving import proof_of
from croupier.table.driving.shoe import NO_SHOES, Shoe, Shoes, seal
from croupier.table.driving.sources import SYSTEM, SealedShoe
from croupier.table.refusals import Code, refuse
from croupier.table.state import BETTING, DealProof, TableState

replace = msgspec.structs.replace


class Kept(msgspec.Struct, frozen=True):
    """A shoe as it stood, to go back to where an entry could not be stored."""

    shoes: Shoes
    unstored: dict[str, Shoe]
    committed: dict[str, Shoe]
    fixes: dict[str, str]
    reveals: dict[str, str]


class VerifiableShoe(SealedShoe):
    """A card source. What it has to do it proposes to the driver; what players bring it is told here.

    A player fixes a number (`fix`) before the commitment in which it takes part, and reveals it (`reveal`)
    after; both are in memory until an entry holds them, so that after a restart clients send them again."""

    def __init__(
        self,
        deck: Deck,
        table: str,  # as its stream is called
        random_bytes: Callable[[int], bytes] = SYSTEM,
        shoes: Shoes = NO_SHOES,
    ) -> None:
        super().__init__(deck, random_bytes, shoes)
        self.table = table
        self._committed: dict[str, Shoe] = {}  # by root: what an entry about to be stored seals
        self._fixes: dict[str, str] = {}
        self._reveals: dict[str, str] = {}
        self._called: tuple[str, ...] = ()

    # What players bring.

    def fix(self, state: TableState, player: str, digest_: str) -> None:
        """SHA-256 of the number that a player will reveal: for the next commitment, or for this one if
        nobody has revealed yet. A number is used once."""
        proof = proof_of(state)
        if proof is not None and digest_ in proof.fixed.values():
            raise refuse(
                Code.WRONG_REVEAL, "this number is fixed already", state.game.deck_clauses, "Draw another."
            )
        if not is_digest(digest_):
            raise not_a_number(state, "what is fixed")
        self._fixes[player] = digest_

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
        return tuple(sorted(player for player in proof.fixed if player not in self._revealed(proof)))

    def call_time(self, state: TableState) -> tuple[str, ...]:
        """The time to bet is over. Where somebody has not revealed, the driver's next run discards the deal
        and commits to another, in which those who did reveal have their next number: give them a moment."""
        self._called = self.missing(state)
        return self._called

    def _revealed(self, proof: DealProof) -> dict[str, str]:
        """Of what came, that which is of this deal."""
        return {
            player: number
            for player, number in self._reveals.items()
            if proof.fixed.get(player) == commitment.fixed(bytes.fromhex(number)).hex()
        }

    # What the shoe does.

    def proposes(self, state: TableState) -> do.Command | None:
        deck = state.care.loaded
        if deck is None or state.rules.choices.electronic or state.round.ruling or not undealt(state):
            return None
        proof = proof_of(state)
        if proof is None:
            return self._commit(state, deck)
        if proof.seed:
            return None
        closed = state.round.phase != BETTING
        missing = self.missing(state) if closed or self._called else ()
        if missing:
            return do.DiscardDeal(round=state.round.number, missing=missing)
        if not closed:
            return self._joined(state, proof)
        return do.MixDeal(round=state.round.number, reveals=self._revealed(proof))

    def _commit(self, state: TableState, deck: str) -> do.CommitDeal:
        """The same command until it is stored: the key is drawn once."""
        # After "no more bets" nobody has the time to reveal: such a deal is mixed by the root alone.
        fixed = self._seated(state) if state.round.phase == BETTING else {}
        command = self._command(state, deck, "", fixed)
        ctx = commitment.context(
            self.table, command.round, state.round.deals + 1, deck, command.book, command.submission
        )
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
        more = {player: fix for player, fix in self._seated(state).items() if player not in proof.fixed}
        if not more or self._revealed(proof):
            return None
        return self._command(state, proof.deck, proof.root, {**proof.fixed, **more})

    def _command(self, state: TableState, deck: str, root: str, fixed: dict[str, str]) -> do.CommitDeal:
        return do.CommitDeal(
            round=state.round.number,
            deck=deck,
            table=self.table,
            book=hash_of_what_decides(state.rules.game),
            submission=digest(state.rules.choices),
            root=root,
            fixed=fixed,
        )

    def _seated(self, state: TableState) -> dict[str, str]:
        seated = {*state.seating.seats.values()}
        return {player: fix for player, fix in sorted(self._fixes.items()) if player in seated}

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
                self._fixes = {
                    player: fix for player, fix in self._fixes.items() if event.fixed.get(player) != fix
                }
            elif isinstance(event, ev.DealMixed | ev.DealDiscarded):
                self._committed, self._reveals, self._called = {}, {}, ()

    # Going back.

    def keep(self) -> Kept:
        return Kept(
            self.shoes, dict(self._unstored), dict(self._committed), dict(self._fixes), dict(self._reveals)
        )

    def back_to(self, kept: Kept) -> None:
        """As it stood before acts that could not be stored; what players brought meanwhile is kept."""
        self.shoes, self._unstored, self._committed = kept.shoes, dict(kept.unstored), dict(kept.committed)
        self._fixes = {**kept.fixes, **self._fixes}
        self._reveals = {**kept.reveals, **self._reveals}


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
