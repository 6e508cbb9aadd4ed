// Buttons for the cards still in the deck, by suit. Without suits, by kind with the number left.
import { cardName } from '../core/cards.js';
import { element, updateChildren, mark, shape, symbol } from '../core/dom.js';
import { capital, cardFace, french, keycap, suitLook } from './staff-parts.js';

/** @typedef {import('./card-naming.js').Naming} Naming */

const SUITS = ['s', 'h', 'c', 'd'];
const RANKS = 'AKQJT98765432';

/** @param {(card: string) => void} press */
export function cardGrid(press) {
  const node = element('div', { class: 'grid', role: 'group', 'aria-label': 'Cards still in the deck' });

  /** @param {Naming} naming */
  function draw(naming) {
    const bySuit = naming.kinds.every((card) => french(card));
    node.classList.toggle('kinds', !bySuit);
    node.classList.toggle('narrow', naming.lit.length > 0);
    const cells = bySuit ? bySuits(naming.kinds) : naming.kinds;
    updateChildren(
      node,
      cells,
      (cell) => cell,
      (cell) => (cell.startsWith('suit:') ? suitHead(cell.slice(5)) : cardKey(cell, bySuit, press)),
      (each, cell) => {
        if (!cell.startsWith('suit:')) show(each, cell, naming, bySuit);
      },
    );
  }
  return { node, draw };
}

/** @param {string[]} kinds */
function bySuits(kinds) {
  return SUITS.flatMap((suit) => [
    `suit:${suit}`,
    ...[...RANKS].map((rank) => rank + suit).filter((card) => kinds.includes(card)),
  ]);
}

/** @param {string} suit */
function suitHead(suit) {
  return element(
    'span',
    { class: `suit suit-${suit}${'hd'.includes(suit) ? ' red' : ''}`, 'aria-hidden': 'true' },
    shape('svg', { viewBox: '0 0 24 24' }, symbol('pit', suit)),
  );
}

/**
 * @param {string} card
 * @param {boolean} bySuit
 * @param {(card: string) => void} press
 */
function cardKey(card, bySuit, press) {
  const button = element(
    'button',
    { type: 'button', tabindex: '-1', 'data-card': card, class: suitLook(card), onclick: () => press(card) },
    ...cardFace(card),
  );
  if (!bySuit)
    button.append(
      element('span', { class: 'kind' }, capital(cardName(card))),
      element('span', { class: 'typed-as' }, element('b', { class: 'left' }), keycap(card.toLowerCase(), 'small')),
    );
  return button;
}

/**
 * @param {Element} button
 * @param {string} card
 * @param {Naming} naming
 * @param {boolean} bySuit
 */
function show(button, card, naming, bySuit) {
  const isNamed = naming.cards.includes(card);
  const remaining = naming.countLeft(card);
  const isGone = remaining <= 0 && !isNamed;
  button.classList.toggle('named', isNamed);
  button.classList.toggle('gone', isGone);
  button.classList.toggle('lit', naming.lit.includes(card));
  button.classList.toggle('wrong', naming.fault?.card === card);
  const count = button.querySelector('.left');
  if (count) count.textContent = `${remaining} left`;
  const state = isNamed ? ', entered' : isGone ? `, ${naming.where(card)}` : bySuit ? '' : `, ${remaining} left`;
  mark(button, 'aria-label', `${cardName(card)}${state}`);
}
