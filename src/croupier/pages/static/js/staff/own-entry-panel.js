// The dealer's panel that corrects their own last entry.
import { cardName } from '../core/cards.js';
import { element } from '../core/dom.js';
import { dollars } from '../core/money.js';
import { choiceWords } from '../table/round-story.js';
import { actHead, namedRow, typedLine } from './due-act.js';
import { refusalBar } from './message-cards.js';
import { missingIn, otherAnswers } from './own-entry.js';
import { capital, keycap } from './staff-parts.js';

/** @typedef {import('./own-entry.js').Correction} Correction */
/** @typedef {import('./own-entry.js').OwnEntry} OwnEntry */
/** @typedef {import('./console-view.js').View} View */
/** @typedef {import('./dealer-console.js').Console} Console */

const READING = ['N-35'];

/**
 * @param {Correction} correction
 * @param {View} view
 * @param {Console} desk
 * @param {ReturnType<typeof import('./card-grid.js').cardGrid>} grid
 * @returns {HTMLElement[]}
 */
export function correctionPanel(correction, view, desk, grid) {
  const { entry } = correction;
  const missing = missingIn(correction);
  const head = actHead(`Correct your last entry: ${entry.words}`, { note: noteOf(entry, view), readings: READING });
  const confirm = element(
    'button',
    { type: 'button', class: missing ? 'btn off' : 'btn primary', onclick: () => desk.sendCorrection() },
    keycap('Enter'),
    missing || 'Correct the entry',
  );
  if (missing) confirm.setAttribute('aria-disabled', 'true');
  const cancel = element(
    'button',
    { type: 'button', class: 'btn', onclick: () => desk.leave() },
    keycap('Esc'),
    'Keep it as it is',
  );
  return [head, ...bodyOf(correction, view, desk, grid), element('div', { class: 'buttons own' }, confirm, cancel)];
}

/** @param {OwnEntry} entry @param {View} view */
function noteOf(entry, view) {
  if (entry.kind === 'cards')
    return `Entered: ${entry.names.map((name) => cardName(name.card)).join(', ')}. Enter the right cards.`;
  if (entry.kind === 'decision') return `Entered: ${choiceWords(entry.choice)}. Choose the player’s answer.`;
  const bets = betWords(entry.before, view);
  return bets
    ? `The seat’s bets become: ${bets}. Then enter the right ones.`
    : 'The seat’s bets are removed. Then enter the right ones.';
}

/** @param {Record<string, number>} wagers @param {View} view */
const betWords = (wagers, view) =>
  Object.entries(wagers)
    .map(([name, cents]) => `${view.label(name)} ${dollars(cents)}`)
    .join(', ');

/**
 * @param {Correction} correction
 * @param {View} view
 * @param {Console} desk
 * @param {ReturnType<typeof import('./card-grid.js').cardGrid>} grid
 * @returns {HTMLElement[]}
 */
function bodyOf(correction, view, desk, grid) {
  const { entry, naming, choice } = correction;
  if (naming) {
    grid.draw(naming);
    const { fault } = naming;
    const below = fault
      ? refusalBar({ code: 'card', message: fault.words, remedy: fault.remedy }, [])
      : typedLine(naming);
    return [element('div', { class: 'entry' }, namedRow(naming), below), grid.node];
  }
  if (entry.kind === 'bets') {
    const now = betWords(view.seat(entry.seat)?.wagers ?? {}, view);
    return [element('p', { class: 'soft' }, `Entered: ${now || 'no bets'}.`)];
  }
  const answers = otherAnswers(entry, view);
  return [
    element(
      'div',
      { class: `answers own-answers many-${Math.min(answers.length, 4)}` },
      ...answers.map((answer) =>
        element(
          'button',
          {
            type: 'button',
            class: `answer${answer.value === choice ? ' picked' : ''}`,
            'data-answer': answer.value,
            'aria-pressed': String(answer.value === choice),
            onclick: () => desk.typeCorrection(answer.key),
          },
          keycap(answer.key),
          element('strong', {}, capital(choiceWords(answer.value))),
        ),
      ),
    ),
  ];
}
