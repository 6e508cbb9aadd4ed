"""Game protection: what a card is worth to somebody who should not have seen it."""
