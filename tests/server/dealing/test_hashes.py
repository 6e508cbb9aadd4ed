"""Test that hashing with a shared prefix gives the same hashes as the standard function."""

from __future__ import annotations

import hashlib
import hmac
import random

from croupier.cards import commitment
from croupier.cards.shuffle import shuffle


def test_hash_with_a_precomputed_prefix_equals_the_full_hash() -> None:
    chance = random.Random(4)
    for size in (0, 1, 32, 63, 64):
        key, begins = chance.randbytes(size), chance.randbytes(33)
        keyed, begun = commitment.make_hmac(key, begins), commitment.begun(begins)
        for length in (0, 1, 31, 64, 200):
            rest = chance.randbytes(length)
            assert keyed(rest) == hmac.digest(key, begins + rest, "sha256")
            assert begun(rest) == hashlib.sha256(begins + rest).digest()


def test_tree_root_matches_salts_and_leaves() -> None:
    chance = random.Random(5)
    key, ctx = chance.randbytes(32), chance.randbytes(32)
    order = tuple(shuffle([rank + suit for rank in "23456789TJQKA" for suit in "cdhs"], chance.randbytes))
    grown = commitment.tree(ctx, key, order)
    for at, card in enumerate(order):
        salt = commitment.salt(key, ctx, at)
        assert grown[0][at] == commitment.leaf(ctx, at, card.encode(), salt)
        found = commitment.climbs_to(grown[0][at], at, commitment.path(grown, at))
        assert found == commitment.root(grown)
