// Names of cards, for screen readers and for text.

/** @type {Record<string, string>} */
const RANKS = {
  2: 'two',
  3: 'three',
  4: 'four',
  5: 'five',
  6: 'six',
  7: 'seven',
  8: 'eight',
  9: 'nine',
  T: 'ten',
  J: 'jack',
  Q: 'queen',
  K: 'king',
  A: 'ace',
};
/** @type {Record<string, string>} */
const SUITS = { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' };
/** @type {Record<string, string>} */
const SIGNS = { c: '♣', d: '♦', h: '♥', s: '♠' };
/** @type {Record<string, string>} */
const CHARACTERS = {
  Dr: 'red dragon',
  Db: 'blue dragon',
  Dg: 'gold dragon',
  Ph: 'phoenix',
  Ti: 'tiger',
  Pa: 'panda',
  Mo: 'monkey',
  Ra: 'rabbit',
};

/** "ace of spades", "red dragon", "face-down card". @param {string|null|undefined} card */
export function cardName(card) {
  if (!card) return 'face-down card';
  if (RANKS[card[0]] && SUITS[card[1]]) return `${RANKS[card[0]]} of ${SUITS[card[1]]}`;
  return CHARACTERS[card] ?? card;
}

/** "A♠" or "red dragon": the short form, for a line of text. @param {string|null|undefined} card */
export function cardSign(card) {
  if (!card) return '▯';
  if (RANKS[card[0]] && SIGNS[card[1]]) return `${card[0] === 'T' ? '10' : card[0]}${SIGNS[card[1]]}`;
  return CHARACTERS[card] ?? card;
}

/** A list of card names. @param {(string|null)[]} cards */
export function cardNames(cards) {
  const hidden = cards.filter((card) => !card).length;
  const names = cards.filter(Boolean).map(cardName);
  if (hidden) names.push(hidden === 1 ? 'one face-down card' : `${hidden} face-down cards`);
  return names.join(', ');
}
