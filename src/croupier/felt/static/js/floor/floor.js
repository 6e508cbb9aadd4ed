// The floor's console: every table in a strip, any of them opened by a click or its number, and there whatever the rules leave to the floor; said first, then done.
import { get, inWords, post, Refused } from '../base/api.js';
import { readingsTaken, why } from '../base/clauses.js';
import { element, mark, say } from '../base/dom.js';
import { dueSoon } from '../eye/parts.js';
import { Announcer } from '../play/announcer.js';
import { Connection } from '../play/connection.js';
import { Lock } from '../pit/lock.js';
import { clauseText, icon, keycap } from '../pit/parts.js';
import { plain } from '../pit/betting.js';
import { refusalBar, stateCard } from '../pit/states.js';
import { View } from '../pit/view.js';
import { keysHint, notesPanel, queuePanel, supervision, waiting } from './duty.js';
import { dealerFile } from './dealerfile.js';
import { frameOf, PANES } from './frame.js';
import { glance, ownAct, toTheFloor, whoGoesOn } from './glance.js';
import { Jackpot } from './jackpot.js';
import { groupsOf, Reports } from './reports.js';
import { Sheet } from './sheet.js';
import { TableSide } from './tableside.js';
import { askFloor } from './told.js';

/** @typedef {import('./told.js').FloorTold} FloorTold */
/** @typedef {import('./told.js').FloorTable} FloorTable */
/** @typedef {import('./told.js').Primary} Primary */
/** @typedef {import('./reports.js').Group} Group */
/** @typedef {import('../types.js').Refusal} Refusal */

const EVERY = 2000; // milliseconds between two looks at all tables
const MINUTE = 60_000;
const MOMENT = 150; // milliseconds after a frame in which others may come
const OWN = 'due'; // the group of what the table waits for
const AWAKE = 800; // milliseconds after which a sheet that has just come may be confirmed

/** @typedef {import('./frame.js').Pane} Pane */

export class FloorRoom {
  /** @param {any} me */
  constructor(me) {
    this.me = me;
    this.role = me.roles.includes('pit_manager') ? 'pit_manager' : 'floor';
    /** @type {FloorTold|null} */
    this.told = null;
    this.chosen = '';
    /** @type {Pane} */
    this.pane = 'happened';
    /** @type {View|null} */
    this.view = null;
    /** @type {Connection|null} */
    this.connection = null;
    this.line = 'open';
    /** Why the house closed the line, where it does not come back by itself. @type {any} */
    this.ending = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.soon = undefined;
    this.away = false; // the house did not answer the last look
    /** @type {Group|null} */
    this.picked = null;
    /** @type {Refusal|null} */
    this.fault = null;
    this.busy = false;
    this.shownAt = 0;
    this.primaryKey = '';
    this.ownKey = '';
    this.announcer = new Announcer();
    this.heard = new Set();
    /** Dispute files that are to be answered within a day. @type {any[]} */
    this.files = [];
    this.lock = new Lock(() => this.lockIs(), () => post('/api/logout').finally(() => location.assign('/')), this.me.person);
    /** @type {HTMLElement|null} */
    this.lockForm = null;
    this.reports = new Reports((command) => this.attempt(command), (group) => this.pick(group), () => this.draw());
    this.sheet = new Sheet((command) => this.attempt(command), (command) => this.sendPicked(command), () => this.draw());
    this.side = new TableSide((work) => this.asking(work), () => this.draw(), this.role);
    /** @type {Jackpot|null} */
    this.jackpot = null;
    const frame = frameOf(this);
    this.facts = frame.facts;
    this.strip = frame.strip;
    this.tabs = frame.tabs;
    this.leftTitle = frame.leftTitle;
    this.leftBody = frame.leftBody;
    this.middle = frame.middle;
    this.aside = frame.aside;
    this.leaveButton = frame.leaveButton;
    this.whyButton = frame.whyButton;
    this.notButton = frame.notButton;
    this.primaryButton = frame.primaryButton;
    this.main = frame.main;
    document.body.append(this.main);
    document.addEventListener('keydown', (event) => this.press(event));
    // A finger leaves no focus behind: the keys stay the floor's.
    document.addEventListener('click', (event) => { if (event.detail > 0 && event.target instanceof Element && event.target.closest('button') && !event.target.closest('form, dialog')) /** @type {HTMLElement} */ (document.activeElement)?.blur(); });
    setInterval(() => this.tick(), 1000);
  }

  async start() {
    this.draw();
    await this.look();
    this.lookAtFiles();
    setInterval(() => this.lookAtFiles(), MINUTE);
    const wanted = decodeURIComponent(location.hash.slice(1));
    if (wanted && this.tables.some((table) => table.kept.table === wanted)) this.choose(wanted);
  }

  // What the house says.

  async look() {
    clearTimeout(this.timer);
    try {
      this.hear(await askFloor());
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      this.away = true;
      if (refused.status === 401 || refused.status === 403) this.fault = refused.told;
    }
    this.draw();
    this.timer = setTimeout(() => this.look(), document.visibilityState === 'hidden' ? EVERY * 5 : EVERY);
  }

  /** Three days are kept for a dispute: whoever is on the floor is told when they run out. */
  async lookAtFiles() {
    try {
      this.files = dueSoon(await get('/api/files'), Date.now() / 1000);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
    }
    this.draw();
  }

  /** Once for all that happens in a moment. */
  lookSoon() {
    this.soon ??= setTimeout(() => { this.soon = undefined; this.look(); }, MOMENT);
  }

  /** @param {FloorTold} told */
  hear(told) {
    this.told = told;
    this.away = false;
    const now = waiting(told).map(({ table, alert }) => `${table}: ${alert.words}`);
    for (const words of now) if (!this.heard.has(words)) this.announcer.say(words);
    this.heard = new Set(now);
  }

  /** One's own tables first, then the others, by their names; closed ones are not in play. */
  get tables() {
    const open = (this.told?.tables ?? []).filter((table) => table.kept.standing !== 'closed');
    return [...open.filter((table) => table.floor === this.me.person), ...open.filter((table) => table.floor !== this.me.person)];
  }

  /** @returns {FloorTable|undefined} */
  get table() {
    return this.told?.tables.find((table) => table.kept.table === this.chosen);
  }

  /** @param {string} table */
  async choose(table) {
    if (this.lock.locked || table === this.chosen) return;
    this.leaveTable();
    this.chosen = table;
    history.replaceState(null, '', `#${encodeURIComponent(table)}`);
    this.jackpot = new Jackpot(table, this.role, this.me.person, (command) => this.send(command), (work) => this.asking(work));
    this.draw();
    try {
      const posted = await get(`/api/tables/${encodeURIComponent(table)}`);
      if (table !== this.chosen) return;
      readingsTaken(posted.readings);
      this.view = new View(posted, this.role);
      this.connect(table);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      this.fault = refused.told;
    }
    this.draw();
  }

  /** @param {string} table */
  connect(table) {
    const connection = new Connection(table, {
      frame: (frame, fresh) => {
        this.view?.take(frame, fresh);
        if (this.picked) this.pickAgain();
        this.pickOwn();
        this.draw();
        this.lookSoon();
      },
      line: (line, ending) => { this.line = line; this.ending = ending; this.draw(); },
      notice: (_code, words) => this.announcer.say(words),
      answered: (message, answer) => { if (!message && answer.refusal) this.fault = answer.refusal; },
    });
    connection.as = this.role;
    this.connection = connection;
    this.line = 'connecting';
    connection.connect();
  }

  /** To the table whose line the house has closed. */
  comeBack() {
    const table = this.chosen;
    this.leaveTable();
    this.choose(table);
  }

  leaveTable() {
    this.ending = null;
    this.connection?.leave();
    this.connection = null;
    this.view = null;
    this.line = 'open';
    this.picked = null;
    this.fault = null;
    this.side.close();
    this.reports.key = '';
    this.ownKey = '';
    this.chosen = '';
  }

  /** Locked or open again: whoever was typing is not any more, so that everything is covered. */
  lockIs() {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    this.draw();
    if (this.lock.locked) this.lockForm?.querySelector('input')?.focus();
  }

  // What the floor does.

  /** @param {Record<string, any>} command @returns {Promise<any>} */
  attempt(command) {
    const { by, at, ...rest } = command;
    return this.connection ? this.connection.say({ type: 'try', command: rest }) : Promise.resolve({ ok: false });
  }

  /** @param {Record<string, any>} command */
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

  /** @param {Record<string, any>} command */
  async sendPicked(command) {
    const { picked } = this;
    const answer = await this.send(command);
    if (answer.ok && this.picked === picked) this.picked = null; // the frame may have opened the next one
    this.pickOwn();
    this.draw();
    return answer;
  }

  /** A call to the house; what it refuses is said here. @param {() => Promise<any>} work */
  async asking(work) {
    if (this.busy) return;
    this.busy = true;
    this.fault = null;
    this.draw();
    try {
      const told = await work();
      if (told?.tables && told?.watches) this.hear(told);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      this.complain(refused.told);
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
    this.picked = null;
    this.fault = null;
    this.side.close();
    this.draw();
  }

  /** @param {Group} group */
  pick(group) {
    if (!this.view) return;
    this.picked = group;
    this.fault = null;
    this.sheet.open(this.view, group);
    this.draw();
  }

  /** The table has moved under an open sheet: it is tried anew, or, where it is no longer offered, given up. */
  pickAgain() {
    const group = this.picked?.key === OWN ? this.ownGroup : groupsOf(this.view?.offers ?? [], this.pane).find((one) => one.key === this.picked?.key);
    if (group) this.sheet.try();
    else this.picked = null;
  }

  /** A ruling, or whatever else is the floor's with something to fill in: its sheet opens once by itself. */
  pickOwn() {
    const { view, ownGroup } = this;
    const key = this.mine && view && !view.due.command && ownGroup ? JSON.stringify([this.chosen, view.sight?.round, view.due.act, view.due.words]) : '';
    if (key && (this.picked || this.side.form)) return; // when that is done
    if (key && key !== this.ownKey && ownGroup) this.pick(ownGroup);
    this.ownKey = key;
  }

  leave() {
    this.fault = null;
    if (this.picked || this.side.form) {
      this.picked = null;
      this.side.close();
    } else {
      this.leaveTable();
      history.replaceState(null, '', location.pathname);
    }
    this.draw();
  }

  explain() {
    const tried = this.picked ? this.sheet.answer?.tried : null;
    const events = tried?.entries.flat() ?? [];
    const clauses = this.fault?.clauses ?? (events.length ? [...new Set(events.flatMap((event) => event.clauses ?? []))] : this.view?.due.clauses) ?? [];
    const readings = this.fault?.readings ?? (events.length ? [...new Set(events.flatMap((event) => event.readings ?? []))] : this.view?.due.readings) ?? [];
    if (clauses.length || readings.length) why(clauses, readings, this.whyButton);
  }

  /** @param {boolean} [wholeSecond] */
  async perform(wholeSecond = false) {
    const { primary } = this;
    if (!primary?.ready || this.busy || this.stopped || (!wholeSecond && this.asleep)) return;
    await primary.act();
    this.draw();
  }

  /** Nothing is done while nothing would be kept. */
  get stopped() {
    return this.lock.locked || this.away || (Boolean(this.chosen) && this.line !== 'open');
  }

  get asleep() {
    return performance.now() - Math.max(this.shownAt, this.picked ? this.sheet.at : 0, this.side.form ? this.side.at : 0) < AWAKE;
  }

  /** What is the floor's own act now, beside everything that could be picked. */
  get mine() {
    const { view } = this;
    return Boolean(view?.sight && view.mine && view.due.state !== 'act' && ['floor', 'pit_manager'].includes(view.due.role ?? ''));
  }

  /** @returns {Primary|null} */
  get primary() {
    if (this.side.form) return this.side.primary;
    if (this.picked) return this.sheet.primary;
    const { view, table } = this;
    if (!view || !table) return null;
    const payout = table.strip?.payout;
    if (payout && (!payout.due.validates || (this.mine && view.due.act === 'validate'))) return this.jackpot?.primary(payout) ?? null;
    if (!this.mine) return null;
    const { command } = view.due;
    if (command) return { words: 'Seen and signed', small: `${view.due.words}; hold one second`, ready: true, act: async () => { await this.send(plain(command)); } };
    const group = this.ownGroup;
    return group ? { words: toTheFloor(view.due.words), small: 'opens the sheet', ready: true, act: () => this.pick(group) } : null;
  }

  /** The forms of the act that is due, where something is left to fill in. @returns {Group|null} */
  get ownGroup() {
    const due = (this.view?.offers ?? []).filter((offer) => offer.due);
    return due.length ? { key: OWN, title: toTheFloor(this.view?.due.words ?? ''), kind: OWN, offers: due } : null;
  }

  // Keys.

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || target.closest('dialog, [popover]') || this.lock.locked) return;
    if (event.key === 'Escape') this.leave();
    else if (event.key === 'Enter' && (!target.closest('button, a, select, summary, .note-form') || target === this.primaryButton)) this.done(event, () => this.perform());
    else if (target.closest('input, select, textarea')) return;
    else if (event.key === '/') this.done(event, () => this.explain());
    else if (/^[1-6]$/.test(event.key)) this.done(event, () => this.byNumber(Number(event.key)));
    else if (event.key.toLowerCase() === 'x' && this.table?.strip?.payout) this.done(event, () => this.turnTo('right'));
  }

  /** @param {KeyboardEvent} event @param {() => void} act */
  done(event, act) {
    event.preventDefault();
    act();
  }

  /** @param {number} number */
  byNumber(number) {
    const table = this.tables[number - 1];
    if (table) this.choose(table.kept.table);
  }

  // Drawing.

  tick() {
    say(this.facts.time, new Date().toLocaleTimeString('en-GB'));
    if (this.told) this.told.at += 1;
    this.draw();
  }

  draw() {
    const { told } = this;
    document.body.dataset.chosen = this.chosen;
    document.body.dataset.line = this.away ? 'lost' : this.line;
    document.body.dataset.busy = String(this.busy);
    this.drawTop();
    if (!told) return;
    this.strip.draw(this.tables, this.chosen, told.at, this.me.person);
    this.main.classList.toggle('locked', this.lock.locked);
    if (this.lock.locked) this.drawLocked();
    else if (this.chosen) this.drawTable();
    else this.drawFloor(told);
    this.drawFoot();
  }

  drawTop() {
    const mine = this.told?.watches.find((watch) => watch.person === this.me.person);
    document.title = `${this.chosen || 'The pit'} · ${this.role === 'pit_manager' ? 'pit manager' : 'floor'}`;
    say(this.facts.tables, mine ? `${mine.tables.length} of ${this.tables.length} tables, ${mine.share}/${mine.most}` : '');
    this.put(this.facts.clause, [mine], () => [clauseText(mine?.clauses ?? [])]);
    const open = (this.told?.notes.length ?? 0) + (this.told?.handovers.length ?? 0);
    say(this.facts.notes, `${open} open`);
    say(this.facts.line, this.away ? 'Offline' : this.busy ? 'Saving' : 'Saved');
    this.facts.line.classList.toggle('lost', this.away);
  }

  /** Children are made anew only where what they hang on is other: nothing that has the focus is rebuilt in vain. @param {Element} node @param {unknown} shown @param {() => (Node|string|null)[]} make */
  put(node, shown, make) {
    const key = JSON.stringify(shown);
    if (drawn.get(node) === key) return;
    if (drawn.has(node) && node.contains(document.activeElement) && document.activeElement instanceof HTMLInputElement && document.activeElement.value) return; // somebody is typing there
    drawn.set(node, key);
    node.replaceChildren(...make().filter((child) => child !== null));
  }

  /** No table is open: the floor as a whole. @param {FloorTold} told */
  drawFloor(told) {
    this.main.classList.add('whole');
    this.tabs.hidden = true;
    say(this.leftTitle, 'The floor');
    this.put(this.leftBody, ['floor', told.watches, told.unwatched, told.dealers], () => supervision(told, this.me.person, (work) => this.asking(work), (dealer) => dealerFile(this.side, dealer, this.role)));
    if (this.side.form) this.show(this.middle, [...this.faultBar(), this.side.node]);
    else {
      this.put(this.middle, ['floor', told.tables.map((table) => table.alerts), told.notes, told.handovers, this.files, Math.floor(told.at / 5), this.fault], () => [...this.faultBar(), element('div', { class: 'two' },
        element('div', { class: 'col' }, queuePanel(told, '', (table) => this.choose(table), (work) => this.asking(work), this.files), keysHint(Math.min(6, this.tables.length)),
          this.role === 'pit_manager' ? element('button', { type: 'button', class: 'btn', onclick: () => this.side.opening(told, () => this.look()) }, 'Open a table') : null),
        notesPanel(told, this.me.person, '', (work) => this.asking(work)))]);
    }
    mark(this.middle, 'data-look', 'quiet');
  }

  drawTable() {
    this.main.classList.remove('whole');
    const { table, view, told } = this;
    if (!table || !told) return;
    this.tabs.hidden = false;
    for (const tab of this.tabs.children) mark(tab, 'aria-pressed', String(tab.getAttribute('data-pane') === this.pane));
    const payout = table.strip?.payout;
    const jackpot = Boolean(payout && view?.sight && this.pane === 'happened' && !this.picked);
    say(this.leftTitle, this.pane === 'table' ? `${table.kept.table} and the house` : `${table.kept.table}: ${{ happened: 'what happened?', right: 'what is put right?', cards: 'the cards' }[this.pane]}`);
    this.drawLeft(table, told, jackpot);
    this.drawMiddle(table, jackpot);
    this.put(this.aside, [told.tables.map((one) => one.alerts), told.notes, told.handovers, this.files, Math.floor(told.at / 5), this.chosen], () => [queuePanel(told, this.chosen, (name) => this.choose(name), (work) => this.asking(work), this.files), notesPanel(told, this.me.person, this.chosen, (work) => this.asking(work))]);
  }

  /** @param {FloorTable} table @param {FloorTold} told @param {boolean} jackpot */
  drawLeft(table, told, jackpot) {
    const { view, pane } = this;
    if (pane === 'table') {
      this.put(this.leftBody, ['table', table.kept, table.floor, table.float, told.dealers, this.side.picked], () => this.side.buttons(table, told, this.me.person, (wager) => view?.label(wager) ?? wager));
    } else if (!view?.sight) this.put(this.leftBody, 'coming', () => [element('p', { class: 'soft' }, 'One moment.')]);
    else if (jackpot && table.strip?.payout) {
      const { payout } = table.strip;
      this.put(this.leftBody, ['jackpot', payout, view.sight], () => this.jackpot?.side(payout, view) ?? []);
    } else {
      this.reports.look(view, pane);
      this.put(this.leftBody, [pane, view.offers.map((offer) => [offer.act, offer.sample]), [...this.reports.outcomes], [...this.reports.never], this.picked?.key], () => this.reports.draw(view, pane, this.picked));
    }
  }

  /** @param {FloorTable} table @param {boolean} jackpot */
  drawMiddle(table, jackpot) {
    const { view } = this;
    const own = this.mine && !this.side.form;
    mark(this.middle, 'data-look', this.stopped ? 'stop' : this.picked || this.side.form || own ? 'now' : 'quiet');
    if (this.side.form) this.show(this.middle, [...this.faultBar(), this.side.node]);
    else if (!view?.sight || this.line !== 'open') this.put(this.middle, ['line', this.line, this.ending, this.fault], () => [this.offline()]);
    else if (this.picked) this.show(this.middle, [...this.faultBar(), this.sheet.node]);
    else if (jackpot && table.strip?.payout && this.told) {
      const { payout } = table.strip;
      const names = Object.fromEntries([...this.told.watches, ...this.told.dealers].map((one) => [one.person, one.name]));
      this.put(this.middle, ['jackpot', payout, this.jackpot?.lit, this.fault, view.due], () => [...this.faultBar(), ...(this.jackpot?.draw(payout, view, names) ?? [])]);
    } else this.put(this.middle, ['glance', view.sight, view.due, view.then, view.log.length, table, this.fault, own], () => [...this.faultBar(), ...(own ? ownAct(view, table) : glance(view, table))]);
  }

  /** Nodes that live on: they stay as they are, with whatever is typed in them. @param {HTMLElement} node @param {HTMLElement[]} children */
  show(node, children) {
    drawn.delete(node);
    const same = node.children.length === children.length && children.at(-1) === node.lastElementChild && (children.length === 1 || node.firstElementChild?.textContent === children[0].textContent);
    if (!same) node.replaceChildren(...children);
  }

  faultBar() {
    return this.fault ? [refusalBar(this.fault, [])] : [];
  }

  offline() {
    if (this.fault) return stateCard({ kind: 'stop', sign: 'hand', title: 'Not at this table', words: this.fault.message, more: this.fault.remedy, goes: 'whoever may', clauses: this.fault.clauses });
    if (this.line === 'connecting') return stateCard({ kind: 'off', sign: 'chain', title: 'Coming in', words: 'One moment.', goes: 'the line' });
    if (this.ending) return stateCard({ kind: 'stop', sign: 'chain', title: 'Offline', words: this.ending.words, more: this.ending.remedy, goes: 'you', keys: [element('button', { type: 'button', class: 'btn', onclick: () => this.comeBack() }, this.ending.button ?? 'Come back')] });
    return stateCard({ kind: 'off', sign: 'chain', title: 'Offline', words: 'Nothing is saved.', more: 'The line to this table is down. Nothing is shown that is not stored, and no key is taken.', goes: 'the line' });
  }

  drawLocked() {
    this.tabs.hidden = true;
    say(this.leftTitle, 'Locked');
    this.put(this.leftBody, 'locked', () => []);
    this.put(this.aside, 'locked', () => []);
    this.put(this.middle, ['locked', this.lock.since], () => [stateCard({ kind: 'off', sign: 'lock', title: 'Locked', words: `${this.me.name} stepped away.`, more: 'The strip stays in view; sheets and money are hidden.', goes: `${this.me.name}`, keys: [this.lockForm ??= this.lock.form()] })]);
  }

  drawFoot() {
    const primary = this.lock.locked ? null : this.primary;
    const key = JSON.stringify([primary?.words, this.chosen, this.picked?.key, this.side.picked]);
    if (key !== this.primaryKey) {
      this.primaryKey = key;
      this.shownAt = performance.now();
      setTimeout(() => this.draw(), AWAKE + 30);
    }
    const live = Boolean(primary?.ready && !this.busy && !this.stopped && !this.asleep);
    const button = this.primaryButton;
    const look = live ? 'btn primary' : 'btn off';
    if (!button.classList.contains('holding') || !live) button.className = look;
    mark(button, 'aria-disabled', live ? null : 'true');
    const { words, small } = primary ?? this.resting();
    this.put(button, [words, small, Boolean(primary)], () => [primary ? keycap('Enter') : icon('clock'), element('span', {}, words, small ? element('small', {}, small) : null)]);
    this.leaveButton.hidden = !this.chosen && !this.side.form;
    this.whyButton.hidden = !this.chosen;
    this.notButton.hidden = !this.table?.strip?.payout || this.table.strip.payout.due.validated || this.pane === 'right';
  }

  /** Why nothing is to be confirmed now. @returns {{words: string, small: string}} */
  resting() {
    if (this.lock.locked) return { words: 'Locked', small: '' };
    if (this.stopped) return { words: 'No key goes on without the line', small: '' };
    if (!this.chosen) return { words: 'Choose a table', small: 'by its number or a click' };
    return { words: 'Nothing waits for you here', small: this.view?.sight ? `goes on by ${whoGoesOn(this.view)}` : '' };
  }
}

/** What each node shows. @type {WeakMap<Element, string>} */
const drawn = new WeakMap();
