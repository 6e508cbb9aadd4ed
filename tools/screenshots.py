"""Take the screenshots in docs/ from a temporary server (``python tools/screenshots.py``).

The tool needs the extra `test` (Playwright), Chromium, and Pillow to compress the files.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

PROJECT = Path(__file__).parents[1]
PICTURES = PROJECT / "docs" / "pictures"
EXAMPLES = PROJECT / "examples" / "submissions"
TABLES = ("uth", "letitride-everything", "dragon", "topfive")
WIDE, MIDDLE, PHONE = (1440, 900), (1024, 768), (390, 844)
WIDEST = 1080
TRIES = 10
PATIENCE = 60.0  # seconds to wait for a page
SETTINGS = """
[times]
betting = 600
decision = 600
unseated = 5
"""
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")


@contextmanager
def house() -> Iterator[tuple[str, str]]:
    """Start a server with computer players and long time limits. Yield its address and a dealer's link."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
        free.close()
        command = [sys.executable, "-m", "croupier", "serve", "--port", port, "--data", folder]
        settings, printed = Path(folder) / "settings.toml", Path(folder) / "printed"
        settings.write_text(SETTINGS, encoding="utf-8")
        command += ["--company", "3", "--settings", str(settings), "--links"]
        for name in TABLES:
            command += ["--submission", str(EXAMPLES / f"{name}.toml")]
        process = subprocess.Popen(command, stdout=printed.open("w"))
        try:
            address = opened(f"http://127.0.0.1:{port}", process)
            yield address, link_of("dealer", printed)
        finally:
            process.terminate()
            process.wait(30)


def opened(address: str, process: subprocess.Popen[bytes]) -> str:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with (
            suppress(urllib.error.URLError, OSError),
            urllib.request.urlopen(f"{address}/api/tables") as told,
        ):
            if len(json.load(told)) == len(TABLES):
                return address
        time.sleep(0.2)
    raise SystemExit("the server did not start")


def link_of(role: str, printed: Path) -> str:
    """Return the one-time link that the server printed for a role."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if found := re.search(rf"^  {role} +(http\S+)$", printed.read_text(encoding="utf-8"), flags=re.M):
            return found[1]
        time.sleep(0.2)
    raise SystemExit("the server printed no links")


def seated(page: Page, table: str, name: str) -> None:
    page.goto(f"/tables/{table}")
    page.get_by_placeholder("Your name").fill(name)
    page.get_by_role("button", name="Sit down", exact=True).click()
    page.locator(".seat.own.mine").wait_for(state="attached")
    with suppress(Exception):
        page.get_by_role("button", name="Got it").click(timeout=2_000)
    page.locator(".seat.taken").nth(2).wait_for(state="attached", timeout=PATIENCE * 1000)


def bet(page: Page) -> None:
    """Bet on every area and wait for the first decision. Retry if betting closed before the bet was sent."""
    sent = page.locator(".choices").get_by_role("button", name=re.compile("^Bet "))
    for _ in range(TRIES):
        with suppress(TimeoutError):
            page.locator(".pick:enabled").first.wait_for(timeout=PATIENCE * 1000)
            if not sent.count():
                lay(page)
            sent.click(timeout=3_000)
            page.locator('body[data-phase="decide"]').wait_for(timeout=20_000)
            return
    raise SystemExit("betting always closed before the bet was sent")


def lay(page: Page) -> None:
    """Place the dock's second chip on required areas and its first chip on optional areas."""
    page.locator(".pick").nth(1).click(timeout=3_000)
    page.locator(".own .place.required button.spot").first.click(timeout=3_000)
    page.locator(".pick").nth(0).click(timeout=3_000)
    for spot in page.locator(".own .place.optional button.spot").all():
        spot.click(timeout=3_000)


def to_turn(page: Page, question: int = 0) -> None:
    """Play until the decision with the number `question` is due at the seat."""
    for _ in range(question):
        page.locator('body[data-phase="decide"]').wait_for(timeout=PATIENCE * 1000)
        page.locator(".choices .choice").first.click()
        page.wait_for_timeout(1_500)
    page.locator('body[data-phase="decide"]').wait_for(timeout=PATIENCE * 1000)


def to_end(page: Page) -> None:
    """Play to the end of the round, and stop while the page still shows the result."""
    for _ in range(200):
        if page.locator(".seat.own.settled").count():
            return
        if page.locator('body[data-phase="decide"]').count():
            with suppress(TimeoutError):
                page.locator(".choices .choice").last.click(timeout=1_000)
        page.wait_for_timeout(300)
    raise SystemExit("the round did not end")


def keep(page: Page, name: str) -> None:
    """Save a screenshot as a small file with 255 colors, no wider than the text column of the docs."""
    page.wait_for_timeout(600)
    whole = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    if whole.width > WIDEST:
        whole = whole.resize((WIDEST, round(whole.height * WIDEST / whole.width)), Image.Resampling.LANCZOS)
    few = whole.quantize(255, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(PICTURES / f"{name}.png", optimize=True)
    print(f"{name}.png {(PICTURES / f'{name}.png').stat().st_size // 1000} kB")


def decision(page: Page) -> None:
    seated(page, "uth-1", "Ada")
    bet(page)
    to_turn(page, question=1)


def settled(page: Page) -> None:
    seated(page, "uth-1", "Grace")
    bet(page)
    to_end(page)


def paid(page: Page) -> None:
    """Open the clause under which a wager was paid."""
    settled(page)
    page.locator(".result .why").first.click()
    page.locator(".why-sheet article").first.wait_for()


def designed(page: Page) -> None:
    page.goto("/designer/uth-1")
    page.locator("#pay-flush").fill("2 to 1")
    page.get_by_text(re.compile(r"^was \d")).first.wait_for(timeout=PATIENCE * 1000)
    page.locator(".stale").first.wait_for(state="detached")


def side_wagers(page: Page) -> None:
    seated(page, "letitride-everything-1", "Edsger")
    bet(page)
    to_turn(page, question=1)


def dragon(page: Page) -> None:
    seated(page, "dragon-1", "Barbara")
    bet(page)
    to_turn(page)


def in_the_light(page: Page) -> None:
    seated(page, "topfive-1", "Kurt")
    bet(page)


def lobby(page: Page) -> None:
    page.goto("/")
    page.locator("main").wait_for()


def practiced(page: Page) -> None:
    page.goto("/practice?game=uth&kind=1")
    page.locator(".drill .choices").wait_for()
    page.keyboard.press("1")
    page.locator(".drill .answer").wait_for()


def strategy(page: Page) -> None:
    page.goto("/strategy/uth")
    page.locator(".hand-grid").wait_for()
    page.get_by_role("heading", name="Starting hands").scroll_into_view_if_needed()


# The picture of a decision must be the last picture of its table, because the table then waits for the
# decision.
PICTURED: dict[str, tuple[tuple[int, int], str, Callable[[Page], None]]] = {
    "lobby": ((1440, 960), "dark", lobby),
    "designer": (WIDE, "light", designed),
    "practice": (WIDE, "dark", practiced),
    "strategy": (WIDE, "light", strategy),
    "uth-settled-phone": (PHONE, "dark", settled),
    "uth-why": (WIDE, "dark", paid),
    "uth-decision": (WIDE, "dark", decision),
    "letitride-middle": (MIDDLE, "dark", side_wagers),
    "dragon-phone": (PHONE, "dark", dragon),
    "topfive-light": (WIDE, "light", in_the_light),
}


def console(browser: Browser, address: str, link: str) -> None:
    """Take a screenshot of the dealer's console at a training table, while it shows a winning seat's
    payment.
    """
    sys.path.insert(0, str(PROJECT))
    from tests.pages.helpers.browsers import Visitor
    from tests.staff_pages.helpers.dealers import Dealer

    visitor = Visitor(browser, address, size=WIDE)
    page = visitor.page
    page.goto(link)
    page.get_by_role("button", name="Sign in").click()
    page.locator('[data-training="uth"]').get_by_role("button", name="Without cards").click()
    page.wait_for_url("**/pit/training-*")
    dealer = Dealer(visitor, page.url.rpartition("/")[2], "uth")
    page.locator('body[data-line="open"]').wait_for()
    dealer.until("bet", "wait")
    while dealer.act != "settle" or ": pay" not in page.locator("#act").inner_text():
        if dealer.act == "bet":
            for seat in dealer.seats():
                dealer.bet(seat["seat"])
        dealer.step()
        page.wait_for_timeout(200)
    page.locator('.foot .primary[data-key="Enter"]').wait_for()
    keep(page, "console")
    training(page)
    visitor.close()


def training(page: Page) -> None:
    """Take screenshots of the lessons, with the steps that were just performed, and of a drill question."""
    page.goto("/lessons")
    uth = page.get_by_role("region", name="Ultimate Texas Hold 'Em")
    for lesson in uth.locator("details:not([open]) summary").all()[:1]:
        lesson.click()
    uth.scroll_into_view_if_needed()
    uth.evaluate("node => node.scrollIntoView({ block: 'start' })")
    keep(page, "lessons")
    page.goto("/drills")
    form = page.get_by_role("form", name="Ultimate Texas Hold 'Em")
    form.get_by_label("Pay a wager from the cards").check()
    form.get_by_role("button", name="Drill 1 kind").click()
    page.locator(".typed-answer").wait_for()
    keep(page, "drill")


def take(browser: Browser, address: str, name: str) -> None:
    size, room, go = PICTURED[name]
    context = browser.new_context(
        base_url=address,
        viewport={"width": size[0], "height": size[1]},
        color_scheme="light" if room == "light" else "dark",
        reduced_motion="reduce",
    )
    page = context.new_page()
    go(page)
    keep(page, name)
    context.close()


def main(*names: str) -> None:
    PICTURES.mkdir(exist_ok=True)
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    with house() as (address, link), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name in names or (*PICTURED, "console"):
            if name == "console":
                console(browser, address, link)
            else:
                take(browser, address, name)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
