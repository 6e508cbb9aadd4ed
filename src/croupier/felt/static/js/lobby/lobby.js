// The lobby: every open table, and one name to come in with.
import { get, inWords, post, Refused, whoAmI } from '../base/api.js';
import { element, say } from '../base/dom.js';
import { topBar } from '../base/frame.js';

const fault = element('p', { role: 'alert', class: 'refusal' });
const list = element('ul', { class: 'tables' });
const name = element('input', { name: 'name', maxlength: '40', required: true, autocomplete: 'nickname' });
const form = element('form', { hidden: true }, element('label', { class: 'field' }, 'Your name', name), element('button', { class: 'gold' }, 'Come in'));
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  try {
    await post('/api/guest', { name: name.value });
    form.hidden = true;
  } catch (refused) {
    if (refused instanceof Refused) say(fault, inWords(refused.told));
  }
});
document.body.append(topBar({ title: 'Tables' }).bar, element('main', { class: 'hall' }, form, list, fault));
whoAmI().then((me) => { form.hidden = me !== null; });
get('/api/tables').then((tables) => list.replaceChildren(...tables.map((/** @type {any} */ table) =>
  element('li', {}, element('a', { href: `/tables/${encodeURIComponent(table.table)}` }, `${table.title}, ${table.table}`)))));
