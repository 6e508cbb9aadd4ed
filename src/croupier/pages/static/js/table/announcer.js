// Announcements for screen readers, in one polite and one assertive live region. Announcements never move the
// focus.
import { element } from '../core/dom.js';

const TOGETHER = 120; // milliseconds within which sentences are joined
const PER_CHARACTER = 40; // milliseconds of reading time per character
const LONGEST = 4000; // milliseconds

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
    this.free = 0; // time by which the last announcement has probably been read
    /** @type {string[]} */
    this.queue = [];
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    document.body.append(this.polite, this.urgent);
  }

  /**
   * Announce politely. Sentences within 120 ms become one announcement. A later one waits until the last has probably
   * been read, so that it does not cut off a result.
   * @param {string} words
   */
  say(words) {
    if (!words) return;
    this.queue.push(sentence(words));
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        this.last = this.queue.join(' ');
        this.queue = [];
        this.free = performance.now() + Math.min(LONGEST, this.last.length * PER_CHARACTER);
        setText(this.polite, this.last);
      },
      Math.max(TOGETHER, this.free - performance.now()),
    );
  }

  /**
   * Announce a decision at once, after the events before it that have not been announced yet.
   * @param {string} words
   */
  turn(words) {
    clearTimeout(this.timer);
    this.alert([...this.queue.splice(0), sentence(words)].join(' '));
  }

  /** Announce at once: a lost connection, a refusal. @param {string} words */
  alert(words) {
    this.last = sentence(words);
    setText(this.urgent, this.last);
  }

  /**
   * Answer a key press, even if the words are the same as before.
   * @param {string} words
   */
  tell(words) {
    setText(this.polite, sentence(words));
  }
}

/**
 * Set the text of a live region. Repeated text gets a space so that it is announced again.
 * @param {HTMLElement} region
 * @param {string} words
 */
function setText(region, words) {
  region.textContent = region.textContent === words ? `${words}\u00a0` : words;
}

/** @param {string} words */
function sentence(words) {
  const text = words.trim();
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
