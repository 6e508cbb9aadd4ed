// The history page: the list of your rounds, or the replay of one.
import { get, whoAmI } from '../core/api.js';
import { element, mark } from '../core/dom.js';
import { dollars, signedDollars, tone } from '../core/money.js';
import { clockTime, emptyState, faultState, openPage } from '../core/page-parts.js';
import { openRound } from './history-round.js';

/** @import { LobbyEntry, PlayedRound } from '../../../protocol-types' */

const page = openPage({ title: 'Your rounds' });
const query = new URLSearchParams(location.search);

/**
 * @param {string} table
 * @param {number|string} round
 */
const addressOf = (table, round) => `/history?table=${encodeURIComponent(table)}&round=${round}`;

/** The game title of each open table. @type {Map<string, string>} */
const titles = new Map();

/** @param {PlayedRound} round */
function roundRow(round) {
  return element(
    'tr',
    {},
    element(
      'th',
      { scope: 'row' },
      element(
        'a',
        { class: 'link', href: addressOf(round.table, round.round) },
        `Round ${round.round.toLocaleString('en-US')}`,
      ),
    ),
    element(
      'td',
      {},
      titles.has(round.table) ? element('span', { class: 'game' }, `${titles.get(round.table)}, `) : null,
      element('small', {}, round.table),
    ),
    element('td', {}, clockTime(round.at)),
    element('td', { class: 'money-col' }, dollars(round.staked)),
    element('td', { class: `money-col ${tone(round.net)}` }, signedDollars(round.net)),
  );
}

/**
 * @param {string} table
 * @param {LobbyEntry[]} tables
 */
function filter(table, tables) {
  const names = [...new Set([...tables.map((table) => table.table), ...(table ? [table] : [])])].sort();
  const choice = element(
    'select',
    {
      id: 'which',
      onchange: () => location.assign(choice.value ? `/history?table=${encodeURIComponent(choice.value)}` : '/history'),
    },
    element('option', { value: '' }, 'All tables'),
    names.map((name) => element('option', { value: name, selected: name === table }, name)),
  );
  return element('label', { class: 'field filter' }, 'Table', choice);
}

/** @param {string} table */
async function listRounds(table) {
  const played = await get(`/api/me/rounds?table=${encodeURIComponent(table)}`);
  const tables = await get('/api/tables');
  for (const entry of tables) titles.set(entry.table, entry.title);
  if (!played.length) {
    return [
      filter(table, tables),
      emptyState(
        table ? 'You haven’t played at this table yet.' : 'You haven’t played a round yet.',
        element('a', { class: 'gold', href: '/' }, 'Choose a table'),
      ),
    ];
  }
  const body = element('tbody', {}, played.map(roundRow));
  const more = element('button', { type: 'button', class: 'plain-button', onclick: loadMore }, 'Show earlier rounds');
  mark(more, 'hidden', played.length < 50);
  let last = played[played.length - 1];
  async function loadMore() {
    const next = await get(`/api/me/rounds?before=${last.at}&table=${encodeURIComponent(table)}`);
    body.append(...next.map(roundRow));
    last = next.at(-1) ?? last;
    mark(more, 'hidden', next.length < 50);
  }
  const head = element(
    'thead',
    {},
    element(
      'tr',
      {},
      ['Round', 'Table', 'When', 'Bet', 'Result'].map((words, n) =>
        element('th', { scope: 'col', class: n > 2 ? 'money-col' : null }, words),
      ),
    ),
  );
  return [
    filter(table, tables),
    element(
      'section',
      { class: 'block scroll', 'aria-label': 'Your rounds, newest first', tabindex: '0' },
      element('table', { class: 'grid-table' }, head, body),
    ),
    more,
  ];
}

async function open() {
  const table = query.get('table') ?? '';
  const round = Number(query.get('round') ?? 0);
  try {
    if (table && round) return await openRound(page, table, round);
    if ((await whoAmI()) === null) {
      return page.main.replaceChildren(
        emptyState(
          'You’re not signed in. Sit down at a table to start.',
          element('a', { class: 'gold', href: '/' }, 'Choose a table'),
        ),
      );
    }
    page.main.replaceChildren(...(await listRounds(table)));
  } catch (fault) {
    page.main.replaceChildren(faultState(fault, open));
  }
}
open();
