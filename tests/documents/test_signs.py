"""Test that signs show the limits and payments of every wager in the submission."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.documents.filed_submission import parse_filed
from croupier.documents.signs.builder import SIZES, write_signs
from croupier.documents.signs.signs import signs
from croupier.hands.words import row_words
from croupier.rulebook import games, metered_paytable, paytable
from croupier.rulebook.registry import place
from croupier.submission import Rules
from tests.documents.test_layout import example
from tests.helpers.pdfs import fonts_of, pages_of, width_of

pytestmark = pytest.mark.long


@pytest.mark.parametrize("game", games())
def test_every_paytable_and_limit_is_on_a_sign(game: str, tmp_path: Path) -> None:
    mine = example(game)
    assert mine.choices is not None
    rules = Rules(mine.choices)
    found = {sign.name: sign for sign in signs(mine)}
    assert set(found) >= {"limits", *rules.paytables}
    for wager, table in rules.paytables.items():
        pays = [pay for _, pay in found[wager].rows]
        assert pays == [str(row.pays) for row in table.rows], wager
        assert found[wager].clauses == (table.clause,)
    to = tmp_path / "signs.pdf"
    write_signs(mine, to, "stand")
    pages = pages_of(to.read_bytes())
    assert len(pages) == len(found) and width_of(to.read_bytes()) == 5.5 * 72
    assert all(fonts_of(to.read_bytes()).values())
    for page, sign in zip(pages, found.values(), strict=True):
        words = re.sub(r"\s+", " ", page)
        assert sign.title in words and "Approved November 15, 2026" in words
        for what, much in sign.rows:
            assert what in words and much in words, (sign.name, what)


def test_limits_are_those_of_the_submission() -> None:
    limits = dict(next(sign for sign in signs(example("uth")) if sign.name == "limits").rows)
    assert limits["Ante"] == "$5 to $100, by $5" and limits["Blind"] == "equal to the Ante"
    assert limits["Bad Beat"] == "$5 to $25, by $5" and limits["Progressive"] == "$1"


def test_notices_not_on_the_layout_are_on_a_sign() -> None:
    layout = dict(example("uth").document["layout"])
    assert "notice" not in {sign.name for sign in signs(example("uth"))}
    layout["inscriptions"] = [name for name in layout["inscriptions"] if name != "blind_push"]
    moved = {**layout, "signs": ["blind_push"]}
    notice = next(sign for sign in signs(example("uth", layout=moved)) if sign.name == "notice")
    assert notice.lines == ("Blind pushes below a straight",) and notice.clauses == ("uth/2.B.9",)


def test_progressive_sign_shows_the_meter_rate() -> None:
    found = {sign.name: sign for sign in signs(example("uth"))}
    assert "The meter gains 20 % of each wager and restarts at $10,000" in found["progressive"].lines
    letter = example("uth").document["progressive"]["paytable"]
    rows = paytable("uth", "progressive", letter).rows
    assert [pays for _, pays in found["progressive"].rows] == [str(row.pays) for row in rows]


@pytest.mark.clause("uth/12.D.5.a", "uth/12.D.6.a.i", "uth/12.D.7.a.i")
def test_12_D_5_a_envy_bonus_depends_on_the_recipients_stake() -> None:
    """Each stake has its own sign, so that no $5 player reads the payments for $1."""
    progressive = {**example("uth").document["progressive"], "stake": [1, 5], "envy": "A"}
    found = {sign.name: sign for sign in signs(example("uth", progressive=progressive))}
    assert {"envy_1", "envy_5"} <= set(found) and "envy" not in found
    assert dict(found["envy_1"].rows)["Royal flush"] == "$1,000"
    assert dict(found["envy_5"].rows)["Royal flush"] == "$5,000"
    assert found["envy_5"].title == "Envy Bonus with a $5 stake"
    assert dict(found["limits"].rows)["Progressive"] == "$1 or $5"


@pytest.mark.clause("uth/11.J.2.e.i")
def test_11_J_2_e_i_envy_bonus_only_for_progressive_bettors() -> None:
    for must, told in (
        (True, "Only if the holder of the hand also made a Progressive wager"),
        (False, "Even if the holder of the hand made no Progressive wager"),
    ):
        progressive = {**example("uth").document["progressive"], "envy_holder_must_bet": must}
        envy = next(s for s in signs(example("uth", progressive=progressive)) if s.name == "envy")
        assert envy.lines == (
            "Paid for another player's hand to each player who made a Progressive wager", told,
        )  # fmt: skip


def test_rows_are_printed_in_spoken_words() -> None:
    table = metered_paytable("letitride", "B")
    assert row_words(table.rows[0].hand) == "A-K-Q of spades"
    rows = [what for game in games() for sign in signs(example(game)) for what, _ in sign.rows]
    assert "Royal flush" in rows
    assert not [row for row in rows if "_" in row or "Akq" in row]


def test_the_command(tmp_path: Path) -> None:
    source = tmp_path / "s.toml"
    source.write_bytes((place("topfive").folder / "example.toml").read_bytes())
    for size in SIZES:
        one, two = tmp_path / "a.pdf", tmp_path / "b.pdf"
        for to in (one, two):
            done = CliRunner().invoke(app, ["signs", str(source), "-o", str(to), "--size", size])
            assert done.exit_code == 0, done.output
        assert one.read_bytes() == two.read_bytes() and "DRAFT" in pages_of(one.read_bytes())[0]
    picture = tmp_path / "a.svg"
    done = CliRunner().invoke(app, ["signs", str(source), "-o", str(picture), "--sign", "limits"])
    assert done.exit_code == 0 and picture.read_bytes().startswith(b"<svg"), done.output
    for words, told in (
        (["-o", str(picture)], "choose one with --sign"),
        (["-o", str(picture), "--sign", "moon"], "this table has limits"),
        (["-o", str(picture), "--size", "huge"], "stand, letter, a4, screen"),
    ):
        wrong = CliRunner().invoke(app, ["signs", str(source), *words])
        assert wrong.exit_code == 2 and told in wrong.stderr and wrong.stderr.count("\n") == 1, wrong.output


def test_faulty_submission_gives_a_notice_instead_of_signs() -> None:
    assert "faults" not in [sign.name for sign in signs(example("uth"))]
    *_, last = signs(example("dragon", seats=9))
    assert (last.name, last.title, last.under) == ("faults", "Do not post", "DRAFT: 1 fault")
    assert "9 betting positions" in last.lines[0] and last.clauses == ("dragon/2.A",)


def test_faults_that_do_not_fit_on_a_sign_are_counted() -> None:
    (last,) = [sign for sign in signs(parse_filed(b'game = "uth"', "bare.toml")) if sign.name == "faults"]
    faults = parse_filed(b'game = "uth"', "bare.toml").faults
    assert len(last.lines) == 13 < len(faults)
    assert last.lines[-1] == f"And {len(faults) - 12} more. Run croupier check to list them all"


def test_signs_say_which_cards_count_and_what_wins() -> None:
    def lines(game: str, sign: str, **changed: object) -> str:
        found = {each.name: each for each in signs(example(game, **changed))}
        return ". ".join(found[sign].lines)

    assert "your two cards and the three cards of the Flop" in lines("uth", "progressive")
    seven = lines("uth", "progressive", readings={"U-01": "R1"})
    # the submission chooses the other option of reading U-01
    assert "your two and the five community cards" in seven
    assert "your hand or the dealer's hand is beaten" in lines("uth", "bad_beat")
    assert "The $1 wager is kept" in lines("letitride", "five_card")  # L-04
    terms = example("letitride").document["progressive"]
    assert "two community cards" in lines("letitride", "progressive")
    three = lines("letitride", "progressive", progressive={**terms, "paytable": "B", "envy": "B"})
    assert "Pays on your own three cards" in three and "community" not in three


def test_limits_sign_names_the_wagers_under_the_payout_limit() -> None:
    """Under U-12 R2, the payout limit also applies to the side wagers."""
    (limits,) = [each for each in signs(example("uth")) if each.name == "limits"]
    told = "Payout limit $50,000 a hand for {} together. Other wagers are paid in full"
    assert told.format("Ante, Blind, Play and Trips") in limits.lines
    more = example("uth", readings={"U-01": "R2", "U-12": "R2"})
    (limits,) = [each for each in signs(more) if each.name == "limits"]
    named = "Ante, Blind, Play, Trips, Ultimate Pairs, Bad Beat and Play the Board"
    assert told.format(named) in limits.lines


def test_limits_sign_shows_one_amount_if_only_one_is_allowed() -> None:
    limits = {
        **example("letitride").document["limits"],
        "six_card": {"minimum": 5, "maximum": 5, "increment": 5},
    }
    (sign,) = [each for each in signs(example("letitride", limits=limits)) if each.name == "limits"]
    assert ("Six Card Bonus", "$5") in sign.rows
