"""Show the posted paytable of every wager, with "to" and "for" as the rules print them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.table import Table
from rich.text import Text

from croupier.cli.play.screen import Screen
from croupier.games import game
from croupier.games.notices import named_paytables, odds_in_words
from croupier.hands.words import row_words
from croupier.rulebook import MeterShare, Paytable, Push
from croupier.submission import Rules, format_dollars
from croupier.table.readers.legal import Stake


def show_posted(screen: Screen, rules: Rules, meters: Mapping[str, int]) -> None:
    screen.heading("Posted paytables", game(rules.game).title)
    for notice in odds_in_words(game(rules.game), rules):
        screen.print_event(notice.words, ", ".join(notice.clauses))
    if rules.paytables:
        screen.say()
        screen.side_by_side(paytables(screen, rules, meters))
    if rules.choices.payout_limit is not None:
        screen.say(f"Payout limit: {format_dollars(rules.choices.payout_limit)} per hand", "dim")


def paytables(screen: Screen, rules: Rules, meters: Mapping[str, int]) -> Iterator[Table]:
    for posted in named_paytables(rules):
        table = screen.table(("", ">"), f"{posted.label} ({posted.table.letter})")
        table.caption = Text(posted.table.clause, "dim")
        table.caption_justify = "left"
        for hand, pays in rows(posted.table, meters):
            table.add_row(screen.text(hand), screen.text(pays))
        yield table


def rows(paytable: Paytable, meters: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    for row in paytable.rows:
        pays = str(row.pays)
        if isinstance(row.pays, MeterShare) and row.pays.meter in meters:
            pays += f" ({format_dollars(meters[row.pays.meter])})"
        yield row_words(row.hand), "push" if isinstance(row.pays, Push) else pays


def show_offers(screen: Screen, offers: tuple[Stake, ...]) -> None:
    table = screen.table(("wager", "write", "size", "clause"))
    for offer in offers:
        table.add_row(offer.label, offer.name, screen.text(size(offer)), Text(offer.clause, "dim"))
    screen.show(table)


def size(offer: Stake) -> str:
    if offer.fixed is not None:
        parts = [f"exactly {format_dollars(offer.fixed)}"]
    elif offer.chips:
        parts = [f"exactly {' or '.join(map(format_dollars, offer.chips))}"]
    elif offer.equal_to is not None:
        parts = [f"same as {offer.equal_to}"]
    else:
        parts = []
        if offer.minimum is not None:
            parts.append(f"from {format_dollars(offer.minimum)}")
        if offer.maximum is not None:
            parts.append(f"to {format_dollars(offer.maximum)}")
        if offer.increment is not None:
            parts.append(f"in increments of {format_dollars(offer.increment)}")
    if not offer.required:
        parts.append("optional")
    return ", ".join(parts) or "any amount"
