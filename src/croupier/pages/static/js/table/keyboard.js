// Keyboard shortcuts. Every control is also reachable by Tab, and "?" lists the shortcuts.
import { element } from '../core/dom.js';
import { settings } from '../core/settings.js';

/** @typedef {{keys: string, words: string, act: () => void}} Key */

export class Keyboard {
  /** @param {() => Key[]} now the current shortcuts */
  constructor(now) {
    this.currentKeys = now;
    document.addEventListener('keydown', (event) => this.press(event));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (target.closest('input, select, textarea, dialog, [popover]')) return;
    if (event.key.length === 1 && !settings().shortcuts) return;
    if (event.key === '?') {
      event.preventDefault();
      this.show();
      return;
    }
    if (event.key === 'Enter' && target !== document.body) return; // Enter presses the focused button
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const binding = this.currentKeys().find((item) => item.keys === key);
    if (binding) {
      event.preventDefault();
      binding.act();
    }
  }

  show() {
    const dialog = element(
      'dialog',
      { class: 'sheet keys', 'aria-labelledby': 'keys-title' },
      element('h2', { id: 'keys-title' }, 'Keyboard shortcuts'),
      element(
        'p',
        { class: 'fine' },
        'Use Tab to move and Enter to press. ',
        'On a betting area, press Backspace to remove your chips (or right-click, or press and hold). ',
        'You can turn single-key shortcuts off in Settings.',
      ),
      element(
        'dl',
        {},
        this.currentKeys().flatMap((key) => [
          element('dt', {}, element('kbd', {}, key.keys)),
          element('dd', {}, key.words),
        ]),
        element('dt', {}, element('kbd', {}, '?')),
        element('dd', {}, 'Show these shortcuts'),
      ),
      element('form', { method: 'dialog' }, element('button', { class: 'gold' }, 'Done')),
    );
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }
}
