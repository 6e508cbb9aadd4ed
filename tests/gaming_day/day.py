"""A whole gaming day in browsers: every role, two tables with a dealer and two machine tables.

Each chapter acts only through pages. The notes record the typed input and the cards that the pages showed.
"""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.gaming_day.casino import DayCasino
from tests.gaming_day.compare import Check, compare
from tests.gaming_day.live import Live
from tests.gaming_day.machine import Machine
from tests.gaming_day.notes import DayNotes, Drawer, TableNotes, Wallet
from tests.gaming_day.staff import (
    BILLS,
    CHIPS,
    People,
    amounts,
    broken_down,
    cage_signs,
    confirm,
    dealer_signs,
    done,
    opens,
    press,
    security_signs,
    signs_slip,
    table_pane,
    worth,
    writes_slip,
)
from tests.pages.helpers.browsers import Visitor
from tests.staff_pages.helpers.dealers import SOON, Dealer, confirms

TABLES = {  # table -> game
    "felt-1": "uth",
    "felt-2": "dragon",
    "machine-1": "letitride",
    "machine-2": "topfive",
}
LIVE, MACHINES = ("felt-1", "felt-2"), ("machine-1", "machine-2")
PIN = "4711"


class Day:
    def __init__(self, browser: Browser, casino: DayCasino, tell: Callable[[str], None] = print) -> None:
        self.casino, self.tell = casino, tell
        self.people = People(browser, casino)
        self.notes = DayNotes()
        self.live: dict[str, Live] = {}
        self.machines: dict[str, Machine] = {}
        self.began = time.monotonic()

    def chapter(self, work: Callable[[], None]) -> None:
        title = (work.__doc__ or "").partition("\n")[0].rstrip(".")
        began = time.monotonic()
        work()
        self.tell(f"{time.monotonic() - self.began:6.0f} s  {title} ({time.monotonic() - began:.0f} s)")

    # Signing in.

    def sign_in(self) -> None:
        """Sign everyone in by links and passwords, after two people have approved each role."""
        self.people.role_links()
        for name, role in (("Dora", "dealer"), ("Remy", "dealer"), ("Nate", "count_team"), ("Kit", "cage")):
            self.people.enlist(name, role)

    def drawers(self) -> None:
        """Count the main bank and open two drawers, each with a second person."""
        page, books = self.people["cage"], self.people["accounting"]
        bank = self.notes.bank
        opens(page, "/cage#main-bank")
        press(page, "Make the opening count")
        self.counts(page, bank.bills, bank.chips)
        press(page, "Enter the count")
        confirm(page, "Enter the count")
        done(page, "Another person must verify the count.")
        self.verifies(books)
        for name, bills, chips in (
            ("cage", {10000: 300, 2000: 50}, {500: 40}),
            ("Kit", {10000: 100, 500: 20}, {10000: 10}),
        ):
            page = self.people[name]
            opens(page, "/cage#drawer")
            self.counts(page, bills, chips)
            press(page, "Open the drawer")
            confirm(page, "Open the drawer")
            done(page, "Open the drawer: done.")
            self.verifies(books)
            self.notes.drawers[name] = Drawer(worth(bills), chips=Counter(chips))
            bank.cash -= worth(bills)
            bank.pieces.subtract(chips)

    def counts(self, page: Page, bills: dict[int, int], chips: dict[int, int]) -> None:
        amounts(page, "bills", bills)
        amounts(page, "chips", chips)

    def verifies(self, books: Page) -> None:
        opens(books, "/accounting#cash-and-chips")
        press(books, "Verify")
        confirm(books, "Verify")
        done(books, "is verified")

    def front_money(self) -> None:
        """Open two customers' accounts with front money, and hand them their links."""
        page = self.people["cage"]
        for name, dollars in (("Pia", 1500), ("Max", 900)):
            opens(page, "/cage#customers")
            page.get_by_label("Name", exact=True).fill(name)
            press(page, "Open an account")
            expect(page.get_by_role("heading", name=name)).to_be_visible(timeout=SOON)
            self.wallet(name, "Deposit", dollars)
            press(page, "Issue a sign-in link")
            words = page.locator("dialog p").inner_text()
            confirm(page, "Done")
            self.people.by_link(name, words.split()[-1])
            self.notes.persons[name] = self.people.id_of(name)

    def wallet(self, name: str, words: str, dollars: int) -> None:
        page = self.people["cage"]
        page.get_by_label("Amount in dollars").fill(str(dollars))
        page.locator('select[name="document"]').select_option("passport")
        press(page, words)
        confirm(page, words)
        done(page, f"{words} slip")
        cents = 100 * dollars
        account = self.notes.wallets.setdefault(name, Wallet())
        if words == "Deposit":
            account.deposits += cents
        else:
            account.withdrawals += cents
        sign = 1 if words == "Deposit" else -1
        self.notes.drawers["cage"].cash += sign * cents
        self.notes.slips.append((words.lower() if sign > 0 else "withdrawal", sign * cents))

    def reversed_slip(self) -> None:
        """Enter a deposit for the wrong customer. Accounting reverses it."""
        page = self.people["cage"]
        opens(page, "/cage#customers")
        page.get_by_role("row", name="Max").get_by_role("button", name="Open account").click(timeout=SOON)
        self.wallet("Max", "Deposit", 30)
        books = self.people["accounting"]
        opens(books, "/accounting#slips")
        row = books.get_by_role("row", name="received $30.00")
        row.get_by_label("Reason").fill("deposited to the wrong customer")
        row.get_by_role("button", name="Reverse").click()
        confirm(books, "Reverse")
        done(books, "is reversed")
        self.notes.wallets["Max"].reversals -= 3000
        self.notes.drawers["cage"].cash -= 3000  # the cashier returns the cash to the customer
        self.notes.slips.append(("reversal", -3000))
        self.notes.incidents.append("reversed by slip")

    # Opening the tables.

    def open_tables(self) -> None:
        """Open four tables for real money, supervise them, and inspect shoe and shuffler."""
        page = self.people["pit_manager"]
        for table, game in TABLES.items():
            page.goto("/pit")
            page.get_by_role("button", name="Open a table").click(timeout=SOON)
            page.get_by_label("Table name").fill(table)
            page.get_by_label("Rules submission").select_option(
                f"{game}-{self.casino.rules[game]['dealing']}"
            )
            page.locator("select[name=dealing]").select_option("live" if table in LIVE else "machine")
            page.locator("select[name=money]").select_option("real")
            page.get_by_label("Table name").focus()
            confirms(page, "Open the table")
            expect(page.locator(f'.tbl[data-table="{table}"]')).to_be_visible(timeout=SOON)
            self.notes.tables[table] = TableNotes(table, game, self.casino.rules[game])
        floor = self.people["floor"]
        for table in TABLES:
            table_pane(floor, table)
            floor.locator('[data-act="watch"]').click(timeout=SOON)
            expect(floor.locator('[data-act="unwatch"]')).to_be_visible(timeout=SOON)
            if table in LIVE:
                floor.locator('[data-act="inspection"]').click(timeout=SOON)
                confirms(floor, "Save the inspection")
                expect(floor.locator('[data-act="inspection"]')).to_have_count(0, timeout=SOON)

    def dealer_files(self) -> None:
        """Record each dealer's license and table test."""
        page = self.people["pit_manager"]
        for name, game in (("Dealer", "uth"), ("Remy", "uth"), ("Dora", "dragon")):
            opens(page, "/pit")
            row = page.locator(".dealers li", has_text=name)
            row.get_by_role("button").click(timeout=SOON)
            press(page, "Add the license first")
            page.get_by_label("License number").fill(f"MD-{name}")
            page.get_by_label("Expires on").fill("2999-12-31")
            confirms(page, "Save the license")
            expect(row).to_contain_text(f"License MD-{name}", timeout=SOON)
            row.get_by_role("button").click()
            page.get_by_label("Game").select_option(game, timeout=SOON)
            page.get_by_label("Training program completed").fill("2020-01-01")
            page.get_by_label("Table test passed").fill("2020-02-01")
            confirms(page, "Save the table test")
            expect(row).to_contain_text(f"Table tests: {game}", timeout=SOON)

    def dealers(self) -> None:
        """Log the dealers on at their tables."""
        for table, name in (("felt-1", "dealer"), ("felt-2", "Dora")):
            notes = self.notes.tables[table]
            self.live[table] = Live(
                self.dealer(name, table), self.visitor("floor"), self.visitor("pit_manager"), notes
            )

    def visitor(self, name: str) -> Visitor:
        return self.people.visitors[name]

    def dealer(self, name: str, table: str) -> Dealer:
        dealer = Dealer(self.visitor(name), table, TABLES[table], seed=len(name))
        page = dealer.page
        page.goto("/pit")
        page.locator(f'button[data-table="{table}"]').click(timeout=SOON)
        page.wait_for_url(f"**/pit/{table}", timeout=SOON)
        expect(page.locator("body")).to_have_attribute("data-line", "open", timeout=SOON)
        return dealer

    # Trays.

    def fill(self, table: str, chips: dict[int, int]) -> None:
        writes_slip(self.people["floor"], table, "fill", chips)
        cage_signs(self.people["cage"])
        security_signs(self.people["security"])
        dealer_signs(self.live[table].page)
        signs_slip(self.people["floor"], table, "fill", "Sign")
        self.notes.tables[table].fills += worth(chips)
        self.notes.bank.pieces.subtract(chips)

    def credit(self, table: str, chips: dict[int, int]) -> None:
        writes_slip(self.people["floor"], table, "credit", chips)
        dealer_signs(self.live[table].page)
        signs_slip(self.people["floor"], table, "credit", "Sign")
        security_signs(self.people["security"])
        cage_signs(self.people["cage"])
        self.notes.tables[table].credits += worth(chips)
        self.notes.bank.pieces.update(chips)

    def count_tray(self, table: str, what: str, short: int = 0) -> None:
        """Count a tray as the floor, and let the pit manager count it again."""
        notes = self.notes.tables[table]
        cents = notes.tray - short
        writes_slip(self.people["floor"], table, what, broken_down(cents, CHIPS))
        signs_slip(self.people["pit_manager"], table, what, "Verify")
        setattr(notes, what, cents)
        notes.differences -= short

    def openers(self) -> None:
        """Fill both trays with four signatures, and count the openers with two people."""
        self.fill("felt-1", {100000: 30, 10000: 60, 2500: 80, 500: 200, 100: 500})
        self.fill("felt-2", {10000: 40, 2500: 100, 500: 200, 100: 300})
        for table in LIVE:
            self.count_tray(table, "opener")
        floor = self.people["floor"]
        for table in LIVE:
            opens(floor, "/pit")
            row = floor.locator(".queue li", has_text=table).filter(
                has=floor.get_by_role("button", name="Accept for today")
            )
            floor.wait_for_timeout(500)
            if row.count():
                row.get_by_role("button", name="Accept for today").click()
                expect(row).to_have_count(0, timeout=SOON)

    def cards(self) -> None:
        """Prepare the cards at both tables and seat the players, who pay cash."""
        first, second = self.live["felt-1"], self.live["felt-2"]
        first.look()
        first.until("wait", "bet")
        first.sits(1, "Ann", 1000)
        first.sits(3, "Bob", 500)
        second.look()
        second.until("wait", "bet")
        second.sits(2, "Cid", 800)
        second.sits(4, "Dee", 600)

    # Play.

    def first_rounds(self) -> None:
        """Play two rounds at each live table, with all side bets for one player."""
        for table, seat in (("felt-1", "seat1"), ("felt-2", "seat2")):
            live = self.live[table]
            live.look()
            for sides in (True, False):
                live.stakes(**{seat: sides})
                live.plays()

    def jackpot(self) -> None:
        """Deal a royal flush: the floor validates it, and two wins wait for identity and signatures."""
        live = self.live["felt-1"]
        live.look()
        live.stakes(seat1=True)
        for seat in (3,):
            live.playing[seat].wagers.setdefault("progressive", 0)
        live.playing[3].wagers.pop("progressive")
        live.cards = {"seat1": ["As", "Ks"], "board": ["Qs", "Js", "Ts"]}
        live.hand_pay = self.hand_pay
        won = live.plays()[1]
        live.cards = {}
        assert won > 15_000_00, won
        self.notes.lines.append(f"Ann won ${won / 100:,.2f} in a round with a royal flush")

    def hand_pay(self) -> None:
        """The floor copies the winner's identification and signs."""
        page = self.people["floor"]
        opens(page, "/hand-pays")
        expect(page.locator(".eye-panel").first).to_contain_text("at felt-1, seat 1", timeout=SOON)
        page.get_by_label("Legal name").first.fill("Ann Winner")
        page.get_by_label("Date of birth").first.fill("1975-06-07")
        page.get_by_label("Street address").first.fill("12 Harbor Street")
        page.get_by_label("City, state, ZIP code").first.fill("Baltimore, MD 21201")
        page.get_by_label("Identification number").first.fill("W-555-000-1234")
        page.get_by_label("Taxpayer number, if given").first.fill("987-65-4321")
        press(page, "Enter the identity")
        done(page, "is identified")
        press(page, "Sign for the floor")
        confirm(page, "Sign")
        done(page, "You signed hand pay")
        self.live["felt-1"].look()

    def tax_papers(self) -> None:
        """Print the jackpot slips and the information for Form W-2G at the cage."""
        page = self.people["cage"]
        opens(page, "/hand-pays#closed")
        rows = page.get_by_role("table").locator("tbody tr")
        expect(rows.first).to_contain_text("Paid", timeout=SOON)
        for row in range(rows.count()):
            with page.expect_download() as found:
                rows.nth(row).get_by_role("link", name="Information for the tax form").click()
            assert found.value.suggested_filename.endswith("-tax.pdf")
        self.notes.hand_pays = [rows.nth(row).inner_text() for row in range(rows.count())]

    def exchange_and_toke(self) -> None:
        """Color up a player's chips, and enter a toke."""
        live = self.live["felt-1"]
        live.until("bet")
        page = live.page
        page.get_by_role("button", name="Exchange chips").click()
        sheet = page.get_by_role("dialog", name="Exchange chips")
        sheet.get_by_label("From the player: chips of $5.00").fill("20")
        sheet.get_by_label("To the player: chips of $100.00").fill("1")
        sheet.get_by_role("button", name="Exchange").click()
        expect(sheet).to_be_hidden(timeout=SOON)
        page.get_by_role("button", name="Enter a toke").click()
        sheet = page.get_by_role("dialog", name="Enter a toke")
        player = sheet.get_by_label("Player")
        names = player.locator("option").all_inner_texts()
        player.select_option(label=next(name for name in names if "Ann" in name))
        sheet.get_by_label("Amount in dollars").fill("40")
        sheet.get_by_role("button", name="Enter the toke").click()
        expect(sheet).to_be_hidden(timeout=SOON)
        self.notes.tables["felt-1"].of("Ann").tokes += 4000
        self.notes.tokes["felt-1"] += 4000

    def small_correction(self) -> None:
        """Correct a payment below the threshold as the floor."""
        self.correct(5, 5)

    def large_correction(self) -> None:
        """Correct a payment above the threshold, with the pit manager as second person."""
        self.correct(100, 200)

    def correct(self, ante: int, moved: int) -> None:
        """Play a round at the second table and correct the first player's Ante afterward."""
        live = self.live["felt-2"]
        live.look()
        live.stakes_of(2, ante=ante)
        live.stakes_of(4, ante=5)
        live.plays()
        page = live.floor.page
        page.locator('[data-pane="right"]').click(timeout=SOON)
        page.locator('[data-report="correct_settlement"]').first.click(timeout=SOON)
        chooser = page.locator('select[name="which"]')
        names = chooser.locator("option").all_inner_texts()
        ours = next(name for name in names if re.search(r"seat 2, Cid, Ante$", name))
        chooser.select_option(label=ours)
        settled = live.notes.last[2]["ante"]
        now = 2 * settled["staked"] if settled["returned"] == 0 else 0
        live.fill(page, returned=f"{now / 100:.2f}", reason="seen on the recording")
        live.confirm()
        live.notes.correct("Cid", "ante", settled["staked"], settled["returned"], now)
        self.notes.incidents += ["ante: payment reversed", "ante: corrected payment"]
        expect(live.page.locator('.seat[data-seat="2"]')).to_contain_text("Cid", timeout=SOON)
        live.in_step()
        assert live.seat(2)["chips"] == live.notes.of("Cid").chips

    def void_round(self) -> None:
        """Void a round by a report and a ruling."""
        live = self.live["felt-2"]
        live.look()
        live.stakes_of(2, ante=5)
        live.stakes_of(4, ante=5)
        live.until("ask")
        number = live.round
        live.report("Something else", detail="a drink was spilled on the layout")
        live.rules("void", "the cards cannot be read")
        live.to_the_end(number)
        live.notes.voided += 1
        live.notes.rounds += 1
        self.notes.incidents += ["ruling on other: void", "round voided"]
        for seat, name in live.people.items():
            assert live.seat(seat)["chips"] == live.notes.of(name).chips

    def dispute(self) -> None:
        """Open a dispute file about a hand, with its round saved, and close it."""
        page = self.people["floor"]
        opens(page, "/surveillance")
        page.locator('.eye-search [name="table"]').select_option("felt-1", timeout=SOON)
        page.get_by_role("button", name="Find").click()
        page.locator(".eye-hits button", has_text="felt-1 · ").first.click(timeout=SOON)
        expect(page.locator(".eye-transport b")).to_have_text(re.compile(r"^1 / \d+$"), timeout=SOON)
        press(page, "Open a file")
        page.get_by_label("Seat", exact=True).last.fill("3")
        page.get_by_label("Subject, in the reporter’s words").fill("my straight was not paid")
        page.get_by_label("Reported by").fill("Bob")
        page.locator(".eye-file").get_by_role("button", name="Open the file").click()
        expect(page.locator(".eye-file h2")).to_contain_text("open", timeout=SOON)
        page.locator('.eye-file [name="part"]').select_option("found")
        page.locator('.eye-file [name="words"]').fill("the hand was a pair, as the playback shows")
        press(page, "Add")
        expect(page.locator(".eye-items")).to_contain_text("as the playback shows", timeout=SOON)
        eye = self.people["surveillance"]
        opens(eye, "/surveillance")
        eye.locator(".eye-files button").first.click(timeout=SOON)
        eye.locator(".eye-file summary", has_text="Close the file").click()
        eye.get_by_label("Outcome").fill("the payment was right")
        eye.locator(".eye-file form").get_by_role("button", name="Close the file").click()
        expect(eye.locator(".eye-file h2")).to_contain_text("closed", timeout=SOON)

    def relief(self) -> None:
        """Relieve the dealer of the first table, and lock the new dealer's screen with a PIN."""
        floor = self.people["floor"]
        table_pane(floor, "felt-1")
        floor.locator('[data-act="relief"]').click(timeout=SOON)
        floor.locator('select[name="dealer"]').select_option(label="Remy")
        confirms(floor, "Send the dealer")
        before = self.live["felt-1"]
        visitor = self.visitor("Remy")
        visitor.page.clock.install()
        dealer = Dealer(visitor, "felt-1", "uth", seed=5).come()
        after = Live(dealer, before.floor, before.pit, before.notes)
        after.people = before.people
        self.live["felt-1"] = after
        expect(before.page.locator("body")).not_to_have_attribute("data-line", "open", timeout=SOON)

    def idle_lock(self) -> None:
        """Leave a screen alone for five minutes: it locks, and its owner opens it with the PIN."""
        page = self.live["felt-1"].page
        card = page.locator(".state-card", has_text="Locked")
        page.locator(".top .lock").click()
        page.get_by_label("PIN").fill(PIN)
        page.keyboard.press("Enter")
        expect(card).to_have_count(1, timeout=SOON)
        page.get_by_label("PIN").fill(PIN)
        page.keyboard.press("Enter")
        expect(card).to_have_count(0, timeout=SOON)
        page.clock.fast_forward(301_000)
        expect(card).to_have_count(1, timeout=SOON)
        page.get_by_label("PIN").fill(PIN)
        page.keyboard.press("Enter")
        expect(card).to_have_count(0, timeout=SOON)
        self.live["felt-1"].look()
        self.live["felt-1"].stakes()
        self.live["felt-1"].plays()

    def more_slips(self) -> None:
        """Fill one tray and take a credit from the other, with four signatures each."""
        self.fill("felt-2", {500: 100, 100: 100})
        self.credit("felt-1", {100000: 5, 100: 50})

    def machine_play(self) -> None:
        """Play three rounds at each machine table for real money."""
        for table, name in (("machine-1", "Pia"), ("machine-2", "Max")):
            machine = Machine(self.visitor(name), name, self.notes.tables[table])
            self.notes.wallets[name].to_tables += machine.sits()
            for everything in (False, True, True):
                machine.plays(everything)
            self.machines[table] = machine

    def machines_end(self) -> None:
        """Let the customers leave the machines and withdraw everything at the cage."""
        for table, name in (("machine-1", "Pia"), ("machine-2", "Max")):
            wallet = self.notes.wallets[name]
            wallet.from_tables += self.machines[table].leaves()
            page = self.people["cage"]
            opens(page, "/cage#customers")
            row = page.get_by_role("row", name=name)
            row.get_by_role("button", name="Open account").click(timeout=SOON)
            expect(page.locator(".office-sum").first).to_contain_text(f"${wallet.closing / 100:,.2f}")
            dollars = wallet.closing // 100
            self.wallet(name, "Withdraw", dollars)

    def leave(self) -> None:
        """Let the players leave, cash chips at the cage, and carry chips to the other table."""
        first, second = self.live["felt-1"], self.live["felt-2"]
        first.look()
        ann, bob = first.leaves(1), first.leaves(3)
        self.notes.outstanding += ann + bob
        # A share of the meter can have cents, for which there are no chips. They stay outstanding.
        self.cage_chips("Pay cash for chips", ann - ann % 100, "Ann Winner")
        self.cage_chips("Sell chips for cash", 200_00, "Eve")
        bring = (bob + 200_00) // 100
        second.look()
        second.until("bet")
        second.sits(5, "Bob", 0, bring)
        self.notes.outstanding -= 100 * bring
        second.stakes()
        second.plays()
        for seat in (2, 4, 5):
            self.notes.outstanding += second.leaves(seat)
        cid = self.notes.tables["felt-2"].of("Cid").carried
        self.cage_chips("Pay cash for chips", cid, "")

    def cage_chips(self, words: str, cents: int, name: str) -> None:
        page = self.people["Kit" if words.startswith("Sell") else "cage"]
        opens(page, "/cage#chips")
        amounts(page, "chips", broken_down(cents, CHIPS))
        page.get_by_label("Customer’s name, if given").fill(name)
        press(page, words)
        confirm(page, words)
        done(page, f"{words}: $")
        sign = 1 if words.startswith("Sell") else -1
        self.notes.outstanding += sign * cents
        drawer = self.notes.drawers["Kit" if sign > 0 else "cage"]
        drawer.cash += sign * cents
        for value, number in broken_down(cents, CHIPS).items():
            drawer.chips[value] -= sign * number
        self.notes.slips.append(("chips sold" if sign > 0 else "chips cashed", sign * cents))

    # Closing.

    def drop(self) -> None:
        """Collect the drop boxes, count them and let a second person verify. One box is $20 short."""
        first, second = self.people["count_team"], self.people["Nate"]
        for table in LIVE:
            opens(first, "/count#collect")
            first.get_by_role("row", name=table).get_by_role("button", name="Collect the box").click(
                timeout=SOON
            )
            confirm(first, "Collect")
            done(first, f"The box of {table} is collected.")
            expected = self.notes.tables[table].total.deposits
            counted = expected - (2000 if table == "felt-2" else 0)
            opens(first, "/count")
            row = first.get_by_role("row", name=table)
            expect(row).not_to_contain_text("$")  # the count team does not see the expected amount
            row.get_by_role("button", name="Count", exact=True).click(timeout=SOON)
            amounts(first, "bills", broken_down(counted, BILLS))
            press(first, "Enter the count")
            confirm(first, "Enter the count")
            done(first, "is entered")
            opens(second, "/count")
            second.get_by_role("row", name=table).get_by_role("button", name="Verify").click(timeout=SOON)
            confirm(second, "Verify")
            done(second, "is verified")
            self.notes.boxes[table] = (counted, expected)
            self.notes.bank.cash += counted
        self.notes.incidents.append("of felt-2 is short")

    def tokes(self) -> None:
        """Count the toke box with two people."""
        first, second = self.people["count_team"], self.people["Nate"]
        opens(first, "/count#tokes")
        first.get_by_role("row", name="felt-1").get_by_role("button", name="Count").click(timeout=SOON)
        amounts(first, "chips", {500: 8})
        press(first, "Enter the count")
        confirm(first, "Enter the count")
        done(first, "is entered")
        opens(second, "/count#tokes")
        second.get_by_role("row", name="felt-1").get_by_role("button", name="Verify").click(timeout=SOON)
        confirm(second, "Verify")
        done(second, "is verified")
        self.notes.tokes_counted["felt-1"] = 4000

    def closers(self) -> None:
        """Count both trays, one of them $5 short, and close all tables."""
        for table, short in (("felt-1", 0), ("felt-2", 500)):
            self.count_tray(table, "closer", short)
        self.notes.incidents.append("closer of felt-2 is short")
        for name in ("Remy", "Dora"):
            page = self.people[name]
            page.goto("/pit")
            press(page, "Log off")
            expect(page.get_by_role("button", name="Log off")).to_have_count(0, timeout=SOON)
        page = self.people["pit_manager"]
        for table in TABLES:
            table_pane(page, table)
            page.locator('[data-act="close"]').click(timeout=SOON)
            page.get_by_label("Reason").fill("the day is over")
            confirms(page, "Close the table")
            expect(page.locator(f'.tbl[data-table="{table}"]')).to_have_count(0, timeout=SOON)

    def close_drawers(self) -> None:
        """Count both drawers, one of them $10 over, and the main bank, each with a second person."""
        bank = self.notes.bank
        for name, over in (("cage", 0), ("Kit", 1000)):
            page, books = self.people[name], self.people["accounting"]
            opens(page, "/cage#drawer")
            drawer = self.notes.drawers[name]
            counted = drawer.expected + over
            self.counts(page, broken_down(counted, BILLS), {**+drawer.chips})
            press(page, "Close the drawer")
            confirm(page, "Close the drawer")
            done(page, "Close the drawer: done.")
            opens(books, "/accounting#cash-and-chips")
            words = f"${over / 100:.2f} over" if over else "The count agrees."
            row = books.get_by_role("row").filter(has_text="Counted")
            expect(row.first).to_contain_text(words, timeout=SOON)
            self.verifies(books)
            bank.cash += counted
            bank.pieces.update(drawer.chips)
        self.notes.incidents.append("drawer 2 is over")
        page = self.people["cage"]
        opens(page, "/cage#main-bank")
        press(page, "Make the closing count")
        self.counts(page, broken_down(bank.cash, BILLS), {**+bank.pieces})
        press(page, "Enter the count")
        confirm(page, "Enter the count")
        done(page, "Another person must verify the count.")
        self.verifies(self.people["accounting"])

    def alerts(self) -> None:
        """Acknowledge every alert as surveillance."""
        page = self.people["surveillance"]
        opens(page, "/surveillance")
        page.get_by_role("button", name=re.compile("^Live")).click(timeout=SOON)
        button = page.get_by_role("button", name="Acknowledge")
        expect(button.first).to_be_visible(timeout=SOON)
        self.notes.alerts = button.count()
        while left := button.count():
            button.first.click()
            expect(button).to_have_count(left - 1, timeout=SOON)

    def report(self) -> dict[str, Any]:
        """Read the report on accounting's page, as JSON and as a PDF file."""
        page = self.people["accounting"]
        opens(page, "/accounting")
        date = page.locator('input[type="date"]').first
        date.fill(self.casino.gaming_date())
        date.dispatch_event("change")
        expect(page.locator("main")).to_contain_text("totals agree", timeout=SOON)
        with page.expect_download() as found:
            page.get_by_role("link", name="pdf", exact=True).click()
        assert found.value.suggested_filename.endswith(".pdf")
        with page.expect_download() as found:
            page.get_by_role("link", name="json", exact=True).click()
        report: dict[str, Any] = json.loads(found.value.path().read_text())
        return report

    def finish(self) -> None:
        self.people.close()
        self.people.check()

    @property
    def chapters(self) -> tuple[Callable[[], None], ...]:
        return (
            self.sign_in,
            self.drawers,
            self.front_money,
            self.reversed_slip,
            self.open_tables,
            self.dealer_files,
            self.dealers,
            self.openers,
            self.cards,
            self.first_rounds,
            self.machine_play,
            self.jackpot,
            self.tax_papers,
            self.exchange_and_toke,
            self.small_correction,
            self.large_correction,
            self.void_round,
            self.dispute,
            self.relief,
            self.idle_lock,
            self.more_slips,
            self.machines_end,
            self.leave,
            self.drop,
            self.tokes,
            self.closers,
            self.close_drawers,
            self.alerts,
        )

    def run(self) -> list[Check]:
        """Run the whole day. Return the comparisons of the report with the notes."""
        for work in self.chapters:
            self.chapter(work)
        return compare(self.notes, self.report())
