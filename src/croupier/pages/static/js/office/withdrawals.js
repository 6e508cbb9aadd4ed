// Large withdrawals that wait for a second person, and the identification that a cashier compares.
import { element } from '../core/dom.js';
import { dollars } from '../core/money.js';
import { panel } from '../oversight/oversight-parts.js';
import { act, askToConfirm, field, grid } from './office-parts.js';

/** @typedef {import('./office-parts.js').Office} Office */
/** @typedef {import('./office-parts.js').Answers['GET /api/cage/inventory']['withdrawals'][number]} Withdrawal */

/** @type {Record<string, string>} */
export const DOCUMENTS = {
  driver_license: 'Driver license',
  state_id: 'State identification card',
  passport: 'Passport',
  military_id: 'Military identification',
  other: 'Other identification',
};

/** The kind of identification that the cashier compared with the customer. */
export function documentChoice() {
  const choice = element(
    'select',
    { name: 'document' },
    element('option', { value: '' }, 'Choose'),
    Object.entries(DOCUMENTS).map(([value, words]) => element('option', { value }, words)),
  );
  return { choice, node: field('Identification for a withdrawal', choice) };
}

/**
 * @param {Withdrawal[]} withdrawals
 * @param {Office} office
 */
export function waitingWithdrawals(withdrawals, office) {
  const rows = withdrawals.map((one) => {
    const isOwn = one.by === office.me?.person;
    const confirm = act(
      'Confirm',
      async () => {
        const words = `Confirm that ${one.name} is present and that you compared the identification yourself.`;
        if (await askToConfirm(`Pay ${dollars(one.cents)}`, words, 'Confirm'))
          await office.send(
            'cage',
            { type: 'confirm_withdrawal@1', withdrawal: one.number },
            `${one.cashier} pays ${dollars(one.cents)} to ${one.name}.`,
          );
      },
      'gold',
    );
    const decline = act(isOwn ? 'Take back' : 'Decline', () =>
      office.send(
        'cage',
        { type: 'decline_withdrawal@1', withdrawal: one.number, reason: isOwn ? 'taken back' : 'not confirmed' },
        `The withdrawal of ${one.name} is declined.`,
      ),
    );
    return [
      one.name,
      dollars(one.cents),
      DOCUMENTS[one.document] ?? one.document,
      one.cashier,
      [isOwn ? 'Another person confirms. ' : confirm, ' ', decline],
    ];
  });
  return panel(
    'Withdrawals for a second person',
    '',
    rows.length
      ? grid(['Customer', 'Amount', 'Identification', 'Cashier', 'Second person'], rows, 'Withdrawals')
      : element('p', { class: 'eye-none' }, 'No withdrawal waits.'),
  );
}
