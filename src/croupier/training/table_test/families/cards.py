"""Errors with cards, decks, the stub and the devices, and conduct that only people can see."""

from __future__ import annotations

from croupier.cards import Card
from croupier.errors import Refused
from croupier.games.game import BOARD, BOX, BURN, DEALER, Ask, Deal, Rack, Reveal, Stub, seat_place
from croupier.table import commands as do
from croupier.table.acts.decks import life_of_deck
from croupier.table.machine import decide
from croupier.table.readers.offers import may_still_come
from croupier.table.state import BETTING, TableState
from croupier.training.table_test.families.family import Mistake, family

WHERE = {"dealer": DEALER, "board": BOARD, "box": BOX}


def hidden(state: TableState, place: str) -> int | None:
    """Return the index of the first card at a place that is still face down, or None."""
    cards, up = state.layout.cards.get(place, ()), state.layout.turned.get(place, 0)
    return up if up < len(cards) else None


def spare(state: TableState, count: int = 1) -> tuple[Card, ...]:
    """Return cards that may still come. The round decides which, so that they differ from round to round."""
    possible = may_still_come(state)
    first = 7 * state.round.number % max(1, len(possible) - count)
    return tuple(possible[first : first + count])


@family("exposed")
def exposed(state: TableState, seat: int, how: str) -> Mistake | None:
    """A card is seen too early."""
    place = seat_place(seat) if how == "player" else WHERE[how]
    index = hidden(state, place)
    if index is None or not isinstance(state.phase, Ask | Deal | Stub | Reveal):
        return None
    named = state.layout.cards[place][index] is not None
    card = state.layout.cards[place][index] or spare(state)[0]
    report = do.ReportExposed(place=place, index=index, card=None if named else card)
    return Mistake(report, {"place": place, "card": str(card)})


@family("face_up")
def face_up(state: TableState, seat: int, how: str) -> Mistake | None:
    """Cards are face up in the deck, or a card is drawn and seen."""
    if not isinstance(state.phase, Deal):
        return None
    cards = spare(state, 2 if how == "two" else 1)
    return Mistake(do.ReportFaceUp(cards=cards, drawn=how == "drawn"), {"cards": " ".join(cards)})


@family("drawn")
def drawn(state: TableState, seat: int, how: str) -> Mistake | None:
    """A card is drawn in error and not seen."""
    if state.round.phase == BETTING or not isinstance(state.phase, Deal | Ask | Stub):
        return None
    return Mistake(do.ReportDrawnInError())


@family("count")
def count(state: TableState, seat: int, how: str) -> Mistake | None:
    """A hand, the board or the box has too few or too many cards."""
    where, _, size = how.partition(" ")
    place = {"player": seat_place(seat), "burn": BURN, "nobody": seat_place(0)}.get(where) or WHERE[where]
    if state.round.phase == BETTING or isinstance(state.phase, Rack | Deal) or state.round.void:
        return None
    cards = len(state.layout.cards.get(place, ()))
    if where == "nobody":
        empty = [n for n in range(1, state.game.seats + 1) if n not in state.round.in_play]
        if not empty:
            return None
        wrong = do.ReportWrongNumber(place=seat_place(empty[-1]), cards=1)
        return Mistake(wrong, {"other": str(empty[-1])})
    if not cards:
        return None
    number = cards + (1 if size == "over" else -1)
    return Mistake(
        do.ReportWrongNumber(place=place, cards=number), {"number": str(number), "right": str(cards)}
    )


@family("device")
def device(state: TableState, seat: int, how: str) -> Mistake | None:
    """A shuffler or a dealing shoe fails during the round."""
    if state.round.phase == BETTING or not isinstance(state.phase, Deal | Ask | Stub):
        return None
    return Mistake(do.ReportDeviceFailure(device=how), {"device": how})


@family("other")
def other(state: TableState, seat: int, how: str) -> Mistake | None:
    """A matter that chapter 13 does not list, such as a burn card that is missing."""
    if state.round.phase == BETTING or not isinstance(state.phase, Ask | Stub | Reveal):
        return None
    return Mistake(do.ReportOther(matter=how, detail="as seen at the table"))


@family("stub")
def stub(state: TableState, seat: int, how: str) -> Mistake | None:
    """The stub is counted wrongly or not at all, or the deck is not complete."""
    size = len(state.game.deck.order)
    if how == "defective":
        if state.round.phase == BETTING or isinstance(state.phase, Rack) or state.care.loaded is None:
            return None
        return Mistake(do.DeclareDefective(reason="two cards are the same", by=do.FLOOR))
    if not isinstance(state.phase, Stub):
        return None
    if how == "skipped":
        return Mistake(do.RackStub()) if _due(state, do.RackStub()) and not state.round.inquiry else None
    if how == "wrong" and not state.round.inquiry:
        wrong = state.layout.stub - 1
        facts = {"number": str(wrong), "right": str(state.layout.stub)}
        return Mistake(do.CountStub(cards=wrong), facts)
    if not state.round.inquiry or how == "wrong":
        return None
    if how == "not_recounted":
        return Mistake(do.RackStub())
    if how == "short":
        return Mistake(
            do.Recount(total=size - 1, misdealt=False), {"number": str(size - 1), "right": str(size)}
        )
    if seat not in state.round.in_play:
        return None
    return Mistake(do.Recount(total=size, misdealt=True, hand=seat_place(seat)))


def _due(state: TableState, command: do.TableCommand) -> bool:
    """Return whether the table refuses a command now, for example because another act is due."""
    try:
        decide(state, command)
    except Refused:
        return True
    return False


@family("deck")
def deck(state: TableState, seat: int, how: str) -> Mistake | None:
    """A deck stays too long, is cut or loaded wrongly, or does not belong at the table."""
    care = state.care
    if state.round.phase != BETTING:
        return None
    if how == "overdue" and state.bets.wagers and care.loaded and care.packs[care.loaded].since is not None:
        life, _, _ = life_of_deck(state)
        at = (care.packs[care.loaded].since or 0) + life + 60
        facts = {"hours": str(life // 3600)}
        return Mistake(do.CloseBetting(at=max(at, state.clock)), facts)
    back = care.loaded or next(iter(care.packs), "")
    if how == "third":
        return Mistake(do.ReceiveDecks(backs=("green", "black", "white")[: 3 - min(len(care.packs), 2)]))
    if how == "same_backs" and len(care.packs) == 1 and state.rules.choices.decks == 2:
        return Mistake(do.ReceiveDecks(backs=(back,)))
    tries: dict[str, do.TableCommand] = {
        "cut": do.Cut(deck=back, depth=20),
        "shallow": do.Cut(deck=back, depth=3),
        "load": do.Load(deck=back),
        "prepare": do.Prepare(deck=back, step="wash"),
        "verify": do.Prepare(deck=back, step="verify", by=do.DEALER),
    }
    command = tries.get(how)
    return Mistake(command) if command is not None and back and _due(state, command) else None


@family("conduct")
def conduct(state: TableState, seat: int, how: str) -> Mistake | None:
    """Conduct that the software cannot see. People record the clause, or declare the wagers forfeit."""
    if not isinstance(state.phase, Ask) or seat not in state.round.in_play:
        return None
    clause = f"{state.rules.game}/{how}"
    if clause in state.game.breaches:
        return Mistake(do.DeclareForfeit(seat=seat, clause=clause, reason="as seen", by=do.FLOOR))
    return Mistake(do.Attest(clause=clause, note="breach seen at the table", by=do.FLOOR))
