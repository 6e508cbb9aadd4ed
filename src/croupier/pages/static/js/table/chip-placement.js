// Places chips on the betting areas and removes them. Shows a refusal on the area that it concerns.
import { inWords } from '../core/api.js';
import { dollars } from '../core/money.js';
import * as sound from './sound.js';
import { list } from './wagering.js';

/** @typedef {import('../core/types.js').Refusal} Refusal */

export class ChipPlacement {
  /** @param {import('./table-page.js').TablePage} page */
  constructor(page) {
    this.page = page;
    page.stage.addEventListener('keydown', (event) => {
      if (event.key === 'Backspace' || event.key === 'Delete') this.liftBy(event);
    });
    page.stage.addEventListener('contextmenu', (event) => this.liftBy(event));
  }

  /**
   * Handle a press on a betting area.
   * @param {number} seat
   * @param {string} wager
   */
  spot(seat, wager) {
    const { state } = this.page;
    if (!state.ownSeats.includes(seat)) return;
    if (state.isLifting) {
      this.liftFrom(seat, wager);
      return;
    }
    const not = this.notNow;
    if (not) {
      this.local(not, wager, seat);
      return;
    }
    state.focus = seat;
    const { currentBench } = state;
    const before = currentBench.total;
    const refusal = currentBench.add(wager, state.chip);
    this.local(refusal, wager, seat);
    if (!refusal && currentBench.total === before) this.page.note(linkedWords(currentBench, wager));
  }

  /** Why chips cannot be placed now, or null if they can. @returns {Refusal|null} */
  get notNow() {
    const { state, line, isPaused: paused } = this.page;
    if (!line.open) return refusalOf('Connection lost', 'Wait until you’re reconnected');
    if (paused) return refusalOf('The table is paused', 'Wait until play resumes');
    if (!state.open)
      return state.decision
        ? refusalOf('Betting is closed', 'Make your decision with the buttons below')
        : refusalOf('Betting is closed', 'Wait for the next round');
    return line.isWaitingFor('bet', 'take_back')
      ? refusalOf('Your last bet is still being placed', 'Try again in a moment')
      : null;
  }

  /**
   * Show the result of an action that the page handles itself, at its area.
   * @param {Refusal|null} refusal
   * @param {string|null} wager
   * @param {number} [seat]
   */
  local(refusal, wager, seat = this.page.state.own?.seat ?? 0) {
    this.page.picture.refuse(seat, wager, refusal);
    if (refusal) this.page.announcer.alert(inWords(refusal));
    else sound.chips();
    this.page.note(refusal ? inWords(refusal) : '', Boolean(refusal));
  }

  /** Remove an area's chips after a key, a right click or a long press. @param {Event} event */
  liftBy(event) {
    const { state } = this.page;
    const spot = /** @type {HTMLElement} */ (event.target).closest('[data-wager]');
    const wager = spot?.getAttribute('data-wager');
    const seat = Number(spot?.closest('.seat')?.getAttribute('data-seat') ?? 0);
    if (!wager || !state.open || !state.ownSeats.includes(seat)) return;
    event.preventDefault();
    this.liftFrom(seat, wager);
  }

  /**
   * Remove the chips of one area. The server returns chips that were already sent.
   * @param {number} seat
   * @param {string} wager
   */
  liftFrom(seat, wager) {
    this.page.state.isLifting = false;
    if (this.page.state.bench(seat).lift(wager)) this.local(null, wager, seat);
    else if (this.page.state.sight?.seats?.find((seatSight) => seatSight.seat === seat)?.wagers?.[wager])
      this.page.bets.takeBack(wager, [seat]);
    else this.page.note('');
  }

  /** @param {Record<string, number>} wagers */
  lay(wagers) {
    this.sendIfComplete(this.page.state.currentBench.lay(wagers));
  }

  /** Repeat the last bet at every seat that had one. */
  repeat() {
    const { state } = this.page;
    /** @type {Refusal|null} */
    let refused = null;
    for (const seat of state.ownSeats) {
      const wagers = state.lastBets.get(seat);
      if (wagers) refused = state.bench(seat).lay(wagers) ?? refused;
    }
    this.sendIfComplete(refused);
  }

  /**
   * Send the bet, unless part of it was refused or it leaves too few chips for a later wager.
   * @param {Refusal|null} refused
   */
  sendIfComplete(refused) {
    this.local(refused, null);
    if (!refused && this.page.state.unsentTotal && !this.page.state.problem && !this.page.state.short)
      this.page.bets.send();
  }

  /** Double the bet at every seat, or the last bet if there is none. */
  double() {
    const { state } = this.page;
    const hasBet = state.unsentTotal + state.placedTotal > 0;
    /** @type {Refusal|null} */
    let refused = null;
    for (const seat of state.ownSeats)
      refused = state.bench(seat).double(hasBet ? {} : (state.lastBets.get(seat) ?? {})) ?? refused;
    this.local(refused, null);
  }

  clear() {
    const { state } = this.page;
    this.page.picture.refuse(state.own?.seat ?? 0, null, null);
    const seats = state.ownSeats.filter((seat) => state.bench(seat).sentTotal);
    for (const bench of state.benches.values()) bench.clear();
    if (seats.length) this.page.bets.takeBack(null, seats);
    this.page.note('');
  }
}

/**
 * Why a chip on a linked area added nothing.
 * @param {import('./wagering.js').Wagering} currentBench
 * @param {string} area
 */
function linkedWords(currentBench, area) {
  const leader = currentBench.leader(area);
  const names = [leader, ...currentBench.followers(leader).map((stake) => stake.name)].map((name) =>
    currentBench.label(name),
  );
  return `${list(names)} are always equal: ${dollars(currentBench.amountOn(leader))} each.`;
}

/**
 * @param {string} message
 * @param {string} remedy
 * @returns {Refusal}
 */
function refusalOf(message, remedy) {
  return { code: 'not_now', message: `${message}.`, clauses: [], readings: [], remedy: `${remedy}.` };
}
