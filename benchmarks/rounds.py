"""Compare the rounds per second of Croupier's table machine and of pokerkit's Texas hold'em.
Both programs play with the same number of players. Croupier shuffles before each round and performs every
routine act of the dealer. Croupier's players never fold. In Ultimate Texas Hold 'Em they check until the
River and then bet 1x. pokerkit runs with all automations, and its players check every hand down. The programs
take turns in short slices of time, so that other load on the machine affects both. The result is the ratio of
their speeds.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterable
from importlib.util import find_spec

from croupier.cards import Card, Deck
from croupier.games import game
from croupier.games.game import Ask
from croupier.submission.record import partial
from croupier.table import commands as do_
from croupier.table import events as ev
from croupier.table.driving.driver import Driver
from croupier.table.readers.legal import answer as answer_now
from croupier.table.state import TableState, open_table

SLICE, SLICES = 0.25, 16
WARM = 15_000  # warm-up rounds before the first slice, so that the benchmark does not measure start-up
WAGERS = {
    "uth": {"ante": 1000, "blind": 1000},
    "letitride": {"bet1": 500, "bet2": 500, "bet3": 500},
    "dragon": {"ante": 500, "ante_bonus": 500},
    "topfive": {"ante": 500},
}
STAY_IN = {
    "uth": ("check", "check", "1x"),
    "letitride": ("ride", "ride"),
    "dragon": ("play",),
    "topfive": ("play",),
}


class ShuffledDeck:
    """Shuffles a deck with the same random generator as pokerkit, so that only the game engines differ."""

    def __init__(self, deck: Deck, seed: int) -> None:
        self._cards, self._random = list(deck.order), random.Random(seed).random
        self._next = self._shown = 0

    live, secret = False, False

    def proposes(self, state: TableState) -> do_.TableCommand | None:
        return None

    def next_cards(self, deck: str | None, count: int) -> tuple[Card | None, ...]:
        cards, first = self._cards, self._next
        last = first + count
        for at in range(first, last):  # shuffle only the cards that are drawn
            other = at + int(self._random() * (len(cards) - at))
            cards[at], cards[other] = cards[other], cards[at]
        self._shown = last
        return tuple(cards[first:last])

    def sealed_with(self, loaded: str | None, events: Iterable[ev.TableEvent]) -> bytes | None:
        return None

    def follow(self, loaded: str | None, events: Iterable[ev.TableEvent], sealed: bytes | None) -> None:
        kinds = {*map(type, events)}
        if ev.CardsDealt in kinds:
            self._next = self._shown
        elif ev.DeckLoaded in kinds:
            self._next = 0


def table(game_id: str, seats: int, dealing: str = "hand", seed: int = 1) -> Callable[[], None]:
    """Open a table and return a function that plays one round at it."""
    driver = Driver(open_table(partial({}, game_id, dealing)), ShuffledDeck(game(game_id).deck, seed))
    for seat in range(1, seats + 1):
        driver.do(do_.SitDown(seat=seat, player=f"p{seat}"))
        driver.do(do_.BuyIn(player=f"p{seat}", cents=10**14))
    wagers, answers = WAGERS[game_id], STAY_IN[game_id]

    def play() -> None:
        for seat in range(1, seats + 1):
            driver.do(do_.Bet(seat=seat, wagers=wagers, round=driver.state.round.number))
        driver.do(do_.CloseBetting())
        for answer in answers:
            driver.run()
            asked, number = driver.state.phase, driver.state.round.number
            assert type(asked) is Ask
            for seat in driver.state.round.in_play:
                driver.do(do_.Decide(seat=seat, choice=answer, round=number, question=asked.name))
        driver.run()

    return play


def pokerkit_hand(players: int) -> Callable[[], None]:
    from pokerkit import Automation, NoLimitTexasHoldem

    automations = tuple(Automation)

    def play() -> None:
        state = NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, 200, players)
        while state.status:
            state.check_or_call()

    return play


def rate(play: Callable[[], None]) -> float:
    count, start = 0, time.process_time()  # CPU time, which other processes do not affect
    while (now := time.process_time()) - start < SLICE:
        play()
        count += 1
    return count / (now - start)


def growth(rounds: int = 4000, parts: int = 4) -> list[float]:
    """Return the microseconds per round while a table's journal grows. They should stay constant."""
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from croupier.journal import Journal

    with TemporaryDirectory() as folder:
        rules = partial({}, "uth", "hand")
        journal = Journal.create(Path(folder) / "journal", rules)
        driver = Driver(open_table(rules), ShuffledDeck(game("uth").deck, 1), sink=journal.keep)
        driver.do(do_.SitDown(seat=1, player="p1"))
        driver.do(do_.BuyIn(player="p1", cents=10**14))
        costs = []
        for _ in range(parts):
            start = time.perf_counter()
            for _ in range(rounds // parts):
                driver.do(do_.Bet(seat=1, wagers=WAGERS["uth"], round=driver.state.round.number))
                driver.do(do_.CloseBetting())
                for answer in STAY_IN["uth"]:
                    driver.run()
                    driver.do(answer_now(driver.state, 1, answer))
                driver.run()
            costs.append((time.perf_counter() - start) / (rounds // parts) * 1e6)
        journal.close()
    return costs


def run() -> list[tuple[str, float, float | None]]:
    """Return rows of (name, rounds per second, ratio to pokerkit's speed)."""
    rows: list[tuple[str, float, float | None]] = []
    peer = find_spec("pokerkit") is not None
    for seats in (2, 6):
        theirs = pokerkit_hand(seats) if peer else None
        for dealing in ("automated", "shoe", "hand"):
            ours = table("uth", seats, dealing)
            for _ in range(WARM):
                ours()  # Warm-up rounds fill the cache of hand values.
            pairs = [(rate(ours), rate(theirs) if theirs else 0.0) for _ in range(SLICES)]
            ratio = statistics.median(a / b for a, b in pairs) if theirs else None
            rows.append((f"uth, {seats} seats, {dealing}", statistics.median(a for a, _ in pairs), ratio))
        if theirs:
            rows.append((f"pokerkit hold'em, {seats} players", statistics.median(b for _, b in pairs), None))
    for game_id in ("letitride", "dragon", "topfive"):
        for seats in (2, 6):
            rows.append((f"{game_id}, {seats} seats", rate(table(game_id, seats)), None))
    return rows


def main() -> None:
    print(f"{'rounds':32} {'a second':>10}  times pokerkit")
    for what, speed, ratio in run():
        print(f"{what:32} {speed:10,.0f}  {f'{ratio:14.1f}' if ratio else ''}")
    costs = growth()
    print("Microseconds per round as the journal grows: " + ", ".join(f"{cost:.0f}" for cost in costs))


if __name__ == "__main__":
    main()
