// The dealer's last entry, which they may correct until the next act (docs/live-tables.md). The server decides whether
// a correction is allowed. This module remembers the entry and builds the correction. Its functions are pure.
import { Naming } from './card-naming.js';
import { answersOf } from './player-question.js';

/** @typedef {import('../core/types.js').TableCommand} TableCommand */
/** @typedef {import('../core/types.js').TableEvent} TableEvent */
/** @typedef {import('./console-view.js').View} View */
/** @typedef {{place: string, index: number, card: string}} Name */
/**
 * `before`: the seat's bets before the entry; `words`: the entry, for the heading.
 * @typedef {{kind: 'cards', words: string, names: Name[]}
 *   | {kind: 'decision', words: string, seat: number, question: string, choice: string}
 *   | {kind: 'bets', words: string, seat: number, before: Record<string, number>}} OwnEntry
 *
 * The open correction. `naming`: the right cards; `choice`: the right answer.
 * @typedef {import('../../../protocol-types').CardsRead} CardsRead
 * @typedef {{entry: OwnEntry, naming: Naming|null, choice: string}} Correction
 */

const JOINED = ['rack_stub', 'reveal_dealer']; // acts that the key of the last named card also performs
/** Events after which an entry can no longer be corrected. @type {Record<OwnEntry['kind'], string[]>} */
const ENDS = {
  bets: ['bets_closed'],
  decision: ['decided', 'decision_corrected', 'cards_dealt', 'cards_turned', 'cards_named', 'dealer_revealed'],
  cards: ['decided', 'naming_corrected', 'cards_dealt', 'cards_turned', 'cards_named', 'hand_shown'],
};
const ROUND_ENDS = ['round_voided', 'round_ended', 'ruling_asked'];

/** @param {string} type of a command or an event, with its version */
const kindOf = (type) => type.split('@')[0];

/**
 * The entry that a command makes, or null if it makes none that can be corrected.
 * @param {TableCommand} command
 * @param {View} view before the command
 * @returns {OwnEntry|null}
 */
export function entryOf(command, view) {
  if (view.role !== 'dealer') return null;
  const kind = kindOf(command.type);
  const seat = command.seat ?? 0;
  const name = view.seat(seat)?.name || `seat ${seat}`;
  if (kind === 'bet')
    return { kind: 'bets', words: `Bets of seat ${seat}, ${name}`, seat, before: { ...view.seat(seat)?.wagers } };
  if (kind === 'decide') {
    const { question = '', choice = '' } = command;
    return { kind: 'decision', words: `Decision of seat ${seat}, ${name}`, seat, question, choice };
  }
  const names = namesIn(command, kind, view);
  return names.length ? { kind: 'cards', words: view.due.words, names } : null;
}

/**
 * The cards that a command names, with their places.
 * @param {TableCommand} command
 * @param {string} kind
 * @param {View} view
 * @returns {Name[]}
 */
function namesIn(command, kind, view) {
  const { place = '', first = 0 } = command;
  const cards = cardsOf(command);
  const there = (/** @type {string} */ at) => view.place(at)?.cards ?? [];
  if (kind === 'name_cards') return namesAt(place, first, cards);
  if (kind === 'turn_up') {
    const turned = view.due.place ?? '';
    return namesAt(turned, there(turned).filter(Boolean).length, cards);
  }
  if (kind !== 'deal') return [];
  const rest = [...cards];
  /** @type {Map<string, number>} */
  const filled = new Map();
  return (view.due.deliveries ?? []).flatMap(({ place: to, count }) => {
    const at = filled.get(to) ?? there(to).length;
    filled.set(to, at + count);
    return namesAt(to, at, rest.splice(0, count));
  });
}

/** The cards of a command, with null for a card that it does not name. @param {TableCommand} command */
export const cardsOf = ({ cards }) =>
  Array.isArray(cards) ? cards.map((card) => (typeof card === 'string' ? card : null)) : [];

/** @param {string} place @param {number} first @param {(string|null)[]} cards @returns {Name[]} */
const namesAt = (place, first, cards) =>
  cards.flatMap((card, at) => (card ? [{ place, index: first + at, card }] : []));

/**
 * The last entry after a command of this screen was accepted.
 * @param {OwnEntry|null} last
 * @param {string} type of the command
 * @param {OwnEntry|null} made by the command
 */
export function lastEntry(last, type, made) {
  return made ?? (last?.kind === 'cards' && JOINED.includes(kindOf(type)) ? last : null);
}

/**
 * The last entry after other people's acts, or null once it can no longer be corrected.
 * @param {OwnEntry|null} last
 * @param {TableEvent[][]} entries
 */
export function stillOpen(last, entries) {
  if (!last) return null;
  const ends = [...ENDS[last.kind], ...ROUND_ENDS];
  return entries.flat().some((event) => ends.includes(kindOf(event.type))) ? null : last;
}

/**
 * Open the correction of an entry.
 * @param {OwnEntry} entry
 * @param {View} view
 * @returns {Correction}
 */
export function openCorrection(entry, view) {
  return { entry, naming: entry.kind === 'cards' ? namingOf(entry.names, view) : null, choice: '' };
}

/**
 * Card entry for the right cards. The cards of the entry count as cards in the deck again.
 * @param {Name[]} names
 * @param {View} view
 */
function namingOf(names, view) {
  const left = [...view.posted.deck];
  const seen = [
    ...(view.sight?.places ?? []).flatMap((place) => place.cards),
    ...view.seats.flatMap((seat) => seat.cards ?? []),
  ];
  const freed = names.map((name) => name.card);
  for (const card of seen) {
    const at = card && freed.includes(card) ? -1 : left.indexOf(card ?? '');
    if (at >= 0) left.splice(at, 1);
  }
  return new Naming(view.posted.deck, left, names.length, (card) => view.whereIs(card));
}

/**
 * The other answers to the question of a decision.
 * @param {OwnEntry} entry
 * @param {View} view
 */
export function otherAnswers(entry, view) {
  if (entry.kind !== 'decision') return [];
  const question = view.posted.questions?.find((posted) => posted.name === entry.question);
  const answers = answersOf(
    (question?.choices ?? []).map((choice) => ({ value: choice.name })),
    question,
  );
  return answers.filter((answer) => answer.value !== entry.choice);
}

/**
 * A key in the open correction, or null if the key is not used.
 * @param {Correction} correction
 * @param {string} key
 * @param {View} view
 * @returns {Correction|null}
 */
export function typeInto(correction, key, view) {
  const { naming, entry } = correction;
  if (naming) {
    const next = key === 'Backspace' ? naming.back() : key.length === 1 && key !== ' ' ? naming.type(key) : null;
    return next && { ...correction, naming: next };
  }
  if (key === 'Backspace') return correction.choice ? { ...correction, choice: '' } : null;
  const answer = otherAnswers(entry, view).find((each) => each.key === key.toUpperCase());
  return answer ? { ...correction, choice: answer.value } : null;
}

/** What is missing in the correction, in words; empty if it can be sent. @param {Correction} correction */
export function missingIn({ entry, naming, choice }) {
  if (naming?.fault) return 'Check the card';
  if (naming && !naming.full) return 'Enter all of its cards';
  return entry.kind === 'decision' && !choice ? 'Choose the right answer' : '';
}

/**
 * @param {Correction} correction
 * @param {number} round
 * @returns {TableCommand}
 */
export function correctionOf({ entry, naming, choice }, round) {
  const type = /** @type {const} */ ('correct_keying@1');
  if (entry.kind === 'bets') return { type, round, seat: entry.seat, wagers: entry.before };
  if (entry.kind === 'decision') return { type, round, seat: entry.seat, question: entry.question, choice };
  const cards = entry.names.map((name, at) => ({ ...name, card: naming?.cards[at] ?? name.card }));
  return { type, round, cards };
}
