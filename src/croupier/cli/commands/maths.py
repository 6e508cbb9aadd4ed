"""The commands ``croupier analyze``, ``simulate``, ``design``, ``risk`` and ``strategy``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.commands.options import AsJson, MaybeGame, Submission, strings
from croupier.cli.output import run
from croupier.errors import BadInput

maths_app = typer.Typer(rich_markup_mode=None)


@maths_app.command()
def analyze(
    game: MaybeGame = None,
    wager: Annotated[
        str | None, typer.Option("--wager", help="The main game (main) or the name of a side wager.")
    ] = None,
    paytable: Annotated[str | None, typer.Option("--paytable", help="Letter of the paytable.")] = None,
    reading: Annotated[
        list[str] | None,
        typer.Option(
            "--reading", metavar="ID=Rn", help="Choose a different answer to a reading. May be repeated."
        ),
    ] = None,
    stake: Annotated[
        str | None,
        typer.Option(
            "--stake", metavar="DOLLARS", help="Stake of a wager that pays fixed amounts. Default: $1."
        ),
    ] = None,
    meter: Annotated[
        list[str] | None,
        typer.Option("--meter", metavar="NAME=DOLLARS", help="Amount on a meter. May be repeated."),
    ] = None,
    others: Annotated[
        int | None, typer.Option("--others", help="Number of other players, for Envy Bonuses.")
    ] = None,
    bettors: Annotated[
        int | None, typer.Option("--bettors", help="Number of other players who bet on the same meters.")
    ] = None,
    rules_file: Annotated[
        Path | None,
        typer.Option(
            "--rules", metavar="FILE", help="A file with your own paytables, or a Rules Submission."
        ),
    ] = None,
    submission: Submission = None,
    seen: Annotated[
        str | None,
        typer.Option(
            "--seen",
            metavar="WHAT",
            help="Compute the advantage of seeing hidden cards (dealer, community, burn or players).",
        ),
    ] = None,
    seen_cards: Annotated[int, typer.Option("--seen-cards", help="Number of cards seen.")] = 1,
    seen_chance: Annotated[
        str,
        typer.Option("--seen-chance", metavar="P", help="Share of rounds in which the cards are seen."),
    ] = "1",
    seats: Annotated[
        int | None,
        typer.Option("--seats", help="With --seen players, the number of seats that share their cards."),
    ] = None,
    deals: Annotated[
        int | None, typer.Option("--deals", help="With --seen players, the number of deals to sample.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Ignore the cache and compute again.")] = False,
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="FORM", help="Output format (text, json, csv or markdown)."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compute the exact value and house edge of every wager and paytable."""

    def work() -> int:
        from croupier.cli.analyze import analyze as analyze_game
        from croupier.cli.analyze import read_seen_options

        query = read_seen_options(seen, seen_cards, seen_chance, seats, deals)
        return analyze_game(
            game,
            wager,
            paytable,
            strings(reading),
            stake,
            strings(meter),
            others,
            bettors,
            rules_file,
            query,
            fresh,
            as_json,
            submission,
            form,
        )

    run(work, as_json or form == "json")


@maths_app.command()
def simulate(
    game: MaybeGame = None,
    rounds: Annotated[int, typer.Option("--rounds", help="Number of rounds to deal.")] = 1_000_000,
    plays: Annotated[
        str,
        typer.Option(
            "--strategy", metavar="HOW", help="Strategy to play (best, simple, or a file of rules)."
        ),
    ] = "best",
    paytable: Annotated[
        str | None, typer.Option("--paytable", help="Paytable of the main game. Default: the first.")
    ] = None,
    reading: Annotated[
        list[str] | None,
        typer.Option(
            "--reading", metavar="ID=Rn", help="Choose a different answer to a reading. May be repeated."
        ),
    ] = None,
    rules_file: Annotated[
        Path | None, typer.Option("--rules", metavar="FILE", help="A file with your own paytables.")
    ] = None,
    submission: Submission = None,
    seed: Annotated[str, typer.Option("--seed", help="The same seed deals the same cards.")] = "1",
    workers: Annotated[
        int | None, typer.Option("--workers", help="Number of processes of a local Dask cluster.")
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster", metavar="ADDRESS", help="Address of a Dask cluster, such as tcp://host:8786."
        ),
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option("--keep", metavar="FILE", help="Save finished chunks in this file, to resume later."),
    ] = None,
    stake: Annotated[
        list[str] | None,
        typer.Option(
            "--stake",
            metavar="WAGER=DOLLARS",
            help="Stake of a bonus wager that pays fixed amounts. Default: $1.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Simulate millions of rounds and compare every wager with its exact expectation."""

    def work() -> int:
        from croupier.cli.simulate import simulate as simulate_game

        return simulate_game(
            game,
            rounds,
            plays,
            paytable,
            strings(reading),
            rules_file,
            submission,
            seed,
            workers,
            cluster,
            keep,
            as_json,
            strings(stake),
        )

    run(work, as_json)


@maths_app.command()
def design(
    game: MaybeGame = None,
    wager: Annotated[
        str, typer.Option("--wager", help="The main game (main) or the name of a side wager.")
    ] = "main",
    paytable: Annotated[str | None, typer.Option("--paytable", help="Letter of the paytable.")] = None,
    reading: Annotated[
        list[str] | None,
        typer.Option(
            "--reading", metavar="ID=Rn", help="Choose a different answer to a reading. May be repeated."
        ),
    ] = None,
    meter: Annotated[
        list[str] | None,
        typer.Option("--meter", metavar="NAME=DOLLARS", help="Amount on a meter. May be repeated."),
    ] = None,
    rules_file: Annotated[
        Path | None, typer.Option("--rules", metavar="FILE", help="A file with your own paytables.")
    ] = None,
    submission: Submission = None,
    ranges: Annotated[
        list[str] | None,
        typer.Option(
            "--range", metavar="ROW=A..B", help="Range of odds (to 1) to try for a row. May be repeated."
        ),
    ] = None,
    edge: Annotated[str | None, typer.Option("--edge", metavar="A..B", help="Target house edge.")] = None,
    hit: Annotated[str | None, typer.Option("--hit", metavar="A..B", help="Target hit frequency.")] = None,
    sd: Annotated[str | None, typer.Option("--sd", metavar="A..B", help="Target standard deviation.")] = None,
    values: Annotated[
        bool, typer.Option("--values", help="Also try other raises, qualifiers and odds (main game).")
    ] = False,
    stake: Annotated[
        str | None,
        typer.Option(
            "--stake", metavar="DOLLARS", help="Stake of a wager that pays fixed amounts. Default: $1."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the value of each row and reading, or find paytables with a target house edge."""

    def work() -> int:
        from croupier.cli.design import design as show_design

        return show_design(
            game,
            wager,
            paytable,
            strings(reading),
            strings(meter),
            rules_file,
            submission,
            strings(ranges),
            edge,
            hit,
            sd,
            values,
            as_json,
            stake,
        )

    run(work, as_json)


@maths_app.command()
def risk(
    game: MaybeGame = None,
    wager: Annotated[
        list[str] | None,
        typer.Option(
            "--wager",
            metavar="NAME[=UNITS]",
            help="The main game (main) or a bonus wager with its units, such as trips=0.5.",
        ),
    ] = None,
    paytable: Annotated[str | None, typer.Option("--paytable", help="Paytable of the main game.")] = None,
    reading: Annotated[
        list[str] | None,
        typer.Option(
            "--reading", metavar="ID=Rn", help="Choose a different answer to a reading. May be repeated."
        ),
    ] = None,
    stake: Annotated[
        list[str] | None,
        typer.Option(
            "--stake", metavar="WAGER=DOLLARS", help="Stake of a wager in dollars instead of units."
        ),
    ] = None,
    meter: Annotated[
        list[str] | None,
        typer.Option("--meter", metavar="NAME=DOLLARS", help="Amount on a meter. May be repeated."),
    ] = None,
    rules_file: Annotated[
        Path | None, typer.Option("--rules", metavar="FILE", help="A file with your own paytables.")
    ] = None,
    submission: Submission = None,
    plays: Annotated[
        str,
        typer.Option(
            "--strategy", metavar="HOW", help="Strategy to play (best, simple, or a file of rules)."
        ),
    ] = "best",
    rounds: Annotated[
        list[int] | None,
        typer.Option(
            "--rounds", help="Show the band of likely results after this many rounds. May be repeated."
        ),
    ] = None,
    bankroll: Annotated[
        int | None,
        typer.Option(
            "--bankroll",
            metavar="UNITS",
            help="Show the chance that this bankroll cannot cover a round's largest loss.",
        ),
    ] = None,
    down: Annotated[
        int | None,
        typer.Option(
            "--down", metavar="UNITS", help="Show the chance of losing this amount. Default: --bankroll."
        ),
    ] = None,
    hours: Annotated[
        int | None,
        typer.Option(
            "--hours",
            help="Hours of play for --bankroll and --down. Default: the smallest value of --rounds.",
        ),
    ] = None,
    pace: Annotated[int, typer.Option("--pace", help="Rounds per hour.")] = 30,
    unit: Annotated[int, typer.Option("--unit", metavar="DOLLARS", help="Size of one betting unit.")] = 10,
    own_units: Annotated[
        bool, typer.Option("--own-units", help="Measure each wager in units of its own stake.")
    ] = False,
    seats: Annotated[int, typer.Option("--seats", help="Number of seats that make the same wagers.")] = 1,
    band: Annotated[
        float, typer.Option("--band", metavar="P", help="Probability that a result is within its band.")
    ] = 0.95,
    as_json: AsJson = False,
) -> None:
    """Show the risk of a round, a shift or a year of play."""

    def work() -> int:
        from croupier.cli.risk import risk as show_risk

        return show_risk(
            game,
            strings(wager),
            paytable,
            strings(reading),
            strings(stake),
            strings(meter),
            rules_file,
            submission,
            plays,
            rounds or (),
            bankroll,
            pace,
            None if own_units else unit,
            seats,
            band,
            down,
            hours,
            as_json,
        )

    run(work, as_json)


@maths_app.command()
def strategy(
    game: MaybeGame = None,
    hand: Annotated[str | None, typer.Option("--hand", help='Your cards, such as "As Kd".')] = None,
    board: Annotated[
        str | None, typer.Option("--board", help="The community cards turned up so far.")
    ] = None,
    dead: Annotated[str | None, typer.Option("--dead", help="Other known cards.")] = None,
    paytable: Annotated[str | None, typer.Option("--paytable", help="Letter of the paytable.")] = None,
    reading: Annotated[
        list[str] | None,
        typer.Option(
            "--reading", metavar="ID=Rn", help="Choose a different answer to a reading. May be repeated."
        ),
    ] = None,
    rules_file: Annotated[
        Path | None,
        typer.Option(
            "--rules", metavar="FILE", help="A file with your own paytables, or a Rules Submission."
        ),
    ] = None,
    submission: Submission = None,
    simple: Annotated[
        bool,
        typer.Option(
            "--simple", help="Find a short list of playing rules and show its cost against the best play."
        ),
    ] = False,
    price: Annotated[
        Path | None,
        typer.Option(
            "--price", metavar="FILE", help="Compute the exact cost of the playing rules in a file."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the best play, or the value of each choice for given cards."""

    def work() -> int:
        from croupier.cli.strategy import strategy as show_strategy

        if simple or price is not None:
            from croupier.cli.strategy import simple_strategy

            if hand or board or dead:
                raise BadInput(
                    "the options --simple and --price analyze the whole game; leave out --hand, --board "
                    "and --dead"
                )
            return simple_strategy(game, paytable, strings(reading), rules_file, submission, price, as_json)
        return show_strategy(
            game, hand, board, dead, paytable, strings(reading), rules_file, as_json, submission
        )

    run(work, as_json)
