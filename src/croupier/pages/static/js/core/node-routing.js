// Moves a page to the node that runs its table, even after a node dies, and never loops between nodes.

const PLACE = 'croupier-left';
const GONE = 'croupier-gone';
const CIRCLE = 5_000; // a page that is sent back within this many milliseconds waits until the nodes agree
const MARK = '#followed';
const FLED = '#fled='; // marker before the failed node, which other nodes name until its lease expires
/** @type {Map<string, string>} */
const memory = new Map();
const RUN_OUT = 20_000; // milliseconds during which the page does not return to a node that did not answer

/** The same page at another node, or null if that is this node. @param {string} address */
function samePageAt(address) {
  try {
    const url = new URL(location.pathname + location.search, address);
    return url.origin === location.origin ? null : url;
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
  const url = samePageAt(address ?? '');
  if (!url || Date.now() - lastDeparture() < CIRCLE || isGone(url.origin)) return false;
  store(PLACE, String(Date.now()));
  location.replace(`${url.href}${mark}`);
  return true;
}

/** Whether this page just left that node because it did not answer. @param {string} origin */
function isGone(origin) {
  const [from, at] = read(GONE).split(' ');
  return from === origin && Date.now() - Number(at) < RUN_OUT;
}

const PATIENCE = 4_000; // milliseconds for a node to answer

/**
 * Move to another node that answers. If the person's own connection is down, none does and the page stays.
 * @param {string[]} nodes addresses from the server's last list
 * @param {() => boolean} isDown whether this node still does not answer
 */
export async function moveToAnotherNode(nodes, isDown) {
  for (const address of nodes) {
    if (await isReachable(address)) return isDown() && follow(address, `${FLED}${location.origin}`);
  }
  return false;
}

/** @param {string} address */
async function isReachable(address) {
  const url = new URL('/health', address).href;
  if (prober) return probeInWorker(prober, url);
  try {
    return (await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(PATIENCE) })).ok;
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
export function allowNodes(addresses) {
  prober?.terminate();
  prober = null;
  if (!addresses.length) return;
  // the query string keeps the browser from reusing a worker with an older policy
  const url = `/static/js/core/node-probe.js?${encodeURIComponent(addresses.join(' '))}`;
  const worker = new Worker(trustedUrl(url));
  worker.onerror = () => {
    if (prober === worker) prober = null;
  };
  prober = worker;
}

/**
 * A script address in the form that Trusted Types require.
 * @param {string} address
 * @returns {string}
 */
function trustedUrl(address) {
  const { trustedTypes: types } =
    /** @type {{trustedTypes?: {createPolicy: (name: string, rules: object) => NonNullable<typeof policy>}}} */ (
      globalThis
    );
  return types
    ? (policy ??= types.createPolicy('croupier-asker', {
        createScriptURL: (/** @type {string} */ url) => url,
      })).createScriptURL(address)
    : address;
}

/** @type {{createScriptURL: (url: string) => string}|undefined} */
let policy;

/**
 * @param {Worker} worker
 * @param {string} url
 * @returns {Promise<boolean>}
 */
function probeInWorker(worker, url) {
  return new Promise((resolve) => {
    const late = setTimeout(() => end(false), 2 * PATIENCE);
    /** @param {MessageEvent<{where: string, ok: boolean}>} event */
    const hear = (event) => {
      if (event.data.where === url) end(event.data.ok);
    };
    /** @param {boolean} ok */
    function end(ok) {
      clearTimeout(late);
      worker.removeEventListener('message', hear);
      resolve(ok);
    }
    worker.addEventListener('message', hear);
    worker.postMessage({ where: url, patience: PATIENCE });
  });
}

/** When this page last left a node for another. */
const lastDeparture = () => Number(read(PLACE));

/**
 * Store a value for this window.
 * @param {string} place
 * @param {string} words
 */
function store(place, words) {
  memory.set(place, words);
  try {
    sessionStorage.setItem(place, words);
  } catch {
    // Storage is blocked, so the page may loop for the seconds in which the nodes disagree.
  }
}

/** @param {string} place */
function read(place) {
  try {
    return sessionStorage.getItem(place) ?? '';
  } catch {
    return memory.get(place) ?? '';
  }
}

let followedHere = arrival();

/** Whether another node sent the page here. Removes the marker from the address. */
function arrival() {
  const { hash } = location;
  if (hash !== MARK && !hash.startsWith(FLED)) return false;
  history.replaceState(null, '', location.pathname + location.search);
  if (hash.startsWith(FLED)) store(GONE, `${hash.slice(FLED.length)} ${Date.now()}`);
  return true;
}

/** Whether this page followed its table here. True only once. */
export function hasFollowed() {
  const answer = followedHere;
  followedHere = false;
  return answer;
}
