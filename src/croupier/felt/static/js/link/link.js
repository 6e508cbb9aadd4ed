// A link that lets a member of the staff in once: to look at it must not use it up, so there is a button.
import { inWords, post, Refused } from '../base/api.js';
import { element, say } from '../base/dom.js';
import { topBar } from '../base/frame.js';

const fault = element('p', { role: 'alert', class: 'refusal' });
const button = element('button', { class: 'gold', type: 'button' }, 'Come in');
button.addEventListener('click', async () => {
  button.disabled = true;
  try {
    await post(`/api/link/${encodeURIComponent(location.pathname.split('/').pop() ?? '')}`);
    location.assign('/');
  } catch (refused) {
    if (refused instanceof Refused) say(fault, inWords(refused.told));
    button.disabled = false;
  }
});
document.body.append(topBar({ title: 'Come in' }).bar,
  element('main', { class: 'hall' }, element('p', {}, 'This link lets you in once, as a member of the staff.'), button, fault));
