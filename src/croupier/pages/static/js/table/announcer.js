// What the page says aloud: one region that waits its turn and one that does not. Focus is never moved.
import { element } from '../core/dom.js';

export class Announcer {
  constructor() {
    this.polite = element('div', {
      class: 'unseen',
      'aria-live': 'polite',
      'aria-atomic': 'true',
      id: 'announcements',
    });
    this.urgent = element('div', { class: 'unseen', 'aria-live': 'assertive', 'aria-atomic': 'true', id: 'alerts' });
    this.last = '';
    /** @type {string[]} */
    this.waiting = [];
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    document.body.append(this.polite, this.urgent);
  }

  /** Sentences that come close together are one announcement. @param {string} words */
  say(words) {
    if (!words) return;
    this.waiting.push(sentence(words));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.last = this.waiting.join(' ');
      this.waiting = [];
      put(this.polite, this.last);
    }, 120);
  }

  /** At once: your turn, the line, a refusal. @param {string} words */
  alert(words) {
    this.last = sentence(words);
    put(this.urgent, this.last);
  }

  /**
   * What was asked for by a key: an answer, also if it is the same as before.
   * @param {string} words
   */
  tell(words) {
    put(this.polite, sentence(words));
  }
}

/**
 * The same words again are a change too.
 * @param {HTMLElement} region
 * @param {string} words
 */
function put(region, words) {
  region.textContent = region.textContent === words ? `${words}\u00a0` : words;
}

/** @param {string} words */
function sentence(words) {
  const text = words.trim();
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
