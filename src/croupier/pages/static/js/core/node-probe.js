// Asks a node of the house whether it is there, for a page that was opened before the node was: a page may ask those
// alone
// that its own policy names, and this comes with a newer one.

self.onmessage = async ({ data: { where, patience } }) => {
  let ok = false;
  try {
    ({ ok } = await fetch(where, { credentials: 'omit', signal: AbortSignal.timeout(patience) }));
  } catch {
    // Nobody is there.
  }
  self.postMessage({ where, ok });
};
