// The sign-in dialog for staff, and the account dialog of the signed-in person.
import { inWords, post, Refused } from '../core/api.js';
import { element, say } from '../core/dom.js';
import { dollars } from '../core/money.js';
import { forgetLock } from '../core/lock-key.js';

/**
 * @param {string} name
 * @param {string} words
 * @param {string} type
 * @param {string} complete
 */
function field(name, words, type, complete) {
  const input = element('input', { type, name, required: true, maxlength: '200', autocomplete: complete });
  return { input, label: element('label', { class: 'field' }, words, input) };
}

/** @param {() => void} onChange */
export function staffButton(onChange) {
  /** @type {import('../core/types.js').Me|null} */
  let me = null;
  const button = element(
    'button',
    { type: 'button', onclick: () => (me ? account(me, onChange) : signIn(onChange)) },
    'Staff sign-in',
  );
  return {
    button,
    /** @param {import('../core/types.js').Me|null} viewer */
    update(viewer) {
      me = viewer;
      say(button, viewer ? viewer.name : 'Staff sign-in');
    },
  };
}

/** @param {HTMLDialogElement} dialog */
function show(dialog) {
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {() => void} onChange */
function signIn(onChange) {
  const login = field('login', 'Sign-in name', 'text', 'username');
  const password = field('password', 'Password', 'password', 'current-password');
  const fault = element('p', { class: 'refusal', role: 'alert' });
  const form = element(
    'form',
    { class: 'come-in' },
    login.label,
    password.label,
    element('button', { class: 'gold' }, 'Sign in'),
  );
  const dialog = element(
    'dialog',
    { class: 'sheet', 'aria-labelledby': 'staff-title' },
    element('h2', { id: 'staff-title' }, 'Staff sign-in'),
    element('p', { class: 'fine' }, 'Players don’t need to sign in. If you have a one-time link, open it instead.'),
    form,
    fault,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const me = await post('/api/login', { login: login.input.value, password: password.input.value });
      forgetLock();
      const home = me?.page ?? '/';
      if (home !== '/') location.assign(home);
      else {
        dialog.close();
        onChange();
      }
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      say(fault, inWords(refused.refusal));
    }
  });
  show(dialog);
}

/**
 * @param {import('../core/types.js').Me} me
 * @param {() => void} onChange
 */
function account(me, onChange) {
  const wallet = me.wallet
    ? element(
        'p',
        {},
        'Wallet ',
        element('b', {}, dollars(me.wallet.cents ?? 0)),
        me.wallet.money === 'play' ? ' play money' : '',
      )
    : null;
  const roles = me.titles.join(', ');
  const fault = element('p', { class: 'refusal', role: 'alert' });
  const dialog = element(
    'dialog',
    { class: 'sheet', 'aria-labelledby': 'me-title' },
    element('h2', { id: 'me-title' }, me.name),
    element('p', {}, roles ? `Signed in as ${roles}.` : 'You have no role yet.'),
    wallet,
    me.kind === 'staff' ? passwordForm() : null,
    fault,
    element(
      'form',
      { method: 'dialog' },
      element('button', { class: 'gold' }, 'Close'),
      element('button', { type: 'button', class: 'plain-button', onclick: leave }, 'Sign out'),
    ),
  );
  async function leave() {
    try {
      await post('/api/logout');
      dialog.close();
      onChange();
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      say(fault, inWords(refused.refusal));
    }
  }
  show(dialog);
}

/** A form that sets the first password with a sign-in name, or replaces the password. */
function passwordForm() {
  const login = field('login', 'Sign-in name, for your first password', 'text', 'username');
  const old = field('old-password', 'Current password, if you have one', 'password', 'current-password');
  const password = field('new-password', 'New password, 12 characters or more', 'password', 'new-password');
  for (const { input } of [login, old]) input.required = false;
  const outcome = element('p', { class: 'fine', role: 'status' });
  const form = element(
    'form',
    { class: 'come-in' },
    login.label,
    old.label,
    password.label,
    element('button', { class: 'plain-button' }, 'Set the password'),
    outcome,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      await post('/api/password', {
        login: login.input.value,
        password: password.input.value,
        old_password: old.input.value,
      });
      form.reset();
      say(outcome, 'Your password is set.');
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      say(outcome, inWords(refused.refusal));
    }
  });
  return form;
}
