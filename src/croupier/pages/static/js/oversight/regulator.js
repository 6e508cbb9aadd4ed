// The regulator's page: submissions and approvals, readings, rule coverage, journals, figures and documents.
import { get } from '../core/api.js';
import { whyButton } from '../core/clauses.js';
import { element, mark, say } from '../core/dom.js';
import { topBar } from '../core/page-frame.js';
import { checkAccess, panel, downloadLink, tell } from './oversight-parts.js';
import { figures } from './submission-figures.js';
import { streams } from './stream-list.js';
import { submissions } from './submission-list.js';

/** @import { RulesCoverage, SubmissionReadings, SubmissionView, TableView } from '../../../protocol-types' */

const SECTIONS = ['Submissions', 'Rules', 'Streams', 'Figures', 'Papers'];
const views = SECTIONS.map((words) => element('button', { type: 'button', onclick: () => turnTo(words) }, words));
const top = topBar({
  title: 'Regulator',
  facts: 'Read and verify',
  tools: views,
  links: [
    { words: 'Rounds', href: '/surveillance' },
    { words: 'Hand pays', href: '/hand-pays' },
    { words: 'Exclusion list', href: '/exclusions' },
    { words: 'Role requests', href: '/administration' },
    { words: 'How to check', href: '/reading' },
  ],
});
const main = element('main', { id: 'main', class: 'eye-apart regulator' });
document.body.append(top.bar, main);
/** @type {Record<string, HTMLElement>} */
const places = Object.fromEntries(
  SECTIONS.map((words) => [words, element('div', { class: 'regulator-section', hidden: true })]),
);

/** @param {string} words */
function turnTo(words) {
  for (const view of views) mark(view, 'aria-pressed', String(view.textContent === words));
  for (const [name, place] of Object.entries(places)) mark(place, 'hidden', name !== words);
  history.replaceState(null, '', `#${words.toLowerCase()}`);
}

/** @param {number} count */
const number = (count) => count.toLocaleString('en-US');

/**
 * @param {HTMLElement} place
 * @param {RulesCoverage} covered
 * @param {SubmissionReadings[]} readings
 */
function rules(place, covered, readings) {
  const total = element(
    'p',
    {},
    `${number(covered.clauses)} clauses with ${number(covered.leaves)} single rules: ` +
      `${number(covered.enforced)} enforced, ` +
      `${number(covered.recorded)} recorded, ${number(covered.informative)} informative, ` +
      `${covered.uncovered.length} not covered.`,
  );
  const rows = covered.games.map((game) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, game.title),
      ...[game.leaves, game.enforced, game.recorded, game.informative].map((cell) =>
        element('td', {}, cell.toLocaleString('en-US')),
      ),
      element('td', { class: 'words' }, [game.edition.document, game.edition.version].filter(Boolean).join(', ')),
    ),
  );
  const table = element(
    'table',
    { class: 'eye-table figures' },
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        ['Game', 'Rules', 'Enforced', 'Recorded', 'Informative', 'Edition'].map((head) =>
          element('th', { scope: 'col', class: head === 'Edition' ? 'words' : null }, head),
        ),
      ),
    ),
    element('tbody', {}, rows),
  );
  const choices = readings.map((reading) => {
    const other = reading.readings.filter((each) => each.taken !== each.default);
    const list = element(
      'ul',
      { class: 'regulator-readings' },
      reading.readings.map((each) =>
        element(
          'li',
          { class: each.taken === each.default ? '' : 'departs' },
          element('b', {}, `${each.id} ${each.taken}`),
          element('span', {}, `${each.question} ${each.options?.[each.taken] ?? ''}`),
          whyButton(each.clauses, [each.id]),
        ),
      ),
    );
    const changed = other.map((each) => `${each.id} ${each.taken}`);
    const words = other.length
      ? `${other.length} different from the default: ${changed.join(', ')}`
      : 'all readings at their default';
    return element(
      'details',
      {},
      element(
        'summary',
        {},
        element('b', {}, `${reading.submission} ${reading.version}`),
        ` (${reading.tables.join(', ') || 'no tables'}): ${words}`,
      ),
      list,
    );
  });
  place.replaceChildren(
    panel(
      'Coverage and editions',
      '',
      total,
      element('div', { class: 'eye-scroll', tabindex: '0', role: 'group', 'aria-label': 'Coverage' }, table),
    ),
    panel(
      'Readings in force',
      '',
      choices.length ? choices : element('p', { class: 'eye-none' }, 'No submission is in force.'),
    ),
  );
}

/**
 * @param {HTMLElement} place
 * @param {SubmissionView[]} all
 * @param {TableView[]} tables
 */
function papers(place, all, tables) {
  const day = element('input', {
    type: 'date',
    'aria-label': 'Gaming day',
    value: new Date().toISOString().slice(0, 10),
  });
  const forms = ['pdf', 'xlsx', 'html', 'json'].map((form) => element('a', { class: 'eye-take', download: '' }, form));
  const aim = () =>
    forms.forEach((way) => mark(way, 'href', `/api/reports/day/paper?date=${day.value}&form=${way.textContent}`));
  day.addEventListener('change', aim);
  aim();
  const rows = all.flatMap((submission) =>
    submission.versions.map((version) => {
      const base = `/api/submissions/${encodeURIComponent(submission.submission)}/${version.version}`;
      return element(
        'li',
        {},
        element('b', {}, `${submission.submission} ${version.version}`),
        element('span', { class: `eye-tag ${version.status}` }, version.status),
        downloadLink('Document', `${base}/document`),
        downloadLink('Mathematics report', `${base}/report`),
        downloadLink('Layout', `${base}/layout`),
        downloadLink('Signs', `${base}/signs`),
        downloadLink('Forms', `${base}/forms`),
      );
    }),
  );
  place.replaceChildren(
    panel(
      'Gaming day',
      '',
      element('p', { class: 'eye-takes' }, day, forms),
      element(
        'p',
        { class: 'eye-fine' },
        'Drop, win and hold, trays, meters, cage, corrections and payouts. Each total is computed in two ways.',
      ),
    ),
    panel('Documents of each submission', '', element('ul', { class: 'regulator-papers' }, rows)),
    panel(
      'Forms filled from a table’s journal',
      '',
      element(
        'p',
        { class: 'eye-takes' },
        tables.map((table) =>
          downloadLink(`Forms of ${table.table}`, `/api/pit/${encodeURIComponent(table.table)}/forms`),
        ),
      ),
    ),
  );
}

async function open() {
  const me = await checkAccess('GET /api/journals', main);
  if (!me) return;
  main.append(...Object.values(places));
  turnTo(SECTIONS.find((words) => `#${words.toLowerCase()}` === location.hash) ?? 'Submissions');
  if (!me.roles.includes('regulator')) {
    say(top.heading, 'Records');
    document.title = 'Records · Croupier';
  }
  say(top.facts, `Read and verify · ${me.name}`);
  try {
    const [all, tables, covered, readings] = await Promise.all([
      get('/api/submissions'),
      get('/api/pit'),
      get('/api/coverage'),
      get('/api/readings'),
    ]);
    submissions(places.Submissions, all, me.roles.includes('regulator'));
    rules(places.Rules, covered, readings);
    figures(places.Figures, all);
    papers(places.Papers, all, tables);
    await streams(places.Streams, me.roles);
  } catch (refused) {
    const fault = element('p', { class: 'refusal', role: 'alert' });
    main.prepend(fault);
    tell(fault, refused);
  }
}
open();
