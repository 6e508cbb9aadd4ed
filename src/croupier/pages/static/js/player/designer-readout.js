// The figures of a design: edge, hold, best strategy, and the decisions that change.
import { element, mark, say, shape } from '../core/dom.js';
import { quotient } from '../core/money.js';
import { oneIn, percent, plainName } from '../core/page-parts.js';
import { choiceWords } from '../table/round-story.js';

/** @import { ChoiceShares, DesignPrice } from '../../../protocol-types' */

/** @param {string} term */
function dial(term) {
  const value = element('span', {}, '–');
  const was = element('small', {});
  return {
    node: element('div', { class: 'dial' }, element('dt', {}, term), element('dd', {}, value, was)),
    value,
    was,
  };
}

/**
 * Bars for how often each choice is best, in the design and in the printed paytable.
 * @param {ChoiceShares[]} now
 * @param {ChoiceShares[]} was
 */
function bestPlay(now, was) {
  return now.map((shares, k) => {
    const names = Object.keys(shares.choices);
    const previous = was[k]?.choices ?? {};
    const height = names.length * 30 + 6;
    const chart = shape(
      'svg',
      { class: 'bars', viewBox: `0 0 380 ${height}`, 'aria-hidden': 'true' },
      names.flatMap((name, n) => {
        const share = quotient(shares.choices[name]);
        const printed = previous[name] ? quotient(previous[name]) : 0;
        const y = n * 30;
        return [
          shape('text', { x: '0', y: String(y + 15) }, choiceWords(name)),
          shape('rect', { class: 'was', x: '90', y: String(y + 16), width: (200 * printed).toFixed(1), height: '5' }),
          shape('rect', { class: 'now', x: '90', y: String(y + 5), width: (200 * share).toFixed(1), height: '9' }),
          shape('text', { x: '300', y: String(y + 15) }, percent(share, 2)),
        ];
      }),
    );
    const words = names.map((name) => `${choiceWords(name)} ${percent(quotient(shares.choices[name]), 2)}`).join(', ');
    return element(
      'figure',
      { 'aria-label': `${plainName(shares.decision)}: ${words}`, role: 'img' },
      element('figcaption', { class: 'fine' }, plainName(shares.decision)),
      chart,
    );
  });
}

export function readout() {
  const edge = dial('House edge');
  const hold = dial('Edge on all money bet');
  const hit = dial('Hit frequency');
  const spread = dial('Standard deviation');
  const state = element('p', { class: 'fine', role: 'status' });
  const fault = element('p', { class: 'refusal', role: 'alert' });
  const play = element('div', {});
  const changes = element('div', { class: 'moved' });
  const exact = element('p', { class: 'fine scroll' });
  const box = element(
    'section',
    { class: 'block', 'aria-label': 'Figures' },
    element('h2', {}, 'Figures'),
    element('dl', { class: 'dials' }, edge.node, hold.node, hit.node, spread.node),
    state,
    fault,
    exact,
  );
  const more = element(
    'section',
    { class: 'block', 'aria-label': 'Best strategy' },
    element('h2', {}, 'Best strategy'),
    play,
    changes,
  );
  /**
   * @param {{value: Element, was: Element}} node
   * @param {string} now
   * @param {string} printed
   */
  const set = (node, now, printed) => {
    say(node.value, now);
    say(node.was, now === printed ? 'unchanged' : `was ${printed}`);
  };
  /** @param {DesignPrice} result */
  function showSpread(result) {
    set(
      hit,
      result.hit_frequency ? oneIn(quotient(result.hit_frequency)) : '…',
      oneIn(quotient(result.printed.hit_frequency)),
    );
    set(spread, result.sd ? result.sd.toFixed(4) : '…', result.printed.sd.toFixed(4));
  }
  /** @type {ReturnType<typeof setInterval>|undefined} */
  let timer;
  /** Count the seconds of a long calculation. */
  function showProgress() {
    box.classList.add('stale');
    const startedAt = performance.now();
    clearInterval(timer);
    timer = setInterval(() => say(state, `Calculating… ${Math.ceil((performance.now() - startedAt) / 1000)} s`), 400);
  }
  function showDone() {
    clearInterval(timer);
    box.classList.remove('stale');
  }
  return {
    parts: [box, more],
    /** @param {DesignPrice} result */
    spread(result) {
      showSpread(result);
      say(state, 'Exact figures.');
    },
    showWaiting: showProgress,
    /**
     * @param {DesignPrice} result
     * @param {number} seconds the duration of the calculation, in milliseconds
     */
    show(result, seconds) {
      showDone();
      say(fault, '');
      set(edge, percent(result.house_edge, 4), percent(result.printed.house_edge, 4));
      set(hold, percent(result.hold, 4), percent(result.printed.hold, 4));
      showSpread(result);
      say(
        state,
        `Exact figures, in ${Math.round(seconds)} ms.${result.sd ? '' : ' Standard deviation in a few seconds.'}`,
      );
      say(exact, `Edge as a fraction: ${result.house_edge_exact}`);
      play.replaceChildren(...bestPlay(result.best_play, result.printed.best_play));
      mark(more, 'hidden', !result.decisions);
      drawChanges(changes, result);
    },
    /** @param {string} words */
    refuse(words) {
      showDone();
      box.classList.add('stale');
      say(state, 'These figures are for your last valid paytable.');
      say(fault, words);
    },
  };
}

/**
 * @param {HTMLElement} changes
 * @param {DesignPrice} result
 */
function drawChanges(changes, result) {
  const count = result.moved_count;
  const words = count
    ? `${count.toLocaleString('en-US')} of ${result.decisions.toLocaleString('en-US')} decisions change.`
    : 'The best strategy stays the same.';
  const list = result.moved.map((decision) =>
    element(
      'li',
      {},
      element('span', {}, decision.hand),
      element('span', {}, `${choiceWords(decision.was)} → ${choiceWords(decision.now)}`),
    ),
  );
  changes.replaceChildren(
    element('p', {}, words, count > result.moved.length ? ` Showing the first ${result.moved.length}.` : ''),
    ...(count ? [element('ul', { tabindex: '0', 'aria-label': words }, list)] : []),
  );
}
