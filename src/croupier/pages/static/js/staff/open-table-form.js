// The form that opens a new table or reopens a closed one.
import { get, post } from '../core/api.js';
import { element } from '../core/dom.js';
import { REGULATIONS } from '../core/jurisdiction.js';
import { labelled, text } from './form-fields.js';

/** @typedef {import('./floor-data.js').FloorView} FloorView */
/** @typedef {import('./table-admin.js').TableSide} TableSide */

/**
 * Open a new table, or reopen a closed one.
 * @param {TableSide} side
 * @param {FloorView} status
 * @param {(table: string) => void} onOpen
 */
export async function openForm(side, status, onOpen) {
  await side.run(async () => {
    const titles = await titlesOf();
    const submissions = (await get('/api/submissions')).filter((submission) =>
      JSON.stringify(submission).includes('"approved"'),
    );
    const closedTables = status.tables.filter((table) => table.kept.standing === 'closed');
    const submission = element(
      'select',
      { name: 'submission' },
      ...submissions.map((submission) =>
        element('option', { value: submission.submission }, fullTitle(submission, titles)),
      ),
    );
    const dealing = element(
      'select',
      { name: 'dealing' },
      element('option', { value: 'live' }, 'Dealer with real cards'),
      element('option', { value: 'machine' }, 'Machine'),
    );
    const money = element(
      'select',
      { name: 'money' },
      element('option', { value: 'play' }, 'Play money'),
      element('option', { value: 'real' }, 'Real money'),
    );
    const name = text('table', '', '');
    name.addEventListener('input', () => {
      name.value = name.value.toLowerCase().replaceAll(' ', '-'); // names are part of addresses
    });
    const propose = () => {
      name.placeholder = `${submission.value || 'table'}-2`;
    };
    submission.addEventListener('change', propose);
    propose();
    const reopenForms = closedTables.map((table) =>
      element(
        'button',
        {
          type: 'button',
          class: 'btn small',
          onclick: () => {
            name.value = table.kept.table;
            submission.value = table.kept.submission;
            dealing.value = table.kept.dealing;
            money.value = table.kept.money;
            side.onChange();
          },
        },
        `Reopen ${table.kept.table}`,
      ),
    );
    side.open('open', {
      title: 'Open a table',
      lead: 'The table uses the approved rules submission. With real cards, you and the dealer prepare them next.',
      clauses: [REGULATIONS.approval],
      fields: [
        ...(reopenForms.length ? [element('div', { class: 'buttons' }, ...reopenForms)] : []),
        labelled('Table name', name),
        labelled('Rules submission', submission),
        labelled('Dealt by', dealing),
        labelled('Money', money),
      ],
      go: 'Open the table',
      small: 'hold for one second',
      ready: () => /^[a-z0-9][a-z0-9._-]{0,39}$/.test(name.value) && Boolean(submission.value),
      act: async () => {
        await post('/api/pit', {
          table: name.value,
          submission: submission.value,
          money: money.value,
          dealing: dealing.value,
        });
        onOpen(name.value);
      },
    });
  });
}

/** Titles of games by name. @returns {Promise<Record<string, string>>} */
async function titlesOf() {
  const rules = await get('/api/rules').catch(() => []);
  return Object.fromEntries(rules.map((rule) => [rule.game, rule.title]));
}

/**
 * The game and the submission, or only the game if the submission has the same name.
 * @param {import('../../../protocol-types').SubmissionView} submission
 * @param {Record<string, string>} titles
 */
function fullTitle(submission, titles) {
  const name = submission.submission;
  const title = titles[submission.game];
  return title && name !== submission.game ? `${title} · ${name}` : (title ?? name);
}
