"""``croupier risk``: a round as a whole, and what many of them bring."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from croupier.cli.analyze import progress_bar
from croupier.cli.output import print_json
from croupier.extras import need_maths


def risk(
    game: str | None,
    wager: Sequence[str],
    paytable: str | None,
    reading: Sequence[str],
    stake: Sequence[str],
    meter: Sequence[str],
    rules: Path | None,
    submission: Path | None,
    plays: str,
    rounds: Sequence[int],
    bankroll: int | None,
    pace: int,
    unit: int,
    seats: int,
    chance: float,
    as_json: bool,
) -> int:
    need_maths()
    from croupier.documents import Risk
    from croupier.maths.options import terms_of
    from croupier.maths.play.chosen import rules_named
    from croupier.maths.risk.document import ROUNDS, stakes_of
    from croupier.maths.risk.document import risk as compute
    from croupier.maths.risk.staking import check_meters, money_of

    terms = terms_of(game, reading, meter=meter, rules=rules, submission=submission)
    stakes = stakes_of(wager)
    check_meters(terms, list(stakes), [each.partition("=")[0] for each in meter])
    with progress_bar(f"the risk of {terms.game}"):
        document = compute(
            terms,
            stakes,
            letter=paytable,
            rules=rules_named(plays, terms, paytable),
            rounds=tuple(rounds) or ROUNDS,
            bankroll=bankroll,
            pace=pace,
            unit=unit * 100,
            seats=seats,
            chance=chance,
            money=money_of(stake),
        )
    if as_json:
        print_json(document)
    else:
        print(Risk(document))
    return 0
