"""Build the blocks of the mathematics report from the collected figures."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from croupier.documents.blocks import (
    RIGHT,
    Block,
    Blocks,
    Bullets,
    Cell,
    Column,
    CommandLine,
    Contents,
    Facts,
    Heading,
    NewPage,
    NoticeBlock,
    Paragraph,
    PictureBlock,
    Signatures,
    money,
    percent,
    table,
)
from croupier.documents.cover import cover_facts
from croupier.documents.errors import draft_blocks
from croupier.documents.report.pictures import draw_svg
from croupier.documents.report.progressive import progressive_blocks
from croupier.documents.report.proof import checked_blocks, reading_blocks, repeat_blocks
from croupier.documents.report.strategy import strategy_blocks
from croupier.documents.report.text import (
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
from croupier.documents.text import plain, short
from croupier.hands.words import title_words
from croupier.maths import plots
from croupier.maths.analyze import MAIN
from croupier.rulebook import Odds

ASSUMPTIONS = (
    "Every round is dealt from a full, shuffled deck. All orders of the cards are equally likely.",
    "A player sees only their own cards and the cards turned face up.",
    "The main game is played optimally, without regard to side wagers. If two choices "
    "have the same value, the player makes the smaller wager. Figures published elsewhere may assume the "
    "larger wager, which leaves the house advantage unchanged and lowers the element of risk.",
    "A wager is paid exactly as its row states, without rounding of odd amounts. A payout limit applies only "
    "where this report mentions it.",
    "A unit is the first required wager of the main game. The unit of a side wager is its own "
    "stake.",
    "The house advantage is the player's expected loss on one unit. The element of risk is that loss "
    "divided by the average total amount at risk.",
)  # fmt: skip


def report_blocks(data: dict[str, Any]) -> Blocks:
    blocks: list[Block] = [
        *_cover(data),
        *_game(data),
        *_method(data),
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
    yield Heading(f"{cover['title']}: mathematics report")
    yield cover_facts(cover)
    yield from draft_blocks(cover)
    yield from (NoticeBlock("Not computed", each) for each in data["missing"])
    if data["wagers"]:
        yield _summary(data)
    yield Signatures(("Prepared by", "Checked by"))
    yield NewPage()
    yield Contents()


METHOD = (
    "Counts. For each wager, the program counts the deals that lead to each result. All deals are equally "
    "likely. Probabilities and expectations are exact fractions. This report prints rounded values, and the "
    "workbook and the JSON file contain the fractions.",
    "Decisions. The value of each choice is the average result over all cards that the player cannot see. "
    "The program starts with the last decision and works back to the first. At each decision, the program "
    "takes the choice with the highest value.",
    "Variance. Variance and standard deviation come from the same exact distribution of results.",
    "Hold bands. The distribution of the total result is the convolution of the distributions of the single "
    "rounds. The tables state the largest error of the probabilities.",
    "Sensitivity. The house advantage is linear in the payment of a row. If a row pays one unit more, the "
    "house advantage falls by the probability of the row. In the main game, this is true only for small "
    "changes that leave best play unchanged.",
    "Volatility index. The index is 1.645 standard deviations of one round, in units. With 90 % confidence, "
    "the total result of n rounds differs from its expectation by at most the index times the square root of "
    "n.",
    "Simulation. Simulated rounds check the exact figures. Figures that are sampled are marked as sampled "
    "and have a standard error.",
)


def _game(data: dict[str, Any]) -> Iterator[Block]:
    yield Heading("The game", new_page=True)
    game = data["game"]
    if not game["steps"]:
        yield Paragraph("The package of this game contains no description of play.")
        return
    yield Paragraph(game["line"])
    yield Bullets(tuple(game["steps"]))


def _method(data: dict[str, Any]) -> Iterator[Block]:
    yield Heading("Method")
    yield Bullets(METHOD)


def _summary(data: dict[str, Any]) -> Block:
    rows = [
        [
            wager_title(each),
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
            Column("Element\nof risk", RIGHT),
            Column("Hit\nfrequency", RIGHT),
            Column("Standard\ndeviation", RIGHT),
        ],
        rows,
        "All offered wagers, per unit",
        name="Summary",
    )


def wager_title(document: dict[str, Any]) -> str:
    """Return a wager's name, followed by its stake if its figures depend on the stake."""
    stake = document["stake"]
    return f"{document['label']}, {money(stake)}" if stake is not None else str(document["label"])


def _basis(data: dict[str, Any]) -> Iterator[Block]:
    yield Heading("Assumptions")
    yield Bullets(ASSUMPTIONS)
    moved = [each for each in data["readings"] if each["worth"]]
    chosen = [each for each in data["readings"] if each["choices"] and each["taken"] != each["default"]]
    yield Paragraph(
        "A reading is the answer that this report uses where the rules leave a question open. Readings that "
        "affect this submission are listed here with the value of each alternative to the player. The last "
        "section lists all readings."
    )
    if not moved:
        yield Paragraph("No alternative reading changes the expectation of an offered wager.")
    else:
        yield _worth(moved)
    if chosen:
        yield table(
            ["Reading", Column("Question", width=1), Column("Chosen answer", width=1)],
            [[each["id"], each["question"], f"{each['taken']}: {each['says']}"] for each in chosen],
            "Readings for which the operator did not choose the default",
            name="Chosen readings",
        )


def _worth(moved: list[dict[str, Any]]) -> Block:
    rows: list[list[Cell]] = []
    for each in moved:
        listed: set[str] = set()
        for change in each["worth"]:
            option = change["option"]
            worth: Cell = percent(Fraction(change["change"])) if change["change"] else change.get("why", NONE)
            taken = ["", ""] if listed else [each["id"], f"{each['taken']}: {each['says']}"]
            other = "" if option in listed else f"{option}: {each['options'].get(option)}"
            rows.append([*taken, other, change["wager"], worth])
            listed.add(option)
    return table(
        [
            "Reading",
            Column("Answer used", width=3),
            Column("Alternative", width=3),
            Column("Wager", width=2),
            Column("Value to\nthe player", RIGHT),
        ],
        rows,
        "Value of alternative readings, in units of the wager",
        name="Readings worth",
    )


# --- the wagers


def _wagers(data: dict[str, Any]) -> Iterator[Block]:
    yield Heading("The wagers", new_page=True)
    yield Paragraph(
        "Counts are numbers of equally likely deals. True odds are the odds against the row. The "
        "contribution of a row is its probability times the player's net result. The "
        "contributions add up to the player's expectation, and the house advantage is the negative of this "
        "expectation. The house advantage of a row is computed from its true odds and its payment, as if the "
        "row were a wager of its own.",
        small=True,
    )
    for place, each in enumerate(data["wagers"].values()):
        yield from _wager(each, data, first=not place)


def _wager(each: dict[str, Any], data: dict[str, Any], first: bool) -> Iterator[Block]:
    letter = f", paytable {each['paytable']}" if each["paytable"] else ""
    yield Heading(f"{wager_title(each)}{letter}", 2, new_page=not first)
    yield Facts(tuple(_facts(each)))
    for line in each.get("notes", ()):
        yield Paragraph(f"{line}.", "Note.")
    main = each["wager"] == MAIN
    yield _rows(each, main)
    if each.get("sensitivity"):
        yield _sensitivity(wager_title(each), each["sensitivity"])
    if main:
        for part in data["parts"]:
            yield _part(part)
            if part["sensitivity"]:
                yield _sensitivity(part["label"], part["sensitivity"])
        if not data["parts"]:
            yield Paragraph(
                "The package of this game does not count whole rounds. The report shows only combined "
                "figures for the main wagers."
            )
    yield PictureBlock(
        draw_svg(plots.distribution, each),
        f"{wager_title(each)}: probability of each result, on a logarithmic scale",
        f"bars: the probability of each net result of {each['label']}",
        52,
    )
    yield from _bands(each)
    for line in (entry for entry in data["repeat"] if entry["figure"].startswith(f"{each['label']}: rows")):
        yield CommandLine((line["command"],))


def _facts(each: dict[str, Any]) -> Iterator[tuple[str, Cell]]:
    yield f"House advantage of one unit ({each['unit']})", edge(each["house_edge_exact"], 6)
    yield "Player's expectation, units", units(each["ev"], 8)
    if each["average_wager"] != "1/1":
        yield "Average amount at risk, units", units(each["average_wager"])
        yield "Element of risk", edge(each["element_of_risk_exact"], 6)
    yield "Hit frequency", edge(each["hit_frequency"], 4)
    yield "Standard deviation, units", about(each["sd"], 6)
    yield "Variance", units(each["variance"], 6)
    if each["volatility_index"] is not None:
        yield "Volatility index (1.645 SD, 90 %), units", about(each["volatility_index"], 4)
    yield "Deals counted" if each["counted"] else "Common denominator of the counts", deals(each["total"])
    if each["readings"]:
        yield "Readings", ", ".join(f"{name} {choice}" for name, choice in each["readings"].items())
    for decision in each.get("decisions", ()):
        choices = ", ".join(f"{choice} {edge(often, 3)}" for choice, often in decision["choices"].items())
        yield f"Best play, {decision['decision']}", choices


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
        ["Total", count, "1", "", value]
        if main
        else ["Total", "", count, "1", "", "", value, edge(each["house_edge_exact"], 3)]
    )
    if each.get("others"):
        total[-1 if main else -2] = ""
    what = "net result of all main wagers, in units" if main else "row by row"
    return table(columns, rows, f"{wager_title(each)}: {what}", total, name=f"{wager_title(each)} rows")


def _sensitivity(label: str, found: list[dict[str, Any]]) -> Block:
    rows: list[list[Cell]] = [
        [
            title_words(row["outcome"]),
            _odds(row),
            edge(row["one_more"], 5),
            edge(row["house_edge_one_more"], 4),
            units(row["break_even"], 2),
        ]
        for row in found
    ]
    return table(
        [
            Column("Row", width=1),
            Column("Pays", RIGHT),
            Column("One unit more changes\nthe house advantage by", RIGHT),
            Column("House advantage\nwith one unit more", RIGHT),
            Column("Net payment for a\nhouse advantage of 0", RIGHT),
        ],
        rows,
        f"{label}: sensitivity to the payment of each row",
        name=f"{label} sensitivity",
    )


def _odds(row: dict[str, Any]) -> str:
    """Return a row's payment as odds. For wagers of the main game, compute it from the net result."""
    if not row["pays"].startswith("win "):
        return str(row["pays"])
    return str(Odds(*Fraction(row["net"]).as_integer_ratio(), "to"))


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
            Column("Net result", RIGHT),
            Column("Count", RIGHT),
            Column("Probability", RIGHT),
            Column("True odds", RIGHT),
            Column("Contribution", RIGHT),
        ],
        rows,
        f"{part['label']} only, under best play",
        ["Total", "", "", deals(part["total"]), "1", "", units(part["ev"], 8)],
        name=f"{part['label']} alone",
    )


def _bands(each: dict[str, Any]) -> Iterator[Block]:
    """Show the hold per unit for a single wager, or the hold of all stakes for several wagers combined."""
    if "bands" not in each:
        yield Paragraph(str(each["missing"]), "Hold bands: not available.")
        return
    alone = "label" in each
    whose = wager_title(each) if alone else "The wagers together"
    what = "one unit a round" if alone else "all stakes"
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
            Column("Probability that\nthe house loses", RIGHT),
            Column("Maximum error of\nprobabilities", RIGHT),
        ],
        rows,
        f"{whose}: hold of {what}, 95 % range",
        name=f"{whose} hold",
    )


# --- together


def _together(data: dict[str, Any]) -> Iterator[Block]:
    yield Heading("All wagers of a round", new_page=True)
    found = data["together"]
    if "round" not in found:
        yield Paragraph(found["missing"], "Not available.")
        return
    covariance, correlation = found["round"]["covariance"], found["correlation"]
    names, labels = list(covariance), found["labels"]
    at = ", ".join(f"{found['labels'][wager]} {money(cents)}" for wager, cents in found["stakes"].items())
    yield Paragraph(
        "These figures are for one unit on each of the wagers below, settled on the same deal. All "
        "covariances are exact. The diagonal of the first table contains each wager's variance."
        + (
            f" If a wager's figures depend on its stake, the unit is the stake on the wager's page: {at}."
            if at
            else ""
        )
    )
    yield table(
        ["", *(Column(labels[name], RIGHT) for name in names)],
        [[labels[one], *(units(covariance[one][two], 5) for two in names)] for one in names],
        "Covariance of each pair of wagers, in units squared",
        name="Covariance",
    )
    yield table(
        ["", *(Column(labels[name], RIGHT) for name in names)],
        [[labels[one], *(about(correlation[one][two], 4) for two in names)] for one in names],
        "Correlation of each pair of wagers",
        name="Correlation",
    )
    whole = found["round"]
    yield Facts(
        (
            ("Expectation for the seat, units", units(whole["ev"])),
            ("Standard deviation for the seat, units", about(whole["sd"], 6)),
            ("Average amount at risk, units", units(whole["staked"])),
            ("Worst round, units", net(whole["worst"])),
            ("Best round, units", net(whole["best"])),
        )
    )
    yield from _bands(found)
    yield PictureBlock(
        draw_svg(plots.bands, found),
        "House win per round with one unit on each wager, in percent of one unit. The band covers 95 % of "
        "results",
        "a band that narrows around the expected win as the number of rounds grows",
        70,
    )
    yield from _sample_pages(found)


def _sample_pages(found: dict[str, Any]) -> Iterator[Block]:
    """Show the sampled figures of wagers that pay on cards outside the main game."""
    if not found["apart"]:
        return
    labels = found["labels"]
    apart = ", ".join(labels[each] for each in found["apart"])
    yield Heading("Wagers that pay on other cards", 2)
    yield Paragraph(
        f"These wagers pay on cards outside the main game: {apart}. No exact joint count is available, so "
        "the figures below are sampled."
    )
    sampled = found["sampled"]
    if "missing" in sampled:
        yield Paragraph(sampled["missing"], "Not available.")
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
            ("Expectation with one unit on every wager", units(sampled["ev"])),
            ("Standard deviation, units", about(sampled["sd"], 4)),
            ("Standard error of the standard deviation", about(sampled["sd_error"], 4)),
        )
    )


def _estimates(found: list[dict[str, float] | None]) -> Iterator[Cell]:
    for each in found:
        yield from (NONE, "") if each is None else (about(each["value"], 3), about(each["error"], 3))


# --- exposure


def _exposure(data: dict[str, Any]) -> Iterator[Block]:
    found = data["exposure"]
    yield Heading("Largest possible house loss in a round", new_page=False)
    if not found["lines"]:
        yield Paragraph("No wager is offered.")
        return
    rows = [
        [
            line["label"],
            money(line["most"]) if line["most"] is not None else "no maximum posted",
            line["pays"] if line["wager"] != MAIN else f"{net(line['net'])} units",
            chance(line["probability"]),
            money(Fraction(line["loss"])) if line["loss"] is not None else "unlimited",
        ]
        for line in found["lines"]
    ]
    yield table(
        [
            Column("Wager", width=1),
            Column("Largest wager", RIGHT),
            Column("Best result", RIGHT),
            Column("Probability", RIGHT),
            Column("House loss", RIGHT),
        ],
        rows,
        "Best result of each wager for a player at the posted maximum, for one seat",
        name="Exposure",
    )
    if found["payout_limit"] is not None:
        reached = ", ".join(
            "main game" if each == MAIN else plain(each) for each in found["reached_by_the_limit"]
        )
        yield Paragraph(f"{money(found['payout_limit'])} per hand, for {reached}.", "Payout limit:")
    yield Facts(
        (
            ("One seat, at most", money(Fraction(found["seat"]))),
            (f"All {found['seats']} seats, at most", money(Fraction(found["table"]))),
        )
    )
    yield Paragraph(
        "These totals are upper bounds, because the best results of all wagers and seats cannot occur in the "
        "same deal. Envy Bonuses and meter payments to a second winner are included if they are offered.",
        small=True,
    )
    if found["unknown"]:
        yield NoticeBlock("Not in the totals", f"No maximum is posted for {', '.join(found['unknown'])}.")
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
            "House advantage at the posted maximum with the payout limit, if decisions ignore the limit",
            name="Payout limit",
        )
