// Draws the floor's screen: top bar, table strip, actions, form and alerts.
import { element, mark, say } from '../core/dom.js';
import { clauseText } from './staff-parts.js';
import { refusalBar, stateCard } from './message-cards.js';
import { dealerFile } from './dealer-file.js';
import { keysHint, notesPanel, otherPages, queuePanel, supervision } from './floor-duty.js';
import { frameOf } from './floor-frame.js';
import { disputePanel, openDispute } from './reader-dispute.js';
import { reviewPanel } from './second-person.js';
import { glance, ownAct } from './table-glance.js';
import { openForm } from './open-table-form.js';

/** @typedef {import('./floor-data.js').FloorView} FloorView */
/** @typedef {import('./floor-data.js').FloorTable} FloorTable */

const CLICK = 50; // milliseconds after which a lifted finger has clicked

export class Screen {
  /** @param {import('./floor-console.js').FloorRoom} room */
  constructor(room) {
    this.room = room;
    const frame = frameOf(room);
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
    /** The node under a pressed pointer, which is not rebuilt. @type {Node|null} */
    this.finger = null;
    document.addEventListener(
      'pointerdown',
      (event) => {
        this.finger = /** @type {Node} */ (event.target);
      },
      true,
    );
    for (const over of ['pointerup', 'pointercancel'])
      document.addEventListener(
        over,
        () =>
          setTimeout(() => {
            this.finger = null;
            this.room.draw();
          }, CLICK),
        true,
      );
    this.strip.under = (node) => this.under(node);
  }

  /**
   * Whether a pointer is pressed on a node. Rebuilding it would lose the click.
   * @param {Node} node
   */
  under(node) {
    return this.finger !== null && node.contains(this.finger);
  }

  draw() {
    const { room } = this;
    const { status } = room;
    document.body.dataset.chosen = room.tableId;
    document.body.dataset.line = room.away ? 'lost' : room.line;
    document.body.dataset.busy = String(room.busy);
    this.drawTop();
    if (!status) return;
    this.strip.draw(room.tables, room.tableId, status.at, room.me.person);
    this.main.classList.toggle('locked', room.lock.locked);
    if (room.lock.locked) this.drawLock();
    else if (room.tableId) this.drawTable();
    else this.drawFloor(status);
    this.drawFoot();
  }

  drawTop() {
    const { room } = this;
    const ownWatch = room.status?.watches.find((watch) => watch.person === room.me.person);
    document.title = `${room.tableId || 'Pit'} · ${room.role === 'pit_manager' ? 'pit manager' : 'floor'}`;
    say(
      this.facts.tables,
      ownWatch ? `${ownWatch.tables.length} of ${room.tables.length} tables, ${ownWatch.share}/${ownWatch.most}` : '',
    );
    this.update(this.facts.clause, [ownWatch], () => [clauseText(ownWatch?.clauses ?? [])]);
    const open = (room.status?.notes.length ?? 0) + (room.status?.handovers.length ?? 0);
    say(this.facts.notes, `${open} open`);
    say(this.facts.line, room.away ? 'Offline' : room.busy ? 'Saving' : 'Saved');
    this.facts.line.classList.toggle('lost', room.away);
  }

  /**
   * Rebuild children only when their key changes, so that focus is not lost.
   * @param {Element} node
   * @param {unknown} data
   * @param {() => (Node|string|null)[]} make
   */
  update(node, data, make) {
    const key = JSON.stringify(data);
    if (drawnKeys.get(node) === key) return;
    if (
      drawnKeys.has(node) &&
      node.contains(document.activeElement) &&
      document.activeElement instanceof HTMLInputElement &&
      document.activeElement.value
    )
      return; // the person is typing there
    if (this.under(node)) return;
    const focused =
      node.contains(document.activeElement) && document.activeElement instanceof HTMLButtonElement
        ? nameOf(document.activeElement)
        : null;
    drawnKeys.set(node, key);
    node.replaceChildren(...make().filter((child) => child !== null));
    if (focused !== null)
      [...node.querySelectorAll('button')].find((button) => nameOf(button) === focused)?.focus({ preventScroll: true });
  }

  /** Show the whole floor while no table is chosen. @param {FloorView} status */
  drawFloor(status) {
    const { room } = this;
    this.main.classList.add('whole');
    this.tabs.hidden = true;
    say(this.leftTitle, 'Floor');
    this.update(this.leftBody, ['floor', status.watches, status.unwatched, status.dealers], () => [
      ...supervision(
        status,
        room.me.person,
        (work) => room.run(work),
        (dealer) => dealerFile(room.side, dealer, room.role),
      ),
      ...otherPages(room.role),
    ]);
    if (room.side.form) this.show(this.middle, [...this.faultBar(), room.side.node]);
    else {
      this.update(
        this.middle,
        [
          'floor',
          status.tables.map((table) => table.alerts),
          status.notes,
          status.handovers,
          room.files,
          Math.floor(status.at / 5),
          room.fault,
        ],
        () => [
          ...this.faultBar(),
          element(
            'div',
            { class: 'two' },
            element(
              'div',
              { class: 'col' },
              queuePanel(
                status,
                '',
                (table, alert) => room.attend(table, alert),
                (work) => room.run(work),
                room.files,
              ),
              keysHint(Math.min(6, room.tables.length)),
              room.role === 'pit_manager'
                ? element(
                    'button',
                    { type: 'button', class: 'btn', onclick: () => openForm(room.side, status, () => room.look()) },
                    'Open a table',
                  )
                : null,
            ),
            notesPanel(status, room.me.person, '', (work) => room.run(work)),
          ),
        ],
      );
    }
    mark(this.middle, 'data-look', 'quiet');
  }

  drawTable() {
    this.main.classList.remove('whole');
    const { room } = this;
    const { table, status } = room;
    if (!table || !status) return;
    this.tabs.hidden = false;
    for (const tab of this.tabs.children)
      mark(tab, 'aria-pressed', String(tab.getAttribute('data-pane') === room.pane));
    const jackpot = room.showsPayout;
    say(
      this.leftTitle,
      room.pane === 'table'
        ? `${table.kept.table}: table`
        : `${table.kept.table}: ${{ happened: 'reports', right: 'corrections', cards: 'cards' }[room.pane]}`,
    );
    this.drawLeft(table, status, jackpot);
    this.drawMiddle(table, jackpot);
    this.update(
      this.aside,
      [
        status.tables.map((table) => table.alerts),
        status.notes,
        status.handovers,
        room.files,
        Math.floor(status.at / 5),
        room.tableId,
      ],
      () => [
        queuePanel(
          status,
          room.tableId,
          (table, alert) => room.attend(table, alert),
          (work) => room.run(work),
          room.files,
        ),
        notesPanel(status, room.me.person, room.tableId, (work) => room.run(work)),
      ],
    );
  }

  /**
   * @param {FloorTable} table
   * @param {FloorView} status
   * @param {boolean} jackpot
   */
  drawLeft(table, status, jackpot) {
    const { room } = this;
    const { view, pane } = room;
    if (pane === 'table') {
      this.update(
        this.leftBody,
        ['table', table.kept, table.floor, table.float, status.dealers, room.side.openAct],
        () => room.side.buttons(table, status, room.me.person, (wager) => view?.label(wager) ?? wager),
      );
    } else if (!view?.sight) this.update(this.leftBody, 'coming', () => [element('p', { class: 'soft' }, 'Loading …')]);
    else if (jackpot && room.payout) {
      const { payout } = room;
      this.update(this.leftBody, ['jackpot', payout, view.sight], () => room.jackpot?.side(payout, view) ?? []);
    } else {
      room.reports.look(view, pane);
      this.update(
        this.leftBody,
        [
          pane,
          view.offers.map((offer) => [offer.act, offer.sample]),
          [...room.reports.outcomes],
          [...room.reports.never],
          room.act?.key,
        ],
        () => room.reports.draw(view, pane, room.act),
      );
    }
  }

  /**
   * @param {FloorTable} table
   * @param {boolean} jackpot
   */
  drawMiddle(table, jackpot) {
    const { room } = this;
    const { view } = room;
    const own = room.mine && !room.side.form;
    const dispute = room.side.form || room.act ? null : openDispute(table);
    const busy = room.act || room.side.form || room.showsReview || own || dispute;
    mark(this.middle, 'data-look', room.isBlocked ? 'stop' : busy ? 'now' : 'quiet');
    if (room.side.form) this.show(this.middle, [...this.faultBar(), room.side.node]);
    else if (!view?.sight || room.line !== 'open')
      this.update(this.middle, ['line', room.line, room.end, room.fault], () => [this.offline()]);
    else if (room.act) this.show(this.middle, [...this.faultBar(), room.sheet.node]);
    else if (dispute)
      this.update(this.middle, ['dispute', dispute, room.fault], () => [
        ...this.faultBar(),
        ...disputePanel(table, dispute, (work) => room.run(work)),
      ]);
    else if (jackpot && room.payout && room.status) {
      const { payout } = room;
      const names = Object.fromEntries(
        [...room.status.watches, ...room.status.dealers].map((item) => [item.person, item.name]),
      );
      this.update(this.middle, ['jackpot', payout, room.jackpot?.lit, room.fault, view.due], () => [
        ...this.faultBar(),
        ...(room.jackpot?.draw(payout, view, names) ?? []),
      ]);
    } else if (room.showsReview)
      this.update(this.middle, ['review', table.review, room.fault], () => [
        ...this.faultBar(),
        ...reviewPanel(
          table,
          (wager) => view.label(wager),
          (work) => room.run(work),
        ),
      ]);
    else
      this.update(
        this.middle,
        ['glance', view.sight, view.due, view.then, view.log.length, table, room.fault, own],
        () => [...this.faultBar(), ...(own ? ownAct(view, table) : glance(view, table))],
      );
  }

  /**
   * Insert nodes that are kept, with the text typed into them.
   * @param {HTMLElement} node
   * @param {HTMLElement[]} children
   */
  show(node, children) {
    drawnKeys.delete(node);
    const isSame =
      node.children.length === children.length &&
      children.at(-1) === node.lastElementChild &&
      (children.length === 1 || node.firstElementChild?.textContent === children[0].textContent);
    if (!isSame) node.replaceChildren(...children);
  }

  faultBar() {
    const { room } = this;
    return room.fault ? [refusalBar(room.fault, [])] : [];
  }

  offline() {
    const { room } = this;
    if (room.fault)
      return stateCard({
        kind: 'stop',
        sign: 'hand',
        title: 'Not at this table',
        words: room.fault.message,
        more: room.fault.remedy,
        goes: 'someone with access to this table',
        clauses: room.fault.clauses,
      });
    if (room.line === 'connecting')
      return stateCard({
        kind: 'off',
        sign: 'chain',
        title: 'Connecting',
        words: 'Connecting to the table…',
        goes: 'wait a moment',
      });
    if (room.end)
      return stateCard({
        kind: 'stop',
        sign: 'chain',
        title: 'Offline',
        words: room.end.words,
        more: room.end.remedy,
        goes: 'you',
        keys: [
          element(
            'button',
            { type: 'button', class: 'btn', onclick: () => room.comeBack() },
            room.end.button ?? 'Reconnect',
          ),
        ],
      });
    return stateCard({
      kind: 'off',
      sign: 'chain',
      title: 'Offline',
      words: 'Connection lost.',
      more: 'Nothing is saved until the connection to this table is back.',
      goes: 'reconnecting automatically',
    });
  }

  drawLock() {
    const { room } = this;
    this.tabs.hidden = true;
    say(this.leftTitle, 'Locked');
    this.update(this.leftBody, 'locked', () => []);
    this.update(this.aside, 'locked', () => []);
    this.update(this.middle, ['locked', room.lock.since], () => [
      stateCard({
        kind: 'off',
        sign: 'lock',
        title: 'Locked',
        words: `Locked by ${room.me.name}`,
        more: 'The tables stay visible. Forms and money are hidden.',
        goes: `${room.me.name}`,
        keys: [(room.lockForm ??= room.lock.form())],
      }),
    ]);
  }

  drawFoot() {
    const { room } = this;
    const { payout } = room;
    this.leaveButton.hidden = !room.tableId && !room.side.form;
    this.whyButton.hidden = !room.tableId;
    this.notButton.hidden = !payout || payout.due.validated || room.pane === 'right';
  }
}

/** The key of what each node shows. @type {WeakMap<Element, string>} */
const drawnKeys = new WeakMap();

/** The key of a button: its text. @param {Element} button */
const nameOf = (button) => (button.querySelector('b') ?? button).textContent;
