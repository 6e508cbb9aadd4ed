// Hands and readers: both are keys to a browser. What comes faster than hands press keys is a reader's, and where no
// card is
// asked for it does nothing: no line of a reader answers for a player, lays a bet, seats or sells.

const FASTER = 30; // milliseconds between two keys that no hand presses so
const WAITS = 45; // a key of a hand is done when no other came by then

export class Hands {
  /** @param {(line: string) => void} strayed what came in vain */
  constructor(strayed) {
    this.strayed = strayed;
    this.line = '';
    this.at = -Infinity;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
  }

  /** Whether a key comes right after a sign, as a reader's Enter does. @param {number} at */
  isReader(at) {
    return at - this.at < FASTER;
  }

  /** A sign that went elsewhere: into a field, or was a card's. @param {number} at */
  note(at) {
    this.at = at;
  }

  /** The dealer's own key: what comes after it begins anew. */
  begin() {
    this.at = -Infinity;
  }

  /**
   * A sign with a meaning of its own: done in a moment, unless it was the first of several.
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
      if (this.line.length > 1) this.strayed(this.line);
      else act();
      this.line = '';
    }, WAITS);
  }
}

/**
 * Whether something typed is made of names of cards alone.
 * @param {string} typed
 * @param {string[]} deck
 */
export function isCards(typed, deck) {
  const signs = typed
    .toLowerCase()
    .replaceAll('10', 't')
    .replace(/[\s,;]/g, '');
  const names = new Set(deck.map((card) => card.toLowerCase()));
  return signs.length > 0 && signs.length % 2 === 0 && (signs.match(/../g) ?? []).every((name) => names.has(name));
}
