"""Test the public names, examples, printed results and import time of `import croupier`."""

from __future__ import annotations

import doctest
import importlib.util
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier import results as documents
from croupier.submission import template

PROJECT = Path(__file__).parents[2]
OFFERED = [
    "analyze", "analyze_seen", "check", "design", "open_table", "play_record", "risk", "rules", "simulate",
    "strategy",
]  # fmt: skip
RECORD: dict[str, Any] = {
    "game": "dragon",
    "deck": "Ti Ti Ti Ti Ph Ra",
    "seats": [{"seat": 1, "wagers": {"ante": 10, "ante_bonus": 10}, "decisions": ["play"]}],
}


def test_public_functions_have_examples() -> None:
    assert [name for name in croupier.__all__ if name[0].islower()] == OFFERED
    for name in OFFERED:
        assert ">>>" in (getattr(croupier, name).__doc__ or ""), name


def test_dir_lists_only_public_names() -> None:
    assert dir(croupier) == sorted([*croupier.__all__, "__version__"])
    assert not hasattr(croupier, "no_such_name")


def test_result_types_can_be_imported() -> None:
    from croupier import Analysis, Round, TableHandle

    assert isinstance(croupier.analyze("dragon", "dragon", "A"), Analysis)
    assert isinstance(croupier.play_record(RECORD), Round)
    assert isinstance(croupier.open_table("dragon"), TableHandle)
    assert all(isinstance(getattr(croupier, name), type) for name in croupier.__all__ if name[0].isupper())


def test_analyze_accepts_the_old_keywords_for_seen_cards() -> None:
    old = croupier.analyze("dragon", "main", "A", seen="dealer", seen_cards=1, seen_chance="1/2")
    assert old == croupier.analyze_seen("dragon", "dealer", "A", cards=1, chance="1/2")
    with pytest.raises(croupier.BadInput, match="seen cards affect only the main game, not 'dragon'"):
        croupier.analyze("dragon", "dragon", seen="dealer")
    with pytest.raises(TypeError, match="unexpected keyword argument 'sen'"):
        croupier.analyze("dragon", sen="dealer")


def test_the_examples_run() -> None:
    results = doctest.testmod(
        croupier, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL, raise_on_error=False
    )
    assert results.attempted > 10
    assert results.failed == 0


def test_the_reference_page_is_current() -> None:
    spec = importlib.util.spec_from_file_location("reference", PROJECT / "tools" / "reference.py")
    assert spec is not None
    assert spec.loader is not None
    reference = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reference)
    assert (PROJECT / "docs" / "reference.md").read_text(encoding="utf-8") == reference.page(), "make docs"


def test_the_import_is_instant() -> None:
    code = (
        "import sys, croupier\n"
        "libraries = ('msgspec', 'numpy', 'numba', 'rich', 'typer')\n"
        "heavy = [m for m in sys.modules if m.split('.')[0] in libraries]\n"
        "heavy += [m for m in sys.modules if m.startswith('croupier.') and m != 'croupier.errors']\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def answers() -> dict[str, documents.Document]:
    return {
        "play_record": croupier.play_record(RECORD),
        "analyze": croupier.analyze("dragon", "dragon"),
        "one": croupier.analyze("dragon", "dragon", "A"),
        "strategy": croupier.strategy("dragon"),
        "ride": croupier.strategy("letitride"),
        "choices": croupier.strategy("letitride", "ThJhQh"),
        "faults": croupier.check({"game": "dragon"}),
        "rules": croupier.rules("uth/11.H"),
        "chapter": croupier.rules("uth/11"),
        "reading": croupier.rules("u-02"),
        "found": croupier.rules(search="dealer"),
    }


def test_results_are_mappings_that_print_and_encode() -> None:
    for name, answer in answers().items():
        assert isinstance(answer, dict), name
        assert json.loads(json.dumps(answer)) == answer, name
        # A fault may contain a TOML example, such as { minimum = …, maximum = … }.
        assert "{" not in repr(answer).replace("{ minimum = …, maximum = … }", ""), name
        assert "\n" in repr(answer) or name == "found", name
        html = answer._repr_html_()
        assert "<table>" in html, name
        assert html.count("<tr>") == html.count("</tr>"), name


def test_notebook_output_is_escaped() -> None:
    record = {**RECORD, "seats": [{**RECORD["seats"][0], "player": "<b>"}]}
    page = croupier.play_record(record)._repr_html_()
    assert "<b>" not in page
    shown = documents.html_of(documents.Section("<i>", ("<u>",), [("<s>",)]))
    assert not {"<i>", "<u>", "<s>"} & set(shown.replace(">", ">|").split("|"))


def test_functions_return_the_same_documents_as_the_commands(tmp_path: Path) -> None:
    file = tmp_path / "dragon.toml"
    file.write_text(template("dragon"), encoding="utf-8")

    def printed(*words: str) -> dict[str, object]:
        done = subprocess.run(
            [sys.executable, "-m", "croupier", *words, "--json"], capture_output=True, text=True, check=True
        )
        document: dict[str, object] = json.loads(done.stdout)
        return document

    assert croupier.check(file) == printed("check", str(file))
    assert "keeps to the rules" in repr(croupier.check(file))
    assert (
        croupier.analyze(submission=file)["results"]
        == printed("analyze", "--submission", str(file))["results"]
    )  # type: ignore[index]
    assert croupier.strategy("dragon") == printed("strategy", "dragon")


def test_reading_includes_its_value() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "rules", "U-03", "--json"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert croupier.rules("U-03")["worth"] == json.loads(done.stdout)["worth"] != {}
    assert croupier.rules("U-02")["worth"] is not None


def test_functions_accept_record_and_submission_files() -> None:
    path = PROJECT / "examples" / "rounds" / "uth-envy.toml"
    assert croupier.play_record(path)["seats"][0]["envy"] or croupier.play_record(str(path))["seats"]
    table = croupier.open_table("dragon", PROJECT / "examples" / "submissions" / "dragon.toml")
    assert "Dragon Poker, round 1" in repr(table)
    with pytest.raises(croupier.BadInput, match="the submission is for 'dragon', not for uth"):
        croupier.open_table("uth", PROJECT / "examples" / "submissions" / "dragon.toml")


ANY: Any = croupier  # lets the tests pass wrong types, as callers without a type checker may do
WRONG_FORMS = {
    "strategy: hand must be text or a list of text, not 5": lambda: ANY.strategy("uth", 5),
    "strategy: hand must be text or a list of text, not [5, 6]": lambda: ANY.strategy("uth", [5, 6]),
    "strategy: simple must be True or False or text": lambda: ANY.strategy("uth", simple=5),
    "analyze: readings must be a mapping of names to text": lambda: ANY.analyze("uth", readings="U-03"),
    "analyze: rules must be text or a path": lambda: ANY.analyze("uth", "main", "A", rules={"stake": 5}),
    "analyze: meters must be a mapping": lambda: ANY.analyze("uth", meters={"main": [1]}),
    "risk: wagers must be a mapping of names to a number or text": lambda: ANY.risk("uth", ["main"]),
    "risk: rounds must be a list of whole numbers, not 5": lambda: ANY.risk("uth", rounds=5),
    "risk: band must be a number, not 'x'": lambda: ANY.risk("uth", band="x"),
    "design: edge must be text": lambda: ANY.design("uth", edge=5, ranges=["flush=1..2"]),
    "design: ranges must be a list of text": lambda: ANY.design("uth", ranges="flush=1..2"),
    "simulate: rounds must be a whole number, not 'x'": lambda: ANY.simulate("uth", "x"),
    "simulate: rounds must be a whole number, not 10.5": lambda: ANY.simulate("dragon", 10.5),
    "simulate: rounds must be a whole number, not True": lambda: ANY.simulate("dragon", True),
    "simulate: strategy must be text or a path": lambda: ANY.simulate("dragon", 10, strategy=5),
    "rules: wanted must be text, not 5": lambda: ANY.rules(5),
    "check: submission must be a mapping or text or a path": lambda: ANY.check(5),
    "play_record: record must be a mapping": lambda: ANY.play_record(5),
    "open_table: cards must be text or a list of text": lambda: ANY.open_table("uth", cards=5),
}


@pytest.mark.parametrize("told", WRONG_FORMS)
def test_wrong_argument_type_gives_a_one_line_message(told: str) -> None:
    with pytest.raises(croupier.BadInput) as refused:
        WRONG_FORMS[told]()
    assert str(refused.value).startswith(told) and "\n" not in str(refused.value)


def test_equivalent_argument_types_are_accepted() -> None:
    import numpy as np

    halves: list[Any] = [0.5, "1/2", Fraction(1, 2)]
    same = [ANY.risk("dragon", {"main": 1, "three_card": half}, rounds=np.array([10])) for half in halves]
    assert same[0]["round"]["ev"] == same[1]["round"]["ev"] == same[2]["round"]["ev"]
    cards = (card for card in ("Th", "Jh", "Qh"))
    assert croupier.strategy("letitride", cards) == croupier.strategy("letitride", ["Th", "Jh", "Qh"])


def test_a_missing_extra_gives_a_one_line_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.extras.find_spec", lambda name: None)
    said = r"^the exact mathematics needs numpy; install croupier\[maths\]$"
    with pytest.raises(croupier.BadInput, match=said):
        croupier.analyze("dragon")
    with pytest.raises(croupier.BadInput, match=said):
        croupier.strategy("dragon")


def test_open_table_plays_rounds_and_cites_refusals() -> None:
    table = croupier.open_table("uth", {"paytables": {"trips": "B"}}, dealing="shoe")
    table.sit(1, "Ann", 200).sit(2, "Bob", "200")
    with pytest.raises(croupier.Refused, match="nobody_asked"):
        table.decide("4x")
    table.bet(1, ante=10, blind=10).bet(2, ante=10, blind=10, trips=5).deal()
    for seat in (1, 2):
        assert table.question == (seat, "before the Flop", ("check", "4x", "3x"))
        table.decide("4x")
    assert table.question is None
    assert table.state.round.number == 2
    assert "last round:" in repr(table)
    assert "<table>" in table._repr_html_()
    assert sum(table.state.seating.purses.values()) >= 0


def test_the_protocol_schema_is_current() -> None:
    spec = importlib.util.spec_from_file_location("schema", PROJECT / "tools" / "protocol_schema.py")
    assert spec is not None and spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    found = (PROJECT / "docs" / "protocol.schema.json").read_text(encoding="utf-8")
    assert found == tool.text(), "make docs"


def test_the_store_page_names_every_table() -> None:
    from croupier.store.schema import metadata

    page = (PROJECT / "docs" / "store.md").read_text(encoding="utf-8")
    assert [name for name in metadata.tables if f"`{name}`" not in page] == []


def test_the_protocol_page_names_every_question_and_choice() -> None:
    from croupier.games import game
    from croupier.games.game import Ask
    from croupier.rulebook.registry import read
    from croupier.submission import Rules, check, parse_toml

    page = (PROJECT / "docs" / "protocol.md").read_text(encoding="utf-8")
    for name in ("uth", "letitride", "dragon", "topfive"):
        choices = check(parse_toml(read(name, "example.toml").encode(), name)).choices
        assert choices is not None
        for phase in game(name).script(Rules(choices)):
            if isinstance(phase, Ask):
                words = [phase.name, *(choice.name for choice in phase.choices)]
                assert all(f"`{word}`" in page for word in words), words
