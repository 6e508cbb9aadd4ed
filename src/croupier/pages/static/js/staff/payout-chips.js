// Shows amounts as the fewest chips of the table's own tray, in their colors.
import { fewest, flatChip } from '../core/chips.js';
import { element } from '../core/dom.js';

/** Chip values and colors of the tray, as the table posts them. @typedef {{value: number, colour: string}[]} Tray */

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
      element('li', {}, flatChip(value, colours.get(value) ?? ''), element('b', {}, `×${count}`)),
    ),
  );
}
