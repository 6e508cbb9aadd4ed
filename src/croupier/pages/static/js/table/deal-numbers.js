// This person's part in the deal (docs/dealing.md): a number is fixed by its hash before the house commits to the
// order of the cards, and shown when bets are closed. It needs a browser that hashes (https, or this machine).

/** @typedef {{number: string, digest: string, round: number, deal: number}} Fixed */

const KEPT = 60; // numbers, with the rounds they were used in: the check of a deal asks for them

/** @param {number} bytes */
function randomBytes(bytes) {
  return crypto.getRandomValues(new Uint8Array(bytes));
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** H(r) = SHA-256(0x02 ‖ r). @param {Uint8Array} number */
async function digestOf(number) {
  const told = new Uint8Array(33);
  told[0] = 2;
  told.set(number, 1);
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', told)));
}

export class Numbers {
  /** @param {string} table */
  constructor(table) {
    this.place = `croupier-numbers:${table}`;
    /** @type {Fixed[]} */
    this.fixed = this.kept();
    /** A number that was never shown to the house. @type {Fixed|null} */
    this.next = null;
    /**
     * The deal that is committed to, and the hash of ours in it.
     * @type {{round: number, deal: number, root: string, digest: string}|null}
     */
    this.committed = null;
    this.asked = ''; // the root of the deal that we asked to take part in
    this.revealed = ''; // the root of the deal whose number was shown
    this.draw();
  }

  /** A number for a deal that is still to come: each is used once. */
  async draw() {
    if (!globalThis.crypto?.subtle) return;
    const number = randomBytes(32);
    this.next = { number: hex(number), digest: await digestOf(number), round: 0, deal: 0 };
  }

  /**
   * What the house has committed to.
   * @param {import('../core/types.js').Frame} frame
   * @param {string} person
   */
  take(frame, person) {
    for (const event of frame.entries.flat()) {
      if (event.type !== 'deal_committed@1') continue;
      const digest = event.fixed?.[person] ?? '';
      this.committed = { round: event.round, deal: event.deal, root: event.root, digest };
      const mine = this.mine();
      if (mine) {
        mine.round = event.round;
        mine.deal = event.deal;
        this.keep();
      }
    }
  }

  /**
   * The number of ours in the deal that is committed to; another window of this browser may have fixed it.
   */
  mine() {
    const digest = this.committed?.digest;
    if (!digest) return undefined;
    const found = this.fixed.find((one) => one.digest === digest);
    if (found) return found;
    this.fixed = this.kept();
    return this.fixed.find((one) => one.digest === digest);
  }

  /** Whether the deal of a round waits for our number. @param {number} round */
  due(round) {
    return this.committed?.round === round && this.committed.root !== this.revealed && Boolean(this.mine());
  }

  /**
   * Whether "ready" is to be said again: our number is in the deal, or a new deal has none of ours yet.
   * @param {number} round
   */
  again(round) {
    if (this.committed?.round !== round) return false;
    return this.due(round) || (!this.committed.digest && Boolean(this.next) && this.asked !== this.committed.root);
  }

  /**
   * What goes with "ready" in a round: the number that was fixed for its deal, or the hash of one to take part with.
   * A number
   * is not fixed for a round that this person may not play: others would wait for it.
   * @param {number} round
   */
  reveal(round) {
    /** @type {{reveal?: string, next?: string}} */
    const told = {};
    const mine = this.committed?.round === round ? this.mine() : undefined;
    if (mine && this.committed) {
      told.reveal = mine.number;
      this.revealed = this.committed.root;
    } else if (this.next) {
      this.asked = this.committed?.root ?? '';
      told.next = this.next.digest;
      this.fixed.push(this.next);
      this.next = null;
      this.keep();
      this.draw();
    }
    return told;
  }

  keep() {
    this.fixed = this.fixed.slice(-KEPT);
    try {
      localStorage.setItem(this.place, JSON.stringify(this.fixed));
    } catch {
      // A browser that keeps nothing takes part all the same; it cannot check an old deal.
    }
  }

  /** @returns {Fixed[]} */
  kept() {
    try {
      return JSON.parse(localStorage.getItem(this.place) ?? '[]');
    } catch {
      return [];
    }
  }
}
