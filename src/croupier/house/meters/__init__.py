"""Meters that tables of the house share: a stream a group, written in the same transaction as the tables."""

from croupier.house.meters.bank import SharedMeters, is_stale, joining, leaving, stream_of
from croupier.house.meters.link import link_due

__all__ = ["SharedMeters", "is_stale", "joining", "leaving", "link_due", "stream_of"]
