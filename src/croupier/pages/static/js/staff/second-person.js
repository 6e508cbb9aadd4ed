// A correction or void that is waiting for a second person: what changes, on which hand, and how to confirm or decline.
import { element } from '../core/dom.js';
import { dollars, signedDollars } from '../core/money.js';
import { capital, cardRow, clauseText } from './staff-parts.js';
import { refusalBar } from './message-cards.js';
import { atTable } from './floor-data.js';

/** @typedef {import('./floor-data.js').FloorTable} FloorTable */
/** @typedef {import('./floor-data.js').Primary} Primary */
/** @typedef {import('../../../protocol-types').CorrectionReview} Review */
/** @typedef {import('../../../protocol-types').CorrectionLine} Line */
/** @typedef {import('../../../protocol-types').ReviewNeeded} Need */
/** @typedef {(work: () => Promise<unknown>) => Promise<void>} RunWork */

/** @param {string} role the lowest role that may confirm */
const second = (role) => (role === 'pit_manager' ? 'A pit manager' : 'Another floorperson or a pit manager');

/** The role that may confirm what this person entered. @param {Review} review */
const reviewerOf = (review) => (review.by.startsWith('floor:') ? 'pit_manager' : 'floor');

/** Whether a review waits for a decision. @param {Review|null|undefined} review */
export const isPending = (review) => Boolean(review && !review.approved_by && !review.declined_by);

/**
 * Earlier corrections that are added to this one, in words.
 * @param {{sum_of?: string, earlier?: number}} of
 */
function after({ sum_of: sum, earlier }) {
  if (!earlier || sum === 'act') return '';
  return ` after ${dollars(earlier)} ${sum === 'round' ? 'at this seat in this round' : 'by the same person today'}`;
}

/**
 * The review of a table, as the second person sees it.
 * @param {FloorTable} table
 * @param {(wager: string) => string} label
 * @param {RunWork} run
 */
export function reviewPanel(table, label, run) {
  const review = /** @type {Review} */ (table.review);
  const name = table.review_by || review.by.split(':')[0].replaceAll('_', ' ');
  const lines = review.lines ?? [];
  return [
    element('h1', {}, `Second person: ${review.title}`),
    element('p', { class: 'lead' }, `${name} asks you to confirm. Reason: ${review.reason || 'none given'}`),
    ...(review.departs ? [departure(review.departs)] : []),
    ...hands(lines),
    changes(review, lines, label),
    element(
      'p',
      { class: 'soft' },
      `${dollars(review.cents)} changes hands${after(review)}. ` +
        `Above ${dollars(review.threshold)} two people are needed.`,
    ),
    decline(table.kept.table, review, run),
  ];
}

/** A warning that an amount is not what the rules pay. @param {string} words */
export function departure(words) {
  return refusalBar({ code: 'departs', message: words, remedy: '' }, []);
}

/** The hands of the lines, each once. @param {Line[]} lines */
function hands(lines) {
  const seats = new Map(
    lines.filter((line) => line.cards?.length).map((line) => [`${line.round}/${line.holder || line.seat}`, line]),
  );
  return [...seats.values()].map((line) =>
    element(
      'p',
      { class: 'held' },
      element('b', {}, `Seat ${line.holder || line.seat} `),
      cardRow(line.cards ?? [], 's'),
      ` ${capital(line.hand ?? '')}`,
    ),
  );
}

/** @param {number|null|undefined} cents */
const amount = (cents) => (cents === null || cents === undefined ? 'on the layout' : dollars(cents));

/**
 * @param {Review} review
 * @param {Line[]} lines
 * @param {(wager: string) => string} label
 */
function changes(review, lines, label) {
  const hasRules = lines.some((line) => line.rules !== null && line.rules !== undefined);
  const titles = ['Seat, wager', 'Bet', 'Was returned', 'Will be returned', 'Player gains'];
  return element(
    'table',
    { class: 'figures review-lines' },
    element('caption', {}, `Round ${review.round} `, clauseText(clausesOf(lines).slice(0, 3))),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        ...[...titles, ...(hasRules ? ['Rules return'] : [])].map((each) => element('th', { scope: 'col' }, each)),
      ),
    ),
    element(
      'tbody',
      {},
      ...lines.map((line) =>
        element(
          'tr',
          {},
          element(
            'th',
            { scope: 'row' },
            element('b', {}, String(line.seat)),
            ` ${line.name ?? ''}, ${line.wager === 'envy' ? 'Envy Bonus' : label(line.wager)}`,
          ),
          element('td', {}, line.staked ? dollars(line.staked) : '·'),
          element('td', {}, amount(line.was)),
          element('td', { class: 'back' }, amount(line.will)),
          element('td', { class: line.moves >= 0 ? 'stay' : 'less' }, signedDollars(line.moves)),
          hasRules
            ? element('td', {}, line.rules === null || line.rules === undefined ? '·' : dollars(line.rules))
            : null,
        ),
      ),
    ),
  );
}

/** @param {Line[]} lines */
const clausesOf = (lines) => [...new Set(lines.flatMap((line) => line.clauses ?? []))];

/**
 * @param {string} table
 * @param {Review} review
 * @param {RunWork} run
 */
function decline(table, review, run) {
  const reason = element('input', { name: 'decline', autocomplete: 'off', maxlength: 500, required: true });
  const form = element(
    'form',
    { class: 'decline note-form' },
    element('label', { class: 'field' }, element('span', {}, 'Reason to decline'), reason),
    element('button', { class: 'btn' }, 'Decline'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    run(() => atTable(table, `reviews/${review.number}/decline`, { reason: reason.value.trim() }));
  });
  return form;
}

/**
 * The confirm button of the second person.
 * @param {FloorTable} table
 * @param {{person: string, roles: string[]}} me
 * @param {RunWork} run
 * @returns {Primary}
 */
export function reviewPrimary(table, me, run) {
  const review = /** @type {Review} */ (table.review);
  const still = () => undefined;
  if (review.by.split(':')[1] === me.person)
    return {
      words: 'Waiting for a second person',
      small: `${second(reviewerOf(review))} confirms on their own screen`,
      ready: false,
      act: still,
    };
  if (reviewerOf(review) === 'pit_manager' && !me.roles.includes('pit_manager'))
    return { words: 'Waiting for a pit manager', small: 'a floorperson entered this', ready: false, act: still };
  return {
    words: `Confirm ${dollars(review.cents)}: ${review.title}`,
    small: 'valid once, for exactly this; hold for one second',
    about: `review ${review.number}`,
    ready: true,
    act: () => run(() => atTable(table.kept.table, `reviews/${review.number}/approve`)),
  };
}

/**
 * The confirm button of the person who corrects, while a second person is needed. Null once that person has confirmed.
 * @param {Need|null|undefined} need
 * @param {string} headline
 * @returns {{words: string, small: string, ready: boolean}|null}
 */
export function needWords(need, headline) {
  if (!need || need.state === 'confirmed') return null;
  const reviewer = second(need.who);
  if (need.state === 'needed')
    return {
      words: `Ask a second person: ${headline}`,
      small:
        `moves ${dollars(need.cents)}${after(need)}, more than ${dollars(need.threshold)}. ` +
        `${reviewer} confirms on their own screen`,
      ready: true,
    };
  if (need.state === 'declined')
    return { words: 'Declined by the second person', small: need.words ?? '', ready: false };
  return { words: 'Waiting for a second person', small: `${reviewer} confirms on their own screen`, ready: false };
}
