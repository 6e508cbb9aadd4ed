// Cards entered as they are turned: typed, tapped, or sent by a card reader that acts as a keyboard (docs/pit.md).
import { cardSign } from '../core/cards.js';

/** @typedef {{words: string, remedy: string, card: string}} Fault */

const LATER = ' ,;\t'; // separators between two cards

export class Naming {
  /**
   * @param {string[]} deck every card of the deck, with duplicates
   * @param {string[]} left the cards still in the deck, with duplicates
   * @param {number} count how many cards to enter now
   * @param {(card: string) => string} where where a card that is no longer in the deck is, in words
   */
  constructor(deck, left, count, where = () => 'on the table already') {
    this.deck = deck;
    this.left = left;
    this.count = count;
    this.where = where;
    /** @type {string[]} */
    this.named = [];
    this.half = '';
    /**
     * The rest of the last card's name, because a name may be unique before it is fully typed.
     */
    this.rest = '';
    /** @type {Fault|null} */
    this.fault = null;
    this.kinds = [...new Set(deck)];
  }

  get full() {
    return this.named.length === this.count;
  }

  /** Cards whose name begins with the typed characters. */
  get lit() {
    return this.half ? this.kinds.filter((card) => begins(card, this.half)) : [];
  }

  /** How many of a kind are left, without those entered now. @param {string} card */
  remaining(card) {
    return this.left.filter((each) => each === card).length - this.named.filter((each) => each === card).length;
  }

  /** Take one character. Returns whether it was used. @param {string} typed */
  type(typed) {
    if (LATER.includes(typed)) return !this.half && !this.full;
    const sign = typed.toLowerCase();
    if (this.rest && this.rest[0] === sign) {
      this.rest = this.rest.slice(1);
      return true;
    }
    this.rest = '';
    const half = asRank(this.half + sign);
    const fits = this.kinds.filter((card) => begins(card, half));
    if (!fits.length && half !== '1') {
      if (!this.kinds.some((card) => begins(card, asRank(sign))))
        return this.complain(`No card begins with ${half}`, 'Enter it again: rank, then suit.', '');
      this.half = sign; // starts another card
      this.fault = null;
      return true;
    }
    this.fault = null;
    if (fits.length === 1) return this.complete(fits[0], fits[0].toLowerCase().slice(half.length));
    this.half = half;
    return true;
  }

  /**
   * Take a complete card name.
   * @param {string} card
   * @param {string} rest
   */
  complete(card, rest = '') {
    this.half = '';
    this.rest = rest;
    return this.add(card);
  }

  /** Take a card by its button on the screen. @param {string} card */
  add(card) {
    this.half = '';
    this.fault = null;
    if (this.full)
      return this.complain(
        `${cardSign(card)} is one card too many`,
        `Enter only ${this.count === 1 ? 'one card' : `${this.count} cards`}. Remove the last one if it was misread.`,
        card,
      );
    if (this.remaining(card) > 0) {
      this.named.push(card);
      return true;
    }
    const where = this.named.includes(card) ? 'already entered' : this.where(card);
    const many = this.deck.filter((each) => each === card).length;
    const again =
      many === 1
        ? `If it is a second ${cardSign(card)}, the deck is wrong`
        : `If there are more than ${many}, the deck is wrong`;
    return this.complain(`${cardSign(card)} is ${where}`, `Check the card. ${again}: call the floor.`, card);
  }

  /** Remove the last character, or the last card. */
  back() {
    if (this.fault) this.fault = null;
    else if (this.half) this.half = this.half.slice(0, -1);
    else this.named.pop();
    this.rest = '';
  }

  /** @param {string} card one that was entered now */
  out(card) {
    const at = this.named.lastIndexOf(card);
    if (at >= 0) this.named.splice(at, 1);
    this.fault = null;
    this.half = this.rest = '';
  }

  /**
   * @param {string} words
   * @param {string} remedy
   * @param {string} card
   */
  complain(words, remedy, card) {
    this.fault = { words, remedy, card };
    this.half = this.rest = '';
    return true;
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
function begins(card, half) {
  return card.toLowerCase().startsWith(half);
}
