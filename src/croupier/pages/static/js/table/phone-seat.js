// Places the viewer's seat on a phone. This module does not use the DOM.
import { extent, handWidth, ownHand } from './shapes.js';

/** @typedef {import('./shapes.js').Area} Area */

/**
 * The viewer's seat on a phone, in a column of 496 units. The areas are beside the hand, under it in one row, or under
 * it as on the layout.
 * @param {Area[]} areas
 * @param {number} cards
 */
export function phonePlaces(areas, cards) {
  const size = extent(areas);
  const wide = size.right - size.left;
  const hand = ownHand(cards);
  const across = handWidth(cards);
  if (wide + across + 24 <= 484) {
    const rest = (496 - wide - across - 24) / 2;
    return {
      mode: 'beside',
      below: 0,
      height: Math.max(size.bottom - size.top + 70, 250),
      k: 1,
      x: rest - size.left,
      y: 44 - size.top,
      handX: 496 - rest - across / 2,
      handY: 44 - size.top - 6,
      card: hand.card,
      step: hand.step,
      places: areas,
    };
  }
  const grow = Math.min(1.3, 476 / across);
  const [card, step] = [hand.card * grow, hand.step * grow];
  const below = 8 + card * 1.4 + 46;
  const flat = areas.filter((area) => area.shape !== 'lens');
  if (areas.length <= 5 && flat.length === areas.length) {
    const gap = Math.min(112, 480 / areas.length);
    const sorted = [...areas].sort((a, b) => a.y - b.y || a.x - b.x);
    const places = areas.map((area) => ({ ...area, x: (sorted.indexOf(area) - (areas.length - 1) / 2) * gap, y: 0 }));
    return {
      mode: 'row',
      below: below - 26,
      height: below + 136,
      k: 1,
      x: 248,
      y: below + 66,
      handX: 248,
      handY: 8 + card * 0.7,
      card,
      step,
      places,
    };
  }
  const k = Math.min(1.25, 476 / wide);
  return {
    mode: 'under',
    below: below - 10,
    height: below + k * (size.bottom - size.top) + 44,
    k,
    x: 248 - (k * (size.left + size.right)) / 2,
    y: below + 16 - k * size.top,
    handX: 248,
    handY: 8 + card * 0.7,
    card,
    step,
    places: areas,
  };
}
