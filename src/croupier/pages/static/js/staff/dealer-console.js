// The dealer's console: the next act in large type with its clause and key, the seats, and the questions to players.
import { get, notNow, post, Refused, whoAmI } from '../core/api.js';
import { readingsTaken, why } from '../core/clauses.js';
import { element, say } from '../core/dom.js';
import { openSettings } from '../core/settings-dialog.js';
import '../core/settings.js';
import { Announcer } from '../table/announcer.js';
import { Connection } from '../table/connection.js';
import { answersOf } from './player-question.js';
import { Betting } from './bet-entry.js';
import { keyOf, namingFor, numberBlank, primaryOf } from './primary-action.js';
import { Foot } from './console-footer.js';
import { cardGrid } from './card-grid.js';
import { Hands, isCards } from './key-reader.js';
import { Lock } from './screen-lock.js';
import { More } from './other-acts.js';
import { actPanel, sideOf } from './act-panels.js';
import { EARLY, icon } from './staff-parts.js';
import { seatStrip } from './dealer-seats.js';
import { TraySum } from './tray-balance.js';
import { View } from './console-view.js';

/** @typedef {import('../core/types.js').Refusal} Refusal */
/** @typedef {import('./card-naming.js').Naming} Naming */

const MINUTE = 60_000;
const AGAIN = 1000; // milliseconds before asking again for an unavailable table
const AWAKE = 800; // milliseconds before a new settlement sheet can be confirmed
const NEXT = 'next'; // a key came while the previous act was being saved: the message appears on the next act
const RANKS = ['dealer', 'floor', 'pit_manager'];
// refusals that others resolve on their own screens: the act is tried again every second
const ELSEWHERE = ['surveillance_not_told', 'needs_witness'];

export class Console {
  /**
   * @param {string} table
   * @param {any} posted
   * @param {any} me
   * @param {string} role
   */
  constructor(table, posted, me, role) {
    this.table = table;
    this.me = me;
    this.view = new View(posted, role);
    this.announcer = new Announcer();
    this.line = 'connecting';
    /** @type {any} */
    this.ending = null;
    this.lostAt = 0;
    this.savedAt = 0;
    this.busy = false;
    /** @type {Refusal|null} */
    this.fault = null;
    /** @type {Naming|null} */
    this.naming = null;
    this.number = '';
    this.dueKey = '';
    this.begunAt = 0; // when the act became due
    this.early = ''; // the act confirmed before it could be read
    this.taken = 0; // confirmations so far, published as data-taken
    /**
     * The form of the due act, kept while the dealer types in it.
     * @type {HTMLElement|null}
     */
    this.form = null;
    /**
     * @type {{key: string, tried: import('../core/types.js').Tried|null, refusal: Refusal|null, at: number}|null}
     */
    this.tried = null;
    /** @type {Set<number>} */
    this.ready = new Set();
    /** @type {{what: string, until: number}|null} */
    this.clock = null;
    /**
     * Unanswered calls for the floor.
     * @type {import('../core/types.js').Call[]}
     */
    this.calls = [];
    /** Why the server rejected this connection. @type {Refusal|null} */
    this.turnedAway = null;
    /** @type {HTMLElement|null} */
    this.lockForm = null;
    this.notice = '';
    this.stale = false; // the table changed after the sheet was tried
    this.hands = new Hands((line) =>
      this.complain({
        code: 'not_a_hand',
        message: `Card reader input ignored: ${line}`,
        remedy: 'Enter a card when asked. Answer with a single key.',
      }),
    );
    this.drawn = '';
    this.drawnAt = 0;
    this.betting = new Betting(
      (command) => this.send(command),
      () => this.draw(),
      (refusal) => this.complain(refusal),
    );
    this.more = new More(
      (command) => this.send(command),
      (command) => this.attempt(command),
      () => this.leave(),
    );
    this.moreOpen = false;
    this.tray = new TraySum(table, !posted.training, () => this.draw());
    this.lock = new Lock(
      () => this.lockIs(),
      () => post('/api/logout').finally(() => location.assign('/')),
      this.me.person,
    );
    this.connection = new Connection(table, {
      frame: (frame, fresh) => this.frame(frame, fresh),
      clock: (clock) => {
        this.clock = clock.remains ? { what: clock.what ?? '', until: performance.now() + clock.remains } : null;
        this.draw();
      },
      ready: (round, seats) => {
        this.ready = new Set(round === this.view.sight?.round ? seats : []);
        this.draw();
      },
      line: (line, ending) => this.lineIs(line, ending),
      notice: (code, words) => this.noticed(code, words),
      calls: (calls) => {
        this.calls = calls;
        this.draw();
      },
      answered: (message, answer) => {
        if (!message && answer.refusal) this.turnedAway = answer.refusal;
        if (message?.type === 'do') this.busyNow();
      },
    });
    this.connection.as = role;
    this.connection.nodes = posted.nodes ?? [];
    this.facts = {
      round: element('b'),
      phase: element('span', { class: 'item phase' }),
      line: element('span', { class: 'item live' }, 'Saved'),
      time: element('b'),
    };
    this.top = element(
      'header',
      { class: 'top' },
      element('a', { class: 'btn', href: '/pit' }, 'Pit'),
      element('b', { class: 'name' }, posted.training ? 'Training' : this.table),
      element('span', { class: 'item title' }, posted.title),
      element('span', { class: 'sep' }),
      element('span', { class: 'item' }, 'Round ', this.facts.round),
      this.facts.phase,
      element('span', { class: 'spring' }),
      this.facts.line,
      element('span', { class: 'sep' }),
      element('span', { class: 'item' }, this.facts.time),
      element('button', { type: 'button', class: 'btn', onclick: () => openSettings() }, 'Settings'),
      element(
        'button',
        { type: 'button', class: 'btn lock', onclick: () => this.lock.ask() },
        icon('lock'),
        ` ${this.me.name}`,
      ),
    );
    this.seats = seatStrip((seat) => {
      if (!this.stopped) this.betting.open(seat);
    });
    this.act = element('section', { class: 'act', 'aria-label': 'Current step', tabindex: '0' });
    this.side = element('aside', { class: 'side', 'aria-label': 'Next steps and latest events', tabindex: '0' });
    this.grid = cardGrid((card) => this.tap(card));
    this.foot = new Foot(this);
    this.main = element(
      'main',
      { class: 'dealer' },
      this.top,
      this.seats.node,
      element('div', { class: 'work' }, this.act, this.side),
      this.foot.node,
    );
    document.body.append(this.main);
    document.addEventListener('keydown', (event) => this.press(event));
    // Drop the focus after a tap, so that keys act on the table.
    document.addEventListener('click', (event) => {
      if (
        event.detail > 0 &&
        event.target instanceof Element &&
        event.target.closest('button') &&
        !event.target.closest('form, dialog')
      )
        /** @type {HTMLElement} */ (document.activeElement)?.blur();
    });
    setInterval(() => this.tick(), 1000);
  }

  start() {
    this.draw();
    this.connection.connect();
  }

  // Messages from the server.

  /**
   * @param {any} frame
   * @param {boolean} fresh
   */
  frame(frame, fresh) {
    this.savedAt = Date.now();
    this.view.take(frame, fresh);
    const key = keyOf(this.view);
    if (key !== this.dueKey) this.begin(key);
    else if (this.tried) {
      this.stale = true; // the table changed: the sheet is checked again before it can be confirmed
      this.tryDue(key);
    }
    this.draw();
  }

  /** Start the next due act and discard what was typed for the last one. @param {string} key */
  begin(key) {
    this.dueKey = key;
    this.begunAt = performance.now();
    this.fault = null;
    this.number = '';
    this.tried = null;
    this.stale = false;
    this.form = null;
    this.naming = namingFor(this.view);
    if (this.early === NEXT) this.early = key;
    this.announcer.say(this.view.due.words);
    if (this.view.due.command && this.view.mine && !numberBlank(this.view)) this.tryDue(key);
  }

  /**
   * Dry-run the due act: which chips are paid and collected.
   * @param {string} key
   */
  async tryDue(key) {
    const answer = await this.attempt(/** @type {any} */ (this.view.due.command));
    if (key !== this.dueKey) return;
    this.stale = false;
    const same = this.tried && JSON.stringify(answer.tried?.moves) === JSON.stringify(this.tried.tried?.moves);
    const refusal = answer.refusal?.code === 'shows_a_card' ? null : (answer.refusal ?? null);
    this.tried = {
      key,
      tried: answer.tried ?? null,
      refusal,
      at: same && this.tried ? this.tried.at : performance.now(),
    };
    if (!same && this.moves.some((move) => move.action === 'pay')) this.tray.look();
    this.draw();
    setTimeout(() => {
      if (key === this.dueKey) this.draw();
    }, AWAKE + 20);
  }

  /**
   * @param {string} line
   * @param {any} ending
   */
  lineIs(line, ending) {
    if (line !== 'open' && this.line === 'open') this.lostAt = Date.now();
    this.line = line;
    this.ending = ending;
    if (line !== 'open') this.announcer.alert('Connection lost. Stop dealing.');
    if (line === 'open') this.busyNow();
    this.draw();
  }

  /**
   * Refuse other acts while a command is unanswered, also across a reconnect.
   */
  busyNow() {
    this.busy = this.connection.sending;
    this.draw();
  }

  /**
   * @param {string} code
   * @param {string} words
   */
  noticed(code, words) {
    this.notice = code === 'going_on' ? '' : words;
    this.draw();
  }

  /** Redraw after locking or unlocking, and focus the PIN field. */
  lockIs() {
    this.draw();
    if (this.lock.locked) this.lockForm?.querySelector('input')?.focus();
  }

  // Acts of the dealer.

  /** @param {Record<string, any>} command */
  async send(command) {
    if (this.busy) return { ok: false };
    this.busy = true;
    this.fault = null;
    this.draw();
    const answer = await this.connection.do(command);
    this.busy = this.connection.sending;
    if (!answer.ok) this.early = '';
    if (!answer.ok && answer.refusal) this.complain(answer.refusal);
    else this.draw();
    return answer;
  }

  /** @param {Record<string, any>} command */
  attempt(command) {
    return this.connection.attempt(command);
  }

  /** @param {Refusal|null} refusal */
  complain(refusal) {
    this.fault = refusal;
    if (refusal) this.announcer.alert(`${refusal.message}. ${refusal.remedy ?? ''}`);
    this.draw();
  }

  /** @param {boolean} [wholeSecond] the button was held for a full second */
  async perform(wholeSecond = false) {
    const primary = this.primary;
    if (!primary || this.stopped) return;
    if (this.busy) {
      this.early = NEXT;
      return;
    }
    if (!primary.ready && (this.tried || !this.view.due.command)) return; // the button shows what is missing
    if (!primary.ready || (primary.key === 'Enter' && (this.stale || (!wholeSecond && this.asleep)))) {
      this.tooSoon();
      return;
    }
    this.early = '';
    document.body.dataset.taken = String(++this.taken);
    const command = primary.command();
    const answer = await this.send(command);
    if (answer.ok && command.type.startsWith('name_cards@')) this.remember(command);
  }

  /** Tell the dealer that a key came too early. */
  tooSoon() {
    this.early = this.dueKey;
    this.announcer.say(EARLY);
    this.draw();
  }

  /** Remember cards entered here: the dealer has seen them. @param {Record<string, any>} command */
  remember(command) {
    const known = [...(this.view.named.get(command.place) ?? [])];
    command.cards.forEach((/** @type {string} */ card, /** @type {number} */ at) => {
      known[(command.first ?? 0) + at] = card;
    });
    this.view.named.set(
      command.place,
      Array.from(known, (card) => card ?? null),
    );
    this.draw();
  }

  /**
   * Submit the form of the due act. If chips move, show the outcome first.
   * @param {Record<string, any>} command
   */
  async fillIn(command) {
    if (this.busy || this.stopped) return;
    const answer = await this.attempt(command);
    if (!answer.tried?.moves.length) {
      await this.send(command);
      return;
    }
    this.moreOpen = true;
    this.more.show(this.view, command, this.view.due.words, answer);
    this.draw();
  }

  /** Whether the sheet is too new to confirm. */
  get asleep() {
    return this.primary?.key === 'Enter' && (!this.tried || this.stale || performance.now() - this.tried.at < AWAKE);
  }

  /** @param {{value: string}} answer */
  choose(answer) {
    const offer = this.view.offer('decide');
    if (!offer || this.stopped || this.busy) return;
    const { by, at, ...rest } = offer.sample;
    this.send({ ...rest, choice: answer.value });
  }

  async callFloor() {
    const words = this.fault?.message ?? this.naming?.fault?.words ?? this.view.due.words;
    const answer = await this.connection.say({ type: 'call', words: words.slice(0, 200) });
    if (!answer.ok && answer.refusal) this.complain(answer.refusal);
    this.announcer.alert(answer.ok ? 'You called the floor.' : (answer.refusal?.message ?? ''));
    this.draw();
  }

  explain() {
    const { clauses = [], readings = [] } = this.fault ?? this.view.due;
    if (!clauses.length && !readings.length) return;
    why(clauses, readings, this.foot.why);
    // No button keeps the focus, because Space confirms the act.
    document.querySelector('.why-sheet')?.addEventListener('toggle', () => this.foot.why.blur());
  }

  /** @param {string} [kind] opens the acts of one kind directly */
  openMore(kind = '') {
    if (this.stopped) return false;
    this.moreOpen = true;
    this.more.open(this.view, kind);
    this.draw();
    this.more.focus();
    return true;
  }

  /** Whether the X key can take out a defective deck: while the cards are being prepared. */
  get defect() {
    return this.view.opening && this.view.offer('remove_deck') !== undefined;
  }

  /** Dismiss the oldest correction: its chips were moved. */
  moved() {
    this.view.righted.shift();
    this.draw();
  }

  leave() {
    if (!this.moreOpen && !this.betting.isOpen && !this.fault) this.view.righted.shift();
    this.moreOpen = false;
    this.fault = null;
    if (this.betting.isOpen) this.betting.close();
    this.draw();
  }

  /** @param {string} card */
  tap(card) {
    if (!this.naming || this.stopped) return;
    if (this.naming.named.includes(card) && this.naming.remaining(card) <= 0) this.naming.out(card);
    else this.naming.add(card);
    this.named();
  }

  named() {
    if (this.naming?.fault) this.announcer.alert(`${this.naming.fault.words}. ${this.naming.fault.remedy}`);
    this.draw();
  }

  // Keys.

  /** Whether input is blocked: no connection, or locked. */
  get stopped() {
    return this.line !== 'open' || this.lock.locked;
  }

  get isBetting() {
    return ['bet', 'close', 'wait'].includes(this.view.due.act);
  }

  get answers() {
    if (this.view.due.act !== 'ask') return [];
    const blank = this.view.offer('decide')?.blanks?.find((one) => one.kind === 'choice');
    const question = this.view.posted.questions?.find((one) => one.name === this.view.sight?.turn.question);
    return blank ? answersOf(blank.options ?? [], question) : [];
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || target.closest('dialog, :popover-open'))
      return;
    if (event.key === 'Escape') {
      this.leave();
      return;
    }
    if (target.closest('input, select, textarea')) {
      this.intoField(event, target);
      return;
    }
    if (this.lock.locked) return;
    if (event.key === '*' && this.view.role === 'dealer') this.done(event, () => this.callFloor());
    else if (event.key === '/') this.done(event, () => this.explain());
    else if (this.stopped || this.moreOpen) return;
    else if (event.key === '+') this.done(event, () => this.openMore());
    else if (event.key === '-') this.done(event, () => this.betting.choose());
    else if (this.betting.seat !== null)
      return; // the form has its own fields
    else if ((event.key === ' ' || event.key === 'Enter') && target.closest('button, summary, a'))
      return; // the focused button handles it
    else if (event.key === 'Enter' && this.hands.isReader(event.timeStamp))
      event.preventDefault(); // the end of a card reader's line
    else if (/^[0-9]$/.test(event.key) && this.form?.isConnected)
      this.form.querySelector('input')?.focus(); // the digit goes into the form
    else if (
      event.key.length === 1 &&
      event.key !== ' ' &&
      (this.betting.choosing || (!this.naming && !numberBlank(this.view)))
    )
      this.byHand(event);
    else if (this.typed(event.key)) {
      event.preventDefault();
      this.hands.begin();
    }
  }

  /**
   * A character that answers, seats or bets on its own counts only as a single key press by hand.
   * @param {KeyboardEvent} event
   */
  byHand(event) {
    event.preventDefault();
    const key = this.dueKey;
    this.hands.take(event.key, event.timeStamp, () => {
      if (key === this.dueKey && !this.stopped && !this.moreOpen) this.typed(event.key);
    });
  }

  /**
   * Keep a card reader's Enter from submitting a form.
   * @param {KeyboardEvent} event
   * @param {HTMLElement} field
   */
  intoField(event, field) {
    if (event.key.length === 1) this.hands.note(event.timeStamp);
    else if (
      event.key === 'Enter' &&
      field instanceof HTMLInputElement &&
      this.hands.isReader(event.timeStamp) &&
      isCards(field.value, this.view.posted.deck)
    ) {
      event.preventDefault();
      this.hands.strayed(field.value);
      field.value = '';
    }
  }

  /**
   * @param {KeyboardEvent} event
   * @param {() => void} act
   */
  done(event, act) {
    event.preventDefault();
    act();
  }

  /** Handle a typed key. Returns whether it was used. @param {string} key */
  typed(key) {
    if (this.betting.choosing) return /^[1-9]$/.test(key) && this.betting.open(Number(key));
    const primary = this.primary;
    if (key === 'Backspace') return this.takeOut();
    if (key === ' ' && primary?.key === 'Space' && (primary.ready || !this.naming)) return this.did();
    if (key === 'Enter') return this.naming ? true : primary?.key === 'Enter' ? this.did() : this.sendForm();
    if (this.naming && key.length === 1 && this.naming.type(key)) {
      this.named();
      return true;
    }
    const answer = this.answers.find((one) => one.key === key.toUpperCase());
    if (answer) {
      this.choose(answer);
      return true;
    }
    if (/^[0-9]$/.test(key) && numberBlank(this.view) && this.view.mine) return this.figure(key);
    if (key.toLowerCase() === 'x' && this.defect) return this.openMore('remove_deck');
    return !this.naming && !this.answers.length && this.bets(key);
  }

  did() {
    this.perform();
    return true;
  }

  /** Submit the form of the due act by Enter. */
  sendForm() {
    if (!(this.form instanceof HTMLFormElement) || !this.form.isConnected || this.busy) return false;
    if (performance.now() - this.begunAt < AWAKE) this.tooSoon();
    else this.form.requestSubmit();
    return true;
  }

  /** @param {string} key */
  figure(key) {
    this.number = (this.number + key).slice(0, 3);
    this.draw();
    return true;
  }

  takeOut() {
    if (this.naming) this.naming.back();
    else if (this.number) this.number = this.number.slice(0, -1);
    else return false;
    this.fault = null;
    this.draw();
    return true;
  }

  /** Open the bets of a seated player. Only "-" seats a new player. @param {string} key */
  bets(key) {
    if (!this.isBetting || this.busy) return false;
    if (/^[1-9]$/.test(key))
      return this.view.seat(Number(key)) ? this.betting.open(Number(key)) : this.isEmpty(Number(key));
    if (key.toLowerCase() !== 'r' || !this.betting.repeats) return false;
    this.betting.again();
    return true;
  }

  /** @param {number} number */
  isEmpty(number) {
    if (number > this.view.posted.positions) return false;
    this.complain({
      code: 'empty_seat',
      message: `Seat ${number} is empty`,
      remedy: 'Press - and the seat number to seat a player.',
    });
    return true;
  }

  // Drawing.

  tick() {
    say(this.facts.time, new Date().toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }));
    if (this.clock || this.line !== 'open') this.draw();
    if (ELSEWHERE.includes(this.tried?.refusal?.code ?? '') && this.line === 'open' && !this.busy)
      this.tryDue(this.dueKey);
    if (Date.now() - this.drawnAt > MINUTE) this.drawWork(this.drawn); // the deck's time display
  }

  /** Chip moves of the due act, if it was tried. */
  get moves() {
    return this.tried?.tried?.moves ?? [];
  }

  get primary() {
    if (this.betting.isOpen) return null;
    const moves = this.tried?.tried ? this.moves.length > 0 : null;
    return primaryOf(this.view, {
      naming: this.naming,
      number: this.number,
      moves,
      looked: this.tried !== null,
      refused: Boolean(this.tried?.refusal),
    });
  }

  draw() {
    const { view } = this;
    document.title = `${this.table} · dealer`;
    document.body.dataset.act = view.due.act;
    document.body.dataset.busy = String(this.busy);
    document.body.dataset.line = this.line;
    say(this.facts.round, String(view.sight?.round ?? ''));
    const live = this.facts.line;
    say(live, this.line === 'open' ? (this.busy ? 'Saving' : 'Saved') : 'Offline');
    live.classList.toggle('lost', this.line !== 'open');
    this.main.classList.toggle('locked', this.lock.locked);
    this.seats.draw(view, this.ready, this.betting.seat, this.stopped);
    this.betting.draw(view, this.ready);
    const shown = this.signature();
    if (shown !== this.drawn) this.drawWork(shown);
    this.foot.draw();
  }

  /**
   * Everything the act panel depends on. While it is unchanged, the panel is not rebuilt under a held button.
   */
  signature() {
    const { view, naming } = this;
    return JSON.stringify([
      view.sight,
      view.due,
      view.then,
      view.timers,
      view.offers.length,
      this.fault,
      this.number,
      this.line,
      this.line === 'open' || Math.round(Date.now() / 1000),
      this.lock.locked,
      this.moreOpen,
      this.betting.seat,
      this.betting.choosing,
      this.betting.repeats,
      this.tried?.key,
      this.tried?.tried?.moves ?? Boolean(this.tried?.tried),
      this.tried?.refusal,
      this.notice,
      this.calls,
      naming?.named,
      naming?.half,
      naming?.fault,
      [...view.named],
      view.righted,
      view.log.length,
      this.clock?.until,
      this.tray.cents,
    ]);
  }

  /** @param {string} shown */
  drawWork(shown) {
    this.drawn = shown;
    this.drawnAt = Date.now();
    const { look, children } = actPanel(this);
    this.act.className = `act ${look}`;
    const focused = this.act.contains(document.activeElement) ? document.activeElement : null;
    putInto(this.act, children);
    if (focused instanceof HTMLElement && focused.isConnected && focused !== document.activeElement)
      focused.focus({ preventScroll: true });
    this.betting.focus();
    this.side.replaceChildren(...sideOf(this));
  }
}

/**
 * Replace children without moving those that stay, so that typing is not interrupted.
 * @param {HTMLElement} node
 * @param {HTMLElement[]} children
 */
function putInto(node, children) {
  for (const old of [...node.children]) if (!children.includes(/** @type {HTMLElement} */ (old))) old.remove();
  let next = node.firstElementChild;
  for (const child of children) {
    if (child === next) next = next.nextElementSibling;
    else node.insertBefore(child, next);
  }
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
    const posted = await get(`/api/tables/${encodeURIComponent(table)}`);
    readingsTaken(posted.readings);
    new Console(table, posted, me, role).start();
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    const note = element('main', { class: 'dealer' }, element('p', { role: 'alert' }, refused.told.message));
    document.body.append(note);
    if (notNow(refused))
      setTimeout(() => {
        note.remove();
        open();
      }, AGAIN); // the table may just have been opened
  }
}

open();
