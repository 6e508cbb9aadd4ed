// Rows of cards. Nodes are reused by position, so a card that stays does not move and a turned card flips.
import { element, updateChildren } from '../core/dom.js';
import { face, show } from './card-faces.js';

/** @typedef {import('./motion.js').Moves} Moves */
/** @typedef {{cards: (string|null)[], deal: number}} RowCards */

/** @type {WeakMap<Element, RowCards>} */
const previousRows = new WeakMap();

/**
 * Whether these cards come from a different deal than the previous ones.
 * @param {(string|null)[]} old
 * @param {(string|null)[]} now
 */
const isNewDeal = (old, now) => now.length > 0 && old.some((card, at) => card !== null && (now[at] ?? null) !== card);

/**
 * @param {HTMLElement} list
 * @param {(string|null)[]} cards
 * @param {string} back
 * @param {Moves} moves
 * @param {{cards?: string[]}} [hand] the called hand, with the cards that make it
 */
export function drawCards(list, cards, back, moves, hand) {
  const old = previousRows.get(list) ?? { cards: [], deal: 0 };
  const deal = isNewDeal(old.cards, cards) ? old.deal + 1 : old.deal;
  if (!cards.length && old.cards.length) moves.addCleared(list);
  const freeCards = hand?.cards?.length ? [...hand.cards] : null;
  updateChildren(
    list,
    cards.map((card, at) => ({ card, at })),
    ({ at }) => `${deal}.${at}`,
    ({ card }) => {
      const item = element('li', {}, face(card, back));
      moves.addDealt(item);
      return item;
    },
    (node, { card, at }) => {
      const picture = /** @type {SVGSVGElement} */ (node.firstElementChild);
      if (picture.dataset.card === '' && card) moves.addTurned(picture);
      show(picture, card, back);
      node.style.setProperty('--i', String(at));
      node.classList.toggle('used', take(freeCards, card));
      node.classList.toggle('rest', Boolean(freeCards) && !node.classList.contains('used'));
    },
  );
  list.classList.toggle('judged', Boolean(freeCards));
  previousRows.set(list, { cards: [...cards], deal });
}

/**
 * Whether a card makes the hand. Each card is used only once.
 * @param {string[]|null} freeCards
 * @param {string|null} card
 */
function take(freeCards, card) {
  const at = freeCards && card ? freeCards.indexOf(card) : -1;
  if (at < 0 || !freeCards) return false;
  freeCards.splice(at, 1);
  return true;
}
