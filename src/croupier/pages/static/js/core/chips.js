// Splits amounts into chips, and draws a chip. Values come from the rule book, colors from chips.css.
import { shape, symbol } from './dom.js';
import { CHIPS } from './jurisdiction.js';
import { dollars } from './money.js';

/** Chips to choose from, by value in cents. @typedef {{value: number}[]} ChipSet */

/** The chips that are in every tray. */
export const USUAL_CHIPS = CHIPS.filter((chip) => chip.usual);
/** The chips that players choose from and that the layout shows. */
export const LAYOUT_CHIPS = CHIPS.filter((chip) => !chip.rare);

export const STEP = 50; // cents; every chip value is a multiple of this amount

/**
 * For every amount up to twice the largest chip: the smallest number of chips, and one of them.
 * @type {WeakMap<ChipSet, {many: Int32Array, one: Int32Array}>}
 */
const cache = new WeakMap();

/** @param {ChipSet} chips */
function tableOf(chips) {
  const table = cache.get(chips);
  if (table) return table;
  const most = (2 * Math.max(0, ...chips.map((chip) => chip.value))) / STEP;
  const many = new Int32Array(most + 1).fill(-1);
  const firstChip = new Int32Array(most + 1);
  many[0] = 0;
  for (let sum = 1; sum <= most; sum += 1) {
    for (const { value } of chips) {
      const before = sum - value / STEP;
      if (before >= 0 && many[before] >= 0 && (many[sum] < 0 || many[before] + 1 < many[sum])) {
        many[sum] = many[before] + 1;
        firstChip[sum] = value;
      }
    }
  }
  cache.set(chips, { many, one: firstChip });
  return { many, one: firstChip };
}

/**
 * The fewest chips that make an amount, the largest first; null if the chips cannot make it.
 * @param {number} cents
 * @param {ChipSet} chips
 * @returns {{value: number, count: number}[]|null}
 */
export function fewest(cents, chips) {
  if (cents < 0 || cents % STEP || (cents && !chips.length)) return null;
  const { many, one } = tableOf(chips);
  const largest = Math.max(0, ...chips.map((chip) => chip.value));
  const first = largest ? Math.max(0, Math.ceil(cents / largest) - 2) : 0; // the rest is paid in the largest chip
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

const SPREAD = 16; // smaller numbers of one chip that are tried before giving up

/**
 * Few of the available chips that make an amount, the largest first; null if they cannot make it.
 * @param {number} cents
 * @param {{value: number, count: number}[]} available
 * @returns {{value: number, count: number}[]|null}
 */
export function fewestOf(cents, available) {
  const chips = available.filter((chip) => chip.count > 0).sort((a, b) => b.value - a.value);
  const worth = chips.map((_, at) => chips.slice(at).reduce((sum, chip) => sum + chip.value * chip.count, 0));
  /** @type {Set<string>} */
  const dead = new Set();
  /**
   * @param {number} at
   * @param {number} rest
   * @returns {{value: number, count: number}[]|null}
   */
  const search = (at, rest) => {
    if (!rest) return [];
    if (at === chips.length || rest > worth[at] || dead.has(`${at}/${rest}`)) return null;
    const { value } = chips[at];
    const most = Math.min(chips[at].count, Math.floor(rest / value));
    for (let count = most; count >= 0 && count > most - SPREAD; count -= 1) {
      const remainder = search(at + 1, rest - count * value);
      if (remainder) return count ? [{ value, count }, ...remainder] : remainder;
    }
    dead.add(`${at}/${rest}`);
    return null;
  };
  return cents < 0 ? null : search(0, cents);
}

/** The value printed on a chip: "5K", "2.50". @param {number} value */
export function face(value) {
  if (value >= 100_000) return `${value / 100_000}K`;
  return value % 100 ? (value / 100).toFixed(2) : String(value / 100);
}

/**
 * One chip from above, as the dealer's console shows it.
 * @param {number} value
 * @param {string} name its color in words
 */
export function flatChip(value, name) {
  return shape(
    'svg',
    {
      class: `chip chip-${value}`,
      viewBox: '0 0 40 40',
      role: 'img',
      'aria-label': `${name} ${dollars(value)}`,
    },
    symbol('pit', 'chip'),
    shape('text', { x: 20, y: 24.3 }, face(value)),
  );
}

/**
 * The parts of a chip seen at an angle, in a drawing 100 wide: the chip and its value.
 * @param {number} value
 * @param {number} [y]
 */
export function tiltedChip(value, y = 0) {
  const words = face(value);
  const size = [34, 34, 33, 26, 22][words.length] ?? 20;
  return shape(
    'g',
    { class: `chip-${value}` },
    symbol('chips', 'chip', { y, width: 100, height: 96 }),
    shape('text', { class: 'chip-value', x: 50, y: y + 42 + size * 0.35, 'font-size': size }, words),
  );
}
