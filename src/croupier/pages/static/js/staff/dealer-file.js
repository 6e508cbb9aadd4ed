// A dealer's file: license and table tests. Without them, a dealer may not deal for real money.
import { get, post } from '../core/api.js';
import { element } from '../core/dom.js';
import { REGULATIONS } from '../core/jurisdiction.js';

/** @typedef {import('./floor-data.js').Dealer} Dealer */
/** @typedef {import('./table-admin.js').TableSide} TableSide */

/**
 * Whether a dealer's license and table test for a game are on file.
 * @param {Dealer} dealer
 * @param {string} game
 */
export const mayDeal = (dealer, game) =>
  Boolean(dealer.licence && dealer.licence.until >= today() && dealer.tests[game]);

/** Today by this machine's clock, in the format of a date field. */
function today() {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/**
 * @param {string} words
 * @param {HTMLElement} input
 */
const labelled = (words, input) => element('label', { class: 'field' }, element('span', {}, words), input);

/**
 * @param {string} name
 * @param {string} value
 */
const dayInput = (name, value) => element('input', { name, type: 'date', value });

/**
 * Open the file of a dealer. A floorperson records the license; a pit manager also records table tests.
 * @param {TableSide} side
 * @param {Dealer} dealer
 * @param {string} role
 */
export async function dealerFile(side, dealer, role) {
  if (role === 'pit_manager') await side.run(async () => tableTest(side, dealer, await get('/api/rules')));
  else licence(side, dealer);
}

/**
 * @param {TableSide} side
 * @param {Dealer} dealer
 */
function licence(side, dealer) {
  const number = element('input', {
    name: 'number',
    autocomplete: 'off',
    maxlength: 40,
    value: dealer.licence?.number ?? '',
  });
  const until = dayInput('until', dealer.licence?.until ?? '');
  side.open('licence', {
    title: `${dealer.name}: license`,
    lead: 'Enter the license as you saw it. A dealer needs one to deal for real money.',
    clauses: [REGULATIONS.licenses],
    fields: [labelled('License number', number), labelled('Expires on', until)],
    go: 'Save the license',
    small: 'recorded under your name; hold for one second',
    ready: () => Boolean(number.value.trim() && until.value),
    act: () =>
      post(`/api/pit/dealers/${encodeURIComponent(dealer.person)}/licence`, {
        number: number.value.trim(),
        until: until.value,
      }),
  });
}

/**
 * @param {TableSide} side
 * @param {Dealer} dealer
 * @param {{game: string, title: string}[]} games
 */
function tableTest(side, dealer, games) {
  const list = element(
    'select',
    { name: 'game' },
    ...games.map(({ game, title }) => element('option', { value: game }, title)),
  );
  const trained = dayInput('trained', '');
  const passed = dayInput('passed', today());
  const other = element(
    'button',
    { type: 'button', class: 'btn small', onclick: () => licence(side, dealer) },
    dealer.licence ? 'Renew the license' : 'Add the license first',
  );
  side.open('table-test', {
    title: `${dealer.name}: table test`,
    lead: 'Record a table test that you or another pit manager took. Dealing a game for real money requires one.',
    clauses: [REGULATIONS.table_test, REGULATIONS.dealer_training],
    fields: [
      labelled('Game', list),
      labelled('Training program completed', trained),
      labelled('Table test passed', passed),
      element('div', { class: 'buttons' }, other),
    ],
    go: 'Save the table test',
    small: 'recorded under your name; hold for one second',
    ready: () => Boolean(trained.value && passed.value),
    act: () =>
      post(`/api/pit/dealers/${encodeURIComponent(dealer.person)}/tests`, {
        game: list.value,
        trained: trained.value,
        passed: passed.value,
      }),
  });
}
