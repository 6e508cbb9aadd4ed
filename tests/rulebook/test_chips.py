"""Test that pages, forms and slips all use the rule book's list of chips."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

import croupier
from croupier.pages import FILES
from croupier.pages.generated import generated_files
from croupier.rulebook import regulations
from croupier.rulebook.chips import chips, denominations
from croupier.rulebook.layout import contrast

SOURCE = Path(croupier.__file__).parent
LIST = SOURCE / "rulebook" / "maryland" / "chips.toml"
TENS = {10**power for power in range(8)}
TEXTS = (".py", ".js", ".css", ".svg", ".html", ".typ", ".toml")


def sources() -> dict[str, str]:
    """Return the package's text files, except the list of chips itself."""
    return {
        str(path.relative_to(SOURCE)): path.read_text(encoding="utf-8")
        for path in sorted(SOURCE.rglob("*"))
        if path.suffix in TEXTS and path != LIST
    }


def test_the_chips_are_those_of_the_regulation() -> None:
    assert {chip.cents: chip.name for chip in chips()} == {
        1_00: "white", 2_00: "blue", 2_50: "pink", 5_00: "red", 20_00: "yellow", 25_00: "green",
        100_00: "black", 500_00: "purple", 1_000_00: "orange", 5_000_00: "brown", 10_000_00: "silver",
        25_000_00: "gold",
    }  # fmt: skip


def test_chip_values_contrast_with_the_chip_color() -> None:
    for chip in chips():
        assert contrast(chip.print, chip.center) >= 4.5 and contrast(chip.label, chip.color) >= 4.5, chip.name


def test_no_second_list_of_values_exists() -> None:
    """Four or more adjacent chip values, in cents or dollars, count as a list. Powers of ten do not."""
    number = r"(?:\d[\d_,]*\d|\d)"
    values = {*denominations(), *(each // 100 for each in denominations() if each % 100 == 0)}
    found = []
    for name, text in sources().items():
        if name.startswith("rulebook/maryland/") or name == "pages/static/js/player/designer-payments.js":
            continue  # paytables, and the odds that the paytable designer offers
        for hit in re.finditer(rf"[\[(](\s*{number}\s*,){{3,}}\s*{number}?\s*,?\s*[\])]", text):
            numbers = [int(re.sub(r"[_,]", "", each)) for each in re.findall(number, hit[0])]
            if len(set(numbers)) >= 4 and set(numbers) <= values and not set(numbers) <= TENS:
                found.append(f"{name}: {hit[0]}")
    assert found == []


def test_no_second_list_of_colors_exists() -> None:
    for name, text in sources().items():
        assert "chip.pink" not in text and "'pink'" not in text and '"pink"' not in text, name
        if name.startswith("pages/static/") and name != "pages/static/svg/cards.svg":
            own = {chip.color for chip in chips() if chip.name in ("pink", "purple", "brown", "gold")}
            assert not own & set(re.findall(r"#[0-9a-f]{6}\b", text)), name


def test_pages_get_chips_and_regulations_from_the_rule_book() -> None:
    made = generated_files()
    module = made["js/core/jurisdiction.js"].decode()
    parts = dict(re.findall(r"^export const (\w+) = (.*?);\n", module, re.MULTILINE | re.DOTALL))
    assert [chip["value"] for chip in msgspec.json.decode(parts["CHIPS"])] == list(denominations())
    topics = msgspec.json.decode(parts["REGULATIONS"])
    assert sorted(topics.values()) == sorted(regulations())
    css = made["css/chips.css"].decode()
    assert ".chip-250 {\n  --chip-color: #e58aa6;\n" in css
    used = {
        hit
        for path in (FILES / "js").rglob("*.js")
        for hit in re.findall(r"REGULATIONS\.(\w+)", path.read_text())
    }
    assert used and used <= set(topics)
