// Pictures of cards: the standard deck, the Dragon deck and the backs. Other cards appear as letters.
import { mark, shape, symbol } from '../core/dom.js';
import { cardName } from '../core/cards.js';

const ILLUSTRATED = /^(?:[2-9TJQKA][shdc]|D[rbg]|Ph|Ti|Pa|Mo|Ra)$/;

/**
 * @param {string|null} card
 * @param {string} back
 */
function symbolOf(card, back) {
  if (!card) return back;
  return ILLUSTRATED.test(card) ? card : 'paper';
}

/**
 * A card, face up or face down.
 * @param {string|null} card
 * @param {string} back the symbol of its back
 */
export function face(card, back) {
  const node = shape('svg', { class: 'card', viewBox: '0 0 100 140', role: 'img' }, shape('use'));
  show(node, card, back);
  return node;
}

/**
 * Show another card in the same node, for example when a face-down card is turned.
 * @param {SVGSVGElement} node
 * @param {string|null} card
 * @param {string} back
 */
export function show(node, card, back) {
  const name = symbolOf(card, back);
  if (node.dataset.drawn !== name || node.dataset.card !== (card ?? '')) {
    node.dataset.drawn = name;
    node.dataset.card = card ?? '';
    node.firstElementChild?.setAttribute('href', `/static/svg/cards.svg#${name}`);
    node.querySelector('text')?.remove();
    if (name === 'paper' && card)
      node.append(shape('text', { x: 50, y: 82, 'text-anchor': 'middle', class: 'letters' }, card));
  }
  mark(node, 'aria-label', cardName(card));
}

/** The card back of this round. Two decks alternate. @param {number} round */
export const backOf = (round) => (round % 2 ? 'back-blue' : 'back-red');

/**
 * An emblem of a special deck, printed on the felt.
 * @param {string} card
 * @param {string} look
 */
export function emblem(card, look) {
  return shape(
    'svg',
    { class: look, viewBox: '0 0 100 100', 'aria-hidden': 'true' },
    symbol('cards', `em-${card}`, { width: 100, height: 100 }),
  );
}
