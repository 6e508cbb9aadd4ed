"""Rewrite the test vectors of docs/dealing.md: python -m tests.server.dealing.write_vectors."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec

from croupier.cards import commitment, shuffle
from croupier.games import game as game_of
from croupier.journal.deals import FORMAT, DealEvidence, Openings
from croupier.table import events as ev
from tests.server.dealing.verifiable_table import VerifiableTable, seeded

KEPT = Path(__file__).parents[3] / "docs" / "dealing-vectors.json"
PLAYERS: tuple[dict[str, str], ...] = (
    {},
    {"ann": "r1"},
    {"zoë": "r2", "ann": "r1", "Zoe": "r3", "p10": "r4", "p2": "r5"},
)


def digest(words: str) -> bytes:
    return hashlib.sha256(words.encode()).digest()


def vector(game: str, players: dict[str, str]) -> dict[str, Any]:
    """Return one deal from fixed random bytes, with all intermediate values."""
    order = shuffle(game_of(game).deck.order, seeded(f"vector {game} {len(players)}"))
    key = digest(f"key {game} {len(players)}")
    committed = {
        "table": f"{game}-1",
        "round": 1_234,
        "deal": len(players) + 1,
        "deck": "red",
        "book": digest("book").hex(),
        "submission": digest("submission").hex(),
    }
    ctx = commitment.context(*committed.values())  # type: ignore[arg-type]
    grown = commitment.tree(ctx, key, order)
    numbers = {player: digest(word) for player, word in players.items()}
    seed = commitment.seed(ctx, commitment.root(grown), numbers)
    return {
        "committed": committed,
        "key": key.hex(),
        "order": order,
        "context": ctx.hex(),
        "leaves": [leaf.hex() for leaf in grown[0]],
        "root": commitment.root(grown).hex(),
        "reveals": {player: number.hex() for player, number in numbers.items()},
        "fixed": {player: commitment.commit_number(number).hex() for player, number in numbers.items()},
        "seed": seed.hex(),
        "mix": commitment.mix(seed, len(order)),
        "dealt": commitment.mix_cards(order, seed),
    }


def saved(game: str = "dragon", rounds: int = 2) -> Openings:
    """Return the openings that a player saves during some rounds."""
    table = VerifiableTable(game, seed="vectors")
    table.sit(1, 2)
    deals, numbers = [], []
    for _ in range(rounds):
        numbers.append(table.numbers["p1"].hex())
        committed = table.of(ev.DealCommitted)[-1]
        table.play(1, 2)
        mixed = table.of(ev.DealMixed)[-1]
        assert isinstance(committed, ev.DealCommitted) and isinstance(mixed, ev.DealMixed)
        deals.append(DealEvidence(committed, mixed, tuple(table.openings["player:p1"])))
    return Openings(FORMAT, tuple(deals), "p1", tuple(numbers))


def document() -> dict[str, Any]:
    vectors = [vector(game, players) for game in ("uth", "dragon") for players in PLAYERS]
    return {"vectors": vectors, "saved": msgspec.to_builtins(saved())}


def main() -> None:
    KEPT.write_text(json.dumps(document(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
