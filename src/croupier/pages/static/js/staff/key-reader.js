// Tells a person's keys from a card reader's, which arrive faster. Reader input is ignored unless a card is expected,
// so a reader can never answer for a player, bet, seat a player or sell chips.

const FASTER = 30; // largest number of milliseconds between two keys of a reader
const WAITS = 45; // milliseconds to wait for another key before a key counts as pressed by hand

export class Hands {
  /** @param {(line: string) => void} onStrayInput receives the input that was ignored */
  constructor(onStrayInput) {
    this.onStrayInput = onStrayInput;
    this.line = '';
    this.at = -Infinity;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
  }

  /** Whether a key follows a character as fast as a reader's Enter. @param {number} at */
  isReader(at) {
    return at - this.at < FASTER;
  }

  /** Note a character that went into a field or a card. @param {number} at */
  note(at) {
    this.at = at;
  }

  /** Start over after a key pressed by hand. */
  begin() {
    this.at = -Infinity;
  }

  /**
   * Run the action of a single character after a moment, unless more characters follow.
   * @param {string} sign
   * @param {number} at
   * @param {() => void} act
   */
  take(sign, at, act) {
    const several = this.isReader(at);
    this.at = at;
    clearTimeout(this.timer);
    this.line = several ? this.line + sign : sign;
    this.timer = setTimeout(() => {
      if (this.line.length > 1) this.onStrayInput(this.line);
      else act();
      this.line = '';
    }, WAITS);
  }
}

/**
 * Whether a typed text consists only of card names.
 * @param {string} text
 * @param {string[]} deck
 */
export function isCards(text, deck) {
  const signs = text
    .toLowerCase()
    .replaceAll('10', 't')
    .replace(/[\s,;]/g, '');
  const names = new Set(deck.map((card) => card.toLowerCase()));
  return signs.length > 0 && signs.length % 2 === 0 && (signs.match(/../g) ?? []).every((name) => names.has(name));
}
