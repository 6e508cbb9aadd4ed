"""Test the risk of one round and of many rounds: joint results, sums, bands and ruin."""

from __future__ import annotations

import json
from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import croupier
from croupier.cli.app import app
from croupier.errors import BadInput
from croupier.maths.risk.combined import together
from croupier.maths.risk.document import risk, stakes_of
from croupier.maths.risk.seat import SeatOutcome, SeatRisk, rounds_of, seat_of
from croupier.maths.risk.shift import band, exact_sum, kelly, rounds_to_win, ruin, ruin_ever, sum_of, tail
from croupier.maths.terms import Terms
from croupier.submission import format_dollars

pytestmark = pytest.mark.long

ONE = Fraction(1)


def coin(heads: Fraction) -> SeatRisk:
    lines = (
        SeatOutcome(heads, {"toss": 1}, {"toss": ONE}),
        SeatOutcome(1 - heads, {"toss": 1}, {"toss": -ONE}),
    )
    return SeatRisk("coin", lines, {"toss": ONE})


def results(game: str, wager: str, paytable: str) -> dict[str, str]:
    found: dict[str, str] = croupier.analyze(game, wager, paytable)["results"][0]
    return found


@pytest.mark.parametrize(
    ("game", "side", "letter"),
    [
        ("uth", "trips", "A"),
        ("letitride", "five_card", "A"),
        ("dragon", "three_card", "A"),
        ("topfive", "poker", "A"),
    ],
)
def test_both_wagers_are_in_the_joint_distribution(game: str, side: str, letter: str) -> None:
    seat = seat_of(Terms(game), {"main": ONE, side: ONE})
    main = croupier.analyze(game, "main")["results"][0]
    alone = results(game, side, letter)
    assert sum(line.probability for line in seat.lines) == 1
    assert seat.mean(side) == Fraction(alone["ev"])
    assert seat.covariance(side, side) == Fraction(alone["variance"])
    mains = [wager for wager in seat.wagers if wager != side]
    assert sum((seat.mean(wager) for wager in mains), Fraction(0)) == Fraction(main["ev"])
    spread = sum((seat.covariance(one, two) for one in mains for two in mains), Fraction(0))
    assert spread == Fraction(main["variance"])
    assert seat.variance == sum(
        (seat.covariance(one, two) for one in seat.wagers for two in seat.wagers), Fraction(0)
    )


def test_trips_blind_and_play_are_positively_correlated() -> None:
    """Good hands win all three wagers at once, so the covariances are positive."""
    seat = seat_of(Terms("uth"), {"main": ONE, "trips": ONE})
    assert seat.covariance("trips", "blind") > 0 and seat.covariance("blind", "play") > 0
    nets = list(seat.distribution)
    assert nets[0] == -7  # Ante, Blind, four times Play and Trips
    assert nets[-1] == 505 + 50  # a royal wins 1 on the Ante, 500 on the Blind, 4 on the Play and 50 on Trips


def test_dealt_rounds_agree_with_the_joint_distribution() -> None:
    """The test compares the codes of the main game and the Three Card Bonus in dealt rounds."""
    from croupier.maths.simulation.run import play_of
    from croupier.rulebook import paytables

    table, bonus = paytables("dragon")["ante_bonus"]["A"], paytables("dragon")["three_card"]["A"]
    play = play_of(Terms("dragon"), table, None)
    words = np.random.Philox(key=[3, 3]).random_raw(200_016)
    counts = play.count(words, 200_000)[0]
    seat = seat_of(Terms("dragon"), {"main": ONE, "three_card": ONE})
    total = 0.0
    for titles, ending, seen in zip(play.ending_titles["three_card"], play.endings, counts, strict=True):
        row = bonus.row_for(titles)
        side = -1.0 if row is None else row.pays.num / row.pays.den  # type: ignore[union-attr]
        total += int(seen) * (float(ending.total) + side)
    assert abs(total / 200_000 - float(seat.ev)) < 4 * sqrt(float(seat.variance) / 200_000)


def test_integer_and_fourier_convolution_agree() -> None:
    seat = seat_of(Terms("topfive"), {"main": ONE})
    found = exact_sum(seat, 3)
    assert found is not None
    counts, total = found
    assert sum(counts) == total
    plain = np.array([float(each) for each in seat.distribution.values()])
    lowest, step, ways, scale = seat.lattice()
    assert (lowest, step, scale) == (-2, 1, 1) and len(ways) == 5
    thrice = np.convolve(np.convolve(plain, plain), plain)
    assert [each / total for each in counts] == pytest.approx(thrice.tolist())
    many = sum_of(seat, 400)
    assert many.error > 0
    twice = np.fft.irfft(np.fft.rfft(many.chances, 1 << 13) ** 2, 1 << 13)
    longer = sum_of(seat, 800)
    places = np.arange(len(longer.chances)) + int(longer.lowest - 2 * many.lowest)
    inside = (places >= 0) & (places < len(twice))
    assert np.abs(longer.chances[inside] - twice[places[inside]]).max() < 1e-10
    mean = sum(float(many.lowest + place * many.step) * chance for place, chance in enumerate(many.chances))
    assert mean == pytest.approx(400 * float(seat.ev), abs=1e-6)


def test_million_rounds_match_the_normal_approximation() -> None:
    seat = seat_of(Terms("dragon"), {"main": ONE})
    found = band(seat, 1_000_000)
    half = 1.959964 * sqrt(float(seat.variance) / 1e6)
    assert found["hold_low"] == pytest.approx(-float(seat.ev) - half, abs=2e-5)
    assert found["hold_high"] == pytest.approx(-float(seat.ev) + half, abs=2e-5)
    assert found["house_loses"] < 1e-6 and found["error"] < 1e-8
    wider = band(seat, 1_000_000, 0.99)
    half = 2.575829 * sqrt(float(seat.variance) / 1e6)
    assert wider["hold_low"] == pytest.approx(-float(seat.ev) - half, abs=2e-5) and wider["chance"] == 0.99
    assert rounds_to_win(seat) == pytest.approx(
        float(seat.variance) * (1.959964 / float(seat.ev)) ** 2, abs=1
    )


def test_bands_of_a_coin_are_binomial() -> None:
    from math import comb

    found = sum_of(coin(Fraction(1, 2)), 20)
    assert found.error == 0.0
    assert found.chances.tolist() == pytest.approx([comb(20, k) / 2**20 for k in range(21)])
    assert found.below(0) == pytest.approx(sum(comb(20, k) for k in range(10)) / 2**20)


def test_chernoff_bounds_the_tails_of_a_coin() -> None:
    """In both tails, the bound is at least the exact binomial probability, and its exponent is close to
    it.
    """
    from math import comb, log

    for up, heads in ((True, range(75, 101)), (False, range(26))):
        exactly = sum(comb(100, k) for k in heads) / 2**100
        found = tail(coin(Fraction(1, 2)), 100, Fraction(50 if up else -50), up=up)
        assert exactly < found < 1e-5 and log(found) < 0.75 * log(exactly)
    assert tail(coin(Fraction(1, 2)), 100, Fraction(-1), up=True) == 1.0


def test_hundred_rounds_are_summed_exactly() -> None:
    """Every possible net result occurs, and direct convolution gives the same probabilities."""
    seat = seat_of(Terms("dragon"), {"main": ONE, "three_card": Fraction(1, 2)})
    found = sum_of(seat, 100)
    _, _, ways, _ = seat.lattice()
    one = np.array([way / sum(ways) for way in ways])
    many = np.ones(1)
    for _ in range(100):
        many = np.convolve(many, one)
    assert found.error < 1e-12 and len(found.chances) >= len(many)
    assert np.abs(found.chances[: len(many)] - many).max() < 1e-12


def test_skewness_and_kurtosis() -> None:
    told = coin(Fraction(1, 2)).document()
    assert (told["skewness"], told["excess_kurtosis"]) == (0.0, -2.0)
    heads = 0.1  # the moments of a biased coin are (1 - 2p) / sqrt(pq) and (1 - 6pq) / pq
    told = coin(Fraction(1, 10)).document()
    assert told["skewness"] == pytest.approx((1 - 2 * heads) / sqrt(heads * (1 - heads)))
    assert told["excess_kurtosis"] == pytest.approx((1 - 6 * heads * (1 - heads)) / (heads * (1 - heads)))
    assert coin(Fraction(1)).document()["skewness"] is None


def test_ruin_of_a_coin_tosser() -> None:
    """The ruin probability with five units on a fair coin follows from the reflection principle."""
    from math import comb

    tosses, bankroll = 60, 5
    # P(min <= -b) = P(S <= -b) + P(S < -b), where S is the sum of the tosses.
    at_most = sum(comb(tosses, k) for k in range(tosses + 1) if 2 * k - tosses <= -bankroll)
    below = sum(comb(tosses, k) for k in range(tosses + 1) if 2 * k - tosses < -bankroll)
    assert ruin(coin(Fraction(1, 2)), bankroll, tosses) == pytest.approx((at_most + below) / 2**tosses)
    assert ruin(coin(Fraction(1, 2)), 0, 5) == 1.0


def test_ruin_over_unlimited_time() -> None:
    """For a favorable coin, the probability of ruin is (q / p) to the power of the bankroll."""
    good = coin(Fraction(11, 20))
    assert ruin_ever(good, 5) == pytest.approx((9 / 11) ** 5)
    assert ruin(good, 5, 2000) == pytest.approx((9 / 11) ** 5, rel=1e-6)
    assert ruin_ever(coin(Fraction(1, 2)), 5) == 1.0 and ruin_ever(good, 0) == 1.0
    assert ruin_ever(coin(Fraction(1)), 5) == 0.0


def test_the_bound_on_ruin_is_never_exceeded(tmp_path: Path) -> None:
    rules = tmp_path / "generous.toml"
    rules.write_text('[odds]\nante = "3 to 2"\n')
    told = croupier.risk("dragon", rules=rules, rounds=[2000], bankroll=60)
    bankroll = told["bankroll"]
    assert Fraction(told["round"]["ev"]) > 0
    assert 0.5 * bankroll["ruin_ever_at_most"] < bankroll["ruin"] < bankroll["ruin_ever_at_most"] < 1
    assert "ever: " in repr(told)


def test_kelly_fraction() -> None:
    assert kelly(coin(Fraction(11, 20))) == pytest.approx(0.1)
    assert kelly(coin(Fraction(1, 2))) == 0.0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("dragon", "--wager", "moon"), "no wager 'moon'"),
        (("dragon", "--wager", "main=x"), "write it like main or trips=0.5"),
        (("dragon", "--wager", "main=0"), "a stake must be more than 0"),
        (("uth", "--wager", "main", "--wager", "six_card", "--bankroll", "9"), "can only be sampled"),
        (("uth", "--wager", "trips", "--wager", "six_card"), "it has no exact joint result"),
        (("dragon", "--rounds", "0"), "--rounds must be a number"),
        (("dragon", "--bankroll", "0"), "--bankroll must be at least 1"),
        (("dragon", "--pace", "0"), "--pace must be at least 1"),
        (("dragon", "--band", "1"), "--band must be a probability between 0 and 1"),
        (("dragon", "--bankroll", "9", "--rounds", "50000"), "ruin is computed for"),
        (("topfive", "--paytable", "A"), "have no paytables; leave out --paytable"),
        (("uth", "--wager", "trips", "--paytable", "Q"), "uth trips has no paytable 'Q'"),
        (("dragon", "--wager", "main", "--wager", "main"), "'main' is named twice"),
        (("dragon", "--seats", "99"), "--seats must be from 1 to 6"),
        (("uth", "--wager", "progressive=2"), "the Progressive costs $1 or $5 (X-11), not $20"),
        (("uth", "--wager", "progressive", "--stake", "progressive=10"), "costs $1 or $5 (X-11), not $10"),
        (("letitride", "--wager", "five_card=2"), "five_card costs $1, not $20"),
        (("letitride", "--wager", "six_card=0.0003"), "must be whole cents"),
        (("uth", "--stake", "trips=5"), "'trips' is not one of the wagers"),
        (("uth", "--wager", "trips=2", "--stake", "trips=5"), "its stake is given twice"),
        (("uth", "--stake", "5"), "write it like progressive=5"),
        (("uth", "--stake", "main=0"), "a stake must be more than 0"),
        (("uth", "--meter", "main=25000"), "no requested wager is paid from a meter"),
        (("uth", "--wager", "progressive", "--meter", "main=9000000.01"), "too many to sum"),
    ],
)
def test_rejects_invalid_arguments(words: tuple[str, ...], told: str) -> None:
    wrong = CliRunner().invoke(app, ["risk", *words])
    assert wrong.exit_code == 2 and told in wrong.stderr, wrong.output
    errors = [line for line in wrong.stderr.splitlines() if not line.startswith("the risk of ")]  # progress
    assert len(errors) == 1, wrong.stderr


# --- wagers that pay sums of money or a meter


@pytest.mark.parametrize(
    ("game", "wager", "letter", "more", "stake"),
    [
        ("uth", "progressive", "A", (), 1),
        ("uth", "progressive", "A", ("--stake", "progressive=5"), 5),
        ("uth", "progressive", "A", ("--meter", "main=25000", "--unit", "25"), 1),
        ("letitride", "five_card", "A", ("--unit", "25"), 1),
        ("letitride", "six_card", "A", (), 10),
        ("letitride", "six_card", "A", ("--unit", "20", "--stake", "six_card=5"), 5),
        ("letitride", "progressive", "B", ("--paytable", "B"), 1),
        ("uth", "trips", "B", ("--paytable", "B", "--unit", "15"), 15),
    ],
)
def test_wager_in_dollars_matches_analyze(
    game: str, wager: str, letter: str, more: tuple[str, ...], stake: int
) -> None:
    """Mean, variance, best and worst result in money at the given stake do not depend on the unit."""
    words = ["risk", game, "--wager", wager, "--rounds", "10", "--json", *more]
    told = json.loads(CliRunner().invoke(app, words).stdout)
    meters = [each for each in more if each.startswith("main=")]
    asked = ["analyze", game, "--wager", wager, "--paytable", letter, "--json"]
    asked += ["--stake", str(stake)] if wager != "trips" else []
    asked += ["--meter", meters[0]] if meters else []
    alone = json.loads(CliRunner().invoke(app, asked).stdout)["results"][0]
    unit = Fraction(told["house"]["unit"], 100)
    assert told["house"]["stakes"] == {wager: f"{100 * stake}/1"} and told["paytables"] == {wager: letter}
    assert Fraction(told["round"]["ev"]) * unit == Fraction(alone["ev"]) * stake
    assert Fraction(told["round"]["variance"]) * unit**2 == Fraction(alone["variance"]) * stake**2
    best = max(Fraction(each["net"]) for each in alone["outcomes"])
    assert Fraction(told["house"]["largest_loss_in_a_round"]) == best * 100 * stake
    assert Fraction(told["round"]["worst"]) * unit == -stake


def test_fixed_amounts_and_odds_add_up_in_cents() -> None:
    """The stakes are $20 on the main game, $1 on five_card and $5 on six_card."""
    document = croupier.risk("letitride", {"main": 2, "five_card": 1, "six_card": "1/2"}, rounds=[1])
    assert document["house"]["stakes"] == {"main": "2000/1", "five_card": "100/1", "six_card": "500/1"}
    ev = Fraction(croupier.analyze("letitride", "main")["results"][0]["ev"]) * 20
    for wager, dollars in (("five_card", 1), ("six_card", 5)):
        alone = croupier.analyze("letitride", wager, "A", stake=dollars)["results"][0]
        ev += Fraction(alone["ev"]) * dollars
        # the variance is in squared units of $10
        spread = Fraction(document["round"]["covariance"][wager][wager]) * 100
        assert spread == Fraction(alone["variance"]) * dollars**2
    assert Fraction(document["round"]["ev"]) * 10 == ev
    # The best result is a royal flush on three bets of $20 that is also a super royal with its fixed amount.
    rows = {"main": 60_000, "five_card": 20_000 - 1, "six_card": 1_000_000}
    assert Fraction(document["round"]["best"]) * 10 <= sum(rows.values())
    assert Fraction(document["round"]["best"]) * 10 > rows["six_card"]


def test_sampled_wagers_have_their_own_stakes() -> None:
    """In Ultimate Texas Hold 'Em, the Six Card box is sampled at $10 with a $1 Progressive."""
    told = risk(Terms("uth"), dict.fromkeys(("main", "six_card", "progressive"), ONE), unit=1000)
    alone = croupier.analyze("uth", "six_card", "A", stake="10")["results"][0]
    assert Fraction(told["round"]["covariance"]["six_card"]["six_card"]) == Fraction(alone["variance"])
    assert told["round"]["wagers"]["progressive"] == "1/10"
    parts = {"main": 10, "six_card": 10, "progressive": 1}
    ev = Fraction(0)
    for name, dollars in parts.items():
        alone = croupier.analyze("uth", name, "A", stake=None if name == "main" else dollars)["results"][0]
        ev += Fraction(alone["ev"]) * dollars
    assert Fraction(told["round"]["ev"]) * 10 == ev


def test_rules_file_sets_the_progressive_stake(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text("stake = 5\n")
    assert croupier.risk("uth", {"progressive": 1}, rules=rules, rounds=[1])["house"]["stakes"] == {
        "progressive": "500/1"
    }
    rules.write_text("others = 3\n")
    with pytest.raises(BadInput, match="Envy and shared meters are not counted"):
        croupier.risk("uth", {"progressive": 1}, rules=rules, rounds=[1])


# --- wording of the output


def test_paytables_and_stakes_are_named() -> None:
    told = croupier.risk("uth", {"main": 1, "trips": "1/2", "progressive": 1}, paytable="B", rounds=[10])
    assert told["paytables"] == {"blind": "B", "trips": "A", "progressive": "A"}
    shown = repr(told)
    assert "blind 1/1 (paytable B)" in shown and "trips 1/2 (paytable A)" in shown
    assert "one unit is $10; staked: main $10, trips $5, progressive $1" in shown
    assert "house loses" in shown and "not ahead" not in shown


@pytest.mark.parametrize("game", ["letitride", "dragon"])
def test_the_paytable_of_the_main_game_is_named(game: str) -> None:
    told = croupier.risk(game, rounds=[10])
    (letter,) = told["paytables"].values()
    assert f"paytable {letter}" in repr(told)


def test_zero_has_no_sign() -> None:
    told = croupier.risk("uth", {"progressive": 1}, rounds=[1_000_000])
    assert 0 <= told["bands"][0]["house_loses"] < 1e-6
    assert "-0.0000 %" not in repr(told)


def test_impossible_ruin_is_zero() -> None:
    """Five tosses lose at most five of six units, and the sixth unit still covers a toss."""
    assert ruin(coin(Fraction(1, 2)), 6, 5) == 0.0
    assert ruin(coin(Fraction(1, 2)), 5, 5) == pytest.approx(1 / 32)
    assert ruin(seat_of(Terms("topfive"), {"main": ONE}), 5000, 100) == 0.0


def test_kelly_is_a_plain_number() -> None:
    assert type(kelly(coin(Fraction(11, 20)))) is float and type(kelly(coin(Fraction(2, 5)))) is float


def test_the_command() -> None:
    words = ["risk", "dragon", "--wager", "main", "--wager", "three_card=0.5", "--rounds", "200"]
    done = CliRunner().invoke(app, [*words, "--bankroll", "40", "--json"])
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    seat = seat_of(Terms("dragon"), stakes_of(["main", "three_card=1/2"]))
    assert Fraction(document["round"]["ev"]) == seat.ev and 0 < document["bankroll"]["ruin"] < 1
    assert Fraction(document["house"]["win_an_hour"]) == -seat.ev * 30 * 1000
    shown = CliRunner().invoke(app, words)
    assert "house hold per unit" in shown.stdout and "theoretical win" in shown.stdout


def test_money_has_its_sign_before_the_dollar(tmp_path: Path) -> None:
    """If the Ante pays 2 to 1, the house loses money every hour."""
    rules = tmp_path / "generous.toml"
    rules.write_text('[odds]\nante = "2 to 1"\n')
    document = croupier.risk("dragon", rules=rules, rounds=[10])
    cents = Fraction(document["house"]["win_an_hour"])
    assert cents < 0
    assert f"theoretical win {format_dollars(round(cents))} an hour; largest loss in a round $" in repr(
        document
    )
    assert format_dollars(-7258) == "-$72.58" and "$-" not in repr(document)


def test_computes_the_risk_of_a_single_wager() -> None:
    seat = seat_of(Terms("dragon"), {"dragon": ONE})
    assert seat.ev == Fraction(results("dragon", "dragon", "A")["ev"])
    with pytest.raises(BadInput, match="no exact joint result"):
        seat_of(Terms("uth"), {"main": ONE, "six_card": ONE})


def test_wagers_settled_by_other_cards_are_sampled_jointly() -> None:
    """Trips is enumerated jointly with the main game, and sampling gives the same result."""
    terms = Terms("uth")
    play, main = rounds_of(terms), seat_of(terms, {"main": ONE})
    both = seat_of(terms, {"main": ONE, "trips": ONE})
    found = together(terms, main, play, {"trips": ONE}, 1 << 17)
    assert found.ev == both.ev and found.best >= max(both.distribution)
    for wager in main.wagers:
        each = found.sampled[wager, "trips"]
        assert abs(each.value - float(both.covariance(wager, "trips"))) < 4.5 * each.error
        assert each.error < 0.6
    assert found.variance.value == pytest.approx(float(both.variance), abs=4.5 * found.variance.error)


def test_sampled_covariances_have_errors() -> None:
    """The box's variance is exact, but its covariances with the main game have a sampling error."""
    stakes = dict.fromkeys(("main", "ultimate_pairs", "six_card"), ONE)
    document = risk(Terms("uth"), stakes)
    whole = document["round"]
    wagers = ("main", "ultimate_pairs", "six_card")
    assert Fraction(whole["ev"]) == sum(Fraction(results("uth", wager, "A")["ev"]) for wager in wagers)
    assert Fraction(whole["covariance"]["six_card"]["six_card"]) == Fraction(
        results("uth", "six_card", "A")["variance"]
    )
    assert set(whole["covariance_sampled"]["six_card"]) == set(whole["wagers"]) - {"six_card"}
    assert set(whole["covariance"]["ultimate_pairs"]) == set(whole["wagers"]) - {"six_card"}
    assert document["bands"] == [] and 0 < whole["sd_error"] < 2
    shown = CliRunner().invoke(app, ["risk", "uth", "--wager", "main", "--wager", "six_card"])
    assert shown.exit_code == 0 and "dealt rounds" in shown.stdout, shown.output


def test_python_and_the_command_accept_the_same_stakes_and_meters() -> None:
    import croupier

    found = croupier.risk(
        "uth", {"main": 1, "progressive": 1}, stake={"progressive": 5}, meters={"main": 20_000}, rounds=[10]
    )
    assert found["house"]["stakes"] == {"main": "1000/1", "progressive": "500/1"}
    with pytest.raises(BadInput, match="no requested wager is paid from a meter"):
        croupier.risk("uth", {"main": 1}, meters={"main": 20_000}, rounds=[10])
    with pytest.raises(BadInput, match="X-11"):
        croupier.risk("uth", {"progressive": 1}, stake={"progressive": 3}, rounds=[10])
