// A short description of a dry run's outcome: what happens, who gets what, and what stays in play.
import { dollars } from '../core/money.js';
import { capital } from './staff-parts.js';
import { linesOf } from './table-log.js';

/** @typedef {import('../core/types.js').Tried} Tried */
/** @typedef {import('../core/types.js').Move} Move */
/** @typedef {import('../core/types.js').TableEvent} TableEvent */
/** @typedef {import('./console-view.js').View} View */

/** Events that only move chips or cards. The table of amounts shows them. */
const QUIET = [
  'wager_settled',
  'wager_taken_back',
  'chip_returned',
  'cards_dealt',
  'cards_named',
  'cards_turned',
  'meter_taken_back',
  'settlement_reversed',
  'settlement_corrected',
];

/** Events whose sentence names a card. */
const NAMES = ['card_exposed', 'naming_corrected'];

/** @param {TableEvent} event */
const kind = (event) => event.type.split('@')[0];

/** @param {Tried} tried */
export const eventsOf = (tried) => tried.entries.flat();

/** The event that decides the outcome. @param {TableEvent[]} events */
export function decisive(events) {
  for (const name of [
    'round_voided',
    'ruling_asked',
    'seat_forfeited',
    'settlement_corrected',
    'envy_corrected',
    'decision_corrected',
  ]) {
    const found = events.find((event) => kind(event) === name);
    if (found) return found;
  }
  return events[0];
}

/**
 * @param {Move[]} moves
 * @param {string[]} actions
 */
export function sum(moves, actions) {
  return moves.filter((move) => actions.includes(move.action)).reduce((total, move) => total + move.cents, 0);
}

/**
 * The wagers that stay on the table, by seat.
 * @param {Tried} tried
 * @returns {Map<number, Record<string, number>>}
 */
export function staying(tried) {
  return new Map(
    (tried.sight.seats ?? [])
      .filter((seat) => Object.keys(seat.wagers ?? {}).length)
      .map((seat) => [seat.seat, seat.wagers ?? {}]),
  );
}

/**
 * @param {Tried} tried
 * @param {View} view
 */
export function headline(tried, view) {
  const events = eventsOf(tried);
  const main = decisive(events);
  const back = sum(tried.moves, ['return']);
  if (main && kind(main) === 'round_voided') {
    const names = [...new Set([...staying(tried).values()].flatMap((wagers) => Object.keys(wagers)))].map((wager) =>
      view.label(wager),
    );
    return [
      'Void.',
      back ? `Return ${dollars(back)}.` : '',
      names.length ? `${names.join(', ')} stay${names.length === 1 ? 's' : ''} in play.` : '',
    ]
      .filter(Boolean)
      .join(' ');
  }
  if (main && kind(main) === 'ruling_asked') return 'You decide.';
  if (main && kind(main) === 'seat_forfeited')
    return `Seat ${main.seat} loses ${dollars(sum(tried.moves, ['collect', 'lost']))}.`;
  const taken = sum(tried.moves, ['take']);
  const paid = sum(tried.moves, ['pay']);
  if (taken || paid)
    return taken && paid
      ? `${dollars(taken)} becomes ${dollars(paid)}.`
      : taken
        ? `Take back ${dollars(taken)}.`
        : `Pay ${dollars(paid)}.`;
  const [line] = linesOf(events, view.who);
  return line ? `${capital(line.words)}.` : 'Nothing changes.';
}

/**
 * The outcome in a few words, for a button.
 * @param {import('../table/connection.js').Answer} answer
 * @param {View} view
 */
export function outcomeOf(answer, view) {
  if (!answer.tried)
    return {
      words: answer.refusal?.code === 'shows_a_card' ? 'Shown after you confirm' : 'Not possible now',
      clauses: answer.refusal?.clauses ?? [],
      readings: answer.refusal?.readings ?? [],
    };
  const { tried } = answer;
  const events = eventsOf(tried);
  const main = decisive(events);
  const cited = { clauses: main?.clauses ?? [], readings: main?.readings ?? [] };
  if (main && kind(main) === 'round_voided') {
    const names = [...new Set([...staying(tried).values()].flatMap((wagers) => Object.keys(wagers)))].map((wager) =>
      view.label(wager),
    );
    return { words: names.length ? `Void except ${names.join(', ')}` : 'Void', ...cited };
  }
  if (main && kind(main) === 'ruling_asked') return { words: 'You decide', ...cited };
  const [line] = linesOf(events, view.who);
  return { words: line ? line.words : 'Play continues', ...cited };
}

/**
 * The steps of the outcome in order, then the next act.
 * @param {Tried} tried
 * @param {View} view
 * @param {boolean} anyCard no card is chosen yet, so no step may name one
 * @returns {{words: string, clauses: string[], readings: string[]}[]}
 */
export function steps(tried, view, anyCard = false) {
  const events = eventsOf(tried).filter(
    (event) => !QUIET.includes(kind(event)) && !(anyCard && NAMES.includes(kind(event))),
  );
  const lines = linesOf(events, view.who).map(({ words, clauses, readings }) => ({
    words: capital(words),
    clauses,
    readings,
  }));
  const next =
    tried.due?.words && tried.due.act !== view.due.act
      ? [{ words: `Next: ${tried.due.words}`, clauses: tried.due.clauses ?? [], readings: tried.due.readings ?? [] }]
      : [];
  return [...lines, ...next];
}
