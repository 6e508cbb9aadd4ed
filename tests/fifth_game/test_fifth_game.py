"""Test that Lucky Nines, a game outside ``src/``, works in every command and page."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier import BadInput, Refused, play_record
from croupier.cards import STANDARD, parse_cards
from croupier.games.game import Deal, dealt_around, faults
from croupier.rulebook import clauses, declaration, games, paytables, readings, registry
from croupier.submission import Rules
from tests.fifth_game.conftest import PROJECT, Croupier
from tests.helpers.pdfs import pages_of

Install = Callable[..., None]

# Three times around, one card each to seat 1, seat 2 and the dealer. They get five, nine and one points.
DECK = "2c 9h Kd 4c Kh 8d 9c Qc 3d"
RECORD = f"""
game = "nines"
dealing = "hand"
deck = "{DECK}"

[[seats]]
seat = 1
wagers = {{ ante = 9, nine_bonus = 5 }}
decisions = ["play"]

[[seats]]
seat = 2
wagers = {{ ante = 9, nine_bonus = 5 }}
decisions = ["play"]
"""


def record(deck: str, decision: str = "play", **submission: Any) -> dict[str, Any]:
    seat = {"seat": 1, "wagers": {"ante": 9, "nine_bonus": 5}, "decisions": [decision]}
    return {"game": "nines", "dealing": "shoe", "deck": deck, "submission": submission, "seats": [seat]}


def wager(document: dict[str, Any], name: str) -> tuple[str, int, list[str]]:
    entry = document["seats"][0]["wagers"][name]
    return entry["result"], entry["returned"], entry["clauses"]


def test_game_exists_only_while_its_package_is_installed() -> None:
    assert "nines" not in games()
    with pytest.raises(BadInput, match="no game 'nines'"):
        registry.place("nines")


@pytest.mark.usefixtures("registered")
def test_table_settles_the_game() -> None:
    assert games()[-1] == "nines"
    # cards alternate between player and dealer; nine points against one
    document = play_record(record("9h Kd Kh 8d Qc 3d"))
    assert wager(document, "ante") == ("win", 1500, ["nines/11.D.2", "nines/6.B", "nines/12.A.2"])
    assert wager(document, "play") == ("win", 1800, ["nines/11.D.2", "nines/6.B", "nines/12.A.1"])
    assert wager(document, "nine_bonus") == ("win", 2000, ["nines/11.D.4", "nines/12.B.1.b"])


@pytest.mark.usefixtures("registered")
def test_push_row_returns_the_stake() -> None:
    document = play_record(record("8h Kd Kh 9d Qc Qd"))  # eight points lose to nine
    assert wager(document, "nine_bonus") == ("push", 500, ["nines/11.D.4", "nines/12.B.1.c"])
    assert wager(document, "ante") == ("lose", 0, ["nines/11.D.1", "nines/6.B"])


@pytest.mark.usefixtures("registered")
def test_pays_odds_plus_a_fixed_amount() -> None:
    document = play_record(record("8h Kd 8c 9d 8s Qd", paytables={"nine_bonus": "B"}))
    assert wager(document, "nine_bonus") == ("win", 500 + 12500 + 5000, ["nines/11.D.4", "nines/12.B.2.a"])
    assert wager(document, "ante")[2] == ["nines/11.D.2", "nines/6.A", "nines/12.A.2"]


@pytest.mark.usefixtures("registered")
def test_reading_decides_equal_hands() -> None:
    deck = "9h 9d Kh Kd Qc Qd"
    assert wager(play_record(record(deck)), "play")[0] == "push"
    taken = play_record(record(deck, readings={"NI-01": "R2"}))
    assert wager(taken, "play") == ("lose", 0, ["nines/11.D.3"])
    assert taken["seats"][0]["wagers"]["play"]["readings"] == ["NI-01"]


@pytest.mark.usefixtures("registered")
def test_bonus_survives_a_fold() -> None:
    document = play_record(record("9h Kd Kh 8d Qc 3d", "fold"))
    assert wager(document, "ante")[0] == "lose"
    assert wager(document, "nine_bonus")[0] == "win"


@pytest.mark.usefixtures("registered")
def test_refuses_illegal_acts() -> None:
    with pytest.raises(BadInput, match="write one of shoe, hand"):
        play_record({**record(DECK), "dealing": "automated"})
    with pytest.raises(Refused) as refused:
        play_record({**record(DECK), "seats": [{"seat": 1, "wagers": {"nine_bonus": 5}}]})
    assert refused.value.clauses in (("nines/7.D.1",), ("nines/7.D.2",))
    with pytest.raises(Refused) as refused:
        play_record(record(DECK, payout_limit=50_000))
    assert refused.value.clauses == ("nines/12.A",)


@pytest.mark.usefixtures("registered")
def test_maths_agree_with_full_enumeration() -> None:
    from lucky_nines.ranking import nines  # type: ignore[import-not-found]

    from croupier.maths.advice import ChosenTerms, advise
    from croupier.maths.analyze import analyze
    from croupier.maths.terms import Terms

    (bonus,) = analyze(Terms("nines"), "nine_bonus", "A", fresh=True)["results"]
    hands = [nines(cards) for cards in combinations(STANDARD.order, 3)]
    triples = sum(hand.triple >= 0 for hand in hands)
    by_points = [sum(hand.triple < 0 and hand.points == points for hand in hands) for points in range(10)]
    paid, lost = 30 * triples + 3 * by_points[9], sum(by_points[:8])
    assert bonus["ev"] == str(Fraction(paid - lost, len(hands)))
    assert bonus["hit_frequency"] == str(Fraction(triples + by_points[9], len(hands)))

    held = parse_cards("9h 4d 2c")  # five points
    left = [card for card in STANDARD.order if card not in held]
    dealers = [nines(cards) for cards in combinations(left, 3)]
    won = sum(theirs < nines(held) for theirs in dealers)
    lost = sum(theirs > nines(held) for theirs in dealers)
    value = advise(ChosenTerms(Terms("nines")), "nines", "9h 4d 2c").values["play"]
    assert value == (Fraction(5, 3) * won - 2 * lost) / len(dealers)


BROKEN = {
    "a clause that is not there": ("game.toml", '"11.A"', '"99.Z"', "dealing_clause: .*99.Z"),
    "… deep inside": ("game.toml", 'recut = "5.C"', 'recut = "5.Z"', "care: recut: .*5.Z"),
    "a reading that is not there": ("game.toml", '"X-09"', '"X-99"', "payout_limit: readings: .*'X-99'"),
    "a clause twice": ("clauses.csv", "2.D,yes", "2.C,yes", "line 9 .* 2.C occurs twice"),
    "a comma without quotes": ("clauses.csv", "has at most five", "has at most, five", "line 3 .* 6 columns"),
    "no reason": (
        "clauses.csv",
        ",there is nothing to enforce",
        ",",
        "10.A is informative but has no reason",
    ),
    "an option that does not exist": (
        "readings.toml",
        'default = "R1"',
        'default = "R3"',
        "no such option: R3",
    ),
    "a choice of nothing": ("readings.toml", "switchable = true", "switchable = false", "switchable"),
    "a reading of no clause": ("readings.toml", "nines/11.D.3", "nines/11.Z", "do not exist: nines/11.Z"),
    "a payment": ("paytables.toml", '"30 to 1"', '"30:1"', "nine_bonus.A, three_of_a_rank: payment '30:1'"),
}


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize("fault", BROKEN)
def test_broken_package_gives_one_line(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = registry.place("nines")
    name, right, wrong, told = BROKEN[fault]
    copy = tmp_path / "nines"
    copy.mkdir()
    for file in (PROJECT / "src" / "lucky_nines").glob("*.*"):
        (copy / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    text = (copy / name).read_text(encoding="utf-8")
    assert right in text
    (copy / name).write_text(text.replace(right, wrong), encoding="utf-8")
    broken = registry.GameSource(
        "nines", copy, copy / "readings.toml", place.game_module, place.solver_module
    )
    found = {**registry.places(), "nines": broken}
    for module in ("registry", "clauses", "readings"):
        monkeypatch.setattr(sys.modules[f"croupier.rulebook.{module}"], "places", lambda: found)
    registry.forget()
    broken_part = paytables if name == "paytables.toml" else declaration
    with pytest.raises(BadInput, match=told):
        broken_part("nines")


@pytest.mark.usefixtures("registered")
def test_a_game_that_leaves_a_wager_unsettled_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    import lucky_nines.game as module  # type: ignore[import-not-found]

    def settle(rules: Rules, table: Any) -> tuple[Any, ...]:
        return tuple(module.settle_main(rules, table))

    forgetful = msgspec.structs.replace(module.GAME, settle=settle)
    monkeypatch.setattr(module, "GAME", forgetful)
    registry.forget()
    with pytest.raises(BadInput, match=r"verdicts for ante, play; expected one for each of .*nine_bonus"):
        play_record(record("9h Kd Kh 8d Qc 3d"))


@pytest.mark.usefixtures("registered")
def test_results_cached_by_a_different_solver_are_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from croupier.maths.engine import cache

    before = cache.key_of("main")
    place = registry.place("nines")
    shutil.copytree(PROJECT / "src" / "lucky_nines", tmp_path / "nines")
    solver = tmp_path / "nines" / "solver.py"
    moved = registry.GameSource(
        "nines", tmp_path / "nines", place.readings, place.game_module, place.solver_module
    )
    found = {**registry.places(), "nines": moved}
    monkeypatch.setattr(cache, "places", lambda: found)
    registry.forget()
    assert cache.key_of("main") == before
    solver.write_text(solver.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    registry.forget()
    assert cache.key_of("main") != before


@pytest.mark.usefixtures("registered")
def test_rejects_script_with_undeclared_wagers_or_too_many_cards() -> None:
    from lucky_nines.game import GAME, PLAY_OR_FOLD

    assert not list(faults(GAME, (PLAY_OR_FOLD,)))
    (fold, play) = PLAY_OR_FOLD.choices
    misspelt = msgspec.structs.replace(play, stakes="pay")
    asked = msgspec.structs.replace(PLAY_OR_FOLD, choices=(fold, misspelt))
    assert list(faults(GAME, (asked,))) == ["'Play or fold' names a wager 'pay' that it does not declare"]
    around = Deal("cards", dealt_around(9, ("nines/8.B",), ("nines/8.B",)))
    assert list(faults(GAME, (around,))) == ["5 seats need 54 cards, the pack has 52: declare fewer seats"]


def test_two_packages_cannot_provide_the_same_game(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, registered: None
) -> None:
    info = tmp_path / "other-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[croupier.games]\nnines = other_nines\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry.forget()
    assert "nines" not in games()
    assert registry.broken() == {"nines": "two packages provide a game 'nines'; one of them is other_nines"}
    with pytest.raises(BadInput, match="the game 'nines' is broken: two packages provide a game 'nines'"):
        registry.place("nines")


# --- A broken game does not affect the others


def broken_site(folder: Path, *faults: tuple[str, str, str]) -> Path:
    """Install a broken copy of the package under a different name, next to the working one."""
    package = folder / "broken_nines"
    shutil.copytree(PROJECT / "src" / "lucky_nines", package, ignore=shutil.ignore_patterns("__pycache__"))
    for file in package.glob("*.*"):
        text = file.read_text(encoding="utf-8")
        file.write_text(
            text.replace("lucky_nines", "broken_nines")
            .replace('citing("nines")', 'citing("bad")')
            .replace('declared("nines")', 'declared("bad")')
            .replace("nines/", "bad/")
            .replace("NI-01", "BA-01")
            .replace('letter = "NI"', 'letter = "BA"'),
            encoding="utf-8",
        )
    for name, right, wrong in faults:
        text = (package / name).read_text(encoding="utf-8")
        assert right in text
        (package / name).write_text(text.replace(right, wrong), encoding="utf-8")
    info = folder / "broken_nines-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-nines\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[croupier.games]\nbad = broken_nines\n")
    return folder


@pytest.fixture
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, registered: None) -> Iterator[Install]:
    """Install a copy of the package, with the given faults, next to the working package."""

    def install(*faults: tuple[str, str, str]) -> None:
        monkeypatch.syspath_prepend(str(broken_site(tmp_path, *faults)))
        registry.forget()

    yield install
    for name in [each for each in sys.modules if each.partition(".")[0] == "broken_nines"]:
        del sys.modules[name]


def test_second_package_plays_beside_the_first(beside: Install) -> None:
    beside()
    assert games()[-2:] == ("bad", "nines")
    assert not registry.broken()
    assert play_record({**record("9h Kd Kh 8d Qc 3d"), "game": "bad"})["void"] is False


@pytest.mark.parametrize("fault", [each for each in BROKEN if "that are" not in each])
def test_only_the_broken_game_is_refused_by_name(fault: str, beside: Install) -> None:
    name, right, wrong, told = BROKEN[fault]
    beside((name, right.replace("nines/", "bad/"), wrong.replace("nines/", "bad/")))
    assert "bad" not in games() and games()[-1] == "nines"
    (why,) = registry.broken().values()
    assert re.search(told.replace("nines/", "bad/"), why)
    with pytest.raises(BadInput, match="the game 'bad' is broken"):
        registry.place("bad")
    assert "bad/11.A" not in clauses() and "BA-01" not in readings()
    assert play_record(record("9h Kd Kh 8d Qc 3d"))["void"] is False


def test_rejects_misspelled_paytable_condition_on_load(beside: Install) -> None:
    from croupier.maths.analyze import analyze
    from croupier.maths.terms import Terms

    beside(("paytables.toml", '"12.B.1.b", "nine_points"', '"12.B.1.b", "nine_point"'))
    told = r"paytables.toml of the game 'bad': nine_bonus.A asks for 'nine_point', which is not a known hand"
    with pytest.raises(BadInput, match=told):
        play_record({**record("9h Kd Kh 8d Qc 3d"), "game": "bad"})
    with pytest.raises(BadInput, match=told):
        analyze(Terms("bad"), "nine_bonus", "A", fresh=True)
    assert play_record(record("9h Kd Kh 8d Qc 3d"))["void"] is False


def test_failed_import_gives_one_line(beside: Install) -> None:
    beside(("game.py", "from croupier.games.game import (", "from croupier.games.game import (\n    Dial,"))
    with pytest.raises(
        BadInput, match=r"'bad': broken_nines, game.py line \d+ in .*cannot import name 'Dial'"
    ):
        play_record({**record("9h Kd Kh 8d Qc 3d"), "game": "bad"})


@pytest.mark.long
def test_commands_skip_a_broken_game(
    croupier: Croupier, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "more"
    folder.mkdir()
    broken_site(folder, ("game.toml", '"11.A"', '"99.Z"'))
    (tmp_path / "round.toml").write_text(RECORD)
    for words in ("rules", "rules --search nine", "rules --coverage", "round round.toml", "demo"):
        done = croupier(*words.split(), beside=folder)
        assert done.returncode == 0, done.stderr
        (warning,) = done.stderr.splitlines()[:1]
        assert warning.startswith("croupier: the game 'bad' is skipped: ")
        assert "dealing_clause" in warning and "99.Z" in warning
    own = croupier("analyze", "bad", beside=folder)
    assert own.returncode == 2
    assert "the game 'bad' is broken: " in own.stderr.splitlines()[-1]


# --- the command line with the package installed


@pytest.mark.long
def test_croupier_round(croupier: Croupier, tmp_path: Path) -> None:
    (tmp_path / "round.toml").write_text(RECORD)
    done = croupier("round", "round.toml", "--json")
    assert done.returncode == 0, done.stderr
    first, second = json.loads(done.stdout)["seats"]
    assert (first["hand"], first["net"]) == ("five_points", 600 + 900 - 500)
    assert (second["hand"], second["net"]) == ("nine_points", 600 + 900 + 1500)
    shown = croupier("round", "round.toml")
    assert "five points" in shown.stdout and "clauses of nines" in shown.stdout


@pytest.mark.long
def test_croupier_submission_new_passes_croupier_check(croupier: Croupier, tmp_path: Path) -> None:
    written = croupier("submission", "new", "nines")
    assert written.returncode == 0, written.stderr
    (tmp_path / "table.toml").write_text(written.stdout)
    done = croupier("check", "table.toml", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    (tmp_path / "wrong.toml").write_text(written.stdout.replace('dealing = "hand"', 'dealing = "automated"'))
    faults = json.loads(croupier("check", "wrong.toml", "--json").stdout)["violations"]
    assert [(fault["code"], fault["clause"]) for fault in faults] == [("unknown_name", "nines/11.A")]


@pytest.mark.long
def test_croupier_analyze_and_strategy(croupier: Croupier) -> None:
    done = croupier("analyze", "nines", "--json")
    assert done.returncode == 0, done.stderr
    results = {(each["wager"], each["paytable"]): each for each in json.loads(done.stdout)["results"]}
    assert set(results) == {("main", None), ("nine_bonus", "A"), ("nine_bonus", "B")}
    assert 0 < results["main", None]["house_edge"] < 0.05
    other = croupier("analyze", "nines", "--wager", "main", "--reading", "NI-01=R2", "--json")
    assert json.loads(other.stdout)["results"][0]["house_edge"] > results["main", None]["house_edge"]
    best = croupier("strategy", "nines")
    assert "Lucky Nines: the best play" in best.stdout and "Play " in best.stdout
    spot = croupier("strategy", "nines", "--hand", "9h Kh Qc", "--json")
    assert json.loads(spot.stdout)["best"] == "play"


@pytest.mark.long
def test_croupier_play_keeps_a_journal_that_verifies_and_replays(croupier: Croupier, tmp_path: Path) -> None:
    played = croupier("play", "nines", "--journal", "table.journal", typed="paytables\n\nplay\nquit\n")
    assert played.returncode == 0, played.stdout + played.stderr
    assert "Nine Bonus (A)" in played.stdout
    assert (
        "Ante and Play: 1 to 1" not in played.stdout
    )  # this Ante pays 2 to 3, which fails if shared code assumes even money
    verified = croupier("verify", "table.journal")
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert "nines" in verified.stdout
    replayed = croupier("replay", "table.journal", "--round", "1")
    assert replayed.returncode == 0 and "nines/11.C" in replayed.stdout


@pytest.mark.long
def test_croupier_rules(croupier: Croupier) -> None:
    assert "Lucky Nines" in croupier("rules").stdout
    shown = croupier("rules", "nines/11.D.2").stdout
    assert "A hand above the dealer's wins Ante and Play" in shown
    assert "lucky_nines/game.py" in shown
    assert "What happens to equal hands?" in croupier("rules", "NI-01").stdout
    counted = json.loads(croupier("rules", "--coverage", "--json").stdout)
    own = [line for line in (PROJECT / "src/lucky_nines/clauses.csv").read_text().splitlines()[1:] if line]
    assert counted["clauses"] == 1451 + len(own)
    assert not [each for each in counted["uncited"] if each.startswith("nines/")]


@pytest.mark.long
def test_croupier_demo(croupier: Croupier) -> None:
    shown = croupier("demo")
    assert shown.returncode == 0, shown.stderr
    assert "Lucky Nines" in shown.stdout


def test_docs_show_the_actual_files() -> None:
    page = (PROJECT.parents[2] / "docs" / "tutorials" / "add-a-game.md").read_text(encoding="utf-8")
    shown = [PROJECT / "pyproject.toml", *(PROJECT / "src" / "lucky_nines").glob("*.*")]
    for file in shown:
        if file.name != "__init__.py" and file.suffix != ".pyc":
            assert f"\n{file.read_text(encoding='utf-8')}```" in page, f"{file.name} has changed"


@pytest.mark.long
def test_documents_are_generated_for_the_game(croupier: Croupier, tmp_path: Path) -> None:
    """If a game provides no whole rounds or simple strategy, the report says so."""
    started = croupier("submission", "new", "nines")
    assert started.returncode == 0, started.stderr
    (tmp_path / "nines.toml").write_text(started.stdout, encoding="utf-8")
    for words in (
        ("report", "nines.toml", "-o", "report.json"),
        ("report", "nines.toml", "-o", "report.pdf"),
    ):
        done = croupier(*words)
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert croupier("document", "nines.toml", "-o", "submission.pdf").returncode == 0
    data = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    (bonus,) = (each for each in data["wagers"].values() if each["wager"] != "main")
    assert bonus["total"] == 22_100
    assert sum(row["count"] for row in bonus["rows"]) == 22_100
    assert all(each["agrees"] for each in data["checks"])
    assert data["simple"]["missing"].startswith("simple rules are not available")
    assert "does not count whole rounds" in data["together"]["missing"]
    pages = pages_of((tmp_path / "report.pdf").read_bytes())
    assert all("Lucky Nines" in page for page in pages)
    assert any("simple rules are not available" in " ".join(page.split()) for page in pages)


def blocks_of(page: str, beginning: str) -> list[str]:
    """Return the TOML examples on the page that begin with the given line."""
    found = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    return [block for block in found if block.startswith(beginning)]


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize(
    ("beginning", "file"),
    [("[layout]", "game.toml"), ('["X-08"]', "readings.toml")],
    ids=["layout", "reading"],
)
def test_examples_of_the_page_work_in_the_package(beginning: str, file: str, beside: Install) -> None:
    page = (PROJECT.parents[2] / "docs" / "game-package.md").read_text(encoding="utf-8")
    (example,) = blocks_of(page, beginning)
    text = (PROJECT / "src" / "lucky_nines" / file).read_text(encoding="utf-8").replace("NI-01", "BA-01")
    text = text.replace("nines/", "bad/").replace('letter = "NI"', 'letter = "BA"')
    beside((file, text, f"{text}\n{example.replace('nines/', 'bad/')}"))
    assert registry.broken() == {}
    assert declaration("bad").title == "Lucky Nines"


def test_the_page_documents_every_hook() -> None:
    from croupier.games.game import Ask, Choice, Deal, Game, Showdown, Verdict
    from croupier.maths.solver import SeatInfo, SideWager, Solver
    from croupier.rulebook import Declaration, Dollars, MeterShare, Odds, OddsPlusDollars, Row

    page = (PROJECT.parents[2] / "docs" / "game-package.md").read_text(encoding="utf-8")
    own = set(Game.__struct_fields__) - set(Declaration.__struct_fields__) - {"deck"}
    kinds = (Ask, Choice, Deal, Showdown, Verdict, SeatInfo, SideWager, Solver, Odds, Dollars, MeterShare)
    named = own.union(*(kind.__struct_fields__ for kind in (*kinds, OddsPlusDollars, Row)))
    missing = sorted(name for name in named if not re.search(rf"\b{name}\b", page))
    assert missing == []
