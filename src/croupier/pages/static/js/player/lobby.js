// The lobby: every open table; watch, sit, or go on where one was.
import { get, inWords, post, Refused, whoAmI } from '../core/api.js';
import { whyButton } from '../core/clauses.js';
import { element, keyed, mark, say } from '../core/dom.js';
import { JURISDICTION } from '../core/jurisdiction.js';
import { elsewhere, meet } from '../core/node-routing.js';
import { dollars } from '../core/money.js';
import { emptyState, faultState, openPage, plainName } from '../core/page-parts.js';
import { tablePicture } from './lobby-picture.js';
import { sitDown } from './sit-down.js';
import { staffButton } from './staff-sign-in.js';

const EVERY = 4_000; // milliseconds between two looks at the tables
const BUY_IN = 200_00; // cents that are brought to a table, or forty of its smallest wager

/** @type {any} */
let me = null;
const staff = staffButton(() => look());
const page = openPage({ title: 'Tables', tools: [staff.button] });
const resume = element('div', {});
const state = element('div', {});
const list = element('ul', { class: 'tables' });
const open = element(
  'section',
  { 'aria-labelledby': 'open' },
  element('h2', { id: 'open' }, 'Tables open now'),
  state,
  list,
);
const first = element(
  'section',
  { class: 'first', hidden: true },
  element('h2', {}, 'New here?'),
  element(
    'p',
    {},
    'Choose a table, sit down and put chips on the first ring. When it is your turn, each button says what it costs. ',
    'Press § beside any result to read the clause that paid it.',
  ),
);
page.main.append(resume, first, open);

/** A table of another node of the house is played there. @param {any} table */
const addressOf = (table) => `${table.node ?? ''}/tables/${encodeURIComponent(table.table)}`;

/** @param {any} table */
const tableWords = (table) => (table.paused ? 'Paused for a moment; nothing is lost' : '');

/** @param {any} table */
function makeCard(table) {
  const card = element('li', { class: 'tbl' });
  const facts = element('dl', {});
  const sit = element('button', { type: 'button', class: 'sit', onclick: () => want(card) });
  const fault = element('p', { class: 'refusal', role: 'alert' });
  card.append(
    element('div', { class: 'pic' }),
    element(
      'div',
      { class: 'txt' },
      element('h3', {}, table.title, ' ', element('small', { class: 'pill' }, table.table)),
      element('p', { class: 'how' }, table.line),
      facts,
      element(
        'p',
        { class: 'acts' },
        sit,
        element('a', { class: 'watch', href: addressOf(table) }, 'Watch'),
        element('a', { class: 'watch', href: `/rules/${encodeURIComponent(table.table)}` }, 'Rules and odds'),
      ),
      fault,
    ),
  );
  return card;
}

/**
 * @param {string} term
 * @param {string} words
 * @param {string} [kind]
 */
const fact = (term, words, kind = '') => ({ term, words, kind });

/** @param {any} table */
function factsOf(table) {
  const { minimum, maximum, fixed } = table.first;
  const limits = fixed
    ? dollars(fixed)
    : maximum
      ? `${dollars(minimum)} to ${dollars(maximum)}`
      : `from ${dollars(minimum ?? 0)}`;
  const free = table.seats - table.taken;
  const meters = Object.entries(table.meters).map(([name, cents]) =>
    fact(name === 'main' ? 'Progressive' : plainName(name), dollars(/** @type {number} */ (cents)), 'met'),
  );
  return [
    fact(table.first.label, limits),
    fact('Seats free', free ? `${free} of ${table.seats}` : 'Full'),
    ...meters,
    fact('Side bets', table.sides.join(', ') || 'None', 'wide'),
    ...(table.company
      ? [
          fact(
            'Company',
            table.company === 1 ? 'A simple player is there' : `${table.company} simple players are there`,
            'wide',
          ),
        ]
      : []),
    ...(table.money === 'real' ? [fact('Money', 'Real money', 'wide')] : []),
    ...(table.approval === 'operator' ? [fact('Rules', 'On the operator’s word', 'wide')] : []),
    ...(tableWords(table) ? [fact('State', tableWords(table), 'wide')] : []),
  ];
}

/** @type {Map<string, string>} */
const pictures = new Map();

/**
 * @param {HTMLElement} card
 * @param {any} table
 */
function updateCard(card, table) {
  /** @type {any} */ (card).table = table;
  const own = (me?.seats ?? [])
    .filter((/** @type {any} */ one) => one.table === table.table)
    .map((/** @type {any} */ one) => one.seat);
  const seen = JSON.stringify([table.seated, own]);
  const picture = card.querySelector('.pic');
  if (picture && pictures.get(table.table) !== seen) {
    pictures.set(table.table, seen);
    picture.replaceChildren(tablePicture(table, own));
  }
  const facts = /** @type {HTMLElement} */ (card.querySelector('dl'));
  keyed(
    facts,
    factsOf(table),
    (one) => one.term,
    (one) => element('div', {}, element('dt', {}, one.term), element('dd', {})),
    (node, one) => {
      mark(node, 'class', one.kind || null);
      say(/** @type {Element} */ (node.lastElementChild), one.words);
    },
  );
  const sit = /** @type {HTMLButtonElement} */ (card.querySelector('.sit'));
  const full = !own.length && table.taken >= table.seats;
  say(sit, own.length ? 'Return' : full ? 'Full' : 'Sit down');
  mark(sit, 'aria-label', `${sit.textContent}, ${table.title}, ${table.table}`);
  sit.disabled = full;
}

/** @param {HTMLElement} card */
async function want(card) {
  const { table } = /** @type {any} */ (card);
  if ((me?.seats ?? []).some((/** @type {any} */ one) => one.table === table.table) || table.node) return go(table);
  if (!me) return askName(table);
  const fault = /** @type {HTMLElement} */ (card.querySelector('.refusal'));
  const sit = /** @type {HTMLButtonElement} */ (card.querySelector('.sit'));
  sit.disabled = true;
  try {
    await takeSeat(table);
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    fault.replaceChildren(inWords(refused.told), whyButton(refused.told.clauses, refused.told.readings) ?? '');
    sit.disabled = false;
  }
}

/** Chips and a seat, then the table. @param {any} table */
async function takeSeat(table) {
  const wallet = me?.wallet?.cents ?? 0;
  await sitDown(table.table, Math.min(wallet, Math.max(BUY_IN, 40 * (table.first.minimum ?? 0))));
  go(table);
}

/** @param {any} table */
const go = (table) => location.assign(addressOf(table));

/** One name, one button. @param {any} table */
function askName(table) {
  const fault = element('p', { class: 'refusal', role: 'alert' });
  const name = element('input', {
    type: 'text',
    name: 'name',
    maxlength: '40',
    required: true,
    autocomplete: 'nickname',
    autofocus: true,
  });
  const button = element('button', { class: 'gold' }, 'Sit down');
  const form = element(
    'form',
    { class: 'come-in' },
    element('label', { class: 'field' }, 'Your name at the table', name),
    button,
  );
  const dialog = element(
    'dialog',
    { class: 'sheet', 'aria-labelledby': 'name-title' },
    element('h2', { id: 'name-title' }, table.title),
    element(
      'p',
      {},
      'You play with play money: a wallet is waiting for you, and your chips are laid out as you sit down.',
    ),
    form,
    fault,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      me = me ?? (await post('/api/guest', { name: name.value }));
      await takeSeat(table);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      say(fault, inWords(refused.told));
      button.disabled = false;
    }
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Where somebody sits already. @param {any[]} tables */
function drawResume(tables) {
  const seat = me?.seats?.[0];
  const table = seat && tables.find((one) => one.table === seat.table);
  mark(resume, 'hidden', !table);
  const seen = table ? `${table.table} ${seat.seat} ${seat.chips} ${table.round}` : '';
  if (!table || resume.dataset.seen === seen) return;
  resume.dataset.seen = seen;
  const words = [
    element('h2', { class: 'kept' }, `Your seat is kept at ${table.table}`),
    element('p', {}, `${table.title}, seat ${seat.seat}, round ${table.round.toLocaleString('en-US')}`),
    ...(table.live
      ? []
      : [element('p', { class: 'fine' }, 'A clock runs while you are away: a decision you miss is made for you.')]),
  ];
  resume.replaceChildren(
    element(
      'section',
      { class: 'resume' },
      element('div', {}, ...words),
      element('p', { class: 'bal' }, element('span', {}, 'Chips'), element('b', {}, dollars(seat.chips))),
      element('a', { class: 'gold', href: addressOf(table) }, 'Continue'),
    ),
  );
}

/** @param {any[]} tables */
function draw(tables) {
  say(page.facts, `${tables.length === 1 ? 'One table' : `${tables.length} tables`} by the ${JURISDICTION} rule book`);
  drawResume(tables);
  mark(first, 'hidden', Boolean(me)); // whoever has a name here knows
  staff.update(me);
  state.replaceChildren(
    ...(tables.length ? [] : [emptyState('No table is open just now. This page looks again by itself.')]),
  );
  keyed(list, tables, (one) => one.table, makeCard, updateCard);
}

/**
 * The nodes of the house where other tables are kept; null before they are known.
 * @type {string[]|null}
 */
let nodes = null;
let gone = false;

async function look() {
  try {
    const [who, tables] = await Promise.all([whoAmI(), get('/api/tables')]);
    me = who;
    gone = false;
    keepNodes(/** @type {string[]} */ (tables.map((/** @type {any} */ table) => table.node).filter(Boolean)));
    draw(tables);
  } catch (fault) {
    state.replaceChildren(faultState(fault, look));
    gone = fault instanceof Refused && fault.told.code === 'no_line';
    if (gone) elsewhere(nodes ?? [], () => gone);
  }
}

/** Those that were there as this page was opened it may ask by itself. @param {string[]} named */
function keepNodes(named) {
  const now = [...new Set(named)];
  if (nodes && now.every((one) => nodes?.includes(one))) return;
  if (nodes) meet(now);
  nodes = now;
}

async function looking() {
  await look();
  setInterval(() => {
    if (!document.hidden && !document.querySelector('dialog[open]')) look();
  }, EVERY);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) look();
  });
}
looking();
