// The coach of a play-money table. It warns before a costly decision or shows the value of every choice.
import { inWords, post } from '../core/api.js';
import { element } from '../core/dom.js';
import { dollars, quotient } from '../core/money.js';
import { onSettings, set, settings } from '../core/settings.js';
import { unitOf } from './action-buttons.js';
import { choiceWords } from './round-story.js';
import { TABLE } from './table-address.js';

/** @typedef {import('../core/types.js').Advice} Advice */

const COSTLY = 0.02; // units; cheaper mistakes get no warning
const PATIENCE = 2_500; // milliseconds to wait for the values before a decision is sent without a warning

/** @type {['off', 'warn', 'values']} */
export const MODES = ['off', 'warn', 'values'];
export const MODE_WORDS = { off: 'Off', warn: 'Warn me', values: 'Show values' };

export class Coach {
  /** @param {import('./table-page.js').TablePage} page */
  constructor(page) {
    this.page = page;
    this.asked = ''; // the decision whose values were requested without the player's click
    this.warned = ''; // the decision for which a warning was shown
    this.button = element('button', { type: 'button', class: 'coach-switch', onclick: () => this.turn() }, 'Coach');
    this.button.hidden = !this.isAllowed;
    onSettings(() => {
      this.button.textContent = `Coach: ${MODE_WORDS[settings().coach]}`;
      if (page.state.sight) page.draw();
    });
  }

  /** The coach never advises at real-money tables. */
  get isAllowed() {
    return this.page.posted.money === 'play';
  }

  get mode() {
    return this.isAllowed ? settings().coach : 'off';
  }

  /** Move the switch to its next position. */
  turn() {
    const next = MODES[(MODES.indexOf(settings().coach) + 1) % MODES.length];
    set({ coach: next });
    this.page.announcer.say(`Coach: ${MODE_WORDS[next]}`);
  }

  /** The current decision of this round, or an empty text. */
  get decision() {
    const { state } = this.page;
    return state.decision ? `${state.sight?.round} ${state.decision.sample.seat} ${state.question}` : '';
  }

  /** Request the values of a new decision if they are always shown. */
  update() {
    const { state } = this.page;
    if (this.mode !== 'values' || !this.decision || state.advice || this.asked === this.decision) return;
    this.asked = this.decision;
    this.advise();
  }

  /** Show the value of each choice on its button. */
  async advise() {
    const { page } = this;
    const question = page.state.question;
    const answer = await page.line.say({ type: 'advice' });
    if (answer.advice && page.state.question === question) {
      page.state.advice = answer.advice;
      page.announcer.tell(`Best choice: ${choiceWords(answer.advice.best)}`);
      page.draw();
    } else if (answer.refusal) {
      page.note(inWords(answer.refusal), true);
    }
  }

  /** Send a decision, after a warning if it is costly. @param {string} choice */
  async decide(choice) {
    const { page } = this;
    if (!page.state.decision || page.busy) return;
    if (this.mode === 'warn' && this.warned !== this.decision) {
      const { decision } = this;
      const advice = page.state.advice ?? (await this.values());
      if (this.decision !== decision || page.busy) return; // the decision was made in the meantime
      const best = advice && costOf(advice, choice) >= COSTLY ? bestOffered(advice) : '';
      if (advice && best) {
        this.warned = decision;
        return this.warn(choice, best, costOf(advice, choice), advice);
      }
    }
    this.send(choice);
  }

  /** @param {string} choice */
  send(choice) {
    const { page } = this;
    if (!page.state.decision || page.busy) return;
    page.line.do({ ...page.state.decision.sample, choice });
    page.note('');
  }

  /** The values, or null if they do not come in time. @returns {Promise<Advice|null>} */
  async values() {
    /** @type {Promise<null>} */
    const late = new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE));
    const answer = await Promise.race([this.page.line.say({ type: 'advice' }), late]);
    return answer?.advice ?? null;
  }

  /**
   * Ask once before a costly decision.
   * @param {string} choice
   * @param {string} best
   * @param {number} cost in units
   * @param {Advice} advice
   */
  warn(choice, best, cost, advice) {
    const { decision } = this;
    const cents = Math.round(cost * unitOf(this.page.state));
    const why = element('p', {});
    const sheet = element(
      'dialog',
      { class: 'sheet coach-warning', 'aria-labelledby': 'coach-title' },
      element('h2', { id: 'coach-title' }, `${choiceWords(choice)} costs ${dollars(cents)} on average`),
      element('p', {}, `${choiceWords(best)} is the best choice.`),
      why,
      element(
        'p',
        { class: 'row' },
        element('button', { type: 'button', class: 'plain-button', onclick: () => sheet.close() }, 'Choose again'),
        element(
          'button',
          {
            type: 'button',
            class: 'plain-button',
            onclick: () => {
              sheet.close();
              if (this.decision === decision) this.send(choice);
            },
          },
          `${choiceWords(choice)} anyway`,
        ),
      ),
    );
    sheet.addEventListener('close', () => sheet.remove());
    document.body.append(sheet);
    sheet.showModal();
    this.explain(advice).then((words) => (why.textContent = words));
  }

  /** The reason for the best choice in words. @param {Advice} advice */
  async explain(advice) {
    const { posted, state } = this.page;
    const question = (posted.questions ?? []).findIndex((each) => each.name === state.question);
    const dealer = state.sight?.places?.find((place) => place.place === 'dealer')?.cards ?? [];
    try {
      const found = await post('/api/practice/look-up', {
        game: posted.game,
        table: TABLE,
        question,
        hand: advice.hand,
        board: advice.board,
        dealer: dealer.filter(Boolean).join(' '),
      });
      return found.reason;
    } catch {
      return ''; // the warning is complete without the reason
    }
  }
}

/** @param {Advice} advice */
function bestOffered(advice) {
  const offered = advice.choices.filter((each) => each.offered);
  return offered.sort((a, b) => quotient(a.cost) - quotient(b.cost))[0]?.choice ?? '';
}

/**
 * The cost of a choice compared with the best one that the player's chips cover, in units.
 * @param {Advice} advice
 * @param {string} choice
 */
function costOf(advice, choice) {
  const value = (/** @type {string} */ name) =>
    quotient(advice.choices.find((each) => each.choice === name)?.cost ?? '0');
  return value(choice) - value(bestOffered(advice) || choice);
}
