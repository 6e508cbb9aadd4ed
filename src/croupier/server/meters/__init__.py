"""Shared progressive meters: one stream per group, committed in the same transaction as the tables."""

from croupier.server.meters.bank import SharedMeters, is_stale, joining, leaving
from croupier.server.meters.link import link_due

__all__ = ["SharedMeters", "is_stale", "joining", "leaving", "link_due"]
