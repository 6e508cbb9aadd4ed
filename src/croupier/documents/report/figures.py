"""Collect all figures of the report as data. ``-o report.json`` writes this data without rendering it.

All figures come from ``croupier.maths``. If a figure is not available for a game, ``missing`` has the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.documents.cover import cover
from croupier.documents.filed_submission import FiledSubmission
from croupier.documents.report.checks import (
    ROUNDS,
    SEED,
    checks,
    marginals,
    refuse_disagreement,
    simulate_wagers,
)
from croupier.documents.report.combined import ROUNDS as BANDS
from croupier.documents.report.combined import bands_of, joint
from croupier.documents.report.exposure import exposure
from croupier.documents.report.meters import progressive
from croupier.documents.report.offer import (
    OfferedWager,
    SubmissionOffer,
    dollars,
    load_or_compute,
    quote_word,
)
from croupier.documents.report.wagers import parts_of, wager_document
from croupier.errors import BadInput
from croupier.extras import need_maths
from croupier.games import script
from croupier.games.game import Ask
from croupier.maths import analyze
from croupier.maths.advice import ChosenTerms
from croupier.maths.analyze import MAIN
from croupier.maths.design.design import worth_of_readings
from croupier.maths.results import exact
from croupier.maths.risk.seat import decided_elsewhere
from croupier.maths.solver import solver
from croupier.maths.strategy.best_play import strategy
from croupier.maths.strategy.play import Play
from croupier.maths.strategy.simple import simple_strategy
from croupier.rulebook import readings
from croupier.rulebook.registry import distribution_of, read_toml
from croupier.rulebook.registry import place as folder_of
from croupier.submission import Rules

FORMAT = "croupier maths report 1"
GUIDE = "guide.toml"  # file in each game's folder with the text on how to play

Tell = Callable[[str, float], None]  # progress callback, called with the current task and the completed share


def _silent(what: str, share: float) -> None:
    pass


def gather(filed: FiledSubmission, tell: Tell = _silent) -> dict[str, Any]:
    need_maths()
    tell("the wagers", 0.0)
    offering = SubmissionOffer(filed)
    play = _play(offering)
    documents: dict[str, dict[str, Any]] = {}
    for place, offer in enumerate(offering.offers):
        tell(offer.label, 0.05 + 0.25 * place / len(offering.offers))
        documents[offer.key] = {**wager_document(offer, play), **bands_of(offer), "stake": offer.stake}
    tell("the whole round", 0.3)
    together = _together(offering, play)
    tell("the readings", 0.4)
    read = _readings(offering)
    tell("the best play", 0.5)
    best = _strategy(offering)
    tell("the simple strategy", 0.6)
    simple = _simple(offering)
    tell("a simulation", 0.8)
    dealt = simulate_wagers(offering, play)
    tell("the checks", 0.95)
    data: dict[str, Any] = {
        "format": FORMAT,
        "cover": cover(filed),
        "game": describe_game(filed.game),
        "package": _package(offering.game),
        "missing": offering.missing,
        "wagers": documents,
        "parts": [
            {"label": offering.label(each["wager"]), **each}
            for each in (parts_of(offering.main, play) if offering.main and play else ())
        ],
        "together": together,
        "readings": read,
        "strategy": best,
        "simple": simple,
        "progressives": {
            each.key: progressive(offering, each, documents[each.key]) for each in offering.metered
        },
        "exposure": exposure(offering, documents),
        "simulation": dealt,
        "repeat": repeat(offering),
    }
    data["checks"] = checks(offering, play, data)
    refuse_disagreement(data["checks"])
    return data


def describe_game(game: str) -> dict[str, Any]:
    """Return the game's description for players. It is empty if the game's package does not have one."""
    if not folder_of(game).folder.joinpath(GUIDE).is_file():
        return {"line": "", "steps": []}
    guide = read_toml(game, GUIDE)
    return {"line": guide.get("line", ""), "steps": list(guide.get("steps", ()))}


def _play(offering: SubmissionOffer) -> Play | None:
    make = solver(offering.game).play
    if make is None or offering.main is None:
        return None
    return make(offering.main.terms, offering.main.task.table, None)


def _together(offering: SubmissionOffer, play: Play | None) -> dict[str, Any]:
    found = joint(offering, play)
    if "round" not in found:
        return found
    found["labels"] = {
        each: offering.label(each) for each in (*found["round"]["covariance"], *found["apart"])
    }
    means = marginals(found["round"], found["wagers"], "means")
    found["means"] = {offering.first[wager].key: exact(mean) for wager, mean in means.items()}
    return found


def _readings(offering: SubmissionOffer) -> list[dict[str, Any]]:
    """Return every open question of the game, its chosen reading, and the effect of each alternative."""
    moved: dict[str, list[dict[str, Any]]] = {}
    for offer in offering.offers:
        for change in _worth(offer):
            moved.setdefault(change["reading"], []).append({"wager": offer.label, **change})
    answers = []
    used = readings_used(offering)
    for entry in readings().values():
        if entry.id not in used and not entry.bears_on(offering.game):
            continue
        taken = offering.terms.reading(entry.id)
        answers.append(
            {
                "id": entry.id,
                "severity": entry.severity,
                "question": entry.question,
                "taken": taken,
                "says": entry.options.get(taken, ""),
                "default": entry.default,
                "choices": list(entry.choices_in(offering.game)),
                "options": dict(entry.options),
                "worth": moved.get(entry.id, []),
            }
        )
    return answers


def readings_used(offering: SubmissionOffer) -> frozenset[str]:
    """Return the readings that affect the figures. Some of them are shared by games and cite no clause of
    this game.
    """
    of = solver(offering.game)
    sides = [of.sides[offer.wager] for offer in offering.offers if offer.wager in of.sides]
    found = {reading for side in sides for reading in side.readings}
    tables = [offer.task.table for offer in offering.offers if offer.task.table is not None]
    found |= {reading for table in tables for row in table.rows for reading in row.readings}
    if tables:
        found |= {"X-03", "X-31"}  # The first matching row pays, and a hand that matches no row loses.
    asks = (phase for phase in script(Rules(offering.choices)) if isinstance(phase, Ask))
    if any(choice.collects for phase in asks for choice in phase.choices):
        found.add("X-04")
    return frozenset(found)


def _package(game: str) -> dict[str, str] | None:
    """Return the name and version of the package that provides a game, or None for Croupier's own games."""
    found = distribution_of(game)
    return None if found is None else {"name": found[0], "version": found[1]}


def _worth(offer: OfferedWager) -> list[dict[str, Any]]:
    def compute() -> list[dict[str, Any]]:
        terms = analyze.of_the_progressive(offer.terms) if _is_metered(offer) else offer.terms
        base = analyze.solve(offer.terms, offer.task)
        return list(worth_of_readings(terms, offer.task, base))

    found: list[dict[str, Any]] = load_or_compute(
        "readings", {"offer": offer.key, "terms": offer.terms, "letter": offer.letter}, compute
    )
    return found


def _is_metered(offer: OfferedWager) -> bool:
    return analyze.is_paid_from_meters(offer.terms.game, offer.wager)


def _strategy(offering: SubmissionOffer) -> dict[str, Any]:
    if offering.main is None:
        return {"missing": "no paytable for the main game was chosen, so there is no best play"}
    return strategy(ChosenTerms(offering.terms, offering.main.letter))


def _simple(offering: SubmissionOffer) -> dict[str, Any]:
    if offering.main is None:
        return {"missing": "no paytable for the main game was chosen, so there is no best play"}
    letter = offering.main.letter
    try:
        found: dict[str, Any] = load_or_compute(
            "simple",
            {"terms": offering.terms, "letter": letter},
            lambda: simple_strategy(ChosenTerms(offering.terms, letter)),
        )
    except BadInput as fault:
        return {"missing": str(fault)}
    return found


def repeat(offering: SubmissionOffer) -> list[dict[str, str]]:
    """Return the commands with which a reader can recompute the figures of this report."""
    file = offering.file
    commands = [{"figure": "this report", "command": f"croupier report {quote_word(file)} -o report.json"}]
    commands += [
        {
            "figure": f"{each.label}: rows, expectation, spread",
            "command": each.command("analyze", file, "--json"),
        }
        for each in offering.offers
    ]
    rounds = " ".join(f"--rounds {each}" for each in BANDS)
    commands += [
        {
            "figure": f"{each.label}: bands of the hold",
            "command": each.command("risk", file, rounds, "--json"),
        }
        for each in offering.offers
    ]
    commands += [
        {
            "figure": f"{each.label}: value of readings",
            "command": each.command("design", file, "--json"),
        }
        for each in offering.offers
    ]
    if offering.main is not None:
        commands += _repeat_play(offering, file)
    commands.append({"figure": "check of the submission", "command": f"croupier check {quote_word(file)}"})
    return commands


def _repeat_play(offering: SubmissionOffer, file: str) -> list[dict[str, str]]:
    commands = [
        {"figure": "the best play", "command": f"croupier strategy --submission {quote_word(file)} --json"},
    ]
    solved = solver(offering.game)
    if solved.simple is not None:
        command = f"croupier strategy --submission {quote_word(file)} --simple --json"
        commands.append({"figure": "the simple strategy and its cost", "command": command})
    if solved.play is not None:
        rounds = " ".join(f"--rounds {each}" for each in BANDS)
        together = f"croupier risk --submission {quote_word(file)} --own-units {rounds}"
        assert offering.main is not None
        play = solved.play(offering.main.terms, offering.main.task.table, None)
        sides = list(dict.fromkeys(each.wager for each in offering.sides))
        apart = decided_elsewhere(offering.terms, sides, play)
        counted = [MAIN, *(each for each in sides if each not in apart)]
        commands.append({"figure": "all wagers of a round", "command": _with(together, offering, counted)})
        if apart:
            commands.append(
                {
                    "figure": "all wagers, including those that pay on other cards",
                    "command": _with(together, offering, [*counted, *apart]),
                }
            )
        dealt = f"croupier simulate --submission {quote_word(file)} --rounds {ROUNDS} --seed {SEED}"
        command = dealt + _stake_options(offering, sides) + " --json"
        commands.append({"figure": "the simulation", "command": command})
    return commands


def _with(command: str, offering: SubmissionOffer, wagers: list[str]) -> str:
    named = "".join(f" --wager {each}" for each in wagers)
    return command + named + _stake_options(offering, wagers) + " --json"


def _stake_options(offering: SubmissionOffer, wagers: list[str]) -> str:
    return "".join(f" --stake {wager}={dollars(cents)}" for wager, cents in offering.stakes(wagers).items())
