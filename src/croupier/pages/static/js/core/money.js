// Amounts of money: whole cents in code, dollars and cents on the page.

const WHOLE = new Intl.NumberFormat('en-US'); // created once, because every amount uses it

/** Add cents to the whole-dollar amounts in a text from the server. @param {string} words */
export const withCents = (words) => words.replace(/\$\d{1,3}(?:,?\d{3})*(?![\d,]*\d|\.\d)/g, (sum) => `${sum}.00`);

/** "$1,214.00", with a minus sign below zero. @param {number} cents */
export function dollars(cents) {
  return `${cents < 0 ? '−' : ''}$${figures(Math.abs(cents))}`;
}

/** "+$25.00", "−$1.00", "$0.00": a win or loss. @param {number} cents */
export function signedDollars(cents) {
  return `${cents > 0 ? '+' : ''}${dollars(cents)}`;
}

/** "1,214.00": for columns whose heading names the currency. @param {number} cents */
export function figures(cents) {
  const whole = WHOLE.format(Math.trunc(Math.abs(cents) / 100));
  return `${cents < 0 ? '−' : ''}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

/**
 * A typed amount in cents, or null if it is not an amount.
 * @param {string} text
 * @returns {number|null}
 */
export function toCents(text) {
  const found = /^\s*\$?\s*(\d{1,9}|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?\s*$/.exec(text);
  if (!found) return null;
  return Number(found[1].replaceAll(',', '')) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
}

/** The value of an exact fraction "n/d". @param {string} fraction */
export function quotient(fraction) {
  const [over, under = '1'] = fraction.split('/');
  return Number(over) / Number(under);
}

/** The class of an amount that a player won or lost. @param {number} cents */
export const tone = (cents) => (cents > 0 ? 'win' : cents < 0 ? 'lose' : '');
