// The pit page. Dealers choose a table or a training table here, and the floor gets its console.
import { get, inWords, post, Refused, whoAmI } from '../core/api.js';
import { element, say } from '../core/dom.js';
import { openSettings } from '../core/settings-dialog.js';
import '../core/settings.js';
import { FloorRoom } from './floor-console.js';
import { Lock } from './screen-lock.js';
import { icon } from './staff-parts.js';

/** @import { TrainingView } from '../../../protocol-types' */

/**
 * @typedef {{table: string, game: string, submission: string, standing: string, reason: string, dealer: string,
 * dealing?: string, money: string}} PitTable
 */

const AGAIN = 4000; // milliseconds between two requests for the tables
const fault = element('p', { class: 'refusal-bar', role: 'alert', hidden: true });

/** @param {() => Promise<void>} work */
async function attempt(work) {
  fault.hidden = true;
  try {
    await work();
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    say(fault, inWords(refused.refusal));
    fault.hidden = false;
  }
}

/**
 * @param {PitTable} table
 * @param {import('../core/types.js').Me} me
 * @param {Record<string, string>} titles
 */
function tableCard(table, me, titles) {
  const isOwn = table.dealer === me.person;
  const dealerWords = isOwn ? 'you are the dealer' : table.dealer ? 'has a dealer' : 'needs a dealer';
  const words = table.standing === 'open' ? dealerWords : `${table.standing}${table.reason ? `: ${table.reason}` : ''}`;
  const go = element(
    'button',
    { type: 'button', class: isOwn ? 'btn primary' : 'btn', 'data-table': table.table },
    isOwn ? 'Continue' : 'Log on',
  );
  go.addEventListener('click', () =>
    attempt(async () => {
      if (!isOwn) await post(`/api/pit/${encodeURIComponent(table.table)}/log-on`);
      location.assign(`/pit/${encodeURIComponent(table.table)}`);
    }),
  );
  const off = isOwn
    ? element(
        'button',
        {
          type: 'button',
          class: 'btn ghost',
          onclick: () =>
            attempt(async () => {
              await post(`/api/pit/${encodeURIComponent(table.table)}/log-off`);
              location.reload();
            }),
        },
        'Log off',
      )
    : null;
  const free = isOwn || (!table.dealer && table.standing === 'open');
  return element(
    'li',
    { class: `door-table${isOwn ? ' mine' : ''}` },
    element('b', {}, table.table),
    element('span', {}, titles[table.game] ?? table.game),
    element('span', { class: 'label' }, `${words} · ${table.money} money`),
    free ? element('div', { class: 'buttons' }, go, off) : null,
  );
}

/**
 * The tables with a dealer's seat. Drawn again only when one of them changes.
 * @param {HTMLElement} places
 * @param {HTMLElement} none
 * @param {import('../core/types.js').Me} me
 * @param {Record<string, string>} titles
 */
async function showTables(places, none, me, titles) {
  /** @type {PitTable[]} */
  const tables = await get('/api/pit');
  const own = tables.filter((table) => table.dealing === 'training' && table.dealer === me.person);
  const live = tables.filter((table) => table.dealing === undefined || table.dealing === 'live');
  const listedTables = [...own, ...live];
  const now = JSON.stringify(listedTables);
  if (places.dataset.shown === now) return;
  places.dataset.shown = now;
  places.replaceChildren(...listedTables.map((table) => tableCard(table, me, titles)));
  none.hidden = listedTables.length > 0;
}

/** @type {Record<string, string>} */
const DEALT_FROM = { hand: 'dealt by hand', shoe: 'dealt from a shoe' };

/**
 * The ways to train: button text and description.
 * @param {TrainingView} training
 * @returns {[string, string, string][]}
 */
const ways = (training) => [
  [
    'pack',
    'With my own deck',
    `${training.deck} cards, shuffled by hand. You open the table and enter each card as you turn it.`,
  ],
  [
    'shoe',
    'Without cards',
    'The software chooses each card. The table is already open: take bets, deal, take decisions and pay.',
  ],
  [
    'named',
    'Same setup as our tables',
    `Real cards and devices, ${DEALT_FROM[training.dealing] ?? 'dealt from a shuffler or automated shoe'}.`,
  ],
];

/**
 * @param {TrainingView} training
 * @param {Record<string, string>} titles
 */
function trainingCard(training, titles) {
  const begin = (/** @type {string} */ cards) =>
    attempt(async () => {
      const { table } = await post('/api/training', { submission: training.submission, cards });
      location.assign(`/pit/${encodeURIComponent(table)}`);
    });
  return element(
    'li',
    { class: 'door-table', 'data-training': training.submission },
    element('b', {}, training.title ?? titles[training.game] ?? training.game),
    element('span', { class: 'label' }, `rules submission ${training.submission}`),
    ...ways(training).map(([cards, words, means]) =>
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
    element('b', {}, 'Pit'),
    element('span', { class: 'item' }, me ? me.name : ''),
    element('span', { class: 'spring' }),
    element('button', { type: 'button', class: 'btn', onclick: () => openSettings() }, 'Settings'),
    element('a', { class: 'btn', href: '/' }, 'All tables'),
  );
  const main = element('main', { class: 'door' }, top, fault);
  document.body.append(main);
  if (me) {
    const signOut = () => post('/api/logout').finally(() => location.assign('/'));
    const lock = new Lock(() => location.reload(), signOut, me.person);
    if (lock.locked) {
      main.append(
        element(
          'section',
          { class: 'panel' },
          element('h1', { class: 'words mid' }, `Locked by ${me.name}`),
          lock.form(),
        ),
      );
      return;
    }
  }
  if (!me || !me.roles.includes('dealer')) {
    main.append(
      element(
        'section',
        { class: 'panel' },
        element('h1', { class: 'words mid' }, me ? 'This page is for dealers and the floor.' : 'Sign in first.'),
        element(
          'p',
          { class: 'soft' },
          me
            ? `You are signed in as ${me.titles.join(', ')}.`
            : 'Use your one-time link, or sign in with your name and password in the lobby.',
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
  const titles = Object.fromEntries(rules.map((rule) => [rule.game, rule.title]));
  const places = element('ul', { class: 'doors' });
  const none = element(
    'p',
    { hidden: true },
    icon('clock'),
    ' No tables with real cards are open. Tables appear here when a pit manager opens them.',
  );
  main.append(
    element(
      'section',
      { class: 'panel' },
      element('h1', { class: 'words mid' }, 'Choose your table'),
      element('p', { class: 'soft' }, 'You can deal at one table at a time. Machine-dealt tables are not listed.'),
      places,
      none,
    ),
    element(
      'section',
      { class: 'panel' },
      element('h2', { class: 'words mid' }, 'Practice'),
      element(
        'p',
        { class: 'soft' },
        'Deal at a training table with three simulated players and no money. The page shows each step and its key.',
      ),
      element(
        'p',
        { class: 'buttons' },
        element('a', { class: 'btn', href: '/lessons' }, 'Lessons'),
        element('a', { class: 'btn', href: '/drills' }, 'Drills'),
        element('a', { class: 'btn', href: '/table-tests' }, 'Table tests'),
      ),
      element('ul', { class: 'doors' }, ...training.map((training) => trainingCard(training, titles))),
    ),
  );
  const look = () => showTables(places, none, me, titles);
  await look();
  setInterval(() => {
    if (!document.hidden) look().catch(() => undefined);
  }, AGAIN); // keep the last list until the server answers again
}

open();
