// When the table is not simply there: the line is down, the table moved, the house paused. One sentence, one button.
import { element, say } from '../core/dom.js';

export class States {
  constructor() {
    this.banner = element('div', { class: 'banner', hidden: true });
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

  /** Under the header: the felt stays readable. @param {string} words */
  line(words) {
    say(this.banner, words);
    this.banner.hidden = !words;
  }

  /**
   * Over the dealer's row.
   * @param {{words: string, remedy: string, button?: string}|null} ending
   * @param {() => void} [act]
   */
  end(ending, act) {
    this.over.hidden = !ending;
    if (!ending) return;
    say(this.words, ending.words);
    say(this.more, ending.remedy);
    say(this.button, ending.button ?? '');
    this.button.hidden = !ending.button;
    this.act = act ?? (() => {});
  }
}

const SEEN = 'croupier-seen';

/** How to play in three sentences, for whoever was never here. @returns {HTMLElement|null} */
export function firstVisit() {
  try {
    if (localStorage.getItem(SEEN)) return null;
  } catch {
    return null;
  }
  const made = element(
    'aside',
    { class: 'first-visit', 'aria-label': 'How to play' },
    element(
      'p',
      {},
      'Sit down, choose a chip and press the areas in front of you to bet. ',
      'The gold button is always the next step, and every choice says what it costs. ',
      'The dealer does the rest by the book: § beside anything tells you which rule it is.',
    ),
    element('button', { type: 'button', class: 'plain-button', onclick: () => seen(made) }, 'Got it'),
  );
  return made;
}

/** Shown once: until it is put away, or a round was played. @param {HTMLElement} made */
export function seen(made) {
  made.remove();
  try {
    localStorage.setItem(SEEN, '1');
  } catch {
    // Shown again next time, then.
  }
}
