// Search for finished rounds, with a form and its results, newest first.
import { get } from '../core/api.js';
import { element, mark, say } from '../core/dom.js';
import { signedDollars, toCents } from '../core/money.js';
import { choice, field, momentOf, panel, secondsOf, tell, timeOf } from './oversight-parts.js';

/** @import { FoundRound, FoundSeat, TableView } from '../../../protocol-types' */

/** @type {[string, string][]} */
const ANY = [
  ['', '–'],
  ['any', 'any'],
];

/**
 * @param {TableView[]} tables
 * @param {(round: FoundRound) => void} show
 */
export function finder(tables, show) {
  const names = tables.map((table) => table.table);
  const table = choice('table', [['', 'Any'], ...names.map((name) => /** @type {[string, string]} */ ([name, name]))]);
  const seat = element('input', { name: 'seat', type: 'text', inputmode: 'numeric', placeholder: 'any' });
  const since = element('input', { name: 'since', type: 'datetime-local' });
  const until = element('input', { name: 'until', type: 'datetime-local' });
  const paid = element('input', { name: 'paid', type: 'text', inputmode: 'decimal', placeholder: 'any' });
  const clause = element('input', { name: 'clause', type: 'text', placeholder: 'any', spellcheck: 'false' });
  const player = element('input', { name: 'player', type: 'text', placeholder: 'any', autocomplete: 'off' });
  const irregularity = choice('irregularity', ANY);
  const correction = choice('correction', ANY);
  const voided = element('input', { type: 'checkbox', name: 'void' });
  const fault = element('p', { class: 'refusal', role: 'alert' });
  const button = element('button', { class: 'eye-button', type: 'submit' }, 'Find', element('kbd', {}, 'F'));
  const form = element(
    'form',
    { class: 'eye-search' },
    field('Table', table),
    field('Seat', seat),
    field('From', since, 'wide'),
    field('To', until, 'wide'),
    field('Won at least', paid),
    field('Clause', clause),
    field('Player', player, 'wide'),
    field('Irregularity', irregularity),
    field('Correction', correction),
    element('label', { class: 'eye-tick' }, voided, 'Only void rounds'),
    button,
    fault,
  );
  const heading = element('h2', {}, 'Rounds');
  const list = element('ol', { class: 'eye-hits' });
  const more = element(
    'button',
    { type: 'button', class: 'eye-button', hidden: true, onclick: () => ask(next) },
    'Earlier',
  );
  let next = '';
  let count = 0;

  function question() {
    const query = new URLSearchParams();
    const cents = toCents(paid.value);
    const fields = {
      table: table.value,
      seat: Number(seat.value) || '',
      since: secondsOf(since.value) || '',
      until: secondsOf(until.value) || '',
      paid: cents || '',
      clause: clause.value.trim(),
      player: player.value.trim(),
      irregularity: irregularity.value,
      correction: correction.value,
      void: voided.checked ? 'true' : '',
    };
    for (const [name, value] of Object.entries(fields)) if (value) query.set(name, String(value));
    return query;
  }

  /** @param {string} before */
  async function ask(before) {
    const query = question();
    if (before) query.set('before', before);
    say(fault, '');
    try {
      const result = await get(`/api/rounds?${query}`);
      addOptions(irregularity, result.labels.irregularity);
      addOptions(correction, result.labels.correction);
      if (!before) {
        list.replaceChildren();
        count = 0;
      }
      count += result.rounds.length;
      list.append(...result.rounds.map((round) => hit(round, () => choose(round))));
      next = result.next;
      mark(more, 'hidden', !next);
      say(heading, `${count.toLocaleString('en-US')}${next ? ' and more' : ''} ${count === 1 ? 'round' : 'rounds'}`);
      if (!count)
        list.append(
          element('li', { class: 'eye-none' }, 'No finished rounds match. Clear a field to widen the search.'),
        );
    } catch (refused) {
      tell(fault, refused);
    }
  }

  /** @param {FoundRound} round */
  function choose(round) {
    for (const each of list.querySelectorAll('[aria-current]')) each.removeAttribute('aria-current');
    const at = [...list.children].find((each) => each.getAttribute('data-round') === `${round.table} ${round.round}`);
    at?.firstElementChild?.setAttribute('aria-current', 'true');
    show(round);
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    ask('');
  });
  return {
    form: panel('Find a round', '', form),
    found: element(
      'section',
      { class: 'eye-panel eye-scroll eye-fill', 'aria-label': 'Rounds found', tabindex: '0' },
      heading,
      list,
      more,
    ),
    ask: () => ask(''),
    focus: () => table.focus(),
  };
}

/** @param {number} seconds */
const sameDay = (seconds) => new Date(seconds * 1000).toDateString() === new Date().toDateString();

/**
 * @param {FoundRound} round
 * @param {() => void} choose
 */
function hit(round, choose) {
  const best = round.seats.reduce(
    (most, seat) => (!most || seat.net > most.net ? seat : most),
    /** @type {FoundSeat|null} */ (null),
  );
  const kinds = [...new Set(round.marks.map((each) => each.kind))];
  const words = [best ? `Seat ${best.seat} ${signedDollars(best.net)}` : '', ...kinds].filter(Boolean).join(' · ');
  return element(
    'li',
    { 'data-round': `${round.table} ${round.round}` },
    element(
      'button',
      { type: 'button', onclick: choose },
      element('b', {}, `${round.table} · ${round.round}`),
      element('time', {}, sameDay(round.at) ? timeOf(round.at).slice(0, 5) : momentOf(round.at)),
      element('span', { class: kinds.length ? 'marked' : null }, words),
    ),
  );
}

/**
 * Offer the kinds of events that the server can search for.
 * @param {HTMLSelectElement} list
 * @param {Record<string, string>} labels
 */
function addOptions(list, labels) {
  if (list.options.length > ANY.length) return;
  for (const [value, label] of Object.entries(labels)) list.append(element('option', { value }, label));
}
