"""Show the results of a round, with the cards, the balance, and each wager's hand, payment and clauses."""

from __future__ import annotations

from rich.text import Text

from croupier.cli.play.faces import Group
from croupier.cli.play.picture import TerminalPicture
from croupier.cli.play.screen import Screen
from croupier.games import game
from croupier.games.game import Showdown
from croupier.games.notices import label_of
from croupier.hands.words import title_words
from croupier.submission import Rules, format_dollars
from croupier.table import events as ev

STYLES = {"win": "green", "lose": "red"}


def with_sign(cents: int) -> str:
    return f"+{format_dollars(cents)}" if cents > 0 else format_dollars(cents)


def show_hand(screen: Screen, picture: TerminalPicture) -> None:
    """Show the player's cards, the board and the dealer's face-up cards during a decision."""
    dealers = picture.dealers if picture.dealers_face_up else ()
    screen.cards(
        (("Your cards", picture.hand), ("Board", picture.cards.get("board", ())), ("Dealer", dealers))
    )


def show_results(screen: Screen, rules: Rules, picture: TerminalPicture) -> None:
    screen.say()
    screen.cards(showdown(rules, picture))
    mine = [event for event in picture.settled if event.seat == picture.seat]
    if mine or picture.envy:
        screen.say()
        table = screen.table(("Wager", ">Staked", "Hand", "Result", ">Back", f"Clauses of {rules.game}"))
        for event in mine:
            table.add_row(
                screen.text(label_of(rules, event.wager)),
                format_dollars(event.staked),
                screen.text(hand_paid(rules, picture, event)),
                Text(result(event), STYLES.get(event.result, "")),
                format_dollars(event.returned),
                Text(basis(event), "dim"),
            )
        for bonus in picture.envy:
            if bonus.seat == picture.seat:
                table.add_row(
                    "Envy Bonus",
                    "",
                    screen.text(f"seat {bonus.holder}'s hand"),
                    Text("bonus", "green"),
                    format_dollars(bonus.cents),
                    Text(basis(bonus), "dim"),
                )
        screen.show(table)
    for seat in sorted({event.seat for event in picture.settled} - {picture.seat}):
        shown = picture.hands.get(seat)
        hand = "folded" if seat in picture.folded else shown.words if shown else "settled"
        screen.say(f"Seat {seat}: {hand}, {with_sign(picture.net(seat))}", "dim")
    net = picture.net(picture.seat)
    total = (
        f"You win {format_dollars(net)}."
        if net > 0
        else f"You lose {format_dollars(-net)}."
        if net
        else "You are even."
    )
    screen.say(f"{total} Balance {format_dollars(picture.balance)}.", "bold")


def kickers(rules: Rules, picture: TerminalPicture) -> tuple[str, str]:
    """Return the kickers that decide between two hands of the same name."""
    dealer, mine = picture.dealer, picture.hands.get(picture.seat)
    if dealer is None or mine is None or not dealer.words or dealer.words != mine.words:
        return "", ""
    spec = game(rules.game)
    dealers = tuple(card for card in picture.dealers if card is not None)
    table = Showdown({}, False, mine.cards, picture.board, (), dealers)
    called = spec.announce_dealer(rules, table)
    own, theirs = spec.player_hand(rules, table).ranks, called.ranks if called else ()
    for one, other in zip(own, theirs, strict=False):
        if one != other:
            return f", {one} kicker", f", {other} kicker"
    return "", ""


def showdown(rules: Rules, picture: TerminalPicture) -> list[Group]:
    dealer, mine = picture.dealer, picture.hands.get(picture.seat)
    own_kicker, dealers_kicker = kickers(rules, picture)
    label = "Dealer"
    if dealer is not None and dealer.words:
        label += f": {dealer.words}{dealers_kicker}"
        if dealer.qualifies is not None:
            label += ", qualifies" if dealer.qualifies else ", does not qualify"
    own = f"You: {mine.words}{own_kicker}" if mine else "You"
    if picture.seat in picture.folded:
        own += ", folded"
    return [
        (own, mine.cards if mine else picture.hand),
        (label, picture.dealers),
        ("Board", picture.cards.get("board", ())),
        ("Six Card box", picture.box),
    ]


def hand_paid(rules: Rules, picture: TerminalPicture, event: ev.WagerSettled) -> str:
    """Return the paytable row that was paid, or else the deciding hand."""
    placed = game(rules.game).wager(event.wager)
    table = rules.paytables.get(placed.table if placed else event.wager)
    for row in table.rows if table is not None else ():
        if row.clause in event.clauses:
            return title_words(row.hand)
    rule = game(rules.game).wager(event.wager)
    if event.seat in picture.folded and rule is not None and rule.kind == "required":
        return "folded"
    mine = picture.hands.get(event.seat)
    if mine is None or event.result == "returned":
        return ""
    if rule is not None and rule.kind == "optional":
        return "no paying hand"
    return mine.words if mine.count is not None else mine.hand.replace("_", " ")


def basis(event: ev.TableEvent) -> str:
    """Join clause numbers and readings. The clause numbers omit the game, which the column heading names."""
    return " ".join(dict.fromkeys((*(c.partition("/")[2] for c in event.clauses), *event.readings)))


def result(event: ev.WagerSettled) -> str:
    match event.result:
        case "win":
            return f"wins {event.pays}" + (f", cut by {format_dollars(event.cut)}" if event.cut else "")
        case "lose":
            return f"loses, {event.pays}" if event.returned else "loses"
        case "push":
            return "push"
        case other:
            return str(other)
