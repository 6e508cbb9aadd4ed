"""Test that every total in a week of gaming-day reports agrees with the ledger."""

from __future__ import annotations

import datetime
import io
import json
import shutil
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from openpyxl import load_workbook
from typer.testing import CliRunner

from croupier.casino.gaming_day.calendar import GamingDay, gaming_day_of
from croupier.casino.gaming_day.day_stream import DayEntry
from croupier.casino.gaming_day.document import document
from croupier.casino.gaming_day.incidents import BY_CHECK, TOLD, Payouts
from croupier.casino.gaming_day.report import DayBooks
from croupier.casino.gaming_day.tables import TableBook
from croupier.casino.gaming_day.theory import Theory, theory_of
from croupier.cli.app import app
from croupier.journal.entries import OpeningEntry, read_line
from croupier.journal.kinds import kind_of
from croupier.maths import analyze
from croupier.maths.submission_rules import terms_of_choices
from croupier.meters.stream import stream_of
from croupier.store import schema as db
from croupier.store.audit import audit
from croupier.store.database import SqlStore, open_store
from croupier.store.day_reader import read_day_books
from croupier.table import events as ev
from croupier.table.readers.ledger import INVENTORY, meter
from tests.helpers.pdfs import fonts_of, pages_of
from tests.server.helpers.week import BEGINS, DAYS, FIRST, PLAY, REAL, week


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("week") / "house.sqlite"
    week(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="module")
def store(place: Path) -> Any:
    with open_store(f"sqlite:///{place}", reading=True) as opened:
        yield opened


@pytest.fixture(scope="module")
def days(store: SqlStore) -> list[DayBooks]:
    return [read_day_books(store, GamingDay(date(number), BEGINS)) for number in range(DAYS)]


def date(number: int) -> datetime.date:
    return FIRST + datetime.timedelta(days=number)


def table_of(books: DayBooks, name: str) -> TableBook:
    return next(table for table in books.tables if table.name == name)


def events_of(store: SqlStore, stream: str) -> list[Any]:
    """Return all events of a stream, decoded line by line."""
    found: list[Any] = []
    for n, line in enumerate(store.lines(stream)):
        read = read_line(line, n)
        if not isinstance(read, OpeningEntry):
            found += kind_of("table").decode(bytes(read.command), bytes(read.events))[1]
    return found


@pytest.mark.long
def test_every_daily_total_agrees_with_an_independent_computation(
    store: SqlStore, days: list[DayBooks]
) -> None:
    assert audit(store).ok
    for books in days:
        assert books.over
        assert len(books.checks) >= 40
        assert [check for check in books.checks if not check.agrees] == []
    told = {(check.where, check.what) for check in days[3].checks}
    assert {
        (REAL, "table win of the day"),
        (PLAY, "win of the year to date"),
        ("cage", "cash taken in"),
    } <= told


@pytest.mark.parametrize("table", [REAL, PLAY])
@pytest.mark.clause("COMAR 36.05.02.20F(7)")
def test_days_add_up_to_the_stored_totals(store: SqlStore, days: list[DayBooks], table: str) -> None:
    """The test reads the balances and events itself, without the report's code."""
    totals = [table_of(books, table).spans["day"].total for books in days]
    with store.snapshot() as then:
        held = {row.account: row.cents for row in then._rows(sa.select(db.balances))}
    won = sum(
        cents
        for name, cents in held.items()
        if name.startswith((f"{table}/{INVENTORY}", f"{table}/{meter('')}"))
    )
    assert sum(total.win for total in totals) == won
    events = events_of(store, table)
    assert sum(total.deposits for total in totals) == sum(
        e.cents for e in events if isinstance(e, ev.BoughtIn)
    )
    out = sum(e.cents for e in events if isinstance(e, ev.CashedOut))
    assert sum(total.withdrawals for total in totals) == out
    assert (out > 0) is (table == REAL)
    purses = sum(cents for name, cents in held.items() if name.startswith(f"{table}/player:"))
    brought = sum(total.deposits - total.withdrawals for total in totals)
    assert purses == brought - sum(total.win for total in totals)


@pytest.mark.clause("COMAR 36.05.03.25")
def test_month_and_year_totals_restart_and_add_up(days: list[DayBooks]) -> None:
    def wins(span: Any) -> list[int]:
        return [table_of(books, REAL).spans[span].total.win for books in days]

    daily = wins("day")
    assert wins("month") == [*running(daily[:3]), *running(daily[3:])] == wins("year")
    rounds = [table_of(books, REAL).spans["day"].rounds for books in days]
    assert table_of(days[6], REAL).spans["year"].rounds == sum(rounds[3:])


def running(daily: list[int]) -> list[int]:
    return [sum(daily[: number + 1]) for number in range(len(daily))]


def test_round_across_midnight_is_at_risk_then_settled(
    days: list[DayBooks],
) -> None:
    before, after = table_of(days[3], REAL), table_of(days[4], REAL)
    assert sum(before.at_risk.values()) == sum(after.at_risk_before.values()) > 0
    assert before.banked == after.banked_before["day"] > 0  # the progressive wagers are already in the tray
    assert sum(after.at_risk.values()) == 0


def test_voids_and_corrections_are_listed_and_counted(store: SqlStore, days: list[DayBooks]) -> None:
    real = table_of(days[1], REAL)
    told = Counter(one.what for one in real.incidents)
    assert told["round voided, all wagers returned"] == 1 == real.spans["day"].voided
    assert told["ruling on other: void"] == 1
    back, right = [one for one in real.incidents if "payment" in one.what]
    assert (back.cents or 0) + (right.cents or 0) == 25_00
    assert {one.by for one in real.incidents} == {"floor:meg"} and all(one.reason for one in real.incidents)
    # There are three rounds with two seats. One round is void, so it does not count as played.
    assert real.spans["day"].rounds == 3
    assert {key.wager: sum(line.stakes.values()) for key, line in real.spans["day"].lines.items()}[
        "main"
    ] == 4
    reversed_ = [one for one in days[2].incidents if one.stream == "cage"]
    assert [(one.what, one.cents) for one in reversed_] == [("slip 5 reversed by slip 6", -1_000_00)]
    assert days[2].cage is not None and [slip.number for slip in days[2].cage.slips] == [5, 6, 7]


def in_the_tray(store: SqlStore, before: int) -> int:
    """Return the book value of the real table's tray before an entry."""
    p = db.postings.c
    mine = (p.stream == REAL) & (p.account == f"{REAL}/{INVENTORY}") & (p.n < before)
    with store.snapshot() as then:
        return sum(row.cents for row in then._rows(sa.select(p.cents).where(mine)))


def test_tray_counts_fills_and_credits_foot(store: SqlStore, days: list[DayBooks]) -> None:
    def tray(number: int) -> Any:
        books = days[number]
        assert books.cage is not None
        return books.cage.trays.trays[REAL]

    assert (tray(0).fills, tray(0).credits, tray(1).fills, tray(2).credits) == (
        90_000_00, 0, 300_00, 1_000_00,
    )  # fmt: skip
    for number in (0, 1, 2, 4):
        opener, closer = tray(number).opener, tray(number).closer
        by_play = in_the_tray(store, closer.entries) - in_the_tray(store, opener.entries)
        assert tray(number).counted_win == by_play and tray(number).differences == 0
    assert tray(3).differences == -5_00 == tray(3).closer.difference  # the shortage is posted once
    assert tray(4).opener.cents == tray(4).opener.expected  # the next opener does not repeat the shortage
    assert days[5].cage is not None and REAL not in days[5].cage.trays.trays
    last = days[6].cage
    assert last is not None
    assert [(slip.what, slip.standing) for slip in last.trays.of_the_day] == [
        ("opener", "verified"), ("closer", "verified"), ("fill", "on its way"),
    ]  # fmt: skip
    numbers = [number for books in days if books.cage for number in books.cage.trays.numbers]
    assert numbers == list(range(1, len(numbers) + 1))
    (void,) = [one for one in days[1].incidents if "void" in one.what and one.stream == "cage"]
    assert (void.what, void.reason) == ("fill 6 void", "moved to another table")
    told = {check.what for check in days[1].checks}
    assert {f"tray of {REAL}: fills, credits, sales, tax and counts", "chips in transit"} <= told
    assert f"win of the tray of {REAL} from opener to closer" in told


def test_monthly_and_yearly_totals_are_the_sums_of_their_days(store: SqlStore, days: list[DayBooks]) -> None:
    """Every total for January is the sum of the daily totals."""
    january = read_day_books(store, gaming_day_of("2027-01", BEGINS))
    year = read_day_books(store, gaming_day_of("2027", BEGINS))
    assert january.foots and year.foots and not january.over
    for name in (REAL, PLAY):
        daily = [table_of(books, name).spans["day"].total for books in days[3:]]
        for whole in (january, year):
            total = table_of(whole, name).spans["day"].total
            assert total.win == sum(one.win for one in daily)
            assert total.winnings == sum(one.winnings for one in daily)
    assert len(january.payouts) == 1 and len(january.incidents) == sum(
        len(books.incidents) for books in days[3:]
    )
    for group, last in zip(january.meters, days[6].meters, strict=True):
        for line, day in zip(group.lines, last.lines, strict=True):
            assert line.day.closing == day.day.closing and line.day.difference == 0
            assert line.day.payouts.value == line.paid_month == line.paid_year


@pytest.mark.clause("COMAR 36.05.03.24")
def test_meters_show_rate_and_reset(days: list[DayBooks]) -> None:
    """COMAR 36.05.03.24: the report lists each meter's rate and reset amount next to its payouts."""
    offered = table_of(days[0], REAL).choices.progressive
    assert offered is not None
    terms = days[0].meter_terms[stream_of(REAL), "main"]
    assert (terms.rate, terms.reset) == (Fraction(1, 5), 10_000_00) == (
        Fraction(offered.rates["main"]), offered.resets["main"],
    )  # fmt: skip
    line = next(one for one in document(days[0])["meters"] if one["stream"] == stream_of(REAL))
    assert (line["rate"], line["reset"]) == ("1/5", 10_000_00)


def test_people_have_the_names_that_the_desk_records(days: list[DayBooks]) -> None:
    books = msgspec.structs.replace(days[0], names={"p1": "Meg", "p2": "Pit manager"})
    assert books.name_with_role("floor:p1") == "Meg, floor"
    # p2 is one of the server's initial staff, whose recorded name is the title of the role
    assert books.name_with_role("pit_manager:p2") == "Pit manager (p2)"
    assert books.name_with_role("floor:p9") == "floor:p9"
    assert (books.person("p1"), books.person("p1", "Margaret"), books.person("p9")) == (
        "Meg (p1)", "Margaret (p1)", "p9",
    )  # fmt: skip
    assert books.person("ann", "Ann") == "ann"  # the name differs from the id only in capitalization


def test_a_correction_on_the_next_day_makes_a_payout_document(days: list[DayBooks]) -> None:
    assert [books.payouts for books in days if books.payouts] == [days[5].payouts]
    (payout,) = days[5].payouts
    assert payout.table == REAL and TOLD <= payout.cents < BY_CHECK and not payout.by_check
    assert sum(paid.cents for paid in payout.trail) == payout.cents
    assert any("corrected" in paid.what for paid in payout.trail)


@pytest.mark.parametrize(
    ("cents", "made", "by_check"),
    [(TOLD - 1, False, False), (TOLD, True, False), (BY_CHECK - 1, True, False), (BY_CHECK, True, True)],
)
@pytest.mark.clause("COMAR 36.05.03.23")
def test_payout_thresholds(cents: int, made: bool, by_check: bool) -> None:
    won = ev.WagerSettled(
        seat=1, player="ann", wager="w", staked=5, returned=5 + cents, result="win", audience=ev.EVERYONE
    )
    payouts = Payouts("t", 7)
    payouts.take(won, DayEntry(3, 1, 60, "ab", None, ()), True)
    payouts.end()
    assert [(one.number, one.cents, one.by_check) for one in payouts.large] == (
        [("t/7/ann", cents, by_check)] if made else []
    )


def test_undone_payout_is_marked() -> None:
    won = ev.WagerSettled(
        seat=1, player="ann", wager="w", staked=5, returned=5 + TOLD, result="win", audience=ev.EVERYONE
    )
    undone = ev.WagerReopened(
        seat=1, player="ann", wager="w", staked=5, returned=5 + TOLD, audience=ev.EVERYONE
    )
    payouts = Payouts("t", 7)
    for number, event in enumerate((won, undone)):
        payouts.take(event, DayEntry(number, 1, 60, "ab", None, ()), True)
    payouts.end()
    assert [(one.cents, one.most) for one in payouts.large] == [(0, TOLD)]


def test_expected_win_is_the_exact_edge_times_the_stakes(days: list[DayBooks]) -> None:
    table = table_of(days[6], PLAY)
    lines = {key.wager: (key, line) for key, line in table.spans["year"].lines.items()}
    for wager in ("main", "three_card"):
        key, line = lines[wager]
        theory = theory_of(key, line)
        assert isinstance(theory, Theory)
        terms = msgspec.structs.replace(terms_of_choices(table.choices), meters={})
        result = analyze.analyze(terms, wager)["results"][0]
        units = sum(stake * often for stake, often in line.stakes.items())
        squares = sum(stake**2 * often for stake, often in line.stakes.items())
        assert theory.expected == -Fraction(result["ev"]) * units
        assert theory.variance == Fraction(result["variance"]) * squares
        # Each round has two seats, and no round is void.
        assert sum(line.stakes.values()) == 2 * table.spans["year"].rounds


@pytest.mark.clause("COMAR 36.05.03.25")
def test_win_is_flagged_only_outside_the_band() -> None:
    theory = Theory(Fraction(1000), Fraction(100**2), Fraction(1, 10))
    assert not theory.outside(1000 + 195) and not theory.outside(1000 - 195)
    # a deviation of 1.96 SD is outside the band of 1.95996 SD
    assert theory.outside(1000 + 196) and theory.outside(1000 - 196)
    assert theory.z(1300) == 3.0


def run(*words: str) -> Any:
    return CliRunner().invoke(app, ["day", *words])


@pytest.mark.long
def test_every_format_contains_the_same_figures(place: Path, days: list[DayBooks], tmp_path: Path) -> None:
    made = {}
    for form in ("pdf", "xlsx", "html", "json"):
        file = tmp_path / f"day.{form}"
        told = run(str(place), "-o", str(file), "--date", "2027-01-03")
        assert told.exit_code == 0, told.output
        made[form] = file.read_bytes()
    assert json.loads(made["json"]) == json.loads(msgspec.json.encode(document(days[5])))
    total = table_of(days[5], REAL).spans["day"].total
    shown = f"−${abs(total.win) // 100:,}.{abs(total.win) % 100:02}"
    pages = pages_of(made["pdf"])
    assert any(shown in page and "The nine reports" in page for page in pages)
    assert shown in made["html"].decode()
    assert all(fonts_of(made["pdf"]).values())
    assert "Day closed" in pages[0] and "DRAFT" not in pages[0]
    assert "APART" not in " ".join(pages) and "Payout document uth-1/" in pages[-1]
    sheet = load_workbook(io.BytesIO(made["xlsx"]))[f"Nine {REAL}"]
    last = [cell.value for cell in sheet[sheet.max_row]]
    assert last[0] == "All (2, 4, 6, 8, 9)"
    assert total.win / 100 in last and total.winnings / 100 in last and total.deposits / 100 in last
    again = tmp_path / "again.pdf"
    run(str(place), "-o", str(again), "--date", "2027-01-03")
    assert again.read_bytes() == made["pdf"]


def test_a_changed_posting_is_reported(place: Path, tmp_path: Path) -> None:
    """The report, standard error and exit code 1 reveal the changed posting. The report is written anyway."""
    other = tmp_path / "house.sqlite"
    shutil.copy(place, other)
    with sa.create_engine(f"sqlite:///{other}").begin() as connection:
        p = db.postings.c
        found = connection.execute(
            sa.select(p.n, p.k, p.cents)
            .where((p.stream == REAL) & (p.account == f"{REAL}/{INVENTORY}"))
            .limit(1)
        ).one()
        place_ = (p.stream == REAL) & (p.n == found.n) & (p.k == found.k)
        connection.execute(sa.update(db.postings).where(place_).values(cents=found.cents + 1))
    file = tmp_path / "day.html"
    told = run(str(tmp_path), "-o", str(file), "--date", FIRST.isoformat())
    assert told.exit_code == 1
    page = file.read_text()
    assert "The books do not agree" in page and "DIFFERS by" in page and "DOES NOT FOOT" in page


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--date", "yesterday"], "write a date like 2026-11-15, 2026-11 or 2026"),
        (["--date", "2026-W47"], "write a date like 2026-11-15, 2026-11 or 2026"),
        (["--date", "20261230"], "write a date like 2026-11-15, 2026-11 or 2026"),
        (["--date", "２０２６"], "write a date like 2026-11-15, 2026-11 or 2026"),
        (["--date", "2026-12-30", "--gaming-day", "25:00"], "a time of day such as 06:00"),
        (["--date", "2026-12-30", "--paper", "napkin"], "choose letter or a4"),
        # the message does not contain the location of the store
        (["--date", "2020-01-01"], "croupier: nothing was stored"),
        ([], "--date is missing"),
        (["--date", "2026-12-30", "--database", "sqlite:///x"], "give either"),
    ],
)
def test_failure_prints_one_line_and_writes_no_file(
    place: Path, tmp_path: Path, words: list[str], said: str
) -> None:
    file = tmp_path / "day.pdf"
    told = run(str(place), "-o", str(file), *words)
    assert told.exit_code == 2 and not file.exists()
    assert said in told.output and told.output.count("\n") == 1


def test_a_day_that_may_not_be_over_is_a_draft(place: Path, tmp_path: Path) -> None:
    file = tmp_path / "day.html"
    assert run(str(place), "-o", str(file), "--date", date(DAYS).isoformat()).exit_code == 0
    assert "DRAFT: the day may not be over" in file.read_text()
