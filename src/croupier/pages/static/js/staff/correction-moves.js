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
    const correction = groups.get(key) ?? {
      round: event.round ?? 0,
      seat: event.seat ?? 0,
      parts: [],
      sentence: '',
      clauses: [],
    };
    let part = correction.parts.find((part) => part.wager === wager);
    if (!part) correction.parts.push((part = { wager, before: 0, after: 0 }));
    half(part, event);
    correction.sentence = event.sentence ?? '';
    correction.clauses = [...new Set([...correction.clauses, ...(event.clauses ?? [])])];
    groups.set(key, correction);
  }
  return [...groups.values()]
    .map((correction) => ({ ...correction, parts: correction.parts.filter((part) => part.before !== part.after) }))
    .filter((correction) => correction.parts.length);
}

/** The chips to pay, negative to take back. @param {Righted} righted */
const amount = ({ parts }) => parts.reduce((sum, part) => sum + part.after - part.before, 0);

/**
 * @param {Righted} correction
 * @param {(wager: string) => string} label
 */
export function rightedWords(correction, label) {
  const { seat, parts } = correction;
  const change = parts
    .map(({ wager, before, after }) => `${label(wager)}, ${dollars(before)} → ${dollars(after)}`)
    .join('; ');
  const cents = amount(correction);
  if (!cents) return `Seat ${seat}: no chips move: ${change}`;
  return cents > 0
    ? `Pay seat ${seat} ${dollars(cents)}: ${change}`
    : `Take back ${dollars(-cents)} from seat ${seat}: ${change}`;
}

/**
 * @param {Righted} correction
 * @param {import('./console-view.js').View} view
 * @param {() => void} dismiss
 */
export function rightedBar(correction, view, dismiss) {
  const label = (/** @type {string} */ wager) => view.label(wager);
  const cents = amount(correction);
  return element(
    'div',
    { class: 'put-right', role: 'alert' },
    icon(cents > 0 ? 'up' : 'down'),
    element(
      'div',
      {},
      element('b', {}, rightedWords(correction, label)),
      ' ',
      element('span', {}, correction.parts.length > 1 ? `Round ${correction.round}` : correction.sentence),
      ' ',
      clauseText(correction.clauses.slice(0, CLAUSES), [], 'wrap'),
    ),
    chipsOf(Math.abs(cents), view.tray),
    element('button', { type: 'button', class: 'btn', onclick: dismiss }, keycap('Esc', 'small'), 'Done'),
  );
}
