// A progressive win or large payout that is waiting for the floor: the hand, the amount, the checks and the
// signatures. No one can do all steps alone.
import { element } from '../core/dom.js';
import { dollars } from '../core/money.js';
import { capital, cardRow, clauseText, icon } from './staff-parts.js';
import { hour } from './console-sidebar.js';
import { atTable } from './floor-data.js';

/** @typedef {import('./floor-data.js').Payout} Payout */
/** @typedef {import('./floor-data.js').Primary} Primary */
/** @typedef {import('./console-view.js').View} View */
/** @typedef {{words: string, small: string, clauses: string[], done: boolean, now: boolean}} Check */

/**
 * @param {string} by
 * @param {Record<string, string>} names
 */
const nameOf = (by, names) => names[by.split(':')[1] ?? ''] ?? by.split(':')[0].replaceAll('_', ' ');

export class Jackpot {
  /**
   * @param {string} table
   * @param {string} role
   * @param {string} person
   * @param {import('./commands.js').Send} send
   * @param {(work: () => Promise<unknown>) => Promise<void>} run
   */
  constructor(table, role, person, send, run) {
    this.table = table;
    this.role = role;
    this.person = person;
    this.send = send;
    this.run = run;
    this.lit = false;
    this.key = ''; // key of the win whose light was seen
  }

  /**
   * Reset the checks for each win, even if the next win is at the same seat.
   * @param {Payout|null} payout the win that is waiting
   */
  observe(payout) {
    const { seat, wager, hand, validated } = payout?.due ?? {};
    const key = payout ? JSON.stringify([payout.round, seat, wager, hand, validated]) : '';
    if (key === this.key) return;
    this.key = key;
    this.lit = false;
  }

  /**
   * @param {Payout} payout
   * @param {Record<string, string>} names
   * @param {View} view
   * @returns {Check[]}
   */
  checks(payout, names, view) {
    const { due, needs } = payout;
    /** @type {Check[]} */
    const steps = [
      {
        words: `${view.label(due.wager)} wins: ${wonBy(due, view) || 'the hand the dealer announced'}`,
        small: due.validates
          ? 'settled by the dealer; check the cards yourself'
          : 'not paid yet; check the cards yourself',
        clauses: due.clauses.slice(0, 1),
        done: true,
        now: false,
      },
    ];
    if (due.light.length)
      steps.push({
        words: `Seat ${due.seat}’s progressive light is on`,
        small: 'on the progressive system',
        clauses: due.light,
        done: this.lit || due.validated,
        now: false,
      });
    if (needs.includes('surveillance'))
      steps.push({
        words: 'Surveillance is notified',
        small: payout.told ? `${nameOf(payout.told, names)}, ${hour(payout.told_at)}` : 'required for $25,000 or more',
        clauses: payout.clauses,
        done: Boolean(payout.told),
        now: false,
      });
    if (needs.includes('witness'))
      steps.push({
        words: 'A pit manager or above signs as witness',
        small: payout.witness
          ? `${nameOf(payout.witness, names)}, ${hour(payout.witness_at)}`
          : 'required for $50,000 or more, paid by check; not the validator or the dealer',
        clauses: payout.clauses,
        done: Boolean(payout.witness),
        now: false,
      });
    if (!due.validates)
      steps.push({
        words: 'The dealer pays',
        small: 'on their own screen, after these checks',
        clauses: due.clauses.slice(0, 1),
        done: false,
        now: false,
      });
    else
      steps.push({
        words: 'A floorperson or above validates the payout',
        small: 'not the dealer who settled it',
        clauses: view.due.clauses ?? [],
        done: due.validated,
        now: false,
      });
    const next = steps.find((check) => !check.done);
    if (next) next.now = true;
    return steps;
  }

  /**
   * @param {Payout} payout
   * @param {View} view
   * @param {Record<string, string>} names
   * @returns {HTMLElement[]}
   */
  draw(payout, view, names) {
    const two = payout.needs.includes('witness');
    return [
      element(
        'div',
        { class: 'amount' },
        element('strong', {}, dollars(payout.due.cents)),
        element(
          'div',
          {},
          element(
            'h1',
            {},
            !payout.due.validates
              ? 'Large payout from the tray.'
              : two
                ? 'Progressive win. Two people sign.'
                : 'Progressive win. You validate, the dealer pays.',
          ),
          element(
            'p',
            { class: 'label' },
            two
              ? 'Paid by check. A pit manager or above signs as witness.'
              : `Seat ${payout.due.seat}${payout.due.name ? `, ${payout.due.name}` : ''}. Pays after you sign.`,
          ),
        ),
      ),
      element(
        'ol',
        { class: 'checks' },
        ...this.checks(payout, names, view).map((check) =>
          element(
            'li',
            { class: check.done ? '' : check.now ? 'todo' : 'later' },
            element('span', { class: check.done ? 'box done' : 'box' }, check.done ? icon('tick') : null),
            element('span', {}, check.words, element('small', {}, check.small)),
            clauseText(check.clauses.slice(0, 2)),
          ),
        ),
      ),
    ];
  }

  /**
   * The side column: cards, Envy Bonus and meter.
   * @param {Payout} payout
   * @param {View} view
   * @returns {HTMLElement[]}
   */
  side(payout, view) {
    const { due } = payout;
    const seat = view.seat(due.seat);
    const board = view.place('board')?.cards ?? [];
    return [
      element('h2', {}, `${this.table}, seat ${due.seat}`),
      element(
        'p',
        { class: 'label' },
        `${due.name || seat?.name || ''} ${view.label(due.wager)} `,
        clauseText([], due.readings),
      ),
      element('p', { class: 'held' }, cardRow(seat?.cards ?? [], 'm'), board.length ? cardRow(board, 'm') : null),
      element('p', { class: 'figure' }, capital(wonBy(due, view))),
      ...(due.envy.length
        ? [
            element(
              'table',
              { class: 'figures' },
              element(
                'thead',
                {},
                element(
                  'tr',
                  {},
                  element('th', { scope: 'col' }, 'Envy Bonus'),
                  element('th', { scope: 'col' }, clauseText(due.envy[0].clauses.slice(0, 1))),
                ),
              ),
              element(
                'tbody',
                {},
                ...due.envy.map((payment) =>
                  element(
                    'tr',
                    {},
                    element('th', { scope: 'row' }, element('b', {}, String(payment.seat)), ` ${payment.name}`),
                    element('td', {}, dollars(payment.cents)),
                  ),
                ),
              ),
            ),
          ]
        : []),
      ...(due.meter
        ? [
            element(
              'table',
              { class: 'figures' },
              element(
                'thead',
                {},
                element(
                  'tr',
                  {},
                  element('th', { scope: 'col' }, `${capital(due.meter)} meter`),
                  element('th', { scope: 'col' }, clauseText(due.clauses.slice(-1))),
                ),
              ),
              element(
                'tbody',
                {},
                ...meterRows(due, view).map(([name, cents]) =>
                  element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, cents)),
                ),
              ),
            ),
          ]
        : []),
    ];
  }

  /**
   * @param {Payout} payout
   * @param {View} view
   * @returns {Primary}
   */
  primary(payout, view) {
    const { due, needs, round } = payout;
    const body = { round, seat: due.seat };
    const isOwn = payout.witness.split(':')[1] === this.person;
    if (due.validated) return { words: 'Validated. The dealer pays.', small: '', ready: false, act: () => undefined };
    if (due.validates && !isComplete(view.seat(due.seat)?.cards))
      return {
        words: `The cards of seat ${due.seat} are not shown yet`,
        small: 'see the hand before you sign',
        ready: false,
        act: () => undefined,
      };
    if (due.light.length && !this.lit)
      return {
        words: `Seat ${due.seat}’s progressive light is on`,
        small: 'confirm that you saw it',
        about: this.key,
        ready: true,
        act: () => {
          this.lit = true;
        },
      };
    if (needs.includes('surveillance') && !payout.told)
      return {
        words: 'Surveillance has been notified',
        small: 'recorded under your name',
        ready: true,
        act: () => this.run(() => atTable(this.table, 'payouts/surveillance', body)),
      };
    if (needs.includes('witness') && !payout.witness) {
      return this.role === 'pit_manager'
        ? {
            words: 'Sign as witness',
            small: payout.due.validates ? 'another person then validates' : 'the dealer then pays',
            ready: true,
            act: () => this.run(() => atTable(this.table, 'payouts/witness', body)),
          }
        : {
            words: 'Waiting for a pit manager to witness',
            small: 'on their own screen, before anything is paid',
            ready: false,
            act: () => undefined,
          };
    }
    if (!due.validates)
      return {
        words: 'All checks done. The dealer pays.',
        small: 'on their own screen',
        ready: false,
        act: () => undefined,
      };
    if (isOwn)
      return {
        words: 'You are the witness. Another person validates.',
        small: 'on their own screen',
        ready: false,
        act: () => undefined,
      };
    return {
      words: `Validate ${dollars(due.cents)}`,
      small: 'the dealer then pays; hold for one second',
      about: this.key,
      ready: true,
      act: async () => {
        await this.send({ type: 'validate_progressive@1', seat: due.seat });
      },
    };
  }
}

/** @param {(string|null)[]} [cards] */
const isComplete = (cards = []) => cards.length > 0 && cards.every(Boolean);

/**
 * The hand that wins this wager, as the server states it. It may differ from the seat's hand, because a wager may
 * count fewer cards.
 * @param {Payout['due']} due
 * @param {View} view
 */
function wonBy(due, view) {
  return due.hand || (view.seat(due.seat)?.hand?.words ?? '');
}

/**
 * @param {Payout['due']} due
 * @param {View} view
 * @returns {[string, string][]}
 */
function meterRows(due, view) {
  const amount = Array.isArray(view.sight?.meters) ? undefined : view.sight?.meters?.[due.meter];
  const before = typeof amount === 'number' ? amount : null;
  return [
    ...(before === null ? [] : /** @type {[string, string][]} */ ([['Meter before', dollars(before)]])),
    ['Payout', dollars(-due.cents)],
    ...(due.refill ? /** @type {[string, string][]} */ ([['Reseed', dollars(due.refill)]]) : []),
  ];
}
