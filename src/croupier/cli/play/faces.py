"""Draw cards as text boxes, with symbols or letters for suits, in color or not."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from croupier.cards import Card

SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
STYLES = {"c": "bold", "d": "bold red", "h": "bold red", "s": "bold"}
CHARACTERS = {
    "Dr": ("Red Dragon", "bold red"),
    "Db": ("Blue Dragon", "bold blue"),
    "Dg": ("Gold Dragon", "bold yellow"),
    "Ph": ("Phoenix", "bold"),
    "Ti": ("Tiger", "bold"),
    "Pa": ("Panda", "bold"),
    "Mo": ("Monkey", "bold"),
    "Ra": ("Rabbit", "bold"),
}

Group = tuple[str, Sequence[Card | None]]


def face(card: Card | None, ascii_only: bool) -> tuple[str, str]:
    """Return the text on a card and its style."""
    if card is None:
        return " ?? ", "dim"
    if card in CHARACTERS:
        name, style = CHARACTERS[card]
        return f" {name} ", style
    rank = "10" if card[0] == "T" else f" {card[0]}"
    return f"{rank}{card[1] if ascii_only else SIGNS[card[1]]} ", STYLES[card[1]]


def draw_cards(cards: Sequence[Card | None], ascii_only: bool) -> list[Text]:
    """Draw cards side by side in three lines of text."""
    corner, line, side = ("+", "-", "|") if ascii_only else ("", "─", "│")
    top, middle, bottom = Text(), Text(), Text()
    for card in cards:
        name, style = face(card, ascii_only)
        edge = line * len(name)
        top.append(f"{corner or '┌'}{edge}{corner or '┐'}", "dim")
        middle.append(side, "dim").append(name, style).append(side, "dim")
        bottom.append(f"{corner or '└'}{edge}{corner or '┘'}", "dim")
    return [top, middle, bottom]


def laid_out(groups: Sequence[Group], width: int, ascii_only: bool) -> list[Text]:
    """Arrange labeled groups of cards side by side within the width."""
    lines: list[Text] = []
    row: list[Text] = []
    for label, cards in groups:
        block = [Text(label, "dim"), *draw_cards(cards, ascii_only)]
        wide = max(text.cell_len for text in block)
        if row and row[0].cell_len + 3 + wide > width:
            lines += row
            row = []
        if not row:
            row = [Text("  ") for _ in block]
        else:
            for text in row:
                text.append("   ")
        for text, part in zip(row, block, strict=True):
            text.append_text(part)
            text.append(" " * (wide - part.cell_len))
    lines += row
    for text in lines:
        text.rstrip()
    return lines
