// The toke boxes of the tables. One person counts a box by denomination, and another verifies the count.
import { get } from '../core/api.js';
import { element } from '../core/dom.js';
import { dollars } from '../core/money.js';
import { newId } from '../staff/floor-data.js';
import { panel } from '../oversight/oversight-parts.js';
import { act, CHIP_KINDS, askToConfirm, counter, grid } from './office-parts.js';

/** @typedef {import('./office-parts.js').Office} Office */
/** @typedef {import('./office-parts.js').Answers['GET /api/cage/tokes']['boxes'][number]} TokeBox */

/** The table whose toke box this person is counting. */
let open = '';

/**
 * The toke boxes, with what this person can do. Accounting verifies counts but does not count boxes.
 * @param {HTMLElement} place
 * @param {Office} office
 * @param {boolean} [counts]
 */
export async function tokeBoxes(place, office, counts = true) {
  const { boxes, pool } = await get('/api/cage/tokes');
  const rows = boxes.map((box) => [
    box.table,
    box.recorded === null ? 'not shown' : dollars(box.recorded),
    box.counted_by ? `${dollars(box.cents ?? 0)} by ${box.counted_name}` : 'not counted',
    parts(box, office, counts),
  ]);
  const box = boxes.find((one) => one.table === open);
  place.replaceChildren(
    panel(
      'Toke boxes',
      '',
      element('p', {}, 'One person counts a box. Another person counts it again and verifies the amount.'),
      element('p', { class: 'office-sum' }, 'Counted tokes of all dealers ', element('b', {}, dollars(pool))),
      rows.length
        ? grid(['Table', 'Recorded', 'Count', 'Your part'], rows, 'Toke boxes')
        : element('p', { class: 'eye-none' }, 'No table takes real money.'),
    ),
    ...(box && counts ? [countBox(box, office)] : []),
  );
}

/**
 * @param {TokeBox} box
 * @param {Office} office
 * @param {boolean} counts
 */
function parts(box, office, counts) {
  const own = box.counted_by === office.me?.person;
  const verify = act(
    'Verify',
    async () => {
      const words = 'Confirm that you counted this box yourself and found the same amount.';
      if (await askToConfirm(`Toke box of ${box.table}`, words, 'Verify'))
        await office.send(
          'cage',
          { type: 'verify_tokes@1', count: box.count },
          `The toke box of ${box.table} is verified.`,
        );
    },
    'gold',
  );
  const count = act(box.counted_by ? 'Count again' : 'Count', () => {
    open = box.table;
    office.reload();
  });
  const waits = box.counted_by && own ? 'Another person verifies your count.' : '';
  return [box.counted_by && !own ? verify : waits, ' ', counts ? count : ''];
}

/**
 * @param {TokeBox} box
 * @param {Office} office
 */
function countBox(box, office) {
  const counted = counter(CHIP_KINDS, 'chips', true);
  const id = newId();
  const enter = async () => {
    const sum = counted.cents();
    if (Number.isNaN(sum)) return;
    if (!(await askToConfirm(`Toke box of ${box.table}`, `Your count is ${dollars(sum)}.`, 'Enter the count'))) return;
    open = '';
    const command = { type: 'count_tokes@1', id, table: box.table, chips: counted.pieces(), other: counted.coins() };
    await office.send('cage', command, `The count of the toke box of ${box.table} is entered.`);
  };
  return panel(`Count the toke box of ${box.table}`, '', counted.node, act('Enter the count', enter, 'gold'));
}
