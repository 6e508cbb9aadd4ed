"""Test settings from the command line and from a file. Any error is reported in one line."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.casino.tax import TaxSettings
from croupier.cli.app import app
from croupier.errors import BadInput
from croupier.server import runner
from croupier.server.limits import Limits
from croupier.server.settings import Settings, SettingsFile, WebSettings, read_posted
from croupier.server.tables.settings import Controls
from croupier.server.tables.timers import Times
from croupier.training.table_test.scoring import ExamTerms

ROOT = Path(__file__).parents[2]
FILE = """
[times]
betting = 12
decision = 7.5

[limits]
messages = 25
spectators = 0
"""


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """Record the settings instead of starting a server."""
    with_: list[Settings] = []
    monkeypatch.setattr(runner, "run", lambda settings: with_.append(settings) or 0)
    return with_


def serve(*options: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["serve", *options])
    return done.exit_code, done.stderr


def test_default_settings_match_the_docs(opened: list[Settings]) -> None:
    assert serve() == (0, "")
    assert (opened[0].times, opened[0].limits) == (Times(), Limits())
    shown = re.search(r"```toml\n(.*?)```", (ROOT / "docs" / "server.md").read_text(), re.S)
    assert shown is not None
    document = tomllib.loads(shown[1])
    assert {*document["times"]} == {*Times.__struct_fields__}
    assert {*document["limits"]} == {*Limits.__struct_fields__}
    assert document["times"] == {name: getattr(Times(), name) for name in Times.__struct_fields__}
    assert document["limits"] == {name: getattr(Limits(), name) for name in Limits.__struct_fields__}
    assert {*document} == {"times", "limits", "controls", "table_test", "tax", "web"}
    assert (opened[0].controls, opened[0].tax) == (Controls(), TaxSettings())
    assert opened[0].table_test == ExamTerms()
    shown_terms = dict(
        re.findall(r"^# (\w+) = (\d+) ", shown[1].split("[table_test]")[1].split("[tax]")[0], re.M)
    )
    assert shown_terms == {name: str(getattr(ExamTerms(), name)) for name in ExamTerms.__struct_fields__}
    amounts = {line.split("=")[0].strip("# ") for line in shown[1].splitlines() if line.startswith("# ")}
    # The file shows the controls and the tax figures as comments, because they have no default amount.
    assert amounts - {*shown_terms} == {*Controls.__struct_fields__, *TaxSettings.__struct_fields__}
    assert document["web"] == {"origins": [], "proxies": []}
    assert (opened[0].origins, opened[0].proxies) == (frozenset(), ())


def test_controls_are_read_from_the_file(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("[controls]\ncorrection = 20000\nsmall_win = 5000\n")
    assert read_posted(file, {}).controls == Controls(correction=20_000, small_win=5_000)
    file.write_text("[controls]\ncorrection = -1\n")
    with pytest.raises(BadInput, match="correction"):
        read_posted(file, {})


def test_public_addresses_and_proxies_by_option_and_by_file(tmp_path: Path, opened: list[Settings]) -> None:
    file = tmp_path / "house.toml"
    file.write_text('[web]\norigins = ["https://File.example/"]\nproxies = ["10.0.0.0/8"]\n')
    assert serve("--settings", str(file)) == (0, "")
    options = ("--origin", "https://a.example:443", "--origin", "http://b.example:81", "--proxy", "127.0.0.1")
    assert serve("--settings", str(file), *options) == (0, "")
    assert [one.origins for one in opened] == [
        {"https://file.example"},
        {"https://a.example", "http://b.example:81"},
    ]
    assert [one.proxies for one in opened] == [("10.0.0.0/8",), ("127.0.0.1",)]
    assert read_posted(None, {}).web == WebSettings()


def test_command_line_overrides_the_file(tmp_path: Path, opened: list[Settings]) -> None:
    file = tmp_path / "house.toml"
    file.write_text(FILE)
    assert serve("--settings", str(file)) == (0, "")
    assert serve("--settings", str(file), "--decision", "90", "--grace", "0") == (0, "")
    assert serve("--betting", "1", "--decision", "86400") == (0, "")
    limits = Limits(messages=25.0, spectators=0)
    assert [(one.times, one.limits) for one in opened] == [
        (Times(betting=12.0, decision=7.5), limits),
        (Times(betting=12.0, decision=90.0, grace=0.0), limits),
        (Times(betting=1.0, decision=86_400.0), Limits()),
    ]


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (("--betting", "0"), "--betting"),
        (("--betting", "0.99"), "--betting"),
        (("--betting", "-5"), "--betting"),
        (("--decision", "86401"), "--decision"),
        (("--decision", "nan"), "--decision"),
        (("--grace", "inf"), "--grace"),
        (("--grace", "-1"), "--grace"),
        (("--settings", "missing.toml"), "missing.toml"),
        (("--origin", "casino.example"), "--origin"),
        (("--origin", "https://casino.example/pit"), "--origin"),
        (("--origin", "https://casino.example:no"), "--origin"),
        (("--origin", "*"), "--origin"),
        (("--proxy", "*"), "--proxy"),
        (("--proxy", "casino.example"), "--proxy"),
    ],
)
def test_rejects_invalid_times_in_one_line(
    options: tuple[str, ...], named: str, opened: list[Settings]
) -> None:
    code, told = serve(*options)
    assert code == 2 and named in told and told.count("\n") == 1, told
    assert opened == []


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[times]\nbetting = 0", "times.betting"),
        ("[times]\nbetting = 'soon'", "betting"),
        ("[times]\nbetting = nan", "betting"),
        ("[times]\nbeting = 30", "beting"),
        ("[time]\nbetting = 30", "time"),
        ("times = 3", "times"),
        ("[limits]\nmessages = 0", "messages"),
        ("[limits]\nmessages = inf", "messages"),
        ("[limits]\nburst = 4", "burst"),
        ("[limits]\nburst = 5.5", "burst"),
        ("[limits]\nsockets = 0", "sockets"),
        ("[limits]\nspectators = -1", "spectators"),
        ("[web]\norigins = ['casino.example']", "web.origins"),
        ("[web]\nproxies = ['any']", "web.proxies"),
        ("[web]\nproxies = '127.0.0.1'", "proxies"),
        ("[limits", "house.toml"),
        ("\x00", "house.toml"),
    ],
)
def test_rejects_an_invalid_settings_file_in_one_line(
    tmp_path: Path, text: str, named: str, opened: list[Settings]
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text)
    code, told = serve("--settings", str(file))
    assert code == 2 and named in told and "house.toml" in told and told.count("\n") == 1, told
    assert opened == []


def test_ignores_the_former_writer_section_and_logs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "house.toml"
    file.write_text("[scribe]\nbusy = 0\n\n[times]\nbetting = 12\n")
    posted = read_posted(file, {})
    assert (posted.times, posted.unused) == (Times(betting=12.0), ("scribe",))

    async def serve_nothing(settings: Settings, greet: bool) -> None:
        pass

    monkeypatch.setattr(runner, "serve", serve_nothing)
    assert runner.run(Settings(unused=posted.unused)) == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert "[scribe]" in line and "no longer used" in line


def test_accepts_the_shortest_times(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("[times]\nbetting = 1\nunseated = 1\n[limits]\nmessages = 0.1\nburst = 5\nsockets = 1")
    found = read_posted(file, {})
    assert found == SettingsFile(Times(1.0, unseated=1.0), Limits(messages=0.1, burst=5, sockets=1))
    file.write_text("[times]\nunseated = 0.5")
    with pytest.raises(BadInput, match="unseated"):
        read_posted(file, {})


def test_help_lists_the_settings() -> None:
    told = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "160"}).stdout
    assert all(
        option in told
        for option in ("--betting", "--decision", "--grace", "--settings", "--origin", "--proxy")
    )


def test_settings_file_sets_the_tax_figures(opened: list[Settings], tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("[tax]\nreport = { 2027 = 210000 }\nwithhold_percent = 28\n")
    assert serve("--settings", str(file))[0] == 0
    assert opened[0].tax == TaxSettings(report={"2027": 210_000}, withhold_percent=28)
    file.write_text("[tax]\nreport = { soon = 210000 }\n")
    code, message = serve("--settings", str(file))
    assert code == 2 and "tax" in message
