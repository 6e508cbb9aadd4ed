// State of one table as its console knows it: the last frame, this round's events, and values derived from them.
import { linesOf } from './table-log.js';
import { rightedIn } from './correction-moves.js';
import { settledWith } from './settlement-sheet.js';

/** @typedef {import('../core/types.js').Sight} Sight */
/** @typedef {import('../core/types.js').Offer} Offer */
/** @typedef {import('../core/types.js').Seat} Seat */
/** @typedef {import('../core/types.js').TableEvent} TableEvent */
/** @typedef {import('../core/types.js').Posted} Posted */
/** @typedef {import('../core/types.js').Due} Due */
/** @typedef {import('../core/types.js').Next} Next */
/** @typedef {import('../core/types.js').Timers} Timers */
/** @typedef {import('./table-log.js').Line} Logged */

const LOGGED = 60;
const STAFF = ['dealer', 'floor', 'pit_manager']; // a higher rank may do everything a lower rank may
const OPENING = ['receive', 'prepare', 'shuffle', 'cut', 'attest', 'load', 'change_deck', 'switch', 'put_aside'];

const SETTLES = ['wager_settled', 'wager_reopened', 'settlement_corrected'];

export class View {
  /**
   * @param {Posted & {labels?: Record<string, string>}} posted
   * @param {string} role
   */
  constructor(posted, role) {
    this.posted = posted;
    this.role = role;
    /** @type {Sight|null} */
    this.sight = null;
    /** @type {Offer[]} */
    this.offers = [];
    /** @type {Due} */
    this.due = { act: 'wait', words: '' };
    /** @type {Next[]} */
    this.then = [];
    /** @type {Timers|null} */
    this.timers = null;
    this.takenAt = 0;
    /** The last answer of each seat in this round. @type {Map<number, string>} */
    this.said = new Map();
    /** @type {Logged[]} */
    this.log = [];
    /**
     * The last round's bets, for "Repeat last bets".
     * @type {Map<number, {player: string, wagers: Record<string, number>}>}
     */
    this.before = new Map();
    /** @type {Map<number, {player: string, wagers: Record<string, number>}>} */
    this.placed = new Map();
    /**
     * Cards entered here that only their owner sees so far.
     * @type {Map<string, (string|null)[]>}
     */
    this.named = new Map();
    /** The settlements of this round so far. @type {TableEvent[]} */
    this.settled = [];
    /**
     * Corrections of paid wagers whose chips still have to be moved.
     * @type {import('./correction-moves.js').Righted[]}
     */
    this.righted = [];
    /**
     * Acts of the menus, with sample fields to ask why one is not offered.
     * @type {{act: string, title: string, pane: string, probe: Record<string, any>}[]}
     */
    this.acts = [];
  }

  /**
   * @param {any} frame
   * @param {boolean} fresh
   */
  take(frame, fresh) {
    if (fresh) this.forget();
    for (const entry of frame.entries) this.hear(entry);
    if (!fresh) this.righted = [...this.righted, ...frame.entries.flatMap(rightedIn)].slice(-4);
    this.sight = frame.sight;
    this.offers = frame.offers ?? [];
    this.due = frame.due;
    this.then = frame.next ?? [];
    this.timers = frame.timers ?? null;
    this.takenAt = Date.now();
    if (this.due.act === 'bet' || this.due.act === 'close') this.notePlaced();
  }

  forget() {
    this.said.clear();
    this.log = [];
    this.named.clear();
    this.settled = [];
  }

  /** @param {TableEvent[]} events of one entry */
  hear(events) {
    for (const event of events) {
      const kind = event.type.split('@')[0];
      if (kind === 'bets_closed') this.begin();
      else if (kind === 'decided') this.said.set(event.seat, event.choice);
      else if (SETTLES.includes(kind))
        this.settled = this.ofThisRound(event) ? settledWith(this.settled, event) : this.settled;
      else if (kind === 'round_ended') this.said.clear();
      else if (kind === 'naming_corrected') this.named.delete(event.place);
    }
    for (const line of linesOf(events)) this.log.unshift(line);
    this.log.length = Math.min(this.log.length, LOGGED);
  }

  /** A correction may belong to the previous round. @param {TableEvent} event */
  ofThisRound(event) {
    return !event.type.startsWith('settlement_corrected') || event.round === (this.sight?.round ?? event.round);
  }

  begin() {
    this.said.clear();
    this.named.clear();
    this.settled = [];
    this.before = new Map(this.placed);
  }

  notePlaced() {
    this.placed = new Map(
      this.seats
        .filter((seat) => Object.keys(seat.wagers ?? {}).length)
        .map((seat) => [seat.seat, { player: seat.player, wagers: { ...seat.wagers } }]),
    );
  }

  /** Chip values of the tray. @returns {import('./payout-chips.js').Tray} */
  get tray() {
    return this.posted.tray ?? [];
  }

  /** @param {string} wager */
  label(wager) {
    return this.posted.labels?.[wager] ?? wager.replaceAll('_', ' ');
  }

  get seats() {
    return this.sight?.seats ?? [];
  }

  /**
   * @param {number} number
   * @returns {Seat|undefined}
   */
  seat(number) {
    return this.seats.find((seat) => seat.seat === number);
  }

  /** @param {string} name */
  place(name) {
    return this.sight?.places?.find((place) => place.place === name);
  }

  /** Whether the due act belongs to the person at this screen. */
  get mine() {
    const roles = this.due.whose ?? [];
    const rank = STAFF.indexOf(this.role);
    const theirs = roles.some((one) => STAFF.includes(one) && STAFF.indexOf(one) <= rank);
    // Only the dealer's own session may deal.
    return theirs && (this.due.role === this.role || this.offers.some((offer) => offer.due));
  }

  /**
   * The form of the due act, if it has fields to fill in.
   * @returns {Offer|undefined}
   */
  get form() {
    const due = this.offers.filter((offer) => offer.due);
    const place = this.due.place;
    return due.find((offer) => !place || offer.sample.place === undefined || offer.sample.place === place) ?? due[0];
  }

  /**
   * Return the first offer of a kind.
   * @param {string} kind without its version
   * @param {(sample: Record<string, any>) => boolean} [fits]
   */
  offer(kind, fits = () => true) {
    return this.offers.find((offer) => offer.act.startsWith(`${kind}@`) && fits(offer.sample));
  }

  /** Whether the cards are being prepared (chapters 3 to 5). */
  get opening() {
    return OPENING.includes(this.due.act);
  }

  /** Where a card that is no longer in the deck is, in words. @param {string} card */
  whereIs(card) {
    for (const place of this.sight?.places ?? [])
      if (place.cards.includes(card))
        return place.place === 'board'
          ? 'already on the board'
          : `already at ${place.place === 'dealer' ? 'the dealer' : `the ${place.place}`}`;
    for (const seat of this.seats) if ((seat.cards ?? []).includes(card)) return `already at seat ${seat.seat}`;
    for (const [place, cards] of this.named)
      if (cards.includes(card)) return `already at ${place.replace(/^seat/, 'seat ')}`;
    return 'already in the rack';
  }
}
