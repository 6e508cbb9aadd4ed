// The foot of the dealer's console: why, other acts, the one button, the floor. Where there is no button it says who
// goes on.
import { element, mark } from '../core/dom.js';
import { EARLY, held, icon, keycap } from './staff-parts.js';

/** What each button shows. @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/**
 * Made anew only where it says something else: a click that has begun ends where it began.
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

  /** Why there is no button now, and who goes on. @returns {{words: string, small: string}} */
  waiting() {
    const { desk } = this;
    if (desk.lock.locked) return { words: 'Locked', small: '' };
    if (desk.line !== 'open') return { words: 'No key goes on without the line', small: '' };
    if (desk.moreOpen || desk.betting.isOpen) return { words: 'Esc leaves, nothing is done', small: '' };
    if (desk.view.posted.training && !desk.view.mine && desk.view.due.role === 'floor')
      return { words: 'Call the floor', small: 'the house does their part here' };
    const { due } = desk.view;
    if (due.act === 'ask') {
      const keys = desk.answers.map((one) => one.key);
      const left = desk.clock ? `, ${clockLeft(desk.clock.until)}` : '';
      return keys.length
        ? { words: `Waiting for seat ${due.seat}${left}. Only ${listed(keys)} answer.`, small: '' }
        : { words: `Waiting for seat ${due.seat}${left}`, small: 'they answer at their own screen' };
    }
    if (desk.isBetting)
      return {
        words: due.act === 'wait' ? 'Waiting for players' : 'Waiting for bets',
        small: due.act === 'wait' ? 'press - and a number to seat one' : 'a seat’s number opens its bets',
      };
    return { words: 'No key goes on from here', small: '' };
  }
}

/** @param {string[]} keys */
function listed(keys) {
  return keys.length < 2 ? keys.join('') : `${keys.slice(0, -1).join(', ')} and ${keys[keys.length - 1]}`;
}

/** @param {number} until */
function clockLeft(until) {
  const seconds = Math.max(0, Math.ceil((until - performance.now()) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
