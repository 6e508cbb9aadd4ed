// The settings dialog. Each change takes effect at once.
import { element } from './dom.js';
import { set, settings } from './settings.js';

/** @type {HTMLDialogElement|null} */
let dialog = null;

/**
 * @param {keyof import('./settings.js').Settings} name
 * @param {string} words
 * @param {string} more
 */
function tick(name, words, more) {
  const box = element('input', { type: 'checkbox', name, checked: Boolean(settings()[name]) });
  box.addEventListener('change', () => set({ [name]: box.checked }));
  return element('label', { class: 'setting' }, box, element('span', {}, words, element('small', {}, more)));
}

/**
 * @param {keyof import('./settings.js').Settings} name
 * @param {string} legend
 * @param {[string, string][]} options
 */
function choice(name, legend, options) {
  const now = settings()[name];
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
  const sheet = element(
    'dialog',
    { class: 'sheet settings', 'aria-labelledby': 'settings-title' },
    element('h2', { id: 'settings-title' }, 'Settings'),
    choice('room', 'Theme', [
      ['system', 'Same as this device'],
      ['light', 'Light'],
      ['dark', 'Dark'],
    ]),
    choice('motion', 'Motion', [
      ['system', 'Same as this device'],
      ['off', 'No animation'],
    ]),
    choice('coach', 'Coach at play-money tables', [
      ['off', 'Off'],
      ['warn', 'Warn me before a costly mistake'],
      ['values', 'Always show the value of each choice'],
    ]),
    tick('sound', 'Sound', 'Plays the sound of cards and chips.'),
    tick('fourColours', 'Four-color deck', 'Blue diamonds and green clubs.'),
    tick('largeText', 'Large text', 'Makes text up to 25% larger.'),
    tick('contrast', 'More contrast', 'Stronger lines and brighter captions.'),
    tick('clock', 'Time limit when I play alone', 'With other players there is always a time limit.'),
    tick('shortcuts', 'Keyboard shortcuts', 'Single keys for your actions. Tab and Enter always work.'),
    element('p', { class: 'fine' }, 'Saved in this browser only.'),
    element('form', { method: 'dialog' }, element('button', { class: 'gold' }, 'Done')),
  );
  dialog = sheet;
  sheet.addEventListener('close', () => sheet.remove());
  document.body.append(sheet);
  sheet.showModal();
}
