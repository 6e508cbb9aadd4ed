// The state of one table on its console: last frame, events of this round, and derived values. A View never
// changes. Each frame makes a new View, which reuses every part that the frame left unchanged.
import { share } from './change-detection.js';
import { rightedIn } from './correction-moves.js';
import { countedTray } from './payout-chips.js';
import { settledWith } from './settlement-sheet.js';
import { linesOf } from './table-log.js';

/** @typedef {import('../core/types.js').Sight} Sight */
/** @typedef {import('../core/types.js').Offer} Offer */
/** @typedef {import('../core/types.js').Seat} Seat */
/** @typedef {import('../core/types.js').TableEvent} TableEvent */
/** @typedef {import('../core/types.js').Due} Due */
/** @typedef {import('../core/types.js').Next} Next */
/** @typedef {import('../core/types.js').Timers} Timers */
/** @typedef {import('./table-log.js').Line} Logged */
/** @typedef {Map<number, {player: string, wagers: Record<string, number>}>} Bets by seat */

const LOGGED = 60; // maximum number of lines in the log
const STAFF = ['dealer', 'floor', 'pit_manager']; // a higher rank has all permissions of a lower rank
const OPENING = ['receive', 'prepare', 'shuffle', 'cut', 'attest', 'load', 'change_deck', 'switch', 'put_aside'];
const SETTLES = ['wager_settled', 'wager_reopened', 'settlement_corrected'];
const ENVY = ['envy_paid', 'envy_reversed', 'envy_corrected']; // bonuses that the tray pays or gets back

export class View {
  /**
   * @param {import('../core/types.js').Posted} posted
   * @param {string} role
   */
  constructor(posted, role) {
    this.posted = posted;
    this.role = role;
    /** @type {Sight|null} */
    this.sight = null;
    /** @type {Offer[]} */
    this.offers = [];
    /** @type {Partial<Due> & {act: string, words: string}} */
    this.due = { act: 'wait', words: '' };
    /** @type {Next[]} */
    this.then = [];
    /** @type {Timers|null} */
    this.timers = null;
    this.takenAt = 0; // time at which the last frame arrived
    /** The last answer of each seat in this round. @type {Map<number, string>} */
    this.answers = new Map();
    /** @type {Logged[]} */
    this.log = [];
    /** The last round's bets, for "Repeat last bets". @type {Bets} */
    this.before = new Map();
    /** The bets of this round so far. @type {Bets} */
    this.bets = new Map();
    /**
     * Cards entered here that only their player can see so far.
     * @type {Map<string, (string|null)[]>}
     */
    this.cardNames = new Map();
    /** The settlements of this round so far. @type {TableEvent[]} */
    this.settlements = [];
    /**
     * Corrections of paid wagers whose chips still have to be moved.
     * @type {import('./correction-moves.js').Righted[]}
     */
    this.corrections = [];
    /** Numbers of chips in the tray by the books, or null. @type {Record<string, number>|null} */
    this.trayChips = null;
    /**
     * Acts of the menus, with sample fields to ask why one is not offered.
     * @type {import('../../../protocol-types').MenuAct[]}
     */
    this.acts = [];
  }

  /**
   * A copy with some values replaced.
   * @param {Partial<View>} change
   * @returns {View}
   */
  with(change) {
    return Object.assign(/** @type {View} */ (Object.create(View.prototype)), this, change);
  }

  /**
   * The view after a frame.
   * @param {import('../core/types.js').Frame} frame
   * @param {boolean} fresh whether the frame starts the history again
   * @param {number} date when it arrived, in milliseconds
   */
  after(frame, fresh, date) {
    const base = fresh ? this.with({ answers: new Map(), log: [], cardNames: new Map(), settlements: [] }) : this;
    const updated = frame.entries.reduce((view, events) => view.hear(events), base);
    const corrections = fresh ? [] : frame.entries.flatMap(rightedIn);
    const view = updated.with({
      corrections: corrections.length ? [...this.corrections, ...corrections] : this.corrections,
      sight: share(this.sight, frame.sight),
      offers: share(this.offers, frame.offers ?? []),
      due: share(this.due, frame.due ?? this.due),
      then: share(this.then, frame.next ?? []),
      timers: share(this.timers, frame.timers ?? null),
      takenAt: date,
    });
    return view.due.act === 'bet' || view.due.act === 'close' ? view.with({ bets: betsOf(view.seats) }) : view;
  }

  /** The view after the events of one entry. @param {TableEvent[]} events @returns {View} */
  hear(events) {
    const lines = linesOf(events);
    const entry = lines.length ? this.with({ log: [...lines.toReversed(), ...this.log].slice(0, LOGGED) }) : this;
    return events.reduce((view, event) => view.with(view.changes(event)), entry);
  }

  /**
   * The values that an event changes.
   * @param {TableEvent} event
   * @returns {Partial<View>}
   */
  changes(event) {
    const kind = event.type.split('@')[0];
    if (kind === 'bets_closed') return { answers: new Map(), cardNames: new Map(), settlements: [], before: this.bets };
    if (kind === 'decided') return { answers: new Map(this.answers).set(event.seat ?? 0, event.choice ?? '') };
    if (kind === 'round_ended') return { answers: new Map() };
    if (SETTLES.includes(kind) && this.isOfThisRound(event))
      return { settlements: settledWith(this.settlements, event) };
    if (ENVY.includes(kind) && this.isOfThisRound(event)) {
      const cents = event.cents ?? 0;
      const bonus = { ...event, wager: 'envy', returned: kind === 'envy_reversed' ? -cents : cents };
      return { settlements: [...this.settlements, bonus] };
    }
    if (kind === 'naming_corrected')
      return { cardNames: new Map([...this.cardNames].filter(([place]) => place !== event.place)) };
    return {};
  }

  /** A correction may belong to the previous round. @param {TableEvent} event */
  isOfThisRound(event) {
    return event.round === undefined || event.round === (this.sight?.round ?? event.round);
  }

  /** Chip values of the tray. @returns {import('./payout-chips.js').Tray} */
  get tray() {
    return this.posted.tray ?? [];
  }

  /** The chips to pay with, with their numbers if they are known. @returns {import('./payout-chips.js').Tray} */
  get stock() {
    return this.trayChips ? countedTray(this.tray, this.trayChips) : this.tray;
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
    const isTheirs = roles.some((role) => STAFF.includes(role) && STAFF.indexOf(role) <= rank);
    // Only the dealer's own session may deal.
    return isTheirs && (this.due.role === this.role || this.offers.some((offer) => offer.due));
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
   * The ways to perform the due act, each without fields, if there are several.
   * @returns {Offer[]}
   */
  get ways() {
    const ways = this.offers.filter((offer) => offer.due && !offer.blanks?.length && offer.act === this.form?.act);
    return this.due.place || ways.length < 2 ? [] : ways;
  }

  /**
   * Return the first offer of a kind.
   * @param {string} kind without its version
   * @param {(sample: import('../core/types.js').TableCommand) => boolean} [accepts]
   */
  offer(kind, accepts = () => true) {
    return this.offers.find((offer) => offer.act.startsWith(`${kind}@`) && accepts(offer.sample));
  }

  /** Whether the cards are being prepared (chapters 3 to 5). */
  get opening() {
    return OPENING.includes(this.due.act);
  }

  /** The place of a card that is no longer in the deck, in words. @param {string} card */
  whereIs(card) {
    for (const place of this.sight?.places ?? [])
      if (place.cards.includes(card))
        return place.place === 'board'
          ? 'already on the board'
          : `already at ${place.place === 'dealer' ? 'the dealer' : `the ${place.place}`}`;
    for (const seat of this.seats) if ((seat.cards ?? []).includes(card)) return `already at seat ${seat.seat}`;
    for (const [place, cards] of this.cardNames)
      if (cards.includes(card)) return `already at ${place.replace(/^seat/, 'seat ')}`;
    return 'already in the rack';
  }
}

/** @param {Seat[]} seats @returns {Bets} */
function betsOf(seats) {
  return new Map(
    seats
      .filter((seat) => Object.keys(seat.wagers ?? {}).length)
      .map((seat) => [seat.seat, { player: seat.player, wagers: { ...seat.wagers } }]),
  );
}
