// What happened, in words: one sentence an event, a deal coalesced. Events are those of every table; no game is known.
import { cardName, cardNames, cardSign } from '../core/cards.js';
import { dollars, signed, withCents } from '../core/money.js';
import { list } from './wagering.js';

/** @typedef {import('../core/types.js').TableEvent} TableEvent */
/**
 * @typedef {{words: string, spoken: string, clauses: string[], readings: string[], own: boolean, seat: number}} Told
 */
/**
 * @typedef {{own: (seat: number) => boolean, name: (seat: number, player?: string) => string, label: (wager: string)
 * => string}} Who
 */

/** "4x" is said "4×", "fold" "Fold". @param {string} choice */
export function choiceWords(choice) {
  const times = /^(\d+)x$/.exec(choice);
  return times ? `${times[1]}×` : choice[0].toUpperCase() + choice.slice(1).replaceAll('_', ' ');
}

/** "Pair of tens or better". @param {string} key */
export function handWords(key) {
  const words = key.replaceAll('_', ' ');
  return words[0].toUpperCase() + words.slice(1);
}

/** @param {string} place */
function placeWords(place) {
  if (place === 'board') return 'Community cards';
  if (place === 'dealer') return 'The dealer’s cards';
  if (place === 'box') return 'The box';
  return handWords(place);
}

/** @type {Record<string, (event: TableEvent, who: Who) => string|null>} */
const SENTENCES = {
  seat_taken: (event, who) =>
    `${who.name(event.seat, event.name || event.player)} ${who.own(event.seat) ? 'take' : 'takes'} seat ${event.seat}`,
  seat_left: (event) => `Seat ${event.seat} is free`,
  bets_closed: () => 'No more bets',
  cards_dealt: () => 'Cards are dealt',
  dealer_revealed: (event) => {
    const shown = Object.entries(event.cards ?? {}).map(
      ([place, cards]) => `${placeWords(place)}: ${/** @type {string[]} */ (cards).map(cardSign).join(' ')}`,
    );
    const called = event.words
      ? `Dealer has ${event.words}${event.qualifies === false ? ', which does not qualify' : ''}`
      : '';
    return [called, shown.join('; ')].filter(Boolean).join('. ');
  },
  hand_shown: (event, who) =>
    `${who.name(event.seat)} ${who.own(event.seat) ? 'have' : 'has'} ${event.words || event.cards.map(cardSign).join(' ')}`,
  cards_turned: (event) => `${placeWords(event.place)}: ${event.cards.map(cardSign).join(' ')}`,
  round_voided: (event) => `The round is void: ${event.reason}`,
  ruling_asked: () => 'A floorperson is asked for a ruling',
  deal_discarded: (event) =>
    `The deal was discarded before a card was seen; another one is made${event.reason ? ` (${event.reason})` : ''}`,
  progressive_awaits: (event, who) => `${who.name(event.seat)} won the progressive; a floorperson validates it`,
  envy_paid: (event, who) => `${who.name(event.seat)}: Envy Bonus ${dollars(event.cents)}`,
  settlement_corrected: (event, who) =>
    `${who.name(event.seat)}: ${who.label(event.wager)} of round ${event.round} put right, ${dollars(event.returned)} comes back`,
  envy_corrected: (event, who) =>
    `${who.name(event.seat)}: Envy Bonus of round ${event.round} put right, ${dollars(event.cents)}`,
  link_lost: () => 'The progressive meter cannot be reached; no bets on it for now',
  link_restored: () => 'The progressive meter is back',
  rules_changed: () => 'The rules of this table have changed',
  wager_taken_back: (event, who) =>
    `${who.name(event.seat)}: ${who.label(event.wager)} ${dollars(event.cents)} taken back`,
};

/**
 * The sentences of some events, in order; what belongs together is told together.
 * @param {TableEvent[]} events
 * @param {Who} who
 * @returns {Told[]}
 */
export function tell(events, who) {
  /** @type {Told[]} */
  const told = [];
  /** Why the next decision is not the player's own. @type {TableEvent|null} */
  let actedFor = null;
  for (let at = 0; at < events.length; at += 1) {
    const event = events[at];
    const kind = event.type.split('@')[0];
    if (kind === 'wager_placed' || kind === 'decided') {
      const run = [event];
      while (
        at + 1 < events.length &&
        events[at + 1].type.startsWith('wager_placed') &&
        events[at + 1].seat === event.seat
      )
        run.push(events[(at += 1)]);
      told.push(kind === 'decided' ? decided(run, who, actedFor) : placed(run, who));
      actedFor = null;
    } else if (kind === 'acted_for') {
      actedFor = event;
    } else if (kind === 'wager_settled') {
      told.push(settled(event, who));
    } else if (kind === 'cards_named') {
      const seat = Number(/^seat(\d+)$/.exec(event.place)?.[1] ?? 0);
      if (who.own(seat))
        told.push(
          line(
            event,
            `Your cards: ${event.cards.map(cardSign).join(' ')}`,
            `Your cards: ${cardNames(event.cards)}`,
            true,
            seat,
          ),
        );
    } else if (SENTENCES[kind]) {
      const words = SENTENCES[kind](event, who);
      if (words) told.push(line(event, words, aloud(event, words), who.own(event.seat), event.seat ?? 0));
    }
  }
  return told;
}

/**
 * Cards by name for who hears.
 * @param {TableEvent} event
 * @param {string} words
 */
function aloud(event, words) {
  if (event.type.startsWith('cards_turned'))
    return `${placeWords(event.place)}: ${event.cards.map(cardName).join(', ')}`;
  if (event.type.startsWith('dealer_revealed')) return words.split('. ')[0];
  return words;
}

/**
 * @param {TableEvent} event
 * @param {string} words
 * @param {string} spoken
 * @param {boolean} own
 * @param {number} seat
 * @returns {Told}
 */
function line(event, words, spoken, own, seat) {
  return { words, spoken, clauses: event.clauses ?? [], readings: event.readings ?? [], own, seat };
}

/**
 * "You: Ante and Blind $25.00, Trips $10.00".
 * @param {TableEvent[]} run
 * @param {Who} who
 */
function placed(run, who) {
  /** @type {Map<number, string[]>} */
  const alike = new Map();
  for (const event of run) alike.set(event.cents, [...(alike.get(event.cents) ?? []), who.label(event.wager)]);
  const words = `${who.name(run[0].seat)}: ${[...alike].map(([cents, names]) => `${list(names)} ${dollars(cents)}`).join(', ')}`;
  return {
    ...line(run[0], words, words, who.own(run[0].seat), run[0].seat),
    clauses: [...new Set(run.flatMap((event) => event.clauses ?? []))],
  };
}

/**
 * "Marguerite: 4×, Play $100.00"; "Time ran out for you: Fold".
 * @param {TableEvent[]} run
 * @param {Who} who
 * @param {TableEvent|null} actedFor
 */
function decided(run, who, actedFor) {
  const [event, ...stakes] = run;
  const staked = stakes.map((one) => `, ${who.label(one.wager)} ${dollars(one.cents)}`).join('');
  const name = who.name(event.seat);
  const whose = actedFor
    ? `${actedFor.by === 'floor:house' ? 'Time ran out' : 'A floorperson decided'} for ${who.own(event.seat) ? name.replace(/^You/, 'you') : name}`
    : name;
  const words = `${whose}: ${choiceWords(event.choice)}${staked}`;
  return line(actedFor ?? event, words, words, who.own(event.seat), event.seat);
}

/**
 * @param {TableEvent} event
 * @param {Who} who
 */
function settled(event, who) {
  const wager = who.label(event.wager);
  const net = event.returned - event.staked;
  const how =
    event.result === 'win'
      ? `wins ${withCents(event.pays)}`
      : ({ lose: 'loses', push: 'pushes', forfeit: 'is forfeited' }[/** @type {'lose'} */ (event.result)] ??
        'comes back');
  const words = `${who.name(event.seat)}: ${wager} ${how}${net ? `, ${signed(net)}` : ''}`;
  return line(event, words, words, who.own(event.seat), event.seat);
}
