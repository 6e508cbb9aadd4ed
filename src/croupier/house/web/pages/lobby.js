import { call, dollars, element, refusal } from '/static/house.js';

const fault = document.getElementById('fault');
const form = document.getElementById('come-in');

async function who() {
  try {
    const me = await call('GET', '/api/me');
    document.getElementById('me').textContent = `You are ${me.name}.`;
    form.hidden = true;
  } catch {
    form.hidden = false;
  }
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  try {
    await call('POST', '/api/guest', { name: form.elements.name.value });
    await who();
  } catch (told) {
    fault.textContent = refusal(told);
  }
});

function limits(table) {
  const [name, limit] = Object.entries(table.limits)[0] ?? ['', {}];
  if (!name || limit.minimum == null) return '';
  return `${dollars(limit.minimum)} to ${limit.maximum == null ? 'any' : dollars(limit.maximum)}`;
}

async function tables() {
  const rows = (await call('GET', '/api/tables')).map((table) =>
    element('tr', {},
      element('td', { textContent: table.table }),
      element('td', { textContent: table.title }),
      element('td', { textContent: limits(table) }),
      element('td', { textContent: `${table.taken} of ${table.seats} taken` }),
      element('td', { textContent: Object.values(table.meters).map(dollars).join(', ') }),
      element('td', {}, element('a', { href: `/tables/${table.table}`, textContent: 'Go to the table' })),
    ));
  document.querySelector('#tables tbody').replaceChildren(...rows);
}

async function again() {
  try {
    await tables();
    fault.textContent = '';
  } catch {
    fault.textContent = 'The house does not answer; trying again.';
  }
  setTimeout(again, 3000);
}

who();
again();
