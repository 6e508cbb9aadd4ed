// The table page. Connects the server's messages, the player's actions and the drawing.
import { inWords } from '../core/api.js';
import { setTableReadings, explain } from '../core/clauses.js';
import { element } from '../core/dom.js';
import { hasFollowed } from '../core/node-routing.js';
import { topBar } from '../core/page-frame.js';
import { dollars } from '../core/money.js';
import { motion, onSettings } from '../core/settings.js';
import { createFelt } from './table-picture.js';
import { choices, extras, shortWords, tools } from './action-buttons.js';
import { TABLE } from './table-address.js';
import { Announcer } from './announcer.js';
import { BetSender } from './bet-sender.js';
import { Coach } from './coach.js';
import { Connection } from './connection.js';
import { Dock } from './dock.js';
import { keyMap } from './keymap.js';
import { Keyboard } from './keyboard.js';
import { ChipPlacement } from './chip-placement.js';
import { Panel } from './panel.js';
import { buyInOf, openChipDialog } from './chip-purchase.js';
import { RoundReview } from './round-review.js';
import { Scroller } from './scroller.js';
import { Seating } from './seating.js';
import * as sound from './sound.js';
import { firstVisit, States } from './connection-states.js';
import { State } from './table-state.js';
import { choiceWords, questionWords, tell } from './round-story.js';
import { list } from './wagering.js';
import { timeOf } from './wait-clock.js';

/** @typedef {import('../core/types.js').Refusal} Refusal */
/** @typedef {import('../core/types.js').TableEvent} TableEvent */

const LAST_MOMENT = 1500; // milliseconds before betting closes at which a complete bet is sent automatically

export class TablePage {
  /** @param {import('../core/types.js').Posted} posted */
  constructor(posted) {
    this.posted = posted;
    this.state = new State(posted);
    this.coach = new Coach(this);
    setTableReadings(posted.readings);
    this.top = topBar({
      title: posted.title,
      facts: this.facts(),
      links: [
        { words: 'Rules', href: `/rules/${encodeURIComponent(TABLE)}` },
        { words: 'History', href: `/history?table=${encodeURIComponent(TABLE)}` },
        { words: 'Evening', href: '/evening' },
      ],
      tools: [
        this.coach.button,
        element('button', { type: 'button', onclick: () => this.keys.show() }, 'Shortcuts'),
        element('button', { type: 'button', onclick: () => this.seating.leave() }, 'Leave'),
      ],
    });
    this.announcer = new Announcer();
    this.states = new States();
    this.panel = new Panel(posted, { company: (come) => this.seating.company(come) });
    this.dock = new Dock({
      pick: (chip) => this.pick(chip),
      come: (name) => this.seating.come(name),
      noteSlip: () => this.explainDoublePress(),
    });
    this.stage = element('section', { class: 'stage', 'aria-label': 'Table' });
    this.introduction = firstVisit();
    document.body.append(
      element('a', { class: 'skip', href: '#dock' }, 'Skip to your actions'),
      this.top.bar,
      this.states.banners,
      element(
        'main',
        { class: 'room' },
        element('div', { class: 'table-side' }, this.states.over, this.stage),
        this.panel.root,
      ),
      this.dock.root,
    );
    if (this.introduction)
      (matchMedia('(min-width: 1241px)').matches ? this.panel.root : this.stage.parentElement)?.prepend(
        this.introduction,
      );
    this.picture = createFelt(this.stage, posted, {
      spot: (seat, wager) => this.placement.spot(seat, wager),
      sit: (seat) => this.seating.sit(seat),
      why: (clauses, readings, anchor) => explain(clauses, readings, anchor),
    });
    this.keys = new Keyboard(() => keyMap(this));
    this.scroller = new Scroller(this);
    this.seating = new Seating(this);
    this.placement = new ChipPlacement(this);
    this.review = new RoundReview(this);
    this.bets = new BetSender(this);
    this.loggedRound = 0; // round that the log shows
    this.isNewConnection = true; // true if the last frame came with a new connection
    this.lastTimeWarning = '';
    this.shortWarning = ''; // last announced warning about chips for later wagers
    this.lastQuestion = '';
    this.lastLine = '';
    this.isPaused = this.drawing = false;
    /** @type {TableEvent[]} */
    this.undrawnEvents = [];
    this.line = new Connection(TABLE, {
      welcome: (message) => {
        this.state.person = message.person;
      },
      frame: (frame, fresh) => this.frame(frame, fresh),
      clock: (clock) => this.clock(clock),
      ready: (round, seats, away) => {
        if (round === this.state.sight?.round) this.state.ready = seats;
        this.state.away = away;
        this.bets.readyIfOthersBet();
        this.bets.reveal();
        this.draw();
      },
      balance: (balance) => {
        this.state.balance = balance;
        this.seating.arrive();
        this.draw();
      },
      notice: (code, words) => this.notice(code, words),
      line: (line, endReason) => this.lineState(line, endReason),
      onAnswer: (message, answer) => {
        if (!answer.ok) this.showRefusal(message, answer.refusal);
      },
      onUnanswered: (count) => this.setUnanswered(count),
    });
    if (hasFollowed()) this.note('Your table moved to another server. If your bet is missing, place it again.');
    addEventListener('resize', () => this.draw());
    this.tick = setInterval(() => this.updateTime(), 250);
    this.line.nodes = posted.nodes ?? [];
    onSettings(({ clock }) => this.setClock(clock));
    this.line.connect();
  }

  facts() {
    const round = this.state?.sight?.round ?? this.posted.round;
    const first = this.posted.wagers.find((stake) => stake.required);
    const limits = first?.minimum
      ? ` · ${dollars(first.minimum)}${first.maximum ? ` to ${dollars(first.maximum)}` : ' or more'}`
      : '';
    return `${this.posted.table}${limits} · round ${round.toLocaleString('en-US')}`;
  }

  // Messages from the server.

  /**
   * @param {import('../core/types.js').Frame} frame
   * @param {boolean} fresh
   */
  frame(frame, fresh) {
    const { state } = this;
    const hadTurn = Boolean(state.decision);
    const round = state.sight?.round;
    state.take(frame);
    const events = frame.entries.flat();
    this.isNewConnection = fresh;
    const lines = tell(events, (seat) => state.ownSeats.includes(seat));
    const anew = fresh || events.some((event) => event.type.startsWith('bets_closed'));
    if (fresh) this.loggedRound = state.sight?.round ?? 0;
    this.panel.log(lines, fresh || this.beginsRound(events, round ?? 0));
    this.top.facts.textContent = this.facts();
    this.states.voidRound(state.sight?.voided);
    if (!fresh) this.say(events, lines);
    if (events.some((event) => event.type.startsWith('bets_closed'))) this.clearRefusals();
    if (state.decision && (!hadTurn || state.question !== this.lastQuestion)) this.yourTurn();
    this.lastQuestion = state.question;
    if (state.sight && (round !== state.sight.round || anew)) this.review.show();
    this.bets.readyIfOthersBet();
    this.bets.reveal();
    this.draw(fresh ? [] : events);
  }

  /** Clear refusals from the betting phase. */
  clearRefusals() {
    this.picture.refuse(0, null, null);
    if (this.state.isRefused) [this.state.note, this.state.isRefused] = ['', false];
  }

  /**
   * Whether these events start the log of a new round, with its first wager.
   * @param {TableEvent[]} events
   * @param {number} round
   */
  beginsRound(events, round) {
    if (this.loggedRound === round || !events.some((event) => /^(wager_placed|bets_closed)/.test(event.type)))
      return false;
    this.loggedRound = round;
    return true;
  }

  /**
   * Announce the events of a frame. The player's result is announced as a total.
   * @param {TableEvent[]} events
   * @param {import('./round-story.js').LogLine[]} lines
   */
  say(events, lines) {
    const isSettled = events.some((event) => event.type.startsWith('wager_settled'));
    const sentences = lines.filter((line) => line.kind !== 'wager_settled').map((line) => line.speech);
    this.announcer.say(sentences.join('. '));
    if (events.some((event) => /^(cards_dealt|cards_turned|dealer_revealed)/.test(event.type))) sound.cards(3);
    if (isSettled || events.some((event) => event.type.startsWith('wager_placed'))) sound.chips(2);
  }

  yourTurn() {
    const options = this.state.decision?.blanks?.[0]?.options ?? [];
    const soFar = this.state.own?.so_far;
    this.announcer.turn(
      `Your turn: ${questionWords(this.posted.questions ?? [], this.state.question)}. ` +
        (soFar ? `Your hand so far: ${soFar}. ` : '') +
        `Choices: ${list(options.map(optionWords))}`,
    );
    sound.turn();
    this.scroller.keepInView(() => this.scroller.revealHand());
    this.lastTimeWarning = '';
  }

  /** @param {import('../core/types.js').Clock} clock */
  clock(clock) {
    this.state.clock = clock.what
      ? {
          what: clock.what,
          round: clock.round,
          seat: clock.seat ?? 0,
          ends: performance.now() + (clock.remains ?? 0),
          limit: clock.whole ?? 0,
        }
      : null;
    this.draw();
  }

  /**
   * @param {string} code
   * @param {string} words
   */
  notice(code, words) {
    this.isPaused = code === 'paused';
    this.states.line(code === 'going_on' ? '' : words);
    this.announcer.alert(words);
    this.draw();
  }

  /**
   * @param {import('./connection.js').Line} line
   * @param {import('./connection.js').Ending|null} endReason
   */
  lineState(line, endReason) {
    this.states.end(line === 'ended' ? endReason : null, () => this.afterEnd(endReason));
    if (line === 'open') this.isPaused = false; // the server repeats the notice if it is still paused
    if (line === 'moved') {
      this.states.line('Your table is moving to another server. You keep your seat and chips.');
      if (this.lastLine !== 'moved')
        this.announcer.alert('Your table is moving to another server. You keep your seat and chips');
    } else if (line === 'lost') {
      this.states.line(
        endReason?.words
          ? `${endReason.words} ${endReason.remedy}`
          : 'Connection lost. Reconnecting… Your seat and bets are safe, but time limits still apply.',
      );
      if (this.lastLine === 'open') this.announcer.alert('Connection lost. Reconnecting');
    } else {
      this.states.line('');
      if (line === 'open' && (this.lastLine === 'lost' || this.lastLine === 'moved'))
        this.announcer.alert('Reconnected');
      if (endReason) this.announcer.alert(`${endReason.words} ${endReason.remedy}`);
    }
    this.lastLine = line;
    this.draw();
  }

  /** @param {import('./connection.js').Ending|null} endReason */
  afterEnd(endReason) {
    if (!endReason) return;
    if (endReason.button === 'Reload') location.reload();
    else if (endReason.button === 'Go to lobby') location.assign('/');
    else this.line.restart(this.line.as);
  }

  // Actions of the player.

  get busy() {
    return (
      !this.line.open ||
      this.isPaused ||
      this.line.isWaitingFor('bet', 'take_back', 'decide', 'sit_down', 'get_up', 'chips', 'cash_out')
    );
  }

  /** @type {import('./action-buttons.js').Acts} */
  get acts() {
    return {
      sit: () => this.seating.sit(0),
      send: () => this.bets.send(),
      ready: () => this.bets.ready(),
      least: () => this.placement.lay(this.state.bet?.sample.wagers ?? {}),
      repeat: () => this.placement.repeat(),
      double: () => this.placement.double(),
      clear: () => this.placement.clear(),
      undo: () => {
        this.state.currentBench.undo();
        this.note('');
      },
      turn: (seat) => {
        this.state.focus = seat;
        this.note(`Place your bet for seat ${seat}.`);
      },
      lift: () => {
        this.state.isLifting = !this.state.isLifting;
        this.note(this.state.isLifting ? 'Select the bet to remove.' : '');
      },
      decide: (choice) => this.coach.decide(choice),
      advice: () => this.coach.advise(),
      moreTime: () => this.line.say({ type: 'more_time' }),
      moreChips: () =>
        openChipDialog(
          this.state.balance,
          this.state.purse,
          (cents) => this.line.say({ type: 'chips', cents }),
          () => this.dock.acceptNextClick(),
        ),
      topUp: (cents) => {
        this.line.say({ type: 'chips', cents });
        this.note('');
      },
      takeBack: () => this.bets.takeBack(null),
      elsewhere: () => location.assign('/'),
      result: () => this.panel.result.scrollIntoView({ behavior: motion() ? 'smooth' : 'auto' }),
    };
  }

  /**
   * @param {string} words
   * @param {boolean} [refused]
   */
  note(words, refused = false) {
    this.state.note = words;
    this.state.isRefused = refused;
    this.draw();
  }

  /** @param {number} chip */
  pick(chip) {
    this.state.chip = chip;
    this.scroller.revealAreas();
    this.draw();
  }

  /** Explain that the second press of a double click was ignored. */
  explainDoublePress() {
    const words = 'A double press counts once. Press again to continue.';
    this.note(words);
    this.announcer.say(words);
  }

  /**
   * Show a refusal at its betting area.
   * @param {import('./connection.js').Request|null} message
   * @param {Refusal|undefined} refusal
   */
  showRefusal(message, refusal) {
    const inDialog = message?.type === 'chips' && document.querySelector('dialog[open]');
    if (!refusal || inDialog) return;
    /** @type {Partial<import('../core/types.js').TableCommand>} */
    const command = message && 'command' in message ? message.command : {};
    const seat = command.seat ?? this.state.own?.seat ?? 0;
    const wager = command.wager ?? Object.keys(command.wagers ?? {})[0] ?? null;
    this.picture.refuse(seat, wager, refusal);
    this.announcer.alert(inWords(refusal));
    this.note(inWords(refusal), true);
  }

  // Time.

  /** Turn the time limit on or off. The server learns it with hello, so reconnect. @param {boolean} clock */
  setClock(clock) {
    if (this.line.clock === clock) return;
    this.line.clock = clock;
    if (this.line.open) this.line.connect();
  }

  updateTime() {
    const { state } = this;
    const remains = state.remains;
    this.dock.time(timeOf(this));
    this.picture.time(
      state.clock?.what === 'decision' && state.clock.limit ? (remains ?? 0) / state.clock.limit : null,
    );
    if (remains === null || !this.line.open) return;
    const betting = state.clock?.what === 'betting' && state.open;
    if (betting && remains < LAST_MOMENT && !state.closing) {
      state.closing = true;
      if (state.unsentTotal && !state.problem) this.bets.send(false);
      else if (this.line.numbers.due(state.sight?.round ?? 0)) this.bets.ready();
    }
    const isOwnTurn = state.decision || (betting && state.unsentTotal > 0);
    if (
      isOwnTurn &&
      remains < 10_000 &&
      (state.clock?.limit ?? 0) > 15_000 &&
      this.lastTimeWarning !== `${state.clock?.round} ${state.question}`
    ) {
      this.lastTimeWarning = `${state.clock?.round} ${state.question}`;
      this.announcer.alert('You have ten seconds left');
    }
  }

  // Drawing.

  /** Draw once per animation frame. @param {TableEvent[]} [events] */
  draw(events = []) {
    this.undrawnEvents.push(...events);
    if (this.drawing) return;
    this.drawing = true;
    const go = () => {
      this.drawing = false;
      this.drawNow(this.undrawnEvents.splice(0));
    };
    if (document.hidden) setTimeout(go);
    else requestAnimationFrame(go);
  }

  /**
   * Disable the buttons until the request is answered.
   * @param {number} count
   */
  setUnanswered(count) {
    if (count) this.dock.disableChoices();
    this.draw();
  }

  /** @param {TableEvent[]} events */
  drawNow(events) {
    this.coach.update();
    const { state } = this;
    const offline = this.line.line !== 'open';
    document.body.dataset.phase = state.phase;
    const title = `${state.decision ? 'Your turn · ' : ''}${this.posted.title} · Croupier`;
    if (document.title !== title) document.title = title;
    document.body.classList.toggle('settled', state.phase === 'settled');
    if (state.sight) {
      this.picture.draw({
        sight: state.sight,
        own: state.own?.seat ?? null,
        staged: Object.fromEntries([...state.benches].map(([seat, bench]) => [seat, bench.staged])),
        turn: state.sight.turn,
        ready: state.ready,
        phase: state.open ? 'betting' : state.phase,
        results: state.results.length > 0,
        kickers: state.kickers,
        offline,
        events,
      });
    }
    const { busy } = this;
    const net = state.results.reduce((sum, seat) => sum + (seat.net ?? 0), 0);
    const isHere = !offline && Boolean(state.sight);
    const warning = isHere && state.open ? shortWords(state) : '';
    if (warning && warning !== this.shortWarning) this.announcer.alert(warning);
    this.shortWarning = warning;
    this.dock.draw({
      chips: state.purse - state.unsentTotal,
      table: state.onTable,
      wallet: state.balance.wallet,
      last: state.results.length ? net : null,
      note: [warning, state.note].filter(Boolean).join(' '),
      isRefused: state.isRefused,
      time: timeOf(this),
      choices: isHere ? choices(state, this.acts, busy, buyInOf(this.posted, state.balance.wallet)) : [],
      extras: isHere ? extras(state, this.acts, busy) : [],
      rack: state.chips,
      chip: state.chip,
      tools: tools(state, this.acts, busy),
      canBet: isHere && state.open && !busy,
      stranger: isHere && !state.person && !state.full,
    });
    this.dock.root.classList.toggle('watching', !state.own);
    this.dock.root.setAttribute('aria-busy', String(this.line.isWaitingFor()));
  }
}

/** "Bet 4× for $20.00": a choice, for the announcement. @param {import('../core/types.js').Option} option */
function optionWords(option) {
  return `${choiceWords(String(option.value))}${option.cost ? ` for ${dollars(option.cost)}` : ''}`;
}
