// The strip of open tables. Each shows its state, its money and its most urgent alert. A click or the table's number
// opens it.
import { element, updateChildren, mark } from '../core/dom.js';
import { dollars } from '../core/money.js';
import { capital, icon, keycap } from './staff-parts.js';

/** @typedef {import('./floor-data.js').FloorTable} FloorTable */
/** @typedef {import('./floor-data.js').Alert} Alert */

/** A time span such as "0:42" or "12:05". @param {number} seconds */
export function span(seconds) {
  const total = Math.max(0, Math.round(seconds));
  return total >= 3600
    ? `${Math.floor(total / 3600)} h ${String(Math.floor((total % 3600) / 60)).padStart(2, '0')}`
    : `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`;
}

/**
 * @param {Alert} alert
 * @param {number} now
 */
export function alertTime(alert, now) {
  if (alert.until) return alert.until > now ? `in ${span(alert.until - now)}` : 'now';
  return alert.since ? span(now - alert.since) : '';
}

/**
 * The state of a table: an icon and a few words.
 * @param {FloorTable} table
 * @param {number} now
 * @returns {[string, string]}
 */
export function statusWords(table, now) {
  const { kept: houseTable, strip } = table;
  if (houseTable.standing !== 'open') return ['lock', capital(houseTable.standing)];
  if (!strip) return ['chain', 'Starting'];
  if (strip.stopped) return ['lock', 'Stopped'];
  if (strip.act === 'wait') return ['dash', `Idle ${span(now - strip.since)}`];
  return ['play', strip.words.split(/[:(]/)[0].trim()];
}

export class StripView {
  /** @param {(table: string) => void} choose */
  constructor(choose) {
    this.choose = choose;
    /** Whether a pointer is pressed on a node, which is then not rebuilt. @type {(node: Node) => boolean} */
    this.under = () => false;
    this.node = element('nav', { class: 'strip', 'aria-label': 'Tables' });
  }

  /**
   * @param {FloorTable[]} tables
   * @param {string} selected
   * @param {number} now
   * @param {string} person
   */
  draw(tables, selected, now, person) {
    updateChildren(
      this.node,
      tables,
      (table) => table.kept.table,
      (table) =>
        element('button', {
          type: 'button',
          class: 'tbl',
          'data-table': table.kept.table,
          onclick: () => this.choose(table.kept.table),
        }),
      (node, table, at) => this.fill(node, table, at, selected, now, person),
    );
    mark(this.node, 'data-count', Math.min(6, tables.length));
  }

  /**
   * @param {HTMLElement} node
   * @param {FloorTable} table
   * @param {number} at
   * @param {string} selected
   * @param {number} now
   * @param {string} person
   */
  fill(node, table, at, selected, now, person) {
    const open = table.kept.table === selected;
    const yours = table.alerts.filter((alert) => alert.yours);
    const [first] = yours.length ? yours : table.alerts;
    const [sign, words] = statusWords(table, now);
    const look = [
      'tbl',
      open && 'open',
      yours.length && !open && 'wants',
      table.strip?.act === 'wait' && 'idle',
      table.floor === person && 'mine',
    ]
      .filter(Boolean)
      .join(' ');
    if (node.className !== look) node.className = look;
    mark(node, 'aria-pressed', String(open));
    const key = JSON.stringify([
      sign,
      words,
      table.strip?.round,
      table.float,
      table.strip?.meters,
      first,
      first && alertTime(first, now),
      yours.length,
      table.kept.dealer_name,
      table.floor_name,
      at,
    ]);
    if (node.dataset.shown === key || this.under(node)) return;
    node.dataset.shown = key;
    const rows = [
      ['Round', String(table.strip?.round ?? '—')],
      ['Float', table.float === null ? '—' : dollars(table.float)],
      ...meterRow(table),
      ['Dealer', table.kept.dealer_name || (table.kept.dealing === 'machine' ? 'machine' : 'none')],
    ].slice(0, 4);
    node.replaceChildren(
      element(
        'span',
        { class: 'head' },
        element('b', {}, table.kept.table),
        at < 6 ? keycap(String(at + 1), 'small') : null,
      ),
      element('span', { class: 'state' }, icon(sign), element('span', {}, words)),
      element(
        'span',
        { class: 'facts' },
        ...rows.flatMap(([name, value]) => [element('span', {}, name), element('i', {}, value)]),
      ),
      element(
        'span',
        { class: 'pend' },
        first ? icon(first.yours ? 'hand' : 'clock') : null,
        first ? element('span', {}, `${first.kind === 'call' ? 'Call: ' : ''}${first.words}`) : '',
        first && alertTime(first, now) ? element('time', {}, alertTime(first, now)) : null,
        yours.length > 1 ? element('em', {}, `+${yours.length - 1}`) : null,
      ),
    );
  }
}

/**
 * The largest progressive meter.
 * @param {FloorTable} table
 * @returns {string[][]}
 */
function meterRow(table) {
  const [largest] = Object.entries(table.strip?.meters ?? {}).sort((a, b) => b[1] - a[1]);
  return largest ? [['Meter', dollars(largest[1])]] : [];
}
