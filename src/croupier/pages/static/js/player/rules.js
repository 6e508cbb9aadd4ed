// A table's rules page: how to play, paytables, exact odds, limits, rule interpretations and the rule book.
import { get } from '../core/api.js';
import { setTableReadings, whyButton } from '../core/clauses.js';
import { element, say } from '../core/dom.js';
import { dollars, withCents } from '../core/money.js';
import { figureRow, odds } from './rules-odds.js';
import { choiceWords, questionWords } from '../table/round-story.js';
import { cardRow, dayOf, faultState, lastOfAddress, openPage, percent, plainName } from '../core/page-parts.js';

/** @import { Posted } from '../core/types.js' */

/**
 * @import {
 *   GameChapters,
 *   Guide,
 *   PostedChoice,
 *   PostedPaytable,
 *   ReadingTaken,
 *   RulesOfTable,
 *   SubmissionOfTable,
 * } from '../../../protocol-types'
 */

const table = lastOfAddress();
const page = openPage({
  title: 'Rules and odds',
  links: [
    { words: 'Go to table', href: `/tables/${encodeURIComponent(table)}` },
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
    ...parts.filter((part) => part !== null),
  );

/**
 * The effect of a choice on the chips.
 * @param {PostedChoice} choice
 * @param {(wager: string) => string} label
 */
function answerWords(choice, label) {
  if (choice.stakes) {
    const times = Number(choice.multiple ?? 1);
    return `${label(choice.stakes)} bet ${times === 1 ? 'equal to' : `of ${times}×`} your ${label(choice.of ?? '')}`;
  }
  if (choice.withdraws) return `you take back ${label(choice.withdraws)}`;
  if (choice.collects?.length) return `you lose ${choice.collects.map(label).join(' and ')}`;
  return 'you add no chips';
}

/**
 * @param {Posted} posted
 * @param {RulesOfTable} rules
 */
function howToPlay(posted, rules) {
  const steps = rules.guide.steps.length
    ? element(
        'ol',
        { class: 'how-to' },
        rules.guide.steps.map((words) => element('li', {}, element('span', {}, words))),
      )
    : null;
  const labels = Object.fromEntries((posted.layout?.areas ?? []).map((area) => [area.wager, area.label]));
  /** @param {string} wager */
  const label = (wager) => labels[wager] ?? plainName(wager ?? '');
  /** @param {string} words */
  const capital = (words) => words.replace(/^./, (first) => first.toUpperCase());
  const questions = element(
    'dl',
    { class: 'answers how-to' },
    (posted.questions ?? []).map((question) =>
      element(
        'div',
        {},
        element('dt', {}, capital(questionWords(posted.questions, question.name)), ' ', whyButton(question.clauses)),
        ...question.choices.map((choice) =>
          element('dd', {}, element('b', {}, choiceWords(choice.name)), `: ${answerWords(choice, label)}`),
        ),
      ),
    ),
  );
  return part('how', 'How to play', steps, element('h3', { class: 'unseen' }, 'Your decisions'), questions);
}

/**
 * @param {Guide} guide
 * @param {string} wager
 * @param {string} hand
 * @returns {string[]}
 */
function cardsFor(guide, wager, hand) {
  const text = guide.hands[wager]?.[hand] ?? guide.hands.all?.[hand] ?? '';
  return text ? text.split(' ') : [];
}

/**
 * @param {Posted} posted
 * @param {Guide} guide
 */
function ladders(posted, guide) {
  const order = posted.wagers.map((wager) => wager.label);
  /** @param {PostedPaytable} paytable */
  const place = (paytable) => {
    if (paytable.wager === 'main') return -1;
    const at = order.indexOf(paytable.label.split(', ')[0]);
    return at < 0 ? order.length : at;
  };
  const tables = [...posted.paytables]
    .sort((a, b) => place(a) - place(b))
    .map((paytable) =>
      element(
        'table',
        { class: 'grid-table ladder' },
        element(
          'caption',
          {},
          paytable.label,
          ' ',
          whyButton([paytable.clause]),
          guide.wagers?.[paytable.wager] ? element('p', { class: 'fine' }, guide.wagers[paytable.wager]) : null,
        ),
        element(
          'tbody',
          {},
          paytable.rows.map((row) => {
            const cards = cardsFor(guide, paytable.wager, row.hand);
            return element(
              'tr',
              {},
              element('th', { scope: 'row' }, row.words, cards.length ? element('div', {}, cardRow(cards)) : null),
              element('td', { class: 'num pays' }, withCents(row.pays)),
            );
          }),
        ),
      ),
    );
  const notices = (posted.layout?.notices ?? []).map((notice) =>
    element('li', {}, `${withCents(notice.words)}.`, ' ', whyButton(notice.clauses)),
  );
  return part(
    'pays',
    'Payouts',
    notices.length ? element('ul', { class: 'plain-list' }, notices) : null,
    element('div', { class: 'ladders' }, tables),
  );
}

/** @param {Posted} posted */
function numbers(posted) {
  const body = element('div', { 'aria-live': 'polite' }, element('p', { class: 'waiting' }, 'Calculating…'));
  const labels = Object.fromEntries(posted.wagers.map((wager) => [wager.name, wager.label]));
  /** @param {string} wager */
  const label = (wager) => (wager === 'main' ? 'Main game' : (labels[wager] ?? plainName(wager)));
  async function ask() {
    try {
      const figures = await get(`/api/tables/${encodeURIComponent(table)}/figures`);
      const head = ['Bet', 'House edge', 'Edge on all money bet', 'Hit frequency', 'Standard deviation', 'Per'].map(
        (words, n) => element('th', { scope: 'col', class: n ? 'num' : null }, words),
      );
      body.replaceChildren(
        element(
          'div',
          { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Odds of every bet' },
          element(
            'table',
            { class: 'grid-table' },
            element('thead', {}, element('tr', {}, head)),
            element(
              'tbody',
              {},
              figures.results.map((result) => figureRow(result, label)),
            ),
          ),
        ),
        element(
          'p',
          { class: 'fine' },
          'Exact figures for best play, per unit bet. The progressive uses the meter’s starting value.',
        ),
        ...figures.results.map((result) => odds(result, label)),
      );
    } catch (fault) {
      body.replaceChildren(faultState(fault, ask));
    }
  }
  ask();
  return part('numbers', 'Odds', body);
}

/** The approval of the rules, as a term and its text. @param {SubmissionOfTable} submission */
function approvalOf(submission) {
  const day = submission.approved_at ? dayOf(submission.approved_at) : '';
  if (submission.approval !== 'operator') return ['Approved', day];
  const missing = submission.pending.length ? ` Approvals pending: ${submission.pending.join(', ')}.` : '';
  return ['Approval', `Opened by the operator${day && ` on ${day}`}. Not yet approved by the regulator.${missing}`];
}

/** @param {RulesOfTable} rules */
function inForce(rules) {
  const { submission } = rules;
  const facts = [
    ['Submission', `${submission.submission}, version ${submission.version}`],
    approvalOf(submission),
    ['Rule book', rules.edition.split(' (')[0]],
    ['Fingerprint', submission.digest.slice(0, 16)],
    ...(submission.conditions ? [['Conditions', submission.conditions]] : []),
  ];
  return part(
    'force',
    'Rules in effect',
    element(
      'dl',
      { class: 'facts-list' },
      facts.map(([term, words]) => element('div', {}, element('dt', {}, term), element('dd', {}, words))),
    ),
  );
}

/**
 * The value of each option of a reading on this table's wagers.
 * @param {ReadingTaken} reading
 * @param {Record<string, string>} letters
 * @param {Record<string, string>} labels
 */
function worth(reading, letters, labels) {
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
          element('th', { scope: 'col' }, 'Player’s expected return per unit bet'),
          choices.map((choice) =>
            element('th', { scope: 'col', class: 'num' }, choice === reading.taken ? `${choice} (this table)` : choice),
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
            element('th', { scope: 'row' }, labels[wager] ?? plainName(wager)),
            choices.map((choice) =>
              element('td', { class: 'num' }, values[choice] ? percent(Number(values[choice])) : ''),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {RulesOfTable} rules
 * @param {Posted} posted
 */
function readings(rules, posted) {
  const letters = Object.fromEntries(posted.paytables.map((paytable) => [paytable.wager, paytable.letter]));
  const labels = Object.fromEntries(
    posted.paytables.map((paytable) => [
      `${paytable.wager} ${paytable.letter}`,
      `${paytable.label}, paytable ${paytable.letter}`,
    ]),
  );
  const list = rules.readings.map((reading) =>
    element(
      'article',
      {},
      element(
        'h3',
        {},
        reading.question,
        ' ',
        element('small', { class: 'pill' }, reading.id),
        ' ',
        whyButton(reading.clauses),
        ' ',
        reading.taken === reading.default ? null : element('small', { class: 'pill' }, 'differs from the default'),
      ),
      element('p', { class: 'taken' }, reading.options[reading.taken]),
      element(
        'details',
        {},
        element('summary', {}, 'Other options, and why this one'),
        reading.choices
          .filter((each) => each !== reading.taken)
          .map((each) => element('p', {}, `${each}: ${reading.options[each]}`)),
        element('p', { class: 'fine' }, reading.why),
      ),
      worth(reading, letters, labels),
    ),
  );
  return part(
    'readings',
    'How this table reads the rules',
    element(
      'p',
      { class: 'waiting' },
      'Some rules can be read in more than one way. This is how this table plays them.',
    ),
    element('div', { class: 'readings' }, list),
  );
}

/** @param {GameChapters} book */
function chapters(book) {
  const parts = book.chapters.map((chapter) => {
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
          ...chapter.clauses.map((clause) =>
            element(
              'li',
              { class: clause.kind === 'heading' ? 'head' : null },
              element('b', {}, clause.id.split('/').at(-1)),
              element('span', {}, clause.gist),
            ),
          ),
        );
    });
    return details;
  });
  return part(
    'book',
    'The rule book',
    element('p', { class: 'waiting' }, 'In our own words, with the rule book’s clause numbers.'),
    ...parts,
  );
}

/** @param {Posted} posted */
function limits(posted) {
  const labels = Object.fromEntries(posted.wagers.map((wager) => [wager.name, wager.label]));
  const rows = posted.wagers.map((wager) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, wager.label, ' ', whyButton([wager.clause])),
      element(
        'td',
        { class: 'num' },
        wager.fixed
          ? dollars(wager.fixed)
          : wager.equal_to
            ? `same as ${labels[wager.equal_to] ?? plainName(wager.equal_to)}`
            : wager.maximum
              ? `${dollars(wager.minimum ?? 0)} to ${dollars(wager.maximum)}`
              : `${dollars(wager.minimum ?? 0)} or more`,
      ),
      element('td', {}, wager.required ? 'Required' : 'Optional'),
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
          element('th', { scope: 'col' }, 'Bet'),
          element('th', { scope: 'col', class: 'num' }, 'Limits'),
          element('th', { scope: 'col' }, 'Type'),
        ),
      ),
      element('tbody', {}, rows),
    ),
    posted.payout_limit
      ? element('p', { class: 'fine' }, `Maximum payout per hand for each player: ${dollars(posted.payout_limit)}.`)
      : null,
  );
}

async function open() {
  try {
    const [posted, rules] = await Promise.all([
      get(`/api/tables/${encodeURIComponent(table)}`),
      get(`/api/tables/${encodeURIComponent(table)}/rules`),
    ]);
    setTableReadings(posted.readings);
    say(page.heading, posted.title);
    say(page.facts, `Rules and odds of ${table}`);
    document.title = `${posted.title}, rules and odds · Croupier`;
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
      ...[...page.main.querySelectorAll('section[id]')].map((item) =>
        element('a', { class: 'link', href: `#${item.id}` }, item.querySelector('h2')?.textContent ?? ''),
      ),
    );
  } catch (fault) {
    page.main.replaceChildren(faultState(fault, open));
  }
}
open();
