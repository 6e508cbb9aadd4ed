// The acts that one key performs together, because nothing has to be decided or checked between them. Each act is
// a command of its own, with its own journal entry. The console sends them in order and stops at the first refusal.

/** @typedef {import('./console-view.js').View} View */

/**
 * For the act whose key was pressed, the acts that the same key may also perform. `named` stands for the last card of
 * a name.
 * @type {Record<string, string[]>}
 */
const JOINED = {
  close: ['lock'],
  collect: ['bank', 'lock', 'deal', 'stub'],
  bank: ['lock', 'deal', 'stub'],
  deal: ['stub'],
  named: ['stub', 'reveal'],
  rack: ['shuffle', 'cut', 'load'],
};

/** @param {string} run the act whose key was pressed, or `named` */
export const joinedTo = (run) => JOINED[run] ?? [];

/**
 * The later acts that a key will also perform, in words.
 * @param {View} view
 * @param {string} run
 */
export function joinedWords({ then }, run) {
  const end = then.findIndex((act) => !joinedTo(run).includes(act.act) || act.blanks?.length);
  return then.slice(0, end < 0 ? then.length : end).map((act) => act.words);
}
