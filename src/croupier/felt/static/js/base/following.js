// A table that another node of the house keeps, or a node that has died: the page goes where its table is by itself,
// and never runs in a circle.

const PLACE = 'croupier-left';
const CIRCLE = 5_000; // milliseconds: whoever is sent back so soon waits here until the nodes agree
const MARK = '#followed';

/** The same page at another node; null where that is this one. @param {string} address */
function there(address) {
  try {
    const found = new URL(location.pathname + location.search, address);
    return found.origin === location.origin ? null : found;
  } catch {
    return null;
  }
}

/** Goes to the node that keeps the table; false where it does not. @param {string|undefined} address */
export function follow(address) {
  const found = there(address ?? '');
  if (!found || Date.now() - left() < CIRCLE) return false;
  try {
    sessionStorage.setItem(PLACE, String(Date.now()));
  } catch {
    // Then it may run in a circle for as long as the nodes do not agree: some seconds.
  }
  location.replace(`${found.href}${MARK}`);
  return true;
}

const PATIENCE = 4_000; // milliseconds for a node to answer

/**
 * This node does not answer: the same page at one of the others that does. Nobody is sent to a node that is not there:
 * where the person's own line is down none answers, and the page stays.
 * @param {string[]} nodes addresses that the house told when the page was opened
 * @param {() => boolean} gone whether this node is still not there
 */
export async function elsewhere(nodes, gone) {
  for (const address of nodes) {
    if (await answers(address)) return gone() && follow(address);
  }
  return false;
}

/** @param {string} address */
async function answers(address) {
  try {
    return (await fetch(new URL('/health', address), { credentials: 'omit', signal: AbortSignal.timeout(PATIENCE) })).ok;
  } catch {
    return false;
  }
}

/** When this node was left for another. */
function left() {
  try {
    return Number(sessionStorage.getItem(PLACE) ?? 0);
  } catch {
    return 0;
  }
}

/** Whether this page came here after its table; said once. */
export function followed() {
  if (location.hash !== MARK) return false;
  history.replaceState(null, '', location.pathname + location.search);
  return true;
}
