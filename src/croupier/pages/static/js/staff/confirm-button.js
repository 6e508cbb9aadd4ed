// The one button of the floor: what Enter, or a hold of one second, does now. What has just come is read first; no
// key is lost without a word.
import { element, mark } from '../core/dom.js';
import { plain } from './bet-entry.js';
import { EARLY, icon, keycap } from './staff-parts.js';
import { toTheFloor, whoGoesOn } from './table-glance.js';

/** @typedef {import('./floor-data.js').Primary} Primary */

const AWAKE = 800; // milliseconds after which a sheet that has just come may be confirmed

export class Confirming {
  /**
   * @param {import('./floor-console.js').FloorRoom} room
   * @param {HTMLElement} button
   */
  constructor(room, button) {
    this.room = room;
    this.button = button;
    this.key = ''; // what it is about
    this.shownAt = 0;
    this.early = ''; // what was confirmed before it could be read
    this.taken = 0; // how often it was done; the page says it, so that whoever pressed can tell
    this.shown = '';
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
  }

  /** @returns {Primary|null} */
  get primary() {
    const { room } = this;
    if (room.side.form) return room.side.primary;
    if (room.picked) return room.sheet.primary;
    const { view, table } = room;
    if (!view || !table) return null;
    const { payout } = room;
    if (payout && !payout.due.validated && (room.mine || !payout.due.validates))
      return room.showsPayout ? (room.jackpot?.primary(payout, view) ?? null) : this.showPayout(payout.due.seat);
    if (!room.mine || view.due.act === 'validate') return null; // nobody validates what the page does not show
    const { command } = view.due;
    if (command)
      return {
        words: 'Seen and signed',
        small: `${view.due.words}; hold one second`,
        about: view.due.words,
        ready: true,
        act: async () => {
          await room.send(plain(command));
        },
      };
    const group = room.ownGroup;
    return group
      ? { words: toTheFloor(view.due.words), small: 'opens the sheet', ready: true, act: () => room.pick(group) }
      : null;
  }

  /**
   * On another pane Enter signs nothing: it brings the hand to the screen.
   * @param {number} seat
   * @returns {Primary}
   */
  showPayout(seat) {
    return {
      words: `Show the hand of seat ${seat}`,
      small: 'nothing is signed unseen',
      ready: true,
      act: () => this.room.turnTo('happened'),
    };
  }

  /** Milliseconds for which what has just come takes no key. */
  get sleeps() {
    const { room } = this;
    const since = Math.max(this.shownAt, room.picked ? room.sheet.at : 0, room.side.form ? room.side.at : 0);
    return Math.max(0, since + AWAKE - performance.now());
  }

  /** @param {boolean} [wholeSecond] held for as long as it takes to read it */
  async perform(wholeSecond = false) {
    const { room, primary } = this;
    if (!primary?.ready || room.busy || room.stopped) return; // the button says why
    if (!wholeSecond && this.sleeps) {
      this.early = this.key;
      room.announcer.say(EARLY);
      this.draw();
      return;
    }
    this.early = '';
    document.body.dataset.taken = String(++this.taken);
    await primary.act();
    room.draw();
  }

  draw() {
    const { room, button } = this;
    const primary = room.lock.locked ? null : this.primary;
    const key = JSON.stringify([primary?.words, primary?.about, room.chosen, room.picked?.key, room.side.picked]);
    if (key !== this.key) {
      this.key = key;
      this.shownAt = performance.now();
    }
    const { sleeps } = this;
    clearTimeout(this.timer);
    if (primary && sleeps) this.timer = setTimeout(() => room.draw(), sleeps + 10);
    const live = Boolean(primary?.ready && !room.busy && !room.stopped && !sleeps);
    if (!button.classList.contains('holding') || !live) button.className = live ? 'btn primary' : 'btn off';
    mark(button, 'aria-disabled', live ? null : 'true');
    this.say(primary, primary ?? this.resting());
  }

  /**
   * @param {Primary|null} primary
   * @param {{words: string, small?: string}} said
   */
  say(primary, { words, small }) {
    const more = primary && this.early === this.key ? EARLY : small;
    const shown = JSON.stringify([words, more, Boolean(primary)]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.button.replaceChildren(
      primary ? keycap('Enter') : icon('clock'),
      element('span', {}, words, more ? element('small', {}, more) : null),
    );
  }

  /** Why nothing is to be confirmed now. @returns {{words: string, small: string}} */
  resting() {
    const { room } = this;
    if (room.lock.locked) return { words: 'Locked', small: '' };
    if (room.stopped) return { words: 'No key goes on without the line', small: '' };
    if (!room.chosen) return { words: 'Choose a table', small: 'by its number or a click' };
    return { words: 'Nothing waits for you here', small: room.view?.sight ? `goes on by ${whoGoesOn(room.view)}` : '' };
  }
}
