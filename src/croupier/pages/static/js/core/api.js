// HTTP calls to the server. A refusal is thrown as a Refused error.
import { follow } from './node-routing.js';
import { withCents } from './money.js';

/** A request that the server refused, with the remedy it gave. */
export class Refused extends Error {
  /**
   * @param {import('./types.js').Refusal} refusal
   * @param {number} status
   */
  constructor(refusal, status) {
    super(refusal.message || 'Something went wrong.');
    this.refusal = refusal;
    this.status = status;
  }
}

/**
 * Send a request. The method and the address determine the type of the answer.
 * @template {'GET'|'POST'|'DELETE'} M
 * @template {string} P
 * @param {M} method
 * @param {P} path
 * @param {unknown} [body]
 * @returns {Promise<import('../../../routes').Answer<M, P>>}
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
      { code: 'no_line', message: 'Can’t reach the casino.', remedy: 'Check your connection and try again.' },
      0,
    );
  }
  const text = await answer.text();
  const isJson = text && answer.headers.get('content-type')?.includes('json');
  const content = isJson ? /** @type {unknown} */ (JSON.parse(text)) : text;
  if (answer.ok) return /** @type {import('../../../routes').Answer<M, P>} */ (content);
  const refusal = /** @type {import('./types.js').Refusal|string|null} */ (content);
  // Another node runs this table, so the whole page moves there.
  const address = refusal && typeof refusal === 'object' ? refusal.address : undefined;
  if (answer.status === 421 && method === 'GET' && follow(address)) return new Promise(() => {});
  throw new Refused(
    refusal && typeof refusal === 'object'
      ? refusal
      : { code: 'http', message: 'Something went wrong.', remedy: 'Try again in a moment.' },
    answer.status,
  );
}

/** Whether a retry in a moment may succeed. @param {Refused} refused */
export const notNow = (refused) => refused.status === 0 || refused.status === 429 || refused.status >= 500;

/**
 * @template {string} P
 * @param {P} path
 */
export const get = (path) => call('GET', path);
/**
 * @template {string} P
 * @param {P} path
 * @param {unknown} [body]
 */
export const post = (path, body) => call('POST', path, body);

/** The signed-in person, or null. @returns {Promise<import('./types.js').Me|null>} */
export async function whoAmI() {
  try {
    const session = await get('/api/session');
    return session.signed_in ? await get('/api/me') : null;
  } catch (refused) {
    if (refused instanceof Refused && refused.status === 401) return null;
    throw refused;
  }
}

/**
 * A refusal as one line of text: the problem, then the remedy. whyButton (clauses.js) shows its clauses.
 * @param {import('./types.js').Refusal} refusal
 */
export function inWords(refusal) {
  const problem = sentence(refusal.message || 'Something went wrong');
  return withCents(refusal.remedy ? `${problem} ${sentence(refusal.remedy)}` : problem);
}

/** With a capital letter and a final period. @param {string} words */
export function sentence(words) {
  const text = words.trim();
  if (!text) return '';
  return text[0].toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? '' : '.');
}
