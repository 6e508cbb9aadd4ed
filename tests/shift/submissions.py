"""Generate random lawful submissions with any combination of operator choices."""

from __future__ import annotations

from random import Random
from typing import Any

from croupier.rulebook import declaration, meter_minimums, paytables, readings
from croupier.submission import Rules, partial

Mapped = dict[str, Any]

SHUFFLERS = ("none", "plain", "counting", "reshuffling")
RATES = ("0", "0.1", "0.25", "0.033", "0.00125", "0.4199")


def shufflers_for(game: str, dealing: str) -> tuple[str, ...]:
    """Return the possible shufflers. Hand dealing and Let It Ride's dealing machine require one."""
    needed = dealing == "hand" or (dealing == "automated" and game == "letitride")
    return SHUFFLERS[1:] if needed else SHUFFLERS


def random_rules(rng: Random, game: str, dealing: str, shuffler: str, electronic: bool = False) -> Rules:
    facts = declaration(game)
    mapping: Mapped = {
        "shuffler": shuffler,
        "decks": 2 if shuffler != "none" and rng.random() < 0.5 else 1,
        "paytables": random_paytables(rng, game),
        "readings": random_readings(rng, game),
    }
    for rule in facts.wagers:  # a reading may allow a wager for only some dealing methods
        for reading_id, options in rule.only_dealt.items():
            if dealing not in options.get(mapping["readings"].get(reading_id, ""), (dealing,)):
                mapping["paytables"].pop(rule.name, None)
    seats = facts.seats
    if electronic:
        seats = mapping["seats"] = rng.randint(3, facts.seats)
        mapping["electronic"] = True
    elif rng.random() < 0.3:
        seats = mapping["seats"] = rng.randint(3, facts.seats)
    if facts.most_positions > 1:
        mapping["adjacent_boxes"] = rng.randint(1, min(3, facts.most_positions, seats))
    if dealing == "automated" and shuffler != "none" and facts.held and rng.random() < 0.4:
        mapping["dealer_cards"] = "held"
    if game == "letitride" and dealing == "automated" and shuffler == "reshuffling" and rng.random() < 0.5:
        mapping["community_stack"] = 3
    if game == "uth" and rng.random() < 0.3:
        mapping["payout_limit"] = rng.choice([50_000, 62_345])
    if facts.progressive and rng.random() < 0.7:
        mapping["progressive"] = random_progressive(rng, game, mapping["readings"].get("X-11") == "R1")
    # A posted increment would refuse an odd stake before X-13 could.
    if rng.random() < 0.6 and mapping["readings"].get("X-13") != "R2":
        mapping["limits"] = random_limits(rng, game)
    return partial(mapping, game, dealing)


def random_paytables(rng: Random, game: str) -> dict[str, str]:
    found = paytables(game)
    return {
        wager: rng.choice(sorted(found[wager]))
        for wager in declaration(game).paytables
        if rng.random() < 0.75
    }


def random_readings(rng: Random, game: str) -> dict[str, str]:
    return {
        name: rng.choice(entry.choices_in(game))
        for name, entry in readings().items()
        if entry.choices_in(game) and rng.random() < 0.3
    }


def random_progressive(rng: Random, game: str, one_chip: bool) -> Mapped:
    letter = rng.choice(sorted(paytables(game)["progressive"]))
    minimums = meter_minimums(game, letter)

    def amounts() -> dict[str, int]:
        return {name: least.cents // 100 + rng.choice([0, 1, 5_000]) for name, least in minimums.items()}

    return {
        "paytable": letter,
        "stake": rng.choice([1, 5] if one_chip else [1, 5, [1, 5]]),
        "rate": {name: rng.choice(RATES) for name in minimums},
        "initial": amounts(),
        "reset": amounts(),
        "envy": rng.random() < 0.8,
        "envy_holder_must_bet": rng.random() < 0.4,
    }


def random_limits(rng: Random, game: str) -> Mapped:
    """Return limits for the first wager and for wagers that must equal it."""
    first = declaration(game).wagers[0].name
    step = rng.choice([1, 5])
    return {
        first: {"minimum": step * rng.choice([1, 2, 3]), "maximum": step * rng.choice([40, 100, 200])}
        | ({"increment": step} if rng.random() < 0.7 else {})
    }
