// Parts of the panel for the due act: its text in large type, its clauses, card entry and number entry.
import { clauseOf } from '../core/clauses.js';
import { element } from '../core/dom.js';
import { capital, card, clauseText, countWords, placeName } from './staff-parts.js';

/** @typedef {import('./console-view.js').View} View */
/** @typedef {import('./card-naming.js').Naming} Naming */
/** @typedef {{place: string, count: number, face_up: boolean}} Delivery */

const GISTS = 4; // maximum number of clauses shown in the panel; "/" opens all of them

/**
 * @param {string} words
 * @param {{note?: string, clauses?: string[], readings?: string[], mid?: boolean}} [about]
 */
export function actHead(words, { note = '', clauses = [], readings = [], mid = false } = {}) {
  const size = mid || words.length > 44 ? 'words mid' : 'words';
  return element(
    'div',
    { class: 'head' },
    element('h1', { class: size, id: 'act' }, words),
    element('p', { class: 'cite' }, note ? element('span', {}, note) : null, clauseText(clauses, readings, 'wrap')),
  );
}

/**
 * Short summaries of the clauses.
 * @param {string[]} clauses
 * @param {string} [look]
 */
export function gists(clauses, look = '') {
  const list = element('ul', { class: `gists ${look}`.trim() });
  for (const id of clauses.slice(0, GISTS)) {
    const item = element(
      'li',
      { hidden: true },
      element('span', { class: 'clause' }, id.replace(/^[^/]*\//, '')),
      element('span', {}),
    );
    list.append(item);
    clauseOf(id)
      .then(({ clause }) => {
        /** @type {Element} */ (item.lastElementChild).textContent = clause.gist;
        item.hidden = !clause.gist;
      })
      .catch(() => item.remove());
  }
  return list;
}

/**
 * Where cards go, in dealing order: "3 rounds, 1 card each: seat 1, seat 2, the dealer".
 * @param {Delivery[]} deliveries
 * @returns {string[]}
 */
export function dealWords(deliveries) {
  const period = periodOf(deliveries);
  const times = deliveries.length / period;
  /** @type {{count: number, places: string[], up: boolean}[]} */
  const runs = [];
  for (const { place, count, face_up: up } of deliveries.slice(0, period)) {
    const last = runs[runs.length - 1];
    if (last?.count === count && last.up === up && !last.places.includes(place)) last.places.push(place);
    else runs.push({ count, places: [place], up });
  }
  const parts = runs.map(({ count, places, up }) => {
    const way = up ? ', face up' : '';
    return places.length === 1
      ? `${countWords(count, 'card')} to ${placeName(places[0])}${way}`
      : `${countWords(count, 'card')} each${way}: ${places.map(placeName).join(', ')}`;
  });
  return times > 1 ? [`${times} rounds`, ...parts] : combineLines(parts);
}

/** Join repeated lines as "twice" or "3 times". @param {string[]} lines */
function combineLines(lines) {
  /** @type {{line: string, times: number}[]} */
  const combined = [];
  for (const line of lines) {
    const last = combined[combined.length - 1];
    if (last?.line === line) last.times += 1;
    else combined.push({ line, times: 1 });
  }
  return combined.map(({ line, times }) =>
    times === 1 ? line : `${line}; ${times === 2 ? 'twice' : `${times} times`}`,
  );
}

/** @param {Delivery[]} deliveries */
function periodOf(deliveries) {
  for (let period = 1; period < deliveries.length; period += 1) {
    if (
      deliveries.length % period === 0 &&
      deliveries.every(
        (delivery, at) =>
          delivery.place === deliveries[at % period].place && delivery.count === deliveries[at % period].count,
      )
    )
      return period;
  }
  return deliveries.length || 1;
}

/** @param {Delivery[]} deliveries */
export function dealList(deliveries) {
  return element('ol', { class: 'dealing' }, ...dealWords(deliveries).map((line) => element('li', {}, capital(line))));
}

/**
 * The cards entered so far, the one being typed, and the missing ones.
 * @param {Naming} naming
 */
export function namedRow(naming) {
  const size = naming.count > 5 ? 'm' : 'l';
  const cards = naming.cards.map((each) => card(each, size));
  if (naming.half && !naming.full)
    cards.push(element('span', { class: `card half ${size}` }, naming.half.toUpperCase(), element('i', {}, '?')));
  while (cards.length < naming.count)
    cards.push(element('span', { class: `card slot ${size}` }, String(cards.length + 1)));
  return element('span', { class: 'cards' }, ...cards);
}

/** The characters typed so far. @param {Naming} naming */
export function typedLine(naming) {
  return element(
    'div',
    {
      class: `typed${naming.fault ? ' wrong' : ''}`,
      role: 'status',
      'aria-label': `${naming.cards.length} of ${naming.count} entered`,
    },
    element('span', {}, [...naming.cards.map((each) => each.toLowerCase()), naming.half].filter(Boolean).join(' ')),
    element('span', { class: 'caret' }),
    element(
      'small',
      {},
      `${naming.cards.length} of ${naming.count} entered`,
      element('br'),
      element('kbd', { class: 'key small' }, '⌫'),
      ' remove last card',
    ),
  );
}

/**
 * The number typed so far.
 * @param {string} text
 * @param {string} words
 */
export function numberLine(text, words) {
  return element(
    'div',
    { class: 'typed number', role: 'status', 'aria-label': `${words}: ${text || 'nothing typed'}` },
    element('span', {}, text),
    element('span', { class: 'caret' }),
    element('small', {}, words, element('br'), element('kbd', { class: 'key small' }, '⌫'), ' remove last digit'),
  );
}

/** A number pad for touch. @param {(sign: string) => void} press */
export function numberPad(press) {
  return element(
    'div',
    { class: 'pad', role: 'group', 'aria-label': 'Number pad' },
    ...['1', '2', '3', '4', '5', '6', '7', '8', '9', '⌫', '0'].map((sign) =>
      element(
        'button',
        {
          type: 'button',
          tabindex: '-1',
          'aria-label': sign === '⌫' ? 'Remove last digit' : sign,
          onclick: () => press(sign),
        },
        sign,
      ),
    ),
  );
}
