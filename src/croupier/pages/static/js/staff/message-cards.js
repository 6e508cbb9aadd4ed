// Messages on the consoles: a card while the table waits, a bar for a refusal. Each one states the next
// step.
import { element } from '../core/dom.js';
import { sentence } from '../core/api.js';
import { clauseText, icon } from './staff-parts.js';

/**
 * `goes`: who acts next, or what to do.
 * @typedef {{kind: 'wait'|'stop'|'refused'|'off', sign: string, title: string, words: string, more?: string,
 *   goes: string, clauses?: string[], readings?: string[], keys?: (HTMLElement|null)[]}} State
 */

/** @param {State} state */
export function stateCard({
  kind,
  sign,
  title,
  words,
  more = '',
  goes: action,
  clauses = [],
  readings = [],
  keys = [],
}) {
  return element(
    'section',
    { class: `state-card ${kind}`, role: kind === 'wait' ? 'group' : 'alert' },
    element('p', { class: 'kind' }, icon(sign), ` ${title}`, clauseText(clauses, readings)),
    element('h1', { class: 'words mid' }, words),
    more ? element('p', { class: 'soft' }, more) : null,
    element('p', { class: 'whoc' }, element('span', {}, 'Next:'), ' ', element('b', {}, action)),
    keys.length ? element('div', { class: 'keys' }, ...keys) : null,
  );
}

/**
 * A refusal by the server, shown beside the act and never over it.
 * @param {import('../core/types.js').Refusal} refusal
 * @param {HTMLElement[]} keys
 */
export function refusalBar(refusal, keys) {
  return element(
    'div',
    { class: 'refusal-bar', role: 'alert' },
    icon('hand'),
    element(
      'div',
      {},
      element('b', {}, sentence(refusal.message)),
      ' ',
      element('span', {}, sentence(refusal.remedy ?? '')),
      ' ',
      clauseText(refusal.clauses ?? [], refusal.readings ?? [], 'wrap'),
    ),
    ...keys,
  );
}

/** A void round, until its cards are in the discard rack. @param {import('../core/types.js').VoidView} reason */
export function voidBar(reason) {
  return element(
    'div',
    { class: 'void-bar', role: 'status' },
    icon('hand'),
    element(
      'div',
      {},
      element('b', {}, `${reason.words}.`),
      ` ${reason.settles?.length ? 'Return all other bets.' : 'Return all bets.'} `,
      clauseText(reason.clauses ?? [], reason.readings ?? [], 'wrap'),
    ),
  );
}

/** "0:14". @param {number} milliseconds */
export function clockWords(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
