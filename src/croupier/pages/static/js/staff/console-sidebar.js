// The side column: next steps, the deck's time and stub, the tray, and the latest events.
import { element, shape } from '../core/dom.js';
import { winnings, tally } from './settlement-sheet.js';
import { clauseText, icon } from './staff-parts.js';

/** @typedef {import('./console-view.js').View} View */
/** @typedef {import('./table-log.js').Line} Line */

const LATEST = 6; // events shown

/** "02:16:09". @param {number} at seconds */
export function hour(at) {
  return at ? new Date(at * 1000).toLocaleTimeString('en-GB') : '';
}

/** @param {View['then']} acts */
export function thenPanel(acts) {
  const next = acts.slice(0, 4);
  if (!next.length) return null;
  return element(
    'section',
    { class: 'panel' },
    element('h2', {}, 'Next'),
    element(
      'ol',
      { class: 'then' },
      ...next.map((act) => element('li', {}, act.words, clauseText(act.clauses.slice(0, 2), [], 'wrap'))),
    ),
  );
}

/** "3 h 12". @param {number} seconds */
function hours(seconds) {
  const minutes = Math.max(0, Math.ceil(seconds / 60));
  return seconds <= 0 ? 'expired' : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`;
}

/** @param {number} share of one */
function gauge(share) {
  return shape(
    'svg',
    { class: 'bar', preserveAspectRatio: 'none', viewBox: '0 0 100 8', 'aria-hidden': 'true' },
    shape('rect', { width: 100, height: 8 }),
    shape('rect', { width: 100 * Math.min(1, Math.max(0, share)), height: 8 }),
  );
}

/**
 * The deck in play and the time left to use it.
 * @param {import('../core/types.js').Timers} timers
 */
function deckTimer({ at, decks }) {
  const deck = decks.find((deck) => deck.loaded);
  if (!deck) return null;
  const name = `${deck.deck[0].toUpperCase()}${deck.deck.slice(1)} deck`;
  if (deck.since === null || deck.until === null)
    return element(
      'div',
      { class: 'timer' },
      element('p', {}, element('span', {}, name), element('b', {}, 'new')),
      element('p', {}, clauseText(deck.clauses)),
    );
  return element(
    'div',
    { class: 'timer' },
    element('p', {}, element('span', {}, name), element('b', {}, hours(deck.until - at))),
    gauge((at - deck.since) / (deck.until - deck.since)),
    element(
      'p',
      {},
      clauseText(deck.clauses),
      element('span', { class: 'label' }, `change by ${hour(deck.until).slice(0, 5)}`),
    ),
  );
}

const EVERY = 5; // maximum number of rounds between two stub counts

/** @param {import('../core/types.js').Timers} timers */
function stubTimer({ stub, decks }) {
  if (stub.rounds === null || !decks.some((deck) => deck.loaded)) return null;
  const rounds = stub.rounds;
  const words = rounds ? `in ${rounds} round${rounds === 1 ? '' : 's'}` : 'this round';
  return element(
    'div',
    { class: 'timer' },
    element('p', {}, element('span', {}, 'Count the stub'), element('b', {}, words)),
    element(
      'div',
      { class: 'pips', 'aria-hidden': 'true' },
      ...Array.from({ length: EVERY }, (_, at) => element('i', { class: at < EVERY - rounds ? 'on' : '' })),
    ),
    element('p', {}, clauseText(stub.clauses, stub.readings)),
  );
}

/** @param {import('../core/types.js').Timers} timers */
function inspectionTimer({ inspection }) {
  if (!inspection.due) return null;
  return element(
    'div',
    { class: 'timer' },
    element('p', {}, element('span', {}, 'Shoe and shuffler'), element('b', {}, 'to be inspected')),
    element('p', {}, clauseText(inspection.clauses)),
  );
}

/**
 * @param {View} view
 * @param {number} date milliseconds
 */
export function deckPanel(view, date) {
  // the cards of the finished round are being shuffled
  const before = ['wait', 'bet', 'close', 'load'].includes(view.due.act);
  const counts = [
    view.sight?.stub ? `${view.sight.stub} to deal` : '',
    view.sight?.rack && !before ? `${view.sight.rack} in the rack` : '',
  ]
    .filter(Boolean)
    .join(', ');
  const now = view.timers ? { ...view.timers, at: view.timers.at + Math.round((date - view.takenAt) / 1000) } : null;
  const running =
    view.timers && now
      ? [deckTimer(now), stubTimer(view.timers), view.posted.training ? null : inspectionTimer(view.timers)].filter(
          (item) => item !== null,
        )
      : [];
  if (!running.length && !counts) return null;
  return element(
    'section',
    { class: 'panel' },
    element('h2', {}, 'Deck', counts ? element('span', { class: 'label' }, counts) : null),
    ...running,
  );
}

/** @param {Line[]} log */
export function logPanel(log) {
  if (!log.length) return null;
  return element(
    'section',
    { class: 'panel just-now' },
    element('h2', {}, 'Just now'),
    element(
      'ol',
      { class: 'log' },
      ...log
        .slice(0, LATEST)
        .map((line) => element('li', {}, element('time', {}, hour(line.at)), element('span', {}, line.words))),
    ),
  );
}

/**
 * The tray before and after the settlement of a seat.
 * @param {View} view
 * @param {import('../core/types.js').Move[]} moves
 * @param {number|null} trayCents
 */
export function trayPanel(view, moves, trayCents) {
  const content = tally(winnings(view.settlements), moves, `seat ${view.due.seat}`, view.stock, trayCents);
  return element('section', { class: 'panel' }, element('h2', {}, 'Tray this round'), content);
}

const OPENED = [
  'decks_received',
  'deck_prepared',
  'deck_shuffled',
  'deck_cut',
  'deck_loaded',
  'attested',
  'deck_removed',
];

/** Steps of opening the table: done, current and upcoming. @param {View} view */
export function checklist(view) {
  const lastEntry = view.log
    .filter((line) => OPENED.includes(line.kind))
    .slice(0, 4)
    .reverse();
  return element(
    'section',
    { class: 'panel checklist' },
    element('h2', {}, 'Cards'),
    element(
      'ol',
      { class: 'steps' },
      ...lastEntry.map((line) =>
        element(
          'li',
          { class: 'done' },
          element('span', { class: 'box done' }, icon('tick')),
          element('span', {}, line.words),
          element('small', {}, `${line.by.split(':')[0]} ${hour(line.at).slice(0, 5)}`),
        ),
      ),
      element(
        'li',
        { class: view.mine ? 'todo' : 'others' },
        element('span', { class: 'box' }),
        element('b', {}, view.due.words, ' ', clauseText(view.due.clauses)),
        element('small', {}, view.mine ? 'now' : `${(view.due.role ?? '').replaceAll('_', ' ')}, now`),
      ),
      ...view.then
        .filter((act) => act.act !== 'wait')
        .slice(0, 6)
        .map((act) =>
          element('li', { class: 'later' }, element('span', { class: 'box' }), element('span', {}, act.words)),
        ),
    ),
  );
}
