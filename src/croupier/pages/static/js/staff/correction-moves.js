// The bar that tells the dealer which chips to move after a correction of a paid wager.
import { element } from '../core/dom.js';
import { dollars } from '../core/money.js';
import { chipsOf } from './payout-chips.js';
import { clauseText, icon, keycap } from './staff-parts.js';

/** @typedef {import('../core/types.js').TableEvent} TableEvent */
/** @typedef {import('../core/types.js').TableEvents} TableEvents */
/**
 * @typedef {{key: string, round: number, seat: number, wager: string, before: number, after: number, sentence: string,
 * clauses: string[]}} Righted
 */

/**
 * The two entries of a correction: the reversal, then the correct payment.
 * @type {{[K in keyof TableEvents]?: (righted: Righted, event: TableEvents[K]) => void}}
 */
const HALVES = {
  settlement_reversed: (righted, event) => {
    righted.before += event.cents;
  },
  settlement_corrected: (righted, event) => {
    righted.after += event.returned;
  },
  envy_reversed: (righted, event) => {
    righted.before += event.cents;
  },
  envy_corrected: (righted, event) => {
    righted.after += event.cents;
  },
};

/**
 * Find the corrections in new events.
 * @param {TableEvent[]} events
 * @returns {Righted[]}
 */
export function rightedIn(events) {
  /** @type {Map<string, Righted>} */
  const found = new Map();
  for (const event of events) {
    const half = /** @type {Record<string, ((righted: Righted, event: TableEvent) => void)|undefined>} */ (HALVES)[
      event.type.split('@')[0]
    ];
    if (!half) continue;
    const wager = event.wager ?? 'Envy Bonus';
    const key = `${event.round}/${event.seat}/${wager}/${event.at ?? 0}`;
    const righted = found.get(key) ?? {
      key,
      round: event.round ?? 0,
      seat: event.seat ?? 0,
      wager,
      before: 0,
      after: 0,
      sentence: '',
      clauses: event.clauses ?? [],
    };
    half(righted, event);
    righted.sentence = event.sentence ?? '';
    found.set(key, righted);
  }
  return [...found.values()].filter((righted) => righted.before !== righted.after);
}

/**
 * @param {Righted} righted
 * @param {(wager: string) => string} label
 */
export function rightedWords({ seat, wager, before, after }, label) {
  const change = `${label(wager)}, ${dollars(before)} → ${dollars(after)}`;
  return after > before
    ? `Pay seat ${seat} ${dollars(after - before)}: ${change}`
    : `Take back ${dollars(before - after)} from seat ${seat}: ${change}`;
}

/**
 * @param {Righted} righted
 * @param {import('./console-view.js').View} view
 * @param {() => void} seen
 */
export function rightedBar(righted, view, seen) {
  const label = (/** @type {string} */ wager) => view.label(wager);
  return element(
    'div',
    { class: 'put-right', role: 'alert' },
    icon(righted.after > righted.before ? 'up' : 'down'),
    element(
      'div',
      {},
      element('b', {}, rightedWords(righted, label)),
      ' ',
      element('span', {}, righted.sentence),
      ' ',
      clauseText(righted.clauses, [], 'wrap'),
    ),
    chipsOf(Math.abs(righted.after - righted.before), view.tray),
    element('button', { type: 'button', class: 'btn', onclick: seen }, keycap('Esc', 'small'), 'Done'),
  );
}
