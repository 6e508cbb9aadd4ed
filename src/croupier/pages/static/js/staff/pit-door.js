// The pit's door: a dealer picks the table to deal at, or learns at one of their own; the floor has its console here.
import { get, inWords, post, Refused, whoAmI } from '../core/api.js';
import { element, say } from '../core/dom.js';
import { openSettings } from '../core/settings-dialog.js';
import '../core/settings.js';
import { FloorRoom } from './floor-console.js';
import { icon } from './staff-parts.js';

/**
 * @typedef {{table: string, game: string, submission: string, standing: string, reason: string, dealer: string,
 * dealing?: string, money: string}} PitTable
 */

const AGAIN = 4000; // milliseconds after which the tables are looked at again
const fault = element('p', { class: 'refusal-bar', role: 'alert', hidden: true });

/** @param {() => Promise<void>} work */
async function tried(work) {
  fault.hidden = true;
  try {
    await work();
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    say(fault, inWords(refused.told));
    fault.hidden = false;
  }
}

/**
 * @param {PitTable} table
 * @param {any} me
 * @param {Record<string, string>} titles
 */
function tableCard(table, me, titles) {
  const mine = table.dealer === me.person;
  const who = mine ? 'you deal here' : table.dealer ? 'has a dealer' : 'nobody deals';
  const words = table.standing === 'open' ? who : `${table.standing}${table.reason ? `: ${table.reason}` : ''}`;
  const go = element(
    'button',
    { type: 'button', class: mine ? 'btn primary' : 'btn', 'data-table': table.table },
    mine ? 'Go on' : 'Log on',
  );
  go.addEventListener('click', () =>
    tried(async () => {
      if (!mine) await post(`/api/pit/${encodeURIComponent(table.table)}/log-on`);
      location.assign(`/pit/${encodeURIComponent(table.table)}`);
    }),
  );
  const off = mine
    ? element(
        'button',
        {
          type: 'button',
          class: 'btn ghost',
          onclick: () =>
            tried(async () => {
              await post(`/api/pit/${encodeURIComponent(table.table)}/log-off`);
              location.reload();
            }),
        },
        'Log off',
      )
    : null;
  const free = mine || (!table.dealer && table.standing === 'open');
  return element(
    'li',
    { class: `door-table${mine ? ' mine' : ''}` },
    element('b', {}, table.table),
    element('span', {}, titles[table.game] ?? table.game),
    element('span', { class: 'label' }, `${words} · ${table.money} money`),
    free ? element('div', { class: 'buttons' }, go, off) : null,
  );
}

/**
 * The tables to deal at as they stand now; drawn anew only where one has changed.
 * @param {HTMLElement} places
 * @param {HTMLElement} none
 * @param {any} me
 * @param {Record<string, string>} titles
 */
async function showTables(places, none, me, titles) {
  /** @type {PitTable[]} */
  const tables = await get('/api/pit');
  const own = tables.filter((table) => table.dealing === 'training' && table.dealer === me.person);
  const live = tables.filter((table) => table.dealing === undefined || table.dealing === 'live');
  const shown = [...own, ...live];
  const now = JSON.stringify(shown);
  if (places.dataset.shown === now) return;
  places.dataset.shown = now;
  places.replaceChildren(...shown.map((table) => tableCard(table, me, titles)));
  none.hidden = shown.length > 0;
}

/**
 * How one may learn: what stands on the button, and what it means.
 * @param {any} one
 * @returns {[string, string, string][]}
 */
const ways = (one) => [
  [
    'pack',
    'With one pack of my own',
    `${one.deck} cards, shuffled by hand. You open the table, then name each card as you turn it.`,
  ],
  ['shoe', 'Without cards', 'The house says which card you turned. The table is open: bets, cards, answers, payment.'],
  [
    'named',
    'As at our tables',
    `Real cards and devices as the submission has them: ${one.dealing === 'hand' ? 'dealt by hand' : `dealt from ${one.dealing === 'shoe' ? 'a shoe' : 'a shuffler or an automated shoe'}`}.`,
  ],
];

/**
 * @param {any} one
 * @param {Record<string, string>} titles
 */
function trainingCard(one, titles) {
  const begin = (/** @type {string} */ cards) =>
    tried(async () => {
      const { table } = await post('/api/training', { submission: one.submission, cards });
      location.assign(`/pit/${encodeURIComponent(table)}`);
    });
  return element(
    'li',
    { class: 'door-table', 'data-training': one.submission },
    element('b', {}, one.title ?? titles[one.game] ?? one.game),
    element('span', { class: 'label' }, `submission ${one.submission}`),
    ...ways(one).map(([cards, words, means]) =>
      element(
        'div',
        { class: 'way' },
        element('button', { type: 'button', class: 'btn', 'data-cards': cards, onclick: () => begin(cards) }, words),
        element('small', {}, means),
      ),
    ),
  );
}

async function open() {
  const me = await whoAmI();
  if (me?.roles.some((/** @type {string} */ role) => role === 'floor' || role === 'pit_manager')) {
    await new FloorRoom(me).start();
    return;
  }
  const top = element(
    'header',
    { class: 'top' },
    element('b', {}, 'The pit'),
    element('span', { class: 'item' }, me ? me.name : ''),
    element('span', { class: 'spring' }),
    element('button', { type: 'button', class: 'btn', onclick: () => openSettings() }, 'Settings'),
    element('a', { class: 'btn', href: '/' }, 'All tables'),
  );
  const main = element('main', { class: 'door' }, top, fault);
  document.body.append(main);
  if (!me || !me.roles.includes('dealer')) {
    main.append(
      element(
        'section',
        { class: 'panel' },
        element('h1', { class: 'words mid' }, me ? 'This door is for dealers.' : 'Come in first.'),
        element(
          'p',
          { class: 'soft' },
          me
            ? `You are here as ${me.roles.join(', ').replaceAll('_', ' ')}.`
            : 'By the one-time link that the house printed, or by name and password at the lobby.',
        ),
      ),
    );
    return;
  }
  const [training, rules] = await Promise.all([
    get('/api/training').catch(() => []),
    get('/api/rules').catch(() => []),
  ]);
  /** @type {Record<string, string>} */
  const titles = Object.fromEntries(
    (rules.games ?? rules).map((/** @type {any} */ game) => [game.id ?? game.game, game.title]),
  );
  const places = element('ul', { class: 'doors' });
  const none = element(
    'p',
    { hidden: true },
    icon('clock'),
    ' No table with real cards is open now. A pit manager opens one; it comes up here by itself.',
  );
  main.append(
    element(
      'section',
      { class: 'panel' },
      element('h1', { class: 'words mid' }, 'Where do you deal?'),
      element(
        'p',
        { class: 'soft' },
        'A dealer is logged on to one table. Tables that deal by themselves need nobody and are not listed.',
      ),
      places,
      none,
    ),
    element(
      'section',
      { class: 'panel' },
      element('h2', { class: 'words mid' }, 'Learn'),
      element(
        'p',
        { class: 'soft' },
        'A table of your own, without money and without automation: three players sit there, and you key what they bet and say. The page says what to do next and which key does it; it refuses what the rules refuse, and says why.',
      ),
      element('ul', { class: 'doors' }, ...training.map((/** @type {any} */ one) => trainingCard(one, titles))),
    ),
  );
  const look = () => showTables(places, none, me, titles);
  await look();
  setInterval(() => {
    if (!document.hidden) look().catch(() => undefined);
  }, AGAIN); // what was there stays until the house answers again
}

open();
