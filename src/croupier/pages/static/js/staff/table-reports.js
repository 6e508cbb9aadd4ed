// The floor's acts at a table as buttons. Each shows the outcome of a dry run and its clauses.
import { element } from '../core/dom.js';
import { capital, cited, placeName } from './staff-parts.js';
import { outcomeOf } from './dry-run-outcome.js';

/** @typedef {import('../core/types.js').Offer} Offer */
/** @typedef {import('./console-view.js').View} View */
/** @typedef {import('../table/connection.js').Answer} Answer */
/** @typedef {{key: string, title: string, kind: string, offers: Offer[]}} Group */
/** @typedef {{words: string, clauses: string[], readings: string[]}} Outcome */

/**
 * The pane of each kind of act. Other kinds have their own place or are not for the floor.
 * @type {Record<string, string[]>}
 */
export const PANES = {
  happened: [
    'report_face_up',
    'report_exposed',
    'report_wrong_number',
    'report_drawn_in_error',
    'report_device_failure',
    'report_other',
    'lose_link',
    'restore_link',
  ],
  right: [
    'rule',
    'correct_naming',
    'correct_decision',
    'correct_settlement',
    'correct_envy',
    'return_chip',
    'act_for',
    'declare_abandoned',
    'declare_forfeit',
  ],
  cards: [
    'receive_decks',
    'prepare',
    'recount',
    'declare_defective',
    'order_recut',
    'order_shuffle',
    'remove_deck',
    'handle_device',
    'switch_method',
    'attest',
  ],
};

/** @type {Record<string, string>} */
const WORDS = {
  report_face_up: 'A card lies face up',
  report_wrong_number: 'Wrong number of cards',
  report_drawn_in_error: 'Card drawn in error, unseen',
  report_other: 'Something else',
  lose_link: 'Progressive out of reach',
  restore_link: 'The progressive is back',
  rule: 'Rule',
  correct_naming: 'A card was misread',
  correct_decision: 'A decision was keyed wrongly',
  correct_settlement: 'A payment was wrong',
  correct_envy: 'An Envy Bonus was wrong',
  return_chip: 'Give a chip back',
  act_for: 'Act for a player',
  declare_abandoned: 'A player has left their wagers',
  declare_forfeit: 'A breach forfeits wagers',
  declare_defective: 'The deck is defective',
  receive_decks: 'Receive cards',
  prepare: 'Make a deck ready',
  recount: 'Recount all cards',
  order_recut: 'Order another cut',
  order_shuffle: 'Order another shuffle',
  remove_deck: 'Take a deck out',
  handle_device: 'Put a device aside',
  switch_method: 'Deal another way',
  attest: 'Vouch for something',
};

/**
 * Commands to try when a kind is not offered, to learn the reason.
 * @type {Record<string, Record<string, any>>}
 */
const PROBES = {
  report_face_up: { cards: [null] },
  report_exposed: { place: 'dealer', index: 0 },
  report_wrong_number: { place: 'dealer', cards: 3 },
  report_drawn_in_error: {},
  report_device_failure: { device: 'shuffler' },
  report_other: { matter: 'other', detail: 'as reported' },
  declare_abandoned: { seat: 1, reason: 'as reported' },
};

/**
 * The title of a group, which tells groups of one kind apart.
 * @param {string} kind
 * @param {Record<string, any>} sample
 */
function apart(kind, sample) {
  if (kind === 'report_exposed') {
    const [, seat] = /^seat(\d+)$/.exec(sample.place) ?? [];
    return seat
      ? 'A player’s card exposed'
      : sample.place === 'dealer'
        ? 'Dealer’s card exposed'
        : `${capital(placeName(sample.place).replace(/^the /, ''))} card seen`;
  }
  if (kind === 'report_device_failure')
    return `${capital(sample.device)} failed${sample.idle_deck ? ', on the other deck' : ''}`;
  if (kind === 'handle_device') return `Put the ${sample.device} aside`;
  return WORDS[kind] ?? capital(kind.replaceAll('_', ' '));
}

/** @param {string} act */
export const kindOf = (act) => act.split('@')[0];

/**
 * @param {Offer[]} offers
 * @param {string} pane
 * @returns {Group[]}
 */
export function groupsOf(offers, pane) {
  const kinds = PANES[pane] ?? [];
  /** @type {Map<string, Group>} */
  const found = new Map();
  for (const offer of offers) {
    const kind = kindOf(offer.act);
    if (!kinds.includes(kind)) continue;
    const title = apart(kind, offer.sample);
    const group = found.get(title) ?? { key: title, title, kind, offers: [] };
    group.offers.push(offer);
    found.set(title, group);
  }
  return [...found.values()].sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind));
}

/**
 * The label of one offer among several.
 * @param {Offer} offer
 * @param {View} view
 */
export function whichOf(offer, view) {
  const { sample } = offer;
  const seat = /** @type {number|undefined} */ (sample.seat);
  const who = seat ? `seat ${seat}${view.seat(seat)?.name ? `, ${view.seat(seat)?.name}` : ''}` : '';
  const place = sample.place ? placeName(sample.place) : '';
  const card =
    sample.index !== undefined && sample.place
      ? `card ${sample.index + 1}`
      : sample.place && sample.card !== undefined
        ? 'card 1'
        : '';
  const parts = [
    sample.round && view.sight && sample.round !== view.sight.round ? 'last round' : '',
    who,
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
   * @param {(command: Record<string, any>) => Promise<Answer>} attempt
   * @param {(group: Group) => void} pick
   * @param {() => void} changed
   */
  constructor(attempt, pick, changed) {
    this.attempt = attempt;
    this.pick = pick;
    this.changed = changed;
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
    if (this.key !== key) return; // the table moved on: skip previews that are already outdated
    const groups = groupsOf(view.offers, pane);
    for (const group of groups
      .filter(
        (one) =>
          !['correct_naming', 'correct_settlement', 'correct_decision', 'prepare', 'attest', 'receive_decks'].includes(
            one.kind,
          ),
      )
      .slice(0, 14)) {
      const answer = await this.attempt(group.offers[0].sample);
      if (this.key !== key) return;
      this.outcomes.set(group.key, outcomeOf(answer, view));
      this.soon();
    }
    const there = new Set(groups.map((group) => group.kind));
    for (const kind of (PANES[pane] ?? []).filter((one) => PROBES[one] && !there.has(one))) {
      const answer = await this.attempt({ type: `${kind}@1`, ...PROBES[kind] });
      if (this.key !== key) return;
      if (answer.refusal) this.never.set(WORDS[kind] ?? apart(kind, PROBES[kind]), answer.refusal.message);
      this.soon();
    }
  }

  /** Draw once for all answers within a moment. */
  soon() {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.changed();
    }, MOMENT);
  }

  /**
   * @param {View} view
   * @param {string} pane
   * @param {Group|null} picked
   * @returns {HTMLElement[]}
   */
  draw(view, pane, picked) {
    const groups = groupsOf(view.offers, pane);
    const buttons = groups.map((group) => {
      const outcome = this.outcomes.get(group.key);
      const on = picked?.key === group.key;
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

const quiet = () =>
  new Promise((done) => {
    setTimeout(done, QUIET);
  });

/** The first clauses, without the game's name. @param {Outcome} outcome */
function short({ clauses, readings }) {
  return cited(
    clauses.slice(0, 2).map((id) => id.split('/').pop() ?? id),
    readings.slice(0, 1),
  );
}
