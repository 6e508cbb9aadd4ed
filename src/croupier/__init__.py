"""Croupier runs casino table games by the regulator's rule book.

>>> import croupier
>>> ", ".join(croupier.rules())
'uth, letitride, dragon, topfive'

- ``open_table`` opens a table, and ``play_record`` plays one round from a record.
- ``analyze`` and ``strategy`` compute the exact value of wagers and the best play.
- ``analyze_seen`` computes the value of a game for a player who sees hidden cards.
- ``risk`` computes the distribution of the results of rounds, and ``simulate`` deals millions of rounds.
- ``design`` computes the effects of changes to a paytable.
- ``check`` checks a Rules Submission, and ``rules`` looks up a clause or a reading.

Results are dictionaries that print as tables. The functions raise ``Refused`` if the rules forbid an act, and
``BadInput`` if they cannot understand their arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import wraps
from os import PathLike
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from croupier.errors import BadInput, Refused

if TYPE_CHECKING:
    from croupier.results import (
        Analysis,
        BestPlay,
        ChoiceValues,
        Design,
        Risk,
        Round,
        RuleBookEntry,
        RuleBookSearch,
        SimplePlay,
        Simulation,
        SubmissionCheck,
    )
    from croupier.table_handle import TableHandle

__version__ = "0.3.0"
__all__ = [
    "Analysis",
    "BadInput",
    "BestPlay",
    "ChoiceValues",
    "Design",
    "Refused",
    "Risk",
    "Round",
    "RuleBookEntry",
    "RuleBookSearch",
    "SimplePlay",
    "Simulation",
    "SubmissionCheck",
    "TableHandle",
    "analyze",
    "analyze_seen",
    "check",
    "design",
    "open_table",
    "play_record",
    "risk",
    "rules",
    "simulate",
    "strategy",
]

File = str | PathLike[str]

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


def __getattr__(name: str) -> Any:
    """Import a result type when it is first used, so that ``import croupier`` stays fast."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = "croupier.table_handle" if name == "TableHandle" else "croupier.results"
    return getattr(import_module(module), name)


def _typed(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Check the argument types of each call; a wrong type raises ``BadInput`` with a one-line message."""

    @wraps(function)
    def checked(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        from croupier.arguments import check_types

        check_types(function, args, kwargs)
        return function(*args, **kwargs)

    return checked


@_typed
def open_table(
    game: str,
    submission: Mapping[str, Any] | File | None = None,
    *,
    dealing: str | None = None,
    cards: str | Iterable[str] | None = None,
) -> TableHandle:
    """Open a table that follows the rules of the game.

    ``submission`` is a Rules Submission as a file or a mapping. Omitted options have their default values.
    ``dealing`` is one of the game's dealing methods. The default is dealing from the hand. ``cards`` lists
    the first cards of the deck. Without ``cards``, the deck is shuffled. Amounts are in dollars.

    >>> uth, letitride, dragon, topfive = rules()  # the ids of the games
    >>> table = open_table(dragon, cards="Ti Ti Ti Ti Ph Ra")
    >>> table.sit(1, "Ann", 500).bet(1, ante=10, ante_bonus=10).deal()
    Dragon Poker, round 1
      seat  player  chips  wagers
      1     Ann     $480   ante $10, ante_bonus $10
    seat 1, Play or fold: fold, play
    >>> table.decide("play")
    Dragon Poker, round 2
      seat  player  chips  wagers
      1     Ann     $520   –
    last round:
      seat  wager       result  net  by
      1     ante        win     $10  dragon/11.D.3.g, dragon/12.A...
      1     ante_bonus  push    $0   dragon/11.D.3.g, dragon/12.B.1.f...
      1     play        win     $10  dragon/11.D.3.g, dragon/12.A...

    An illegal action raises ``Refused`` with the clause and the remedy:

    >>> table.bet(1, ante=10)
    Traceback (most recent call last):
    croupier.errors.Refused: wager_missing: seat 1 has no Ante Bonus [dragon/7.F.1] Place the Ante Bonus ...
    """
    from croupier.submission import Rules, partial
    from croupier.submission import check as check_submission
    from croupier.table_handle import TableHandle

    document = _mapping(submission) if submission is not None else {}
    if document.get("game", game) != game:
        raise BadInput(f"the submission is for {document['game']!r:.40}, not for {game}")
    report = check_submission(document) if document else None
    if report is not None and report.choices is not None:
        return TableHandle(Rules(report.choices), cards)
    rest = {key: value for key, value in document.items() if key not in ("game", "dealing")}
    return TableHandle(partial(rest, game, document.get("dealing", dealing)), cards)


@_typed
def play_record(record: Mapping[str, Any] | File) -> Round:
    """Play one round from a record and return the document that ``croupier round --json`` prints.

    ``record`` is a mapping or a TOML file (docs/round-record.md). The function does not modify a mapping.

    >>> uth, letitride, dragon, topfive = rules()
    >>> play_record({
    ...     "game": topfive, "dealer": "Qd Jd 9c 8c 7c 6c 5c",
    ...     "seats": [{"seat": 1, "cards": "As Ks Qs Js 10s 4d 3d",
    ...                "wagers": {"ante": 10}, "decisions": ["play"]}],
    ... })
    Top Five Poker
              cards                 hand
      dealer  Qd Jd 9c 8c 7c 6c 5c  2, high card
      seat 1  As Ks Qs Js Ts 4d 3d  5, royal flush
      seat  wager  staked  back  net  result  by
      1     ante   $10     $20   $10  win     topfive/11.C.4.b, topfive/12.A...
      1     play   $10     $20   $10  win     topfive/11.C.4.b, topfive/12.A...
    """
    from croupier.records.record import play_record as play
    from croupier.results import Round

    return Round(play(_mapping(record) if isinstance(record, (str, PathLike)) else record))


@_typed
def analyze(
    game: str | None = None,
    wager: str | None = None,
    paytable: str | None = None,
    *,
    readings: Mapping[str, str] | None = None,
    stake: int | str | None = None,
    meters: Mapping[str, int | str] | None = None,
    others: int | None = None,
    bettors: int | None = None,
    submission: File | None = None,
    rules: File | None = None,
    fresh: bool = False,
    **seen: Any,
) -> Analysis:
    """Compute the exact value, house edge and distribution of wagers.

    The result is the document of ``croupier analyze --json``. Without ``wager`` and ``paytable``, the
    document covers all wagers and paytables. ``submission`` or ``rules`` (a rules file) describes the wagers
    that the table offers. ``others`` is the number of other players at the table, and ``bettors`` is the
    number of other players who bet on the same meters. ``fresh=True`` ignores cached results. The function
    needs the extra ``croupier[maths]``.

    The older keywords ``seen``, ``seen_cards``, ``seen_chance``, ``seats`` and ``deals`` still work, but new
    code should call ``analyze_seen``.

    >>> uth, letitride, dragon, topfive = rules()
    >>> analyze(dragon, "main", "A")["results"][0]["ev"]
    '-581289/18365984'
    >>> analyze(letitride, "main")
    Let It Ride
      wager  paytable  house edge  of all staked  hits       SD     exact value
      main   A         3.5057 %    2.8648 %       23.8780 %  5.158  -37963/1082900
      main   B         3.4262 %    2.7998 %       23.8780 %  3.401  -1427/41650
      main   C         3.2848 %    2.6633 %       23.8780 %  2.837  -53357/1624350
    """
    from croupier.extras import need_maths
    from croupier.results import Analysis

    need_maths()
    from croupier.maths.analyze import analyze as compute

    if unknown := seen.keys() - {"seen", "seen_cards", "seen_chance", "seats", "deals"}:
        raise TypeError(f"analyze() got an unexpected keyword argument {min(unknown)!r}")
    terms = _terms(game, readings, stake, meters, others, bettors, rules, submission)
    if seen.get("seen") is None:
        return Analysis(compute(terms, wager, paytable, fresh=fresh))
    if wager not in (None, "main"):
        raise BadInput(f"seen cards affect only the main game, not {wager!r:.40}; use wager='main'")
    return analyze_seen(
        game,
        seen["seen"],
        paytable,
        cards=seen.get("seen_cards", 1),
        chance=seen.get("seen_chance", 1),
        seats=seen.get("seats"),
        deals=seen.get("deals"),
        readings=readings,
        submission=submission,
        rules=rules,
        fresh=fresh,
    )


@_typed
def analyze_seen(
    game: str | None = None,
    seen: str = "dealer",
    paytable: str | None = None,
    *,
    cards: int = 1,
    chance: str | Fraction | float = 1,
    seats: int | None = None,
    deals: int | None = None,
    readings: Mapping[str, str] | None = None,
    submission: File | None = None,
    rules: File | None = None,
    fresh: bool = False,
) -> Analysis:
    """Compute what the main game is worth to a player who sees cards that should be hidden.

    The result is the document of ``croupier analyze --seen --json``. ``seen`` is ``"dealer"``,
    ``"community"``, ``"burn"``, or ``"players"`` if ``seats`` players share their hands. ``cards`` is the
    number of cards that the player sees, and ``chance`` is the share of rounds in which the player sees them.
    ``deals`` is the number of sampled deals for games in which shared hands cannot be counted exactly. The
    function needs the extra ``croupier[maths]``.

    >>> uth, letitride, dragon, topfive = rules()
    >>> analyze_seen(dragon, "dealer", "A")["results"][0]["ev"]
    '321059/91829920'
    """
    from croupier.extras import need_maths
    from croupier.results import Analysis

    need_maths()
    from croupier.maths.protection.document import analyze_seen as compute
    from croupier.maths.protection.document import parse_query

    terms = _terms(game, readings, rules=rules, submission=submission)
    query = parse_query(seen, cards, str(chance), seats, deals)
    return Analysis(compute(terms, query, paytable, fresh=fresh))


@_typed
def strategy(
    game: str | None = None,
    hand: str | Iterable[str] | None = None,
    board: str | Iterable[str] = (),
    dead: str | Iterable[str] = (),
    *,
    paytable: str | None = None,
    readings: Mapping[str, str] | None = None,
    submission: File | None = None,
    rules: File | None = None,
    simple: bool | File | Mapping[str, Any] = False,
) -> BestPlay | ChoiceValues | SimplePlay:
    """Compute the best play of a game, or the exact value of every choice for one ``hand``.

    The result is the document of ``croupier strategy --json``. ``dead`` lists cards that are known to be out
    of play. ``simple=True`` searches for a short list of rules that a person can remember. If ``simple`` is a
    file or a mapping with such a list, the function evaluates this list instead. The function needs the extra
    ``croupier[maths]``.

    >>> uth, letitride, dragon, topfive = rules()
    >>> strategy(letitride, "Th Jh Qh")
    Th Jh Qh, bet1: ride is best
      choice    worth      exactly  cost
      withdraw  +0.000000  0/1      31/21
      ride      +1.476190  31/21    0/1
    """
    from croupier.extras import need_maths
    from croupier.results import BestPlay, ChoiceValues, SimplePlay

    need_maths()
    from croupier.maths.advice import ChosenTerms, advice_document, advise
    from croupier.maths.strategy.best_play import strategy as solve

    chosen = ChosenTerms(_terms(game, readings, rules=rules, submission=submission), paytable)
    if simple is not False:
        from croupier.maths.strategy.simple import simple_strategy

        return SimplePlay(simple_strategy(chosen, None if simple is True else simple))
    if hand is None:
        if board or dead:
            raise BadInput("board and dead cards need a hand")
        return BestPlay(solve(chosen))
    return ChoiceValues(advice_document(advise(chosen, chosen.terms.game, hand, board, dead)))


@_typed
def simulate(
    game: str | None = None,
    rounds: int = 1_000_000,
    *,
    strategy: str | File = "best",
    paytable: str | None = None,
    readings: Mapping[str, str] | None = None,
    submission: File | None = None,
    rules: File | None = None,
    seed: int | str = 1,
    workers: int | None = None,
    cluster: str | None = None,
    keep: File | None = None,
    stake: Mapping[str, int | str] | None = None,
) -> Simulation:
    """Deal random rounds and settle every wager in each of them.

    The result is the document of ``croupier simulate --json``. ``workers`` processes or a Dask ``cluster``
    divide the work, and the result does not depend on their number. ``keep`` is a file that stores finished
    chunks, so that an interrupted run can resume. ``stake`` maps bonus wagers that pay fixed dollar amounts
    to their stakes in dollars. The function needs the extra ``croupier[maths]``, and ``croupier[cluster]``
    for more than one process.

    >>> dealt = simulate("dragon", 1000)
    >>> dealt["results"][0]["expected"]
    '-581289/18365984'
    >>> dealt["results"][0]["net"] == simulate("dragon", 1000)["results"][0]["net"]
    True
    """
    from croupier.extras import need_maths
    from croupier.results import Simulation

    need_maths()
    from croupier.maths.risk.stakes import money_of
    from croupier.maths.simulation.document import simulate as run
    from croupier.maths.strategy.chosen_rules import find_rules

    terms = _terms(game, readings, rules=rules, submission=submission)
    played = find_rules(strategy, terms, paytable)
    return Simulation(
        run(
            terms,
            rounds,
            letter=paytable,
            rules=played,
            seed=str(seed),
            workers=workers,
            cluster=cluster,
            keep=keep,
            stakes=money_of(_pairs(stake)),
        )
    )


@_typed
def risk(
    game: str | None = None,
    wagers: Mapping[str, float | str | Fraction] | None = None,
    *,
    paytable: str | None = None,
    strategy: str | File = "best",
    readings: Mapping[str, str] | None = None,
    submission: File | None = None,
    rules: File | None = None,
    rounds: Sequence[int] = (1_000, 10_000, 1_000_000),
    bankroll: int | None = None,
    pace: int = 30,
    unit: int | None = 10,
    seats: int = 1,
    band: float = 0.95,
    stake: Mapping[str, int | str] | None = None,
    meters: Mapping[str, int | str] | None = None,
    down: int | None = None,
    hours: int | None = None,
) -> Risk:
    """Compute the joint result of a seat's wagers in one round, and its distribution over many rounds.

    The result is the document of ``croupier risk --json``. ``wagers`` maps wagers to stakes in units, such as
    ``{"main": 1, "trips": "1/2"}``. The default is one unit on the main game. One unit is ``unit`` dollars.
    ``stake`` sets the stake of a wager in dollars, such as ``{"progressive": 5}``. With ``unit=None``, the
    unit of each wager is its own stake. ``meters`` sets the amounts of the meters.

    With ``bankroll`` and ``down``, the result includes the probability of losing that many units within
    ``hours``, or within the smallest of ``rounds``. The function needs the extra ``croupier[maths]``.

    >>> risk("dragon", {"main": 1, "three_card": 1}, rounds=[100])["round"]["worst"]
    '-4/1'
    """
    from croupier.extras import need_maths
    from croupier.results import Risk

    need_maths()
    from croupier.maths.risk.document import risk as compute
    from croupier.maths.risk.document import stakes_of
    from croupier.maths.risk.stakes import check_meters, money_of
    from croupier.maths.strategy.chosen_rules import find_rules

    terms = _terms(game, readings, meters=meters, rules=rules, submission=submission)
    stakes = stakes_of(_pairs(wagers))
    check_meters(terms, list(stakes), list(meters or {}))
    played = find_rules(strategy, terms, paytable)
    return Risk(
        compute(
            terms,
            stakes,
            letter=paytable,
            rules=played,
            rounds=tuple(rounds),
            bankroll=bankroll,
            pace=pace,
            unit=None if unit is None else unit * 100,
            seats=seats,
            chance=band,
            money=money_of(_pairs(stake)),
            down=down,
            hours=hours,
        )
    )


@_typed
def design(
    game: str,
    wager: str = "main",
    paytable: str | None = None,
    *,
    ranges: Sequence[str] = (),
    edge: str | None = None,
    hit: str | None = None,
    sd: str | None = None,
    values: bool = False,
    stake: int | str | None = None,
    readings: Mapping[str, str] | None = None,
    meters: Mapping[str, int | str] | None = None,
    submission: File | None = None,
    rules: File | None = None,
) -> Design:
    """Compute the effect of each paytable row and each reading, and search for paytables within bounds.

    The result is the document of ``croupier design --json``. The function searches ``ranges`` such as
    ``["flush=3..7"]`` for paytables whose house ``edge``, ``hit`` frequency and ``sd`` are within bounds such
    as ``"0.02..0.05"``. ``values=True`` also solves the main game with other raise sizes, qualifiers and
    odds.

    ``meters`` sets the amounts of a progressive's meters. By default, each meter has its minimum. ``stake``
    is the stake of a wager that pays fixed dollar amounts. The function needs the extra ``croupier[maths]``.

    >>> design("dragon", "three_card", "A")["rows"][0]["row"]
    'three_dragons'
    """
    from croupier.extras import need_maths
    from croupier.results import Design

    need_maths()
    from croupier.maths.design.design import bounds
    from croupier.maths.design.design import design as compute

    terms = _terms(game, readings, stake, meters=meters, rules=rules, submission=submission)

    def between(name: str, written: str | None) -> tuple[Fraction, Fraction] | None:
        return bounds(written, name) if written else None

    return Design(
        compute(
            terms,
            wager,
            paytable,
            ranges=ranges,
            edge=between("edge", edge),
            hit=between("hit", hit),
            sd=between("sd", sd),
            values=values,
        )
    )


@_typed
def check(submission: Mapping[str, Any] | File) -> SubmissionCheck:
    """Check a Rules Submission and list every fault.

    The result is the document of ``croupier check --json``.

    >>> uth, letitride, dragon, topfive = rules()
    >>> check({"game": topfive, "dealing": "shoe"})["violations"][0]["code"]
    'missing_key'
    """
    import msgspec

    from croupier.results import SubmissionCheck
    from croupier.submission import check as check_submission
    from croupier.submission import report_document

    found = check_submission(_mapping(submission) if isinstance(submission, (str, PathLike)) else submission)
    return SubmissionCheck(msgspec.json.decode(msgspec.json.encode(report_document(found))))


@_typed
def rules(wanted: str | None = None, *, search: str | None = None) -> RuleBookEntry | RuleBookSearch:
    """Look up a clause or a reading by id, search the rule book, or list the games.

    ``wanted`` is the id of a clause, a chapter, a game or a reading. ``search`` lists the clauses and
    readings that contain all its words. Without arguments, the function lists the games.

    >>> rules("U-02")
    U-02  What happens to the Blind under paytable B if the player wins with a straight?
      reading     says
      R1 (taken)  The Blind pushes, as for every winning hand below a flush
      R2          The Blind is paid
      R3          The Blind loses
    >>> "uth/11.H.1" in rules(search="less than a pair")
    True
    """
    from croupier import lookup
    from croupier.results import RuleBookEntry, RuleBookSearch

    if search is not None:
        return RuleBookSearch(lookup.search(search))
    if wanted is None:
        return RuleBookSearch(lookup.games())
    return RuleBookEntry(lookup.rule(wanted))


def _mapping(source: Mapping[str, Any] | File) -> Mapping[str, Any]:
    if isinstance(source, Mapping):
        return source
    from pathlib import Path

    from croupier.submission import read_toml

    return read_toml(Path(source))


def _terms(
    game: str | None,
    readings: Mapping[str, str] | None,
    stake: int | str | None = None,
    meters: Mapping[str, int | str] | None = None,
    others: int | None = None,
    bettors: int | None = None,
    rules: File | None = None,
    submission: File | None = None,
) -> Any:
    """Build the terms from the same text arguments that the command line accepts."""
    from croupier.maths.options import terms_of

    staked = None if stake is None else str(stake)
    return terms_of(game, _pairs(readings), staked, _pairs(meters), others, bettors, rules, submission)


def _pairs(values: Mapping[str, object] | None) -> Sequence[str]:
    return [f"{name}={value}" for name, value in (values or {}).items()]
