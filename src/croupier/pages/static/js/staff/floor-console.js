// The floor's console: all tables in a strip and the acts at the chosen table. You preview each act.
import { get, inWords, notNow, post, Refused } from '../core/api.js';
import { setTableReadings, explain } from '../core/clauses.js';
import { say } from '../core/dom.js';
import { dueSoon } from '../oversight/oversight-parts.js';
import { Announcer } from '../table/announcer.js';
import { Connection } from '../table/connection.js';
import { Lock } from './screen-lock.js';
import { View } from './console-view.js';
import { ConfirmButton } from './confirm-button.js';
import { openMatters } from './floor-duty.js';
import { toTheFloor } from './table-glance.js';
import { Jackpot } from './jackpot.js';
import { press } from './floor-keys.js';
import { groupsOf, Reports } from './table-reports.js';
import { Screen } from './floor-screen.js';
import { isPending } from './second-person.js';
import { Sheet } from './act-sheet.js';
import { TableSide } from './table-admin.js';
import { askFloor } from './floor-data.js';

/** @typedef {import('./floor-data.js').FloorView} FloorView */
/** @typedef {import('./floor-data.js').FloorTable} FloorTable */
/** @typedef {import('./table-reports.js').Group} Group */
/** @typedef {import('../core/types.js').Refusal} Refusal */
/** @typedef {import('../core/types.js').TableCommand} TableCommand */

const EVERY = 2000; // milliseconds between two requests for all tables
const MINUTE = 60_000;
const AGAIN = 1000; // milliseconds before asking again for an unavailable table
const MOMENT = 150; // milliseconds to collect frames before drawing
const OWN = 'due'; // key of the group of the due act

/** @typedef {import('./floor-frame.js').Pane} Pane */

export class FloorRoom {
  /** @param {import('../core/types.js').Me} me */
  constructor(me) {
    this.me = me;
    this.role = me.roles.includes('pit_manager') ? 'pit_manager' : 'floor';
    /** @type {FloorView|null} */
    this.status = null;
    /** Names of the open tables in the order of their number keys. @type {string[]} */
    this.order = [];
    this.tableId = '';
    /** @type {Pane} */
    this.pane = 'happened';
    /** @type {View|null} */
    this.view = null;
    /** @type {Connection|null} */
    this.connection = null;
    this.line = 'open';
    /**
     * Why the server closed the connection for good.
     * @type {Omit<import('../table/connection.js').Ending, 'code'>|null}
     */
    this.end = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.soon = undefined;
    this.away = false; // true if the last request for all tables failed
    this.requestCount = 0; // number of requests so far; `answered` is the last request that was answered
    this.lastAnswer = 0;
    /** @type {Group|null} */
    this.act = null;
    /** @type {Refusal|null} */
    this.fault = null;
    this.busy = false;
    this.ownKey = '';
    this.announcer = new Announcer();
    this.announcedAlerts = new Set();
    /** Dispute files due within a day. @type {import('../../../protocol-types').DisputeFile[]} */
    this.files = [];
    this.lock = new Lock(
      () => this.lockIs(),
      () => post('/api/logout').finally(() => location.assign('/')),
      this.me.person,
    );
    /** @type {HTMLElement|null} */
    this.lockForm = null;
    this.reports = new Reports(
      (command) => this.attempt(command),
      (group) => this.pick(group),
      () => this.draw(),
    );
    this.sheet = new Sheet(
      (command) => this.attempt(command),
      (command) => this.sendAct(command),
      () => this.draw(),
    );
    this.side = new TableSide(
      (work) => this.run(work),
      () => this.draw(),
      this.role,
    );
    /** @type {Jackpot|null} */
    this.jackpot = null;
    this.screen = new Screen(this);
    this.confirmation = new ConfirmButton(this, this.screen.primaryButton);
    document.body.append(this.screen.main);
    document.addEventListener('keydown', (event) => press(this, event));
    // Drop the focus after a tap, so that keys act on the console.
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

  async start() {
    this.draw();
    await this.look();
    this.lookAtFiles();
    setInterval(() => this.lookAtFiles(), MINUTE);
    const tableInHash = decodeURIComponent(location.hash.slice(1));
    if (tableInHash && this.tables.some((table) => table.kept.table === tableInHash)) this.choose(tableInHash);
  }

  // Messages from the server.

  async look() {
    clearTimeout(this.timer);
    const number = ++this.requestCount;
    try {
      const status = await askFloor();
      if (number > this.lastAnswer) this.hear(status); // ignore answers that arrive out of order
      this.lastAnswer = Math.max(number, this.lastAnswer);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      this.away = true;
      if (refused.status === 401 || refused.status === 403) this.fault = refused.refusal;
    }
    this.draw();
    this.timer = setTimeout(() => this.look(), document.visibilityState === 'hidden' ? EVERY * 5 : EVERY);
  }

  /** Tell the floor which disputes reach their three-day deadline. */
  async lookAtFiles() {
    try {
      this.files = dueSoon(await get('/api/files'), Date.now() / 1000);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
    }
    this.draw();
  }

  /** Draw once for all changes within a moment. */
  lookSoon() {
    this.soon ??= setTimeout(() => {
      this.soon = undefined;
      this.look();
    }, MOMENT);
  }

  /** @param {FloorView} status */
  hear(status) {
    const before = JSON.stringify(this.table?.review);
    this.status = status;
    if (this.act && JSON.stringify(this.table?.review) !== before) this.sheet.try();
    this.arrange();
    this.away = false;
    const now = openMatters(status).map(({ table, alert }) => `${table}: ${alert.words}`);
    for (const words of now) if (!this.announcedAlerts.has(words)) this.announcer.say(words);
    this.announcedAlerts = new Set(now);
  }

  /** Open tables in the order of their number keys. */
  get tables() {
    const open = (this.status?.tables ?? []).filter((table) => table.kept.standing !== 'closed');
    return open.sort((a, b) => this.order.indexOf(a.kept.table) - this.order.indexOf(b.kept.table));
  }

  /** Add new tables at the end, so that each number key keeps its table. At the start, your own tables come first. */
  arrange() {
    const open = (this.status?.tables ?? []).filter((table) => table.kept.standing !== 'closed');
    const names = open.map((table) => table.kept.table);
    const own = open.filter((table) => table.floor === this.me.person).map((table) => table.kept.table);
    this.order = [...new Set([...this.order.filter((name) => names.includes(name)), ...own, ...names])];
  }

  /** @returns {FloorTable|undefined} */
  get table() {
    return this.status?.tables.find((table) => table.kept.table === this.tableId);
  }

  /** @param {string} table */
  async choose(table) {
    if (this.lock.locked || table === this.tableId) return;
    this.leaveTable();
    this.tableId = table;
    history.replaceState(null, '', `#${encodeURIComponent(table)}`);
    this.jackpot = new Jackpot(
      table,
      this.role,
      this.me.person,
      (command) => this.send(command),
      (work) => this.run(work),
    );
    this.line = 'connecting';
    this.draw();
    await this.comeIn(table);
  }

  /**
   * Open the table of an alert, at the pane that handles it.
   * @param {string} table
   * @param {import('./floor-data.js').Alert} alert
   */
  async attend(table, alert) {
    const isChosen = this.choose(table);
    if (
      ['inspection', 'change', 'dealer', 'call', 'opener', 'float', 'tray'].includes(alert.kind) &&
      this.tableId === table
    )
      this.turnTo('table');
    if (alert.kind === 'review' && this.tableId === table) this.turnTo('right');
    await isChosen;
  }

  /**
   * Join a table. For a moment, no server runs a table that was just opened or moved, so ask again.
   * @param {string} table
   */
  async comeIn(table) {
    try {
      const posted = await get(`/api/tables/${encodeURIComponent(table)}`);
      if (table !== this.tableId || this.view) return;
      setTableReadings(posted.readings);
      this.view = new View(posted, this.role);
      this.connect(table);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      if (table !== this.tableId || this.view) return;
      if (notNow(refused))
        setTimeout(() => {
          if (table === this.tableId && !this.view) this.comeIn(table);
        }, AGAIN);
      else {
        this.line = 'ended';
        this.end = { words: refused.refusal.message, remedy: refused.refusal.remedy ?? '', button: 'Try again' };
      }
    }
    this.draw();
  }

  /** @param {string} table */
  connect(table) {
    const connection = new Connection(table, {
      welcome: (message) => {
        this.view = this.view?.with({ acts: message.acts ?? [] }) ?? null;
      },
      frame: (frame, fresh) => {
        this.view = this.view?.after(frame, fresh, Date.now()) ?? null;
        if (this.act) this.pickAgain();
        this.pickOwn();
        this.draw();
        this.lookSoon();
      },
      line: (line, endReason) => {
        this.line = line;
        this.end = endReason;
        this.draw();
      },
      notice: (_code, words) => this.announcer.say(words),
      onAnswer: (message, answer) => {
        if (!message && answer.refusal) this.fault = answer.refusal;
      },
    });
    connection.as = this.role;
    this.connection = connection;
    this.line = 'connecting';
    connection.connect();
  }

  /** Reconnect to a table whose connection the server closed. */
  comeBack() {
    const table = this.tableId;
    this.leaveTable();
    this.choose(table);
  }

  leaveTable() {
    this.end = null;
    this.connection?.closeSocket();
    this.connection = null;
    this.view = null;
    this.line = 'open';
    this.act = null;
    this.fault = null;
    this.side.close();
    this.reports.key = '';
    this.ownKey = '';
    this.tableId = '';
  }

  /** Redraw after locking or unlocking. Drop the focus so that every panel is covered. */
  lockIs() {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    this.draw();
    if (this.lock.locked) this.lockForm?.querySelector('input')?.focus();
  }

  // Acts of the floor.

  /**
   * @param {TableCommand} command
   * @returns {Promise<import('../table/connection.js').Answer>}
   */
  attempt(command) {
    return this.connection ? this.connection.attempt(command) : Promise.resolve({ ok: false });
  }

  /** @param {TableCommand} command */
  async send(command) {
    if (this.busy || !this.connection) return { ok: false };
    this.busy = true;
    this.fault = null;
    this.draw();
    const answer = await this.connection.do(command);
    this.busy = false;
    if (!answer.ok && answer.refusal) this.complain(answer.refusal);
    this.look();
    return answer;
  }

  /** @param {TableCommand} command */
  async sendAct(command) {
    const { act } = this;
    const answer = await this.send(command);
    if (answer.ok && this.act === act) this.act = null; // the frame may have opened the next form
    if (answer.refusal?.code === 'needs_second_person' && this.act === act) {
      this.fault = null; // the request is filed, and the form shows that it waits
      this.sheet.try();
    }
    this.pickOwn();
    this.draw();
    return answer;
  }

  /** Run a request and show its refusal here. @param {() => Promise<unknown>} work */
  async run(work) {
    if (this.busy) return;
    this.busy = true;
    this.fault = null;
    this.draw();
    try {
      const status = /** @type {import('./floor-data.js').FloorView|undefined} */ (await work());
      if (status?.tables && status?.watches) {
        this.lastAnswer = this.requestCount; // answers to earlier requests are outdated
        this.hear(status);
      }
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      this.complain(refused.refusal);
    } finally {
      this.busy = false;
    }
    this.look();
  }

  /** @param {Refusal} refusal */
  complain(refusal) {
    this.fault = refusal;
    this.announcer.alert(inWords(refusal));
    this.draw();
  }

  /** @param {Pane} pane */
  turnTo(pane) {
    this.pane = pane;
    this.act = null;
    this.fault = null;
    this.side.close();
    this.draw();
  }

  /** @param {Group} group */
  pick(group) {
    if (!this.view) return;
    this.act = group;
    this.fault = null;
    this.sheet.open(this.view, group);
    this.draw();
  }

  /**
   * Check an open form again after the table changed. Close it if its act is no longer offered.
   */
  pickAgain() {
    const group =
      this.act?.key === OWN
        ? this.ownGroup
        : groupsOf(this.view?.offers ?? [], this.pane).find((group) => group.key === this.act?.key);
    if (group && this.view) this.sheet.refresh(this.view);
    else this.act = null;
  }

  /**
   * Open the form of a due floor act once, without a click.
   */
  pickOwn() {
    const { view, ownGroup } = this;
    const key =
      this.mine && view && !view.due.command && ownGroup
        ? JSON.stringify([this.tableId, view.sight?.round, view.due.act, view.due.words])
        : '';
    if (key && (this.act || this.side.form)) return; // wait until the open form is done
    if (key && key !== this.ownKey && ownGroup) this.pick(ownGroup);
    this.ownKey = key;
  }

  leave() {
    this.fault = null;
    if (this.act || this.side.form) {
      this.act = null;
      this.side.close();
    } else {
      this.leaveTable();
      history.replaceState(null, '', location.pathname);
    }
    this.draw();
  }

  explain() {
    const preview = this.act ? this.sheet.answer?.preview : null;
    const events = preview?.entries.flat() ?? [];
    const clauses =
      this.fault?.clauses ??
      (events.length ? [...new Set(events.flatMap((event) => event.clauses ?? []))] : this.view?.due.clauses) ??
      [];
    const readings =
      this.fault?.readings ??
      (events.length ? [...new Set(events.flatMap((event) => event.readings ?? []))] : this.view?.due.readings) ??
      [];
    if (clauses.length || readings.length) explain(clauses, readings, this.screen.whyButton);
  }

  /**
   * Whether input is blocked. Administrative forms work without the table's connection.
   */
  get isBlocked() {
    return this.lock.locked || this.away || (Boolean(this.tableId) && this.line !== 'open' && !this.side.form);
  }

  /**
   * The win that the open table is waiting for. The strip and the table arrive separately, so both must agree on the
   * hand.
   * @returns {import('./floor-data.js').Payout|null}
   */
  get payout() {
    const { view } = this;
    const payout = this.table?.strip?.payout;
    if (!payout || !view?.sight || payout.round !== view.sight.round || payout.due.seat !== view.due.seat) return null;
    const acts = !payout.due.validates ? ['settle'] : payout.due.validated ? ['pay'] : ['validate'];
    return acts.includes(view.due.act) ? payout : null;
  }

  /** Whether that win is on the screen. It can only be attested or validated while it is. */
  get showsPayout() {
    return this.payout !== null && this.pane === 'happened' && !this.act && !this.side.form;
  }

  /** Whether the screen shows a correction that waits for a second person. */
  get showsReview() {
    const free = !this.act && !this.side.form && this.pane !== 'table' && !this.showsPayout;
    return free && isPending(this.table?.review);
  }

  /** Whether the due act belongs to the floor. */
  get mine() {
    const { view } = this;
    return Boolean(
      view?.sight && view.mine && view.due.state !== 'act' && ['floor', 'pit_manager'].includes(view.due.role ?? ''),
    );
  }

  /** The forms of the due act, if it has fields to fill in. @returns {Group|null} */
  get ownGroup() {
    const due = (this.view?.offers ?? []).filter((offer) => offer.due);
    return due.length ? { key: OWN, title: toTheFloor(this.view?.due.words ?? ''), kind: OWN, offers: due } : null;
  }

  // Drawing.

  tick() {
    say(this.screen.facts.time, new Date().toLocaleTimeString('en-GB'));
    if (this.status) this.status.at += 1;
    this.draw();
  }

  draw() {
    this.jackpot?.observe(this.payout);
    this.screen.draw();
    if (this.status) this.confirmation.draw();
  }
}
