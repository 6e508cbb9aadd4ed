"""Test the regulations that concern the casino itself. The code cites them by topic."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier import rules
from croupier.cli.rules import show_rules
from croupier.documents.errors import draft_blocks
from croupier.errors import BadInput
from croupier.rulebook import clauses, figures, jurisdiction, regulation, regulations, tax_figures
from croupier.rulebook.coverage import coverage
from croupier.rulebook.lookup import find_regulations
from croupier.rulebook.regulations import _cited_topics, regulation_citations
from croupier.server.http.tables import RuleBookController

STATE = {id_ for id_ in regulations() if id_.startswith("COMAR ")}
SOURCE = Path(croupier.__file__).parent
NUMBER = re.compile(r"COMAR (\d+\.\d+\.\d+(?:\.\d+(?:-\.\d+)?(?:[A-Z](?:\(\w+\))*)?)?)")


def test_every_regulation_has_an_id_a_topic_and_a_gist() -> None:
    for id_, found in regulations().items():
        assert id_ == found.id and id_.startswith(("COMAR 36.", "IRC ")) and regulation(found.topic) == id_
        assert found.gist.endswith(".") and (found.status == "enforced") == (found.reason == "")
    assert not set(regulations()) & set(clauses())


def test_rejects_an_unknown_topic() -> None:
    with pytest.raises(LookupError, match="cited regulation 'no_such_topic' is not in the rule book"):
        regulation("no_such_topic")


def test_every_regulation_that_is_not_informative_is_cited_by_code() -> None:
    cited = regulation_citations()
    assert [
        each.id for each in regulations().values() if each.status != "informative" and each.id not in cited
    ] == []
    assert "casino/cage/trays.py" in cited[regulation("chip_slips")]


def test_coverage_counts_the_regulations_apart_from_the_clauses() -> None:
    found = coverage()
    law = found.regulations
    assert (found.clauses, law.clauses) == (1451, len(regulations()))
    assert law.uncovered == []
    assert law.enforced + law.recorded + law.informative == law.clauses


@pytest.mark.parametrize(
    "wanted",
    ["COMAR 36.05.03.21C(1)", "comar/36.05.03.21c(1)", "36.05.03.21C(1)", " COMAR  36.05.03.21C(1). "],
)
def test_a_regulation_is_found_by_common_spellings(wanted: str) -> None:
    assert [each.id for each in find_regulations(wanted)] == ["COMAR 36.05.03.21C(1)"]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("COMAR", len(STATE)),
        ("IRC", len(regulations()) - len(STATE)),
        ("irc 6041", 1),
        ("36.05.03.19", 1),
        ("36.05.03.21", 4),
        ("uth/11", 0),
        ("/", 0),
    ],
)
def test_a_part_of_the_code_lists_its_regulations(wanted: str, found: int) -> None:
    assert len(find_regulations(wanted)) == found


def test_the_command_shows_gist_status_citations_and_tests(capsys: pytest.CaptureFixture[str]) -> None:
    assert show_rules(("COMAR", "36.05.03.23"), None, False, False) == 0
    out = capsys.readouterr().out
    assert out.startswith("COMAR 36.05.03.23  Surveillance is notified")
    assert "Code of Maryland Regulations, Title 36; payout; enforced" in out
    assert (
        "cited in casino/" in out and "casino/administration/shifts.py" in out and "tested by tests/" in out
    )
    assert show_rules(("COMAR 36.05.03.23",), None, False, True) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["id"], document["topic"]) == ("COMAR 36.05.03.23", "large_payouts")
    assert show_rules((), "double entry", False, True) == 0
    assert [each["id"] for each in json.loads(capsys.readouterr().out)["regulations"]] == [
        "COMAR 36.03.10.02B"
    ]


def test_the_library_finds_regulations() -> None:
    assert rules("COMAR 36.05.03.01")["gist"] == regulations()["COMAR 36.05.03.01"].gist
    assert set(rules("COMAR")["items"]) == STATE
    federal = rules("IRC")
    assert set(federal["items"]) == set(regulations()) - STATE and "Internal Revenue" in federal["gist"]


def test_the_clause_popover_of_the_pages_finds_regulations() -> None:
    found: Any = asyncio.run(RuleBookController.one_clause.fn(None, id="COMAR 36.05.03.21C(1)"))
    assert found["clause"].gist == regulations()["COMAR 36.05.03.21C(1)"].gist and found["readings"] == []


def test_every_regulation_named_in_the_rule_book_exists() -> None:
    """Readings name regulations in their prose."""
    folder = SOURCE / "rulebook" / "maryland"
    named = {
        hit[1] for path in folder.rglob("*.toml") for hit in NUMBER.finditer(path.read_text(encoding="utf-8"))
    }
    known = {each.removeprefix("COMAR ") for each in regulations()}
    assert {each for each in named if not any(one.startswith(each) for one in known)} == set()


def test_only_data_names_the_jurisdiction() -> None:
    """A different jurisdiction or edition requires no change to Python or JavaScript."""
    words = (jurisdiction().name, jurisdiction().regulations.code)
    own = SOURCE / "rulebook" / "jurisdiction.py"
    examples = {SOURCE / "rulebook" / name for name in ("regulations.py", "lookup.py")}  # docstrings
    found = [
        str(path.relative_to(SOURCE))
        for kind in ("*.py", "*.js", "*.html", "*.css", "*.typ")
        for path in sorted(SOURCE.rglob(kind))
        if path not in {own, *examples} and any(word in path.read_text(encoding="utf-8") for word in words)
    ]
    assert found == []


def test_figures_are_those_of_the_regulations() -> None:
    law, gist = figures(), {each.topic: each.gist for each in regulations().values()}
    assert f"${law.payout_notice_cents // 100:,}" in gist["large_payouts"]
    assert f"${law.payout_check_cents // 100:,}" in gist["large_payouts"]
    numbers = {3: "three", 6: "six", 12: "twelve", 30: "thirty"}
    assert f"{numbers[law.banking_tables_per_floorperson]} banking tables" in gist["supervision"]
    assert f"{numbers[law.electronic_tables_per_floorperson]} electronic" in gist["supervision"]
    assert f"{numbers[law.limits_notice_minutes]} minutes" in gist["limits_with_players"]
    assert f"{numbers[law.dispute_days]} days" in gist["disputes"]
    tax = tax_figures()
    for topic in ("reported_winnings", "gambling_withholding"):
        assert f"{tax.odds} times" in gist[topic]
    assert f"${tax.withhold_above_cents // 100:,}" in gist["gambling_withholding"]


@pytest.mark.clause("COMAR 36.05.03.19")
@pytest.mark.parametrize("decided", [None, {"by": "reg"}])
def test_a_draft_states_that_no_table_may_open_under_it(decided: Any) -> None:
    cover = {
        "draft": True,
        "standing": "DRAFT",
        "faults": [],
        "warnings": [],
        "pending": [],
        "decided": decided,
    }
    (notice,) = draft_blocks(cover)
    assert "No table may open under" in str(notice) and regulation("rules_submission") in str(notice)


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (["1A,one,people,enforced,Gist.,because"], "line 2 .*only an enforced clause has no reason"),
        (["1A,one,people,recorded,Gist.,"], "line 2 .*only an enforced clause has no reason"),
        (["1A,one,people,enforced,Gist.,", "1A,two,people,enforced,Gist.,"], "line 3 .*occurs twice"),
        (
            ["1A,one,people,enforced,Gist.,", "1B,one,people,enforced,Gist.,"],
            "line 3 .*1B or its topic",
        ),
        (["1A,one,people,perhaps,Gist.,"], "line 2 of the regulations: Invalid enum value 'perhaps'"),
    ],
)
def test_rejects_faulty_regulations(
    rows: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: Any = regulations
    good = ["1A,one,people,enforced,Gist.,", "1B,two,people,recorded,Gist.,because"]
    module = sys.modules["croupier.rulebook.regulations"]  # the package has a function of the same name
    monkeypatch.setattr(module, "regulations_folder", lambda: tmp_path)
    for lines in (good, rows):
        text = "\n".join(("id,topic,kind,status,gist,reason", *lines))
        (tmp_path / "clauses.csv").write_text(text, encoding="utf-8")
        if lines is good:
            found = [id_ for id_ in read.__wrapped__() if id_.startswith("COMAR ")]
            assert found == ["COMAR 1A", "COMAR 1B"]
        else:
            with pytest.raises(BadInput, match=says):
                read.__wrapped__()


def test_citations_of_regulations_are_calls_with_a_literal_topic() -> None:
    assert _cited_topics('A = regulation("one")\nregulation(two)\nof("three")\nregulation()\n') == {"one"}
    assert _cited_topics('of("three")\n') == set()
