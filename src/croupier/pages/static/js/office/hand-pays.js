// The hand pays page for floor, cage and accounting: the winner's identity, the signatures and the forms.
import { get, post } from '../core/api.js';
import { element } from '../core/dom.js';
import { dollars } from '../core/money.js';
import { panel } from '../oversight/oversight-parts.js';
import { clauseText } from '../staff/staff-parts.js';
import { act, askToConfirm, field, grid, moment, openOffice, textInput } from './office-parts.js';

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

/** @param {HandPay} pay */
function facts(pay) {
  const rows = pay.lines.map((line) => [line.wager, dollars(line.staked), dollars(line.won), dollars(line.withheld)]);
  return [
    element(
      'p',
      { class: 'office-sum' },
      element('b', {}, dollars(pay.won)),
      ` at ${pay.table}, seat ${pay.seat}, round ${pay.round}, ${moment(pay.at)}. Tax to withhold `,
      element('b', {}, dollars(pay.withheld)),
      ' ',
      clauseText(pay.clauses),
    ),
    grid(['Wager', 'Bet', 'Winnings', 'Tax'], rows, `Wins of hand pay ${pay.number}`),
  ];
}

/** @param {HandPay} pay */
function people(pay) {
  const rows = [
    ['Identity entered by', pay.filed_by || '–'],
    ['Floor', pay.floor || '–'],
    ...(pay.needs_witness ? [['Witness', pay.witness || '–']] : []),
    [pay.settled ? 'Cashier' : 'Dealer', pay.payer || '–'],
  ];
  if (pay.winner)
    rows.unshift(
      ['Winner', pay.winner.name],
      ['Address', `${pay.winner.address}, ${pay.winner.city}`],
      ['Identification', pay.winner.id_number],
      ['Taxpayer number', pay.winner.taxpayer || 'not given, so tax is withheld'],
    );
  else rows.unshift(['Winner', pay.identified ? 'identified' : 'not identified']);
  return grid(['Part', 'Person'], rows, `People of hand pay ${pay.number}`);
}

/**
 * Links to the papers that this person may print.
 * @param {HandPay} pay
 * @param {Office} office
 */
function papers(pay, office) {
  if (!pay.winner) return [];
  const link = (/** @type {string} */ name, /** @type {string} */ words) =>
    element('a', { class: 'plain-button', href: `/api/hand-pays/${pay.number}/${name}`, download: '' }, words);
  return [
    link('slip', 'Jackpot slip'),
    has(office, 'cage', 'accounting') ? link('tax', 'Information for the tax form') : null,
  ];
}

/**
 * Post to a route of a hand pay, then load the section again.
 * @param {HandPay} pay
 * @param {string} route
 * @param {unknown} body
 * @param {string} words
 * @param {Office} office
 */
async function send(pay, route, body, words, office) {
  const done = await office.attempt(() => post(`/api/hand-pays/${pay.number}/${route}`, body));
  if (done) await office.finish(words);
}

/**
 * @param {HandPay} pay
 * @param {Office} office
 */
function identity(pay, office) {
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
      field('Identification number', number),
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
        return send(pay, 'identity', data, `The winner of hand pay ${pay.number} is identified.`, office);
      },
      'gold',
    ),
  );
}

/**
 * This person's next act, or what the hand pay is waiting for.
 * @param {HandPay} pay
 * @param {Office} office
 */
function nextAct(pay, office) {
  const floor = has(office, 'floor', 'pit_manager');
  if (!pay.identified && (floor || has(office, 'cage'))) return identity(pay, office);
  if (pay.status === 'refused' || pay.status === 'withheld') return decision(pay, office);
  const sign = (/** @type {string} */ route, /** @type {string} */ words) =>
    act(
      words,
      async () => {
        if (await askToConfirm(words, `Hand pay ${pay.number} of ${dollars(pay.won)}.`, 'Sign'))
          await send(pay, route, {}, `You signed hand pay ${pay.number}.`, office);
      },
      'gold',
    );
  const found = [];
  if (pay.identified && floor && !pay.floor) found.push(sign('sign', 'Sign for the floor'));
  if (pay.needs_witness && !pay.witness && has(office, 'pit_manager')) found.push(sign('witness', 'Sign as witness'));
  if (pay.settled && pay.status === 'ready' && has(office, 'cage')) found.push(sign('sign', 'Sign as cashier'));
  return element('div', { class: 'office-row' }, found);
}

/**
 * @param {HandPay} pay
 * @param {Office} office
 */
function decision(pay, office) {
  const words = element(
    'p',
    { class: 'refusal' },
    pay.status === 'refused'
      ? 'The winner is on the exclusion list. Do not pay, and call security.'
      : 'The win is withheld. Correct the payment to take it back.',
  );
  if (!has(office, 'pit_manager')) return words;
  const reason = textInput('reason');
  const decide = (/** @type {string} */ choice, /** @type {string} */ title) =>
    act(title, () => {
      if (!reason.value.trim()) return reason.focus();
      const body = { decision: choice, reason: reason.value.trim() };
      return send(pay, 'decide', body, `Your decision on hand pay ${pay.number} is saved.`, office);
    });
  return element(
    'div',
    {},
    words,
    element(
      'div',
      { class: 'office-row' },
      field('Reason', reason),
      pay.status === 'refused' ? decide('withhold', 'Withhold the win') : null,
      decide('pay', 'Not the listed person, pay'),
    ),
  );
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function open(place, office) {
  const found = (await get('/api/hand-pays')).filter((pay) => !CLOSED.includes(pay.status));
  place.replaceChildren(
    ...found.map((pay) =>
      panel(
        `Hand pay ${pay.number}: ${STATUS[pay.status] ?? pay.status}`,
        '',
        ...facts(pay),
        element('p', {}, `Next: ${pay.next_step}.`),
        nextAct(pay, office),
        people(pay),
        element('div', { class: 'office-row' }, papers(pay, office)),
      ),
    ),
    panel(
      'Open hand pays',
      '',
      element('p', { class: 'eye-none' }, found.length ? 'No other hand pays are open.' : 'No hand pays are open.'),
      act('Refresh', () => office.reload()),
    ),
  );
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function closedPays(place, office) {
  const found = (await get('/api/hand-pays')).filter((pay) => CLOSED.includes(pay.status));
  const rows = found.map((pay) => [
    String(pay.number),
    moment(pay.at),
    `${pay.table}, seat ${pay.seat}`,
    dollars(pay.won),
    dollars(pay.withheld),
    pay.status === 'void' ? `Void: ${pay.reason}` : 'Paid',
    papers(pay, office),
  ]);
  place.replaceChildren(
    panel(
      'Closed hand pays',
      '',
      rows.length
        ? grid(['Number', 'Time', 'Place', 'Winnings', 'Tax', 'State', 'Papers'], rows, 'Closed hand pays')
        : element('p', { class: 'eye-none' }, 'No closed hand pays yet.'),
    ),
  );
}

openOffice({ title: 'Hand pays', route: 'GET /api/hand-pays', sections: { Open: open, Closed: closedPays } });
