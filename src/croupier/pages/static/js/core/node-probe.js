// Worker that probes whether a node answers. A page may only contact nodes that its own content security policy names,
// but a worker loads with a newer policy and can contact nodes that joined later.

/** @param {MessageEvent<{where: string, patience: number}>} event */
self.onmessage = async ({ data: { where: url, patience } }) => {
  let ok = false;
  try {
    ({ ok } = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(patience) }));
  } catch {
    // The node does not answer.
  }
  self.postMessage({ where: url, ok });
};
