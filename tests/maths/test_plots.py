"""Test the conversion of documents to dictionaries, data frames and plots."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.errors import BadInput
from croupier.maths import plots
from croupier.results import FRACTION, Document

LABELS = ("outcome", "pays")  # columns of names, which may contain a fraction


def bars(figure: Any) -> list[float]:
    return [patch.get_height() for patch in figure.axes[0].patches]


def test_converts_documents_to_dictionaries_and_frames() -> None:
    document = croupier.analyze("dragon", "main")
    plain = document.to_dict()
    assert type(plain) is dict and plain == document
    frame = document.frame()
    assert frame["paytable"].tolist() == ["A", "B"]
    assert frame["ev"].dtype == np.float64 and frame["ev_exact"].iloc[0] == document["results"][0]["ev"]
    assert frame["ev"].iloc[0] == float(Fraction(document["results"][0]["ev"]))
    assert len(croupier.risk("dragon", rounds=[10, 20]).frame()) == 2
    with pytest.raises(BadInput, match="no table"):
        croupier.check({"game": "topfive"}).frame()


def test_converts_documents_to_arrays() -> None:
    document = croupier.analyze("dragon", "main")
    found = document.arrays()
    assert found["paytable"].tolist() == ["A", "B"] and found["sd"].dtype == np.float64
    assert found["ev"].dtype == np.float64
    assert found["ev"].tolist() == [float(Fraction(each["ev"])) for each in document["results"]]
    assert found["ev_exact"].tolist() == [each["ev"] for each in document["results"]]
    assert found["house_edge_exact"].dtype == object and "house_edge_exact_exact" not in found
    assert found["outcomes"].shape == (2,) and found["outcomes"][0] == document["results"][0]["outcomes"]
    assert set(document.frame().columns) <= set(found)
    dealt = croupier.simulate("dragon", 10)
    assert dealt.arrays()["net"].dtype == np.int64
    with pytest.raises(BadInput, match="no table"):
        croupier.check({"game": "topfive"}).arrays()


def test_converts_outcomes_to_a_tidy_frame() -> None:
    """The frame has one row per outcome. A wager's probabilities add up to 1 and reproduce its expected
    value.
    """
    document = croupier.analyze("dragon")
    frame = document.frame("outcomes")
    assert list(frame.columns)[:3] == ["wager", "paytable", "outcome"]
    assert frame["probability"].dtype == frame["net"].dtype == np.float64
    for result in document["results"]:
        rows = frame[(frame["wager"] == result["wager"]) & (frame["paytable"] == result["paytable"])]
        exactly = [Fraction(each) for each in rows["probability_exact"]]
        assert sum(exactly) == 1 and len(rows) == len(result["outcomes"])
        assert (rows["probability"] * rows["net"]).sum() == pytest.approx(-result["house_edge"])
    told = croupier.risk("dragon", rounds=[10])
    assert told.frame("distribution")["probability"].sum() == pytest.approx(1)
    with pytest.raises(BadInput, match="no row of this document has a table 'moons'"):
        document.frame("moons")


def test_unknown_values_become_nan() -> None:
    rows = [{"a": 1, "b": "1/2", "c": True}, {"a": None, "b": None, "c": False, "d": "x"}]
    found = Document(results=rows).arrays()
    assert found["a"][0] == 1 and np.isnan(found["a"][1])
    assert found["b"][0] == 0.5 and np.isnan(found["b"][1]) and found["b_exact"].tolist() == ["1/2", None]
    assert found["c"].dtype == np.bool_ and found["d"].tolist() == [None, "x"]
    assert Document(results=[]).arrays() == {}


def test_converts_rules_to_frames() -> None:
    reading = croupier.rules("U-02")
    assert reading.frame()["reading"].tolist() == list(reading["options"])
    assert reading.arrays()["taken"].tolist() == [name == reading["default"] for name in reading["options"]]
    assert len(croupier.rules("uth/11.H").frame()) == len(croupier.rules("uth/11.H")["items"])
    assert croupier.rules().frame()["id"].tolist() == list(croupier.rules())


def test_draws_a_distribution() -> None:
    result = croupier.analyze("dragon", "main", "A")["results"][0]
    shown = bars(plots.distribution(result))
    often = sorted(
        (Fraction(each["net"]), float(Fraction(each["probability"]))) for each in result["outcomes"]
    )
    assert shown == [probability for _, probability in often]


def test_draws_bands_and_meter() -> None:
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


def test_whole_documents_are_drawn() -> None:
    document = croupier.analyze("dragon", "main", "A")
    assert bars(plots.distribution(document)) == bars(plots.distribution(document["results"][0]))
    told = croupier.risk("dragon", rounds=[10])
    assert bars(plots.distribution(told)) == bars(plots.distribution(told["round"]))
    axes: Any = plots.meter(croupier.analyze("uth", "progressive", "A")).axes[0]
    assert axes.get_xlabel() == "dollars on the meter main"


NOTHING = {
    "this document has 2 results": lambda: plots.distribution(croupier.analyze("dragon", "main")),
    "the document has no outcomes": lambda: plots.distribution(croupier.strategy("dragon")),
    "the document has no outcomes with": lambda: plots.distribution({"results": [{"outcomes": None}]}),
    "the document has no bands": lambda: plots.bands(croupier.risk("dragon", rounds=[])),
    "the document has no bands to": lambda: plots.bands(croupier.strategy("dragon")),
    "only a progressive has": lambda: plots.meter(croupier.analyze("dragon", "main", "A")),
    "the grid needs": lambda: plots.grid(croupier.strategy("topfive", simple=True)),
    "the grid needs a document": lambda: plots.grid(croupier.analyze("dragon", "main", "A")),
    "dragon has no grid": lambda: plots.grid(croupier.strategy("dragon")),
    "plots need a document": lambda: plots.distribution("uth"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("told", NOTHING)
def test_rejects_documents_without_the_data_to_draw(told: str) -> None:
    with pytest.raises(BadInput) as refused:
        NOTHING[told]()
    assert str(refused.value).startswith(told) and "\n" not in str(refused.value)


def test_draws_the_grid_of_169_hands() -> None:
    document = croupier.strategy("uth")
    axes: Any = plots.grid(document).axes[0]
    assert len(axes.patches) == 169
    named = {text.get_text(): patch for text, patch in zip(axes.texts, axes.patches, strict=True)}
    green = named["AA"].get_facecolor()
    assert named["K2s"].get_facecolor() == green and named["K4o"].get_facecolor() != green
    with pytest.raises(BadInput, match="no grid"):
        plots.grid(croupier.strategy("dragon"))


def test_missing_matplotlib_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "installed", lambda library: False)
    with pytest.raises(BadInput, match=r"install croupier\[plots\]"):
        plots.bands({"bands": []})


@pytest.mark.parametrize("game", ["uth", "letitride", "dragon", "topfive"])
def test_frames_have_a_number_for_every_exact_value(game: str) -> None:
    """No column contains a fraction as text, except the exact column beside its numbers."""
    document = croupier.analyze(game)
    frames = {of: document.frame(of) for of in (None, "outcomes", "decisions")}
    for frame in frames.values():
        for name in frame.columns:
            known = [value for value in frame[name] if isinstance(value, str | dict)]
            if name.endswith("_exact"):
                exact = frame[[name, name.removesuffix("_exact")]].dropna()
                for text, number in exact.itertuples(index=False):
                    assert float(Fraction(text)) == pytest.approx(number, rel=1e-12, abs=1e-15)
            else:
                assert not any(FRACTION.search(str(value)) for value in known if name not in LABELS), name
    outcomes = frames["outcomes"].assign(p=frames["outcomes"].probability_exact.map(Fraction))
    assert {*outcomes.groupby(["wager", "paytable"], dropna=False).p.sum()} == {1}


def test_a_mapping_of_exact_values_has_a_column_for_each_name() -> None:
    frame = croupier.analyze("uth", "progressive").frame()
    meters = frame[["meters_main", "break_even_main", "break_even_main_exact"]].dropna()
    assert meters.values.tolist()[0] == [10000.0, pytest.approx(2863610 / 19), "2863610/19"]
    decisions = croupier.analyze("dragon", "main").frame("decisions")
    assert decisions.choices_play_exact.tolist() == ["9481/11713"] * 2
    assert decisions.choices_play[0] + decisions.choices_fold[0] == pytest.approx(1)
