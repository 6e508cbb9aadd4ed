// Messages for a lost connection, a moved table, a pause or a void round, and the introduction for first-time visitors.
import { whyButton } from '../core/clauses.js';
import { element, say } from '../core/dom.js';
import { voidRest, voidRule } from '../core/void-round.js';

export class States {
  constructor() {
    this.banner = element('div', { class: 'banner', hidden: true });
    this.voidLine = element('p', { class: 'void-line', hidden: true });
    /** The messages under the header. */
    this.banners = element('section', { class: 'banners', 'aria-label': 'Messages' }, this.banner, this.voidLine);
    this.words = element('p');
    this.more = element('p', { class: 'fine' });
    this.button = element('button', { type: 'button', class: 'gold' });
    this.over = element(
      'section',
      { class: 'over', 'aria-label': 'The table', hidden: true },
      this.words,
      this.more,
      this.button,
    );
    /** @type {() => void} */
    this.act = () => {};
    this.button.addEventListener('click', () => this.act());
  }

  /** Show a message under the header. The table stays readable. @param {string} words */
  line(words) {
    say(this.banner, words);
    this.banner.hidden = !words;
  }

  /**
   * Show that a round is void, with the rule that voids it, until bets close again.
   * @param {import('../core/types.js').VoidView|undefined} voided
   */
  voidRound(voided) {
    this.voidLine.hidden = !voided;
    if (voided && this.voidLine.dataset.words !== voided.words)
      this.voidLine.replaceChildren(
        element('b', {}, `${voided.words}.`),
        ` ${voidRest(voided)} `,
        whyButton(voided.clauses, voided.readings, voidRule(voided) || '§') ?? '',
      );
    this.voidLine.dataset.words = voided?.words ?? '';
  }

  /**
   * Show a message over the dealer's side.
   * @param {{words: string, remedy: string, button?: string}|null} endReason
   * @param {() => void} [act]
   */
  end(endReason, act) {
    this.over.hidden = !endReason;
    if (!endReason) return;
    say(this.words, endReason.words);
    say(this.more, endReason.remedy);
    say(this.button, endReason.button ?? '');
    this.button.hidden = !endReason.button;
    this.act = act ?? (() => {});
  }
}

const STORAGE_KEY = 'croupier-seen';

/** A short introduction for first-time visitors, or null. @returns {HTMLElement|null} */
export function firstVisit() {
  try {
    if (localStorage.getItem(STORAGE_KEY)) return null;
  } catch {
    return null;
  }
  const panel = element(
    'aside',
    { class: 'first-visit', 'aria-label': 'How to play' },
    element(
      'p',
      {},
      'Sit down, choose a chip, then select a betting area. ',
      'Each button shows what it costs. ',
      'Select § to read the rule behind a result.',
    ),
    element('button', { type: 'button', class: 'plain-button', onclick: () => dismissIntroduction(panel) }, 'Got it'),
  );
  return panel;
}

/** Remove the introduction for good. @param {HTMLElement} panel */
export function dismissIntroduction(panel) {
  panel.remove();
  try {
    localStorage.setItem(STORAGE_KEY, '1');
  } catch {
    // Storage is blocked, so the introduction appears again next time.
  }
}
