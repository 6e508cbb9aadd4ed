// A table that another node of the house keeps, or a node that has died: the page goes where its table is by itself,
// and never runs in a circle.

const PLACE = 'croupier-left';
const GONE = 'croupier-gone';
const CIRCLE = 5_000; // milliseconds: whoever is sent back so soon waits here until the nodes agree
const MARK = '#followed';
const FLED = '#fled='; // and from where: the others name that node until its lease has run out
/** @type {Map<string, string>} */
const here = new Map();
const RUN_OUT = 20_000; // milliseconds in which nobody is sent back to a node that did not answer

/** The same page at another node; null where that is this one. @param {string} address */
function there(address) {
  try {
    const found = new URL(location.pathname + location.search, address);
    return found.origin === location.origin ? null : found;
  } catch {
    return null;
  }
}

/**
 * Goes to the node that keeps the table; false where it does not.
 * @param {string|undefined} address
 * @param {string} mark
 */
export function follow(address, mark = MARK) {
  const found = there(address ?? '');
  if (!found || Date.now() - left() < CIRCLE || isGone(found.origin)) return false;
  keep(PLACE, String(Date.now()));
  location.replace(`${found.href}${mark}`);
  return true;
}

/** Whether this page has just come from there because nobody answered. @param {string} origin */
function isGone(origin) {
  const [from, at] = kept(GONE).split(' ');
  return from === origin && Date.now() - Number(at) < RUN_OUT;
}

const PATIENCE = 4_000; // milliseconds for a node to answer

/**
 * This node does not answer: the same page at one of the others that does. Nobody is sent to a node that is not there:
 * where the person's own line is down none answers, and the page stays.
 * @param {string[]} nodes addresses that the house told last
 * @param {() => boolean} gone whether this node is still not there
 */
export async function elsewhere(nodes, gone) {
  for (const address of nodes) {
    if (await answers(address)) return gone() && follow(address, `${FLED}${location.origin}`);
  }
  return false;
}

/** @param {string} address */
async function answers(address) {
  const where = new URL('/health', address).href;
  if (asker) return byAsker(asker, where);
  try {
    return (await fetch(where, { credentials: 'omit', signal: AbortSignal.timeout(PATIENCE) })).ok;
  } catch {
    return false;
  }
}

/**
 * Asks where this page may not: it comes with the policy of the moment in which it was sent for.
 * @type {Worker|null}
 */
let asker = null;

/**
 * The house has other nodes now than when this page was opened, whose policy names those alone.
 * @param {string[]} addresses
 */
export function meet(addresses) {
  asker?.terminate();
  asker = null;
  if (!addresses.length) return;
  // another answer for other nodes
  const where = `/static/js/core/node-probe.js?${encodeURIComponent(addresses.join(' '))}`;
  const made = new Worker(allowed(where));
  made.onerror = () => {
    if (asker === made) asker = null;
  };
  asker = made;
}

/**
 * An address of ours as the policy wants those of scripts.
 * @param {string} where
 * @returns {string}
 */
function allowed(where) {
  const types = /** @type {any} */ (globalThis).trustedTypes;
  return types
    ? (policy ??= types.createPolicy('croupier-asker', {
        createScriptURL: (/** @type {string} */ url) => url,
      })).createScriptURL(where)
    : where;
}

/** @type {any} */
let policy;

/**
 * @param {Worker} whom
 * @param {string} where
 * @returns {Promise<boolean>}
 */
function byAsker(whom, where) {
  return new Promise((resolve) => {
    const late = setTimeout(() => end(false), 2 * PATIENCE);
    /** @param {MessageEvent} event */
    const hear = (event) => {
      if (event.data.where === where) end(event.data.ok);
    };
    /** @param {boolean} ok */
    function end(ok) {
      clearTimeout(late);
      whom.removeEventListener('message', hear);
      resolve(ok);
    }
    whom.addEventListener('message', hear);
    whom.postMessage({ where, patience: PATIENCE });
  });
}

/** When this node was left for another. */
const left = () => Number(kept(PLACE));

/**
 * @param {string} place
 * @param {string} words
 */
function keep(place, words) {
  here.set(place, words);
  try {
    sessionStorage.setItem(place, words);
  } catch {
    // Blocked by the browser: then the nodes may send it in a circle for as long as they do not agree, some seconds.
  }
}

/** @param {string} place */
function kept(place) {
  try {
    return sessionStorage.getItem(place) ?? '';
  } catch {
    return here.get(place) ?? '';
  }
}

let came = arrival();

/** How this page was come to, from its address, which then is that of any page. */
function arrival() {
  const { hash } = location;
  if (hash !== MARK && !hash.startsWith(FLED)) return false;
  history.replaceState(null, '', location.pathname + location.search);
  if (hash.startsWith(FLED)) keep(GONE, `${hash.slice(FLED.length)} ${Date.now()}`);
  return true;
}

/** Whether this page came here after its table; said once. */
export function followed() {
  const told = came;
  came = false;
  return told;
}
