// A short description of a dry run's outcome: its events, its payments and the wagers that stay in play.

/** @typedef {import('../core/types.js').Tried} Tried */
/** @typedef {import('../core/types.js').Move} Move */
/** @typedef {import('./console-view.js').View} View */

/**
 * @param {Move[]} moves
 * @param {string[]} actions
 */
export function sum(moves, actions) {
  return moves.filter((move) => actions.includes(move.action)).reduce((total, move) => total + move.cents, 0);
}

/**
 * The wagers that stay on the table, by seat.
 * @param {Tried} preview
 * @returns {Map<number, Record<string, number>>}
 */
export function unmovedChips(preview) {
  return new Map(
    (preview.sight.seats ?? [])
      .filter((seat) => Object.keys(seat.wagers ?? {}).length)
      .map((seat) => [seat.seat, seat.wagers ?? {}]),
  );
}

/**
 * The outcome in a few words, for a button.
 * @param {import('../table/connection.js').Answer} answer
 */
export function outcomeOf(answer) {
  const { preview, refusal } = answer;
  return {
    words: preview
      ? preview.outcome.words
      : refusal?.code === 'shows_a_card'
        ? 'Shown after you confirm'
        : 'Not possible now',
    clauses: (preview ? preview.outcome.clauses : refusal?.clauses) ?? [],
    readings: (preview ? preview.outcome.readings : refusal?.readings) ?? [],
  };
}

/**
 * The steps of the act in order, then the next act.
 * @param {Tried} preview
 * @param {View} view
 * @param {boolean} anyCard the card is not chosen yet, so steps that name it are left out
 * @returns {{words: string, clauses: string[], readings: string[]}[]}
 */
export function steps(preview, view, anyCard = false) {
  const { due } = preview;
  const next = due?.words && due.act !== view.due.act ? [{ ...due, words: `Next: ${due.words}` }] : [];
  return [...(preview.steps ?? []).filter((step) => !(anyCard && step.card)), ...next].map((step) => ({
    words: step.words,
    clauses: step.clauses ?? [],
    readings: step.readings ?? [],
  }));
}
