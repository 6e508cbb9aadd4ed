"""Prepare a session: the table's rules, the first stakes and the journal."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from croupier.cli.play.session import YOU
from croupier.errors import BadInput
from croupier.games import game as game_of
from croupier.meters.bank import Bank
from croupier.rulebook import paytables, place
from croupier.submission import Rules, partial, read_toml
from croupier.submission.checking import check
from croupier.submission.shape import PROGRESSIVE
from croupier.table.driving.driver import TABLE, Sink
from croupier.table.driving.shoe import NO_SHOES, Shoes
from croupier.table.events import TableEvent
from croupier.table.readers.ledger import transfer
from croupier.table.readers.legal import stakes_open
from croupier.table.state import BETTING, SHOE, TableState, open_table

USUAL = 1000  # default stake in cents if no posted limit applies
ROUNDS = 100  # the buy-in is this many times the first stakes


def table_rules(game: str, submission: Path | None, side_bets: str | None = None) -> Rules:
    """Return the rules of a submission, or the default rules. Missing choices use their defaults."""
    place(game)
    if submission is None:
        return partial(with_side_bets(game, side_bets), game)
    if side_bets is not None:
        raise BadInput("the submission names the side bets, so --side-bets cannot be used with --submission")
    document = read_toml(submission)
    named = document.get("game", game)
    if named != game:
        raise BadInput(
            f"{submission}: a submission for {named!r:.40}, not for {game}; run croupier play {named!s:.40}"
        )
    report = check(document)
    if report.choices is not None:
        return Rules(report.choices)
    rest = {key: value for key, value in document.items() if key not in ("game", "dealing")}
    return partial(rest, game, document.get("dealing"))


def with_side_bets(game: str, requested: str | None) -> dict[str, Any]:
    """Return the default choices plus the requested side bets (or all), each with its first paytable."""
    if requested is None:
        return {}
    spec = game_of(game)
    optional = {rule.name: rule for rule in spec.wagers if rule.kind == "optional"}
    names = tuple(optional) if requested == "all" else tuple(re.findall(r"[^\s,]+", requested))
    for name in names:
        if name not in optional:
            raise BadInput(
                f"--side-bets: {spec.title} has no side bet {name!r:.40}; choose from {', '.join(optional)}"
            )
    first = {name: next(iter(paytables(game)[optional[name].table])) for name in names}
    letters = {optional[name].table: letter for name, letter in first.items()}
    progressive = letters.pop(spec.metered.table, None) if spec.metered else None
    house = partial({}, game).choices.paytables
    document: dict[str, Any] = {"paytables": {**letters, **house}}
    return document | ({PROGRESSIVE: {"paytable": progressive}} if progressive else {})


def not_offered(rules: Rules) -> list[str]:
    return [
        rule.label
        for rule in game_of(rules.game).wagers
        if rule.kind == "optional" and not rules.offers(rule.name)
    ]


def stakes(state: TableState) -> dict[str, int]:
    """Return the required wagers at the default stake, adjusted to the posted limits."""
    required = [offer for offer in stakes_open(state) if offer.required]
    main = required[0]
    step = main.increment or 1
    stake = max(USUAL, main.minimum or 0)
    if main.maximum is not None:
        stake = min(stake, main.maximum)
    stake -= stake % step
    if stake < (main.minimum or 1):
        stake += step
    return {offer.name: stake for offer in required}


def buy_in(stake: dict[str, int]) -> int:
    return ROUNDS * max(stake.values())


class SessionStart(NamedTuple):
    """The start of a session, with table, shoes, entry sink and events of the current round."""

    state: TableState
    shoes: Shoes = NO_SHOES
    sink: Sink | None = None
    before: TableState | None = None  # state of the table at the end of its last round
    latest: tuple[TableEvent, ...] = ()  # events after the last round
    meters: Bank | None = None  # meters of the session, or None if they are kept in memory only


def open_journal(rules: Rules, path: Path | None, stack: ExitStack, now: int = 0) -> SessionStart:
    """Create a journal, or continue one with the same rules, even in mid-round."""
    if path is None:
        return SessionStart(open_table(rules, SHOE))
    from croupier.journal import Journal

    if not path.exists():
        journal = stack.enter_context(Journal.create(path, rules, cards_from=SHOE, at=now))
        meters = open_meters(rules, path, journal.full_state.table, stack, now)
        return SessionStart(journal.full_state.table, sink=journal.keep, meters=meters)
    if path.is_dir():
        raise BadInput(f"{path}: not a regular file; choose another")
    journal = Journal.resume(path)
    table, shoes = journal.full_state.table, journal.full_state.shoes
    try:
        if table.rules != rules:
            raise BadInput(f"{path}: the journal has different rules than this table; choose another file")
        if table.round.phase != BETTING and YOU not in table.seating.seats.values():
            raise BadInput(f"{path}: the journal ends in a round of other players; choose another file")
        if journal.full_state.shoe_missing:
            raise BadInput(f"{path}: the journal was exported without its shoe, so its round cannot continue")
        meters = open_meters(rules, path, table, stack, now)
    except BaseException:
        journal.abandon()
        raise
    stack.enter_context(journal)
    return SessionStart(table, shoes, journal.keep, journal.before, journal.latest, meters)


def meters_path(path: Path) -> Path:
    """Return the path of the meters' journal, next to the table's."""
    return Path(f"{path}.meters")


def open_meters(rules: Rules, path: Path, state: TableState, stack: ExitStack, now: int) -> Bank | None:
    """Open the meters of a standalone table, new or continued."""
    if rules.progressive is None:
        return None
    from croupier.journal import FileStore, Stream
    from croupier.meters.stream import KIND, charter_of

    beside = meters_path(path)
    store = FileStore(beside)
    if beside.exists():
        stream = stack.enter_context(Stream.resume(store, beside.name))
        if stream.kind is not KIND:
            raise BadInput(f"{beside}: a {stream.kind.name} journal, not a meters journal")
    elif state.transfers:
        raise BadInput(f"{beside}: this file with the meters of {path} is missing")
    else:
        stream = stack.enter_context(Stream.create(store, "meters", KIND, charter_of(path.name), now))
    bank = Bank(stream.state, lambda done: stream.append(done.command, done.events, after=done.state))
    check_own(bank, path, state)
    joined = bank.state.meters
    bank.join(TABLE, {name: cents for name, cents in rules.progressive.initial.items() if name not in joined})
    catch_up(bank, path, state)
    return bank


def check_own(bank: Bank, path: Path, state: TableState) -> None:
    """Refuse meters that have more transfers than the table, because the table always stores a transfer
    first.
    """
    taken = bank.state.taken.get(TABLE, 0)
    if taken > state.transfers:
        raise BadInput(
            f"{meters_path(path)}: has {taken} transfers, but the table sent {state.transfers}; "
            "the meters belong to another journal, or this journal is truncated"
        )


def catch_up(bank: Bank, path: Path, state: TableState) -> None:
    """After a crash, send the meters every transfer that the table stored and the meters did not store."""
    if bank.state.taken.get(TABLE, 0) >= state.transfers:
        return
    from croupier.journal import steps

    for step in steps(path):
        moved = transfer(TABLE, step.events)
        if moved is not None and moved.number > bank.state.taken.get(TABLE, 0):
            bank.commit(bank.prepare(moved))
