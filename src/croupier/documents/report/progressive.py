"""The report pages on the progressive: meters, jackpots, break-even points and Envy."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from croupier.documents.blocks import (
    RIGHT,
    Block,
    Column,
    Facts,
    Heading,
    Paragraph,
    PictureBlock,
    count,
    money,
    percent,
    table,
)
from croupier.documents.report.pictures import draw_svg
from croupier.documents.report.text import NONE, about, chance, edge, one_in
from croupier.documents.text import short
from croupier.hands.words import title_words
from croupier.maths import plots


def progressive_blocks(data: dict[str, Any]) -> Iterator[Block]:
    if not data["progressives"]:
        return
    yield Heading("The progressive", new_page=True)
    for key, found in data["progressives"].items():
        yield from _one(found, data["wagers"][key])


def _one(found: dict[str, Any], document: dict[str, Any]) -> Iterator[Block]:
    yield Heading(f"{document['label']} for {money(found['stake'])}, paytable {document['paytable']}", 2)
    yield table(
        [
            "Meter",
            Column("At the opening", RIGHT),
            Column("Reset to", RIGHT),
            Column("Share of each\nwager", RIGHT),
            Column("Each $1,000 on it\nreturns", RIGHT),
            Column("Breaks even at", RIGHT),
        ],
        [
            [
                name,
                money(meter["initial"]),
                money(meter["reset"]),
                percent(Fraction(meter["rate"]), 2),
                percent(1000 * Fraction(meter["return_per_dollar"]), 4),
                _even(meter["break_even"]),
            ]
            for name, meter in found["meters"].items()
        ],
        "Meters. Break-even amounts assume that other meters stay unchanged and that no Envy is paid",
        name="Meters",
    )
    yield table(
        [
            Column("Hand", width=1),
            "Clause",
            "Meter",
            Column("Share", RIGHT),
            Column("Probability", RIGHT),
            Column("", RIGHT),
            Column("Payment at opening amounts", RIGHT),
        ],
        [
            [
                title_words(each["hand"]),
                short(each["clause"]),
                each["meter"],
                percent(Fraction(each["percent"], 100), 0),
                chance(each["probability"]),
                one_in(each["probability"]),
                money(each["pays_now"]),
            ]
            for each in found["jackpots"]
        ],
        "Probability of each jackpot, for one wager",
        name="Jackpots",
    )
    yield Facts(tuple(_returns(found, document)))
    for name in document["return_per_meter_dollar"]:
        only = {
            **document,
            "return_per_meter_dollar": {name: document["return_per_meter_dollar"][name]},
        }
        if name in document["break_even"] and Fraction(document["break_even"][name]) > 0:
            yield PictureBlock(
                draw_svg(plots.meter, only),
                f"Return of one wager by the amount on the meter {name}, other meters at opening amounts",
                f"a straight line that rises with the meter {name} and passes 100 percent where it "
                "breaks even",
                74,
            )
    yield from _envy(found["envy"])


def _even(written: str | None) -> Any:
    if written is None:
        return NONE
    value = Fraction(written)
    return money(value * 100) if value > 0 else "at any amount"


def _returns(found: dict[str, Any], document: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    yield "Return of rows that pay odds or fixed amounts", edge(found["fixed_return"])
    yield "House advantage at opening amounts, without Envy", edge(document["house_edge_exact"])
    long_run = found["long_run"]
    if "missing" in long_run:
        yield "Long-run return", f"not available: {long_run['missing']}"
        return
    for name, value in long_run["from_meters"].items():
        yield f"Long-run return of the meter {name}", edge(value)
    yield "Long-run house advantage, without Envy", edge(long_run["house_edge"])


def _envy(envy: dict[str, Any]) -> Iterator[Block]:
    yield Heading("Envy", 3)
    if "missing" in envy:
        yield Paragraph(envy["missing"])
        return
    yield table(
        [Column("Hand of another player", width=1), "Clause", Column("Pays", RIGHT)],
        [[title_words(row["hand"]), short(row["clause"]), row["pays"]] for row in envy["schedule"]],
        f"Envy schedule {envy['letter']}",
        name="Envy",
    )
    meters = list(envy["by_others"][0]["break_even"])
    yield table(
        [
            Column("Other players", RIGHT),
            Column("House advantage", RIGHT),
            Column("SD", RIGHT),
            *(Column(f"Breaks even,\nmeter {name}", RIGHT) for name in meters),
        ],
        [
            [
                count(line["others"]),
                edge(line["house_edge_exact"]),
                about(line["sd"], 4),
                *(_even(line["break_even"][name]) for name in meters),
            ]
            for line in envy["by_others"]
        ],
        "House advantage with Envy, by the number of other players",
        name="Envy by players",
    )
