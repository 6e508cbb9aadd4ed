// The floor's confirm button: press Enter, or hold it for one second. For a moment, a new action can't be
// confirmed, so that it is read first. An early key shows a message.
import { element, mark } from '../core/dom.js';
import { plain } from './commands.js';
import { EARLY, icon, keycap } from './staff-parts.js';
import { openDispute } from './reader-dispute.js';
import { reviewPrimary } from './second-person.js';
import { toTheFloor, whoGoesOn } from './table-glance.js';

/** @typedef {import('./floor-data.js').Primary} Primary */

const AWAKE = 800; // milliseconds before a new sheet can be confirmed

export class ConfirmButton {
  /**
   * @param {import('./floor-console.js').FloorRoom} room
   * @param {HTMLElement} button
   */
  constructor(room, button) {
    this.room = room;
    this.button = button;
    this.key = ''; // key that identifies the current action
    this.shownAt = 0;
    this.early = ''; // key of an action that was confirmed before it could be read
    this.confirmations = 0; // number of confirmations so far, published as data-taken
    this.drawnKey = '';
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
  }

  /** @returns {Primary|null} */
  get primary() {
    const { room } = this;
    if (room.side.form) return room.side.primary;
    if (room.act) return room.sheet.primary;
    const { view, table } = room;
    if (!view || !table) return null;
    if (room.showsReview) return reviewPrimary(table, room.me, (work) => room.run(work));
    const { payout } = room;
    if (payout && !payout.due.validated && (room.mine || !payout.due.validates))
      return room.showsPayout ? (room.jackpot?.primary(payout, view) ?? null) : this.showPayout(payout.due.seat);
    if (!room.mine || view.due.act === 'validate') return null; // validation needs the hand on the screen
    const { command } = view.due;
    if (command)
      return {
        words: 'Sign',
        small: `${view.due.words}; hold for one second`,
        about: view.due.words,
        ready: true,
        act: async () => {
          await room.send(plain(command));
        },
      };
    const group = room.ownGroup;
    return group
      ? { words: toTheFloor(view.due.words), small: 'opens the form', ready: true, act: () => room.pick(group) }
      : null;
  }

  /**
   * On another pane, Enter shows the hand and signs nothing.
   * @param {number} seat
   * @returns {Primary}
   */
  showPayout(seat) {
    return {
      words: `Show the hand of seat ${seat}`,
      small: 'see the hand before you sign',
      ready: true,
      act: () => this.room.turnTo('happened'),
    };
  }

  /** Milliseconds until a new action accepts a key. */
  get sleeps() {
    const { room } = this;
    const since = Math.max(this.shownAt, room.act ? room.sheet.at : 0, room.side.form ? room.side.at : 0);
    return Math.max(0, since + AWAKE - performance.now());
  }

  /** @param {boolean} [wholeSecond] held for as long as it takes to read it */
  async perform(wholeSecond = false) {
    const { room, primary } = this;
    if (!primary?.ready || room.busy || room.isBlocked) return; // the button shows the reason
    if (!wholeSecond && this.sleeps) {
      this.early = this.key;
      room.announcer.say(EARLY);
      this.draw();
      return;
    }
    this.early = '';
    document.body.dataset.taken = String(++this.confirmations);
    await primary.act();
    room.draw();
  }

  draw() {
    const { room, button } = this;
    const primary = room.lock.locked ? null : this.primary;
    const key = JSON.stringify([primary?.words, primary?.about, room.tableId, room.act?.key, room.side.openAct]);
    if (key !== this.key) {
      this.key = key;
      this.shownAt = performance.now();
    }
    const { sleeps } = this;
    clearTimeout(this.timer);
    if (primary && sleeps) this.timer = setTimeout(() => room.draw(), sleeps + 10);
    const live = Boolean(primary?.ready && !room.busy && !room.isBlocked && !sleeps);
    if (!button.classList.contains('holding') || !live) button.className = live ? 'btn primary' : 'btn off';
    mark(button, 'aria-disabled', live ? null : 'true');
    this.say(primary, primary ?? this.idleWords());
  }

  /**
   * @param {Primary|null} primary
   * @param {{words: string, small?: string}} said
   */
  say(primary, { words, small }) {
    const more = primary && this.early === this.key ? EARLY : small;
    const key = JSON.stringify([words, more, Boolean(primary)]);
    if (key === this.drawnKey) return;
    this.drawnKey = key;
    this.button.replaceChildren(
      primary ? keycap('Enter') : icon('clock'),
      element('span', {}, words, more ? element('small', {}, more) : null),
    );
  }

  /** The reason why there is nothing to confirm. @returns {{words: string, small: string}} */
  idleWords() {
    const { room } = this;
    if (room.lock.locked) return { words: 'Locked', small: '' };
    if (room.isBlocked) return { words: 'Connection lost', small: '' };
    if (!room.tableId) return { words: 'Choose a table', small: 'press its number or click it' };
    if (openDispute(room.table)) return { words: 'Decide which name is right', small: 'with the buttons above' };
    return { words: 'Nothing to do here', small: room.view?.sight ? `next: ${whoGoesOn(room.view)}` : '' };
  }
}
