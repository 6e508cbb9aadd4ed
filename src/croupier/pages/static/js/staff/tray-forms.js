// The forms for a table's tray: fills, credits, counts, and the signatures on slips.
import { get } from '../core/api.js';
import { element } from '../core/dom.js';
import { CHIPS, REGULATIONS } from '../core/jurisdiction.js';
import { dollars } from '../core/money.js';
import { hour } from './console-sidebar.js';
import { atTable, newId } from './floor-data.js';
import { labelled, text } from './form-fields.js';
import { capital, icon } from './staff-parts.js';

/** @typedef {import('./floor-data.js').FloorTable} FloorTable */
/** @typedef {import('./table-admin.js').TableSide} TableSide */

const COUNTS = ['opener', 'closer'];
/** The statement that a signature confirms. @type {Record<string, string>} */
const SIGNED = {
  fill: 'You confirm that the chips arrived, were counted at the table and are in the tray.',
  credit: 'You confirm that the chips were counted at the table and removed from the tray.',
  opener: 'You confirm that you counted the tray yourself and the slip is correct.',
  closer: 'You confirm that you counted the tray yourself and the slip is correct.',
};

/**
 * @param {TableSide} side
 * @param {FloorTable} table
 */
export function openTray(side, table) {
  const action = element(
    'select',
    { name: 'what' },
    ...['fill', 'credit', 'opener', 'closer'].map((item) =>
      element(
        'option',
        { value: item },
        {
          fill: 'Fill: chips to the tray',
          credit: 'Credit: chips back to the cage',
          opener: 'Opener: count at opening',
          closer: 'Closer: count at closing',
        }[item],
      ),
    ),
  );
  const counts = CHIPS.map(({ value: cents }) => ({
    cents,
    input: element('input', { name: `chip-${cents}`, inputmode: 'numeric', autocomplete: 'off', placeholder: '0' }),
  }));
  const sum = element('b', {}, dollars(0));
  const chips = () =>
    Object.fromEntries(
      counts
        .filter(({ input }) => Number(input.value) > 0)
        .map(({ cents, input }) => [String(cents), Number(input.value)]),
    );
  const total = () => counts.reduce((all, { cents, input }) => all + cents * (Number(input.value) || 0), 0);
  const id = newId();
  side.node.addEventListener('input', () => {
    sum.textContent = dollars(total());
  });
  side.open('tray', {
    title: 'Fill, credit or count',
    lead: 'This creates a numbered slip. Another person must sign it or verify the count.',
    clauses: [REGULATIONS.chip_slips],
    fields: [
      labelled('Type of slip', action),
      element(
        'div',
        { class: 'chips-form' },
        ...counts.map(({ cents, input }) => labelled(dollars(cents).replace(/\.00$/, ''), input)),
      ),
      element('p', {}, 'Total ', sum),
    ],
    go: 'Create the slip',
    small: 'recorded under your name; hold for one second',
    ready: () => total() > 0,
    act: () =>
      ['fill', 'credit'].includes(action.value)
        ? atTable(table.kept.table, 'chips', { id, what: action.value, chips: chips() })
        : atTable(table.kept.table, 'counts', { id, what: action.value, chips: chips() }),
  });
}

/**
 * @param {TableSide} side
 * @param {string} table
 */
export function openSlips(side, table) {
  return side.run(() => slipList(side, table));
}

/**
 * @param {TableSide} side
 * @param {string} table
 */
async function slipList(side, table) {
  const trays = await get('/api/cage/trays');
  const ownTray = trays.find((tray) => tray.table === table);
  const rows = (ownTray?.slips ?? [])
    .slice(0, 8)
    .map((slip) => slipRow(side, table, slip, ownTray?.next_signers[slip.number]));
  side.open('slips', {
    title: 'Tray slips',
    lead: ownTray
      ? `Recorded balance ${dollars(ownTray.expected)}, in transit ${dollars(ownTray.in_transit)}.`
      : 'No slips yet.',
    clauses: [REGULATIONS.chip_slips],
    fields: [element('ul', { class: 'slips' }, ...rows)],
    go: 'Choose an action for a slip',
    ready: () => false,
    act: async () => undefined,
  });
}

/**
 * @param {TableSide} side
 * @param {string} table
 * @param {import('../../../protocol-types').TraySlip} slip
 * @param {import('../../../protocol-types').NextSigner | undefined} next
 */
function slipRow(side, table, slip, next) {
  const count = COUNTS.includes(slip.what);
  const open = !slip.done && !slip.void;
  const state = slip.void
    ? 'void'
    : slip.done
      ? count
        ? 'verified'
        : 'done'
      : count
        ? 'needs a second count'
        : `waits for ${next?.title ?? 'the cage'}`;
  const button = (/** @type {string} */ words, /** @type {string} */ sign, /** @type {() => void} */ act) =>
    element(
      'button',
      { type: 'button', class: 'btn small', 'data-slip': `${words.toLowerCase()} ${slip.number}`, onclick: act },
      sign ? icon(sign) : null,
      words,
    );
  return element(
    'li',
    {},
    element('b', {}, `${slip.number} · ${capital(slip.what)}`),
    element('span', {}, `${dollars(slip.cents)}, ${state}`),
    open
      ? element(
          'span',
          { class: 'buttons' },
          count
            ? button('Verify', 'two', () => signSlip(side, table, slip))
            : next?.roles.includes('floor')
              ? button('Sign', '', () => signSlip(side, table, slip))
              : null,
          button('Void', '', () => voidSlip(side, table, slip)),
        )
      : null,
  );
}

/**
 * Sign a slip or verify a count, with confirmation.
 * @param {TableSide} side
 * @param {string} table
 * @param {import('../../../protocol-types').TraySlip} slip
 */
function signSlip(side, table, slip) {
  const { number, what: action, cents } = slip;
  const words = COUNTS.includes(action) ? `Verify count ${number}` : `Sign slip ${number}`;
  const writer = slip.asked.by.split(':')[0].replaceAll('_', ' ');
  const at = hour(slip.asked.at).slice(0, 5);
  side.open('slip', {
    title: `${words}: ${action} of ${dollars(cents)}`,
    lead: `${SIGNED[action]} Created by the ${writer} at ${at}. You sign as a second person.`,
    clauses: [REGULATIONS.chip_slips],
    fields: [],
    go: words,
    small: 'recorded under your name; hold for one second',
    ready: () => true,
    act: () => atTable(table, COUNTS.includes(action) ? `counts/${number}/verify` : `slips/${number}/sign`),
    then: () => slipList(side, table),
  });
}

/**
 * @param {TableSide} side
 * @param {string} table
 * @param {import('../../../protocol-types').TraySlip} slip
 */
function voidSlip(side, table, slip) {
  const reason = text('reason');
  side.open('slip', {
    title: `Void slip ${slip.number}: ${slip.what} of ${dollars(slip.cents)}`,
    lead: `The slip is canceled and keeps its number.${slip.left ? ' Return its chips first.' : ''}`,
    clauses: [REGULATIONS.chip_slips],
    fields: [labelled('Reason', reason)],
    go: `Void slip ${slip.number}`,
    ready: () => Boolean(reason.value.trim()),
    act: () => atTable(table, `slips/${slip.number}/void`, { reason: reason.value.trim() }),
    then: () => slipList(side, table),
  });
}
