"""Commit to the order of a deck, shuffle it with players' numbers, and prove single cards.

All functions are pure functions over bytes. `docs/dealing.md` describes the byte layouts, so that any program
can verify a deal. The house fixes an order and publishes the root of a hash tree over it. The players then
reveal the numbers that they committed to earlier. Therefore neither the house nor a player can choose the
final order. A proof shows that a card belongs to the root, and reveals no other card.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from croupier.cards.deck import Card
from croupier.cards.shuffle import shuffle
from croupier.errors import BadInput

TAG = "croupier/deal/1"
MIX_TAG = b"croupier/mix/1"
LEAF, NODE, NUMBER = b"\x00", b"\x01", b"\x02"  # prefixes that distinguish the kinds of hashes
LEAST_LEAVES = 64
MOST = 4096  # maximum number of cards in one order, as in a game's declaration
DUMMY = b"--"  # content of the leaves after the last card
WIDTH = 32  # number of bytes of a key, a salt, a hash or a player's number
BLOCK = 64  # block size of SHA-256 in bytes
INNER, OUTER = (bytes(sign ^ pad for sign in range(256)) for pad in (0x36, 0x5C))

Tree = tuple[tuple[bytes, ...], ...]  # the levels of a hash tree, from the leaves to the root


def context(table: str, round_: int, deal: int, deck: str, book: str, submission: str) -> bytes:
    """Return the context of a deal. It is part of every leaf, so a leaf is invalid in any other deal."""
    parts = (TAG, table, str(round_), str(deal), deck, book, submission)
    if any("\n" in part for part in parts):
        raise BadInput("the name of a table or a deck must be a single line")
    return hashlib.sha256("\n".join(parts).encode()).digest()


def make_hmac(key: bytes, prefix: bytes = b"") -> Callable[[bytes], bytes]:
    """Return a function that computes HMAC-SHA256 of ``prefix + message``, hashing the prefix only once."""
    padded = key.ljust(BLOCK, b"\0")
    inner = hashlib.sha256(padded.translate(INNER) + prefix)
    outer = hashlib.sha256(padded.translate(OUTER))

    def digest(message: bytes) -> bytes:
        within, around = inner.copy(), outer.copy()
        within.update(message)
        around.update(within.digest())
        return around.digest()

    return digest


def begun(prefix: bytes) -> Callable[[bytes], bytes]:
    """Return a function that computes SHA-256 of ``prefix + rest``, hashing the prefix only once."""
    common = hashlib.sha256(prefix)

    def digest(rest: bytes) -> bytes:
        hashed = common.copy()
        hashed.update(rest)
        return hashed.digest()

    return digest


def leaves(cards: int) -> int:
    """Return the number of leaves of a tree over this many cards: a power of two, at least 64."""
    return max(LEAST_LEAVES, 1 << (cards - 1).bit_length())


def height(cards: int) -> int:
    """Return the number of sibling hashes on the path from a leaf to the root."""
    return leaves(cards).bit_length() - 1


def encode_position(position: int) -> bytes:
    """Encode a position as one byte if it is below 256, otherwise as two bytes, high byte first."""
    return position.to_bytes(1 if position < 256 else 2, "big")


def salt(key: bytes, ctx: bytes, position: int) -> bytes:
    return hmac.digest(key, ctx + encode_position(position), "sha256")


def leaf(ctx: bytes, position: int, card: bytes, salt_: bytes) -> bytes:
    return hashlib.sha256(LEAF + ctx + encode_position(position) + card + salt_).digest()


def tree(ctx: bytes, key: bytes, order: Sequence[Card]) -> Tree:
    """Return the hash tree over an order of cards, from the leaves to the root."""
    if len(key) != WIDTH or len(order) > MOST:
        raise BadInput(f"a commitment needs a key of 32 bytes and at most {MOST:,} cards")
    size = leaves(len(order))
    cards = [card.encode() for card in order] + [DUMMY] * (size - len(order))
    salted, as_leaf, as_node = make_hmac(key, ctx), begun(LEAF + ctx), begun(NODE)
    places = [encode_position(at) for at in range(size)]
    level = tuple(as_leaf(at + card + salted(at)) for at, card in zip(places, cards, strict=True))
    levels = [level]
    while len(level) > 1:
        level = tuple(as_node(level[at] + level[at + 1]) for at in range(0, len(level), 2))
        levels.append(level)
    return tuple(levels)


def root(grown: Tree) -> bytes:
    return grown[-1][0]


def path(grown: Tree, position: int) -> tuple[bytes, ...]:
    """Return the sibling hashes on the path from a leaf to the root."""
    return tuple(level[position >> up ^ 1] for up, level in enumerate(grown[:-1]))


def climbs_to(found: bytes, position: int, beside: Iterable[bytes]) -> bytes:
    """Compute the root from a leaf, its position and the sibling hashes on its path."""
    for up, other in enumerate(beside):
        pair = other + found if position >> up & 1 else found + other
        found = hashlib.sha256(NODE + pair).digest()
    return found


def commit_number(number: bytes) -> bytes:
    """Return a player's commitment to a number. It is published before the root."""
    return hashlib.sha256(NUMBER + number).digest()


def seed(ctx: bytes, root_: bytes, numbers: Mapping[str, bytes]) -> bytes:
    """Return the seed of the final shuffle, a hash of the root and the players' numbers (by player id)."""
    brought = sorted(numbers.items(), key=lambda one: one[0].encode())
    return hashlib.sha256(MIX_TAG + ctx + root_ + b"".join(number for _, number in brought)).digest()


@lru_cache(maxsize=256)
def mix(seed_: bytes, size: int) -> tuple[int, ...]:
    """Return, for each card of the shoe, its position in the sealed order.

    This is a Fisher-Yates shuffle with random bytes from HMAC-SHA256 in counter mode.
    """
    return shuffle(range(size), _make_byte_source(seed_))


def _make_byte_source(seed_: bytes) -> Callable[[int], bytes]:
    made, block, digest = b"", 0, make_hmac(seed_)

    def next_bytes(count: int) -> bytes:
        nonlocal made, block
        while len(made) < count:
            made += digest(block.to_bytes(4, "big"))
            block += 1
        chunk, made = made[:count], made[count:]
        return chunk

    return next_bytes


def mix_cards(order: Sequence[Card], seed_: bytes) -> tuple[Card, ...]:
    return tuple(order[position] for position in mix(seed_, len(order)))


def unmix_cards(order: Sequence[Card], seed_: bytes) -> tuple[Card, ...]:
    """Undo ``mix_cards``: return the sealed order of shuffled cards."""
    sealed = list(order)
    for card, position in zip(order, mix(seed_, len(order)), strict=True):
        sealed[position] = card
    return tuple(sealed)
