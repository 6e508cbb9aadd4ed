"""Faults that change nothing anybody can see: file, line, what was there, what was planted, and why."""

from __future__ import annotations

EQUIVALENT: dict[tuple[str, str, str, str], str] = {}
