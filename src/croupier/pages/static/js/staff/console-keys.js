// The keyboard of the dealer's console. `keyAction` decides what a key does; `ConsoleKeys` tells a person's keys from
// those of a card reader and from keys that belong to a field or a button.
import {
  aheadOf,
  answersFor,
  canOpenSeat,
  canRemoveDeck,
  isBetting,
  isStopped,
  primaryAction,
  repeatedBets,
} from './console-selectors.js';
import { Hands, isCards } from './key-reader.js';
import { numberBlank } from './primary-action.js';
import { jumpToWager } from './wager-letters.js';

/** @typedef {import('./console-state.js').ConsoleState} ConsoleState */
/** @typedef {import('./dealer-console.js').Console} Console */
/**
 * @typedef {{does: 'nothing'|'confirm'|'submit'|'remove'|'correct'|'repeat'} | {does: 'name', naming:
 *   import('./card-naming.js').Naming} | {does: 'answer', answer: {value: string}} | {does: 'digit', digit: string} |
 *   {does: 'other', kind: string} | {does: 'seat'|'empty', seat: number} |
 *   {does: 'ahead', sign: string, words: string}} KeyAction
 */

/**
 * The action of a key at the table, or null if the key is not used.
 * @param {ConsoleState} state
 * @param {string} key
 * @returns {KeyAction|null}
 */
export function keyAction(state, key) {
  const { view, entry, panels } = state;
  const { naming } = entry;
  const primary = primaryAction(state);
  if (panels.choosesSeat)
    return /^[1-9]$/.test(key) && canOpenSeat(view, Number(key)) ? { does: 'seat', seat: Number(key) } : null;
  if (key === 'Backspace') return hasTyped(state) ? { does: 'remove' } : state.own ? { does: 'correct' } : null;
  if (isAhead(state, key)) return { does: 'ahead', sign: key, words: aheadOf(view)?.words ?? '' };
  if (key === ' ' && primary?.key === 'Space' && (primary.ready || !naming)) return { does: 'confirm' };
  if (key === 'Enter')
    return naming ? { does: 'nothing' } : primary?.key === 'Enter' ? { does: 'confirm' } : { does: 'submit' };
  const result = key.length === 1 ? naming?.type(key) : null;
  if (result) return { does: 'name', naming: result };
  const answers = answersFor(view);
  const answer = answers.find((answer) => answer.key === key.toUpperCase());
  if (answer) return { does: 'answer', answer };
  if (/^[0-9]$/.test(key) && numberBlank(view) && view.mine) return { does: 'digit', digit: key };
  if (key.toLowerCase() === 'x' && canRemoveDeck(view)) return { does: 'other', kind: 'remove_deck' };
  return naming || answers.length ? null : betKey(state, key);
}

/** Whether something was typed that Backspace removes. @param {ConsoleState} state */
function hasTyped({ entry, typedAhead: ahead }) {
  const { naming, number, answer: picked } = entry;
  return Boolean(naming?.cards.length || naming?.half || naming?.fault || number || picked || ahead.keys);
}

/**
 * Whether a character is kept for a later act, because the due act is being saved or takes no characters.
 * @param {ConsoleState} state
 * @param {string} key
 */
function isAhead(state, key) {
  const { view, entry, busy } = state;
  if (!/^[a-z0-9]$/i.test(key) || isBetting(view) || view.opening || !aheadOf(view)) return false;
  return busy || !(entry.naming || numberBlank(view) || answersFor(view).length);
}

/**
 * Keys while bets are open. A digit opens the bets of a seated player. Only "-" seats a new player.
 * @param {ConsoleState} state
 * @param {string} key
 * @returns {KeyAction|null}
 */
function betKey({ view, busy }, key) {
  if (!isBetting(view) || busy) return null;
  const seat = Number(key);
  if (/^[1-9]$/.test(key) && seat <= view.posted.positions) return { does: view.seat(seat) ? 'seat' : 'empty', seat };
  return key.toLowerCase() === 'r' && repeatedBets(view).length ? { does: 'repeat' } : null;
}

export class ConsoleKeys {
  /** @param {Console} desk */
  constructor(desk) {
    this.desk = desk;
    this.hands = new Hands((line) =>
      desk.complain({
        code: 'not_a_hand',
        message: `Card reader input ignored: ${line}`,
        remedy: 'Enter a card when asked. Answer with a single key.',
      }),
    );
    document.addEventListener('keydown', (event) => this.press(event));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { desk } = this;
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || target.closest('dialog, :popover-open'))
      return;
    if (event.key === 'Escape') desk.leave();
    else if (target.closest('input, select, textarea')) this.intoField(event, target);
    else if (desk.state.lock.locked) return;
    else if (event.key === '*' && desk.state.view.role === 'dealer') this.handle(event, () => desk.callFloor());
    else if (event.key === '/') this.handle(event, () => desk.explain());
    else if (isStopped(desk.state) || desk.state.panels.more) return;
    else if (desk.state.correcting) this.intoCorrection(event, target);
    else if (event.key === '+') this.handle(event, () => desk.openMore());
    else if (event.key === '.') this.handle(event, () => desk.toggleSingle());
    else if (event.key === '-') this.handle(event, () => desk.chooseSeat());
    else if (desk.state.panels.seat === null) this.atTheTable(event, target);
  }

  /**
   * A key that is neither in a field nor in the form of a seat.
   * @param {KeyboardEvent} event
   * @param {HTMLElement} target
   */
  atTheTable(event, target) {
    const { desk } = this;
    const { screen } = desk;
    const { key } = event;
    const isSign = key.length === 1 && key !== ' ';
    if (isSign) desk.sendNames(); // the dealer goes on typing
    if ((key === ' ' || key === 'Enter') && target.closest('button, summary, a')) return; // the button handles it
    if (key === 'Enter' && this.hands.isReader(event.timeStamp))
      event.preventDefault(); // this Enter ends a card reader's line
    else if (/^[0-9]$/.test(key) && screen.act.form)
      screen.act.form.querySelector('input')?.focus(); // send the digit to the form
    else if (isSign && this.isAlone(key)) this.byHand(event);
    else if (this.run(key)) {
      event.preventDefault();
      if (isSign) this.hands.note(event.timeStamp);
      else this.hands.begin();
    }
  }

  /** Whether a character acts on its own. Such a character must not come from a card reader. @param {string} key */
  isAlone(key) {
    const { state } = this.desk;
    if (state.panels.choosesSeat || keyAction(state, key)?.does === 'ahead') return true;
    return !state.entry.naming && !numberBlank(state.view);
  }

  /**
   * A character that answers, seats or bets on its own is accepted only as a single key press by hand.
   * @param {KeyboardEvent} event
   */
  byHand(event) {
    event.preventDefault();
    const { desk } = this;
    const { key } = desk.state.entry;
    const action = keyAction(desk.state, event.key);
    if (action?.does === 'ahead' && aheadOf(desk.state.view)?.blanks?.includes('cards')) {
      this.hands.note(event.timeStamp); // a card reader may read the cards of the next act
      this.run(event.key);
      return;
    }
    this.hands.take(event.key, event.timeStamp, () => {
      if (isStopped(desk.state) || desk.state.panels.more) return;
      if (action?.does === 'ahead') desk.typeAhead(action.sign, action.words);
      else if (key === desk.state.entry.key) this.run(event.key);
    });
  }

  /**
   * Keys of the open correction. A card reader may read the right cards, but not confirm them.
   * @param {KeyboardEvent} event
   * @param {HTMLElement} target
   */
  intoCorrection(event, target) {
    const { desk } = this;
    if ((event.key === ' ' || event.key === 'Enter') && target.closest('button, summary, a')) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (!this.hands.isReader(event.timeStamp)) desk.sendCorrection();
      return;
    }
    if (event.key.length !== 1 && event.key !== 'Backspace') return;
    event.preventDefault();
    desk.typeCorrection(event.key);
    if (event.key.length === 1) this.hands.note(event.timeStamp);
  }

  /**
   * Keep a card reader's Enter from submitting a form.
   * @param {KeyboardEvent} event
   * @param {HTMLElement} field
   */
  intoField(event, field) {
    if (event.key.length === 1) {
      if (!this.hands.isReader(event.timeStamp) && jumpToWager(field, event.key)) event.preventDefault();
      this.hands.note(event.timeStamp);
    } else if (
      event.key === 'Enter' &&
      field instanceof HTMLInputElement &&
      this.hands.isReader(event.timeStamp) &&
      (isCards(field.value, this.desk.state.view.posted.deck) || (field.inputMode && /[a-z]/i.test(field.value)))
    ) {
      event.preventDefault();
      this.hands.onStrayInput(field.value);
      field.value = '';
    }
  }

  /**
   * @param {KeyboardEvent} event
   * @param {() => void} act
   */
  handle(event, act) {
    event.preventDefault();
    act();
  }

  /** Do the action of a key. Returns whether the key was used. @param {string} key */
  run(key) {
    const { desk } = this;
    const action = keyAction(desk.state, key);
    if (action?.does === 'confirm') desk.perform();
    else if (action?.does === 'submit') return desk.submitForm();
    else if (action?.does === 'remove') desk.removeLast();
    else if (action?.does === 'correct') desk.correctEntry();
    else if (action?.does === 'repeat') desk.repeatBets();
    else if (action?.does === 'name') desk.nameCards(action.naming);
    else if (action?.does === 'answer') desk.choose(action.answer);
    else if (action?.does === 'ahead') desk.typeAhead(action.sign, action.words);
    else if (action?.does === 'digit') desk.typeDigit(action.digit);
    else if (action?.does === 'other') desk.openMore(action.kind);
    else if (action?.does === 'seat') desk.openSeat(action.seat);
    else if (action?.does === 'empty') desk.complainOfEmptySeat(action.seat);
    return action !== null;
  }
}
