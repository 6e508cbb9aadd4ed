"""The maths report as a paper: the gathered figures, set in order."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from croupier.hands.words import title_words
from croupier.maths import plots
from croupier.maths.analyze import MAIN
from croupier.papers.blocks import (
    RIGHT,
    Block,
    Blocks,
    Bullets,
    Cell,
    Column,
    Command,
    Contents,
    Facts,
    Heading,
    NewPage,
    Notice,
    Paragraph,
    Picture,
    Signatures,
    money,
    percent,
    table,
)
from croupier.papers.cover import cover_facts
from croupier.papers.faults import draft_blocks
from croupier.papers.report.pictures import drawn
from croupier.papers.report.progressive import progressive_blocks
from croupier.papers.report.proof import checked_blocks, reading_blocks, repeat_blocks
from croupier.papers.report.strategy import strategy_blocks
from croupier.papers.report.words import (
    NONE,
    about,
    about_percent,
    chance,
    deals,
    edge,
    fraction,
    net,
    true_odds,
    units,
)
from croupier.papers.words import plain, short

ASSUMPTIONS = (
    "Every round is dealt from a full and well shuffled deck; every order of the cards is equally likely.",
    "One player looks at their own cards and at the cards turned up, and at no others.",
    "The main game is played as well as it can be played, without regard to side wagers; of two choices "
    "that are worth the same, the smaller wager is taken.",
    "A wager is paid exactly what its row says: no rounding of odd amounts, and no payout limit but "
    "where it is named.",
    "A unit is one wager of the first kind that the main game asks for; a side wager's unit is its own "
    "stake.",
    "The house advantage is the player's expected loss on one unit; the element of risk divides it by "
    "all that is at risk on average.",
)  # fmt: skip


def report_blocks(data: dict[str, Any]) -> Blocks:
    blocks: list[Block] = [
        *_cover(data),
        *_basis(data),
        *_wagers(data),
        *_together(data),
        *strategy_blocks(data),
        *progressive_blocks(data),
        *_exposure(data),
        *checked_blocks(data),
        *repeat_blocks(data),
        *reading_blocks(data),
    ]
    return tuple(blocks)


def _cover(data: dict[str, Any]) -> Iterator[Block]:
    cover = data["cover"]
    yield Heading(f"{cover['title']}: the mathematics")
    yield cover_facts(cover)
    yield from draft_blocks(cover)
    yield from (Notice("Not computed", each) for each in data["missing"])
    if data["wagers"]:
        yield _summary(data)
    yield Signatures(("Prepared by", "Checked by"))
    yield NewPage()
    yield Contents()


def _summary(data: dict[str, Any]) -> Block:
    rows = [
        [
            titled(each),
            each["paytable"] or NONE,
            short(each["clause"]),
            edge(each["house_edge_exact"]),
            edge(each["element_of_risk_exact"]),
            edge(each["hit_frequency"], 3) if each["hit_frequency"] else NONE,
            about(each["sd"], 4) if each["sd"] is not None else NONE,
        ]
        for each in data["wagers"].values()
    ]
    return table(
        [
            Column("Wager", width=1),
            Column("Paytable", "center"),
            Column("Clause"),
            Column("House\nadvantage", RIGHT),
            Column("Of all\nstaked", RIGHT),
            Column("Hits", RIGHT),
            Column("SD", RIGHT),
        ],
        rows,
        "Every wager offered, on one unit",
        name="Summary",
    )


def titled(document: dict[str, Any]) -> str:
    """A wager's name, with its stake where the figures hold for that alone."""
    stake = document["stake"]
    return f"{document['label']}, {money(stake)}" if stake is not None else str(document["label"])


def _basis(data: dict[str, Any]) -> Iterator[Block]:
    yield Heading("What the figures rest on")
    yield Bullets(ASSUMPTIONS)
    moved = [each for each in data["readings"] if each["worth"]]
    chosen = [each for each in data["readings"] if each["choices"] and each["taken"] != each["default"]]
    yield Paragraph(
        "Where the documents leave a question open, a reading says what is taken. Those that move a "
        "figure of this submission stand here with what each other choice would be worth to the player; "
        "all of them stand in the last part."
    )
    if not moved:
        yield Paragraph("No other choice of a reading changes the expectation of a wager offered here.")
    else:
        yield _worth(moved)
    if chosen:
        yield table(
            ["Reading", Column("Question", width=1), Column("Chosen, instead of the default", width=1)],
            [[each["id"], each["question"], f"{each['taken']}: {each['says']}"] for each in chosen],
            "Readings that the operator chose otherwise",
            name="Chosen readings",
        )


def _worth(moved: list[dict[str, Any]]) -> Block:
    rows: list[list[Cell]] = []
    for each in moved:
        told: set[str] = set()
        for change in each["worth"]:
            option = change["option"]
            worth: Cell = percent(Fraction(change["change"])) if change["change"] else change.get("why", NONE)
            taken = ["", ""] if told else [each["id"], f"{each['taken']}: {each['says']}"]
            other = "" if option in told else f"{option}: {each['options'].get(option)}"
            rows.append([*taken, other, change["wager"], worth])
            told.add(option)
    return table(
        [
            "Reading",
            Column("Taken", width=3),
            Column("Instead", width=3),
            Column("Wager", width=2),
            Column("Worth to\nthe player", RIGHT),
        ],
        rows,
        "What readings are worth, in units of the wager",
        name="Readings worth",
    )


# --- the wagers


def _wagers(data: dict[str, Any]) -> Iterator[Block]:
    yield Heading("The wagers", new_page=True)
    yield Paragraph(
        "Counts are of deals, each as likely as any other. True odds are the odds against the row. The "
        "contribution of a row is its probability times what the player is up or down by; the "
        "contributions add up to the player's expectation, and the house advantage is its negative. The "
        "house advantage of a row alone is what the house would keep of a wager on nothing but that row, "
        "by its true odds and its payment.",
        small=True,
    )
    for place, each in enumerate(data["wagers"].values()):
        yield from _wager(each, data, first=not place)


def _wager(each: dict[str, Any], data: dict[str, Any], first: bool) -> Iterator[Block]:
    letter = f", paytable {each['paytable']}" if each["paytable"] else ""
    yield Heading(f"{titled(each)}{letter}", 2, new_page=not first)
    yield Facts(tuple(_facts(each)))
    for line in each.get("notes", ()):
        yield Paragraph(f"{line}.", "Note.")
    main = each["wager"] == MAIN
    yield _rows(each, main)
    if main:
        for part in data["parts"]:
            yield _part(part)
        if not data["parts"]:
            yield Paragraph("The package of this game counts no whole rounds: its wagers are told together.")
    yield Picture(
        drawn(plots.distribution, each),
        f"{titled(each)}: how often each result comes, on a logarithmic scale",
        f"bars: the probability of each net result of {each['label']}",
        70,
    )
    yield from _bands(each)
    for line in (entry for entry in data["repeat"] if entry["figure"].startswith(f"{each['label']}: rows")):
        yield Command((line["command"],))


def _facts(each: dict[str, Any]) -> Iterator[tuple[str, Cell]]:
    yield f"House advantage of one unit ({each['unit']})", edge(each["house_edge_exact"], 6)
    yield "Player's expectation, units", units(each["ev"], 8)
    if each["average_wager"] != "1/1":
        yield "At risk on average, units", units(each["average_wager"])
        yield "Element of risk", edge(each["element_of_risk_exact"], 6)
    yield "Hit frequency", edge(each["hit_frequency"], 4)
    yield "Standard deviation, units", about(each["sd"], 6)
    yield "Variance", units(each["variance"], 6)
    yield "Deals counted", deals(each["total"])
    if each["readings"]:
        yield "Readings", ", ".join(f"{name} {choice}" for name, choice in each["readings"].items())
    for decision in each.get("decisions", ()):
        told = ", ".join(f"{choice} {edge(often, 3)}" for choice, often in decision["choices"].items())
        yield f"Best play, {decision['decision']}", told


def _rows(each: dict[str, Any], main: bool) -> Block:
    columns = [
        Column("Net result", RIGHT) if main else Column("Row", width=1),
        *([] if main else [Column("Clause")]),
        Column("Count", RIGHT),
        Column("Probability", RIGHT),
        Column("True odds", RIGHT),
        *([] if main else [Column("Pays", RIGHT)]),
        Column("Contribution", RIGHT),
        *([] if main else [Column("House adv.\nof the row", RIGHT)]),
    ]
    rows = []
    for row in each["rows"]:
        cells: list[Cell] = [net(row["net"])] if main else [title_words(row["outcome"]), short(row["clause"])]
        cells += [deals(row["count"]), chance(row["probability"]), true_odds(row["true_odds"])]
        cells += [] if main else [row["pays"]]
        cells += [units(row["contribution"], 8)]
        cells += [] if main else [edge(row["house_advantage"], 3)]
        rows.append(cells)
    count, value = deals(each["total"]), units(each["ev"], 8)
    total: list[Cell] = (
        ["Sum", count, "1", "", value]
        if main
        else ["Sum", "", count, "1", "", "", value, edge(each["house_edge_exact"], 3)]
    )
    if each.get("others"):
        total[-1 if main else -2] = ""
    what = "net result of all main wagers, in units" if main else "row by row"
    return table(columns, rows, f"{titled(each)}: {what}", total, name=f"{titled(each)} rows")


def _part(part: dict[str, Any]) -> Block:
    rows = [
        [
            title_words(row["outcome"]),
            deals(row["staked"]),
            net(row["net"]) if row["staked"] else NONE,
            deals(row["count"]),
            chance(row["probability"]),
            true_odds(row["true_odds"]),
            units(row["contribution"], 8),
        ]
        for row in part["rows"]
    ]
    return table(
        [
            Column("Result", width=1),
            Column("Staked", RIGHT),
            Column("Comes to", RIGHT),
            Column("Count", RIGHT),
            Column("Probability", RIGHT),
            Column("True odds", RIGHT),
            Column("Contribution", RIGHT),
        ],
        rows,
        f"Of these, {part['label']} alone, under the best play of the game",
        ["Sum", "", "", deals(part["total"]), "1", "", units(part["ev"], 8)],
        name=f"{part['label']} alone",
    )


def _bands(each: dict[str, Any]) -> Iterator[Block]:
    """Of one wager the hold of its unit; of several together that of all that is staked on them."""
    if "bands" not in each:
        yield Paragraph(str(each["missing"]), "Bands of the hold: not known.")
        return
    alone = "label" in each
    whose = titled(each) if alone else "The wagers together"
    what = "one unit a round" if alone else "all that is staked"
    staked = Fraction(1) if alone else Fraction(each["round"]["staked"])
    low, high = ("hold_low", "hold_high") if alone else ("hold_of_staked_low", "hold_of_staked_high")
    rows = [
        [
            deals(band["rounds"]),
            percent(fraction(band["expected"]) / band["rounds"] / staked, 3),
            about_percent(band[low]),
            about_percent(band[high]),
            about_percent(band["house_loses"], 4),
            about(band["error"], 6),
        ]
        for band in each["bands"]
    ]
    yield table(
        [
            Column("Rounds", RIGHT),
            Column("Expected", RIGHT),
            Column("From", RIGHT),
            Column("To", RIGHT),
            Column("Chance that the\nhouse loses", RIGHT),
            Column("Error of the\nchances, at most", RIGHT),
        ],
        rows,
        f"{whose}: hold of {what}, with a chance of 95 %",
        name=f"{whose} hold",
    )


# --- together


def _together(data: dict[str, Any]) -> Iterator[Block]:
    yield Heading("A round as a whole", new_page=True)
    found = data["together"]
    if "round" not in found:
        yield Paragraph(found["missing"], "Not known.")
        return
    covariance, correlation = found["round"]["covariance"], found["correlation"]
    names, labels = list(covariance), found["labels"]
    yield Paragraph(
        "One unit on each of the wagers below, settled by the same deal. The covariances are exact; "
        "beside them the correlation. The diagonal is the variance of each."
    )
    yield table(
        ["", *(Column(labels[name], RIGHT) for name in names)],
        [[labels[one], *(units(covariance[one][two], 5) for two in names)] for one in names],
        "Covariance of every two wagers, in units squared",
        name="Covariance",
    )
    yield table(
        ["", *(Column(labels[name], RIGHT) for name in names)],
        [[labels[one], *(about(correlation[one][two], 4) for two in names)] for one in names],
        "Correlation of every two wagers",
        name="Correlation",
    )
    whole = found["round"]
    yield Facts(
        (
            ("Expectation of the seat, units", units(whole["ev"])),
            ("Standard deviation of the seat, units", about(whole["sd"], 6)),
            ("At risk on average, units", units(whole["staked"])),
            ("Worst round, units", net(whole["worst"])),
            ("Best round, units", net(whole["best"])),
        )
    )
    yield from _bands(found)
    yield Picture(
        drawn(plots.bands, found),
        "What the house wins a round with one unit on each wager, in per cent of one unit: between the lines "
        "with a chance of 95 %",
        "a band that narrows around the expected win as rounds go on",
        70,
    )
    yield from _sampled(found)


def _sampled(found: dict[str, Any]) -> Iterator[Block]:
    """Wagers that other cards decide, beside all others."""
    if not found["apart"]:
        return
    labels = found["labels"]
    apart = ", ".join(labels[each] for each in found["apart"])
    yield Heading("Wagers that other cards decide", 2)
    yield Paragraph(
        f"{apart}: other cards than those of the main game decide them, and no exact count of both "
        "together is known. What follows was sampled."
    )
    sampled = found["sampled"]
    if "missing" in sampled:
        yield Paragraph(sampled["missing"], "Not known.")
        return
    covariance = sampled["covariance_sampled"]
    names = [one for one in covariance if set(covariance[one]) & set(found["apart"])]
    yield table(
        [
            "",
            *(
                column
                for name in found["apart"]
                for column in (Column(labels[name], RIGHT), Column("±", RIGHT))
            ),
        ],
        [[labels[one], *_estimates([covariance[one].get(two) for two in found["apart"]])] for one in names],
        f"Covariance from {deals(sampled['sampled']['rounds'])} dealt rounds, in units squared, with its "
        "standard error",
        name="Sampled covariance",
    )
    yield Facts(
        (
            ("One unit on every wager, expectation", units(sampled["ev"])),
            ("Standard deviation, units", about(sampled["sd"], 4)),
            ("Its standard error", about(sampled["sd_error"], 4)),
        )
    )


def _estimates(found: list[dict[str, float] | None]) -> Iterator[Cell]:
    for each in found:
        yield from (NONE, "") if each is None else (about(each["value"], 3), about(each["error"], 3))


# --- exposure


def _exposure(data: dict[str, Any]) -> Iterator[Block]:
    found = data["exposure"]
    yield Heading("What the house can lose in a round", new_page=False)
    if not found["lines"]:
        yield Paragraph("No wager is offered.")
        return
    rows = [
        [
            line["label"],
            money(line["most"]) if line["most"] is not None else "no maximum posted",
            line["pays"] if line["wager"] != MAIN else f"{net(line['net'])} units",
            chance(line["probability"]),
            money(Fraction(line["loss"])) if line["loss"] is not None else "without bound",
        ]
        for line in found["lines"]
    ]
    yield table(
        [
            Column("Wager", width=1),
            Column("Largest wager", RIGHT),
            Column("Best result", RIGHT),
            Column("Probability", RIGHT),
            Column("The house loses", RIGHT),
        ],
        rows,
        "The best result of each wager at its posted maximum, for one seat",
        name="Exposure",
    )
    if found["payout_limit"] is not None:
        reached = ", ".join(
            "main game" if each == MAIN else plain(each) for each in found["reached_by_the_limit"]
        )
        yield Paragraph(f"{money(found['payout_limit'])} a hand, for {reached}.", "Payout limit:")
    yield Facts(
        (
            ("One seat, at most", money(Fraction(found["seat"]))),
            (f"All {found['seats']} seats, at most", money(Fraction(found["table"]))),
        )
    )
    yield Paragraph(
        "The sums are bounds: not every best result can come in one deal, nor at every seat. Envy "
        "Bonuses, and what meters pay to a second winner, come on top where they are offered.",
        small=True,
    )
    if found["unknown"]:
        yield Notice("Not in the sums", f"no maximum is posted for {', '.join(found['unknown'])}")
    if found["at_the_limit"]:
        rows = [
            [
                line["label"],
                money(line["stake"]),
                edge(line["house_edge"]) if "house_edge" in line else line["missing"],
            ]
            for line in found["at_the_limit"]
        ]
        yield table(
            [Column("Wager", width=1), Column("At", RIGHT), Column("House advantage", RIGHT)],
            rows,
            "With the payout limit, at the posted maximum; decisions as without it",
            name="Payout limit",
        )
