// The panel beside the table: the result, the payouts, the log of the round, and the table's limits.
import { whyButton } from '../core/clauses.js';
import { element } from '../core/dom.js';
import { dollars, withCents } from '../core/money.js';
import { groupPaytables } from './paytable-groups.js';
import { list } from './wagering.js';

/** @typedef {import('../core/types.js').Posted} Posted */

export class Panel {
  /**
   * @param {Posted} posted
   * @param {{company: (come: boolean) => void}} acts
   */
  constructor(posted, acts) {
    this.posted = posted;
    this.result = element('div', { class: 'result-place' });
    this.pays = element('section', { class: 'card-block pays', 'aria-labelledby': 'pays-title' });
    this.story = element('ol');
    this.lineCount = 0;
    this.root = element(
      'aside',
      { class: 'panel', 'aria-label': 'Result, payouts and round' },
      this.result,
      this.pays,
      element(
        'section',
        { class: 'card-block log', 'aria-labelledby': 'log-title' },
        element('h2', { id: 'log-title' }, 'This round'),
        this.story,
      ),
      this.notes(acts),
    );
    /** @type {Map<string, {cell: HTMLElement, row: HTMLElement}>} */
    this.cells = new Map();
    this.drawPays();
  }

  drawPays() {
    this.pays.append(element('h2', { id: 'pays-title' }, 'Payouts'));
    for (const group of groupPaytables(
      this.posted.paytables,
      this.posted.wagers.map((stake) => stake.name),
    )) {
      const body = element(
        'tbody',
        {},
        group.hands.map((hand) => {
          const rows = group.tables.map((table) => table.rows.find((row) => row.hand === hand));
          const line = element('tr', {}, element('th', { scope: 'row' }, rows.find(Boolean)?.words ?? ''));
          for (const cellRow of rows) {
            const cell = element(
              'td',
              cellRow ? { 'data-clause': cellRow.clause } : {},
              cellRow ? withCents(cellRow.pays.replace(' of the meter', ' of meter')) : '–',
            );
            line.append(cell);
            if (cellRow) this.cells.set(cellRow.clause, { cell, row: line });
          }
          return line;
        }),
      );
      const names = group.tables.map((table) => `${table.label}${table.letter ? ` ${table.letter}` : ''}`);
      this.pays.append(
        element(
          'table',
          {},
          element('caption', { class: 'unseen' }, `Payouts for ${names.join(', ')}`),
          element(
            'thead',
            {},
            element(
              'tr',
              {},
              element('th', { scope: 'col' }, 'Hand'),
              group.tables.map((table) => element('th', { scope: 'col' }, table.label)),
            ),
          ),
          body,
        ),
        element(
          'p',
          { class: 'fine' },
          `Paytable${names.length > 1 ? 's' : ''} ${names.join(', ')}. `,
          whyButton(group.tables.map((table) => table.clause)),
        ),
      );
    }
  }

  /** Highlight the rows that paid. @param {Set<string>} clauses */
  light(clauses) {
    for (const [clause, { cell, row }] of this.cells) {
      const lit = clauses.has(clause);
      cell.classList.toggle('hit', lit);
      row.classList.toggle(
        'lit',
        [...row.children].some((element) => element.classList.contains('hit')),
      );
    }
  }

  /** The name of the hand in the row that paid. @param {string[]} clauses */
  lineOf(clauses) {
    for (const table of this.posted.paytables) {
      const row = table.rows.find((row) => clauses.includes(row.clause));
      if (row) return row.words;
    }
    return '';
  }

  /**
   * @param {import('./round-story.js').LogLine[]} lines
   * @param {boolean} isNewRound
   */
  log(lines, isNewRound) {
    if (isNewRound) this.story.replaceChildren();
    for (const line of lines)
      this.story.append(element('li', {}, element('span', {}, line.words), whyButton(line.clauses, line.readings)));
    while (this.story.children.length > 80) this.story.firstChild?.remove();
  }

  /**
   * The table's limits, time limits, rule interpretations and approval.
   * @param {{company: (come: boolean) => void}} acts
   */
  notes(acts) {
    const { posted } = this;
    const { approved_at: approved, approval } = posted.in_force;
    const limits = posted.wagers
      .filter((stake) => !stake.equal_to)
      .map((stake) =>
        element(
          'li',
          {},
          element('span', {}, `${wagerNames(posted.wagers, stake)}: ${limitWords(stake)}`),
          whyButton([stake.clause]),
        ),
      );
    const readings = Object.keys(posted.readings).map((id) =>
      element('li', {}, element('span', {}, `Different reading of a rule (${id})`), whyButton([], [id])),
    );
    return element(
      'section',
      { class: 'card-block notes', 'aria-labelledby': 'notes-title' },
      element('h2', { id: 'notes-title' }, 'At this table'),
      element(
        'ul',
        {},
        limits,
        posted.payout_limit ? element('li', {}, `Maximum payout: ${dollars(posted.payout_limit)} per hand`) : null,
        element(
          'li',
          {},
          element(
            'span',
            {},
            `You have ${posted.times.betting} seconds to bet and ${posted.times.decision} seconds to decide. ` +
              'There is no time limit while you play alone.',
          ),
          whyButton([], ['X-25']),
        ),
        readings.length ? readings : element('li', {}, 'Standard reading of every rule'),
      ),
      element(
        'p',
        { class: 'company' },
        element('button', { type: 'button', class: 'link', onclick: () => acts.company(true) }, 'Add computer players'),
        ' ',
        element('button', { type: 'button', class: 'link', onclick: () => acts.company(false) }, 'Remove them'),
      ),
      element(
        'p',
        { class: 'fine' },
        approved
          ? `${approval === 'operator' ? 'Rules not yet approved by the regulator, opened' : 'Rules approved'} ` +
              new Date(approved * 1000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
          : 'Rules in effect',
      ),
    );
  }
}

/**
 * "Ante and Blind": a wager and those that must equal it.
 * @param {import('../core/types.js').Stake[]} wagers
 * @param {import('../core/types.js').Stake} stake
 */
function wagerNames(wagers, stake) {
  return list([stake, ...wagers.filter((wager) => wager.equal_to === stake.name)].map((wager) => wager.label));
}

/** @param {import('../core/types.js').Stake} stake */
export function limitWords(stake) {
  if (stake.fixed) return `one ${dollars(stake.fixed)} chip`;
  if (stake.chips?.length) return `one ${stake.chips.map(dollars).join(' or ')} chip`;
  const most = stake.maximum ? ` to ${dollars(stake.maximum)}` : ' or more';
  const range = `${dollars(stake.minimum ?? stake.increment ?? 100)}${most}`;
  return stake.increment && stake.increment !== 100 ? `${range}, in increments of ${dollars(stake.increment)}` : range;
}
