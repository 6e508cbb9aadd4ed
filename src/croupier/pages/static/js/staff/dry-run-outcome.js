// What a dry run comes to, in a few words: what the rules will do, who gets what, what stays in play.
import { dollars } from '../core/money.js';
import { capital } from './staff-parts.js';
import { linesOf } from './table-log.js';

/** @typedef {import('../core/types.js').Tried} Tried */
/** @typedef {import('../core/types.js').Move} Move */
/** @typedef {import('../core/types.js').TableEvent} TableEvent */
/** @typedef {import('./console-view.js').View} View */

/** What only says that chips or cards went somewhere: the table of amounts says it better. */
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

/** What names the card that it is about. */
const NAMES = ['card_exposed', 'naming_corrected'];

/** @param {TableEvent} event */
const kind = (event) => event.type.split('@')[0];

/** @param {Tried} tried */
export const eventsOf = (tried) => tried.entries.flat();

/** The event that says what the rules do. @param {TableEvent[]} events */
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
 * The wagers that are still on the table after it, by seat.
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
      names.length ? `${names.join(', ')} play${names.length === 1 ? 's' : ''} on.` : '',
    ]
      .filter(Boolean)
      .join(' ');
  }
  if (main && kind(main) === 'ruling_asked') return 'The rules leave it to you.';
  if (main && kind(main) === 'seat_forfeited')
    return `Seat ${main.seat} loses ${dollars(sum(tried.moves, ['collect', 'lost']))}.`;
  const taken = sum(tried.moves, ['take']);
  const paid = sum(tried.moves, ['pay']);
  if (taken || paid)
    return taken && paid
      ? `${dollars(taken)} becomes ${dollars(paid)}.`
      : taken
        ? `${dollars(taken)} comes back.`
        : `${dollars(paid)} is paid.`;
  const [line] = linesOf(events, view.who);
  return line ? `${capital(line.words)}.` : 'Nothing changes.';
}

/**
 * For a button: what comes of it now.
 * @param {import('../table/connection.js').Answer} answer
 * @param {View} view
 */
export function outcomeOf(answer, view) {
  if (!answer.tried)
    return {
      words: answer.refusal?.code === 'shows_a_card' ? 'Seen when it is done' : 'Not as it stands',
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
    return { words: names.length ? `Void, ${names.join(', ')} plays` : 'Void', ...cited };
  }
  if (main && kind(main) === 'ruling_asked') return { words: 'You rule', ...cited };
  const [line] = linesOf(events, view.who);
  return { words: line ? line.words : 'Play goes on', ...cited };
}

/**
 * What is done, in its order, then what is due.
 * @param {Tried} tried
 * @param {View} view
 * @param {boolean} anyCard the card is not named yet: no word of one
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
      ? [{ words: `Then: ${tried.due.words}`, clauses: tried.due.clauses ?? [], readings: tried.due.readings ?? [] }]
      : [];
  return [...lines, ...next];
}
