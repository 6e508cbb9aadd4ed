// Groups of paytables that are shown side by side.

/** @typedef {import('../core/types.js').PostedPaytable} Paytable */

const COLUMNS = 3; // maximum number of wagers in one paytable
const MAIN = 'main'; // id of the main game's paytable, which comes first

/**
 * Group paytables that share most of their hands, in the order of the wagers.
 * @param {Paytable[]} paytables
 * @param {string[]} order
 */
export function groupPaytables(paytables, order) {
  /** @type {{hands: string[], tables: Paytable[]}[]} */
  const groups = [];
  for (const table of [...paytables].sort((a, b) => place(order, a.wager) - place(order, b.wager))) {
    const hands = table.rows.map((row) => row.hand);
    const group = groups.find(
      (group) =>
        group.tables.length < COLUMNS &&
        hands.filter((hand) => group.hands.includes(hand)).length * 2 >= hands.length &&
        sameOrder(group.hands, hands),
    );
    if (group) {
      group.tables.push(table);
      group.hands = mergeHands(group.hands, hands);
    } else {
      groups.push({ hands, tables: [table] });
    }
  }
  return groups;
}

/**
 * Return whether two rankings put the hands that they share in the same order. Three-card rankings put a straight
 * above a flush, so they never share a list with five-card rankings.
 * @param {string[]} first
 * @param {string[]} second
 */
function sameOrder(first, second) {
  const shared = second.filter((hand) => first.includes(hand));
  return first.filter((hand) => second.includes(hand)).every((hand, n) => hand === shared[n]);
}

/**
 * @param {string[]} order
 * @param {string} wager
 */
function place(order, wager) {
  if (wager === MAIN) return -1;
  return order.includes(wager) ? order.indexOf(wager) : order.length;
}

/**
 * Merge two lists of hands, each best first.
 * @param {string[]} first
 * @param {string[]} second
 */
function mergeHands(first, second) {
  const all = [...first];
  second.forEach((hand, n) => {
    if (all.includes(hand)) return;
    const before = second
      .slice(0, n)
      .reverse()
      .find((item) => all.includes(item));
    all.splice(before ? all.indexOf(before) + 1 : 0, 0, hand);
  });
  return all;
}
