"""All commands and their options."""

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
    help="Run casino table games by the regulator's rule book.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
submission_app = typer.Typer(help="Write a Rules Submission.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(submission_app, name="submission")
game_app = typer.Typer(help="Add a game of your own.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(game_app, name="game")
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
        typer.Option("--version", is_eager=True, callback=say_version, help="Show the version and exit."),
    ] = False,
) -> None:
    """Run casino table games by the regulator's rule book."""


AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of a table.")]


def games(typed: str) -> list[str]:
    """Complete a game id for the shell."""
    from croupier.rulebook import games

    return [game for game in games() if game.startswith(typed)]


GAME = typer.Argument(metavar="GAME", help="Game id. `croupier rules` lists them.", autocompletion=games)
GameId = Annotated[str, GAME]
MaybeGame = Annotated[str | None, GAME]
Submission = Annotated[
    Path | None, typer.Option("--submission", metavar="FILE", help="The operator's Rules Submission.")
]


@app.command()
def rules(
    wanted: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID]", help="Game, chapter, clause or reading: uth, uth/11, uth/11.H.3.c, U-02."
        ),
    ] = None,
    search: Annotated[
        str | None, typer.Option("--search", metavar="WORDS", help="Find clauses and readings.")
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Count enforced, recorded, informative and uncovered clauses.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Look up a game, chapter, clause or reading, and the code and tests that cite it."""

    def work() -> int:
        from croupier.cli.rules import show_rules

        return show_rules(wanted or [], search, coverage, as_json)

    run(work, as_json)


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A Rules Submission in TOML.")], as_json: AsJson = False
) -> None:
    """Check a Rules Submission and list every violation with its clause."""

    def work() -> int:
        from croupier.cli.check import check as check_file

        return check_file(file, as_json)

    run(work, as_json)


@game_app.command("new")
def new_game(
    name: Annotated[str, typer.Argument(help="Id of the game, such as high_card.")],
    into: Annotated[
        Path | None, typer.Option("--into", metavar="FOLDER", help="New folder. Default: the id.")
    ] = None,
    title: Annotated[str, typer.Option("--title", help="Title of the game.")] = "",
) -> None:
    """Write a package with a small working game and its tests."""

    def work() -> int:
        from croupier.cli.skeleton_writer import write_skeleton

        folder = into or Path(name)
        for file in write_skeleton(name, folder, title):
            print(file)
        print(f"\nNext: pip install --no-deps -e {folder} && python -m pytest {folder}")
        return 0

    run(work)


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
    """Replay a round record by the rules and show every payment with its clauses."""

    def work() -> int:
        from croupier.cli.rounds import play_round

        return play_round(file, as_json)

    run(work, as_json)


JournalOrStore = Annotated[
    str,
    typer.Argument(
        metavar="JOURNAL", help="A journal file, a folder of journals, or a server's data folder or database."
    ),
]
Stored = Annotated[
    str, typer.Argument(metavar="FOLDER-OR-ADDRESS", help="The server's data folder, or its database.")
]


@app.command()
def replay(
    journal: JournalOrStore,
    round_number: Annotated[int | None, typer.Option("--round", help="Only this round.")] = None,
    record: Annotated[
        bool, typer.Option("--record", help="Print the round as a round record in TOML.")
    ] = False,
    stream: Annotated[
        str, typer.Option("--stream", metavar="NAME", help="Which journal, if there are several.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Print a journal step by step, with clauses."""

    def work() -> int:
        from croupier.cli.journals import replay_journal

        return replay_journal(journal, round_number, record, as_json, stream)

    run(work, as_json)


@app.command()
def verify(
    journal: JournalOrStore,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            "--checkpoint", help="Compare with a checkpoint kept elsewhere, to detect a truncated journal."
        ),
    ] = None,
    head: Annotated[
        str | None, typer.Option("--head", metavar="HASH", help="Compare with a head hash kept elsewhere.")
    ] = None,
    everything: Annotated[
        bool,
        typer.Option("--all/--running", help="Check every segment, or only the current one (faster)."),
    ] = True,
    stream: Annotated[
        str, typer.Option("--stream", metavar="NAME", help="Which journal, if there are several.")
    ] = "",
    deal: Annotated[
        bool,
        typer.Option(
            "--deal",
            help="Check the table's deal commitments, or a file of one person's openings.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check a journal's hash chain and decide every entry again."""

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
        typer.Option(
            "--heads", metavar="FILE", help="Compare with heads kept elsewhere, to detect a rewritten store."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Cross-check everything in a server's store."""

    def work() -> int:
        from croupier.cli.stores import audit_store

        return audit_store(where, heads, as_json)

    run(work, as_json)


@app.command()
def backup(
    where: Stored,
    file: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The backup file to create.")],
    as_json: AsJson = False,
) -> None:
    """Back up a server's store to one file, even while the server runs."""

    def work() -> int:
        from croupier.cli.stores import backup_store

        return backup_store(where, file, as_json)

    run(work, as_json)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup file.")],
    where: Annotated[
        str, typer.Argument(metavar="FOLDER-OR-ADDRESS", help="An empty data folder or database.")
    ],
    as_json: AsJson = False,
) -> None:
    """Restore a backup into an empty database or data folder."""

    def work() -> int:
        from croupier.cli.stores import restore_store

        return restore_store(file, where, as_json)

    run(work, as_json)


@app.command()
def play(
    game: MaybeGame = None,
    seats: Annotated[int, typer.Option("--seats", help="Number of seats in play, including yours.")] = 1,
    submission: Submission = None,
    journal: Annotated[Path | None, typer.Option("--journal", help="Record a journal in this file.")] = None,
    advice: Annotated[bool, typer.Option("--advice", help="Show the exact value of every choice.")] = False,
    side_bets: Annotated[
        str | None,
        typer.Option(
            "--side-bets",
            metavar="NAMES",
            help="Side bets to offer: all, or names such as six_card,bad_beat.",
        ),
    ] = None,
) -> None:
    """Play at the terminal."""

    def work() -> int:
        from croupier.cli.play import choose_and_play
        from croupier.cli.play import play as play_game

        if game is None:
            return choose_and_play(seats, submission, journal, advice, side_bets)
        return play_game(game, seats, submission, journal, advice, side_bets)

    run(work)


@app.command()
def demo() -> None:
    """Show a demonstration round of each game."""

    def work() -> int:
        from croupier.cli.play import demo as play_demo

        return play_demo()

    run(work)


def _strings(values: list[str] | None) -> list[str]:
    return list(values or ())


@app.command()
def analyze(
    game: MaybeGame = None,
    wager: Annotated[str | None, typer.Option("--wager", help="main, or the name of a side wager.")] = None,
    paytable: Annotated[str | None, typer.Option("--paytable", help="Letter of the paytable.")] = None,
    reading: Annotated[
        list[str] | None, typer.Option("--reading", metavar="ID=Rn", help="Use another reading.")
    ] = None,
    stake: Annotated[
        str | None, typer.Option("--stake", metavar="DOLLARS", help="Stake, if it matters. Default: $1.")
    ] = None,
    meter: Annotated[
        list[str] | None, typer.Option("--meter", metavar="NAME=DOLLARS", help="Amount on a meter.")
    ] = None,
    others: Annotated[
        int | None, typer.Option("--others", help="Number of other players, for Envy Bonuses.")
    ] = None,
    bettors: Annotated[
        int | None, typer.Option("--bettors", help="Number of others who bet on the same meters.")
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
            "--seen", metavar="WHAT", help="Advantage of seen cards: dealer, community, burn or players."
        ),
    ] = None,
    seen_cards: Annotated[int, typer.Option("--seen-cards", help="Number of cards seen.")] = 1,
    seen_chance: Annotated[
        str,
        typer.Option(
            "--seen-chance", metavar="P", help="Share of rounds in which they are seen. Default: 1."
        ),
    ] = "1",
    seats: Annotated[
        int | None,
        typer.Option("--seats", help="With --seen players: number of seats that share their cards."),
    ] = None,
    deals: Annotated[
        int | None, typer.Option("--deals", help="With --seen players: number of deals to sample.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Ignore the cache and compute again.")] = False,
    form: Annotated[
        str | None, typer.Option("--format", metavar="FORM", help="text, json, csv or markdown.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compute the exact value and house edge of every wager and paytable."""

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
    rounds: Annotated[int, typer.Option("--rounds", help="Number of rounds to deal.")] = 1_000_000,
    plays: Annotated[
        str, typer.Option("--strategy", metavar="HOW", help="best, simple, or a file of rules.")
    ] = "best",
    paytable: Annotated[
        str | None, typer.Option("--paytable", help="Paytable of the main game. Default: the first.")
    ] = None,
    reading: Annotated[
        list[str] | None, typer.Option("--reading", metavar="ID=Rn", help="Use another reading.")
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
        typer.Option("--cluster", metavar="ADDRESS", help="Address of a Dask cluster: tcp://host:8786."),
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
            _strings(reading),
            rules_file,
            submission,
            seed,
            workers,
            cluster,
            keep,
            as_json,
            _strings(stake),
        )

    run(work, as_json)


@app.command()
def design(
    game: MaybeGame = None,
    wager: Annotated[str, typer.Option("--wager", help="main, or the name of a side wager.")] = "main",
    paytable: Annotated[str | None, typer.Option("--paytable", help="Letter of the paytable.")] = None,
    reading: Annotated[
        list[str] | None, typer.Option("--reading", metavar="ID=Rn", help="Use another reading.")
    ] = None,
    meter: Annotated[
        list[str] | None, typer.Option("--meter", metavar="NAME=DOLLARS", help="Amount on a meter.")
    ] = None,
    rules_file: Annotated[
        Path | None, typer.Option("--rules", metavar="FILE", help="A file with your own paytables.")
    ] = None,
    submission: Submission = None,
    ranges: Annotated[
        list[str] | None,
        typer.Option("--range", metavar="ROW=A..B", help="Range of odds (to 1) for a row. May be repeated."),
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
    """Show the value of rows and readings, and find paytables with a target edge."""

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
            stake,
        )

    run(work, as_json)


@app.command()
def risk(
    game: MaybeGame = None,
    wager: Annotated[
        list[str] | None,
        typer.Option(
            "--wager", metavar="NAME[=UNITS]", help="main, or a bonus wager with its units: trips=0.5."
        ),
    ] = None,
    paytable: Annotated[str | None, typer.Option("--paytable", help="Paytable of the main game.")] = None,
    reading: Annotated[
        list[str] | None, typer.Option("--reading", metavar="ID=Rn", help="Use another reading.")
    ] = None,
    stake: Annotated[
        list[str] | None,
        typer.Option(
            "--stake", metavar="WAGER=DOLLARS", help="Stake of a wager in dollars instead of units."
        ),
    ] = None,
    meter: Annotated[
        list[str] | None, typer.Option("--meter", metavar="NAME=DOLLARS", help="Amount on a meter.")
    ] = None,
    rules_file: Annotated[
        Path | None, typer.Option("--rules", metavar="FILE", help="A file with your own paytables.")
    ] = None,
    submission: Submission = None,
    plays: Annotated[
        str, typer.Option("--strategy", metavar="HOW", help="best, simple, or a file of rules.")
    ] = "best",
    rounds: Annotated[
        list[int] | None,
        typer.Option("--rounds", help="Show result bands after this many rounds. May be repeated."),
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
            "--down", metavar="UNITS", help="Show the chance of losing this much. Default: --bankroll."
        ),
    ] = None,
    hours: Annotated[
        int | None,
        typer.Option(
            "--hours", help="Hours of play for --bankroll and --down. Default: the shortest of --rounds."
        ),
    ] = None,
    pace: Annotated[int, typer.Option("--pace", help="Rounds per hour.")] = 30,
    unit: Annotated[int, typer.Option("--unit", metavar="DOLLARS", help="Size of one unit.")] = 10,
    own_units: Annotated[
        bool, typer.Option("--own-units", help="Measure each wager in units of its own stake.")
    ] = False,
    seats: Annotated[int, typer.Option("--seats", help="Number of seats with the same play.")] = 1,
    band: Annotated[float, typer.Option("--band", metavar="P", help="Probability of the bands.")] = 0.95,
    as_json: AsJson = False,
) -> None:
    """Show the risk of a round, a shift or a year of play."""

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
            None if own_units else unit,
            seats,
            band,
            down,
            hours,
            as_json,
        )

    run(work, as_json)


@app.command()
def strategy(
    game: MaybeGame = None,
    hand: Annotated[str | None, typer.Option("--hand", help='Your cards, such as "As Kd".')] = None,
    board: Annotated[
        str | None, typer.Option("--board", help="The community cards turned up so far.")
    ] = None,
    dead: Annotated[str | None, typer.Option("--dead", help="Other known cards.")] = None,
    paytable: Annotated[str | None, typer.Option("--paytable", help="Letter of the paytable.")] = None,
    reading: Annotated[
        list[str] | None, typer.Option("--reading", metavar="ID=Rn", help="Use another reading.")
    ] = None,
    rules_file: Annotated[
        Path | None,
        typer.Option(
            "--rules", metavar="FILE", help="A file with your own paytables, or a Rules Submission."
        ),
    ] = None,
    submission: Submission = None,
    simple: Annotated[
        bool, typer.Option("--simple", help="Find a short list of rules, and show its cost.")
    ] = False,
    price: Annotated[
        Path | None,
        typer.Option("--price", metavar="FILE", help="Compute the exact cost of a file of rules."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """The best play, or what each choice is worth now."""

    def work() -> int:
        from croupier.cli.strategy import strategy as show_strategy

        if simple or price is not None:
            from croupier.cli.strategy import simple_strategy

            if hand or board or dead:
                raise BadInput("--simple and --price analyze the whole game; leave out the cards")
            return simple_strategy(game, paytable, _strings(reading), rules_file, submission, price, as_json)
        return show_strategy(
            game, hand, board, dead, paytable, _strings(reading), rules_file, as_json, submission
        )

    run(work, as_json)


@app.command()
def serve(
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="Port to listen on; 0 picks a free one.")] = 8000,
    data: Annotated[
        Path, typer.Option("--data", metavar="FOLDER", help="Folder of the server's store.")
    ] = Path("croupier-data"),
    database: Annotated[
        str,
        typer.Option(
            "--database", metavar="ADDRESS", help="PostgreSQL database to use instead of the folder."
        ),
    ] = "",
    submission: Annotated[
        list[Path] | None,
        typer.Option(
            "--submission",
            metavar="FILE",
            help="Open a table for this submission. May be repeated. Default: an example of each game.",
        ),
    ] = None,
    gaming_day: Annotated[
        str, typer.Option("--gaming-day", metavar="HH:MM", help="Start of the gaming day, UTC.")
    ] = "06:00",
    company: Annotated[int, typer.Option("--company", metavar="N", help="Number of bots at each table.")] = 0,
    links: Annotated[
        bool, typer.Option("--links", help="Print one-time login links for staff. A new server always does.")
    ] = False,
    metrics_port: Annotated[
        int, typer.Option("--metrics-port", help="Port for Prometheus metrics, on the loopback address only.")
    ] = 0,
    heads: Annotated[
        str,
        typer.Option("--heads", metavar="FILE", help="Write the head hashes of all streams to this file."),
    ] = "",
    node: Annotated[
        str,
        typer.Option("--node", metavar="URL", help="Address of this node, if several share one database."),
    ] = "",
    migrate: Annotated[
        bool,
        typer.Option("--migrate", help="Migrate an older PostgreSQL database. Back it up first."),
    ] = False,
    betting: Annotated[
        float | None,
        typer.Option("--betting", metavar="SECONDS", help="Betting time from the first wager. Default: 30."),
    ] = None,
    decision: Annotated[
        float | None,
        typer.Option("--decision", metavar="SECONDS", help="Time for each decision. Default: 30."),
    ] = None,
    grace: Annotated[
        float | None,
        typer.Option(
            "--grace",
            metavar="SECONDS",
            help="Extra time once a round for a player who lost the connection. Default: 30.",
        ),
    ] = None,
    settings: Annotated[
        Path | None,
        typer.Option(
            "--settings", metavar="FILE", help="Settings file with times and limits (docs/house.md)."
        ),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            "--origin", metavar="URL", help="Public address behind a proxy: https://casino.example."
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy", metavar="ADDRESS", help="Address of a proxy whose X-Forwarded headers are trusted."
        ),
    ] = None,
) -> None:
    """Start the casino server."""

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
            migrate,
            settings,
            {"betting": betting, "decision": decision, "grace": grace},
            tuple(origin or ()),
            tuple(proxy or ()),
        )

    run(work)
