// Administration of a table: dealer, supervision, limits, tray, opening and closing. Each act is a form.
import { post } from '../core/api.js';
import { element } from '../core/dom.js';
import { REGULATIONS } from '../core/jurisdiction.js';
import { dollars } from '../core/money.js';
import { clauseText } from './staff-parts.js';
import { hour } from './console-sidebar.js';
import { mayDeal } from './dealer-file.js';
import { atTable } from './floor-data.js';
import { labelled, text } from './form-fields.js';
import { openLimits } from './limits-form.js';
import { openSlips, openTray } from './tray-forms.js';

/** @typedef {import('./floor-data.js').FloorTable} FloorTable */
/** @typedef {import('./floor-data.js').FloorView} FloorView */
/** @typedef {import('./floor-data.js').Primary} Primary */
/** @typedef {(work: () => Promise<unknown>) => Promise<void>} RunWork */
/**
 * @typedef {{title: string, lead: string, clauses: string[], fields: HTMLElement[], go: string, small?: string,
 * ready: () => boolean, act: () => Promise<unknown>, then?: () => Promise<void>}} Form
 */

export class TableSide {
  /**
   * @param {RunWork} run
   * @param {() => void} onChange
   * @param {string} role
   */
  constructor(run, onChange, role) {
    this.run = run;
    this.onChange = onChange;
    this.role = role;
    /** @type {Form|null} */
    this.form = null;
    this.node = element('form', { class: 'sheet-form' });
    this.node.addEventListener('submit', (event) => event.preventDefault());
    this.node.addEventListener('input', () => this.onChange());
    this.openAct = '';
    this.at = 0;
  }

  /**
   * @param {string} key
   * @param {Form} form
   */
  open(key, form) {
    this.openAct = key;
    this.form = form;
    this.at = performance.now();
    this.node.replaceChildren(
      element(
        'div',
        {},
        element('h1', {}, form.title),
        element('p', { class: 'lead' }, `${form.lead} `, clauseText(form.clauses)),
      ),
      element('div', { class: 'controls' }, ...form.fields),
    );
    this.onChange();
    /** @type {HTMLElement|null} */ (this.node.querySelector('input, select'))?.focus();
  }

  close() {
    this.form = null;
    this.openAct = '';
  }

  /** @returns {Primary|null} */
  get primary() {
    const { form } = this;
    if (!form) return null;
    const ready = form.ready();
    return {
      words: form.go,
      small: ready ? (form.small ?? 'press and hold for one second') : 'fill in the form first',
      ready,
      act: () =>
        this.run(async () => {
          await form.act();
          this.close();
          await form.then?.();
        }),
    };
  }

  /**
   * The buttons of one table.
   * @param {FloorTable} table
   * @param {FloorView} status
   * @param {string} person
   * @param {(wager: string) => string} label
   * @returns {HTMLElement[]}
   */
  buttons(table, status, person, label) {
    const { kept: houseTable } = table;
    const name = houseTable.table;
    const manager = this.role === 'pit_manager';
    const buttons = [
      ...houseTable.calls.map((call) =>
        this.commandButton('call', 'Answer the call', `${call.name}: ${call.words || 'Call'}`, () =>
          post(`/api/pit/calls/${call.call}/answer`, {}),
        ),
      ),
      table.floor === person
        ? this.commandButton('unwatch', 'Stop supervising', 'You supervise it', () =>
            post('/api/pit/unwatch', { tables: [name] }),
          )
        : this.commandButton(
            'watch',
            'Supervise this table',
            table.floor_name ? `${table.floor_name} supervises it` : 'No supervisor',
            () => post('/api/pit/watch', { tables: [name] }),
          ),
      ...(houseTable.dealing === 'machine'
        ? []
        : [
            this.button(
              'relief',
              houseTable.dealer ? 'Relieve the dealer' : 'Send a dealer',
              houseTable.dealer_name || 'No dealer',
              () => this.relief(table, status),
            ),
          ]),
      ...(houseTable.dealer
        ? [this.button('off', 'Log the dealer off', houseTable.dealer_name, () => this.logOff(table))]
        : []),
      ...(houseTable.inspection_due && houseTable.dealing !== 'machine'
        ? [this.button('inspection', 'Inspect shoe and shuffler', 'due today', () => this.inspection(name))]
        : []),
      ...this.changes(table),
      ...(manager && !houseTable.change
        ? [this.button('limits', 'Change limits', 'with notice', () => openLimits(this, table, label))]
        : []),
      this.button('tray', 'Fill, credit or count', table.float === null ? 'Tray' : `Tray ${dollars(table.float)}`, () =>
        openTray(this, table),
      ),
      this.button('slips', 'Tray slips', 'Sign, verify or void', () => openSlips(this, name)),
      houseTable.standing === 'disabled'
        ? manager
          ? this.button('enable', 'Enable the table', houseTable.reason, () =>
              this.because(name, 'enable', 'Enable the table', 'New rounds can start again.'),
            )
          : null
        : this.button('disable', 'Disable the table', 'After the current round', () =>
            this.because(
              name,
              'disable',
              'Disable the table',
              'The current round will finish, and no new round will start. A pit manager can enable the table again.',
            ),
          ),
      manager
        ? this.button('close', 'Close the table', 'When the round is over', () =>
            this.because(
              name,
              'close',
              'Close the table',
              'Finish the round, let the players leave and count the tray first.',
            ),
          )
        : null,
    ];
    return [
      element('div', { class: 'report' }, ...buttons),
      element(
        'div',
        { class: 'buttons links' },
        element('a', { class: 'btn', href: `/pit/${encodeURIComponent(name)}` }, 'Open dealer console'),
        element('a', { class: 'btn', href: `/api/pit/${encodeURIComponent(name)}/forms?form=pdf` }, 'Print forms'),
        element('a', { class: 'btn', href: '/card-readers' }, 'Card readers'),
      ),
    ];
  }

  /**
   * @param {string} key
   * @param {string} title
   * @param {string} small
   * @param {() => void|Promise<void>} act
   */
  button(key, title, small, act) {
    return element(
      'button',
      { type: 'button', class: this.openAct === key ? 'on' : '', 'data-act': key, onclick: () => act() },
      element('b', {}, title),
      element('small', {}, element('span', {}, small)),
    );
  }

  /**
   * A button for an act that moves nothing and is easy to undo. It has no confirmation.
   * @param {string} key
   * @param {string} title
   * @param {string} small
   * @param {() => Promise<unknown>} work
   */
  commandButton(key, title, small, work) {
    return this.button(key, title, small, () => this.run(work));
  }

  /** @param {FloorTable} table */
  changes(table) {
    const { change, table: name } = table.kept;
    if (!change) return [];
    const attest = (/** @type {string} */ action) => atTable(name, `changes/${change.change}/attest`, { what: action });
    return [
      ...(change.sign
        ? []
        : [this.commandButton('sign', 'Confirm sign posted', 'For the new limits', () => attest('sign'))]),
      ...(change.announced
        ? []
        : [
            this.commandButton('announcement', 'Confirm players notified', 'About the new limits', () =>
              attest('announcement'),
            ),
          ]),
      ...(this.role === 'pit_manager' && change.limits_alone
        ? [
            this.button(
              'withdraw',
              'Withdraw the change',
              change.notice_ends ? `Takes effect at ${hour(change.notice_ends).slice(0, 5)}` : 'Notice has not started',
              () => {
                const reason = text('reason');
                this.open('withdraw', {
                  title: 'Keep the current limits',
                  lead: 'This cancels the pending change.',
                  clauses: [REGULATIONS.limits_with_players],
                  fields: [labelled('Reason', reason)],
                  go: 'Withdraw the change',
                  ready: () => Boolean(reason.value.trim()),
                  act: () => atTable(name, `changes/${change.change}/withdraw`, { reason: reason.value.trim() }),
                });
              },
            ),
          ]
        : []),
    ];
  }

  /**
   * @param {FloorTable} table
   * @param {FloorView} status
   */
  relief(table, status) {
    const { kept: houseTable } = table;
    const free = status.dealers.filter((dealer) => !dealer.deals_at);
    const list = element(
      'select',
      { name: 'dealer' },
      ...free.map((dealer) =>
        element(
          'option',
          { value: dealer.person },
          `${dealer.name}${mayDeal(dealer, houseTable.game) ? '' : ' (no license or table test on file)'}`,
        ),
      ),
    );
    this.open('relief', {
      title: houseTable.dealer ? `Relieve ${houseTable.dealer_name}` : `Send a dealer to ${houseTable.table}`,
      lead: free.length
        ? 'The new dealer replaces the current one at once. A dealer can be at only one table.'
        : 'No dealer is available. Relieve one at another table first.',
      clauses: [REGULATIONS.supervision],
      fields: free.length ? [labelled('Dealer', list)] : [],
      go: 'Send the dealer',
      ready: () => free.length > 0,
      act: () => atTable(houseTable.table, 'relief', { person: list.value }),
    });
  }

  /** @param {FloorTable} table */
  logOff(table) {
    const { kept: houseTable } = table;
    this.open('off', {
      title: `Log off ${houseTable.dealer_name}`,
      lead: 'The table waits until another dealer logs on.',
      clauses: [REGULATIONS.supervision],
      fields: [],
      go: 'Log the dealer off',
      ready: () => true,
      act: () => atTable(houseTable.table, 'log-off'),
    });
  }

  /** @param {string} table */
  inspection(table) {
    const fault = text('fault', '', 'Leave blank if everything is OK');
    this.open('inspection', {
      title: 'Inspect shoe and shuffler',
      lead: 'Inspect them once per gaming day. If you report a fault, the table is disabled.',
      clauses: [REGULATIONS.device_inspection],
      fields: [labelled('Fault found', fault)],
      go: 'Save the inspection',
      small: 'recorded under your name',
      ready: () => true,
      act: () => atTable(table, 'inspection', { fault: fault.value.trim() }),
    });
  }

  /**
   * @param {string} table
   * @param {string} action
   * @param {string} title
   * @param {string} lead
   */
  because(table, action, title, lead) {
    const reason = text('reason');
    this.open(action, {
      title,
      lead,
      clauses: [],
      fields: [labelled('Reason', reason)],
      go: title,
      ready: () => Boolean(reason.value.trim()),
      act: () => atTable(table, action, { reason: reason.value.trim() }),
    });
  }
}
