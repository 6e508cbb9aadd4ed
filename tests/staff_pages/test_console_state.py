"""Test the pure functions behind the dealer's console in Node.js, without a browser."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.casino.administration.commands import AdministrationCode
from croupier.pages import FILES
from croupier.pages.generated import generated_files

Run = Callable[[str], Any]

# A table has one due act at a time. `frame(due, more)` builds the frame for an act.
SETUP = """
import * as change from './js/staff/console-state.js';
import * as select from './js/staff/console-selectors.js';
import { keyAction } from './js/staff/console-keys.js';
import { View } from './js/staff/console-view.js';
import { Naming } from './js/staff/card-naming.js';
import { rightedWords } from './js/staff/correction-moves.js';
import { winnings } from './js/staff/settlement-sheet.js';
import { memo, share } from './js/staff/change-detection.js';
import { correctionOf, entryOf, missingIn, openCorrection, typeInto } from './js/staff/own-entry.js';

const posted = { positions: 6, deck: ['As', 'Ks', 'Kh', 'Td'], questions: [], wagers: [], labels: {} };
const seat = (wagers = {}) => ({ seat: 1, player: 'p', name: 'Ann', chips: 500, wagers });
const due = (act, more = {}) => ({
  act, words: act, whose: ['dealer'], role: 'dealer', clauses: [], readings: [], state: 'act', blanks: [],
  cards: 0, deliveries: [], question: '', ...more,
});
const frame = (due, { offers = [], round = 1, seats = [seat()], entries = [] } = {}) => ({
  type: 'frame', cursor: [0, 0], entries, offers, due, next: [],
  sight: { round, seats, places: [], turn: { question: '' } },
});
const command = { type: 'settle_seat@1', seat: 1 };
const move = { seat: 1, wager: 'w', action: 'pay', cents: 500 };
const opened = () => {
  const first = change.initialState('t', 'Dora', new View(posted, 'dealer'), { locked: false, since: 0 });
  return change.changeLine(first, { line: 'open', end: null, date: 0 });
};
const receive = (state, made, now = 0) =>
  change.receiveFrame(state, { frame: made, fresh: false, now, date: 1000 + now });
const dryRun = (state, moves, now) => {
  const answer = { ok: true, preview: { moves, hands: [] } };
  return change.receiveDryRun(state, { key: state.entry.key, answer, now });
};
const press = (state, now, wholeSecond = false) => select.confirmation(state, { now, wholeSecond });
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the pages' scripts to a folder where Node.js treats them as modules."""
    folder = tmp_path_factory.mktemp("modules")
    shutil.copytree(FILES / "js", folder / "js")
    for name, content in generated_files().items():
        if name.startswith("js/"):
            (folder / name).write_bytes(content)
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


@pytest.fixture
def run(tree: Path) -> Run:
    node = shutil.which("node")
    if node is None:
        assert not os.environ.get("CI"), "CI needs node"
        pytest.skip("node is not installed")

    def evaluate(body: str) -> Any:
        (tree / "run.js").write_text(
            f"{SETUP}\nconst result = (() => {{{body}}})();\nconsole.log(JSON.stringify(result));\n"
        )
        done = subprocess.run([node, "run.js"], cwd=tree, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return evaluate


def test_settlement_cannot_be_confirmed_before_it_is_read(run: Run) -> None:
    found = run("""
      const untried = receive(opened(), frame(due('settle', { command, seat: 1 })), 0);
      const sheet = dryRun(untried, [move], 100);
      const again = receive(sheet, frame(due('settle', { command, seat: 1 })), 2000);
      const same = dryRun(again, [{ ...move }], 2100);
      const other = dryRun(again, [{ ...move, cents: 700 }], 2100);
      return [press(untried, 50), press(sheet, 899), press(sheet, 899, true), press(sheet, 901),
        press(again, 2050, true), press(same, 2101), press(other, 2101)];
    """)
    assert found == ["early", "early", "send", "send", "early", "send", "early"]


def test_key_while_saving_marks_the_next_act(run: Run) -> None:
    before, saving, after, refused = run("""
      const first = receive(opened(), frame(due('deal', { command: { type: 'deal@1' } })));
      const sending = change.beginSending(change.confirmAct(dryRun(first, [], 0)));
      const early = change.noteEarlyKey(sending);
      const next = receive(early, frame(due('turn', { command: { type: 'turn@1' } })));
      const failed = change.endSending(early, { ok: false, busy: false });
      return [press(dryRun(first, [], 0), 0), press(sending, 0), next.early === next.entry.key, failed.early];
    """)
    assert (before, saving, after, refused) == ("send", "early", True, "")


def test_keys_typed_ahead_wait_for_their_act_and_no_other(run: Run) -> None:
    """The cards that the dealer types while seat 2 is settled are the cards of seat 1."""
    kept, sign, due, later, dropped, fault = run("""
      const cards = { act: 'name', words: 'Name seat 1', clauses: [], blanks: ['cards'] };
      const made = frame(due('settle', { command, seat: 2 }));
      made.next = [cards];
      const state = receive(opened(), made);
      const meant = keyAction(state, 'a');
      const typed = change.typeAhead(change.typeAhead(state, meant), { sign: 's', words: meant.words });
      const named = receive(typed, frame(due('name', { words: 'Name seat 1' })));
      const stopped = receive(typed, frame(due('rule')));
      return [typed.typedAhead, meant, select.isTypedFor(named), change.passAheadOn(named).typedAhead.keys,
        stopped.typedAhead.keys, stopped.fault.message];
    """)
    assert kept == {"keys": "as", "words": "Name seat 1"}
    assert sign == {"does": "ahead", "sign": "a", "words": "Name seat 1"}
    assert (due, later, dropped) == (True, "", "")
    assert fault == "Typed ahead and not used: as"


def test_digits_and_enter_are_never_typed_ahead_of_a_bet_or_an_unknown_act(run: Run) -> None:
    found = run("""
      const bet = receive(opened(), frame(due('close')));
      const dealt = receive(opened(), frame(due('deal', { command: { type: 'deal@1' } })));
      const deal = change.setBusy(dealt, true);
      return [keyAction(bet, 'a'), keyAction(deal, 'a'), keyAction(deal, 'Enter')];
    """)
    assert found == [None, None, {"does": "submit"}]


def test_run_stops_before_a_decision_a_payment_and_a_refusal(run: Run) -> None:
    found = run("""
      const act = (name) => receive(opened(), frame(due(name, { command: { type: name } })));
      const ready = (state) => dryRun(state, [], 0);
      const refused = { ok: false, refusal: { code: 'x', message: 'x' } };
      const stub = act('stub');
      const failed = change.receiveDryRun(stub, { key: stub.entry.key, answer: refused, now: 0 });
      const open = change.openPanel(ready(stub), { more: true });
      const tried = [[ready(stub), 'deal'], [stub, 'deal'], [ready(stub), 'rack'], [failed, 'deal'],
        [open, 'deal'], [dryRun(act('bank'), [move], 0), 'collect'], [ready(act('settle')), 'named']];
      return tried.map(([state, run]) => select.goesOn(state, run));
    """)
    assert found == [True, False, False, False, False, False, False]


def test_input_is_discarded_only_when_another_act_is_due(run: Run) -> None:
    same, other, digits = run("""
      const blanks = [{ field: 'counted', kind: 'whole' }];
      const offers = [{ act: 'count_stub@1', due: true, sample: { type: 'count_stub@1' }, blanks }];
      const count = (round) => frame(due('count'), { offers, round });
      let state = receive(opened(), count(1));
      for (const digit of '4712') state = change.typeDigit(state, digit);
      const number = (round) => receive(state, count(round)).entry.number;
      return [number(1), number(2), select.primaryAction(state).command().counted];
    """)
    assert (same, other, digits) == ("471", "", 471)


def test_keys_are_ignored_while_stopped_or_another_panel_is_open(run: Run) -> None:
    found = run("""
      const act = dryRun(receive(opened(), frame(due('deal', { command: { type: 'deal@1' } }))), [], 0);
      return [act, change.setLock(act, { locked: true, since: 1 }), change.openPanel(act, { more: true }),
        change.changeLine(act, { line: 'lost', end: null, date: 5 })].map((state) => press(state, 0));
    """)
    assert found == ["send", "ignore", "ignore", "ignore"]


def test_escape_closes_panels_before_it_dismisses_a_correction(run: Run) -> None:
    found = run("""
      const start = opened();
      const state = { ...start, view: start.view.with({ corrections: [1, 2] }) };
      const fault = change.setFault(state, { code: 'x', message: 'x' });
      return [state, change.openPanel(state, { seat: 2 }), fault]
        .map(change.leave)
        .map((after) => [after.view.corrections.length, after.panels.seat, after.fault]);
    """)
    assert found == [[1, None, None], [2, None, None], [2, None, None]]


def test_corrected_wagers_of_a_seat_are_one_instruction(run: Run) -> None:
    words, seats, left = run("""
      const half = (kind, seat, wager, cents) =>
        ({ type: `${kind}@1`, round: 1, seat, wager, cents, returned: cents });
      const both = (seat, wager, before, after) =>
        [half('settlement_reversed', seat, wager, before), half('settlement_corrected', seat, wager, after)];
      const wagers = ['ante', 'blind', 'play', 'trips', 'progressive'];
      const one = wagers.flatMap((wager) => both(1, wager, 0, 1000));
      const more = [2, 3, 4, 5, 6].flatMap((seat) => both(seat, 'ante', 1000, 500));
      let state = receive(opened(), frame(due('bet'), { entries: [[...one, ...more]] }));
      const label = (wager) => wager;
      const words = state.view.corrections.map((righted) => rightedWords(righted, label));
      const seats = state.view.corrections.map((righted) => righted.seat);
      return [words.slice(0, 2), seats, change.dismissCorrection(state).view.corrections.length];
    """)
    changed = "; ".join(
        f"{wager}, $0.00 → $10.00" for wager in ("ante", "blind", "play", "trips", "progressive")
    )
    assert words == [f"Pay seat 1 $50.00: {changed}", "Take back $5.00 from seat 2: ante, $10.00 → $5.00"]
    assert (seats, left) == ([1, 2, 3, 4, 5, 6], 5)


def test_tray_of_the_round_counts_envy_and_leaves_out_the_meter(run: Run) -> None:
    assert run("""
      const event = (kind, more) => ({ type: `${kind}@1`, seat: 1, ...more });
      const lost = event('wager_settled', { wager: 'progressive', staked: 100, returned: 0 });
      const row = { round: 1, wager: 'progressive', returned: 5000000, result: 'win', from_meter: 'main' };
      const won = event('settlement_corrected', row);
      const envy = (kind, cents, round) => event(kind, { holder: 1, cents, round });
      const after = (events) =>
        winnings(receive(opened(), frame(due('settle'), { entries: [events] })).view.settlements);
      const started = receive(opened(), frame(due('settle'))); // the round is known
      const late = receive(started, frame(due('settle'), { entries: [[envy('envy_corrected', 100000, 0)]] }));
      const paid = envy('envy_paid', 100000);
      return [after([lost, won]), after([lost, paid]), winnings(late.view.settlements),
        after([paid, envy('envy_reversed', 100000, 1), envy('envy_corrected', 30000, 1)])];
    """) == [100, 100 - 100_000, 0, -30_000]


def test_digit_opens_bets_but_never_seats_a_player(run: Run) -> None:
    found = run("""
      const sit = { act: 'sit_down@1', sample: { type: 'sit_down@1' },
        blanks: [{ field: 'seat', kind: 'choice', options: [{ value: 3 }] }] };
      const state = receive(opened(), frame(due('bet'), { offers: [sit] }));
      const choosing = change.chooseSeat(state);
      return [keyAction(state, '1'), keyAction(state, '3'), keyAction(state, '9'), keyAction(choosing, '3'),
        keyAction(choosing, '4'), keyAction(change.setBusy(state, true), '1')];
    """)
    assert found == [
        {"does": "seat", "seat": 1},
        {"does": "empty", "seat": 3},
        None,
        {"does": "seat", "seat": 3},
        None,
        None,
    ]


def test_last_bets_are_repeated_for_the_same_player_only(run: Run) -> None:
    first, repeated, again, other = run("""
      const bet = { act: 'bet@1', sample: { type: 'bet@1', seat: 1 } };
      const open = frame(due('close'), { seats: [seat({ w: 500 })], offers: [bet] });
      const closed = frame(due('deal'), { entries: [[{ type: 'bets_closed@1' }]] });
      const state = receive(receive(opened(), open), closed);
      const repeated = (state, made) => select.repeatedBets(receive(state, made).view);
      const next = (seats) => repeated(state, frame(due('bet'), { seats, offers: [bet] }));
      return [repeated(opened(), open), next([seat()]), next([seat({ w: 100 })]),
        next([{ ...seat(), player: 'q' }])];
    """)
    assert repeated == [{"type": "bet@1", "seat": 1, "wagers": {"w": 500}}]
    assert first == again == other == []


def test_transitions_leave_the_previous_state_unchanged(run: Run) -> None:
    assert run("""
      const freeze = (value) => {
        if (value && typeof value === 'object' && !Object.isFrozen(value)) {
          Object.freeze(value);
          Object.values(value).forEach(freeze);
        }
        return value;
      };
      const events = [[{ type: 'decided@1', seat: 1, choice: 'play', sentence: 'Seat 1: Play' },
        { type: 'naming_corrected@1', place: 'seat1' }]];
      let state = freeze(receive(opened(), frame(due('bet'))));
      const before = state.view;
      state = freeze(receive(state, frame(due('ask', { seat: 1 }), { entries: events })));
      state = freeze(change.rememberCards(state, { place: 'seat1', first: 1, cards: ['As'] }));
      state = freeze(change.setCalls(state, [{ at: 1 }]));
      return [before.answers.size, before.log.length, state.view.answers.get(1), state.view.log[0].words,
        state.view.cardNames.get('seat1')];
    """) == [0, 0, "play", "Seat 1: Play", [None, "As"]]


def test_equal_frames_keep_the_identity_of_unchanged_parts(run: Run) -> None:
    assert run("""
      const first = receive(opened(), frame(due('bet'), { seats: [seat(), { ...seat(), seat: 2 }] })).view;
      const bet = frame(due('bet'), { seats: [seat({ w: 1 }), { ...seat(), seat: 2 }] });
      const second = first.after(bet, false, 0);
      const third = second.after(bet, false, 0);
      let draws = 0;
      const draw = memo();
      for (const view of [first, second, third]) draw([view.sight, NaN], () => (draws += 1));
      return [first.sight === second.sight, first.seat(2) === second.seat(2), second.sight === third.sight,
        second.due === third.due, draws, share([1], { 0: 1 })];
    """) == [False, True, True, True, 2, {"0": 1}]


def test_card_entry_makes_a_new_value_for_each_character(run: Run) -> None:
    assert run("""
      const deck = ['As', 'Ah', 'Ks', 'Kh', 'Td'];
      const start = new Naming(deck, deck.slice(0, 4), 2, () => 'already on the board');
      const type = (text) => [...text].reduce((naming, sign) => naming.type(sign) ?? naming, start);
      const full = type('as kh');
      const faults = [type('as as'), type('10'), type('td'), full.type('t'), start.type('x')];
      return [full.cards, full.full, start.cards, type('k').half, ...faults.map((one) => one.fault.words),
        full.back().cards, full.out('As').cards, change.tapCard(full, 'As').cards];
    """) == [
        ["As", "Kh"],
        True,
        [],
        "k",
        "A♠ is already entered",
        "10♦ is already on the board",
        "10♦ is already on the board",
        "10♦ is one card too many",
        "No card begins with x",
        ["As"],
        ["Kh"],
        ["Kh"],
    ]


def test_hand_pay_that_others_complete_is_tried_again(run: Run) -> None:
    codes = [AdministrationCode.NEEDS_FORM, AdministrationCode.WINNER_EXCLUDED, "table_busy"]
    found = run(f"""
      const sheet = receive(opened(), frame(due('settle', {{ command, seat: 1 }})));
      return {json.dumps(codes)}.map((code) => select.waitsForOthers(change.receiveDryRun(sheet,
        {{ key: sheet.entry.key, answer: {{ ok: false, refusal: {{ code }} }}, now: 0 }})));
    """)
    assert found == [True, True, False]


OWN = """
const bet = { type: 'bet@1', seat: 1, wagers: { w: 500 } };
const entered = (seats = [seat()]) => {
  const state = receive(opened(), frame(due('close'), { seats }));
  return change.noteEntry(state, { type: bet.type, made: entryOf(bet, state.view) });
};
"""


def test_backspace_corrects_the_last_entry_only_if_nothing_is_typed(run: Run) -> None:
    assert run(
        OWN
        + """
        const state = entered();
        const typed = change.setNaming(state, new Naming(['As'], ['As'], 1).type('a'));
        return [keyAction(state, 'Backspace')?.does, keyAction(typed, 'Backspace')?.does,
          keyAction(opened(), 'Backspace')];
        """
    ) == ["correct", "remove", None]


def test_an_entry_cannot_be_corrected_after_the_next_act_or_a_lost_connection(run: Run) -> None:
    assert run(
        OWN
        + """
        const state = change.correctEntry(entered());
        const kinds = ['bets_closed@1', 'round_voided@1', 'wager_placed@1'];
        const after = kinds.map((type) => receive(state, frame(due('close'), { entries: [[{ type }]] })));
        const lost = change.changeLine(state, { line: 'lost', end: null, date: 0 });
        return [...after, lost].map((each) => [each.own !== null, each.correcting !== null]);
        """
    ) == [[False, False], [False, False], [True, True], [False, False]]


def test_the_correction_of_bets_restores_the_bets_before_the_entry(run: Run) -> None:
    assert run(
        OWN
        + """
        const state = change.correctEntry(entered([seat({ w: 100, v: 200 })]));
        return [correctionOf(state.correcting, 3), select.primaryAction(state),
          change.leave(state).correcting, change.leave(state).own !== null];
        """
    ) == [
        {"type": "correct_keying@1", "round": 3, "seat": 1, "wagers": {"w": 100, "v": 200}},
        None,
        None,
        True,
    ]


def test_cards_dealt_to_several_places_are_corrected_at_their_places(run: Run) -> None:
    assert run(
        OWN
        + """
        const burn = { place: 'burn', count: 1, face_up: false };
        const deliveries = [burn, { place: 'board', count: 2, face_up: true }];
        const state = receive(opened(), frame(due('deal', { deliveries })));
        const deal = { type: 'deal@1', cards: [null, 'As', 'Ks'] };
        const own = entryOf(deal, state.view);
        const open = openCorrection(own, state.view);
        const right = [...'khas'].reduce((at, key) => typeInto(at, key, state.view), open);
        const second = typeInto(openCorrection(own, state.view), 'k', state.view);
        const { cards } = correctionOf(right, 1);
        return [own.names, missingIn(open), missingIn(right), cards, second.naming.half];
        """
    ) == [
        [{"place": "board", "index": 0, "card": "As"}, {"place": "board", "index": 1, "card": "Ks"}],
        "Enter all of its cards",
        "",
        [{"place": "board", "index": 0, "card": "Kh"}, {"place": "board", "index": 1, "card": "As"}],
        "k",
    ]
