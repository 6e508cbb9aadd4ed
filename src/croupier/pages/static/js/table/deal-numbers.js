// The person's random numbers for the deal (docs/dealing.md). Each number is committed by its hash before the server
// commits to the card order, and revealed when bets close. Web Crypto is required, which needs https or localhost.

/** @typedef {{number: string, digest: string, round: number, deal: number}} CommittedNumber */

const STORED_NUMBERS = 60; // how many numbers are stored with their rounds, for checking deals later

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
  const bytes = new Uint8Array(33);
  bytes[0] = 2;
  bytes.set(number, 1);
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

export class DealNumbers {
  /** @param {string} table */
  constructor(table) {
    this.storageKey = `croupier-numbers:${table}`;
    /** @type {CommittedNumber[]} */
    this.numbers = this.storedNumbers();
    /** A number that the server has not seen. @type {CommittedNumber|null} */
    this.next = null;
    /**
     * The committed deal, and the hash of our number in it.
     * @type {{round: number, deal: number, root: string, digest: string}|null}
     */
    this.commitment = null;
    this.requestedRoot = ''; // root of the deal that this client asked to join
    this.revealedRoot = ''; // root of the deal for which this client revealed its number
    this.draw();
  }

  /** Draw a number for a future deal. Each number is used once. */
  async draw() {
    if (!globalThis.crypto?.subtle) return;
    const number = randomBytes(32);
    this.next = { number: hex(number), digest: await digestOf(number), round: 0, deal: 0 };
  }

  /**
   * Read the commitments in a frame.
   * @param {import('../core/types.js').Frame} frame
   * @param {string} person
   */
  readCommitments(frame, person) {
    for (const event of frame.entries.flat()) {
      if (event.type !== 'deal_committed@1') continue;
      const { round, deal, root, fixed } = /** @type {import('../core/types.js').TableEvents['deal_committed']} */ (
        event
      );
      const digest = fixed?.[person] ?? '';
      this.commitment = { round, deal, root, digest };
      const ownNumber = this.mine();
      if (ownNumber) {
        ownNumber.round = round;
        ownNumber.deal = deal;
        this.storeNumbers();
      }
    }
  }

  /**
   * Our number in the committed deal. Another window of this browser may have drawn it.
   */
  mine() {
    const digest = this.commitment?.digest;
    if (!digest) return undefined;
    const match = this.numbers.find((number) => number.digest === digest);
    if (match) return match;
    this.numbers = this.storedNumbers();
    return this.numbers.find((number) => number.digest === digest);
  }

  /** Whether the deal of a round is waiting for our number. @param {number} round */
  due(round) {
    return this.commitment?.round === round && this.commitment.root !== this.revealedRoot && Boolean(this.mine());
  }

  /**
   * Whether to send "ready" again: our number is due, or a new deal has none of ours.
   * @param {number} round
   */
  isReadyDue(round) {
    if (this.commitment?.round !== round) return false;
    return (
      this.due(round) || (!this.commitment.digest && Boolean(this.next) && this.requestedRoot !== this.commitment.root)
    );
  }

  /**
   * The extra fields of "ready": the number committed for this deal, or the hash of a new one. No number is
   * committed for a round that this person might not play, because others would have to wait for it.
   * @param {number} round
   */
  reveal(round) {
    /** @type {{reveal?: string, next?: string}} */
    const fields = {};
    const ownNumber = this.commitment?.round === round ? this.mine() : undefined;
    if (ownNumber && this.commitment) {
      fields.reveal = ownNumber.number;
      this.revealedRoot = this.commitment.root;
    } else if (this.next) {
      this.requestedRoot = this.commitment?.root ?? '';
      fields.next = this.next.digest;
      this.numbers.push(this.next);
      this.next = null;
      this.storeNumbers();
      this.draw();
    }
    return fields;
  }

  storeNumbers() {
    this.numbers = this.numbers.slice(-STORED_NUMBERS);
    try {
      localStorage.setItem(this.storageKey, JSON.stringify(this.numbers));
    } catch {
      // Storage is blocked, so the person takes part but cannot check old deals.
    }
  }

  /** @returns {CommittedNumber[]} */
  storedNumbers() {
    try {
      return /** @type {CommittedNumber[]} */ (JSON.parse(localStorage.getItem(this.storageKey) ?? '[]'));
    } catch {
      return [];
    }
  }
}
