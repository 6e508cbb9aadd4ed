// Places the seats and the cards on the table. This module does not use the DOM.
import { covers, placePlates } from './seat-plates.js';
import { circles, curve, extent, GAP, handWidth, MIDDLE, RAIL, half } from './shapes.js';

/** @typedef {import('./shapes.js').Area} Area */
/** @typedef {import('./shapes.js').Extent} Extent */
/** @typedef {import('./shapes.js').SeatPlace} SeatPlace */

const FLAT = 0.714; // exponent that makes the arc of seats squarer; 1 would be an ellipse
const OWN_Y = 580;
const CARDS_Y = 126;
const LARGEST = 0.57,
  SMALLEST = 0.38; // smallest scale of another seat beside the viewer's seat
const TURN = 0.52; // rotation of a seat's print, as a share of the seat's angle
const MOST = 580; // maximum width of the viewer's areas and hand together
const REACH = 80; // degrees from straight down to the last seat

/**
 * The position of a seat at an angle (degrees, right positive).
 * @param {number} angle
 * @param {number} reach
 */
function onArc(angle, reach) {
  const r = (angle * Math.PI) / 180;
  return {
    x: MIDDLE + reach * Math.sign(r) * Math.abs(Math.sin(r)) ** FLAT,
    y: 170 + 440 * Math.cos(r) ** FLAT,
  };
}

/**
 * The point of the rail in front of a player.
 * @param {number} x
 * @param {number} y
 * @param {number} turn degrees
 */
function atRail(x, y, turn) {
  const r = (turn * Math.PI) / 180;
  const dx = -Math.sin(r),
    dy = Math.cos(r);
  let best = RAIL[40],
    least = Infinity;
  for (const point of RAIL) {
    const along = (point.x - x) * dx + (point.y - y) * dy;
    const off = Math.abs((point.x - x) * dy - (point.y - y) * dx);
    if (along > 0 && off < least) [best, least] = [point, off];
  }
  return best;
}

/**
 * Evenly spaced points on one side of the arc.
 * @param {number} from
 * @param {number} to
 * @param {number} count
 * @param {number} reach
 */
function spread(from, to, count, reach) {
  const steps = 60;
  const walk = Array.from({ length: steps + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / steps;
    return { angle, ...onArc(angle, reach) };
  });
  const lengths = [0];
  for (let i = 1; i <= steps; i++)
    lengths.push(lengths[i - 1] + Math.hypot(walk[i].x - walk[i - 1].x, walk[i].y - walk[i - 1].y));
  const whole = lengths[steps];
  const inset = count === 1 ? 0.5 : count === 2 ? 0.14 : 0;
  const points = Array.from({ length: count }, (_, k) => {
    const share = count === 1 ? 0.5 : inset + ((1 - 2 * inset) * k) / (count - 1);
    const at = lengths.findIndex((length) => length >= whole * share - 1e-6);
    return walk[at < 0 ? steps : at];
  });
  return { points, gap: count === 1 ? whole : (whole * (1 - 2 * inset)) / (count - 1) };
}

/** How far the areas of the last seat reach outward. @param {Area[]} areas */
function outreach(areas) {
  const r = (TURN * REACH * Math.PI) / 180;
  return Math.max(60, ...areas.map((area) => -(area.x * Math.cos(r) - area.y * Math.sin(r)) + half(area.shape) * 0.9));
}

/**
 * The positions of all seats. Seat 1 is at the dealer's far left, which is the viewer's right. Turns run clockwise.
 * The table is rotated so that the viewer's seat is at the bottom, with an equal number of seats on each side.
 * @param {number} count
 * @param {number|null} own
 * @param {Area[]} areas
 * @param {number} cards number of cards in a hand
 * @returns {Map<number, SeatPlace>}
 */
export function seatPlaces(count, own, areas, cards) {
  const placesBySeat = new Map();
  const size = extent(areas),
    otherAreas = asOthers(areas).areas;
  if (own === null) {
    const { points, k } = fit(count, 0, otherAreas, true);
    points.forEach((point, index) =>
      placesBySeat.set(count - index, place(point, point.angle < 0 ? -1 : 1, k, otherAreas, cards)),
    );
    return placePlates(placesBySeat, otherAreas);
  }
  const width = Math.min(MOST, size.right - size.left + GAP + handWidth(cards));
  const others = count - 1;
  const left = Math.max(Math.floor(others / 2), Math.min(Math.ceil(others / 2), count - own));
  const right = others - left;
  // the hand is to the right of the areas, where there is more room
  const middle = MIDDLE + Math.max(-16, (left - right) * 40);
  const { y, k: scale } = ownFit(areas, handWidth(cards), middle);
  placesBySeat.set(own, {
    x: middle,
    y,
    k: scale,
    turn: 0,
    side: 0,
    plateX: MIDDLE - middle,
    plateY: 774 - y,
    hold: 0.5,
    tall: false,
    handX: 0,
    handY: 0,
  });
  for (const [side, many] of /** @type {[number, number][]} */ ([
    [-1, left],
    [1, right],
  ])) {
    if (!many) continue;
    const { points, k } = fit(many, side * (middle - MIDDLE) + width / 2 + 14, otherAreas, false);
    points.forEach((point, index) => {
      const seat = ((own - side * (index + 1) - 1 + 2 * count) % count) + 1;
      placesBySeat.set(
        seat,
        place(
          { angle: side * point.angle, x: MIDDLE + side * (point.x - MIDDLE), y: point.y },
          side,
          k,
          otherAreas,
          cards,
        ),
      );
    });
  }
  return placePlates(
    placesBySeat,
    otherAreas,
    areas,
    scale * ((size.right - size.left + GAP + handWidth(cards)) / 2 + size.left),
  );
}

/** The height of the lower gold line at x. @param {number} x */
function goldLine(x) {
  const off = Math.min(540, Math.abs(x - MIDDLE));
  let low = 0,
    high = 1;
  for (let step = 0; step < 20; step++) {
    const t = (low + high) / 2;
    if (curve(0, 382, 538, 542, t) < off) low = t;
    else high = t;
  }
  return curve(744, 744, 532, 80, low);
}

/**
 * The viewer's seat: as large as possible inside the gold line.
 * @param {Area[]} areas
 * @param {number} hand the width of the hand
 * @param {number} middle
 */
function ownFit(areas, hand, middle) {
  const size = extent(areas);
  const length = size.right - size.left + GAP + hand;
  const most = Math.min(1, MOST / length);
  let k = most,
    y = OWN_Y;
  const inside = () =>
    areas.every((area) => {
      const corner = half(area.shape) * (area.shape === 'square' ? 1 : 0.72);
      return y + k * (area.y + corner) + 6 <= goldLine(middle - k * (length / 2 + size.left - area.x + corner));
    });
  while (!inside() && y > OWN_Y - 14) y -= 2;
  while (!inside() && k > 0.8 * most) k -= 0.01;
  return { y, k };
}

/**
 * The seats on one side, or on the whole arc, as large as neighbors, the viewer's seat and the rail allow.
 * @param {number} many
 * @param {number} inner the edge of the viewer's seat
 * @param {Area[]} areas of another seat
 * @param {boolean} length
 */
function fit(many, inner, areas, length) {
  const size = extent(areas),
    out = outreach(areas);
  const across = Math.max(size.right, -size.left);
  let k = LARGEST;
  /** @type {{points: {angle: number, x: number, y: number}[], gap: number}} */
  let flank = { points: [], gap: 0 };
  for (let round = 0; round < 6; round++) {
    const reach = Math.min(470, (524 - k * out) / Math.sin((REACH * Math.PI) / 180) ** FLAT);
    const from = (Math.asin(Math.min(0.97, ((inner + k * across * 0.95) / reach) ** (1 / FLAT))) * 180) / Math.PI;
    flank = spread(length ? -REACH : Math.min(from, REACH - 8), REACH, many, reach);
    k = Math.max(SMALLEST, Math.min(LARGEST, (LARGEST * flank.gap) / 150, (flank.gap * 0.56) / across));
  }
  const turned = flank.points.map((point) => ({ ...point, turn: -TURN * point.angle }));
  while (
    k > SMALLEST &&
    turned.some(
      (seat, at) => at > 0 && isTouching(circles({ ...turned[at - 1], k }, areas), circles({ ...seat, k }, areas)),
    )
  )
    k -= 0.01;
  return { ...flank, k };
}

/**
 * @param {{x: number, y: number, r: number}[]} these
 * @param {{x: number, y: number, r: number}[]} those
 */
const isTouching = (these, those) =>
  these.some((item) => those.some((other) => Math.hypot(item.x - other.x, item.y - other.y) < item.r + other.r));

/**
 * @param {{angle: number, x: number, y: number}} point
 * @param {number} side
 * @param {number} k
 * @param {Area[]} areas
 * @param {number} cards
 * @returns {SeatPlace}
 */
function place({ angle, x, y }, side, k, areas, cards) {
  const turn = -TURN * angle;
  const rail = atRail(x, y, turn);
  // The cards are in front of the bets, toward the dealer.
  // Beside the viewer's seat, there is room for cards only straight in front.
  const lean = Math.max(0.12, Math.min(0.55, 0.55 - (y - 400) / 330));
  const [dx, dy] = [(MIDDLE - x) * lean, 330 - y];
  const far = Math.hypot(dx, dy),
    rings = circles({ x, y, k, turn }, areas);
  let r = 110 * k + 30;
  while (
    r < 150 * k + 60 &&
    rings.some((ring) => covers(otherHand(x + (dx / far) * r, y + (dy / far) * r, cards), ring))
  )
    r += 4;
  return {
    x,
    y,
    k,
    turn,
    side,
    plateX: rail.x - x,
    plateY: rail.y - y,
    hold: 0.5,
    tall: false,
    handX: (dx / far) * r,
    handY: (dy / far) * r,
  };
}

const MANY = 6; // number of areas above which the areas of other seats are closer together

/**
 * Center the areas of another player's seat, and move them closer together if there are many. `dx` and `dy` are the
 * offset of the centering.
 * @param {Area[]} areas
 */
export function asOthers(areas) {
  const near = (/** @type {Area} */ area) =>
    areas.length <= MANY || area.kind !== 'optional' ? 1 : area.shape === 'lens' ? 0.9 : 0.8;
  const closer = areas.map((area) => ({ ...area, x: area.x * near(area), y: area.y * near(area) }));
  const { left, right, top, bottom } = extent(closer);
  const [dx, dy] = [-0.5 * (left + right), -0.3 * (top + bottom)];
  return { dx, dy, areas: closer.map((area) => ({ ...area, x: area.x + dx, y: area.y + dy })) };
}

/**
 * The extent of another player's cards around their center.
 * @param {number} x
 * @param {number} y
 * @param {number} cards
 * @returns {Extent}
 */
function otherHand(x, y, cards) {
  const wide = (36 + Math.min(17, 52 / Math.max(1, cards - 1)) * (cards - 1)) / 2;
  return { left: x - wide, right: x + wide, top: y - 25, bottom: y + 25 };
}

/**
 * The places of cards that belong to no seat: the community cards in front of the tray, and the dealer's beside them
 * or, without community cards, in their place.
 * @param {{place: string, cards: number}[]} places
 */
export function tablePlaces(places) {
  const names = places.filter((each) => each.place !== 'burn' && each.place !== 'aside');
  const centre =
    names.find((each) => each.place === 'board') ?? names.find((each) => each.place === 'dealer') ?? names[0];
  return names.map((each) => {
    const at = each === centre ? 'centre' : each.place === 'dealer' ? 'right' : 'left';
    if (at === 'centre') return { ...each, at, y: CARDS_Y, ...row(each.cards, 88, 97, 476, MIDDLE) };
    if (at === 'right') return { ...each, at, y: CARDS_Y, ...row(each.cards, 88, 44, 180, 938) };
    return { ...each, at, y: CARDS_Y + 22, ...row(each.cards, 72, 31, 170, 268) }; // places the cards under the meters
  });
}

/**
 * @param {number} cards
 * @param {number} card
 * @param {number} step
 * @param {number} most
 * @param {number} middle
 */
function row(cards, card, step, most, middle) {
  const distance = cards > 1 ? Math.min(step, (most - card) / (cards - 1)) : step;
  const width = card + distance * (cards - 1);
  return { card, step: distance, x: middle - width / 2, width };
}
