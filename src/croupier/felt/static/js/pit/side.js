// Beside the act: what comes next, the deck's time and the stub, the tray, what was just done.
import { element } from '../base/dom.js';
import { shape } from '../base/dom.js';
import { clauseText } from './parts.js';

/** @typedef {import('./view.js').View} View */
/** @typedef {import('../types.js').Timer} Timer */

/** "02:16:09". @param {number} at seconds */
export function hour(at) {
  return at ? new Date(at * 1000).toLocaleTimeString('en-GB') : '';
}

/** @param {View} view */
export function thenPanel(view) {
  const next = view.then.slice(0, 4);
  if (!next.length) return null;
  return element('section', { class: 'panel' }, element('h2', {}, 'Then'),
    element('ol', { class: 'then' }, ...next.map((one) => element('li', {}, one.words, clauseText(one.clauses ?? [], one.readings ?? [])))));
}

/** "3 h 12", "in 2 rounds". @param {Timer} timer */
function remains(timer) {
  if (timer.unit === 'rounds') return timer.remains <= 0 ? 'now' : `in ${timer.remains} round${timer.remains === 1 ? '' : 's'}`;
  const minutes = Math.max(0, Math.ceil(timer.remains / 60));
  return timer.remains <= 0 ? 'over' : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`;
}

/** @param {Timer} timer */
function gauge(timer) {
  const used = Math.min(1, Math.max(0, 1 - timer.remains / timer.whole));
  if (timer.unit === 'rounds') return element('div', { class: 'pips', 'aria-hidden': 'true' }, ...Array.from({ length: timer.whole }, (_, at) => element('i', { class: at < timer.whole - timer.remains ? 'on' : '' })));
  return shape('svg', { class: 'bar', preserveAspectRatio: 'none', viewBox: '0 0 100 8', 'aria-hidden': 'true' },
    shape('rect', { width: 100, height: 8 }), shape('rect', { width: 100 * used, height: 8 }));
}

/** @param {View} view */
export function deckPanel(view) {
  const counts = [view.sight?.stub ? `${view.sight.stub} in the deck` : '', view.sight?.rack ? `${view.sight.rack} in the rack` : ''].filter(Boolean).join(', ');
  if (!view.timers.length && !counts) return null;
  return element('section', { class: 'panel' }, element('h2', {}, 'Deck', counts ? element('span', { class: 'label' }, counts) : null),
    ...view.timers.map((timer) => element('div', { class: 'timer' },
      element('p', {}, element('span', {}, timer.words), element('b', {}, remains(timer))), gauge(timer),
      element('p', {}, clauseText(timer.clauses ?? [], timer.readings ?? [])))));
}

/** @param {View} view @param {number} most */
export function logPanel(view, most = 6) {
  if (!view.log.length) return null;
  return element('section', { class: 'panel just-now' }, element('h2', {}, 'Just now'),
    element('ol', { class: 'log' }, ...view.log.slice(0, most).map((line) => element('li', {}, element('time', {}, hour(line.at)), element('span', {}, line.words)))));
}

/** @param {HTMLElement} content */
export function trayPanel(content) {
  return element('section', { class: 'panel' }, element('h2', {}, 'Tray, this round'), content);
}
