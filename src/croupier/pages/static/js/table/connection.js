// One socket for a person at a table: comes back when the line breaks, goes on from the cursor, and sends again,
// unchanged, whatever was not answered (docs/protocol.md). A click is never two bets: the same id is one command.
import { elsewhere, follow, meet } from '../core/node-routing.js';
import { randomHex } from '../core/ids.js';
import { Numbers } from './deal-numbers.js';
import { Pacing } from './pacing.js';

/** @typedef {import('../core/types.js').Refusal} Refusal */
/**
 * @typedef {{ok: boolean, refusal?: Refusal, advice?: import('../core/types.js').Advice, tried?:
 * import('../core/types.js').Tried}} Answer
 */
/** @typedef {'connecting'|'open'|'lost'|'moved'|'paused'|'ended'} Line */
/** @typedef {{code: string, words: string, remedy: string, button?: string}} Ending */

/**
 * What the page is told.
 * @typedef {{
 *   welcome?: (message: any) => void, frame?: (frame: import('../core/types.js').Frame, fresh: boolean) => void,
 *   clock?: (clock: import('../core/types.js').Clock) => void, ready?: (round: number, seats: number[]) => void,
 *   balance?: (balance: import('../core/types.js').Balance) => void, notice?: (code: string, words: string) => void,
 *   calls?: (calls: import('../core/types.js').Call[]) => void, line?: (line: Line, ending: Ending|null) => void,
 * answered?: (message: any, answer: Answer) => void,
 *   unanswered?: (count: number) => void }} Heard
 */

const DELAYS = [500, 1000, 2000, 4000, 8000];
const AGAIN = 1000; // what is refused as "not now" is asked again after so many milliseconds
const GONE = 3; // tries without an answer before another node of the house is looked for
const FLOOD = 1008; // also for a hello that came late, as from a page that was put to sleep
const PARDONS = 3; // times that a page comes back by itself after that
const QUIET = 60_000; // milliseconds after which they are forgotten
const NOT_NOW = ['house_paused', 'table_busy', 'table_closed'];

/** While it comes back by itself. @type {Record<number, Ending>} */
const COMING = {
  1001: {
    code: 'closing',
    words: 'The house is closing for a moment.',
    remedy: 'This page comes back by itself; nothing is lost.',
  },
  [FLOOD]: {
    code: 'flood',
    words: 'The house closed the line of this page.',
    remedy: 'It comes back by itself; nothing is lost.',
  },
};

/**
 * How each way of closing looks to a person; the others are a line that broke.
 * @type {Record<number, Ending>}
 */
const ENDINGS = {
  1007: {
    code: 'fault',
    words: 'This page said something the house could not read.',
    remedy: 'Load the page again.',
    button: 'Load again',
  },
  1008: {
    code: 'flood',
    words: 'This page said too much at once, and the house closed the line.',
    remedy: 'Nothing is lost: come back when you like.',
    button: 'Come back',
  },
  1009: {
    code: 'fault',
    words: 'This page said too long a message.',
    remedy: 'Load the page again.',
    button: 'Load again',
  },
  4401: {
    code: 'signed_out',
    words: 'You are not signed in any more.',
    remedy: 'Come in at the lobby; your chips are kept.',
    button: 'To the lobby',
  },
  4403: {
    code: 'foreign',
    words: 'This page was not opened at the house itself.',
    remedy: 'Open the house by its own address.',
  },
  4404: {
    code: 'no_table',
    words: 'There is no such table.',
    remedy: 'The lobby has those that are open.',
    button: 'To the lobby',
  },
  4429: {
    code: 'full',
    words: 'Too many windows are open at this table.',
    remedy: 'Close one, or try again later.',
    button: 'Try again',
  },
};

export class Connection {
  /**
   * @param {string} table
   * @param {Heard} heard
   */
  constructor(table, heard) {
    this.table = table;
    this.heard = heard;
    /** @type {[number, number]|null} */
    this.cursor = null;
    /** @type {Line} */
    this.line = 'connecting';
    this.person = '';
    this.tries = 0;
    this.pardons = 0; // times that it came back by itself though the house had closed the line
    this.pardoned = 0; // when it did so last
    this.greeted = false; // the first frame has come: what was not answered may be said again
    /** @type {WebSocket|null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    /** @type {Map<string, (answer: Answer) => void>} */
    this.waiting = new Map();
    /** @type {Map<string, any>} */
    this.unanswered = this.kept();
    this.numbers = new Numbers(table);
    this.pacing = new Pacing();
    /**
     * Other nodes of the house, by their addresses; null for a page that stays where it is.
     * @type {string[]|null}
     */
    this.nodes = null;
    this.looking = false;
    /** @type {string} */
    this.as = '';
    this.clock = false; // whether posted times run while this person plays alone
    addEventListener('online', () => this.now());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.now();
    });
    addEventListener('offline', () => {
      if (this.line === 'open') this.socket?.close(4000, 'offline');
    });
  }

  get open() {
    return this.line === 'open' && this.greeted;
  }

  // Coming and coming back.

  connect() {
    clearTimeout(this.timer);
    this.leave();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(
      `${scheme}://${location.host}/ws/tables/${encodeURIComponent(this.table)}${this.as ? `?as=${this.as}` : ''}`,
    );
    this.socket = socket;
    this.greeted = false;
    /** @type {string} */
    let moved = '';
    socket.onopen = () =>
      this.push(
        { type: 'hello', ...(this.cursor ? { after: this.cursor } : {}), ...(this.clock ? { clock: true } : {}) },
        socket,
      );
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      const message = JSON.parse(event.data);
      if (message.type === 'moved') moved = message.address;
      else this.take(message);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.closed(event.code, moved);
    };
  }

  /** At once, where the line is down and somebody is there again. */
  now() {
    if (this.line === 'lost' || this.line === 'moved') {
      this.tries = 0;
      this.connect();
    }
  }

  /** Whoever comes in anew, or comes back after an end. @param {string} [as] */
  restart(as = '') {
    this.as = as;
    this.cursor = null;
    this.tries = this.pardons = 0;
    this.tell('connecting', null);
    this.connect();
  }

  leave() {
    const socket = this.socket;
    this.socket = null;
    if (socket && socket.readyState <= WebSocket.OPEN) socket.close(1000);
  }

  /**
   * @param {number} code
   * @param {string} moved
   */
  closed(code, moved) {
    this.socket = null;
    this.greeted = false;
    if (code === 4503) {
      this.tell('moved', null);
      if (moved && follow(moved)) {
        this.forget();
        return;
      }
    }
    const ending = ENDINGS[code];
    if (ending && !(code === FLOOD && this.pardon())) {
      this.tell('ended', ending);
      return;
    }
    if (code !== 4503) this.tell('lost', COMING[code] ?? null);
    const delay = DELAYS[Math.min(this.tries++, DELAYS.length - 1)] * (0.5 + Math.random() / 2);
    this.timer = setTimeout(() => this.connect(), delay);
    if (this.tries >= GONE) this.look();
  }

  /**
   * Whether the page comes back by itself after it was closed out: a few times, not in a circle.
   */
  pardon() {
    const now = performance.now();
    if (now - this.pardoned > QUIET) this.pardons = 0;
    this.pardoned = now;
    return this.pardons++ < PARDONS;
  }

  /** The node may have died: its tables are another one's within seconds. */
  async look() {
    if (this.looking) return;
    this.looking = true;
    if (await elsewhere(this.nodes ?? [], () => this.line === 'lost')) this.forget();
    this.looking = false;
  }

  /**
   * @param {Line} line
   * @param {Ending|null} ending
   */
  tell(line, ending) {
    this.line = line;
    this.heard.line?.(line, ending);
  }

  // What the house says.

  /** @param {any} message */
  take(message) {
    switch (message.type) {
      case 'welcome':
        this.person = message.person;
        this.fresh = message.outcome === 'fresh';
        if (message.pace) this.pacing.begin(message.pace);
        this.heard.welcome?.(message);
        break;
      case 'frame':
        this.cursor = message.cursor;
        this.numbers.take(message, this.person);
        this.arrived();
        this.heard.frame?.(message, Boolean(this.fresh));
        this.fresh = false;
        break;
      case 'clock':
        this.heard.clock?.(message);
        break;
      case 'ready_seats':
        this.heard.ready?.(message.round, message.seats ?? []);
        break;
      case 'balance':
        this.heard.balance?.(message);
        break;
      case 'nodes':
        this.learn(message.addresses);
        break;
      case 'notice':
        this.heard.notice?.(message.code, message.message);
        break;
      case 'done':
        this.answer(message.id, { ok: true });
        break;
      case 'advised':
        this.answer(message.id, { ok: true, advice: message.advice });
        break;
      case 'calls':
        this.heard.calls?.(message.calls);
        break;
      case 'tried':
        this.answer(message.id, { ok: true, tried: message });
        break;
      case 'refused':
        this.refused(message);
        break;
    }
  }

  /**
   * Nodes that this page did not know. One that is missing may only be late: it is asked before anybody goes
   * there.
   * @param {string[]} addresses
   */
  learn(addresses) {
    const { nodes } = this;
    if (!nodes || addresses.every((one) => nodes.includes(one))) return;
    this.nodes = addresses;
    meet(addresses);
  }

  /**
   * The first frame after hello: the line is good, and what was not answered is said again as it was.
   */
  arrived() {
    if (this.greeted) return;
    this.greeted = true;
    this.tries = 0;
    this.tell('open', null);
    for (const message of this.unanswered.values()) this.push(message);
  }

  /** @param {any} message */
  refused(message) {
    const asked = this.unanswered.get(message.id);
    if (asked && NOT_NOW.includes(message.code)) {
      setTimeout(() => {
        if (this.open && this.unanswered.has(message.id)) this.push(asked);
      }, AGAIN);
      return;
    }
    this.answer(message.id, { ok: false, refusal: message });
  }

  /**
   * @param {string} id
   * @param {Answer} answer
   */
  answer(id, answer) {
    const message = this.unanswered.get(id);
    this.unanswered.delete(id);
    this.keep();
    this.waiting.get(id)?.(answer);
    this.waiting.delete(id);
    if (message || answer.refusal) this.heard.answered?.(message ?? null, answer);
  }

  // What a person says.

  /**
   * Says something and waits for the answer. Where the line is down nothing is said, and nothing is kept for later.
   * @param {any} message without an id: it gets one
   * @returns {Promise<Answer>}
   */
  say(message) {
    if (!this.open)
      return Promise.resolve({
        ok: false,
        refusal: {
          code: 'no_line',
          message: 'The line to the house is down.',
          remedy: 'It comes back by itself; then do it again.',
        },
      });
    const id = message.type === 'ready' ? `ready-${message.round}` : randomHex(12);
    const whole = message.type === 'ready' ? { ...message, ...this.numbers.reveal(message.round) } : { ...message, id };
    this.unanswered.set(id, whole);
    this.keep();
    const answered = new Promise((/** @type {(answer: Answer) => void} */ resolve) => this.waiting.set(id, resolve));
    this.push(whole);
    return answered;
  }

  /**
   * A line that is closing takes nothing any more; what waits for an answer is said again on the next one.
   * @param {any} message @param {WebSocket|null} [socket]
   */
  push(message, socket = this.socket) {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (message.type !== 'try') this.pacing.spend(); // a dry run has been counted when its turn came
    socket.send(JSON.stringify(message));
  }

  /**
   * What a command of the table would do; where much is tried it waits for its turn.
   * @param {Record<string, any>} command
   * @returns {Promise<Answer>}
   */
  async attempt(command) {
    const { by, at, ...rest } = command;
    await this.pacing.turn();
    return this.say({ type: 'try', command: rest });
  }

  /** A command of the table. @param {Record<string, any>} command */
  do(command) {
    const { by, at, ...rest } = command;
    return this.say({ type: 'do', command: rest });
  }

  /** Whether something of a kind waits for its answer. @param {...string} kinds */
  waits(...kinds) {
    for (const message of this.unanswered.values()) {
      const kind = message.type === 'do' ? message.command.type.split('@')[0] : message.type;
      if (!kinds.length || kinds.includes(kind)) return true;
    }
    return false;
  }

  /** Whether a command is on its way. */
  get sending() {
    return [...this.unanswered.values()].some((message) => message.type === 'do');
  }

  // What was not answered outlives a reload, and dies with the window.

  get place() {
    return `croupier-unanswered:${this.table}`;
  }

  keep() {
    try {
      sessionStorage.setItem(this.place, JSON.stringify([...this.unanswered]));
    } catch {
      // Without it a reload forgets: the command is then either stored at the house or never was.
    }
    this.heard.unanswered?.(this.unanswered.size);
  }

  /**
   * What was said to a node that has not answered is not said again when one comes back to it: the other node
   * shows what counts.
   */
  forget() {
    this.unanswered.clear();
    this.keep();
  }

  /** @returns {Map<string, any>} */
  kept() {
    try {
      return new Map(
        JSON.parse(sessionStorage.getItem(this.place) ?? '[]').filter(
          (/** @type {[string, any]} */ [, message]) => !['advice', 'try'].includes(message.type),
        ),
      );
    } catch {
      return new Map();
    }
  }
}
