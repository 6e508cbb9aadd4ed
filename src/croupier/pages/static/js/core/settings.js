// The settings of this browser. Only the time-limit setting is sent to the server.

const KEY = 'croupier-settings';

/**
 * @typedef {{motion: 'system'|'off', sound: boolean, fourColours: boolean, largeText: boolean, room:
 * 'system'|'light'|'dark', contrast: boolean, clock: boolean, shortcuts: boolean, practiceClock: boolean, coach:
 * 'off'|'warn'|'values'}} Settings
 */

/** @type {Settings} */
const DEFAULTS = {
  motion: 'system',
  sound: false,
  fourColours: false,
  largeText: false,
  room: 'system',
  contrast: false,
  clock: false,
  shortcuts: true,
  practiceClock: false,
  coach: 'off',
};

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();
let current = readSettings();

/** @returns {Settings} */
function readSettings() {
  try {
    const stored = /** @type {Partial<Settings>} */ (JSON.parse(localStorage.getItem(KEY) ?? '{}'));
    return { ...DEFAULTS, ...stored };
  } catch {
    return { ...DEFAULTS };
  }
}

export function settings() {
  return current;
}

/** @param {Partial<Settings>} changes */
export function set(changes) {
  current = { ...current, ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // Storage is blocked, so the settings last until the page is closed.
  }
  apply();
}

/** Call a listener now and after every change. @param {(settings: Settings) => void} listener */
export function onSettings(listener) {
  listeners.add(listener);
  listener(current);
  return () => listeners.delete(listener);
}

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether animation is on, both in the settings and in the operating system. */
export function motion() {
  return current.motion !== 'off' && !still.matches;
}

/** Update the classes that style sheets read. */
export function apply() {
  const root = document.documentElement;
  root.dataset.room = current.room;
  root.classList.toggle('four-colour', current.fourColours);
  root.classList.toggle('large-text', current.largeText);
  root.classList.toggle('more-contrast', current.contrast);
  root.classList.toggle('still', !motion());
  for (const listener of listeners) listener(current);
}

still.addEventListener('change', apply);
addEventListener('storage', (event) => {
  if (event.key === KEY) {
    current = readSettings();
    apply();
  }
});
apply();
