// An evening: luck against expectation, and the pattern of one's mistakes.
import { get, whoAmI } from '../core/api.js';
import { element, shape } from '../core/dom.js';
import { dollars, quotient, signed } from '../core/money.js';
import { cardRow, emptyState, faultState, fromTo, openPage, plainName } from '../core/page-parts.js';
import { costChart, luckChart, running } from './evening-charts.js';

const page = openPage({ title: 'Your evening' });
const PAGES = 4; // answers of the house that one look takes

/**
 * The rounds since a pause of eight hours, the first first.
 * @param {any[]} rounds the last first
 */
function lastEvening(rounds) {
  const found = [];
  for (const one of rounds) {
    if (found.length && found[0].at - one.at > 8 * 3600) break;
    found.unshift(one);
  }
  return found;
}

/**
 * @param {any} round
 * @returns {any[]}
 */
const priced = (round) =>
  round.decisions.map((/** @type {any} */ one) => ({
    ...one,
    table: round.table,
    round: round.round,
    cents: quotient(one.cost) * one.unit,
  }));

/** Why decisions were not the player's own. @param {any[]} decisions */
function reasonOf(decisions) {
  if (decisions.every((one) => one.by === 'time')) return 'because time ran out';
  return decisions.every((one) => one.by === 'floor')
    ? 'by a floorperson'
    : 'because time ran out or a floorperson ruled';
}

/** Decisions that were made for the player. @param {any[]} decisions */
function clockWords(decisions) {
  const cost = decisions.reduce((sum, one) => sum + one.cents, 0);
  const count = decisions.length === 1 ? 'One decision was' : `${decisions.length} decisions were`;
  return `${count} made for you ${reasonOf(decisions)}${cost ? `, at a cost of ${dollars(Math.round(cost))} on average` : ''}. They do not count as mistakes.`;
}

/** What each kind of decision cost. @param {any[]} decisions */
function kindsOf(decisions) {
  /** @type {Map<string, {words: string, cost: number, count: number, wrong: number}>} */
  const kinds = new Map();
  for (const one of decisions) {
    const words = `${plainName(one.question)}, ${one.table}`;
    const kind = kinds.get(words) ?? { words, cost: 0, count: 0, wrong: 0 };
    kind.count += 1;
    kind.cost += one.cents;
    kind.wrong += one.cents > 0 ? 1 : 0;
    kinds.set(words, kind);
  }
  return [...kinds.values()].sort((a, b) => b.cost - a.cost);
}

/** @param {number} distance in standard deviations */
function luckWords(distance) {
  const size = Math.abs(distance);
  const way = distance >= 0 ? 'better' : 'worse';
  if (size < 0.5) return 'about what was to be expected';
  if (size < 1) return `a little ${way} than expected, as on most evenings`;
  if (size < 2) return `${way} than expected, as on one evening in three or so`;
  return `much ${way} than expected: fewer than one evening in twenty is`;
}

/**
 * @param {string} term
 * @param {string} words
 * @param {string} [kind]
 */
const fact = (term, words, kind = '') =>
  element('div', {}, element('dt', {}, term), element('dd', { class: kind || null }, words));
/** @param {number} cents */
const tone = (cents) => (cents > 0 ? 'win' : cents < 0 ? 'lose' : '');

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

/** @param {any[]} worst */
function costliest(worst) {
  const rows = worst.map((one) =>
    element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row' },
        element(
          'a',
          { class: 'link', href: `/history?table=${encodeURIComponent(one.table)}&round=${one.round}` },
          `${one.table}, round ${one.round}`,
        ),
      ),
      element(
        'td',
        {},
        cardRow(one.hand.split(' ')),
        one.board ? element('span', {}, ' on ', cardRow(one.board.split(' '))) : null,
      ),
      element('td', {}, plainName(one.choice)),
      element('td', {}, plainName(one.best)),
      element('td', { class: 'money-col lose' }, signed(-Math.round(one.cents))),
    ),
  );
  const head = ['Round', 'Your cards', 'You chose', 'Best', 'Cost on average'].map((words, n) =>
    element('th', { scope: 'col', class: n === 4 ? 'money-col' : null }, words),
  );
  return element(
    'div',
    { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'The costliest decisions' },
    element(
      'table',
      { class: 'grid-table' },
      element('thead', {}, element('tr', {}, head)),
      element('tbody', {}, rows),
    ),
  );
}

/** @param {any[]} rounds */
function draw(rounds) {
  const points = running(rounds);
  const { net, mean, spread } = /** @type {{net: number, mean: number, spread: number}} */ (points.at(-1));
  const all = rounds.flatMap(priced);
  const clock = all.filter((one) => one.by !== 'player');
  const decisions = all.filter((one) => one.by === 'player' && !one.forced);
  const forced = all.filter((one) => one.by === 'player' && one.forced).length;
  const cost = decisions.reduce((sum, one) => sum + one.cents, 0);
  const missed = clock.reduce((sum, one) => sum + one.cents, 0);
  const luck = net - mean + cost + missed;
  const staked = rounds.reduce((sum, one) => sum + one.staked, 0);
  const kinds = kindsOf(decisions);
  const worst = decisions
    .filter((one) => one.cents > 0)
    .sort((a, b) => b.cents - a.cents)
    .slice(0, 12);
  const right = decisions.filter((one) => one.cents === 0).length;
  const words = `Result ${signed(net)} after ${rounds.length} rounds; expected ${signed(Math.round(mean))} with the best play, give or take ${dollars(Math.round(spread))}.`;
  page.main.replaceChildren(
    element(
      'section',
      { class: 'block', 'aria-label': 'In short' },
      element('h2', {}, fromTo(rounds[0].at, /** @type {any} */ (rounds.at(-1)).at)),
      element(
        'dl',
        { class: 'headline' },
        fact('Rounds', String(rounds.length)),
        fact('Staked', dollars(staked)),
        fact('Result', signed(net), tone(net)),
        fact('Expected with the best play', signed(Math.round(mean))),
        fact('Cost of mistakes', cost ? signed(-Math.round(cost)) : dollars(0), cost ? 'lose' : ''),
        clock.length
          ? fact(
              clock.every((one) => one.by === 'time') ? 'Lost to the clock' : 'Decided for you',
              missed ? signed(-Math.round(missed)) : dollars(0),
              missed ? 'lose' : '',
            )
          : null,
        fact('Luck', signed(Math.round(luck)), tone(luck)),
      ),
    ),
    element(
      'section',
      { class: 'block', 'aria-label': 'Result against expectation' },
      element('h2', {}, 'Result against expectation'),
      luckChart(points, words, page.main.clientWidth - 48),
      element(
        'p',
        { class: 'legend' },
        key('result', 'Your result'),
        key('mean', 'Expected with the best play'),
        key('band1', 'One standard deviation'),
        key('band2', 'Two'),
      ),
      element('p', {}, `It went ${luckWords(spread ? luck / spread : 0)}.`),
      element(
        'p',
        { class: 'fine' },
        'The band adds up the wagers as if each had cards of its own, and leaves out hits rarer than 1 in 5,000: the true spread is a little wider. Luck is your result without the house edge, your mistakes and the clock.',
      ),
    ),
    element(
      'section',
      { class: 'block', 'aria-label': 'Decisions' },
      element('h2', {}, 'What decisions cost'),
      element(
        'p',
        {},
        decisions.length
          ? `${right} of ${decisions.length} decisions were the best there was.`
          : 'You made no decision of your own.',
      ),
      clock.length ? element('p', {}, clockWords(clock)) : null,
      forced
        ? element(
            'p',
            {},
            `${forced === 1 ? 'One decision was' : `${forced} decisions were`} forced: your chips covered no other choice. ${forced === 1 ? 'It is' : 'They are'} not counted.`,
          )
        : null,
      decisions.length
        ? costChart(
            kinds,
            kinds.map((one) => `${one.words}: ${dollars(Math.round(one.cost))}`).join('; '),
            page.main.clientWidth - 48,
          )
        : null,
    ),
    worst.length
      ? element(
          'section',
          { class: 'block', 'aria-label': 'Costliest' },
          element('h2', {}, 'The costliest'),
          costliest(worst),
        )
      : element(
          'section',
          { class: 'block', 'aria-label': 'Costliest' },
          element('h2', {}, 'The costliest'),
          element(
            'p',
            { class: 'waiting' },
            decisions.length ? 'None: every decision you made was the best there was.' : 'None.',
          ),
        ),
  );
}

async function open() {
  page.main.replaceChildren(element('p', { class: 'waiting', role: 'status' }, 'Every decision is being looked at …'));
  try {
    if ((await whoAmI()) === null) {
      return page.main.replaceChildren(
        emptyState(
          'Nobody is signed in here, so there is no evening to look back on.',
          element('a', { class: 'gold', href: '/' }, 'Choose a table'),
        ),
      );
    }
    let rounds = await get('/api/me/evening');
    for (let n = 1; n < PAGES && rounds.length === 50 * n; n += 1) {
      rounds = [...rounds, ...(await get(`/api/me/evening?before=${rounds.at(-1).at}`))];
    }
    if (!rounds.length)
      return page.main.replaceChildren(
        emptyState(
          'You have played no round yet. Come back when you have.',
          element('a', { class: 'gold', href: '/' }, 'Choose a table'),
        ),
      );
    const found = lastEvening(rounds);
    draw(found);
    addEventListener('resize', () => draw(found));
  } catch (fault) {
    page.main.replaceChildren(faultState(fault, open));
  }
}
open();
