// Rules and numbers of a table: how to play, what pays, exact figures, the readings taken, the book by chapters.
import { get } from '../core/api.js';
import { readingsTaken, whyButton } from '../core/clauses.js';
import { element, say } from '../core/dom.js';
import { dollars, quotient, withCents } from '../core/money.js';
import { cardRow, dayOf, faultState, lastOfAddress, oneIn, openPage, percent, plainName } from '../core/page-parts.js';

const table = lastOfAddress();
const page = openPage({
  title: 'Rules and numbers',
  links: [
    { words: 'To the table', href: `/tables/${encodeURIComponent(table)}` },
    { words: 'Paytable designer', href: `/designer/${encodeURIComponent(table)}` },
  ],
});

/**
 * @param {string} id
 * @param {string} title
 * @param {...(Node|string|null)} parts
 */
const part = (id, title, ...parts) =>
  element(
    'section',
    { class: 'block', id, 'aria-labelledby': `${id}-title` },
    element('h2', { id: `${id}-title` }, title),
    ...parts.filter((one) => one !== null),
  );

/**
 * What an answer does with chips.
 * @param {any} choice
 * @param {(wager: string) => string} label
 */
function answerWords(choice, label) {
  if (choice.stakes)
    return `${choice.multiple && Number(choice.multiple) !== 1 ? `${choice.multiple} times the ${label(choice.of)}` : `as much as the ${label(choice.of)}`} goes on ${label(choice.stakes)}`;
  if (choice.withdraws) return `${label(choice.withdraws)} is handed back`;
  if (choice.collects?.length)
    return `${choice.collects.map(label).join(' and ')} ${choice.collects.length > 1 ? 'are' : 'is'} lost`;
  return 'nothing is added';
}

/**
 * @param {any} posted
 * @param {any} rules
 */
function howToPlay(posted, rules) {
  const steps = rules.guide.steps.length
    ? element(
        'ol',
        { class: 'how-to' },
        rules.guide.steps.map((/** @type {string} */ words) => element('li', {}, element('span', {}, words))),
      )
    : null;
  const labels = Object.fromEntries(
    (posted.layout?.areas ?? []).map((/** @type {any} */ one) => [one.wager, one.label]),
  );
  /** @param {string} wager */
  const label = (wager) => labels[wager] ?? plainName(wager ?? '');
  const questions = element(
    'dl',
    { class: 'answers how-to' },
    (posted.questions ?? []).map((/** @type {any} */ asked) =>
      element(
        'div',
        {},
        element('dt', {}, plainName(asked.name), ' ', whyButton(asked.clause ? [asked.clause] : (asked.clauses ?? []))),
        ...asked.choices.map((/** @type {any} */ choice) =>
          element('dd', {}, element('b', {}, plainName(choice.name)), `: ${answerWords(choice, label)}`),
        ),
      ),
    ),
  );
  return part('how', 'How to play', steps, element('h3', { class: 'unseen' }, 'What you are asked'), questions);
}

/**
 * @param {any} guide
 * @param {string} wager
 * @param {string} hand
 * @returns {string[]}
 */
function cardsFor(guide, wager, hand) {
  const text = guide.hands[wager]?.[hand] ?? guide.hands.all?.[hand] ?? '';
  return text ? text.split(' ') : [];
}

/**
 * @param {any} posted
 * @param {any} guide
 */
function ladders(posted, guide) {
  const order = posted.wagers.map((/** @type {any} */ one) => one.label);
  /** @param {any} one */
  const place = (one) => {
    const at = order.indexOf(one.label.split(', ')[0]);
    return at < 0 ? order.length : at;
  };
  const tables = [...posted.paytables]
    .sort((a, b) => place(a) - place(b))
    .map((/** @type {any} */ one) =>
      element(
        'table',
        { class: 'grid-table ladder' },
        element('caption', {}, one.label, ' ', whyButton([one.clause])),
        element(
          'tbody',
          {},
          one.rows.map((/** @type {any} */ row) => {
            const cards = cardsFor(guide, one.wager, row.hand);
            return element(
              'tr',
              {},
              element(
                'th',
                { scope: 'row' },
                row.words || plainName(row.hand),
                cards.length ? element('div', {}, cardRow(cards)) : null,
              ),
              element('td', { class: 'num pays' }, withCents(row.pays)),
            );
          }),
        ),
      ),
    );
  return part('pays', 'What pays', element('div', { class: 'ladders' }, tables));
}

/**
 * @param {any} result
 * @param {(wager: string) => string} label
 */
function figureRow(result, label) {
  return element(
    'tr',
    {},
    element(
      'th',
      { scope: 'row' },
      label(result.wager),
      element('small', {}, result.paytable ? ` paytable ${result.paytable}` : ''),
    ),
    element('td', { class: 'num' }, percent(result.house_edge)),
    element('td', { class: 'num' }, percent(result.element_of_risk)),
    element(
      'td',
      { class: 'num' },
      `${percent(quotient(result.hit_frequency), 2)}`,
      element('small', {}, ` ${oneIn(quotient(result.hit_frequency))}`),
    ),
    element('td', { class: 'num' }, result.sd.toFixed(3)),
    element(
      'td',
      { class: 'num' },
      result.unit === 'ante' || result.wager === 'main' ? plainName(result.unit) : 'Its stake',
    ),
  );
}

/**
 * How often each thing comes.
 * @param {any} result
 * @param {(wager: string) => string} label
 */
function odds(result, label) {
  const rows = result.outcomes
    .slice(0, 60)
    .map((/** @type {any} */ one) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, result.wager === 'main' ? plainName(one.pays) : plainName(one.outcome)),
        element('td', { class: 'num' }, result.wager === 'main' ? '' : withCents(one.pays)),
        element('td', { class: 'num' }, oneIn(quotient(one.probability))),
        element('td', { class: 'num' }, percent(quotient(one.probability), 4)),
      ),
    );
  const more = result.outcomes.length - rows.length;
  return element(
    'details',
    {},
    element('summary', {}, `Odds of ${label(result.wager)}`),
    element(
      'div',
      { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': `Odds of ${label(result.wager)}` },
      element(
        'table',
        { class: 'grid-table' },
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            [result.wager === 'main' ? 'Result, in units' : 'Hand', 'Pays', 'How often', 'Share of rounds'].map(
              (words, n) => element('th', { scope: 'col', class: n ? 'num' : null }, words),
            ),
          ),
        ),
        element('tbody', {}, rows),
      ),
    ),
    more > 0 ? element('p', { class: 'fine' }, `and ${more} more results`) : null,
    element('p', { class: 'fine' }, 'Expectation, exactly: ', result.ev, ' of a unit.'),
  );
}

/** @param {any} posted */
function numbers(posted) {
  const body = element(
    'div',
    { 'aria-live': 'polite' },
    element('p', { class: 'waiting' }, 'The house is working the figures out …'),
  );
  const labels = Object.fromEntries(posted.wagers.map((/** @type {any} */ one) => [one.name, one.label]));
  /** @param {string} wager */
  const label = (wager) => (wager === 'main' ? 'The game itself' : (labels[wager] ?? plainName(wager)));
  async function ask() {
    try {
      const found = await get(`/api/tables/${encodeURIComponent(table)}/figures`);
      const head = ['Wager', 'House edge', 'Edge on all staked', 'Hit frequency', 'Standard deviation', 'Of'].map(
        (words, n) => element('th', { scope: 'col', class: n ? 'num' : null }, words),
      );
      body.replaceChildren(
        element(
          'div',
          { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Figures of every wager' },
          element(
            'table',
            { class: 'grid-table' },
            element('thead', {}, element('tr', {}, head)),
            element(
              'tbody',
              {},
              found.results.map((/** @type {any} */ one) => figureRow(one, label)),
            ),
          ),
        ),
        element(
          'p',
          { class: 'fine' },
          'Exact, for the best play, on one unit. The progressive is counted with its meters as they opened.',
        ),
        ...found.results.map((/** @type {any} */ one) => odds(one, label)),
      );
    } catch (fault) {
      body.replaceChildren(faultState(fault, ask));
    }
  }
  ask();
  return part('numbers', 'Numbers', body);
}

/** Who approved the rules, and when. @param {any} submission */
function approvalOf(submission) {
  const day = submission.approved_at ? dayOf(submission.approved_at) : '';
  if (submission.approval !== 'operator') return ['Approved', day];
  const missing = submission.pending.length ? ` Approvals pending: ${submission.pending.join(', ')}.` : '';
  return [
    'Accepted',
    `On the operator’s word${day && `, ${day}`}. The regulator has not approved it in this house.${missing}`,
  ];
}

/** @param {any} rules */
function inForce(rules) {
  const { submission } = rules;
  const facts = [
    ['Submission', `${submission.submission}, version ${submission.version}`],
    approvalOf(submission),
    ['Rule book', rules.edition.split(' (')[0]],
    ['Digest', submission.digest.slice(0, 16)],
    ...(submission.conditions ? [['Conditions', submission.conditions]] : []),
  ];
  return part(
    'force',
    'In force',
    element(
      'dl',
      { class: 'facts-list' },
      facts.map(([term, words]) => element('div', {}, element('dt', {}, term), element('dd', {}, words))),
    ),
  );
}

/**
 * What a reading is worth on the wagers of this table.
 * @param {any} reading
 * @param {Record<string, string>} letters
 */
function worth(reading, letters) {
  const rows = Object.entries(reading.worth).filter(([wager]) => letters[wager.split(' ')[0]] === wager.split(' ')[1]);
  if (!rows.length) return null;
  const choices = reading.choices;
  return element(
    'div',
    { class: 'scroll' },
    element(
      'table',
      { class: 'grid-table' },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          element('th', { scope: 'col' }, 'Player’s expectation on one unit'),
          choices.map((/** @type {string} */ one) =>
            element('th', { scope: 'col', class: 'num' }, one === reading.taken ? `${one}, taken` : one),
          ),
        ),
      ),
      element(
        'tbody',
        {},
        rows.map(([wager, values]) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, plainName(wager)),
            choices.map((/** @type {string} */ one) =>
              element(
                'td',
                { class: 'num' },
                /** @type {any} */ (values)[one] ? percent(Number(/** @type {any} */ (values)[one])) : '',
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {any} rules
 * @param {any} posted
 */
function readings(rules, posted) {
  const letters = Object.fromEntries(posted.paytables.map((/** @type {any} */ one) => [one.wager, one.letter]));
  const list = rules.readings.map((/** @type {any} */ one) =>
    element(
      'article',
      {},
      element(
        'h3',
        {},
        one.question,
        ' ',
        element('small', { class: 'pill' }, one.id),
        ' ',
        whyButton(one.clauses),
        ' ',
        one.taken === one.default ? null : element('small', { class: 'pill' }, 'departs from the default'),
      ),
      element('p', { class: 'taken' }, one.options[one.taken]),
      element(
        'details',
        {},
        element('summary', {}, 'Other readings, and why this one'),
        one.choices
          .filter((/** @type {string} */ each) => each !== one.taken)
          .map((/** @type {string} */ each) => element('p', {}, `${each}: ${one.options[each]}`)),
        element('p', { class: 'fine' }, one.why),
      ),
      worth(one, letters),
    ),
  );
  return part(
    'readings',
    'Readings taken',
    element(
      'p',
      { class: 'waiting' },
      'Where the rules are open to more than one reading, this is the one that the table plays by.',
    ),
    element('div', { class: 'readings' }, list),
  );
}

/** @param {any} book */
function chapters(book) {
  const parts = book.chapters.map((/** @type {any} */ chapter) => {
    const list = element('ol', { class: 'clauses' });
    const details = element(
      'details',
      { class: 'chapter' },
      element('summary', {}, `Chapter ${chapter.chapter}${chapter.about ? `: ${chapter.about}` : ''}`),
      list,
    );
    details.addEventListener('toggle', () => {
      if (details.open && !list.childElementCount)
        list.append(
          ...chapter.clauses.map((/** @type {any} */ one) =>
            element(
              'li',
              { class: one.kind === 'heading' ? 'head' : null },
              element('b', {}, one.id.split('/').at(-1)),
              element('span', {}, one.gist),
            ),
          ),
        );
    });
    return details;
  });
  return part(
    'book',
    'The rule book by chapters',
    element('p', { class: 'waiting' }, 'In our own words; the clause numbers are the regulator’s.'),
    ...parts,
  );
}

/** @param {any} posted */
function limits(posted) {
  const rows = posted.wagers.map((/** @type {any} */ one) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, one.label, ' ', whyButton([one.clause])),
      element(
        'td',
        { class: 'num' },
        one.fixed
          ? dollars(one.fixed)
          : one.equal_to
            ? 'equal to another'
            : `${dollars(one.minimum ?? 0)} to ${one.maximum ? dollars(one.maximum) : 'no limit'}`,
      ),
      element('td', {}, one.required ? 'Needed' : 'Side bet'),
    ),
  );
  return part(
    'limits',
    'Limits',
    element(
      'table',
      { class: 'grid-table' },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          element('th', { scope: 'col' }, 'Wager'),
          element('th', { scope: 'col', class: 'num' }, 'From, to'),
          element('th', { scope: 'col' }, 'Kind'),
        ),
      ),
      element('tbody', {}, rows),
    ),
    posted.payout_limit
      ? element('p', { class: 'fine' }, `The most one player wins on a hand: ${dollars(posted.payout_limit)}.`)
      : null,
  );
}

async function open() {
  try {
    const [posted, rules] = await Promise.all([
      get(`/api/tables/${encodeURIComponent(table)}`),
      get(`/api/tables/${encodeURIComponent(table)}/rules`),
    ]);
    readingsTaken(posted.readings);
    say(page.heading, posted.title);
    say(page.facts, `Rules and numbers of ${table}`);
    document.title = `${posted.title}, rules and numbers · Croupier`;
    const parts = [
      howToPlay(posted, rules),
      ladders(posted, rules.guide),
      numbers(posted),
      limits(posted),
      inForce(rules),
      readings(rules, posted),
    ];
    const toc = element('nav', { class: 'toc', 'aria-label': 'On this page' });
    page.main.replaceChildren(toc, ...parts);
    page.main.append(chapters(await get(`/api/rules/games/${encodeURIComponent(rules.game)}`)));
    toc.append(
      ...[...page.main.querySelectorAll('section[id]')].map((one) =>
        element('a', { class: 'link', href: `#${one.id}` }, one.querySelector('h2')?.textContent ?? ''),
      ),
    );
  } catch (fault) {
    page.main.replaceChildren(faultState(fault, open));
  }
}
open();
