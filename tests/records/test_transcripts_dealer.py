"""Compare the transcript of a hand-dealt round, from the arrival of the decks to the end, with a golden file.

Each line has the actor, the act and its clause. The cards are live, and people enter them when they turn them
up. `python -m tests.records.test_transcripts_dealer` rewrites the files after a change of wording.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.cards import parse_cards
from croupier.games import game as game_of
from croupier.games.game import Ask, Collect, Deal, Reveal, Settle, Stub, Turn, seat_place
from croupier.records.transcript import transcript
from croupier.rulebook import clauses
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.dealing import plan_of
from croupier.table.commands import TableCommand
from croupier.table.driving.sources import LiveCards
from croupier.table.progress import bettors
from croupier.table.state import bare_table
from tests.helpers import now
from tests.helpers.pit import OPENING, WORD, Felt, Pit, rules_for
from tests.helpers.table_help import EVERYTHING, GAMES, METHODS, deck_for, record, seat

FOLDER = Path(__file__).parent / "transcripts"
NAMES = [f"dealer-{game}-{dealing}" for game in GAMES for dealing in METHODS]

# The equipment depends on the method: one deck shuffled and cut by hand, two decks with a counting shuffler,
# or one preshuffled deck for a device that reshuffles by itself.
EQUIPMENT: dict[str, dict[str, Any]] = {
    "shoe": {"shuffler": "none"},
    "hand": {"shuffler": "counting", "decks": 2},
    "automated": {"shuffler": "reshuffling"},
}
LAID = {  # Ann folds or withdraws, and Bob wins
    "uth": {
        "seat 1": "7c 2d", "seat 3": "As Ah", "dealer": "Kd 9c", "board": "Ad Ac 8s 4h 3c",
        "box": "Qs Js 5d 6h",
    },
    "letitride": {"seat 1": "7c 2d 9h", "seat 3": "Ts Th 4c", "board": "Td 4d", "box": "Qs Js 5d"},
    "dragon": {"seat 1": "Ra Mo Pa", "seat 3": "Dr Db Ph", "dealer": "Ti Ti Ra"},
    "topfive": {
        "seat 1": "2c 3d 4h 5s 6c 7d Jh", "seat 3": "As Ks Qs Js Ts 2d 3h", "dealer": "Ac Kc 9d 8d 7h 6h 5h",
    },
}  # fmt: skip
BETS = {
    "uth": {"ante": 10, "blind": 10, "trips": 5, "six_card": 5, "progressive": 1},
    "letitride": {"bet1": 10, "bet2": 10, "bet3": 10, "five_card": 1, "six_card": 5, "progressive": 1},
    "dragon": {"ante": 10, "ante_bonus": 10, "three_card": 5, "dragon": 5},
    "topfive": {"ante": 10, "top_five": 5, "poker": 5},
}
WORDS = {
    "uth": {1: ["check", "check", "fold"], 3: ["check", "2x"]},
    "letitride": {1: ["withdraw", "withdraw"], 3: ["ride", "ride"]},
    "dragon": {1: ["fold"], 3: ["play"]},
    "topfive": {1: ["fold"], 3: ["play"]},
}
PLAYERS = {1: "Ann", 3: "Bob"}
CHAPTER = {"shoe": 8, "hand": 9, "automated": 10}


class Shift:
    """Perform the acts of a dealer, a floorperson and two players in turn."""

    def __init__(self, game: str, dealing: str) -> None:
        self.game, self.dealing = game, dealing
        self.pit = Pit(bare_table(rules_for(game, dealing, **EQUIPMENT[dealing])), LiveCards())
        written = record(game, [seat(number, BETS[game], []) for number in PLAYERS], dealing=dealing)
        written["submission"] = EVERYTHING[game]
        self.felt = Felt(
            [c for c in parse_cards(deck_for(written, LAID[game]), game_of(game).deck) if c is not None]
        )
        self.lines: list[str] = []
        self.words = {number: list(said) for number, said in WORDS[game].items()}

    def act(self, command: TableCommand, by: str = "dealer") -> None:
        command = type(command)(**{**_fields(command), "by": by})
        who = by.rpartition(":")[2].ljust(8)
        for line in transcript(self.pit.do(command)).splitlines():
            self.lines.append(
                f"{who if line.strip() and not line.startswith(' ') else ' ' * 8}{line}".rstrip()
            )

    def whole(self) -> str:
        self.cards_arrive()
        self.players_arrive()
        self.prepare_cards()
        self.act(do.CloseBetting())
        while self.pit.state.round.number == 1:
            self.next_act()
        return "\n".join(self.lines).rstrip() + "\n"

    def cards_arrive(self) -> None:
        decks = ("red", "blue")[: self.pit.state.rules.choices.decks]
        prepared = self.dealing == "automated"
        self.act(do.ReceiveDecks(backs=decks, prepared=prepared), "floor")
        vouched = (
            c.id
            for c in clauses().values()
            if c.game == self.game and c.leaf and c.status == "recorded"
            if c.chapter in (3, CHAPTER[self.dealing])
        )
        for clause in vouched:
            if not clause.split("/")[1].startswith("3.B") or len(decks) == 2:
                self.act(do.Attest(clause=clause, note=clauses()[clause].gist))
        for deck in () if prepared else decks:
            for step in OPENING[:3]:
                self.act(do.Prepare(deck=deck, step=step), WORD.get(step, "dealer"))

    def players_arrive(self) -> None:
        for number, name in PLAYERS.items():
            self.act(do.SitDown(seat=number, player=name), f"player:{name}")
            self.act(do.BuyIn(player=name, cents=20_000))

    def prepare_cards(self) -> None:
        state = self.pit.state
        for deck, pack in state.care.packs.items():
            if pack.stage == "spread":
                for step in OPENING[3:]:
                    self.act(do.Prepare(deck=deck, step=step))
            if state.rules.choices.shuffler == "none":
                self.act(do.Shuffle(deck=deck, by_machine=False))
                self.act(do.Cut(deck=deck, depth=26))
            else:
                self.act(do.Shuffle(deck=deck, counted=len(state.game.deck.order)))
        for number, name in PLAYERS.items():
            wagers = {wager: 100 * dollars for wager, dollars in BETS[self.game].items()}
            self.act(now.bet(seat=number, wagers=wagers), f"player:{name}")
        self.act(do.Load(deck="red"))

    def next_act(self) -> None:
        state = self.pit.state
        phase, table = state.phase, state.round
        if isinstance(phase, Collect):
            chips = len(bettors(state, phase.wager))
            collect = do.CollectChips(wager=phase.wager, chips=chips)
            acts: tuple[TableCommand, ...] = (do.LockProgressive(), collect, do.BankChips(wager=phase.wager))
            self.act(acts[table.cursor])
        elif isinstance(phase, Deal):
            place, count = plan_of(state, phase).deliveries[table.cursor]
            cards, self.felt.deck = self.felt.deck[:count], self.felt.deck[count:]
            self.felt.places.setdefault(place, []).extend(cards)
            seen = phase.face_up and place == "board"
            self.act(do.DealCards(cards=tuple(cards) if seen else (None,) * count))
        elif isinstance(phase, Turn):
            turned = self.felt.places[phase.place][phase.first : phase.first + phase.count]
            self.act(do.TurnUp(cards=tuple(turned)))
        elif isinstance(phase, Stub):
            by_hand = state.rules.choices.shuffler == "none"
            self.act(do.CountStub(cards=state.layout.stub) if by_hand else do.RackStub())
        elif isinstance(phase, Ask):
            number = table.in_play[table.cursor]
            choice = self.words[number].pop(0)
            self.act(now.decide(seat=number, choice=choice), f"player:{PLAYERS[number]}")
        elif isinstance(phase, Reveal):
            for place in phase.places:
                self.act(do.NameCards(place=place, cards=tuple(self.felt.places[place])))
            self.act(do.RevealDealer())
        elif isinstance(phase, Settle):
            self.settle(table.order[table.cursor])
        else:
            self.act(do.RackCards())

    def settle(self, number: int) -> None:
        table = self.pit.state.round
        if table.awaiting == "validation":
            self.act(do.ValidateProgressive(seat=number), "floor")
        elif table.awaiting:
            self.act(do.PayProgressive(seat=number))
        else:
            place = seat_place(number)
            if self.pit.state.bets.wagers.get(number):
                self.act(do.NameCards(place=place, cards=tuple(self.felt.places[place])))
            self.act(do.SettleSeat(seat=number))


def _fields(command: TableCommand) -> dict[str, Any]:
    return {name: getattr(command, name) for name in command.__struct_fields__}


def shift(name: str) -> Shift:
    _, game, dealing = name.split("-")
    return Shift(game, dealing)


@pytest.mark.parametrize("name", NAMES)
def test_dealer_steps_are_listed_with_clauses(name: str) -> None:
    assert shift(name).whole() == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_every_step_of_the_dealer_and_the_floor_cites_a_clause(name: str) -> None:
    one = shift(name)
    one.whole()
    for event in one.pit.events:
        if not isinstance(event, ev.BoughtIn | ev.RoundEnded):
            assert event.clauses, event
    kinds = {type(event) for event in one.pit.events}
    assert {
        ev.DecksReceived,
        ev.Attested,
        ev.DeckLoaded,
        ev.BetsClosed,
        ev.CardsDealt,
        ev.RoundEnded,
    } <= kinds
    assert (ev.DeckCut in kinds) is (one.dealing == "shoe")
    assert (ev.StubCounted in kinds) is (one.dealing == "shoe")
    assert (ev.DeckPrepared in kinds) is (one.dealing != "automated")
    assert (ev.ProgressiveValidated in kinds) is (one.game == "uth")  # Let It Ride pays immediately


if __name__ == "__main__":
    for file in NAMES:
        (FOLDER / f"{file}.txt").write_text(shift(file).whole(), encoding="utf-8", newline="\n")
