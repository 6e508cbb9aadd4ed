// Cash counts compared with the books, and the drawers that are waiting for a second person.
import { element } from '../core/dom.js';
import { dollars } from '../core/money.js';
import { panel } from '../oversight/oversight-parts.js';
import { act, confirmed, grid } from './office-parts.js';

/** @typedef {import('./office-parts.js').Office} Office */
/** @typedef {import('./office-parts.js').Answers} Answers */

/**
 * @param {number} cents
 * @param {number} expected
 */
export function differenceWords(cents, expected) {
  const over = cents - expected;
  const rest =
    over === 0 ? 'The count agrees.' : `The count is ${dollars(Math.abs(over))} ${over > 0 ? 'over' : 'short'}.`;
  return `Counted ${dollars(cents)}, expected ${dollars(expected)}. ${rest}`;
}

/**
 * Drawers that are waiting for a second person.
 * @param {Answers['GET /api/cage/drawers']} drawers
 * @param {Office} office
 */
export function verifyDrawers(drawers, office) {
  const rows = drawers.map((drawer) => [
    String(drawer.number),
    drawer.name,
    differenceWords(drawer.closing ?? 0, drawer.expected ?? 0),
    act('Verify', async () => {
      const words = 'Confirm that you counted this drawer yourself and found the same amount.';
      if (await confirmed(`Drawer ${drawer.number} of ${drawer.name}`, words, 'Verify'))
        await office.send(
          'cage',
          { type: 'verify_drawer@1', drawer: drawer.number },
          `Drawer ${drawer.number} is verified.`,
        );
    }),
  ]);
  return panel(
    'Drawers to verify',
    '',
    rows.length
      ? grid(['Drawer', 'Cashier', 'Count', 'Second person'], rows, 'Drawers to verify')
      : element('p', { class: 'eye-none' }, 'No drawers for you to verify.'),
  );
}
