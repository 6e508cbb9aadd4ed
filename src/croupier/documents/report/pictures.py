"""Draw the report's pictures as SVG. Equal figures give equal bytes."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from croupier.errors import BadInput
from croupier.maths import plots

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PRINT: Any = {
    "svg.hashsalt": "croupier",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
}


def draw_svg(draw: Any, *arguments: Any) -> str:
    """Draw a figure of ``croupier.maths.plots`` as SVG without a date."""
    import matplotlib

    with matplotlib.rc_context(PRINT):
        figure: Figure = draw(*arguments)
        file = io.StringIO()
        # The background is transparent, so that the draft mark behind the picture stays visible.
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return file.getvalue()


def grid(strategy: Mapping[str, Any]) -> str | None:
    """Draw the grid of 169 starting hands, or return None if the game has no such grid."""
    try:
        return draw_svg(plots.grid, strategy)
    except BadInput:
        return None
