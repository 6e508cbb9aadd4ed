"""Croupier: the regulator's rule book for casino table games, running."""

from croupier.errors import BadInput, Refused

__version__ = "0.1.0"
__all__ = ["BadInput", "Refused"]
