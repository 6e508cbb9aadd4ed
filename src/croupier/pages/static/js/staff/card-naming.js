// Cards named as they are turned: typed, tapped, or sent by a reader that behaves as a keyboard (docs/pit.md).
import { cardSign } from '../core/cards.js';

/** @typedef {{words: string, remedy: string, card: string}} Fault */

const LATER = ' ,;\t'; // between two cards

export class Naming {
  /**
   * @param {string[]} deck every card of the deck, as often as the deck has it
   * @param {string[]} left the cards that may still come, as often as they may
   * @param {number} count how many are named now
   * @param {(card: string) => string} where where a card that cannot come lies, in words
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
     * What the last card's name would still have had: a name may be complete before it is typed out.
     */
    this.rest = '';
    /** @type {Fault|null} */
    this.fault = null;
    this.kinds = [...new Set(deck)];
  }

  get full() {
    return this.named.length === this.count;
  }

  /** Cards whose name begins with what is typed. */
  get lit() {
    return this.half ? this.kinds.filter((card) => begins(card, this.half)) : [];
  }

  /** How many of a kind may still come, those named now taken off. @param {string} card */
  remaining(card) {
    return this.left.filter((each) => each === card).length - this.named.filter((each) => each === card).length;
  }

  /** One character. Whether it meant anything here. @param {string} typed */
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
        return this.complain(`No card begins with ${half}`, 'Name it again: rank, then suit.', '');
      this.half = sign; // another card is begun
      this.fault = null;
      return true;
    }
    this.fault = null;
    if (fits.length === 1) return this.complete(fits[0], fits[0].toLowerCase().slice(half.length));
    this.half = half;
    return true;
  }

  /**
   * A whole name.
   * @param {string} card
   * @param {string} rest
   */
  complete(card, rest = '') {
    this.half = '';
    this.rest = rest;
    return this.add(card);
  }

  /** A card by its key on the screen. @param {string} card */
  add(card) {
    this.half = '';
    this.fault = null;
    if (this.full)
      return this.complain(
        `${cardSign(card)} is one card too many`,
        `${this.count === 1 ? 'One is' : `${this.count} are`} turned now. Take the last one out if it was misread.`,
        card,
      );
    if (this.remaining(card) > 0) {
      this.named.push(card);
      return true;
    }
    const where = this.named.includes(card) ? 'named just now' : this.where(card);
    const many = this.deck.filter((each) => each === card).length;
    const again =
      many === 1
        ? `If it is a second ${cardSign(card)}, the deck is not a whole deck`
        : `If it is one more than ${many}, the deck is not a whole deck`;
    return this.complain(`${cardSign(card)} is ${where}`, `Look at the card again. ${again}: call the floor.`, card);
  }

  /** The last character, or the last card, out again. */
  back() {
    if (this.fault) this.fault = null;
    else if (this.half) this.half = this.half.slice(0, -1);
    else this.named.pop();
    this.rest = '';
  }

  /** @param {string} card one that was named now */
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

/** "10" is how a ten is said, T how it is written. @param {string} half */
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
