// The lobby: every open table, with buttons to sit down, watch, or return to your seat.
import { get, inWords, post, Refused, whoAmI } from '../core/api.js';
import { whyButton } from '../core/clauses.js';
import { element, updateChildren, mark, say } from '../core/dom.js';
import { moveToAnotherNode, allowNodes } from '../core/node-routing.js';
import { dollars } from '../core/money.js';
import { emptyState, faultState, openPage, plainName } from '../core/page-parts.js';
import { tablePicture } from './lobby-picture.js';
import { sitDown } from './sit-down.js';
import { staffButton } from './staff-sign-in.js';

const EVERY = 4_000; // milliseconds between two refreshes
const BUY_IN = 200_00; // minimum default buy-in, in cents (raised to 40 minimum bets if that is higher)

/** @type {import('../core/types.js').Me|null} */
let me = null;
const staff = staffButton(() => refresh());
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
    'Choose a table, sit down and place your chips. When it’s your turn, each button shows what it costs. ',
    'Select § next to a result to read the rule behind it.',
  ),
);
const practice = element('p', { class: 'practice-line' });
page.main.append(resume, practice, first, open);

/** The address of a table, at the node that runs it. @param {import('../../../protocol-types').LobbyEntry} table */
const addressOf = (table) => `${table.node ?? ''}/tables/${encodeURIComponent(table.table)}`;

/** @param {import('../../../protocol-types').LobbyEntry} table */
const tableWords = (table) => (table.paused ? 'Paused for a moment. Your bets and chips are safe.' : '');

/** @param {import('../../../protocol-types').LobbyEntry} table */
function makeCard(table) {
  const card = element('li', { class: 'tbl' });
  const facts = element('dl', {});
  const sit = element('button', { type: 'button', class: 'sit', onclick: () => sitAt(card) });
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

/** @param {import('../../../protocol-types').LobbyEntry} table */
function factsOf(table) {
  const { minimum, maximum, fixed } = table.first;
  const limits = fixed
    ? dollars(fixed)
    : maximum
      ? `${dollars(minimum ?? 0)} to ${dollars(maximum)}`
      : `from ${dollars(minimum ?? 0)}`;
  const free = table.seats - table.taken;
  const meters = Object.entries(table.meters).map(([name, cents]) =>
    fact(name === 'main' ? 'Progressive' : plainName(name), dollars(cents), 'met'),
  );
  return [
    fact(table.first.label, limits),
    fact('Seats free', free ? `${free} of ${table.seats}` : 'Full'),
    ...meters,
    fact('Side bets', table.sides.join(', ') || 'None', 'wide'),
    ...(table.company ? [fact('Computer players', String(table.company), 'wide')] : []),
    ...(table.money === 'real' ? [fact('Money', 'Real money', 'wide')] : []),
    ...(table.approval === 'operator' ? [fact('Rules', 'Not yet approved by the regulator', 'wide')] : []),
    ...(tableWords(table) ? [fact('Status', tableWords(table), 'wide')] : []),
  ];
}

/** @type {Map<string, string>} */
const pictures = new Map();

/**
 * @param {HTMLElement} card
 * @param {import('../../../protocol-types').LobbyEntry} table
 */
function updateCard(card, table) {
  /** @type {HTMLElement & {table: import('../../../protocol-types').LobbyEntry}} */ (card).table = table;
  const own = (me?.seats ?? []).filter((seat) => seat.table === table.table).map((seat) => seat.seat);
  const key = JSON.stringify([table.seated, own]);
  const picture = card.querySelector('.pic');
  if (picture && pictures.get(table.table) !== key) {
    pictures.set(table.table, key);
    picture.replaceChildren(tablePicture(table, own));
  }
  const facts = /** @type {HTMLElement} */ (card.querySelector('dl'));
  updateChildren(
    facts,
    factsOf(table),
    (item) => item.term,
    (item) => element('div', {}, element('dt', {}, item.term), element('dd', {})),
    (node, item) => {
      mark(node, 'class', item.kind || null);
      say(/** @type {Element} */ (node.lastElementChild), item.words);
    },
  );
  const sit = /** @type {HTMLButtonElement} */ (card.querySelector('.sit'));
  const full = !own.length && table.taken >= table.seats;
  say(sit, own.length ? 'Return to seat' : full ? 'Full' : 'Sit down');
  mark(sit, 'aria-label', `${sit.textContent}, ${table.title}, ${table.table}`);
  sit.disabled = full;
}

/** @param {HTMLElement} card */
async function sitAt(card) {
  const { table } = /** @type {HTMLElement & {table: import('../../../protocol-types').LobbyEntry}} */ (card);
  if ((me?.seats ?? []).some((seat) => seat.table === table.table) || table.node) return go(table);
  if (!me) return askName(table);
  const fault = /** @type {HTMLElement} */ (card.querySelector('.refusal'));
  const sit = /** @type {HTMLButtonElement} */ (card.querySelector('.sit'));
  sit.disabled = true;
  try {
    await takeSeat(table);
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    fault.replaceChildren(inWords(refused.refusal), whyButton(refused.refusal.clauses, refused.refusal.readings) ?? '');
    sit.disabled = false;
  }
}

/** Buy chips, take a seat, and open the table. @param {import('../../../protocol-types').LobbyEntry} table */
async function takeSeat(table) {
  const wallet = me?.wallet?.cents ?? 0;
  await sitDown(table.table, Math.min(wallet, Math.max(BUY_IN, 40 * (table.first.minimum ?? 0))));
  go(table);
}

/** @param {import('../../../protocol-types').LobbyEntry} table */
const go = (table) => location.assign(addressOf(table));

/** Ask a guest for a name. @param {import('../../../protocol-types').LobbyEntry} table */
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
  const form = element('form', { class: 'come-in' }, element('label', { class: 'field' }, 'Your name', name), button);
  const dialog = element(
    'dialog',
    { class: 'sheet', 'aria-labelledby': 'name-title' },
    element('h2', { id: 'name-title' }, table.title),
    element('p', {}, 'This table uses play money. You get a free wallet, and your first chips come from it.'),
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
      say(fault, inWords(refused.refusal));
      button.disabled = false;
    }
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** The block that leads back to the person's seat. @param {import('../../../protocol-types').LobbyEntry[]} tables */
function drawResume(tables) {
  const seat = me?.seats?.[0];
  const table = seat && tables.find((table) => table.table === seat.table);
  mark(resume, 'hidden', !table);
  const key = table ? `${table.table} ${seat.seat} ${seat.chips} ${table.round}` : '';
  if (!table || resume.dataset.seen === key) return;
  resume.dataset.seen = key;
  const words = [
    element('h2', { class: 'kept' }, `You have a seat at ${table.table}`),
    element('p', {}, `${table.title}, seat ${seat.seat}, round ${table.round.toLocaleString('en-US')}`),
    ...(table.live
      ? []
      : [
          element(
            'p',
            { class: 'fine' },
            'Time limits apply while you’re away. If you miss a decision, the table makes the default choice for you.',
          ),
        ]),
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

/** Offer practice, with the number of kinds of decisions that are due today. */
async function drawPractice() {
  let due = 0;
  try {
    if (me) ({ due } = await get('/api/practice/due'));
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
  }
  const link = element('a', { class: 'link', href: '/practice' }, 'Practice decisions');
  const words = due ? `${due === 1 ? 'One kind is' : `${due} kinds are`} due today.` : 'No money, no clock.';
  practice.replaceChildren(link, ' ', words);
}

/** @param {import('../../../protocol-types').LobbyEntry[]} tables */
function draw(tables) {
  say(page.facts, tables.length === 1 ? '1 table open' : `${tables.length} tables open`);
  drawResume(tables);
  mark(first, 'hidden', Boolean(me)); // a returning player needs no introduction
  staff.update(me);
  state.replaceChildren(
    ...(tables.length ? [] : [emptyState('No tables are open right now. This page updates automatically.')]),
  );
  updateChildren(list, tables, (entry) => entry.table, makeCard, updateCard);
}

/**
 * The other nodes that run tables, or null before they are known.
 * @type {string[]|null}
 */
let nodes = null;
let isDown = false;

async function refresh() {
  try {
    /** @type {Promise<import('../../../protocol-types').LobbyEntry[]>} */
    const request = get('/api/tables');
    const [viewer, tables] = await Promise.all([whoAmI(), request]);
    me = viewer;
    isDown = false;
    keepNodes(tables.map((table) => table.node).filter(Boolean));
    draw(tables);
  } catch (fault) {
    state.replaceChildren(faultState(fault, refresh));
    isDown = fault instanceof Refused && fault.refusal.code === 'no_line';
    if (isDown) moveToAnotherNode(nodes ?? [], () => isDown);
  }
}

/**
 * Remember the nodes. The page may contact those known when it was opened without a worker.
 * @param {string[]} addresses
 */
function keepNodes(addresses) {
  const now = [...new Set(addresses)];
  if (nodes && now.every((item) => nodes?.includes(item))) return;
  if (nodes) allowNodes(now);
  nodes = now;
}

async function start() {
  await refresh();
  drawPractice();
  setInterval(() => {
    if (!document.hidden && !document.querySelector('dialog[open]')) refresh();
  }, EVERY);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) refresh();
  });
}
start();
