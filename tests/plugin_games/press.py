"""Give Pair Up a second decision, fold or press, after the board card is turned up."""

from __future__ import annotations

from tests.plugin_games.conftest import Edit

PRESS: tuple[Edit, ...] = (
    (
        "game.toml",
        '[[wagers]]\nname = "twins"',
        '[[wagers]]\nname = "press"\nlabel = "Press"\nkind = "decision"\nclause = "7.D.1"\n'
        'multiple_of = "ante"\nmost_times = 3\npaytable = "main"\n\n[[wagers]]\nname = "twins"',
    ),
    (
        "game.toml",
        '[[felt]]\nname = "twins"',
        '[[felt]]\nname = "press"\nkind = "area"\nclause = "2.B.2"\nsays = "each player\'s Press"\n\n'
        '[[felt]]\nname = "twins"',
    ),
    (
        "game.py",
        "\n\ndef script(",
        '\n\nFOLD_OR_PRESS = Ask(\n    "Fold or press",\n    (\n'
        '        Choice("fold", (c("11.B.2"),), collects=("ante", "raise")),\n'
        '        Choice("press 1x", (c("11.B.1"),), stakes="press", multiple=1, of="ante"),\n'
        '        Choice("press 3x", (c("11.B.1"),), stakes="press", multiple=3, of="ante"),\n'
        '    ),\n    (c("11.B"),),\n    having="ante",\n)\n\n\ndef script(',
    ),
    ("game.py", '(c("11.C"),)),\n', '(c("11.C"),)),\n        FOLD_OR_PRESS,\n'),
    ("game.py", 'for wager in ("ante", "raise")', 'for wager in ("ante", "raise", "press")'),
    ("game.py", "    Game,\n", "    FoldedCards,\n    Game,\n"),
    (
        "game.py",
        "    simple_play=simple_play,",
        "    simple_play=simple_play,\n"
        '    folded_cards=lambda left: FoldedCards(bool(left), (c("11.B.2"),)),',
    ),
    (
        "solver.py",
        "board: Cards, dead: Cards\n) -> Mapping[str, Fraction]:\n    assert table is not None\n",
        "board: Cards, dead: Cards, *, stakes: Mapping[str, Fraction]\n) -> Mapping[str, Fraction]:\n"
        "    assert table is not None\n"
        "    if board:\n"
        "        row = table.row_for(three_card((*hand, *board)).titles)\n"
        "        each = net_of(row.pays) if row else Fraction(-1)\n"
        '        staked = stakes["ante"] + stakes.get("raise", 0)\n'
        "        one, three = (staked + 1) * each, (staked + 3) * each\n"
        '        return {"fold": -staked, "press 1x": one, "press 3x": three}\n',
    ),
    ("solver.py", "asked_with=(0,)", "asked_with=(0, 1)"),
    (
        "solver.py",
        'question=lambda board: "stay or raise"',
        'question=lambda board: "fold or press" if board else "stay or raise"',
    ),
)
