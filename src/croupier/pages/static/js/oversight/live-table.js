// A live table for surveillance: the felt, the table log and alerts. The view of the table is read-only.
// Face-down cards stay hidden until the round is over. Playback shows them afterward.
import { get, post, Refused } from '../core/api.js';
import { explain } from '../core/clauses.js';
import { element, mark, say } from '../core/dom.js';
import { createFelt } from '../table/table-picture.js';
import { linesOf } from '../staff/table-log.js';
import { Connection } from '../table/connection.js';
import { clauseText } from '../staff/staff-parts.js';
import { clockWords, panel, tell, timeOf } from './oversight-parts.js';

const EVERY = 3000; // milliseconds between two requests for all tables
const LINES = 60;
const WATCHER_ROLES = ['surveillance', 'regulator', 'pit_manager', 'floor']; // roles that may watch

const INCIDENTS = ['void', 'correction']; // kinds of alerts that the page shows in every view

/** @typedef {import('../staff/floor-data.js').FloorView} FloorView */

/**
 * @param {HTMLElement} place
 * @param {string[]} roles
 * @param {(incidents: string[]) => void} notice takes the incidents that the person has not seen here, latest first
 */
export function live(place, roles, notice) {
  const role = WATCHER_ROLES.find((name) => roles.includes(name)) ?? '';
  const list = element('ol', { class: 'eye-hits' });
  const fault = element('p', { class: 'refusal', role: 'alert' });
  const stage = element(
    'section',
    { class: 'eye-col' },
    element(
      'p',
      { class: 'eye-panel eye-none' },
      'Choose a table to watch it live. Face-down cards stay hidden until the round is over.',
    ),
  );
  const alerts = element('ol', { class: 'eye-alerts' });
  const recorded = element('ol', { class: 'eye-recorded' });
  place.append(
    element(
      'section',
      { class: 'eye-col' },
      element(
        'section',
        { class: 'eye-panel eye-scroll eye-fill', 'aria-label': 'Tables', tabindex: '0' },
        element('h2', {}, 'Tables'),
        list,
        fault,
      ),
    ),
    stage,
    element(
      'section',
      { class: 'eye-col' },
      panel('To acknowledge', 'eye-scroll eye-open', recorded),
      panel('Alerts', 'eye-scroll eye-fill', alerts),
    ),
  );
  let selected = '';
  /** @type {Connection|null} */
  let connection = null;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  let isShown = false;
  /** Incidents that the person has seen in this view. @type {Set<string>} */
  const seenAlerts = new Set();

  async function look() {
    clearTimeout(timer);
    try {
      const status = await get('/api/pit/floor');
      if (isShown) draw(status);
      notice(incidentsOf(status).filter((words) => !(isShown ? seenAlerts.add(words) : seenAlerts).has(words)));
      say(fault, '');
    } catch (refused) {
      tell(fault, refused);
    }
    timer = setTimeout(look, EVERY);
  }

  /** @param {FloorView} status */
  function draw(status) {
    const open = status.tables.filter((table) => table.kept.standing !== 'closed');
    list.replaceChildren(
      ...open.map((table) =>
        element(
          'li',
          {},
          element(
            'button',
            {
              type: 'button',
              'data-table': table.kept.table,
              'aria-current': table.kept.table === selected ? 'true' : null,
              onclick: () => choose(table.kept.table),
            },
            element('b', {}, table.kept.table),
            element('time', {}, table.strip ? `round ${table.strip.round}` : table.kept.standing),
            element(
              'span',
              {},
              table.strip?.words ?? 'Starting',
              ' · ',
              table.kept.dealer_name || (table.kept.dealing === 'machine' ? 'machine' : 'no dealer'),
            ),
          ),
        ),
      ),
    );
    const openAlerts = open.flatMap((table) => table.alerts.map((alert) => ({ table: table.kept.table, alert })));
    alerts.replaceChildren(
      ...openAlerts.map(({ table, alert }) =>
        element(
          'li',
          { 'data-kind': alert.kind },
          element('b', {}, table),
          element('span', {}, alert.kind === 'call' ? ` Call: ${alert.words}` : ` ${alert.words}`),
          clauseText(alert.clauses.slice(0, 1)),
          element(
            'small',
            {},
            alert.until ? clockWords(alert.until, status.at) : alert.since ? timeOf(alert.since) : '',
          ),
        ),
      ),
    );
    drawAlerts(status);
    if (!openAlerts.length) alerts.append(element('li', { class: 'eye-none' }, 'No alerts.'));
  }

  /** Alerts that stay until surveillance acknowledges them, newest first. @param {FloorView} status */
  function drawAlerts(status) {
    const key = JSON.stringify(status.alerts);
    if (recorded.dataset.shown === key) return; // rebuilding would lose a click
    recorded.dataset.shown = key;
    recorded.replaceChildren(
      ...status.alerts.map((alert) =>
        element(
          'li',
          { 'data-kind': alert.kind },
          element('b', {}, alert.table),
          element('span', {}, ` ${alert.words}`),
          clauseText(alert.clauses.slice(0, 1)),
          element('small', {}, `${alert.name || 'The table'}, ${timeOf(alert.at)}`),
          role === 'surveillance' && alert.kind !== 'small_win'
            ? element(
                'button',
                { type: 'button', class: 'eye-button', onclick: () => acknowledge(alert.alert) },
                'Acknowledge',
              )
            : null,
        ),
      ),
    );
    if (!status.alerts.length) recorded.append(element('li', { class: 'eye-none' }, 'Nothing to acknowledge.'));
  }

  /** @param {number} alert */
  async function acknowledge(alert) {
    try {
      draw(/** @type {FloorView} */ (await post(`/api/alerts/${alert}/acknowledge`, {})));
      say(fault, '');
    } catch (refused) {
      tell(fault, refused);
    }
  }

  /** @param {string} table */
  async function choose(table) {
    selected = table;
    connection?.closeSocket();
    for (const each of list.querySelectorAll('[data-table]'))
      mark(each, 'aria-current', each.getAttribute('data-table') === table ? 'true' : null);
    try {
      const posted = await get(`/api/tables/${encodeURIComponent(table)}`);
      if (table === selected) watch(table, posted);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      tell(fault, refused);
    }
  }

  /**
   * @param {string} table
   * @param {import('../core/types.js').Posted} posted
   */
  function watch(table, posted) {
    const box = element('section', { class: 'eye-felt', 'aria-label': `Table ${table}, live` });
    const line = element('b', {}, 'Connecting');
    const lineList = element('ol', { class: 'eye-acts eye-said' });
    stage.replaceChildren(
      element(
        'div',
        { class: 'eye-feltbox' },
        element('p', { class: 'eye-when' }, line, element('span', {}, `${posted.title}, ${table}`)),
        box,
      ),
      element(
        'section',
        {
          class: 'eye-panel eye-scroll eye-fill',
          'aria-label': 'Table log, latest first',
          tabindex: '0',
        },
        lineList,
      ),
    );
    const picture = createFelt(box, posted, { why: explain });
    connection = new Connection(table, {
      frame: (frame, fresh) => {
        if (fresh) lineList.replaceChildren();
        const lines = frame.entries.flatMap((entry) => linesOf(entry)).reverse();
        lineList.prepend(
          ...lines.map((line) =>
            element(
              'li',
              {},
              element('i', {}, ''),
              element('time', {}, timeOf(line.at)),
              element('span', {}, line.words),
              clauseText(line.clauses.slice(0, 2)),
            ),
          ),
        );
        while (lineList.children.length > LINES) lineList.lastElementChild?.remove();
        const isSettled = (frame.sight.seats ?? []).some((seat) => seat.outcomes?.length);
        picture.draw({
          sight: frame.sight,
          turn: frame.sight.turn,
          own: null,
          staged: {},
          ready: [],
          phase: isSettled ? 'settled' : 'live',
          results: isSettled,
          events: frame.entries.flat(),
        });
      },
      line: (now) => say(line, now === 'open' ? 'Live' : now === 'ended' ? 'Not available' : 'Connection lost'),
    });
    connection.as = role;
    connection.connect();
  }

  look();
  return {
    show: () => {
      isShown = true;
      look();
    },
    hide: () => {
      isShown = false;
    },
  };
}

/** Void rounds and corrections at all tables, latest first. @param {FloorView} status */
function incidentsOf(status) {
  return status.tables
    .flatMap((table) => table.alerts.map((alert) => ({ ...alert, table: table.kept.table })))
    .filter((alert) => INCIDENTS.includes(alert.kind))
    .sort((a, b) => (b.since ?? 0) - (a.since ?? 0))
    .map((alert) => `${alert.table}: ${alert.words}`);
}
