"""Everything that the report says, exactly, before it is set: this is what ``-o report.json`` holds.

All figures come from ``croupier.maths``; nothing here is typed in. What is not known for a game is told as
``missing``, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from croupier.errors import BadInput
from croupier.extras import need_maths
from croupier.maths import analyze
from croupier.maths.advice import Chosen
from croupier.maths.analyze import MAIN
from croupier.maths.design.design import worth_of_readings
from croupier.maths.play.play import Play
from croupier.maths.play.simple import simple_strategy
from croupier.maths.results import exact
from croupier.maths.risk.seat import decided_elsewhere, seat_of
from croupier.maths.solver import solver
from croupier.maths.strategy import strategy
from croupier.papers.cover import cover
from croupier.papers.filed import Filed
from croupier.papers.report.checks import ROUNDS, SEED, checks, simulated
from croupier.papers.report.exposure import exposure
from croupier.papers.report.meters import progressive
from croupier.papers.report.offered import Offer, Offering, kept, quoted
from croupier.papers.report.together import ROUNDS as BANDS
from croupier.papers.report.together import bands_of, joint
from croupier.papers.report.wagers import parts_of, wager_document
from croupier.rulebook import readings

FORMAT = "croupier maths report 1"

Tell = Callable[[str, float], None]  # what is being computed, and how far it is


def _silent(what: str, share: float) -> None:
    pass


def gather(filed: Filed, tell: Tell = _silent) -> dict[str, Any]:
    need_maths()
    tell("the wagers", 0.0)
    offering = Offering(filed)
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
    dealt = simulated(offering, play)
    tell("the checks", 0.95)
    return {
        "format": FORMAT,
        "cover": cover(filed),
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
        "checks": checks(offering, play, documents, together),
        "simulation": dealt,
        "repeat": repeat(offering),
    }


def _play(offering: Offering) -> Play | None:
    make = solver(offering.game).play
    if make is None or offering.main is None:
        return None
    return make(offering.main.terms, offering.main.task.table, None)


def _together(offering: Offering, play: Play | None) -> dict[str, Any]:
    found = joint(offering, play)
    if "round" not in found:
        return found
    assert offering.main is not None
    stakes = dict.fromkeys(found["wagers"], Fraction(1))
    seat = seat_of(offering.terms, stakes, offering.main.letter)
    sides = [wager for wager in found["wagers"] if wager != MAIN]
    main = sum((seat.mean(wager) for wager in seat.wagers if wager not in sides), Fraction(0))
    keys = {each.wager: each.key for each in offering.offers}
    found["labels"] = {
        each: offering.label(each) for each in (*found["round"]["covariance"], *found["apart"])
    }
    found["means"] = {
        keys[MAIN]: exact(main),
        **{keys[wager]: exact(seat.mean(wager)) for wager in sides},
    }
    return found


def _readings(offering: Offering) -> list[dict[str, Any]]:
    """Every question that the documents leave open in this game, what was taken, and what each other choice
    would do to each wager offered."""
    moved: dict[str, list[dict[str, Any]]] = {}
    for offer in offering.offers:
        for change in _worth(offer):
            moved.setdefault(change["reading"], []).append({"wager": offer.label, **change})
    told = []
    for entry in readings().values():
        if not entry.bears_on(offering.game):
            continue
        taken = offering.terms.reading(entry.id)
        told.append(
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
    return told


def _worth(offer: Offer) -> list[dict[str, Any]]:
    def compute() -> list[dict[str, Any]]:
        terms = analyze.of_the_progressive(offer.terms) if _metered(offer) else offer.terms
        base = analyze.solve(offer.terms, offer.task)
        return list(worth_of_readings(terms, offer.task, base))

    found: list[dict[str, Any]] = kept(
        "readings", {"offer": offer.key, "terms": offer.terms, "letter": offer.letter}, compute
    )
    return found


def _metered(offer: Offer) -> bool:
    return analyze.metered(offer.terms.game, offer.wager)


def _strategy(offering: Offering) -> dict[str, Any]:
    if offering.main is None:
        return {"missing": "without a paytable of the main game there is no best play"}
    return strategy(Chosen(offering.terms, offering.main.letter))


def _simple(offering: Offering) -> dict[str, Any]:
    if offering.main is None:
        return {"missing": "without a paytable of the main game there is no best play"}
    letter = offering.main.letter
    try:
        found: dict[str, Any] = kept(
            "simple",
            {"terms": offering.terms, "letter": letter},
            lambda: simple_strategy(Chosen(offering.terms, letter)),
        )
    except BadInput as fault:
        return {"missing": str(fault)}
    return found


def repeat(offering: Offering) -> list[dict[str, str]]:
    """Which line computes which figure again, without this report."""
    file = offering.file
    told = [{"figure": "this report", "command": f"croupier report {quoted(file)} -o report.json"}]
    told += [
        {
            "figure": f"{each.label}: rows, expectation, spread",
            "command": each.command("analyze", file, "--json"),
        }
        for each in offering.offers
    ]
    rounds = " ".join(f"--rounds {each}" for each in BANDS)
    told += [
        {
            "figure": f"{each.label}: bands of the hold",
            "command": each.command("risk", file, rounds, "--json"),
        }
        for each in offering.offers
    ]
    told += [
        {
            "figure": f"{each.label}: what readings are worth",
            "command": each.command("design", file, "--json"),
        }
        for each in offering.offers
    ]
    if offering.main is not None:
        told += _repeat_play(offering, file)
    told.append({"figure": "the submission against the rules", "command": f"croupier check {quoted(file)}"})
    return told


def _repeat_play(offering: Offering, file: str) -> list[dict[str, str]]:
    told = [
        {"figure": "the best play", "command": f"croupier strategy --submission {quoted(file)} --json"},
    ]
    solved = solver(offering.game)
    if solved.simple is not None:
        command = f"croupier strategy --submission {quoted(file)} --simple --json"
        told.append({"figure": "the simple strategy and its cost", "command": command})
    if solved.play is not None:
        together = f"croupier risk --submission {quoted(file)} --unit 1 --wager {MAIN}"
        assert offering.main is not None
        play = solved.play(offering.main.terms, offering.main.task.table, None)
        sides = list(dict.fromkeys(each.wager for each in offering.sides))
        apart = decided_elsewhere(offering.terms, sides, play)
        told.append({"figure": "the wagers of a round together", "command": _with(together, sides, apart)})
        if apart:
            told.append(
                {"figure": "with those that other cards decide", "command": _with(together, sides, [])}
            )
        command = f"croupier simulate --submission {quoted(file)} --rounds {ROUNDS} --seed {SEED} --json"
        told.append({"figure": "the simulation", "command": command})
    return told


def _with(command: str, sides: list[str], without: list[str]) -> str:
    return command + "".join(f" --wager {each}" for each in sides if each not in without) + " --json"
