// The replay of a finished round: its steps, its result, its record file and the check of its deal.
import { get } from '../core/api.js';
import { explain, whyButton } from '../core/clauses.js';
import { element, mark, say } from '../core/dom.js';
import { dollars, signedDollars, tone, withCents } from '../core/money.js';
import { createFelt } from '../table/table-picture.js';
import { resultWords } from '../table/round-result.js';
import { clockTime, plainName, saveFile } from '../core/page-parts.js';
import { roundDecisions } from '../training/round-decisions.js';
import { dealCheck } from './deal-check.js';

/** @import { PlayedRound, ReplayEntry, ShownRound } from '../../../protocol-types' */

/** A line of the replay, with amounts in cents and short hashes. @param {string} words */
const lineWords = (words) => withCents(words).replace(/\b([0-9a-f]{8})[0-9a-f]{24,}\b/g, '$1…');

/** The main line of a step, without its minor ones. @param {ReplayEntry} entry */
const firstWords = (entry) => lineWords(entry.lines[0].words);

/** The step to start with: the viewer's first decision, or their cards, or the start. @param {ReplayEntry[]} steps */
function firstStep(steps) {
  const firstDecision = steps.findIndex(
    ({ sight }) => sight.turn?.act === 'ask' && sight.own_seats?.includes(sight.turn.seat ?? 0),
  );
  if (firstDecision >= 0) return firstDecision;
  const dealtStep = steps.findIndex(({ sight }) =>
    sight.seats?.some((seat) => sight.own_seats?.includes(seat.seat) && seat.cards?.length),
  );
  return Math.max(0, dealtStep);
}

/**
 * @param {ReturnType<typeof import('../core/page-parts.js').openPage>} page
 * @param {string} table
 * @param {number} number
 */
export async function openRound(page, table, number) {
  const [round, posted, others] = await Promise.all([
    get(`/api/tables/${encodeURIComponent(table)}/rounds/${number}`),
    get(`/api/tables/${encodeURIComponent(table)}`),
    get(`/api/me/rounds?table=${encodeURIComponent(table)}`).catch(() => []),
  ]);
  say(page.heading, `Round ${number.toLocaleString('en-US')}`);
  say(page.facts, `${posted.title}, ${table}, ${clockTime(round.at)}`);
  document.title = `Round ${number} at ${table} · Croupier`;
  const steps = round.entries;
  const felt = element('section', { class: 'recall-felt', 'aria-label': `The table at this step of round ${number}` });
  const picture = createFelt(felt, posted, { why: explain });
  const walk = stepper(steps, (step) => draw(picture, step));
  page.main.replaceChildren(
    neighborLinks(table, number, others),
    element('div', { class: 'recall-page' }, element('div', { class: 'recall-stage' }, felt, walk.controls), walk.list),
    element(
      'div',
      { class: 'two' },
      outcome(steps.at(-1)?.sight, posted),
      element('div', { class: 'stacked' }, record(round, table, number), dealCheck(round)),
    ),
  );
  walk.go(firstStep(steps));
  const decisions = await roundDecisions(table, number, posted.questions ?? []);
  if (decisions) page.main.querySelector('.two')?.before(decisions);
}

/**
 * Draw one step. The dealer's call describes this step, not the next one.
 * @param {import('../core/types.js').Felt} picture
 * @param {ReplayEntry} step
 */
function draw(picture, { sight, events, lines }) {
  const own = sight.own_seats?.[0] ?? null;
  const isSettled = (sight.seats ?? []).some((seat) => seat.outcomes?.length);
  picture.draw({
    sight,
    own,
    staged: {},
    turn: { ...sight.turn, words: lineWords(lines[0].words), clauses: lines[0].clauses ?? [] },
    ready: [],
    phase: isSettled ? 'settled' : 'recall',
    results: isSettled,
    recall: true,
    events,
  });
}

/**
 * Links to the previous and the next round.
 * @param {string} table
 * @param {number} number
 * @param {PlayedRound[]} others
 */
function neighborLinks(table, number, others) {
  const previous = others.find((round) => round.round < number);
  const next = [...others].reverse().find((round) => round.round > number);
  /**
   * @param {PlayedRound|undefined} item
   * @param {string} words
   */
  const way = (item, words) =>
    item
      ? element(
          'a',
          { class: 'plain-button', href: `/history?table=${encodeURIComponent(table)}&round=${item.round}` },
          words,
        )
      : null;
  return element(
    'p',
    { class: 'row round-ways' },
    element('a', { class: 'link', href: `/history?table=${encodeURIComponent(table)}` }, 'All rounds at this table'),
    way(previous, `Round ${previous?.round}`),
    way(next, `Round ${next?.round}`),
  );
}

/**
 * @param {ReplayEntry[]} steps
 * @param {(step: ReplayEntry) => void} show
 */
function stepper(steps, show) {
  let at = -1;
  const last = steps.length - 1;
  const sentence = element('p', { class: 'recall-said', 'aria-live': 'polite' });
  const slider = element('input', {
    type: 'range',
    min: '0',
    max: String(last),
    value: '0',
    'aria-label': 'Step of the round',
    oninput: () => go(Number(slider.value)),
  });
  /**
   * @param {string} words
   * @param {string} name
   * @param {() => number} to
   */
  const button = (words, name, to) =>
    element('button', { type: 'button', class: 'plain-button', 'aria-label': name, onclick: () => go(to()) }, words);
  const back = button('‹', 'Previous step', () => at - 1);
  const on = button('›', 'Next step', () => at + 1);
  const controls = element(
    'div',
    { class: 'recall-controls', role: 'group', 'aria-label': 'Steps' },
    button('«', 'First step', () => 0),
    back,
    slider,
    on,
    button('»', 'Last step', () => last),
    sentence,
  );
  const items = steps.map((step, n) =>
    element(
      'li',
      {},
      element(
        'button',
        { type: 'button', class: 'step', onclick: () => go(n) },
        element('span', { class: 'n' }, String(n + 1)),
        element(
          'span',
          {},
          step.lines.map((line) => element('span', { class: 'said' }, lineWords(line.words))),
        ),
      ),
      whyButton(
        [...new Set(step.lines.flatMap((line) => line.clauses ?? []))],
        [...new Set(step.lines.flatMap((line) => line.readings ?? []))],
      ),
    ),
  );
  const list = element(
    'section',
    { class: 'steps block', 'aria-label': 'Steps of the round' },
    element('h2', {}, 'Step by step'),
    element('ol', { tabindex: '-1' }, items),
  );
  /** @param {number} target */
  function go(target) {
    const next = Math.max(0, Math.min(last, target));
    if (next === at) return;
    if (at >= 0) items[at].removeAttribute('aria-current');
    at = next;
    items[at].setAttribute('aria-current', 'step');
    keepInView(items[at]);
    slider.value = String(at);
    mark(slider, 'aria-valuetext', `${at + 1} of ${steps.length}: ${firstWords(steps[at])}`);
    say(sentence, `Step ${at + 1} of ${steps.length}. ${firstWords(steps[at])}`);
    back.disabled = at === 0;
    on.disabled = at === last;
    show(steps[at]);
  }
  document.addEventListener('keydown', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || target.closest('input, select, dialog, [popover]')) return;
    const moves = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 });
    if (moves[event.key]) {
      event.preventDefault();
      go(at + moves[event.key]);
    }
  });
  return { controls, list, go };
}

/** Scroll the list to the current step without scrolling the page. @param {HTMLElement} item */
function keepInView(item) {
  const list = item.parentElement;
  if (!list) return;
  const top = item.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = top - list.clientHeight / 3;
}

/**
 * The results of the viewer's wagers.
 * @param {import('../core/types.js').Sight|undefined} sight
 * @param {import('../core/types.js').Posted} posted
 */
function outcome(sight, posted) {
  const own = (sight?.seats ?? []).filter((seat) => sight?.own_seats?.includes(seat.seat));
  /** @type {Record<string, string>} */
  const labels = Object.fromEntries(
    /** @type {[string, string][]} */ ([
      ...(posted.layout?.areas ?? []).map((area) => [area.wager, area.label]),
      ...posted.wagers.map((wager) => [wager.name, wager.label]),
    ]),
  );
  const block = element('section', { class: 'block', 'aria-label': 'Result' }, element('h2', {}, 'Result'));
  if (!own.length) {
    block.append(element('p', { class: 'waiting' }, 'You didn’t play in this round. You see what everyone saw.'));
    return block;
  }
  for (const seat of own) {
    const rows = (seat.outcomes ?? []).map((outcome) =>
      element(
        'tr',
        { class: outcome.result },
        element(
          'th',
          { scope: 'row' },
          labels[outcome.wager] ?? plainName(outcome.wager),
          element('small', {}, ` ${resultWords(outcome)}`),
        ),
        element('td', { class: 'money-col' }, dollars(outcome.staked)),
        element('td', { class: 'money-col' }, dollars(outcome.returned)),
        element(
          'td',
          { class: `money-col ${tone(outcome.returned - outcome.staked)}` },
          signedDollars(outcome.returned - outcome.staked),
        ),
        element('td', {}, whyButton(outcome.clauses, outcome.readings)),
      ),
    );
    const head = element(
      'tr',
      {},
      element('th', { scope: 'col' }, `Seat ${seat.seat}${seat.hand ? `, ${seat.hand.words}` : ''}`),
      ...['Bet', 'Returned', 'Net'].map((words) => element('th', { scope: 'col', class: 'money-col' }, words)),
      element('th', { scope: 'col' }, element('span', { class: 'unseen' }, 'Rule')),
    );
    const footer = element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row', colspan: '3' },
        seat.envy ? `Total, with an Envy Bonus of ${dollars(seat.envy)}` : 'Total',
      ),
      element('td', { class: `money-col ${tone(seat.net ?? 0)}` }, signedDollars(seat.net ?? 0)),
      element('td', {}),
    );
    block.append(
      element(
        'div',
        { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': `Wagers at seat ${seat.seat}` },
        element(
          'table',
          { class: 'grid-table' },
          element('thead', {}, head),
          element('tbody', {}, rows),
          element('tfoot', {}, footer),
        ),
      ),
    );
  }
  return block;
}

/**
 * @param {ShownRound} entry
 * @param {string} table
 * @param {number} number
 */
function record(entry, table, number) {
  const address = `${location.origin}/history?table=${encodeURIComponent(table)}&round=${number}`;
  const copied = element('span', { class: 'fine', role: 'status' });
  const copy = element(
    'button',
    {
      type: 'button',
      class: 'plain-button',
      onclick: async () => {
        try {
          await navigator.clipboard.writeText(address);
          say(copied, 'Link copied.');
        } catch {
          say(copied, address);
        }
      },
    },
    'Copy link',
  );
  const name = `${table}-round-${number}`;
  const save = entry.record_file
    ? element(
        'button',
        {
          type: 'button',
          class: 'plain-button',
          onclick: () => saveFile(`${name}.toml`, entry.record_file, 'application/toml'),
        },
        'Download record',
      )
    : null;
  const words = entry.record_file
    ? 'The record contains the cards you saw. To replay it by the rules, run croupier round with this file.'
    : 'This round has no record file.';
  return element(
    'section',
    { class: 'block', 'aria-label': 'Record' },
    element('h2', {}, 'Record'),
    element('p', { class: 'row' }, save, copy, copied),
    element('p', { class: 'fine' }, words),
  );
}
