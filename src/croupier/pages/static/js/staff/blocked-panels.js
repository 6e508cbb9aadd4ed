// The act panel while the dealer cannot continue, for example because the floor must act or the connection is lost.
import { element } from '../core/dom.js';
import { hour } from './console-sidebar.js';
import { stateCard } from './message-cards.js';
import { capital, keycap } from './staff-parts.js';

/** @typedef {import('./console-state.js').ConsoleState} ConsoleState */

/**
 * The due act is the floor's, or belongs to a dealer at another screen.
 * @param {ConsoleState} state
 * @param {{callFloor: () => void}} desk
 */
export function floorPanel({ view, calls }, desk) {
  const { due } = view;
  if (due.role === 'dealer')
    return stateCard({
      kind: 'wait',
      sign: 'clock',
      title: 'Waiting for the dealer',
      words: due.words,
      goes: 'the dealer',
      clauses: due.clauses,
      readings: due.readings,
    });
  const roles = (due.whose ?? []).map((item) => item.replaceAll('_', ' ')).join(' or ');
  if (view.posted.training) {
    return stateCard({
      kind: 'stop',
      sign: 'bell',
      title: 'A step for the floor',
      words: 'Stop. The floor acts next.',
      more: `${due.words}. In training, call the floor and the software does this step.`,
      goes: 'call the floor',
      clauses: due.clauses,
      readings: due.readings,
      keys: [
        element(
          'button',
          { type: 'button', class: 'btn', onclick: () => desk.callFloor() },
          keycap('*'),
          'Call the floor',
        ),
      ],
    });
  }
  const called = calls.length ? ` You called the floor at ${hour(calls[0].at)}.` : '';
  return stateCard({
    kind: 'stop',
    sign: 'bell',
    title: 'Waiting for the floor',
    words: 'Stop. The floor acts next.',
    more: `${due.words}.${called} Leave cards and chips where they are.`,
    goes: roles === 'floor' ? 'a floorperson or above' : roles || 'the floor',
    clauses: due.clauses,
    readings: due.readings,
  });
}

/**
 * Send a floorperson at the dealer's console to the floor page, which shows the hand, amount and light of the win.
 * @param {ConsoleState} state
 */
export function validationPanel({ table, view: { due } }) {
  return stateCard({
    kind: 'stop',
    sign: 'bell',
    title: 'Validate on the floor page',
    words: due.words,
    more: 'The floor page shows the hand, the amount and the light. Validate the win there.',
    goes: 'a floorperson or above',
    clauses: due.clauses,
    readings: due.readings,
    keys: [element('a', { class: 'btn', href: `/pit#${encodeURIComponent(table)}` }, 'Open the floor page')],
  });
}

/**
 * @param {ConsoleState} state
 * @param {number} date milliseconds
 */
export function offlinePanel({ link, view }, date) {
  const { end: endReason, turnedAway, lostAt, savedAt } = link;
  if (link.line === 'connecting')
    return stateCard({
      kind: 'off',
      sign: 'chain',
      title: 'Connecting',
      words: 'Connecting to the table…',
      goes: 'wait a moment',
    });
  if (endReason) {
    if (!turnedAway && endReason.code === 'signed_out') {
      return stateCard({
        kind: 'stop',
        sign: 'hand',
        title: 'Not at this table',
        words: 'You are no longer at this table.',
        more:
          'The floor sent another dealer, closed the table or logged you off, or you signed out. ' +
          'Everything you did is saved.',
        goes: 'open the pit page to see your table',
        keys: [element('a', { class: 'btn', href: '/pit' }, 'Back to the pit')],
      });
    }
    return stateCard({
      kind: 'stop',
      sign: 'hand',
      title: 'Not at this table',
      words: capital(turnedAway?.message ?? endReason.words),
      more: turnedAway?.remedy ?? endReason.remedy,
      goes: turnedAway?.code === 'table_closed' ? 'open the pit page' : 'log on from the pit page',
      clauses: turnedAway?.clauses,
      keys: [element('a', { class: 'btn', href: '/pit' }, 'Back to the pit')],
    });
  }
  const seconds = lostAt ? Math.round((date - lostAt) / 1000) : 0;
  const duration = seconds ? `Offline for ${seconds} s.` : 'Offline.';
  const saved = savedAt ? ` Last saved at ${hour(savedAt / 1000)}: ${view.log[0]?.words ?? view.due.words}.` : '';
  return stateCard({
    kind: 'off',
    sign: 'chain',
    title: 'Offline',
    words: 'Connection lost. Stop dealing.',
    more: `${duration} Nothing is saved until the connection is back.${saved}`,
    goes: 'wait for the page to reconnect. If it takes more than a minute, call the floor',
  });
}

/**
 * @param {ConsoleState} state
 * @param {HTMLElement} form unlocks the screen
 */
export function lockedPanel({ table, person, view, lock }, form) {
  return stateCard({
    kind: 'off',
    sign: 'lock',
    title: 'Locked',
    words: `${table}, round ${view.sight?.round ?? ''}`,
    more: `Locked at ${hour(lock.since / 1000)} by ${person}. Wagers and cards are hidden.`,
    goes: `${person} unlocks, or the floor sends a relief dealer`,
    keys: [form],
  });
}
