"""Check the deal commitments of a table for ``croupier verify --deal`` (docs/dealing.md)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.output import print_json
from croupier.cli.stores import is_database, open_database
from croupier.errors import BadInput
from croupier.files import printable

if TYPE_CHECKING:
    from croupier.journal import Store
    from croupier.journal.deals import DealCheck

TOLD = 20  # maximum number of printed faults; --json lists all faults


def verify_deals(where: str | Path, as_json: bool, stream: str = "") -> int:
    """Check the deals in a journal, a store or a file of openings. Return 0 if all are valid, otherwise 1."""
    from croupier.journal.deals import check_openings, read_openings

    saved = None
    if is_database(where):
        with open_database(where) as store:
            found = check_stream_deals(store, stream)
    else:
        path = Path(where)
        saved = None if path.is_dir() else read_openings(path)
        found = check_openings(saved) if saved is not None else check_stream_deals(path, stream)
    if as_json:
        import msgspec

        print_json({"ok": found.ok, **msgspec.to_builtins(found)})
    else:
        print_check(found, of_a_person=saved is not None)
    return 0 if found.ok else 1


def check_stream_deals(source: Path | Store, stream: str) -> DealCheck:
    from croupier.journal import Broken, steps
    from croupier.journal.deals import check_journal

    try:
        return check_journal(steps(source, stream))
    except Broken as broken:
        name = printable(str(source))
        raise BadInput(
            f"{name}: entry {broken.n} is broken: {broken.fault}; verify the journal without --deal"
        ) from None


def print_check(found: DealCheck, of_a_person: bool) -> None:
    for fault in found.faults[:TOLD]:
        print(printable(fault, 500))
    if len(found.faults) > TOLD:
        print(f"… and {len(found.faults) - TOLD} more")
    lines = [
        ("deals", found.deals, "the order was committed before the first card"),
        ("mixed", found.mixed, "the order was mixed with the players' numbers"),
        ("alone", found.alone, "no player's number was mixed in, so the order is not proven random"),
        ("discarded", found.discarded, "the order was committed but never dealt"),
    ]
    if of_a_person:
        lines.append(("cards", found.cards, "proved"))
    else:
        lines.append(("opened", found.opened, "every position was checked with the sealed key"))
        lines.append(("unproved", found.unproved, "rounds were dealt without a commitment"))
    for name, number, words in lines:
        print(f"{name:10}{number:>7,}  {words}")
    print("every deal matches its commitment" if found.ok else f"{len(found.faults)} faults")
