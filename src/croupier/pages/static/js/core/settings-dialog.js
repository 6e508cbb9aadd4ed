// The settings, as a form that takes effect at once.
import { element } from './dom.js';
import { set, settings } from './settings.js';

/** @type {HTMLDialogElement|null} */
let dialog = null;

/**
 * @param {string} name
 * @param {string} words
 * @param {string} more
 */
function tick(name, words, more) {
  const box = element('input', { type: 'checkbox', name, checked: Boolean(/** @type {any} */ (settings())[name]) });
  box.addEventListener('change', () => set({ [name]: box.checked }));
  return element('label', { class: 'setting' }, box, element('span', {}, words, element('small', {}, more)));
}

/**
 * @param {string} name
 * @param {string} legend
 * @param {[string, string][]} options
 */
function choice(name, legend, options) {
  const now = /** @type {any} */ (settings())[name];
  return element(
    'fieldset',
    { class: 'setting-choice' },
    element('legend', {}, legend),
    options.map(([value, words]) => {
      const radio = element('input', { type: 'radio', name, value, checked: value === now });
      radio.addEventListener('change', () => set({ [name]: value }));
      return element('label', {}, radio, words);
    }),
  );
}

export function openSettings() {
  dialog?.remove();
  const made = element(
    'dialog',
    { class: 'sheet settings', 'aria-labelledby': 'settings-title' },
    element('h2', { id: 'settings-title' }, 'Settings'),
    choice('room', 'The room', [
      ['system', 'As this device has it'],
      ['light', 'Light'],
      ['dark', 'Dark'],
    ]),
    choice('motion', 'Motion', [
      ['system', 'As this device has it'],
      ['off', 'None: everything is at its place at once'],
    ]),
    tick('sound', 'Sound', 'Cards and chips are heard; nothing else.'),
    tick('fourColours', 'Four-colour deck', 'Diamonds blue, clubs green.'),
    tick('largeText', 'Large text', 'Everything one reads, a quarter larger.'),
    tick('contrast', 'More contrast', 'Stronger lines and brighter captions.'),
    tick('clock', 'A clock when I play alone', 'The posted times run for you too. In company they always do.'),
    element('p', { class: 'fine' }, 'Kept in this browser alone.'),
    element('form', { method: 'dialog' }, element('button', { class: 'gold' }, 'Done')),
  );
  dialog = made;
  made.addEventListener('close', () => made.remove());
  document.body.append(made);
  made.showModal();
}
