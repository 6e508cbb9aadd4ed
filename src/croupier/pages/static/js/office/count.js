// The count room's page. People collect drop boxes, count them without seeing the books, and verify the counts.
import { get } from '../core/api.js';
import { element } from '../core/dom.js';
import { newId } from '../staff/floor-data.js';
import { dollars } from '../core/money.js';
import { panel } from '../oversight/oversight-parts.js';
import { act, BILL_KINDS, askToConfirm, counter, field, grid, moment, openOffice, textInput } from './office-parts.js';
import { tokeBoxes } from './tokes.js';

/** @typedef {import('./office-parts.js').Office} Office */
/** @typedef {import('./office-parts.js').Answers['GET /api/cage/drop-boxes']['boxes'][number]} Box */

/** The box that this person is counting. */
let open = 0;

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function collection(place, office) {
  const overview = await get('/api/cage/drop-boxes');
  const rows = overview.tables.map((table) => [
    table,
    act('Collect the box', async () => {
      const words = 'You confirm that the box is locked and that an empty box is in its place.';
      if (await askToConfirm(`Drop box of ${table}`, words, 'Collect'))
        await office.send(
          'cage',
          { type: 'collect_drop_box@1', id: newId(), table },
          `The box of ${table} is collected.`,
        );
    }),
  ]);
  place.replaceChildren(
    panel(
      'Boxes at the tables',
      '',
      rows.length
        ? grid(['Table', 'Collection'], rows, 'Tables')
        : element('p', { class: 'eye-none' }, 'No table takes real money.'),
    ),
  );
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function countSection(place, office) {
  const { boxes } = await get('/api/cage/drop-boxes');
  const own = office.me?.person;
  const rows = boxes.map((box) => [
    String(box.number),
    box.table,
    `${moment(box.collected)}, ${box.collected_by}`,
    box.counted_by ? `${dollars(box.cents ?? 0)} by ${box.counted_name}` : 'not counted',
    part(box, own ?? '', office),
  ]);
  const box = boxes.find((box) => box.number === open && !box.counted_by);
  place.replaceChildren(
    panel(
      'Boxes in the count room',
      '',
      element('p', {}, 'One person counts a box. Another person counts it again and verifies the amount.'),
      rows.length
        ? grid(['Box', 'Table', 'Collected', 'Count', 'Your part'], rows, 'Boxes')
        : element('p', { class: 'eye-none' }, 'All boxes are counted.'),
    ),
    ...(box ? [count(box, office)] : []),
  );
}

/**
 * @param {Box} box
 * @param {string} own
 * @param {Office} office
 */
function part(box, own, office) {
  if (!box.counted_by)
    return act(
      'Count',
      () => {
        open = box.number;
        office.reload();
      },
      'gold',
    );
  if (box.counted_by === own) return 'Another person verifies your count.';
  const reason = textInput('reason');
  return [
    act(
      'Verify',
      async () => {
        const words = `You confirm that you counted the box yourself and found ${dollars(box.cents ?? 0)}.`;
        if (await askToConfirm(`Drop box ${box.number}`, words, 'Verify'))
          await office.send(
            'cage',
            { type: 'verify_drop_box@1', box: box.number },
            `Drop box ${box.number} is verified.`,
          );
      },
      'gold',
    ),
    field('Reason for a new count', reason),
    act('Count again', async () => {
      if (!reason.value.trim()) return reason.focus();
      const command = { type: 'reject_drop_count@1', box: box.number, reason: reason.value.trim() };
      await office.send('cage', command, `Drop box ${box.number} must be counted again.`);
    }),
  ];
}

/**
 * @param {Box} box
 * @param {Office} office
 */
function count(box, office) {
  const bills = counter(BILL_KINDS, 'bills', true);
  return panel(
    `Count box ${box.number} of ${box.table}`,
    '',
    bills.node,
    act(
      'Enter the count',
      async () => {
        const sum = bills.cents();
        if (Number.isNaN(sum)) return;
        if (!(await askToConfirm(`Drop box ${box.number}`, `Your count is ${dollars(sum)}.`, 'Enter the count')))
          return;
        const command = { type: 'count_drop_box@1', box: box.number, bills: bills.pieces(), other: bills.coins() };
        await office.send('cage', command, `The count of box ${box.number} is entered.`);
      },
      'gold',
    ),
  );
}

openOffice({
  title: 'Count room',
  route: 'GET /api/cage/drop-boxes',
  sections: { Count: countSection, Collect: collection, Tokes: tokeBoxes },
});
