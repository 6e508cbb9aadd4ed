// The form for new limits of a table.
import { element } from '../core/dom.js';
import { REGULATIONS } from '../core/jurisdiction.js';
import { dollars, toCents } from '../core/money.js';
import { atTable } from './floor-data.js';
import { labelled, text } from './form-fields.js';

/** @typedef {import('./floor-data.js').FloorTable} FloorTable */
/** @typedef {import('./table-admin.js').TableSide} TableSide */

/**
 * @param {TableSide} side
 * @param {FloorTable} table
 * @param {(wager: string) => string} label
 */
export function openLimits(side, table, label) {
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
  side.open('limits', {
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
              element('td', {}, setLabel(low, `New minimum for ${label(wager)}`)),
              element('td', {}, dollars(limit.maximum ?? 0)),
              element('td', {}, setLabel(high, `New maximum for ${label(wager)}`)),
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
 * @param {HTMLInputElement} input
 * @param {string} words
 */
function setLabel(input, words) {
  input.setAttribute('aria-label', words);
  input.setAttribute('inputmode', 'decimal');
  return input;
}
