// The progress of all dealers in drills, for the floor: accuracy and speed by kind, the weakest first.
import { element } from '../core/dom.js';
import { emptyState, plural } from '../core/page-parts.js';
import { resultWords } from './drill-kinds.js';

/** @import { DealerProgress, DrillTable } from '../../../protocol-types' */

/** @param {DealerProgress[]} dealers */
export function progressSections(dealers) {
  const back = element('p', {}, element('a', { class: 'link', href: '/drills' }, 'Back to the questions'));
  if (!dealers.length) return [back, emptyState('No dealers yet. Add people with the role dealer.')];
  return [back, ...dealers.map(dealerSection)];
}

/** @param {DealerProgress} dealer */
function dealerSection(dealer) {
  const tables = dealer.tables.filter((table) => table.kinds.some((kind) => kind.answered));
  const answers = tables.flatMap((table) => table.kinds).reduce((sum, kind) => sum + kind.answered, 0);
  return element(
    'section',
    { class: 'block', 'aria-labelledby': `dealer-${dealer.person}` },
    element('h2', { id: `dealer-${dealer.person}` }, dealer.name),
    element('p', { class: 'fine' }, answers ? plural(answers, 'recent answer') : 'No answers yet'),
    ...tables.map(tableOf),
  );
}

/** @param {DrillTable} table */
function tableOf(table) {
  const kinds = table.kinds
    .filter((kind) => kind.answered)
    .toSorted((a, b) => a.right / a.answered - b.right / b.answered);
  return element(
    'div',
    { class: 'scroll-x' },
    element(
      'table',
      { class: 'values' },
      element('caption', {}, table.title),
      element(
        'thead',
        {},
        element('tr', {}, element('th', { scope: 'col' }, 'Kind'), element('th', { scope: 'col' }, 'Result')),
      ),
      element(
        'tbody',
        {},
        kinds.map((kind) =>
          element('tr', {}, element('th', { scope: 'row' }, kind.title), element('td', {}, resultWords(kind))),
        ),
      ),
    ),
  );
}
