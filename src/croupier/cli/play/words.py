"""Parse the wagers, choices and amounts that a player types."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from croupier.errors import BadInput
from croupier.submission import dollars
from croupier.table.readers.legal import Stake

_AMOUNT = re.compile(r"\$?[0-9]+(\.[0-9]*)?|\$?\.[0-9]+")


def one_of(typed: str, names: tuple[str, ...], what: str, usual: tuple[str, ...] = ()) -> str:
    """Return the name that the player typed in full or as a unique prefix. Names in `usual` have priority."""
    found = [name for name in names if name == typed]
    for some in (usual, names):
        found = found or [name for name in some if name.startswith(typed)]
    if len(found) == 1:
        return found[0]
    if found:
        raise BadInput(f"{typed!r:.40} could be {' or '.join(found)}; type more letters")
    raise BadInput(f"unknown {what} {typed.replace('_', ' ')!r:.40}; choose {', '.join(usual or names)}")


def shortest(choice: str, choices: tuple[str, ...]) -> str:
    """Return the shortest unique prefix of a choice, or the whole word if no shorter prefix is unique."""
    others = [other for other in choices if other != choice]
    beginnings = (choice[:length] for length in range(1, len(choice)) if choice[length - 1] != " ")
    return next((short for short in beginnings if not any(o.startswith(short) for o in others)), choice)


def read_choice(typed: str, choices: tuple[str, ...]) -> str:
    return one_of(typed.strip().lower(), choices, "choice")


def read_amount(typed: str) -> int:
    try:
        return dollars(typed.removeprefix("$"), "")
    except BadInput:
        raise BadInput(f"{typed!r:.40} is not an amount; type dollars, such as 10 or 2.50") from None


def read_wagers(
    typed: str, offers: tuple[Stake, ...], known: tuple[str, ...], last: Mapping[str, int]
) -> dict[str, int]:
    """Parse wagers such as "20", "20 trips 5" or "ante 20 blind 20".

    An optional wager is placed only if it is typed.

    A bare amount sets the main wager and the wagers that must equal it. If only a side wager is typed, the
    last round's main wager is kept. `known` lists all wagers of the game; the rules refuse a wager that
    this table does not offer.
    """
    main = next(offer for offer in offers if offer.required)
    offered = tuple(offer.name for offer in offers)
    wagers: dict[str, int] = {}
    fixed = {offer.name: offer.fixed for offer in offers if offer.fixed is not None}
    for name, amount in _pairs(typed, known):
        wager = one_of(name, known, "wager", offered) if name else main.name
        if wager in wagers:
            raise BadInput(f"{wager} is named twice; name each wager once")
        if amount is None and wager not in fixed:
            raise BadInput(f"{wager}: how much? type {wager} and an amount, such as {wager} 5")
        wagers[wager] = fixed[wager] if amount is None else read_amount(amount)
    if not wagers:
        raise BadInput("no wager found; type an amount, such as 10, or help")
    if not any(offer.name in wagers for offer in offers if offer.required):
        wagers = {**{o.name: last[o.name] for o in offers if o.required and o.name in last}, **wagers}
    for offer in offers:
        if offer.required and offer.equal_to in wagers:
            wagers.setdefault(offer.name, wagers[offer.equal_to])
    optional = {offer.name for offer in offers if not offer.required}
    return {name: wagers[name] for name in known if wagers.get(name, 0) or name in wagers.keys() - optional}


def _pairs(typed: str, known: tuple[str, ...]) -> Iterator[tuple[str, str | None]]:
    """Yield names with amounts. A bare amount has no name; a name may have several words."""
    name = ""
    for word in re.split(r"[\s,;:=]+", re.sub(r"(?<=[a-z])-(?=[a-z])", "_", typed.lower())):
        if not word:
            continue
        longer = f"{name}_{word}" if name else word
        if _AMOUNT.fullmatch(word):
            yield name, word
            name = ""
        elif name and not any(wager.startswith(longer) for wager in known):
            yield name, None
            name = word
        else:
            name = longer
    if name:
        yield name, None
