// The small picture of a table in the lobby: felt, seats and a few cards.
import { shape, symbol } from '../core/dom.js';

const WIDTH = 320;
const POWER = 0.714;

/** Seat positions on the arc. @param {number} seats */
function places(seats) {
  return Array.from({ length: seats }, (_, index) => {
    const angle = (seats > 1 ? 83 - (166 * index) / (seats - 1) : 0) * (Math.PI / 180);
    const reach = Math.abs(Math.sin(angle)) ** POWER * Math.sign(angle);
    return { seat: index + 1, x: 160 + 125 * reach, y: 35 + 117 * Math.cos(angle) ** POWER };
  });
}

/**
 * @param {import('../../../protocol-types').LobbyEntry} table one table of the lobby
 * @param {number[]} own
 */
export function tablePicture(table, own) {
  const { cloth, sample } = table;
  const seats = places(table.seats).map(({ seat, x, y }) =>
    shape('circle', {
      class: own.includes(seat) ? 'me' : table.seated.includes(seat) ? 'taken' : 'free',
      cx: x.toFixed(1),
      cy: y.toFixed(1),
      r: '6',
    }),
  );
  const from = (WIDTH - (sample.length * 39 - 5)) / 2;
  const cards = sample.map((/** @type {string} */ card, /** @type {number} */ n) =>
    symbol('cards', card || 'back-blue', { x: String(from + 39 * n), y: '44', width: '34', height: '47.6' }),
  );
  const picture = shape(
    'svg',
    { class: 'mini', viewBox: '0 0 320 190', 'aria-hidden': 'true' },
    shape('path', { class: 'rail', d: 'M18 4H302Q316 4 316 18C316 134 270 186 160 186C50 186 4 134 4 18Q4 4 18 4Z' }),
    shape('path', {
      fill: cloth.body,
      d: 'M22 13H298Q307 13 307 22C306 128 262 177 160 177C58 177 14 128 13 22Q13 13 22 13Z',
    }),
    shape('path', {
      fill: 'none',
      stroke: cloth.line,
      'stroke-width': '1.2',
      opacity: '.75',
      d: 'M26 18H294Q302 18 302 26C300 124 258 172 160 172C62 172 20 124 18 26Q18 18 26 18Z',
    }),
    ...seats,
    ...cards,
  );
  picture.style.setProperty('--line', cloth.line);
  return picture;
}
