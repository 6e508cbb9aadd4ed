// Charts of an evening: the result against the expectation, and the cost of each kind of decision.
import { shape } from '../core/dom.js';
import { dollars, signedDollars } from '../core/money.js';

const HEIGHT = 320;
const LEFT = 74;
const BOTTOM = 34;
const TOP = 14;

/**
 * Round numbers for the ticks of an axis.
 * @param {number} low
 * @param {number} high
 */
export function ticks(low, high) {
  const rough = (high - low) / 5 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? 10 * power);
  const points = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1000; at += step) points.push(Math.round(at));
  return points;
}

/**
 * Cumulative result, expectation and standard deviation after each round.
 * @param {{net: number, expected: number, variance: number}[]} rounds in order of play
 */
export function totals(rounds) {
  let net = 0;
  let mean = 0;
  let variance = 0;
  const points = [{ net, mean, spread: 0 }];
  for (const round of rounds) {
    net += round.net;
    mean += round.expected;
    variance += round.variance;
    points.push({ net, mean, spread: Math.sqrt(variance) });
  }
  return points;
}

/**
 * @param {{net: number, mean: number, spread: number}[]} points
 * @param {string} words
 * @param {number} width of the page, so that text stays readable on a phone
 */
export function luckChart(points, words, width) {
  const WIDTH = Math.max(320, Math.min(1180, width));
  const low = Math.min(0, ...points.map((point) => Math.min(point.net, point.mean - 2 * point.spread)));
  const high = Math.max(0, ...points.map((point) => Math.max(point.net, point.mean + 2 * point.spread)));
  const last = Math.max(1, points.length - 1);
  /** @param {number} n */
  const x = (n) => (LEFT + ((WIDTH - LEFT - 12) * n) / last).toFixed(1);
  /** @param {number} cents */
  const y = (cents) => (TOP + ((HEIGHT - TOP - BOTTOM) * (high - cents)) / (high - low || 1)).toFixed(1);
  /** @param {number} width */
  const band = (width) =>
    `M${points.map((point, n) => `${x(n)} ${y(point.mean + width * point.spread)}`).join('L')}L${points
      .map((point, n) => `${x(n)} ${y(point.mean - width * point.spread)}`)
      .reverse()
      .join('L')}Z`;
  /** @param {(one: {net: number, mean: number, spread: number}) => number} of */
  const line = (of) => `M${points.map((point, n) => `${x(n)} ${y(of(point))}`).join('L')}`;
  const every = ticks(0, last).filter((at) => at <= last);
  return shape(
    'svg',
    { class: 'chart', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': words },
    ...ticks(low, high).flatMap((at) => [
      shape('path', { class: at === 0 ? 'zero' : 'axis', d: `M${LEFT} ${y(at)}H${WIDTH - 12}` }),
      shape(
        'text',
        { x: String(LEFT - 8), y: String(Number(y(at)) + 4), 'text-anchor': 'end' },
        dollars(at).replace('.00', ''),
      ),
    ]),
    ...every.map((at) => shape('text', { x: x(at), y: String(HEIGHT - 10), 'text-anchor': 'middle' }, String(at))),
    shape('path', { class: 'band2', d: band(2) }),
    shape('path', { class: 'band1', d: band(1) }),
    shape('path', { class: 'mean', d: line((item) => item.mean) }),
    shape('path', { class: 'result', d: line((item) => item.net) }),
  );
}

/**
 * @param {{words: string, cost: number, count: number, wrong: number}[]} kinds
 * @param {string} words
 * @param {number} width of the page
 */
export function costChart(kinds, words, width) {
  const WIDTH = Math.max(300, Math.min(560, width));
  const most = Math.max(1, ...kinds.map((kind) => kind.cost));
  const step = 46;
  return shape(
    'svg',
    { class: 'chart cost-chart', viewBox: `0 0 ${WIDTH} ${kinds.length * step + 6}`, role: 'img', 'aria-label': words },
    kinds.flatMap((kind, n) => {
      const y = n * step;
      const long = ((WIDTH - 120) * kind.cost) / most;
      return [
        shape('text', { x: '0', y: String(y + 16), class: 'amount' }, kind.words),
        shape(
          'text',
          { x: String(WIDTH), y: String(y + 16), 'text-anchor': 'end' },
          `${kind.wrong} of ${kind.count} ${kind.count === 1 ? 'decision' : 'decisions'} could be better`,
        ),
        shape('rect', {
          class: kind.cost ? 'bar' : 'none',
          x: '0',
          y: String(y + 24),
          width: Math.max(2, long).toFixed(1),
          height: '12',
          rx: '2',
        }),
        shape(
          'text',
          { x: String(Math.max(2, long) + 8), y: String(y + 35), class: 'amount' },
          kind.cost ? signedDollars(-Math.round(kind.cost)) : 'no cost',
        ),
      ];
    }),
  );
}
