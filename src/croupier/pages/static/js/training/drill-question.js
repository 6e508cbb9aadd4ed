// Shows a drill question: its facts, cards and wagers, and the choices or the field for a typed answer.
import { element } from '../core/dom.js';
import { dollars } from '../core/money.js';
import { cardRow } from '../core/page-parts.js';

/** @import { DrillQuestion } from '../../../protocol-types' */

/** @type {Record<string, {words: string, hint: string, mode: string}>} */
const FIELDS = {
  money: { words: 'Amount in dollars', hint: '22.50', mode: 'decimal' },
  number: { words: 'Number', hint: '31', mode: 'numeric' },
  time: { words: 'Time', hint: '18:20', mode: 'text' },
};

/** The situation of a question. @param {DrillQuestion} question */
export function situation(question) {
  const facts = (question.facts ?? []).map((fact) => element('p', { class: 'fact' }, fact));
  const cards = (question.cards ?? []).map(({ place, cards: row }) =>
    element('div', { class: 'card-group' }, element('h3', {}, place), cardRow([...row])),
  );
  const wagers = question.wagers ?? [];
  const stakes = wagers.length
    ? element(
        'dl',
        { class: 'stakes', 'aria-label': 'Wagers' },
        wagers.map(({ wager, cents }) =>
          element('div', {}, element('dt', {}, wager), element('dd', {}, dollars(cents))),
        ),
      )
    : null;
  return element(
    'div',
    { class: 'situation' },
    facts,
    cards.length ? element('div', { class: 'spot' }, cards) : null,
    stakes,
  );
}

/**
 * The numbered choices, or a form for a typed answer.
 * @param {DrillQuestion} question
 * @param {(answer: string) => void} answer
 */
export function answerForm(question, answer) {
  const choices = question.choices ?? [];
  if (choices.length) {
    return element(
      'div',
      { class: 'choices long', role: 'group', 'aria-label': 'Choices' },
      choices.map((words, at) =>
        element(
          'button',
          { type: 'button', class: 'plain-button', onclick: () => answer(String(at + 1)) },
          element('kbd', { 'aria-hidden': 'true' }, String(at + 1)),
          element('span', {}, words),
        ),
      ),
    );
  }
  const { words, hint, mode } = FIELDS[question.form ?? 'number'] ?? FIELDS.number;
  const input = element('input', {
    name: 'answer',
    required: true,
    maxlength: '20',
    autocomplete: 'off',
    inputmode: mode,
    placeholder: hint,
  });
  const form = element(
    'form',
    { class: 'typed-answer' },
    element('label', { class: 'field' }, words, input),
    element('button', { class: 'gold' }, 'Answer'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    answer(input.value);
  });
  return form;
}
