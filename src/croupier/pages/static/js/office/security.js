// The security page: fills and credits whose chips security carries between the cage and a table.
import { get } from '../core/api.js';
import { dollars } from '../core/money.js';
import { element } from '../core/dom.js';
import { panel } from '../oversight/oversight-parts.js';
import { act, askToConfirm, grid, moment, openOffice } from './office-parts.js';

/** @typedef {import('./office-parts.js').Office} Office */
/** @typedef {import('./office-parts.js').Answers['GET /api/security'][number]} EscortedSlip */

/**
 * @param {EscortedSlip} slip
 * @param {Office} office
 */
function signButton(slip, office) {
  const from = slip.what === 'fill' ? `from the cage to ${slip.table}` : `from ${slip.table} to the cage`;
  return act(
    'Sign',
    async () => {
      const words = `You confirm that you carry the chips ${from}.`;
      if (await askToConfirm(`Sign for ${dollars(slip.cents)}`, words, 'Sign'))
        await office.send('cage', { type: 'sign_tray_slip@1', slip: slip.number }, `You signed slip ${slip.number}.`);
    },
    'gold',
  );
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function chips(place, office) {
  const slips = await get('/api/security');
  const rows = slips.map((slip) => [
    `${slip.what === 'fill' ? 'Fill' : 'Credit'} ${slip.number}`,
    slip.table,
    dollars(slip.cents),
    moment(slip.asked),
    slip.yours ? signButton(slip, office) : `Waits for ${slip.next_signer}`,
  ]);
  place.replaceChildren(
    panel(
      'Chips to carry',
      '',
      element('p', {}, 'A slip has four signatures: the cage, security, the dealer and a floorperson.'),
      rows.length
        ? grid(['Slip', 'Table', 'Amount', 'Requested', 'Your part'], rows, 'Open slips')
        : element('p', { class: 'eye-none' }, 'No chips to carry.'),
      act('Refresh', () => office.reload()),
    ),
  );
}

openOffice({
  title: 'Security',
  route: 'GET /api/security',
  sections: { 'Chips to carry': chips },
  links: [{ words: 'Exclusion list', href: '/exclusions' }],
});
