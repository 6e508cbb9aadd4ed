// The dealer's console: the next act in large type, its clause and key, the seats, and the questions to players.
// This module connects the socket, the keyboard and the timers to the state (console-state.js) and draws it.
import { get, notNow, post, Refused, whoAmI } from '../core/api.js';
import { cardSign } from '../core/cards.js';
import { setTableReadings, explain } from '../core/clauses.js';
import { element } from '../core/dom.js';
import '../core/settings.js';
import { Announcer } from '../table/announcer.js';
import { Connection } from '../table/connection.js';
import { Betting } from './bet-entry.js';
import { plain } from './commands.js';
import { ConsoleKeys } from './console-keys.js';
import { consoleScreen } from './console-render.js';
import {
  AWAKE,
  canDryRun,
  canOpenSeat,
  confirmation,
  goesOn,
  isStopped,
  isTypedFor,
  movesOf,
  primaryAction,
  runOf,
  waitsForOthers,
} from './console-selectors.js';
import * as change from './console-state.js';
import { View } from './console-view.js';
import { More } from './other-acts.js';
import { correctionOf, entryOf, missingIn } from './own-entry.js';
import { examPanel } from '../training/exam-panel.js';
import { Lock } from './screen-lock.js';
import { EARLY } from './staff-parts.js';
import { trayNow } from './tray-balance.js';

/** @typedef {import('../core/types.js').Refusal} Refusal */
/** @typedef {import('../core/types.js').TableCommand} TableCommand */
/** @typedef {import('../table/connection.js').Answer} Answer */
/** @typedef {import('./console-state.js').ConsoleState} ConsoleState */

const AGAIN = 1000; // milliseconds before asking again for an unavailable table
const RANKS = ['dealer', 'floor', 'pit_manager'];
const LOOK = 600; // milliseconds in which the last card of a name, or a tapped answer, can be taken back
const CALL_LENGTH = 200; // maximum number of characters in a call for the floor

export class Console {
  /**
   * @param {string} table
   * @param {import('../core/types.js').Posted} posted
   * @param {import('../core/types.js').Me} me
   * @param {string} role
   */
  constructor(table, posted, me, role) {
    this.announcer = new Announcer();
    this.lock = new Lock(
      () => this.drawLock(),
      () => post('/api/logout').finally(() => location.assign('/')),
      me.person,
    );
    /** @type {ConsoleState} */
    this.state = change.initialState(table, me.name, new View(posted, role), {
      locked: this.lock.locked,
      since: this.lock.since,
    });
    this.betting = new Betting(this);
    this.more = new More(this);
    this.screen = consoleScreen(this, this.state);
    document.body.append(this.screen.main);
    this.keys = new ConsoleKeys(this);
    this.isRunning = false; // true from the first act of a run until the last one is saved
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.soon = undefined; // the timer that sends complete names
    this.lastDryRun = Promise.resolve(); // the last dry run of the due act
    this.connection = this.connectionTo(table);
    this.connection.as = role;
    this.connection.nodes = posted.nodes ?? [];
    document.addEventListener('click', dropFocus);
    setInterval(() => this.tick(), 1000);
  }

  /** @param {string} table */
  connectionTo(table) {
    return new Connection(table, {
      frame: (frame, fresh) => this.frame(frame, fresh),
      clock: ({ remains }) => this.apply(change.setClock, { remains, now: performance.now() }),
      ready: (round, seats) => this.apply(change.setReady, { round, seats }),
      line: (line, endReason) => {
        this.apply(change.changeLine, { line, end: endReason, date: Date.now() });
        if (line === 'open') this.checkBusy();
        else this.announcer.alert('Connection lost. Stop dealing.');
      },
      notice: (code, words) => this.apply(change.setNotice, { code, words }),
      cardsRead: (message) => this.readCards(message),
      calls: (calls) => this.apply(change.setCalls, calls),
      onAnswer: (message, answer) => {
        if (!message && answer.refusal) this.apply(change.turnAway, answer.refusal);
        if (message?.type === 'do') this.checkBusy();
      },
    });
  }

  start() {
    this.draw();
    this.connection.connect();
  }

  /**
   * Replace the state and draw it.
   * @template M
   * @param {(state: ConsoleState, message: M) => ConsoleState} transition
   * @param {M} [message]
   */
  apply(transition, message) {
    this.state = transition(this.state, /** @type {M} */ (message));
    this.draw();
  }

  draw() {
    this.screen.draw(this.state);
  }

  tick() {
    this.draw();
    if (waitsForOthers(this.state)) this.dryRun();
  }

  // Messages from the server.

  /**
   * @param {import('../core/types.js').Frame} frame
   * @param {boolean} fresh
   */
  frame(frame, fresh) {
    const { key } = this.state.entry;
    this.apply(change.receiveFrame, { frame, fresh, now: performance.now(), date: Date.now() });
    const { entry, view } = this.state;
    if (entry.key !== key) this.announcer.say(view.due.words);
    if (entry.key !== key ? canDryRun(view) : entry.dryRun) this.lastDryRun = this.dryRun();
    this.useAhead();
  }

  /** Enter the characters that were typed ahead for the due act. */
  useAhead() {
    while (isTypedFor(this.state)) {
      const [sign] = this.state.typedAhead.keys;
      const { keys } = this.state.typedAhead;
      this.apply(change.takeAhead);
      if (!this.keys.run(sign)) this.apply(change.refuseAhead, keys);
      if (this.state.busy) this.apply(change.passAheadOn);
    }
  }

  /** Dry-run the due act: which chips are paid and collected. */
  async dryRun() {
    const { key } = this.state.entry;
    const { command } = this.state.view.due;
    if (!command) return;
    const answer = await this.attempt(command);
    const before = movesOf(this.state);
    this.apply(change.receiveDryRun, { key, answer, now: performance.now() });
    if (key !== this.state.entry.key) return;
    const moves = movesOf(this.state);
    if (moves !== before && moves.some((move) => move.action === 'pay')) this.checkTray();
    setTimeout(() => this.draw(), AWAKE + 20);
  }

  /** @param {import('./tray-balance.js').TrayNow} tray */
  setTray(tray) {
    if (!this.state.entry.dryRun) this.apply(change.setTray, tray);
  }

  async checkTray() {
    // Training tables have no recorded balance.
    if (!this.state.view.posted.training) this.apply(change.setTray, await trayNow(this.state.table));
  }

  /** Refuse other acts while a command is unanswered, also across a reconnect. */
  checkBusy() {
    this.apply(change.setBusy, this.connection.isSending || this.isRunning);
    this.useAhead();
  }

  /** Redraw after locking or unlocking, and focus the PIN field. */
  drawLock() {
    this.apply(change.setLock, this.lock);
    if (this.lock.locked) this.screen.act.node.querySelector('input')?.focus();
  }

  // Commands.

  /**
   * @param {TableCommand} command
   * @returns {Promise<Answer>}
   */
  async send(command) {
    if (this.state.busy) return { ok: false };
    const answer = await this.transmit(command);
    this.useAhead();
    return answer;
  }

  /**
   * Send a command, also within a run.
   * @param {TableCommand} command
   * @returns {Promise<Answer>}
   */
  async transmit(command) {
    this.apply(change.beginSending);
    const made = entryOf(command, this.state.view);
    const answer = await this.connection.do(command);
    this.apply(change.endSending, { ok: answer.ok, busy: this.connection.isSending || this.isRunning });
    if (answer.ok) this.apply(change.noteEntry, { type: command.type, made });
    else if (answer.refusal) this.complain(answer.refusal);
    return answer;
  }

  // The dealer's last entry.

  /** Open the correction of the last entry. */
  correctEntry() {
    if (isStopped(this.state) || this.state.busy || !this.state.own) return;
    clearTimeout(this.soon);
    this.apply(change.correctEntry);
    this.announcer.say('Correct your last entry.');
  }

  /** @param {string} key */
  typeCorrection(key) {
    this.apply(change.typeCorrection, key);
  }

  /** Send the open correction, once it is complete. */
  async sendCorrection() {
    const { correcting, view } = this.state;
    if (!correcting || this.state.busy || isStopped(this.state) || missingIn(correcting)) return;
    await this.send(correctionOf(correcting, view.sight?.round ?? 0));
  }

  /** @param {TableCommand} command */
  attempt(command) {
    return this.connection.attempt(command);
  }

  /** @param {Refusal|null} refusal */
  complain(refusal) {
    if (refusal) this.announcer.alert(`${refusal.message}. ${refusal.remedy ?? ''}`);
    this.apply(change.setFault, refusal);
  }

  /** Press the main button. @param {boolean} [wholeSecond] the button was held for a full second */
  async perform(wholeSecond = false) {
    const primary = primaryAction(this.state);
    const effect = confirmation(this.state, { now: performance.now(), wholeSecond });
    if (effect === 'early') this.tooSoon();
    if (effect !== 'send' || !primary) return;
    const run = runOf(this.state);
    this.apply(change.confirmAct);
    const command = primary.command();
    this.isRunning = true;
    let answer = await this.transmit(command);
    if (answer.ok && command.type.startsWith('name_cards@')) this.apply(change.rememberCards, command);
    while (answer.ok) answer = await this.goOn(run);
    this.isRunning = false;
    this.checkBusy();
  }

  /**
   * Perform the next act of a run, once its dry run shows that nothing has to be decided or checked.
   * @param {string} run
   * @returns {Promise<Answer>}
   */
  async goOn(run) {
    const { key } = this.state.entry;
    await this.lastDryRun;
    const primary = primaryAction(this.state);
    const same = key === this.state.entry.key;
    return same && primary && goesOn(this.state, run) ? this.transmit(primary.command()) : { ok: false };
  }

  /** Tell the dealer that a key came too early. While a command is being saved, the next act shows it. */
  tooSoon() {
    if (!this.state.busy) this.announcer.say(EARLY);
    this.apply(change.noteEarlyKey);
  }

  /**
   * Submit the form of the due act. If chips move, show the outcome first.
   * @param {TableCommand} command
   */
  async fillIn(command) {
    if (this.state.busy || isStopped(this.state)) return;
    const answer = await this.attempt(command);
    if (!answer.preview?.moves.length) {
      await this.send(command);
      return;
    }
    this.apply(change.openPanel, { more: true });
    this.more.show(command, this.state.view.due.words, answer);
  }

  /** Submit the form of the due act by Enter. Returns whether there is one. */
  submitForm() {
    const { form } = this.screen.act;
    if (!form || this.state.busy) return false;
    if (performance.now() - this.state.entry.begunAt < AWAKE) this.tooSoon();
    else form.requestSubmit();
    return true;
  }

  /** @param {{value: string}} answer of the asked player */
  choose(answer) {
    const offer = this.state.view.offer('decide');
    if (!offer || isStopped(this.state) || this.state.busy) return;
    this.send({ ...plain(offer.sample), choice: answer.value });
  }

  /** Tap an answer. It is sent after a moment. Until then, another tap undoes it. @param {{value: string}} answer */
  tapAnswer(answer) {
    const { key } = this.state.entry;
    if (isStopped(this.state) || this.state.busy) return;
    this.apply(change.pickAnswer, answer.value);
    clearTimeout(this.soon);
    this.soon = setTimeout(() => {
      const { entry } = this.state;
      if (entry.key === key && entry.answer === answer.value) this.choose(answer);
    }, LOOK);
  }

  async callFloor() {
    const { fault, entry, view } = this.state;
    const words = fault?.message ?? entry.naming?.fault?.words ?? view.due.words;
    const answer = await this.connection.say({ type: 'call', words: words.slice(0, CALL_LENGTH) });
    if (answer.ok) this.announcer.alert('You called the floor.');
    else if (answer.refusal) this.complain(answer.refusal);
  }

  explain() {
    const { clauses = [], readings = [] } = this.state.fault ?? this.state.view.due;
    if (!clauses.length && !readings.length) return;
    explain(clauses, readings, this.screen.why);
    // No button keeps the focus, because Space confirms the act.
    document.querySelector('.why-sheet')?.addEventListener('toggle', () => this.screen.why.blur());
  }

  // Panels and input.

  /** Open the menu of other acts. @param {string} [kind] opens the acts of one kind directly */
  openMore(kind = '') {
    if (isStopped(this.state)) return;
    this.more.open(kind);
    this.apply(change.openPanel, { more: true });
    this.more.focus();
  }

  /** Ask for a seat. Only this or a tap leads to a sale, because a digit may belong to a card or a count. */
  chooseSeat() {
    this.apply(change.chooseSeat);
  }

  /** @param {number} seat */
  openSeat(seat) {
    if (!isStopped(this.state) && canOpenSeat(this.state.view, seat)) this.apply(change.openPanel, { seat });
  }

  closeSeat() {
    this.apply(change.closeSeat);
  }

  toggleSingle() {
    this.apply(change.toggleSingle);
    this.announcer.say(this.state.single ? 'One act per key.' : 'Acts are joined.');
  }

  leave() {
    this.apply(change.leave);
  }

  /** The chips of the oldest correction were moved. */
  dismissCorrection() {
    this.apply(change.dismissCorrection);
  }

  repeatBets() {
    this.betting.again();
  }

  /** @param {string} card */
  tapCard(card) {
    if (this.state.correcting) {
      this.apply(change.tapCorrection, card);
      return;
    }
    const { naming } = this.state.entry;
    if (naming && !isStopped(this.state)) this.nameCards(change.tapCard(naming, card));
  }

  /** @param {import('./card-naming.js').Naming} naming */
  nameCards(naming) {
    if (naming.fault) this.announcer.alert(`${naming.fault.words}. ${naming.fault.remedy}`);
    this.apply(change.setNaming, naming);
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.sendNames(), LOOK);
  }

  /** Enter the cards of a card reader as if they were typed. @param {import('./own-entry.js').CardsRead} message */
  readCards({ cards, problem, device }) {
    const { naming } = this.state.entry;
    if (problem) this.complain(readerProblem(device, problem, 'Check the card, or call the floor.'));
    else if (naming && !this.state.correcting && !isStopped(this.state)) {
      const next = change.readInto(naming, cards);
      if (next) this.nameCards(next);
      else
        this.complain(
          readerProblem(
            device,
            `it reads ${cards.map(cardSign).join(' ')}, and you entered other cards`,
            'Check the card. If the reader is right, remove yours with Backspace. If you are right, enter it.',
          ),
        );
    }
  }

  /** Send the names if the last card was entered. The dealer had a moment to remove it, or went on typing. */
  sendNames() {
    clearTimeout(this.soon);
    const { naming } = this.state.entry;
    if (naming?.full && !naming.fault && !this.state.busy) this.perform();
  }

  /** Keep a character for a later act. @param {string} sign @param {string} words the act for which it was typed */
  typeAhead(sign, words) {
    this.apply(change.typeAhead, { sign, words });
    this.useAhead();
  }

  /** @param {string} digit */
  typeDigit(digit) {
    this.apply(change.typeDigit, digit);
  }

  removeLast() {
    this.apply(change.removeLast);
  }

  /** @param {number} seat */
  complainOfEmptySeat(seat) {
    this.complain({
      code: 'empty_seat',
      message: `Seat ${seat} is empty`,
      remedy: 'Press - and the seat number to seat a player.',
    });
  }
}

/** Drop the focus after a tap on a button, so that keys act on the table. @param {MouseEvent} event */
function dropFocus({ detail, target }) {
  if (detail > 0 && target instanceof Element && target.closest('button') && !target.closest('form, dialog'))
    /** @type {HTMLElement} */ (document.activeElement)?.blur();
}

/** @param {string} device @param {string} problem @param {string} remedy @returns {Refusal} */
function readerProblem(device, problem, remedy) {
  return { code: 'card_reader', message: `Card reader ${device}: ${problem}`, remedy };
}

async function open() {
  const table = decodeURIComponent(location.pathname.split('/').pop() ?? '');
  const me = await whoAmI();
  const role = RANKS.find((rank) => me?.roles.includes(rank));
  if (!me || !role) {
    location.assign('/pit');
    return;
  }
  try {
    /** @type {import('../core/types.js').Posted} */
    const posted = await get(`/api/tables/${encodeURIComponent(table)}`);
    setTableReadings(posted.readings);
    new Console(table, posted, me, role).start();
    if (posted.training && role === 'dealer') examPanel(table);
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    const note = element('main', { class: 'dealer' }, element('p', { role: 'alert' }, refused.refusal.message));
    document.body.append(note);
    if (notNow(refused))
      setTimeout(() => {
        note.remove();
        open();
      }, AGAIN); // a new table may not be ready yet
  }
}

open();
