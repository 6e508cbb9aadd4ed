// Amounts in chips of the table's own tray: the fewest that make them, in their colors.
import { fewest, flatChip } from '../core/chips.js';
import { element } from '../core/dom.js';

/** What the dealer pays with, as the table posts it. @typedef {{value: number, colour: string}[]} Tray */

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
      element('li', {}, flatChip(value, colours.get(value) ?? ''), element('b', {}, `×${count}`)),
    ),
  );
}
