"""Documents as dictionaries, frames and pictures."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import croupier
from croupier.errors import BadInput
from croupier.maths import plots


def bars(figure: Any) -> list[float]:
    return [patch.get_height() for patch in figure.axes[0].patches]


def test_documents_as_dictionaries_and_frames() -> None:
    document = croupier.analyze("dragon", "main")
    plain = document.to_dict()
    assert type(plain) is dict and plain == document
    frame = document.frame()
    assert frame["paytable"].tolist() == ["A", "B"]
    assert Fraction(frame["ev"].iloc[0]) == Fraction(document["results"][0]["ev"])
    assert len(croupier.risk("dragon", rounds=[10, 20]).frame()) == 2
    with pytest.raises(BadInput, match="no table"):
        croupier.check({"game": "topfive"}).frame()


def test_a_distribution_as_a_picture() -> None:
    result = croupier.analyze("dragon", "main", "A")["results"][0]
    shown = bars(plots.distribution(result))
    often = sorted(
        (Fraction(each["net"]), float(Fraction(each["probability"]))) for each in result["outcomes"]
    )
    assert shown == [probability for _, probability in often]


def test_bands_and_meter_as_pictures() -> None:
    document = croupier.risk("dragon", rounds=[100, 1000])
    axes: Any = plots.bands(document).axes[0]
    assert axes.lines[0].get_ydata().tolist() == [100 * each["hold_low"] for each in document["bands"]]
    line = croupier.analyze("letitride", "progressive", "C")["results"][0]
    axes = plots.meter(line).axes[0]
    even = float(Fraction(line["break_even"]["main"]))
    dollars, returns = axes.lines[0].get_data()
    place = min(range(len(dollars)), key=lambda each: abs(dollars[each] - even))
    assert returns[place] == pytest.approx(100, abs=3)
    with pytest.raises(BadInput, match="only a progressive"):
        plots.meter(croupier.analyze("dragon", "main", "A")["results"][0])


def test_the_grid_of_169_hands() -> None:
    document = croupier.strategy("uth")
    axes: Any = plots.grid(document).axes[0]
    assert len(axes.patches) == 169
    named = {text.get_text(): patch for text, patch in zip(axes.texts, axes.patches, strict=True)}
    green = named["AA"].get_facecolor()
    assert named["K2s"].get_facecolor() == green and named["K4o"].get_facecolor() != green
    with pytest.raises(BadInput, match="no grid"):
        plots.grid(croupier.strategy("dragon"))


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "installed", lambda library: False)
    with pytest.raises(BadInput, match=r"install croupier\[plots\]"):
        plots.bands({"bands": []})
