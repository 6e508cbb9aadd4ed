// The main bank: its counts, its slips with two signatures, and the chips in circulation.
import { get } from '../core/api.js';
import { element } from '../core/dom.js';
import { dollars, signedDollars } from '../core/money.js';
import { newId } from '../staff/floor-data.js';
import { panel } from '../oversight/oversight-parts.js';
import {
  act,
  BILL_KINDS,
  CHIP_KINDS,
  askToConfirm,
  counter,
  field,
  grid,
  moment,
  slipLink,
  textInput,
} from './office-parts.js';

/** @typedef {import('./office-parts.js').Office} Office */
/** @typedef {import('./office-parts.js').Answers['GET /api/cage/inventory']} Inventory */

/** The words of each movement of the main bank. @type {Record<string, string>} */
const MOVES = {
  to_drawer: 'From the main bank to a drawer',
  to_bank: 'From a drawer to the main bank',
  received: 'Received from outside',
  sent_out: 'Sent out',
};

/** The count or the slip that this person is filling in. */
let open = '';

/** @param {Record<string, number>} chips */
export const worth = (chips) => Object.entries(chips).reduce((sum, [value, number]) => sum + Number(value) * number, 0);

/**
 * A count of cash and chips, with both totals.
 * @param {string} name
 */
export function cashAndChips(name) {
  const bills = counter(BILL_KINDS, 'bills', true);
  const chips = counter(CHIP_KINDS, 'chips');
  return {
    node: element(
      'div',
      { class: 'office-pair', 'aria-label': name },
      element('section', {}, element('h3', {}, 'Cash'), bills.node),
      element('section', {}, element('h3', {}, 'Chips'), chips.node),
    ),
    isValid: () => !Number.isNaN(bills.cents()) && !Number.isNaN(chips.cents()),
    words: () => `Your count is ${dollars(bills.cents())} in cash and ${dollars(chips.cents())} in chips.`,
    fields: () => ({ bills: bills.pieces(), other: bills.coins(), chips: chips.pieces() }),
  };
}

/**
 * The main bank as the cage sees it: blind counts, and slips between the main bank and the cashier's own drawer.
 * @param {HTMLElement} place
 * @param {Office} office
 */
export async function mainBank(place, office) {
  const found = await get('/api/cage/inventory');
  const kinds = found.counted ? ['closing', 'opening'] : ['opening'];
  const starts = kinds.map((kind) =>
    act(`Make the ${kind} count`, () => {
      open = kind;
      office.reload();
    }),
  );
  const moves = found.counted
    ? Object.keys(MOVES).map((move) =>
        act(MOVES[move], () => {
          open = move;
          office.reload();
        }),
      )
    : [];
  place.replaceChildren(
    panel(
      'Main bank',
      '',
      element(
        'p',
        {},
        found.counted
          ? `Last verified count ${moment(found.counted)}.`
          : 'The main bank was never counted. Count it first.',
      ),
      element('div', { class: 'office-row' }, ...starts),
      moves.length ? element('p', {}, 'Move cash or chips. Another person signs the slip.') : null,
      element('div', { class: 'office-row' }, ...moves),
    ),
    ...(open ? [entry(office)] : []),
    waitingCount(found, office),
    waitingSlips(found, office),
  );
}

/** @param {Office} office */
function entry(office) {
  const move = MOVES[open];
  const what = open;
  const counted = cashAndChips(move ?? 'Count');
  const reason = textInput('bank-reason');
  const id = newId();
  const isOutside = what === 'received' || what === 'sent_out';
  const send = async () => {
    if (!counted.isValid()) return;
    if (isOutside && !reason.value.trim()) return reason.focus();
    const go = move ? 'Write the slip' : 'Enter the count';
    if (!(await askToConfirm(move ?? `The ${what} count`, counted.words(), go))) return;
    const command = move
      ? { type: 'request_bank_move@1', id, what, reason: reason.value.trim(), ...counted.fields() }
      : { type: 'count_bank@1', id, what, ...counted.fields() };
    open = '';
    const words = move ? 'The slip is written. Another person must sign it.' : 'Another person must verify the count.';
    if (!(await office.send('cage', command, words))) open = what;
  };
  return panel(
    move ?? `The ${what} count of the main bank`,
    '',
    counted.node,
    isOutside ? element('div', { class: 'office-row' }, field('From or to whom, and why', reason)) : null,
    element(
      'div',
      { class: 'office-row' },
      act(move ? 'Write the slip' : 'Enter the count', send, 'gold'),
      act('Cancel', () => {
        open = '';
        office.reload();
      }),
    ),
  );
}

/**
 * The count that waits for a second person.
 * @param {Inventory} found
 * @param {Office} office
 */
export function waitingCount(found, office) {
  const { count } = found;
  if (!count)
    return panel('Count to verify', '', element('p', { class: 'eye-none' }, 'No count of the main bank waits.'));
  const own = count.by === office.me?.person;
  const verify = act(
    'Verify',
    async () => {
      const words = 'Confirm that you counted the main bank yourself and found the same amounts.';
      if (await askToConfirm(`Count ${count.number} of the main bank`, words, 'Verify'))
        await office.send('cage', { type: 'verify_bank@1', count: count.number }, 'The main bank is verified.');
    },
    'gold',
  );
  const row = [
    String(count.number),
    count.name,
    dollars(count.cash),
    dollars(worth(count.chips)),
    [own ? 'Another person verifies your count.' : verify, ' ', slipLink('bank-counts', count.number)],
  ];
  return panel(
    'Count to verify',
    '',
    grid(['Count', 'By', 'Cash', 'Chips', 'Second person'], [row], 'Count to verify'),
  );
}

/**
 * Bank slips that wait for their second signature.
 * @param {Inventory} found
 * @param {Office} office
 */
export function waitingSlips(found, office) {
  const rows = found.slips.map((slip) => {
    const own = slip.by === office.me?.person;
    const sign = act(
      'Sign',
      async () => {
        const words = 'Confirm that you counted the cash and the chips, and that they moved.';
        if (await askToConfirm(`Bank slip ${slip.number}`, words, 'Sign'))
          await office.send(
            'cage',
            { type: 'sign_bank_move@1', slip: slip.number },
            `Bank slip ${slip.number} is signed.`,
          );
      },
      'gold',
    );
    const cancel = act('Void', () =>
      office.send(
        'cage',
        { type: 'void_bank_move@1', slip: slip.number, reason: 'not carried out' },
        `Bank slip ${slip.number} is void.`,
      ),
    );
    return [
      String(slip.number),
      `${MOVES[slip.what]}${slip.drawer ? `, drawer ${slip.drawer}` : ''}${slip.reason ? `: ${slip.reason}` : ''}`,
      dollars(slip.cash),
      dollars(worth(slip.chips)),
      slip.name,
      [own ? 'Another person signs. ' : sign, ' ', cancel, ' ', slipLink('bank-slips', slip.number)],
    ];
  });
  return panel(
    'Bank slips to sign',
    '',
    rows.length
      ? grid(['Slip', 'Movement', 'Cash', 'Chips', 'Written by', 'Your part'], rows, 'Bank slips')
      : element('p', { class: 'eye-none' }, 'No bank slip waits.'),
  );
}

/**
 * What the cage holds, and the chips in circulation computed in two ways. Cashiers do not see this.
 * @param {Inventory} found
 */
export function inventoryPanel(found) {
  const where = found.circulation;
  if (!where)
    return panel('Cage inventory', '', element('p', { class: 'eye-none' }, 'The main bank was never counted.'));
  const lines = /** @type {[string, number][]} */ ([
    ['Chips in service', where.issued],
    ['In the cage', -where.cage],
    ['In trays', -where.trays],
    ['On their way to or from trays', -where.in_transit],
    ['In circulation by the inventory', where.by_inventory],
    ['Away from the tables, by the books', where.outstanding],
    ['With players at tables, by the books', where.at_tables],
    ['Tokes of the dealers', where.tokes],
    ['In circulation by the books', where.by_books],
  ]);
  const words = where.difference
    ? `${dollars(Math.abs(where.difference))} in chips is ${where.difference > 0 ? 'missing' : 'over'} in counts.`
    : 'Both ways agree.';
  return panel(
    'Cage inventory',
    '',
    element(
      'p',
      {},
      `Main bank ${dollars(found.cash ?? 0)} in cash and ${dollars(worth(found.chips ?? {}))} in chips, `,
      `drawers ${dollars(found.drawers_cash ?? 0)} in cash. Last count ${moment(found.counted)}.`,
    ),
    grid(
      ['Chips', 'Amount'],
      lines.map(([name, cents]) => [name, signedDollars(cents)]),
      'Chips in circulation',
    ),
    element('p', { class: where.difference ? 'refusal' : '' }, words),
  );
}
