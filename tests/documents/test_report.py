"""Test that the figures of the mathematics report equal those of ``croupier.maths`` in every format."""

from __future__ import annotations

import copy
import io
import json
import re
import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.documents.blocks import (
    CommandLine,
    Contents,
    NoticeBlock,
    Number,
    PictureBlock,
    TableBlock,
    count,
    decimal,
    percent,
)
from croupier.documents.filed_submission import parse_filed, read_filed
from croupier.documents.html import html
from croupier.documents.pdf import pdf
from croupier.documents.report.checks import ReportDisagreement, checks, refuse_disagreement
from croupier.documents.report.exposure import largest
from croupier.documents.report.figures import gather
from croupier.documents.report.offer import SubmissionOffer
from croupier.documents.report.pages import report_blocks
from croupier.documents.xlsx import xlsx
from croupier.maths.analyze import analyze
from croupier.maths.simulation.run import play_of
from croupier.maths.submission_rules import terms_of_choices
from croupier.maths.terms import Terms
from croupier.rulebook import Odds, paytables, readings
from tests.documents.conftest import APPROVED, EXAMPLES, Run, blocks_of, example, gathered
from tests.helpers.pdfs import fonts_of, pages_of, width_of

pytestmark = pytest.mark.long

FAST = "dragon"
EVERY = (
    pytest.param("uth", marks=pytest.mark.whole),  # the examples below offer the same wagers
    "uth-everything",
    "letitride",
    "letitride-everything",
    "dragon",
    "topfive",
)


@pytest.mark.parametrize("name", EVERY)
def test_every_figure_that_is_computed_twice_agrees(name: str) -> None:
    data = gathered(name)
    assert data["checks"]
    assert [each for each in data["checks"] if not each["agrees"]] == []
    assert data["missing"] == []


SIX_CARD = "six_card = { minimum = 1, maximum = 50, increment = 1 }"


def six_card_at_five_dollars() -> str:
    """Return a Let It Ride submission with every wager and a $5 Six Card Bonus.

    The bonus pays a fixed amount for a super royal, so its house edge depends on the stake.
    """
    text = (EXAMPLES / "letitride-everything.toml").read_text()
    assert SIX_CARD in text
    return text.replace(SIX_CARD, "six_card = { minimum = 5, maximum = 50, increment = 5 }")


def test_an_enumerated_round_settles_each_wager_at_its_pages_stake() -> None:
    data = gather(parse_filed(six_card_at_five_dollars().encode(), "lir.toml", APPROVED))
    found, page = data["together"], data["wagers"]["six_card 500"]
    assert found["stakes"] == {"five_card": 100, "six_card": 500, "progressive": 100}
    assert found["means"]["six_card 500"] == found["round"]["means"]["six_card"] == page["ev"]
    assert found["round"]["covariance"]["six_card"]["six_card"] == page["variance"]
    cheap = analyze(terms_of_choices(example("letitride-everything").choices), "six_card", "B")  # type: ignore[arg-type]
    assert cheap["results"][0]["ev"] != page["ev"]  # a stake of $1 would give different figures
    (dealt,) = [each for each in data["simulation"]["results"] if each["wager"] == "six_card"]
    assert (dealt["unit"], dealt["expected"]) == (500, page["ev"])


def test_a_sampled_round_settles_each_wager_at_its_pages_stake() -> None:
    """The super royal pays a fixed amount. In units, this is five times as much at a stake of $1 as at $5."""
    data = gathered("uth-everything")
    sampled = data["together"]["sampled"]
    own = list(data["wagers"].values())
    assert Fraction(sampled["ev"]) == sum(Fraction(each["ev"]) for each in own)
    assert float(Fraction(sampled["ev"])) == pytest.approx(-0.991025, abs=1e-6)
    variances = sum(Fraction(each["variance"]) for each in own)
    both: Fraction | int = sum(
        2 * Fraction(value)
        for one, row in sampled["covariance"].items()
        for two, value in row.items()
        if one < two and not {one, two} <= {"ante", "blind", "play"}
    )
    seen = sampled["covariance_sampled"]["six_card"]
    both += sum(2 * Fraction(each["value"]) for each in seen.values())
    assert sampled["sd"] == pytest.approx(float(variances + both) ** 0.5, rel=1e-9)
    assert 45 < sampled["sd"] < 55


def write_again(data: dict[str, Any], path: tuple[str | int, ...]) -> dict[str, Any]:
    """Return a copy of the report's figures in which one figure is slightly different."""
    changed = copy.deepcopy(data)
    place: Any = changed
    for key in path[:-1]:
        place = place[key]
    old = place[path[-1]]
    assert isinstance(old, str | int), path
    moved = Fraction(old) + Fraction(1, 10**6)
    place[path[-1]] = f"{moved.numerator}/{moved.denominator}"
    return changed


@pytest.mark.parametrize(
    "path",
    [
        ("wagers", "trips", "ev"),
        ("wagers", "trips", "variance"),
        ("wagers", "trips", "rows", 0, "contribution"),
        ("wagers", "main", "average_wager"),
        ("wagers", "main", "bands", 2, "expected"),
        ("wagers", "six_card 500", "ev"),
        ("wagers", "progressive 500", "round", "distribution", 0, "net"),
        ("wagers", "progressive 500", "fixed_return"),
        ("parts", 1, "ev"),
        ("parts", 2, "staked"),
        ("together", "round", "ev"),
        ("together", "round", "staked"),
        ("together", "round", "variance"),
        ("together", "round", "means", "blind"),
        ("together", "round", "covariance", "trips", "trips"),
        ("together", "round", "distribution", 3, "probability"),
        ("together", "bands", 0, "expected"),
        ("together", "sampled", "ev"),
        ("together", "sampled", "staked"),
        ("together", "sampled", "means", "six_card"),
        ("together", "sampled", "covariance", "six_card", "six_card"),
        ("progressives", "progressive 500", "envy", "by_others", 0, "house_edge_exact"),
        ("simple", "cost"),
        ("simulation", "results", 0, "expected"),
        ("simulation", "results", 2, "expected"),
    ],
    ids=lambda path: ".".join(map(str, path)),
)
def test_a_changed_figure_is_a_disagreement(path: tuple[str | int, ...]) -> None:
    data = gathered("uth-everything")
    offering = SubmissionOffer(example("uth-everything"))
    play = play_of(offering.main.terms, offering.main.task.table, None)  # type: ignore[union-attr]
    refuse_disagreement(checks(offering, play, data))
    with pytest.raises(ReportDisagreement, match="two figures disagree, so the report is not written"):
        refuse_disagreement(checks(offering, play, write_again(data, path)))


def test_an_inconsistent_report_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test computes the whole round for a stake of $1 and the wager's page for a stake of $5."""
    submission, report = tmp_path / "lir.toml", tmp_path / "report.json"
    submission.write_text(six_card_at_five_dollars())
    words = ["report", str(submission), "-o", str(report), "--approved", APPROVED]
    with monkeypatch.context() as planted:
        planted.setattr(SubmissionOffer, "stakes", lambda offering, wagers: {})
        done = CliRunner().invoke(app, words)
    assert (done.exit_code, done.stdout, report.exists()) == (1, "", False)
    line = done.stderr.strip().splitlines()[-1]
    assert line.startswith("croupier: two figures disagree, so the report is not written: Six Card Bonus")
    assert "-0.18982205 (by itself) and -0.17410382 (within the whole round)" in line
    assert CliRunner().invoke(app, words).exit_code == 0 and report.exists()


@pytest.mark.parametrize("name", ["letitride", "uth"])
def test_printed_commands_give_the_printed_figures(croupier: Run, tmp_path: Path, name: str) -> None:
    """The printed commands use the report's stakes, so a $5 wager is one unit in both."""
    text = six_card_at_five_dollars()
    if name == "uth":
        text = (EXAMPLES / "uth-everything.toml").read_text()
    (tmp_path / "mine.toml").write_text(text)
    data = json.loads(json.dumps(gather(parse_filed(text.encode(), "mine.toml", APPROVED))))
    by_figure = {each["figure"]: shlex.split(each["command"])[1:] for each in data["repeat"]}

    def told(figure: str) -> dict[str, Any]:
        done = croupier(*by_figure[figure])
        assert done.returncode == 0, done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    assert told("all wagers of a round")["round"] == data["together"]["round"]
    assert told("all wagers of a round")["bands"] == data["together"]["bands"]
    if data["together"]["apart"]:
        again = told("all wagers, including those that pay on other cards")["round"]
        assert {key: again[key] for key in data["together"]["sampled"]} == data["together"]["sampled"]
    page = next(each for each in data["wagers"].values() if each["wager"] == "six_card")
    assert told(f"{page['label']}: rows, expectation, spread")["results"][0]["ev"] == page["ev"]
    assert told(f"{page['label']}: bands of the hold")["bands"] == page["bands"]
    assert told(f"{page['label']}: value of readings")["house_edge"] == page["house_edge"]
    dealt = {each["wager"]: each for each in told("the simulation")["results"]}
    for each in data["simulation"]["results"]:
        assert all(dealt[each["wager"]][key] == each[key] for key in ("staked", "returned", "expected", "z"))


@pytest.mark.parametrize("name", EVERY)
def test_rows_equal_those_of_the_mathematics(name: str) -> None:
    data, given = gathered(name), example(name)
    assert given.choices is not None
    terms = terms_of_choices(given.choices)
    for document in data["wagers"].values():
        stake = (
            {}
            if document["stake"] is None or document["wager"] == "progressive"
            else {"stake": document["stake"]}
        )
        own = Terms(given.game, readings=terms.readings, tables=terms.tables, **stake)
        if document["wager"] == "progressive":
            own = terms
        (found,) = analyze(own, document["wager"], document["paytable"])["results"]
        assert document["ev"] == found["ev"]
        assert [row["probability"] for row in document["rows"]] == [
            each["probability"] for each in found["outcomes"]
        ]
        for row in document["rows"]:
            often, net = Fraction(row["count"], document["total"]), Fraction(row["net"])
            assert often == Fraction(row["probability"])
            assert Fraction(row["true_odds"]) == 1 / often - 1
            assert Fraction(row["contribution"]) == often * net
            if net > 0:  # with true odds t to 1 and payment n to 1, the house keeps (t - n) of t + 1
                true = Fraction(row["true_odds"])
                assert Fraction(row["house_advantage"]) == (true - net) / (true + 1)
        assert sum(Fraction(row["contribution"]) for row in document["rows"]) == Fraction(document["ev"])


def test_counts_refer_to_the_enumerated_deals() -> None:
    totals = {each["wager"]: each["total"] for each in gathered(FAST)["wagers"].values()}
    assert totals == {"main": 23_426 * 19_600, "three_card": 23_426, "dragon": 23_426}


@pytest.mark.parametrize("name", EVERY)
def test_the_parts_of_the_main_game_add_up(name: str) -> None:
    data = gathered(name)
    parts, main = data["parts"], data["wagers"]["main"]
    assert sum(Fraction(part["ev"]) for part in parts) == Fraction(main["ev"])
    assert sum(Fraction(part["staked"]) for part in parts) == Fraction(main["average_wager"])
    covariance = data["together"]["round"]["covariance"]
    for part in parts:
        assert sum(row["count"] for row in part["rows"]) == part["total"]
        assert covariance[part["wager"]][part["wager"]] == part["variance"]


@pytest.mark.parametrize("name", EVERY)
def test_reports_wagers_that_are_not_enumerated_jointly(name: str) -> None:
    data = gathered(name)
    found = data["together"]
    offered = {each["wager"] for each in data["wagers"].values()}
    assert offered == {*found["wagers"], *found["apart"]}
    words = " ".join(str(getattr(each, "text", "")) for each in blocks_of(name))
    assert ("No exact joint count is available" in words) == bool(found["apart"])


def test_the_hold_of_several_wagers_is_relative_to_all_their_stakes() -> None:
    """Relative to one unit, the hold of n wagers would be about n times too large."""
    found = gathered(FAST)["together"]
    (told,) = [
        one for one in report_blocks(gathered(FAST))
        if isinstance(one, TableBlock) and one.name == "The wagers together hold"
    ]  # fmt: skip
    assert told.caption == "The wagers together: hold of all stakes, 95 % range"
    whole = found["round"]
    expected = -Fraction(whole["ev"]) / Fraction(whole["staked"])
    for row, band in zip(told.rows, found["bands"], strict=True):
        numbers = [cell.value for cell in row if isinstance(cell, Number)]
        assert numbers[1] == expected
        assert numbers[2:4] == [band["hold_of_staked_low"], band["hold_of_staked_high"]]
        assert band["hold_of_staked_low"] < expected < band["hold_of_staked_high"]


@pytest.mark.parametrize("name", EVERY)
def test_value_of_a_reading_is_the_change_in_house_edge(name: str) -> None:
    data, given = gathered(name), example(name)
    assert given.choices is not None
    terms = terms_of_choices(given.choices)
    told = {each["id"]: each for each in data["readings"]}
    assert set(told) == {each.id for each in readings().values() if each.bears_on(given.game)}
    labels = {each["label"]: each for each in data["wagers"].values()}
    for entry in told.values():
        for change in entry["worth"]:
            document = labels[change["wager"]]
            if change["change"] is None or document["stake"] is not None:
                continue
            other = Terms(
                given.game, readings={**terms.readings, entry["id"]: change["option"]}, tables=terms.tables
            )
            (after,) = analyze(other, document["wager"], document["paytable"])["results"]
            assert Fraction(change["change"]) == Fraction(after["ev"]) - Fraction(document["ev"])


def test_the_pdf_shows_the_figures_and_a_header_on_every_page() -> None:
    data = gathered(FAST)
    made = pdf(blocks_of(FAST), example(FAST).head("Mathematics report"))
    assert made == pdf(report_blocks(gather(example(FAST))), example(FAST).head("Mathematics report"))
    pages = pages_of(made)
    assert 10 <= len(pages) <= 20
    for number, page in enumerate(pages, 1):
        assert "Dragon Poker" in page
        assert "Approved November 15, 2026" in page
        assert "Version 1" in page
        assert data["cover"]["submission_sha256"] in page
        assert f"Page {number} / {len(pages)}" in page
    text = re.sub(r"\s+", " ", " ".join(pages)).replace("/ ", "/")
    for document in data["wagers"].values():
        assert (
            f"{percent(Fraction(document['house_edge_exact']), 6)}, exactly {document['house_edge_exact']}"
            in text
        )
        for row in document["rows"]:
            assert str(count(row["count"])) in text
            assert str(decimal(Fraction(row["contribution"]), 8)) in text
    assert data["cover"]["rule_book_sha256"] in text.replace(" ", "")
    for each in data["repeat"]:
        assert each["command"].split(" --")[0] in text
    fonts = fonts_of(made)
    assert fonts
    assert all(fonts.values())


def test_a4_has_the_same_text() -> None:
    blocks = tuple(each for each in blocks_of(FAST) if not isinstance(each, PictureBlock | Contents))[:40]
    head = example(FAST).head("Mathematics report")
    made = {size: pdf(blocks, head, size) for size in ("letter", "a4")}
    assert width_of(made["letter"]) > width_of(made["a4"])
    letter, a4 = (sorted(set(re.findall(r"[\d,]{9,}", "".join(pages_of(each))))) for each in made.values())
    assert letter == a4


def test_the_workbook_has_numbers_and_fractions() -> None:
    data = gathered(FAST)
    made = xlsx(blocks_of(FAST), example(FAST).head("Mathematics report"))
    book = load_workbook(io.BytesIO(made))
    for document in data["wagers"].values():
        sheet = book[f"{document['label']} rows"[:31]]
        titles = [cell.value for cell in sheet[3]]
        rows = [
            dict(zip(titles, (cell.value for cell in row), strict=True)) for row in sheet.iter_rows(min_row=4)
        ]
        for row, found in zip(rows, document["rows"], strict=False):
            assert row["Count"] == found["count"]
            assert isinstance(row["Contribution"], int | float)
            if found["contribution"] != "0/1":
                assert Fraction(row["Contribution, exactly"]) == Fraction(found["contribution"])
            assert Fraction(row["Probability, exactly"]) == Fraction(found["probability"])
        assert rows[-1]["Count"] == document["total"]
        assert Fraction(rows[-1]["Contribution, exactly"]) == Fraction(document["ev"])
    summary = {row[0].value: row[3].value for row in book["Summary"].iter_rows(min_row=4)}
    assert summary["Dragon Wager"] == pytest.approx(0.14398531546145307)


def test_the_html_page_is_complete_and_shows_the_figures() -> None:
    page = html(blocks_of(FAST), example(FAST).head("Mathematics report")).decode()
    for document in gathered(FAST)["wagers"].values():
        assert (
            f"{percent(Fraction(document['house_edge_exact']), 6)}, exactly {document['house_edge_exact']}"
            in page
        )
    assert not re.search(r"<script|<link|src=\"(?!data:)|href=\"(?!#)", page)
    assert page.count("<img ") == page.count("<figure>") >= 4
    assert page.count('alt="') == page.count("<img ")


def test_the_largest_exposure_at_the_posted_limits() -> None:
    found = gathered(FAST)["exposure"]
    limits = example(FAST).document["limits"]
    lines = {line["wager"]: Fraction(line["loss"]) for line in found["lines"]}
    tables = example(FAST).document["paytables"]
    best = {wager: paytables(FAST)[wager][tables[wager]].rows[0].pays for wager in ("three_card", "dragon")}
    for wager, pays in best.items():
        assert isinstance(pays, Odds)
        assert lines[wager] == limits[wager]["maximum"] * 100 * Fraction(pays.num, pays.den)
    assert (
        lines["main"] == limits["ante"]["maximum"] * 100 * 32
    )  # Ante and Play pay even money, and the bonus pays 30 to 1
    assert Fraction(found["seat"]) == sum(lines.values())
    assert Fraction(found["table"]) == found["seats"] * Fraction(found["seat"])


def test_a_wager_with_two_stakes_counts_once_in_the_exposure() -> None:
    lines = [
        {"wager": "progressive", "loss": "1000"},
        {"wager": "progressive", "loss": "5000"},
        {"wager": "trips", "loss": "70"},
        {"wager": "main", "loss": None},
    ]
    assert largest(lines) == {"progressive": 5000, "trips": 70}


def test_payout_limit_reduces_only_its_wagers() -> None:
    found = gathered("uth-everything")["exposure"]
    lines = {line["wager"]: Fraction(line["loss"]) for line in found["lines"]}
    assert set(found["reached_by_the_limit"]) == {"main", "trips"}
    assert lines["main"] + lines["trips"] > found["payout_limit"] == 5_500_000
    others = sum(loss for wager, loss in lines.items() if wager not in ("main", "trips"))
    assert Fraction(found["seat"]) == 5_500_000 + others
    cut = {line["wager"]: Fraction(line["house_edge"]) for line in found["at_the_limit"]}
    assert cut["main"] > Fraction(gathered("uth-everything")["wagers"]["main"]["house_edge_exact"])


def test_progressive_pays_its_contributions_in_the_long_run() -> None:
    """A meter won once in 1/p wagers pays its reset amount plus the contributions of those wagers."""
    data = gathered("letitride-everything")["progressives"]
    (found,) = data.values()
    whole = Fraction(found["fixed_return"])
    for jackpot in found["jackpots"]:
        meter, often = found["meters"][jackpot["meter"]], Fraction(jackpot["probability"])
        assert jackpot["percent"] == 100
        when_won = meter["reset"] + Fraction(meter["rate"]) * found["stake"] / often
        whole += often * when_won / found["stake"]
    assert Fraction(found["long_run"]["return"]) == whole
    assert [line["others"] for line in found["envy"]["by_others"]] == list(range(7))


@pytest.mark.parametrize("name", EVERY)
def test_report_has_strategies_and_simulation(name: str) -> None:
    data = gathered(name)
    best = Fraction(data["wagers"]["main"]["ev"])
    assert Fraction(data["simple"]["ev"]) + Fraction(data["simple"]["cost"]) == best
    assert data["strategy"]["decisions"]
    dealt = data["simulation"]
    assert {each["wager"] for each in dealt["results"]} == {each["wager"] for each in data["wagers"].values()}
    assert all(abs(each["z"]) < 4.5 for each in dealt["results"])


def test_every_command_that_reproduces_a_figure_runs(croupier: Run, tmp_path: Path) -> None:
    data = gathered(FAST)
    (tmp_path / "dragon.toml").write_text((EXAMPLES / "dragon.toml").read_text())
    by_figure = {each["figure"]: shlex.split(each["command"])[1:] for each in data["repeat"]}
    for figure, words in by_figure.items():
        done = croupier(*words)
        assert (done.returncode, figure) == (0, figure), done.stderr
        if figure.endswith("rows, expectation, spread"):
            (found,) = json.loads(done.stdout)["results"]
            assert found["ev"] in {each["ev"] for each in data["wagers"].values()}
        if figure.endswith("bands of the hold"):
            told = json.loads(done.stdout)["bands"]
            assert told in [each["bands"] for each in data["wagers"].values()]
    assert json.loads((tmp_path / "report.json").read_text())["wagers"] == json.loads(
        json.dumps(data["wagers"])
    )


def test_single_wager_of_a_submission_with_meters(croupier: Run) -> None:
    done = croupier("analyze", "--submission", EXAMPLES / "uth-everything.toml", "--wager", "trips", "--json")
    assert done.returncode == 0, done.stderr
    assert [each["wager"] for each in json.loads(done.stdout)["results"]] == ["trips"]


# --- drafts and bad input


def faulty(text: str) -> dict[str, Any]:
    return gather(parse_filed(text.encode(), "faulty.toml", APPROVED))


def test_a_faulty_submission_is_reported_as_a_draft_with_its_faults() -> None:
    text = (EXAMPLES / "dragon.toml").read_text().replace('ante_bonus = "A"', 'ante_bonus = "Q"')
    given = parse_filed(text.encode(), "faulty.toml", APPROVED)
    data = gather(given)
    assert data["cover"]["draft"]
    assert data["cover"]["faults"]
    assert [each.split(":")[0] for each in data["missing"]] == ["Ante, Ante Bonus and Play"]
    assert "three_card" in data["wagers"]  # the report includes the figures that can be computed
    blocks = report_blocks(data)
    assert any(isinstance(each, NoticeBlock) and each.title == "Not computed" for each in blocks)
    pages = pages_of(pdf(blocks, given.head("Mathematics report")))
    assert all("DRAFT" in page for page in pages)
    assert "unknown" not in pages[0] or "Q" in pages[0]
    assert any("paytables.ante_bonus" in page for page in pages)


def test_submission_with_only_a_game() -> None:
    data = faulty('game = "letitride"\n')
    assert data["cover"]["draft"]
    assert len(data["cover"]["faults"]) > 3
    assert data["wagers"] == {}
    assert pages_of(
        pdf(report_blocks(data), parse_filed(b'game = "letitride"\n', "x.toml").head("Mathematics report"))
    )


def test_long_names_and_signs_stay_on_the_page(tmp_path: Path) -> None:
    name = (
        "The Very Long Name of a Casino, Hotel, Spa and Conference Center on the Chesapeake Bay & #1 <Sons>"
    )
    text = (EXAMPLES / "dragon.toml").read_text().replace("Example Casino", name)
    given = parse_filed(text.encode(), "long.toml", APPROVED)
    pages = pages_of(pdf(blocks_of(FAST)[:3], given.head("Mathematics report")))
    words = re.sub(r"\s+", " ", pages[0])
    assert name in words


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("report", "{example}", "-o", "report.doc"),
            "unknown format; use the extension .pdf or .xlsx or .html or .json",
        ),
        (("report", "{example}", "-o", "none/report.pdf"), "there is no folder none; create it first"),
        (
            ("report", "{example}", "-o", "report.pdf", "--paper", "a3"),
            "--paper 'a3': choose letter or a4",
        ),
        (
            ("report", "{example}", "-o", "report.pdf", "--approved", "15.11."),
            "--approved '15.11.': write a date",
        ),
        (("report", "missing.toml", "-o", "report.pdf"), "missing.toml: no such file"),
        (
            ("document", "{example}", "-o", "x.pdf", "--since", "{other}"),
            "a submission for topfive, not for dragon",
        ),
    ],
)
def test_bad_calls_print_one_line_and_write_no_file(
    croupier: Run, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    named = {"{example}": EXAMPLES / "dragon.toml", "{other}": EXAMPLES / "topfive.toml"}
    done = croupier(*(named.get(word, word) for word in words))
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert said in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_the_report(croupier: Run, tmp_path: Path) -> None:
    done = croupier("report", EXAMPLES / "dragon.toml", "-o", "report.json", "--approved", APPROVED)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert [each.name for each in tmp_path.iterdir()] == ["report.json"]
    assert json.loads((tmp_path / "report.json").read_bytes())["wagers"] == json.loads(
        json.dumps(gathered(FAST)["wagers"])
    )


def test_blocks_have_tables_and_commands() -> None:
    blocks = blocks_of(FAST)
    assert sum(isinstance(each, TableBlock) for each in blocks) > 15
    assert sum(isinstance(each, CommandLine) for each in blocks) == 3


def test_the_example_is_the_file_that_people_find() -> None:
    assert read_filed(EXAMPLES / "dragon.toml", APPROVED).version == "1"
