// Shows amounts as the fewest chips of the table's own tray, in their colors.
import { fewest, fewestOf, flatChip } from '../core/chips.js';
import { element } from '../core/dom.js';
import { CHIPS } from '../core/jurisdiction.js';

/**
 * Chip values and colors of the tray. `count` is how many of this chip the tray has according to the books.
 * @typedef {{value: number, colour: string, count?: number}[]} Tray
 */
/** @typedef {{value: number, count: number}[]} Chips */

/**
 * All chips of the jurisdiction with their numbers in the tray, the largest first.
 * @param {Tray} chips
 * @param {Record<string, number>} numbers
 * @returns {Tray}
 */
export function countedTray(chips, numbers) {
  const colours = new Map(chips.map((item) => [item.value, item.colour]));
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
  const available = tray.map(({ value, count }) => ({ value, count: count ?? 0 }));
  const hasCounts = tray.some(({ count }) => count !== undefined);
  return (cents) => {
    if (!hasCounts) return fewest(cents, tray);
    const combination = fewestOf(cents, available);
    for (const { value, count } of combination ?? []) {
      const own = available.find((item) => item.value === value);
      if (own) own.count -= count;
    }
    return combination;
  };
}

/**
 * The chips for an amount, or what to do if the tray's chips cannot make it.
 * @param {number} cents
 * @param {Tray} tray
 */
export const chipsOf = (cents, tray) => chipsOrWords(fewest(cents, tray), tray);

/**
 * @param {Chips|null} combination
 * @param {Tray} tray
 */
export function chipsOrWords(combination, tray) {
  const hasCounts = tray.some(({ count }) => count !== undefined);
  const words = hasCounts
    ? 'According to the books, the tray doesn’t have these chips. '
    : 'No chips for this amount. ';
  return combination ? chipList(combination, tray) : element('span', { class: 'label' }, `${words}Call the floor. `);
}

/**
 * Chips by color, with the number of each.
 * @param {Chips} combination
 * @param {Tray} tray
 */
export function chipList(combination, tray) {
  const colours = new Map(tray.map((item) => [item.value, item.colour]));
  return element(
    'ul',
    { class: 'chips' },
    ...combination.map(({ value, count }) =>
      element('li', {}, flatChip(value, colours.get(value) ?? ''), element('b', {}, `×${count}`)),
    ),
  );
}
