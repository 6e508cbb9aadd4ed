// Calls to the house. A refusal is thrown as it was told.
import { follow } from './node-routing.js';
import { withCents } from './money.js';

/** What the house refused, with the way out. */
export class Refused extends Error {
  /**
   * @param {import('./types.js').Refusal} told
   * @param {number} status
   */
  constructor(told, status) {
    super(told.message || 'That did not work.');
    this.told = told;
    this.status = status;
  }
}

/**
 * @param {'GET'|'POST'|'DELETE'} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function call(method, path, body) {
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: { 'x-croupier': '1', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused(
      { code: 'no_line', message: 'The house does not answer.', remedy: 'Check the connection and try again.' },
      0,
    );
  }
  const text = await answer.text();
  const told = text && answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  // What is read about a table is read where the table is: the whole page goes there.
  if (answer.status === 421 && method === 'GET' && follow(told?.address)) return new Promise(() => {});
  if (!answer.ok)
    throw new Refused(
      typeof told === 'object' ? told : { code: 'http', message: `The house answered ${answer.status}.` },
      answer.status,
    );
  return told;
}

/** Whether the same is worth asking for again in a moment. @param {Refused} refused */
export const notNow = (refused) => refused.status === 0 || refused.status === 429 || refused.status >= 500;

/** @param {string} path */
export const get = (path) => call('GET', path);
/**
 * @param {string} path
 * @param {unknown} [body]
 */
export const post = (path, body) => call('POST', path, body);

/** Whoever is signed in; null for nobody. @returns {Promise<any|null>} */
export async function whoAmI() {
  try {
    return (await get('/api/session')).signed_in ? await get('/api/me') : null;
  } catch (refused) {
    if (refused instanceof Refused && refused.status === 401) return null;
    throw refused;
  }
}

/**
 * What, and what to do, in one line; the clauses stand beside it (clauses.js).
 * @param {import('./types.js').Refusal} told
 */
export function inWords(told) {
  const what = sentence(told.message || 'That did not work');
  return withCents(told.remedy ? `${what} ${sentence(told.remedy)}` : what);
}

/** @param {string} words */
export function sentence(words) {
  const text = words.trim();
  if (!text) return '';
  return text[0].toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? '' : '.');
}
