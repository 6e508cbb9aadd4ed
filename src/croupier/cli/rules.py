"""Look up games, chapters, clauses and readings for ``croupier rules``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec

from croupier.cli.output import print_json
from croupier.errors import BadInput
from croupier.rulebook import (
    CHAPTERS,
    Clause,
    Reading,
    Regulation,
    citing_modules,
    clause,
    clauses,
    games,
    jurisdiction,
    place,
    reading,
    readings,
    readings_of,
    regulations,
    title,
)
from croupier.rulebook.coverage import coverage, load_citations, read_evidence
from croupier.rulebook.edition import edition
from croupier.rulebook.lookup import find_clause, find_reading, find_regulations
from croupier.rulebook.readings import worth
from croupier.rulebook.regulations import regulation_citations

DATA = ("paytables.toml", "game.toml")  # files in a game's folder that cite clauses


def show_rules(texts: Sequence[str], search: str | None, show_coverage: bool, as_json: bool) -> int:
    if sum((bool(texts), search is not None, show_coverage)) > 1:
        raise BadInput("give only one of an ID, --search WORDS and --coverage")
    if show_coverage:
        return print_coverage(as_json)
    if search is not None:
        return print_search(search, as_json)
    if not texts:
        return print_status(as_json)
    if len(texts) > 2:
        raise BadInput("give one clause as an ID, or as a game and a number, such as uth 11.H.3")
    known = find_reading(texts[0]) if len(texts) == 1 else None
    if known is not None:
        return print_reading(known, as_json)
    if law := find_regulations("/".join(texts)):
        return print_regulation(law[0], as_json) if len(law) == 1 else print_regulations(law, as_json)
    found = find_clause("/".join(texts))
    if found in clauses():
        return print_clause(found, as_json)
    return print_chapter(found, as_json) if "/" in found else print_game(found, as_json)


def print_game(game: str, as_json: bool) -> int:
    """Print a game's chapters and the readings that can be chosen for it."""
    mine = [each for each in clauses().values() if each.game == game]
    numbers = sorted({each.chapter for each in mine})
    choices = {each.id: each.choices_in(game) for each in readings().values() if each.choices_in(game)}
    if as_json:
        chapters = [
            {
                "chapter": number,
                "about": CHAPTERS.get(number, ""),
                "clauses": sum(each.chapter == number for each in mine),
            }
            for number in numbers
        ]
        document = msgspec.to_builtins(edition(game))
        whole = {
            "game": game,
            "title": title(game),
            "edition": document,
            "chapters": chapters,
            "choices": choices,
        }
        print_json(whole)
        return 0
    source = edition(game)
    print(f"{title(game)} ({game})")
    print(f"  {source.document}, {source.version or 'no version stated'}")
    for text in source.sources:
        print(f"  SHA-256 {text.sha256}")
    for number in numbers:
        count = sum(each.chapter == number for each in mine)
        word = "clause" if count == 1 else "clauses"
        print(f"  {f'{game}/{number}':14} {CHAPTERS.get(number, ''):30} {count:4} {word}")
    print(f"  readings that can be chosen: {', '.join(choices) or 'none'}")
    return 0


def print_chapter(found: str, as_json: bool) -> int:
    below = [each for each in clauses().values() if each.id.startswith(f"{found}.")]
    game, number = found.split("/")
    about = CHAPTERS.get(int(number), "") if number.isdigit() else ""
    if as_json:
        print_json(
            {
                "game": game,
                "chapter": number,
                "about": about,
                "clauses": [msgspec.to_builtins(c) for c in below],
            }
        )
        return 0
    print(f"{found}  {title(game)}, chapter {number}: {about}")
    print_list(below)
    return 0


def print_list(below: Sequence[Clause]) -> None:
    for each in below:
        depth = each.id.count(".")
        print(f"{'  ' * depth}{each.id.split('/')[1]:12} {each.gist}")


def print_clause(clause_id: str, as_json: bool) -> int:
    found = clause(clause_id)
    below = [each for each in clauses().values() if each.id.startswith(f"{clause_id}.")]
    brought = readings_of(clause_id)
    document = {
        **msgspec.to_builtins(found),
        "readings": list(brought),
        "game": found.game,
        "chapter": found.chapter,
        "cited_by_code": clause_id in load_citations(),
        "cited_in": modules_citing(clause_id),
        "tests": tests_of(clause_id),
        "read_by": [reading_id for reading_id, named in brought.items() if named == clause_id],
        "items": [each.id for each in below],
    }
    if as_json:
        print_json(document)
        return 0
    print(f"{found.id}  {found.gist}")
    print(f"  {title(found.game)}, chapter {found.chapter}; {found.kind}; {found.status}", end="")
    print(f" ({found.reason})" if found.reason else "")
    for reading_id, named in brought.items():
        other = readings()[reading_id]
        through = "" if named == clause_id else f" (through {named})"
        taken = f"Taken: {other.default}, {other.options[other.default]}"
        print(f"  {reading_id}{through}: {other.question} {taken}")
    print_uses(document["cited_in"], document["tests"])
    print_list(below)
    return 0


def print_regulation(found: Regulation, as_json: bool) -> int:
    document = {
        **msgspec.to_builtins(found),
        "cited_in": list(regulation_citations().get(found.id, ())),
        "tests": tests_of(found.id),
    }
    if as_json:
        print_json(document)
        return 0
    print(f"{found.id}  {found.gist}")
    print(f"  {jurisdiction().code_of(found.id).title}; {found.kind}; {found.status}", end="")
    print(f" ({found.reason})" if found.reason else "")
    print_uses(document["cited_in"], document["tests"])
    return 0


def print_regulations(found: Sequence[Regulation], as_json: bool) -> int:
    law = jurisdiction().code_of(found[0].id).title
    if as_json:
        print_json({"title": law, "clauses": msgspec.to_builtins(list(found))})
        return 0
    print(law)
    for each in found:
        print(f"  {each.id:24} {each.gist}")
    return 0


def print_uses(where: list[str], tests: list[str]) -> None:
    print(f"  cited in {', '.join(where)}" if where else "  cited nowhere in the code")
    if not tests:
        print("  not covered by a recorded test (run make evidence to record tests)")
    for test in tests[:8]:
        print(f"  tested by {test}")
    if len(tests) > 8:
        print(f"  and {len(tests) - 8} more tests")


def modules_citing(clause_id: str) -> list[str]:
    """Return the files that cite a clause, including modules and the game's data files.

    A module may compute an id, as in ``c(f"11.C.4.{item}")``, so a search of its text is not enough.
    """
    game, short = clause_id.split("/")
    load_citations()
    found = {module_file(module) for module in citing_modules(clause_id)}
    for name, text in sources(game).items():
        if f'"{clause_id}"' in text or (name.endswith(".toml") and f'"{short}"' in text):
            found.add(name)
    return sorted(found)


def module_file(module: str) -> str:
    return module.removeprefix("croupier.").replace(".", "/") + ".py"


def sources(*names: str) -> dict[str, str]:
    """Return the source texts of this package, and the code and data of these games."""
    root = Path(str(files("croupier")))
    texts: dict[str, Traversable] = {str(path.relative_to(root)): path for path in sorted(root.rglob("*.py"))}
    for game in names:
        folder = place(game).folder
        own = [each for each in folder.iterdir() if each.name in DATA or each.name.endswith(".py")]
        path = Path(str(folder))
        book = path.relative_to(root) if path.is_relative_to(root) else Path("rulebook", game)
        texts.update({f"{book}/{each.name}": each for each in sorted(own, key=lambda e: e.name)})
    return {name: path.read_text(encoding="utf-8") for name, path in texts.items()}


def tests_of(clause_id: str) -> list[str]:
    evidence = read_evidence()
    return evidence.tests.get(clause_id, []) if evidence else []


def print_reading(reading_id: str, as_json: bool) -> int:
    found = reading(reading_id)
    document = {
        **msgspec.to_builtins(found),
        "worth": worth().get(found.id, {}),
        "cited_in": mentioned_in(f'"{found.id}"'),
        "tests": sorted({test for clause_id in found.clauses for test in tests_of(clause_id)}),
    }
    if as_json:
        print_json(document)
        return 0
    print(f"{found.id} [{found.severity}]  {found.question}")
    for name, text in found.options.items():
        print(f"  {name}{' (taken)' if name == found.default else ''}: {text}")
    print(f"  why: {found.why}")
    if found.money:
        print(f"  money: {found.money}")
    for wager, choices in document["worth"].items():
        values = ", ".join(f"{choice} {float(value):+.2%}" for choice, value in choices.items())
        print(f"  worth to the player, {wager}: {values}")
    print(f"  clauses: {', '.join(found.clauses) or 'none'}")
    print(
        f"  a submission may choose {' or '.join(found.choices)}"
        + (f" in {', '.join(found.games)}" if found.games else "")
        if found.switchable
        else "  fixed: a submission cannot change it"
    )
    print_uses(document["cited_in"], document["tests"])
    return 0


def mentioned_in(words: str) -> list[str]:
    return [name for name, text in sources(*games()).items() if words in text]


def print_search(words: str, as_json: bool) -> int:
    search_words = words.lower().split()
    if not search_words:
        raise BadInput("--search needs words, such as --search 'dealer qualifies'")

    def hit(*texts: str) -> bool:
        text = " ".join(texts).lower()
        return all(word in text for word in search_words)

    found_clauses: list[Clause] = [c for c in clauses().values() if hit(c.id, c.kind, c.gist)]
    found_regulations = [r for r in regulations().values() if hit(r.id, r.kind, r.gist)]
    found_readings: list[Reading] = [
        r for r in readings().values() if hit(r.id, r.question, *r.options.values(), r.why)
    ]
    if as_json:
        print_json(
            {
                "clauses": [msgspec.to_builtins(c) for c in found_clauses],
                "regulations": msgspec.to_builtins(found_regulations),
                "readings": [msgspec.to_builtins(r) for r in found_readings],
            }
        )
    else:
        for found in found_clauses:
            print(f"{found.id:24} {found.gist}")
        for law in found_regulations:
            print(f"{law.id:24} {law.gist}")
        for entry in found_readings:
            print(f"{entry.id:24} {entry.question}")
        if not (found_clauses or found_regulations or found_readings):
            print(f"no clause or reading mentions {words!r}", file=sys.stderr)
    return 0 if found_clauses or found_regulations or found_readings else 1


def print_coverage(as_json: bool) -> int:
    found = coverage()
    if as_json:
        print_json(found)
        return 0
    print(f"{found.clauses} clauses: {found.rules} rules, of which {found.leaves} are leaves, and headings")
    print(f"  enforced     {found.rules_enforced:5}  applied by code and shown by a test")
    print(f"  recorded     {found.rules_recorded:5}  attested by a person and recorded")
    print(f"  informative  {found.rules_informative:5}  a definition")
    gaps = f"not cited: {len(found.uncited)}, not shown: {len(found.untested)}"
    print(f"  uncovered    {len(found.uncovered):5}  {gaps}")
    law = found.regulations
    code = jurisdiction().regulations
    print(f"{law.clauses} regulations for the casino itself ({code.title}):")
    print(
        f"  enforced {law.enforced}, recorded {law.recorded}, informative {law.informative}, "
        f"uncovered {len(law.uncovered)}"
    )
    for clause_id in law.uncovered:
        print(f"    {clause_id:22} {regulations()[clause_id].gist}")
    if not found.evidence:
        print("this package has no record of its tests: run make evidence", file=sys.stderr)
    for clause_id in found.uncovered[:40]:
        print(f"    {clause_id:22} {clauses()[clause_id].gist}")
    if len(found.uncovered) > 40:
        print(f"    and {len(found.uncovered) - 40} more (--json lists all)")
    return 0


def print_status(as_json: bool) -> int:
    book = clauses()
    rows = []
    for game in games():
        mine = [c for c in book.values() if c.game == game]
        rows.append((game, title(game), len(mine), sum(c.leaf for c in mine)))
    if as_json:
        print_json([{"game": g, "title": t, "clauses": n, "leaves": m} for g, t, n, m in rows])
        return 0
    for game, name, count, leaves in rows:
        print(f"{game:10} {name:26} {count:5} clauses, {leaves:4} leaves")
    for code in jurisdiction().codes:
        count = sum(id_.startswith(f"{code.code} ") for id_ in regulations())
        print(f"{code.code:10} {code.title:26} {count:5} clauses")
    print("Show one with croupier rules GAME, GAME/CHAPTER or ID. See also --search WORDS and --coverage.")
    return 0
