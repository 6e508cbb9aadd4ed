// Lists the kinds of drill questions with a dealer's results, to choose what to drill.
import { element } from '../core/dom.js';
import { plural } from '../core/page-parts.js';

/** @import { DrillKindView, DrillTable } from '../../../protocol-types' */

/** @type {Record<number, string>} */
const CHAPTERS = {
  3: 'The cards',
  4: 'Opening the table',
  6: 'Hands',
  7: 'Chips and wagers',
  8: 'The stub',
  9: 'Dealing',
  10: 'Dealing',
  11: 'The round',
  12: 'Payouts',
  13: 'Irregularities',
};

/** "8 of 10 right, 6.5 s" @param {DrillKindView} kind */
export function resultWords(kind) {
  if (!kind.answered) return 'Not answered yet';
  const speed = kind.seconds === null ? '' : `, ${kind.seconds.toFixed(1)}\u00a0s`;
  return `${kind.right} of ${kind.answered} right${speed}`;
}

/** @param {DrillTable} table */
export const dueOf = (table) => table.kinds.filter((kind) => kind.due).length;

/**
 * A game with its kinds as checkboxes.
 * @param {DrillTable} table
 * @param {(names: string[]) => void} start
 */
export function kindsForm(table, start) {
  const id = `drills-${table.submission}`;
  const boxes = table.kinds.map((kind) =>
    element('input', { type: 'checkbox', name: 'kind', value: kind.name, id: `${id}-${kind.name}` }),
  );
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const due = table.kinds.filter((kind) => kind.due).map((kind) => kind.name);
  const go = element('button', { class: 'gold' }, 'Drill all kinds');
  const update = () => {
    const count = chosen().length;
    go.textContent = count ? `Drill ${plural(count, 'kind')}` : 'Drill all kinds';
  };
  const form = element(
    'form',
    { class: 'block', 'aria-labelledby': `${id}-title`, onchange: update },
    element('h2', { id: `${id}-title` }, table.title),
    element(
      'p',
      { class: 'row' },
      go,
      due.length
        ? element(
            'button',
            { type: 'button', class: 'plain-button', onclick: () => start(due) },
            `Due today: ${due.length}`,
          )
        : null,
    ),
    ...chaptersOf(table).map(([title, kinds]) =>
      element(
        'fieldset',
        { class: 'drill-kinds' },
        element('legend', {}, title),
        kinds.map((kind) => kindRow(kind, boxes[table.kinds.indexOf(kind)])),
      ),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    start(chosen());
  });
  return form;
}

/**
 * @param {DrillKindView} kind
 * @param {HTMLInputElement} box
 */
function kindRow(kind, box) {
  return element(
    'label',
    { class: 'drill-kind' },
    box,
    element(
      'span',
      {},
      kind.title,
      kind.due ? element('span', { class: 'pill' }, 'due') : null,
      element('small', {}, resultWords(kind)),
    ),
  );
}

/** @param {DrillTable} table @returns {[string, DrillKindView[]][]} */
function chaptersOf(table) {
  /** @type {Map<string, DrillKindView[]>} */
  const found = new Map();
  for (const kind of table.kinds) {
    const title = CHAPTERS[kind.chapter] ?? `Chapter ${kind.chapter}`;
    found.set(title, [...(found.get(title) ?? []), kind]);
  }
  return [...found];
}
