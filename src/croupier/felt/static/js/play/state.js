// What this page knows of its table: what the house said last, and what is derived from it alone.
import { firstChip, rack, Wagering } from './wagering.js';

/** @typedef {import('../types.js').Sight} Sight */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../types.js').Offer} Offer */
/** @typedef {import('../types.js').Option} Option */

export class State {
  /** @param {import('../types.js').Posted} posted */
  constructor(posted) {
    this.posted = posted;
    /** @type {Sight|null} */
    this.sight = null;
    /** @type {Offer[]} */
    this.offers = [];
    /** @type {number[]} */
    this.ready = [];
    /** @type {{what: string, round: number, seat: number, ends: number, whole: number}|null} */
    this.clock = null;
    /** @type {import('../types.js').Balance} */
    this.balance = { wallet: 0, chips: 0, money: posted.money };
    this.person = '';
    this.wagering = new Wagering();
    this.chips = rack(posted.wagers);
    this.chip = firstChip(posted.wagers, this.chips);
    /** The bet of the last round this person played. @type {Record<string, number>} */
    this.last = {};
    /** @type {import('../types.js').Advice|null} */
    this.advice = null;
    this.note = '';
    this.refused = false;
    this.lifting = false; // the next area that is pressed gives its chips back
    /** The seat that chips are laid for, where somebody plays two. @type {number|undefined} */
    this.focus = undefined;
    this.closedRound = 0;
    this.question = '';
    this.closing = false; // complete chips were sent as the time ended
  }

  /** @param {import('../types.js').Frame} frame */
  take(frame) {
    const before = this.sight;
    this.sight = frame.sight;
    this.offers = frame.offers ?? [];
    const bet = this.bet;
    const stakes = bet?.blanks?.find((blank) => blank.kind === 'wagers')?.stakes ?? [];
    this.wagering.offer(stakes, this.sight.chips ?? 0);
    if (!bet) {
      if (!this.wagering.empty) this.note = 'Bets were closed before yours was sent; your chips are back in front of you.';
      this.wagering.clear();
    }
    if (before && before.round !== this.sight.round) {
      this.ready = [];
      this.closing = false;
    }
    const own = this.own;
    const wagers = own?.wagers ?? {};
    // What was staked as bets were closed; what decisions add later is not repeated.
    if (own && !bet && Object.keys(wagers).length && this.closedRound !== this.sight.round) {
      this.closedRound = this.sight.round;
      this.last = Object.fromEntries(Object.entries(wagers).filter(([name]) => this.posted.wagers.some((stake) => stake.name === name)));
    }
    const question = this.decision?.sample.question ?? '';
    if (question !== this.question) this.advice = null;
    this.question = question;
  }

  get ownSeats() {
    return this.sight?.own_seats ?? [];
  }

  /** The seat that one acts for: the one that is asked, or the first. @returns {Seat|null} */
  get own() {
    const seats = this.sight?.seats?.filter((seat) => this.ownSeats.includes(seat.seat)) ?? [];
    return seats.find((seat) => seat.seat === (this.decision?.sample.seat ?? this.focus)) ?? seats[0] ?? null;
  }

  /** @param {string} act */
  offer(act) {
    return this.offers.find((one) => one.act.startsWith(`${act}@`)) ?? null;
  }

  /** Betting for the seat that was chosen, where somebody plays two. */
  get bet() {
    const all = this.offers.filter((one) => one.act.startsWith('bet@'));
    return all.find((one) => one.sample.seat === this.focus) ?? all[0] ?? null;
  }

  get decision() {
    return this.offer('decide');
  }

  get settled() {
    return Boolean(this.bet || this.offer('sit_down') || !this.own) && this.results.length > 0 && this.sight?.turn.act !== 'ask';
  }

  /** One's own seats with what came of their wagers, once the round is over. @returns {Seat[]} */
  get results() {
    if (!this.sight || this.sight.turn.act === 'ask') return [];
    return this.sight.seats?.filter((seat) => this.ownSeats.includes(seat.seat) && seat.outcomes?.length && !seat.in_play) ?? [];
  }

  get isReady() {
    return this.ownSeats.some((seat) => this.ready.includes(seat));
  }

  /** Whether everybody else who sits here has bet. */
  get othersBet() {
    return (this.sight?.seats ?? []).every((seat) => this.ownSeats.includes(seat.seat) || Object.keys(seat.wagers ?? {}).length > 0);
  }

  /** Whether everybody who has bet is ready. */
  get othersReady() {
    const bettors = this.sight?.seats?.filter((seat) => Object.keys(seat.wagers ?? {}).length) ?? [];
    return bettors.length > 0 && bettors.every((seat) => this.ready.includes(seat.seat));
  }

  /** What lies on the table for this person, sent and not sent. */
  get onTable() {
    const seats = this.sight?.seats?.filter((seat) => this.ownSeats.includes(seat.seat)) ?? [];
    return seats.reduce((sum, seat) => sum + Object.values(seat.wagers ?? {}).reduce((all, cents) => all + cents, 0), 0) + this.wagering.total;
  }

  /** Whether somebody else has a wager in this round. */
  get othersWait() {
    return Boolean(this.sight?.seats?.some((seat) => !this.ownSeats.includes(seat.seat)));
  }

  get phase() {
    if (!this.sight) return 'idle';
    if (this.decision) return 'decide';
    if (this.bet) return this.results.length && this.wagering.empty && !this.wagering.placed ? 'settled' : 'betting';
    if (this.sight.turn.act === 'ask' || this.own?.in_play) return 'waiting';
    return 'idle';
  }

  /** @param {string} wager */
  label(wager) {
    const labels = /** @type {any} */ (this.posted).labels ?? {};
    return labels[wager] ?? this.posted.wagers.find((stake) => stake.name === wager)?.label ?? wager;
  }

  /** What a choice does, by what is posted. @param {string} question @param {string} choice */
  effect(question, choice) {
    return this.posted.questions?.find((one) => one.name === question)?.choices.find((one) => one.name === choice);
  }

  /** @param {number} seat @param {string} [player] */
  name(seat, player = '') {
    if (this.ownSeats.includes(seat)) return this.ownSeats.length > 1 ? `You, seat ${seat}` : 'You';
    return this.sight?.seats?.find((one) => one.seat === seat)?.name || player || `Seat ${seat}`;
  }

  /** Milliseconds until the posted time is over; null where nothing is waited for. */
  get remains() {
    return this.clock ? Math.max(0, this.clock.ends - performance.now()) : null;
  }
}
