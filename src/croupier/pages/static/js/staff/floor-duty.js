// The panels for the whole floor: waiting items, supervision, dealers, shift notes and handovers.
import { post } from '../core/api.js';
import { element } from '../core/dom.js';
import { REGULATIONS } from '../core/jurisdiction.js';
import { clauseText, dateWords, icon, keycap } from './staff-parts.js';
import { clockWords } from '../oversight/oversight-parts.js';
import { hour } from './console-sidebar.js';
import { alertTime } from './floor-strip.js';
import { newId } from './floor-data.js';

/** @typedef {import('./floor-data.js').Alert} Alert */
/** @typedef {import('./floor-data.js').FloorView} FloorView */
/** @typedef {import('./floor-data.js').HandOverView} HandOverView */
/** @typedef {(work: () => Promise<unknown>) => Promise<void>} RunWork */

/** Alerts for the floor from all tables, oldest first. @param {FloorView} status */
export function openMatters(status) {
  return status.tables
    .flatMap((table) =>
      table.alerts.filter((alert) => alert.yours).map((alert) => ({ table: table.kept.table, alert })),
    )
    .sort((a, b) => (a.alert.since || Infinity) - (b.alert.since || Infinity));
}

/**
 * Small progressive payouts. They were paid first, and a floorperson validates them afterward.
 * @param {FloorView} status
 * @param {RunWork} run
 */
function smallWins(status, run) {
  const wins = status.alerts.filter((alert) => alert.kind === 'small_win');
  if (!wins.length) return null;
  return element(
    'ul',
    { class: 'queue small-wins' },
    ...wins.map((alert) =>
      element(
        'li',
        {},
        element('p', {}, element('b', {}, alert.table), ` ${alert.words} `, clauseText(alert.clauses.slice(0, 1))),
        element(
          'button',
          {
            type: 'button',
            class: 'btn small',
            onclick: () => run(() => post(`/api/alerts/${alert.alert}/acknowledge`, {})),
          },
          'Validate',
        ),
      ),
    ),
  );
}

/**
 * @param {FloorView} status
 * @param {string} chosen
 * @param {(table: string, alert: Alert) => void} attend
 * @param {RunWork} run
 * @param {import('../../../protocol-types').DisputeFile[]} files dispute files due within a day
 */
export function queuePanel(status, chosen, attend, run, files) {
  const matters = openMatters(status);
  return element(
    'section',
    { class: 'panel queue-panel' },
    element('h2', {}, 'Waiting for you ', element('b', {}, String(matters.length + files.length))),
    smallWins(status, run),
    matters.length || files.length
      ? element(
          'ol',
          { class: 'queue' },
          ...matters.map(({ table, alert }) =>
            element(
              'li',
              { class: table === chosen ? 'mine' : '' },
              element(
                'button',
                { type: 'button', onclick: () => attend(table, alert) },
                element('b', {}, table),
                element('time', {}, alertTime(alert, status.at)),
                element('span', {}, alert.words),
                clauseText(alert.clauses.slice(0, 2), alert.readings.slice(0, 1)),
              ),
              alert.kind === 'float'
                ? element(
                    'button',
                    {
                      type: 'button',
                      class: 'btn small',
                      onclick: () => run(() => post(`/api/pit/${encodeURIComponent(table)}/float`, {})),
                    },
                    'Accept for today',
                  )
                : null,
              alert.kind === 'hand_pay'
                ? element('a', { class: 'btn small', href: '/hand-pays' }, 'Open the form')
                : null,
              alert.kind === 'call'
                ? element(
                    'button',
                    {
                      type: 'button',
                      class: 'btn small',
                      onclick: () => run(() => post(`/api/pit/calls/${alert.number}/answer`, {})),
                    },
                    'Mark answered',
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
                element('time', {}, clockWords(file.due ?? 0, status.at)),
                element('span', {}, file.matter),
                clauseText([REGULATIONS.disputes]),
              ),
            ),
          ),
        )
      : element('p', { class: 'soft' }, 'All clear. Dealer calls, stops and notices appear here.'),
  );
}

/**
 * @param {FloorView} status
 * @param {string} person
 * @param {string} table the table a new note is about
 * @param {RunWork} run
 */
export function notesPanel(status, person, table, run) {
  const input = element('input', {
    name: 'note',
    autocomplete: 'off',
    maxlength: 500,
    'aria-label': 'Note for the next shift',
    placeholder: table ? `Note about ${table}` : 'Note for the next shift',
  });
  const form = element('form', { class: 'note-form' }, input, element('button', { class: 'btn small' }, 'Add note'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (input.value.trim()) run(() => post('/api/pit/notes', { id: newId(), words: input.value.trim(), table }));
  });
  return element(
    'section',
    { class: 'panel fill notes-panel' },
    element('h2', {}, 'Shift notes ', element('b', {}, String(status.notes.length))),
    element(
      'ul',
      { class: 'notes' },
      ...status.handovers.map((sheet) => handOver(sheet, person, run)),
      ...status.notes.map((note) =>
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
              'aria-label': `Mark done: ${note.words}`,
              onclick: () => run(() => post(`/api/pit/notes/${note.note}/close`, {})),
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
 * @param {HandOverView} sheet
 * @param {string} person
 * @param {RunWork} run
 */
function handOver(sheet, person, run) {
  const isOwn = sheet.by.split(':')[1] === person;
  return element(
    'li',
    { class: 'handover' },
    element(
      'span',
      {},
      element('b', {}, isOwn ? 'You handed over' : `Handover from ${sheet.name}`),
      ` ${hour(sheet.at).slice(0, 5)}: ${sheet.tables.join(', ') || 'no tables'}`,
      sheet.words ? `. ${sheet.words}` : '',
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
        : element('small', {}, ' No open items.'),
    ),
    isOwn
      ? element('small', {}, 'waiting for someone to take over')
      : element(
          'button',
          {
            type: 'button',
            class: 'btn',
            onclick: () => run(() => post(`/api/pit/hand-over/${sheet.handover}/take`)),
          },
          'Take over',
        ),
  );
}

/**
 * The left column: supervision and dealers.
 * @param {FloorView} status
 * @param {string} person
 * @param {RunWork} run
 * @param {(dealer: import('./floor-data.js').Dealer) => void} file
 * @returns {HTMLElement[]}
 */
export function supervision(status, person, run, file) {
  const isOwn = status.watches.find((watch) => watch.person === person);
  const free = isOwn ? isOwn.most - isOwn.share : 0;
  const share = status.tables
    .filter((table) => status.unwatched.includes(table.kept.table))
    .reduce(
      (record, table) =>
        record.left >= table.share
          ? { left: record.left - table.share, names: [...record.names, table.kept.table] }
          : record,
      { left: free, names: /** @type {string[]} */ ([]) },
    ).names;
  return [
    element('h2', {}, 'Supervision ', clauseText(isOwn?.clauses ?? [])),
    element('p', { class: 'label' }, 'One person may supervise up to 6 banking tables or 12 electronic ones.'),
    element(
      'ul',
      { class: 'watches' },
      ...status.watches.map((watch) =>
        element(
          'li',
          { class: watch.person === person ? 'me' : '' },
          element('b', {}, watch.person === person ? `${watch.name} (you)` : watch.name),
          element('span', {}, watch.tables.join(', ') || 'no tables'),
          gauge(watch.share, watch.most),
        ),
      ),
    ),
    status.unwatched.length
      ? element('p', { class: 'alarm' }, icon('hand'), ` No supervisor for ${status.unwatched.join(', ')}.`)
      : element('p', { class: 'soft' }, icon('tick'), ' Every open table is supervised.'),
    element(
      'div',
      { class: 'buttons' },
      share.length
        ? element(
            'button',
            { type: 'button', class: 'btn', onclick: () => run(() => post('/api/pit/watch', { tables: share })) },
            share.length === 1
              ? `Supervise ${share[0]}`
              : share.length === status.unwatched.length
                ? `Supervise all ${share.length}`
                : `Supervise ${share.length} of them`,
          )
        : null,
      isOwn?.tables.length ? handOverForm(run) : null,
    ),
    element('h2', {}, 'Dealers ', clauseText([REGULATIONS.table_test])),
    element('a', { class: 'btn small', href: '/table-tests' }, 'Table tests'),
    element(
      'ul',
      { class: 'watches dealers' },
      ...status.dealers.map((dealer) =>
        element(
          'li',
          { 'data-dealer': dealer.person },
          element('b', {}, dealer.name),
          element('span', {}, dealer.deals_at ? `dealing at ${dealer.deals_at}` : 'available'),
          element('small', {}, fileWords(dealer)),
          dealer.own_corrections
            ? element('small', {}, `Corrected their own entries today: ${dealer.own_corrections}`)
            : null,
          element(
            'button',
            {
              type: 'button',
              class: 'btn small',
              'aria-label': `License and table tests of ${dealer.name}`,
              onclick: () => file(dealer),
            },
            'File',
          ),
        ),
      ),
    ),
  ];
}

/** Links to the floor's other pages. A pit manager also approves meter adjustments. @param {string} role */
export const otherPages = (role) => [
  element('h2', {}, 'Other pages'),
  element(
    'div',
    { class: 'buttons' },
    element('a', { class: 'btn small', href: '/hand-pays' }, 'Hand pays'),
    role === 'pit_manager' ? element('a', { class: 'btn small', href: '/accounting#meters' }, 'Meters') : null,
  ),
];

/** License and table tests in one line. @param {import('./floor-data.js').Dealer} dealer */
export function fileWords({ licence, tests }) {
  const games = Object.entries(tests).map(([game, test]) => `${game} (${dateWords(test.passed)})`);
  const license = licence ? `License ${licence.number}, expires ${dateWords(licence.until)}` : 'No license on file';
  return `${license}. ${games.length ? `Table tests: ${games.join(', ')}` : 'No table tests on file'}.`;
}

/** @param {RunWork} run */
function handOverForm(run) {
  const input = element('input', {
    name: 'hand-over',
    autocomplete: 'off',
    maxlength: 500,
    'aria-label': 'Message for the next shift',
    placeholder: 'Message for the next shift',
  });
  const form = element('form', { class: 'note-form' }, input, element('button', { class: 'btn' }, 'Hand over'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    run(() => post('/api/pit/hand-over', { id: newId(), words: input.value.trim() }));
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
    { class: 'share', role: 'img', 'aria-label': `${share} of ${most} twelfths of your limit` },
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
    ' to open a table.',
  );
}
