// Laying chips: on areas, off them again, whole bets at once. What cannot be is said where it was tried.
import { inWords } from '../core/api.js';
import * as sound from './sound.js';

/** @typedef {import('../core/types.js').Refusal} Refusal */

export class Laying {
  /** @param {import('./table-page.js').TablePage} page */
  constructor(page) {
    this.page = page;
    page.stage.addEventListener('keydown', (event) => {
      if (event.key === 'Backspace' || event.key === 'Delete') this.liftBy(event);
    });
    page.stage.addEventListener('contextmenu', (event) => this.liftBy(event));
  }

  /**
   * An area was pressed.
   * @param {number} seat
   * @param {string} wager
   */
  spot(seat, wager) {
    const { state } = this.page;
    if (!state.ownSeats.includes(seat)) return;
    if (state.lifting) {
      this.liftFrom(seat, wager);
      return;
    }
    const not = this.notNow;
    if (not) {
      this.local(not, wager, seat);
      return;
    }
    state.focus = seat;
    this.local(state.wagering.add(wager, state.chip), wager, seat);
  }

  /** Why no chip can be laid at this moment; null where it can. @returns {Refusal|null} */
  get notNow() {
    const { state, line, paused } = this.page;
    if (!line.open) return refusalOf('The line to the house is down', 'It comes back by itself');
    if (paused) return refusalOf('The house has paused', 'Go on when it does');
    if (!state.open)
      return refusalOf(state.decision ? 'It is your turn to decide' : 'Bets are closed', 'Wait for the next round');
    return line.waits('bet', 'take_back')
      ? refusalOf('Your last bet is still on its way', 'Press again in a moment')
      : null;
  }

  /**
   * What this page refuses or takes by itself, told where it happened.
   * @param {Refusal|null} refusal
   * @param {string|null} wager
   * @param {number} [seat]
   */
  local(refusal, wager, seat = this.page.state.own?.seat ?? 0) {
    this.page.felt.refuse(seat, wager, refusal);
    if (refusal) this.page.announcer.alert(inWords(refusal));
    else sound.chips();
    this.page.note(refusal ? inWords(refusal) : '', Boolean(refusal));
  }

  /** By a key on an area, by a right click or a long press: its chips back. @param {Event} event */
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
   * Chips of one area back: those laid at once, those sent by the house.
   * @param {number} seat
   * @param {string} wager
   */
  liftFrom(seat, wager) {
    this.page.state.lifting = false;
    if (this.page.state.bench(seat).lift(wager)) this.local(null, wager, seat);
    else if (this.page.state.sight?.seats?.find((one) => one.seat === seat)?.wagers?.[wager])
      this.page.takeBack(wager, [seat]);
    else this.page.note('');
  }

  /** @param {Record<string, number>} wagers */
  lay(wagers) {
    this.laidOut(this.page.state.wagering.lay(wagers));
  }

  /** The last bets again, at every seat that had one. */
  repeat() {
    const { state } = this.page;
    /** @type {Refusal|null} */
    let refused = null;
    for (const seat of state.ownSeats) {
      const wagers = state.before.get(seat);
      if (wagers) refused = state.bench(seat).lay(wagers) ?? refused;
    }
    this.laidOut(refused);
  }

  /**
   * What cannot be laid as the button said it, or leaves too few chips for a later wager, is not sent: the person
   * looks at it first.
   * @param {Refusal|null} refused
   */
  laidOut(refused) {
    this.local(refused, null);
    if (!refused && this.page.state.laid && !this.page.state.problem && !this.page.state.short) this.page.send();
  }

  /** What lies, twice, at every seat; or the last bets, twice. */
  double() {
    const { state } = this.page;
    const lies = state.laid + state.placed > 0;
    /** @type {Refusal|null} */
    let refused = null;
    for (const seat of state.ownSeats)
      refused = state.bench(seat).double(lies ? {} : (state.before.get(seat) ?? {})) ?? refused;
    this.local(refused, null);
  }

  clear() {
    const { state } = this.page;
    this.page.felt.refuse(state.own?.seat ?? 0, null, null);
    const placed = state.ownSeats.filter((seat) => state.bench(seat).placed);
    for (const bench of state.benches.values()) bench.clear();
    if (placed.length) this.page.takeBack(null, placed);
    this.page.note('');
  }
}

/**
 * @param {string} message
 * @param {string} remedy
 * @returns {Refusal}
 */
function refusalOf(message, remedy) {
  return { code: 'not_now', message: `${message}.`, clauses: [], readings: [], remedy: `${remedy}.` };
}
