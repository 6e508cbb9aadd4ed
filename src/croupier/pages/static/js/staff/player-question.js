// The question to a player: the possible answers, their cost and their keys.
import { element } from '../core/dom.js';
import { dollars } from '../core/money.js';
import { choiceWords } from '../table/round-story.js';
import { chipsOf } from './payout-chips.js';
import { clauseText, icon, keycap } from './staff-parts.js';

/** @typedef {import('./console-view.js').View} View */
/**
 * @typedef {{key: string, value: string, cost: number, collects: string[], withdraws: string, stakes: string,
 * clauses: string[]}} Answer
 */

/**
 * The answers with their keys: the first character of the name that is not taken.
 * @param {{value: string|number, cost?: number}[]} options
 * @param {import('../core/types.js').PostedQuestion|undefined} question
 * @returns {Answer[]}
 */
export function answersOf(options, question) {
  const usedKeys = new Set();
  return options.map(({ value, cost = 0 }) => {
    const name = String(value);
    const key =
      [...name.toUpperCase(), ...'0123456789'].find((sign) => /[A-Z0-9]/.test(sign) && !usedKeys.has(sign)) ?? '';
    usedKeys.add(key);
    const postedChoice = question?.choices.find((choice) => choice.name === name);
    return {
      key,
      value: name,
      cost,
      collects: postedChoice?.collects ?? [],
      withdraws: postedChoice?.withdraws ?? '',
      stakes: postedChoice?.stakes ?? '',
      clauses: postedChoice?.clauses ?? [],
    };
  });
}

/**
 * The chip moves of an answer, one line each.
 * @param {Answer} answer
 * @param {View} view
 * @param {Record<string, number>} wagers
 */
function does(answer, view, wagers) {
  const lines = [];
  if (answer.cost) lines.push(line('up', `${dollars(answer.cost)} goes to ${view.label(answer.stakes)}`));
  const cards = answer.collects.filter((name) => wagers[name]);
  if (cards.length)
    lines.push(
      line('down', `${cards.map((name) => `${view.label(name)} ${dollars(wagers[name])}`).join(' and ')} to the tray`),
    );
  if (answer.withdraws)
    lines.push(
      line('back', `${view.label(answer.withdraws)} ${dollars(wagers[answer.withdraws] ?? 0)} goes back to the player`),
    );
  if (!lines.length) lines.push(line('dash', 'No chips move'));
  const stay = Object.keys(wagers).filter((name) => !cards.includes(name) && name !== answer.withdraws);
  if (cards.length && stay.length)
    lines.push(
      line('dash', `${stay.map((name) => view.label(name)).join(', ')} still play${stay.length === 1 ? 's' : ''}`),
    );
  return lines;
}

/**
 * @param {string} sign
 * @param {string} words
 */
function line(sign, words) {
  return element('span', {}, icon(sign), element('span', {}, words));
}

/**
 * The amount of an answer in words.
 * @param {Answer} answer
 * @param {Record<string, number>} wagers
 * @param {string} name
 */
function about(answer, wagers, name) {
  if (answer.cost) return `${dollars(answer.cost)} from ${name}`;
  const cards = answer.collects.reduce((sum, wager) => sum + (wagers[wager] ?? 0), 0);
  if (cards) return `collect ${dollars(cards)}`;
  if (answer.withdraws) return `give back ${dollars(wagers[answer.withdraws] ?? 0)}`;
  return 'no chips';
}

/**
 * @param {View} view
 * @param {Answer[]} answers
 * @param {string} picked the answer that was tapped
 * @param {(answer: Answer) => void} choose
 */
export function answerButtons(view, answers, picked, choose) {
  const seat = view.seat(view.due.seat ?? 0);
  const wagers = seat?.wagers ?? {};
  const name = seat?.name || `seat ${view.due.seat}`;
  return element(
    'div',
    { class: `answers many-${Math.min(answers.length, 4)}` },
    ...answers.map((answer) => {
      const cards = answer.collects.reduce((sum, wager) => sum + (wagers[wager] ?? 0), 0);
      const cents = answer.cost || cards || (answer.withdraws ? (wagers[answer.withdraws] ?? 0) : 0);
      const button = element(
        'button',
        {
          type: 'button',
          class: `answer${answer.value === picked ? ' picked' : ''}`,
          'data-answer': answer.value,
          onclick: () => choose(answer),
        },
        keycap(answer.key),
        element('strong', {}, choiceWords(answer.value)),
        element('em', {}, about(answer, wagers, name)),
        element(
          'span',
          { class: 'does' },
          ...does(answer, view, wagers),
          cents ? element('span', { class: 'stack-of' }, chipsOf(cents, view.tray)) : null,
        ),
        element(
          'span',
          { class: 'hold' },
          element('span', {}, answer.value === picked ? 'Tap again to take it back' : `Press ${answer.key} or tap`),
          clauseText(answer.clauses, [], 'wrap'),
        ),
      );
      return button;
    }),
  );
}
