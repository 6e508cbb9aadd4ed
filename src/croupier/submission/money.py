"""Convert amounts in files (whole dollars, or a string such as "2.50") to integer cents."""

from __future__ import annotations

import re

from croupier.errors import BadInput

MOST = 10**12  # largest amount in dollars, so that totals stay far below 64 bits
_AMOUNT = re.compile(r"([0-9]{1,13})(?:\.([0-9]{1,2}))?")


def dollars(value: object, where: str) -> int:
    """Convert dollars to cents. Floats are rejected, because 0.1 is not exactly ten cents."""
    if type(value) is int:
        if value < 0:
            raise BadInput(f"{where}: an amount cannot be negative; write dollars of 0 or more")
        if value > MOST:
            raise BadInput(f"{where}: more than a trillion dollars; check the amount")
        return value * 100
    if isinstance(value, str) and (m := _AMOUNT.fullmatch(value)):
        cents = int(m[1]) * 100 + int((m[2] or "").ljust(2, "0"))
        if cents > MOST * 100:
            raise BadInput(f"{where}: more than a trillion dollars; check the amount")
        return cents
    if isinstance(value, float):
        raise BadInput(f'{where}: a decimal number is not exact; write it as a string, such as "2.50"')
    raise BadInput(
        f'{where}: {short_text(value)} is not an amount; write whole dollars or a string such as "2.50"'
    )


def format_dollars(cents: int) -> str:
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}" + (f".{rest:02d}" if rest else "")


_PLAIN = {dict: "a table", list: "a list", tuple: "a list", bool: "", type(None): "nothing", float: "a float"}


def short_text(value: object) -> str:
    """Return a short, printable form of any value, for error messages. Never raises."""
    if value is True or value is False:
        return str(value).lower()
    if type(value) is int:
        return str(value) if value.bit_length() < 128 else "a huge number"
    if isinstance(value, str):
        text = str.__str__(value[:60])
        return repr(text) if len(value) <= 60 else repr(text) + "…"
    return _PLAIN.get(type(value)) or f"a {type(value).__name__}"
