// Chips in the regulation colours: an amount as a dealer would stack it.
import { shape, symbol } from '../core/dom.js';

// Values in cents, the largest first, with the names of their drawings.
const VALUES = /** @type {[number, string][]} */ ([
  [2_500_000, 'c25000'],
  [1_000_000, 'c10000'],
  [500_000, 'c5000'],
  [100_000, 'c1000'],
  [50_000, 'c500'],
  [10_000, 'c100'],
  [2_500, 'c25'],
  [500, 'c5'],
  [100, 'c1'],
]);
const ODD = 'cents'; // what no chip is worth: one coin, the amount stands in the tag
const HIGH = 8; // chips of a stack
const STACKS = 2;
const STEP = 11; // of the drawing, from chip to chip

/**
 * The chips of an amount, those of the largest value first.
 * @param {number} cents
 * @returns {string[]}
 */
export function breakUp(cents) {
  const chips = [];
  let rest = cents;
  for (const [value, name] of VALUES) {
    while (rest >= value && chips.length < HIGH * 8) {
      chips.push(name);
      rest -= value;
    }
  }
  if (rest > 0) chips.push(ODD);
  return chips;
}

/**
 * Stacks as they are drawn: at most two of eight, the largest value on top.
 * @param {number} cents
 * @returns {string[][]}
 */
export function stacks(cents) {
  const chips = breakUp(cents);
  const drawn = chips.slice(0, HIGH * STACKS);
  const made = [];
  for (let from = 0; from < drawn.length; from += HIGH) made.push(drawn.slice(from, from + HIGH));
  return made;
}

/**
 * One stack, seen from three quarters above.
 * @param {string[]} chips the top one first
 * @param {string} look a class
 */
export function stack(chips, look) {
  const high = 96 + STEP * (chips.length - 1);
  const made = shape('svg', { class: `stack ${look}`, viewBox: `0 0 100 ${high}`, 'aria-hidden': 'true' });
  for (let at = chips.length - 1; at >= 0; at--)
    made.append(symbol('chips', chips[at], { y: STEP * at, width: 100, height: 96 }));
  return made;
}
