"""The two exceptions of Croupier: for input that it cannot understand, and for acts that the rules forbid."""

from __future__ import annotations


class BadInput(Exception):
    """Croupier cannot understand an input, for example because of invalid syntax or an unknown name."""


class Refused(Exception):
    """The rules do not allow the requested act. The exception names the clauses and a remedy."""

    def __init__(
        self,
        code: str,
        message: str,
        clauses: tuple[str, ...] = (),
        remedy: str = "",
        readings: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.clauses = clauses
        self.remedy = remedy
        self.readings = readings

    def __str__(self) -> str:
        cited = f" [{', '.join((*self.clauses, *self.readings))}]" if self.clauses or self.readings else ""
        remedy = f" {self.remedy}" if self.remedy else ""
        return f"{self.code}: {self.message}{cited}{remedy}"

    def __reduce__(self) -> tuple[type[Refused], tuple[object, ...]]:
        return (Refused, (self.code, self.message, self.clauses, self.remedy, self.readings))
