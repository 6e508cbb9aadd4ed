// Amounts in chips of the table's own tray: the fewest that make them, in the colours of COMAR 36.05.02.03.
import { element, shape, symbol } from '../core/dom.js';
import { dollars } from '../core/money.js';

/** What the dealer pays with, as the table posts it. @typedef {{value: number, colour: string}[]} Tray */

const STEP = 50; // all values are multiples of it

/**
 * The fewest chips of every amount up to twice the largest chip: how many, and one of them.
 * @type {WeakMap<Tray, {many: Int32Array, one: Int32Array}>}
 */
const known = new WeakMap();

/** @param {Tray} tray */
function fewestOf(tray) {
  const found = known.get(tray);
  if (found) return found;
  const most = (2 * Math.max(0, ...tray.map((chip) => chip.value))) / STEP;
  const many = new Int32Array(most + 1).fill(-1);
  const one = new Int32Array(most + 1);
  many[0] = 0;
  for (let sum = 1; sum <= most; sum += 1) {
    for (const { value } of tray) {
      const before = sum - value / STEP;
      if (before >= 0 && many[before] >= 0 && (many[sum] < 0 || many[before] + 1 < many[sum])) {
        many[sum] = many[before] + 1;
        one[sum] = value;
      }
    }
  }
  known.set(tray, { many, one });
  return { many, one };
}

/**
 * The fewest chips that make an amount; null where the tray's values cannot.
 * @param {number} cents
 * @param {Tray} tray
 * @returns {{value: number, count: number}[]|null}
 */
export function fewest(cents, tray) {
  if (cents < 0 || cents % STEP || (cents && !tray.length)) return null;
  const { many, one } = fewestOf(tray);
  const largest = Math.max(0, ...tray.map((chip) => chip.value));
  const first = largest ? Math.max(0, Math.ceil(cents / largest) - 2) : 0; // beyond that only the largest ones
  /** @type {Map<number, number>} */
  const counts = new Map(first ? [[largest, first]] : []);
  let rest = cents - first * largest;
  if (many[rest / STEP] < 0) return null;
  while (rest) {
    const value = one[rest / STEP];
    counts.set(value, (counts.get(value) ?? 0) + 1);
    rest -= value;
  }
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.value - a.value);
}

/** What stands on a chip: "5K", "2.50". @param {number} value */
function face(value) {
  if (value >= 100_000) return `${value / 100_000}K`;
  return value % 100 ? (value / 100).toFixed(2) : String(value / 100);
}

/**
 * One chip.
 * @param {number} value
 * @param {string} colour
 */
export function chip(value, colour) {
  return shape(
    'svg',
    { class: `chip ${colour}`, viewBox: '0 0 40 40', role: 'img', 'aria-label': `${colour} ${dollars(value)}` },
    symbol('pit', 'chip'),
    shape('text', { x: 20, y: 24.3 }, face(value)),
  );
}

/**
 * The chips of an amount; where the tray cannot make it, what to do.
 * @param {number} cents
 * @param {Tray} tray
 */
export function chipsOf(cents, tray) {
  const found = fewest(cents, tray);
  return found ? chipList(found, tray) : element('span', { class: 'label' }, 'no chips make it: call the floor');
}

/**
 * Chips by their colours, with how many of each.
 * @param {{value: number, count: number}[]} found
 * @param {Tray} tray
 */
export function chipList(found, tray) {
  const colours = new Map(tray.map((one) => [one.value, one.colour]));
  return element(
    'ul',
    { class: 'chips' },
    ...found.map(({ value, count }) =>
      element('li', {}, chip(value, colours.get(value) ?? ''), element('b', {}, `×${count}`)),
    ),
  );
}
