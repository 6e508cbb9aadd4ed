// Counts of cash compared with the books, and the drawers that wait for a second person.
import { element } from '../core/dom.js';
import { dollars } from '../core/money.js';
import { panel } from '../oversight/oversight-parts.js';
import { act, confirmed, grid } from './office-parts.js';

/** @typedef {import('./office-parts.js').Office} Office */
/** @typedef {import('./office-parts.js').Answers} Answers */

/**
 * @param {number} counted
 * @param {number} expected
 */
export function differenceWords(counted, expected) {
  const over = counted - expected;
  const rest =
    over === 0 ? 'The count agrees.' : `The count is ${dollars(Math.abs(over))} ${over > 0 ? 'over' : 'short'}.`;
  return `Counted ${dollars(counted)}, by the books ${dollars(expected)}. ${rest}`;
}

/**
 * Drawers that wait for a second person.
 * @param {Answers['GET /api/cage/drawers']} closed
 * @param {Office} office
 */
export function verifyDrawers(closed, office) {
  const rows = closed.map((one) => [
    String(one.number),
    one.name,
    differenceWords(one.closing ?? 0, one.expected ?? 0),
    act('Verify', async () => {
      const words = 'Confirm that you counted this drawer yourself and found the same amount.';
      if (await confirmed(`Drawer ${one.number} of ${one.name}`, words, 'Verify'))
        await office.send('cage', { type: 'verify_drawer@1', drawer: one.number }, `Drawer ${one.number} is verified.`);
    }),
  ]);
  return panel(
    'Drawers to verify',
    '',
    rows.length
      ? grid(['Drawer', 'Cashier', 'Count', 'Second person'], rows, 'Drawers to verify')
      : element('p', { class: 'eye-none' }, 'No drawer waits for you.'),
  );
}
