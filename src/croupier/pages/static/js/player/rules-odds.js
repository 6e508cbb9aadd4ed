// The exact odds on the rules page: a row for each wager, and the probability of each result.
import { element } from '../core/dom.js';
import { quotient, withCents } from '../core/money.js';
import { oneIn, percent, plainName } from '../core/page-parts.js';

/** @import { WagerFigures } from '../../../protocol-types' */

/**
 * @param {WagerFigures} result
 * @param {(wager: string) => string} label
 */
export function figureRow(result, label) {
  return element(
    'tr',
    {},
    element(
      'th',
      { scope: 'row' },
      label(result.wager),
      element('small', {}, result.paytable ? ` paytable ${result.paytable}` : ''),
    ),
    element('td', { class: 'num' }, percent(result.house_edge)),
    element('td', { class: 'num' }, percent(result.element_of_risk)),
    element(
      'td',
      { class: 'num' },
      `${percent(quotient(result.hit_frequency), 2)}`,
      element('small', {}, ` ${oneIn(quotient(result.hit_frequency))}`),
    ),
    element('td', { class: 'num' }, result.sd.toFixed(3)),
    element(
      'td',
      { class: 'num' },
      result.unit === 'ante' || result.wager === 'main' ? plainName(result.unit) : 'Own bet',
    ),
  );
}

/** "Win 6.5" for "win 13/2". @param {string} words */
const decimals = (words) => words.replace(/\d+\/\d+/g, (fraction) => String(Number(quotient(fraction).toFixed(4))));

/**
 * The probability of each result.
 * @param {WagerFigures} result
 * @param {(wager: string) => string} label
 */
export function odds(result, label) {
  const main = result.wager === 'main';
  const rows = result.outcomes
    .slice(0, 60)
    .map((outcome) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, main ? plainName(decimals(outcome.pays)) : plainName(outcome.outcome)),
        main ? null : element('td', { class: 'num' }, withCents(outcome.pays)),
        element('td', { class: 'num' }, oneIn(quotient(outcome.probability))),
        element('td', { class: 'num' }, percent(quotient(outcome.probability), 4)),
      ),
    );
  const more = result.outcomes.length - rows.length;
  return element(
    'details',
    {},
    element('summary', {}, `Odds: ${label(result.wager)}`),
    element(
      'div',
      { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': `Odds: ${label(result.wager)}` },
      element(
        'table',
        { class: 'grid-table' },
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            [...(main ? ['Net result, in units'] : ['Hand', 'Pays']), 'How often', 'Probability'].map((words, n) =>
              element('th', { scope: 'col', class: n ? 'num' : null }, words),
            ),
          ),
        ),
        element('tbody', {}, rows),
      ),
    ),
    more > 0 ? element('p', { class: 'fine' }, `${more} rarer results are not listed.`) : null,
    element('p', { class: 'fine' }, 'Exact expectation per unit bet: ', result.ev),
  );
}
