// The accounting page: drop, win and hold, slips, outstanding chips, cash counts, and meters.
import { get, post } from '../core/api.js';
import { element } from '../core/dom.js';
import { dollars, signedDollars } from '../core/money.js';
import { newId } from '../staff/floor-data.js';
import { panel, downloadLink } from '../oversight/oversight-parts.js';
import { pendingAdjustments } from './adjustments.js';
import { dayClose } from './day-close.js';
import { differenceWords, verifyDrawers } from './drawers.js';
import { inventoryPanel, waitingCount, waitingSlips } from './main-bank.js';
import { act, amountInput, askToConfirm, field, grid, openOffice, slipLink, textInput } from './office-parts.js';
import { tokeBoxes } from './tokes.js';
import { waitingWithdrawals } from './withdrawals.js';

/** @typedef {import('./office-parts.js').Office} Office */

let date = ''; // the chosen gaming day

/** Choose the current gaming day if none is chosen yet. It may begin on the previous calendar date. */
async function chosenDate() {
  date ||= (await get('/api/reports/day/close')).date;
  return date;
}

/** "12.5%" for an exact fraction "1/8". @param {string|null} share */
function shareWords(share) {
  if (!share) return '–';
  const [over, under = '1'] = share.split('/');
  return `${((100 * Number(over)) / Number(under)).toFixed(1)}%`.replace('-', '−');
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function day(place, office) {
  await chosenDate();
  const input = element('input', { type: 'date', value: date });
  input.addEventListener('change', () => {
    date = input.value || date;
    office.reload();
  });
  place.replaceChildren(panel('Gaming day', '', element('p', { role: 'status' }, 'Computing the day…')));
  const report = await get(`/api/reports/day?date=${date}`);
  const rows = report.tables.map((table) => {
    const { drop, win, hold, rounds, voided } = table.spans.day;
    const real = table.money === 'real' ? 'real' : 'play';
    return [table.table, real, String(rounds), String(voided), dollars(drop), signedDollars(win), shareWords(hold)];
  });
  const wrong = report.checks.filter((check) => !check.agrees);
  const names = wrong.map((check) => `${check.where} ${check.what}`);
  const footing = wrong.length
    ? `${wrong.length} of ${report.checks.length} totals do not agree: ${names.join('; ')}`
    : `All ${report.checks.length} totals agree when computed by a second method.`;
  const papers = ['pdf', 'xlsx', 'html', 'json'].map((form) =>
    downloadLink(form, `/api/reports/day/paper?date=${date}&form=${form}`),
  );
  place.replaceChildren(
    panel(
      'Gaming day',
      '',
      element('div', { class: 'office-row' }, field('Date', input), ...papers),
      element('p', { class: report.foots ? '' : 'refusal' }, footing),
      report.over ? null : element('p', {}, 'This day is not over, so the figures may still change.'),
      rows.length
        ? grid(['Table', 'Money', 'Rounds', 'Void', 'Drop', 'Win', 'Hold'], rows, 'Tables')
        : element('p', { class: 'eye-none' }, 'No table was open on this day.'),
    ),
    await dayClose(date, report, office),
  );
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function slips(place, office) {
  const cage = await get('/api/cage');
  const rows = cage.slips.map((slip) => {
    const reason = textInput(`reason-${slip.number}`);
    return [
      String(slip.number),
      slip.kind === 'chips' ? 'Chips' : 'Wallet',
      slip.cents >= 0 ? `received ${dollars(slip.cents)}` : `paid out ${dollars(-slip.cents)}`,
      slip.reversed
        ? 'reversed'
        : [
            field('Reason', reason),
            act('Reverse', async () => {
              if (!reason.value.trim()) return reason.focus();
              const words = 'The reversal gets its own slip. Both slips stay on record.';
              if (!(await askToConfirm(`Reverse slip ${slip.number}`, words, 'Reverse'))) return;
              const command = { type: 'reverse_slip@1', slip: slip.number, reason: reason.value.trim() };
              await office.send('cage', command, `Slip ${slip.number} is reversed.`);
            }),
          ],
    ];
  });
  place.replaceChildren(
    panel(
      'Slips of the cage',
      '',
      rows.length
        ? grid(['Slip', 'For', 'Cash', 'Reversal'], rows, 'Slips')
        : element('p', { class: 'eye-none' }, 'No slips yet.'),
    ),
  );
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function cash(place, office) {
  const [cage, drawers, boxes, inventory] = await Promise.all([
    get('/api/cage'),
    get('/api/cage/drawers'),
    get('/api/cage/drop-boxes'),
    get('/api/cage/inventory'),
  ]);
  const { input, cents } = amountInput('declared');
  const reason = textInput('reason');
  const rows = boxes.boxes.map((box) => [
    String(box.number),
    box.table,
    box.cents === null
      ? `not counted; expected from sales: ${dollars(box.expected ?? 0)}`
      : differenceWords(box.cents ?? 0, box.expected ?? 0),
    slipLink('drop-boxes', box.number),
  ]);
  place.replaceChildren(
    panel(
      'Outstanding chips',
      '',
      element(
        'p',
        { class: 'office-sum' },
        'Chips that players carried away from the tables ',
        element('b', {}, dollars(cage.outstanding)),
      ),
      element('p', {}, 'Enter the value of chips that were outstanding before these books began.'),
      element(
        'div',
        { class: 'office-row' },
        field('Amount in dollars', input),
        field('Reason', reason),
        act('Declare chips', async () => {
          const sum = cents();
          if (!sum) return input.focus();
          if (!reason.value.trim()) return reason.focus();
          if (!(await askToConfirm(`Declare ${dollars(sum)} in chips`, 'The cage will accept these chips.', 'Declare')))
            return;
          const command = { type: 'declare_chips@1', id: newId(), cents: sum, reason: reason.value.trim() };
          await office.send('cage', command, `${dollars(sum)} in chips is now declared.`);
        }),
      ),
    ),
    inventoryPanel(inventory),
    waitingCount(inventory, office),
    waitingSlips(inventory, office),
    waitingWithdrawals(inventory.withdrawals, office),
    verifyDrawers(drawers, office),
    panel(
      'Drop boxes in the count room',
      '',
      rows.length
        ? grid(['Box', 'Table', 'Count', 'Paper'], rows, 'Drop boxes')
        : element('p', { class: 'eye-none' }, 'All collected boxes are counted and verified.'),
    ),
  );
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function meters(place, office) {
  const [all, pending] = await Promise.all([get('/api/meters'), get('/api/adjustments')]);
  const proposes = office.me?.roles.includes('accounting') ?? false;
  const heads = ['Tables that share the meter', 'Meter', 'Amount', 'Open at'];
  const rows = all.map((meter) => {
    const { input, cents } = amountInput(`adjust-${meter.group}-${meter.meter}`);
    const reason = textInput(`reason-${meter.group}-${meter.meter}`);
    const propose = async (/** @type {1|-1} */ sign) => {
      const sum = cents();
      if (!sum) return input.focus();
      if (!reason.value.trim()) return reason.focus();
      const isDone = await office.attempt(() =>
        post(`/api/meters/${encodeURIComponent(meter.group)}/adjustments`, {
          meter: meter.meter,
          cents: sign * sum,
          reason: reason.value.trim(),
        }),
      );
      if (isDone) await office.reload();
    };
    const facts = [meter.group, meter.meter, dollars(meter.shown), meter.tables.join(', ')];
    if (!proposes) return facts;
    const form = [
      field('Amount', input),
      field('Reason', reason),
      act('Propose to add', () => propose(1)),
      act('Propose to remove', () => propose(-1)),
    ];
    return [...facts, form];
  });
  place.replaceChildren(
    panel(
      'Progressive meters',
      '',
      element('p', {}, 'A pit manager or another accountant must approve an adjustment before the meter changes.'),
      rows.length
        ? grid(proposes ? [...heads, 'Adjustment'] : heads, rows, 'Meters')
        : element('p', { class: 'eye-none' }, 'No table has a progressive meter.'),
    ),
    pendingAdjustments(pending, office),
  );
}

/**
 * The toke boxes, and each dealer's share on the chosen gaming day.
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function tokes(place, office) {
  await tokeBoxes(place, office, false);
  const { tokes: found } = await get(`/api/reports/day?date=${await chosenDate()}`);
  const rows = found.dealers.map((one) => [one.name, hours(one.seconds), dollars(one.cents)]);
  place.append(
    panel(
      `Shares on ${date}`,
      '',
      element(
        'p',
        {},
        `Dealers share the counted ${dollars(found.pool)} in proportion to the time they dealt for real money.`,
      ),
      rows.length
        ? grid(['Dealer', 'Time dealt', 'Share'], rows, 'Shares')
        : element('p', { class: 'eye-none' }, 'No dealer dealt for real money on this day.'),
    ),
  );
}

/** "3:05" for hours and minutes. @param {number} seconds */
const hours = (seconds) => `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}`;

openOffice({
  title: 'Accounting',
  route: 'GET /api/adjustments',
  sections: { 'Gaming day': day, Slips: slips, 'Cash and chips': cash, Tokes: tokes, Meters: meters },
  visible: (me) =>
    me.roles.includes('pit_manager') ? ['Meters'] : ['Gaming day', 'Slips', 'Cash and chips', 'Tokes', 'Meters'],
  links: [
    { words: 'Hand pays', href: '/hand-pays' },
    { words: 'Records', href: '/regulator' },
  ],
});
