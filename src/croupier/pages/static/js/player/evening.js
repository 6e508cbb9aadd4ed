// The evening page: your result against the expectation, and your costliest decisions.
import { get, whoAmI } from '../core/api.js';
import { element, shape } from '../core/dom.js';
import { dollars, quotient, signedDollars, tone } from '../core/money.js';
import { cardRow, emptyState, faultState, fromTo, openPage, plainName } from '../core/page-parts.js';
import { choiceWords } from '../table/round-story.js';
import { costChart, luckChart, totals } from './evening-charts.js';

/** @import { DecisionCost, EveningRound } from '../../../protocol-types' */

const page = openPage({ title: 'Your evening', links: [{ words: 'My mistakes', href: '/mistakes' }] });
const PAGES = 4; // number of pages of rounds to load

/**
 * The rounds since the last pause of eight hours, oldest first.
 * @param {EveningRound[]} rounds newest first
 */
function lastEvening(rounds) {
  /** @type {EveningRound[]} */
  const evening = [];
  for (const round of rounds) {
    if (evening.length && evening[0].at - round.at > 8 * 3600) break;
    evening.unshift(round);
  }
  return evening;
}

/**
 * A decision with its round and its cost in cents.
 * @typedef {DecisionCost & {table: string, round: number, cents: number}} PricedDecision
 */

/**
 * @param {EveningRound} round
 * @returns {PricedDecision[]}
 */
const costsOf = (round) =>
  round.decisions.map((decision) => ({
    ...decision,
    table: round.table,
    round: round.round,
    cents: quotient(decision.cost) * decision.unit,
  }));

/** Why decisions were made for the player. @param {PricedDecision[]} decisions */
function reasonOf(decisions) {
  if (decisions.every((decision) => decision.by === 'time')) return 'because time ran out';
  return decisions.every((decision) => decision.by === 'floor')
    ? 'by a floor supervisor'
    : 'because time ran out or a floor supervisor ruled';
}

/** A sentence about decisions made for the player. @param {PricedDecision[]} decisions */
function clockWords(decisions) {
  const cost = decisions.reduce((sum, decision) => sum + decision.cents, 0);
  const count = decisions.length === 1 ? 'One decision was' : `${decisions.length} decisions were`;
  const price = cost ? `, at an average cost of ${dollars(Math.round(cost))}` : '';
  return `${count} made for you ${reasonOf(decisions)}${price}. These don’t count as mistakes.`;
}

/** The cost of each kind of decision, highest first. @param {PricedDecision[]} decisions */
function kindsOf(decisions) {
  /** @type {Map<string, {words: string, cost: number, count: number, wrong: number}>} */
  const kinds = new Map();
  for (const decision of decisions) {
    const words = `${plainName(decision.question)}, ${decision.table}`;
    const kind = kinds.get(words) ?? { words, cost: 0, count: 0, wrong: 0 };
    kind.count += 1;
    kind.cost += decision.cents;
    kind.wrong += decision.cents > 0 ? 1 : 0;
    kinds.set(words, kind);
  }
  return [...kinds.values()].sort((a, b) => b.cost - a.cost);
}

/**
 * @param {number} right
 * @param {number} count
 */
function decisionWords(right, count) {
  if (right === count)
    return count === 1 ? 'Your one decision was the best choice.' : `All ${count} decisions were the best choice.`;
  return `You made the best choice in ${right} of ${count} decisions.`;
}

/** @param {number} distance in standard deviations */
function luckWords(distance) {
  const size = Math.abs(distance);
  const way = distance >= 0 ? 'better' : 'worse';
  if (size < 0.5) return 'About what you’d expect.';
  if (size < 1) return `A little ${way} than expected, like most evenings.`;
  if (size < 2) return `${way === 'better' ? 'Better' : 'Worse'} than expected, like about one evening in three.`;
  return `Much ${way} than expected, like fewer than one evening in twenty.`;
}

/**
 * @param {string} term
 * @param {string} words
 * @param {string} [kind]
 */
const fact = (term, words, kind = '') =>
  element('div', {}, element('dt', {}, term), element('dd', { class: kind || null }, words));

/**
 * @param {string} kind
 * @param {string} words
 */
const key = (kind, words) =>
  element(
    'span',
    {},
    shape(
      'svg',
      { class: 'chart', viewBox: '0 0 28 12', 'aria-hidden': 'true' },
      kind.startsWith('band')
        ? shape('rect', { class: kind, width: '28', height: '12' })
        : shape('path', { class: kind, d: 'M0 6H28' }),
    ),
    words,
  );

/** @param {PricedDecision[]} worst */
function costliest(worst) {
  const rows = worst.map((decision) =>
    element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row' },
        element(
          'a',
          { class: 'link', href: `/history?table=${encodeURIComponent(decision.table)}&round=${decision.round}` },
          `${decision.table}, round ${decision.round}`,
        ),
      ),
      element(
        'td',
        {},
        cardRow(decision.hand.split(' ')),
        decision.board ? element('span', {}, ' on ', cardRow(decision.board.split(' '))) : null,
      ),
      element('td', {}, choiceWords(decision.choice)),
      element('td', {}, choiceWords(decision.best)),
      element('td', { class: 'money-col lose' }, signedDollars(-Math.round(decision.cents))),
    ),
  );
  const head = ['Round', 'Your cards', 'You chose', 'Best', 'Average cost'].map((words, n) =>
    element('th', { scope: 'col', class: n === 4 ? 'money-col' : null }, words),
  );
  return element(
    'div',
    { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Costliest decisions' },
    element(
      'table',
      { class: 'grid-table' },
      element('thead', {}, element('tr', {}, head)),
      element('tbody', {}, rows),
    ),
  );
}

/** @param {EveningRound[]} rounds */
function draw(rounds) {
  const points = totals(rounds);
  const { net, mean, spread } = /** @type {{net: number, mean: number, spread: number}} */ (points.at(-1));
  const all = rounds.flatMap(costsOf);
  const clock = all.filter((decision) => decision.by !== 'player');
  const decisions = all.filter((decision) => decision.by === 'player' && !decision.forced);
  const forced = all.filter((decision) => decision.by === 'player' && decision.forced).length;
  const cost = decisions.reduce((sum, decision) => sum + decision.cents, 0);
  const missed = clock.reduce((sum, decision) => sum + decision.cents, 0);
  const luck = net - mean + cost + missed;
  const staked = rounds.reduce((sum, round) => sum + round.staked, 0);
  const kinds = kindsOf(decisions);
  const worst = decisions
    .filter((decision) => decision.cents > 0)
    .sort((a, b) => b.cents - a.cents)
    .slice(0, 12);
  const right = decisions.filter((decision) => decision.cents === 0).length;
  const words =
    `Result ${signedDollars(net)} after ${rounds.length} rounds. ` +
    `Expected with best play: ${signedDollars(Math.round(mean))}, give or take ${dollars(Math.round(spread))}.`;
  page.main.replaceChildren(
    element(
      'section',
      { class: 'block', 'aria-label': 'Summary' },
      element('h2', {}, fromTo(rounds[0].at, rounds[rounds.length - 1].at)),
      element(
        'dl',
        { class: 'headline' },
        fact('Rounds', String(rounds.length)),
        fact('Total bet', dollars(staked)),
        fact('Result', signedDollars(net), tone(net)),
        fact('Expected with best play', signedDollars(Math.round(mean))),
        fact('Cost of mistakes', cost ? signedDollars(-Math.round(cost)) : dollars(0), cost ? 'lose' : ''),
        clock.length
          ? fact(
              clock.every((decision) => decision.by === 'time') ? 'Lost to timeouts' : 'Decided for you',
              missed ? signedDollars(-Math.round(missed)) : dollars(0),
              missed ? 'lose' : '',
            )
          : null,
        fact('Luck', signedDollars(Math.round(luck)), tone(luck)),
      ),
    ),
    element(
      'section',
      { class: 'block', 'aria-label': 'Your result and what to expect' },
      element('h2', {}, 'Your result and what to expect'),
      luckChart(points, words, page.main.clientWidth - 48),
      element(
        'p',
        { class: 'legend' },
        key('result', 'Your result'),
        key('mean', 'Expected with best play'),
        key('band1', 'Usual range (1 standard deviation)'),
        key('band2', 'Wide range (2 standard deviations)'),
      ),
      element('p', {}, luckWords(spread ? luck / spread : 0)),
      element(
        'p',
        { class: 'fine' },
        'Luck is your result without the house edge, your mistakes and timeouts. ',
        'The true ranges are a little wider: wins rarer than 1 in 5,000 are left out.',
      ),
    ),
    element(
      'section',
      { class: 'block', 'aria-label': 'Decisions' },
      element('h2', {}, 'Cost of decisions'),
      element('p', {}, decisions.length ? decisionWords(right, decisions.length) : 'You had no decisions to make.'),
      clock.length ? element('p', {}, clockWords(clock)) : null,
      forced
        ? element(
            'p',
            {},
            `${forced === 1 ? 'One decision is' : `${forced} decisions are`} not counted, `,
            'because you had chips for only one choice.',
          )
        : null,
      decisions.length
        ? costChart(
            kinds,
            kinds.map((kind) => `${kind.words}: ${dollars(Math.round(kind.cost))}`).join('; '),
            page.main.clientWidth - 48,
          )
        : null,
    ),
    worst.length
      ? element(
          'section',
          { class: 'block', 'aria-label': 'Costliest' },
          element('h2', {}, 'Costliest decisions'),
          costliest(worst),
        )
      : element(
          'section',
          { class: 'block', 'aria-label': 'Costliest' },
          element('h2', {}, 'Costliest decisions'),
          element('p', { class: 'waiting' }, decisions.length ? 'None. You made the best choice every time.' : 'None.'),
        ),
  );
}

async function open() {
  page.main.replaceChildren(element('p', { class: 'waiting', role: 'status' }, 'Reviewing your decisions…'));
  try {
    if ((await whoAmI()) === null) {
      return page.main.replaceChildren(
        emptyState(
          'You’re not signed in. Sit down at a table to start.',
          element('a', { class: 'gold', href: '/' }, 'Choose a table'),
        ),
      );
    }
    let rounds = await get('/api/me/evening');
    for (let n = 1; n < PAGES && rounds.length === 50 * n; n += 1) {
      rounds = [...rounds, ...(await get(`/api/me/evening?before=${rounds[rounds.length - 1].at}`))];
    }
    if (!rounds.length)
      return page.main.replaceChildren(
        emptyState('You haven’t played a round yet.', element('a', { class: 'gold', href: '/' }, 'Choose a table')),
      );
    const evening = lastEvening(rounds);
    draw(evening);
    addEventListener('resize', () => draw(evening));
  } catch (fault) {
    page.main.replaceChildren(faultState(fault, open));
  }
}
open();
