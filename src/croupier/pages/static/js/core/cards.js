// Cards by their names, for those who hear the page and for what is written in words.

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

/** "A♠", "red dragon": short, for a line of text. @param {string|null|undefined} card */
export function cardSign(card) {
  if (!card) return '▯';
  if (RANKS[card[0]] && SIGNS[card[1]]) return `${card[0] === 'T' ? '10' : card[0]}${SIGNS[card[1]]}`;
  return CHARACTERS[card] ?? card;
}

/** Several cards in words. @param {(string|null)[]} cards */
export function cardNames(cards) {
  const unseen = cards.filter((card) => !card).length;
  const told = cards.filter(Boolean).map(cardName);
  if (unseen) told.push(unseen === 1 ? 'one face-down card' : `${unseen} face-down cards`);
  return told.join(', ');
}
