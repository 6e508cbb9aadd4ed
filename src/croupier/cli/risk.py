"""Print the risk of one round and of many rounds for ``croupier risk``."""

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
    unit: int | None,
    seats: int,
    chance: float,
    down: int | None,
    hours: int | None,
    as_json: bool,
) -> int:
    need_maths()
    from croupier.maths.options import terms_of
    from croupier.maths.risk.document import ROUNDS, stakes_of
    from croupier.maths.risk.document import risk as compute
    from croupier.maths.risk.stakes import check_meters, money_of
    from croupier.maths.strategy.chosen_rules import find_rules
    from croupier.results import Risk

    terms = terms_of(game, reading, meter=meter, rules=rules, submission=submission)
    stakes = stakes_of(wager)
    check_meters(terms, list(stakes), [each.partition("=")[0] for each in meter])
    with progress_bar(f"the risk of {terms.game}"):
        document = compute(
            terms,
            stakes,
            letter=paytable,
            rules=find_rules(plays, terms, paytable),
            rounds=tuple(rounds) or ROUNDS,
            bankroll=bankroll,
            pace=pace,
            unit=None if unit is None else unit * 100,
            seats=seats,
            chance=chance,
            money=money_of(stake),
            down=down,
            hours=hours,
        )
    if as_json:
        print_json(document)
    else:
        print(Risk(document))
    return 0
