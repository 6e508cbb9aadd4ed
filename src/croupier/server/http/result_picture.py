"""Draw the result of a challenge as an SVG picture that contains no name and no card."""

from __future__ import annotations

from fractions import Fraction
from html import escape

from croupier.server.services.challenges import ChallengeResult

WIDTH, HEIGHT = 640, 336
INK, SOFT, GOLD, GROUND = "#f0ebde", "#b5b3a8", "#dcbb72", "#121517"


def result_picture(title: str, result: ChallengeResult) -> str:
    per_hand = Fraction(result["lost"]) / result["done"]
    right = result["decisions"] - result["mistakes"]
    lines = [
        ("Result", money(Fraction(result["result"]), True)),
        ("Expected with best play", money(Fraction(result["expected"]), True)),
        ("Lost by decisions", money(-Fraction(result["lost"]), True)),
        ("Luck", money(Fraction(result["luck"]), True)),
    ]
    about = f"Challenge of {result['hands']} hands, {money(Fraction(result['unit']))} a bet"
    texts = [
        _text(32, 52, 24, GOLD, title),
        _text(32, 80, 16, SOFT, about),
        _text(32, 142, 44, INK, f"{money(per_hand)} lost per hand"),
        _text(32, 172, 16, SOFT, f"{right} of {result['decisions']} decisions were best"),
    ]
    for place, (label, amount) in enumerate(lines):
        y = 214 + 28 * place
        texts.append(_text(32, y, 18, SOFT, label))
        texts.append(_text(WIDTH - 32, y, 18, INK, amount, "end"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" role="img" aria-label="{escape(title)}: {money(per_hand)} lost per hand">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="12" fill="{GROUND}"/>{"".join(texts)}</svg>'
    )


def _text(x: int, y: int, size: int, color: str, words: str, anchor: str = "start") -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" fill="{color}" text-anchor="{anchor}" '
        f'font-family="Helvetica Neue, Arial, Liberation Sans, sans-serif">{escape(words)}</text>'
    )


def money(cents: Fraction, signed: bool = False) -> str:
    """Format an exact number of cents, rounded to whole cents."""
    whole = round(cents)
    sign = "−" if whole < 0 else "+" if signed and whole > 0 else ""
    return f"{sign}${abs(whole) // 100:,}.{abs(whole) % 100:02}"
