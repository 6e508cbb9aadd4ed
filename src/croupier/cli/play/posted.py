"""The posted paytables: every wager of the table and what it pays, with "to" and "for" as printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.table import Table
from rich.text import Text

from croupier.cli.play.screen import Screen
from croupier.games import game
from croupier.rulebook import MeterShare, Paytable, Push, citing
from croupier.submission import Rules, written
from croupier.submission.rules import ENVY
from croupier.table.readers.legal import Stake

# Row names that do not read well letter by letter.
TITLES = {
    "below_straight": "Lower than a straight",
    "below_flush": "Lower than a flush",
    "akq_of_spades": "A-K-Q of spades",
    "akq_suited_other": "A-K-Q suited, other",
    "both_pairs_of_aces": "You and dealer: aces",
    "winning_hand": "Any other winning hand",
    "super_royal_diamonds": "Super royal, diamonds",
    "super_royal_other": "Super royal, other",
    "three_dragons_with_gold": "Three dragons with gold",
}


def row_title(hand: str) -> str:
    return TITLES.get(hand) or hand.replace("_", " ").capitalize()


def wager_label(rules: Rules, name: str) -> str:
    """The wager's label; where one paytable serves several, all of theirs."""
    if name == ENVY:
        return "Envy Bonus"
    labels = [rule.label for rule in game(rules.game).wagers if name in (rule.name, rule.table)]
    return ", ".join(labels) or name.replace("_", " ").capitalize()


def even_money(rules: Rules) -> list[str]:
    """Wagers without a paytable of their own: chapter 12 pays them 1 to 1."""
    return [
        wager.label
        for wager in game(rules.game).wagers
        if wager.kind != "optional" and not rules.offers(wager.table)
    ]


def show_posted(screen: Screen, rules: Rules, meters: Mapping[str, int]) -> None:
    screen.heading("Posted paytables", game(rules.game).title)
    if plain := even_money(rules):
        screen.told(f"{' and '.join(plain)}: 1 to 1", citing(rules.game)("12.A"))
    if rules.paytables:
        screen.say()
        screen.side_by_side(paytables(screen, rules, meters))
    if rules.choices.payout_limit is not None:
        screen.say(f"Payout limit: {written(rules.choices.payout_limit)} a hand", "dim")


def paytables(screen: Screen, rules: Rules, meters: Mapping[str, int]) -> Iterator[Table]:
    for name, paytable in rules.paytables.items():
        table = screen.table(("", ">"), f"{wager_label(rules, name)} ({paytable.letter})")
        table.caption = Text(paytable.clause, "dim")
        table.caption_justify = "left"
        for hand, pays in rows(paytable, meters):
            table.add_row(screen.text(hand), screen.text(pays))
        yield table


def rows(paytable: Paytable, meters: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    for row in paytable.rows:
        pays = str(row.pays)
        if isinstance(row.pays, MeterShare) and row.pays.meter in meters:
            pays += f" ({written(meters[row.pays.meter])})"
        yield row_title(row.hand), "push" if isinstance(row.pays, Push) else pays


def show_offers(screen: Screen, offers: tuple[Stake, ...]) -> None:
    table = screen.table(("wager", "write", "size", "clause"))
    for offer in offers:
        table.add_row(offer.label, offer.name, screen.text(size(offer)), Text(offer.clause, "dim"))
    screen.show(table)


def size(offer: Stake) -> str:
    if offer.fixed is not None:
        told = [f"{written(offer.fixed)}, no other"]
    elif offer.chips:
        told = [f"{' or '.join(map(written, offer.chips))}, no other"]
    elif offer.equal_to is not None:
        told = [f"as {offer.equal_to}"]
    else:
        told = []
        if offer.minimum is not None:
            told.append(f"from {written(offer.minimum)}")
        if offer.maximum is not None:
            told.append(f"to {written(offer.maximum)}")
        if offer.increment is not None:
            told.append(f"in steps of {written(offer.increment)}")
    if not offer.required:
        told.append("optional")
    return ", ".join(told) or "any amount"
