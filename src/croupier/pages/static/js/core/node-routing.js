// Moves a page to the node that runs its table, also after a node dies, without looping between nodes.

const PLACE = 'croupier-left';
const GONE = 'croupier-gone';
const CIRCLE = 5_000; // milliseconds within which a page that is sent back waits until the nodes agree
const MARK = '#followed';
const FLED = '#fled='; // marker before the failed node, which other nodes name until its lease expires
/** @type {Map<string, string>} */
const here = new Map();
const RUN_OUT = 20_000; // milliseconds during which the page does not return to a node that did not answer

/** The same page at another node, or null if that is this node. @param {string} address */
function there(address) {
  try {
    const found = new URL(location.pathname + location.search, address);
    return found.origin === location.origin ? null : found;
  } catch {
    return null;
  }
}

/**
 * Go to the node that runs the table. Return whether the page leaves.
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

/** Whether this page just left that node because it did not answer. @param {string} origin */
function isGone(origin) {
  const [from, at] = kept(GONE).split(' ');
  return from === origin && Date.now() - Number(at) < RUN_OUT;
}

const PATIENCE = 4_000; // milliseconds for a node to answer

/**
 * Move to another node that answers. If the person's own connection is down, none answers and the page stays.
 * @param {string[]} nodes addresses from the server's last list
 * @param {() => boolean} gone whether this node still does not answer
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
  if (prober) return probeInWorker(prober, where);
  try {
    return (await fetch(where, { credentials: 'omit', signal: AbortSignal.timeout(PATIENCE) })).ok;
  } catch {
    return false;
  }
}

/**
 * Probes nodes that this page's policy does not name.
 * @type {Worker|null}
 */
let prober = null;

/**
 * Prepare to probe nodes that joined after this page was opened.
 * @param {string[]} addresses
 */
export function meet(addresses) {
  prober?.terminate();
  prober = null;
  if (!addresses.length) return;
  // the query string keeps the browser from reusing a worker with an older policy
  const where = `/static/js/core/node-probe.js?${encodeURIComponent(addresses.join(' '))}`;
  const made = new Worker(allowed(where));
  made.onerror = () => {
    if (prober === made) prober = null;
  };
  prober = made;
}

/**
 * A script address in the form that Trusted Types require.
 * @param {string} where
 * @returns {string}
 */
function allowed(where) {
  const { trustedTypes: types } =
    /** @type {{trustedTypes?: {createPolicy: (name: string, rules: object) => NonNullable<typeof policy>}}} */ (
      globalThis
    );
  return types
    ? (policy ??= types.createPolicy('croupier-asker', {
        createScriptURL: (/** @type {string} */ url) => url,
      })).createScriptURL(where)
    : where;
}

/** @type {{createScriptURL: (url: string) => string}|undefined} */
let policy;

/**
 * @param {Worker} whom
 * @param {string} where
 * @returns {Promise<boolean>}
 */
function probeInWorker(whom, where) {
  return new Promise((resolve) => {
    const late = setTimeout(() => end(false), 2 * PATIENCE);
    /** @param {MessageEvent<{where: string, ok: boolean}>} event */
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

/** When this page last left a node for another. */
const left = () => Number(kept(PLACE));

/**
 * Store a value for this window.
 * @param {string} place
 * @param {string} words
 */
function keep(place, words) {
  here.set(place, words);
  try {
    sessionStorage.setItem(place, words);
  } catch {
    // Storage is blocked, so the page may loop for the seconds in which the nodes disagree.
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

/** Whether another node sent the page here. Removes the marker from the address. */
function arrival() {
  const { hash } = location;
  if (hash !== MARK && !hash.startsWith(FLED)) return false;
  history.replaceState(null, '', location.pathname + location.search);
  if (hash.startsWith(FLED)) keep(GONE, `${hash.slice(FLED.length)} ${Date.now()}`);
  return true;
}

/** Whether this page followed its table here. True only once. */
export function followed() {
  const arrived = came;
  came = false;
  return arrived;
}
