// Cards entered as they are turned, by typing, by tapping, or by a card reader that acts as a keyboard
// (docs/live-tables.md). A Naming never changes. Each character or card makes a new Naming.
import { cardSign } from '../core/cards.js';

/** @typedef {{words: string, remedy: string, card: string}} Fault */

const LATER = ' ,;\t'; // separators between two cards

export class Naming {
  /**
   * @param {string[]} deck every card of the deck, with duplicates
   * @param {string[]} remaining the cards still in the deck, with duplicates
   * @param {number} count how many cards to enter now
   * @param {(card: string) => string} placeOf where a card that is no longer in the deck is, in words
   */
  constructor(deck, remaining, count, placeOf = () => 'on the table already') {
    this.deck = deck;
    this.available = remaining;
    this.count = count;
    this.where = placeOf;
    /** @type {string[]} */
    this.cards = [];
    this.half = ''; // characters typed so far for the next card
    this.completion = ''; // rest of the last card's name, which may be unique before it is fully typed
    /** @type {Fault|null} */
    this.fault = null;
    this.kinds = [...new Set(deck)];
  }

  get full() {
    return this.cards.length === this.count;
  }

  /** Cards whose name begins with the typed characters. */
  get lit() {
    return this.half ? this.kinds.filter((card) => startsWith(card, this.half)) : [];
  }

  /** How many cards of a kind are left, not counting those entered now. @param {string} card */
  countLeft(card) {
    return this.available.filter((each) => each === card).length - this.cards.filter((each) => each === card).length;
  }

  /**
   * A copy with some values replaced.
   * @param {Partial<Naming>} change
   * @returns {Naming}
   */
  with(change) {
    return Object.assign(/** @type {Naming} */ (Object.create(Naming.prototype)), this, change);
  }

  /** Enter one character. Returns null if it is not used. @param {string} text @returns {Naming|null} */
  type(text) {
    if (LATER.includes(text)) return !this.half && !this.full ? this : null;
    const sign = text.toLowerCase();
    if (this.completion && this.completion[0] === sign) return this.with({ completion: this.completion.slice(1) });
    const half = asRank(this.half + sign);
    const matches = this.kinds.filter((card) => startsWith(card, half));
    if (!matches.length && half !== '1') {
      if (!this.kinds.some((card) => startsWith(card, asRank(sign))))
        return this.complain(`No card begins with ${half}`, 'Enter it again: rank, then suit.', '');
      return this.with({ half: sign, completion: '', fault: null }); // starts another card
    }
    if (matches.length === 1) return this.add(matches[0], matches[0].toLowerCase().slice(half.length));
    return this.with({ half, completion: '', fault: null });
  }

  /**
   * Enter a complete card.
   * @param {string} card
   * @param {string} [rest] the part of its name that may still be typed
   */
  add(card, rest = this.completion) {
    if (this.full)
      return this.complain(
        `${cardSign(card)} is one card too many`,
        `Enter only ${this.count === 1 ? 'one card' : `${this.count} cards`}. Remove the last one if it was misread.`,
        card,
        rest,
      );
    if (this.countLeft(card) > 0)
      return this.with({ cards: [...this.cards, card], half: '', completion: rest, fault: null });
    const placeOf = this.cards.includes(card) ? 'already entered' : this.where(card);
    const many = this.deck.filter((each) => each === card).length;
    const repeat =
      many === 1
        ? `If it is a second ${cardSign(card)}, the deck is wrong`
        : `If there are more than ${many}, the deck is wrong`;
    return this.complain(`${cardSign(card)} is ${placeOf}`, `Check the card. ${repeat}: call the floor.`, card, rest);
  }

  /** Remove the last character, or the last card. */
  back() {
    if (this.fault) return this.with({ completion: '', fault: null });
    if (this.half) return this.with({ half: this.half.slice(0, -1), completion: '' });
    return this.with({ cards: this.cards.slice(0, -1), completion: '' });
  }

  /** Remove a card that was entered now. @param {string} card */
  out(card) {
    const at = this.cards.lastIndexOf(card);
    return this.with({ cards: this.cards.filter((_, index) => index !== at), half: '', completion: '', fault: null });
  }

  /**
   * @param {string} words
   * @param {string} remedy
   * @param {string} card
   * @param {string} [rest]
   */
  complain(words, remedy, card, rest = '') {
    return this.with({ fault: { words, remedy, card }, half: '', completion: rest });
  }
}

/** A ten may be typed as "10" or "T". @param {string} half */
function asRank(half) {
  return half.startsWith('10') ? `t${half.slice(2)}` : half;
}

/**
 * @param {string} card
 * @param {string} half
 */
function startsWith(card, half) {
  return card.toLowerCase().startsWith(half);
}
