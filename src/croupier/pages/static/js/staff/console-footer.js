// The footer of the dealer's console: rules, other acts, the main button, and the floor call. Without a main
// button, it shows who acts next.
import { element, mark } from '../core/dom.js';
import { memo } from './change-detection.js';
import {
  answersFor,
  canRemoveDeck,
  isAsleep,
  isBetting,
  isSeatOpen,
  isStopped,
  primaryAction,
} from './console-selectors.js';
import { clockWords } from './message-cards.js';
import { EARLY, onHold, icon, keycap } from './staff-parts.js';

/** @typedef {import('./console-state.js').ConsoleState} ConsoleState */

/** @param {import('./dealer-console.js').Console} desk */
export function consoleFooter(desk) {
  const whyButton = element(
    'button',
    { type: 'button', class: 'btn ghost', onclick: () => desk.explain() },
    keycap('/'),
    'Why',
  );
  const more = element('button', {
    type: 'button',
    class: 'btn ghost',
    onclick: () => desk.openMore(canRemoveDeck(desk.state.view) ? 'remove_deck' : ''),
  });
  const seats = element(
    'button',
    { type: 'button', class: 'btn ghost', onclick: () => desk.chooseSeat() },
    keycap('-'),
    'Seats',
  );
  const undo = element(
    'button',
    { type: 'button', class: 'btn ghost', 'aria-label': 'Undo the last entry', onclick: () => desk.correctEntry() },
    keycap('⌫'),
    'Undo',
  );
  const primary = element('button', { type: 'button', class: 'btn primary' });
  onHold(primary, () => {
    if (primaryAction(desk.state)?.key === 'Enter') desk.perform(true);
  });
  // Releasing a button that was held for one act is not a click for the next act.
  let pressedFor = '';
  primary.addEventListener('pointerdown', () => {
    pressedFor = desk.state.entry.key;
  });
  primary.addEventListener('click', (event) => {
    if (event.detail > 0 && pressedFor !== desk.state.entry.key) return;
    if (primaryAction(desk.state)?.key === 'Space') desk.perform();
  });
  const floor = element('button', { type: 'button', class: 'btn floor', onclick: () => desk.callFloor() });
  const node = element('footer', { class: 'foot' }, whyButton, more, seats, undo, primary, floor);
  // The content of a button is replaced only when it changes, so that a click in progress is not lost.
  const [putPrimary, putFloor, putMore] = [memo(), memo(), memo()];

  /**
   * @param {ConsoleState} state
   * @param {number} now
   */
  function draw(state, now) {
    const isBlocked = isStopped(state);
    const main = isBlocked ? null : primaryAction(state);
    const live = Boolean(main?.ready && !state.busy && !isAsleep(state, now));
    primary.className = live ? 'btn primary' : 'btn off';
    mark(primary, 'aria-disabled', live ? null : 'true');
    mark(primary, 'data-key', main?.key ?? null);
    const early = state.early && state.early === state.entry.key;
    const { words, small } = main ? { words: main.words, small: early ? EARLY : main.small } : waitWords(state, now);
    putPrimary([words, small, main?.key], () =>
      primary.replaceChildren(
        main ? keycap(main.key) : icon('clock'),
        element('span', {}, words, small ? element('small', {}, small) : null),
      ),
    );
    const [call] = state.calls;
    putFloor([call?.at], () => floor.replaceChildren(...floorContent(call)));
    floor.hidden = state.view.role !== 'dealer';
    const defect = canRemoveDeck(state.view);
    putMore([defect], () => more.replaceChildren(keycap(defect ? 'X' : '+'), defect ? 'Defect' : 'Other'));
    more.hidden = isBlocked || Boolean(state.correcting);
    seats.hidden = isBlocked || state.panels.more || Boolean(state.correcting);
    undo.hidden = isBlocked || !state.own || Boolean(state.correcting) || state.panels.more || isSeatOpen(state);
  }
  return { node, why: whyButton, draw };
}

/** @param {import('../core/types.js').Call|undefined} call the open one */
function floorContent(call) {
  const since = call ? new Date(call.at * 1000).toLocaleTimeString('en-GB') : '';
  return [
    icon('bell'),
    element('span', {}, call ? 'Call again' : 'Call the floor', since ? element('small', {}, `called ${since}`) : null),
    keycap('*'),
  ];
}

/**
 * The reason why there is no main button, and who acts next.
 * @param {ConsoleState} state
 * @param {number} now
 * @returns {{words: string, small: string}}
 */
function waitWords(state, now) {
  const { view, clock } = state;
  const { due } = view;
  if (state.lock.locked) return { words: 'Locked', small: '' };
  if (state.link.line === 'ended') return { words: 'You are not at this table', small: '' };
  if (state.link.line !== 'open') return { words: 'Connection lost. Stop dealing.', small: '' };
  if (state.correcting) return { words: 'Press Enter to correct, or Esc to cancel', small: '' };
  if (state.panels.more || isSeatOpen(state)) return { words: 'Press Esc to cancel', small: '' };
  if (view.posted.training && !view.mine && due.role === 'floor')
    return { words: 'Call the floor', small: 'in training the software acts for the floor' };
  if (!view.mine && due.act !== 'ask' && !isBetting(view))
    return { words: `Waiting for the ${due.role === 'dealer' ? 'dealer' : 'floor'}`, small: '' };
  if (due.act === 'ask') {
    const keys = answersFor(view).map((answer) => answer.key);
    const timeWords = clock ? `, ${clockWords(clock.until - now)}` : '';
    return keys.length
      ? { words: `Waiting for seat ${due.seat}${timeWords}. Press ${keyList(keys)}.`, small: '' }
      : { words: `Waiting for seat ${due.seat}${timeWords}`, small: 'the player answers on their own screen' };
  }
  if (due.act === 'wait') return { words: 'Waiting for players', small: 'press - and a seat number to seat one' };
  if (isBetting(view)) return { words: 'Waiting for bets', small: 'press a seat number to enter bets' };
  return { words: view.ways.length ? 'Choose one of the buttons above' : 'Fill in the form above', small: '' };
}

/** @param {string[]} keys */
function keyList(keys) {
  return keys.length < 2 ? keys.join('') : `${keys.slice(0, -1).join(', ')} or ${keys[keys.length - 1]}`;
}
