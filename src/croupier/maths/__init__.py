"""Exact numbers: enumeration, best play, whole distributions."""
