// A plain table: draws what the house shows this person and offers what the house offers. It knows no rules.
import { dollars, element, refusal } from '/static/js/plain/house.js';

const table = decodeURIComponent(location.pathname.split('/').pop());
const at = (id) => document.getElementById(id);
let socket, cursor, sight, offers = [], person = '', deadline = null, attempt = 0;
const unanswered = new Map();
const newId = () => crypto.randomUUID();

function connect() {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${encodeURIComponent(table)}`);
  socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', ...(cursor ? { after: cursor } : {}) }));
  socket.onmessage = (event) => take(JSON.parse(event.data));
  socket.onclose = (event) => {
    at('turn').textContent = event.code === 4401 ? 'Come in at the lobby first.' : 'The line is down; coming back …';
    if ([4401, 4403, 4404].includes(event.code)) return;
    setTimeout(connect, Math.min(8000, 500 * 2 ** attempt++) * (0.5 + Math.random() / 2));
  };
}

function send(message) {
  unanswered.set(message.id ?? `ready-${message.round}`, message);
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

const takes = {
  welcome(message) { person = message.person; attempt = 0; for (const one of unanswered.values()) socket.send(JSON.stringify(one)); },
  frame(message) {
    ({ cursor, sight, offers } = message);
    for (const event of message.entries.flat()) tell(event);
    draw();
  },
  done(message) { unanswered.delete(message.id); at('fault').textContent = ''; },
  refused(message) { unanswered.delete(message.id); at('fault').textContent = refusal(message); },
  balance(message) { at('balance').textContent = `${dollars(message.chips)} here, ${dollars(message.wallet)} in the wallet`; },
  clock(message) { deadline = message.what ? performance.now() + message.remains : null; },
  notice(message) { at('fault').textContent = message.message; },
};

function take(message) { takes[message.type]?.(message); }

function tell(event) {
  const { type, clauses, readings, audience, at: _, ...rest } = event;
  const words = Object.entries(rest).map(([key, value]) => `${key} ${typeof value === 'object' ? JSON.stringify(value) : value}`).join(', ');
  at('told').prepend(element('li', { textContent: `${type.split('@')[0].replaceAll('_', ' ')}: ${words}`, title: (clauses ?? []).join(', ') }));
  while (at('told').children.length > 60) at('told').lastChild.remove();
}

function cards(list) {
  const shown = element('span', { className: 'cards' });
  for (const card of list ?? []) {
    shown.append(element('span', { textContent: `${card ?? '??'} `, className: /[hd]$/.test(card ?? '') ? 'red' : '' }));
  }
  return shown;
}

function seatRow(seat) {
  const wagers = Object.entries(seat.wagers ?? {}).map(([name, cents]) => `${name} ${dollars(cents)}`).join(', ');
  const results = (seat.outcomes ?? []).map((one) => `${one.wager} ${one.result} ${dollars(one.returned - one.staked)}`).join(', ');
  return element('tr', {},
    element('td', { textContent: seat.seat }),
    element('td', { textContent: seat.name || seat.player }),
    element('td', { textContent: dollars(seat.chips ?? 0) }),
    element('td', { textContent: wagers }),
    element('td', {}, cards(seat.cards), seat.hand ? ` ${seat.hand.words}` : ''),
    element('td', { textContent: results ? `${results}; net ${dollars(seat.net ?? 0)}` : '' }));
}

function field(blank, sample) {
  if (blank.kind === 'wagers') {
    return blank.stakes.map((stake) => {
      const least = stake.fixed ?? stake.minimum ?? stake.increment ?? 100;
      const input = element('input', { type: 'number', name: `wager:${stake.name}`, min: 0, step: (stake.increment ?? 100) / 100, value: stake.required ? least / 100 : 0 });
      return element('label', {}, `${stake.label} ($)`, input);
    });
  }
  if (blank.kind === 'choice') {
    const select = element('select', { name: blank.field }, ...blank.options.map((one) =>
      element('option', { value: one.value, textContent: `${one.label || one.value}${one.cost ? ` (${dollars(one.cost)})` : ''}` })));
    if (blank.optional) select.prepend(element('option', { value: '', textContent: 'all', selected: true }));
    return [element('label', {}, blank.field, select)];
  }
  return [];
}

function filled(offer, form) {
  const command = { ...offer.sample };
  delete command.by;
  for (const blank of offer.blanks ?? []) {
    if (blank.kind === 'wagers') {
      command.wagers = {};
      for (const input of form.querySelectorAll('input')) {
        const cents = Math.round(Number(input.value) * 100);
        if (cents > 0) command.wagers[input.name.slice(6)] = cents;
      }
    } else if (blank.kind === 'choice') {
      const value = form.elements[blank.field].value;
      if (value !== '') command[blank.field] = typeof blank.options[0].value === 'number' ? Number(value) : value;
    }
  }
  return command;
}

function offerForm(offer) {
  const words = offer.act.split('@')[0].replaceAll('_', ' ');
  const form = element('form', { className: offer.due ? 'due' : '' });
  form.append(...(offer.blanks ?? []).flatMap((blank) => field(blank, offer.sample)), element('button', { textContent: words }));
  form.addEventListener('submit', (event) => { event.preventDefault(); send({ type: 'do', id: newId(), command: filled(offer, form) }); });
  return form;
}

function money() {
  const form = element('form', {});
  const amount = element('input', { type: 'number', name: 'cents', min: 1, value: 200 });
  form.append(element('label', {}, 'Chips ($)', amount), element('button', { textContent: 'take chips' }));
  form.addEventListener('submit', (event) => { event.preventDefault(); send({ type: 'chips', id: newId(), cents: Math.round(amount.value * 100) }); });
  const back = element('button', { type: 'button', textContent: 'cash out' });
  back.addEventListener('click', () => send({ type: 'cash_out', id: newId() }));
  const ready = element('button', { type: 'button', textContent: 'ready' });
  ready.addEventListener('click', () => send({ type: 'ready', round: sight.round }));
  form.append(back, ready);
  return form;
}

let drawn = '';
function draw() {
  at('title').textContent = `${sight.title}, ${table}, round ${sight.round}`;
  at('turn').textContent = sight.turn.words;
  at('places').replaceChildren(...(sight.places ?? []).map((place) => element('p', {}, `${place.place}: `, cards(place.cards), place.hand ? ` ${place.hand.words}` : '')));
  document.querySelector('#seats tbody').replaceChildren(...(sight.seats ?? []).map(seatRow));
  const now = JSON.stringify(offers);
  if (now !== drawn) { // what somebody is filling in stays
    drawn = now;
    at('offers').replaceChildren(...(person ? [money()] : []), ...offers.map(offerForm));
  }
}

setInterval(() => {
  at('clock').textContent = deadline === null ? '' : `${Math.max(0, Math.ceil((deadline - performance.now()) / 1000))} s`;
}, 250);
connect();
