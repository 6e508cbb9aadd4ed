// Shows a decision: the cards, one button for each choice, and afterward the exact value of each choice.
import { element } from '../core/dom.js';
import { dollars, quotient, signedDollars } from '../core/money.js';
import { cardRow } from '../core/page-parts.js';
import { choiceWords, questionWords } from '../table/round-story.js';

/** @import { JudgedDecision, PostedQuestion } from '../../../protocol-types' */

/**
 * The visible cards of a decision, separated by spaces.
 * @typedef {{hand: string, board: string, dealer: string}} Spot
 */

/**
 * An amount for players. Amounts below half a cent are not shown as zero.
 * @param {number} cents
 */
export function amount(cents) {
  if (!cents) return dollars(0);
  return Math.abs(cents) < 0.5 ? 'under 1¢' : dollars(Math.round(cents));
}

/** @param {number} cents */
export const signedAmount = (cents) =>
  cents && Math.abs(cents) < 0.5 ? `${cents < 0 ? '−' : '+'}under 1¢` : signedDollars(Math.round(cents));

/**
 * @param {string} words
 * @param {string} cards
 */
const cardGroup = (words, cards) =>
  cards ? element('div', { class: 'card-group' }, element('h3', {}, words), cardRow(cards.split(' '))) : null;

/** @param {Spot} spot */
export function spotCards({ hand, board, dealer }) {
  return element(
    'div',
    { class: 'spot' },
    cardGroup('Your cards', hand),
    cardGroup('Community cards', board),
    cardGroup('Dealer’s cards', dealer),
  );
}

/**
 * The question in words: "Before the Flop", "Keep or take back bet1".
 * @param {PostedQuestion[]} questions
 * @param {string} name
 */
export function questionTitle(questions, name) {
  const words = questionWords(questions, name);
  return words[0].toUpperCase() + words.slice(1).replace(/\bbet(\d)\b/, 'Bet $1');
}

/**
 * A choice with the amount that it bets or takes back: "4× ($20.00)".
 * @param {PostedQuestion[]} questions
 * @param {string} question
 * @param {string} name
 * @param {number} unit in cents
 */
export function choiceLabel(questions, question, name, unit) {
  const choice = questions.find((each) => each.name === question)?.choices.find((each) => each.name === name);
  const bets = choice?.multiple ? choice.multiple * unit : 0;
  return bets ? `${choiceWords(name)} (${dollars(bets)})` : choiceWords(name);
}

/**
 * Buttons for the choices. They look alike, so that the look does not suggest an answer.
 * @param {{name: string, choices: string[]}} spot
 * @param {PostedQuestion[]} questions
 * @param {number} unit in cents
 * @param {(choice: string) => void} choose
 */
export function choiceButtons(spot, questions, unit, choose) {
  return element(
    'div',
    { class: 'choices', role: 'group', 'aria-label': questionTitle(questions, spot.name) },
    spot.choices.map((choice, n) =>
      element(
        'button',
        {
          type: 'button',
          class: 'plain-button',
          'data-choice': choice,
          'aria-keyshortcuts': String(n + 1),
          onclick: () => choose(choice),
        },
        element('kbd', { 'aria-hidden': 'true' }, String(n + 1)),
        choiceLabel(questions, spot.name, choice, unit),
      ),
    ),
  );
}

/** The cost of a choice in cents. @param {JudgedDecision} decision @param {string} choice @param {number} unit */
export function costOf(decision, choice, unit) {
  const found = decision.choices.find((each) => each.choice === choice);
  return found ? quotient(found.cost) * unit : 0;
}

/**
 * The exact value of every choice, the best one first.
 * @param {Pick<JudgedDecision, 'name'|'choices'>} decision
 * @param {PostedQuestion[]} questions
 * @param {string} chosen
 * @param {number} unit in cents
 */
export function valuesTable(decision, questions, chosen, unit) {
  const sorted = [...decision.choices].sort((a, b) => quotient(a.cost) - quotient(b.cost));
  const rows = sorted.map((each) => {
    const cost = quotient(each.cost) * unit;
    const marks = [
      each.choice === chosen ? element('span', { class: 'pill' }, 'Your choice') : null,
      cost === 0 ? element('span', { class: 'pill best' }, 'Best') : null,
    ];
    return element(
      'tr',
      { class: each.choice === chosen ? (cost ? 'lose' : 'win') : null },
      element('th', { scope: 'row' }, choiceLabel(questions, decision.name, each.choice, unit), ' ', marks),
      element('td', { class: 'money-col', title: `${each.value} units` }, signedAmount(quotient(each.value) * unit)),
      element('td', { class: 'money-col' }, cost ? signedAmount(-cost) : ''),
    );
  });
  return element(
    'table',
    { class: 'grid-table values' },
    element('caption', { class: 'unseen' }, 'The exact value of each choice'),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        element('th', { scope: 'col' }, 'Choice'),
        element('th', { scope: 'col', class: 'money-col' }, 'Worth on average'),
        element('th', { scope: 'col', class: 'money-col' }, 'Costs you'),
      ),
    ),
    element('tbody', {}, rows),
  );
}

/**
 * What happened, in one sentence.
 * @param {JudgedDecision} decision
 * @param {string} chosen
 * @param {number} unit in cents
 */
export function verdict(decision, chosen, unit) {
  const cost = costOf(decision, chosen, unit);
  if (cost) return `${choiceWords(decision.best)} is better. ${choiceWords(chosen)} costs ${amount(cost)} on average.`;
  return decision.indifferent ? 'Right. Another choice is worth exactly as much.' : 'Right. This is the best choice.';
}

/**
 * The reason for the best choice, with the cost of the short list if the list errs.
 * @param {JudgedDecision} decision
 * @param {number} unit in cents
 */
export function reasonText(decision, unit) {
  if (!decision.reason) return '';
  const cost = quotient(decision.list_cost) * unit;
  return cost ? `${decision.reason} The difference is ${amount(cost)}.` : decision.reason;
}
