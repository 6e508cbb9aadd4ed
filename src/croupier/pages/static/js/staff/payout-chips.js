// Amounts in chips of the table's own tray: the fewest chips, in the colors of COMAR 36.05.02.03.
import { element, shape, symbol } from '../core/dom.js';
import { dollars } from '../core/money.js';

/** Chip values and colors of the tray, as the table posts them. @typedef {{value: number, colour: string}[]} Tray */

const STEP = 50; // cents: every chip value is a multiple of this

/**
 * For every amount up to twice the largest chip: the fewest chips, and one chip of that set.
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
 * The fewest chips that make an amount, or null if the tray's values cannot make it.
 * @param {number} cents
 * @param {Tray} tray
 * @returns {{value: number, count: number}[]|null}
 */
export function fewest(cents, tray) {
  if (cents < 0 || cents % STEP || (cents && !tray.length)) return null;
  const { many, one } = fewestOf(tray);
  const largest = Math.max(0, ...tray.map((chip) => chip.value));
  const first = largest ? Math.max(0, Math.ceil(cents / largest) - 2) : 0; // the rest is paid in the largest chips
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

/** The text on a chip: "5K", "2.50". @param {number} value */
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
 * The chips of an amount, or what to do if the tray cannot make it.
 * @param {number} cents
 * @param {Tray} tray
 */
export function chipsOf(cents, tray) {
  const found = fewest(cents, tray);
  return found
    ? chipList(found, tray)
    : element('span', { class: 'label' }, 'No chips for this amount. Call the floor. ');
}

/**
 * Chips by color, with the number of each.
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
