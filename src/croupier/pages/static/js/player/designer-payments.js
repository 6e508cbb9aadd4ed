// Payments in the notation of paytables, and the steps of the payment slider.

const TO_ONE = [
  ...[
    3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20, 25, 30, 35, 40, 50, 60, 75, 100, 125, 150, 200, 250, 300, 400, 500, 750,
    1000, 1500, 2000, 2500, 5000, 10000, 25000,
  ].map((n) => `${n} to 1`),
];
const ODDS = ['lose', 'push', '1 to 2', '1 to 1', '3 to 2', '2 to 1', '5 to 2', ...TO_ONE];
const SUMS = [
  'lose',
  ...[
    1, 2, 3, 5, 8, 10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 150, 200, 250, 300, 400, 500, 750, 1000, 1500, 2500, 5000,
    10000, 25000,
  ].map((n) => `$${n.toLocaleString('en-US')}.00`),
];

/**
 * The gain on one unit, or null if the text cannot be read here.
 * @param {string} text
 * @returns {number|null}
 */
export function gain(text) {
  const plain = text.trim().replaceAll(',', '');
  if (plain === 'lose') return -1;
  if (plain === 'push') return 0;
  const odds = /^(\d+) (to|for) (\d+)$/.exec(plain);
  if (odds && Number(odds[3])) return Number(odds[1]) / Number(odds[3]) - (odds[2] === 'for' ? 1 : 0);
  const sum = /^\$(\d+)(?:\.(\d\d))?$/.exec(plain);
  return sum ? Number(`${sum[1]}.${sum[2] ?? 0}`) : null;
}

/**
 * The slider steps for a payment. A row paid from a meter has none.
 * @param {string} printed
 * @returns {string[]}
 */
export function stepsFor(printed) {
  if (printed.includes('%') || printed.includes(' and ')) return [];
  return printed.startsWith('$') ? SUMS : ODDS;
}

/**
 * The index of the step nearest to a payment.
 * @param {string[]} steps
 * @param {string} text
 */
export function nearest(steps, text) {
  const amount = gain(text);
  if (amount === null) return 0;
  let best = 0;
  steps.forEach((step, n) => {
    const distance = Math.abs((gain(step) ?? 0) - amount);
    if (distance < Math.abs((gain(steps[best]) ?? 0) - amount)) best = n;
  });
  return best;
}
