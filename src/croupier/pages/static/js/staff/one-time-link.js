// A link that lets a member of the staff in once: to look at it must not use it up, so there is a button.
import { inWords, post, Refused } from '../core/api.js';
import { element, say } from '../core/dom.js';
import { topBar } from '../core/page-frame.js';

/**
 * The page of a role; whoever has none of their own begins at the lobby.
 * @type {[string, string][]}
 */
const PAGES = [
  ['dealer', '/pit'],
  ['floor', '/pit'],
  ['pit_manager', '/pit'],
  ['surveillance', '/surveillance'],
  ['regulator', '/regulator'],
  ['accounting', '/regulator'],
];

/** @param {string[]} roles */
const pageOf = (roles) => PAGES.find(([role]) => roles.includes(role))?.[1] ?? '/';

const fault = element('p', { role: 'alert', class: 'refusal' });
const button = element('button', { class: 'gold', type: 'button' }, 'Come in');
button.addEventListener('click', async () => {
  button.disabled = true;
  try {
    const me = await post(`/api/link/${encodeURIComponent(location.pathname.split('/').pop() ?? '')}`);
    location.assign(pageOf(me?.roles ?? []));
  } catch (refused) {
    if (refused instanceof Refused) say(fault, inWords(refused.told));
    button.disabled = false;
  }
});
document.body.append(
  topBar({ title: 'Come in' }).bar,
  element(
    'main',
    { class: 'hall' },
    element(
      'section',
      { class: 'block stacked' },
      element(
        'p',
        {},
        'This link lets you in once, as a member of the staff. In this browser you stay in until you sign out.',
      ),
      element('div', { class: 'row' }, button),
      fault,
    ),
  ),
);
