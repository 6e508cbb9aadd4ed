// Coming in, sitting down, getting up, and company.
import { call, inWords, post, Refused } from '../core/api.js';
import { TABLE } from './table-address.js';
import { buyInOf } from './chip-purchase.js';

export class Seating {
  /** @param {import('./table-page.js').TablePage} page */
  constructor(page) {
    this.page = page;
    this.wanted = 0; // the seat that was pressed before one had come in
    this.coming = false;
    this.entering = false; // a name was given: a second press is not a second person
  }

  /**
   * One gesture: chips from the wallet, and the seat.
   * @param {number} seat 0 for any that is free
   */
  async sit(seat) {
    const { state, line } = this.page;
    if (!state.person) {
      this.wanted = seat;
      this.page.dock.name.focus();
      this.page.note('Write a name: that is all it takes to sit down');
      return;
    }
    const offer = state.offer('sit_down');
    if (!offer || this.page.busy) return;
    const free = offer.blanks?.find((blank) => blank.field === 'seat')?.options?.map((one) => Number(one.value)) ?? [];
    const place = free.includes(seat) ? seat : middle(free);
    if (!state.purse) {
      const cents = buyInOf(this.page.posted, state.balance.wallet);
      if (!cents) {
        this.page.acts.moreChips(); // an empty wallet: more play money first
        return;
      }
      if (!(await line.say({ type: 'chips', cents })).ok) return;
    }
    await line.do({ ...offer.sample, seat: place });
    this.page.draw();
  }

  /** A newcomer: one name, and they sit. @param {string} name */
  async come(name) {
    if (this.entering) return;
    this.entering = true;
    try {
      await post('/api/guest', { name });
    } catch (refused) {
      this.entering = false;
      if (refused instanceof Refused) this.page.note(inWords(refused.told), true);
      return;
    }
    this.page.note('');
    this.page.line.restart();
    this.coming = true;
  }

  /** Whoever has just come in sits down, as soon as the house has said what they have. */
  arrive() {
    if (!this.coming || !this.page.state.offer('sit_down')) return;
    this.coming = this.entering = false;
    this.sit(this.wanted);
  }

  async leave() {
    const { state, line } = this.page;
    if (this.page.busy && state.ownSeats.length) {
      this.page.note(
        line.open
          ? 'One moment: the house has not answered yet'
          : 'The line is down: your seat is kept, and you can leave when it is back. A clock runs while you are away',
        true,
      );
      return;
    }
    for (const offer of state.offers.filter((one) => one.act.startsWith('get_up@'))) {
      if (!(await line.do(offer.sample)).ok) return;
    }
    if (state.ownSeats.length && !state.offer('get_up')) {
      this.page.note('You can leave when this round is over', true);
      return;
    }
    if (state.purse && !(await line.say({ type: 'cash_out' })).ok) return;
    location.assign('/');
  }

  /** @param {boolean} come */
  async company(come) {
    try {
      const told = await call(
        come ? 'POST' : 'DELETE',
        `/api/tables/${encodeURIComponent(TABLE)}/company`,
        come ? { players: 2 } : undefined,
      );
      this.page.note(
        come
          ? told.players
            ? `${told.players} simple players come to the table`
            : 'The table is full enough'
          : 'Your company leaves after this round',
      );
    } catch (refused) {
      if (refused instanceof Refused) this.page.note(inWords(refused.told), true);
    }
  }
}

/** The seat nearest the middle of those that are free. @param {number[]} free */
function middle(free) {
  return free[Math.floor((free.length - 1) / 2)];
}
