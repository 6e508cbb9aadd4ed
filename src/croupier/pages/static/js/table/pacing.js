// Keeps the message rate within the server's limit (docs/protocol.md). The welcome message gives the burst and the
// rate; the server closes faster connections. Dry runs wait for their turn. A person's actions are sent at once, from a
// reserve.

const RESERVED_SHARE = 0.5; // share of the burst that is reserved for the person's actions
const USED_SHARE = 0.9; // share of the rate to use, because the network may deliver messages closer together

export class Pacing {
  /** @param {() => number} [clock] milliseconds */
  constructor(clock = () => performance.now()) {
    this.clock = clock;
    /** The last dry run in the queue. @type {Promise<void>} */
    this.last = Promise.resolve();
    this.most = this.allowance = this.rate = this.at = 0;
    this.begin({ at_once: 10, a_second: 2 }); // default until the server announces its limits
  }

  /**
   * Start counting for a new connection.
   * @param {{at_once: number, a_second: number}} pace
   */
  begin({ at_once: atOnce, a_second: aSecond }) {
    this.most = atOnce;
    this.rate = (aSecond * USED_SHARE) / 1000;
    this.allowance = atOnce;
    this.at = this.clock();
  }

  refill() {
    const now = this.clock();
    this.allowance = Math.min(this.most, this.allowance + (now - this.at) * this.rate);
    this.at = now;
  }

  /** Count one message. */
  spend() {
    this.refill();
    this.allowance -= 1;
  }

  /** Milliseconds until a dry run may be sent. */
  get wait() {
    this.refill();
    return Math.max(0, (this.most * RESERVED_SHARE - this.allowance) / this.rate);
  }

  /**
   * Wait for the turn of a dry run, and count it.
   * @returns {Promise<void>}
   */
  turn() {
    this.last = this.last.then(async () => {
      while (this.wait > 0) await pause(this.wait);
      this.spend();
    });
    return this.last;
  }
}

/** @param {number} milliseconds @returns {Promise<void>} */
const pause = (milliseconds) =>
  new Promise((resolve) => {
    setTimeout(resolve, Math.ceil(milliseconds));
  });
