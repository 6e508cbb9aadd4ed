// Chip exchanges and tokes at the table, as a panel of the console's side column. Each act opens a dialog.
import { post, Refused } from '../core/api.js';
import { flatChip } from '../core/chips.js';
import { element, say } from '../core/dom.js';
import { randomHex } from '../core/ids.js';
import { CHIPS } from '../core/jurisdiction.js';
import { dollars, toCents } from '../core/money.js';
import { plain } from './commands.js';

/** @typedef {import('./dealer-console.js').Console} Console */
/** @typedef {import('./console-view.js').View} View */

const LARGEST_FIRST = CHIPS.toReversed();

/** @param {Console} desk */
export function chipActs(desk) {
  const toke = button('Enter a toke', () => openToke(desk));
  const node = element(
    'section',
    { class: 'panel chip-acts' },
    element('h2', {}, 'Chips'),
    element(
      'div',
      { class: 'buttons' },
      button('Exchange chips', () => openExchange(desk)),
      toke,
    ),
  );
  return {
    /** The panel, or null for a person who does not deal. @param {View} view */
    of(view) {
      toke.hidden = !givers(view).length;
      return view.role === 'dealer' && !view.posted.training ? node : null;
    },
  };
}

/** Seats whose player has chips and no screen. @param {View} view */
const givers = (view) =>
  view.seats.filter(
    (seat) => (seat.chips ?? 0) > 0 && view.offer('cash_out', (sample) => sample.player === seat.player),
  );

/**
 * @param {string} words
 * @param {() => void} act
 * @param {string} [look]
 */
const button = (words, act, look = 'btn') => element('button', { type: 'button', class: look, onclick: act }, words);

/**
 * A dialog with a form. `ready` tells whether it can be sent, and `go` sends it.
 * @param {Console} desk
 * @param {{title: string, lead: string, words: string, fields: HTMLElement[], ready: () => boolean,
 *   go: () => Promise<boolean>}} form
 */
function openDialog(desk, { title, lead, words, fields, ready, go }) {
  const send = element('button', { class: 'gold', disabled: true }, words);
  const fault = element('p', { class: 'refusal', role: 'alert' });
  const body = element(
    'form',
    {},
    ...fields,
    fault,
    element(
      'div',
      { class: 'buttons' },
      send,
      button('Cancel', () => dialog.close()),
    ),
  );
  const dialog = element(
    'dialog',
    { class: 'sheet chip-sheet', 'aria-label': title },
    element('h2', {}, title),
    element('p', {}, lead),
    body,
  );
  const update = () => {
    send.disabled = !ready();
  };
  body.addEventListener('input', update);
  body.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (!ready()) return;
    send.disabled = true;
    try {
      if (await go()) dialog.close();
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      say(fault, `${refused.refusal.message}. ${refused.refusal.remedy ?? ''}`);
    }
    update();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    desk.draw();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {HTMLInputElement} input */
const numberOf = (input) => (/^\d{0,6}$/.test(input.value.trim()) ? Number(input.value.trim() || '0') : NaN);

/**
 * One column of an exchange.
 * @param {string} side
 */
function column(side) {
  const inputs = LARGEST_FIRST.map(({ value }) => ({
    value,
    input: element('input', {
      inputmode: 'numeric',
      autocomplete: 'off',
      size: 5,
      placeholder: '0',
      'aria-label': `${side}: chips of ${dollars(value)}`,
    }),
  }));
  return {
    inputs,
    cents: () => inputs.reduce((sum, { value, input }) => sum + value * numberOf(input), 0),
    pieces: () =>
      Object.fromEntries(
        inputs.filter(({ input }) => numberOf(input) > 0).map(({ value, input }) => [String(value), numberOf(input)]),
      ),
  };
}

/** @param {Console} desk */
async function openExchange(desk) {
  await desk.checkTray();
  const { view, table } = desk.state;
  const [taken, given] = [column('From the player'), column('To the player')];
  const numbers = view.trayChips;
  const sums = element('output', {}, '');
  const id = randomHex(12);
  const equal = () => taken.cents() > 0 && taken.cents() === given.cents() && !sameChips();
  const sameChips = () => JSON.stringify(taken.pieces()) === JSON.stringify(given.pieces());
  const rows = LARGEST_FIRST.map(({ value, name }, at) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, flatChip(value, name), dollars(value).replace(/\.00$/, '')),
      element('td', {}, taken.inputs[at].input),
      element('td', {}, given.inputs[at].input),
      numbers ? element('td', { class: 'label' }, String(numbers[String(value)] ?? 0)) : null,
    ),
  );
  const grid = element(
    'table',
    { class: 'exchange' },
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        ...['Chip', 'From the player', 'To the player', ...(numbers ? ['In the tray'] : [])].map((head) =>
          element('th', { scope: 'col' }, head),
        ),
      ),
    ),
    element('tbody', {}, ...rows),
  );
  const tell = () => {
    const [one, other] = [taken.cents(), given.cents()];
    const lacks = numbers && given.inputs.some(({ value, input }) => numberOf(input) > (numbers[String(value)] ?? 0));
    const words = Number.isNaN(one + other) ? 'Check the numbers.' : `${dollars(one)} for ${dollars(other)}.`;
    say(sums, lacks ? `${words} According to the books, the tray doesn’t have these chips.` : words);
  };
  grid.addEventListener('input', tell);
  tell();
  openDialog(desk, {
    title: 'Exchange chips',
    lead: 'Enter the player’s chips and the chips that you give. Both must have the same value.',
    words: 'Exchange',
    fields: [grid, element('p', { class: 'exchange-sum' }, sums)],
    ready: equal,
    go: async () => {
      const command = { type: 'exchange_chips@1', id, table, taken: taken.pieces(), given: given.pieces() };
      await post('/api/do', { id: randomHex(12), stream: 'cage', command });
      await desk.checkTray();
      return true;
    },
  });
}

/** @param {Console} desk */
function openToke(desk) {
  const { view } = desk.state;
  const seat = element(
    'select',
    { name: 'seat' },
    ...givers(view).map((seatSight) =>
      element(
        'option',
        { value: String(seatSight.seat) },
        `Seat ${seatSight.seat}: ${seatSight.name || seatSight.player}`,
      ),
    ),
  );
  const amount = element('input', { name: 'toke', inputmode: 'decimal', autocomplete: 'off', placeholder: '0.00' });
  const player = () => givers(view).find((seatSight) => String(seatSight.seat) === seat.value);
  const cents = () => toCents(amount.value) ?? 0;
  openDialog(desk, {
    title: 'Enter a toke',
    lead: 'The chips leave the player’s chips. Put them into the toke box.',
    words: 'Enter the toke',
    fields: [
      element('label', { class: 'field' }, element('span', {}, 'Player'), seat),
      element('label', { class: 'field' }, element('span', {}, 'Amount in dollars'), amount),
    ],
    ready: () => cents() > 0 && cents() <= (player()?.chips ?? 0),
    go: async () => {
      const offer = view.offer('cash_out', (sample) => sample.player === player()?.player);
      if (!offer) return false;
      const answer = await desk.send({ ...plain(offer.sample), toke: cents() });
      return answer.ok;
    },
  });
}
