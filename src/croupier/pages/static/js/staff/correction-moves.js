// The bar that tells the dealer which chips to move after a correction of a paid wager.
import { element } from '../core/dom.js';
import { dollars } from '../core/money.js';
import { chipsOf } from './payout-chips.js';
import { clauseText, icon, keycap } from './staff-parts.js';

/** @typedef {import('../core/types.js').TableEvent} TableEvent */
/** @typedef {import('../core/types.js').TableEvents} TableEvents */
/**
 * A corrected wager: what was paid, and what is right.
 * @typedef {{wager: string, before: number, after: number}} Part
 *
 * The corrected wagers of one seat in one entry: their chips move together.
 * @typedef {{round: number, seat: number, parts: Part[], sentence: string, clauses: string[]}} Righted
 */

const CLAUSES = 4; // most clauses shown

/**
 * The two events of a correction: the reversal, then the correct payment.
 * @type {{[K in keyof TableEvents]?: (part: Part, event: TableEvents[K]) => void}}
 */
const HALVES = {
  settlement_reversed: (part, event) => {
    part.before += event.cents;
  },
  settlement_corrected: (part, event) => {
    part.after += event.returned;
  },
  envy_reversed: (part, event) => {
    part.before += event.cents;
  },
  envy_corrected: (part, event) => {
    part.after += event.cents;
  },
};

/**
 * Find the corrections in the events of one entry.
 * @param {TableEvent[]} events
 * @returns {Righted[]}
 */
export function rightedIn(events) {
  /** @type {Map<string, Righted>} */
  const groups = new Map();
  for (const event of events) {
    const half = /** @type {Record<string, ((part: Part, event: TableEvent) => void)|undefined>} */ (HALVES)[
      event.type.split('@')[0]
    ];
    if (!half) continue;
    const wager = event.wager ?? 'Envy Bonus';
    const key = `${event.round}/${event.seat}`;
    const righted = groups.get(key) ?? {
      round: event.round ?? 0,
      seat: event.seat ?? 0,
      parts: [],
      sentence: '',
      clauses: [],
    };
    let part = righted.parts.find((part) => part.wager === wager);
    if (!part) righted.parts.push((part = { wager, before: 0, after: 0 }));
    half(part, event);
    righted.sentence = event.sentence ?? '';
    righted.clauses = [...new Set([...righted.clauses, ...(event.clauses ?? [])])];
    groups.set(key, righted);
  }
  return [...groups.values()]
    .map((righted) => ({ ...righted, parts: righted.parts.filter((part) => part.before !== part.after) }))
    .filter((righted) => righted.parts.length);
}

/** The chips to pay, negative to take back. @param {Righted} righted */
const owed = ({ parts }) => parts.reduce((sum, part) => sum + part.after - part.before, 0);

/**
 * @param {Righted} righted
 * @param {(wager: string) => string} label
 */
export function rightedWords(righted, label) {
  const { seat, parts } = righted;
  const change = parts
    .map(({ wager, before, after }) => `${label(wager)}, ${dollars(before)} → ${dollars(after)}`)
    .join('; ');
  const cents = owed(righted);
  if (!cents) return `Seat ${seat}: no chips move: ${change}`;
  return cents > 0
    ? `Pay seat ${seat} ${dollars(cents)}: ${change}`
    : `Take back ${dollars(-cents)} from seat ${seat}: ${change}`;
}

/**
 * @param {Righted} righted
 * @param {import('./console-view.js').View} view
 * @param {() => void} seen
 */
export function rightedBar(righted, view, seen) {
  const label = (/** @type {string} */ wager) => view.label(wager);
  const cents = owed(righted);
  return element(
    'div',
    { class: 'put-right', role: 'alert' },
    icon(cents > 0 ? 'up' : 'down'),
    element(
      'div',
      {},
      element('b', {}, rightedWords(righted, label)),
      ' ',
      element('span', {}, righted.parts.length > 1 ? `Round ${righted.round}` : righted.sentence),
      ' ',
      clauseText(righted.clauses.slice(0, CLAUSES), [], 'wrap'),
    ),
    chipsOf(Math.abs(cents), view.tray),
    element('button', { type: 'button', class: 'btn', onclick: seen }, keycap('Esc', 'small'), 'Done'),
  );
}
