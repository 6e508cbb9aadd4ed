// Shared parts of all pages except the table: navigation, error states, rows of cards and number formats.
import { inWords, Refused } from './api.js';
import { cardName, cardNames } from './cards.js';
import { whyButton } from './clauses.js';
import { element, shape, symbol } from './dom.js';
import { topBar } from './page-frame.js';

const NAVIGATION = [
  { words: 'Tables', href: '/' },
  { words: 'Your rounds', href: '/history' },
  { words: 'Your evening', href: '/evening' },
  { words: 'Practice', href: '/practice' },
];

/**
 * Open a page with a skip link, the top bar, and an empty main part.
 * @param {{title: string, facts?: string, tools?: HTMLElement[], links?: {words: string, href: string}[]}} shown
 */
export function openPage({ title, facts = '', tools = [], links = [] }) {
  const path = location.pathname;
  const top = topBar({ title, facts, tools, links: [...NAVIGATION.filter((way) => way.href !== path), ...links] });
  const main = element('main', { class: 'hall', id: 'main', tabindex: '-1' });
  document.body.append(element('a', { class: 'skip', href: '#main' }, 'Skip to content'), top.bar, main);
  return { ...top, main };
}

/** The last part of the address: "uth-1" for /rules/uth-1. */
export const lastOfAddress = () => decodeURIComponent(location.pathname.split('/').at(-1) ?? '');

/**
 * A message in place of missing content, with a next step.
 * @param {string} words
 * @param {...(Node|string)} more
 */
export function emptyState(words, ...more) {
  return element('section', { class: 'empty-state' }, element('p', {}, words), ...more);
}

/**
 * An error message with its remedy, its rules and a retry button.
 * @param {unknown} fault
 * @param {(() => void)|undefined} [retry]
 */
export function faultState(fault, retry) {
  if (!(fault instanceof Refused)) throw fault;
  const { refusal } = fault;
  const words = element('p', { class: 'refusal' }, inWords(refusal), whyButton(refusal.clauses, refusal.readings));
  return element(
    'section',
    { class: 'empty-state', role: 'alert' },
    words,
    fault.status === 404
      ? element('a', { class: 'gold', href: '/' }, 'Go to lobby')
      : retry
        ? element('button', { type: 'button', class: 'plain-button', onclick: retry }, 'Try again')
        : null,
  );
}

/**
 * One card, with its name for screen readers.
 * @param {string|null} card
 * @param {string} [back]
 */
export function cardPicture(card, back = 'blue') {
  return shape(
    'svg',
    { class: 'card', viewBox: '0 0 100 140', role: 'img', 'aria-label': cardName(card) },
    symbol('cards', card || `back-${back}`, { width: '100', height: '140' }),
  );
}

/**
 * A row of cards that a screen reader announces as one image.
 * @param {(string|null)[]} cards
 * @param {string} [words]
 */
export function cardRow(cards, words) {
  return element(
    'span',
    { class: 'card-row', role: 'img', 'aria-label': words ?? cardNames(cards) },
    cards.map((card) =>
      shape(
        'svg',
        { class: 'card', viewBox: '0 0 100 140', 'aria-hidden': 'true' },
        symbol('cards', card || 'back-blue', { width: '100', height: '140' }),
      ),
    ),
  );
}

/**
 * "2.185%"
 * @param {number} share
 * @param {number} [digits]
 */
export function percent(share, digits = 3) {
  const text = (100 * share).toFixed(digits).replace('-', '−');
  return `${text}%`;
}

/**
 * "1 hand", "2 hands".
 * @param {number} count
 * @param {string} noun
 */
export const plural = (count, noun) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** A probability as "1 in 2.6". @param {number} share */
export function oneIn(share) {
  if (!(share > 0)) return 'never';
  const every = 1 / share;
  return `1 in ${every < 100 ? every.toFixed(1) : Math.round(every).toLocaleString('en-US')}`;
}

/** "Royal flush" for royal_flush. @param {string} name */
export function plainName(name) {
  const text = name.replaceAll('_', ' ');
  return text ? text[0].toUpperCase() + text.slice(1) : text;
}

/** A server time in this device's time zone. @param {number} seconds */
export function clockTime(seconds) {
  return new Date(seconds * 1000).toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
}

/**
 * A span of time. The end omits the date if both ends share it.
 * @param {number} first
 * @param {number} last
 */
export function fromTo(first, last) {
  const [begin, end] = [clockTime(first), clockTime(last)];
  if (begin === end) return begin;
  const [day] = end.split(/, (?=[^,]*$)/);
  return `${begin} to ${begin.startsWith(`${day}, `) ? end.slice(day.length + 2) : end}`;
}

/** "November 17, 2026". @param {number} seconds */
export function dayOf(seconds) {
  return new Date(seconds * 1000).toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' });
}

/**
 * Download a text as a file.
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
export function saveFile(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const way = element('a', { href: address, download: name });
  document.body.append(way);
  way.click();
  way.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
