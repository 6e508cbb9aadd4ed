"""Convert command-line options or call arguments into the terms of an analysis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path

import msgspec

from croupier.errors import BadInput
from croupier.maths.rules_file import meter_name, read_rules, whole
from croupier.maths.rules_file import stake as read_stake
from croupier.maths.submission_rules import check_submission, terms_of_choices
from croupier.maths.terms import Terms, check_reading
from croupier.rulebook import games, place
from croupier.submission import dollars, read_toml


def terms_of(
    game: str | None,
    reading: Sequence[str] = (),
    stake: str | None = None,
    meter: Sequence[str] = (),
    others: int | None = None,
    bettors: int | None = None,
    rules: str | PathLike[str] | None = None,
    submission: str | PathLike[str] | None = None,
) -> Terms:
    """Return the terms of a rules file, a submission or the rule book, with the options applied."""
    if game is not None:
        place(game)
    if rules is not None and submission is not None:
        raise BadInput(
            "the options --rules and --submission cannot be combined, because both define the table's rules"
        )
    if submission is not None:
        terms = terms_of_choices(check_submission(read_toml(Path(submission)), game, str(submission)))
    elif game is None:
        raise BadInput(f"no game given; name one of {', '.join(games())}, or give a --submission")
    else:
        terms = read_rules(Path(rules), game) if rules is not None else Terms(game)
    readings = dict(terms.readings)
    for name, choice in _pairs(reading, "--reading", "U-03=R2"):
        check_reading(terms.game, name, choice)
        readings[name] = choice
    meters = dict(terms.meters)
    for name, amount in _pairs(meter, "--meter", "main=25000"):
        meters[meter_name(terms.game, name, "--meter")] = dollars(amount, f"--meter {name}")
    return msgspec.structs.replace(
        terms,
        readings=readings,
        meters=meters,
        stake=terms.stake if stake is None else read_stake(stake, "--stake"),
        progressive_stake=terms.progressive_stake if stake is None else None,
        others=terms.others if others is None else whole(others, 0, 51, "--others"),
        bettors=terms.bettors if bettors is None else whole(bettors, 0, 51, "--bettors"),
    )


def _pairs(written: Sequence[str], option: str, example: str) -> Iterator[tuple[str, str]]:
    for text in written:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise BadInput(f"{option}: {text!r:.60} is not understood; write it like {example}")
        yield name, value
