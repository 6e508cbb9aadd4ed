// Signs in staff by a one-time link. A button uses the link, so that link previews do not use it up.
import { inWords, post, Refused } from '../core/api.js';
import { element, say } from '../core/dom.js';
import { topBar } from '../core/page-frame.js';
import { forgetLock } from '../core/lock-key.js';

const fault = element('p', { role: 'alert', class: 'refusal' });
const button = element('button', { class: 'gold', type: 'button' }, 'Sign in');
button.addEventListener('click', async () => {
  button.disabled = true;
  try {
    const me = await post(`/api/link/${encodeURIComponent(location.pathname.split('/').pop() ?? '')}`);
    forgetLock();
    location.assign(me?.page ?? '/');
  } catch (refused) {
    if (refused instanceof Refused) say(fault, inWords(refused.refusal));
    button.disabled = false;
  }
});
document.body.append(
  topBar({ title: 'Sign in' }).bar,
  element(
    'main',
    { class: 'hall' },
    element(
      'section',
      { class: 'block stacked' },
      element(
        'p',
        {},
        'This one-time link signs you in as staff. You stay signed in on this browser until you sign out.',
      ),
      element('div', { class: 'row' }, button),
      fault,
    ),
  ),
);
