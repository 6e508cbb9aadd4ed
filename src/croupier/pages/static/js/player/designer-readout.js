// The figures of a design, which are edge, hold, best strategy, and the decisions that change.
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
  return now.map((one, k) => {
    const names = Object.keys(one.choices);
    const before = was[k]?.choices ?? {};
    const height = names.length * 30 + 6;
    const drawn = shape(
      'svg',
      { class: 'bars', viewBox: `0 0 380 ${height}`, 'aria-hidden': 'true' },
      names.flatMap((name, n) => {
        const share = quotient(one.choices[name]);
        const printed = before[name] ? quotient(before[name]) : 0;
        const y = n * 30;
        return [
          shape('text', { x: '0', y: String(y + 15) }, choiceWords(name)),
          shape('rect', { class: 'was', x: '90', y: String(y + 16), width: (200 * printed).toFixed(1), height: '5' }),
          shape('rect', { class: 'now', x: '90', y: String(y + 5), width: (200 * share).toFixed(1), height: '9' }),
          shape('text', { x: '300', y: String(y + 15) }, percent(share, 2)),
        ];
      }),
    );
    const words = names.map((name) => `${choiceWords(name)} ${percent(quotient(one.choices[name]), 2)}`).join(', ');
    return element(
      'figure',
      { 'aria-label': `${plainName(one.decision)}: ${words}`, role: 'img' },
      element('figcaption', { class: 'fine' }, plainName(one.decision)),
      drawn,
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
  const moved = element('div', { class: 'moved' });
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
    moved,
  );
  /**
   * @param {{value: Element, was: Element}} one
   * @param {string} now
   * @param {string} printed
   */
  const set = (one, now, printed) => {
    say(one.value, now);
    say(one.was, now === printed ? 'unchanged' : `was ${printed}`);
  };
  /** @param {DesignPrice} told */
  function showSpread(told) {
    set(
      hit,
      told.hit_frequency ? oneIn(quotient(told.hit_frequency)) : '…',
      oneIn(quotient(told.printed.hit_frequency)),
    );
    set(spread, told.sd ? told.sd.toFixed(4) : '…', told.printed.sd.toFixed(4));
  }
  /** @type {ReturnType<typeof setInterval>|undefined} */
  let ticking;
  /** Count the seconds of a long calculation. */
  function waiting() {
    box.classList.add('stale');
    const began = performance.now();
    clearInterval(ticking);
    ticking = setInterval(() => say(state, `Calculating… ${Math.ceil((performance.now() - began) / 1000)} s`), 400);
  }
  function done() {
    clearInterval(ticking);
    box.classList.remove('stale');
  }
  return {
    parts: [box, more],
    /** @param {DesignPrice} told */
    spread(told) {
      showSpread(told);
      say(state, 'Exact figures.');
    },
    waiting,
    /**
     * @param {DesignPrice} told
     * @param {number} took milliseconds
     */
    show(told, took) {
      done();
      say(fault, '');
      set(edge, percent(told.house_edge, 4), percent(told.printed.house_edge, 4));
      set(hold, percent(told.hold, 4), percent(told.printed.hold, 4));
      showSpread(told);
      say(state, `Exact figures, in ${Math.round(took)} ms.${told.sd ? '' : ' Standard deviation in a few seconds.'}`);
      say(exact, `Edge as a fraction: ${told.house_edge_exact}`);
      play.replaceChildren(...bestPlay(told.best_play, told.printed.best_play));
      mark(more, 'hidden', !told.decisions);
      drawMoved(moved, told);
    },
    /** @param {string} words */
    refuse(words) {
      done();
      box.classList.add('stale');
      say(state, 'These figures are for your last valid paytable.');
      say(fault, words);
    },
  };
}

/**
 * @param {HTMLElement} moved
 * @param {DesignPrice} told
 */
function drawMoved(moved, told) {
  const count = told.moved_count;
  const words = count
    ? `${count.toLocaleString('en-US')} of ${told.decisions.toLocaleString('en-US')} decisions change.`
    : 'The best strategy stays the same.';
  const list = told.moved.map((one) =>
    element(
      'li',
      {},
      element('span', {}, one.hand),
      element('span', {}, `${choiceWords(one.was)} → ${choiceWords(one.now)}`),
    ),
  );
  moved.replaceChildren(
    element('p', {}, words, count > told.moved.length ? ` Showing the first ${told.moved.length}.` : ''),
    ...(count ? [element('ul', { tabindex: '0', 'aria-label': words }, list)] : []),
  );
}
