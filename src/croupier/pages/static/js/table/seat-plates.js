// Places the plates with the players' names on the rail. This module does not use the DOM.
import { circles, RAIL, WIDE } from './shapes.js';

/** @typedef {import('./shapes.js').Area} Area */
/** @typedef {import('./shapes.js').Extent} Extent */
/** @typedef {import('./shapes.js').SeatPlace} SeatPlace */

/** Plate sizes: name and chips in one line, or in two. */
const PLATES = [
  { wide: 172, high: 30, tall: false },
  { wide: 108, high: 47, tall: true },
];
const BRIM = 14; // maximum distance by which a plate may extend over the table's edge
const NEAR = 70; // maximum distance of a plate from its player

/**
 * Place each plate on the rail, as near to its player as possible without covering an area or another plate.
 * @param {Map<number, SeatPlace>} places
 * @param {Area[]} areas of other seats
 * @param {Area[]} [ownPlates] the areas of the viewer's seat
 * @param {number} [cluster] how far left of the seat's center they are
 */
export function placePlates(places, areas, ownPlates = [], cluster = 0) {
  const seats = [...places.values()].filter((seat) => seat.side).sort((a, b) => a.y - b.y);
  const own = [...places.values()].find((seat) => !seat.side);
  const rings = [
    ...seats.flatMap((seat) => circles(seat, areas)),
    ...(own ? circles({ ...own, x: own.x - cluster }, ownPlates) : []).map((ring) => ({ ...ring, r: ring.r + 22 })),
  ];
  /** @type {Extent[]} */
  const placedPlates = [];
  for (const seat of seats) {
    const home = { x: seat.x + seat.plateX, y: seat.y + seat.plateY };
    let least = Infinity,
      best = plateAt(home, PLATES[0]);
    for (const point of RAIL.filter(({ x, y }) => Math.hypot(x - home.x, y - home.y) < NEAR)) {
      for (const plate of PLATES) {
        for (let out = -6; out <= 18; out += 6) {
          const candidate = plateAt(
            { x: point.x + seat.side * out, y: point.y + (point.y > 560 ? out / 2 : 0) },
            plate,
          );
          const cost =
            rings.reduce((sum, ring) => sum + covers(candidate, ring), 0) * 4 +
            placedPlates.reduce((sum, other) => sum + overlap(candidate, other), 0) * 4 +
            Math.hypot(point.x - home.x, point.y - home.y) * 8 +
            Math.abs(out) * 3 +
            (plate.tall ? 120 : 0);
          if (cost < least) [least, best] = [cost, candidate];
        }
      }
    }
    placedPlates.push(best);
    // At the ends of the table, a plate is anchored at its outer edge, so that a long name grows inward.
    seat.tall = best.tall;
    seat.hold = best.left === -BRIM ? 0 : best.right === WIDE + BRIM ? 1 : 0.5;
    seat.plateX = best.left + seat.hold * (best.right - best.left) - seat.x;
    seat.plateY = (best.top + best.bottom) / 2 - seat.y;
  }
  return places;
}

/**
 * @param {{x: number, y: number}} at its center, inside the table
 * @param {typeof PLATES[0]} plate
 */
function plateAt({ x, y }, { wide, high, tall }) {
  const left = Math.max(-BRIM, Math.min(WIDE + BRIM - wide, x - wide / 2));
  return { left, right: left + wide, top: y - high / 2, bottom: y + high / 2, tall };
}

/**
 * @param {Extent} a
 * @param {Extent} b
 */
function overlap(a, b) {
  return (
    Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left) + 6) *
    Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) + 4)
  );
}

/**
 * @param {Extent} plate
 * @param {{x: number, y: number, r: number}} ring
 */
export function covers(plate, ring) {
  const area = overlap(plate, {
    left: ring.x - ring.r,
    right: ring.x + ring.r,
    top: ring.y - ring.r,
    bottom: ring.y + ring.r,
  });
  return area ? area + 60 : 0;
}
