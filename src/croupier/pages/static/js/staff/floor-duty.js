// The floor itself: what waits, who supervises what and how much more one may, who deals where, notes and hand-over
// between shifts.
import { post } from '../core/api.js';
import { element } from '../core/dom.js';
import { REGULATIONS } from '../core/jurisdiction.js';
import { clauseText, icon, keycap } from './staff-parts.js';
import { clockWords } from '../oversight/oversight-parts.js';
import { hour } from './console-sidebar.js';
import { alertTime } from './floor-strip.js';
import { newId } from './floor-data.js';

/** @typedef {import('./floor-data.js').Alert} Alert */
/** @typedef {import('./floor-data.js').FloorTold} FloorTold */
/** @typedef {import('./floor-data.js').HandOverTold} HandOverTold */
/** @typedef {(work: () => Promise<any>) => Promise<void>} Asking */

/** What waits for the floor, at whatever table, the oldest first. @param {FloorTold} told */
export function waiting(told) {
  return told.tables
    .flatMap((table) =>
      table.alerts.filter((alert) => alert.yours).map((alert) => ({ table: table.kept.table, alert })),
    )
    .sort((one, other) => (one.alert.since || Infinity) - (other.alert.since || Infinity));
}

/**
 * @param {FloorTold} told
 * @param {string} chosen
 * @param {(table: string, alert: Alert) => void} attend
 * @param {Asking} asking
 * @param {any[]} files that are to be answered within a day
 */
export function queuePanel(told, chosen, attend, asking, files) {
  const found = waiting(told);
  return element(
    'section',
    { class: 'panel queue-panel' },
    element('h2', {}, 'Waiting for you ', element('b', {}, String(found.length + files.length))),
    found.length || files.length
      ? element(
          'ol',
          { class: 'queue' },
          ...found.map(({ table, alert }) =>
            element(
              'li',
              { class: table === chosen ? 'mine' : '' },
              element(
                'button',
                { type: 'button', onclick: () => attend(table, alert) },
                element('b', {}, table),
                element('time', {}, alertTime(alert, told.at)),
                element('span', {}, alert.words),
                clauseText(alert.clauses.slice(0, 2), alert.readings.slice(0, 1)),
              ),
              alert.kind === 'call'
                ? element(
                    'button',
                    {
                      type: 'button',
                      class: 'btn small',
                      onclick: () => asking(() => post(`/api/pit/calls/${alert.number}/answer`, {})),
                    },
                    'Answered',
                  )
                : null,
            ),
          ),
          ...files.map((file) =>
            element(
              'li',
              { class: 'filed' },
              element(
                'a',
                { href: `/surveillance#${file.number}` },
                element('b', {}, `File ${file.number}`),
                element('time', {}, clockWords(file.due, told.at)),
                element('span', {}, file.matter),
                clauseText([REGULATIONS.disputes]),
              ),
            ),
          ),
        )
      : element('p', { class: 'soft' }, 'Nothing. Dealers call; stops, counts and notices come here by themselves.'),
  );
}

/**
 * @param {FloorTold} told
 * @param {string} person
 * @param {string} table where a new note belongs
 * @param {Asking} asking
 */
export function notesPanel(told, person, table, asking) {
  const input = element('input', {
    name: 'note',
    autocomplete: 'off',
    maxlength: 500,
    'aria-label': 'A note for the next shift',
    placeholder: table ? `a note on ${table}` : 'a note for the next shift',
  });
  const form = element('form', { class: 'note-form' }, input, element('button', { class: 'btn small' }, 'Note'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (input.value.trim()) asking(() => post('/api/pit/notes', { id: newId(), words: input.value.trim(), table }));
  });
  return element(
    'section',
    { class: 'panel fill notes-panel' },
    element('h2', {}, 'Hand-over, open ', element('b', {}, String(told.notes.length))),
    element(
      'ul',
      { class: 'notes' },
      ...told.handovers.map((sheet) => handOver(sheet, person, asking)),
      ...told.notes.map((note) =>
        element(
          'li',
          {},
          element(
            'span',
            {},
            note.table ? element('b', {}, `${note.table}: `) : '',
            note.words,
            element('small', {}, ` ${note.name} ${hour(note.at).slice(0, 5)}`),
          ),
          element(
            'button',
            {
              type: 'button',
              class: 'btn small',
              'aria-label': `Seen to: ${note.words}`,
              onclick: () => asking(() => post(`/api/pit/notes/${note.note}/close`, {})),
            },
            icon('tick'),
          ),
        ),
      ),
    ),
    form,
  );
}

/**
 * @param {HandOverTold} sheet
 * @param {string} person
 * @param {Asking} asking
 */
function handOver(sheet, person, asking) {
  const mine = sheet.by.split(':')[1] === person;
  return element(
    'li',
    { class: 'handover' },
    element(
      'span',
      {},
      element('b', {}, mine ? 'You have handed over' : `${sheet.name} hands over`),
      ` ${hour(sheet.at).slice(0, 5)}: ${sheet.tables.join(', ') || 'no table'}${sheet.words ? `. ${sheet.words}` : ''}`,
      sheet.open.length
        ? element(
            'ol',
            {},
            ...sheet.open.map((matter) =>
              element(
                'li',
                {},
                matter.table ? `${matter.table}: ` : '',
                matter.words,
                ' ',
                clauseText((matter.clauses ?? []).slice(0, 1)),
              ),
            ),
          )
        : element('small', {}, ' Nothing is open.'),
    ),
    mine
      ? element('small', {}, 'waits for whoever takes over')
      : element(
          'button',
          {
            type: 'button',
            class: 'btn',
            onclick: () => asking(() => post(`/api/pit/hand-over/${sheet.handover}/take`)),
          },
          'Take over',
        ),
  );
}

/**
 * Left: supervision, and who deals.
 * @param {FloorTold} told
 * @param {string} person
 * @param {Asking} asking
 * @param {(dealer: import('./floor-data.js').Dealer) => void} file
 * @returns {HTMLElement[]}
 */
export function supervision(told, person, asking, file) {
  const mine = told.watches.find((watch) => watch.person === person);
  const free = mine ? mine.most - mine.share : 0;
  const fits = told.tables
    .filter((table) => told.unwatched.includes(table.kept.table))
    .reduce(
      (kept, table) =>
        kept.left >= table.share ? { left: kept.left - table.share, names: [...kept.names, table.kept.table] } : kept,
      { left: free, names: /** @type {string[]} */ ([]) },
    ).names;
  return [
    element('h2', {}, 'Supervision ', clauseText(mine?.clauses ?? [])),
    element('p', { class: 'label' }, 'Six banking tables or twelve electronic ones for one pair of eyes.'),
    element(
      'ul',
      { class: 'watches' },
      ...told.watches.map((watch) =>
        element(
          'li',
          { class: watch.person === person ? 'me' : '' },
          element('b', {}, watch.person === person ? `${watch.name} (you)` : watch.name),
          element('span', {}, watch.tables.join(', ') || 'no table'),
          gauge(watch.share, watch.most),
        ),
      ),
    ),
    told.unwatched.length
      ? element('p', { class: 'alarm' }, icon('hand'), ` Nobody supervises ${told.unwatched.join(', ')}.`)
      : element('p', { class: 'soft' }, icon('tick'), ' Every open table is supervised.'),
    element(
      'div',
      { class: 'buttons' },
      fits.length
        ? element(
            'button',
            { type: 'button', class: 'btn', onclick: () => asking(() => post('/api/pit/watch', { tables: fits })) },
            fits.length === 1
              ? `Take ${fits[0]}`
              : fits.length === told.unwatched.length
                ? `Take all ${fits.length}`
                : `Take ${fits.length} of them`,
          )
        : null,
      mine?.tables.length ? handOverForm(asking) : null,
    ),
    element('h2', {}, 'Dealers ', clauseText([REGULATIONS.table_test])),
    element(
      'ul',
      { class: 'watches dealers' },
      ...told.dealers.map((dealer) =>
        element(
          'li',
          { 'data-dealer': dealer.person },
          element('b', {}, dealer.name),
          element('span', {}, dealer.deals_at ? `deals at ${dealer.deals_at}` : 'free'),
          element('small', {}, fileWords(dealer)),
          element(
            'button',
            {
              type: 'button',
              class: 'btn small',
              'aria-label': `Licence and table tests of ${dealer.name}`,
              onclick: () => file(dealer),
            },
            'File',
          ),
        ),
      ),
    ),
  ];
}

/** Licence and table tests in a line. @param {import('./floor-data.js').Dealer} dealer */
export function fileWords({ licence, tests }) {
  const games = Object.entries(tests).map(([game, test]) => `${game} ${test.passed}`);
  return `${licence ? `licence ${licence.number} until ${licence.until}` : 'no licence noted'}; ${games.length ? `table test: ${games.join(', ')}` : 'no table test noted'}`;
}

/** @param {Asking} asking */
function handOverForm(asking) {
  const input = element('input', {
    name: 'hand-over',
    autocomplete: 'off',
    maxlength: 500,
    'aria-label': 'Words for the next shift',
    placeholder: 'a word for the next shift',
  });
  const form = element('form', { class: 'note-form' }, input, element('button', { class: 'btn' }, 'Hand over'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    asking(() => post('/api/pit/hand-over', { id: newId(), words: input.value.trim() }));
  });
  return form;
}

/**
 * @param {number} share
 * @param {number} most
 */
function gauge(share, most) {
  return element(
    'span',
    { class: 'share', role: 'img', 'aria-label': `${share} of ${most} twelfths` },
    ...Array.from({ length: most }, (_, at) => element('i', { class: at < share ? 'on' : '' })),
  );
}

/** @param {number} most of the strip */
export function keysHint(most) {
  return element(
    'p',
    { class: 'soft' },
    keycap('1', 'small'),
    ' to ',
    keycap(String(most), 'small'),
    ' opens a table.',
  );
}
