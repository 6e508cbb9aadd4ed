// Signing in as a guest, sitting down, leaving, and computer players.
import { call, inWords, post, Refused } from '../core/api.js';
import { TABLE } from './table-address.js';
import { buyInOf } from './chip-purchase.js';

export class Seating {
  /** @param {import('./table-page.js').TablePage} page */
  constructor(page) {
    this.page = page;
    this.chosenSeat = 0; // seat that a visitor selected before entering a name
    this.isReconnecting = false;
    this.isEntering = false; // true after the name was sent, so that a second press does not create a second guest
  }

  /**
   * Take chips from the wallet and sit down.
   * @param {number} seat 0 for any free seat
   */
  async sit(seat) {
    const { state, line } = this.page;
    if (!state.person) {
      this.chosenSeat = seat;
      this.page.dock.name.focus();
      this.page.note('Enter your name to sit down.');
      return;
    }
    const offer = state.offer('sit_down');
    if (!offer || this.page.busy) return;
    const free =
      offer.blanks?.find((blank) => blank.field === 'seat')?.options?.map((option) => Number(option.value)) ?? [];
    const place = free.includes(seat) ? seat : middle(free);
    if (!state.purse) {
      const cents = buyInOf(this.page.posted, state.balance.wallet);
      if (!cents) {
        this.page.acts.moreChips(); // the wallet is empty
        return;
      }
      if (!(await line.say({ type: 'chips', cents })).ok) return;
    }
    await line.do({ ...offer.sample, seat: place });
    this.page.draw();
  }

  /** Sign in as a guest, then sit down. @param {string} name */
  async come(name) {
    if (this.isEntering) return;
    this.isEntering = true;
    try {
      await post('/api/guest', { name });
    } catch (refused) {
      this.isEntering = false;
      if (refused instanceof Refused) this.page.note(inWords(refused.refusal), true);
      return;
    }
    this.page.note('');
    this.page.line.restart();
    this.isReconnecting = true;
  }

  /** Seat a new guest once the server has sent the balance. */
  arrive() {
    if (!this.isReconnecting || !this.page.state.offer('sit_down')) return;
    this.isReconnecting = this.isEntering = false;
    this.sit(this.chosenSeat);
  }

  async leave() {
    const { state, line } = this.page;
    if (this.page.busy && state.ownSeats.length) {
      this.refuseLeave(
        line.open
          ? 'One moment, your last action is still being processed.'
          : 'Connection lost. You can leave when you’re reconnected. Time limits still apply.',
      );
      return;
    }
    for (const offer of state.offers.filter((offer) => offer.act.startsWith('get_up@'))) {
      if (!(await line.do(offer.sample)).ok) return;
    }
    if (state.ownSeats.length && !state.offer('get_up')) {
      this.refuseLeave('You can leave when this round is over.');
      return;
    }
    if (state.purse && !(await line.say({ type: 'cash_out' })).ok) return;
    state.endSession();
    location.assign('/');
  }

  /** @param {string} words */
  refuseLeave(words) {
    this.page.note(words, true);
    this.page.announcer.alert(words);
  }

  /** @param {boolean} come */
  async company(come) {
    try {
      const result = await call(
        come ? 'POST' : 'DELETE',
        `/api/tables/${encodeURIComponent(TABLE)}/company`,
        come ? { players: 2 } : undefined,
      );
      this.page.note(come ? arrivalWords(result.players ?? 0) : 'The computer players leave after this round.');
    } catch (refused) {
      if (refused instanceof Refused) this.page.note(inWords(refused.refusal), true);
    }
  }
}

/** @param {number} count of the computer players that join */
function arrivalWords(count) {
  if (!count) return 'There is no room for more computer players.';
  return count === 1 ? 'One computer player joins the table.' : `${count} computer players join the table.`;
}

/** The middle one of the free seats. @param {number[]} free */
function middle(free) {
  return free[Math.floor((free.length - 1) / 2)];
}
