// The panel while bets are open: the seated players, their wagers, and the form of the open seat.
import { element, updateChildren, say } from '../core/dom.js';
import { betForm, chipsForm, isReal, saleForm, sitForm } from './bet-forms.js';
import { plain } from './commands.js';
import { canSit, repeatedBets } from './console-selectors.js';
import { brief, wagerLines } from './dealer-seats.js';
import { EARLY, keycap } from './staff-parts.js';

/** @typedef {import('../core/types.js').Refusal} Refusal */
/** @typedef {import('../core/types.js').TableCommand} TableCommand */
/** @typedef {import('./console-view.js').View} View */
/** @typedef {import('./bet-forms.js').NewChips} NewChips */
/**
 * @typedef {{send: import('./commands.js').Send, openSeat: (number: number) => void, closeSeat: () => void,
 *   complain: (refusal: Refusal|null) => void}} Desk
 */

const NO_AMOUNT = {
  code: 'no_amount',
  message: 'That is not an amount',
  remedy: 'Enter dollars, such as 500 or 12.50.',
};

/**
 * The commands that give chips to a player.
 * @param {TableCommand} sample
 * @param {NewChips} chips
 * @returns {TableCommand[]}
 */
function buyIns(sample, { cash, broughtChips }) {
  return [
    ...(cash ? [{ ...sample, cents: cash }] : []),
    ...(broughtChips ? [{ ...sample, cents: broughtChips, brought: true }] : []),
  ];
}

export class Betting {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** @type {View|null} */
    this.view = null;
    this.formFor = ''; // the seat, player and round of the form
    this.sellsTo = 0; // the seat of a new player, who is offered chips next
    this.toFocus = false; // true if a new form is waiting for focus
    this.isBusy = false; // true while a request is pending, so that a double tap does not sell chips twice
    this.list = element('ol', { class: 'bettors', 'aria-label': 'Bets' });
    this.sheet = element('div', { class: 'bet-sheet' });
    this.node = element('div', { class: 'betting' }, this.list, this.sheet);
  }

  /**
   * @param {View} view
   * @param {Set<number>} ready
   * @param {number|null} seat the open one
   */
  draw(view, ready, seat) {
    this.view = view;
    this.list.hidden = seat !== null;
    this.sheet.hidden = seat === null;
    if (seat !== null) this.drawSheet(view, seat);
    else {
      this.formFor = '';
      this.sheet.replaceChildren();
      this.drawList(view, ready);
    }
  }

  /**
   * @param {View} view
   * @param {Set<number>} ready
   */
  drawList(view, ready) {
    const numbers = Array.from({ length: view.posted.positions }, (_, at) => at + 1);
    updateChildren(
      this.list,
      numbers,
      (number) => number,
      (number) =>
        element(
          'li',
          {},
          element(
            'button',
            { type: 'button', class: 'bettor', 'data-bettor': number, onclick: () => this.desk.openSeat(number) },
            keycap(String(number)),
            element('span', { class: 'who' }),
            element('span', { class: 'lies' }),
          ),
        ),
      (each, number) => {
        const seat = view.seat(number);
        const empty = canSit(view, number) ? 'Tap to seat a player' : 'empty';
        const bets = seat ? wagerLines(seat, view).join(' · ') || 'no bet yet' : empty;
        each.classList.toggle('none', !seat);
        say(
          /** @type {Element} */ (each.querySelector('.who')),
          seat ? `${seat.name || seat.player} · ${brief(seat.chips ?? 0)}` : 'Empty seat',
        );
        say(/** @type {Element} */ (each.querySelector('.lies')), `${bets}${ready.has(number) ? ' · ready' : ''}`);
      },
    );
  }

  /**
   * Build a form once and keep it, so that redrawing does not interrupt typing.
   * @param {View} view
   * @param {number} number
   */
  drawSheet(view, number) {
    const seat = view.seat(number);
    const key = `${number}:${seat?.player ?? ''}:${view.sight?.round}:${Boolean(seat?.chips)}`;
    if (this.formFor === key) return;
    this.formFor = key;
    this.toFocus = true;
    const cancel = () => this.desk.closeSeat();
    const form = seat
      ? betForm(view, seat, {
          send: (commands) => this.alone(() => this.inOrder(commands)),
          buy: (sample) => this.openSale(view, seat, sample),
          cancel,
        })
      : sitForm(number, { sit: (name) => this.alone(() => this.sit(number, name)), cancel });
    this.sheet.replaceChildren(form);
    const sale = seat && view.offer('buy_in', (sample) => sample.player === seat.player);
    if (this.sellsTo === number && seat && sale) {
      this.sellsTo = 0;
      this.openSale(view, seat, sale.sample);
    }
  }

  /**
   * Sell chips to a player: ask for the amounts, which are empty at first, and then for confirmation.
   * @param {View} view
   * @param {import('../core/types.js').Seat} seat
   * @param {TableCommand} sample
   */
  openSale(view, seat, sample) {
    const cancel = () => this.desk.closeSeat();
    const sell = (/** @type {NewChips} */ { cash, broughtChips }) => {
      if (cash === null || broughtChips === null || !(cash || broughtChips)) this.desk.complain(NO_AMOUNT);
      else {
        const commands = buyIns(plain(sample), { cash, broughtChips });
        const acts = { sell: () => this.alone(() => this.inOrder(commands)), early: () => this.early(), cancel };
        this.desk.complain(null);
        this.sheet.replaceChildren(saleForm(seat, { cash, broughtChips }, acts));
      }
    };
    this.sheet.replaceChildren(chipsForm(seat, isReal(view), { sell, cancel }));
  }

  /** Tell the dealer that a sale was confirmed before it could be read. */
  early() {
    this.desk.complain({ code: 'early', message: EARLY, remedy: 'Read the amount, then press Enter.' });
  }

  /** Focus the first field of a new form once it is on the page. */
  focus() {
    if (!this.toFocus || !this.sheet.isConnected) return;
    this.toFocus = false;
    this.sheet.querySelector('input')?.focus();
  }

  /** Run one request at a time. @param {() => Promise<void>} work */
  async alone(work) {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      await work();
    } finally {
      this.isBusy = false;
    }
  }

  /**
   * Seat a player under an id from the server, then offer chips to that id.
   * @param {number} number
   * @param {string} name
   */
  async sit(number, name) {
    const sample = this.view?.offer('sit_down')?.sample;
    if (!sample) return;
    this.sellsTo = number;
    const answer = await this.desk.send({ ...plain(sample), seat: number, player: 'new', name });
    if (!answer.ok) {
      this.sellsTo = 0;
      this.desk.complain(answer.refusal ?? null);
    }
  }

  /**
   * Send commands in order and stop at the first refusal. Then close the seat.
   * @param {TableCommand[]} commands
   */
  async inOrder(commands) {
    for (const command of commands) {
      const answer = await this.desk.send(command);
      if (!answer.ok) {
        this.desk.complain(answer.refusal ?? null);
        return;
      }
    }
    this.desk.closeSeat();
  }

  /** Repeat the last round's bets of every player who is still seated. */
  again() {
    return this.alone(async () => {
      for (const command of this.view ? repeatedBets(this.view) : []) {
        const answer = await this.desk.send(plain(command));
        if (!answer.ok) {
          this.desk.complain(answer.refusal ?? null);
          return;
        }
      }
    });
  }
}
