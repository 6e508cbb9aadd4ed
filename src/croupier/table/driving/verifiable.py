"""A sealed shoe that proves it did not choose its cards: it commits, mixes and deals (docs/dealing.md)."""

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
from croupier.table.refusals import TableCode, refuse
from croupier.table.state import BETTING, DealProof, TableState

replace = msgspec.structs.replace

WhichDeal = tuple[int, int]  # round and deal number


class Fix(msgspec.Struct, frozen=True):
    """The SHA-256 of a number that a player will reveal and, once known, the deal that uses it."""

    digest: str
    used: WhichDeal | None = None


Mark = tuple[dict[str, Fix], dict[str, str], WhichDeal | None]


class Numbers:
    """The players' numbers for the deals of a table, kept in memory. Clients resend them after a restart.

    If a deal cannot be stored, the table's state is rolled back and the numbers are not. The next attempt
    uses the same numbers."""

    def __init__(self) -> None:
        self._fixes: dict[str, Fix] = {}
        self._reveals: dict[str, str] = {}
        self._called: WhichDeal | None = None

    def mark(self) -> Mark:
        return dict(self._fixes), dict(self._reveals), self._called

    def rewind(self, mark: Mark) -> None:
        """Drop everything received since the mark. Clients send it again."""
        self._fixes, self._reveals, self._called = mark

    def fix(self, state: TableState, player: str, digest_: str) -> None:
        """Fix the SHA-256 of a player's number for the next commitment. It joins the current one if no number
        is revealed yet.

        Each number is used once. Resending the digest of the current deal after a reconnect changes
        nothing."""
        if not is_digest(digest_):
            raise not_a_number(state, "the digest")
        proof, before = proof_of(state), self._fixes.get(player)
        if proof is not None and not proof.seed and proof.fixed.get(player) == digest_:
            return
        fixed = {*proof.fixed.values()} if proof is not None else set()
        if digest_ in fixed or (before is not None and before.used and before.digest == digest_):
            raise refuse(
                TableCode.WRONG_REVEAL,
                "this number is already fixed",
                state.game.deck_clauses,
                "Use another number.",
            )
        self._fixes[player] = Fix(digest_)

    def reveal(self, state: TableState, player: str, number: str) -> None:
        """Reveal a player's number in hexadecimal. Refuse a number that does not match the digest."""
        proof = proof_of(state)
        if proof is None or proof.seed or player not in proof.fixed:
            raise refuse(
                TableCode.OUT_OF_ORDER,
                f"{player} has not fixed a number for this deal",
                state.game.deck_clauses,
                "Fix a number for the next deal.",
            )
        if not is_digest(number):
            raise not_a_number(state, "the number")
        if commitment.commit_number(bytes.fromhex(number)).hex() != proof.fixed[player]:
            raise refuse(
                TableCode.WRONG_REVEAL,
                f"this is not the number that {player} fixed",
                state.game.deck_clauses,
                "Reveal the number you fixed.",
            )
        self._reveals[player] = number

    def missing(self, state: TableState) -> tuple[str, ...]:
        """Return the players who fixed a number for this deal and have not revealed it."""
        proof = proof_of(state)
        if proof is None or proof.seed:
            return ()
        return tuple(sorted(proof.fixed.keys() - self.revealed(proof).keys()))

    def call_time(self, state: TableState) -> tuple[str, ...]:
        """End the betting time and return the players who have not revealed.

        The driver's next run then discards the deal and commits to another one. Before that run, give the
        other players a moment to fix their next numbers."""
        missing = self.missing(state)
        if missing:
            self._called = (state.round.number, state.round.deals)
        return missing

    def called(self, state: TableState) -> bool:
        return self._called == (state.round.number, state.round.deals)

    def revealed(self, proof: DealProof) -> dict[str, str]:
        """Return the revealed numbers of this deal."""
        return {
            player: number
            for player, number in sorted(self._reveals.items())
            if proof.fixed.get(player) == commitment.commit_number(bytes.fromhex(number)).hex()
        }

    def for_deal(self, state: TableState, deal: WhichDeal) -> dict[str, str]:
        """Return the digests of seated players that no other deal has used."""
        seated = {*state.seating.seats.values()}
        return {
            player: fix.digest
            for player, fix in sorted(self._fixes.items())
            if player in seated and fix.used in (None, deal)
        }

    def used(self, event: ev.DealCommitted) -> None:
        deal = (event.round, event.deal)
        for player, fixed in event.fixed.items():
            fix = self._fixes.get(player)
            if fix is not None and fix.digest == fixed:
                self._fixes[player] = Fix(fixed, deal)


class VerifiableShoe(SealedShoe):
    """A card source that proposes commitments to the driver. Players' numbers go to `numbers`."""

    def __init__(
        self,
        deck: Deck,
        table: str,  # name of the table's stream
        numbers: Numbers | None = None,
        shoes: Shoes = NO_SHOES,
        random_bytes: Callable[[int], bytes] = SYSTEM,
    ) -> None:
        super().__init__(deck, random_bytes, shoes)
        self.table, self.numbers = table, numbers or Numbers()
        self._committed: dict[str, Shoe] = {}  # shoes to seal with the next entry, by root

    def proposes(self, state: TableState) -> do.TableCommand | None:
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
        """Return the commit command. It stays the same until it is stored, because its key is drawn only
        once.
        """
        deal = (state.round.number, state.round.deals + 1)
        # After "no more bets" there is no time to reveal numbers, so the deal is mixed with the root only.
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
        """Let players join before any reveal, so that their numbers cannot depend on revealed ones.

        The commitment contains the hashes of the rule book and the submission. If an upgrade changes one of
        them, players join the next deal.
        """
        deal = (state.round.number, proof.deal)
        fixed = self.numbers.for_deal(state, deal)
        if not fixed.keys() - proof.fixed.keys() or self.numbers.revealed(proof):
            return None
        command = self._command(state, proof.deck, proof.root, {**fixed, **proof.fixed})
        ctx = commitment.context(self.table, *deal, proof.deck, command.book, command.submission)
        return command if ctx.hex() == proof.context else None

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

    def sealed_with(self, loaded: str | None, events: Iterable[ev.TableEvent]) -> bytes | None:
        for event in events:
            if isinstance(event, ev.DealCommitted):
                shoe = self._committed.get(event.root)
                return (
                    None if shoe is None or self.shoes.get(event.deck) == shoe else seal({event.deck: shoe})
                )
            if isinstance(event, ev.DealMixed):
                shoe = self.shoes[event.deck]
                order = commitment.mix_cards(shoe.order, bytes.fromhex(event.seed))
                return seal({event.deck: Shoe(order, key=shoe.key)})
        return super().sealed_with(loaded, events)

    def follow(self, loaded: str | None, events: Iterable[ev.TableEvent], sealed: bytes | None) -> None:
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
        TableCode.MALFORMED,
        f"{what} must be 32 bytes in hexadecimal",
        state.game.deck_clauses,
        "Send 64 digits, 0 to 9 and a to f.",
    )
