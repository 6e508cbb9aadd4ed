// Cards that belong to no seat: the community cards, the dealer's hand and the box.
import { element, updateChildren, say } from '../core/dom.js';
import { tablePlaces } from './geometry.js';
import { drawCards } from './card-rows.js';

/** @typedef {import('../core/types.js').PostedTable} PostedTable */
/** @typedef {import('./motion.js').Moves} Moves */

/** @type {Record<string, string>} */
const NAMES = {
  board: 'Community cards',
  dealer: 'Dealer’s cards',
  box: 'Box cards',
  burn: 'Burned cards',
  aside: 'Cards set aside',
};
/** @param {string} place */
const nameOf = (place) => NAMES[place] ?? place.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());
/** @type {Record<string, string>} */
const SHORT = { dealer: 'Dealer', box: 'Box' };

/** @param {PostedTable} posted */
export function places(posted) {
  const node = element('div', { class: 'places' });
  const positions = tablePlaces(posted.layout.places);
  const groups = positions.map((position) => {
    const cards = element('ol', { class: 'cards' });
    const under = element('p', { class: 'under' });
    const group = element(
      'div',
      { class: `lying at-${position.at} lying-${position.place}`, role: 'group', 'aria-label': nameOf(position.place) },
      cards,
      under,
    );
    for (const [name, value] of Object.entries({
      '--px': position.x,
      '--py': position.y,
      '--card': position.card,
      '--step': position.step,
      '--many': position.cards,
      '--wide': position.width,
    }))
      group.style.setProperty(name, String(value));
    node.append(group);
    return { where: position, cards, under, group };
  });
  const rest = element('div', { class: 'lying at-rest' });
  node.append(rest);

  /**
   * @param {import('../core/types.js').View} view
   * @param {string} back
   * @param {Moves} moves
   */
  function draw({ sight, own, results }, back, moves) {
    const remaining = new Map((sight.places ?? []).map((place) => [place.place, place]));
    const ownHand = sight.seats?.find((seat) => seat.seat === own)?.hand;
    const dealers = remaining.get('dealer')?.hand;
    for (const { where: position, cards, under, group } of groups) {
      const place = remaining.get(position.place);
      remaining.delete(position.place);
      // Highlight the community cards that make the viewer's hand.
      drawCards(
        cards,
        place?.cards ?? [],
        back,
        moves,
        place?.hand ?? (results && position.place === 'board' ? (ownHand?.cards ? ownHand : dealers) : undefined),
      );
      say(under, place?.hand?.words ? sentence(place.hand.words) : (SHORT[position.place] ?? ''));
      group.classList.toggle('bare', !place?.cards.length);
      group.classList.toggle('told', Boolean(place?.hand));
    }
    updateChildren(
      rest,
      [...remaining.values()],
      (place) => place.place,
      (place) =>
        element(
          'div',
          { class: 'few', role: 'group', 'aria-label': nameOf(place.place) },
          element('ol', { class: 'cards' }),
        ),
      (each, place) => drawCards(/** @type {HTMLElement} */ (each.firstElementChild), place.cards, back, moves),
    );
  }
  return { node, draw, named: positions.some((position) => position.place === 'dealer' && position.at !== 'centre') };
}

/** @param {string} words */
const sentence = (words) => words.replace(/^./, (first) => first.toUpperCase());
