// Sends the player's bets and takes them back, and reports ready.
import { dismissIntroduction } from './connection-states.js';

const MOMENT = 5000; // milliseconds to wait for other players' bets

export class BetSender {
  /** @param {import('./table-page.js').TablePage} page */
  constructor(page) {
    this.page = page;
    this.readyRound = 0; // round in which the player becomes ready once the others have bet
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.readyTimer = undefined;
  }

  /**
   * Send the placed chips as one bet per seat, then report ready.
   * @param {boolean} [ready]
   */
  async send(ready = true) {
    const { state } = this.page;
    if (!state.bet || this.page.busy || !state.unsentTotal || state.problem) return;
    const round = state.sight?.round;
    const answers = state.bets
      .filter((bet) => !state.bench(bet.sample.seat ?? 0).empty)
      .map(async (bet) => {
        const bench = state.bench(bet.sample.seat ?? 0);
        const { ok } = await this.page.line.do({ ...bet.sample, wagers: { ...bench.staged } });
        if (ok) bench.clear();
        return ok;
      });
    this.page.note('');
    if (this.page.introduction) dismissIntroduction(this.page.introduction); // a player who bets needs no introduction
    const results = await Promise.all(answers);
    this.page.draw();
    if (ready && results.every(Boolean) && state.open && state.sight?.round === round) this.readySoon();
  }

  /**
   * Report ready, after a moment if other players have not bet yet. Bets close when every bettor is ready.
   */
  readySoon() {
    clearTimeout(this.readyTimer);
    this.readyRound = this.page.state.sight?.round ?? 0;
    if (!this.page.state.othersBet) this.readyTimer = setTimeout(() => this.readyNow(), MOMENT);
    else this.readyNow();
  }

  /** Report ready if the player waits for the others, and all of them have bet. */
  readyIfOthersBet() {
    if (this.readyRound && this.page.state.othersBet) this.readyNow();
  }

  readyNow() {
    clearTimeout(this.readyTimer);
    const { state } = this.page;
    if (this.readyRound && this.readyRound === state.sight?.round && state.open && !state.isReady) this.ready();
    this.readyRound = 0;
  }

  ready() {
    if (!this.page.state.sight || !this.page.line.open) return;
    this.page.line.say({ type: 'ready', round: this.page.state.sight.round });
    this.page.draw();
  }

  /**
   * Reveal our committed number once we are ready (docs/dealing.md).
   */
  reveal() {
    const { state, line } = this.page;
    const round = state.sight?.round ?? 0;
    if (!state.open || !line.open) return;
    // the other players play without this person, but the deal needs this person's number
    const isAwaited = !state.placedTotal && state.othersReady && line.numbers.due(round);
    if (isAwaited || (state.isReady && line.numbers.isReadyDue(round))) line.say({ type: 'ready', round });
  }

  /**
   * Take back a placed wager, or the whole bet.
   * @param {string|null} wager
   * @param {number[]} [seats]
   */
  takeBack(wager, seats = this.page.state.ownSeats) {
    const offers = this.page.busy
      ? []
      : this.page.state.offers.filter(
          (offer) => offer.act.startsWith('take_back@') && seats.includes(offer.sample.seat ?? 0),
        );
    for (const offer of offers) this.page.line.do({ ...offer.sample, ...(wager ? { wager } : {}) });
    this.page.draw();
  }
}
