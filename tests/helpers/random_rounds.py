"""Play random rounds twice, with the array kernels and with the table machine."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import croupier
from croupier.games import game as game_named
from croupier.maths.simulation.run import play_of
from croupier.maths.strategy.play import SEAT, Play
from croupier.maths.terms import Terms
from croupier.maths.wagers.side_wagers import net, side_wager
from croupier.rulebook import Paytable, paytables
from croupier.submission import partial

UNIT, STAKE = 10, 1  # dollars on a main wager and on a bonus wager


def deal(play: Play, rounds: int, seed: int) -> NDArray[np.uint8]:
    """Deal card numbers from fully shuffled decks. The kernels use a different method."""
    deck = [number for number, card in enumerate(play.names) for _ in range(play.pack // len(play.names))]
    if len(deck) != play.pack:  # this deck has several copies of some cards
        counts = game_named("dragon").deck.counts
        deck = [number for number, card in enumerate(play.names) for _ in range(counts[card])]
    random = np.random.default_rng(seed)
    return np.array([random.permutation(deck)[: play.cards] for _ in range(rounds)], np.uint8)


def record(
    game: str, play: Play, cards: NDArray[np.uint8], code: int, letters: dict[str, str]
) -> dict[str, Any]:
    """Build a round record with the same cards and decisions that the kernels used."""
    places, start = {}, 0
    for place, count in play.places:
        places[place] = " ".join(play.names[number] for number in cards[start : start + count])
        start += count
    ending = play.endings[code]
    required = [rule.name for rule in game_named(game).required]
    submission: dict[str, Any] = {"paytables": {w: x for w, x in letters.items() if w != "progressive"}}
    if "progressive" in letters:
        submission["progressive"] = {"paytable": letters["progressive"], "stake": STAKE, "rate": "0"}
    sides = [wager for wager in letters if wager not in required and wager != "main" and wager != "blind"]
    wagers = {**dict.fromkeys(required, UNIT), **dict.fromkeys(sides, STAKE)}
    seat = {"seat": 1, "cards": places.pop(SEAT), "wagers": wagers, "decisions": list(ending.decisions)}
    offered = partial(submission, game, "hand")
    return {
        "game": game,
        "submission": submission,
        "seats": [seat],
        **{place: told for place, told in places.items() if place != "box" or offered.offers("six_card")},
    }


def nets(game: str, play: Play, codes: NDArray[np.int16], letters: dict[str, str]) -> dict[str, int]:
    """Decode one round's codes into the net result of every wager, in cents."""
    ending = play.endings[codes[0]]
    found = {wager: int(units * UNIT * 100) for wager, units in ending.net.items()}
    terms = Terms(game, stake=STAKE * 100)
    for wager, letter in letters.items():
        if wager in found or wager in ("main", "blind", "ante_bonus"):
            continue
        table: Paytable = paytables(game)[wager][letter]
        column = play.column_of(wager, table)
        titles = play.columns[column][codes[1 + list(play.columns).index(column)]]
        row = table.row_for(titles)
        gained = -1 if row is None else net(terms, side_wager(game, wager), table, row)
        found[wager] = int(gained * STAKE * 100)
    return found


def disagreements(game: str, letters: dict[str, str], main: str | None, rounds: int, seed: int) -> list[str]:
    """Return the rounds that the kernels and the table machine settle differently."""
    table = paytables(game)[main][letters[main]] if main else None
    play = play_of(Terms(game), table, None)
    cards = deal(play, rounds, seed)
    wrong = []
    for row, codes in zip(cards, play.codes(cards), strict=True):
        played = croupier.play_record(record(game, play, row, int(codes[0]), letters))
        settled = {wager: each["net"] for wager, each in played["seats"][0]["wagers"].items() if each["net"]}
        ours = {wager: net for wager, net in nets(game, play, codes, letters).items() if net}
        if settled != ours:
            wrong.append(f"{row.tolist()}: the table {settled}, the kernels {ours}")
    return wrong
