"""Test the JSON document that `croupier analyze` produces, its options and related commands."""

from __future__ import annotations

import hashlib
import hmac
import json
from fractions import Fraction
from pathlib import Path

import pytest

from croupier import private_files
from croupier.cli.analyze import analyze as analyze_command
from croupier.cli.analyze import progress_bar
from croupier.cli.strategy import strategy as strategy_command
from croupier.errors import BadInput
from croupier.maths.advice import ChosenTerms
from croupier.maths.analyze import analyze, plan, wagers
from croupier.maths.engine import cache
from croupier.maths.options import terms_of
from croupier.maths.strategy import best_play
from croupier.maths.terms import Terms
from croupier.rulebook import paytables

SMALL = ("letitride", "dragon", "topfive")  # games that, unlike UTH, are solved instantly
KEYS = [
    "wager", "paytable", "unit", "ev", "house_edge", "house_edge_exact", "element_of_risk",
    "element_of_risk_exact", "average_wager", "sd", "variance", "hit_frequency", "outcomes", "readings",
]  # fmt: skip


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def lowest(text: str) -> Fraction:
    """Parse a printed fraction, which must have a denominator and be in lowest terms."""
    value = Fraction(text)
    assert text == f"{value.numerator}/{value.denominator}"
    return value


@pytest.mark.parametrize("game", SMALL)
def test_every_wager_and_paytable_has_the_documented_keys(game: str) -> None:
    document = analyze(Terms(game))
    assert document["game"] == game
    assert document["seconds"] >= 0
    tables = [(each["wager"], each["paytable"]) for each in document["results"]]
    expected = {(wager, letter) for wager in wagers(game)[1:] for letter in paytables(game)[wager]}
    assert set(tables[1:]) >= expected
    assert len(tables) == len(set(tables))
    for result in document["results"]:
        assert list(result)[: len(KEYS)] == KEYS
        check_result(game, result)
    assert json.loads(json.dumps(document)) == document


def check_result(game: str, result: dict) -> None:  # type: ignore[type-arg]
    chances = [lowest(each["probability"]) for each in result["outcomes"]]
    assert sum(chances) == 1
    ev = lowest(result["ev"])
    assert result["house_edge"] == float(-ev)
    assert result["element_of_risk"] == pytest.approx(float(-ev / lowest(result["average_wager"])))
    if result["wager"] == "main":
        nets = [Fraction(each["outcome"]) for each in result["outcomes"]]
        assert nets == sorted(nets, reverse=True)
        assert ev == sum(net * chance for net, chance in zip(nets, chances, strict=True))
        assert lowest(result["hit_frequency"]) == sum(
            chance for net, chance in zip(nets, chances, strict=True) if net > 0
        )
        variance = sum(net**2 * chance for net, chance in zip(nets, chances, strict=True)) - ev**2
        assert result["sd"] == pytest.approx(float(variance) ** 0.5, rel=1e-12)
        assert result["unit"] == ("bet" if game == "letitride" else "ante")
        for decision in result["decisions"]:
            assert sum(lowest(often) for often in decision["choices"].values()) == 1
    else:
        assert result["unit"] == "stake"
        assert result["outcomes"][-1]["pays"] == "loses"
        assert lowest(result["hit_frequency"]) == 1 - chances[-1]
        rows = paytables(game)[result["wager"]][result["paytable"]].rows
        assert [each["pays"] for each in result["outcomes"][:-1]] == [str(row.pays) for row in rows]


@pytest.mark.parametrize("wager", ["trips", "progressive"])
def test_uth_side_wagers_have_the_documented_keys(wager: str) -> None:
    document = analyze(Terms("uth"), wager)
    assert {each["wager"] for each in document["results"]} == {wager}
    for result in document["results"]:
        check_uth(result)


@pytest.mark.xdist_group("uth")
def test_uth_main_game_has_the_documented_keys() -> None:
    document = analyze(Terms("uth"))
    assert [each["wager"] for each in document["results"]].count("main") == 2
    assert len(document["results"]) == 25
    for result in document["results"]:
        check_uth(result)
    again = analyze(Terms("uth"))
    assert again == document


def check_uth(result: dict) -> None:  # type: ignore[type-arg]
    assert list(result)[: len(KEYS)] == KEYS
    assert sum(lowest(each["probability"]) for each in result["outcomes"]) == 1
    if result["wager"] == "main":
        assert result["readings"]["U-08"] == "R1"
        assert f"{result['house_edge']:.5f}" == {"A": "0.02185", "B": "0.05913"}[result["paytable"]]
        assert lowest(result["ev"]) == sum(
            Fraction(each["outcome"]) * lowest(each["probability"]) for each in result["outcomes"]
        )


def test_analyzes_one_wager_with_one_paytable() -> None:
    assert [str(task) for task in plan(Terms("letitride"), "five_card", "C")] == ["five_card C"]
    assert [str(task) for task in plan(Terms("letitride"), "main")] == ["main A", "main B", "main C"]
    assert [str(task) for task in plan(Terms("topfive"), "main")] == ["main"]
    assert [str(task) for task in plan(Terms("dragon"), None, "B")] == ["main B", "three_card B"]


def test_readings_are_listed_as_used() -> None:
    terms = terms_of("dragon", ["D-04=R3"])
    result = analyze(terms, "dragon")["results"][0]
    assert result["readings"]["D-04"] == "R3"
    assert result["ev"] != analyze(Terms("dragon"), "dragon")["results"][0]["ev"]


def test_progressive_return_is_linear_in_the_meter() -> None:
    terms = terms_of("letitride", stake="1", meter=["main=11520"])
    result = analyze(terms, "progressive", "C")["results"][0]
    assert result["ev"] == "0/1"
    assert result["break_even"] == {"main": "11520/1"}
    assert result["return_per_meter_dollar"] == {"main": "1/22100"}
    assert result["fixed_return"] == "529/1105"
    with_others = analyze(terms_of("letitride", meter=["main=11520"], others=2), "progressive", "C")[
        "results"
    ][0]
    assert with_others["ev"] == "7/442"  # two other players add $0.0079 each
    assert with_others["break_even"] == {"main": "11170/1"}
    assert (with_others["readings"]["N-02"], with_others["readings"]["X-10"]) == ("R1", "R1")
    left_out = analyze(
        terms_of("letitride", meter=["main=11520"], others=2, reading=["N-02=R2"]), "progressive", "C"
    )["results"][0]
    assert (left_out["ev"], left_out["readings"]["N-02"]) == ("0/1", "R2")
    assert left_out["envy_per_other"] == with_others["envy_per_other"]
    five = analyze(terms_of("letitride", stake="5", others=1), "progressive", "C")["results"][0]
    # the $5 schedule pays five times the $1 schedule, so the Envy value per unit is the same
    assert five["envy_per_other"] == result["envy_per_other"]
    # a $5 stake wins the same meter, a fifth as much per unit
    assert five["return_per_meter_dollar"] == {"main": "1/110500"}


def test_a_meter_share_is_rounded_down_to_the_cent() -> None:
    whole = analyze(terms_of("uth", meter=["main=10000"]), "progressive", "A")["results"][0]
    odd = analyze(terms_of("uth", meter=["main=10000.09"]), "progressive", "A")["results"][0]
    gain = Fraction(odd["ev"]) - Fraction(whole["ev"])
    assert gain == Fraction(4, 2_598_960) * Fraction(
        9, 100
    )  # the royal wins the nine cents, but a tenth of nine cents rounds down to zero


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ({"game": "poker"}, "no game 'poker'"),
        ({"game": "uth", "wager": "ante"}, "no wager 'ante'"),
        ({"game": "letitride", "paytable": "H"}, "no wager of letitride has a paytable 'H'"),
        ({"game": "letitride", "wager": "main", "paytable": "D"}, "it has A, B, C"),
        ({"game": "topfive", "wager": "main", "paytable": "A"}, "leave out --paytable"),
        ({"game": "letitride", "reading": ["L-99=R1"]}, "no reading 'L-99'"),
        ({"game": "letitride", "reading": ["L-03=R9"]}, "L-03 can be R1, R2"),
        ({"game": "letitride", "reading": ["L-16=R1"]}, "L-16 is fixed"),
        ({"game": "letitride", "reading": ["T-02=R1"]}, "does not apply to letitride"),
        ({"game": "letitride", "reading": ["L-03"]}, "write it like"),
        ({"game": "letitride", "stake": "0"}, "stake must be more than 0"),
        ({"game": "letitride", "stake": "-1"}, "not an amount"),
        ({"game": "letitride", "stake": "1.005"}, "not an amount"),
        ({"game": "letitride", "stake": "2"}, r"\$1 or \$5"),
        ({"game": "dragon", "stake": "2"}, "--stake has no effect"),
        ({"game": "dragon", "others": 2}, "--others"),
        ({"game": "dragon", "bettors": 2}, "--bettors applies only to the meters"),
        ({"game": "letitride", "others": -1}, "from 0 to"),
        ({"game": "letitride", "meter": ["main"]}, "write it like"),
        ({"game": "letitride", "meter": ["gold=5"]}, "no meter 'gold'"),
        ({"game": "dragon", "meter": ["main=5"]}, "no requested wager"),
        ({"game": "letitride", "meter": ["main=nan"]}, "not an amount"),
        ({"game": "letitride", "rules": Path("no/such/file.toml")}, "no such file"),
    ],
)
def test_invalid_arguments_give_a_one_line_message(call: dict, says: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(BadInput, match=says) as fault:
        analyze_command(**call)
    assert "\n" not in str(fault.value)


def test_missing_libraries_name_the_install_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.extras.find_spec", lambda name: None)
    with pytest.raises(BadInput, match=r"needs numpy; install croupier\[maths\]"):
        analyze_command("dragon")


def test_printed_as_a_table_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert analyze_command("dragon") == 0
    shown = capsys.readouterr().out
    assert "Dragon Poker" in shown
    assert "3.1650%" in shown
    assert analyze_command("dragon", "main", "A", as_json=True) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["results"][0]["ev"] == "-581289/18365984"
    assert analyze_command("letitride", "progressive", "C", others=1) == 0
    assert "$11,345.00" in capsys.readouterr().out


def test_progress_of_long_work_goes_to_standard_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import time

    monkeypatch.setattr("croupier.cli.analyze.PATIENCE", 0.05)
    with progress_bar("counting") as report:
        report("main A", 0.5)
        time.sleep(0.3)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "counting: main A (50%)" in shown.err
    with progress_bar("quick"):
        pass
    assert capsys.readouterr().err == ""


# --- the cache


def test_second_call_reads_the_cache(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = analyze(Terms("dragon"))
    assert len(list(own_cache.rglob("*.json"))) == len(first["results"])
    monkeypatch.setattr("croupier.maths.analyze.solve", lambda *_: pytest.fail("computed again"))
    assert analyze(Terms("dragon")) == first
    with pytest.raises(pytest.fail.Exception):
        analyze(Terms("dragon"), fresh=True)


@pytest.mark.parametrize("damage", [b"", b"not json", b"[]", b'{"format": 1}', b"{}", b"\xff\xfe"])
def test_a_damaged_cache_is_computed_again(own_cache: Path, damage: bytes) -> None:
    first = analyze(Terms("dragon"), "main", "A")
    for entry in own_cache.rglob("*.json"):
        entry.write_bytes(damage)
    assert analyze(Terms("dragon"), "main", "A")["results"] == first["results"]


def test_ignores_altered_or_misplaced_cache_entries(own_cache: Path) -> None:
    good = analyze(Terms("dragon"))["results"]
    entries = sorted(own_cache.rglob("*.json"))
    altered = json.loads(entries[0].read_text())
    altered["value"]["result"]["ev"] = "1/1"
    entries[0].write_text(json.dumps(altered))
    entries[1].write_bytes(entries[2].read_bytes())
    assert analyze(Terms("dragon"))["results"] == good


def test_ignores_a_planted_result(own_cache: Path) -> None:
    """A planted result is ignored even if its name and checksum are valid."""
    good = analyze(Terms("dragon"), "main", "A")["results"]
    (entry,) = own_cache.rglob("*.json")
    planted = json.loads(entry.read_text())
    planted["value"]["result"]["ev"] = "1/1"
    content = json.dumps(planted["value"], sort_keys=True)
    for seal in (
        hashlib.sha256((planted["key"] + content).encode()).hexdigest(),
        hashlib.sha256(content.encode()).hexdigest(),
        hmac.digest(b"", planted["key"].encode() + b"\0" + content.encode(), "sha256").hex(),
        "",
    ):
        entry.write_text(json.dumps({**planted, "seal": seal}))
        assert analyze(Terms("dragon"), "main", "A")["results"] == good


def test_ignores_results_in_a_folder_open_to_others(own_cache: Path) -> None:
    cache.save("k", 1)
    assert cache.load("k") == 1
    (own_cache / "results").chmod(0o777)
    assert cache.load("k") is None


def test_every_file_that_can_change_a_number_is_part_of_the_code_version() -> None:
    import croupier

    root = Path(croupier.__file__).parent
    found = {name for package in cache.PACKAGES for name, _ in cache._sources(root / package, package)}
    assert {"maths/engine/cache.py", "maths/wagers/side_wagers.py", "maths/uth/solution.py"} <= found


def test_cache_misses_after_a_change_of_rule_book_or_code(monkeypatch: pytest.MonkeyPatch) -> None:
    key = cache.key_of("x")
    assert key != cache.key_of("y")
    monkeypatch.setattr(cache, "book_hash", lambda: "another")
    assert cache.key_of("x") != key
    monkeypatch.undo()
    monkeypatch.setattr(cache, "code_version", lambda: "another")
    assert cache.key_of("x") != key


def test_interrupted_write_leaves_no_file(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("croupier.private_files.os.replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        cache.save("k", 1)
    assert not [each for each in own_cache.rglob("*") if each.is_file()]
    monkeypatch.undo()


def test_nothing_is_cached_without_a_writable_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    monkeypatch.setenv("CROUPIER_CACHE", str(in_the_way))
    cache.save("k", 1)
    assert cache.load("k") is None
    assert analyze(Terms("dragon"), "main", "A")["results"]


def test_cache_location(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CROUPIER_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/x")
    assert private_files.cache_folder() == Path("/x/croupier")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/home/someone")
    assert private_files.cache_folder() == Path("/home/someone/.cache/croupier")


# --- the best strategy in words


def test_let_it_ride_in_words() -> None:
    first, second = best_play.strategy(ChosenTerms(Terms("letitride"), "A"))["decisions"]
    assert first["ride"][:2] == ["any three of a kind", "a pair of tens or better"]
    assert "5-4-3" in first["ride"][2]
    assert "A-3-2" not in first["ride"][2]
    assert first["indifferent"] == []
    assert "any four of one suit" in second["ride"]
    assert "no pair, not of one suit: K-Q-J-T Q-J-T-9 J-T-9-8 T-9-8-7" in second["ride"]
    # Both kinds of hand are exactly even. Eight cards complete an open-ended straight at 5 to 1. For a hand
    # such as A-K-Q-J, only four cards complete a straight, but twelve others make a paying pair.
    assert second["indifferent"] == [
        "no pair, not of one suit: A-K-Q-J A-K-Q-T A-K-J-T A-Q-J-T 9-8-7-6 8-7-6-5 7-6-5-4 6-5-4-3 5-4-3-2"
    ]


def test_dragon_and_top_five_play_a_threshold_hand_or_better() -> None:
    (dragon,) = best_play.strategy(ChosenTerms(Terms("dragon"), "A"))["decisions"]
    assert (dragon["play_from"], dragon["fold_up_to"]) == (
        "phoenix, panda, rabbit",
        "phoenix, monkey, rabbit",
    )
    assert dragon["also_play"] == dragon["indifferent"] == []
    (topfive,) = best_play.strategy(ChosenTerms(Terms("topfive")))["decisions"]
    assert topfive["play_from"] == "two cards, ace high (A-J)"
    assert topfive["fold_up_to"] == "two cards, ace high (A-T)"


@pytest.mark.xdist_group("uth")
def test_uth_first_decision_in_words_wizard_of_odds() -> None:
    first, _ = best_play.strategy(ChosenTerms(Terms("uth"), "A"))["decisions"]
    assert first["raise"] == [
        "a pair of threes or better", "A-2 suited or better", "A-2 offsuit or better", "K-2 suited or better",
        "K-5 offsuit or better", "Q-6 suited or better", "Q-8 offsuit or better", "J-8 suited or better",
        "J-T offsuit",
    ]  # fmt: skip
    assert len(first["hands"]) == 169


@pytest.mark.parametrize("game", [*SMALL, pytest.param("uth", marks=pytest.mark.xdist_group("uth"))])
def test_strategy_is_printed(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert strategy_command(game) == 0
    assert capsys.readouterr().out
    assert strategy_command(game, as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["game"] == game


def test_choices_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert strategy_command("letitride", "Ts Js Qs", as_json=True) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["best"] == "ride"
    assert document["choices"] == [
        {"choice": "withdraw", "value": "0/1", "cost": "31/21"},
        {"choice": "ride", "value": "31/21", "cost": "0/1"},
    ]
    assert strategy_command("letitride", "6c 7d 8h", "9s") == 0
    assert "exactly the same" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (("letitride", None, "2c"), "require --hand"),
        (("letitride", "2c 2c 3d"), "listed 2 times"),
        (("topfive", None, None, None, "A"), "leave out --paytable"),
        (("letitride", None, None, None, "Z"), "no paytable 'Z'"),
    ],
)
def test_invalid_strategy_arguments(call: tuple[str | None, ...], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        strategy_command(*call)  # type: ignore[arg-type]
