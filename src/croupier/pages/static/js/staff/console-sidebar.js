// The side column: next steps, the deck's time and stub, the tray, the latest events.
import { element, shape } from '../core/dom.js';
import { clauseText } from './staff-parts.js';

/** @typedef {import('./console-view.js').View} View */

/** "02:16:09". @param {number} at seconds */
export function hour(at) {
  return at ? new Date(at * 1000).toLocaleTimeString('en-GB') : '';
}

/** @param {View} view */
export function thenPanel(view) {
  const next = view.then.slice(0, 4);
  if (!next.length) return null;
  return element(
    'section',
    { class: 'panel' },
    element('h2', {}, 'Next'),
    element(
      'ol',
      { class: 'then' },
      ...next.map((one) => element('li', {}, one.words, clauseText(one.clauses, [], 'wrap'))),
    ),
  );
}

/** "3 h 12". @param {number} seconds */
function hours(seconds) {
  const minutes = Math.max(0, Math.ceil(seconds / 60));
  return seconds <= 0 ? 'expired' : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`;
}

/** @param {number} used of one */
function gauge(used) {
  return shape(
    'svg',
    { class: 'bar', preserveAspectRatio: 'none', viewBox: '0 0 100 8', 'aria-hidden': 'true' },
    shape('rect', { width: 100, height: 8 }),
    shape('rect', { width: 100 * Math.min(1, Math.max(0, used)), height: 8 }),
  );
}

/**
 * The deck in play and the time left to use it.
 * @param {import('../core/types.js').Timers} timers
 */
function deckTimer({ at, decks }) {
  const deck = decks.find((one) => one.loaded);
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

const EVERY = 5; // rounds: the stub is counted at least this often

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

/** @param {View} view */
export function deckPanel(view) {
  // the cards of the finished round are being shuffled
  const before = ['wait', 'bet', 'close', 'load'].includes(view.due.act);
  const lie = [
    view.sight?.stub ? `${view.sight.stub} to deal` : '',
    view.sight?.rack && !before ? `${view.sight.rack} in the rack` : '',
  ]
    .filter(Boolean)
    .join(', ');
  const now = view.timers
    ? { ...view.timers, at: view.timers.at + Math.round((Date.now() - view.takenAt) / 1000) }
    : null;
  const running =
    view.timers && now
      ? [deckTimer(now), stubTimer(view.timers), view.posted.training ? null : inspectionTimer(view.timers)].filter(
          (one) => one !== null,
        )
      : [];
  if (!running.length && !lie) return null;
  return element(
    'section',
    { class: 'panel' },
    element('h2', {}, 'Deck', lie ? element('span', { class: 'label' }, lie) : null),
    ...running,
  );
}

/**
 * @param {View} view
 * @param {number} most
 */
export function logPanel(view, most = 6) {
  if (!view.log.length) return null;
  return element(
    'section',
    { class: 'panel just-now' },
    element('h2', {}, 'Just now'),
    element(
      'ol',
      { class: 'log' },
      ...view.log
        .slice(0, most)
        .map((line) => element('li', {}, element('time', {}, hour(line.at)), element('span', {}, line.words))),
    ),
  );
}

/** @param {HTMLElement} content */
export function trayPanel(content) {
  return element('section', { class: 'panel' }, element('h2', {}, 'Tray this round'), content);
}
