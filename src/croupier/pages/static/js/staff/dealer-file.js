// A dealer's file: the licence, and the table tests that a pit manager took. Who lacks them deals for no money.
import { get, post } from '../core/api.js';
import { element } from '../core/dom.js';
import { REGULATIONS } from '../core/jurisdiction.js';

/** @typedef {import('./floor-data.js').Dealer} Dealer */
/** @typedef {import('./table-admin.js').TableSide} TableSide */

/**
 * Whether licence and table test are noted.
 * @param {Dealer} dealer
 * @param {string} game
 */
export const mayDeal = (dealer, game) =>
  Boolean(dealer.licence && dealer.licence.until >= today() && dealer.tests[game]);

/** By this machine's clock, as a date field has it. */
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
 * The licence by whoever supervises; a table test is shown to a pit manager.
 * @param {TableSide} side
 * @param {Dealer} dealer
 * @param {string} role
 */
export async function dealerFile(side, dealer, role) {
  if (role === 'pit_manager') await side.asking(async () => tableTest(side, dealer, await get('/api/rules')));
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
    title: `${dealer.name}: licence`,
    lead: 'As you have seen it. Where real money is played for, nobody deals without one; table tests are noted by a pit manager.',
    clauses: [REGULATIONS.licenses],
    fields: [labelled('Number of the licence', number), labelled('Its last day', until)],
    go: 'Note the licence',
    small: 'with your name; hold one second',
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
    dealer.licence ? 'Renew the licence' : 'Note the licence first',
  );
  side.open('table-test', {
    title: `${dealer.name}: table test`,
    lead: 'Shown to you, or to another pit manager or above, after the training programme. Where real money is played for, nobody deals a game without it.',
    clauses: [REGULATIONS.table_test, REGULATIONS.dealer_training],
    fields: [
      labelled('Game', list),
      labelled('Training programme completed', trained),
      labelled('Table test passed', passed),
      element('div', { class: 'buttons' }, other),
    ],
    go: 'Note the table test',
    small: 'with your name; hold one second',
    ready: () => Boolean(trained.value && passed.value),
    act: () =>
      post(`/api/pit/dealers/${encodeURIComponent(dealer.person)}/tests`, {
        game: list.value,
        trained: trained.value,
        passed: passed.value,
      }),
  });
}
