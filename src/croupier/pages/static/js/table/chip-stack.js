// Stacks of chips in the regulation colors, as a dealer would build them for an amount.
import { shape, symbol } from '../core/dom.js';

// Chip values in cents, largest first, with their symbols.
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
const ODD = 'cents'; // a remainder below the smallest chip: one coin, with the amount in the tag
const HIGH = 8; // chips per stack
const STACKS = 2;
const STEP = 11; // drawing units from chip to chip

/**
 * The chips for an amount, largest value first.
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
 * The stacks to draw: at most two of eight chips, largest value on top.
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
 * Draw one stack.
 * @param {string[]} chips from top to bottom
 * @param {string} look a CSS class
 */
export function stack(chips, look) {
  const high = 96 + STEP * (chips.length - 1);
  const made = shape('svg', { class: `stack ${look}`, viewBox: `0 0 100 ${high}`, 'aria-hidden': 'true' });
  for (let at = chips.length - 1; at >= 0; at--)
    made.append(symbol('chips', chips[at], { y: STEP * at, width: 100, height: 96 }));
  return made;
}
