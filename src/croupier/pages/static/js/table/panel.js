// Beside the table: the result, what pays, the story of the round, what holds at this table.
import { whyButton } from '../core/clauses.js';
import { element } from '../core/dom.js';
import { dollars, withCents } from '../core/money.js';
import { handWords } from './round-story.js';

/** @typedef {import('../core/types.js').Posted} Posted */
/** @typedef {import('../core/types.js').PostedPaytable} Paytable */

const COLUMNS = 3; // wagers that stand side by side

/**
 * Paytables whose hands are mostly the same stand in one table, in the order of the wagers.
 * @param {Paytable[]} paytables
 * @param {string[]} order
 */
export function grouped(paytables, order) {
  /** @type {{hands: string[], tables: Paytable[]}[]} */
  const groups = [];
  for (const table of [...paytables].sort((a, b) => place(order, a.wager) - place(order, b.wager))) {
    const hands = table.rows.map((row) => row.hand);
    const fits = groups.find(
      (group) =>
        group.tables.length < COLUMNS && hands.filter((hand) => group.hands.includes(hand)).length * 2 >= hands.length,
    );
    if (fits) {
      fits.tables.push(table);
      fits.hands = merged(fits.hands, hands);
    } else {
      groups.push({ hands, tables: [table] });
    }
  }
  return groups;
}

/**
 * @param {string[]} order
 * @param {string} wager
 */
function place(order, wager) {
  return order.includes(wager) ? order.indexOf(wager) : order.length;
}

/**
 * Two orders of hands, best first, as one.
 * @param {string[]} first
 * @param {string[]} second
 */
function merged(first, second) {
  const all = [...first];
  second.forEach((hand, n) => {
    if (all.includes(hand)) return;
    const before = second
      .slice(0, n)
      .reverse()
      .find((one) => all.includes(one));
    all.splice(before ? all.indexOf(before) + 1 : 0, 0, hand);
  });
  return all;
}

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
    this.told = 0;
    this.root = element(
      'aside',
      { class: 'panel', 'aria-label': 'Result, paytables and round' },
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
    this.pays.append(element('h2', { id: 'pays-title' }, 'What pays'));
    for (const group of grouped(
      this.posted.paytables,
      this.posted.wagers.map((stake) => stake.name),
    )) {
      const body = element(
        'tbody',
        {},
        group.hands.map((hand) => {
          const line = element('tr', {}, element('th', { scope: 'row' }, handWords(hand)));
          for (const table of group.tables) {
            const found = table.rows.find((row) => row.hand === hand);
            const cell = element(
              'td',
              found ? { title: found.clause } : {},
              found ? withCents(found.pays.replace(' of the meter', ' meter')) : '–',
            );
            line.append(cell);
            if (found) this.cells.set(found.clause, { cell, row: line });
          }
          return line;
        }),
      );
      const names = group.tables.map((table) => `${table.label}${table.letter ? ` ${table.letter}` : ''}`);
      this.pays.append(
        element(
          'table',
          {},
          element('caption', { class: 'unseen' }, `${names.join(', ')}: what each hand pays`),
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

  /** The lines that paid are lit. @param {Set<string>} clauses */
  light(clauses) {
    for (const [clause, { cell, row }] of this.cells) {
      const lit = clauses.has(clause);
      cell.classList.toggle('hit', lit);
      row.classList.toggle(
        'lit',
        [...row.children].some((one) => one.classList.contains('hit')),
      );
    }
  }

  /** The words of the line that paid. @param {string[]} clauses */
  lineOf(clauses) {
    for (const table of this.posted.paytables) {
      const row = table.rows.find((one) => clauses.includes(one.clause));
      if (row) return handWords(row.hand);
    }
    return '';
  }

  /**
   * @param {import('./round-story.js').Told[]} told
   * @param {boolean} anew
   */
  tell(told, anew) {
    if (anew) this.story.replaceChildren();
    for (const one of told)
      this.story.append(element('li', {}, element('span', {}, one.words), whyButton(one.clauses, one.readings)));
    while (this.story.children.length > 80) this.story.firstChild?.remove();
  }

  /**
   * What holds here: limits, times, readings, the submission in force.
   * @param {{company: (come: boolean) => void}} acts
   */
  notes(acts) {
    const { posted } = this;
    const { approved_at: approved, approval } = /** @type {any} */ (posted).in_force ?? {};
    const limits = posted.wagers
      .filter((stake) => !stake.equal_to)
      .map((stake) =>
        element(
          'li',
          {},
          element(
            'span',
            {},
            `${[stake, ...posted.wagers.filter((one) => one.equal_to === stake.name)].map((one) => one.label).join(' = ')}: ${limitWords(stake)}`,
          ),
          whyButton([stake.clause]),
        ),
      );
    const readings = Object.entries(posted.readings).map(([id, taken]) =>
      element('li', {}, element('span', {}, `Reading ${id} is taken as ${taken}`), whyButton([], [id])),
    );
    return element(
      'section',
      { class: 'card-block notes', 'aria-labelledby': 'notes-title' },
      element('h2', { id: 'notes-title' }, 'At this table'),
      element(
        'ul',
        {},
        limits,
        posted.payout_limit ? element('li', {}, `Payout limit ${dollars(posted.payout_limit)} a hand`) : null,
        element(
          'li',
          {},
          element(
            'span',
            {},
            `${posted.times.betting} seconds to bet after the first wager, ${posted.times.decision} seconds to decide. Complete bets on the felt when the time ends count. No clock runs while you play alone, unless you switch it on in Settings.`,
          ),
          whyButton([], ['X-25']),
        ),
        readings.length ? readings : element('li', {}, 'All readings are the rule book’s own.'),
      ),
      element(
        'p',
        { class: 'company' },
        element('button', { type: 'button', class: 'link', onclick: () => acts.company(true) }, 'Ask for company'),
        ' ',
        element('button', { type: 'button', class: 'link', onclick: () => acts.company(false) }, 'Let it go'),
      ),
      element(
        'p',
        { class: 'fine' },
        approved
          ? `Rules Submission ${approval === 'operator' ? 'accepted on the operator’s word' : 'approved'} ${new Date(approved * 1000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}`
          : 'Rules Submission in force',
      ),
    );
  }
}

/** @param {import('../core/types.js').Stake} stake */
export function limitWords(stake) {
  if (stake.fixed) return `one chip of ${dollars(stake.fixed)}`;
  if (stake.chips?.length) return `one chip of ${stake.chips.map(dollars).join(' or ')}`;
  const range = `${dollars(stake.minimum ?? stake.increment ?? 100)}${stake.maximum ? ` to ${dollars(stake.maximum)}` : ' or more'}`;
  return stake.increment && stake.increment !== 100 ? `${range}, in steps of ${dollars(stake.increment)}` : range;
}
