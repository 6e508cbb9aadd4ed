// Your decisions in a finished round, each with the exact value of every choice.
import { get, Refused } from '../core/api.js';
import { element } from '../core/dom.js';
import { quotient } from '../core/money.js';
import { questionTitle, spotCards, valuesTable } from './decision-view.js';

/**
 * A block with the viewer's decisions, or null if they made none.
 * @param {string} table
 * @param {number} number
 * @param {import('../../../protocol-types').PostedQuestion[]} questions
 */
export async function roundDecisions(table, number, questions) {
  try {
    const review = await get(`/api/me/rounds/${encodeURIComponent(table)}/${number}/decisions`);
    if (!review.decisions.length) return null;
    return element(
      'section',
      { class: 'block', 'aria-label': 'Your decisions' },
      element('h2', {}, 'Your decisions'),
      review.decisions.map((made) => {
        const decision = { name: made.question, choices: made.choices };
        return element(
          'section',
          { class: 'made-decision' },
          element('h3', {}, questionTitle(questions, made.question)),
          spotCards({ hand: made.hand, board: made.board, dealer: '' }),
          valuesTable(decision, questions, made.choice, made.unit),
          quotient(made.cost) && made.by !== 'player'
            ? element('p', { class: 'fine' }, 'This decision was made for you.')
            : null,
        );
      }),
      element('p', {}, element('a', { class: 'link', href: '/mistakes' }, 'All your mistakes by kind')),
    );
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    return null; // the viewer did not play in this round, or the values are not available
  }
}
