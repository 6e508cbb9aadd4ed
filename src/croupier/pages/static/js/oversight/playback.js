// Playback of a finished round on the felt, step by step with clauses.
import { get } from '../core/api.js';
import { explain, whyButton } from '../core/clauses.js';
import { element, say, shape } from '../core/dom.js';
import { createFelt } from '../table/table-picture.js';
import { downloadLink, timeOf, whoOf } from './oversight-parts.js';

/** @import { FoundMark, FoundRound, Playback, PlaybackStep, ReplayLine } from '../../../protocol-types' */

const PACE = 900; // milliseconds per step

/** The clause of a step without the game name. @param {string} id */
const short = (id) => id.replace(/^[^/]*\//, '');

/**
 * @param {HTMLElement} place
 * @param {Record<string, string>} names names of staff by person id
 */
export function player(place, names) {
  /** @type {ReturnType<typeof setInterval>|undefined} */
  let timer;
  /** @type {{go: (by: number) => void, toggle: () => void}|null} */
  let now = null;

  /** @param {FoundRound} round */
  async function show(round) {
    clearInterval(timer);
    const record = await get(`/api/rounds/${encodeURIComponent(round.table)}/${round.round}`);
    now = draw(record);
    return record;
  }

  /** @param {Playback} record */
  function draw(record) {
    const steps = record.entries;
    const corrected = new Map(record.marks.map((each) => [each.n, each]));
    const box = element('section', {
      class: 'eye-felt',
      'aria-label': `Table at this step of round ${record.round}`,
    });
    const picture = createFelt(box, record.posted, { why: explain });
    const count = element('b', {}, '');
    const sentence = element('p', { class: 'unseen', 'aria-live': 'polite' });
    const slider = element('input', {
      type: 'range',
      min: '0',
      max: String(steps.length - 1),
      value: '0',
      'aria-label': 'Step of the round',
      oninput: () => to(Number(slider.value)),
    });
    const play = element(
      'button',
      { type: 'button', class: 'eye-button', onclick: toggle },
      'Play',
      element('kbd', {}, 'Space'),
    );
    const dots = shape(
      'svg',
      { class: 'eye-dots', 'aria-hidden': 'true', viewBox: '0 0 100 10', preserveAspectRatio: 'none' },
      steps.flatMap((step, n) =>
        corrected.has(step.n ?? 0)
          ? [shape('rect', { x: (n / Math.max(1, steps.length - 1)) * 100 - 0.4, y: 0, width: 0.8, height: 10 })]
          : [],
      ),
    );
    const bar = element(
      'div',
      { class: 'eye-transport', role: 'group', 'aria-label': 'Steps' },
      element(
        'button',
        { type: 'button', class: 'eye-button', 'aria-label': 'One step back', onclick: () => go(-1) },
        '◀',
        element('kbd', {}, '←'),
      ),
      play,
      element(
        'button',
        { type: 'button', class: 'eye-button', 'aria-label': 'One step forward', onclick: () => go(1) },
        '▶',
        element('kbd', {}, '→'),
      ),
      element('div', { class: 'eye-track' }, slider, dots),
      count,
    );
    const items = steps.map((step, n) => act(step, n, corrected.get(step.n ?? 0), () => to(n)));
    const after = record.marks.filter((each) => each.n > record.last);
    const list = element(
      'ol',
      { class: 'eye-acts' },
      items,
      after.map((each) =>
        element(
          'li',
          { class: 'fixed' },
          element('i', {}, ''),
          element('time', {}, timeOf(each.at)),
          element(
            'span',
            {},
            `After the round: ${each.by ? each.what.replaceAll(each.by, whoOf(each.by, names)) : each.what}`,
          ),
          element('span', { class: 'cited' }, `entry ${each.n}`),
        ),
      ),
    );
    place.replaceChildren(
      element(
        'div',
        { class: 'eye-feltbox' },
        element(
          'p',
          { class: 'eye-when' },
          element('b', {}, 'Playback'),
          `${record.title}, ${record.table}, round ${record.round.toLocaleString('en-US')}`,
        ),
        box,
      ),
      bar,
      sentence,
      element(
        'section',
        { class: 'eye-panel eye-scroll eye-fill', 'aria-label': 'Steps of the round', tabindex: '0' },
        list,
        element(
          'p',
          { class: 'eye-takes' },
          downloadLink(
            'Record (TOML)',
            `/api/journals/${encodeURIComponent(record.table)}/records?first=${record.round}&last=${record.round}`,
          ),
          downloadLink(
            'Forms of this round',
            `/api/pit/${encodeURIComponent(record.table)}/forms?round=${record.round}`,
          ),
        ),
      ),
    );
    let at = -1;

    /** @param {number} target */
    function to(target) {
      const next = Math.max(0, Math.min(steps.length - 1, target));
      if (next === at) return;
      at = next;
      items.forEach((item, n) => {
        item.classList.toggle('past', n < at);
        item.classList.toggle('here', n === at);
        item.classList.toggle('future', n > at);
      });
      const { sight, events, lines } = steps[at];
      const isSettled = (sight.seats ?? []).some((seat) => seat.outcomes?.length);
      picture.draw({
        sight,
        own: null,
        staged: {},
        turn: { ...sight.turn, words: lines[0].words, clauses: lines[0].clauses ?? [] },
        ready: [],
        phase: isSettled ? 'settled' : 'recall',
        results: isSettled,
        recall: true,
        events,
      });
      slider.value = String(at);
      say(count, `${at + 1} / ${steps.length}`);
      say(sentence, `Step ${at + 1} of ${steps.length}. ${lines[0].words}`);
      keepInView(items[at]);
      if (at === steps.length - 1) stop();
    }
    /** @param {number} by */
    const go = (by) => to(at + by);
    function stop() {
      clearInterval(timer);
      timer = undefined;
      say(/** @type {Element} */ (play.firstChild?.parentElement), 'Play');
      play.append(element('kbd', {}, 'Space'));
    }
    function toggle() {
      if (timer) return stop();
      if (at === steps.length - 1) to(0);
      timer = setInterval(() => go(1), PACE);
      say(play, 'Pause');
      play.append(element('kbd', {}, 'Space'));
    }
    to(0);
    return { go, toggle };
  }

  return { show, go: (/** @type {number} */ by) => now?.go(by), toggle: () => now?.toggle() };
}

/**
 * @param {PlaybackStep} step
 * @param {number} n
 * @param {FoundMark|undefined} marked
 * @param {() => void} go
 */
function act(step, n, marked, go) {
  const [first, ...rest] = step.lines;
  /** @param {ReplayLine} line */
  const rulesOf = (line) =>
    whyButton(line.clauses, line.readings, (line.clauses ?? []).map(short).slice(0, 1).join('') || '§') ??
    element('span', {});
  return element(
    'li',
    { class: marked ? `marked ${marked.kind}` : '' },
    element('i', {}, String(n + 1)),
    element('time', {}, timeOf(step.at)),
    element(
      'button',
      { type: 'button', class: 'eye-step', onclick: go },
      marked ? element('b', {}, `${marked.kind}: `) : null,
      first.words,
    ),
    rulesOf(first),
    rest.length
      ? element(
          'ul',
          {},
          rest.map((line) => element('li', {}, element('span', {}, line.words), rulesOf(line))),
        )
      : null,
  );
}

/** Scroll the list, not the page. @param {HTMLElement} item */
function keepInView(item) {
  const box = /** @type {HTMLElement|null} */ (item.closest('.eye-scroll'));
  if (!box) return;
  const top = item.offsetTop;
  if (top < box.scrollTop || top + item.offsetHeight > box.scrollTop + box.clientHeight)
    box.scrollTop = top - box.clientHeight / 3;
}
