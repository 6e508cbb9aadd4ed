"""Ask a dealer drill questions in the terminal, for ``croupier drill``."""

from __future__ import annotations

import secrets
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from croupier.cli.output import color_system, print_json
from croupier.games import game as game_of
from croupier.submission import Rules, format_dollars
from croupier.training.drills import KINDS, Drill, find_kind, kinds_for
from croupier.training.drills.question import EXAMPLES
from croupier.training.drills.question_sets import (
    example_rules,
    kinds_document,
    question_set,
    set_document,
)

QUIT = ("q", "quit", "exit")
Answered = dict[str, list[tuple[bool, float]]]  # kind -> whether each answer was right, and its seconds


def drill(
    game: str,
    kind: str | None,
    count: int,
    seed: str | None,
    submission: Path | None,
    export: Path | None,
    paper: str,
    listed: bool,
    as_json: bool,
) -> int:
    rules = rules_for(game, submission)
    if listed:
        return show_kinds(rules, as_json)
    kinds = [find_kind(rules, kind)] if kind is not None else list(kinds_for(rules))
    chosen = seed if seed is not None else str(secrets.randbelow(1_000_000))
    drills = question_set(rules, kinds, count, chosen)
    if export is not None:
        return write_set(rules, drills, chosen, export, paper)
    if as_json:
        print_json(set_document(rules, drills, chosen))
        return 0
    return ask_all(rules, drills, chosen)


def rules_for(game: str, submission: Path | None) -> Rules:
    from croupier.cli.play.opening import table_rules
    from croupier.rulebook import place

    place(game)  # raises `BadInput` for an unknown game
    return example_rules(game) if submission is None else table_rules(game, submission)


def show_kinds(rules: Rules, as_json: bool) -> int:
    document = kinds_document(rules)
    if as_json:
        print_json(document)
        return 0
    width = max(len(kind["name"]) for kind in document["kinds"])
    for kind in document["kinds"]:
        print(f"{kind['name']:{width}}  chapter {kind['chapter']:>2}  {kind['title']}")
    return 0


def write_set(rules: Rules, drills: Sequence[Drill], seed: str, path: Path, paper: str) -> int:
    from croupier.cli.commands.papers import say_written
    from croupier.documents.drills import write_drills
    from croupier.documents.pdf import find_size

    write_drills(set_document(rules, drills, seed), path, game_of(rules.game).title, find_size(paper))
    return say_written(path)


def ask_all(rules: Rules, drills: Sequence[Drill], seed: str) -> int:
    print(f"{game_of(rules.game).title}: {len(drills)} questions, seed {seed}. Type q to stop.")
    answered: Answered = {}
    for number, each in enumerate(drills, 1):
        print(f"\n{number}. {question_words(each)}")
        started = time.monotonic()
        given = ask(each)
        if given is None:
            break
        right = each.is_right(given)
        answered.setdefault(each.question.kind, []).append((right, time.monotonic() - started))
        print_verdict(each, right)
    show_result(answered)
    return 0


def question_words(each: Drill) -> str:
    question = each.question
    lines = [f"   {fact}" for fact in question.facts]
    lines += [f"   {group.place}: {' '.join(group.cards)}" for group in question.cards]
    if question.wagers:
        stakes = ", ".join(f"{one.wager} {format_dollars(one.cents)}" for one in question.wagers)
        lines.append(f"   Wagers: {stakes}")
    lines += [f"   {at}) {choice}" for at, choice in enumerate(question.choices, 1)]
    return "\n".join([question.text, *lines])


def ask(each: Drill) -> str | None:
    """Read an answer from the keyboard. Return None if the dealer stops the drill."""
    try:
        given = input(f"Your answer ({EXAMPLES[each.question.form]}): ").strip()
    except EOFError:
        print()
        return None
    return None if given.lower() in QUIT else given


def print_verdict(each: Drill, right: bool) -> None:
    from rich.console import Console

    console = Console(highlight=False, color_system=color_system(), file=sys.stdout, soft_wrap=True)
    console.print("Right." if right else "Wrong.", style="green" if right else "red", end=" ", markup=False)
    if not right:
        console.print(f"The answer is: {each.answer_words}.", end=" ", markup=False)
    console.print(each.reason, markup=False)
    console.print(f"[{', '.join((*each.clauses, *each.readings))}]", style="dim", markup=False)


def show_result(answered: Answered) -> None:
    """Print the accuracy and the median time of each kind, the weakest first."""
    if not answered:
        print("\nNo answers.")
        return

    def accuracy(name: str) -> float:
        return sum(right for right, _ in answered[name]) / len(answered[name])

    total = [one for each in answered.values() for one in each]
    print(f"\n{sum(right for right, _ in total)} of {len(total)} right.")
    width = max(len(KINDS[name].title) for name in answered)
    for name in sorted(answered, key=accuracy):
        results = answered[name]
        right = sum(one for one, _ in results)
        seconds = statistics.median(took for _, took in results)
        print(f"{KINDS[name].title:{width}}  {right} of {len(results)}  {seconds:5.1f} s")
