// Sizes of areas, hands and the rail, on a table of 1,200 by 800 units. This module does not use the DOM.

/**
 * @typedef {{wager: string, label: string, words: string, shape: string, x: number, y: number, kind: string, clause:
 * string, emblem?: string}} Area
 */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Extent */
/**
 * @typedef {{x: number, y: number, k: number, turn: number, side: number, plateX: number, plateY: number, hold:
 * number, tall: boolean, handX: number, handY: number}} SeatPlace
 */

export const WIDE = 1200,
  HIGH = 800;
export const MIDDLE = 600;
export const GAP = 36; // distance between the viewer's areas and hand

/** Half the size of an area. @param {string} shape */
export const half = (shape) => ({ ring: 40, double: 42, diamond: 47, square: 36, lens: 14 })[shape] ?? 40;

/**
 * @param {Area[]} areas
 * @returns {Extent}
 */
export function extent(areas) {
  const box = { left: 0, right: 0, top: 0, bottom: 0 };
  for (const area of areas) {
    const r = half(area.shape);
    box.left = Math.min(box.left, area.x - r);
    box.right = Math.max(box.right, area.x + r);
    box.top = Math.min(box.top, area.y - r);
    box.bottom = Math.max(box.bottom, area.y + r);
  }
  return box;
}

/**
 * The viewer's hand: the width of a card and the distance to the next one.
 * @param {number} cards
 */
export function ownHand(cards) {
  if (cards <= 2) return { card: 112, step: 120 };
  if (cards === 3) return { card: 90, step: 96 };
  if (cards <= 5) return { card: 74, step: 60 };
  return { card: 96, step: Math.min(46, 276 / (cards - 1)) };
}

/** @param {number} cards */
export function handWidth(cards) {
  const { card, step } = ownHand(cards);
  return card + step * Math.max(0, cards - 1);
}

/**
 * The areas of another seat on the table, as circles.
 * @param {{x: number, y: number, k: number, turn: number}} seat
 * @param {Area[]} areas
 */
export function circles(seat, areas) {
  const r = (seat.turn * Math.PI) / 180;
  return areas.map((area) => {
    const [x, y] = [area.x * seat.k, area.y * seat.k];
    return {
      x: seat.x + x * Math.cos(r) - y * Math.sin(r),
      y: seat.y + x * Math.sin(r) + y * Math.cos(r),
      r: half(area.shape) * seat.k,
    };
  });
}

/**
 * @param {number} a
 * @param {number} b
 * @param {number} c
 * @param {number} d
 * @param {number} t
 */
export const curve = (a, b, c, d, t) =>
  a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t * t * (1 - t) + d * t ** 3;

// The center line of the rail, from the right end to the bottom to the left end.
export const RAIL = Array.from({ length: 81 }, (_, i) => {
  const t = Math.abs(i - 40) / 40;
  const x = curve(0, 400, 570, 571, t);
  return { x: MIDDLE + (i < 40 ? x : -x), y: curve(774, 774, 560, 60, t) };
});
