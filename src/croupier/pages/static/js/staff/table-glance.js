// A table at a glance: the next act and who must do it, seats, cards and facts, or the steps of opening.
import { element } from '../core/dom.js';
import { dollars } from '../core/money.js';
import { gists } from './due-act.js';
import { capital, cardRow, clauseText, icon, shortDate } from './staff-parts.js';
import { brief } from './dealer-seats.js';
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
 * Turn an instruction to the dealer into one for the floor.
 * @param {string} words
 */
export const toTheFloor = (words) => capital(words.replace(/^Call the floor: /, ''));

/**
 * A role or a player in words: "player:id" becomes the player's seat and name.
 * @param {string} actor
 * @param {View} view
 */
function actorName(actor, view) {
  const seat = view.seats.find((seat) => `player:${seat.player}` === actor);
  if (seat) return `seat ${seat.seat}${seat.name ? `, ${seat.name}` : ''}`;
  return actor.split(':')[0].replaceAll('_', ' ');
}

/** @param {View} view */
export function whoGoesOn(view) {
  const { due } = view;
  if (due.state === 'act') return 'the machine';
  if (due.state === 'nothing') return 'new players';
  if (due.seat && due.act === 'ask')
    return `seat ${due.seat}${view.seat(due.seat)?.name ? `, ${view.seat(due.seat)?.name}` : ''}`;
  return (
    { dealer: 'the dealer', floor: 'you, or another floorperson', pit_manager: 'a pit manager' }[due.role ?? ''] ??
    (due.whose?.length ? due.whose.map((item) => actorName(item, view)).join(' or ') : 'the players')
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
    element('h1', {}, table.kept.standing === 'closed' ? 'This table is closed' : capital(due.words)),
    ...standingLine(table),
    element(
      'p',
      { class: 'lead', hidden: table.kept.standing === 'closed' },
      'Next: ',
      element('b', {}, whoGoesOn(view)),
      ' ',
      clauseText(due.clauses, due.readings),
    ),
  );
  if (view.opening) return [head, openingWords(view), facts(view, table)];
  const cards = layout(view, null);
  return [head, ...(cards.childElementCount ? [cards] : []), people(view), facts(view, table)];
}

/** A warning if the table is disabled. @param {FloorTable} table */
function standingLine({ kept: houseTable }) {
  if (houseTable.standing !== 'disabled') return [];
  const words = `Disabled: ${houseTable.reason || 'no reason given'}. No new round starts.`;
  return [element('p', { class: 'alarm' }, icon('hand'), ` ${words}`)];
}

/**
 * The due act of the floor.
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
      table.kept.dealer_name
        ? `A step for you. ${table.kept.dealer_name}, the dealer, can’t do it.`
        : 'A step for you.',
      ' ',
      clauseText(due.clauses, due.readings),
    ),
  );
  return [head, gists(due.clauses ?? [], 'large'), ...(view.opening ? [openingWords(view)] : []), facts(view, table)];
}

/** @param {View} view */
function openingWords(view) {
  const lastAct = view.log
    .filter((line) => OPENED.includes(line.kind))
    .slice(0, 6)
    .reverse();
  return element(
    'ol',
    { class: 'steps' },
    ...lastAct.map((line) =>
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
      .filter((act) => act.act !== 'wait')
      .slice(0, 6)
      .map((act) =>
        element(
          'li',
          { class: 'later' },
          element('span', { class: 'box' }),
          element('span', {}, act.words),
          clauseText(act.clauses.slice(0, 1)),
        ),
      ),
  );
}

/** @param {View} view */
function people(view) {
  if (!view.seats.length) return element('p', { class: 'soft' }, 'No players seated.');
  return element(
    'table',
    { class: 'figures seated' },
    element('caption', { class: 'unseen' }, 'Seated players'),
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
  const { kept: houseTable } = table;
  const deck = view.timers?.decks.find((deck) => deck.loaded);
  const minutes = deck?.until && view.timers ? Math.max(0, Math.round((deck.until - view.timers.at) / 60)) : null;
  const limits =
    Object.entries(houseTable.limits)
      .slice(0, 1)
      .map(
        ([wager, { minimum, maximum }]) => `${view.label(wager)} ${brief(minimum ?? 0)} to ${brief(maximum ?? 0)}`,
      )[0] ?? '—';
  const time =
    minutes === null ? ', new' : `, ${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} left`;
  const approval = houseTable.approval === 'operator' ? 'accepted by the operator' : 'approved';
  const rows = [
    [
      'Submission',
      `${houseTable.submission}, version ${houseTable.version}`,
      houseTable.approved_at ? `${approval} ${shortDate(houseTable.approved_at)}` : '',
    ],
    ['Float', table.float === null ? '—' : dollars(table.float), 'recorded balance'],
    ['Deck', deck ? `${deck.deck}${time}` : 'none loaded', deck ? deck.clauses.join(' ') : ''],
    ['Limits', limits, houseTable.change ? 'change pending' : ''],
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
