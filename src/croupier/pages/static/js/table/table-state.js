// The state of the table page: the server's last frame and values derived from it.
import { firstChip, rack, Wagering } from './wagering.js';

/** @typedef {import('../core/types.js').Sight} Sight */
/** @typedef {import('../core/types.js').Seat} Seat */
/** @typedef {import('../core/types.js').Offer} Offer */
/** @typedef {import('../core/types.js').Option} Option */

export class State {
  /** @param {import('../core/types.js').Posted} posted */
  constructor(posted) {
    this.posted = posted;
    /** @type {Sight|null} */
    this.sight = null;
    /** @type {Offer[]} */
    this.offers = [];
    /** @type {number[]} */
    this.ready = [];
    /** Seats whose player is disconnected. @type {number[]} */
    this.away = [];
    /** @type {{what: string, round: number, seat: number, ends: number, limit: number}|null} */
    this.clock = null;
    /** @type {import('../core/types.js').Balance} */
    this.balance = { type: 'balance', wallet: 0, chips: 0, money: posted.money };
    this.person = '';
    /** Chips placed but not sent, by seat. @type {Map<number, Wagering>} */
    this.benches = new Map();
    this.chips = rack(posted.wagers);
    this.chip = firstChip(posted.wagers, this.chips);
    /**
     * The bets of the person's last round, by seat.
     * @type {Map<number, Record<string, number>>}
     */
    this.lastBets = this.storedBets();
    /** @type {import('../core/types.js').Advice|null} */
    this.advice = null;
    /** The cards that decided the last round between equal hands. @type {import('./round-result.js').Kicker[]} */
    this.kickers = [];
    this.note = '';
    this.isRefused = false;
    this.isLifting = false; // true if pressing an area removes its chips
    /** The selected seat, for a person who plays several. @type {number|undefined} */
    this.focus = undefined;
    this.closedRound = 0;
    this.question = '';
    this.closing = false; // true if a complete bet was sent automatically before betting closed
  }

  /** @param {import('../core/types.js').Frame} frame */
  take(frame) {
    const previous = this.sight;
    this.sight = frame.sight;
    this.offers = frame.offers ?? [];
    this.updateOffers();
    if (previous && previous.round !== this.sight.round) {
      this.ready = [];
      this.closing = false;
    }
    // The bet when betting closed. Wagers added by decisions are not repeated.
    const played =
      this.open || this.closedRound === this.sight.round
        ? []
        : this.ownSeatViews.filter((seat) => Object.keys(seat.wagers ?? {}).length);
    if (played.length) {
      this.closedRound = this.sight.round;
      this.lastBets = new Map(
        played.map((seat) => [
          seat.seat,
          Object.fromEntries(
            Object.entries(seat.wagers ?? {}).filter(([name]) =>
              this.posted.wagers.some((stake) => stake.name === name),
            ),
          ),
        ]),
      );
    }
    if (played.length) this.storeBets();
    const question = this.decision?.sample.question ?? '';
    if (question !== this.question) this.advice = null;
    this.question = question;
  }

  /** The last bets survive a reload but not the closing of the window. */
  get betsKey() {
    return `croupier-last-bets:${this.posted.table}`;
  }

  storeBets() {
    try {
      sessionStorage.setItem(this.betsKey, JSON.stringify([...this.lastBets]));
    } catch {
      // Storage is blocked, so a reload forgets the last bets.
    }
  }

  /** @returns {Map<number, Record<string, number>>} */
  storedBets() {
    try {
      const stored = /** @type {[number, Record<string, number>][]} */ (
        JSON.parse(sessionStorage.getItem(this.betsKey) ?? '[]')
      );
      return new Map(stored);
    } catch {
      return new Map();
    }
  }

  /**
   * Update the wagers on offer at each seat, and return chips where betting has closed.
   */
  updateOffers() {
    const open = this.open ? this.ownSeatViews : [];
    for (const [seat, bench] of this.benches) {
      if (open.some((seatSight) => seatSight.seat === seat)) continue;
      if (!bench.empty) this.note = 'Betting closed before your bet was sent. You have your chips back.';
      this.benches.delete(seat);
    }
    for (const item of open) this.bench(item.seat).offer(this.stakesOf(item));
  }

  /**
   * The wagers on offer at a seat, or the posted wagers if the person has no chips left.
   * @param {Seat} seat
   * @returns {import('../core/types.js').Stake[]}
   */
  stakesOf(seat) {
    const offer = this.bets.find((bet) => bet.sample.seat === seat.seat);
    return (
      offer?.blanks?.find((blank) => blank.kind === 'wagers')?.stakes ??
      this.posted.wagers.map((stake) => ({ ...stake, placed: seat.wagers?.[stake.name] ?? 0 }))
    );
  }

  get ownSeats() {
    return this.sight?.own_seats ?? [];
  }

  /** The person's seats. @returns {Seat[]} */
  get ownSeatViews() {
    return this.sight?.seats?.filter((seat) => this.ownSeats.includes(seat.seat)) ?? [];
  }

  // Chips placed but not sent.

  /** @param {number} seat */
  bench(seat) {
    const bench = this.benches.get(seat) ?? new Wagering();
    this.benches.set(seat, bench);
    // the chips placed at another seat are not available
    bench.chips = (this.sight?.chips ?? 0) - this.unsentTotal + bench.total;
    return bench;
  }

  /** The unsent chips of the seat that the person bets for. */
  get currentBench() {
    return this.bench(this.bet?.sample.seat ?? this.own?.seat ?? 0);
  }

  /** The total of unsent chips. */
  get unsentTotal() {
    return [...this.benches.values()].reduce((sum, bench) => sum + bench.total, 0);
  }

  /**
   * The person's chips. A frame leaves out a zero. Without a seat, the balance has them.
   */
  get purse() {
    return this.ownSeats.length ? (this.sight?.chips ?? 0) : this.balance.chips;
  }

  /**
   * The wagers that decisions can add to the current bets: their names, and their lowest and highest cost.
   */
  get later() {
    /** @type {Set<string>} */
    const names = new Set();
    let least = 0;
    let most = 0;
    for (const bench of this.benches.values()) {
      /**
       * Costs by wager: of the last decision that stakes it, and of all decisions.
       * @type {Map<string, {last: number[], all: number[]}>}
       */
      const costs = new Map();
      for (const question of this.posted.questions ?? []) {
        for (const [stakes, cents] of raises(question, (wager) => bench.amountOn(wager))) {
          costs.set(stakes, { last: cents, all: [...(costs.get(stakes)?.all ?? []), ...cents] });
        }
      }
      for (const [stakes, cents] of costs) {
        if (!Math.max(...cents.all)) continue;
        names.add(this.label(stakes));
        least += Math.min(...cents.last);
        most += Math.max(...cents.all);
      }
    }
    return { names: [...names], least, most };
  }

  /**
   * Set if the placed chips leave too little for a later wager: the remaining and the required amount, and how much to
   * take from the wallet.
   * @returns {{names: string[], left: number, needs: number, take: number}|null}
   */
  get short() {
    const { names, least, most } = this.later;
    const remaining = this.purse - this.unsentTotal;
    if (!this.unsentTotal || remaining >= least) return null;
    return {
      names,
      left: remaining,
      needs: least,
      take: topUpAmount(this.balance.wallet, least - remaining, most - remaining),
    };
  }

  /**
   * The choices of the open decision that the person's chips do not cover, and how much to take from the wallet.
   * @returns {{names: string[], take: number}|null}
   */
  get uncoveredChoices() {
    const question = this.posted.questions?.find((question) => question.name === this.question);
    const available =
      this.decision?.blanks
        ?.find((blank) => blank.field === 'choice')
        ?.options?.map((option) => String(option.value)) ?? [];
    const missing =
      question && this.decision
        ? question.choices.filter((choice) => choice.stakes && !available.includes(choice.name))
        : [];
    if (!missing.length) return null;
    const costs = missing.map(
      (choice) => (choice.multiple ?? 0) * (this.own?.wagers?.[choice.of ?? ''] ?? 0) - this.purse,
    );
    return {
      names: missing.map((choice) => choice.name),
      take: topUpAmount(this.balance.wallet, Math.min(...costs), Math.max(...costs)),
    };
  }

  /** The total of placed bets. */
  get placedTotal() {
    return [...this.benches.values()].reduce((sum, bench) => sum + bench.sentTotal, 0);
  }

  /** Why the unsent chips are not a complete bet, or null. */
  get problem() {
    for (const bench of this.benches.values()) {
      const issue = bench.empty ? null : bench.problem();
      if (issue) return issue;
    }
    return null;
  }

  /** One of the person's other seats that has no bet. */
  get bare() {
    return this.bets
      .map((bet) => Number(bet.sample.seat))
      .find((seat) => seat !== this.bet?.sample.seat && this.bench(seat).empty && !this.bench(seat).sentTotal);
  }

  /** The last bet of the current seat. @returns {Record<string, number>} */
  get last() {
    return this.lastBets.get(this.own?.seat ?? 0) ?? this.lastBets.values().next().value ?? {};
  }

  /** The total of the last bets, including only wagers that are still on offer. */
  get repeats() {
    let sum = 0;
    for (const [seat, wagers] of this.lastBets) {
      for (const [name, cents] of Object.entries(wagers)) if (this.benches.get(seat)?.stake(name)) sum += cents;
    }
    return sum;
  }

  /** The current seat: the one that must decide, the selected one, or the first. @returns {Seat|null} */
  get own() {
    const seats = this.ownSeatViews;
    return seats.find((seat) => seat.seat === (this.decision?.sample.seat ?? this.focus)) ?? seats[0] ?? null;
  }

  /** @param {string} act */
  offer(act) {
    return this.offers.find((offer) => offer.act.startsWith(`${act}@`)) ?? null;
  }

  /** Whether betting is open for this person, even without chips. */
  get open() {
    return (
      this.bets.length > 0 ||
      Boolean(this.own && !this.own.in_play && ['bet', 'close'].includes(this.sight?.turn.act ?? ''))
    );
  }

  /** The minimum bet. */
  get least() {
    const wagers =
      this.bet && !this.placedTotal
        ? Object.values(this.bet.sample.wagers ?? {})
        : this.posted.wagers
            .filter((stake) => stake.required)
            .map(
              (stake) =>
                stake.minimum ?? this.posted.wagers.find((wager) => wager.name === stake.equal_to)?.minimum ?? 0,
            );
    return /** @type {number[]} */ (wagers).reduce((sum, cents) => sum + cents, 0);
  }

  get bets() {
    return this.offers.filter((offer) => offer.act.startsWith('bet@'));
  }

  /** The bet offer of the selected seat. */
  get bet() {
    return this.bets.find((bet) => bet.sample.seat === this.focus) ?? this.bets[0] ?? null;
  }

  get decision() {
    return this.offer('decide');
  }

  get isSettled() {
    return (
      Boolean(this.open || this.offer('sit_down') || !this.own) &&
      this.results.length > 0 &&
      this.sight?.turn.act !== 'ask'
    );
  }

  /** The person's seats with their results, once the round is over. @returns {Seat[]} */
  get results() {
    if (!this.sight || this.sight.turn.act === 'ask') return [];
    return (
      this.sight.seats?.filter((seat) => this.ownSeats.includes(seat.seat) && seat.outcomes?.length && !seat.in_play) ??
      []
    );
  }

  /**
   * Add a round to the total since the person sat down. Each round is added only once, even after a reload.
   * @param {number} round
   * @param {number} net
   * @returns {{rounds: number, net: number}}
   */
  addToSession(round, net) {
    const key = `croupier-session:${this.posted.table}`;
    let session = { person: this.person, round: 0, rounds: 0, net: 0 };
    try {
      const stored = /** @type {typeof session|null} */ (JSON.parse(sessionStorage.getItem(key) ?? 'null'));
      if (stored?.person === this.person) session = stored;
      if (round > session.round) session = { ...session, round, rounds: session.rounds + 1, net: session.net + net };
      sessionStorage.setItem(key, JSON.stringify(session));
    } catch {
      session = { ...session, rounds: 1, net }; // storage is blocked, so only the last round is known
    }
    return session;
  }

  /** Start a new total when the person leaves. */
  endSession() {
    try {
      sessionStorage.removeItem(`croupier-session:${this.posted.table}`);
    } catch {
      // Storage is blocked, so there is no total.
    }
  }

  /** Whether every seat is taken. */
  get full() {
    return (this.sight?.seats?.length ?? 0) >= this.posted.positions;
  }

  get isReady() {
    return this.ownSeats.some((seat) => this.ready.includes(seat));
  }

  /** Whether every other connected player has bet. */
  get othersBet() {
    return (this.sight?.seats ?? []).every(
      (seat) =>
        this.ownSeats.includes(seat.seat) || this.away.includes(seat.seat) || Object.keys(seat.wagers ?? {}).length > 0,
    );
  }

  /** Whether every player with a bet is ready. */
  get othersReady() {
    const bettors = this.sight?.seats?.filter((seat) => Object.keys(seat.wagers ?? {}).length) ?? [];
    return bettors.length > 0 && bettors.every((seat) => this.ready.includes(seat.seat));
  }

  /** The person's chips on the table, sent and unsent. */
  get onTable() {
    return (
      this.ownSeatViews.reduce(
        (sum, seat) => sum + Object.values(seat.wagers ?? {}).reduce((all, cents) => all + cents, 0),
        0,
      ) + this.unsentTotal
    );
  }

  /** Whether other players are seated. */
  get othersWait() {
    return Boolean(this.sight?.seats?.some((seat) => !this.ownSeats.includes(seat.seat)));
  }

  get phase() {
    if (!this.sight) return 'idle';
    if (this.decision) return 'decide';
    if (this.open) return this.results.length && !this.unsentTotal && !this.placedTotal ? 'settled' : 'betting';
    if (this.sight.turn.act === 'ask' || this.own?.in_play) return 'waiting';
    return 'idle';
  }

  /** @param {string} wager */
  label(wager) {
    const { labels } = this.posted;
    return labels[wager] ?? this.posted.wagers.find((stake) => stake.name === wager)?.label ?? wager;
  }

  /**
   * The posted effect of a choice.
   * @param {string} question
   * @param {string} choice
   */
  effect(question, choice) {
    return this.posted.questions
      ?.find((postedQuestion) => postedQuestion.name === question)
      ?.choices.find((postedChoice) => postedChoice.name === choice);
  }

  /**
   * @param {number} seat
   * @param {string} [player]
   */
  name(seat, player = '') {
    if (this.ownSeats.includes(seat)) return this.ownSeats.length > 1 ? `You (seat ${seat})` : 'You';
    return this.sight?.seats?.find((seatSight) => seatSight.seat === seat)?.name || player || `Seat ${seat}`;
  }

  /** Milliseconds left, or null without a time limit. */
  get remains() {
    return this.clock ? Math.max(0, this.clock.ends - performance.now()) : null;
  }
}

/**
 * The costs of the wagers that a decision can stake.
 * @param {import('../core/types.js').PostedQuestion} question
 * @param {(wager: string) => number} amountOn
 * @returns {Map<string, number[]>}
 */
function raises(question, amountOn) {
  /** @type {Map<string, number[]>} */
  const bench = new Map();
  for (const choice of question.choices) {
    if (choice.stakes)
      bench.set(choice.stakes, [
        ...(bench.get(choice.stakes) ?? []),
        (choice.multiple ?? 0) * amountOn(choice.of ?? ''),
      ]);
  }
  return bench;
}

/**
 * The chips to take: enough for everything, limited by the wallet. 0 if the wallet does not cover the lowest cost.
 * @param {number} wallet
 * @param {number} least
 * @param {number} most
 */
function topUpAmount(wallet, least, most) {
  return wallet < least ? 0 : Math.min(wallet, most);
}
