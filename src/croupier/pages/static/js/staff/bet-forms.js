// A seat's forms for a new player, bets, and the sale of chips. bet-entry.js shows them and sends their commands.
import { element } from '../core/dom.js';
import { dollars, figures, toCents } from '../core/money.js';
import { plain } from './commands.js';
import { AWAKE } from './console-selectors.js';
import { brief } from './dealer-seats.js';
import { numberPad } from './due-act.js';
import { keycap, onHold } from './staff-parts.js';
import { lettersOf } from './wager-letters.js';

/** @typedef {import('../core/types.js').Seat} Seat */
/** @typedef {import('../core/types.js').Stake} Stake */
/** @typedef {import('../core/types.js').TableCommand} TableCommand */
/** @typedef {import('./console-view.js').View} View */

/**
 * Chips for a player in cents: bought for cash, and brought from elsewhere. A null amount was typed wrongly.
 * @typedef {{cash: number|null, broughtChips: number|null}} NewChips
 */

/**
 * The form that seats a player. The sale of chips is a form of its own.
 * @param {number} number
 * @param {{sit: (name: string) => void, cancel: () => void}} acts
 */
export function sitForm(number, { sit, cancel }) {
  const name = element('input', { name: 'name', maxlength: '40', autocomplete: 'off', placeholder: `Seat ${number}` });
  const form = element(
    'form',
    { class: 'keyed' },
    element('h1', {}, `Seat ${number}: new player`),
    element('label', { class: 'field' }, element('span', {}, 'Name'), name),
    buttons('Seat the player', cancel),
  );
  onSubmit(form, () => sit(name.value.trim() || `Seat ${number}`));
  return form;
}

/**
 * The fields for chips that a player buys or brings.
 * @param {string} words
 * @param {boolean} real
 */
function newChips(words, real) {
  const [cash, broughtChips] = [amountField('chips'), amountField('brought')];
  const centsOf = (/** @type {HTMLInputElement} */ field) => (field.value.trim() ? toCents(field.value) : 0);
  return {
    cash,
    nodes: [
      element('label', { class: 'field' }, element('span', {}, words), cash),
      ...(real
        ? [element('label', { class: 'field' }, element('span', {}, 'Chips brought, no cash'), broughtChips)]
        : []),
    ],
    /** @returns {NewChips} */
    read: () => ({ cash: centsOf(cash), broughtChips: centsOf(broughtChips) }),
  };
}

/**
 * The bets of a seated player, and the other acts of the seat.
 * @param {View} view
 * @param {Seat} seat
 * @param {{send: (commands: TableCommand[]) => void, buy: (sample: TableCommand) => void, cancel: () => void}} acts
 */
export function betForm(view, seat, acts) {
  const offer = view.offer('bet', (sample) => sample.seat === seat.seat);
  const stakes = offer?.blanks?.find((blank) => blank.kind === 'wagers')?.stakes ?? [];
  const last = view.before.get(seat.seat);
  const lastWagers = last && last.player === seat.player ? last.wagers : null;
  /** @type {Map<string, HTMLInputElement>} */
  const fields = new Map();
  const letters = lettersOf(stakes);
  const rows = stakes.map((stake) => stakeRow(stake, fields, letters.get(stake.name) ?? ''));
  for (const stake of stakes) follow(stake, fields);
  /** @type {HTMLFormElement} */
  const form = element(
    'form',
    { class: 'keyed' },
    element(
      'h1',
      {},
      `Seat ${seat.seat}: ${seat.name || seat.player}`,
      element('small', {}, `${dollars(seat.chips ?? 0)} in chips`),
    ),
    stakes.length
      ? element(
          'div',
          { class: 'stakes' },
          ...rows,
          amountPad(() => form),
        )
      : element('p', { class: 'soft' }, 'This player bets on their own screen.'),
    buttons(
      'Bet',
      acts.cancel,
      lastWagers
        ? element(
            'button',
            { type: 'button', class: 'btn', onclick: () => fill(fields, lastWagers) },
            'Repeat last bet',
          )
        : null,
      ...seatActs(view, seat, acts),
    ),
  );
  onSubmit(form, () => {
    if (!offer) return;
    const wagers = Object.fromEntries(
      [...fields]
        .map(([wager, field]) => /** @type {[string, number]} */ ([wager, toCents(field.value || '0') ?? -1]))
        .filter(([, cents]) => cents !== 0),
    );
    acts.send([{ ...plain(offer.sample), wagers }]);
  });
  return form;
}

/** Whether a table plays for real money. @param {View} view */
export const isReal = (view) => view.posted.money === 'real';

/**
 * Return the bet, sell chips, or leave the seat.
 * @param {View} view
 * @param {Seat} seat
 * @param {{send: (commands: TableCommand[]) => void, buy: (sample: TableCommand) => void}} acts
 */
function seatActs(view, seat, { send, buy }) {
  const buttons = [];
  const hasBet = Object.keys(seat.wagers ?? {}).length > 0;
  const back = view.offer('take_back', (sample) => sample.seat === seat.seat);
  const up = view.offer('get_up', (sample) => sample.seat === seat.seat);
  const out = view.offer('cash_out', (sample) => sample.player === seat.player);
  const sale = view.offer('buy_in', (sample) => sample.player === seat.player);
  if (back && hasBet) buttons.push(holdButton('Return the bet', () => send([plain(back.sample)])));
  if (sale)
    buttons.push(
      element('button', { type: 'button', class: 'btn ghost', onclick: () => buy(sale.sample) }, 'Buy chips'),
    );
  if (up && !hasBet) {
    const cash = out && seat.chips ? [plain(out.sample)] : [];
    const leaves = isReal(view)
      ? `Leave with ${brief(seat.chips ?? 0)} in chips`
      : `Cash out ${brief(seat.chips ?? 0)} and leave`;
    const words = cash.length ? leaves : 'Leave the seat';
    buttons.push(holdButton(words, () => send([...cash, plain(up.sample)])));
  }
  return buttons;
}

/**
 * The sale of chips for the cash that the player put on the table, and chips that they bring.
 * @param {Seat} seat
 * @param {boolean} real
 * @param {{sell: (chips: NewChips) => void, cancel: () => void}} acts
 */
export function chipsForm(seat, real, { sell, cancel }) {
  const chips = newChips('Cash received', real);
  const form = element(
    'form',
    { class: 'keyed' },
    element(
      'h1',
      {},
      `Seat ${seat.seat}: ${seat.name || seat.player} buys chips`,
      element('small', {}, `${dollars(seat.chips ?? 0)} in chips now`),
    ),
    ...chips.nodes,
    buttons('Continue', cancel),
  );
  onSubmit(form, () => sell(chips.read()));
  queueMicrotask(() => chips.cash.focus());
  return form;
}

/**
 * Confirm a sale of chips. It names the player and the amounts, and ignores Enter until it can be read.
 * @param {Seat} seat
 * @param {{cash: number, broughtChips: number}} chips
 * @param {{sell: () => void, early: () => void, cancel: () => void}} acts
 */
export function saleForm(seat, { cash, broughtChips }, { sell, early, cancel }) {
  const name = seat.name || seat.player;
  const shownAt = performance.now();
  const words = [
    ...(cash ? [`${name} pays ${dollars(cash)} in cash and gets ${dollars(cash)} in chips.`] : []),
    ...(broughtChips ? [`${name} brings ${dollars(broughtChips)} in chips and pays no cash.`] : []),
  ];
  const form = element(
    'form',
    { class: 'keyed sale' },
    element('h1', {}, `Seat ${seat.seat}: ${dollars(cash + broughtChips)} in chips for ${name}?`),
    ...words.map((line) => element('p', { class: 'soft' }, line)),
    buttons(cash ? 'Sell chips' : 'Add the chips', cancel),
  );
  onSubmit(form, () => (performance.now() - shownAt < AWAKE ? early() : sell()));
  queueMicrotask(() => form.querySelector('button')?.focus());
  return form;
}

/** @param {string} name */
function amountField(name) {
  return element('input', { name, inputmode: 'decimal', autocomplete: 'off', placeholder: 'dollars' });
}

/**
 * @param {HTMLFormElement} form
 * @param {() => void} act
 */
function onSubmit(form, act) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    act();
  });
}

/**
 * A button that moves chips off the layout or the table. It is held for one second.
 * @param {string} words
 * @param {() => void} act
 */
function holdButton(words, act) {
  const button = element(
    'button',
    { type: 'button', class: 'btn ghost' },
    element('span', {}, words, element('small', {}, 'hold for one second')),
  );
  onHold(button, act);
  return button;
}

/**
 * @param {string} words
 * @param {() => void} cancel
 * @param {...(HTMLElement|null)} others
 */
function buttons(words, cancel, ...others) {
  return element(
    'div',
    { class: 'buttons' },
    element('button', { class: 'btn primary' }, keycap('Enter'), words),
    ...others,
    element('button', { type: 'button', class: 'btn ghost', onclick: cancel }, keycap('Esc', 'small'), 'Cancel'),
  );
}

/** A number pad that types into the field that was used last. @param {() => HTMLFormElement} formOf */
function amountPad(formOf) {
  /** @type {HTMLInputElement|null} */
  let last = null;
  const pad = numberPad((sign) => {
    const field = last ?? formOf().querySelector('input');
    if (!field || field.readOnly) return;
    field.value = sign === '⌫' ? field.value.slice(0, -1) : field.value + sign;
    field.dispatchEvent(new Event('input'));
    field.focus();
  });
  queueMicrotask(() =>
    formOf().addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLInputElement) last = target;
    }),
  );
  return pad;
}

/**
 * @param {Stake} stake
 * @param {Map<string, HTMLInputElement>} fields
 * @param {string} letter
 */
function stakeRow(stake, fields, letter) {
  const field = element('input', {
    name: stake.name,
    inputmode: 'decimal',
    autocomplete: 'off',
    placeholder: stake.required ? '' : 'none',
    'data-letter': letter || null,
    'data-fixed': stake.fixed ? figures(stake.fixed).replace(/\.00$/, '') : null,
  });
  fields.set(stake.name, field);
  return element(
    'label',
    { class: 'field' },
    element(
      'span',
      {},
      element('span', {}, letter ? keycap(letter.toUpperCase(), 'small') : null, ` ${stake.label}`),
      element('small', {}, bounds(stake)),
    ),
    field,
  );
}

/** The limits of a wager in short. @param {Stake} stake */
function bounds(stake) {
  if (stake.equal_to) return 'equal';
  if (stake.fixed) return brief(stake.fixed);
  if (stake.chips?.length) return stake.chips.map(brief).join(' or ');
  if (stake.minimum && stake.maximum) return `${brief(stake.minimum)} to ${brief(stake.maximum)}`;
  return stake.minimum ? `from ${brief(stake.minimum)}` : '';
}

/**
 * Fill in a wager that must equal another one.
 * @param {Stake} stake
 * @param {Map<string, HTMLInputElement>} fields
 */
function follow(stake, fields) {
  const field = fields.get(stake.name);
  const leader = stake.equal_to ? fields.get(stake.equal_to) : undefined;
  if (!field || !leader) return;
  field.readOnly = true;
  field.tabIndex = -1;
  leader.addEventListener('input', () => {
    field.value = leader.value;
    field.dispatchEvent(new Event('input'));
  });
}

/**
 * @param {Map<string, HTMLInputElement>} fields
 * @param {Record<string, number>} wagers
 */
function fill(fields, wagers) {
  for (const [wager, field] of fields)
    field.value = wagers[wager] ? figures(wagers[wager]).replaceAll(',', '').replace(/\.00$/, '') : '';
}
