// A table that another node of the house keeps: the page follows it there by itself, and never runs in a circle.

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
