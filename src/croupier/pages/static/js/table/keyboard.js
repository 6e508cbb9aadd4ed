// By keyboard alone: everything is a button that Tab reaches; letters are shortcuts, and "?" shows them.
import { element } from '../core/dom.js';

/** @typedef {{keys: string, words: string, act: () => void}} Key */

export class Keys {
  /** @param {() => Key[]} now what keys do at this moment */
  constructor(now) {
    this.now = now;
    document.addEventListener('keydown', (event) => this.press(event));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (target.closest('input, select, textarea, dialog, [popover]')) return;
    if (event.key === '?') {
      event.preventDefault();
      this.show();
      return;
    }
    if (event.key === 'Enter' && target !== document.body) return; // the button that has the focus
    const wanted = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const found = this.now().find((one) => one.keys === wanted);
    if (found) {
      event.preventDefault();
      found.act();
    }
  }

  show() {
    const dialog = element(
      'dialog',
      { class: 'sheet keys', 'aria-labelledby': 'keys-title' },
      element('h2', { id: 'keys-title' }, 'Keys'),
      element(
        'p',
        { class: 'fine' },
        'Tab goes through seats, areas, chips and choices; Enter presses. On an area, Backspace takes its chips back; so does a right click or a long press.',
      ),
      element(
        'dl',
        {},
        this.now().flatMap((one) => [element('dt', {}, element('kbd', {}, one.keys)), element('dd', {}, one.words)]),
        element('dt', {}, element('kbd', {}, '?')),
        element('dd', {}, 'These keys'),
      ),
      element('form', { method: 'dialog' }, element('button', { class: 'gold' }, 'Done')),
    );
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }
}
