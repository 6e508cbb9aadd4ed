"""Test blank table forms to write on, and forms filled in from a journal."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from openpyxl import load_workbook
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.documents.blocks import Facts, Signatures, TableBlock
from croupier.documents.forms.builder import choose_forms, journal_head, write_forms
from croupier.documents.forms.entries import FormEvent, origin
from croupier.documents.forms.forms import FORMS, LINES, WRITE_HERE, blocks, header_fields
from croupier.errors import BadInput
from croupier.meters.amounts import Exact, MeterReading
from croupier.rulebook import clauses, games, regulations
from croupier.rulebook.chips import denominations
from croupier.rulebook.registry import place
from croupier.table import events as ev
from tests.documents.test_layout import example
from tests.helpers.pdfs import pages_of

GOLDEN = Path(__file__).parents[1] / "journal" / "golden"
NAMES = [form.name for form in FORMS]


def form(name: str) -> object:
    return next(each for each in FORMS if each.name == name)


def rows(told: list[object]) -> tuple[tuple[object, ...], ...]:
    return next(each for each in told if isinstance(each, TableBlock)).rows


@pytest.mark.parametrize("game", games())
def test_blank_forms_cite_the_games_own_clauses(game: str) -> None:
    for each in FORMS:
        told = blocks(each, example(game), None)
        # one line for each chip, one for other amounts and one for the sum
        hand = len(denominations()) + 2
        assert len(rows(told)) == (hand if each.by_hand else each.lines) >= LINES // 4
        assert next(one for one in told if isinstance(one, Signatures)).roles == each.signs
        assert [ask for ask, _ in next(one for one in told if isinstance(one, Facts)).rows] == list(each.asks)
        cited = told[-2].text.removeprefix("Clauses: ").removesuffix(".").split(", ")  # type: ignore[union-attr]
        for clause in cited:
            assert clause in regulations() or clause in clauses() or clause == f"{game}/13", clause


def test_each_event_appears_on_its_forms() -> None:
    """A correct stub count is not a discrepancy, and only a progressive win is a jackpot."""
    happened = [
        FormEvent(ev.StubCounted(audience=(), cards=9, right=True), 1_700_000_000, 3, "dealer:d1"),
        FormEvent(
            ev.StubCounted(audience=(), cards=8, right=False, clauses=("uth/8.E",)),
            1_700_000_060, 4, "dealer:d1",
        ),
        FormEvent(
            ev.Ruled(audience=(), matter="other", outcome="void", reason="cards fell", by="floor:f1"),
            1_700_000_090, 4, "floor:f1",
        ),
        FormEvent(ev.ProgressiveAwaits(audience=(), seat=2, player="p1"), 1_700_000_120, 5, "dealer:d1"),
    ]  # fmt: skip
    counted = {
        each.name: len(rows(told)) if any(isinstance(one, TableBlock) for one in told) else 0
        for each in FORMS
        if (told := blocks(each, example("uth"), happened))
        and each.name not in ("discrepancy", "irregularities")
        and not each.by_hand
    }
    assert counted == {"decks": 0, "stubs": 2, "jackpot": 1, "dispute": 4}
    wrong = rows(blocks(form("discrepancy"), example("uth"), happened))  # type: ignore[arg-type]
    assert [(row[0], row[1], row[3], row[4]) for row in wrong] == [
        ("2023-11-14 22:14:20 UTC", "4", "dealer", "uth/8.E")
    ]
    ruled = rows(blocks(form("irregularities"), example("uth"), happened))  # type: ignore[arg-type]
    assert len(ruled) == 1 and "cards fell" in str(ruled[0][2])


def test_routine_deck_change_is_not_a_discrepancy() -> None:
    """A deck that has reached its maximum hours is logged as a deck change, not as a discrepancy."""
    removed = [
        ("in use for 8 hours", ()),
        ("new deck", ("uth/3.C.2",)),
        ("two decks need a shuffler", ()),
        ("the shuffler counted 51 cards, not 52", ("uth/5.E",)),
        ("a card is torn", ()),
    ]
    happened = [
        FormEvent(
            ev.DeckRemoved(audience=(), deck="red", reason=why, clauses=cited), 1_700_000_000, 1, "dealer:d1"
        )
        for why, cited in removed
    ]
    reported = rows(blocks(form("discrepancy"), example("uth"), happened))  # type: ignore[arg-type]
    assert [row[4] for row in reported] == ["uth/5.E", ""]
    assert len(rows(blocks(form("stubs"), example("uth"), happened))) == len(removed)  # type: ignore[arg-type]


def test_software_does_not_attest_the_acts_of_people() -> None:
    """An automatic table has no dealer to show the cards and no floorperson to verify them."""
    steps = ("inspect", "verify", "spread", "view", "face_down", "wash", "stack")

    def prepared(dealer: str, floor: str) -> list[tuple[object, ...]]:
        happened = [
            FormEvent(ev.DeckPrepared(audience=(), deck="red", step=step, by=by), 1_700_000_000, 1, by)
            for step in steps
            for by in (floor if step == "verify" else dealer,)
        ]
        return list(rows(blocks(form("decks"), example("uth"), happened)))  # type: ignore[arg-type]

    assert {str(row[3]) for row in prepared("dealer:d1", "floor:f1")} == {"dealer", "floor"}
    assert "first player given time to look" in str(prepared("dealer:d1", "floor:f1")[3][2])
    virtual = prepared("dealer", "floor")
    assert {str(row[3]) for row in virtual} == {"software"}
    assert all("virtual" in str(row[2]) and "software performed" in str(row[2]) for row in virtual)
    assert not any("player" in str(row[2]) or "inspected" in str(row[2]) for row in virtual)
    won = FormEvent(ev.ProgressiveValidated(audience=(), seat=2, by="floor"), 1_700_000_000, 1, "floor")
    assert won.words == "Seat 2: progressive win verified by software"


@pytest.mark.parametrize("same", [True, False])
def test_a_journal_with_other_options_does_not_get_this_casinos_name(same: bool, tmp_path: Path) -> None:
    """A journal does not name its casino, so with different options the page header shows only its hash."""
    journal = GOLDEN / "schema2-dragon.journal"
    found = origin(journal)
    filed = example("dragon")
    if same:
        filed = msgspec.structs.replace(filed, choices=found.choices)
    head = journal_head(filed.head("Forms"), filed, journal, "")
    assert (head.hash, head.hash_of) == (found.hash, "Journal, first entry SHA-256")
    assert head.hash != filed.sha256
    assert (head.facility == filed.facility) is same
    to = tmp_path / "f.html"
    write_forms(filed, to, "letter", ("decks",), journal)
    assert (filed.facility in to.read_text()) is same
    assert filed.sha256 not in to.read_text()


def test_form_header_is_filled_from_the_journal() -> None:
    reading = MeterReading(Exact(12_345_67))
    won = ev.WagerSettled(
        audience=(), seat=2, player="p1", wager="progressive", staked=500, returned=12_345_67, result="win",
        meters={"main": reading}, from_meter="main",
    )  # fmt: skip
    one = [FormEvent(won, 1_700_000_000, 4, "dealer:d1", "uth-1")]
    (head,) = [each for each in blocks(form("jackpot"), example("uth"), one) if isinstance(each, Facts)]  # type: ignore[arg-type]
    told = dict(head.rows)
    assert (told["Table"], told["Gaming day"]) == ("uth-1", "2023-11-14")
    assert (told["Round and seat"], told["Player"]) == ("4, seat 2", "p1")
    assert (told["Meter before"], told["Amount"]) == ("$12,345.67", "$12,345.67")
    assert told["Slip number"] == WRITE_HERE  # by hand
    two = [*one, FormEvent(won, 1_700_090_000, 5, "dealer:d1", "uth-1")]
    (both,) = [each for each in blocks(form("jackpot"), example("uth"), two) if isinstance(each, Facts)]  # type: ignore[arg-type]
    assert dict(both.rows)["Player"] == WRITE_HERE  # two players have this name
    assert dict(both.rows)["Gaming day"] == "2023-11-14 to 2023-11-15"


@pytest.mark.parametrize("game", games())
def test_forms_are_filled_from_a_journal(game: str, tmp_path: Path) -> None:
    """Each form has one line for every matching event, in the same words as ``croupier replay``."""
    source, journal = tmp_path / "s.toml", GOLDEN / f"schema2-{game}.journal"
    source.write_bytes((place(game).folder / "example.toml").read_bytes())
    replayed = CliRunner().invoke(app, ["replay", str(journal), "--json"])
    assert replayed.exit_code == 0, replayed.output
    events = [event for entry in json.loads(replayed.stdout) for event in entry["events"]]
    tags = {"decks_received@1", "deck_prepared@1", "deck_shuffled@1", "deck_cut@1", "deck_loaded@1"}
    to = tmp_path / "f.xlsx"
    words = ["forms", str(source), "-o", str(to), "--form", "decks", "--journal", str(journal)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    expected = sum(event["type"] in tags for event in events)
    sheets = load_workbook(to)
    found = [
        sheet for sheet in sheets if any("What happened" in str(cell.value) for row in sheet for cell in row)
    ]
    assert expected and len(found) == 1
    filled = [row for row in found[0].iter_rows(values_only=True) if row and "UTC" in str(row[0])]
    assert len(filled) == expected


def test_the_command(tmp_path: Path) -> None:
    source, to = tmp_path / "s.toml", tmp_path / "f.pdf"
    source.write_bytes((place("uth").folder / "example.toml").read_bytes())
    done = CliRunner().invoke(app, ["forms", str(source), "-o", str(to)])
    assert done.exit_code == 0, done.output
    pages = pages_of(to.read_bytes())
    for each in FORMS:
        assert any(each.title in page for page in pages), each.title
    assert not any("DRAFT" in page for page in pages)
    assert len(pages) == len(FORMS)  # each form fits on one sheet, signatures included
    other = str(GOLDEN / "schema2-dragon.journal")
    for words, told in (
        (["--form", "moon"], "choose from decks"),
        (["--round", "3"], "give --journal"),
        (["--journal", other], "a journal of Dragon Poker"),
        (
            ["--journal", str(GOLDEN / "schema2-uth.journal"), "--round", "999"],
            "the journal has no round 999",
        ),
        (["--journal", str(tmp_path / "none")], "none"),
        (["--paper", "b5"], "choose letter or a4"),
    ):
        wrong = CliRunner().invoke(app, ["forms", str(source), "-o", str(to), *words])
        assert wrong.exit_code == 2 and told in wrong.stderr and wrong.stderr.count("\n") == 1, wrong.output


@pytest.mark.parametrize(
    ("hour", "begins", "day"),
    [(5, 6, "2026-11-15"), (6, 6, "2026-11-16"), (5, 0, "2026-11-16"), (23, 6, "2026-11-16")],
)
def test_the_gaming_day_begins_at_the_configured_hour(hour: int, begins: int, day: str) -> None:
    """If the gaming day begins at six, an event at five belongs to the previous one, as in the daily
    reports.
    """
    at = int(datetime(2026, 11, 16, hour, tzinfo=UTC).timestamp())
    counted = FormEvent(ev.StubCounted(audience=(), cards=9, right=True), at, 3, "dealer:d1", "uth-1")
    assert header_fields([counted], begins * 3600)["Gaming day"] == day


@pytest.mark.parametrize(("game", "metered"), [("dragon", False), ("topfive", False), ("uth", True)])
def test_jackpot_slip_only_where_there_is_a_progressive(game: str, metered: bool) -> None:
    names = [each.name for each in choose_forms((), game)]
    assert names == [name for name in NAMES if metered or name != "jackpot"]
    if not metered:
        with pytest.raises(BadInput, match=f"no form 'jackpot' for {game}; choose from decks"):
            choose_forms(("jackpot",), game)


def test_sheets_are_named_after_their_forms(tmp_path: Path) -> None:
    write_forms(example("uth"), tmp_path / "forms.xlsx", "letter")
    sheets = load_workbook(tmp_path / "forms.xlsx").sheetnames
    assert not [name for name in sheets if name.startswith(("To be filled in", "Table"))]
    for each in FORMS:
        assert each.title.replace(":", " ")[:31].strip() in sheets
