// Not faster than the house takes messages (docs/protocol.md): its welcome says how many at once and how many a
// second, and who
// is faster loses the line. Dry runs wait for their turn; whatever a person does is said at once, out of what is
// kept for it.

const KEPT = 0.5; // of what may be said at once: for people
const SHARE = 0.9; // of what may be said a second: a network may bring together what was sent apart

export class Pacing {
  /** @param {() => number} [clock] milliseconds */
  constructor(clock = () => performance.now()) {
    this.clock = clock;
    /** The dry run that is last in the line. @type {Promise<void>} */
    this.last = Promise.resolve();
    this.most = this.left = this.rate = this.at = 0;
    this.begin({ at_once: 10, a_second: 2 }); // until the house has said what it takes
  }

  /**
   * A new line: the house counts from nothing, too.
   * @param {{at_once: number, a_second: number}} pace
   */
  begin({ at_once: atOnce, a_second: aSecond }) {
    this.most = atOnce;
    this.rate = (aSecond * SHARE) / 1000;
    this.left = atOnce;
    this.at = this.clock();
  }

  refill() {
    const now = this.clock();
    this.left = Math.min(this.most, this.left + (now - this.at) * this.rate);
    this.at = now;
  }

  /** Something is said. */
  spend() {
    this.refill();
    this.left -= 1;
  }

  /** Milliseconds until a dry run may be said. */
  get wait() {
    this.refill();
    return Math.max(0, (this.most * KEPT - this.left) / this.rate);
  }

  /**
   * The turn of a dry run, one after the other; it counts as said then.
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

/** @param {number} milliseconds */
const pause = (milliseconds) =>
  new Promise((done) => {
    setTimeout(done, Math.ceil(milliseconds));
  });
