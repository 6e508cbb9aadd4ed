"""Croupier: the regulator's rule book for casino table games, running.

>>> import croupier
>>> ", ".join(croupier.rules())
'uth, letitride, dragon, topfive'

``open_table`` opens a table, ``play_record`` plays one round from a record, ``analyze`` and ``strategy``
know what wagers are worth and how to play them, ``risk`` what a round and a year of them bring, ``simulate``
deals by the million, ``check`` reads a Rules Submission, ``rules`` looks a rule up. What they give are plain
mappings that print as tables; what the rules do not allow raises ``Refused``, what cannot be understood
``BadInput``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import wraps
from os import PathLike
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from croupier.errors import BadInput, Refused

if TYPE_CHECKING:
    from croupier.documents import (
        Analysis,
        BestPlay,
        Checked,
        Choices,
        Design,
        Found,
        Risk,
        Round,
        Rule,
        SimplePlay,
        Simulation,
    )
    from croupier.opened import OpenTable

__version__ = "0.1.0"
__all__ = [
    "BadInput",
    "Refused",
    "analyze",
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

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def _formed(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Arguments of another form than the annotations say are told in one line."""

    @wraps(function)
    def checked(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
        from croupier.forms import check_forms

        check_forms(function, args, kwargs)
        return function(*args, **kwargs)

    return checked


@_formed
def open_table(
    game: str,
    submission: Mapping[str, Any] | File | None = None,
    *,
    dealing: str | None = None,
    cards: str | Iterable[str] | None = None,
) -> OpenTable:
    """Open a table that deals by the book.

    ``submission`` is a Rules Submission, a file or a mapping, whole or in part; what it leaves out takes the
    house default. ``dealing`` is one of the game's ways, from the hand if left out. ``cards`` stacks the
    deck; without it the deck is shuffled. Amounts are dollars.

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

    What the rules do not allow is refused, with the clause and the way out:

    >>> table.bet(1, ante=10)
    Traceback (most recent call last):
    croupier.errors.Refused: wager_missing: seat 1 has no Ante Bonus [dragon/7.F.1] Place the Ante Bonus ...
    """
    from croupier.opened import OpenTable
    from croupier.submission import Rules, partial
    from croupier.submission import check as check_submission

    document = _mapping(submission) if submission is not None else {}
    if document.get("game", game) != game:
        raise BadInput(f"the submission is for {document['game']!r:.40}, not for {game}")
    report = check_submission(document) if document else None
    if report is not None and report.choices is not None:
        return OpenTable(Rules(report.choices), cards)
    rest = {key: value for key, value in document.items() if key not in ("game", "dealing")}
    return OpenTable(partial(rest, game, document.get("dealing", dealing)), cards)


@_formed
def play_record(record: Mapping[str, Any] | File) -> Round:
    """Play one round by the book: the document of ``croupier round --json``. The argument is left as it was.

    ``record`` is a mapping or a TOML file (docs/round-record.md).

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
    from croupier.documents import Round
    from croupier.records.record import play_record as play

    return Round(play(_mapping(record) if isinstance(record, (str, PathLike)) else record))


@_formed
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
    seen: str | None = None,
    seen_cards: int = 1,
    seen_chance: str | Fraction | float = 1,
    seats: int | None = None,
    deals: int | None = None,
    fresh: bool = False,
) -> Analysis:
    """Exact value, house edge and distribution of wagers: the document of ``croupier analyze --json``.

    Without ``wager`` and ``paytable``: all of them. A ``submission`` or a file of ``rules`` says what the
    table offers; ``others`` sit at the table, ``bettors`` of them on the same meters. ``seen`` says whose
    cards a player sees who should not: ``"dealer"``, ``"community"``, ``"burn"``, or ``"players"`` for
    ``seats`` that share theirs. Needs the extra ``croupier[maths]``.

    >>> uth, letitride, dragon, topfive = rules()
    >>> analyze(dragon, "main", "A")["results"][0]["ev"]
    '-581289/18365984'
    >>> analyze(dragon, paytable="A", seen="dealer")["results"][0]["ev"]
    '321059/91829920'
    >>> analyze(letitride, "main")
    Let It Ride
      wager  paytable  house edge  of all staked  hits       SD     exact value
      main   A         3.5057 %    2.8648 %       23.8780 %  5.158  -37963/1082900
      main   B         3.4262 %    2.7998 %       23.8780 %  3.401  -1427/41650
      main   C         3.2848 %    2.6633 %       23.8780 %  2.837  -53357/1624350
    """
    from croupier.documents import Analysis
    from croupier.extras import need_maths

    need_maths()
    from croupier.maths.analyze import analyze as compute

    terms = _terms(game, readings, stake, meters, others, bettors, rules, submission)
    if seen is None:
        return Analysis(compute(terms, wager, paytable, fresh=fresh))
    from croupier.maths.protection.document import analyze_seen, asked

    if wager not in (None, "main"):
        raise BadInput(f"a card that is seen changes the main game alone, not {wager!r:.40}")
    return Analysis(
        analyze_seen(terms, asked(seen, seen_cards, str(seen_chance), seats, deals), paytable, fresh=fresh)
    )


@_formed
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
) -> BestPlay | Choices | SimplePlay:
    """The best play of a game, or with a ``hand`` the exact value of every choice.

    The documents of ``croupier strategy --json``, with or without ``--hand``. ``simple`` searches for a
    short list of rules, or prices a given one (a file, or the same as a mapping). Needs the extra
    ``croupier[maths]``.

    >>> uth, letitride, dragon, topfive = rules()
    >>> strategy(letitride, "Th Jh Qh")
    Th Jh Qh, bet1: ride is best
      choice    worth      exactly  cost
      withdraw  +0.000000  0/1      31/21
      ride      +1.476190  31/21    0/1
    """
    from croupier.documents import BestPlay, Choices, SimplePlay
    from croupier.extras import need_maths

    need_maths()
    from croupier.maths.advice import Chosen, advice_document, advise
    from croupier.maths.strategy import strategy as solve

    chosen = Chosen(_terms(game, readings, rules=rules, submission=submission), paytable)
    if simple is not False:
        from croupier.maths.play.simple import simple_strategy

        return SimplePlay(simple_strategy(chosen, None if simple is True else simple))
    if hand is None:
        if board or dead:
            raise BadInput("board and dead cards go with a hand")
        return BestPlay(solve(chosen))
    return Choices(advice_document(advise(chosen, chosen.terms.game, hand, board, dead)))


@_formed
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
) -> Simulation:
    """Deal rounds by the million, every wager at once: the document of ``croupier simulate --json``.

    ``workers`` processes or a Dask ``cluster`` share the work and give the same sums; ``keep`` names a file
    of finished chunks. Needs the extra ``croupier[maths]``, and ``croupier[cluster]`` for more than this
    process.

    >>> dealt = simulate("dragon", 1000)
    >>> dealt["results"][0]["expected"]
    '-581289/18365984'
    >>> dealt["results"][0]["net"] == simulate("dragon", 1000)["results"][0]["net"]
    True
    """
    from croupier.documents import Simulation
    from croupier.extras import need_maths

    need_maths()
    from croupier.maths.play.chosen import rules_named
    from croupier.maths.simulation.document import simulate as run

    terms = _terms(game, readings, rules=rules, submission=submission)
    played = rules_named(strategy, terms, paytable)
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
        )
    )


@_formed
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
    unit: int = 10,
    seats: int = 1,
    band: float = 0.95,
    stake: Mapping[str, int | str] | None = None,
    meters: Mapping[str, int | str] | None = None,
) -> Risk:
    """All wagers of a seat in one round together, and what many rounds bring: ``croupier risk --json``.

    ``wagers`` are stakes in units, ``{"main": 1, "trips": "1/2"}``; without them the main game alone. A unit
    is ``unit`` dollars; ``stake`` gives a wager another number of dollars, ``{"progressive": 5}``, and
    ``meters`` says what a meter shows. Needs the extra ``croupier[maths]``.

    >>> risk("dragon", {"main": 1, "three_card": 1}, rounds=[100])["round"]["worst"]
    '-4/1'
    """
    from croupier.documents import Risk
    from croupier.extras import need_maths

    need_maths()
    from croupier.maths.play.chosen import rules_named
    from croupier.maths.risk.document import risk as compute
    from croupier.maths.risk.document import stakes_of
    from croupier.maths.risk.staking import check_meters, money_of

    terms = _terms(game, readings, meters=meters, rules=rules, submission=submission)
    stakes = stakes_of(_pairs(wagers))
    check_meters(terms, list(stakes), list(meters or {}))
    played = rules_named(strategy, terms, paytable)
    return Risk(
        compute(
            terms,
            stakes,
            letter=paytable,
            rules=played,
            rounds=tuple(rounds),
            bankroll=bankroll,
            pace=pace,
            unit=unit * 100,
            seats=seats,
            chance=band,
            money=money_of(_pairs(stake)),
        )
    )


@_formed
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
    readings: Mapping[str, str] | None = None,
    meters: Mapping[str, int | str] | None = None,
    submission: File | None = None,
    rules: File | None = None,
) -> Design:
    """What one unit more on each row does, what each reading does, and paytables within bounds.

    The document of ``croupier design --json``. ``ranges`` such as ``["flush=3..7"]`` are searched for
    paytables with a house ``edge``, a ``hit`` frequency and an ``sd`` within bounds, ``"0.02..0.05"``; with
    ``values`` raises, qualifier and odds of other sizes of the main game are solved too. A progressive stands
    at the least its ``meters`` may show, or as told. Needs the extra ``croupier[maths]``.

    >>> design("dragon", "three_card", "A")["rows"][0]["row"]
    'three_dragons'
    """
    from croupier.documents import Design
    from croupier.extras import need_maths

    need_maths()
    from croupier.maths.design.design import bounds
    from croupier.maths.design.design import design as compute

    terms = _terms(game, readings, meters=meters, rules=rules, submission=submission)

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


@_formed
def check(submission: Mapping[str, Any] | File) -> Checked:
    """Check a Rules Submission, every fault at once: the document of ``croupier check --json``.

    >>> uth, letitride, dragon, topfive = rules()
    >>> check({"game": topfive, "dealing": "shoe"})["violations"][0]["code"]
    'missing_key'
    """
    import msgspec

    from croupier.documents import Checked
    from croupier.submission import check as check_submission
    from croupier.submission import report_document

    found = check_submission(_mapping(submission) if isinstance(submission, (str, PathLike)) else submission)
    return Checked(msgspec.json.decode(msgspec.json.encode(report_document(found))))


@_formed
def rules(wanted: str | None = None, *, search: str | None = None) -> Rule | Found:
    """A clause or a reading by its id; without one, every game; with ``search``, what has these words in it.

    >>> rules("U-02")
    U-02  What does a straight do to the Blind under paytable B?
      reading     says
      R1 (taken)  It pushes, like every winning hand below a flush
      R2          It pays something
      R3          It loses
    >>> "uth/11.H.1" in rules(search="dealer unpaired")
    True
    """
    from croupier import lookups
    from croupier.documents import Found, Rule

    if search is not None:
        return Found(lookups.search(search))
    if wanted is None:
        return Found(lookups.games())
    return Rule(lookups.rule(wanted))


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
    """As the command line takes them."""
    from croupier.maths.options import terms_of

    staked = None if stake is None else str(stake)
    return terms_of(game, _pairs(readings), staked, _pairs(meters), others, bettors, rules, submission)


def _pairs(values: Mapping[str, object] | None) -> Sequence[str]:
    return [f"{name}={value}" for name, value in (values or {}).items()]
