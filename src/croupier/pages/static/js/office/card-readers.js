// The card readers page. One person proposes a reader and another confirms it (docs/card-readers.md).
import { get } from '../core/api.js';
import { element } from '../core/dom.js';
import { panel } from '../oversight/oversight-parts.js';
import { act, askToConfirm, field, grid, moment, openOffice, textInput } from './office-parts.js';

/** @typedef {import('./office-parts.js').Office} Office */
/** @typedef {import('./office-parts.js').Answers['GET /api/card-readers']} ReaderList */
/** @typedef {ReaderList['readers'][number]} RegisteredReader */

const PROPOSERS = ['floor', 'pit_manager', 'administrator'];
const CONFIRMERS = ['pit_manager', 'administrator'];

/** @param {Office} office @param {string[]} roles */
const has = (office, roles) => roles.some((role) => office.me?.roles.includes(role));

/** A public key in groups of eight digits, which are easier to compare. @param {string} key */
const grouped = (key) => key.match(/.{1,8}/g)?.join(' ') ?? key;

/**
 * @param {RegisteredReader} reader
 * @param {Office} office
 */
function actions(reader, office) {
  if (!has(office, PROPOSERS)) return '–';
  const { table, device, key } = reader;
  const reason = textInput(`reason-${table}-${device}`);
  const remove = act(reader.confirmed_by ? 'Remove' : reader.yours ? 'Withdraw' : 'Decline', async () => {
    if (!reason.value.trim()) return reason.focus();
    const words = `The table no longer accepts cards from ${device}.`;
    if (await askToConfirm(`Remove ${device} from ${table}`, words, 'Remove')) {
      const command = { type: 'remove_reader@1', table, device, reason: reason.value.trim() };
      await office.send('desk', command, `${device} is removed from ${table}.`);
    }
  });
  const confirm = act(
    'Confirm',
    async () => {
      const words = `Confirm only if the device shows exactly this public key: ${grouped(key)}`;
      if (await askToConfirm(`Compare the key of ${device}`, words, 'The keys are equal'))
        await office.send(
          'desk',
          { type: 'confirm_reader@1', table, device, key },
          `${device} may send cards to ${table}.`,
        );
    },
    'gold',
  );
  const canConfirm = !reader.confirmed_by && !reader.yours && has(office, CONFIRMERS);
  return [canConfirm ? confirm : '', field('Reason to remove', reason), remove];
}

/** @param {RegisteredReader} reader */
function stateWords({ confirmed_by, proposed_by, at, yours }) {
  const proposed = `Proposed by ${proposed_by}, ${moment(at)}. `;
  if (confirmed_by) return `${proposed}Confirmed by ${confirmed_by}.`;
  return `${proposed}${yours ? 'Another person must confirm it.' : 'Waiting for a second person.'}`;
}

/**
 * @param {ReaderList} found
 * @param {Office} office
 */
function proposal({ tables }, office) {
  if (!tables.length)
    return panel(
      'New card reader',
      '',
      element('p', { class: 'eye-none' }, 'No open table has cards that a dealer names.'),
    );
  const table = element(
    'select',
    { name: 'table' },
    tables.map((each) => element('option', { value: each }, each)),
  );
  const device = textInput('device');
  const key = textInput('key');
  key.size = 64;
  return panel(
    'New card reader',
    '',
    element(
      'p',
      {},
      'Create the key on the device’s computer with ',
      element('code', {}, 'croupier reader key FILE'),
      ', and enter the public key that it prints. A pit manager or another administrator confirms the reader.',
    ),
    element(
      'div',
      { class: 'office-row' },
      field('Table', table),
      field('Name of the device', device),
      field('Public key, 64 digits', key),
      act(
        'Propose the reader',
        async () => {
          const name = device.value.trim().toLowerCase();
          const digits = key.value.replace(/\s/g, '').toLowerCase();
          if (!/^[a-z0-9][a-z0-9._-]{0,39}$/.test(name)) return device.focus();
          if (!/^[0-9a-f]{64}$/.test(digits)) return key.focus();
          const command = { type: 'propose_reader@1', table: table.value, device: name, key: digits };
          await office.send('desk', command, `${name} is proposed. Another person must confirm it.`);
        },
        'gold',
      ),
    ),
  );
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function list(place, office) {
  const found = await get('/api/card-readers');
  const rows = found.readers.map((reader) => [
    reader.table,
    reader.device,
    element('code', { class: 'office-key' }, grouped(reader.key)),
    stateWords(reader),
    actions(reader, office),
  ]);
  place.replaceChildren(
    panel(
      'Card readers',
      '',
      element('p', {}, 'A card reader enters the names of cards for the dealer. It may send cards once confirmed.'),
      rows.length
        ? grid(['Table', 'Device', 'Public key', 'State', 'Action'], rows, 'Card readers')
        : element('p', { class: 'eye-none' }, 'No card readers.'),
      act('Refresh', () => office.reload()),
    ),
    has(office, PROPOSERS) ? proposal(found, office) : '',
  );
}

openOffice({ title: 'Card readers', route: 'GET /api/card-readers', sections: { Readers: list } });
