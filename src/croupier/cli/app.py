"""Every command and its options, in one place."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.day import day_app
from croupier.cli.layout import layout_app
from croupier.cli.output import run
from croupier.cli.papers import paper_app
from croupier.errors import BadInput

app = typer.Typer(
    name="croupier",
    help="The regulator's rule book for casino table games, running.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
submission_app = typer.Typer(help="Write a Rules Submission.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(submission_app, name="submission")
app.add_typer(layout_app)
app.add_typer(day_app)
app.add_typer(paper_app)


def say_version(wanted: bool) -> None:
    if wanted:
        from croupier import __version__

        print(f"croupier {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=say_version, help="Say which version this is."),
    ] = False,
) -> None:
    """The regulator's rule book for casino table games, running."""


AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of a table.")]


def games(typed: str) -> list[str]:
    """What a shell offers after the Tab key."""
    from croupier.rulebook import games

    return [game for game in games() if game.startswith(typed)]


GAME = typer.Argument(metavar="GAME", help="A game's id; croupier rules lists them.", autocompletion=games)
GameId = Annotated[str, GAME]
MaybeGame = Annotated[str | None, GAME]
Submission = Annotated[
    Path | None, typer.Option("--submission", metavar="FILE", help="The operator's Rules Submission.")
]


@app.command()
def rules(
    wanted: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID]", help="uth, uth/11, uth/11.H.3.c, uth 11.H.3, or a reading: U-02."),
    ] = None,
    search: Annotated[
        str | None, typer.Option("--search", metavar="WORDS", help="Find clauses and readings.")
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="What is enforced, recorded, informative, uncovered.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Look up a game, a chapter, a clause or a reading, and what rests on it."""

    def work() -> int:
        from croupier.cli.rules import show_rules

        return show_rules(wanted or [], search, coverage, as_json)

    run(work, as_json)


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A Rules Submission in TOML.")], as_json: AsJson = False
) -> None:
    """Check a Rules Submission: every fault, with its clause."""

    def work() -> int:
        from croupier.cli.check import check as check_file

        return check_file(file, as_json)

    run(work, as_json)


@submission_app.command()
def new(game: GameId) -> None:
    """Print a commented submission to start from."""

    def work() -> int:
        from croupier.cli.submission import new as new_submission

        return new_submission(game)

    run(work)


@submission_app.command()
def schema(game: GameId) -> None:
    """Print the JSON Schema of a submission, for editors."""

    def work() -> int:
        from croupier.cli.submission import schema as submission_schema

        return submission_schema(game)

    run(work)


@app.command("round")
def round_(
    file: Annotated[Path, typer.Argument(help="A round record in TOML.")], as_json: AsJson = False
) -> None:
    """Play one round by the book from a round record."""

    def work() -> int:
        from croupier.cli.rounds import play_round

        return play_round(file, as_json)

    run(work, as_json)


JournalOrStore = Annotated[
    str,
    typer.Argument(
        metavar="JOURNAL", help="A journal file, a folder of them, or a house's data folder or database."
    ),
]
Stored = Annotated[
    str, typer.Argument(metavar="FOLDER-OR-ADDRESS", help="A house's data folder, or its database.")
]


@app.command()
def replay(
    journal: JournalOrStore,
    round_number: Annotated[int | None, typer.Option("--round", help="This round alone.")] = None,
    record: Annotated[
        bool, typer.Option("--record", help="Print the round as a round record in TOML.")
    ] = False,
    stream: Annotated[
        str, typer.Option("--stream", metavar="NAME", help="Of several journals: this one.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Print a journal step by step with its clauses."""

    def work() -> int:
        from croupier.cli.journals import replay_journal

        return replay_journal(journal, round_number, record, as_json, stream)

    run(work, as_json)


@app.command()
def verify(
    journal: JournalOrStore,
    checkpoint: Annotated[
        Path | None, typer.Option("--checkpoint", help="A checkpoint kept elsewhere: shows a cut tail.")
    ] = None,
    head: Annotated[
        str | None, typer.Option("--head", metavar="HASH", help="A head hash kept elsewhere, likewise.")
    ] = None,
    everything: Annotated[
        bool,
        typer.Option("--all/--running", help="Every segment, or the running one alone, which is quick."),
    ] = True,
    stream: Annotated[
        str, typer.Option("--stream", metavar="NAME", help="Of several journals: this one.")
    ] = "",
    deal: Annotated[
        bool,
        typer.Option(
            "--deal",
            help="Check what the table showed of its deals; also of a file of one person's openings.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check a journal's chain and decide every entry again."""

    def work() -> int:
        from croupier.cli.journals import verify_journal

        if deal:
            from croupier.cli.deals import verify_deals

            return verify_deals(journal, as_json, stream)
        return verify_journal(journal, checkpoint, as_json, head=head, everything=everything, stream=stream)

    run(work, as_json)


@app.command()
def audit(
    where: Stored,
    heads: Annotated[
        Path | None,
        typer.Option("--heads", metavar="FILE", help="Heads kept elsewhere: shows a store written anew."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check all that a house has stored against all else."""

    def work() -> int:
        from croupier.cli.stores import audit_store

        return audit_store(where, heads, as_json)

    run(work, as_json)


@app.command()
def backup(
    where: Stored,
    file: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="A new file.")],
    as_json: AsJson = False,
) -> None:
    """Copy all that a house has stored into one file, while it runs."""

    def work() -> int:
        from croupier.cli.stores import backup_store

        return backup_store(where, file, as_json)

    run(work, as_json)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A back-up.")],
    where: Annotated[
        str, typer.Argument(metavar="FOLDER-OR-ADDRESS", help="Where a house shall find it: an empty one.")
    ],
    as_json: AsJson = False,
) -> None:
    """Copy a back-up into an empty database or data folder."""

    def work() -> int:
        from croupier.cli.stores import restore_store

        return restore_store(file, where, as_json)

    run(work, as_json)


@app.command()
def play(
    game: MaybeGame = None,
    seats: Annotated[int, typer.Option("--seats", help="Seats in play, yours included.")] = 1,
    submission: Submission = None,
    journal: Annotated[
        Path | None, typer.Option("--journal", help="Keep a journal of all that happens.")
    ] = None,
    advice: Annotated[bool, typer.Option("--advice", help="Show the exact value of every choice.")] = False,
    side_bets: Annotated[
        str | None,
        typer.Option("--side-bets", metavar="NAMES", help="all, or names such as six_card,bad_beat."),
    ] = None,
) -> None:
    """Sit down and play at the terminal."""

    def work() -> int:
        from croupier.cli.play import choose_and_play
        from croupier.cli.play import play as play_game

        if game is None:
            return choose_and_play(seats, submission, journal, advice, side_bets)
        return play_game(game, seats, submission, journal, advice, side_bets)

    run(work)


@app.command()
def demo() -> None:
    """Deal a demonstration round of each game."""

    def work() -> int:
        from croupier.cli.play import demo as play_demo

        return play_demo()

    run(work)


def _strings(values: list[str] | None) -> list[str]:
    return list(values or ())


@app.command()
def analyze(
    game: MaybeGame = None,
    wager: Annotated[str | None, typer.Option("--wager", help="main or a side wager's name.")] = None,
    paytable: Annotated[str | None, typer.Option("--paytable", help="The paytable's letter.")] = None,
    reading: Annotated[
        list[str] | None, typer.Option("--reading", metavar="ID=Rn", help="Another reading.")
    ] = None,
    stake: Annotated[
        str | None, typer.Option("--stake", metavar="DOLLARS", help="Stake where it matters; $1 if left out.")
    ] = None,
    meter: Annotated[
        list[str] | None, typer.Option("--meter", metavar="NAME=DOLLARS", help="What a meter shows.")
    ] = None,
    others: Annotated[int | None, typer.Option("--others", help="Other players, for Envy.")] = None,
    bettors: Annotated[
        int | None, typer.Option("--bettors", help="How many others bet on the same meters.")
    ] = None,
    rules_file: Annotated[
        Path | None,
        typer.Option("--rules", metavar="FILE", help="Your own paytables, or a Rules Submission."),
    ] = None,
    submission: Submission = None,
    seen: Annotated[
        str | None,
        typer.Option("--seen", metavar="WHAT", help="dealer, community, burn or players: cards seen."),
    ] = None,
    seen_cards: Annotated[int, typer.Option("--seen-cards", help="How many of them.")] = 1,
    seen_chance: Annotated[
        str, typer.Option("--seen-chance", metavar="P", help="Seen in this share of rounds; 1 if left out.")
    ] = "1",
    seats: Annotated[
        int | None, typer.Option("--seats", help="With --seen players: seats that share their cards.")
    ] = None,
    deals: Annotated[
        int | None, typer.Option("--deals", help="With --seen players: deals to sample.")
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Compute again instead of reading the cache.")
    ] = False,
    form: Annotated[
        str | None, typer.Option("--format", metavar="FORM", help="text, json, csv or markdown.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Exact value and edge of every wager and paytable."""

    def work() -> int:
        from croupier.cli.analyze import analyze as analyze_game
        from croupier.cli.analyze import seen_asked

        asked = seen_asked(seen, seen_cards, seen_chance, seats, deals)
        return analyze_game(
            game,
            wager,
            paytable,
            _strings(reading),
            stake,
            _strings(meter),
            others,
            bettors,
            rules_file,
            asked,
            fresh,
            as_json,
            submission,
            form,
        )

    run(work, as_json or form == "json")


@app.command()
def simulate(
    game: MaybeGame = None,
    rounds: Annotated[int, typer.Option("--rounds", help="How many rounds to deal.")] = 1_000_000,
    plays: Annotated[
        str, typer.Option("--strategy", metavar="HOW", help="best, simple, or a file of rules.")
    ] = "best",
    paytable: Annotated[
        str | None, typer.Option("--paytable", help="Of the main game; the first if left out.")
    ] = None,
    reading: Annotated[
        list[str] | None, typer.Option("--reading", metavar="ID=Rn", help="Another reading.")
    ] = None,
    rules_file: Annotated[
        Path | None, typer.Option("--rules", metavar="FILE", help="Your own paytables.")
    ] = None,
    submission: Submission = None,
    seed: Annotated[str, typer.Option("--seed", help="The same seed deals the same cards.")] = "1",
    workers: Annotated[
        int | None, typer.Option("--workers", help="Processes of a local Dask cluster.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option("--cluster", metavar="ADDRESS", help="A Dask cluster, tcp://host:8786.")
    ] = None,
    keep: Annotated[
        Path | None, typer.Option("--keep", metavar="FILE", help="Finished chunks: go on where it stopped.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Deal rounds by the million: every wager, beside its exact expectation."""

    def work() -> int:
        from croupier.cli.simulate import simulate as simulate_game

        return simulate_game(
            game,
            rounds,
            plays,
            paytable,
            _strings(reading),
            rules_file,
            submission,
            seed,
            workers,
            cluster,
            keep,
            as_json,
        )

    run(work, as_json)


@app.command()
def design(
    game: MaybeGame = None,
    wager: Annotated[str, typer.Option("--wager", help="main or a side wager's name.")] = "main",
    paytable: Annotated[str | None, typer.Option("--paytable", help="The paytable's letter.")] = None,
    reading: Annotated[
        list[str] | None, typer.Option("--reading", metavar="ID=Rn", help="Another reading.")
    ] = None,
    meter: Annotated[
        list[str] | None, typer.Option("--meter", metavar="NAME=DOLLARS", help="What a meter shows.")
    ] = None,
    rules_file: Annotated[
        Path | None, typer.Option("--rules", metavar="FILE", help="Your own paytables.")
    ] = None,
    submission: Submission = None,
    ranges: Annotated[
        list[str] | None,
        typer.Option("--range", metavar="ROW=A..B", help="What a row may pay to 1; several may be given."),
    ] = None,
    edge: Annotated[str | None, typer.Option("--edge", metavar="A..B", help="The house edge wanted.")] = None,
    hit: Annotated[
        str | None, typer.Option("--hit", metavar="A..B", help="The hit frequency wanted.")
    ] = None,
    sd: Annotated[str | None, typer.Option("--sd", metavar="A..B", help="The volatility wanted.")] = None,
    values: Annotated[
        bool, typer.Option("--values", help="Also raises, qualifier and odds of other sizes (main game).")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """What rows and readings are worth, and paytables that come to a wanted edge."""

    def work() -> int:
        from croupier.cli.design import design as show_design

        return show_design(
            game,
            wager,
            paytable,
            _strings(reading),
            _strings(meter),
            rules_file,
            submission,
            _strings(ranges),
            edge,
            hit,
            sd,
            values,
            as_json,
        )

    run(work, as_json)


@app.command()
def risk(
    game: MaybeGame = None,
    wager: Annotated[
        list[str] | None,
        typer.Option("--wager", metavar="NAME[=UNITS]", help="main, or with bonus wagers: trips=0.5."),
    ] = None,
    paytable: Annotated[str | None, typer.Option("--paytable", help="Of the main game.")] = None,
    reading: Annotated[
        list[str] | None, typer.Option("--reading", metavar="ID=Rn", help="Another reading.")
    ] = None,
    stake: Annotated[
        list[str] | None,
        typer.Option("--stake", metavar="WAGER=DOLLARS", help="Stake of a wager, if not units of --unit."),
    ] = None,
    meter: Annotated[
        list[str] | None, typer.Option("--meter", metavar="NAME=DOLLARS", help="What a meter shows.")
    ] = None,
    rules_file: Annotated[
        Path | None, typer.Option("--rules", metavar="FILE", help="Your own paytables.")
    ] = None,
    submission: Submission = None,
    plays: Annotated[
        str, typer.Option("--strategy", metavar="HOW", help="best, simple, or a file of rules.")
    ] = "best",
    rounds: Annotated[
        list[int] | None, typer.Option("--rounds", help="Bands after so many rounds; several may be given.")
    ] = None,
    bankroll: Annotated[int | None, typer.Option("--bankroll", help="Units, for the chance of ruin.")] = None,
    pace: Annotated[int, typer.Option("--pace", help="Rounds an hour.")] = 30,
    unit: Annotated[int, typer.Option("--unit", metavar="DOLLARS", help="One unit.")] = 10,
    seats: Annotated[int, typer.Option("--seats", help="Seats that play alike.")] = 1,
    band: Annotated[float, typer.Option("--band", metavar="P", help="The chance that bands have.")] = 0.95,
    as_json: AsJson = False,
) -> None:
    """A round as a whole, and what a shift or a year of them brings."""

    def work() -> int:
        from croupier.cli.risk import risk as show_risk

        return show_risk(
            game,
            _strings(wager),
            paytable,
            _strings(reading),
            _strings(stake),
            _strings(meter),
            rules_file,
            submission,
            plays,
            rounds or (),
            bankroll,
            pace,
            unit,
            seats,
            band,
            as_json,
        )

    run(work, as_json)


@app.command()
def strategy(
    game: MaybeGame = None,
    hand: Annotated[str | None, typer.Option("--hand", help='Your cards, such as "As Kd".')] = None,
    board: Annotated[str | None, typer.Option("--board", help="The cards turned up.")] = None,
    dead: Annotated[str | None, typer.Option("--dead", help="Other cards known to be out.")] = None,
    paytable: Annotated[str | None, typer.Option("--paytable", help="The paytable's letter.")] = None,
    reading: Annotated[
        list[str] | None, typer.Option("--reading", metavar="ID=Rn", help="Another reading.")
    ] = None,
    rules_file: Annotated[
        Path | None,
        typer.Option("--rules", metavar="FILE", help="Your own paytables, or a Rules Submission."),
    ] = None,
    submission: Submission = None,
    simple: Annotated[
        bool, typer.Option("--simple", help="A short list of rules, found by search, and what it costs.")
    ] = False,
    price: Annotated[
        Path | None, typer.Option("--price", metavar="FILE", help="What a file of rules costs, exactly.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """The best play, or what each choice is worth now."""

    def work() -> int:
        from croupier.cli.strategy import strategy as show_strategy

        if simple or price is not None:
            from croupier.cli.strategy import simple_strategy

            if hand or board or dead:
                raise BadInput("--simple and --price are about the whole game; leave out the cards")
            return simple_strategy(game, paytable, _strings(reading), rules_file, submission, price, as_json)
        return show_strategy(
            game, hand, board, dead, paytable, _strings(reading), rules_file, as_json, submission
        )

    run(work, as_json)


@app.command()
def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="The port; 0 takes any that is free.")] = 8000,
    data: Annotated[
        Path, typer.Option("--data", metavar="FOLDER", help="Where the house keeps its store.")
    ] = Path("croupier-data"),
    database: Annotated[
        str, typer.Option("--database", metavar="ADDRESS", help="A PostgreSQL instead of the folder.")
    ] = "",
    submission: Annotated[
        list[Path] | None,
        typer.Option("--submission", metavar="FILE", help="A table for each; every game's example if none."),
    ] = None,
    gaming_day: Annotated[
        str, typer.Option("--gaming-day", metavar="HH:MM", help="When a gaming day begins, UTC.")
    ] = "06:00",
    company: Annotated[int, typer.Option("--company", metavar="N", help="Simple players at each table.")] = 0,
    links: Annotated[
        bool, typer.Option("--links", help="Print one-time links for the staff; a new house always does.")
    ] = False,
    metrics_port: Annotated[
        int, typer.Option("--metrics-port", help="Metrics for Prometheus, on the loopback address alone.")
    ] = 0,
    heads: Annotated[
        str, typer.Option("--heads", metavar="FILE", help="Keep the heads of all streams there.")
    ] = "",
    node: Annotated[
        str,
        typer.Option("--node", metavar="URL", help="With other nodes on one database: this one's address."),
    ] = "",
    betting: Annotated[
        float | None,
        typer.Option("--betting", metavar="SECONDS", help="Time to bet, from the first wager; 30."),
    ] = None,
    decision: Annotated[
        float | None, typer.Option("--decision", metavar="SECONDS", help="Time for one answer; 30.")
    ] = None,
    grace: Annotated[
        float | None,
        typer.Option("--grace", metavar="SECONDS", help="Once a round, for who lost the line; 30."),
    ] = None,
    settings: Annotated[
        Path | None,
        typer.Option("--settings", metavar="FILE", help="Times and limits of the house (docs/house.md)."),
    ] = None,
) -> None:
    """Open the house: tables behind a server."""

    def work() -> int:
        from croupier.cli.serve import serve as open_house

        return open_house(
            host,
            port,
            data,
            database,
            tuple(submission or ()),
            gaming_day,
            company,
            links,
            metrics_port,
            heads,
            node,
            settings,
            {"betting": betting, "decision": decision, "grace": grace},
        )

    run(work)
