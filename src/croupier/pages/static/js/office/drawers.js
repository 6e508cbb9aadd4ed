// Cashiers' drawers: the cashier's own drawer, and the openings and closings that wait for a second person.
import { element } from '../core/dom.js';
import { dollars } from '../core/money.js';
import { panel } from '../oversight/oversight-parts.js';
import { worth } from './main-bank.js';
import { act, askToConfirm, grid, moment, slipLink } from './office-parts.js';

/** @typedef {import('./office-parts.js').Office} Office */
/** @typedef {import('./office-parts.js').Answers} Answers */
/** @typedef {Answers['GET /api/cage/drawers'][number]} Drawer */

/**
 * @param {number} cents
 * @param {number} amount
 */
export function differenceWords(cents, amount) {
  const over = cents - amount;
  const rest =
    over === 0 ? 'The count agrees.' : `The count is ${dollars(Math.abs(over))} ${over > 0 ? 'over' : 'short'}.`;
  return `Counted ${dollars(cents)}, expected ${dollars(amount)}. ${rest}`;
}

/** The last count of a drawer against the books, in cash and in chips. @param {Drawer} drawer */
function closingWords(drawer) {
  const cash = differenceWords(drawer.closing ?? 0, drawer.expected ?? 0);
  const [counted, amount] = [worth(drawer.chips ?? {}), worth(drawer.expected_chips ?? {})];
  return counted || amount ? `Cash: ${cash} Chips: ${differenceWords(counted, amount)}` : cash;
}

/**
 * What this cashier does with their own drawer.
 * @param {Drawer|undefined} own
 * @param {HTMLElement} count
 * @param {(type: string, words: string) => Promise<void>} send
 */
export function ownDrawer(own, count, send) {
  if (!own)
    return panel(
      'Open your drawer',
      '',
      element(
        'p',
        {},
        'Count the cash and the chips that you got from the main bank. Another person verifies the count.',
      ),
      count,
      act('Open the drawer', () => send('open_drawer@1', 'Open the drawer'), 'gold'),
    );
  if (!own.accepted)
    return panel(
      `Your drawer ${own.number} waits for a second person`,
      '',
      element(
        'p',
        {},
        `You counted ${dollars(own.opening)} in cash and ${dollars(worth(own.chips ?? {}))} in chips. `,
        'Another cashier or accounting must verify this before your first customer. ',
        slipLink('drawers', own.number, 'opening'),
      ),
      element('p', {}, 'If they find something else, count again here.'),
      count,
      act('Count again', () => send('open_drawer@1', 'Count again')),
    );
  if (!own.closed)
    return panel(
      `Your drawer ${own.number}`,
      '',
      element(
        'p',
        {},
        `Opened ${moment(own.opened)} with ${dollars(own.opening)} in cash. `,
        slipLink('drawers', own.number, 'opening'),
      ),
      element(
        'p',
        {},
        'At the end of your shift, count the cash and the chips. You’ll see the expected amounts after your count.',
      ),
      count,
      act('Close the drawer', () => send('close_drawer@1', 'Close the drawer'), 'gold'),
    );
  return panel(
    `Your drawer ${own.number} is closed`,
    '',
    element('p', {}, closingWords(own), ' ', slipLink('drawers', own.number, 'closing')),
    element('p', {}, 'Another cashier or accounting must verify your count before you open a new drawer.'),
  );
}

/**
 * Drawers that are waiting for a second person, at their opening or their closing.
 * @param {Drawer[]} drawers
 * @param {Office} office
 */
export function verifyDrawers(drawers, office) {
  const rows = drawers
    .filter((drawer) => drawer.closed || !drawer.accepted)
    .map((drawer) => [
      String(drawer.number),
      drawer.name,
      drawer.closed
        ? closingWords(drawer)
        : `Opening: ${dollars(drawer.opening)} in cash and ${dollars(worth(drawer.chips ?? {}))} in chips.`,
      [
        act('Verify', async () => {
          const words = 'Confirm that you counted this drawer yourself and found the same amounts.';
          const type = drawer.closed ? 'verify_drawer@1' : 'accept_drawer@1';
          const done = `Drawer ${drawer.number} is verified.`;
          if (await askToConfirm(`Drawer ${drawer.number} of ${drawer.name}`, words, 'Verify'))
            await office.send('cage', { type, drawer: drawer.number }, done);
        }),
        ' ',
        slipLink('drawers', drawer.number, drawer.closed ? 'closing' : 'opening'),
      ],
    ]);
  return panel(
    'Drawers to verify',
    '',
    rows.length
      ? grid(['Drawer', 'Cashier', 'Count', 'Second person'], rows, 'Drawers to verify')
      : element('p', { class: 'eye-none' }, 'No drawers for you to verify.'),
  );
}
