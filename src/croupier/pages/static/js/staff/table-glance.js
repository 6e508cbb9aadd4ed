// A table at a glance: what it waits for, whose it is, who sits there with what, the cards, the clocks; of a table
// that is opened its steps.
import { element } from '../core/dom.js';
import { dollars } from '../core/money.js';
import { gists } from './due-act.js';
import { capital, cardRow, clauseText, icon } from './staff-parts.js';
import { layout } from './settlement-sheet.js';
import { hour } from './console-sidebar.js';

/** @typedef {import('./console-view.js').View} View */
/** @typedef {import('./floor-data.js').FloorTable} FloorTable */

const OPENED = [
  'decks_received',
  'deck_prepared',
  'deck_shuffled',
  'deck_cut',
  'deck_loaded',
  'attested',
  'deck_removed',
];

/**
 * What is said to a dealer who stops, as it is said to whoever was called.
 * @param {string} words
 */
export const toTheFloor = (words) => capital(words.replace(/^Call the floor: /, ''));

/** @param {View} view */
export function whoGoesOn(view) {
  const { due } = view;
  if (due.state === 'act') return 'the table, by itself';
  if (due.state === 'nothing') return 'whoever sits down';
  if (due.seat && due.act === 'ask')
    return `seat ${due.seat}${view.seat(due.seat)?.name ? `, ${view.seat(due.seat)?.name}` : ''}`;
  return (
    { dealer: 'the dealer', floor: 'you: a floorperson or above', pit_manager: 'a pit manager' }[due.role ?? ''] ??
    (due.whose?.length ? due.whose.join(' or ').replaceAll('_', ' ') : 'the players')
  );
}

/**
 * @param {View} view
 * @param {FloorTable} table
 * @returns {HTMLElement[]}
 */
export function glance(view, table) {
  const { due } = view;
  const head = element(
    'div',
    {},
    element('h1', {}, capital(due.words)),
    element(
      'p',
      { class: 'lead' },
      'Goes on by ',
      element('b', {}, whoGoesOn(view)),
      ' ',
      clauseText(due.clauses, due.readings),
    ),
  );
  if (view.opening) return [head, opening(view), facts(view, table)];
  const cards = layout(view, null);
  return [head, ...(cards.childElementCount ? [cards] : []), people(view), facts(view, table)];
}

/**
 * The act that is the floor's now.
 * @param {View} view
 * @param {FloorTable} table
 * @returns {HTMLElement[]}
 */
export function ownAct(view, table) {
  const { due } = view;
  const head = element(
    'div',
    {},
    element('h1', {}, toTheFloor(due.words)),
    element(
      'p',
      { class: 'lead' },
      table.kept.dealer_name ? `You, not ${table.kept.dealer_name} who deals.` : 'Yours.',
      ' ',
      clauseText(due.clauses, due.readings),
    ),
  );
  return [head, gists(due.clauses ?? [], 'large'), ...(view.opening ? [opening(view)] : []), facts(view, table)];
}

/** @param {View} view */
function opening(view) {
  const done = view.log
    .filter((line) => OPENED.includes(line.kind))
    .slice(0, 6)
    .reverse();
  return element(
    'ol',
    { class: 'steps' },
    ...done.map((line) =>
      element(
        'li',
        { class: 'done' },
        element('span', { class: 'box done' }, icon('tick')),
        element('span', {}, line.words),
        element('small', {}, `${line.by.split(':')[0].replaceAll('_', ' ')} ${hour(line.at).slice(0, 5)}`),
      ),
    ),
    element(
      'li',
      { class: 'todo' },
      element('span', { class: 'box' }),
      element('b', {}, view.due.words, ' ', clauseText(view.due.clauses)),
      element('small', {}, `${(view.due.role ?? '').replaceAll('_', ' ')}, now`),
    ),
    ...view.then
      .filter((one) => one.act !== 'wait')
      .slice(0, 6)
      .map((one) =>
        element(
          'li',
          { class: 'later' },
          element('span', { class: 'box' }),
          element('span', {}, one.words),
          clauseText(one.clauses.slice(0, 1)),
        ),
      ),
  );
}

/** @param {View} view */
function people(view) {
  if (!view.seats.length) return element('p', { class: 'soft' }, 'Nobody sits here.');
  return element(
    'table',
    { class: 'figures seated' },
    element('caption', { class: 'unseen' }, 'Who sits there'),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        ...['Seat', 'Cards', 'Wagers', 'Chips', 'Net'].map((name) => element('th', { scope: 'col' }, name)),
      ),
    ),
    element(
      'tbody',
      {},
      ...view.seats.map((seat) =>
        element(
          'tr',
          { class: seat.folded ? 'folded' : '' },
          element('th', { scope: 'row' }, element('b', {}, String(seat.seat)), ` ${seat.name || seat.player}`),
          element(
            'td',
            { class: 'left' },
            seat.cards?.length ? cardRow(seat.cards, 'xs') : element('span', { class: 'quiet' }, '—'),
            seat.folded ? ' folded' : '',
          ),
          element(
            'td',
            { class: 'left wrap' },
            Object.entries(seat.wagers ?? {})
              .map(([wager, cents]) => `${view.label(wager)} ${dollars(cents).replace(/\.00$/, '')}`)
              .join(', ') || '—',
          ),
          element('td', {}, dollars(seat.chips ?? 0)),
          element('td', {}, seat.net === undefined || seat.net === null ? '' : dollars(seat.net)),
        ),
      ),
    ),
  );
}

/**
 * @param {View} view
 * @param {FloorTable} table
 */
function facts(view, table) {
  const { kept } = table;
  const deck = view.timers?.decks.find((one) => one.loaded);
  const left = deck?.until && view.timers ? Math.max(0, Math.round((deck.until - view.timers.at) / 60)) : null;
  const limits =
    Object.entries(kept.limits)
      .slice(0, 1)
      .map(
        ([wager, limit]) =>
          `${view.label(wager)} ${dollars(limit.minimum ?? 0).replace(/\.00$/, '')} to ${dollars(limit.maximum ?? 0).replace(/\.00$/, '')}`,
      )[0] ?? '—';
  const rows = [
    [
      'Submission',
      `${kept.submission}, version ${kept.version}`,
      kept.approved_at
        ? `${kept.approval === 'operator' ? 'on the operator’s word' : 'approved'} ${new Date(kept.approved_at * 1000).toLocaleDateString('en-GB')}`
        : '',
    ],
    ['Float', table.float === null ? '—' : dollars(table.float), 'by the books'],
    [
      'Deck',
      deck
        ? `${deck.deck}${left === null ? ', new' : `, ${Math.floor(left / 60)} h ${String(left % 60).padStart(2, '0')} left`}`
        : 'none loaded',
      deck ? deck.clauses.join(' ') : '',
    ],
    ['Limits', limits, kept.change ? 'a change waits' : ''],
  ];
  return element(
    'div',
    { class: 'facts' },
    ...rows.map(([name, value, small]) =>
      element(
        'div',
        {},
        element('span', {}, name),
        element('b', {}, value),
        element('span', { class: 'quiet' }, small),
      ),
    ),
  );
}
