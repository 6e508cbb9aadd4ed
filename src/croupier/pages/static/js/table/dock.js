// The dock: the player's chips, the time left, the action buttons with their prices, and the chip rack.
import { tiltedChip } from '../core/chips.js';
import { element, updateChildren, mark, say, shape } from '../core/dom.js';
import { dollars, signedDollars } from '../core/money.js';

/**
 * @typedef {{key: string, words: string, more: string, letter: string, gold?: boolean, disabled?: boolean, best?:
 * boolean, advice?: string, act: () => void}} Choice
 */
/** @typedef {{words: string, remains: number, limit: number}} Time */
/**
 * @typedef {{chips: number, table: number, last: number|null, wallet: number, note: string, isRefused: boolean, time:
 * Time|null, choices: Choice[],
 *   extras: Choice[], rack: number[], chip: number, tools: Choice[], canBet: boolean, stranger: boolean}} DockView
 */

const SLIP = 450; // milliseconds between the clicks of a double click
const NEVER = -Infinity; // not 0, because a click can come within SLIP after the page loads

export class Dock {
  /**
   * @param {{pick: (chip: number) => void, come: (name: string) => void, noteSlip: () => void}} acts
   */
  constructor(acts) {
    this.acts = acts;
    this.balance = element('b');
    this.stake = element('b');
    this.stakeCap = element('span');
    this.timerWords = element('span');
    this.timerFigures = element('b');
    this.timeBar = shape('path', { class: 'left', d: 'M0 2H0' });
    this.timer = element(
      'div',
      { class: 'timer', role: 'timer' },
      shape(
        'svg',
        { viewBox: '0 0 100 4', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        shape('path', { class: 'bed', d: 'M0 2H100' }),
        this.timeBar,
      ),
      this.timerWords,
      this.timerFigures,
    );
    this.note = element('p', { class: 'note', id: 'dock-note' });
    this.choices = element('div', { class: 'choices', role: 'group', 'aria-label': 'Your actions' });
    this.extras = element('div', { class: 'extras' });
    this.picks = element('div', { class: 'picks', role: 'group', 'aria-label': 'Chip value' });
    this.tools = element('div', { class: 'bet-tools', role: 'group', 'aria-label': 'Betting tools' });
    this.bets = element('div', { class: 'bets' }, this.picks, this.tools);
    this.name = element('input', {
      id: 'name',
      name: 'name',
      maxlength: '40',
      required: true,
      autocomplete: 'nickname',
      placeholder: 'Your name',
      'aria-label': 'Your name',
    });
    this.stranger = element('form', { class: 'stranger' }, this.name, element('button', { class: 'gold' }, 'Sit down'));
    this.stranger.addEventListener('submit', (event) => {
      event.preventDefault();
      this.acts.come(this.name.value);
    });
    this.choiceKeys = '';
    this.since = 0; // time at which the choices last changed
    this.clickedAt = NEVER; // time at which a choice was last clicked
    this.keyedAt = NEVER; // time at which a choice was last pressed by key
    this.choices.addEventListener(
      'click',
      (event) => {
        const now = performance.now();
        // Browsers count repeated mouse clicks in event.detail, but not repeated taps.
        const second = event.detail > 1 || /** @type {PointerEvent} */ (event).pointerType === 'touch';
        if (second && this.since > this.clickedAt && now - this.clickedAt < SLIP) {
          event.stopPropagation();
          this.acts.noteSlip();
        }
        this.clickedAt = now;
        this.keyedAt = event.detail ? NEVER : now;
      },
      true,
    );
    this.root = element(
      'footer',
      { class: 'dock', id: 'dock', tabindex: '-1', 'aria-label': 'Your actions and chips' },
      element(
        'div',
        { class: 'purse' },
        element('p', { class: 'bal' }, element('span', {}, 'Your chips'), this.balance),
        element('p', { class: 'stake' }, this.stakeCap, this.stake),
      ),
      element(
        'div',
        { class: 'act' },
        this.timer,
        this.note,
        this.stranger,
        element('div', { class: 'row' }, this.choices, this.extras),
      ),
      this.bets,
    );
  }

  /** @param {DockView} view */
  draw(view) {
    say(this.balance, dollars(view.chips));
    mark(this.balance, 'title', `You have ${dollars(view.wallet)} in your wallet`);
    const isSettled = view.last !== null && !view.table;
    say(this.stakeCap, isSettled ? 'Last round' : 'Your bet');
    say(this.stake, isSettled ? signedDollars(view.last ?? 0) : dollars(view.table));
    this.stake.className = isSettled && view.last ? ((view.last ?? 0) > 0 ? 'won' : 'lost') : '';
    say(this.note, view.note);
    this.note.hidden = !view.note;
    this.note.classList.toggle('refusal', view.isRefused);
    this.stranger.hidden = !view.stranger;
    this.noteChange(view.choices);
    updateChildren(
      this.choices,
      view.choices,
      (choice) => choice.key,
      () => choiceButton(),
      (node, choice) => dressChoice(node, choice),
    );
    this.choices.hidden = !view.choices.length;
    updateChildren(
      this.extras,
      view.extras,
      (choice) => choice.key,
      () => element('button', { type: 'button', class: 'advice' }),
      (node, choice) => dressTool(node, choice),
    );
    updateChildren(
      this.tools,
      view.tools,
      (choice) => choice.key,
      () => element('button', { type: 'button' }),
      (node, choice) => dressTool(node, choice),
    );
    updateChildren(
      this.picks,
      view.rack,
      (chip) => chip,
      (chip) => this.chipButton(chip),
      (node, chip) => {
        mark(node, 'aria-pressed', String(chip === view.chip));
        mark(node, 'disabled', !view.canBet);
        node.classList.toggle('on', chip === view.chip);
      },
    );
    this.bets.classList.toggle('closed', !view.canBet);
    this.time(view.time);
  }

  /** Disable the choices at once, before the next drawing. */
  disableChoices() {
    this.root.setAttribute('aria-busy', 'true');
    for (const button of this.choices.children) mark(button, 'disabled', true);
  }

  /**
   * Whether an Enter press is the second of a double press, meant for the previous choice.
   */
  get slips() {
    return this.since > this.keyedAt && performance.now() - this.keyedAt < SLIP;
  }

  /** Accept the next click even if it comes soon, for example after a dialog. */
  acceptNextClick() {
    this.clickedAt = NEVER;
  }

  /**
   * Note when the choices change, so that a double click does not press a button that replaced the first.
   * @param {Choice[]} choices
   */
  noteChange(choices) {
    const now = choices.map((choice) => choice.key).join(' ');
    if (now !== this.choiceKeys) this.since = performance.now();
    this.choiceKeys = now;
  }

  /** @param {number} chip */
  chipButton(chip) {
    return element(
      'button',
      { type: 'button', class: 'pick', 'aria-label': `${dollars(chip)} chip`, onclick: () => this.acts.pick(chip) },
      shape('svg', { viewBox: '0 0 100 96', 'aria-hidden': 'true' }, tiltedChip(chip)),
    );
  }

  /** Draw the time left. The bar only shortens, and is thicker in the last five seconds. @param {Time|null} time */
  time(time) {
    this.timer.classList.toggle('none', !time);
    if (!time) return;
    const seconds = Math.ceil(time.remains / 1000);
    say(this.timerWords, time.words);
    say(this.timerFigures, time.limit ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` : '');
    mark(
      this.timeBar,
      'd',
      `M0 2H${time.limit ? Math.max(0, Math.min(100, (100 * time.remains) / time.limit)).toFixed(1) : 0}`,
    );
    this.timer.classList.toggle('short', time.limit > 0 && seconds <= 5);
    mark(
      this.timer,
      'aria-label',
      time.limit ? `${time.words}, ${seconds} second${seconds === 1 ? '' : 's'} left` : time.words,
    );
  }
}

/** The current action of each button. Nodes are reused, actions change. @type {WeakMap<Element, () => void>} */
const acts = new WeakMap();

/**
 * @param {Element} node
 * @param {Choice} choice
 */
function bind(node, choice) {
  if (!acts.has(node))
    node.addEventListener('click', () => {
      if (!(/** @type {HTMLButtonElement} */ (node).disabled)) acts.get(node)?.();
    });
  acts.set(node, choice.act);
}

function choiceButton() {
  return element(
    'button',
    { type: 'button', class: 'choice' },
    element('b'),
    element('span'),
    element('kbd', { 'aria-hidden': 'true' }),
    element('small', { hidden: true }),
  );
}

/**
 * @param {HTMLButtonElement} node
 * @param {Choice} choice
 */
function dressChoice(node, choice) {
  const [words, more, letter, advice] = node.children;
  say(words, choice.words);
  say(more, choice.more);
  say(letter, choice.letter);
  say(advice, choice.advice ?? '');
  /** @type {HTMLElement} */ (advice).hidden = !choice.advice;
  /** @type {HTMLElement} */ (letter).hidden = !choice.letter;
  node.className = `choice ${choice.gold ? 'main' : 'plain'}${choice.best ? ' best' : ''}`;
  mark(node, 'disabled', Boolean(choice.disabled));
  mark(node, 'aria-keyshortcuts', choice.letter ? choice.letter : null);
  bind(node, choice);
}

/**
 * @param {HTMLButtonElement} node
 * @param {Choice} choice
 */
function dressTool(node, choice) {
  say(node, choice.words);
  mark(node, 'title', choice.letter ? `${choice.more || choice.words} (${choice.letter})` : choice.more || null);
  mark(node, 'disabled', Boolean(choice.disabled));
  mark(node, 'aria-keyshortcuts', choice.letter || null);
  mark(node, 'aria-pressed', choice.gold === undefined ? null : String(choice.gold));
  bind(node, choice);
}
