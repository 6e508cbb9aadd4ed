// Shows amounts as the fewest chips of the table's own tray, in their colors.
import { fewest, fewestOf, flatChip } from '../core/chips.js';
import { element } from '../core/dom.js';
import { CHIPS } from '../core/jurisdiction.js';

/**
 * Chip values and colors of the tray. With `count`, the tray has this many of the chip by the books.
 * @typedef {{value: number, colour: string, count?: number}[]} Tray
 */
/** @typedef {{value: number, count: number}[]} Chips */

/**
 * All chips of the jurisdiction with their numbers in the tray, the largest first.
 * @param {Tray} posted
 * @param {Record<string, number>} numbers
 * @returns {Tray}
 */
export function countedTray(posted, numbers) {
  const colours = new Map(posted.map((one) => [one.value, one.colour]));
  return CHIPS.map(({ value, name }) => ({
    value,
    colour: colours.get(value) ?? name,
    count: numbers[String(value)] ?? 0,
  })).toReversed();
}

/**
 * Pays amounts one after another with the chips of a tray, so that no chip is suggested twice.
 * @param {Tray} tray
 * @returns {(cents: number) => Chips|null}
 */
export function payer(tray) {
  const left = tray.map(({ value, count }) => ({ value, count: count ?? 0 }));
  const known = tray.some(({ count }) => count !== undefined);
  return (cents) => {
    if (!known) return fewest(cents, tray);
    const found = fewestOf(cents, left);
    for (const { value, count } of found ?? []) {
      const own = left.find((one) => one.value === value);
      if (own) own.count -= count;
    }
    return found;
  };
}

/**
 * The chips of an amount, or what to do if the chips cannot make it.
 * @param {number} cents
 * @param {Tray} tray
 */
export const chipsOf = (cents, tray) => chipsOrWords(fewest(cents, tray), tray);

/**
 * @param {Chips|null} found
 * @param {Tray} tray
 */
export function chipsOrWords(found, tray) {
  const known = tray.some(({ count }) => count !== undefined);
  const words = known ? 'The tray does not have these chips by the books. ' : 'No chips for this amount. ';
  return found ? chipList(found, tray) : element('span', { class: 'label' }, `${words}Call the floor. `);
}

/**
 * Chips by color, with the number of each.
 * @param {Chips} found
 * @param {Tray} tray
 */
export function chipList(found, tray) {
  const colours = new Map(tray.map((one) => [one.value, one.colour]));
  return element(
    'ul',
    { class: 'chips' },
    ...found.map(({ value, count }) =>
      element('li', {}, flatChip(value, colours.get(value) ?? ''), element('b', {}, `×${count}`)),
    ),
  );
}
