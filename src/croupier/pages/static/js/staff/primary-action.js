// The main button of the dealer's console, for a prepared command, entered cards, a counted number or a settlement.
import { cardNames } from '../core/cards.js';
import { Naming } from './card-naming.js';
import { plain } from './commands.js';
import { joinedWords } from './joined-acts.js';
import { capital, countWords } from './staff-parts.js';

/** @typedef {import('./console-view.js').View} View */
/**
 * @typedef {{key: 'Space'|'Enter', words: string, small: string, ready: boolean,
 *   command: () => import('../core/types.js').TableCommand}} Primary
 */

const MONEY = ['settle', 'pay']; // acts that are known to move chips even without a dry run

/**
 * The identity of the due act. Typed input is kept while it is unchanged.
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
 * Card entry for the due act, or null if it needs none.
 * @param {View} view
 */
export function namingFor(view) {
  const blank = cardsBlank(view);
  if (!blank || !view.mine) return null;
  const count = view.due.cards || blank.most || 1;
  return new Naming(view.posted.deck, blank.cards ?? [], count, (card) => view.whereIs(card));
}

/**
 * The number field of a form whose only required field is a number. The number is typed directly, without a
 * suggestion.
 * @param {View} view
 */
export function numberBlank(view) {
  if (view.due.command && view.due.act !== 'count') return undefined;
  const blanks = (view.form?.blanks ?? []).filter((blank) => !blank.optional);
  return blanks.length === 1 && blanks[0].kind === 'whole' ? blanks[0] : undefined;
}

/**
 * The command with the entered cards. Face-down cards stay unnamed.
 * @param {import('../core/types.js').TableCommand} sample
 * @param {string[]} cards
 */
function withCards(sample, cards) {
  const rest = [...cards];
  const all =
    Array.isArray(sample.cards) && sample.cards.length
      ? sample.cards.map((each) => (each ? (rest.shift() ?? null) : null))
      : cards;
  return { ...plain(sample), cards: all };
}

/**
 * @type {Record<string, string>} button text by act
 */
const DONE = {
  close: 'No more bets',
  lock: 'Progressive locked',
  collect: 'Collected and counted',
  bank: 'Moved to the tray',
  deal: 'Dealt',
  turn: 'Turned up',
  stub: 'Moved to the rack',
  count: 'Counted',
  reveal: 'Revealed and announced',
  settle: 'Paid',
  pay: 'Paid',
  rack: 'All cards are in the rack',
  name: 'Enter cards',
  receive: 'Received',
  shuffle: 'Shuffled',
  cut: 'Cut',
  attest: 'I confirm',
  load: 'Loaded',
  prepare: 'Done',
  change_deck: 'Deck removed',
  recount: 'Recounted',
  mix: 'Mixed',
  validate: 'Validated',
};

/**
 * The due act and the acts that its key also performs.
 * @param {View} view
 * @param {boolean} single
 */
function joinedTitle(view, single) {
  return [view.due.words, ...(single ? [] : joinedWords(view, view.due.act))].map(capital).join('. ');
}

/** @param {View} view */
export function doneWords(view) {
  return DONE[view.due.act] ?? 'Done';
}

/**
 * @param {View} view
 * @param {{naming: Naming|null, number: string, moves: boolean|null, isTried: boolean, isRefused: boolean,
 *   single: boolean}} typed
 * `isTried`: a dry run was made; `moves`: whether chips then move; `single`: acts are not joined
 * @returns {Primary|null}
 */
export function primaryOf(view, { naming, number, moves, isTried, isRefused, single }) {
  // the floor validates on its own page
  if (!view.mine || view.due.act === 'validate') return null;
  const words = doneWords(view);
  const sample = view.form?.sample;
  if (naming && sample) {
    const missing = naming.count - naming.cards.length;
    const small = naming.full
      ? cardNames(naming.cards)
      : naming.half
        ? 'Enter the suit: s, h, c or d'
        : `${countWords(missing, 'card')} to enter`;
    return {
      key: 'Space',
      words: naming.full ? words : small,
      small: naming.full ? small : '',
      ready: naming.full && !naming.fault,
      command: () => withCards(sample, naming.cards),
    };
  }
  const blank = numberBlank(view);
  if (blank && sample) {
    const field = blank.field;
    return {
      key: 'Space',
      words: number ? `${words}: ${number}` : 'Enter the number',
      small: '',
      ready: number !== '',
      command: () => ({ ...plain(sample), [field]: Number(number) }),
    };
  }
  const command = view.due.command;
  if (!command) return null;
  const money = moves ?? MONEY.includes(view.due.act);
  const seat = view.due.seat;
  return {
    key: money ? 'Enter' : 'Space',
    words: money && seat ? `Settle seat ${seat}` : words,
    small: money ? 'press Enter, or hold for one second' : view.due.act === 'attest' ? '' : joinedTitle(view, single),
    ready: isTried && !(money && isRefused), // the sheet must be on the screen before chips move
    command: () => plain(command),
  };
}
