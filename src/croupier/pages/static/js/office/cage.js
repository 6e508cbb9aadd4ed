// The cage's page: customers, chips for cash, the cashier's drawer, fills and credits, and slips.
import { get, post } from '../core/api.js';
import { element } from '../core/dom.js';
import { newId } from '../staff/floor-data.js';
import { ownDrawer, verifyDrawers } from './drawers.js';
import { dollars, signedDollars } from '../core/money.js';
import { panel } from '../oversight/oversight-parts.js';
import { cashAndChips, mainBank } from './main-bank.js';
import {
  act,
  amountInput,
  CHIP_KINDS,
  askToConfirm,
  counter,
  field,
  grid,
  moment,
  openOffice,
  slipLink,
  textInput,
} from './office-parts.js';
import { tokeBoxes } from './tokes.js';
import { documentChoice, waitingWithdrawals } from './withdrawals.js';

/** @typedef {import('./office-parts.js').Office} Office */
/** @typedef {import('./office-parts.js').Answers} Answers */
/** @typedef {Answers['GET /api/cage/patrons'][number]} Patron */
/** @typedef {Answers['GET /api/cage/trays'][number]} Tray */
/** @typedef {Tray['slips'][number]} TraySlip */

/** The wording of each movement of a wallet. @type {Record<string, string>} */
const MOVEMENTS = {
  play_issued: 'Play money issued',
  deposited: 'Deposit',
  withdrawn: 'Withdrawal',
  slip_reversed: 'Slip reversed',
  chips_sent: 'Chips to a table',
  chips_returned: 'Chips from a table',
};

/** The customer whose account is open. */
let customer = '';
let search = '';

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function customers(place, office) {
  const patrons = await get(`/api/cage/patrons?name=${encodeURIComponent(search)}`);
  const name = element('input', { name: 'search', autocomplete: 'off', value: search });
  const seek = element(
    'form',
    { class: 'office-row' },
    field('Find a customer by name', name),
    element('button', { class: 'plain-button' }, 'Find'),
  );
  seek.addEventListener('submit', (event) => {
    event.preventDefault();
    search = name.value.trim();
    office.reload();
  });
  const rows = patrons.map((/** @type {Patron} */ patron) => [
    patron.name,
    dollars(patron.cents),
    act('Open account', () => {
      customer = patron.person;
      office.reload();
    }),
  ]);
  const selected = patrons.find((/** @type {Patron} */ patron) => patron.person === customer);
  place.replaceChildren(
    panel(
      'Customers',
      '',
      seek,
      rows.length
        ? grid(['Name', 'Balance', 'Account'], rows, 'Customers')
        : element('p', { class: 'eye-none' }, 'No customer has this name.'),
    ),
    selected ? await account(selected, office) : register(office),
  );
}

/** @param {Office} office */
function register(office) {
  const name = textInput('new-name');
  const born = element('input', { name: 'born', type: 'date' });
  return panel(
    'New customer',
    '',
    element('p', {}, 'Check the customer’s identity first. This opens an account with a real-money wallet.'),
    element(
      'div',
      { class: 'office-row' },
      field('Name', name),
      field('Date of birth, if asked', born),
      act(
        'Open an account',
        async () => {
          if (!name.value.trim()) return name.focus();
          const isDone = await office.attempt(async () => {
            /** @type {Answers['POST /api/cage/patrons']} */
            const newPatron = await post('/api/cage/patrons', { name: name.value.trim(), born: born.value });
            customer = newPatron.person;
            search = name.value.trim();
          });
          if (isDone) await office.reload();
        },
        'gold',
      ),
    ),
  );
}

/**
 * @param {Patron} patron
 * @param {Office} office
 */
async function account(patron, office) {
  const lines = await get(`/api/cage/wallets/${encodeURIComponent(patron.person)}/statement`);
  const { input, cents } = amountInput('amount');
  const { choice, node: identification } = documentChoice();
  const move = async (/** @type {'deposits'|'withdrawals'} */ route, /** @type {string} */ words) => {
    const sum = cents();
    if (!sum) return input.focus();
    const isOut = route === 'withdrawals';
    if (isOut && !choice.value) return choice.focus();
    const present = isOut ? ` ${patron.name} must be here in person.` : '';
    const title = `${words} ${dollars(sum)}`;
    if (!(await askToConfirm(title, `${patron.name} has ${dollars(patron.cents)} now.${present}`, words))) return;
    let number = 0;
    let waits = 0;
    const body = { id: newId(), person: patron.person, cents: sum };
    const isDone = await office.attempt(async () => {
      if (isOut) {
        /** @type {Answers['POST /api/cage/withdrawals']} */
        const slip = await post('/api/cage/withdrawals', { ...body, document: choice.value });
        ({ number, waits } = slip);
      } else {
        /** @type {Answers['POST /api/cage/deposits']} */
        const slip = await post('/api/cage/deposits', body);
        number = slip.number;
      }
    });
    if (!isDone) return;
    if (waits) await office.finish('Another person must identify the customer and confirm this withdrawal.');
    else await office.finish(`${words} slip ${number} is written.`, number);
  };
  const rows = lines.map((line) => [
    moment(line.at),
    MOVEMENTS[line.what] ?? line.what,
    line.table || '–',
    line.slip ? String(line.slip) : '–',
    signedDollars(line.cents),
  ]);
  const born = element('input', { name: 'born', type: 'date' });
  const compare = () => {
    if (!born.value) return born.focus();
    return office.attempt(async () => {
      await post(`/api/cage/patrons/${encodeURIComponent(patron.person)}/namesake`, { born: born.value });
      await office.finish(`${patron.name} is not the person on the exclusion list.`);
    });
  };
  const invite = patron.signed_in
    ? null
    : act('Issue a sign-in link', () =>
        office.attempt(async () => {
          /** @type {Answers['POST /api/people/{person}/link']} */
          const link = await post(`/api/people/${encodeURIComponent(patron.person)}/link`);
          const address = `${location.origin}/link/${link.link}`;
          await askToConfirm('Sign-in link', `Give this link to ${patron.name}. It works once: ${address}`, 'Done');
        }),
      );
  return panel(
    patron.name,
    '',
    element('p', { class: 'office-sum' }, 'Balance ', element('b', {}, dollars(patron.cents))),
    element(
      'div',
      { class: 'office-row' },
      field('Amount in dollars', input),
      identification,
      act('Deposit', () => move('deposits', 'Deposit'), 'gold'),
      act('Withdraw', () => move('withdrawals', 'Withdraw')),
      invite,
      act('Close this view', () => {
        customer = '';
        office.reload();
      }),
    ),
    element(
      'details',
      {},
      element('summary', {}, 'The name is on the exclusion list'),
      element('p', {}, 'Check the customer’s identification. If the date of birth differs, this is someone else.'),
      element('div', { class: 'office-row' }, field('Date of birth', born), act('Compare', compare)),
    ),
    rows.length
      ? grid(['Time', 'Movement', 'Table', 'Slip', 'Amount'], rows, 'Statement')
      : element('p', { class: 'eye-none' }, 'No movements yet.'),
  );
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function chips(place, office) {
  const cage = await get('/api/cage');
  const chipCounter = counter(CHIP_KINDS, 'chips');
  const name = textInput('customer');
  const move = async (/** @type {string} */ type, /** @type {string} */ words) => {
    const sum = chipCounter.cents();
    if (!sum) return;
    if (!(await askToConfirm(`${words} ${dollars(sum)}`, 'Count the chips again before you confirm.', words))) return;
    const id = newId();
    const command = { type, id, chips: chipCounter.pieces(), name: name.value.trim() };
    await office.send('cage', command, `${words}: ${dollars(sum)}.`, true);
  };
  place.replaceChildren(
    panel(
      'Chips and cash',
      '',
      element(
        'p',
        { class: 'office-sum' },
        'Chips that players carried away from the tables ',
        element('b', {}, dollars(cage.outstanding)),
      ),
      chipCounter.node,
      element(
        'div',
        { class: 'office-row' },
        field('Customer’s name, if given', name),
        act('Pay cash for chips', () => move('cash_chips@1', 'Pay cash for chips'), 'gold'),
        act('Sell chips for cash', () => move('sell_cage_chips@1', 'Sell chips for cash')),
      ),
    ),
  );
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function drawer(place, office) {
  const all = await get('/api/cage/drawers');
  const counted = cashAndChips('Drawer');
  const own = all.find((one) => one.cashier === office.me?.person);
  const send = async (/** @type {string} */ type, /** @type {string} */ words) => {
    if (!counted.isValid()) return;
    if (!(await askToConfirm(words, counted.words(), words))) return;
    const command = { type, ...counted.fields() };
    await office.send('cage', type === 'open_drawer@1' ? { ...command, id: newId() } : command, `${words}: done.`);
  };
  const others = all.filter((one) => one.cashier !== office.me?.person);
  place.replaceChildren(ownDrawer(own, counted.node, send), verifyDrawers(others, office));
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function withdrawals(place, office) {
  const found = await get('/api/cage/inventory');
  place.replaceChildren(
    element(
      'p',
      {},
      `A customer’s withdrawals of more than ${dollars(found.second_above)} in one gaming day need two people.`,
    ),
    waitingWithdrawals(found.withdrawals, office),
  );
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function fills(place, office) {
  const trays = await get('/api/cage/trays');
  const signers = Object.fromEntries(trays.flatMap((tray) => Object.entries(tray.next_signers)));
  const isCages = (/** @type {TraySlip} */ slip) => signers[slip.number].roles.includes('cage');
  const open = trays.flatMap((tray) => tray.slips.filter((slip) => signers[slip.number]));
  const rows = open.map((slip) => [
    `${slip.what === 'fill' ? 'Fill' : 'Credit'} ${slip.number}`,
    slip.table,
    dollars(slip.cents),
    isCages(slip) ? 'Waits for your signature' : `Waits for ${signers[slip.number].title}`,
    [
      isCages(slip)
        ? act(
            'Sign',
            async () => {
              const words =
                slip.what === 'fill'
                  ? 'You confirm that the chips were counted and left the cage.'
                  : 'You confirm that the chips arrived at the cage and were counted.';
              if (await askToConfirm(`Sign for ${dollars(slip.cents)}`, words, 'Sign'))
                await office.send(
                  'cage',
                  { type: 'sign_tray_slip@1', slip: slip.number },
                  `You signed slip ${slip.number}.`,
                );
            },
            'gold',
          )
        : null,
      slipLink('tray-slips', slip.number),
    ],
  ]);
  const balances = trays.map((tray) => [
    tray.table,
    dollars(tray.expected),
    dollars(tray.won),
    dollars(tray.in_transit),
  ]);
  place.replaceChildren(
    panel(
      'Fills and credits to sign',
      '',
      rows.length
        ? grid(['Slip', 'Table', 'Amount', 'State', 'Your part'], rows, 'Open slips')
        : element('p', { class: 'eye-none' }, 'No fill or credit is open.'),
    ),
    panel('Recorded tray balances', '', grid(['Table', 'Tray', 'Table win', 'In transit'], balances, 'Trays')),
  );
}

/** @param {HTMLElement} place */
async function slips(place) {
  const cage = await get('/api/cage');
  const rows = cage.slips.map((slip) => [
    String(slip.number),
    slip.kind === 'chips' ? 'Chips' : 'Wallet',
    slip.cents >= 0 ? `received ${dollars(slip.cents)}` : `paid out ${dollars(-slip.cents)}`,
    slip.reversed ? 'reversed' : '–',
    slipLink('slips', slip.number),
  ]);
  place.replaceChildren(
    panel(
      'Latest slips',
      '',
      element('p', {}, 'Accounting can reverse a wrong slip, but not one that they wrote themselves.'),
      rows.length
        ? grid(['Slip', 'For', 'Cash', 'State', 'Paper'], rows, 'Slips')
        : element('p', { class: 'eye-none' }, 'No slips yet.'),
    ),
  );
}

openOffice({
  title: 'Cage',
  route: 'GET /api/cage',
  sections: {
    Customers: customers,
    Chips: chips,
    Drawer: drawer,
    'Main bank': mainBank,
    Withdrawals: withdrawals,
    'Fills and credits': fills,
    Tokes: tokeBoxes,
    Slips: slips,
  },
  links: [{ words: 'Hand pays', href: '/hand-pays' }],
});
