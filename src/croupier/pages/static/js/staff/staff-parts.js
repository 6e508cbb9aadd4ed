// Small parts of the staff consoles: icons, keys, cards, clauses and hold buttons.
import { cardName } from '../core/cards.js';
import { element, shape, symbol } from '../core/dom.js';
import { emblem } from '../table/card-faces.js';

/** @typedef {import('../core/dom.js').Child} Child */

const FRENCH = /^[2-9TJQKA][shdc]$/;
const FIGURES = /^(?:D[rbg]|Ph|Ti|Pa|Mo|Ra)$/;
const HOLD = 1000; // milliseconds to hold a button that moves money
/** Shown after a key that came before the action could be read. */
export const EARLY = 'Too fast. Read it, then press the key again.';

const DATE = /** @type {const} */ ({ year: 'numeric', month: 'short', day: 'numeric' });

/** "Nov 17, 2026". @param {number} seconds */
export const shortDate = (seconds) => new Date(seconds * 1000).toLocaleDateString('en-US', DATE);

/** "Nov 17, 2026" for "2026-11-17". @param {string} day */
export const dateWords = (day) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { ...DATE, timeZone: 'UTC' });

/** @param {string} name */
export function icon(name) {
  return shape('svg', { class: 'icon', 'aria-hidden': 'true', viewBox: '0 0 24 24' }, symbol('pit', name));
}

/**
 * A keyboard key.
 * @param {string} name
 * @param {string} [look]
 */
export function keycap(name, look = '') {
  return element('kbd', { class: `key ${look}`.trim(), 'aria-hidden': 'true' }, name);
}

/**
 * The rank and suit of a standard card, or null for any other card.
 * @param {string} card
 * @returns {{rank: string, suit: string}|null}
 */
export function french(card) {
  return FRENCH.test(card) ? { rank: card[0] === 'T' ? '10' : card[0], suit: card[1] } : null;
}

/** @param {string} card */
export function suitLook(card) {
  const frenchCard = french(card);
  return frenchCard ? `suit-${frenchCard.suit}${'hd'.includes(frenchCard.suit) ? ' red' : ''}` : '';
}

/**
 * The face of a card: rank and suit, an emblem, or letters.
 * @param {string} card
 * @returns {Child[]}
 */
export function cardFace(card) {
  const frenchCard = french(card);
  if (frenchCard)
    return [
      frenchCard.rank,
      shape('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, symbol('pit', frenchCard.suit)),
    ];
  if (FIGURES.test(card)) return [emblem(card, 'figure')];
  return [card];
}

/**
 * A card, or a card back.
 * @param {string|null} card
 * @param {string} [look]
 */
export function card(card, look = '') {
  if (!card) return element('span', { class: `card back ${look}`.trim(), role: 'img', 'aria-label': 'face-down card' });
  const kind = FIGURES.test(card) ? 'figured' : '';
  return element(
    'span',
    {
      class: ['card', suitLook(card), kind, look].filter(Boolean).join(' '),
      role: 'img',
      'aria-label': cardName(card),
    },
    ...cardFace(card),
  );
}

/**
 * @param {(string|null)[]} cards
 * @param {string} [look]
 */
export function cardRow(cards, look = '') {
  return element('span', { class: 'cards' }, ...cards.map((each) => card(each, look)));
}

/**
 * Clauses and readings as short text, with the game name removed.
 * @param {string[]} [clauses]
 * @param {string[]} [readings]
 */
export function citation(clauses = [], readings = []) {
  let game = '';
  const links = clauses.map((id) => {
    const [book, number] = id.split('/');
    if (number === undefined || book === game) return number ?? id;
    game = book;
    return id;
  });
  return [...links, ...readings].join(' · ');
}

/**
 * @param {string[]} [clauses]
 * @param {string[]} [readings]
 * @param {string} [look]
 */
export function clauseText(clauses, readings, look = '') {
  return element('span', { class: `clause ${look}`.trim() }, citation(clauses, readings));
}

/** "seat 3", "the dealer": the name of a place for cards. @param {string} place */
export function placeName(place) {
  const seat = /^seat(\d+)$/.exec(place);
  if (seat) return `seat ${seat[1]}`;
  return (
    { board: 'the board', dealer: 'the dealer', box: 'the box', burn: 'the burn pile' }[place] ??
    place.replaceAll('_', ' ')
  );
}

/** @param {string} words */
export function capital(words) {
  return words ? words[0].toUpperCase() + words.slice(1) : '';
}

/**
 * "1 card", "3 cards".
 * @param {number} count
 * @param {string} what
 */
export function countWords(count, what) {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/**
 * Make a button that moves money. By touch or mouse, it must be held for one second. Keys work at once.
 * @param {HTMLElement} button
 * @param {() => void} act
 */
export function onHold(button, act) {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
    button.classList.remove('holding');
  };
  button.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || button.getAttribute('aria-disabled') === 'true') return;
    stop();
    button.classList.add('holding');
    timer = setTimeout(() => {
      stop();
      act();
    }, HOLD);
  });
  for (const over of ['pointerup', 'pointerleave', 'pointercancel', 'blur']) button.addEventListener(over, stop);
  button.addEventListener('contextmenu', (event) => event.preventDefault());
  // A click without a pointer (screen reader, switch) has no duration and is accepted.
  button.addEventListener('click', (event) => {
    if (event.detail === 0 && button.getAttribute('aria-disabled') !== 'true') act();
  });
}
