"""Implement ``croupier analyze --seen``: the value of the main game to a player who has seen cards."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import msgspec

from croupier.errors import BadInput
from croupier.hands.compiled import seconds_waiting
from croupier.maths import analyze
from croupier.maths.analyze import MAIN, Report, Task
from croupier.maths.engine import cache
from croupier.maths.protection.collusion import DEALS, solve_shared
from croupier.maths.protection.seen_cards import PLAYERS, WHAT, InformedPlay
from croupier.maths.results import DistributionLine, Result, exact, root
from croupier.maths.solver import solver
from croupier.maths.terms import Terms


class SeenCardsQuery(msgspec.Struct, frozen=True):
    """The kind and number of seen cards, and the fraction of rounds in which the player sees them.

    A query about shared hands also has the number of seats and of sampled deals.
    """

    what: str
    cards: int = 1
    chance: Fraction = Fraction(1)
    seats: int | None = None
    deals: int | None = None


def parse_query(
    what: str,
    cards: int = 1,
    chance: str | Fraction = "1",
    seats: int | None = None,
    deals: int | None = None,
) -> SeenCardsQuery:
    """Build a query from command-line options or call arguments."""
    try:
        share = Fraction(chance)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"--seen-chance must be a number from 0 to 1, not {chance!r:.40}") from None
    return SeenCardsQuery(what, cards, share, seats, deals)


def analyze_seen(
    terms: Terms,
    query: SeenCardsQuery,
    letter: str | None = None,
    *,
    fresh: bool = False,
    report: Report | None = None,
) -> dict[str, Any]:
    """Return the ``croupier analyze`` document for the main game with seen cards."""
    _check(terms, query)
    tasks = analyze.plan(terms, MAIN, letter)
    results, seconds = [], 0.0
    for number, task in enumerate(tasks):

        def tell(share: float, number: int = number, task: Task = task) -> None:
            if report:
                report(f"{task}, {query.what} seen", (number + share) / len(tasks))

        tell(0.0)
        request = {
            "seen": [query.what, query.cards, exact(query.chance), query.seats, query.deals],
            "table": msgspec.to_builtins(task.table),
            "terms": msgspec.to_builtins(msgspec.structs.replace(terms, stake=100, tables={}, meters={})),
        }
        key = cache.key_of(request)
        entry = None if fresh else cache.load(key)
        if not isinstance(entry, dict):
            start, waited = time.perf_counter(), seconds_waiting()
            result = _result(terms, task, query, tell)
            spent = time.perf_counter() - start - (seconds_waiting() - waited)
            entry = {"result": result, "seconds": max(0.0, spent)}
            cache.save(key, entry)
        results.append(entry["result"])
        seconds += entry["seconds"]
    return {"game": terms.game, "seconds": round(seconds, 6), "results": results}


def _check(terms: Terms, query: SeenCardsQuery) -> None:
    terms.refuse_limit("the value of seen cards does not include payout limits")
    if query.what not in WHAT:
        raise BadInput(f"the option --seen must be one of {', '.join(WHAT)}, not {query.what!r:.40}")
    if not 0 <= query.chance <= 1:
        raise BadInput(f"--seen-chance must be a number from 0 to 1, not {float(query.chance):g}")
    if query.what == PLAYERS:
        if query.cards != 1:
            raise BadInput(
                "the option --seen players covers whole hands, so give --seats instead of --seen-cards"
            )
        if query.deals is not None and solver(terms.game).shared is not None:
            raise BadInput(
                f"the option --deals has no effect because {terms.game} is counted exactly; leave it out"
            )
        return
    if query.seats is not None or query.deals is not None:
        raise BadInput("--seats and --deals need --seen players")
    sights = solver(terms.game).sights
    if query.what not in sights:
        known = ", ".join((*sights, PLAYERS))
        raise BadInput(f"--seen {query.what} is not available for {terms.game}; choose one of {known}")
    if not 1 <= query.cards <= sights[query.what].most:
        most = sights[query.what].most
        allowed = "1" if most == 1 else f"a number from 1 to {most}"
        raise BadInput(f"--seen-cards with {query.what} must be {allowed}, not {query.cards}")


def _result(terms: Terms, task: Task, query: SeenCardsQuery, tell: Any) -> dict[str, Any]:
    plain = solver(terms.game).solve(terms, task.table, None)
    if query.what == PLAYERS:
        deals = DEALS if query.deals is None else query.deals
        found = solve_shared(terms, task.table, query.seats, deals, plain.ev, tell)
        informed, more = found.play, found.fields(query.chance)
    else:
        informed, more = solver(terms.game).sights[query.what].solve(terms, task.table, query.cards, tell), {}
    mixed = query.chance * informed.ev + (1 - query.chance) * plain.ev
    wager = query.chance * informed.average_wager + (1 - query.chance) * plain.average_wager
    fields: dict[str, Any] = {
        "wager": MAIN,
        "paytable": plain.paytable,
        "unit": plain.unit,
        "ev": exact(mixed),
        "house_edge": float(-mixed),
        "house_edge_exact": exact(-mixed),
        "element_of_risk": float(-mixed / wager),
        "element_of_risk_exact": exact(-mixed / wager),
        "average_wager": exact(wager),
        "sd": None,
        "variance": None,
        "hit_frequency": None,
        "outcomes": [],
        "readings": dict(plain.readings),
        "seen": query.what,
        "cards": query.cards,
        "chance": exact(query.chance),
        "unseen": exact(plain.ev),
        "gain": exact(mixed - plain.ev),
        **more,
    }
    if informed.result is not None:
        whole = _mix(plain, informed.result, query.chance).document()
        fields |= {name: whole[name] for name in ("sd", "variance", "hit_frequency", "outcomes")}
    elif informed.square is not None:
        square = query.chance * informed.square + (1 - query.chance) * (plain.variance + plain.ev**2)
        fields |= {"variance": exact(square - mixed**2), "sd": root(square - mixed**2)}
    if informed.hits is not None:
        hits = query.chance * informed.hits + (1 - query.chance) * plain.hit_frequency
        fields["hit_frequency"] = exact(hits)
    if informed.by_card:
        fields["by_card"] = {card: exact(value) for card, value in informed.by_card.items()}
    if informed.decisions:
        fields["decisions"] = [
            {
                "decision": "where the round ends",
                "choices": {k: exact(v) for k, v in informed.decisions.items()},
            }
        ]
    return fields


def _mix(plain: Result, informed: Result, chance: Fraction) -> Result:
    """Mix the distributions with and without seen cards. ``chance`` is the fraction of rounds with them."""
    both: dict[str, DistributionLine] = {}
    for result, share in ((informed, chance), (plain, 1 - chance)):
        for each in result.outcomes:
            before = both[each.name].probability if each.name in both else Fraction(0)
            both[each.name] = msgspec.structs.replace(each, probability=before + share * each.probability)
    outcomes = sorted((each for each in both.values() if each.probability), key=lambda each: -each.net)
    return msgspec.structs.replace(informed, outcomes=tuple(outcomes))


__all__ = ["InformedPlay", "SeenCardsQuery", "analyze_seen", "parse_query"]
