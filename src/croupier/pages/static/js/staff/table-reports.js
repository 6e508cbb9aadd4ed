// The floor's acts at a table as buttons. Each button shows the outcome of a dry run and its clauses.
import { element } from '../core/dom.js';
import { capital, citation, placeName } from './staff-parts.js';
import { outcomeOf } from './dry-run-outcome.js';

/** @typedef {import('../core/types.js').Offer} Offer */
/** @typedef {import('./console-view.js').View} View */
/** @typedef {import('../table/connection.js').Answer} Answer */
/** @typedef {{key: string, title: string, kind: string, offers: Offer[]}} Group */
/** @typedef {{words: string, clauses: string[], readings: string[]}} Outcome */

/** @param {string} act */
export const kindOf = (act) => act.split('@')[0];

/**
 * @param {Offer[]} offers
 * @param {string} pane
 * @returns {Group[]}
 */
export function groupsOf(offers, pane) {
  /** @type {Map<string, Group>} */
  const byTitle = new Map();
  for (const offer of offers) {
    if (offer.pane !== pane) continue;
    const title = offer.title ?? '';
    const group = byTitle.get(title) ?? { key: title, title, kind: kindOf(offer.act), offers: [] };
    group.offers.push(offer);
    byTitle.set(title, group);
  }
  return [...byTitle.values()];
}

/**
 * The label of one offer among several.
 * @param {Offer} offer
 * @param {View} view
 */
export function whichOf(offer, view) {
  const { sample } = offer;
  const seat = /** @type {number|undefined} */ (sample.seat);
  const seatWords = seat ? `seat ${seat}${view.seat(seat)?.name ? `, ${view.seat(seat)?.name}` : ''}` : '';
  const place = sample.place ? placeName(sample.place) : '';
  const card =
    sample.index !== undefined && sample.place
      ? `card ${sample.index + 1}`
      : sample.place && sample.card !== undefined
        ? 'card 1'
        : '';
  const parts = [
    sample.round && view.sight && sample.round !== view.sight.round ? 'last round' : '',
    seatWords,
    place,
    card,
    sample.wager ? view.label(sample.wager) : '',
    sample.question ?? '',
    sample.clause && seat ? sample.clause : '',
    sample.holder ? `for the hand of seat ${sample.holder}` : '',
    sample.deck ? `${sample.deck} deck` : '',
    sample.step ? String(sample.step).replaceAll('_', ' ') : '',
    sample.dealing ? `${sample.dealing}, shuffler ${sample.shuffler}` : '',
    sample.backs ? sample.backs.join(' and ') : '',
  ];
  return capital(parts.filter(Boolean).join(', ')) || 'This';
}

export class Reports {
  /**
   * @param {import('./commands.js').Send} attempt
   * @param {(group: Group) => void} pick
   * @param {() => void} onChange
   */
  constructor(attempt, pick, onChange) {
    this.attempt = attempt;
    this.pick = pick;
    this.onChange = onChange;
    /** @type {Map<string, Outcome>} */
    this.outcomes = new Map();
    /** Why a kind of act is not possible now. @type {Map<string, string>} */
    this.never = new Map();
    this.key = '';
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
  }

  /**
   * Dry-run every offer after a relevant change.
   * @param {View} view
   * @param {string} pane
   */
  async look(view, pane) {
    const key = JSON.stringify([pane, view.sight?.round, view.due, view.offers.map((offer) => offer.act)]);
    if (key === this.key) return;
    this.key = key;
    this.outcomes = new Map();
    this.never = new Map();
    await quiet();
    if (this.key !== key) return; // the table has changed, so skip outdated previews
    const groups = groupsOf(view.offers, pane);
    for (const group of groups
      .filter(
        (group) =>
          !['correct_naming', 'correct_settlement', 'correct_decision', 'prepare', 'attest', 'receive_decks'].includes(
            group.kind,
          ),
      )
      .slice(0, 14)) {
      const answer = await this.attempt(group.offers[0].sample);
      if (this.key !== key) return;
      this.outcomes.set(group.key, outcomeOf(answer));
      this.soon();
    }
    const offered = new Set(groups.map((group) => group.kind));
    for (const act of view.acts.filter((act) => act.pane === pane && !offered.has(kindOf(act.act)))) {
      const type = /** @type {import('../core/types.js').TableCommand['type']} */ (act.act);
      const answer = await this.attempt({ type, ...act.probe });
      if (this.key !== key) return;
      if (answer.refusal) this.never.set(act.title, answer.refusal.message);
      this.soon();
    }
  }

  /** Draw once for all answers within a moment. */
  soon() {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.onChange();
    }, MOMENT);
  }

  /**
   * @param {View} view
   * @param {string} pane
   * @param {Group|null} selected
   * @returns {HTMLElement[]}
   */
  draw(view, pane, selected) {
    const groups = groupsOf(view.offers, pane);
    const buttons = groups.map((group) => {
      const outcome = this.outcomes.get(group.key);
      const on = selected?.key === group.key;
      return element(
        'button',
        {
          type: 'button',
          class: on ? 'on' : '',
          'aria-pressed': String(on),
          'data-report': group.kind,
          onclick: () => this.pick(group),
        },
        element('b', {}, group.title),
        element(
          'small',
          {},
          element('span', {}, outcome?.words ?? (group.offers.length > 1 ? `${group.offers.length} options` : ' ')),
          outcome ? element('span', { class: 'clause' }, short(outcome)) : null,
        ),
      );
    });
    const never = [...this.never].map(([words, why]) => `${words.toLowerCase()} (${why})`);
    return [
      element(
        'div',
        { class: 'report' },
        ...buttons,
        never.length ? element('p', { class: 'never' }, `Not possible now: ${never.join('; ')}.`) : null,
      ),
      ...(buttons.length || never.length
        ? []
        : [element('p', { class: 'soft' }, 'No actions of this kind right now.')]),
    ];
  }
}

const MOMENT = 100; // milliseconds to collect answers before drawing
// milliseconds without a change before the previews, because the server limits messages per second
const QUIET = 400;

/** @returns {Promise<void>} */
const quiet = () =>
  new Promise((resolve) => {
    setTimeout(resolve, QUIET);
  });

/** The first clauses, without the game's name. @param {Outcome} outcome */
function short({ clauses, readings }) {
  return citation(
    clauses.slice(0, 2).map((id) => id.split('/').pop() ?? id),
    readings.slice(0, 1),
  );
}
