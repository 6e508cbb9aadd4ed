// A screen that is left is locked: seats and board stay in view, wagers and cards do not. A PIN of whoever locked it
// opens it again;
// whoever chose none is asked whether they are there, and after that comes back by their password.
// It keeps curious eyes and careless hands off the table; who somebody is, the house decides by their session alone.
import { inWords, post, Refused } from '../core/api.js';
import { element, say } from '../core/dom.js';
import { keycap } from './staff-parts.js';

const PLACE = 'croupier-locked';
const TRIES = 5;
const LEFT_ALONE = 5 * 60_000; // milliseconds without a key or a finger
const WARNED = 4 * 60_000; // of them, after which somebody without a PIN is asked
const SHORTEST = 4;

/** @param {string} pin */
async function digest(pin) {
  if (!crypto.subtle) return pin; // a page without a secure line has no better place for it
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`croupier:${pin}`)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class Lock {
  /**
   * @param {() => void} changed
   * @param {() => void} giveUp after too many wrong numbers
   * @param {string} person whose lock it is: another's opens nothing of theirs, and closes nothing of mine
   */
  constructor(changed, giveUp, person) {
    this.changed = changed;
    this.giveUp = giveUp;
    this.person = person;
    const kept = read(person);
    this.wrong = kept.wrong; // a page that is loaded again has no more tries
    this.pin = kept.pin;
    this.locked = kept.locked;
    this.since = kept.since;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    /** Whether somebody is there. @type {HTMLDialogElement|null} */
    this.asking = null;
    for (const sign of ['keydown', 'pointerdown'])
      document.addEventListener(sign, () => this.touched(), { capture: true, passive: true });
    this.touched();
  }

  touched() {
    clearTimeout(this.timer);
    if (this.locked) return;
    this.timer = this.pin ? setTimeout(() => this.close(), LEFT_ALONE) : setTimeout(() => this.warn(), WARNED);
  }

  /**
   * Nobody who stands there is locked out; a screen that is left is locked whether a PIN was chosen or not.
   */
  warn() {
    this.timer = setTimeout(() => this.close(), LEFT_ALONE - WARNED);
    if (this.asking) return;
    const dialog = element(
      'dialog',
      { class: 'sheet', 'aria-labelledby': 'there-title' },
      element('h2', { id: 'there-title' }, 'Are you there?'),
      element(
        'div',
        { class: 'keyed' },
        element('p', {}, 'This screen locks in one minute. Without a PIN only your password opens it again.'),
        element(
          'div',
          { class: 'buttons' },
          element('button', { type: 'button', class: 'btn primary', onclick: () => dialog.close() }, 'I am here'),
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
      if (this.asking === dialog) this.asking = null;
    });
    this.asking = dialog;
    document.body.append(dialog);
    dialog.showModal();
  }

  close() {
    this.asking?.close();
    this.locked = true;
    this.since = Date.now();
    this.wrong = 0;
    this.keep();
    this.changed();
  }

  keep() {
    try {
      sessionStorage.setItem(
        PLACE,
        JSON.stringify({
          person: this.person,
          pin: this.pin,
          locked: this.locked,
          since: this.since,
          wrong: this.wrong,
        }),
      );
    } catch {
      // A browser that keeps nothing forgets the lock with the page; the session stays the house's.
    }
  }

  /** @param {string} typed */
  async open(typed) {
    if ((await digest(typed)) !== this.pin) {
      this.wrong += 1;
      this.keep();
      if (this.wrong >= TRIES) this.giveUp();
      return false;
    }
    this.locked = false;
    this.wrong = 0;
    this.keep();
    this.touched();
    this.changed();
    return true;
  }

  /** Asks for a PIN the first time, then locks. */
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
      element('p', {}, 'Choose a PIN of four figures or more. It opens this screen again; nobody else knows it.'),
      element(
        'form',
        { class: 'keyed', novalidate: true },
        element('label', { class: 'field' }, element('span', {}, 'PIN'), input),
        element(
          'div',
          { class: 'buttons' },
          element('button', { class: 'btn primary' }, 'Lock'),
          element('button', { type: 'button', class: 'btn ghost', onclick: () => dialog.close() }, 'Leave'),
        ),
      ),
      fault,
    );
    dialog.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (input.value.length < SHORTEST) {
        say(fault, 'Four figures or more.');
        return;
      }
      this.pin = await digest(input.value);
      this.close();
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (this.asking === dialog) this.asking = null;
    });
    this.asking = dialog;
    document.body.append(dialog);
    dialog.showModal();
  }

  /** What opens it. */
  form() {
    return this.pin ? this.byPin() : this.byPassword();
  }

  /** The house says who somebody is; the page begins anew, as theirs. */
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
      element('button', { class: 'btn primary' }, keycap('Enter'), 'Open'),
      element('button', { type: 'button', class: 'btn ghost', onclick: () => this.giveUp() }, 'Sign out'),
      fault,
    );
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      try {
        await post('/api/login', { login: login.value, password: password.value });
        this.locked = false;
        this.keep();
        location.reload();
      } catch (refused) {
        if (!(refused instanceof Refused)) throw refused;
        password.value = '';
        say(fault, inWords(refused.told));
      }
    });
    return form;
  }

  /** The field of the PIN. */
  byPin() {
    const input = pinField();
    const fault = element('p', { role: 'alert' });
    const form = element(
      'form',
      { class: 'keyed pin', novalidate: true },
      element('label', { class: 'field' }, element('span', {}, 'PIN'), input),
      element('button', { class: 'btn primary' }, keycap('Enter'), 'Open'),
      fault,
    );
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const typed = input.value;
      input.value = '';
      if (typed.length < SHORTEST) return; // no PIN is so short: no try
      if (!(await this.open(typed)))
        say(fault, `That is not the PIN; ${TRIES - this.wrong} more tries, then this screen signs out.`);
    });
    return form;
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
function read(person) {
  const open = { pin: '', locked: false, since: 0, wrong: 0 };
  try {
    const kept = JSON.parse(sessionStorage.getItem(PLACE) ?? '{}');
    return kept.person === person ? { ...open, ...kept } : open;
  } catch {
    return open;
  }
}
