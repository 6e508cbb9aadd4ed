// The row of seats at the top, from the dealer's side, with seat 1 on the left.
import { element, updateChildren, mark } from '../core/dom.js';
import { dollars, signedDollars } from '../core/money.js';
import { choiceWords } from '../table/round-story.js';
import { memo } from './change-detection.js';
import { icon } from './staff-parts.js';

/** @typedef {import('../core/types.js').Seat} Seat */
/** @typedef {import('./console-view.js').View} View */

/** "$25", "$2.50": a short amount, without cents if they are zero. @param {number} cents */
export function brief(cents) {
  return dollars(cents).replace(/\.00$/, '');
}

/**
 * Wagers of a seat: the main wagers in one line, equal ones joined by "=", and the others.
 * @param {Seat} seat
 * @param {View} view
 */
function wagersOf(seat, view) {
  const wagers = Object.entries(seat.wagers ?? {});
  const equal = new Map(
    view.posted.wagers
      .filter((stake) => stake.equal_to)
      .map((stake) => [stake.name, /** @type {string} */ (stake.equal_to)]),
  );
  const equalWagers = wagers.filter(([name]) => equal.has(name) || [...equal.values()].includes(name));
  const others = wagers.filter(([name]) => !equalWagers.some(([each]) => each === name));
  const say = (/** @type {[string, number]} */ [name, cents]) => `${view.label(name)} ${brief(cents)}`;
  const isSame = equalWagers.length > 1 && equalWagers.every(([, cents]) => cents === equalWagers[0][1]);
  const main = isSame
    ? `${equals(equalWagers.map(([name]) => view.label(name)))} ${brief(equalWagers[0][1])}`
    : equalWagers.map(say).join(' = ');
  return { main, others: others.map(([name, cents]) => ({ words: say([name, cents]), cents })) };
}

/**
 * Labels of equal wagers, with their common beginning written once: "Bet 1 = 2 = 3".
 * @param {string[]} labels
 */
export function equals(labels) {
  const split = labels.map((label) => label.split(' '));
  const most = Math.min(...split.map((words) => words.length)) - 1;
  let alike = 0;
  while (alike < most && split.every((words) => words[alike] === split[0][alike])) alike += 1;
  return split.map((words, at) => words.slice(at ? alike : 0).join(' ')).join(' = ');
}

/**
 * Every wager of a seat as text.
 * @param {Seat} seat
 * @param {View} view
 */
export function wagerLines(seat, view) {
  const { main, others } = wagersOf(seat, view);
  return [main, ...others.map((item) => item.words)].filter(Boolean);
}

/**
 * Wagers that fit on a seat's tile: the main wagers, and several others as one sum.
 * @param {Seat} seat
 * @param {View} view
 */
function briefLines(seat, view) {
  const { main, others } = wagersOf(seat, view);
  const first = main || others.shift()?.words || '';
  const rest =
    others.length > 1
      ? `+${others.length} more bets: ${brief(others.reduce((sum, item) => sum + item.cents, 0))}`
      : (others[0]?.words ?? '');
  return [first, rest].filter(Boolean);
}

/** Draws the content of each seat. @type {WeakMap<Element, import('./change-detection.js').Memo>} */
const contents = new WeakMap();

/** @param {(seat: number) => void} pick */
export function seatStrip(pick) {
  const node = element('ol', { class: 'seats', 'aria-label': 'Seats from the dealer’s side, left to right' });

  /**
   * @param {View} view
   * @param {Set<number>} ready
   * @param {number|null} selected
   * @param {boolean} isBlocked no seat is marked as asked while input is blocked
   */
  function draw(view, ready, selected, isBlocked) {
    const numbers = Array.from({ length: view.posted.positions }, (_, at) => at + 1);
    updateChildren(
      node,
      numbers,
      (number) => number,
      (number) => element('li', { 'data-seat': number, onclick: () => pick(number) }),
      (each, number) => {
        show(/** @type {HTMLElement} */ (each), number, view, ready, isBlocked ? -1 : selected);
      },
    );
  }
  return { node, draw };
}

/**
 * @param {HTMLElement} node
 * @param {number} number
 * @param {View} view
 * @param {Set<number>} ready
 * @param {number|null} selected
 */
function show(node, number, view, ready, selected) {
  const seat = view.seat(number);
  const isAsked =
    selected === number ||
    (selected !== -1 &&
      view.due.seat === number &&
      ['ask', 'settle', 'pay', 'validate', 'name'].includes(view.due.act));
  const isFolded = seat?.folded && !isBetting(view);
  node.className = ['seat', seat ? '' : 'empty', isAsked ? 'asked' : '', isFolded ? 'folded' : '']
    .filter(Boolean)
    .join(' ');
  mark(node, 'aria-current', isAsked ? 'true' : null);
  const content = contents.get(node) ?? memo();
  contents.set(node, content);
  const words = view.answers.get(number);
  // An unchanged seat keeps its nodes, so that a tap in progress is not lost.
  content([seat, isFolded, isAsked && view.due.act, words, ready.has(number), isBetting(view)], () => {
    node.replaceChildren(
      element('header', {}, element('b', {}, number), element('span', {}, seat ? seat.name || seat.player : 'empty')),
    );
    if (seat)
      node.append(
        element('div', { class: 'wagers' }, ...briefLines(seat, view).map((line) => element('span', {}, line))),
        saidNode(seat, view, ready.has(number), isAsked),
      );
  });
}

/** Whether bets are open, so that the seats' answers of the last round no longer apply. @param {View} view */
const isBetting = (view) => ['bet', 'close', 'wait'].includes(view.due.act);

/**
 * Status of a seat: its answer, its result, or that it is waiting.
 * @param {Seat} seat
 * @param {View} view
 * @param {boolean} ready
 * @param {boolean} isAsked
 */
function saidNode(seat, view, ready, isAsked) {
  const isSettled = (seat.outcomes ?? []).length > 0 && !Object.keys(seat.wagers ?? {}).length;
  if (isSettled) return element('div', { class: 'said wait' }, icon('tick'), ` ${signedDollars(seat.net ?? 0)}`);
  if (seat.folded && !isBetting(view)) return element('div', { class: 'said' }, 'Folded');
  if (isAsked && view.due.act === 'ask') return element('div', { class: 'said play' }, 'Asked');
  const words = view.answers.get(seat.seat);
  if (words) return element('div', { class: 'said play' }, icon('tick'), ` ${choiceWords(words)}`);
  if (ready) return element('div', { class: 'said wait' }, icon('tick'), ' Ready');
  if (seat.chips !== undefined && !Object.keys(seat.wagers ?? {}).length)
    return element('div', { class: 'said wait' }, `${brief(seat.chips)} in chips`);
  return element('div', { class: 'said wait' }, ' ');
}
