"""The chips that there are (COMAR 36.05.02.03)."""

from __future__ import annotations

DENOMINATIONS = (  # in cents
    100, 200, 250, 500, 2_000, 2_500, 10_000, 50_000, 100_000, 500_000, 1_000_000, 2_500_000,
)  # fmt: skip
