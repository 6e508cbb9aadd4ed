// The page of your own mistakes: every decision you ever made, the costliest kinds first.
import { get, whoAmI } from '../core/api.js';
import { element, say } from '../core/dom.js';
import { cardRow, emptyState, faultState, openPage, plural } from '../core/page-parts.js';
import { choiceWords } from '../table/round-story.js';
import { amount, signedAmount } from './decision-view.js';
import { practiceLink } from './practice-kinds.js';

/** @import { MadeDecision } from '../../../protocol-types' */

const page = openPage({ title: 'My mistakes' });
const SHOWN = 3; // maximum number of worst hands shown for each kind
const PAGES = 200; // maximum number of pages to load

/**
 * The decisions of one kind.
 * @typedef {{game: string, kind: string, question: string, rule: string, count: number, lost: number, worst:
 * MadeDecision[]}} Kind
 */

/** @param {MadeDecision[]} decisions @returns {Kind[]} */
function kindsOf(decisions) {
  /** @type {Map<string, Kind>} */
  const kinds = new Map();
  for (const made of decisions) {
    const key = `${made.game} ${made.kind}`;
    const kind = kinds.get(key) ?? {
      game: made.game,
      kind: made.kind,
      question: made.question,
      rule: '',
      count: 0,
      lost: 0,
      worst: [],
    };
    kind.count += 1;
    kind.lost += made.lost;
    if (made.lost > 0) kind.worst.push(made);
    if (!kind.rule || kind.rule.includes('wrong for this hand')) kind.rule = made.reason;
    kinds.set(key, kind);
  }
  for (const kind of kinds.values()) kind.worst.sort((a, b) => b.lost - a.lost);
  return [...kinds.values()].filter((kind) => kind.lost > 0).sort((a, b) => b.lost - a.lost);
}

/** @param {MadeDecision} made */
const roundLink = (made) => `/history?table=${encodeURIComponent(made.table)}&round=${made.round}`;

/** @param {Kind} kind */
function kindBlock(kind) {
  const title = kind.question[0].toUpperCase() + kind.question.slice(1);
  const rows = kind.worst
    .slice(0, SHOWN)
    .map((made) =>
      element(
        'li',
        {},
        cardRow(made.hand.split(' ')),
        made.board ? element('span', {}, ' on ', cardRow(made.board.split(' '))) : null,
        element(
          'span',
          { class: 'made' },
          `You chose ${choiceWords(made.choice)}, best was ${choiceWords(made.best)}. `,
        ),
        element('span', { class: 'lose' }, signedAmount(-made.lost)),
        ' ',
        element('a', { class: 'link', href: roundLink(made) }, `${made.table}, round ${made.round}`),
      ),
    );
  return element(
    'section',
    { class: 'block mistake-kind' },
    element('h2', {}, `${title}: ${amount(kind.lost)} lost`),
    element('p', {}, kind.rule),
    element('p', { class: 'fine' }, `${plural(kind.worst.length, 'mistake')} in ${plural(kind.count, 'decision')}.`),
    element('ul', { class: 'plain-list worst' }, rows),
    element(
      'p',
      { class: 'row' },
      element('a', { class: 'gold', href: practiceLink(kind.game, kind.kind) }, 'Practice this'),
    ),
  );
}

/**
 * @param {MadeDecision[]} decisions
 * @param {number} rounds
 * @param {boolean} isComplete
 */
function draw(decisions, rounds, isComplete) {
  const kinds = kindsOf(decisions);
  const lost = kinds.reduce((sum, kind) => sum + kind.lost, 0);
  say(page.facts, `${plural(decisions.length, 'decision')} in ${plural(rounds, 'round')}${isComplete ? '' : '…'}`);
  const summary = kinds.length
    ? `Your decisions cost ${amount(lost)} in all, the costliest kinds first.`
    : 'No mistakes. You made the best choice every time.';
  page.main.replaceChildren(
    element('p', { role: 'status' }, isComplete ? summary : 'Reviewing your rounds…'),
    ...kinds.map(kindBlock),
    element(
      'p',
      { class: 'fine' },
      'Decisions that the clock or a floor supervisor made for you, and decisions with only one affordable choice, ',
      'do not count. Costs are averages over all cards that could still come.',
    ),
  );
}

async function open() {
  page.main.replaceChildren(element('p', { class: 'waiting', role: 'status' }, 'Reviewing your rounds…'));
  try {
    if ((await whoAmI()) === null) {
      const way = element('a', { class: 'gold', href: '/' }, 'Choose a table');
      return page.main.replaceChildren(emptyState('You’re not signed in. Sit down at a table to start.', way));
    }
    /** @type {MadeDecision[]} */
    const decisions = [];
    let rounds = 0;
    let before = 0;
    for (let n = 0; n < PAGES; n += 1) {
      const found = await get(/** @type {'/api/me/mistakes'} */ (`/api/me/mistakes?before=${before}`));
      decisions.push(...found.rounds.decisions);
      rounds += found.rounds.played;
      draw(decisions, rounds, found.before === null);
      if (found.before === null) break;
      before = found.before;
    }
    if (!rounds) {
      const way = element('a', { class: 'gold', href: '/' }, 'Choose a table');
      page.main.replaceChildren(emptyState('You haven’t played a round yet.', way));
    }
  } catch (fault) {
    page.main.replaceChildren(faultState(fault, open));
  }
}
open();
