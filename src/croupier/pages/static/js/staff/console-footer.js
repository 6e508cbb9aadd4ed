// The footer of the dealer's console: rules, other acts, the main button, the floor call. Without a main button it
// shows who acts next.
import { element, mark } from '../core/dom.js';
import { EARLY, held, icon, keycap } from './staff-parts.js';

/** The key of what each button shows. @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/**
 * Replace the content of a button only when it changes, so that a click in progress is not lost.
 * @param {Element} node
 * @param {unknown} says
 * @param {() => (Node|string)[]} make
 */
function put(node, says, make) {
  const key = JSON.stringify(says);
  if (shown.get(node) === key) return;
  shown.set(node, key);
  node.replaceChildren(...make());
}

export class Foot {
  /** @param {import('./dealer-console.js').Console} desk */
  constructor(desk) {
    this.desk = desk;
    this.why = element(
      'button',
      { type: 'button', class: 'btn ghost', onclick: () => desk.explain() },
      keycap('/'),
      'Why',
    );
    this.more = element('button', {
      type: 'button',
      class: 'btn ghost',
      onclick: () => desk.openMore(desk.defect ? 'remove_deck' : ''),
    });
    this.seats = element(
      'button',
      { type: 'button', class: 'btn ghost', onclick: () => desk.betting.choose() },
      keycap('-'),
      'Seats',
    );
    this.primary = element('button', { type: 'button', class: 'btn primary' });
    held(this.primary, () => {
      if (desk.primary?.key === 'Enter') desk.perform(true);
    });
    this.primary.addEventListener('click', () => {
      if (desk.primary?.key === 'Space') desk.perform();
    });
    this.floor = element('button', { type: 'button', class: 'btn floor', onclick: () => desk.callFloor() });
    this.node = element('footer', { class: 'foot' }, this.why, this.more, this.seats, this.primary, this.floor);
  }

  draw() {
    const { desk, primary: button } = this;
    const primary = desk.stopped || desk.moreOpen ? null : desk.primary;
    const live = Boolean(primary?.ready && !desk.busy && !desk.asleep);
    button.className = live ? 'btn primary' : 'btn off';
    mark(button, 'aria-disabled', live ? null : 'true');
    mark(button, 'data-key', primary?.key ?? null);
    const { words, small } = primary
      ? { words: primary.words, small: desk.early && desk.early === desk.dueKey ? EARLY : primary.small }
      : this.waiting();
    put(button, [words, small, primary?.key], () => [
      primary ? keycap(primary.key) : icon('clock'),
      element('span', {}, words, small ? element('small', {}, small) : null),
    ]);
    const [call] = desk.calls;
    const since = call ? new Date(call.at * 1000).toLocaleTimeString('en-GB') : '';
    put(this.floor, since, () => [
      icon('bell'),
      element(
        'span',
        {},
        call ? 'Call again' : 'Call the floor',
        since ? element('small', {}, `called ${since}`) : null,
      ),
      keycap('*'),
    ]);
    this.more.hidden = desk.stopped;
    this.seats.hidden = desk.stopped || desk.moreOpen;
    put(this.more, desk.defect, () => [keycap(desk.defect ? 'X' : '+'), desk.defect ? 'Defect' : 'Other']);
    this.floor.hidden = desk.view.role !== 'dealer';
  }

  /** The reason why there is no main button, and who acts next. @returns {{words: string, small: string}} */
  waiting() {
    const { desk } = this;
    if (desk.lock.locked) return { words: 'Locked', small: '' };
    if (desk.line !== 'open') return { words: 'Connection lost. Stop dealing.', small: '' };
    if (desk.moreOpen || desk.betting.isOpen) return { words: 'Press Esc to cancel', small: '' };
    if (desk.view.posted.training && !desk.view.mine && desk.view.due.role === 'floor')
      return { words: 'Call the floor', small: 'in training the software acts for the floor' };
    const { due } = desk.view;
    if (!desk.view.mine && due.act !== 'ask' && !desk.isBetting)
      return { words: `Waiting for the ${due.role === 'dealer' ? 'dealer' : 'floor'}`, small: '' };
    if (due.act === 'ask') {
      const keys = desk.answers.map((one) => one.key);
      const left = desk.clock ? `, ${clockLeft(desk.clock.until)}` : '';
      return keys.length
        ? { words: `Waiting for seat ${due.seat}${left}. Press ${listed(keys)}.`, small: '' }
        : { words: `Waiting for seat ${due.seat}${left}`, small: 'the player answers on their own screen' };
    }
    if (desk.isBetting)
      return {
        words: due.act === 'wait' ? 'Waiting for players' : 'Waiting for bets',
        small: due.act === 'wait' ? 'press - and a seat number to seat one' : 'press a seat number to enter bets',
      };
    return { words: 'Fill in the form above', small: '' };
  }
}

/** @param {string[]} keys */
function listed(keys) {
  return keys.length < 2 ? keys.join('') : `${keys.slice(0, -1).join(', ')} or ${keys[keys.length - 1]}`;
}

/** @param {number} until */
function clockLeft(until) {
  const seconds = Math.max(0, Math.ceil((until - performance.now()) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
