// Stacks of chips on the layout, as a dealer would build them for an amount.
import { LAYOUT_CHIPS, STEP, fewest, tiltedChip } from '../core/chips.js';
import { shape, symbol } from '../core/dom.js';

const COIN = 0; // pseudo chip for the cents that no chip value covers
const HIGH = 8; // chips per stack
const STACKS = 2;
const LIFT = 11; // drawing units between two chips of a stack

/**
 * The chips of an amount, the largest first, and a coin for the cents that no chip makes.
 * @param {number} cents
 * @returns {number[]} values in cents
 */
export function breakUp(cents) {
  for (let rest = cents % STEP; rest <= cents; rest += STEP) {
    const combination = fewest(cents - rest, LAYOUT_CHIPS);
    if (!combination) continue;
    const chips = combination.flatMap(({ value, count }) =>
      Array.from({ length: Math.min(count, HIGH * STACKS) }, () => value),
    );
    return rest ? [...chips, COIN] : chips;
  }
  return [];
}

/**
 * The stacks to draw: at most two of eight chips, largest value on top.
 * @param {number} cents
 * @returns {number[][]}
 */
export function stacks(cents) {
  const chips = breakUp(cents).slice(0, HIGH * STACKS);
  const columns = [];
  for (let from = 0; from < chips.length; from += HIGH) columns.push(chips.slice(from, from + HIGH));
  return columns;
}

/**
 * Draw one stack.
 * @param {number[]} chips from top to bottom
 * @param {string} look a CSS class
 */
export function stack(chips, look) {
  const high = 96 + LIFT * (chips.length - 1);
  const columns = shape('svg', { class: `stack ${look}`, viewBox: `0 0 100 ${high}`, 'aria-hidden': 'true' });
  for (let at = chips.length - 1; at >= 0; at--) {
    const y = LIFT * at;
    columns.append(
      chips[at] === COIN ? symbol('chips', 'cents', { y, width: 100, height: 96 }) : tiltedChip(chips[at], y),
    );
  }
  return columns;
}
