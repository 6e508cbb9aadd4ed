// The screen lock of the staff consoles. The screen locks after five idle minutes and hides wagers and cards.
// A PIN unlocks it or, if none is set, the person's password. The lock only protects privacy. The session on
// the server controls access.
import { inWords, post, Refused } from '../core/api.js';
import { element, say } from '../core/dom.js';
import { forgetLock, LOCK_KEY } from '../core/lock-key.js';
import { keycap } from './staff-parts.js';

const ACTIVE_KEY = 'croupier-active';
const ACTIVE_EVERY = 5_000; // milliseconds between two stored times of activity
const TRIES = 5;
const LEFT_ALONE = 5 * 60_000; // idle milliseconds before locking
const WARNED = 4 * 60_000; // idle milliseconds before the warning to a person without a PIN
const SHORTEST = 4;

/** @param {string} pin */
async function digest(pin) {
  if (!crypto.subtle) return pin; // no crypto without a secure context
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`croupier:${pin}`)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class Lock {
  /**
   * @param {() => void} onChange
   * @param {() => void} giveUp called after too many wrong PINs
   * @param {string} person owner of the lock: it does not apply to other people
   */
  constructor(onChange, giveUp, person) {
    this.onChange = onChange;
    this.giveUp = giveUp;
    this.person = person;
    const stored = readLock(person);
    this.wrong = stored.wrong; // reloading the page does not reset the number of tries
    this.pin = stored.pin;
    this.locked = stored.locked;
    this.since = stored.since;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    /** The open warning. @type {HTMLDialogElement|null} */
    this.dialog = null;
    for (const sign of ['keydown', 'pointerdown'])
      document.addEventListener(sign, () => this.noteActivity(), { capture: true, passive: true });
    // All tabs of this browser share the lock, so locking or unlocking one tab affects all tabs.
    window.addEventListener('storage', (event) => {
      if (event.key === LOCK_KEY || event.key === null) this.follow();
    });
    this.wait(0);
  }

  /** Note activity at this tab. */
  noteActivity() {
    if (this.locked) return;
    const now = Date.now();
    if (now - lastActive() > ACTIVE_EVERY) store(ACTIVE_KEY, String(now));
    this.wait(0);
  }

  /**
   * Lock or warn when no tab of this browser has been used for long enough.
   * @param {number} idle milliseconds so far
   */
  wait(idle) {
    clearTimeout(this.timer);
    if (this.locked) return;
    const limit = this.pin ? LEFT_ALONE : WARNED;
    this.timer = setTimeout(() => {
      const elsewhere = Date.now() - lastActive();
      if (elsewhere < limit - ACTIVE_EVERY) this.wait(elsewhere);
      else if (this.pin) this.close();
      else this.warn();
    }, limit - idle);
  }

  /** Take over the lock that another tab changed. */
  follow() {
    const stored = readLock(this.person);
    const before = this.locked;
    Object.assign(this, { pin: stored.pin, locked: stored.locked, since: stored.since, wrong: stored.wrong });
    if (this.locked) {
      clearTimeout(this.timer);
      this.dialog?.close();
    } else this.wait(0);
    if (this.locked !== before) this.onChange();
  }

  /**
   * Warn one minute before locking.
   */
  warn() {
    this.timer = setTimeout(() => {
      const elsewhere = Date.now() - lastActive();
      if (elsewhere > LEFT_ALONE - WARNED) this.close();
      else {
        this.dialog?.close();
        this.wait(elsewhere);
      }
    }, LEFT_ALONE - WARNED);
    if (this.dialog) return;
    const dialog = element(
      'dialog',
      { class: 'sheet', 'aria-labelledby': 'there-title' },
      element('h2', { id: 'there-title' }, 'Are you still there?'),
      element(
        'div',
        { class: 'keyed' },
        element('p', {}, 'This screen locks in one minute. Set a PIN so that you can unlock it quickly.'),
        element(
          'div',
          { class: 'buttons' },
          element('button', { type: 'button', class: 'btn primary', onclick: () => dialog.close() }, 'I’m here'),
          element(
            'button',
            {
              type: 'button',
              class: 'btn ghost',
              onclick: () => {
                dialog.close();
                this.ask();
              },
            },
            'Choose a PIN',
          ),
        ),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (this.dialog === dialog) this.dialog = null;
    });
    this.dialog = dialog;
    document.body.append(dialog);
    dialog.showModal();
  }

  close() {
    this.dialog?.close();
    this.locked = true;
    this.since = Date.now();
    this.wrong = 0;
    this.keep();
    this.onChange();
  }

  keep() {
    const { person, pin, locked, since, wrong } = this;
    store(LOCK_KEY, JSON.stringify({ person, pin, locked, since, wrong }));
  }

  /** @param {string} pin */
  async open(pin) {
    if ((await digest(pin)) !== this.pin) {
      this.wrong += 1;
      this.keep();
      if (this.wrong >= TRIES) this.giveUp();
      return false;
    }
    this.locked = false;
    this.wrong = 0;
    this.keep();
    this.noteActivity();
    this.onChange();
    return true;
  }

  /** Lock the screen. The first time, ask for a PIN. */
  ask() {
    if (this.pin) {
      this.close();
      return;
    }
    const input = pinField();
    const fault = element('p', { class: 'soft', role: 'alert' });
    const dialog = element(
      'dialog',
      { class: 'sheet', 'aria-labelledby': 'lock-title' },
      element('h2', { id: 'lock-title' }, 'Lock this screen'),
      element('p', {}, 'Choose a PIN of at least four digits. You’ll need it to unlock this screen.'),
      element(
        'form',
        { class: 'keyed', novalidate: true },
        element('label', { class: 'field' }, element('span', {}, 'PIN'), input),
        element(
          'div',
          { class: 'buttons' },
          element('button', { class: 'btn primary' }, 'Lock'),
          element('button', { type: 'button', class: 'btn ghost', onclick: () => dialog.close() }, 'Cancel'),
        ),
      ),
      fault,
    );
    dialog.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (input.value.length < SHORTEST) {
        say(fault, 'Enter at least four digits.');
        return;
      }
      this.pin = await digest(input.value);
      this.close();
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (this.dialog === dialog) this.dialog = null;
    });
    this.dialog = dialog;
    document.body.append(dialog);
    dialog.showModal();
  }

  /** The form that unlocks the screen. */
  form() {
    const holder = element('div');
    const usePassword = () => holder.replaceChildren(this.byPassword());
    if (this.pin) holder.append(this.byPin(usePassword));
    else usePassword();
    return holder;
  }

  /** Unlock by signing in again. The page then reloads for the signed-in person. */
  byPassword() {
    const login = element('input', { name: 'login', autocomplete: 'username', maxlength: '64' });
    const password = element('input', {
      type: 'password',
      name: 'password',
      autocomplete: 'current-password',
      maxlength: '1024',
    });
    const fault = element('p', { role: 'alert' });
    const form = element(
      'form',
      { class: 'keyed pin', novalidate: true },
      element('label', { class: 'field' }, element('span', {}, 'Sign-in name'), login),
      element('label', { class: 'field' }, element('span', {}, 'Password'), password),
      element('button', { class: 'btn primary' }, keycap('Enter'), 'Unlock'),
      element('button', { type: 'button', class: 'btn ghost', onclick: () => this.giveUp() }, 'Sign out'),
      element(
        'button',
        { type: 'button', class: 'btn ghost', onclick: () => this.requestLink(fault) },
        'I don’t have a password',
      ),
      fault,
    );
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      try {
        await post('/api/login', { login: login.value, password: password.value });
        forgetLock();
        location.reload();
      } catch (refused) {
        if (!(refused instanceof Refused)) throw refused;
        password.value = '';
        say(fault, inWords(refused.refusal));
      }
    });
    return form;
  }

  /** Ask for a new one-time link, for a person without a password. @param {HTMLElement} answer */
  async requestLink(answer) {
    try {
      await post('/api/me/link');
      say(answer, 'Ask an administrator for your new one-time link. Open it in this browser to unlock.');
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      say(answer, inWords(refused.refusal));
    }
  }

  /** Unlock by PIN. @param {() => void} usePassword shows the sign-in form instead */
  byPin(usePassword) {
    const input = pinField();
    const fault = element('p', { role: 'alert' });
    const form = element(
      'form',
      { class: 'keyed pin', novalidate: true },
      element('label', { class: 'field' }, element('span', {}, 'PIN'), input),
      element('button', { class: 'btn primary' }, keycap('Enter'), 'Unlock'),
      element('button', { type: 'button', class: 'btn ghost', onclick: usePassword }, 'Forgot PIN'),
      fault,
    );
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const pin = input.value;
      input.value = '';
      if (pin.length < SHORTEST) {
        say(fault, `A PIN has at least ${SHORTEST} digits.`); // this does not count as a try
        return;
      }
      if (await this.open(pin)) return;
      const remaining = TRIES - this.wrong;
      const tries = `${remaining} ${remaining === 1 ? 'try' : 'tries'} left before you are signed out.`;
      say(fault, `Wrong PIN. ${remaining > 0 ? tries : 'You are being signed out.'}`);
    });
    return form;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
function store(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage the lock is lost on reload, but the server still checks the session.
  }
}

/** When any tab of this browser was last used, in milliseconds; 0 if unknown. */
function lastActive() {
  try {
    return Number(localStorage.getItem(ACTIVE_KEY)) || 0;
  } catch {
    return 0;
  }
}

function pinField() {
  return element('input', {
    type: 'password',
    name: 'pin',
    inputmode: 'numeric',
    autocomplete: 'off',
    minlength: SHORTEST,
    maxlength: '12',
  });
}

/**
 * @param {string} person
 * @returns {{pin: string, locked: boolean, since: number, wrong: number}}
 */
function readLock(person) {
  const open = { pin: '', locked: false, since: 0, wrong: 0 };
  try {
    const stored = /** @type {Partial<typeof open & {person: string}>} */ (
      JSON.parse(localStorage.getItem(LOCK_KEY) ?? '{}')
    );
    return stored.person === person ? { ...open, ...stored } : open;
  } catch {
    return open;
  }
}
