"""Test the JSON Schema for editors, the template and the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from croupier import BadInput
from croupier.cli.check import check as check_command
from croupier.cli.submission import new
from croupier.cli.submission import schema as schema_command
from croupier.rulebook import games
from croupier.submission import schema, template
from tests.helpers.submission_cases import EXAMPLES, OUT, changed, everything, good

GAMES = games()


def fits(value: object, rule: dict[str, Any]) -> bool:
    """Check a value against the subset of JSON Schema that Croupier uses."""
    known = {"$schema", "title", "description", "default", "type", "enum", "const", "anyOf", "properties",
             "patternProperties", "additionalProperties", "required", "items", "pattern", "minimum",
             "minLength", "maxLength"}  # fmt: skip
    assert set(rule) <= known
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int}
    kind = rule.get("type")
    if kind and (not isinstance(value, kinds[kind]) or (kind == "integer" and isinstance(value, bool))):
        return False
    if "enum" in rule and not any(value == o and type(value) is type(o) for o in rule["enum"]):
        return False
    if "const" in rule and value != rule["const"]:
        return False
    if "anyOf" in rule and not any(fits(value, option) for option in rule["anyOf"]):
        return False
    if isinstance(value, str):
        sized = rule.get("minLength", 0) <= len(value) <= rule.get("maxLength", len(value))
        return sized and bool(re.search(rule.get("pattern", ""), value))
    if isinstance(value, int):
        return value >= rule.get("minimum", value)
    if isinstance(value, list):
        return all(fits(item, rule["items"]) for item in value)
    if isinstance(value, dict):
        named = rule.get("properties", {})
        patterns = rule.get("patternProperties", {})
        for key, entry in value.items():
            if key in named:
                if not fits(entry, named[key]):
                    return False
            elif rule.get("additionalProperties") is False and not any(
                re.search(p, key) and fits(entry, r) for p, r in patterns.items()
            ):
                return False
        return set(rule.get("required", ())) <= set(value)
    return True


@pytest.mark.parametrize("game", GAMES)
def test_schema_accepts_every_valid_file(game: str) -> None:
    rule = schema(game)
    assert rule["$schema"].startswith("https://json-schema.org/")
    for mapping in (good(game), everything(game)):
        assert fits(mapping, rule)
    assert json.loads(json.dumps(rule)) == rule


FULL = everything("uth")
BAD = [
    changed(FULL, game="dragon"),
    changed(FULL, game=OUT),
    changed(FULL, colour="green"),
    changed(FULL, seats="six"),
    changed(FULL, seats=0),
    changed(FULL, dealing="machine"),
    changed(FULL, paytables__blind="C"),
    changed(FULL, paytables__blind=OUT),
    changed(FULL, paytables__five_card="A"),
    changed(FULL, progressive__stake=2),
    changed(FULL, progressive__stake=[1, 2]),
    changed(FULL, progressive__rate=0.15),
    changed(FULL, progressive__rate="1.5"),
    changed(FULL, progressive__rate=OUT),
    changed(FULL, progressive__envy_holder_must_bet=OUT),
    changed(FULL, progressive__reset__grand=1),
    changed(FULL, payout_limit=50000.5),
    changed(FULL, payout_limit="2.505"),
    changed(FULL, limits__ante__minimum=0),
    changed(FULL, layout__areas=["moon"]),
    changed(FULL, readings={"U-01": "R3"}),
    changed(FULL, readings={"nonsense": "R1"}),
    changed(FULL, community_stack=2),
    changed(FULL, layout=OUT),
]


@pytest.mark.parametrize("mapping", BAD)
def test_schema_rejects_invalid_values(mapping: dict[str, Any]) -> None:
    assert not fits(mapping, schema("uth"))


def test_schema_offers_only_what_the_game_allows() -> None:
    assert "progressive" not in schema("dragon")["properties"]
    assert "payout_limit" not in schema("letitride")["properties"]
    assert "community_stack" in schema("letitride")["properties"]
    assert "adjacent_boxes" in schema("topfive")["required"]
    assert set(schema("dragon")["properties"]["readings"]["properties"]) >= {"D-04", "D-06"}


@pytest.mark.parametrize("function", [schema, template])
def test_rejects_unknown_game(function: Any) -> None:
    with pytest.raises(BadInput, match="'poker'"):
        function("poker")


@pytest.mark.parametrize("game", GAMES)
def test_example_equals_the_template(game: str) -> None:
    """To rewrite the example, run `croupier submission new GAME`."""
    assert (EXAMPLES / f"{game}.toml").read_text(encoding="utf-8") == template(game)


@pytest.mark.parametrize("game", GAMES)
def test_template_explains_every_key(game: str) -> None:
    lines = template(game).splitlines()
    assert all(len(line) <= 130 for line in lines)
    assert sum(line.startswith("#: ") for line in lines) > 5
    assert any(f"{game}/2.B" in line for line in lines)


@pytest.mark.parametrize("game", GAMES)
def test_commented_choices_of_the_template_are_valid(game: str) -> None:
    import tomllib

    from croupier.submission import check

    whole = tomllib.loads(template(game).replace("#: ", ""))
    codes = {v.code for v in check(whole).violations}
    assert codes <= {"held_needs_automated", "stack_needs_reshuffling"}  # the template deals by hand


def test_check_prints_one_json_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_command(EXAMPLES / "uth.toml", True) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["violations"] == answer["warnings"] == []
    assert answer["summary"]["game"] == "uth"
    broken = tmp_path / "broken.toml"
    broken.write_text((EXAMPLES / "uth.toml").read_text().replace('blind = "A"', 'blind = "C"'))
    assert check_command(broken, True) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["violations"] == [
        {
            "code": "unknown_paytable",
            "clause": "uth/12.B",
            "message": "paytables.blind: there is no 'C' here",
            "remedy": 'write "A" or "B"',
            "where": "paytables.blind",
            "readings": [],
        }
    ]
    assert "summary" not in answer


def test_check_prints_a_readable_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_command(EXAMPLES / "letitride-everything.toml", False) == 0
    page = capsys.readouterr().out
    assert "follows the rules" in page
    assert "L-05" in page
    broken = tmp_path / "broken.toml"
    broken.write_text('game = "uth"\n"[red]" = 1\n')
    assert check_command(broken, False) == 1
    page = capsys.readouterr().out
    assert "does not follow the rules" in page
    assert "[red]" in page
    assert "uth/2.B.1" in page


def test_rejects_unreadable_file(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.toml"):
        with pytest.raises(BadInput):
            check_command(path, False)


def test_new_and_schema_commands_print(capsys: pytest.CaptureFixture[str]) -> None:
    assert new("dragon") == 0
    assert capsys.readouterr().out == template("dragon")
    assert schema_command("dragon") == 0
    assert json.loads(capsys.readouterr().out) == schema("dragon")
