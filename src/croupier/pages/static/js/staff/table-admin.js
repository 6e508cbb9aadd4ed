// Administration of a table, with dealer, supervision, limits, tray, opening and closing. Each act is a form.
import { get, post } from '../core/api.js';
import { element } from '../core/dom.js';
import { CHIPS, REGULATIONS } from '../core/jurisdiction.js';
import { dollars, toCents } from '../core/money.js';
import { capital, clauseText, icon } from './staff-parts.js';
import { hour } from './console-sidebar.js';
import { mayDeal } from './dealer-file.js';
import { atTable, newId } from './floor-data.js';

/** @typedef {import('./floor-data.js').FloorTable} FloorTable */
/** @typedef {import('./floor-data.js').FloorView} FloorView */
/** @typedef {import('./floor-data.js').Primary} Primary */
/** @typedef {(work: () => Promise<unknown>) => Promise<void>} Asking */
/**
 * @typedef {{title: string, lead: string, clauses: string[], fields: HTMLElement[], go: string, small?: string,
 * ready: () => boolean, act: () => Promise<unknown>, then?: () => Promise<void>}} Form
 */

const COUNTS = ['opener', 'closer'];
/** The statement that a signature confirms. @type {Record<string, string>} */
const SIGNED = {
  fill: 'You confirm that the chips arrived, were counted at the table and are in the tray.',
  credit: 'You confirm that the chips were counted at the table and removed from the tray.',
  opener: 'You confirm that you counted the tray yourself and the slip is correct.',
  closer: 'You confirm that you counted the tray yourself and the slip is correct.',
};

/**
 * @param {string} words
 * @param {HTMLElement} input
 */
const labelled = (words, input) => element('label', { class: 'field' }, element('span', {}, words), input);

/**
 * @param {string} name
 * @param {string} [value]
 * @param {string} [hint]
 */
const text = (name, value = '', hint = '') =>
  element('input', { name, value, autocomplete: 'off', maxlength: 500, placeholder: hint });

export class TableSide {
  /**
   * @param {Asking} asking
   * @param {() => void} changed
   * @param {string} role
   */
  constructor(asking, changed, role) {
    this.asking = asking;
    this.changed = changed;
    this.role = role;
    /** @type {Form|null} */
    this.form = null;
    this.node = element('form', { class: 'sheet-form' });
    this.node.addEventListener('submit', (event) => event.preventDefault());
    this.node.addEventListener('input', () => this.changed());
    this.picked = '';
    this.at = 0;
  }

  /**
   * @param {string} key
   * @param {Form} form
   */
  open(key, form) {
    this.picked = key;
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
    this.changed();
    /** @type {HTMLElement|null} */ (this.node.querySelector('input, select'))?.focus();
  }

  close() {
    this.form = null;
    this.picked = '';
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
        this.asking(async () => {
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
        this.now('call', 'Answer the call', `${call.name}: ${call.words || 'Call'}`, () =>
          post(`/api/pit/calls/${call.call}/answer`, {}),
        ),
      ),
      table.floor === person
        ? this.now('unwatch', 'Stop supervising', 'You supervise it', () =>
            post('/api/pit/unwatch', { tables: [name] }),
          )
        : this.now(
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
        ? [this.button('limits', 'Change limits', 'with notice', () => this.limits(table, label))]
        : []),
      this.button('tray', 'Fill, credit or count', table.float === null ? 'Tray' : `Tray ${dollars(table.float)}`, () =>
        this.tray(table),
      ),
      this.button('slips', 'Tray slips', 'Sign, verify or void', () => this.slips(name)),
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
      { type: 'button', class: this.picked === key ? 'on' : '', 'data-act': key, onclick: () => act() },
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
  now(key, title, small, work) {
    return this.button(key, title, small, () => this.asking(work));
  }

  /** @param {FloorTable} table */
  changes(table) {
    const { change, table: name } = table.kept;
    if (!change) return [];
    const attest = (/** @type {string} */ action) => atTable(name, `changes/${change.change}/attest`, { what: action });
    return [
      ...(change.sign ? [] : [this.now('sign', 'Confirm sign posted', 'For the new limits', () => attest('sign'))]),
      ...(change.announced
        ? []
        : [this.now('announcement', 'Confirm players notified', 'About the new limits', () => attest('announcement'))]),
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
        ? 'The new dealer replaces the current one at once. A dealer can be at one table only.'
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
   * @param {FloorTable} table
   * @param {(wager: string) => string} label
   */
  limits(table, label) {
    const { kept: houseTable } = table;
    const rows = Object.entries(houseTable.limits).map(([wager, limit]) => ({
      wager,
      limit,
      low: text(`${wager}-minimum`, String((limit.minimum ?? 0) / 100)),
      high: text(`${wager}-maximum`, String((limit.maximum ?? 0) / 100)),
    }));
    const reason = text('reason');
    const changed = () =>
      Object.fromEntries(
        rows
          .filter(
            ({ limit, low, high }) =>
              toCents(low.value) !== (limit.minimum ?? 0) || toCents(high.value) !== (limit.maximum ?? 0),
          )
          .map(({ wager, limit, low, high }) => [
            wager,
            { ...limit, minimum: toCents(low.value), maximum: toCents(high.value) },
          ]),
      );
    this.open('limits', {
      title: 'New limits',
      lead:
        'If players are seated, new limits take effect 30 minutes after you post the sign and announce them. ' +
        'Otherwise they take effect immediately.',
      clauses: [REGULATIONS.limits_with_players],
      fields: [
        element(
          'table',
          { class: 'figures limits' },
          element(
            'thead',
            {},
            element(
              'tr',
              {},
              ...['Wager', 'Minimum now', 'New minimum', 'Maximum now', 'New maximum'].map((name) =>
                element('th', { scope: 'col' }, name),
              ),
            ),
          ),
          element(
            'tbody',
            {},
            ...rows.map(({ wager, limit, low, high }) =>
              element(
                'tr',
                {},
                element('th', { scope: 'row' }, label(wager)),
                element('td', {}, dollars(limit.minimum ?? 0)),
                element('td', {}, labeled(low, `New minimum for ${label(wager)}`)),
                element('td', {}, dollars(limit.maximum ?? 0)),
                element('td', {}, labeled(high, `New maximum for ${label(wager)}`)),
              ),
            ),
          ),
        ),
        labelled('Reason', reason),
      ],
      go: 'Post the new limits',
      small: 'hold for one second; then post the sign and tell the players',
      ready: () => Boolean(reason.value.trim()) && Object.keys(changed()).length > 0,
      act: () => atTable(houseTable.table, 'limits', { limits: changed(), reason: reason.value.trim() }),
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

  /** @param {FloorTable} table */
  tray(table) {
    const action = element(
      'select',
      { name: 'what' },
      ...['fill', 'credit', 'opener', 'closer'].map((item) =>
        element(
          'option',
          { value: item },
          {
            fill: 'Fill: chips to the tray',
            credit: 'Credit: chips back to the cage',
            opener: 'Opener: count at opening',
            closer: 'Closer: count at closing',
          }[item],
        ),
      ),
    );
    const counts = CHIPS.map(({ value: cents }) => ({
      cents,
      input: element('input', { name: `chip-${cents}`, inputmode: 'numeric', autocomplete: 'off', placeholder: '0' }),
    }));
    const sum = element('b', {}, dollars(0));
    const chips = () =>
      Object.fromEntries(
        counts
          .filter(({ input }) => Number(input.value) > 0)
          .map(({ cents, input }) => [String(cents), Number(input.value)]),
      );
    const total = () => counts.reduce((all, { cents, input }) => all + cents * (Number(input.value) || 0), 0);
    const id = newId();
    this.node.addEventListener('input', () => {
      sum.textContent = dollars(total());
    });
    this.open('tray', {
      title: 'Fill, credit or count',
      lead: 'This creates a numbered slip. Another person must sign it or verify the count.',
      clauses: [REGULATIONS.chip_slips],
      fields: [
        labelled('Type of slip', action),
        element(
          'div',
          { class: 'chips-form' },
          ...counts.map(({ cents, input }) => labelled(dollars(cents).replace(/\.00$/, ''), input)),
        ),
        element('p', {}, 'Total ', sum),
      ],
      go: 'Create the slip',
      small: 'recorded under your name; hold for one second',
      ready: () => total() > 0,
      act: () =>
        ['fill', 'credit'].includes(action.value)
          ? atTable(table.kept.table, 'chips', { id, what: action.value, chips: chips() })
          : atTable(table.kept.table, 'counts', { id, what: action.value, chips: chips() }),
    });
  }

  /** @param {string} table */
  slips(table) {
    return this.asking(() => this.slipList(table));
  }

  /** @param {string} table */
  async slipList(table) {
    const trays = await get('/api/cage/trays');
    const ownTray = trays.find((tray) => tray.table === table);
    const rows = (ownTray?.slips ?? [])
      .slice(0, 8)
      .map((slip) => this.slip(table, slip, ownTray?.next_signers[slip.number]));
    this.open('slips', {
      title: 'Tray slips',
      lead: ownTray
        ? `Recorded balance ${dollars(ownTray.expected)}, in transit ${dollars(ownTray.in_transit)}.`
        : 'No slips yet.',
      clauses: [REGULATIONS.chip_slips],
      fields: [element('ul', { class: 'slips' }, ...rows)],
      go: 'Choose an action for a slip',
      ready: () => false,
      act: async () => undefined,
    });
  }

  /**
   * @param {string} table
   * @param {import('../../../protocol-types').TraySlip} slip
   * @param {import('../../../protocol-types').NextSigner | undefined} next
   */
  slip(table, slip, next) {
    const count = COUNTS.includes(slip.what);
    const open = !slip.done && !slip.void;
    const state = slip.void
      ? 'void'
      : slip.done
        ? count
          ? 'verified'
          : 'done'
        : count
          ? 'needs a second count'
          : `waits for ${next?.title ?? 'the cage'}`;
    const button = (/** @type {string} */ words, /** @type {string} */ sign, /** @type {() => void} */ act) =>
      element(
        'button',
        { type: 'button', class: 'btn small', 'data-slip': `${words.toLowerCase()} ${slip.number}`, onclick: act },
        sign ? icon(sign) : null,
        words,
      );
    return element(
      'li',
      {},
      element('b', {}, `${slip.number} · ${capital(slip.what)}`),
      element('span', {}, `${dollars(slip.cents)}, ${state}`),
      open
        ? element(
            'span',
            { class: 'buttons' },
            count
              ? button('Verify', 'two', () => this.signSlip(table, slip))
              : next?.roles.includes('floor')
                ? button('Sign', '', () => this.signSlip(table, slip))
                : null,
            button('Void', '', () => this.voidSlip(table, slip)),
          )
        : null,
    );
  }

  /**
   * Sign a slip or verify a count, with confirmation.
   * @param {string} table
   * @param {import('../../../protocol-types').TraySlip} slip
   */
  signSlip(table, slip) {
    const { number, what: action, cents } = slip;
    const words = COUNTS.includes(action) ? `Verify count ${number}` : `Sign slip ${number}`;
    const writer = slip.asked.by.split(':')[0].replaceAll('_', ' ');
    this.open('slip', {
      title: `${words}: ${action} of ${dollars(cents)}`,
      lead: `${SIGNED[action]} Created by ${writer} at ${hour(slip.asked.at).slice(0, 5)}; another person must sign.`,
      clauses: [REGULATIONS.chip_slips],
      fields: [],
      go: words,
      small: 'recorded under your name; hold for one second',
      ready: () => true,
      act: () => atTable(table, COUNTS.includes(action) ? `counts/${number}/verify` : `slips/${number}/sign`),
      then: () => this.slipList(table),
    });
  }

  /**
   * @param {string} table
   * @param {import('../../../protocol-types').TraySlip} slip
   */
  voidSlip(table, slip) {
    const reason = text('reason');
    this.open('slip', {
      title: `Void slip ${slip.number}: ${slip.what} of ${dollars(slip.cents)}`,
      lead: `The slip is canceled and keeps its number.${slip.left ? ' Return its chips first.' : ''}`,
      clauses: [REGULATIONS.chip_slips],
      fields: [labelled('Reason', reason)],
      go: `Void slip ${slip.number}`,
      ready: () => Boolean(reason.value.trim()),
      act: () => atTable(table, `slips/${slip.number}/void`, { reason: reason.value.trim() }),
      then: () => this.slipList(table),
    });
  }

  /**
   * Open a new table, or reopen a closed one.
   * @param {FloorView} status
   * @param {(table: string) => void} onOpen
   */
  async openForm(status, onOpen) {
    await this.asking(async () => {
      const titles = await titlesOf();
      const submissions = (await get('/api/submissions')).filter((submission) =>
        JSON.stringify(submission).includes('"approved"'),
      );
      const closedTables = status.tables.filter((table) => table.kept.standing === 'closed');
      const submission = element(
        'select',
        { name: 'submission' },
        ...submissions.map((submission) =>
          element('option', { value: submission.submission }, titled(submission, titles)),
        ),
      );
      const dealing = element(
        'select',
        { name: 'dealing' },
        element('option', { value: 'live' }, 'Dealer with real cards'),
        element('option', { value: 'machine' }, 'Machine'),
      );
      const money = element(
        'select',
        { name: 'money' },
        element('option', { value: 'play' }, 'Play money'),
        element('option', { value: 'real' }, 'Real money'),
      );
      const name = text('table', '', '');
      const propose = () => {
        name.placeholder = `${submission.value || 'table'}-2`;
      };
      submission.addEventListener('change', propose);
      propose();
      const reopenForms = closedTables.map((table) =>
        element(
          'button',
          {
            type: 'button',
            class: 'btn small',
            onclick: () => {
              name.value = table.kept.table;
              submission.value = table.kept.submission;
              dealing.value = table.kept.dealing;
              money.value = table.kept.money;
              this.changed();
            },
          },
          `Reopen ${table.kept.table}`,
        ),
      );
      this.open('open', {
        title: 'Open a table',
        lead: 'The table uses the approved rules submission. With real cards, you and the dealer prepare them next.',
        clauses: [REGULATIONS.approval],
        fields: [
          ...(reopenForms.length ? [element('div', { class: 'buttons' }, ...reopenForms)] : []),
          labelled('Table name', name),
          labelled('Rules submission', submission),
          labelled('Dealt by', dealing),
          labelled('Money', money),
        ],
        go: 'Open the table',
        small: 'hold for one second',
        ready: () => /^[a-z0-9][a-z0-9._-]{0,39}$/.test(name.value) && Boolean(submission.value),
        act: async () => {
          await post('/api/pit', {
            table: name.value,
            submission: submission.value,
            money: money.value,
            dealing: dealing.value,
          });
          onOpen(name.value);
        },
      });
    });
  }
}

/** Titles of games by name. @returns {Promise<Record<string, string>>} */
async function titlesOf() {
  const rules = await get('/api/rules').catch(() => []);
  return Object.fromEntries(rules.map((rule) => [rule.game, rule.title]));
}

/**
 * The game and the submission, or only the game if the submission has the same name.
 * @param {import('../../../protocol-types').SubmissionView} submission
 * @param {Record<string, string>} titles
 */
function titled(submission, titles) {
  const name = submission.submission;
  const title = titles[submission.game];
  return title && name !== submission.game ? `${title} · ${name}` : (title ?? name);
}

/**
 * @param {HTMLInputElement} input
 * @param {string} words
 */
function labeled(input, words) {
  input.setAttribute('aria-label', words);
  input.setAttribute('inputmode', 'decimal');
  return input;
}
