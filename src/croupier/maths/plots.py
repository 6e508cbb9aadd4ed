"""Plot the JSON documents that the commands print, with Matplotlib (extra ``plots``).

Every function takes a document that a command printed, or part of it, and returns a Matplotlib figure.
It raises ``BadInput`` if the document has nothing to draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.errors import BadInput
from croupier.extras import installed

if TYPE_CHECKING:
    from matplotlib.figure import Figure

GREEN, RED, GREY = "#1b7f4b", "#b3382c", "#8a8f98"
RANKS = "AKQJT98765432"


def _figure(width: float = 7, height: float = 4) -> tuple[Figure, Any]:
    if not installed("matplotlib"):
        raise BadInput("plots need matplotlib; install croupier[plots]")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.add_subplot()


def _result(document: object) -> Mapping[str, Any]:
    """Return the only result of a document, or the argument itself if it is a result."""
    if not isinstance(document, Mapping):
        raise BadInput(f"plots need a document that a command printed, not {document!r:.40}")
    results = document.get("results")
    if results is None:
        return document
    if len(results) != 1:
        raise BadInput(f"this document has {len(results)} results; choose one of its 'results' to draw")
    return _result(results[0])


def _rows(document: Mapping[str, Any], name: str, *keys: str) -> list[Mapping[str, Any]]:
    """Return the rows under ``name`` that have all the keys, or an empty list if the value is not a list."""
    rows = document.get(name)
    if not isinstance(rows, list):
        return []
    return [each for each in rows if isinstance(each, Mapping) and all(key in each for key in keys)]


def distribution(document: Mapping[str, Any]) -> Figure:
    """Plot the probability of each net result, on a log scale, from an ``analyze`` or ``risk`` document."""
    result = _result(document)
    whole = _result(result.get("round", result))
    rows = _rows(whole, "outcomes", "net", "probability") or _rows(
        whole, "distribution", "net", "probability"
    )
    if not rows:
        raise BadInput("the document has no outcomes with probabilities to draw")
    nets = [float(Fraction(each["net"])) for each in rows]
    often = [float(Fraction(each["probability"])) for each in rows]
    figure, axes = _figure()
    colours = [GREEN if net > 0 else RED if net < 0 else GREY for net in nets]
    places = range(len(nets))
    order = sorted(places, key=nets.__getitem__)
    axes.bar(places, [often[each] for each in order], color=[colours[each] for each in order])
    axes.set_yscale("log")
    ticks = order[:: max(1, len(order) // 16)]
    axes.set_xticks([order.index(each) for each in ticks], [f"{nets[each]:g}" for each in ticks], rotation=60)
    axes.set_xlabel("net, in units")
    axes.set_ylabel("probability")
    axes.grid(axis="y", alpha=0.3)
    return figure


def bands(document: Mapping[str, Any]) -> Figure:
    """Plot the range of the house's hold by number of rounds, from a ``risk`` document."""
    figure, axes = _figure()
    rows = sorted(_rows(_result(document), "bands", "rounds"), key=lambda each: each["rounds"])
    if not rows:
        raise BadInput("the document has no bands to draw; run risk with a number of rounds")
    rounds = [each["rounds"] for each in rows]
    low, high = ([100 * each[name] for each in rows] for name in ("hold_low", "hold_high"))
    axes.fill_between(
        rounds, low, high, color=GREEN, alpha=0.25, label=f"{100 * document['bands'][0]['chance']:g} %"
    )
    axes.plot(rounds, low, "o-", rounds, high, "o-", color=GREEN, linewidth=1)
    edge = -100 * float(Fraction(document["round"]["ev"]))
    axes.axhline(edge, color=GREY, linestyle="--", label=f"expected, {edge:.3f} %")
    axes.axhline(0, color=RED, linewidth=0.8)
    axes.set_xscale("log")
    axes.set_xlabel("rounds")
    axes.set_ylabel("hold of one unit a round, %")
    axes.legend(frameon=False)
    axes.grid(alpha=0.3)
    return figure


def meter(document: Mapping[str, Any]) -> Figure:
    """Plot a progressive's return per unit against one meter, with the other meters unchanged."""
    result = _result(document)
    if "return_per_meter_dollar" not in result:
        raise BadInput("only a progressive has a return per meter dollar to draw")
    name = next((each for each in result["return_per_meter_dollar"] if each in result["break_even"]), None)
    if name is None:
        raise BadInput("no row of this progressive pays from a meter, so there is no line to draw")
    slope = result["return_per_meter_dollar"][name]
    amounts = {each: Fraction(amount) for each, amount in result["meters"].items()}
    even = Fraction(result["break_even"][name])
    rest = 1 - even * Fraction(slope)
    top = float(max(even * Fraction(3, 2), amounts[name] * 2))
    figure, axes = _figure()
    dollars = [top * place / 50 for place in range(51)]
    axes.plot(dollars, [100 * (float(rest) + float(Fraction(slope)) * each) for each in dollars], color=GREEN)
    axes.axhline(100, color=GREY, linestyle="--")
    axes.axvline(float(even), color=RED, linewidth=0.8)
    axes.annotate(
        f"breaks even at ${float(even):,.0f}", (float(even), 100), (8, -14), textcoords="offset points"
    )
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set_xlabel(f"dollars on the meter {name}")
    axes.set_ylabel("return, %")
    axes.grid(alpha=0.3)
    return figure


def grid(document: Mapping[str, Any]) -> Figure:
    """Plot the 169 starting hands of a ``strategy`` document, with suited hands above the diagonal."""
    decisions = _rows(_result(document), "decisions")
    # An ``analyze`` document has decisions too, but in a different shape.
    if not decisions or "results" in document or "game" not in document:
        raise BadInput("the grid needs a document that croupier strategy prints without --simple or --hand")
    named = next((each for each in decisions if len(each.get("hands", ())) == 169), None)
    if named is None:
        raise BadInput(f"{document['game']} has no grid of 169 hands")
    hands = {each["hand"]: each for each in named["hands"]}
    figure, axes = _figure(6.4, 6.4)
    for row, first in enumerate(RANKS):
        for column, second in enumerate(RANKS):
            high, low = (first, second) if row <= column else (second, first)
            name = high + low + ("" if row == column else "s" if row < column else "o")
            raised = hands[name]["best"] != "check"
            from matplotlib.patches import Rectangle

            colour = GREEN if raised else "#e9e6dd"
            axes.add_patch(Rectangle((column, row), 1, 1, facecolor=colour, edgecolor="white"))
            axes.text(
                column + 0.5, row + 0.5, name, ha="center", va="center", fontsize=7,
                color="white" if raised else "#555555",
            )  # fmt: skip
    axes.set_xlim(0, 13)
    axes.set_ylim(13, 0)
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.set_title("raise (green) or check before the Flop; suited above the diagonal", fontsize=9)
    return figure
