// The WebSocket connection of one person to a table. The connection reconnects, resumes from its cursor, and
// resends unanswered requests unchanged (docs/protocol.md). A request keeps its id, so one click never makes
// two bets.
import { moveToAnotherNode, follow, allowNodes } from '../core/node-routing.js';
import { randomHex } from '../core/ids.js';
import { DealNumbers } from './deal-numbers.js';
import { Pacing } from './pacing.js';

/** @typedef {import('../core/types.js').Refusal} Refusal */
/**
 * @typedef {{ok: boolean, refusal?: Refusal, advice?: import('../core/types.js').Advice, preview?:
 * import('../core/types.js').Tried}} Answer
 */
/**
 * A request of the person. The connection adds the id, and the numbers of a verifiable deal.
 * @typedef {({type: 'do'|'try', command: import('../core/types.js').TableCommand} | {type: 'chips', cents: number} |
 * {type: 'cash_out'|'more_time'|'advice'} | {type: 'ready', round: number} | {type: 'call', words?: string}) &
 * {id?: string}} Request
 */
/** @typedef {'connecting'|'open'|'lost'|'moved'|'paused'|'ended'} Line */
/** @typedef {{code: string, words: string, remedy: string, button?: string}} Ending */

/**
 * The callbacks of a connection.
 * @typedef {{
 *   welcome?: (message: import('../core/types.js').Welcome) => void,
 *   frame?: (frame: import('../core/types.js').Frame, fresh: boolean) => void,
 *   clock?: (clock: import('../core/types.js').Clock) => void, ready?: (round: number, seats: number[],
 *   away: number[]) => void,
 *   balance?: (balance: import('../core/types.js').Balance) => void, notice?: (code: string, words: string) => void,
 *   cardsRead?: (message: import('../../../protocol-types').CardsRead) => void,
 *   calls?: (calls: import('../core/types.js').Call[]) => void, line?: (line: Line, end: Ending|null) => void,
 * onAnswer?: (message: Request|null, answer: Answer) => void,
 *   onUnanswered?: (count: number) => void }} ConnectionCallbacks
 */

const DELAYS = [500, 1000, 2000, 4000, 8000];
const AGAIN = 1000; // milliseconds before a temporarily refused request is sent again
const GONE = 3; // failed attempts before the page tries another node
const FLOOD = 1008; // close code for too many messages, or for a late hello from a suspended page
const PARDONS = 3; // number of automatic reconnects after this close code
const QUIET = 60_000; // milliseconds after which the count of reconnects restarts
const NOT_NOW = ['house_paused', 'table_busy', 'table_closed'];

/** Messages while the page reconnects automatically. @type {Record<number, Ending>} */
const COMING = {
  1001: {
    code: 'closing',
    words: 'The casino is restarting.',
    remedy: 'You’ll be reconnected automatically.',
  },
  [FLOOD]: {
    code: 'flood',
    words: 'The connection was closed.',
    remedy: 'You’ll be reconnected automatically.',
  },
};

/**
 * The message for each close code. Other codes mean a lost connection.
 * @type {Record<number, Ending>}
 */
const ENDINGS = {
  1007: {
    code: 'fault',
    words: 'Something went wrong.',
    remedy: 'Reload the page to continue.',
    button: 'Reload',
  },
  1008: {
    code: 'flood',
    words: 'The connection was closed after too many messages.',
    remedy: 'Your seat and chips are safe.',
    button: 'Reconnect',
  },
  1009: {
    code: 'fault',
    words: 'Something went wrong.',
    remedy: 'Reload the page to continue.',
    button: 'Reload',
  },
  4401: {
    code: 'signed_out',
    words: 'You’re signed out.',
    remedy: 'Your chips are safe. Sign in again in the lobby.',
    button: 'Go to lobby',
  },
  4403: {
    code: 'foreign',
    words: 'This page was opened from another site.',
    remedy: 'Open the casino’s own address.',
  },
  4404: {
    code: 'no_table',
    words: 'This table doesn’t exist.',
    remedy: 'Choose another one in the lobby.',
    button: 'Go to lobby',
  },
  4429: {
    code: 'full',
    words: 'You have too many windows open at this table.',
    remedy: 'Close one, then try again.',
    button: 'Try again',
  },
};

export class Connection {
  /**
   * @param {string} table
   * @param {ConnectionCallbacks} callbacks
   */
  constructor(table, callbacks) {
    this.table = table;
    this.callbacks = callbacks;
    /** @type {[number, number]|null} */
    this.cursor = null;
    /** @type {Line} */
    this.line = 'connecting';
    this.person = '';
    this.tries = 0;
    this.pardons = 0; // number of automatic reconnects after the server closed the connection
    this.lastPardon = 0; // time of the last automatic reconnect
    this.isGreeted = false; // true after the first frame, when unanswered requests may be sent again
    /** @type {WebSocket|null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    /** @type {Map<string, (answer: Answer) => void>} */
    this.resolvers = new Map();
    /** @type {Map<string, Request>} */
    this.onUnanswered = this.storedRequests();
    this.numbers = new DealNumbers(table);
    this.pacing = new Pacing();
    /**
     * The addresses of the other nodes, or null for a page that never moves.
     * @type {string[]|null}
     */
    this.nodes = null;
    this.isSearching = false;
    /** @type {string} */
    this.as = '';
    this.clock = false; // whether time limits apply while this person plays alone
    addEventListener('online', () => this.reconnectNow());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.reconnectNow();
    });
    addEventListener('offline', () => {
      if (this.line === 'open') this.socket?.close(4000, 'offline');
    });
  }

  get open() {
    return this.line === 'open' && this.isGreeted;
  }

  // Connecting and reconnecting.

  connect() {
    clearTimeout(this.timer);
    this.closeSocket();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(
      `${scheme}://${location.host}/ws/tables/${encodeURIComponent(this.table)}${this.as ? `?as=${this.as}` : ''}`,
    );
    this.socket = socket;
    this.isGreeted = false;
    /** @type {string} */
    let address = '';
    socket.onopen = () =>
      this.push(
        {
          type: 'hello',
          words: true,
          ...(this.cursor ? { after: this.cursor } : {}),
          ...(this.clock ? { clock: true } : {}),
        },
        socket,
      );
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      const message = /** @type {import('../core/types.js').FromServer} */ (
        JSON.parse(/** @type {string} */ (event.data))
      );
      if (message.type === 'moved') address = message.address;
      else this.receive(message);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.handleClose(event.code, address);
    };
  }

  /** Reconnect at once if the connection is down. */
  reconnectNow() {
    if (this.line === 'lost' || this.line === 'moved') {
      this.tries = 0;
      this.connect();
    }
  }

  /** Connect from the beginning, for a new person or after the connection has ended. @param {string} [as] */
  restart(as = '') {
    this.as = as;
    this.cursor = null;
    this.tries = this.pardons = 0;
    this.setLine('connecting', null);
    this.connect();
  }

  closeSocket() {
    const socket = this.socket;
    this.socket = null;
    if (socket && socket.readyState <= WebSocket.OPEN) socket.close(1000);
  }

  /**
   * @param {number} code
   * @param {string} address
   */
  handleClose(code, address) {
    this.socket = null;
    this.isGreeted = false;
    if (code === 4503) {
      this.setLine('moved', null);
      if (address && follow(address)) {
        this.forget();
        return;
      }
    }
    const endReason = ENDINGS[code];
    if (endReason && !(code === FLOOD && this.mayReconnect())) {
      this.setLine('ended', endReason);
      return;
    }
    if (code !== 4503) this.setLine('lost', COMING[code] ?? null);
    const delay = DELAYS[Math.min(this.tries++, DELAYS.length - 1)] * (0.5 + Math.random() / 2);
    this.timer = setTimeout(() => this.connect(), delay);
    if (this.tries >= GONE) this.searchNode();
  }

  /**
   * Whether to reconnect after the server closed the connection. True a few times per minute.
   */
  mayReconnect() {
    const now = performance.now();
    if (now - this.lastPardon > QUIET) this.pardons = 0;
    this.lastPardon = now;
    return this.pardons++ < PARDONS;
  }

  /** Look for another node: this one may have failed. */
  async searchNode() {
    if (this.isSearching) return;
    this.isSearching = true;
    if (await moveToAnotherNode(this.nodes ?? [], () => this.line === 'lost')) this.forget();
    this.isSearching = false;
  }

  /**
   * @param {Line} line
   * @param {Ending|null} endReason
   */
  setLine(line, endReason) {
    this.line = line;
    this.callbacks.line?.(line, endReason);
  }

  // Messages from the server.

  /** @param {import('../core/types.js').FromServer} message */
  receive(message) {
    switch (message.type) {
      case 'welcome':
        this.person = message.person;
        this.fresh = message.outcome === 'fresh';
        if (message.pace) this.pacing.begin(message.pace);
        this.callbacks.welcome?.(message);
        break;
      case 'frame':
        this.cursor = message.cursor;
        addSentences(message);
        this.numbers.readCommitments(message, this.person);
        this.resume();
        this.callbacks.frame?.(message, Boolean(this.fresh));
        this.fresh = false;
        break;
      case 'clock':
        this.callbacks.clock?.(message);
        break;
      case 'ready_seats':
        this.callbacks.ready?.(message.round, message.seats ?? [], message.away ?? []);
        break;
      case 'balance':
        this.callbacks.balance?.(message);
        break;
      case 'nodes':
        this.learnNodes(message.addresses);
        break;
      case 'notice':
        this.callbacks.notice?.(message.code, message.message);
        break;
      case 'done':
        this.answer(message.id, { ok: true });
        break;
      case 'advised':
        this.answer(message.id, {
          ok: true,
          advice: /** @type {import('../core/types.js').Advice} */ (message.advice),
        });
        break;
      case 'calls':
        this.callbacks.calls?.(message.calls);
        break;
      case 'cards_read':
        this.callbacks.cardsRead?.(message);
        break;
      case 'tried':
        this.answer(message.id, { ok: true, preview: message });
        break;
      case 'refused':
        this.handleRefusal(message);
        break;
    }
  }

  /**
   * Learn about new nodes. A node missing from the list may only be late, so it is kept.
   * @param {string[]} addresses
   */
  learnNodes(addresses) {
    const { nodes } = this;
    if (!nodes || addresses.every((address) => nodes.includes(address))) return;
    this.nodes = addresses;
    allowNodes(addresses);
  }

  /**
   * The first frame after hello: resend unanswered requests.
   */
  resume() {
    if (this.isGreeted) return;
    this.isGreeted = true;
    this.tries = 0;
    this.setLine('open', null);
    for (const message of this.onUnanswered.values()) this.push(message);
  }

  /** @param {Refusal} message */
  handleRefusal(message) {
    const id = message.id ?? '';
    const request = this.onUnanswered.get(id);
    if (request && NOT_NOW.includes(message.code)) {
      setTimeout(() => {
        if (this.open && this.onUnanswered.has(id)) this.push(request);
      }, AGAIN);
      return;
    }
    this.answer(id, { ok: false, refusal: message });
  }

  /**
   * @param {string} id
   * @param {Answer} answer
   */
  answer(id, answer) {
    const message = this.onUnanswered.get(id);
    this.onUnanswered.delete(id);
    this.storeRequests();
    this.resolvers.get(id)?.(answer);
    this.resolvers.delete(id);
    if (message || answer.refusal) this.callbacks.onAnswer?.(message ?? null, answer);
  }

  // Messages from the person.

  /**
   * Send a request and wait for the answer. Refuse at once if the connection is down.
   * @param {Request} message without an id
   * @returns {Promise<Answer>}
   */
  say(message) {
    if (!this.open)
      return Promise.resolve({
        ok: false,
        refusal: {
          code: 'no_line',
          message: 'Connection lost.',
          remedy: 'Try again when you’re reconnected.',
        },
      });
    const id = message.type === 'ready' ? `ready-${message.round}` : randomHex(12);
    const complete =
      message.type === 'ready' ? { ...message, ...this.numbers.reveal(message.round) } : { ...message, id };
    this.onUnanswered.set(id, complete);
    this.storeRequests();
    const answer = new Promise((/** @type {(answer: Answer) => void} */ resolve) => this.resolvers.set(id, resolve));
    this.push(complete);
    return answer;
  }

  /**
   * Send a message if the socket is open. Unanswered requests are sent again on the next connection.
   * @param {Request|import('../core/types.js').FromClient} message @param {WebSocket|null} [socket]
   */
  push(message, socket = this.socket) {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (message.type !== 'try') this.pacing.spend(); // pacing.turn() counts a dry run
    socket.send(JSON.stringify(message));
  }

  /**
   * Try a command without carrying it out. Dry runs wait for the pacing.
   * @param {import('../core/types.js').TableCommand} command
   * @returns {Promise<Answer>}
   */
  async attempt(command) {
    const { by, at, ...rest } = command;
    await this.pacing.turn();
    return this.say({ type: 'try', command: rest });
  }

  /** Carry out a command. @param {import('../core/types.js').TableCommand} command */
  do(command) {
    const { by, at, ...rest } = command;
    return this.say({ type: 'do', command: rest });
  }

  /** Whether a request of one of these kinds is unanswered. @param {...string} kinds */
  isWaitingFor(...kinds) {
    for (const message of this.onUnanswered.values()) {
      const kind = message.type === 'do' ? message.command.type.split('@')[0] : message.type;
      if (!kinds.length || kinds.includes(kind)) return true;
    }
    return false;
  }

  /** Whether a command is unanswered. */
  get isSending() {
    return [...this.onUnanswered.values()].some((message) => message.type === 'do');
  }

  // Unanswered requests survive a reload but not the closing of the window.

  get storageKey() {
    return `croupier-unanswered:${this.table}`;
  }

  storeRequests() {
    try {
      sessionStorage.setItem(this.storageKey, JSON.stringify([...this.onUnanswered]));
    } catch {
      // Storage is blocked, so after a reload only the server knows whether a command was carried out.
    }
    this.callbacks.onUnanswered?.(this.onUnanswered.size);
  }

  /**
   * Drop unanswered requests when the page moves to another node. The new node shows the valid state.
   */
  forget() {
    this.onUnanswered.clear();
    this.storeRequests();
  }

  /** @returns {Map<string, Request>} */
  storedRequests() {
    try {
      const stored = /** @type {[string, Request][]} */ (JSON.parse(sessionStorage.getItem(this.storageKey) ?? '[]'));
      return new Map(stored.filter(([, message]) => !['advice', 'try'].includes(message.type)));
    } catch {
      return new Map();
    }
  }
}

/** Give each event the sentence that the server wrote for it. @param {import('../core/types.js').Frame} frame */
function addSentences({ entries, words = [] }) {
  entries.forEach((events, at) => {
    events.forEach((event, n) => {
      event.sentence = words[at]?.[n] ?? '';
    });
  });
}
