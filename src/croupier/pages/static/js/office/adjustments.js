// Meter adjustments that wait for a second person: a pit manager, or an accountant who did not propose them.
import { element } from '../core/dom.js';
import { signedDollars } from '../core/money.js';
import { panel } from '../oversight/oversight-parts.js';
import { act, askToConfirm, field, grid, textInput } from './office-parts.js';

/** @typedef {import('./office-parts.js').Office} Office */
/** @typedef {import('./office-parts.js').Answers['GET /api/adjustments'][number]} Adjustment */

/**
 * @param {Adjustment[]} pending
 * @param {Office} office
 */
export function pendingAdjustments(pending, office) {
  const rows = pending.map((one) => [
    one.group,
    one.meter,
    signedDollars(one.cents),
    one.reason,
    decision(one, office),
  ]);
  return panel(
    'Adjustments waiting for approval',
    '',
    rows.length
      ? grid(['Tables that share the meter', 'Meter', 'Change', 'Reason', 'Decision'], rows, 'Adjustments')
      : element('p', { class: 'eye-none' }, 'None.'),
  );
}

/**
 * @param {Adjustment} one
 * @param {Office} office
 */
function decision(one, office) {
  const { me } = office;
  if (!me?.roles.some((role) => role === 'accounting' || role === 'pit_manager')) return 'waiting';
  const reason = textInput(`decline-${one.number}`);
  const decline = act('Decline', async () => {
    if (!reason.value.trim()) return reason.focus();
    const command = { type: 'decline_adjustment@1', adjustment: one.number, reason: reason.value.trim() };
    await office.send('desk', command, 'The adjustment is declined.');
  });
  const refusal = [field('Reason to decline', reason), decline];
  if (one.by.split(':')[1] === me.person) return ['Another person must approve it.', ...refusal];
  const approve = act(
    'Approve',
    async () => {
      const title = `Change the meter by ${signedDollars(one.cents)}`;
      if (!(await askToConfirm(title, 'The meter changes now. Surveillance gets an alert.', 'Approve'))) return;
      await office.send('desk', { type: 'approve_adjustment@1', adjustment: one.number }, 'The meter is adjusted.');
    },
    'gold',
  );
  return [approve, ...refusal];
}
