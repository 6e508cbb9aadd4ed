// The table log: one line per event, including the dealer's own acts.
import { cardSign } from '../core/cards.js';
import { dollars } from '../core/money.js';
import { tell } from '../table/round-story.js';
import { capital, counted, placeName } from './staff-parts.js';

/** @typedef {import('../core/types.js').TableEvent} TableEvent */
/** @typedef {import('../core/types.js').TableEvents} TableEvents */
/** @typedef {{words: string, clauses: string[], readings: string[], at: number, kind: string, by: string}} Line */

/** Steps of chapter 4 in the past tense. @type {Record<string, string>} */
const STEPS = {
  inspect: 'inspected',
  verify: 'inspection verified',
  spread: 'spread face up',
  view: 'looked at by the first player',
  face_down: 'turned face down',
  wash: 'washed',
  stack: 'stacked',
};

/** @type {{[K in keyof TableEvents]?: (event: TableEvents[K]) => string}} */
const ACTS = {
  decks_received: (event) => `Received: ${event.backs.join(' and ')}`,
  deck_prepared: (event) => `${capital(event.deck)} deck ${STEPS[event.step] ?? event.step.replaceAll('_', ' ')}`,
  deck_shuffled: (event) => `${capital(event.deck)} deck shuffled ${event.by_machine ? 'by machine' : 'by hand'}`,
  deck_cut: (event) => `${capital(event.deck)} deck cut`,
  deck_loaded: (event) => `${capital(event.deck)} deck loaded`,
  deck_removed: (event) => `${capital(event.deck)} deck taken out: ${event.reason}`,
  attested: () => 'Looked at and vouched for',
  progressive_locked: () => 'Progressive system locked',
  chips_collected: (event) => `${counted(event.chips, 'chip')} collected, ${dollars(event.cents)}`,
  chips_banked: (event) => `${dollars(event.cents)} into the tray`,
  chip_returned: (event) => `Seat ${event.seat}: chip given back, ${dollars(event.cents)}`,
  lammers_placed: (event) => `Lammers at ${event.seats.map((seat) => `seat ${seat}`).join(', ')}`,
  stub_racked: (event) => `Stub racked, ${counted(event.cards, 'card')}`,
  stub_counted: (event) => `Stub counted: ${event.cards}${event.right ? '' : ', which is wrong'}`,
  cards_recounted: (event) => `All cards recounted: ${event.total}`,
  hand_mucked: (event) => `Seat ${event.seat}: cards to the rack`,
  hand_kept: (event) => `Seat ${event.seat}: cards stay under the side wager`,
  cards_racked: () => 'All cards in the rack',
  bought_in: (event) => `Chips for ${dollars(event.cents)}`,
  cashed_out: (event) => `Cashed out ${dollars(event.cents)}`,
  face_up_found: (event) => `Found face up: ${event.cards.map(cardSign).join(' ')}, to the rack`,
  card_exposed: (event) => `Exposed at ${placeName(event.place)}: ${cardSign(event.card)}`,
  wrong_number: (event) => `Wrong number of cards at ${placeName(event.place)}: ${event.cards}`,
  drawn_in_error: () => 'A card was drawn in error and stays the next one',
  naming_corrected: (event) => `${capital(placeName(event.place))}: ${cardSign(event.was)} is ${cardSign(event.card)}`,
  decision_corrected: (event) => `Seat ${event.seat}: ${event.choice}, not ${event.was}`,
  progressive_validated: (event) => `Seat ${event.seat}: the progressive is validated`,
  ruled: (event) => `Ruled: ${event.outcome.replaceAll('_', ' ')}. ${event.reason}`,
  device_failed: (event) => `The ${event.device} has failed`,
  device_handled: (event) => `The ${event.device} is ${event.how}`,
  deck_defective: (event) => `The ${event.deck} deck is defective: ${event.reason}`,
  acted_for: (event) => `Seat ${event.seat}: the floor acts for the player`,
  table_idle: () => 'The table is idle; the cards lie spread',
};

/**
 * @param {TableEvent[]} events
 * @param {Parameters<typeof tell>[1]} who
 * @returns {Line[]}
 */
export function linesOf(events, who) {
  const lines = [];
  for (const event of events) {
    const kind = event.type.split('@')[0];
    const words = /** @type {Record<string, ((event: TableEvent) => string)|undefined>} */ (ACTS)[kind]?.(event);
    if (words)
      lines.push({
        words,
        clauses: event.clauses ?? [],
        readings: event.readings ?? [],
        at: event.at ?? 0,
        kind,
        by: event.by ?? '',
      });
  }
  const told = tell(events, who).map(({ words, clauses, readings }) => ({
    words,
    clauses,
    readings,
    at: events[0]?.at ?? 0,
    kind: '',
    by: '',
  }));
  return [...lines, ...told];
}
