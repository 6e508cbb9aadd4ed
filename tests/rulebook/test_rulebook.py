"""Test that the rule book is complete and consistent and that every clause can be cited."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest

from croupier.cli import rules
from croupier.errors import BadInput
from croupier.rulebook import (
    Dollars,
    MeterShare,
    Odds,
    Payment,
    Push,
    citing,
    clause,
    clauses,
    declaration,
    games,
    meter_minimums,
    parse_payment,
    paytable,
    paytables,
    regulations,
)
from croupier.rulebook.clauses import HEADING
from croupier.rulebook.coverage import cited_rules, coverage, load_citations, read_evidence, written_citations
from tests.independent.printed import printed_payouts

GAMES = games()

STATUSES = ("enforced", "recorded", "informative")
ENFORCED_KINDS = {"payout", "progressive", "envy", "ranking", "settlement", "decision", "wager"}
ENFORCED_KINDS |= {"limit", "stub", "irregularity"}


def test_every_clause_exists() -> None:
    assert Counter(c.game for c in clauses().values()) == {
        "uth": 522, "letitride": 495, "dragon": 211, "topfive": 223,
    }  # fmt: skip
    assert sum(c.leaf for c in clauses().values()) == 1161


def test_only_leaves_have_no_children() -> None:
    ids = list(clauses())
    for c in clauses().values():
        has_children = any(other.startswith(f"{c.id}.") for other in ids)
        assert c.leaf != has_children, c.id


COUNTS = {
    "uth": (431, 24, 5),
    "letitride": (394, 36, 6),
    "dragon": (163, 19, 9),
    "topfive": (170, 20, 8),
}  # the number of enforced, recorded and informative rules


def not_enforced() -> dict[tuple[str, str], list[str]]:
    """Return the stored list of clauses that are not enforced, by status and game."""
    found: dict[tuple[str, str], list[str]] = {}
    key = ("", "")
    for line in Path(__file__).with_name("not_enforced.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            found[key] += [f"{key[1]}/{number}" for number in line.split()]
        elif line and not line.startswith("#"):
            status, game = line.split()
            found[key := (status, game)] = []
    return found


def test_clause_statuses_match_the_stored_list() -> None:
    listed = not_enforced()
    for status in ("recorded", "informative"):
        for game in GAMES:
            rules = [c.id for c in clauses().values() if c.rule and c.status == status and c.game == game]
            assert rules == listed[status, game]
    counted: Counter[tuple[str, str]] = Counter((c.game, c.status) for c in clauses().values() if c.rule)
    assert {game: tuple(counted[game, status] for status in STATUSES) for game in GAMES} == COUNTS


def test_clauses_that_decide_money_are_enforced() -> None:
    """Only clauses about what a person does or observes are exempt."""
    seen = {each for (status, _), ids in not_enforced().items() for each in ids if status == "recorded"}
    for c in clauses().values():
        if c.rule and c.kind in ENFORCED_KINDS - {"irregularity", "stub", "wager", "decision"}:
            assert c.status == "enforced", c.id
        if c.rule and c.kind in ENFORCED_KINDS and c.id not in (*seen, "topfive/9.B.2.a"):
            assert c.status == "enforced", c.id


def test_heading_is_a_rule_or_defers_to_its_items() -> None:
    headings = [c for c in clauses().values() if not c.leaf]
    assert len(headings) == 290
    assert sum(c.rule for c in headings) == 124
    for c in headings:
        assert c.rule or (c.status, c.reason) == ("informative", HEADING), c.id


def test_clauses_not_enforced_have_a_reason() -> None:
    for c in clauses().values():
        assert c.gist, c.id
        assert bool(c.reason) == (c.status != "enforced"), c.id


def sisters() -> list[list[str]]:
    """Return groups of clauses that have the same sentence in several games."""
    lines = Path(__file__).with_name("equal_sentences.txt").read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if not line.startswith("#")]


@pytest.mark.parametrize("ids", sisters(), ids=lambda ids: ids[0])
def test_equal_sentences_have_equal_gists(ids: list[str]) -> None:
    assert len({clause(each).gist for each in ids}) == 1


# Only in Top Five does a breach of these clauses forfeit every wager (11.A.5), so only there does the state
# machine enforce them.
MORE_THAN_CONDUCT = {"topfive/11.A.2", "topfive/11.A.3"}


@pytest.mark.parametrize("ids", sisters(), ids=lambda ids: ids[0])
def test_equal_sentences_have_equal_statuses(ids: list[str]) -> None:
    statuses = {
        (clause(each).status, clause(each).reason, clause(each).rule)
        for each in ids
        if each not in MORE_THAN_CONDUCT
    }
    assert len(statuses) == 1


def test_no_gist_repeats_a_word() -> None:
    twice = re.compile(r"\b([a-z]+) \1\b")
    assert [one.id for one in clauses().values() if twice.search(one.gist)] == []


def test_a_wrong_citation_fails_at_once() -> None:
    c = citing("uth")
    assert c("11.H.3.b") == "uth/11.H.3.b"
    with pytest.raises(LookupError):
        c("11.Z")
    with pytest.raises(BadInput, match="no clause"):
        clause("uth/99")


def test_chapter_12_has_every_paytable() -> None:
    letters = {game: {w: "".join(t) for w, t in paytables(game).items()} for game in GAMES}
    assert letters == {
        "uth": {
            "blind": "AB", "trips": "ABCDE", "progressive": "ABCD", "envy_1": "ABCD", "envy_5": "ABCD",
            "six_card": "AB", "ultimate_pairs": "ABCDEF", "bad_beat": "ABC", "play_the_board": "ABC",
        },
        "letitride": {
            "main": "ABC", "five_card": "ABCDEFG", "three_card": "ABC", "six_card": "AB",
            "progressive": "ABCDEF", "envy_1": "ABCDEF", "envy_5": "ABCDEF",
        },
        "dragon": {"ante_bonus": "AB", "three_card": "AB", "dragon": "A"},
        "topfive": {"top_five": "ABC", "poker": "ABC"},
    }  # fmt: skip
    assert sum(len(t.rows) for g in GAMES for w in paytables(g).values() for t in w.values()) == 440


def test_every_payout_leaf_of_chapter_12_is_a_row_or_a_minimum() -> None:
    held = {
        cited
        for g in GAMES
        for w in paytables(g).values()
        for t in w.values()
        for cited in (*(r.clause for r in t.rows), *(m.clause for m in t.minimums.values()))
    }
    other = {
        "uth/12.A", "uth/12.D.2", "uth/12.D.4", "uth/12.D.5.a", "dragon/12.A", "topfive/12.A",
        "letitride/12.G", "letitride/12.H.1",
    }  # fmt: skip
    for c in clauses().values():
        if c.leaf and c.chapter == 12 and c.kind in ("payout", "progressive", "envy"):
            assert c.id in held or c.id in other, c.id


# A reading completes each of these two printed rows, so the paytable names a different hand.
HAND_BY_READING = {"uth/12.B.2.f": "below_flush", "letitride/12.E.2.a": "akq_of_spades"}  # U-02, L-01


@pytest.mark.parametrize("game", GAMES)
def test_each_of_the_440_rows_has_the_printed_hand_and_payment(game: str) -> None:
    """`printed_payouts.csv` was transcribed from the regulator's documents, not from Croupier's paytables."""
    printed = printed_payouts()
    assert len(printed) == 440
    expected = {
        clause_id: (HAND_BY_READING.get(clause_id, row.hand), row.number, row.unit)
        for clause_id, row in printed.items()
        if clause_id.startswith(f"{game}/")
    }
    rows = [row for w in paytables(game).values() for t in w.values() for row in t.rows]
    assert {row.clause: (row.hand, *number_and_unit(row.pays)) for row in rows} == expected
    for wager in paytables(game).values():
        for table in wager.values():
            own = [row.clause for row in table.rows]
            # the rows are in printed order
            assert own == [clause_id for clause_id in expected if clause_id in own]


def number_and_unit(pays: Payment) -> tuple[int, str]:
    match pays:
        case Odds(num, den, word):
            return num, f"{word} {den}"
        case Dollars(cents):
            return cents // 100, "dollars"
        case MeterShare(percent, meter):
            return percent, f"percent of {meter}"
    assert pays == Push()
    return 0, "push"


def test_rows_and_gists_state_the_same_payment() -> None:
    """Rows and gists were written separately, so an error in either one makes this test fail."""
    for g in GAMES:
        for w in paytables(g).values():
            for t in w.values():
                for row in t.rows:
                    gist = clause(row.clause).gist
                    match row.pays:
                        case MeterShare(percent, meter):
                            assert f"{percent}% of" in gist and (meter == "main") == gist.endswith(
                                "of the meter"
                            ), gist
                        case payment:
                            ending = "pushes" if payment == Push() else f"pays {payment}"
                            assert gist.endswith(ending), (row.clause, gist, ending)


def test_better_rows_come_first_and_rows_are_unique() -> None:
    for g in GAMES:
        for w in paytables(g).values():
            for t in w.values():
                hands = [row.hand for row in t.rows]
                assert len(set(hands)) == len(hands), (g, t.wager, t.letter)


@pytest.mark.parametrize(
    ("text", "payment"),
    [
        ("3 to 2", Odds(3, 2, "to")),
        ("1,000 for 1", Odds(1000, 1, "for")),
        ("$20,000", Dollars(2_000_000)),
        ("10% of main", MeterShare(10, "main")),
        ("push", Push()),
    ],
)
def test_payments_are_read_as_printed(text: str, payment: object) -> None:
    assert parse_payment(text) == payment


@pytest.mark.parametrize(
    ("cents", "text"), [(100, "$1"), (2_000_000, "$20,000"), (150, "$1.50"), (123_405, "$1,234.05")]
)
def test_a_sum_is_written_in_dollars_and_cents(cents: int, text: str) -> None:
    assert str(Dollars(cents)) == text


@pytest.mark.parametrize("text", ["", "3:2", "3 to", "-1 to 1", "10% of the pot", "$-5", "1e3 to 1"])
def test_a_payment_that_is_not_understood_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="not understood"):
        parse_payment(text)


def test_first_listed_row_only() -> None:
    table = paytable("uth", "ultimate_pairs", "D")
    row = table.row_for({"red_aces", "pair_of_aces"})
    assert row is not None
    assert row.clause == "uth/12.E'2.4.a"


def test_meter_minimums() -> None:
    assert {m: v.cents for m, v in meter_minimums("uth", "A").items()} == {"main": 1_000_000}
    assert {m: v.cents for m, v in meter_minimums("letitride", "A").items()} == {"main": 100_000}
    assert {m: v.cents for m, v in meter_minimums("letitride", "E").items()} == {
        "mega": 1_000_000, "major": 100_000, "minor": 25_000,
    }  # fmt: skip


def test_every_rule_that_is_not_informative_is_cited_by_code() -> None:
    """The search includes citations inside functions that do not run on import."""
    cited_ids = cited_rules()
    rules = [clause for clause in clauses().values() if clause.rule and clause.status != "informative"]
    assert [clause.id for clause in rules if clause.id not in cited_ids] == []


def test_citations_load_without_numpy_and_numba() -> None:
    """`croupier rules ID` must work in an installation without the mathematics."""
    code = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
from croupier.rulebook.coverage import load_citations
print("uth/11.H.3.c" in load_citations())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_every_cited_clause_has_a_file_that_cites_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """This includes ids that the code computes, such as the five outcomes of Top Five 11.C.4."""
    monkeypatch.setattr(rules, "sources", cache(rules.sources))
    monkeypatch.setattr(rules, "load_citations", cache(load_citations))
    assert [each for each in sorted(load_citations()) if not rules.modules_citing(each)] == []
    assert rules.modules_citing("topfive/11.C.4.b") == ["games/topfive.py"]


@pytest.mark.parametrize("game", GAMES)
def test_attestations_of_equipment_are_recorded_and_not_enforced(game: str) -> None:
    """For these, the code checks only a flag, number or reference that the operator entered."""
    facts = declaration(game)
    attested = [item.clause for item in (*facts.equipment, *facts.approvals)]
    if facts.progressive:
        attested += [facts.progressive.sensors, facts.progressive.lock_out]
    assert {each for each in attested if clause(each).status != "recorded"} == DO_MORE.get(game, set())


# These clauses require an approval and also exempt the device from the cut, which the table enforces. The
# other two games have a recorded clause for the approval and a separate, enforced clause for the exemption.
DO_MORE = {"uth": {"uth/5.I"}, "letitride": {"letitride/5.I"}}


def test_the_exemption_of_a_reshuffling_device_is_enforced_in_every_game() -> None:
    exempt = ("uth/5.I", "letitride/5.I", "dragon/5.J", "topfive/5.H")
    assert {clause(each).status for each in exempt} == {"enforced"}
    assert {clause(each).status for each in ("dragon/5.I", "topfive/5.G")} == {"recorded"}


def test_coverage_counts_every_rule() -> None:
    """The counts are based on the evidence file in the package."""
    found = coverage()
    assert (found.clauses, found.leaves, found.rules) == (1451, 1161, 1285)
    assert found.uncovered == []
    assert found.enforced + found.recorded + found.informative == found.leaves
    assert found.rules_enforced + found.rules_recorded + found.rules_informative == found.rules


def test_the_evidence_names_tests_and_no_machine() -> None:
    evidence = read_evidence()
    assert evidence is not None
    assert set(evidence.tests) <= {*clauses(), *regulations()}
    for tests in evidence.tests.values():
        assert tests == sorted(set(tests))
        assert all(test.startswith("tests/") and "[" not in test for test in tests)
    functions: defaultdict[str, set[str]] = defaultdict(set)
    for test in {test for tests in evidence.tests.values() for test in tests}:
        file, _, function = test.partition("::")
        functions[file].add(function)
    for file, names in functions.items():
        source = (Path(__file__).parents[2] / file).read_text(encoding="utf-8")
        assert [name for name in names if f"def {name}(" not in source] == [], file


def test_a_citation_inside_a_function_counts_and_is_checked() -> None:
    source = 'c = citing("uth")\ndef f():\n    return c("11.H.3.b"), c(f"11.{1}"), other("12.A")\n'
    assert written_citations(source) == {"uth/11.H.3.b"}
