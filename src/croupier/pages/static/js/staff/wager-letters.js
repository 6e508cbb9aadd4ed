// The letters that lead to the wagers of a bet form.

/**
 * A letter for each wager to enter: the first one in its label that is not taken. It leads to the wager's field.
 * @param {import('../core/types.js').Stake[]} stakes
 */
export function lettersOf(stakes) {
  /** @type {Map<string, string>} */
  const letters = new Map();
  for (const stake of stakes.filter((stake) => !stake.equal_to)) {
    const used = [...letters.values()];
    const letter = [...stake.label.toLowerCase()].find((sign) => /[a-z]/.test(sign) && !used.includes(sign));
    if (letter) letters.set(stake.name, letter);
  }
  return letters;
}

/**
 * Go to the wager of a letter. A wager with one possible amount is filled in.
 * @param {HTMLElement} field the field in which the letter was typed
 * @param {string} letter
 */
export function jumpToWager(field, letter) {
  if (!field.dataset.letter || !/^[a-z]$/i.test(letter)) return false;
  const input = field.closest('form')?.querySelector(`input[data-letter="${letter.toLowerCase()}"]`);
  if (!(input instanceof HTMLInputElement)) return false;
  if (input.dataset.fixed && !input.value) input.value = input.dataset.fixed;
  input.focus();
  input.select();
  return true;
}
