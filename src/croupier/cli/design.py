"""Print the value of paytable rows and readings, and find paytables, for ``croupier design``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from croupier.cli.analyze import progress_bar
from croupier.cli.output import print_json
from croupier.extras import need_maths


def design(
    game: str | None,
    wager: str,
    paytable: str | None,
    reading: Sequence[str],
    meter: Sequence[str],
    rules: Path | None,
    submission: Path | None,
    ranges: Sequence[str],
    edge: str | None,
    hit: str | None,
    sd: str | None,
    values: bool,
    as_json: bool,
    stake: str | None = None,
) -> int:
    need_maths()
    from croupier.maths.design.design import bounds
    from croupier.maths.design.design import design as compute
    from croupier.maths.options import terms_of
    from croupier.results import Design

    terms = terms_of(game, reading, stake, meter=meter, rules=rules, submission=submission)
    with progress_bar(f"changing {terms.game} {wager}"):
        document = compute(
            terms,
            wager,
            paytable,
            ranges=ranges,
            edge=bounds(edge, "edge") if edge else None,
            hit=bounds(hit, "hit") if hit else None,
            sd=bounds(sd, "sd") if sd else None,
            values=values,
        )
    if as_json:
        print_json(document)
    else:
        print(Design(document))
    return 0
