// Sentences for the events of a table, for the log and for announcements. It knows no games.
import { cardName, cardNames, cardSign } from '../core/cards.js';
import { dollars, signed, withCents } from '../core/money.js';
import { list } from './wagering.js';

/** @typedef {import('../core/types.js').TableEvent} TableEvent */
/** @typedef {import('../core/types.js').TableEvents} TableEvents */
/**
 * @typedef {{words: string, spoken: string, clauses: string[], readings: string[], own: boolean, seat: number}} Told
 */
/**
 * @typedef {{own: (seat: number) => boolean, name: (seat: number, player?: string) => string, label: (wager: string)
 * => string}} Who
 */

/** "4×" for "4x", "Fold" for "fold". @param {string} choice */
export function choiceWords(choice) {
  const times = /^(\d+)x$/.exec(choice);
  return times ? `${times[1]}×` : choice[0].toUpperCase() + choice.slice(1).replaceAll('_', ' ');
}

/**
 * A decision in words: "before the Flop", "play or fold", "keep or take back Bet 1".
 * @param {import('../core/types.js').PostedQuestion[]} questions
 * @param {string} name
 */
export function questionWords(questions, name) {
  const question = questions.find((one) => one.name === name);
  if (question?.choices.some((choice) => choice.withdraws)) return `keep or take back ${name}`;
  return name.replace(/^[A-Z](?=[a-z]+ or )/, (first) => first.toLowerCase());
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
  if (place === 'box') return 'Box cards';
  return handWords(place);
}

/** "seat 4 has 1 card" for "seat4 has 1 cards". @param {string} reason */
const reasonWords = (reason) =>
  reason
    .replace(/\bseat(\d+)\b/g, 'seat $1')
    .replace(/\b(a card at|exposed at) dealer\b/g, '$1 the dealer')
    .replace(/\b1 cards\b/g, '1 card');

/** @type {{[K in keyof TableEvents]?: (event: TableEvents[K], who: Who) => string|null}} */
const SENTENCES = {
  seat_taken: (event, who) =>
    `${who.name(event.seat, event.name || event.player)} ${who.own(event.seat) ? 'take' : 'takes'} seat ${event.seat}`,
  seat_left: (event) => `Seat ${event.seat} is free`,
  bets_closed: () => 'No more bets',
  cards_dealt: () => 'The dealer deals the cards',
  dealer_revealed: (event) => {
    const shown = Object.entries(event.cards ?? {}).map(
      ([place, cards]) => `${placeWords(place)}: ${cards.map(cardSign).join(' ')}`,
    );
    const called = event.words
      ? `Dealer has ${event.words}${event.qualifies === false ? ', which does not qualify' : ''}`
      : '';
    return [called, shown.join('; ')].filter(Boolean).join('. ');
  },
  hand_shown: (event, who) =>
    `${who.name(event.seat)} ${who.own(event.seat) ? 'have' : 'has'} ` +
    (event.words || event.cards.map(cardSign).join(' ')),
  cards_turned: (event) => `${placeWords(event.place)}: ${event.cards.map(cardSign).join(' ')}`,
  round_voided: (event) => `This round is void and all bets are returned. Reason: ${reasonWords(event.reason)}`,
  ruling_asked: () => 'The dealer asks a floor supervisor for a ruling',
  deal_discarded: () => 'The cards are dealt again before anyone saw one',
  progressive_awaits: (event, who) =>
    `${who.name(event.seat)} won the progressive. A floor supervisor is checking the hand`,
  envy_paid: (event, who) => `${who.name(event.seat)}: Envy Bonus ${dollars(event.cents)}`,
  settlement_corrected: (event, who) =>
    `${who.name(event.seat)}: ${who.label(event.wager)} of round ${event.round} corrected, ` +
    `${dollars(event.returned)} returned`,
  envy_corrected: (event, who) =>
    `${who.name(event.seat)}: Envy Bonus of round ${event.round} corrected, ${dollars(event.cents)}`,
  link_lost: () => 'The progressive is unavailable. You can’t bet on it for now',
  link_restored: () => 'The progressive is available again',
  rules_changed: () => 'The rules of this table have changed',
  wager_taken_back: (event, who) =>
    `${who.name(event.seat)}: ${who.label(event.wager)} ${dollars(event.cents)} taken back`,
};

/**
 * The sentences for some events, in order. Wagers of one seat become one sentence.
 * @param {TableEvent[]} events
 * @param {Who} who
 * @returns {Told[]}
 */
export function tell(events, who) {
  /** @type {Told[]} */
  const told = [];
  /** The event that explains a decision made for the player. @type {TableEvents['acted_for']|null} */
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
      told.push(
        kind === 'decided'
          ? decided(/** @type {[TableEvents['decided'], ...TableEvents['wager_placed'][]]} */ (run), who, actedFor)
          : placed(/** @type {TableEvents['wager_placed'][]} */ (run), who),
      );
      actedFor = null;
    } else if (kind === 'acted_for') {
      actedFor = /** @type {TableEvents['acted_for']} */ (event);
    } else if (kind === 'wager_settled') {
      told.push(settled(/** @type {TableEvents['wager_settled']} */ (event), who));
    } else if (kind === 'cards_named') {
      const { place, cards } = /** @type {TableEvents['cards_named']} */ (event);
      const seat = Number(/^seat(\d+)$/.exec(place)?.[1] ?? 0);
      if (who.own(seat))
        told.push(
          line(event, `Your cards: ${cards.map(cardSign).join(' ')}`, `Your cards: ${cardNames(cards)}`, true, seat),
        );
    } else {
      const words = sentenceOf(kind)?.(event, who);
      if (words) told.push(line(event, words, aloud(event, words), who.own(event.seat ?? 0), event.seat ?? 0));
    }
  }
  return told;
}

/**
 * @param {string} kind the type of an event, without the version
 * @returns {((event: TableEvent, who: Who) => string|null)|undefined}
 */
function sentenceOf(kind) {
  return /** @type {Record<string, (event: TableEvent, who: Who) => string|null>} */ (SENTENCES)[kind];
}

/**
 * The spoken version of a sentence, with card names.
 * @param {TableEvent} event
 * @param {string} words
 */
function aloud(event, words) {
  if (event.type.startsWith('cards_turned')) {
    const { place, cards } = /** @type {TableEvents['cards_turned']} */ (event);
    return `${placeWords(place)}: ${cards.map(cardName).join(', ')}`;
  }
  if (event.type.startsWith('dealer_revealed')) return words.split('. ')[0];
  return words;
}

/**
 * @param {{clauses?: string[], readings?: string[]}} event
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
 * @param {TableEvents['wager_placed'][]} run
 * @param {Who} who
 */
function placed(run, who) {
  /** @type {Map<number, string[]>} */
  const alike = new Map();
  for (const event of run) alike.set(event.cents, [...(alike.get(event.cents) ?? []), who.label(event.wager)]);
  const bets = [...alike].map(([cents, names]) => `${list(names)} ${dollars(cents)}`).join(', ');
  const words = `${who.name(run[0].seat)}: ${bets}`;
  return {
    ...line(run[0], words, words, who.own(run[0].seat), run[0].seat),
    clauses: [...new Set(run.flatMap((event) => event.clauses ?? []))],
  };
}

/**
 * "Marguerite: 4×, Play $100.00"; "Time ran out for you: Fold".
 * @param {[TableEvents['decided'], ...TableEvents['wager_placed'][]]} run
 * @param {Who} who
 * @param {TableEvents['acted_for']|null} actedFor
 */
function decided(run, who, actedFor) {
  const [event, ...stakes] = run;
  const staked = stakes.map((one) => `, ${who.label(one.wager)} ${dollars(one.cents)}`).join('');
  const name = who.name(event.seat);
  const whose = actedFor
    ? `${actedFor.by === 'floor:house' ? 'Time ran out' : 'A floor supervisor decided'} for ` +
      (who.own(event.seat) ? name.replace(/^You/, 'you') : name)
    : name;
  const words = `${whose}: ${choiceWords(event.choice)}${staked}`;
  return line(actedFor ?? event, words, words, who.own(event.seat), event.seat);
}

/**
 * @param {TableEvents['wager_settled']} event
 * @param {Who} who
 */
function settled(event, who) {
  const wager = who.label(event.wager);
  const net = event.returned - event.staked;
  const how =
    event.result === 'win'
      ? `wins ${withCents(event.pays ?? '')}`
      : ({ lose: 'loses', push: 'pushes', forfeit: 'is forfeited' }[/** @type {'lose'} */ (event.result)] ??
        'is returned');
  const words = `${who.name(event.seat)}: ${wager} ${how}${net ? `, ${signed(net)}` : ''}`;
  return line(event, words, words, who.own(event.seat), event.seat);
}
