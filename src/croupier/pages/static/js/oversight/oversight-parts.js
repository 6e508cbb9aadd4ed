// What the pages of those who watch over the house have in common: who may be here, fields, times, ways to take
// something away.
import { inWords, Refused, whoAmI } from '../core/api.js';
import { element, say } from '../core/dom.js';

/** 02:18:20, by this machine's clock. @param {number} seconds */
export const timeOf = (seconds) => (seconds ? new Date(seconds * 1000).toLocaleTimeString('en-GB') : '–');

/** 16 Nov 02:18. @param {number} seconds */
export const momentOf = (seconds) =>
  seconds
    ? new Date(seconds * 1000)
        .toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
        .replace(',', '')
    : '–';

/** What a date field says, in seconds; 0 if it says nothing. @param {string} text */
export const secondsOf = (text) => (text ? Math.floor(new Date(text).getTime() / 1000) || 0 : 0);

/**
 * "2 d 23 h left", "4 h late".
 * @param {number} due
 * @param {number} now
 */
export function clockWords(due, now) {
  const left = Math.abs(due - now);
  const days = Math.floor(left / 86400);
  const hours = Math.floor((left % 86400) / 3600);
  const words = days
    ? `${days} d ${hours} h`
    : hours
      ? `${hours} h ${Math.floor((left % 3600) / 60)} min`
      : `${Math.ceil(left / 60)} min`;
  return `${words} ${due < now ? 'late' : 'left'}`;
}

export const DAY = 86_400; // seconds

/**
 * Files that are to be answered within a day, or should have been.
 * @param {any[]} files
 * @param {number} now
 * @returns {any[]}
 */
export const dueSoon = (files, now) =>
  files.filter((one) => one.standing === 'open' && one.due - now < DAY).sort((one, other) => one.due - other.due);

/**
 * @param {string} words
 * @param {HTMLElement} input
 * @param {string} [more]
 */
export const field = (words, input, more = '') =>
  element('label', { class: `eye-field ${more}` }, element('span', {}, words), input);

/**
 * @param {string} name
 * @param {[string, string][]} options
 */
export function choice(name, options) {
  return element(
    'select',
    { name },
    options.map(([value, words]) => element('option', { value }, words)),
  );
}

/**
 * A panel with its title and something beside it.
 * @param {string} title
 * @param {string} more
 * @param {...any} children
 */
export function panel(title, more, ...children) {
  return element('section', { class: `eye-panel ${more}`, 'aria-label': title }, element('h2', {}, title), ...children);
}

/** Hashes in groups of four: so a person compares them. @param {string} hash */
export const grouped = (hash) => hash.replace(/(.{4})(?=.)/g, '$1 ');

/**
 * @param {string} by
 * @param {Record<string, string>} names
 */
export function whoOf(by, names) {
  const [role, person = ''] = by.split(':');
  return names[person] ?? (person && person !== 'house' ? person : role.replace('_', ' '));
}

/**
 * Something to take away: a link that saves a file.
 * @param {string} words
 * @param {string} href
 */
export const taking = (words, href) => element('a', { class: 'eye-take', href, download: '' }, words);

/**
 * What went wrong, in its place.
 * @param {HTMLElement} place
 * @param {unknown} fault
 */
export function tell(place, fault) {
  if (!(fault instanceof Refused)) throw fault;
  say(place, inWords(fault.told));
}

/**
 * A list of short facts.
 * @param {[string, any][]} facts
 */
export const factList = (facts) =>
  element(
    'dl',
    { class: 'eye-facts' },
    facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
  );

/**
 * Whoever is not of these roles is told who may be here, and how they come in.
 * @param {string[]} roles
 * @param {HTMLElement} main
 * @returns {Promise<any>} the person, or null
 */
export async function admitted(roles, main) {
  const me = await whoAmI();
  if (me && me.roles.some((/** @type {string} */ role) => roles.includes(role))) return me;
  const named = roles.map((role) => role.replace('_', ' ')).join(', ');
  main.replaceChildren(
    element(
      'section',
      { class: 'eye-panel eye-outside' },
      element('h2', {}, me ? 'This page is not yours' : 'Nobody is signed in here'),
      element(
        'p',
        {},
        `It is for ${named}. Staff come in by a one-time link: the house prints them when it opens, and an administrator gives new ones.`,
      ),
      element('a', { class: 'plain-button', href: '/' }, 'To the tables'),
    ),
  );
  return null;
}
