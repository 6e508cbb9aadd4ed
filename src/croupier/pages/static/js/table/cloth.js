// The table surface: rail, felt, lines and printed text.
import { shape, symbol } from '../core/dom.js';
import { withCents } from '../core/money.js';
import { tablePlaces } from './geometry.js';
import { HIGH, WIDE } from './shapes.js';

const RAIL = 'M58 16H1142Q1184 16 1184 60C1184 560 1010 788 600 788C190 788 16 560 16 60Q16 16 58 16Z';
const SEAM = 'M62 30H1138Q1170 30 1170 64C1168 550 1000 773 600 773C200 773 32 550 30 64Q30 30 62 30Z';
const WOOL = 'M66 44H1134Q1156 44 1156 68C1154 540 992 758 600 758C208 758 46 540 44 68Q44 44 66 44Z';
const LINE = 'M80 56H1120Q1143 56 1142 80C1138 532 982 744 600 744C218 744 62 532 58 80Q57 56 80 56Z';

let count = 0; // makes gradient and path ids unique on a page with two tables

/** @param {import('../core/types.js').PostedLayout} layout */
export function cloth(layout) {
  const n = ++count;
  const stop = (/** @type {string} */ look, /** @type {number} */ offset) => shape('stop', { class: look, offset });
  const lamp = shape(
    'radialGradient',
    { id: `lamp-${n}`, cx: '50%', cy: '36%', r: '68%' },
    stop('lit', 0),
    stop('mid', 0.58),
    stop('dim', 1),
  );
  const wool = shape(
    'pattern',
    { id: `wool-${n}`, width: 5, height: 5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(28)' },
    shape('path', { class: 'fibre', d: 'M0 1.2H2.4M2.6 3.7H5' }),
  );
  const figures = layout.strip.length > 0;
  const notices = lines(layout.notices);
  const up = notices.length > 2 && !figures ? 27 : 0;
  const arcs = notices.map((_, line) => shape('path', { id: `arc-${n}-${line}`, d: arc(line, figures, up) }));
  const group = shape(
    'svg',
    { class: 'cloth', viewBox: `0 0 ${WIDE} ${HIGH}`, 'aria-hidden': 'true' },
    shape('defs', {}, lamp, wool, ...arcs),
    shape('path', { class: 'rail', d: RAIL }),
    shape('path', { class: 'rail-light', d: RAIL }),
    shape('path', { class: 'rail-seam', d: SEAM }),
    shape('path', { d: WOOL, fill: `url(#lamp-${n})` }),
    shape('path', { d: WOOL, fill: `url(#wool-${n})` }),
    shape('path', { class: 'edge', d: WOOL }),
    shape('path', { class: 'gold-line', d: LINE }),
    slots(layout.places),
    symbol('chips', 'mark', {
      class: 'logo',
      ...(up || figures ? { x: 966, y: 64 } : { x: 582, y: 318 }),
      width: 36,
      height: 36,
    }),
  );
  const room = layout.hand > 5 ? 500 : 575; // width between the cards of the outer seats
  notices.forEach((words, line) =>
    group.append(print(words, line ? 'arc-b' : 'arc-a', `arc-${n}-${line}`, line ? 13.5 : 17, room)),
  );
  return group;
}

const LONG = 72; // characters that fit on an arc

/**
 * The notices as at most three lines, top first. Short notices share a line.
 * @param {{words: string}[]} notices
 */
function lines(notices) {
  /** @type {string[]} */
  const rows = [];
  notices
    .map(({ words }) => withCents(words))
    .forEach((words, at) => {
      const combined = `${rows.at(-1)} · ${words}`;
      if (at > 1 && combined.length <= LONG) rows[rows.length - 1] = combined;
      else rows.push(words);
    });
  return rows.slice(0, 3);
}

/**
 * The path of a line. It is flatter under a strip of card emblems.
 * @param {number} line
 * @param {boolean} flat
 * @param {number} up
 */
function arc(line, flat, up) {
  const [end, dip] = flat ? [354 + line * 27, 434 + line * 27] : [318 + line * 28 - up, 436 + line * 30 - up];
  return `M276 ${end}Q600 ${dip} 924 ${end}`;
}

/**
 * Text along an arc. Long text is smaller.
 * @param {string} words
 * @param {string} look
 * @param {string} path
 * @param {number} most
 * @param {number} room
 */
function print(words, look, path, most, room) {
  const size = Math.min(most, room / (words.length * 0.79));
  return shape(
    'text',
    { class: look, 'font-size': size.toFixed(1) },
    shape('textPath', { href: `#${path}`, startOffset: '50%', 'text-anchor': 'middle' }, words.toUpperCase()),
  );
}

/** Outlines for the card places. @param {{place: string, cards: number}[]} places */
function slots(places) {
  const group = shape('g', { class: 'slots' });
  for (const each of tablePlaces(places)) {
    const high = each.card * 1.4;
    if (each.step >= each.card) {
      for (let at = 0; at < each.cards; at++)
        group.append(shape('rect', { x: each.x + at * each.step, y: each.y, width: each.card, height: high, rx: 7 }));
    } else {
      group.append(shape('rect', { x: each.x, y: each.y, width: each.width, height: high, rx: 7 }));
    }
  }
  return group;
}
