// The page of hand pays, with the winner's identity, the signatures and the papers, for floor, cage and accounting.
import { get, post } from '../core/api.js';
import { element } from '../core/dom.js';
import { dollars } from '../core/money.js';
import { panel } from '../oversight/oversight-parts.js';
import { clauseText } from '../staff/staff-parts.js';
import { act, confirmed, field, grid, moment, openOffice, textInput } from './office-parts.js';

/** @typedef {import('./office-parts.js').Office} Office */
/** @typedef {import('./office-parts.js').Answers['GET /api/hand-pays'][number]} HandPay */

const CLOSED = ['paid', 'void'];

/** The words of each status. @type {Record<string, string>} */
const STATUS = {
  open: 'Open',
  refused: 'Do not pay',
  withheld: 'Win withheld',
  ready: 'Ready to pay',
  paid: 'Paid',
  void: 'Void',
};

/** @type {[string, string][]} */
const IDENTIFICATION = [
  ['driver_license', 'Driver license'],
  ['state_id', 'State identification card'],
  ['passport', 'Passport'],
  ['military_id', 'Military identification'],
  ['other', 'Other identification'],
];

/**
 * @param {Office} office
 * @param {string[]} roles
 */
const has = (office, ...roles) => roles.some((role) => office.me?.roles.includes(role));

/** @param {HandPay} one */
function facts(one) {
  const rows = one.lines.map((line) => [line.wager, dollars(line.staked), dollars(line.won), dollars(line.withheld)]);
  return [
    element(
      'p',
      { class: 'office-sum' },
      element('b', {}, dollars(one.won)),
      ` at ${one.table}, seat ${one.seat}, round ${one.round}, ${moment(one.at)}. Tax to withhold `,
      element('b', {}, dollars(one.withheld)),
      ' ',
      clauseText(one.clauses),
    ),
    grid(['Wager', 'Bet', 'Winnings', 'Tax'], rows, `Wins of hand pay ${one.number}`),
  ];
}

/** @param {HandPay} one */
function people(one) {
  const rows = [
    ['Identity entered by', one.filed_by || '–'],
    ['Floor', one.floor || '–'],
    ...(one.needs_witness ? [['Witness', one.witness || '–']] : []),
    [one.settled ? 'Cashier' : 'Dealer', one.payer || '–'],
  ];
  if (one.winner)
    rows.unshift(
      ['Winner', one.winner.name],
      ['Address', `${one.winner.address}, ${one.winner.city}`],
      ['Identification', one.winner.id_number],
      ['Taxpayer number', one.winner.taxpayer || 'not given, so tax is withheld'],
    );
  else rows.unshift(['Winner', one.identified ? 'identified' : 'not identified']);
  return grid(['Part', 'Person'], rows, `People of hand pay ${one.number}`);
}

/**
 * Links to the papers that this person may print.
 * @param {HandPay} one
 * @param {Office} office
 */
function papers(one, office) {
  if (!one.winner) return [];
  const link = (/** @type {string} */ name, /** @type {string} */ words) =>
    element('a', { class: 'plain-button', href: `/api/hand-pays/${one.number}/${name}`, download: '' }, words);
  return [
    link('slip', 'Jackpot slip'),
    has(office, 'cage', 'accounting') ? link('tax', 'Information for the tax form') : null,
  ];
}

/**
 * Post to a route of a hand pay, then load the section again.
 * @param {HandPay} one
 * @param {string} route
 * @param {unknown} body
 * @param {string} words
 * @param {Office} office
 */
async function send(one, route, body, words, office) {
  const done = await office.attempt(() => post(`/api/hand-pays/${one.number}/${route}`, body));
  if (done) await office.finish(words);
}

/**
 * @param {HandPay} one
 * @param {Office} office
 */
function identity(one, office) {
  const born = element('input', { name: 'born', type: 'date', required: true });
  const kind = element(
    'select',
    { name: 'id_kind' },
    IDENTIFICATION.map(([value, words]) => element('option', { value }, words)),
  );
  const name = textInput('name');
  const address = textInput('address');
  const city = textInput('city');
  const number = textInput('id_number');
  const taxpayer = element('input', {
    name: 'taxpayer',
    autocomplete: 'off',
    inputmode: 'numeric',
    placeholder: '000-00-0000',
    maxlength: 11,
  });
  return element(
    'div',
    { class: 'office-form' },
    element('p', {}, 'Copy the data from the winner’s identification. The server compares it with the exclusion list.'),
    element(
      'div',
      { class: 'office-row' },
      field('Legal name', name),
      field('Date of birth', born),
      field('Street address', address),
      field('City, state, ZIP code', city),
      field('Identification', kind),
      field('Number of the identification', number),
      field('Taxpayer number, if given', taxpayer),
    ),
    act(
      'Enter the identity',
      () => {
        const missing = [name, born, address, city, number].find((input) => !input.value.trim());
        if (missing) return missing.focus();
        const data = {
          name: name.value.trim(),
          born: born.value,
          address: address.value.trim(),
          city: city.value.trim(),
          id_kind: kind.value,
          id_number: number.value.trim(),
          taxpayer: taxpayer.value.trim(),
        };
        return send(one, 'identity', data, `The winner of hand pay ${one.number} is identified.`, office);
      },
      'gold',
    ),
  );
}

/**
 * The next act of this person, or what the hand pay waits for.
 * @param {HandPay} one
 * @param {Office} office
 */
function nextAct(one, office) {
  const floor = has(office, 'floor', 'pit_manager');
  if (!one.identified && (floor || has(office, 'cage'))) return identity(one, office);
  if (one.status === 'refused' || one.status === 'withheld') return decision(one, office);
  const sign = (/** @type {string} */ route, /** @type {string} */ words) =>
    act(
      words,
      async () => {
        if (await confirmed(words, `Hand pay ${one.number} of ${dollars(one.won)}.`, 'Sign'))
          await send(one, route, {}, `You signed hand pay ${one.number}.`, office);
      },
      'gold',
    );
  const found = [];
  if (one.identified && floor && !one.floor) found.push(sign('sign', 'Sign for the floor'));
  if (one.needs_witness && !one.witness && has(office, 'pit_manager')) found.push(sign('witness', 'Sign as witness'));
  if (one.settled && one.status === 'ready' && has(office, 'cage')) found.push(sign('sign', 'Sign as cashier'));
  return element('div', { class: 'office-row' }, found);
}

/**
 * @param {HandPay} one
 * @param {Office} office
 */
function decision(one, office) {
  const words = element(
    'p',
    { class: 'refusal' },
    one.status === 'refused'
      ? 'The winner is on the exclusion list. Do not pay, and call security.'
      : 'The win is withheld. Take it back with a correction of the payment.',
  );
  if (!has(office, 'pit_manager')) return words;
  const reason = textInput('reason');
  const decide = (/** @type {string} */ choice, /** @type {string} */ title) =>
    act(title, () => {
      if (!reason.value.trim()) return reason.focus();
      const body = { decision: choice, reason: reason.value.trim() };
      return send(one, 'decide', body, `You decided about hand pay ${one.number}.`, office);
    });
  return element(
    'div',
    {},
    words,
    element(
      'div',
      { class: 'office-row' },
      field('Reason', reason),
      one.status === 'refused' ? decide('withhold', 'Withhold the win') : null,
      decide('pay', 'Pay, it is another person'),
    ),
  );
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function open(place, office) {
  const found = (await get('/api/hand-pays')).filter((one) => !CLOSED.includes(one.status));
  place.replaceChildren(
    ...found.map((one) =>
      panel(
        `Hand pay ${one.number}: ${STATUS[one.status] ?? one.status}`,
        '',
        ...facts(one),
        element('p', {}, `Next: ${one.next_step}.`),
        nextAct(one, office),
        people(one),
        element('div', { class: 'office-row' }, papers(one, office)),
      ),
    ),
    panel(
      'Open hand pays',
      '',
      element('p', { class: 'eye-none' }, found.length ? 'These are all open hand pays.' : 'No win waits for a form.'),
      act('Refresh', () => office.reload()),
    ),
  );
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function closed(place, office) {
  const found = (await get('/api/hand-pays')).filter((one) => CLOSED.includes(one.status));
  const rows = found.map((one) => [
    String(one.number),
    moment(one.at),
    `${one.table}, seat ${one.seat}`,
    dollars(one.won),
    dollars(one.withheld),
    one.status === 'void' ? `Void: ${one.reason}` : 'Paid',
    papers(one, office),
  ]);
  place.replaceChildren(
    panel(
      'Closed hand pays',
      '',
      rows.length
        ? grid(['Number', 'Time', 'Place', 'Winnings', 'Tax', 'State', 'Papers'], rows, 'Closed hand pays')
        : element('p', { class: 'eye-none' }, 'No hand pay is closed yet.'),
    ),
  );
}

openOffice({ title: 'Hand pays', route: 'GET /api/hand-pays', sections: { Open: open, Closed: closed } });
