"""Test the prompts, the output and the results of a session at the terminal."""

from __future__ import annotations

import inspect
import io
import random
import re
from pathlib import Path

import pytest
from rich.console import Console

import croupier.cli.play
from croupier.cli.play import others
from croupier.cli.play.demo import demo
from croupier.cli.play.opening import stakes
from croupier.cli.play.screen import Screen
from croupier.cli.play.session import PlaySession
from croupier.cli.play.terminal import TerminalQuestion, TerminalTable
from croupier.games import game as game_of
from croupier.rulebook import clauses, games, readings, title
from croupier.submission import Rules, partial, read_toml
from croupier.submission.checking import check
from croupier.table import events as ev
from croupier.table.driving.sources import SealedShoe
from croupier.table.events import TableEvent
from croupier.table.machine import TableStep
from croupier.table.readers.legal import stakes_open
from croupier.table.state import open_table
from tests.helpers.play_table import EXAMPLES, sit

GAMES = games()

# A hand-dealt deck for one seat. The player makes a flush against three kings.
FLUSH = "Ah Kd Qh Ks 3c Jh 8h 2h 4c Kc 5s"


def test_shows_hand_payment_and_clause_of_every_wager() -> None:
    sat = sit("uth", ["20 trips 5", "4", "quit"], FLUSH)
    told = [" ".join(line.split()) for line in sat.lines]
    assert sat.code == 0
    assert "Ante $20 flush wins 1 to 1 $40 11.H.3.b 12.A" in told
    assert "Blind $20 flush wins 3 to 2 $50 11.H.3.b 12.B.1.e X-13" in told
    assert "Play $80 flush wins 1 to 1 $160 11.H.3.b 12.A" in told
    assert "Trips $5 flush wins 7 to 1 $40 11.I.1 11.I.2 12.C.1.e" in told
    assert "You win $165. Balance $1,165." in told
    assert any("You: flush, ace high" in line and "three of a kind, kings" in line for line in told)


def test_enter_repeats_the_last_wagers() -> None:
    sat = sit("uth", ["20 trips 5", "4", "", "4", "quit"], FLUSH)
    assert "Press Enter to bet Ante $20, Blind $20, Trips $5. Type help for more." in sat.lines
    assert "You win $165. Balance $1,330." in sat.lines


def test_the_first_wagers_are_the_usual_stake_or_the_posted_minimum() -> None:
    assert "Press Enter to bet Ante $10, Blind $10. Type help for more." in sit("uth", []).lines
    limits = {"limits": {"ante": {"minimum": 25, "maximum": 100, "increment": 25}}}
    assert (
        "Press Enter to bet Ante $25, Blind $25. Type help for more."
        in sit("uth", [], submission=limits).lines
    )


@pytest.mark.parametrize(
    ("game", "asked"),
    [
        ("uth", "Before the Flop: [c]heck, [4]x $40, [3]x $30 >"),
        ("letitride", "Bet 1: [r]ide, [w]ithdraw >"),
        ("dragon", "Play or fold: [f]old, [p]lay $10 >"),
        ("topfive", "Play or fold: [f]old, [p]lay $10 >"),
    ],
)
def test_prompt_lists_the_legal_choices(game: str, asked: str) -> None:
    assert asked in sit(game, [""]).lines


def test_let_it_ride_withdraws_and_rides() -> None:
    # The cards go to seat, board, seat, board, seat. The seat gets jacks, and the board gets nines.
    sat = sit("letitride", ["", "withdraw", "r", "quit"], "Jc 9h Jd 9c 2h")
    told = [" ".join(line.split()) for line in sat.lines]
    assert "Bet 1 $10 returned $10 11.B.1.b 7.E.2 7.E.7" in told
    assert "Bet 2 $10 two pair wins 2 to 1 $30 11.D.3 12.A.1.h" in told
    assert "You win $40. Balance $1,040." in told


def test_folding_with_a_side_wager_keeps_it_open() -> None:
    sat = sit("dragon", ["10 dragon 5", "f"], "Dg Ra Mo Ra Pa Ra")
    told = [" ".join(line.split()) for line in sat.lines]
    assert "Ante $10 folded loses $0 11.B 11.D.1 X-04" in told
    assert any(line.startswith("Dragon Wager $5 gold dragon wins 5 to 1 $30") for line in told)
    assert any(line.startswith("You: pair of pandas, folded") for line in told)


NONSENSE = [
    "xyzzy",
    "ante 10 blind 20",
    "play 5",
    "progressive 1",
    "0",
    "-5",
    "1e3",
    "0.001",
    "99999999999999999999",
    "5000",
    "trips",
    "trips 5 trips 5",
    "blind 5",
    "ante ante ante",
    "rules",
    "rules zzz",
    "rules uth/99.Z",
    "buy",
    "buy much",
    "buy 0",
    "=,;:",
    "\x00\x1b[31m",
    "…",
]


@pytest.mark.parametrize("typed", NONSENSE)
def test_invalid_wager_input_gives_one_message_and_costs_nothing(typed: str) -> None:
    plain, sat = sit("uth", []), sit("uth", [typed])
    said = [line for line in sat.lines if line not in plain.lines and not line.startswith("Wagers>")]
    assert 1 <= len(said) <= 3, said  # the message may be wrapped at 80 columns
    assert "Traceback" not in sat.text and "\x1b" not in sat.text and "\x00" not in sat.text
    assert "You leave the table with $1,000." in sat.lines


@pytest.mark.parametrize("typed", ["", "?", "bet", "5x", "fold", "ride", "4 4", "20 trips 5", "\x00"])
def test_invalid_decision_input_repeats_the_prompt(typed: str) -> None:
    sat = sit("uth", ["", typed, "4", "quit"], FLUSH)
    assert sum("Before the Flop: [c]heck" in line for line in sat.lines) == 2
    assert "You win $65. Balance $1,065." in sat.lines


@pytest.mark.clause("uth/7.F.1")
def test_shows_refusals_with_their_clause() -> None:
    sat = sit("uth", ["ante 10 blind 20"])
    line = next(line for line in sat.lines if "not equal" in line)
    assert "Blind $20 is not equal to $10" in line and line.endswith("[uth/7.F.1]")


def test_wagers_beyond_the_chips_are_refused_and_chips_can_be_bought() -> None:
    sat = sit("uth", ["600", "buy 500", "600", "", "c", "c", "f"], FLUSH)
    assert "These wagers cost $1,200, but you have $1,000; bet less or buy chips." in sat.lines
    assert "Balance $1,500." in sat.lines
    warned = next(line for line in sat.lines if line.startswith("That leaves $300"))
    assert "needs $600" in warned
    assert "Before the Flop: [c]heck > c" in sat.lines  # the remaining chips do not cover a 4x or 3x raise
    assert "After the last two cards: [f]old > f" in sat.lines


def test_help_paytables_rules_and_balance_are_understood_at_every_prompt() -> None:
    words = ["help", "paytables", "rules 11.H.3", "rules U-08", "rules uth/7.f.1", "rules 11", "balance"]
    sat = sit("uth", [*words, "", *words, "4", "quit"], FLUSH)
    assert sum(line.startswith("uth/11.H.3  ") for line in sat.lines) == 2
    assert sum(line.startswith("U-08  ") for line in sat.lines) == 2
    assert sum("Posted paytables" in line for line in sat.lines) == 3
    assert "Balance $980." in sat.lines


@pytest.mark.parametrize("game", GAMES)
def test_paytables_are_shown_as_posted(game: str) -> None:
    for path in sorted(EXAMPLES.glob(f"{game}*.toml")):
        chosen = check(read_toml(path)).choices
        assert chosen is not None
        rules = Rules(chosen)
        text = sit(game, [], rules=rules, dealing=rules.dealing).text
        for paytable in rules.paytables.values():
            assert paytable.clause in text
            for row in paytable.rows:
                assert str(row.pays) in text, f"{path.name}: {row}"


@pytest.mark.parametrize("dealing", ["shoe", "hand", "automated"])
@pytest.mark.parametrize("game", GAMES)
def test_every_line_fits_80_columns_at_a_full_table(game: str, dealing: str) -> None:
    seats = 7 if game == "letitride" else 6
    choices = {"letitride": ["r", "w"], "uth": ["c", "c", "1"]}.get(game, ["play"])
    sat = sit(game, ["", *choices, "help", "paytables", "quit"], seats=seats, dealing=dealing)
    assert max(map(len, sat.lines)) <= 80
    assert f"You take seat {seats // 2 + 1}" in sat.text
    assert sum(line.startswith("Seat ") and "$" in line for line in sat.lines) == seats - 1


@pytest.mark.parametrize("game", GAMES)
def test_everything_offered_fits_80_columns(game: str) -> None:
    path = max(EXAMPLES.glob(f"{game}*.toml"), key=lambda p: len(p.name))
    chosen = check(read_toml(path)).choices
    assert chosen is not None
    wagers = {
        "uth": "100 trips 25 six 5 ult 5 bad 5 play_the 5 prog",
        "letitride": "10 five three 5 six 5 prog",
        "dragon": "10 three 5 dragon 5",
        "topfive": "10 top 5 poker 5",
    }[game]
    choices = {"letitride": ["r", "r"], "uth": ["c", "c", "1"]}.get(game, ["play"])
    sat = sit(game, [wagers, *choices, "quit"], rules=Rules(chosen), seats=2)
    assert max(map(len, sat.lines)) <= 80
    assert any(line.startswith(("You win", "You lose", "You are even")) for line in sat.lines), sat.text


def test_colour_is_never_the_only_cue() -> None:
    lines = ["20 trips 5", "c", "2", "quit"]
    coloured = sit("uth", lines, FLUSH, colour=True, seats=3).text
    assert "\x1b[" in coloured
    plain = sit("uth", lines, FLUSH, seats=3).text
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    assert "♥" in plain and "♠" in plain


def test_a_terminal_without_unicode_gets_letters_and_plain_lines() -> None:
    assert not sit("uth", ["", "c", "2", "quit"], FLUSH, seats=3).text.isascii()
    for game in GAMES:
        assert sit(game, ["", "help", "", "quit", "quit"], seats=3, ascii_only=True).text.isascii()
    assert "| Ah || Qh |" in sit("uth", [""], FLUSH, ascii_only=True).text


# Hidden cards


@pytest.mark.parametrize("dealing", ["shoe", "hand", "automated"])
@pytest.mark.parametrize("game", GAMES)
def test_screen_does_not_depend_on_hidden_cards(game: str, dealing: str) -> None:
    """If two deals differ only in hidden cards, the text on the screen is the same until these cards are
    turned up.
    """
    heard: list[TableEvent] = []

    def listen(step: TableStep, sealed: bytes | None) -> None:
        heard.extend(step.events)

    sit(game, [""], dealing=dealing, sink=listen)
    seen_places = {
        (event.place, event.first + number)
        for event in heard
        if isinstance(event, ev.CardsNamed) and "player:you" in event.audience
        for number in range(len(event.cards))
    }
    dealt = [
        (place, card)
        for event in heard
        if isinstance(event, ev.CardsDealt)
        for place, count in event.deliveries
        for card in range(count)
    ]
    pack = list(game_of(game).deck.order)
    counted: dict[str, int] = {}
    unseen = []
    for position, (place, _) in enumerate(dealt):
        number = counted.get(place, 0)
        counted[place] = number + 1
        if (place, number) not in seen_places:
            unseen.append(position)
    other = pack[:]
    spare = len(pack) - 1
    for position in unseen:  # a card from the bottom of the deck replaces every hidden card
        other[position], other[spare] = other[spare], other[position]
        spare -= 1
    first = sit(game, ["", "quit"], " ".join(pack), dealing=dealing).text
    second = sit(game, ["", "quit"], " ".join(other), dealing=dealing).text
    until = "> quit"
    assert first[: first.index(until)] == second[: second.index(until)]
    assert first != second, "the cards must differ at the end"


def test_table_is_drawn_from_events_not_from_state() -> None:
    folder = Path(inspect.getfile(croupier.cli.play)).parent
    for path in folder.glob("*.py"):
        source = path.read_text(encoding="utf-8")
        assert ".layout" not in source, f"{path.name} may print hidden cards"
        assert "showdown(state" not in source


# Leaving


@pytest.mark.clause("uth/7.C.2", "letitride/7.B.2", "dragon/7.C.2", "topfive/7.B.3")
@pytest.mark.parametrize(
    ("game", "clause", "played", "net"),
    [
        ("uth", "uth/7.C.2", "check, check, fold", "You lose $20."),
        ("letitride", "letitride/7.B.2", "ride, ride", "You win $60."),
        ("dragon", "dragon/7.C.2", "fold", "You lose $20."),
        ("topfive", "topfive/7.B.3", "fold", "You lose $10."),
    ],
)
def test_leaving_a_round_plays_the_hand_out(game: str, clause: str, played: str, net: str) -> None:
    deck = "Jc 9h Jd 9c 2h" if game == "letitride" else ""
    sat = sit(game, [""], deck)
    assert sat.code == 0
    line = next(number for number, line in enumerate(sat.lines) if "wagered in this round." in line)
    assert f"{clause} X-14" in sat.lines[line]
    assert f": {played}." in " ".join(" ".join(sat.lines[line : line + 2]).split()).replace(
        f"{clause} X-14 ", ""
    )
    assert any(text.startswith(net) for text in sat.lines)
    assert sat.session.state.seating.seats == {}
    assert not any(sat.session.state.seating.purses.values())


def test_quit_in_a_round_needs_confirmation() -> None:
    sat = sit("uth", ["", "quit", "4", "quit"], FLUSH)
    assert any("Type quit again to leave, or decide." in line for line in sat.lines)
    assert "You win $65. Balance $1,065." in sat.lines
    twice = sit("uth", ["", "quit", "quit"], FLUSH)
    assert any(line.startswith("You lose $20.") for line in twice.lines)


def test_leaving_while_bets_are_open_returns_the_chips() -> None:
    paper = io.StringIO()
    state = open_table(partial({}, "uth", "hand"))
    stake = stakes(state)
    screen = Screen(Console(file=paper, width=80))
    session = PlaySession(screen, state, SealedShoe(game_of("uth").deck), Regular(stake), 1, stake)
    session.sit_down(100_000)
    session.bet(stake)
    session.leave()
    assert "Your open bets of $20 are returned." in paper.getvalue()
    assert "You leave the table with $1,000." in paper.getvalue()
    assert not any(session.state.seating.purses.values())


# Other seats, advice and the demonstration round


def test_other_seats_buy_chips_again_when_they_run_out() -> None:
    rounds = ["buy 1000", *["", "f"] * 60]
    sat = sit("dragon", rounds, "Ra Ra Dr Ra Ra Dr Ti Ti Dr", seats=2)
    assert sat.code == 0
    assert sum("Dragon Poker, round" in line for line in sat.lines) == 61


def test_advice_gives_the_exact_value_of_every_choice_and_then_the_cost() -> None:
    sat = sit("letitride", ["", "r", "w", "quit"], "2c Kd 7h Qs Tc", advice=True)
    told = [" ".join(line.split()) for line in sat.lines]
    assert "Advice worth in units exactly" in told
    assert "withdraw (best) $0.00 0.000000 0" in told
    ride = next(line for line in told if line.startswith("ride -$"))
    assert re.fullmatch(r"ride -\$\d+\.\d\d -0\.\d{6} -\d+/\d+", ride)
    assert any(
        re.match(r"Bet 1: ride cost \$\d+\.\d\d \(0\.\d{6} units\); withdraw was best", x) for x in told
    )
    assert "Bet 2: withdraw cost nothing." in told


def test_advice_is_in_dollars_of_the_players_own_stake() -> None:
    ten = sit("dragon", ["10", "fold", "quit"], "Dg Ra Dr Ra Ti Mo", advice=True)
    forty = sit("dragon", ["40", "fold", "quit"], "Dg Ra Dr Ra Ti Mo", advice=True)
    fold = [next(line.split()[1] for line in sat.lines if line.startswith("fold ")) for sat in (ten, forty)]
    assert fold == ["-$20.00", "-$80.00"]
    assert any("fold cost" in line and "play was best" in line for line in ten.lines)


def test_the_demonstration_deals_every_game_with_its_clauses(capsys: pytest.CaptureFixture[str]) -> None:
    assert demo() == 0
    text = capsys.readouterr().out
    known = {clause.partition("/")[2] for clause in clauses()} | set(readings())
    for game in GAMES:
        assert f"{title(game)}, round 1" in text
        assert f"{game}/" in text
    for cited in re.findall(r"(?:uth|letitride|dragon|topfive)/(\S+)", text):
        assert cited in known
    assert text.count("Balance $") == 4
    assert max(len(line.rstrip()) for line in text.splitlines()) <= 80


class Regular:
    """Make every wager and play the simple strategy."""

    def __init__(self, wagers: dict[str, int]) -> None:
        self._wagers = wagers

    def wagers(self, table: TerminalTable) -> None:
        if table.picture.balance < 10 * sum(self._wagers.values()):
            table.buy_in(20 * sum(self._wagers.values()))
        table.bet(self._wagers)

    def decide(self, table: TerminalTable, question: TerminalQuestion) -> str:
        return others.choose(table.rules.game, table.picture.hand, table.picture.board, question.choices)

    def round_over(self) -> None:
        pass


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_shows_balance_and_meters_of_the_table(game: str) -> None:
    path = max(EXAMPLES.glob(f"{game}*.toml"), key=lambda p: len(p.name))
    chosen = check(read_toml(path)).choices
    assert chosen is not None
    state = open_table(Rules(chosen))
    stake = stakes(state)
    wagers = {
        offer.name: stake.get(offer.name) or offer.fixed or offer.minimum or 500
        for offer in stakes_open(state)
    }
    shoe = SealedShoe(game_of(game).deck, random.Random(20).randbytes)
    screen = Screen(Console(file=io.StringIO(), width=80))
    session = PlaySession(screen, state, shoe, Regular(wagers), 3, stake)
    session.sit_down(100 * sum(wagers.values()))
    for _ in range(30):
        session.play_round()
        table = session.driver.state
        assert session.picture.balance == table.seating.purses["you"]
        assert session.meters == session.driver.meters.shown()  # type: ignore[attr-defined]
        for other in session.others.values():
            assert other.balance == table.seating.purses[other.player]


@pytest.mark.long
@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_3_C_a_table_without_staff_changes_its_decks_when_their_hours_are_over(game: str, decks: int) -> None:
    """Play for two days, with one round every hour."""
    state = open_table(partial({"decks": decks}, game, "shoe"))
    now = [1_000_000]
    shoe = SealedShoe(game_of(game).deck, random.Random(3).randbytes)
    session = PlaySession(
        Screen(Console(file=io.StringIO(), width=80)),
        state,
        shoe,
        Regular(stakes(state)),
        2,
        stakes(state),
        clock=lambda: now[0],
    )
    session.sit_down(1_000_000)
    for _ in range(48):
        session.play_round()
        now[0] += 3600
    assert session.state.round.number == 49
