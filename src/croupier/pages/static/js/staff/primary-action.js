// What the one button does now: a ready command, cards that were named, a number that was counted, a sheet that was
// paid.
import { cardNames } from '../core/cards.js';
import { Naming } from './card-naming.js';
import { plain } from './bet-entry.js';
import { capital, counted } from './staff-parts.js';

/** @typedef {import('./console-view.js').View} View */
/**
 * @typedef {{key: 'Space'|'Enter', words: string, small: string, ready: boolean, command: () => Record<string,
 * any>}} Primary
 */

const MONEY = ['settle', 'pay']; // moves chips, also where it could not be tried beforehand

/**
 * What tells one act that is due from the next: as long as it is the same, what was typed stays.
 * @param {View} view
 */
export function keyOf(view) {
  const { act, seat, place, command, cards } = view.due;
  return JSON.stringify([
    view.sight?.round,
    act,
    seat,
    place,
    cards,
    command,
    view.sight?.turn.question,
    view.form?.sample.first,
  ]);
}

/** @param {View} view */
export function cardsBlank(view) {
  return view.due.command ? undefined : view.form?.blanks?.find((blank) => blank.kind === 'cards');
}

/**
 * The cards that are to be named for the act that is due; null where none are.
 * @param {View} view
 */
export function namingFor(view) {
  const blank = cardsBlank(view);
  if (!blank || !view.mine) return null;
  const count = view.due.cards || blank.most || 1;
  return new Naming(view.posted.deck, blank.cards ?? [], count, (card) => view.whereIs(card));
}

/**
 * A form with one number to fill in: it is typed without a field. A count is never proposed: it is counted.
 * @param {View} view
 */
export function numberBlank(view) {
  if (view.due.command && view.due.act !== 'count') return undefined;
  const blanks = (view.form?.blanks ?? []).filter((blank) => !blank.optional);
  return blanks.length === 1 && blanks[0].kind === 'whole' ? blanks[0] : undefined;
}

/**
 * The command with its cards at their places; what falls face down stays unnamed.
 * @param {View} view
 * @param {string[]} cards
 */
export function withCards(view, cards) {
  const command = plain(/** @type {any} */ (view.form).sample);
  const rest = [...cards];
  const all = command.cards?.length
    ? command.cards.map((/** @type {string|null} */ each) => (each ? (rest.shift() ?? null) : null))
    : cards;
  return { ...command, cards: all };
}

/**
 * @type {Record<string, string>} what the button says when an act is done, where its words alone would say too little
 */
const DONE = {
  close: 'No more bets',
  lock: 'Locked',
  collect: 'Collected and counted',
  bank: 'In the tray',
  deal: 'Dealt',
  turn: 'Turned up',
  stub: 'In the rack',
  count: 'Counted',
  reveal: 'Shown and announced',
  settle: 'Paid',
  pay: 'Paid',
  rack: 'All cards are in the rack',
  name: 'Named',
  receive: 'Received',
  shuffle: 'Shuffled',
  cut: 'Cut',
  attest: 'Seen; I vouch for it',
  load: 'Loaded',
  prepare: 'Done',
  change_deck: 'Taken out',
  recount: 'Recounted',
  mix: 'Mixed',
  validate: 'Validated',
};

/** @param {View} view */
export function doneWords(view) {
  return DONE[view.due.act] ?? 'Done';
}

/**
 * @param {View} view
 * @param {{naming: Naming|null, number: string, moves: boolean|null, looked: boolean, refused: boolean}} typed
 * `moves`: whether chips move, where it could be tried; `looked`: whether it was
 * @returns {Primary|null}
 */
export function primaryOf(view, { naming, number, moves, looked, refused }) {
  // the floor validates where hand, amount and light are shown
  if (!view.mine || view.due.act === 'validate') return null;
  const words = doneWords(view);
  if (naming) {
    const missing = naming.count - naming.named.length;
    const small = naming.full
      ? cardNames(naming.named)
      : naming.half
        ? 'One suit to name: s, h, c or d'
        : `${counted(missing, 'card')} to name`;
    return {
      key: 'Space',
      words: naming.full ? words : small,
      small: naming.full ? small : '',
      ready: naming.full && !naming.fault,
      command: () => withCards(view, naming.named),
    };
  }
  const blank = numberBlank(view);
  if (blank) {
    const field = blank.field;
    return {
      key: 'Space',
      words: number ? `${words}: ${number}` : 'Key the number',
      small: '',
      ready: number !== '',
      command: () => ({ ...plain(/** @type {any} */ (view.form).sample), [field]: Number(number) }),
    };
  }
  const command = view.due.command;
  if (!command) return null;
  const money = moves ?? MONEY.includes(view.due.act);
  const seat = view.due.seat;
  return {
    key: money ? 'Enter' : 'Space',
    words: money && seat ? `Seat ${seat} is settled` : words,
    small: money ? 'press Enter, or hold one second' : view.due.act === 'attest' ? '' : capital(view.due.words),
    ready: looked && !(money && refused), // nobody does what moves chips before its sheet is there
    command: () => plain(command),
  };
}
