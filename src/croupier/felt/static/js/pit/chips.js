// Amounts in chips of the tray: the fewest that make them, in the colours of COMAR 36.05.02.03.
import { element, shape, symbol } from '../base/dom.js';
import { dollars } from '../base/money.js';

/** Values in cents, with colour and what stands on the chip. @type {{value: number, colour: string, look: string, face: string}[]} */
export const TRAY = [
  { value: 500_000, colour: 'brown', look: 'c5000', face: '5K' },
  { value: 100_000, colour: 'orange', look: 'c1000', face: '1K' },
  { value: 50_000, colour: 'purple', look: 'c500', face: '500' },
  { value: 10_000, colour: 'black', look: 'c100', face: '100' },
  { value: 2_500, colour: 'green', look: 'c25', face: '25' },
  { value: 500, colour: 'red', look: 'c5', face: '5' },
  { value: 250, colour: 'pink', look: 'c2h', face: '2.50' },
  { value: 100, colour: 'white', look: 'c1', face: '1' },
];
const STEP = 50; // all values are multiples of it
const LARGE = 2_500; // from here on every chip is a multiple of the one below: the largest first is the fewest

/**
 * The fewest chips that make an amount; null where the tray's values cannot.
 * @param {number} cents
 * @returns {{value: number, count: number}[]|null}
 */
export function fewest(cents) {
  if (cents < 0 || cents % STEP) return null;
  const small = cents % LARGE;
  for (const part of [small, small + LARGE]) { // one large chip may have to be broken
    const found = part <= cents ? smallChange(part) : null;
    if (found) return [...largeFirst(cents - part), ...found];
  }
  return null;
}

/** @param {number} cents */
function largeFirst(cents) {
  let rest = cents;
  return TRAY.filter((chip) => chip.value >= LARGE).flatMap(({ value }) => {
    const count = Math.floor(rest / value);
    rest -= count * value;
    return count ? [{ value, count }] : [];
  });
}

/** Below the large chips: every sum tried, the fewest kept. @param {number} cents @returns {{value: number, count: number}[]|null} */
function smallChange(cents) {
  const values = TRAY.filter((chip) => chip.value < LARGE).map((chip) => chip.value);
  /** @type {(number[]|null)[]} */
  const best = [[]];
  for (let sum = STEP; sum <= cents; sum += STEP) {
    const ways = values.flatMap((value) => {
      const before = sum >= value ? best[(sum - value) / STEP] : null;
      return before ? [[...before, value]] : [];
    });
    best.push(ways.length ? ways.reduce((one, other) => (other.length < one.length ? other : one)) : null);
  }
  const found = best[cents / STEP];
  if (!found) return null;
  return values.map((value) => ({ value, count: found.filter((each) => each === value).length })).filter((each) => each.count);
}

/** One chip. @param {number} value */
export function chip(value) {
  const kind = TRAY.find((each) => each.value === value) ?? TRAY[TRAY.length - 1];
  return shape('svg', { class: `chip ${kind.look}`, viewBox: '0 0 40 40', role: 'img', 'aria-label': `${kind.colour} ${dollars(value)}` },
    symbol('pit', 'chip'), shape('text', { x: 20, y: 24.3 }, kind.face));
}

/** The chips of an amount; where the tray cannot make it, what to do. @param {number} cents */
export function chipsOf(cents) {
  const found = fewest(cents);
  if (!found) return element('span', { class: 'label' }, 'no chips make it: call the floor');
  return element('ul', { class: 'chips' }, ...found.map(({ value, count }) => element('li', {}, chip(value), element('b', {}, `×${count}`))));
}
