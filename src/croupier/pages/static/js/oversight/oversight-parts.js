// Shared parts of the oversight pages: access check, fields, times and downloads.
import { get, inWords, Refused, whoAmI } from '../core/api.js';
import { element, say } from '../core/dom.js';
import { leaveWhenLocked } from '../core/lock-key.js';
import { shortDate } from '../staff/staff-parts.js';

/** @import { Child } from '../core/dom.js' */

/** 02:18:20, by this machine's clock. @param {number} seconds */
export const timeOf = (seconds) => (seconds ? new Date(seconds * 1000).toLocaleTimeString('en-GB') : '–');

/** Nov 16, 2026 02:18. @param {number} seconds */
export const momentOf = (seconds) => (seconds ? `${shortDate(seconds)} ${timeOf(seconds).slice(0, 5)}` : '–');

/** The value of a date field in seconds, or 0 if it is empty. @param {string} text */
export const secondsOf = (text) => (text ? Math.floor(new Date(text).getTime() / 1000) || 0 : 0);

/**
 * "2 d 23 h left", "4 h overdue".
 * @param {number} due
 * @param {number} now
 */
export function clockWords(due, now) {
  const seconds = Math.abs(due - now);
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor((seconds % 86400) / 3600);
  const words = days
    ? `${days} d ${hours} h`
    : hours
      ? `${hours} h ${Math.floor((seconds % 3600) / 60)} min`
      : `${Math.ceil(seconds / 60)} min`;
  return `${words} ${due < now ? 'overdue' : 'left'}`;
}

export const DAY = 86_400; // seconds

/**
 * Files due within a day, or overdue.
 * @param {import('../../../protocol-types').DisputeFile[]} files
 * @param {number} now
 * @returns {import('../../../protocol-types').DisputeFile[]}
 */
export const dueSoon = (files, now) =>
  files
    .filter((file) => file.standing === 'open' && (file.due ?? 0) - now < DAY)
    .sort((a, b) => (a.due ?? 0) - (b.due ?? 0));

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
 * A panel with a title.
 * @param {string} title
 * @param {string} more
 * @param {...(Child|Child[])} children
 */
export function panel(title, more, ...children) {
  return element('section', { class: `eye-panel ${more}`, 'aria-label': title }, element('h2', {}, title), ...children);
}

/** A hash in groups of four, which are easier to compare. @param {string} hash */
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
 * A download link.
 * @param {string} words
 * @param {string} href
 */
export const downloadLink = (words, href) => element('a', { class: 'eye-take', href, download: '' }, words);

/**
 * Show an error in its place.
 * @param {HTMLElement} place
 * @param {unknown} fault
 */
export function tell(place, fault) {
  if (!(fault instanceof Refused)) throw fault;
  say(place, inWords(fault.refusal));
}

/**
 * A list of facts.
 * @param {[string, Child][]} facts
 */
export const factList = (facts) =>
  element(
    'dl',
    { class: 'eye-facts' },
    facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
  );

/** The route that each linked page needs. @type {Record<string, string>} */
const ROUTES = {
  '/surveillance': 'GET /api/rounds',
  '/hand-pays': 'GET /api/hand-pays',
  '/exclusions': 'GET /api/exclusions',
  '/administration': 'POST /api/grants/{grant}/approve',
};

/**
 * Add a link to the person's own page, and remove links to pages that the person may not open.
 * @param {import('../core/types.js').Me} me
 * @param {{kind: string, name: string, allowed: Record<string, string>}[]} matrix
 */
function fitLinks(me, matrix) {
  const nav = document.querySelector('header.top nav');
  if (!nav) return;
  for (const [page, route] of Object.entries(ROUTES)) {
    const allowed = matrix.find((row) => row.kind === 'route' && row.name === route)?.allowed ?? {};
    if (!me.roles.some((role) => role in allowed)) nav.querySelector(`a[href="${page}"]`)?.remove();
  }
  if (me.page !== location.pathname) nav.prepend(element('a', { href: me.page }, 'Your page'));
}

/**
 * Check that the signed-in person may use a route. Others see who may use the page and how to sign in.
 * @param {string} route as the permission matrix names it
 * @param {HTMLElement} main
 * @returns {Promise<import('../core/types.js').Me|null>} the person, or null
 */
export async function checkAccess(route, main) {
  const [me, matrix] = await Promise.all([whoAmI(), get('/api/roles')]);
  const allowed = matrix.find((permission) => permission.kind === 'route' && permission.name === route)?.allowed ?? {};
  if (me && leaveWhenLocked(me.person)) return null; // the lock of a console covers the person's other pages
  if (me && me.roles.some((role) => role in allowed)) {
    fitLinks(me, matrix);
    return me;
  }
  const roleNames = Object.keys(allowed)
    .map((role) => role.replaceAll('_', ' '))
    .join(', ');
  main.replaceChildren(
    element(
      'section',
      { class: 'eye-panel eye-outside' },
      element('h2', {}, me ? 'You don’t have access to this page' : 'Sign in first'),
      element(
        'p',
        {},
        `This page is for ${roleNames}. Sign in with your one-time link; an administrator can issue a new one.`,
      ),
      element('a', { class: 'plain-button', href: '/' }, 'Go to the lobby'),
    ),
  );
  return null;
}
